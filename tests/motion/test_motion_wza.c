// SPDX-License-Identifier: MIT
//
// WZA and WZM in motion: hinges, shapes and textures together on one model against values that are
// worked out by hand, and against the evaluator of tests/support/wza_evaluate.h.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/motion.h"
#include "support/wza_evaluate.h"

typedef struct opened {
    maq_document *document;
    maq_scene *scene;
    maq_motion *motion;
} opened;

static opened opened_with(maq_document *document) {
    opened it = {.document = document};
    assert_int_equal(maq_scene_from_document(it.document, NULL, &it.scene), MAQ_OK);
    assert_int_equal(maq_motion_new(it.scene, NULL, &it.motion), MAQ_OK);
    return it;
}

static opened open_text(const char *text) {
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    return opened_with(document);
}

static void close_opened(opened *it) {
    maq_motion_free(it->motion);
    maq_scene_free(it->scene);
    maq_close(it->document);
}

static void assert_near(const char *what, const float *have, const float *want, int count) {
    for (int i = 0; i < count; i++) {
        if (!(fabsf(have[i] - want[i]) <= 1e-5f))
            fail_msg("%s: number %d is %g, not %g", what, i, (double)have[i], (double)want[i]);
    }
}

// Bone 0 turns a quarter about z in a second. Bone 1 turns with it, bone 2 is only carried along.
// Shape 1 lifts vertex 1 by 2 (z) and turns its normal from x to z; shape 2 moves the texture on the
// first corner.
static const char model[] = "WZA 1\n"
                            "TEXTURE \"t\"\nANIMATED 1\n"
                            "SHAPES 3\nSHAPE 0\nVERTICES 4\n"
                            "0 0 0 0  0 0 1  1 0 0  0 1 0\n"
                            "1 0 3 0  1 0 0  0 1 0  0 0 1\n"
                            "2 1 3 0  0 0 1  1 0 0  0 1 0\n"
                            "3 5 5 5  0 0 1  1 0 0  0 1 0\n"
                            "FACES 2\n"
                            "0 0 1 2  0 0  1 0  0 1\n"
                            "1 0 2 3  0.25 0.25  0 1  1 1\n"
                            "SHAPE 1\nVERTICES 1\n"
                            "1 0 3 2  0 0 1  0 1 0  1 0 0\n"
                            "FACES 0\n"
                            "SHAPE 2\nVERTICES 0\nFACES 1\n"
                            "0 0 1 2  0.5 0.25  1 0  0 1\n"
                            "BONES 3\n"
                            "BONE 0 -1 0 0 0 0 1\n0\n"
                            "BONE 1 0 1 0 2 0 1\n1\n"
                            "BONE 2 0 0 0 2 0 1\n2\n"
                            "ANIMATIONS 1\nANIMATION 0 1000\n"
                            "PROPERTIES 4\n"
                            "0 bone 0 1\n1 shape 1 1\n2 shape 2 0\n3 texture 0 0\n"
                            "POINTS 8\n"
                            "0 0 0 0 0 0 0 0 1\n"
                            "0 1000 0 0 0 0 0 0.70710678 0.70710678\n"
                            "1 0 0\n1 1000 0.5\n"
                            "2 0 0\n2 500 1\n"
                            "3 0 0\n3 750 7\n";

#define S 0.70710678f

static void hinges_shapes_and_textures_act_together(void **state) {
    (void)state;
    opened it = open_text(model);
    const maq_scene_mesh *mesh = &it.scene->meshes[0];
    uint32_t node = 0;
    while (it.scene->nodes[node].mesh == MAQ_SCENE_NONE)
        node++;
    assert_int_equal(it.scene->materials[0].frames.kind, MAQ_FRAMES_IMAGES);
    assert_int_equal(it.scene->materials[0].frames.count, 8);
    // Scene axes: z the other way. Vertex 1 is (0, 3, z), on bone 1 whose joint is at (0, 2, 0).
    static const struct {
        double time;
        float corner[3][3]; // vertices 0, 1, 2
        float normal[3];    // of vertex 1
        float uv[2];        // of the first corner
        uint32_t frame;
    } samples[] = {
        {0, {{0, 0, 0}, {0, 3, 0}, {1, 3, 0}}, {1, 0, 0}, {0, 0}, 0},
        {0.5,
         {{0, 0, 0}, {-3 * S, 3 * S, -0.5f}, {1 - 2 * S, 1 + 2 * S, 0}},
         // (0.75, 0, 0.25) of length 1, turned by 45 degrees.
         {0.94868330f * S, 0.94868330f * S, -0.31622777f},
         {0.5f, 0.25f},
         0},
        {0.75,
         {{0, 0, 0},
          {-3 * 0.92387953f, 3 * 0.38268343f, -0.75f},
          {1 - 2 * 0.92387953f, 1 + 2 * 0.38268343f, 0}},
         // (0.625, 0, 0.375), turned by 67.5 degrees.
         {0.85749293f * 0.38268343f, 0.85749293f * 0.92387953f, -0.51449576f},
         {0.5f, 0.25f},
         7},
        {1, {{0, 0, 0}, {-3, 0, -1}, {-1, 1, 0}}, {0, S, -S}, {0.5f, 0.25f}, 7},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        float positions[16][3], normals[16][3], tangents[16][4], uvs[16][2];
        assert_true(mesh->vertex_count <= 16);
        maq_deformed_mesh out = {positions, normals, tangents, uvs};
        maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
        maq_motion_pose(it.motion, 0, samples[i].time, &once);
        assert_int_equal(maq_motion_mesh(it.motion, node, &out, 0), MAQ_OK);
        // The second and third corner are swapped.
        static const int order[3] = {0, 2, 1};
        for (int k = 0; k < 3; k++)
            assert_near("position", positions[mesh->triangles[0][order[k]]], samples[i].corner[k],
                        3);
        assert_near("normal", normals[mesh->triangles[0][2]], samples[i].normal, 3);
        assert_near("uv", uvs[mesh->triangles[0][0]], samples[i].uv, 2);
        const float still_uv[2] = {0.25f, 0.25f}, still[3] = {5, 5, -5};
        assert_near("other uv", uvs[mesh->triangles[1][0]], still_uv, 2);
        assert_near("vertex of no bone", positions[mesh->triangles[1][1]], still, 3);
        assert_int_equal(maq_motion_current_pose(it.motion)->frames[0], samples[i].frame);
    }
    close_opened(&it);
}

