// SPDX-License-Identifier: MIT
//
// Animations of PIE at given milliseconds, exactly and as the game plays them, against values that
// are worked out by hand. All models are a triangle whose second point is at (1, 0, 0).
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/motion.h"

typedef struct opened {
    maq_document *document;
    maq_scene *scene;
    maq_motion *motion;
} opened;

static opened open_text(const char *text) {
    opened it = {0};
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &it.document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(it.document, NULL, &it.scene), MAQ_OK);
    assert_int_equal(maq_motion_new(it.scene, NULL, &it.motion), MAQ_OK);
    return it;
}

static void close_opened(opened *it) {
    maq_motion_free(it->motion);
    maq_scene_free(it->scene);
    maq_close(it->document);
}

#define TRIANGLE "POINTS 3\n0 0 0\n1 0 0\n0 1 0\nPOLYGONS 1\n200 3 0 1 2 0 0 0.25 0 0 0.25\n"
#define HEAD(interpolate, levels)                                                                  \
    "PIE 3\nTYPE 200\n" interpolate "TEXTURE 0 page-7-x.png 0 0\nLEVELS " levels "\n"

static uint32_t clip_named(const maq_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        if (strcmp(scene->clips[i].name, name) == 0)
            return i;
    }
    fail_msg("there is no clip %s", name);
    return 0;
}

// Where the second point of a level is; levels are the nodes with visible meshes, in order.
static void assert_point(const opened *it, int milliseconds, bool like_game, uint32_t level,
                         float x, float y, float z) {
    maq_motion_options options = {.size = sizeof options, .like_game = like_game};
    maq_motion_pose(it->motion, clip_named(it->scene, "animation"), milliseconds / 1000.0,
                    &options);
    uint32_t node = 0;
    for (uint32_t seen = 0; node < it->scene->node_count; node++) {
        if (it->scene->nodes[node].mesh != MAQ_SCENE_NONE && seen++ == level)
            break;
    }
    float positions[3][3];
    maq_deformed_mesh out = {.positions = positions};
    assert_int_equal(maq_motion_mesh(it->motion, node, &out, 0), MAQ_OK);
    // The scene has the second and third corner the other way round, and vertices in its order.
    const maq_scene_mesh *mesh = &it->scene->meshes[it->scene->nodes[node].mesh];
    const float *have = positions[mesh->triangles[0][2]];
    const float want[3] = {x, y, z};
    for (int k = 0; k < 3; k++) {
        if (fabsf(have[k] - want[k]) > 2e-5f)
            fail_msg("level %u at %d ms%s: (%g, %g, %g), not (%g, %g, %g)", level + 1, milliseconds,
                     like_game ? " in the game" : "", (double)have[0], (double)have[1],
                     (double)have[2], (double)x, (double)y, (double)z);
    }
}

static void assert_both(const opened *it, int milliseconds, uint32_t level, float x, float y,
                        float z) {
    assert_point(it, milliseconds, false, level, x, y, z);
    assert_point(it, milliseconds, true, level, x, y, z);
}

// From (0, 0, 0) to x 10, depth 20, up 30, and back: in the scene the depth is -z.
#define MOVES "ANIMOBJECT 100 0 2\n0 0 0 0 0 0 0 1 1 1\n1 10000 20000 30000 0 0 0 1 1 1\n"

static void levels_move_straight_from_frame_to_frame(void **state) {
    (void)state;
    opened it = open_text(HEAD("", "1") "LEVEL 1\n" TRIANGLE MOVES);
    assert_both(&it, 0, 0, 1, 0, 0);
    assert_both(&it, 50, 0, 6, 15, -10);
    assert_both(&it, 75, 0, 8.5f, 22.5f, -15);
    assert_both(&it, 100, 0, 11, 30, -20);
    // The last frame goes over into the first.
    assert_both(&it, 150, 0, 6, 15, -10);
    assert_both(&it, 199, 0, 1.1f, 0.3f, -0.2f);
    assert_both(&it, 200, 0, 1, 0, 0);
    assert_both(&it, 100100, 0, 11, 30, -20);
    close_opened(&it);
}

static void without_interpolation_levels_jump(void **state) {
    (void)state;
    opened it = open_text(HEAD("INTERPOLATE 0\n", "1") "LEVEL 1\n" TRIANGLE MOVES);
    assert_both(&it, 0, 0, 1, 0, 0);
    assert_both(&it, 99, 0, 1, 0, 0);
    assert_both(&it, 100, 0, 11, 30, -20);
    assert_both(&it, 199, 0, 11, 30, -20);
    assert_both(&it, 200, 0, 1, 0, 0);
    assert_both(&it, 300, 0, 11, 30, -20);
    close_opened(&it);
}

static float sine(double degrees) {
    return (float)sin(degrees * 3.14159265358979323846 / 180);
}

static float cosine(double degrees) {
    return (float)cos(degrees * 3.14159265358979323846 / 180);
}

