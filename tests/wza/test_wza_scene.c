// SPDX-License-Identifier: MIT
//
// WZA to scenes, and scenes to WZA.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/scene.h"
#include "maquette/wza.h"
#include "support/hostile.h"
#include "support/round_trip.h"
#include "support/scene_trip.h"
#include "support/wza_evaluate.h"

#define CLOSE(a, b) assert_true(fabs((double)(a) - (double)(b)) < 1e-4)

static maq_document *opened(const char *path) {
    maq_document *document = NULL;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    return document;
}

static void unedited_files_come_back_from_glb(void **state) {
    (void)state;
    size_t lossless, count = assert_glb_trips("tests/data/wza", ".wza", &lossless);
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
    // Bones 0, 2, 1 in the order of the file; bone 2 is below bone 1 and has no hinge.
    assert_int_equal(scene->nodes[1].kind, MAQ_NODE_JOINT);
    assert_int_equal(scene->nodes[1].parent, 2);
    for (int i = 0; i < 3; i++) {
        const maq_value *own = maq_value_find(scene->nodes[i].extras, "wza");
        assert_int_equal(maq_value_find(own, "hinge")->as.boolean,
                         maq_document_wza(document)->bones[i].hinge);
        assert_false(scene->nodes[i].ignores_parent_rotation);
    }
    assert_true(scene->nodes[2].rest.translation[2] == -1);
    assert_int_equal(scene->materials[0].texture_count, 3);
    assert_string_equal(scene->materials[0].textures[0].file, "hover tank/diff_000.png");
    const maq_scene_clip *clip = &scene->clips[0];
    // Bone 0 moves and turns; bone 2 takes its rotation back. Two shapes, and the texture.
    assert_int_equal(clip->channel_count, 6);
    CLOSE(clip->duration, 1);
    maq_scene_free(scene);
    maq_close(document);
}

static void faces_point_outward_both_ways(void **state) {
    (void)state;
    maq_document *document = opened("tests/data/wza/rules/valid.wza");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    const uint32_t corners[3] = {0, 2, 1};
    assert_memory_equal(scene->meshes[0].triangles[0], corners, sizeof corners);
    assert_true(scene->meshes[0].normals[0][2] == -1);
    maq_scene_free(scene);
    maq_close(document);
}

// Without any extras the model is built from the scene alone, and moves as it did.
// An editor gives every node channels that stay at rest: the node of vertices without a bone does not
// become a bone, and a scale of 1 is not a loss.
static void channels_that_stay_at_rest_change_nothing(void **state) {
    (void)state;
    maq_document *document = document_of(
        "wza",
        "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 3\n0 0 0 5 0 0 1 1 0 0 0 1 0\n"
        "1 3 0 0 0 0 1 1 0 0 0 1 0\n2 0 4 0 0 0 1 1 0 0 0 1 0\nFACES 1\n0 0 1 2 0 0 1 0 0 1\n"
        "BONES 1\nBONE 0 -1 0 0 0 0 1\n0\nANIMATIONS 1\nANIMATION 0 1000\nPROPERTIES 1\n"
        "0 bone 0 1\nPOINTS 2\n0 0 0 0 0 0 0 0 1\n0 1000 1 2 3 0 0.6 0 0.8\n");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    enum { MOST = 16 };
    static const float times[] = {0, 1};
    static float values[MOST][8];
    static maq_scene_channel channels[2 * MOST];
    maq_scene_clip *clip = MQ_WRITABLE(maq_scene_clip, scene->clips);
    assert_true(clip->channel_count < MOST && scene->node_count < MOST);
    memcpy(channels, clip->channels, clip->channel_count * sizeof *channels);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        for (int key = 0; key < 2; key++) {
            for (int k = 0; k < 4; k++)
                values[i][key * 4 + k] = -scene->nodes[i].rest.rotation[k];
        }
        static const float ones[] = {1, 1, 1, 1.0000001f, 1, 1};
        channels[clip->channel_count++] = (maq_scene_channel){
            .path = MAQ_CHANNEL_SCALE, .target = i, .key_count = 2, .times = times, .values = ones};
        if (strcmp(scene->nodes[i].name, "still") == 0)
            channels[clip->channel_count++] = (maq_scene_channel){.path = MAQ_CHANNEL_ROTATION,
                                                                  .target = i,
                                                                  .key_count = 2,
                                                                  .times = times,
                                                                  .values = values[i]};
    }
    clip->channels = channels;
    maq_document *back = document_of_scene(scene, "wza");
    assert_int_equal(maq_document_wza(back)->bone_count, 1);
    for (size_t i = 0; i < maq_document_findings(back)->count; i++)
        assert_string_not_equal(maq_document_findings(back)->items[i].rule->id, "WZA-0911");
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

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
        MQ_WRITABLE(maq_scene_node, scene->nodes)[i].extras = NULL;
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

