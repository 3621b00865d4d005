// SPDX-License-Identifier: MIT
//
// Sample puppets: every section is decoded, written byte for byte, and agrees with the independent
// parser of the tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/pet_documents.h"
#include "support/pet_dump.h"

// The version by VERS, the kind by the name.
static pet_form form_of(const pet_bytes *b) {
    bool vers = b->length > 10 && memcmp(b->data, "VERS", 4) == 0;
    return (pet_form){vers ? b->data[8] : 0, true, false};
}

static void read_and_write(const char *path, const char *kind, const pet_bytes *bytes) {
    maq_document *document = pet_open(bytes, path);
    const maq_pet *pet = maq_document_pet(document);
    assert_string_equal(maq_document_variant(document)->name, kind);
    assert_int_equal(pet->layout, MAQ_PET_CLIENT);
    assert_int_equal(pet->minor, form_of(bytes).minor);
    assert_int_equal(pet_raw_sections(document), 0);
    assert_int_equal(maq_document_findings(document)->count, 0);
    pet_saves_as(document, bytes->data, bytes->length);
    maq_close(document);
}

static void agree(const char *path, const char *kind, const pet_bytes *bytes) {
    maq_document *document = pet_open(bytes, path);
    char *ours = pet_dump_document(document);
    char *theirs = pet_dump_bytes(bytes->data, bytes->length, kind, form_of(bytes));
    assert_string_equal(ours, theirs);
    free(ours);
    free(theirs);
    maq_close(document);
}

// All sections encoded again from the lists.
static void encode_again(const char *path, const char *kind, const pet_bytes *bytes) {
    (void)kind;
    maq_document *document = pet_open(bytes, path), *made = NULL;
    maq_pet pet = *maq_document_pet(document);
    maq_pet_section *sections = calloc(pet.section_count, sizeof *sections);
    assert_non_null(sections);
    memcpy(sections, pet.sections, pet.section_count * sizeof *sections);
    for (uint32_t i = 0; i < pet.section_count; i++)
        sections[i].bytes = NULL;
    pet.sections = sections;
    maq_pet_mesh mesh = {0};
    bool has_mesh = pet.has[MAQ_PET_MESH];
    if (has_mesh)
        assert_int_equal(maq_pet_mesh_open(document, NULL, &mesh), MAQ_OK);
    assert_int_equal(maq_document_from_pet(&pet, has_mesh ? &mesh : NULL, NULL, &made), MAQ_OK);
    pet_saves_as(made, bytes->data, bytes->length);
    maq_pet_mesh_free(&mesh);
    maq_close(made);
    maq_close(document);
    free(sections);
}

// A file name without a meaning, or of the wrong kind.
static void renamed(const char *path, const char *kind, const pet_bytes *bytes) {
    (void)path;
    static const char *const names[] = {NULL, "x.bin", "x.pet", "x.apet", "x.bpet", "x.mpet"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        maq_document *document = pet_open(bytes, names[i]);
        if (strcmp(maq_document_variant(document)->name, kind) != 0 || pet_raw_sections(document) ||
            maq_document_pet(document)->layout != MAQ_PET_CLIENT)
            fail_msg("%s named %s is read as %s", path, names[i],
                     maq_document_variant(document)->name);
        pet_saves_as(document, bytes->data, bytes->length);
        maq_close(document);
    }
}

static void samples_are_read_and_written(void **state) {
    (void)state;
    pet_for_each_sample(read_and_write);
}

static void samples_say_what_another_parser_says(void **state) {
    (void)state;
    pet_for_each_sample(agree);
}

static void samples_are_encoded_again(void **state) {
    (void)state;
    pet_for_each_sample(encode_again);
}

static void samples_are_known_by_their_content(void **state) {
    (void)state;
    pet_for_each_sample(renamed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_read_and_written),
        cmocka_unit_test(samples_say_what_another_parser_says),
        cmocka_unit_test(samples_are_encoded_again),
        cmocka_unit_test(samples_are_known_by_their_content),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