// A turn about up by t goes from (1, 0, 0) to (cos t, 0, -sin t) in the file; z is -z in the scene.
static void the_game_turns_the_long_way_and_by_whole_degrees(void **state) {
    (void)state;
    // The numbers in the file are the other way round: -170, 170, -10.5 degrees.
    opened it = open_text(HEAD("", "1") "LEVEL 1\n" TRIANGLE "ANIMOBJECT 100 0 3\n"
                                        "0 0 0 0 0 0 170000 1 1 1\n"
                                        "1 0 0 0 0 0 -170000 1 1 1\n"
                                        "2 0 0 0 0 0 10500 1 1 1\n");
    assert_both(&it, 0, 0, cosine(-170), 0, sine(-170));
    // The short way from -170 to 170 goes over 180; the game goes over 0.
    assert_point(&it, 50, false, 0, -1, 0, 0);
    assert_point(&it, 50, true, 0, 1, 0, 0);
    assert_point(&it, 25, false, 0, cosine(-175), 0, sine(-175));
    assert_point(&it, 25, true, 0, cosine(-85), 0, sine(-85));
    assert_both(&it, 100, 0, cosine(170), 0, sine(170));
    // -10.5 is 63625 of 65536 to the game, and whole degrees of that are 349: -11.
    assert_point(&it, 200, false, 0, cosine(-10.5), 0, sine(-10.5));
    assert_point(&it, 200, true, 0, cosine(-11), 0, sine(-11));
    // From 170 the short way to -10.5 is 179.5 over 180; the game goes 181 over 0.
    assert_point(&it, 150, false, 0, cosine(259.75), 0, sine(259.75));
    assert_point(&it, 150, true, 0, cosine(79.5), 0, sine(79.5));
    // Back to the first: -11 to -170.
    assert_point(&it, 250, true, 0, cosine(-90.5), 0, sine(-90.5));
    close_opened(&it);

    it = open_text(HEAD("INTERPOLATE 0\n", "1") "LEVEL 1\n" TRIANGLE "ANIMOBJECT 100 0 2\n"
                                                "0 0 0 0 0 0 170000 1 1 1\n"
                                                "1 0 0 0 0 0 10500 1 1 1\n");
    // Without interpolation the 16 bits of an angle count: -1911 of 65536.
    assert_point(&it, 130, false, 0, cosine(-10.5), 0, sine(-10.5));
    assert_point(&it, 130, true, 0, cosine(-1911 * 360.0 / 65536), 0, sine(-1911 * 360.0 / 65536));
    close_opened(&it);
}

// Scale first, then z, y and x. A quarter about z (depth) brings x to up, one about x up to depth.
static void turns_come_in_the_order_of_the_game(void **state) {
    (void)state;
    opened it = open_text(HEAD("", "1") "LEVEL 1\n" TRIANGLE "ANIMOBJECT 100 0 2\n"
                                        "0 0 0 0 -90000 -90000 0 2 3 4\n"
                                        "1 0 0 0 -90000 -90000 0 5 1 1\n");
    // (1, 0, 0) is 2 long, up at (0, 2, 0), then at (0, 0, 2) in the file.
    assert_both(&it, 0, 0, 0, 0, -2);
    // Scales are not interpolated, not even in the exact way: the game means it so.
    assert_both(&it, 99, 0, 0, 0, -2);
    assert_both(&it, 100, 0, 0, 0, -5);
    close_opened(&it);
}

static void a_scale_of_minus_one_hides(void **state) {
    (void)state;
    opened it = open_text(HEAD("", "2") "LEVEL 1\n" TRIANGLE "ANIMOBJECT 50 0 3\n"
                                        "0 0 0 0 0 0 0 1 1 1\n"
                                        "1 0 0 0 0 0 0 -1 -1 -1\n"
                                        "2 0 0 0 0 0 0 -1.5 1 1\n"
                                        "LEVEL 2\n" TRIANGLE);
    static const bool seen[6] = {true, true, false, false, true, true};
    for (int game = 0; game < 2; game++) {
        maq_motion_options options = {.size = sizeof options, .like_game = game == 1};
        for (int i = 0; i < 6; i++) {
            maq_motion_pose(it.motion, 0, i * 0.025, &options);
            assert_true(maq_motion_current_pose(it.motion)->visible[0] == seen[i]);
            assert_true(maq_motion_current_pose(it.motion)->visible[1]);
        }
    }
    // Other negatives mirror.
    assert_both(&it, 100, 0, -1.5f, 0, 0);
    close_opened(&it);
}

