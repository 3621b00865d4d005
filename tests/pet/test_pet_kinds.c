// SPDX-License-Identifier: MIT
//
// The kind of a puppet whose name does not say it: its sections decide.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pet.h"
#include "support/pet_bytes.h"

static void expect_kind(const char *sections, const char *kind) {
    pet_bytes b = {0};
    // No bones, no elements: every kind could be read, so that the order of trying decides.
    pet_begin(&b, "BONE");
    pet_u8(&b, 0);
    pet_u16(&b, 0);
    pet_end(&b);
    for (; *sections; sections += 4) {
        char tag[5] = {0};
        memcpy(tag, sections, 4);
        pet_begin(&b, tag);
        if (strcmp(tag, "ANIM") == 0)
            pet_u8(&b, 0xff);
        else
            pet_u32(&b, 0);
        if (strcmp(tag, "MESH") == 0)
            pet_u32(&b, 0);
        pet_end(&b);
    }
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .file_name = "x"};
    assert_int_equal(maq_open_memory(b.data, b.length, &options, &document), MAQ_OK);
    assert_string_equal(maq_document_variant(document)->name, kind);
    maq_close(document);
    pet_free(&b);
}

static void sections_decide_on_the_kind(void **state) {
    (void)state;
    expect_kind("MESH", "pet");
    expect_kind("MESHANIM", "pet");
    expect_kind("MESHCOLL", "pet");
    expect_kind("ANIM", "apet");
    expect_kind("FRAM", "apet");
    expect_kind("MOTI", "apet");
    expect_kind("COLL", "bpet");
    expect_kind("EXTR", "bpet");
    expect_kind("ANIMCOLL", "pet"); // only a complete puppet has both
    expect_kind("", "bpet");        // bones alone are a skeleton
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sections_decide_on_the_kind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
