// SPDX-License-Identifier: MIT
//
// Puppets that are cut, edited or have wrong counts, and failing memory: findings and nothing worse.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/pet_documents.h"

static const char *const kinds[] = {"pet", "apet", "bpet", "mpet"};

typedef void (*fixture_test)(const void *bytes, size_t length, const char *name);

// The fixtures of all kinds: 1.0 and 1.3, in both layouts.
static void on_fixtures(fixture_test test) {
    for (unsigned i = 0; i < 16; i++) {
        pet_bytes b = {0};
        const char *kind = kinds[i / 4];
        char name[16];
        snprintf(name, sizeof name, "x.%s", kind);
        pet_file(&b, kind, (pet_form){i & 1 ? 3 : 0, (i & 2) != 0, true}, i & 1);
        test(b.data, b.length, name);
        pet_free(&b);
    }
}

static void every_prefix(void **state) {
    (void)state;
    on_fixtures(exercise_prefixes);
}

static void cut_sample(const char *path, const char *kind, const pet_bytes *bytes) {
    (void)kind;
    exercise_prefixes(bytes->data, bytes->length, path);
}

static void every_prefix_of_samples(void **state) {
    (void)state;
    pet_for_each_sample(cut_sample);
}

// Quick: each edited file is opened, checked, saved and converted. Deep: all that a caller can do.
static void edit_and_read(const void *bytes, size_t length, const char *name) {
    if (getenv("MAQUETTE_DEEP")) {
        exercise_byte_edits(bytes, length, name);
        return;
    }
    unsigned char *copy = malloc(length);
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    for (size_t i = 0; i < length; i++) {
        unsigned char kept = copy[i];
        const unsigned char edits[] = {0, 0xff, (unsigned char)(kept + 1),
                                       (unsigned char)(kept - 1)};
        for (size_t k = 0; k < sizeof edits; k++) {
            copy[i] = edits[k];
            maq_open_options options = {.file_name = name};
            maq_document *document = NULL;
            maq_status status = maq_open_memory(copy, length, &options, &document);
            assert_true(status == MAQ_OK || status == MAQ_BAD_DATA || status == MAQ_UNKNOWN_FORMAT);
            if (status == MAQ_OK) {
                // Whatever it contains: what is saved is what was opened.
                pet_saves_as(document, copy, length);
                maq_report *report;
                assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
                maq_report_free(report);
                maq_document *other = pet_convert(document, k % 2 ? "pet" : "mpet",
                                                  k / 2 ? "pet-version=1.0" : "pet-version=1.3",
                                                  i % 2 ? "layout=documented" : NULL);
                pet_bytes written = pet_saved(other);
                pet_free(&written);
                maq_close(other);
            }
            maq_close(document);
        }
        copy[i] = kept;
    }
    free(copy);
}

static void every_byte(void **state) {
    (void)state;
    on_fixtures(edit_and_read);
}

static void edit_sample(const char *path, const char *kind, const pet_bytes *bytes) {
    (void)kind;
    edit_and_read(bytes->data, bytes->length, path);
}

static void every_byte_of_samples(void **state) {
    (void)state;
    pet_for_each_sample(edit_sample);
}

// Four bytes of FF at every offset: counts and indices among others.
static void set_wrong_counts(const void *bytes, size_t length, const char *name) {
    unsigned char *copy = malloc(length);
    assert_non_null(copy);
    for (size_t i = 0; i + 4 <= length; i++) {
        memcpy(copy, bytes, length);
        memset(copy + i, 0xff, 4);
        counted_memory counted;
        count_memory(&counted);
        exercise(copy, length, name, &counted.memory);
        assert_true(counted.most <= 64 * length + (16 << 20));
        assert_int_equal(counted.held, 0);
    }
    free(copy);
}

static void wrong_counts(void **state) {
    (void)state;
    on_fixtures(set_wrong_counts);
}

static void memory_that_fails(void **state) {
    (void)state;
    for (unsigned layout = 0; layout < 2; layout++) {
        pet_bytes b = {0};
        pet_file(&b, "pet", (pet_form){3, layout == 0, true}, true);
        exercise_failing_memory(b.data, b.length, "x.pet");
        pet_free(&b);
    }
    pet_bytes b = {0};
    pet_file(&b, "mpet", (pet_form){0, true, true}, false);
    exercise_failing_memory(b.data, b.length, "x.mpet");
    pet_free(&b);
}

