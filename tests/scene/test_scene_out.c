// SPDX-License-Identifier: MIT
//
// What conversions out of scenes share: the rest pose, the budget for copies, names; and meshes in pieces.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/math.h"
#include "maquette/obj.h"
#include "maquette/wza.h"
#include "maquette/wzm.h"
#include "scene/rest_pose.h"
#include "scene/usage.h"
#include "support/round_trip.h"
#include "support/scene_trip.h"

#define CLOSE(a, b) assert_true(fabs((double)(a) - (double)(b)) < 1e-5)

// ------------------------------------------------------------------------------------------ skins

// One triangle on two joints: the first has moved up by 10 since, the second has turned by a quarter
// about z as well. A shape moves the last corner along x.
typedef struct bent {
    float positions[3][3], normals[3][3];
    float weights[6], by[1][3], bind[2][3][4];
    uint32_t joints[6], vertex, triangles[1][3], nodes[2], order[3];
    maq_scene_node node[3];
    maq_scene_shape shape;
    maq_scene_part part;
    maq_scene_skin skin;
    maq_scene_mesh mesh;
    maq_scene scene;
} bent;

static void bend(bent *b) {
    *b = (bent){.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                .normals = {{0, 0, 1}, {0, 0, 1}, {1, 0, 0}},
                .weights = {1, 0, 0.5f, 0.5f, 1, 0},
                .joints = {0, 0, 0, 1, 1, 0},
                .by = {{1, 0, 0}},
                .vertex = 2,
                .triangles = {{0, 1, 2}},
                .nodes = {0, 1},
                .order = {0, 1, 2},
                .part = {MAQ_SCENE_NONE, 0, 1}};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++)
            b->bind[i][k][k] = 1;
        b->node[i] = mq_scene_node(i ? "turned" : "raised", MAQ_NODE_JOINT);
        b->node[i].rest.translation[1] = 10;
    }
    b->node[1].rest.rotation[2] = b->node[1].rest.rotation[3] = sqrtf(0.5f);
    b->node[2] = mq_scene_node("flag", MAQ_NODE_GROUP);
    b->node[2].mesh = b->node[2].skin = 0;
    b->shape =
        (maq_scene_shape){.name = "wide", .count = 1, .vertices = &b->vertex, .positions = b->by};
    b->skin = (maq_scene_skin){2, b->nodes, b->bind};
    b->mesh = (maq_scene_mesh){.name = "flag",
                               .vertex_count = 3,
                               .triangle_count = 1,
                               .positions = b->positions,
                               .normals = b->normals,
                               .influence_count = 2,
                               .joints = b->joints,
                               .weights = b->weights,
                               .triangles = b->triangles,
                               .part_count = 1,
                               .parts = &b->part,
                               .shape_count = 1,
                               .shapes = &b->shape};
    b->scene = (maq_scene){.mesh_count = 1,
                           .node_count = 3,
                           .skin_count = 1,
                           .meshes = &b->mesh,
                           .nodes = b->node,
                           .node_order = b->order,
                           .skins = &b->skin};
}

