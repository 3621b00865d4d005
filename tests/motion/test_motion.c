// SPDX-License-Identifier: MIT
//
// Animation: sampling, cycles, crossfades, skinning, markers, bounds, against values that are
// worked out here. The scene is a skinned strip on two joints, with a shape.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/slerp.h"
#include "maquette/motion.h"

#define PI 3.14159265358979323846

enum { ROOT, ARM, HAND, SKINNED, SHAPED, BESIDE, NODES };
enum { WAVE, STEPS, ONE_KEY, NOTHING, SHAPE_CLIP, TWICE, CLIPS };

typedef float vec2[2];
typedef float vec3[3];
typedef float vec4[4];
typedef float mat34[3][4];

// Vertices 0 to 2 hang on the arm, 3 and 4 on arm and hand, 5 on the hand.
static const vec3 positions[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 2, 1}, {1, 2, 0}, {0, 4, 0}};
static const vec3 normals[6] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const vec4 tangents[6] = {{1, 0, 0, 1}, {1, 0, 0, 1},  {1, 0, 0, -1},
                                 {0, 1, 0, 1}, {1, 0, 0, -1}, {1, 0, 0, 1}};
static const vec2 uvs[6] = {{0, 0}, {1, 0}, {0, 1}, {0, 0.5f}, {1, 1}, {0.25f, 0.25f}};
static const vec2 *const uv_sets[1] = {uvs};
static const uint32_t joints[12] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0};
static const float weights[12] = {1, 0, 1, 0, 1, 0, 0.5f, 0.5f, 0.75f, 0.25f, 1, 0};
static const uint32_t triangles[2][3] = {{0, 1, 2}, {3, 4, 5}};
static const maq_scene_part parts[1] = {{MAQ_SCENE_NONE, 0, 2}};
static const uint32_t moved[2] = {1, 5};
static const vec3 shape_positions[2] = {{2, 0, 0}, {0, 0, 4}};
static const vec3 shape_normals[2] = {{1, 0, -1}, {0, 3, 0}};
static const vec2 shape_uvs[2] = {{0.5f, 0}, {0, 0.5f}};
static const maq_scene_shape shapes[2] = {
    {"first", 2, moved, shape_positions, shape_normals, NULL, shape_uvs},
    {"second", 1, moved + 1, shape_positions, NULL, NULL, NULL}};
static const maq_scene_mesh meshes[2] = {{.name = "skinned",
                                          .vertex_count = 6,
                                          .triangle_count = 2,
                                          .positions = positions,
                                          .normals = normals,
                                          .tangents = tangents,
                                          .uv_set_count = 1,
                                          .uvs = uv_sets,
                                          .influence_count = 2,
                                          .joints = joints,
                                          .weights = weights,
                                          .triangles = triangles,
                                          .part_count = 1,
                                          .parts = parts},
                                         {.name = "shaped",
                                          .vertex_count = 6,
                                          .triangle_count = 2,
                                          .positions = positions,
                                          .normals = normals,
                                          .tangents = tangents,
                                          .uv_set_count = 1,
                                          .uvs = uv_sets,
                                          .triangles = triangles,
                                          .part_count = 1,
                                          .parts = parts,
                                          .shape_count = 2,
                                          .shapes = shapes}};

// The arm stands at the root, which is 10 to the right; the hand 2 above the arm. Children come
// before their parents on purpose.
#define REST(x, y, z)                                                                              \
    {                                                                                              \
        {x, y, z}, {0, 0, 0, 1}, {                                                                 \
            1, 1, 1                                                                                \
        }                                                                                          \
    }
#define NODE(name_, parent_, mesh_, skin_, ...)                                                    \
    { .name = name_, .parent = parent_, .mesh = mesh_, .skin = skin_, .rest = __VA_ARGS__ }
static const maq_scene_node nodes[NODES] = {
    [ROOT] = NODE("root", MAQ_SCENE_NONE, MAQ_SCENE_NONE, MAQ_SCENE_NONE, REST(10, 0, 0)),
    [ARM] = NODE("arm", ROOT, MAQ_SCENE_NONE, MAQ_SCENE_NONE, REST(0, 0, 0)),
    [HAND] = NODE("hand", ARM, MAQ_SCENE_NONE, MAQ_SCENE_NONE, REST(0, 2, 0)),
    [SKINNED] = NODE("skinned", ROOT, 0, 0, REST(3, 3, 3)),
    [SHAPED] = NODE("shaped", MAQ_SCENE_NONE, 1, MAQ_SCENE_NONE, REST(0, 0, 0)),
    [BESIDE] = NODE("beside", HAND, MAQ_SCENE_NONE, MAQ_SCENE_NONE, REST(1, 0, 0)),
};
static const uint32_t node_order[NODES] = {ROOT, SHAPED, ARM, SKINNED, HAND, BESIDE};
static const uint32_t skin_joints[2] = {ARM, HAND};
static const mat34 inverse_bind[2] = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
                                      {{1, 0, 0, 0}, {0, 1, 0, -2}, {0, 0, 1, 0}}};
static const maq_scene_skin skins[1] = {{2, skin_joints, inverse_bind}};

// A quarter turn about z at 1 s, back at 3 s; the root goes 6 up meanwhile.
#define HALF 0.70710678118654752f
static const float wave_times[3] = {0, 1, 3};
static const float wave_turns[12] = {0, 0, 0, 1, 0, 0, HALF, HALF, 0, 0, 0, -1};
static const float wave_moves[9] = {10, 0, 0, 10, 2, 0, 10, 6, 0};
static const float step_values[3] = {1, 0, 1};
static const float scale_values[3] = {3, 3, 3};
static const float weight_values[3] = {0, 1, 0.5f};
#define CHANNEL(path_, target_, shape_, step_, count_, values_)                                    \
    {                                                                                              \
        .path = path_, .target = target_, .shape = shape_, .step = step_, .key_count = count_,     \
        .times = wave_times, .values = values_                                                     \
    }