static void meshes_and_documents_of_callers_fail_well(void **state) {
    (void)state;
    pet_bytes b = {0};
    pet_file(&b, "pet", (pet_form){3, true, true}, true);
    maq_document *document = pet_open(&b, "x.pet");
    maq_pet pet = *maq_document_pet(document);
    pet.sections = NULL;
    pet.section_count = 0;
    for (uint64_t fail_at = 1;; fail_at++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = fail_at;
        maq_pet_mesh mesh;
        maq_status status = maq_pet_mesh_open(document, &counted.memory, &mesh);
        if (status == MAQ_OK) {
            maq_document *made = NULL;
            status = maq_document_from_pet(&pet, &mesh, &counted.memory, &made);
            maq_close(made);
        }
        maq_pet_mesh_free(&mesh);
        assert_int_equal(counted.held, 0);
        if (status == MAQ_OK)
            break;
        assert_int_equal(status, MAQ_NO_MEMORY);
        assert_true(fail_at < 1000);
    }
    maq_close(document);
    pet_free(&b);
}

// ------------------------------------------------------------------------------- made by callers

static void what_an_encoding_cannot_hold_is_refused(void **state) {
    (void)state;
    maq_document *out = NULL;
    maq_pet pet = {.kind = MAQ_PET_BPET};
    assert_int_equal(maq_document_from_pet(NULL, NULL, NULL, &out), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_document_from_pet(&pet, NULL, NULL, NULL), MAQ_BAD_ARGUMENT);
    pet.minor = 4;
    assert_int_equal(maq_document_from_pet(&pet, NULL, NULL, &out), MAQ_BAD_ARGUMENT);
    pet.minor = 0;
    maq_pet_bone bone = {.name = {"a\0b", 3}, .parent = {-1, false}};
    pet.bones = &bone;
    pet.bone_count = 1;
    assert_int_equal(maq_document_from_pet(&pet, NULL, NULL, &out), MAQ_BAD_ARGUMENT);
    bone.name.length = 1;
    bone.parent.bone = 65536;
    assert_int_equal(maq_document_from_pet(&pet, NULL, NULL, &out), MAQ_BAD_ARGUMENT);
    bone.parent.bone = 255;
    assert_int_equal(maq_document_from_pet(&pet, NULL, NULL, &out), MAQ_OK);
    maq_close(out);
    pet.layout = MAQ_PET_DOCUMENTED;
    assert_int_equal(maq_document_from_pet(&pet, NULL, NULL, &out), MAQ_BAD_ARGUMENT);
    pet.layout = MAQ_PET_CLIENT;
    bone.parent.bone = -1;

    // Weights whose sum does not reach 255, or reaches it before the last one.
    maq_pet_weight weights[2] = {{{0, false}, 100}, {{0, false}, 100}};
    maq_pet_vertex vertex = {.weight_count = 2};
    maq_pet_mesh mesh = {
        .vertices = &vertex, .vertex_count = 1, .weights = weights, .weight_count = 2};
    pet.kind = MAQ_PET_PET;
    assert_int_equal(maq_document_from_pet(&pet, &mesh, NULL, &out), MAQ_BAD_ARGUMENT);
    weights[0].weight = 255;
    assert_int_equal(maq_document_from_pet(&pet, &mesh, NULL, &out), MAQ_BAD_ARGUMENT);
    weights[0].weight = 155;
    assert_int_equal(maq_document_from_pet(&pet, &mesh, NULL, &out), MAQ_OK);
    maq_close(out);
    vertex.first_weight = 1;
    assert_int_equal(maq_document_from_pet(&pet, &mesh, NULL, &out), MAQ_BAD_ARGUMENT);
    vertex.first_weight = 0;
    maq_pet_triangle triangle = {.specular = -1};
    mesh.triangles = &triangle;
    mesh.triangle_count = 1;
    assert_int_equal(maq_document_from_pet(&pet, &mesh, NULL, &out), MAQ_BAD_ARGUMENT);
    pet.minor = 2; // no coordinates are fine from 1.2 on
    assert_int_equal(maq_document_from_pet(&pet, &mesh, NULL, &out), MAQ_OK);
    assert_int_equal(maq_document_pet(out)->sections[0].tag, MAQ_PET_VERS);
    maq_close(out);
}