static void the_rest_pose_is_baked_with_its_shapes(void **state) {
    (void)state;
    bent b;
    bend(&b);
    mq_arena *arena = mq_arena_new(NULL);
    mq_mat34 worlds[3];
    for (int i = 0; i < 3; i++) {
        const maq_transform *t = &b.node[i].rest;
        worlds[i] =
            mq_mat34_from((mq_vec3){t->translation[0], t->translation[1], t->translation[2]},
                          (mq_quat){t->rotation[0], t->rotation[1], t->rotation[2], t->rotation[3]},
                          (mq_vec3){1, 1, 1});
    }
    maq_scene_mesh mesh = b.mesh;
    assert_true(mq_bake_rest_pose(arena, &b.skin, worlds, &mesh));
    const float expected[3][3] = {{0, 10, 0}, {0.5f, 10.5f, 0}, {-1, 10, 0}};
    for (int i = 0; i < 9; i++)
        CLOSE(mesh.positions[i / 3][i % 3], expected[i / 3][i % 3]);
    // What pointed along x points up now, and so does what the shape changes.
    CLOSE(mesh.normals[2][1], 1);
    CLOSE(mesh.shapes[0].positions[0][0], 0);
    CLOSE(mesh.shapes[0].positions[0][1], 1);
    // Joints where they were bound: not a bit changes.
    for (int i = 0; i < 2; i++)
        worlds[i] = mq_mat34_from((mq_vec3){0, 0, 0}, (mq_quat){0, 0, 0, 1}, (mq_vec3){1, 1, 1});
    mesh = b.mesh;
    assert_true(mq_bake_rest_pose(arena, &b.skin, worlds, &mesh));
    assert_memory_equal(&mesh, &b.mesh, sizeof mesh);
    mq_arena_free(arena);
}

static void formats_without_joints_write_meshes_at_rest(void **state) {
    (void)state;
    bent b;
    bend(&b);
    maq_document *made = document_of_scene(&b.scene, "wzm3");
    const maq_wzm_mesh *wzm = &maq_document_wzm(made)->meshes[0];
    CLOSE(wzm->vertices[2].x, -1);
    CLOSE(wzm->vertices[2].y, 10);
    maq_close(made);
    made = document_of_scene(&b.scene, "obj");
    CLOSE(maq_document_obj(made)->positions[2].x, -1);
    CLOSE(maq_document_obj(made)->positions[2].y, 10);
    maq_close(made);
    made = document_of_scene(&b.scene, "wza");
    const maq_wza *wza = maq_document_wza(made);
    CLOSE(wza->shapes[0].vertices[2].position[1], 10);
    CLOSE(wza->shapes[1].vertices[0].position[0], -1);
    CLOSE(wza->shapes[1].vertices[0].position[1], 11);
    maq_close(made);
}

// ----------------------------------------------------------------------------------------- copies

