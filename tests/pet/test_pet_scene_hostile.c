// SPDX-License-Identifier: MIT
//
// Puppets of all forms, including damaged ones, to scenes and back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/format.h"
#include "formats/pet/pet_priv.h"
#include "maquette/scene.h"
#include "support/hostile.h"
#include "support/pet_documents.h"

// To glTF and back: nothing changes.
static maq_status exact_round_trip(const maq_document *document, const pet_bytes *bytes,
                                   const maq_memory *memory) {
    maq_convert_options options = {.size = sizeof options, .memory = memory};
    maq_document *glb = NULL, *back = NULL;
    maq_status status = maq_convert(document, "glb", &options, &glb);
    if (status == MAQ_OK)
        status = maq_convert(glb, maq_document_variant(document)->name, &options, &back);
    if (status == MAQ_OK && bytes) {
        assert_int_equal(maq_document_findings(back)->count, 0);
        pet_saves_as(back, bytes->data, bytes->length);
    }
    maq_close(back);
    maq_close(glb);
    return status;
}

// From the scene alone: the result can be written and read.
static maq_status rebuild(const maq_scene *scene, const maq_variant *variant,
                          const maq_memory *memory) {
    maq_document *made = mq_document_new(memory, &mq_pet_format, variant, 0);
    if (!made)
        return MAQ_NO_MEMORY;
    maq_status status = mq_pet_format.from_scene(scene, &(mq_settings){NULL, 0}, made);
    mq_document_show_findings(made);
    if (status == MAQ_OK)
        status = mq_arena_status(made->arena);
    if (status == MAQ_OK && !memory) {
        pet_bytes saved = pet_saved(made);
        if (saved.length > 0)
            maq_close(pet_open(&saved, NULL));
        pet_free(&saved);
    }
    maq_close(made);
    return status;
}

static maq_status there_and_back(const maq_document *document, const pet_bytes *bytes,
                                 const maq_memory *memory) {
    maq_scene *scene = NULL;
    maq_status status = exact_round_trip(document, bytes, memory);
    if (status == MAQ_OK)
        status = maq_scene_from_document(document, memory, &scene);
    for (unsigned bare = 0; status == MAQ_OK && bare < 2; bare++) {
        maq_scene source = *scene;
        if (bare)
            source.extras = NULL;
        status = rebuild(&source, maq_document_variant(document), memory);
    }
    maq_scene_free(scene);
    return status;
}

typedef void (*form_test)(pet_bytes *bytes, const char *name);

static void on_all_forms(form_test test, unsigned step) {
    static const char *const kinds[] = {"pet", "apet", "bpet", "mpet"};
    for (unsigned i = 0; i < 4 * 4 * 4; i += step) {
        pet_form form = {i / 4 % 4, (i / 16 & 1) == 0, (i / 32 & 1) == 0};
        pet_bytes bytes = {0};
        char name[16] = "x.";
        strcat(name, kinds[i % 4]);
        pet_file(&bytes, kinds[i % 4], form, form.minor > 0);
        test(&bytes, name);
        pet_free(&bytes);
    }
}

static void come_back(pet_bytes *bytes, const char *name) {
    maq_document *document = pet_open(bytes, name);
    assert_int_equal(there_and_back(document, bytes, NULL), MAQ_OK);
    maq_close(document);
}

static void all_forms_come_back(void **state) {
    (void)state;
    on_all_forms(come_back, 1);
}

// How many of the edited files could be opened.
static unsigned opened;

static void edit_bytes(pet_bytes *bytes, const char *name) {
    for (size_t i = 0; i < bytes->length; i++) {
        unsigned char old = bytes->data[i];
        const unsigned char edits[] = {0, 0xff, (unsigned char)(old + 1), (unsigned char)(old - 1)};
        for (unsigned k = 0; k < sizeof edits; k++) {
            bytes->data[i] = edits[k];
            maq_document *document = NULL;
            maq_open_options options = {.size = sizeof options, .file_name = name};
            if (maq_open_memory(bytes->data, bytes->length, &options, &document) == MAQ_OK &&
                ++opened)
                assert_int_equal(there_and_back(document, bytes, NULL), MAQ_OK);
            maq_close(document);
        }
        bytes->data[i] = old;
    }
}

static void every_byte(void **state) {
    (void)state;
    // Each kind, and each version of one: the largest have 2 KB.
    on_all_forms(edit_bytes, 13);
    assert_true(opened > 1000);
}

static void fail_memory(pet_bytes *bytes, const char *name) {
    maq_document *document = pet_open(bytes, name);
    for (uint64_t fail_at = 1;; fail_at++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = fail_at;
        maq_status status = there_and_back(document, NULL, &counted.memory);
        assert_int_equal(counted.blocks, 0);
        if (status == MAQ_OK)
            break;
        assert_int_equal(status, MAQ_NO_MEMORY);
        assert_true(fail_at < 10000);
    }
    maq_close(document);
}

static void memory_that_fails(void **state) {
    (void)state;
    on_all_forms(fail_memory, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_forms_come_back),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(memory_that_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