// The model of the test data, at all times of its points: the same as the evaluator says.
static void scenes_move_as_wza_does(void **state) {
    (void)state;
    maq_document *document;
    assert_int_equal(maq_open_file("tests/data/wza/model.wza", NULL, &document), MAQ_OK);
    opened it = opened_with(document);
    const maq_wza *wza = maq_document_wza(document);
    wza_evaluator *evaluator = wza_evaluator_new(wza);
    assert_non_null(evaluator);
    wza_state *oracle = wza_state_new(evaluator);
    uint32_t node = 0;
    while (it.scene->nodes[node].mesh == MAQ_SCENE_NONE)
        node++;
    const maq_scene_mesh *mesh = &it.scene->meshes[0];
    for (int i = 0; i <= 20; i++) {
        float positions[16][3], normals[16][3], tangents[16][4], uvs[16][2];
        assert_true(mesh->vertex_count <= 16);
        maq_deformed_mesh out = {positions, normals, tangents, uvs};
        maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
        maq_motion_pose(it.motion, 0, i * 0.05, &once);
        maq_motion_mesh(it.motion, node, &out, 0);
        assert_int_equal(wza_evaluate(evaluator, &wza->animations[0], i * 50, oracle), MAQ_OK);
        for (uint32_t face = 0; face < mesh->triangle_count; face++) {
            for (int k = 0; k < 3; k++) {
                static const int order[3] = {0, 2, 1};
                uint32_t v = mesh->triangles[face][order[k]];
                const wza_vertex_state *own = &oracle->vertices[oracle->faces[face].vertices[k]];
                const float expected[3] = {own->position[0], own->position[1], -own->position[2]};
                const float normal[3] = {own->normal[0], own->normal[1], -own->normal[2]};
                const float tangent[3] = {own->tangent[0], own->tangent[1], -own->tangent[2]};
                assert_near("position", positions[v], expected, 3);
                assert_near("normal", normals[v], normal, 3);
                assert_near("tangent", tangents[v], tangent, 3);
                assert_near("uv", uvs[v], oracle->faces[face].uv[k], 2);
            }
        }
        assert_int_equal(maq_motion_current_pose(it.motion)->frames[0], oracle->texture_frame);
    }
    wza_state_free(oracle);
    wza_evaluator_free(evaluator);
    close_opened(&it);
}

// Two texture arrays that change every half second.
static void texture_arrays_of_wzm_are_frames(void **state) {
    (void)state;
    opened it = open_text("WZM 2\nTEXTURE page-1.png\nMESHES 1\nMESH one\nTEAMCOLOURS 0\n"
                          "VERTICES 3\nFACES 1\nVERTEXARRAY\n0 0 0\n1 0 0\n0 1 0\n"
                          "TEXTUREARRAYS 2\nTEXTUREARRAY 0\n0 0\n1 0\n0 1\n"
                          "TEXTUREARRAY 1\n0.5 0.5\n1 0.5\n0.5 1\n"
                          "INDEXARRAY\n0 1 2\n"
                          "FRAMES 2\n0.5 0 0 0 0 0 0 0\n0.5 1 0 0 0 0 0 0\n"
                          "CONNECTORS 0\n");
    if (it.scene->material_count < 2 || it.scene->clip_count == 0)
        fail_msg("the model has no texture animation");
    assert_int_equal(it.scene->materials[1].frames.kind, MAQ_FRAMES_UV_SETS);
    const maq_scene_mesh *mesh = &it.scene->meshes[0];
    for (int i = 0; i < 4; i++) {
        float uvs[3][2];
        maq_deformed_mesh out = {.uvs = uvs};
        maq_motion_pose(it.motion, 0, i * 0.3, NULL);
        maq_motion_mesh(it.motion, 0, &out, 0);
        // At 0, 0.3, 0.6, 0.9 seconds.
        assert_near("uvs", uvs[0], mesh->uvs[i / 2][0], 6);
    }
    close_opened(&it);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hinges_shapes_and_textures_act_together),
        cmocka_unit_test(scenes_move_as_wza_does),
        cmocka_unit_test(texture_arrays_of_wzm_are_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