static void meshes_that_are_shown_too_often_are_named(void **state) {
    (void)state;
    enum { NODES = 200000 };
    static maq_scene_node nodes[NODES];
    static uint32_t order[NODES];
    bent b;
    bend(&b);
    b.mesh.influence_count = b.mesh.shape_count = 0;
    for (uint32_t i = 0; i < NODES; i++) {
        nodes[i] = mq_scene_node("flag", MAQ_NODE_GROUP);
        nodes[i].mesh = 0;
        order[i] = i;
    }
    b.scene.nodes = nodes;
    b.scene.node_order = order;
    b.scene.node_count = NODES;
    static const struct {
        const char *variant, *rule;
    } rows[] = {{"pie4", "PIE-0934"},
                {"wzm2", "WZM-0912"},
                {"wza", "WZA-0904"},
                {"pet", "PET-0951"},
                {"obj", "OBJ-0920"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        maq_document *made = document_of_scene(&b.scene, rows[i].variant);
        const maq_findings *findings = maq_document_findings(made);
        bool reported = false;
        for (size_t k = 0; k < findings->count; k++)
            reported |= strcmp(findings->items[k].rule->id, rows[i].rule) == 0 &&
                        findings->items[k].count > NODES / 2;
        if (!reported)
            fail_msg("%s does not report that copies are left out", rows[i].variant);
        maq_close(made);
    }
}

// ------------------------------------------------------------------------------------------ names

static void names_that_say_nothing_are_known(void **state) {
    (void)state;
    assert_true(mq_name_matches("level 12", "level #"));
    assert_true(mq_name_matches("level 1 connector 20", "level # connector #"));
    assert_true(mq_name_matches("animation", "animation"));
    assert_false(mq_name_matches("level", "level #"));
    assert_false(mq_name_matches("level x", "level #"));
    assert_false(mq_name_matches("level 1a", "level #"));
    static const struct {
        const char *name, *file;
        bool same;
    } rows[] = {{"wall", "wall.png", true},       {"wall.png", "wall.png", true},
                {"wall", "a/b/wall.png", true},   {"a/wall.png", "a/wall.png", true},
                {"wall.v2", "wall.v2.png", true}, {"wall", "walls.png", false},
                {"walls", "wall.png", false},     {"a", "a/wall.png", false},
                {"", "wall.png", false},          {".png", ".png", true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        maq_scene_texture texture = {.role = MAQ_TEXTURE_DIFFUSE, .file = rows[i].file};
        maq_scene_material material = mq_scene_material(rows[i].name);
        material.texture_count = 1;
        material.textures = &texture;
        if (mq_named_by_texture(&material) != rows[i].same)
            fail_msg("%s and %s", rows[i].name, rows[i].file);
    }
}

// ----------------------------------------------------------------------------------------- pieces

// A strip of so many triangles that the vertices of version 3 have no numbers for all corners.
static void large_meshes_become_pieces(void **state) {
    (void)state;
    enum { TRIANGLES = 70000, VERTICES = TRIANGLES + 2 };
    static float positions[VERTICES][3];
    static uint32_t triangles[TRIANGLES][3];
    for (uint32_t i = 0; i < VERTICES; i++) {
        positions[i][0] = (float)(i / 2);
        positions[i][1] = (float)(i % 2);
    }
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const uint32_t corners[3] = {i, i + 1 + i % 2, i + 2 - i % 2};
        memcpy(triangles[i], corners, sizeof corners);
    }
    bent b;
    bend(&b);
    b.part.triangle_count = TRIANGLES;
    b.mesh = (maq_scene_mesh){.name = "strip",
                              .vertex_count = VERTICES,
                              .triangle_count = TRIANGLES,
                              .positions = (const float(*)[3])positions,
                              .triangles = (const uint32_t(*)[3])triangles,
                              .part_count = 1,
                              .parts = &b.part};
    b.node[2].skin = MAQ_SCENE_NONE;
    maq_document *made = document_of_scene(&b.scene, "wzm3");
    const maq_wzm *wzm = maq_document_wzm(made);
    assert_int_equal(wzm->mesh_count, 2);
    assert_string_equal(wzm->meshes[0].name, "strip");
    assert_string_equal(wzm->meshes[1].name, "strip-2");
    assert_int_equal(wzm->meshes[0].triangle_count + wzm->meshes[1].triangle_count, TRIANGLES);
    double area = 0;
    for (uint32_t m = 0; m < 2; m++) {
        assert_true(wzm->meshes[m].vertex_count <= 65536);
        for (uint32_t i = 0; i < wzm->meshes[m].triangle_count; i++) {
            const int32_t *corner = wzm->meshes[m].triangles[i].vertices;
            const maq_wzm_position *p = wzm->meshes[m].vertices;
            double x1 = p[corner[1]].x - p[corner[0]].x, y1 = p[corner[1]].y - p[corner[0]].y;
            double x2 = p[corner[2]].x - p[corner[0]].x, y2 = p[corner[2]].y - p[corner[0]].y;
            area += (x1 * y2 - x2 * y1) / 2;
        }
    }
    // All face the same way still.
    CLOSE(area, TRIANGLES / 2.0);
    bool reported = false;
    for (size_t k = 0; k < maq_document_findings(made)->count; k++)
        reported |= strcmp(maq_document_findings(made)->items[k].rule->id, "WZM-0922") == 0;
    assert_true(reported);
    assert_no_errors(made, NULL);
    maq_close(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_pose_is_baked_with_its_shapes),
        cmocka_unit_test(formats_without_joints_write_meshes_at_rest),
        cmocka_unit_test(meshes_that_are_shown_too_often_are_named),
        cmocka_unit_test(names_that_say_nothing_are_known),
        cmocka_unit_test(large_meshes_become_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
