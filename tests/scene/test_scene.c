// SPDX-License-Identifier: MIT
//
// The scene: axes in both directions, geometry, validation.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/math.h"
#include "scene/axes.h"
#include "scene/copy.h"
#include "scene/digest.h"
#include "scene/geometry.h"
#include "scene/scene.h"
#include "support/full_scene.h"

#define CLOSE(a, b) assert_true(fabs((double)(a) - (double)(b)) < 1e-5)

// ------------------------------------------------------------------------------------------ axes

static void each_format_has_its_axes(void **state) {
    (void)state;
    static const struct {
        mq_axes axes;
        float from[3], to[3];
    } rows[] = {
        {MQ_AXES_SCENE, {1, 2, 3}, {1, 2, 3}},
        {MQ_AXES_WARZONE, {1, 2, 3}, {1, 2, -3}},
        {MQ_AXES_PIE_CONNECTOR, {1, 2, 3}, {1, 3, -2}},
        {MQ_AXES_INTER_QUAKE, {1, 2, 3}, {1, 3, -2}},
        {MQ_AXES_PANGYA, {1, 2, 3}, {-1, 2, 3}},
    };
    for (size_t i = 0; i < MQ_AXES_COUNT; i++) {
        float there[3], back[3];
        mq_axes_to_scene(rows[i].axes, rows[i].from, there);
        assert_memory_equal(there, rows[i].to, sizeof there);
        mq_axes_from_scene(rows[i].axes, there, back);
        assert_memory_equal(back, rows[i].from, sizeof back);
        mq_axes_to_scene(rows[i].axes, back, back); // in place
        assert_memory_equal(back, rows[i].to, sizeof back);
        mq_axes_scale_to_scene(rows[i].axes, rows[i].from, there);
        for (int k = 0; k < 3; k++)
            assert_true(there[k] == fabsf(rows[i].to[k]));
        mq_axes_scale_from_scene(rows[i].axes, there, back);
        assert_memory_equal(back, rows[i].from, sizeof back);
        assert_int_equal(mq_axes_swap_corners(rows[i].axes), rows[i].axes != MQ_AXES_SCENE);
    }
}

static mq_vec3 turned(const float rotation[4], mq_vec3 v) {
    mq_quat q = {rotation[0], rotation[1], rotation[2], rotation[3]};
    mq_mat34 m = mq_mat34_from((mq_vec3){0, 0, 0}, q, (mq_vec3){1, 1, 1});
    return mq_mat34_point(&m, v);
}

// To turn and then change axes is the same as to change axes and then turn.
static void rotations_follow_the_axes(void **state) {
    (void)state;
    float half = sqrtf(0.5f);
    const float rotations[][4] = {{half, 0, 0, half},
                                  {0, half, 0, half},
                                  {0, 0, half, half},
                                  {0.5f, 0.5f, 0.5f, 0.5f},
                                  {0.1f, -0.7f, 0.1f, 0.7f}};
    const float points[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, 3}};
    for (mq_axes axes = 0; axes < MQ_AXES_COUNT; axes++) {
        for (size_t r = 0; r < 5; r++) {
            float there[4], back[4];
            mq_axes_rotation_to_scene(axes, rotations[r], there);
            mq_axes_rotation_from_scene(axes, there, back);
            assert_memory_equal(back, rotations[r], sizeof back);
            for (size_t p = 0; p < 4; p++) {
                mq_vec3 v = {points[p][0], points[p][1], points[p][2]};
                mq_vec3 before = turned(rotations[r], v);
                float expected[3] = {(float)before.x, (float)before.y, (float)before.z};
                mq_axes_to_scene(axes, expected, expected);
                float moved[3];
                mq_axes_to_scene(axes, points[p], moved);
                mq_vec3 after = turned(there, (mq_vec3){moved[0], moved[1], moved[2]});
                CLOSE(after.x, expected[0]);
                CLOSE(after.y, expected[1]);
                CLOSE(after.z, expected[2]);
            }
        }
    }
}

// -------------------------------------------------------------------------------------- geometry

static const float cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
// Counter-clockwise seen from outside.
static const uint32_t cube_faces[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                           {0, 1, 5}, {0, 5, 4}, {3, 6, 2}, {3, 7, 6},
                                           {0, 4, 7}, {0, 7, 3}, {1, 2, 6}, {1, 6, 5}};

