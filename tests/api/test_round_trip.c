// SPDX-License-Identifier: MIT
//
// Exact conversions back from glTF: the carried file is found, unchanged scenes are recognised as
// such, and an edited one is not.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/round_trip.h"
#include "maquette/gltf.h"
#include "base/digest.h"
#include "scene/digest.h"
#include "support/conversions.h"
#include "support/corpus.h"
#include "support/documents.h"
#include "support/hostile.h"

static maq_document *to_glb(const maq_document *document, const char *variant) {
    maq_document *glb, *again;
    maq_buffer buffer;
    maq_open_options options = {.format = variant};
    assert_int_equal(maq_convert(document, variant, NULL, &glb), MAQ_OK);
    assert_int_equal(maq_save_memory(glb, NULL, &buffer), MAQ_OK);
    assert_int_equal(maq_open_memory(buffer.data, buffer.length, &options, &again), MAQ_OK);
    maq_buffer_free(&buffer);
    maq_close(glb);
    return again;
}

static bool restores(const maq_document *glb, const maq_document *original) {
    bool restored;
    maq_document *made = mq_document_new(NULL, original->format, original->variant, 0);
    assert_non_null(made);
    assert_int_equal(mq_round_trip_restore(glb, &(mq_settings){0}, made, &restored), MAQ_OK);
    bool same = restored && say_the_same(made, original);
    maq_close(made);
    return same;
}

static void unedited_models_come_back(void **state) {
    (void)state;
    unsigned tried = 0;
    for (size_t i = 0; i < CONVERSION_NAMES; i++) {
        maq_document *document = conversion_source(conversion_names[i]);
        bool carried = document->format->one_file_holds_all;
        for (int k = 0; k < 2; k++) {
            maq_document *glb = to_glb(document, k ? "gltf" : "glb");
            assert_int_equal(maq_document_gltf(glb)->source.data != NULL, carried);
            if (carried && !restores(glb, document))
                fail_msg("%s does not come back", conversion_names[i]);
            tried += carried;
            maq_close(glb);
        }
        maq_close(document);
    }
    assert_int_equal(tried, 30);
}

static void the_format_of_the_original_is_named(void **state) {
    (void)state;
    maq_document *document = conversion_source("pie3"), *glb = to_glb(document, "glb");
    maq_scene *scene;
    assert_string_equal(maq_document_gltf(glb)->source_format, "pie");
    assert_string_equal(maq_document_gltf(glb)->source.variant, "pie3");
    assert_int_equal(maq_scene_from_document(glb, NULL, &scene), MAQ_OK);
    assert_string_equal(scene->source_format, "pie");
    assert_null(scene->source.data);
    maq_scene_free(scene);
    maq_close(glb);
    maq_close(document);
}

static void another_family_gets_the_scene(void **state) {
    (void)state;
    bool restored;
    maq_document *document = conversion_source("pie3"), *glb = to_glb(document, "glb"), *iqm;
    assert_int_equal(maq_convert(glb, "iqm", NULL, &iqm), MAQ_OK);
    assert_int_equal(mq_round_trip_restore(glb, &(mq_settings){0}, iqm, &restored), MAQ_OK);
    assert_false(restored);
    maq_close(iqm);
    maq_close(glb);
    maq_close(document);
}

// Changes one thing of a scene at a time; every change must be seen.
static void every_edit_is_seen(void **state) {
    (void)state;
    maq_document *document = conversion_source("pie4"), *glb = to_glb(document, "glb");
    maq_scene *scene = MQ_WRITABLE(maq_scene, maq_document_gltf(glb));
    maq_scene_mesh *mesh = MQ_WRITABLE(maq_scene_mesh, scene->meshes);
    maq_scene_node *node = MQ_WRITABLE(maq_scene_node, scene->nodes);
    maq_scene_material *material = MQ_WRITABLE(maq_scene_material, scene->materials);
    maq_scene_clip *clip = MQ_WRITABLE(maq_scene_clip, scene->clips);
    assert_true(restores(glb, document));
#define EDIT(lvalue, value)                                                                        \
    do {                                                                                           \
        uint64_t kept = 0;                                                                         \
        memcpy(&kept, &(lvalue), sizeof(lvalue));                                                  \
        (lvalue) = (value);                                                                        \
        assert_false(restores(glb, document));                                                     \
        memcpy(&(lvalue), &kept, sizeof(lvalue));                                                  \
        assert_true(restores(glb, document));                                                      \
    } while (0)
    EDIT(mesh->name, "other");
    EDIT(*MQ_WRITABLE(float, &mesh->positions[0][1]), 12345.0f);
    EDIT(*MQ_WRITABLE(float, &mesh->uvs[0][0][0]), 0.625f);
    EDIT(*MQ_WRITABLE(uint32_t, &mesh->triangles[0][0]), mesh->triangles[0][1]);
    EDIT(mesh->extras, NULL);
    EDIT(node->rest.translation[0], 9.0f);
    EDIT(node->name, "other");
    EDIT(material->two_sided, !material->two_sided);
    EDIT(MQ_WRITABLE(maq_scene_texture, material->textures)->file, "other.png");
    EDIT(clip->duration, 99.0f);
    EDIT(*MQ_WRITABLE(float, &clip->channels[0].values[0]), 77.0f);
    EDIT(scene->event_count, 0u);
    EDIT(scene->source.length, scene->source.length - 1);
    EDIT(scene->source.variant, "iqm");
#undef EDIT
    maq_close(glb);
    maq_close(document);
}