static void one_section_is_edited(void **state) {
    (void)state;
    pet_bytes b = {0};
    pet_file(&b, "pet", (pet_form){2, true, false}, true);
    maq_document *document = pet_open(&b, "x.pet"), *made = NULL;
    maq_pet pet = *maq_document_pet(document);
    maq_pet_section sections[16];
    memcpy(sections, pet.sections, pet.section_count * sizeof *sections);
    maq_pet_texture textures[2];
    memcpy(textures, pet.textures, sizeof textures);
    memcpy(textures[0].name, "other.jpg", 10);
    pet.textures = textures;
    pet.sections = sections;
    for (uint32_t i = 0; i < pet.section_count; i++)
        if (sections[i].tag == MAQ_PET_TEXT)
            sections[i].bytes = NULL;
    assert_int_equal(maq_document_from_pet(&pet, NULL, NULL, &made), MAQ_OK);
    pet_bytes written = pet_saved(made);
    // Nothing but the name differs.
    assert_int_equal(written.length, b.length);
    size_t first = b.length, last = 0;
    for (size_t i = 0; i < b.length; i++) {
        if (b.data[i] != written.data[i]) {
            first = i < first ? i : first;
            last = i;
        }
    }
    assert_true(first >= 12 + 12 && last < 12 + 12 + 32);
    pet_free(&written);
    maq_close(made);
    maq_close(document);
    pet_free(&b);
}

static void limits_hold(void **state) {
    (void)state;
    pet_bytes b = {0};
    pet_file(&b, "pet", (pet_form){3, true, false}, true);
    maq_memory memory = {.size = sizeof memory, .element_limit = 3};
    maq_open_options options = {.memory = &memory};
    maq_document *document = NULL;
    assert_int_equal(maq_open_memory(b.data, b.length, &options, &document), MAQ_OVER_LIMIT);
    assert_int_equal(pet_findings_of(maq_document_findings(document), "PET-0020"), 1);
    maq_close(document);
    pet_free(&b);
}

// Many bones, each the child of the next: no recursion, and no quadratic time.
static void a_long_chain_backwards(void **state) {
    (void)state;
    pet_bytes b = {0};
    pet_begin(&b, "BONE");
    pet_u8(&b, 0);
    pet_u16(&b, 60000);
    for (unsigned i = 0; i < 60000; i++) {
        pet_u8(&b, 'a' + i % 26);
        pet_u8(&b, 0);
        pet_u8(&b, 0xfe);
        pet_u16(&b, i + 1);
    }
    pet_end(&b);
    pet_begin(&b, "MOTI");
    pet_u32(&b, 20000);
    for (unsigned i = 0; i < 20000; i++) {
        pet_lstr(&b, "same");
        pet_u32(&b, 0);
        pet_u32(&b, 0);
        pet_lstr(&b, "nothing");
        pet_lstr(&b, "");
        pet_f32(&b, 0);
        pet_lstr(&b, "no bone");
    }
    pet_end(&b);
    exercise(b.data, b.length, "x.apet", NULL);
    maq_document *document = pet_open(&b, "x.apet");
    maq_document *documented = pet_convert(document, "pet", "layout=documented", NULL);
    maq_close(documented);
    maq_input inputs[2] = {{.document = document}, {.document = document}};
    maq_document *joined = NULL;
    assert_int_equal(maq_join(inputs, 2, "pet", NULL, &joined), MAQ_OK);
    maq_close(joined);
    maq_close(document);
    pet_free(&b);
}

// Weights of 0 are the smallest elements: two bytes each.
static void memory_stays_in_proportion(void **state) {
    (void)state;
    pet_form form = {0, true, false};
    pet_bytes b = {0};
    pet_bones(&b, form, true);
    pet_begin(&b, "MESH");
    pet_u32(&b, 1);
    pet_floats(&b, 3, (const float[]){0, 0, 0});
    for (unsigned i = 0; i < 1u << 19; i++)
        pet_u16(&b, 0);
    pet_u16(&b, 0xff);
    pet_u32(&b, 0);
    pet_end(&b);
    counted_memory counted;
    count_memory(&counted);
    assert_int_equal(exercise(b.data, b.length, "x.pet", &counted.memory), MAQ_OK);
    assert_true(counted.most <= 64 * b.length + (16 << 20));
    pet_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix),
        cmocka_unit_test(every_prefix_of_samples),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(every_byte_of_samples),
        cmocka_unit_test(wrong_counts),
        cmocka_unit_test(memory_that_fails),
        cmocka_unit_test(meshes_and_documents_of_callers_fail_well),
        cmocka_unit_test(what_an_encoding_cannot_hold_is_refused),
        cmocka_unit_test(one_section_is_edited),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_long_chain_backwards),
        cmocka_unit_test(memory_stays_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