static void normals_point_outward(void **state) {
    (void)state;
    float normal[3];
    mq_triangle_normal(cube[4], cube[5], cube[6], normal);
    CLOSE(normal[2], 1);
    mq_triangle_normal(cube[0], cube[0], cube[1], normal);
    CLOSE(normal[0] + normal[1] + normal[2], 0);
    CLOSE(mq_signed_volume(cube, cube_faces, 12), 6);
    mq_arena *arena = mq_arena_new(NULL);
    float smooth[8][3];
    assert_true(mq_smooth_normals(arena, cube, 8, cube_faces, 12, smooth));
    for (int i = 0; i < 8; i++) {
        CLOSE(mq_length((mq_vec3){smooth[i][0], smooth[i][1], smooth[i][2]}), 1);
        for (int axis = 0; axis < 3; axis++)
            assert_true(cube[i][axis] > 0 ? smooth[i][axis] > 0.3f : smooth[i][axis] < -0.3f);
    }
    const float far_apart[3][3] = {{-3e38f, 0, 0}, {3e38f, 0, 0}, {0, 3e38f, 0}};
    const uint32_t one[1][3] = {{0, 1, 2}};
    assert_true(mq_smooth_normals(arena, far_apart, 3, one, 1, smooth));
    CLOSE(smooth[0][2], 1);
    mq_arena_free(arena);
}