static const maq_scene_channel wave[2] = {
    CHANNEL(MAQ_CHANNEL_ROTATION, ARM, 0, false, 3, wave_turns),
    CHANNEL(MAQ_CHANNEL_TRANSLATION, ROOT, 0, false, 3, wave_moves)};
static const maq_scene_channel steps[2] = {
    CHANNEL(MAQ_CHANNEL_ROTATION, ARM, 0, true, 3, wave_turns),
    CHANNEL(MAQ_CHANNEL_VISIBLE, ARM, 0, true, 3, step_values)};
// The first is overruled by the second.
static const maq_scene_channel one_key[2] = {
    CHANNEL(MAQ_CHANNEL_SCALE, HAND, 0, false, 3, wave_moves),
    CHANNEL(MAQ_CHANNEL_SCALE, HAND, 0, false, 1, scale_values)};
static const maq_scene_channel weight_channels[2] = {
    CHANNEL(MAQ_CHANNEL_SHAPE_WEIGHT, SHAPED, 0, false, 3, weight_values),
    CHANNEL(MAQ_CHANNEL_SHAPE_WEIGHT, SHAPED, 1, false, 3, weight_values)};
// Of two that turn the same node the last counts.
static const maq_scene_channel twice[2] = {
    CHANNEL(MAQ_CHANNEL_ROTATION, ARM, 0, false, 3, wave_turns),
    CHANNEL(MAQ_CHANNEL_ROTATION, ARM, 0, false, 1, wave_turns + 4)};
// Not in order on purpose.
static const maq_scene_marker markers[3] = {{2.5f, "late"}, {0, "start"}, {1, "middle"}};
static const maq_scene_clip clips[CLIPS] = {
    [WAVE] = {.name = "wave",
              .duration = 3,
              .loop_count = 2,
              .channel_count = 2,
              .channels = wave,
              .marker_count = 3,
              .markers = markers},
    [STEPS] = {.name = "steps", .duration = 3, .channel_count = 2, .channels = steps},
    [ONE_KEY] = {.name = "one key", .duration = 0, .channel_count = 2, .channels = one_key},
    [NOTHING] = {.name = "nothing", .duration = 1},
    [SHAPE_CLIP] = {.name = "shapes",
                    .duration = 3,
                    .channel_count = 2,
                    .channels = weight_channels},
    [TWICE] = {.name = "twice", .duration = 3, .channel_count = 2, .channels = twice},
};
static const maq_scene scene = {.mesh_count = 2,
                                .node_count = NODES,
                                .skin_count = 1,
                                .clip_count = CLIPS,
                                .meshes = meshes,
                                .nodes = nodes,
                                .node_order = node_order,
                                .skins = skins,
                                .clips = clips};

static maq_motion *make(void) {
    maq_motion *motion = NULL;
    assert_int_equal(maq_motion_new(&scene, NULL, &motion), MAQ_OK);
    return motion;
}

static void assert_near(const float *have, const float *want, int count, double tolerance) {
    for (int i = 0; i < count; i++) {
        if (!(fabs((double)have[i] - want[i]) <= tolerance))
            fail_msg("number %d is %.9g, not %.9g", i, (double)have[i], (double)want[i]);
    }
}

// ---------------------------------------------------------------------------------------- sampling

static void slerp_is_exact_to_nine_digits(void **state) {
    (void)state;
    double worst = 0;
    for (int i = 0; i <= 180; i++) {
        for (int k = 0; k <= 20; k++) {
            double whole = i * PI / 180, part = k / 20.0;
            mq_quat a = {0.6 * sin(0.3), 0.8 * sin(0.3), 0, cos(0.3)};
            mq_quat b = {0.6 * sin(0.3 + whole / 2), 0.8 * sin(0.3 + whole / 2), 0,
                         cos(0.3 + whole / 2)};
            mq_quat q = mq_slerp(a, b, part);
            // The angle between them is half the turn.
            double angle = 0.3 + part * whole / 2;
            worst = fmax(worst, fabs(q.x - 0.6 * sin(angle)));
            worst = fmax(worst, fabs(q.y - 0.8 * sin(angle)));
            worst = fmax(worst, fabs(q.z));
            worst = fmax(worst, fabs(q.w - cos(angle)));
        }
    }
    assert_true(worst < 1e-10);
    // The short way, whichever sign a rotation has; lengths that are a little off do not matter.
    mq_quat a = {0, 0, 0, 1.0002}, b = {0, 0, -sin(0.4) * 0.9998, -cos(0.4) * 0.9998};
    mq_quat q = mq_slerp(a, b, 0.5);
    assert_true(fabs(q.z - sin(0.2)) < 1e-10 && fabs(q.w - cos(0.2)) < 1e-10);
}

static void sines_are_those_of_the_library(void **state) {
    (void)state;
    for (int i = -1440; i <= 1440; i++) {
        double sine, cosine, angle = i * 0.75 * PI / 180;
        mq_sine_and_cosine(i * 0.75, &sine, &cosine);
        assert_true(fabs(sine - sin(angle)) < 1e-14 && fabs(cosine - cos(angle)) < 1e-14);
    }
    double sine, cosine;
    mq_sine_and_cosine(-90, &sine, &cosine);
    assert_true(sine == -1 && cosine == 0);
}