// The bones, shapes and animations of an edited model keep their numbers, and the texture its
// settings: other files and images are named after them.
static void an_edited_model_keeps_its_properties(void **state) {
    (void)state;
    maq_document *document = opened("tests/data/wza/model.wza");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    *MQ_WRITABLE(float, &scene->meshes[0].positions[0][1]) = 42;
    maq_document *back = document_of_scene(scene, "wza");
    const maq_wza *before = maq_document_wza(document), *after = maq_document_wza(back);
    assert_true(after->shapes[0].vertices[0].position[1] == 42);
    assert_string_equal(after->texture.name, "hover tank");
    assert_int_equal(after->texture.animated, before->texture.animated);
    assert_int_equal(after->texture.normal_map, before->texture.normal_map);
    assert_int_equal(after->texture.specular_map, before->texture.specular_map);
    assert_int_equal(after->texture.team_mask, before->texture.team_mask);
    assert_int_equal(after->bone_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(after->bones[i].index, before->bones[i].index);
        assert_int_equal(after->bones[i].parent, before->bones[i].parent);
        assert_int_equal(after->bones[i].hinge, before->bones[i].hinge);
        assert_memory_equal(after->bones[i].position, before->bones[i].position,
                            sizeof after->bones[i].position);
    }
    assert_int_equal(after->shape_count, before->shape_count);
    for (uint32_t i = 0; i < after->shape_count; i++)
        assert_int_equal(after->shapes[i].number, before->shapes[i].number);
    assert_int_equal(after->animations[0].index, before->animations[0].index);
    assert_int_equal(after->animations[0].length, before->animations[0].length);
    assert_int_equal(maq_document_findings(back)->losses, 0);
    assert_no_errors(back, NULL);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

// Numbers in names that two things share, or that are too large, go to the first that can have them.
static void numbers_are_assigned_once(void **state) {
    (void)state;
    maq_document *document = document_of(
        "wza", "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 1\n0 0 0 0 0 0 1 1 0 0 0 1 0\nFACES 0\n"
               "BONES 3\nBONE 2 -1 0 0 0 0 1\n0\nBONE 0 2 1 1 2 3 0\nBONE 1 0 0 2 2 2 0\n");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    maq_scene_node *nodes = MQ_WRITABLE(maq_scene_node, scene->nodes);
    static const struct {
        const char *names[3];
        int32_t indices[3];
    } rows[] = {{{"bone 2", "bone 0", "bone 1"}, {2, 0, 1}},
                {{"bone 1", "bone 1", "bone 1"}, {1, 0, 2}},
                {{"hip", "bone 7", "bone 0"}, {1, 2, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int k = 0; k < 3; k++)
            nodes[k].name = rows[i].names[k];
        maq_document *back = document_of_scene(scene, "wza");
        const maq_wza *wza = maq_document_wza(back);
        for (int k = 0; k < 3; k++)
            assert_int_equal(wza->bones[k].index, rows[i].indices[k]);
        assert_int_equal(wza->bones[1].parent, rows[i].indices[0]);
        assert_int_equal(wza->bones[2].parent, rows[i].indices[1]);
        assert_no_errors(back, NULL);
        maq_close(back);
    }
    maq_scene_free(scene);
    maq_close(document);
}

static void losses_of_other_scenes_are_reported(void **state) {
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

// Each bone of a long chain turns with all above it: keys and time are bounded, and it is reported.
static void long_chains_of_turning_bones_are_bounded(void **state) {
    (void)state;
    enum { BONES = 3000 };
    size_t capacity = (size_t)BONES * 140 + 1000, length = 0;
    char *text = malloc(capacity);
    assert_non_null(text);
#define WRITE(...) length += (size_t)snprintf(text + length, capacity - length, __VA_ARGS__)
    WRITE("WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 1\n0 0 0 0 0 0 1 1 0 0 0 1 0\nFACES 0\nBONES %d\n",
          BONES);
    for (int i = 0; i < BONES; i++)
        WRITE("BONE %d %d 1 %d 0 0 0\n", i, i - 1, i);
    WRITE("ANIMATIONS 1\nANIMATION 0 1000\nPROPERTIES %d\n", BONES);
    for (int i = 0; i < BONES; i++)
        WRITE("%d bone %d 1\n", i, i);
    WRITE("POINTS %d\n", 2 * BONES);
    for (int i = 0; i < BONES; i++)
        WRITE("%d %d 0 0 0 0 0 0 1\n%d 1000 1 0 0 0.6 0 0 0.8\n", i, i % 900, i);
#undef WRITE
    assert_true(length < capacity);
    counted_memory counted;
    count_memory(&counted);
    maq_document *document = document_of("wza", text);
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, &counted.memory, &scene), MAQ_OK);
    assert_true(counted.most < (size_t)64 << 20);
    assert_ids(maq_scene_findings(scene), "WZA-0904");
    maq_scene_free(scene);
    assert_int_equal(counted.held, 0);
    maq_close(document);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unedited_files_come_back_from_glb),
        cmocka_unit_test(the_parts_of_a_model_are_in_the_scene),
        cmocka_unit_test(faces_point_outward_both_ways),
        cmocka_unit_test(channels_that_stay_at_rest_change_nothing),
        cmocka_unit_test(motion_is_the_same_without_extras),
        cmocka_unit_test(an_edited_model_keeps_its_properties),
        cmocka_unit_test(numbers_are_assigned_once),
        cmocka_unit_test(losses_of_other_scenes_are_reported),
        cmocka_unit_test(long_chains_of_turning_bones_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
