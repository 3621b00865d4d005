// SPDX-License-Identifier: MIT
//
// Models attached to nodes of others.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/motion.h"
#include "support/documents.h"

#define MODELS "examples/models/"

static maq_document *opened(const char *path) {
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    return document;
}

static maq_scene *joined(const maq_input *inputs, size_t count) {
    maq_document *glb;
    maq_scene *scene;
    assert_int_equal(maq_join(inputs, count, "glb", NULL, &glb), MAQ_OK);
    assert_int_equal(maq_scene_from_document(glb, NULL, &scene), MAQ_OK);
    maq_close(glb);
    return scene;
}

static uint32_t node_of(const maq_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (strcmp(scene->nodes[i].name, name) == 0)
            return i;
    }
    fail_msg("there is no node %s", name);
    return 0;
}

// The first vertex of a node's mesh at a time of a clip (MAQ_SCENE_NONE: at rest).
static void first_vertex(const maq_scene *scene, uint32_t node, uint32_t clip, double time,
                         float out[3]) {
    maq_motion *motion;
    assert_int_equal(maq_motion_new(scene, NULL, &motion), MAQ_OK);
    assert_int_equal(maq_motion_pose(motion, clip, time, NULL), MAQ_OK);
    uint32_t count = scene->meshes[scene->nodes[node].mesh].vertex_count;
    float(*positions)[3] = calloc(count, sizeof *positions);
    maq_deformed_mesh mesh = {.positions = positions};
    assert_int_equal(maq_motion_mesh(motion, node, &mesh, 0), MAQ_OK);
    memcpy(out, positions[0], sizeof positions[0]);
    free(positions);
    maq_motion_free(motion);
}

static uint32_t mesh_node(const maq_scene *scene, uint32_t from) {
    for (uint32_t i = from; i < scene->node_count; i++) {
        if (scene->nodes[i].mesh != MAQ_SCENE_NONE)
            return i;
    }
    fail_msg("no node has a mesh");
    return 0;
}

static void a_turret_sits_on_its_connector(void **state) {
    (void)state;
    maq_document *tower = opened(MODELS "tower.pie"), *turret = opened(MODELS "turret.pie");
    maq_input inputs[] = {{.document = tower}, {.document = turret, .attach_to = "connector 1"}};
    maq_scene *whole = joined(inputs, 2), *alone = joined(&(maq_input){.document = turret}, 1);
    maq_scene *base = joined(&(maq_input){.document = tower}, 1);
    assert_int_equal(whole->mesh_count, base->mesh_count + alone->mesh_count);
    assert_int_equal(whole->node_count, base->node_count + alone->node_count);
    float there[3], here[3];
    first_vertex(alone, mesh_node(alone, 0), MAQ_SCENE_NONE, 0, here);
    first_vertex(whole, mesh_node(whole, base->node_count), MAQ_SCENE_NONE, 0, there);
    // The connector of tower.pie is 72 above the ground.
    assert_true(there[0] == here[0] && fabsf(there[1] - here[1] - 72) < 1e-4f &&
                there[2] == here[2]);
    // Both models have a connector 1: the second has the file's name before it.
    assert_int_not_equal(node_of(whole, "connector 1"), node_of(whole, "turret/connector 1"));
    maq_scene_free(base);
    maq_scene_free(alone);
    maq_scene_free(whole);
    maq_close(turret);
    maq_close(tower);
}

static void attaching_goes_on_and_on(void **state) {
    (void)state;
    maq_document *tower = opened(MODELS "tower.pie"), *turret = opened(MODELS "turret.pie");
    maq_input inputs[] = {{.document = tower},
                          {.document = turret, .attach_to = "connector 1"},
                          {.document = turret, .attach_to = "turret/connector 1"},
                          {.document = turret, .attach_to = "turret#2/connector 1"}};
    maq_scene *scene = joined(inputs, 4);
    uint32_t last = node_of(scene, "turret#3/connector 1"), depth = 0;
    for (uint32_t node = last; node != MAQ_SCENE_NONE; node = scene->nodes[node].parent)
        depth++;
    assert_true(depth >= 4);
    maq_scene_free(scene);
    maq_close(turret);
    maq_close(tower);
}