static void keys_have_their_own_bits(void **state) {
    (void)state;
    maq_motion *motion = make();
    for (int i = 0; i < 3; i++) {
        maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
        assert_int_equal(maq_motion_pose(motion, WAVE, wave_times[i], &once), MAQ_OK);
        const maq_pose *pose = maq_motion_current_pose(motion);
        assert_memory_equal(pose->locals[ARM].rotation, wave_turns + i * 4, 4 * sizeof(float));
        assert_memory_equal(pose->locals[ROOT].translation, wave_moves + i * 3, 3 * sizeof(float));
    }
    maq_motion_free(motion);
}

static void between_keys_rotations_take_the_short_way(void **state) {
    (void)state;
    maq_motion *motion = make();
    maq_motion_pose(motion, WAVE, 0.5, NULL);
    const maq_pose *pose = maq_motion_current_pose(motion);
    const float eighth[4] = {0, 0, sinf((float)PI / 8), cosf((float)PI / 8)};
    assert_near(pose->locals[ARM].rotation, eighth, 4, 1e-7);
    // The hand is 2 along the arm, which has turned by 45 degrees; the root is at (10, 1, 0).
    const float hand[3] = {10 - 2 * HALF, 1 + 2 * HALF, 0};
    const float beside[3] = {10 - 2 * HALF + HALF, 1 + 2 * HALF + HALF, 0};
    for (int k = 0; k < 3; k++) {
        assert_near(&pose->worlds[HAND][k][3], &hand[k], 1, 1e-6);
        assert_near(&pose->worlds[BESIDE][k][3], &beside[k], 1, 1e-6);
    }
    // From (0, 0, h, h) to (0, 0, 0, -1), which is no rotation, too.
    maq_motion_pose(motion, WAVE, 2, NULL);
    assert_true(fabsf(maq_motion_current_pose(motion)->locals[ARM].rotation[2]) < 0.4f);
    maq_motion_free(motion);
}

static void steps_hold_and_hide_what_hangs_below(void **state) {
    (void)state;
    maq_motion *motion = make();
    maq_motion_pose(motion, STEPS, 0.999, NULL);
    const maq_pose *pose = maq_motion_current_pose(motion);
    assert_memory_equal(pose->locals[ARM].rotation, wave_turns, 4 * sizeof(float));
    assert_true(pose->visible[ARM] && pose->visible[BESIDE]);
    maq_motion_pose(motion, STEPS, 1, NULL);
    maq_motion_current_pose(motion);
    assert_memory_equal(pose->locals[ARM].rotation, wave_turns + 4, 4 * sizeof(float));
    assert_true(pose->visible[ROOT] && !pose->visible[ARM] && !pose->visible[HAND]);
    assert_true(!pose->visible[BESIDE] && pose->visible[SHAPED]);
    maq_motion_free(motion);
}

