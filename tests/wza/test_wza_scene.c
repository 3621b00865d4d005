// SPDX-License-Identifier: MIT
//
// WZA to scenes and back.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/scene.h"
#include "maquette/wza.h"
#include "support/round_trip.h"
#include "support/scene_trip.h"
#include "support/wza_evaluate.h"

#define CLOSE(a, b) assert_true(fabs((double)(a) - (double)(b)) < 1e-4)

static maq_document *opened(const char *path) {
    maq_document *document = NULL;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    return document;
}

static void every_sound_file_comes_back(void **state) {
    (void)state;
    size_t lossless, count = assert_scene_trips("tests/data/wza", ".wza", &lossless);
    printf("%zu files came back the same, %zu of them without a loss\n", count, lossless);
    assert_true(count >= 40);
    assert_true(lossless >= 25);
}

static void the_parts_of_a_model_are_in_the_scene(void **state) {
    (void)state;
    maq_document *document = opened("tests/data/wza/model.wza");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    assert_int_equal(maq_scene_findings(scene)->losses, 0);
    assert_int_equal(scene->mesh_count, 1);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->triangle_count, 2);
    assert_int_equal(mesh->shape_count, 2);
    assert_true(mesh->shapes[0].positions[0][1] == 2.5f);
    assert_non_null(mesh->shapes[1].uvs);
    // Bones 0, 2, 1 in the order of the file; bone 2 is below bone 1 and keeps its own rotation.
    assert_int_equal(scene->nodes[1].kind, MAQ_NODE_JOINT);
    assert_int_equal(scene->nodes[1].parent, 2);
    assert_true(scene->nodes[1].ignores_parent_rotation);
    assert_false(scene->nodes[2].ignores_parent_rotation);
    assert_true(scene->nodes[2].rest.translation[2] == -1);
    assert_int_equal(scene->materials[0].texture_count, 3);
    assert_string_equal(scene->materials[0].textures[0].file, "hover tank/diff_000.png");
    const maq_scene_clip *clip = &scene->clips[0];
    assert_int_equal(clip->channel_count, 5);
    CLOSE(clip->duration, 1);
    maq_scene_free(scene);
    maq_close(document);
}

// What a clip of the scene does to the vertices is what the format says.
static void faces_point_outward_both_ways(void **state) {
    (void)state;
    maq_document *document = opened("tests/data/wza/rules/sound.wza");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    const uint32_t corners[3] = {0, 2, 1};
    assert_memory_equal(scene->meshes[0].triangles[0], corners, sizeof corners);
    assert_true(scene->meshes[0].normals[0][2] == -1);
    maq_scene_free(scene);
    maq_close(document);
}

// Without any extras the model is made anew, and moves as it did.
static void motion_is_the_same_without_extras(void **state) {
    (void)state;
    maq_document *document = document_of(
        "wza",
        "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 3\n0 0 0 5 0 0 1 1 0 0 0 1 0\n1 3 0 0 0 0 1 1 0 0 0 1 0\n"
        "2 0 4 0 0 0 1 1 0 0 0 1 0\nFACES 1\n0 0 1 2 0 0 1 0 0 1\nBONES 3\nBONE 0 -1 0 0 0 0 1\n0\n"
        "BONE 1 0 1 1 2 3 1\n1\nBONE 2 1 0 2 2 2 1\n2\nANIMATIONS 1\nANIMATION 0 1000\n"
        "PROPERTIES 3\n0 bone 0 1\n1 bone 1 1\n2 bone 2 1\nPOINTS 5\n0 0 0 0 0 0 0 0 1\n"
        "0 1000 1 2 3 0 0.6 0 0.8\n1 0 0 0 0 0 0 0 1\n1 1000 0 0 1 0.6 0 0 0.8\n"
        "2 1000 0 1 0 0 0 0.6 0.8\n");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    for (uint32_t i = 0; i < scene->node_count; i++)
        ((maq_scene_node *)(uintptr_t)scene->nodes)[i].extras = NULL;
    ((maq_scene_clip *)(uintptr_t)scene->clips)[0].extras = NULL;
    ((maq_scene_mesh *)(uintptr_t)scene->meshes)[0].extras = NULL;
    maq_document *back = document_of_scene(scene, "wza");
    const maq_document *both[2] = {document, back};
    wza_state *states[2];
    wza_evaluator *evaluators[2];
    static const double times[] = {0, 1000};
    for (int i = 0; i < 2; i++) {
        const maq_wza *wza = maq_document_wza(both[i]);
        evaluators[i] = wza_evaluator_new(wza);
        assert_non_null(evaluators[i]);
        states[i] = wza_state_new(evaluators[i]);
    }
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < 2; i++)
            assert_int_equal(wza_evaluate(evaluators[i], &maq_document_wza(both[i])->animations[0],
                                          times[t], states[i]),
                             MAQ_OK);
        // The vertices of the scene are in the order of the corners.
        for (uint32_t v = 0; v < 3; v++) {
            for (unsigned k = 0; k < 3; k++)
                CLOSE(states[0]->vertices[v].position[k], states[1]->vertices[v].position[k]);
        }
    }
    for (int i = 0; i < 2; i++) {
        wza_state_free(states[i]);
        wza_evaluator_free(evaluators[i]);
    }
    assert_no_errors(back, NULL);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void an_edited_mesh_is_believed_before_its_extras(void **state) {
    (void)state;
    maq_document *document = opened("tests/data/wza/model.wza");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    *(float *)(uintptr_t)&scene->meshes[0].positions[0][1] = 42;
    maq_document *back = document_of_scene(scene, "wza");
    assert_true(maq_document_wza(back)->shapes[0].vertices[0].position[1] == 42);
    assert_string_equal(maq_document_wza(back)->texture.name, "hover tank");
    assert_int_equal(maq_document_wza(back)->bone_count, 3);
    assert_no_errors(back, NULL);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void a_foreign_scene_is_told_of(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    mq_findings findings;
    mq_findings_init(&findings, arena, 100, 0);
    maq_scene scene;
    rich_scene(arena, &findings, &scene);
    maq_document *made = document_of_scene(&scene, "wza");
    char ids[2048];
    ids_of(maq_document_findings(made), ids, sizeof ids);
    static const char *const losses[] = {"WZA-0906", "WZA-0907", "WZA-0908", "WZA-0909",
                                         "WZA-0910", "WZA-0911", "WZA-0912", "WZA-0913"};
    for (size_t k = 0; k < sizeof losses / sizeof losses[0]; k++) {
        if (!strstr(ids, losses[k]))
            fail_msg("%s is not in %s", losses[k], ids);
    }
    assert_no_errors(made, NULL);
    const maq_wza *wza = maq_document_wza(made);
    assert_int_equal(wza->shape_count, 2);
    assert_int_equal(wza->shapes[0].vertex_count, 7);
    assert_int_equal(wza->bone_count, 3); // two joints, and the flag that moves
    assert_int_equal(wza->animation_count, 2);
    assert_true(wza->shapes[0].vertices[4].position[2] == -10);
    maq_close(made);
    mq_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sound_file_comes_back),
        cmocka_unit_test(the_parts_of_a_model_are_in_the_scene),
        cmocka_unit_test(faces_point_outward_both_ways),
        cmocka_unit_test(motion_is_the_same_without_extras),
        cmocka_unit_test(an_edited_mesh_is_believed_before_its_extras),
        cmocka_unit_test(a_foreign_scene_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