static void what_is_attached_moves_along(void **state) {
    (void)state;
    maq_document *radar = opened(MODELS "radar.pie"), *crate = opened(MODELS "crate.pie");
    maq_scene *alone = joined(&(maq_input){.document = radar}, 1);
    assert_int_equal(alone->clip_count, 1);
    uint32_t moved = alone->clips[0].channels[0].target;
    maq_input inputs[] = {{.document = radar},
                          {.document = crate, .attach_to = alone->nodes[moved].name}};
    maq_scene *scene = joined(inputs, 2);
    uint32_t node = mesh_node(scene, alone->node_count);
    float begin[3], later[3];
    first_vertex(scene, node, 0, 0, begin);
    first_vertex(scene, node, 0, 0.7, later);
    assert_true(fabsf(begin[0] - later[0]) + fabsf(begin[2] - later[2]) > 1);
    maq_scene_free(scene);
    maq_scene_free(alone);
    maq_close(crate);
    maq_close(radar);
}

static void clips_of_one_name_play_together(void **state) {
    (void)state;
    maq_document *radar = opened(MODELS "radar.pie"), *tower = opened(MODELS "tower.pie");
    maq_scene *alone = joined(&(maq_input){.document = radar}, 1);
    maq_input inputs[] = {{.document = tower},
                          {.document = radar, .attach_to = "connector 1"},
                          {.document = radar, .attach_to = "connector 1"}};
    maq_scene *scene = joined(inputs, 3);
    uint32_t channels = 0;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        if (strcmp(scene->clips[i].name, alone->clips[0].name) == 0)
            channels += scene->clips[i].channel_count;
    }
    assert_true(channels >= 2 * alone->clips[0].channel_count);
    assert_true(scene->clips[0].duration >= alone->clips[0].duration);
    maq_scene_free(scene);
    maq_scene_free(alone);
    maq_close(tower);
    maq_close(radar);
}

static void an_unknown_name_lists_what_there_is(void **state) {
    (void)state;
    maq_document *tower = opened(MODELS "tower.pie"), *turret = opened(MODELS "turret.pie"), *out;
    maq_input inputs[] = {{.document = tower}, {.document = turret, .attach_to = "conector"}};
    assert_int_equal(maq_join(inputs, 2, "glb", NULL, &out), MAQ_BAD_DATA);
    const maq_finding *finding = finding_of(out, "MAQ-0904");
    assert_non_null(finding);
    assert_non_null(strstr(finding->message, "\"conector\"; the model has \"connector 1\""));
    maq_close(out);
    // Nothing to attach to at all.
    assert_int_equal(maq_join(inputs + 1, 1, "glb", NULL, &out), MAQ_BAD_ARGUMENT);
    maq_close(turret);
    maq_close(tower);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    maq_document *tower = opened(MODELS "tower.pie"), *turret = opened(MODELS "turret.pie"), *out;
    maq_input inputs[] = {{.document = tower}, {.document = turret, .attach_to = "connector 1"}};
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t n = 1; status == MAQ_NO_MEMORY; n++) {
        maq_memory memory = {.fail_at = n};
        maq_convert_options options = {.memory = &memory};
        status = maq_join(inputs, 2, "obj", &options, &out);
        assert_true(n < 100000);
    }
    assert_int_equal(status, MAQ_OK);
    maq_close(out);
    maq_close(turret);
    maq_close(tower);
}

static void the_result_goes_to_any_format(void **state) {
    (void)state;
    static const char *const variants[] = {"pie4", "wzm3", "wza",  "iqm",
                                           "iqe",  "pet",  "gltf", "obj"};
    maq_document *tower = opened(MODELS "tower.pie"), *turret = opened(MODELS "turret.pie"), *out;
    maq_input inputs[] = {{.document = tower}, {.document = turret, .attach_to = "connector 1"}};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        maq_tree *tree;
        double triangles = 0;
        assert_int_equal(maq_join(inputs, 2, variants[i], NULL, &out), MAQ_OK);
        assert_int_equal(maq_info(out, NULL, &tree), MAQ_OK);
        maq_value_number(maq_value_find(maq_tree_root(tree), "triangle_count"), &triangles);
        assert_true(triangles > 96); // of the tower alone
        maq_tree_free(tree);
        maq_close(out);
    }
    maq_close(turret);
    maq_close(tower);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turret_sits_on_its_connector),
        cmocka_unit_test(attaching_goes_on_and_on),
        cmocka_unit_test(what_is_attached_moves_along),
        cmocka_unit_test(clips_of_one_name_play_together),
        cmocka_unit_test(an_unknown_name_lists_what_there_is),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(the_result_goes_to_any_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
