// SPDX-License-Identifier: MIT
//
// Sampled clips, poses (with matrices) and skinned vertices per second, in one thread, for models of
// three sizes.
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "motion/motion_priv.h"

enum { KEYS = 60, INFLUENCES = 4 };

// CPU time of this process, so that other processes do not count.
static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void keep_best(double *best, double begin) {
    double taken = seconds() - begin;
    *best = taken < *best ? taken : *best;
}

static void *alloc(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

static float number(float low, float high) {
    return low + (high - low) * (float)bench_random(1 << 20) / (float)(1 << 20);
}

static void random_rotation(float q[4]) {
    float square = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = number(-1, 1) + (k == 3 ? 2.0f : 0);
        square += q[k] * q[k];
    }
    // Newton's iteration for the root, so that the bits do not depend on a library.
    float scale = 0.4f;
    for (int i = 0; i < 30; i++)
        scale *= 1.5f - 0.5f * square * scale * scale;
    for (int k = 0; k < 4; k++)
        q[k] *= scale;
}

// A chain of joints with three channels each. `shared`: all have the same times.
static void make_clip(maq_scene_clip *clip, uint32_t joints, bool shared) {
    static const uint32_t widths[3] = {3, 4, 3};
    maq_scene_channel *channels = alloc((size_t)joints * 3, sizeof *channels);
    float *times = NULL;
    for (uint32_t i = 0; i < joints * 3; i++) {
        uint32_t width = widths[i % 3];
        float *values = alloc((size_t)KEYS * width, sizeof *values);
        if (!times || !shared) {
            times = alloc(KEYS, sizeof *times);
            for (int k = 0; k < KEYS; k++)
                times[k] = (float)k / 30;
        }
        for (int k = 0; k < KEYS; k++) {
            float *value = values + (size_t)k * width;
            for (uint32_t n = 0; n < width; n++)
                value[n] = i % 3 == 2 ? number(0.9f, 1.1f) : number(-1, 1);
            if (width == 4)
                random_rotation(value);
        }
        channels[i] = (maq_scene_channel){.path = (maq_channel_path)(i % 3),
                                          .target = i / 3,
                                          .key_count = KEYS,
                                          .times = times,
                                          .values = values};
    }
    *clip = (maq_scene_clip){.name = "bench",
                             .duration = (float)(KEYS - 1) / 30,
                             .channel_count = joints * 3,
                             .channels = channels};
}

static void make_mesh(maq_scene_mesh *mesh, uint32_t joints, uint32_t vertices) {
    float(*positions)[3] = alloc(vertices, sizeof *positions);
    float(*normals)[3] = alloc(vertices, sizeof *normals);
    uint32_t *bones = alloc((size_t)vertices * INFLUENCES, sizeof *bones);
    float *weights = alloc((size_t)vertices * INFLUENCES, sizeof *weights);
    for (uint32_t i = 0; i < vertices; i++) {
        float q[4];
        random_rotation(q);
        for (int k = 0; k < 3; k++) {
            positions[i][k] = number(-10, 10);
            normals[i][k] = k == 0;
        }
        for (uint32_t k = 0; k < INFLUENCES; k++) {
            bones[i * INFLUENCES + k] = (i / 64 + bench_random(4)) % joints;
            weights[i * INFLUENCES + k] = 0.4f - 0.1f * (float)k;
        }
    }
    *mesh = (maq_scene_mesh){.name = "bench",
                             .vertex_count = vertices,
                             .positions = (const float(*)[3])positions,
                             .normals = (const float(*)[3])normals,
                             .influence_count = INFLUENCES,
                             .joints = bones,
                             .weights = weights};
}