static void levels_have_rounds_of_their_own_in_the_game(void **state) {
    (void)state;
    opened it = open_text(HEAD("", "2") "LEVEL 1\n" TRIANGLE MOVES "LEVEL 2\n" TRIANGLE
                                        "ANIMOBJECT 40 0 3\n"
                                        "0 0 0 0 0 0 0 1 1 1\n"
                                        "1 4000 0 0 0 0 0 1 1 1\n"
                                        "2 0 0 8000 0 0 0 1 1 1\n");
    // 250 = 2 * 100 + 50 = 6 * 40 + 10.
    assert_point(&it, 250, true, 0, 6, 15, -10);
    assert_point(&it, 250, true, 1, 2, 0, 0);
    assert_both(&it, 60, 1, 3, 4, 0);
    assert_both(&it, 100, 1, 1, 4, 0);
    // The clip is as long as its longest level: the other waits for it.
    assert_point(&it, 150, false, 1, 1, 0, 0);
    assert_point(&it, 150, true, 1, 4, 0, 0);
    close_opened(&it);
}

// The extras say how the game turns; when the clip says something else, the clip counts.
static void frames_that_differ_from_the_clip_are_ignored(void **state) {
    (void)state;
    opened it = open_text(HEAD("", "1") "LEVEL 1\n" TRIANGLE MOVES);
    maq_scene_clip clip = it.scene->clips[0];
    maq_scene_channel channels[2] = {clip.channels[0], clip.channels[1]};
    float values[9];
    memcpy(values, channels[0].values, sizeof values);
    values[3] = 100;
    channels[0].values = values;
    clip.channels = channels;
    maq_scene changed = *it.scene;
    changed.clips = &clip;
    maq_motion *motion;
    assert_int_equal(maq_motion_new(&changed, NULL, &motion), MAQ_OK);
    maq_motion_options options = {.size = sizeof options, .like_game = true};
    maq_motion_pose(motion, 0, 0.1, &options);
    assert_true(maq_motion_current_pose(motion)->locals[0].translation[0] == 100);
    maq_motion_free(motion);
    close_opened(&it);
}

// ---------------------------------------------------------------------------------------- textures

// Two strips on one page, and a polygon that stays: frames of a quarter, two to a row, and frames of
// an eighth of the width. All have three frames in 300 ms, as the first has.
static void texture_frames_move_as_in_the_game(void **state) {
    (void)state;
    opened it = open_text("PIE 3\nTYPE 200\nTEXTURE 0 page-7-x.png 0 0\nLEVELS 1\nLEVEL 1\n"
                          "POINTS 3\n0 0 0\n1 0 0\n0 1 0\nPOLYGONS 3\n"
                          "200 3 0 1 2 0 0 0.1 0 0 0.1\n"
                          "4200 3 0 1 2 3 300 0.5 0.25 0 0 0.1 0 0 0.1\n"
                          "4200 3 0 1 2 9 111 0.125 1 0 0 0.1 0 0 0.1\n");
    const maq_scene_mesh *mesh = &it.scene->meshes[0];
    assert_int_equal(it.scene->material_count, 3);
    assert_int_equal(mesh->part_count, 3);
    assert_int_equal(mesh->vertex_count, 9);
    uint32_t clip = clip_named(it.scene, "texture animation");
    static const struct {
        int milliseconds;
        uint32_t frame;
        float first[2], second[2]; // how far both strips have moved
    } samples[] = {
        {0, 0, {0, 0}, {0, 0}},
        {99, 0, {0, 0}, {0, 0}},
        {100, 1, {0.5f, 0}, {0.125f, 0}},
        {200, 2, {0, 0.25f}, {0.25f, 0}},
        {299, 2, {0, 0.25f}, {0.25f, 0}},
        {300, 0, {0, 0}, {0, 0}},
        {3100, 1, {0.5f, 0}, {0.125f, 0}},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        for (int game = 0; game < 2; game++) {
            maq_motion_options options = {.size = sizeof options, .like_game = game == 1};
            float uvs[9][2];
            maq_deformed_mesh out = {.uvs = uvs};
            maq_motion_pose(it.motion, clip, samples[i].milliseconds / 1000.0, &options);
            maq_motion_mesh(it.motion, 0, &out, 0);
            assert_int_equal(maq_motion_current_pose(it.motion)->frames[1], samples[i].frame);
            assert_int_equal(maq_motion_current_pose(it.motion)->frames[2], samples[i].frame);
            const float still[2] = {0, 0};
            const float *moved[3] = {still, samples[i].first, samples[i].second};
            for (int part = 0; part < 3; part++) {
                uint32_t vertex = mesh->triangles[part][0];
                for (int k = 0; k < 2; k++)
                    assert_true(fabsf(uvs[vertex][k] - moved[part][k]) < 1e-6f);
            }
        }
    }
    close_opened(&it);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_move_straight_from_frame_to_frame),
        cmocka_unit_test(without_interpolation_levels_jump),
        cmocka_unit_test(the_game_turns_the_long_way_and_by_whole_degrees),
        cmocka_unit_test(turns_come_in_the_order_of_the_game),
        cmocka_unit_test(a_scale_of_minus_one_hides),
        cmocka_unit_test(levels_have_rounds_of_their_own_in_the_game),
        cmocka_unit_test(frames_that_differ_from_the_clip_are_ignored),
        cmocka_unit_test(texture_frames_move_as_in_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
