// SPDX-License-Identifier: MIT
//
// Files of materials that are not plain text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/files.h"
#include "maquette/obj.h"

static const char model[] = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";

// Opens the model beside this file of materials; how many materials it has, and whether a finding has
// these words.
static uint32_t materials_of(const char *bytes, size_t length, const char *words, bool *found) {
    const maq_memory_file items[] = {{"m.obj", model, sizeof model - 1}, {"a.mtl", bytes, length}};
    maq_files *files;
    maq_document *document;
    maq_open_options options = {.size = sizeof options};
    assert_int_equal(maq_files_new(NULL, &files), MAQ_OK);
    assert_int_equal(maq_files_add_memory(files, "x", items, 2), MAQ_OK);
    assert_int_equal(maq_open_in_files(files, "m.obj", &options, &document), MAQ_OK);
    const maq_findings *findings = maq_document_findings(document);
    *found = false;
    for (size_t i = 0; i < findings->count; i++)
        *found = *found || strstr(findings->items[i].message, words);
    uint32_t count = maq_document_obj(document)->material_count;
    maq_close(document);
    maq_files_free(files);
    return count;
}

static void utf16_is_not_read(void **state) {
    (void)state;
    bool found;
    static const char plain[] = "newmtl red\nKd 1 0 0\n";
    assert_int_equal(materials_of(plain, sizeof plain - 1, "UTF-16", &found), 1);
    assert_false(found);
    // "newmtl red" in two bytes each, behind the mark of their order.
    static const char wide[] = "\xff\xfen\0e\0w\0m\0t\0l\0 \0r\0e\0d\0\n";
    assert_int_equal(materials_of(wide, sizeof wide, "UTF-16", &found), 0);
    assert_true(found);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(utf16_is_not_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