// `scales`: joints have scales that differ from axis to axis, and normals need more work.
static maq_scene *make_scene(uint32_t joints, uint32_t vertices, bool shared, bool scales) {
    maq_scene *scene = alloc(1, sizeof *scene);
    maq_scene_node *nodes = alloc((size_t)joints + 1, sizeof *nodes);
    uint32_t *order = alloc((size_t)joints + 1, sizeof *order);
    float(*bind)[3][4] = alloc(joints, sizeof *bind);
    maq_scene_skin *skin = alloc(1, sizeof *skin);
    maq_scene_mesh *mesh = alloc(1, sizeof *mesh);
    maq_scene_clip *clip = alloc(1, sizeof *clip);
    for (uint32_t i = 0; i <= joints; i++) {
        order[i] = i;
        nodes[i] = (maq_scene_node){.name = "",
                                    .parent = i == 0 || i == joints ? MAQ_SCENE_NONE : (i - 1) / 2,
                                    .kind = MAQ_NODE_JOINT,
                                    .rest = {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}},
                                    .mesh = i == joints ? 0 : MAQ_SCENE_NONE,
                                    .skin = i == joints ? 0 : MAQ_SCENE_NONE};
        for (int k = 0; i < joints && k < 3; k++)
            bind[i][k][k] = 1;
    }
    make_mesh(mesh, joints, vertices);
    make_clip(clip, joints, shared);
    for (uint32_t i = 2; !scales && i < joints * 3; i += 3) {
        float *values = (float *)(uintptr_t)clip->channels[i].values;
        for (int k = 0; k < KEYS * 3; k++)
            values[k] = 1;
    }
    *skin = (maq_scene_skin){joints, order, (const float(*)[3][4])bind};
    *scene = (maq_scene){.mesh_count = 1,
                         .node_count = joints + 1,
                         .skin_count = 1,
                         .clip_count = 1,
                         .meshes = mesh,
                         .nodes = nodes,
                         .node_order = order,
                         .skins = skin,
                         .clips = clip};
    return scene;
}

static void bench_poses(uint32_t joints, bool shared, bool matrices) {
    maq_scene *scene = make_scene(joints, 16, shared, true);
    maq_motion *motion;
    if (maq_motion_new(scene, NULL, &motion) != MAQ_OK)
        abort();
    uint32_t poses = 4000000 / joints;
    double best = 1e9;
    for (int run = 0; run < BENCH_RUNS; run++) {
        double begin = seconds();
        for (uint32_t i = 0; i < poses; i++) {
            // A step that does not meet the keys, which would be less work.
            double time = i * 0.0173;
            if (matrices) {
                maq_motion_pose(motion, 0, time, NULL);
            } else {
                mq_state_rest(motion, &motion->now);
                mq_state_sample(motion, 0, maq_motion_time(motion, 0, time, NULL), &motion->now);
            }
        }
        keep_best(&best, begin);
    }
    printf("%s %5u joints x 3 channels, %s times: %9.0f poses/s, %5.1f M joints/s\n",
           matrices ? "pose  " : "sample", joints, shared ? "shared" : "own   ", poses / best,
           (double)poses * joints / best / 1e6);
    maq_motion_free(motion);
}

static void bench_skin(uint32_t vertices, bool scales) {
    maq_scene *scene = make_scene(100, vertices, true, scales);
    maq_motion *motion;
    if (maq_motion_new(scene, NULL, &motion) != MAQ_OK)
        abort();
    maq_motion_pose(motion, 0, 0.51, NULL);
    maq_deformed_mesh out = {.positions = alloc(vertices, 3 * sizeof(float)),
                             .normals = alloc(vertices, 3 * sizeof(float))};
    uint32_t rounds = 8000000 / vertices;
    double best = 1e9;
    for (int run = 0; run < BENCH_RUNS; run++) {
        double begin = seconds();
        for (uint32_t i = 0; i < rounds; i++)
            maq_motion_mesh(motion, 100, &out, 0);
        keep_best(&best, begin);
    }
    printf("skin   %7u vertices, positions and normals, 4 weights%s: %6.1f M vertices/s\n",
           vertices, scales ? ", uneven scales" : "", (double)vertices * rounds / best / 1e6);
    maq_motion_free(motion);
}

int main(void) {
    for (uint32_t joints = 10; joints <= 1000; joints *= 10) {
        bench_poses(joints, false, false);
        bench_poses(joints, true, false);
        bench_poses(joints, true, true);
    }
    for (uint32_t vertices = 10000; vertices <= 1000000; vertices *= 10)
        bench_skin(vertices, false);
    bench_skin(100000, true);
    return 0;
}