static void odd_clips_and_times_have_defined_poses(void **state) {
    (void)state;
    maq_motion *motion = make();
    static const double times[] = {-1, 0, 0.5, 1e30, -1e30, INFINITY, -INFINITY, NAN, 1e-320};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        for (int loop = 0; loop < 3; loop++) {
            maq_motion_options options = {.size = sizeof options, .loop = (maq_loop)loop};
            for (uint32_t clip = 0; clip < CLIPS; clip++) {
                assert_int_equal(maq_motion_pose(motion, clip, times[i], &options), MAQ_OK);
                const maq_pose *pose = maq_motion_current_pose(motion);
                for (int n = 0; n < NODES; n++) {
                    for (int k = 0; k < 12; k++)
                        assert_true(isfinite(pose->worlds[n][k / 4][k % 4]));
                }
                double at = maq_motion_time(motion, clip, times[i], &options);
                assert_true(at >= 0 && at <= (double)clips[clip].duration);
                if (clip == ONE_KEY)
                    assert_memory_equal(pose->locals[HAND].scale, scale_values, 12);
                if (clip == NOTHING)
                    assert_memory_equal(&pose->locals[ARM], &nodes[ARM].rest, 40);
            }
        }
    }
    maq_motion_options wide = {.size = sizeof wide, .begin = NAN, .end = INFINITY};
    assert_true(maq_motion_time(motion, WAVE, 1, &wide) == 1);
    wide = (maq_motion_options){.size = sizeof wide, .begin = 100, .end = 1};
    assert_true(maq_motion_time(motion, WAVE, 1, &wide) == 3);
    assert_int_equal(maq_motion_pose(motion, CLIPS, 0, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_motion_pose(NULL, 0, 0, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_motion_crossfade(motion, 0, 0, CLIPS, 0, 0.5, NULL), MAQ_BAD_ARGUMENT);
    maq_motion_free(motion);
    maq_motion_free(NULL);
}

static void of_two_channels_for_one_thing_the_last_counts(void **state) {
    (void)state;
    maq_motion *motion = make();
    for (int i = 0; i < 30; i++) {
        maq_motion_pose(motion, TWICE, i * 0.1, NULL);
        assert_memory_equal(maq_motion_current_pose(motion)->locals[ARM].rotation, wave_turns + 4,
                            16);
    }
    maq_motion_free(motion);
}

static void cycles_are_counted_as_the_clip_says(void **state) {
    (void)state;
    maq_motion *motion = make();
    // Two rounds of 3 seconds.
    assert_true(maq_motion_time(motion, WAVE, 2.5, NULL) == 2.5);
    assert_true(maq_motion_time(motion, WAVE, 3, NULL) == 0);
    assert_true(maq_motion_time(motion, WAVE, 5.5, NULL) == 2.5);
    assert_true(maq_motion_time(motion, WAVE, 6, NULL) == 3);
    assert_true(maq_motion_time(motion, WAVE, 600, NULL) == 3);
    assert_true(maq_motion_time(motion, WAVE, -1, NULL) == 0);
    maq_motion_options options = {.size = sizeof options, .loop = MAQ_LOOP_WRAP};
    assert_true(maq_motion_time(motion, WAVE, -1, &options) == 2);
    assert_true(maq_motion_time(motion, WAVE, 601, &options) == 1);
    options.loop = MAQ_LOOP_CLAMP;
    assert_true(maq_motion_time(motion, WAVE, 4, &options) == 3);
    // Only the stretch from 1 to 2, over and over.
    options =
        (maq_motion_options){.size = sizeof options, .loop = MAQ_LOOP_WRAP, .begin = 1, .end = 2};
    assert_true(maq_motion_time(motion, WAVE, 0, &options) == 1);
    assert_true(maq_motion_time(motion, WAVE, 0.25, &options) == 1.25);
    assert_true(maq_motion_time(motion, WAVE, 5.25, &options) == 1.25);
    maq_motion_free(motion);
}

static void going_back_and_forth_does_not_matter(void **state) {
    (void)state;
    maq_motion *wanders = make();
    uint32_t seed = 1;
    for (int i = 0; i < 2000; i++) {
        seed = seed * 1664525u + 1013904223u;
        double time = (seed >> 8) * (6.0 / (1 << 24));
        maq_motion *fresh = make();
        uint32_t clip = seed % CLIPS;
        maq_motion_pose(wanders, clip, time, NULL);
        maq_motion_pose(fresh, clip, time, NULL);
        const maq_pose *a = maq_motion_current_pose(wanders), *b = maq_motion_current_pose(fresh);
        assert_memory_equal(a->locals, b->locals, NODES * sizeof *a->locals);
        assert_memory_equal(a->worlds, b->worlds, NODES * sizeof *a->worlds);
        maq_motion_free(fresh);
    }
    maq_motion_free(wanders);
}

static void crossfades_are_between_two_poses(void **state) {
    (void)state;
    maq_motion *motion = make();
    maq_motion_crossfade(motion, WAVE, 1, MAQ_SCENE_NONE, 0, 0.5, NULL);
    const maq_pose *pose = maq_motion_current_pose(motion);
    const float eighth[4] = {0, 0, sinf((float)PI / 8), cosf((float)PI / 8)};
    const float expected[3] = {10, 1, 0};
    assert_near(pose->locals[ARM].rotation, eighth, 4, 1e-7);
    assert_near(pose->locals[ROOT].translation, expected, 3, 1e-6);
    assert_memory_equal(&pose->locals[BESIDE], &nodes[BESIDE].rest, sizeof(maq_transform));
    // At the ends it is either of them, to the bit; and so beyond.
    for (int i = 0; i < 2; i++) {
        maq_motion_crossfade(motion, WAVE, 1, STEPS, 1.5, i == 0 ? -3 : 7, NULL);
        maq_motion *alone = make();
        maq_motion_pose(alone, i == 0 ? WAVE : STEPS, i == 0 ? 1 : 1.5, NULL);
        assert_memory_equal(maq_motion_current_pose(motion)->locals,
                            maq_motion_current_pose(alone)->locals, NODES * sizeof(maq_transform));
        assert_true(maq_motion_current_pose(motion)->visible[ARM] ==
                    maq_motion_current_pose(alone)->visible[ARM]);
        maq_motion_free(alone);
    }
    maq_motion_crossfade(motion, SHAPE_CLIP, 1, MAQ_SCENE_NONE, 0, 0.25, NULL);
    pose = maq_motion_current_pose(motion);
    assert_int_equal(pose->first_weight[SHAPED + 1] - pose->first_weight[SHAPED], 2);
    assert_true(pose->weights[pose->first_weight[SHAPED]] == 0.75f);
    maq_motion_free(motion);
}

// ------------------------------------------------------------------------------------------ meshes

typedef struct buffers {
    vec3 positions[6], normals[6];
    vec4 tangents[6];
    vec2 uvs[6];
} buffers;

static maq_deformed_mesh room_in(buffers *b) {
    return (maq_deformed_mesh){b->positions, b->normals, b->tangents, b->uvs};
}

static void at_rest_a_skinned_mesh_is_itself(void **state) {
    (void)state;
    maq_motion *motion = make();
    buffers b;
    maq_deformed_mesh out = room_in(&b);
    assert_int_equal(maq_motion_mesh(motion, SKINNED, &out, 0), MAQ_OK);
    // Bound at the origin, standing at the root: 10 to the right, wherever its node is.
    for (int v = 0; v < 6; v++) {
        const vec3 want = {positions[v][0] + 10, positions[v][1], positions[v][2]};
        assert_near(b.positions[v], want, 3, 1e-6);
        assert_near(b.normals[v], normals[v], 3, 1e-6);
        assert_near(b.tangents[v], tangents[v], 4, 1e-6);
        assert_near(b.uvs[v], uvs[v], 2, 0);
    }
    assert_int_equal(maq_motion_mesh(motion, SKINNED, &out, MAQ_IN_NODE_SPACE), MAQ_OK);
    // The node itself stands at (13, 3, 3).
    const vec3 want = {-3, -3, -3};
    assert_near(b.positions[0], want, 3, 1e-6);
    assert_int_equal(maq_motion_mesh(motion, ARM, &out, 0), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_motion_mesh(motion, NODES, &out, 0), MAQ_BAD_ARGUMENT);
    maq_motion_free(motion);
}

static void joints_move_vertices_by_their_weights(void **state) {
    (void)state;
    maq_motion *motion = make();
    buffers b;
    maq_deformed_mesh out = room_in(&b);
    // The arm has turned by a quarter about (10, 2, 0): up is left now.
    maq_motion_pose(motion, WAVE, 1, NULL);
    maq_motion_mesh(motion, SKINNED, &out, 0);
    const vec3 second = {10, 3, 0}, last = {6, 2, 0}, normal = {0, 1, 0}, up = {-1, 0, 0};
    assert_near(b.positions[1], second, 3, 1e-5);
    assert_near(b.positions[5], last, 3, 1e-5);
    assert_near(b.normals[3], normal, 3, 1e-6);
    assert_near(b.normals[4], up, 3, 1e-6);
    assert_true(b.tangents[2][3] == -1 && b.tangents[3][3] == 1);
    // With the hand three times as large, vertex 3 is half of each: the hand holds it at (0, 2, 1).
    maq_motion_pose(motion, ONE_KEY, 0, NULL);
    maq_motion_mesh(motion, SKINNED, &out, 0);
    const vec3 third = {10, 2, (1 + 3) / 2.0f}, fifth = {10, 2 + 3 * 2, 0};
    assert_near(b.positions[3], third, 3, 1e-5);
    assert_near(b.positions[5], fifth, 3, 1e-5);
    const vec3 z = {0, 0, 1};
    assert_near(b.normals[5], z, 3, 1e-6);
    maq_motion_free(motion);
}

// A scene of one node with a skinned mesh, for matrices of every kind.
// What a shader does with the palette is what maq_motion_mesh() does.
static void joint_palettes_move_vertices_as_skinning_does(void **state) {
    (void)state;
    maq_motion *motion = make();
    mat34 palette[2];
    vec3 skinned[6];
    maq_deformed_mesh out = {.positions = skinned};
    for (double time = 0; time < 3; time += 0.4) {
        maq_motion_pose(motion, WAVE, time, NULL);
        maq_motion_mesh(motion, SKINNED, &out, 0);
        assert_int_equal(maq_motion_joint_palette(motion, 0, palette), MAQ_OK);
        for (int v = 0; v < 6; v++) {
            vec3 sum = {0, 0, 0};
            for (int i = 0; i < 2; i++) {
                const vec4 *m = (const vec4 *)palette[joints[v * 2 + i]];
                for (int k = 0; k < 3; k++)
                    sum[k] += weights[v * 2 + i] *
                              (m[k][0] * positions[v][0] + m[k][1] * positions[v][1] +
                               m[k][2] * positions[v][2] + m[k][3]);
            }
            assert_near(sum, skinned[v], 3, 1e-5);
        }
    }
    assert_int_equal(maq_motion_joint_palette(motion, 1, palette), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_motion_joint_palette(motion, 0, NULL), MAQ_BAD_ARGUMENT);
    maq_motion_free(motion);
}

static void identical_matrices_leave_vertices_alone(void **state) {
    (void)state;
    // Eight influences whose floats do not quite sum up to 1.
    enum { COUNT = 8 };
    uint32_t many[COUNT * 6];
    float shares[COUNT * 6];
    for (int i = 0; i < COUNT * 6; i++) {
        many[i] = (uint32_t)(i % 2);
        shares[i] = i % COUNT < 6 ? 0.15f : 0.05f;
    }
    maq_scene_mesh mesh = meshes[0];
    mesh.influence_count = COUNT;
    mesh.joints = many;
    mesh.weights = shares;
    const uint32_t same_joint[2] = {ROOT, ROOT};
    const mat34 bind[2] = {{{1, 0, 0, -10}, {0, 1, 0, 0}, {0, 0, 1, 0}},
                           {{1, 0, 0, -10}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const maq_scene_skin skin = {2, same_joint, bind};
    for (uint32_t count = 1; count <= COUNT; count++) {
        maq_scene other = scene;
        mesh.influence_count = count;
        const maq_scene_mesh both[2] = {mesh, meshes[1]};
        other.meshes = both;
        other.skins = &skin;
        maq_motion *motion;
        assert_int_equal(maq_motion_new(&other, NULL, &motion), MAQ_OK);
        buffers b;
        maq_deformed_mesh out = room_in(&b);
        maq_motion_mesh(motion, SKINNED, &out, 0);
        assert_memory_equal(b.positions, positions, sizeof positions);
        assert_memory_equal(b.normals, normals, sizeof normals);
        maq_motion_free(motion);
    }
}

static void normals_stay_at_right_angles_under_uneven_scales(void **state) {
    (void)state;
    maq_scene_node changed[NODES];
    memcpy(changed, nodes, sizeof nodes);
    const vec3 scale = {-2, 1, 4};
    memcpy(changed[SHAPED].rest.scale, scale, sizeof scale);
    maq_scene other = scene;
    other.nodes = changed;
    const vec3 slanted = {0.6f, 0, 0.8f};
    vec3 own_normals[6];
    memcpy(own_normals, normals, sizeof normals);
    memcpy(own_normals[0], slanted, sizeof slanted);
    maq_scene_mesh both[2] = {meshes[0], meshes[1]};
    both[1].normals = (const float(*)[3])own_normals;
    other.meshes = both;
    maq_motion *motion;
    assert_int_equal(maq_motion_new(&other, NULL, &motion), MAQ_OK);
    buffers b;
    maq_deformed_mesh out = room_in(&b);
    maq_motion_mesh(motion, SHAPED, &out, 0);
    // Normals go by the inverse: (0.6 / -2, 0, 0.8 / 4), brought to length 1.
    float length = sqrtf(0.09f + 0.04f);
    const vec3 want = {-0.3f / length, 0, 0.2f / length};
    assert_near(b.normals[0], want, 3, 1e-6);
    // The handedness has changed.
    const vec4 tangent = {-1, 0, 0, -1};
    assert_near(b.tangents[0], tangent, 4, 1e-6);
    const vec3 expected = {-2, 0, 0};
    assert_near(b.positions[1], expected, 3, 1e-6);
    maq_motion_free(motion);
}

static void shapes_are_added_by_weight(void **state) {
    (void)state;
    maq_motion *motion = make();
    buffers b;
    maq_deformed_mesh out = room_in(&b);
    // Both weights are 0.75 half way from 1 to 0.5.
    maq_motion_pose(motion, SHAPE_CLIP, 2, NULL);
    maq_motion_mesh(motion, SHAPED, &out, 0);
    const vec3 second = {1 + 0.75f * 2, 0, 0}, last = {0.75f * 2, 4, 0.75f * 4};
    assert_near(b.positions[1], second, 3, 1e-6);
    assert_near(b.positions[5], last, 3, 1e-6);
    assert_memory_equal(b.positions[0], positions[0], sizeof positions[0]);
    // (0, 0, 1) + 0.75 (1, 0, -1) and (0, 0, 1) + 0.75 (0, 3, 0), brought to length 1.
    float one = sqrtf(0.75f * 0.75f + 0.25f * 0.25f), two = sqrtf(1 + 2.25f * 2.25f);
    const vec3 first_normal = {0.75f / one, 0, 0.25f / one},
               last_normal = {0, 2.25f / two, 1 / two};
    assert_near(b.normals[1], first_normal, 3, 1e-6);
    assert_near(b.normals[5], last_normal, 3, 1e-6);
    const vec2 uv = {1 + 0.75f * 0.5f, 0};
    assert_near(b.uvs[1], uv, 2, 1e-6);
    // Buffers that are not wanted are left out.
    maq_deformed_mesh only = {.normals = b.normals};
    memset(b.normals, 0, sizeof b.normals);
    assert_int_equal(maq_motion_mesh(motion, SHAPED, &only, 0), MAQ_OK);
    assert_near(b.normals[1], first_normal, 3, 1e-6);
    maq_motion_free(motion);
}

// The weights that a glTF file gives morph targets in the rest pose: those of the mesh, or of the node.
static void rest_weights_apply_without_a_clip(void **state) {
    (void)state;
    const maq_value second = {.kind = MAQ_VALUE_FLOAT, .as.float32 = 0.25f};
    const maq_value first = {.kind = MAQ_VALUE_INTEGER, .as.integer = 1, .next = &second};
    const maq_value of_mesh = {
        .kind = MAQ_VALUE_ARRAY, .key = "gltf_weights", .as.children = {&first, 2}};
    const maq_value of_node = {
        .kind = MAQ_VALUE_ARRAY, .key = "gltf_weights", .as.children = {&second, 1}};
    const maq_value mesh_extras = {.kind = MAQ_VALUE_OBJECT, .as.children = {&of_mesh, 1}};
    const maq_value node_extras = {.kind = MAQ_VALUE_OBJECT, .as.children = {&of_node, 1}};
    maq_scene_mesh own_meshes[2] = {meshes[0], meshes[1]};
    maq_scene_node own_nodes[NODES];
    memcpy(own_nodes, nodes, sizeof nodes);
    own_meshes[1].extras = &mesh_extras;
    maq_scene with_weights = scene;
    with_weights.meshes = own_meshes;
    with_weights.nodes = own_nodes;
    for (int by_node = 0; by_node < 2; by_node++) {
        own_nodes[SHAPED].extras = by_node ? &node_extras : NULL;
        // Without clips, and with clips of which only one changes the weights.
        for (uint32_t clip_count = 0; clip_count <= CLIPS; clip_count += CLIPS) {
            with_weights.clip_count = clip_count;
            maq_motion *motion;
            vec3 out[6];
            assert_int_equal(maq_motion_new(&with_weights, NULL, &motion), MAQ_OK);
            maq_motion_mesh(motion, SHAPED, &(maq_deformed_mesh){.positions = out}, 0);
            float weight = by_node ? 0.25f : 1, last = by_node ? 0 : 0.25f;
            const vec3 moved_first = {1 + 2 * weight, 0, 0};
            const vec3 moved_last = {2 * last, 4, 4 * weight};
            assert_near(out[1], moved_first, 3, 1e-6);
            assert_near(out[5], moved_last, 3, 1e-6);
            if (clip_count) {
                maq_motion_pose(motion, SHAPE_CLIP, 0, NULL); // both weights are 0 there
                maq_motion_mesh(motion, SHAPED, &(maq_deformed_mesh){.positions = out}, 0);
                assert_memory_equal(out, positions, sizeof positions);
            }
            maq_motion_free(motion);
        }
    }
}

static void bounds_hold_what_is_seen(void **state) {
    (void)state;
    maq_motion *motion = make();
    maq_bounds box, whole, frames[4];
    assert_true(maq_motion_bounds(motion, &box));
    const vec3 low = {0, 0, 0}, high = {11, 4, 1};
    assert_near(box.min, low, 3, 1e-6);
    assert_near(box.max, high, 3, 1e-6);
    // At 0, 1, 2 and 3 seconds; the shape is at full weight at 1.
    assert_int_equal(maq_motion_clip_bounds(motion, SHAPE_CLIP, 4, NULL, &whole, frames), MAQ_OK);
    const vec3 all = {11, 4, 4}, end = {11, 4, 2};
    assert_near(whole.max, all, 3, 1e-6);
    assert_near(frames[0].max, high, 3, 1e-6);
    assert_near(frames[1].max, all, 3, 1e-6);
    assert_near(frames[3].max, end, 3, 1e-6);
    assert_int_equal(maq_motion_clip_bounds(motion, SHAPE_CLIP, 0, NULL, &whole, NULL),
                     MAQ_BAD_ARGUMENT);
    maq_scene empty = {0};
    maq_motion *none;
    assert_int_equal(maq_motion_new(&empty, NULL, &none), MAQ_OK);
    assert_false(maq_motion_bounds(none, &box));
    maq_motion_free(none);
    maq_motion_free(motion);
}

// ----------------------------------------------------------------------------------------- playing

static void markers_are_passed_once_a_cycle(void **state) {
    (void)state;
    maq_motion *motion = make();
    uint32_t found[8];
    // start, middle, late are numbers 1, 2, 0. Two rounds of three.
    static const uint32_t two_rounds[6] = {1, 2, 0, 1, 2, 0};
    assert_int_equal(maq_motion_markers(motion, WAVE, 0, 100, NULL, found, 8), 6);
    assert_memory_equal(found, two_rounds, sizeof two_rounds);
    assert_int_equal(maq_motion_markers(motion, WAVE, 0, 1, NULL, found, 8), 1);
    assert_int_equal(found[0], 1);
    assert_int_equal(maq_motion_markers(motion, WAVE, 1, 3, NULL, found, 8), 2);
    assert_int_equal(found[0], 2);
    assert_int_equal(maq_motion_markers(motion, WAVE, 3, 3.5, NULL, found, 8), 1);
    assert_int_equal(maq_motion_markers(motion, WAVE, 2, 2, NULL, found, 8), 0);
    assert_int_equal(maq_motion_markers(motion, WAVE, NAN, 2, NULL, found, 8), 0);
    // More than the capacity are counted.
    maq_motion_options options = {.size = sizeof options, .loop = MAQ_LOOP_WRAP};
    assert_int_equal(maq_motion_markers(motion, WAVE, -3e6, 3e6, &options, found, 8), 6000000);
    assert_int_equal(found[7], 2);
    assert_int_equal(maq_motion_markers(motion, WAVE, -1, 0, &options, found, 8), 1);
    assert_int_equal(found[0], 0);
    options.begin = 0.5;
    options.end = 1.5;
    assert_int_equal(maq_motion_markers(motion, WAVE, 0, 10, &options, found, 8), 10);
    assert_int_equal(found[3], 2);
    // Whatever the steps, each comes as often as there are rounds.
    uint64_t count = 0;
    double time = 0;
    for (int i = 0; i < 1000; i++) {
        double next = time + 0.0173;
        count += maq_motion_markers(motion, WAVE, time, next, NULL, found, 8);
        time = next;
    }
    assert_int_equal(count, 6);
    assert_int_equal(maq_motion_markers(motion, NOTHING, 0, INFINITY, NULL, found, 8), 0);
    maq_motion_free(motion);
}

static void root_motion_adds_up(void **state) {
    (void)state;
    maq_motion *motion = make();
    float way[3];
    assert_int_equal(maq_motion_root_motion(motion, WAVE, ROOT, 0.5, 2, NULL, way), MAQ_OK);
    const vec3 within = {0, 3, 0};
    assert_near(way, within, 3, 1e-5);
    // Each round is 6 up; there are two.
    maq_motion_root_motion(motion, WAVE, ROOT, 0.5, 3.5, NULL, way);
    const vec3 round = {0, 6, 0};
    assert_near(way, round, 3, 1e-5);
    maq_motion_root_motion(motion, WAVE, ROOT, 0, 1000, NULL, way);
    const vec3 both = {0, 12, 0};
    assert_near(way, both, 3, 1e-5);
    maq_motion_options options = {.size = sizeof options, .loop = MAQ_LOOP_WRAP};
    maq_motion_root_motion(motion, WAVE, ROOT, -3, 6, &options, way);
    const vec3 three = {0, 18, 0};
    assert_near(way, three, 3, 1e-5);
    assert_int_equal(maq_motion_root_motion(motion, WAVE, NODES, 0, 1, NULL, way),
                     MAQ_BAD_ARGUMENT);
    maq_motion_free(motion);
}

// --------------------------------------------------------------------------------------------- bits

// Floats, each from its lowest byte to its highest.
static uint64_t hash_more(uint64_t hash, const void *floats, size_t size) {
    for (size_t at = 0; at < size; at += sizeof(float)) {
        uint32_t bits;
        memcpy(&bits, (const char *)floats + at, sizeof bits);
        for (int shift = 0; shift < 32; shift += 8)
            hash = (hash ^ (bits >> shift & 0xff)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

// One number for all results of a motion; it is the same for every compiler, at any optimisation.
static void every_build_has_the_same_bits(void **state) {
    (void)state;
    maq_motion *motion = make();
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < 1000; i++) {
        buffers b;
        maq_deformed_mesh out = room_in(&b);
        if (i % 3 == 0)
            maq_motion_crossfade(motion, i % CLIPS, i * 0.0137, WAVE, i * 0.0071, i / 1000.0, NULL);
        else
            maq_motion_pose(motion, i % CLIPS, i * 0.0137, NULL);
        const maq_pose *pose = maq_motion_current_pose(motion);
        hash = hash_more(hash, pose->locals, NODES * sizeof *pose->locals);
        hash = hash_more(hash, pose->worlds, NODES * sizeof *pose->worlds);
        maq_motion_mesh(motion, SKINNED, &out, 0);
        hash = hash_more(hash, &b, sizeof b);
        maq_motion_mesh(motion, SHAPED, &out, 0);
        hash = hash_more(hash, &b, sizeof b);
    }
    maq_motion_free(motion);
    if (hash != UINT64_C(0x91b04e17c2efb5ce))
        fail_msg("the hash is %016llx", (unsigned long long)hash);
}

// ------------------------------------------------------------------------------------------ memory

typedef struct counted {
    size_t held, requests;
} counted;

static void *count_allocate(void *context, size_t bytes) {
    counted *count = context;
    count->held++;
    count->requests++;
    return malloc(bytes);
}

static void count_release(void *context, void *block, size_t bytes) {
    counted *count = context;
    (void)bytes;
    count->held--;
    free(block);
}

static void every_failing_request_is_reported_and_playing_makes_none(void **state) {
    (void)state;
    counted count = {0};
    maq_memory memory = {.size = sizeof memory,
                         .context = &count,
                         .allocate = count_allocate,
                         .release = count_release};
    maq_motion *motion = NULL;
    maq_status status = MAQ_NO_MEMORY;
    for (memory.fail_at = 1; status != MAQ_OK && memory.fail_at < 1000; memory.fail_at++) {
        status = maq_motion_new(&scene, &memory, &motion);
        if (status == MAQ_OK)
            break;
        assert_int_equal(status, MAQ_NO_MEMORY);
        assert_null(motion);
        assert_int_equal(count.held, 0);
    }
    assert_int_equal(status, MAQ_OK);
    assert_true(memory.fail_at > 2);
    size_t before = count.requests;
    buffers b;
    maq_deformed_mesh out = room_in(&b);
    maq_bounds box;
    float way[3];
    uint32_t found[4];
    for (uint32_t clip = 0; clip < CLIPS; clip++) {
        maq_motion_pose(motion, clip, 0.3, NULL);
        maq_motion_crossfade(motion, clip, 0.3, WAVE, 0.2, 0.4, NULL);
        maq_motion_mesh(motion, SKINNED, &out, 0);
        maq_motion_mesh(motion, SHAPED, &out, 0);
        maq_motion_clip_bounds(motion, clip, 3, NULL, &box, NULL);
        maq_motion_root_motion(motion, clip, ROOT, 0, 9, NULL, way);
        maq_motion_markers(motion, clip, 0, 9, NULL, found, 4);
    }
    assert_int_equal(count.requests, before);
    maq_motion_free(motion);
    assert_int_equal(count.held, 0);
    assert_int_equal(maq_motion_new(NULL, NULL, &motion), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_motion_new(&scene, NULL, NULL), MAQ_BAD_ARGUMENT);
}

// Few bytes can ask for any number of weights: many nodes that show one mesh with many shapes.
static void too_many_weights_are_refused(void **state) {
    (void)state;
    enum { MANY = 3000 };
    maq_scene_shape *many_shapes = calloc(MANY, sizeof *many_shapes);
    maq_scene_node *many_nodes = calloc(MANY, sizeof *many_nodes);
    maq_scene_channel *channels = calloc(MANY, sizeof *channels);
    uint32_t *order = calloc(MANY, sizeof *order);
    assert_true(many_shapes && many_nodes && channels && order);
    for (uint32_t i = 0; i < MANY; i++) {
        many_shapes[i].name = "";
        many_nodes[i] = nodes[SHAPED];
        many_nodes[i].mesh = 0;
        channels[i] = weight_channels[0];
        channels[i].target = order[i] = i;
    }
    maq_scene_mesh mesh = meshes[1];
    mesh.shape_count = MANY;
    mesh.shapes = many_shapes;
    maq_scene_clip clip = {.name = "", .duration = 3, .channel_count = MANY, .channels = channels};
    maq_scene large = {.mesh_count = 1,
                       .node_count = MANY,
                       .clip_count = 1,
                       .meshes = &mesh,
                       .nodes = many_nodes,
                       .node_order = order,
                       .clips = &clip};
    maq_motion *motion;
    assert_int_equal(maq_motion_new(&large, NULL, &motion), MAQ_OVER_LIMIT);
    assert_null(motion);
    clip.channel_count = 1000;
    assert_int_equal(maq_motion_new(&large, NULL, &motion), MAQ_OK);
    maq_motion_free(motion);
    free(many_shapes);
    free(many_nodes);
    free(channels);
    free(order);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slerp_is_exact_to_nine_digits),
        cmocka_unit_test(sines_are_those_of_the_library),
        cmocka_unit_test(keys_have_their_own_bits),
        cmocka_unit_test(between_keys_rotations_take_the_short_way),
        cmocka_unit_test(steps_hold_and_hide_what_hangs_below),
        cmocka_unit_test(odd_clips_and_times_have_defined_poses),
        cmocka_unit_test(of_two_channels_for_one_thing_the_last_counts),
        cmocka_unit_test(cycles_are_counted_as_the_clip_says),
        cmocka_unit_test(going_back_and_forth_does_not_matter),
        cmocka_unit_test(crossfades_are_between_two_poses),
        cmocka_unit_test(at_rest_a_skinned_mesh_is_itself),
        cmocka_unit_test(joints_move_vertices_by_their_weights),
        cmocka_unit_test(joint_palettes_move_vertices_as_skinning_does),
        cmocka_unit_test(identical_matrices_leave_vertices_alone),
        cmocka_unit_test(normals_stay_at_right_angles_under_uneven_scales),
        cmocka_unit_test(shapes_are_added_by_weight),
        cmocka_unit_test(rest_weights_apply_without_a_clip),
        cmocka_unit_test(bounds_hold_what_is_seen),
        cmocka_unit_test(markers_are_passed_once_a_cycle),
        cmocka_unit_test(root_motion_adds_up),
        cmocka_unit_test(every_build_has_the_same_bits),
        cmocka_unit_test(every_failing_request_is_reported_and_playing_makes_none),
        cmocka_unit_test(too_many_weights_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