// The result carries the file of the document. It is one copy when both have the same memory, and stays when the
// document is closed.
static void the_carried_file_is_shared(void **state) {
    (void)state;
    enum { LENGTH = 1 << 20 };
    static char text[LENGTH + 1];
    static const char model[] =
        "PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 3\n0 0 0\n1 0 0\n0 1 0\n"
        "POLYGONS 1\n200 3 0 1 2 0 0 1 0 0 1\n#";
    memset(text, ' ', LENGTH);
    memcpy(text, model, sizeof model - 1);
    for (int same = 0; same < 2; same++) {
        counted_memory of_document, of_result;
        count_memory(&of_document);
        count_memory(&of_result);
        counted_memory *counted = same ? &of_document : &of_result;
        maq_open_options open = {.size = sizeof open, .memory = &of_document.memory};
        maq_convert_options convert = {.size = sizeof convert, .memory = &counted->memory};
        maq_document *document, *glb;
        assert_int_equal(maq_open_memory(text, LENGTH, &open, &document), MAQ_OK);
        size_t before = counted->held;
        assert_int_equal(maq_convert(document, "glb", &convert, &glb), MAQ_OK);
        assert_int_equal(counted->held - before > LENGTH, !same);
        maq_close(document);
        assert_int_equal(of_document.held > LENGTH, same);
        const maq_scene_source *source = &maq_document_gltf(glb)->source;
        assert_int_equal(source->length, LENGTH);
        assert_memory_equal(source->data, text, LENGTH);
        maq_close(glb);
        assert_int_equal(of_document.held + of_result.held, 0);
    }
}

// A file whose digest agrees but whose source is not a model falls back to the scene.
static void a_broken_source_is_passed_over(void **state) {
    (void)state;
    static const unsigned char noise[] = "not a model";
    maq_document *document = conversion_source("pie3"), *glb = to_glb(document, "glb"), *pie;
    maq_scene *scene = MQ_WRITABLE(maq_scene, maq_document_gltf(glb));
    scene->source.data = noise;
    scene->source.length = sizeof noise;
    scene->source.digest = mq_digest_bytes(mq_scene_digest(scene), noise, sizeof noise);
    assert_false(restores(glb, document));
    assert_int_equal(maq_convert(glb, "pie3", NULL, &pie), MAQ_OK);
    maq_close(pie);
    maq_close(glb);
    maq_close(document);
}

static void try_file(const char *path, void *context) {
    unsigned *faults = context;
    maq_document *document = NULL;
    if (maq_open_file(path, NULL, &document) == MAQ_OK) {
        maq_document *glb = to_glb(document, "glb");
        if (!restores(glb, document)) {
            printf("%s does not come back\n", path);
            (*faults)++;
        }
        maq_close(glb);
    }
    maq_close(document);
}

static void real_models_come_back(void **state) {
    (void)state;
    unsigned faults = 0;
    walk_corpus("pie/debian", ".pie", try_file, &faults);
    walk_corpus("iqm", ".iqm", try_file, &faults);
    walk_corpus("iqe", ".iqe", try_file, &faults);
    walk_corpus("pet", "pet", try_file, &faults);
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unedited_models_come_back),
        cmocka_unit_test(the_format_of_the_original_is_named),
        cmocka_unit_test(another_family_gets_the_scene),
        cmocka_unit_test(every_edit_is_seen),
        cmocka_unit_test(the_carried_file_is_shared),
        cmocka_unit_test(a_broken_source_is_passed_over),
        cmocka_unit_test(real_models_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