static void tangents_are_valid_everywhere(void **state) {
    (void)state;
    // A square facing +z with the texture upright, mirrored, and without any extent.
    const float positions[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const float normals[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    const uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    const float upright[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const float mirrored[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
    const float nothing[4][2] = {{0}};
    const maq_scene_mesh mesh = {.vertex_count = 4,
                                 .triangle_count = 2,
                                 .positions = positions,
                                 .normals = normals,
                                 .triangles = triangles};
    float tangents[4][4];
    mq_tangents(&mesh, upright, tangents);
    CLOSE(tangents[1][0], 1);
    CLOSE(tangents[1][3], 1);
    mq_tangents(&mesh, mirrored, tangents);
    CLOSE(tangents[1][0], -1);
    CLOSE(tangents[1][3], -1);
    mq_tangents(&mesh, nothing, tangents);
    for (int i = 0; i < 4; i++) {
        CLOSE(mq_length((mq_vec3){tangents[i][0], tangents[i][1], tangents[i][2]}), 1);
        CLOSE(tangents[i][2], 0);
    }
}

static void equal_rows_are_welded_in_order(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    const float rows[6][2] = {{1, 2}, {3, 4}, {1, 2}, {0, 0}, {-0.0f, 0}, {3, 4}};
    uint32_t remap[6];
    assert_int_equal(mq_weld(arena, rows, 6, sizeof rows[0], remap), 4);
    const uint32_t expected[6] = {0, 1, 0, 2, 3, 1};
    assert_memory_equal(remap, expected, sizeof expected);
    assert_int_equal(mq_weld(arena, rows, 0, sizeof rows[0], remap), 0);
    mq_arena_free(arena);
}

static void bounds_hold_all_points(void **state) {
    (void)state;
    float min[3], max[3];
    assert_true(mq_bounds(cube[1], 7, 3, min, max));
    assert_true(min[0] == 0 && min[1] == 0 && min[2] == 0 && max[0] == 1 && max[2] == 1);
    assert_false(mq_bounds(cube[0], 0, 3, min, max));
}

// The extremes of each column, wherever they are.
static void bounds_find_each_row(void **state) {
    (void)state;
    for (uint32_t width = 1; width <= 4; width++) {
        for (uint32_t count = 1; count <= 30; count++) {
            for (uint32_t at = 0; at < count * width; at++) {
                float values[30 * 4], min[4], max[4];
                for (uint32_t i = 0; i < count * width; i++)
                    values[i] = -0.0f;
                values[at] = 2;
                assert_true(mq_bounds(values, count, width, min, max));
                for (uint32_t k = 0; k < width; k++) {
                    assert_true(max[k] == (k == at % width ? 2 : 0));
                    assert_true(min[k] == (k == at % width && count == 1 ? 2 : 0));
                    assert_false(signbit(min[k]) || signbit(max[k]));
                }
                values[at] = -2;
                assert_true(mq_bounds(values, count, width, min, max));
                assert_true(min[at % width] == -2);
            }
        }
    }
}

// ----------------------------------------------------------------------------------------- validation

typedef struct fixture {
    mq_arena *arena;
    mq_findings findings;
    mq_scene_builder builder;
    maq_scene scene;
} fixture;

static void begin_fixture(fixture *w) {
    w->arena = mq_arena_new(NULL);
    mq_findings_init(&w->findings, w->arena, 100, 0);
    mq_scene_begin(&w->builder, w->arena, &w->findings);
}

static bool found(const fixture *w, const char *id) {
    for (size_t i = 0; i < w->findings.list.count; i++) {
        if (strcmp(w->findings.items[i].rule->id, id) == 0)
            return true;
    }
    return false;
}

static void a_valid_scene_stays_as_it_is(void **state) {
    (void)state;
    fixture w;
    begin_fixture(&w);
    float positions[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    float normals[3][3] = {{0, 0, 1.0001f}, {0, 0, 1}, {0, 0, 1}};
    uint32_t triangles[1][3] = {{0, 1, 2}};
    maq_scene_part part = {0, 0, 1};
    maq_scene_material material = mq_scene_material("red");
    mq_scene_add_material(&w.builder, &material);
    maq_scene_mesh mesh = {.name = "m",
                           .vertex_count = 3,
                           .triangle_count = 1,
                           .positions = positions,
                           .normals = normals,
                           .triangles = triangles,
                           .parts = &part,
                           .part_count = 1};
    maq_scene_node node = mq_scene_node("n", MAQ_NODE_GROUP);
    node.mesh = mq_scene_add_mesh(&w.builder, &mesh);
    mq_scene_add_node(&w.builder, &node);
    assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
    assert_int_equal(w.findings.list.count, 0);
    assert_true(w.scene.meshes[0].normals[0][2] == 1.0001f); // close enough keeps its bits
    assert_int_equal(w.scene.node_order[0], 0);
    assert_string_equal(w.scene.materials[0].name, "red");
    mq_arena_free(w.arena);
}

static void faults_are_repaired_and_reported(void **state) {
    (void)state;
    fixture w;
    begin_fixture(&w);
    float positions[3][3] = {{NAN, 0, 0}, {INFINITY, 0, 0}, {0, 1, 0}};
    float normals[3][3] = {{0, 0, 0}, {0, 0, 5}, {NAN, 0, 0}};
    uint32_t triangles[3][3] = {{0, 1, 9}, {0, 1, 2}, {7, 7, 7}};
    maq_scene_part parts[2] = {{5, 0, 1}, {MAQ_SCENE_NONE, 1, 2}};
    maq_scene_mesh mesh = {.vertex_count = 3,
                           .triangle_count = 3,
                           .positions = positions,
                           .normals = normals,
                           .triangles = triangles,
                           .parts = parts,
                           .part_count = 2};
    maq_scene_node node = mq_scene_node(NULL, MAQ_NODE_GROUP);
    node.mesh = mq_scene_add_mesh(&w.builder, &mesh);
    node.parent = 77;
    node.rest.rotation[3] = 0;
    mq_scene_add_node(&w.builder, &node);
    assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
    const maq_scene_mesh *made = &w.scene.meshes[0];
    assert_int_equal(made->triangle_count, 1);
    assert_int_equal(made->parts[0].triangle_count, 0);
    assert_int_equal(made->parts[1].triangle_count, 1);
    assert_int_equal(made->parts[0].material, MAQ_SCENE_NONE);
    assert_int_equal(made->triangles[0][2], 2);
    assert_true(made->positions[0][0] == 0 && made->positions[1][0] == 0);
    assert_true(made->normals[0][1] == 1 && made->normals[1][2] == 1 && made->normals[2][1] == 1);
    assert_int_equal(w.scene.nodes[0].parent, MAQ_SCENE_NONE);
    assert_true(w.scene.nodes[0].rest.rotation[3] == 1);
    assert_string_equal(w.scene.nodes[0].name, "");
    assert_true(found(&w, "SCN-0901"));
    assert_true(found(&w, "SCN-0902"));
    assert_true(found(&w, "SCN-0903"));
    mq_arena_free(w.arena);
}

// The message of the rule's first finding names the object: by its index when it has no name.
static void faults_name_their_object(void **state) {
    (void)state;
    static const struct {
        const char *name, *message;
    } rows[] = {
        {"arm", "node \"arm\": 1 reference to something that does not exist was removed"},
        {"", "node 1: 1 reference to something that does not exist was removed"},
        {NULL, "node 1: 1 reference to something that does not exist was removed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture w;
        begin_fixture(&w);
        maq_scene_node good = mq_scene_node("good", MAQ_NODE_GROUP);
        mq_scene_add_node(&w.builder, &good);
        maq_scene_node bad = mq_scene_node(rows[i].name, MAQ_NODE_GROUP);
        bad.parent = 77;
        mq_scene_add_node(&w.builder, &bad);
        assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
        assert_int_equal(w.findings.list.count, 1);
        assert_string_equal(w.findings.items[0].message, rows[i].message);
        mq_arena_free(w.arena);
    }
}

static void parents_come_first_and_cycles_are_broken(void **state) {
    (void)state;
    fixture w;
    begin_fixture(&w);
    // 0 hangs on 2, 2 on 1, 1 is a root; 3, 4 and 5 hang on each other; 6 hangs on the ring.
    const uint32_t parents[7] = {2, MAQ_SCENE_NONE, 1, 4, 5, 3, 4};
    for (int i = 0; i < 7; i++) {
        maq_scene_node node = mq_scene_node("n", MAQ_NODE_JOINT);
        node.parent = parents[i];
        mq_scene_add_node(&w.builder, &node);
    }
    assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
    uint32_t place[7];
    for (uint32_t i = 0; i < 7; i++)
        place[w.scene.node_order[i]] = i;
    uint32_t roots = 0;
    for (uint32_t i = 0; i < 7; i++) {
        if (w.scene.nodes[i].parent == MAQ_SCENE_NONE)
            roots++;
        else
            assert_true(place[w.scene.nodes[i].parent] < place[i]);
    }
    assert_int_equal(roots, 2);
    assert_true(found(&w, "SCN-0904"));
    mq_arena_free(w.arena);
}

// A node that shows the mesh with a skin of two joints.
static void add_skinned_mesh(fixture *w, const maq_scene_mesh *mesh) {
    static uint32_t joints[2] = {0, 1};
    static float inverse_bind[2][3][4] = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    maq_scene_skin skin = {2, joints, inverse_bind};
    maq_scene_node joint = mq_scene_node("j", MAQ_NODE_JOINT);
    mq_scene_add_node(&w->builder, &joint);
    mq_scene_add_node(&w->builder, &joint);
    maq_scene_node node = mq_scene_node("n", MAQ_NODE_GROUP);
    node.mesh = mq_scene_add_mesh(&w->builder, mesh);
    node.skin = mq_scene_add_skin(&w->builder, &skin);
    mq_scene_add_node(&w->builder, &node);
}

static void weights_descend_and_sum_up_to_one(void **state) {
    (void)state;
    fixture w;
    begin_fixture(&w);
    float positions[3][3] = {{0}};
    uint32_t joints[9] = {0, 1, 0, 1, 0, 9, 0, 0, 0};
    float weights[9] = {0.25f, 0.5f, 0.25f, 1, 3, 4, 0, -1, NAN};
    maq_scene_mesh mesh = {.vertex_count = 3,
                           .positions = positions,
                           .influence_count = 3,
                           .joints = joints,
                           .weights = weights};
    add_skinned_mesh(&w, &mesh);
    mq_scene_add_mesh(&w.builder, &mesh); // shown by nobody: its weights mean nothing
    assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
    const float expected[9] = {0.5f, 0.25f, 0.25f, 0.75f, 0.25f, 0, 1, 0, 0};
    assert_memory_equal(weights, expected, sizeof expected);
    assert_int_equal(joints[0], 1);
    assert_int_equal(joints[3], 0);
    assert_int_equal(w.scene.meshes[0].influence_count, 3);
    assert_int_equal(w.scene.meshes[1].influence_count, 0);
    assert_true(found(&w, "SCN-0903"));
    mq_arena_free(w.arena);
}

// Vertices with four weights are checked some at once: each of these rows has many good ones around it.
static void each_of_many_weights_is_repaired(void **state) {
    (void)state;
    enum { DISTANCE = 37, COUNT = 8 * DISTANCE };
    static const struct {
        float given[4], expected[4];
    } rows[] = {
        {{0.25f, 0.75f, 0, 0}, {0.75f, 0.25f, 0, 0}},
        {{0.5f, 0.25f, 0, 0.25f}, {0.5f, 0.25f, 0.25f, 0}},
        {{0.5f, 0, 0.5f, 0}, {0.5f, 0.5f, 0, 0}},
        {{1, -0.0f, 0, 0}, {1, 0, 0, 0}},
        {{1, 0, 0, -0.0f}, {1, 0, 0, 0}},
        {{0.5f, 0.25f, 0, 0}, {(float)(0.5 / 0.75), (float)(0.25 / 0.75), 0, 0}},
        {{0.5000008f, 0.5f, 0, 0}, {0.5000008f, 0.5f, 0, 0}}, // near enough to 1
        {{0, 0, 0, 0}, {1, 0, 0, 0}},
    };
    fixture w;
    begin_fixture(&w);
    float positions[COUNT][3] = {{0}}, weights[COUNT][4], expected[COUNT][4];
    uint32_t joints[COUNT][4] = {{0}};
    for (int i = 0; i < COUNT; i++)
        memcpy(weights[i], (float[]){0.5f, 0.25f, 0.125f, 0.125f}, sizeof weights[i]);
    memcpy(expected, weights, sizeof weights);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memcpy(weights[DISTANCE * i], rows[i].given, sizeof rows[i].given);
        memcpy(expected[DISTANCE * i], rows[i].expected, sizeof rows[i].expected);
    }
    maq_scene_mesh mesh = {.vertex_count = COUNT,
                           .positions = positions,
                           .influence_count = 4,
                           .joints = joints[0],
                           .weights = weights[0]};
    add_skinned_mesh(&w, &mesh);
    assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
    assert_memory_equal(weights, expected, sizeof expected);
    mq_arena_free(w.arena);
}

// Bits of vectors that are near enough to length 1 stay; one vector among many is normalised.
static void vectors_near_length_1_stay(void **state) {
    (void)state;
    enum { COUNT = 20 };
    for (int bad = 0; bad < 2; bad++) {
        fixture w;
        begin_fixture(&w);
        float positions[COUNT][3] = {{0}}, normals[COUNT][3], tangents[COUNT][4];
        for (int i = 0; i < COUNT; i++) {
            memcpy(normals[i], (float[]){0, 1.0002f, 0}, sizeof normals[i]); // squared 1.0004
            memcpy(tangents[i], (float[]){1, 0, 0, -1}, sizeof tangents[i]);
        }
        if (bad) {
            normals[7][1] = 1.001f;
            tangents[13][3] = -2;
        }
        maq_scene_mesh mesh = {.vertex_count = COUNT,
                               .positions = positions,
                               .normals = normals,
                               .tangents = tangents};
        maq_scene_node node = mq_scene_node("n", MAQ_NODE_GROUP);
        node.mesh = mq_scene_add_mesh(&w.builder, &mesh);
        mq_scene_add_node(&w.builder, &node);
        assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
        for (int i = 0; i < COUNT; i++) {
            assert_true(normals[i][1] == (bad && i == 7 ? 1.0f : 1.0002f));
            assert_true(tangents[i][0] == 1 && tangents[i][3] == -1);
        }
        assert_int_equal(found(&w, "SCN-0902"), bad);
        mq_arena_free(w.arena);
    }
}

static void keys_ascend_and_channels_have_targets(void **state) {
    (void)state;
    fixture w;
    begin_fixture(&w);
    float times[5] = {0, 1, 0.5f, NAN, 2};
    float values[20] = {0, 0, 0, 1, 0, 0, 0, 2, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0};
    float one_time[1] = {0}, one_value[3] = {0};
    maq_scene_channel channels[4] = {
        {.path = MAQ_CHANNEL_ROTATION,
         .target = 0,
         .key_count = 5,
         .times = times,
         .values = values},
        {.path = MAQ_CHANNEL_SCALE,
         .target = 5,
         .key_count = 1,
         .times = one_time,
         .values = one_value},
        {.path = MAQ_CHANNEL_TEXTURE_FRAME, .key_count = 1, .times = one_time, .values = one_value},
        {.path = MAQ_CHANNEL_SHAPE_WEIGHT, .key_count = 1, .times = one_time, .values = one_value},
    };
    maq_scene_clip clip = {.name = "walk", .duration = 1, .channels = channels, .channel_count = 4};
    maq_scene_node node = mq_scene_node("n", MAQ_NODE_GROUP);
    mq_scene_add_node(&w.builder, &node);
    mq_scene_add_clip(&w.builder, &clip);
    assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
    const maq_scene_clip *made = &w.scene.clips[0];
    assert_int_equal(made->channel_count, 1);
    assert_int_equal(made->channels[0].key_count, 3);
    assert_true(made->channels[0].times[2] == 2);
    assert_true(made->channels[0].values[7] == 1); // brought to length 1
    assert_true(made->channels[0].values[11] == 1);
    assert_true(made->duration == 2);
    assert_true(found(&w, "SCN-0905"));
    assert_true(found(&w, "SCN-0903"));
    mq_arena_free(w.arena);
}

static void scenes_are_summarised_and_described(void **state) {
    (void)state;
    fixture w;
    begin_fixture(&w);
    maq_scene_texture textures[2] = {{MAQ_TEXTURE_DIFFUSE, 0, "a.png", NULL, 0},
                                     {MAQ_TEXTURE_DIFFUSE, 1, "b.png", NULL, 0}};
    maq_scene_material material = mq_scene_material("skin");
    material.textures = textures;
    material.texture_count = 2;
    mq_scene_add_material(&w.builder, &material);
    maq_scene_mesh mesh = {.name = "cube",
                           .vertex_count = 8,
                           .triangle_count = 12,
                           .positions = cube,
                           .triangles = cube_faces};
    maq_scene_part part = {0, 0, 12};
    mesh.parts = &part;
    mesh.part_count = 1;
    float positions[8][3];
    uint32_t triangles[12][3];
    memcpy(positions, cube, sizeof cube);
    memcpy(triangles, cube_faces, sizeof cube_faces);
    mesh.positions = positions;
    mesh.triangles = triangles;
    mq_scene_add_mesh(&w.builder, &mesh);
    maq_scene_node joint = mq_scene_node("root", MAQ_NODE_JOINT);
    maq_scene_node hook = mq_scene_node("hook", MAQ_NODE_ATTACHMENT);
    joint.parent = MAQ_SCENE_NONE;
    hook.parent = mq_scene_add_node(&w.builder, &joint);
    hook.rest.translation[1] = 4;
    mq_scene_add_node(&w.builder, &hook);
    maq_scene_event event = {"firing", "bang.pie"};
    mq_scene_add_event(&w.builder, &event);
    maq_scene_box box = {.name = "hit", .node = 0, .max = {1, 2, 3}};
    mq_scene_add_box(&w.builder, &box);
    assert_int_equal(mq_scene_finish(&w.builder, &w.scene), MAQ_OK);
    mq_node *info = mq_value_root(w.arena, MAQ_VALUE_OBJECT);
    mq_scene_info(&w.scene, info);
    const maq_value *root = mq_node_value(info);
    static const char *const keys[] = {"meshes", "vertex_count", "triangle_count", "materials",
                                       "joints", "clips",        "attachments",    "boxes",
                                       "events", "bounds"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        assert_non_null(maq_value_find(root, keys[i]));
    assert_int_equal(maq_value_find(root, "triangle_count")->as.integer, 12);
    const maq_value *first = maq_value_find(root, "materials")->as.children.first;
    assert_non_null(maq_value_find(maq_value_find(first, "textures"), "diffuse.1"));
    mq_node *trees[2];
    for (int i = 0; i < 2; i++) {
        trees[i] = mq_value_root(w.arena, MAQ_VALUE_OBJECT);
        mq_scene_describe(&w.scene, trees[i]);
        if (i == 0)
            assert_true(positions[3][1] == 1);
    }
    assert_true(maq_value_equal(mq_node_value(trees[0]), mq_node_value(trees[1])));
    positions[3][1] = 2;
    trees[1] = mq_value_root(w.arena, MAQ_VALUE_OBJECT);
    mq_scene_describe(&w.scene, trees[1]);
    assert_false(maq_value_equal(mq_node_value(trees[0]), mq_node_value(trees[1])));
    mq_arena_free(w.arena);
}

// Describes and digests a scene and a copy of it that outlives it.
static void copies_are_deep_and_equal(void **state) {
    (void)state;
    mq_arena *first = mq_arena_new(NULL), *second = mq_arena_new(NULL);
    maq_scene scene, copy;
    full_scene(first, &scene);
    mq_node *a = mq_value_root(second, MAQ_VALUE_OBJECT);
    mq_scene_describe(&scene, a);
    uint64_t digest = mq_scene_digest(&scene);
    assert_true(mq_scene_copy(second, &scene, &copy));
    mq_arena_free(first);
    mq_node *b = mq_value_root(second, MAQ_VALUE_OBJECT);
    mq_scene_describe(&copy, b);
    assert_true(maq_value_equal(mq_node_value(a), mq_node_value(b)));
    assert_true(mq_scene_digest(&copy) == digest);
    mq_arena_free(second);
}

// The description of a scene and its digest both change with every field.
static void a_changed_field_shows(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    maq_scene scene, copy;
    full_scene(arena, &scene);
    mq_node *a = mq_value_root(arena, MAQ_VALUE_OBJECT);
    mq_scene_describe(&scene, a);
    uint64_t digest = mq_scene_digest(&scene);
    for (int change = 0; change < 12; change++) {
        assert_true(mq_scene_copy(arena, &scene, &copy));
        maq_scene_mesh *mesh = MQ_WRITABLE(maq_scene_mesh, &copy.meshes[0]);
        maq_scene_material *material = MQ_WRITABLE(maq_scene_material, &copy.materials[0]);
        maq_scene_node *node = MQ_WRITABLE(maq_scene_node, &copy.nodes[0]);
        maq_scene_clip *clip = MQ_WRITABLE(maq_scene_clip, &copy.clips[0]);
        switch (change) {
        case 0:
            mesh->role = MAQ_MESH_COLLISION;
            break;
        case 1:
            MQ_WRITABLE(float, mesh->positions[0])[1] += 1;
            break;
        case 2:
            MQ_WRITABLE(float, mesh->uvs[0][0])[1] += 1;
            break;
        case 3:
            MQ_WRITABLE(uint32_t, mesh->triangles[0])[2] ^= 1;
            break;
        case 4:
            MQ_WRITABLE(float, mesh->attributes[0].values)[0] += 1;
            break;
        case 5:
            MQ_WRITABLE(float, mesh->shapes[0].positions[0])[0] += 1;
            break;
        case 6:
            material->two_sided = !material->two_sided;
            break;
        case 7:
            material->colour[3] /= 2;
            break;
        case 8:
            node->name = "another";
            break;
        case 9:
            node->rest.scale[2] += 1;
            break;
        case 10:
            clip->loop_count++;
            break;
        default:
            MQ_WRITABLE(float, clip->channels[0].values)[0] += 1;
        }
        mq_node *b = mq_value_root(arena, MAQ_VALUE_OBJECT);
        mq_scene_describe(&copy, b);
        assert_false(maq_value_equal(mq_node_value(a), mq_node_value(b)));
        assert_true(mq_scene_digest(&copy) != digest);
    }
    mq_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_format_has_its_axes),
        cmocka_unit_test(rotations_follow_the_axes),
        cmocka_unit_test(normals_point_outward),
        cmocka_unit_test(tangents_are_valid_everywhere),
        cmocka_unit_test(equal_rows_are_welded_in_order),
        cmocka_unit_test(bounds_hold_all_points),
        cmocka_unit_test(bounds_find_each_row),
        cmocka_unit_test(a_valid_scene_stays_as_it_is),
        cmocka_unit_test(faults_are_repaired_and_reported),
        cmocka_unit_test(faults_name_their_object),
        cmocka_unit_test(parents_come_first_and_cycles_are_broken),
        cmocka_unit_test(weights_descend_and_sum_up_to_one),
        cmocka_unit_test(each_of_many_weights_is_repaired),
        cmocka_unit_test(vectors_near_length_1_stay),
        cmocka_unit_test(keys_ascend_and_channels_have_targets),
        cmocka_unit_test(scenes_are_summarised_and_described),
        cmocka_unit_test(copies_are_deep_and_equal),
        cmocka_unit_test(a_changed_field_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
