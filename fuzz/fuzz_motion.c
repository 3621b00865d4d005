// SPDX-License-Identifier: MIT
//
// Fuzz target: any model, posed at times of its clips, with every function of motion.h.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "fuzz_pool.h"
#include "maquette/motion.h"

// Enough for models that come from a few thousand bytes; larger ones are skipped.
enum { MOST_VERTICES = 1 << 16, MOST_CLIPS = 4, MOST_NODES = 16 };

static float positions[MOST_VERTICES][3], normals[MOST_VERTICES][3];
static float tangents[MOST_VERTICES][4], uvs[MOST_VERTICES][2];

static void read_pose(maq_motion *motion, const maq_scene *scene) {
    const maq_pose *pose = maq_motion_current_pose(motion);
    maq_bounds box;
    maq_motion_bounds(motion, &box);
    maq_deformed_mesh out = {positions, normals, tangents, uvs};
    uint32_t seen = 0;
    for (uint32_t i = 0; i < scene->node_count && seen < MOST_NODES; i++) {
        uint32_t mesh = scene->nodes[i].mesh;
        if (mesh == MAQ_SCENE_NONE || scene->meshes[mesh].vertex_count > MOST_VERTICES)
            continue;
        if (pose->first_weight[i] > pose->first_weight[i + 1])
            abort();
        if (maq_motion_mesh(motion, i, &out, seen++ % 2) != MAQ_OK)
            abort();
    }
}

static void play(maq_motion *motion, const maq_scene *scene) {
    static const double times[] = {0, 0.1, 0.49, 1e9, -1, (double)NAN, (double)INFINITY};
    uint32_t found[4];
    float way[3];
    for (uint32_t clip = 0; clip < scene->clip_count && clip < MOST_CLIPS; clip++) {
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            maq_motion_options options = {
                .size = sizeof options, .loop = (maq_loop)(i % 3), .like_game = i % 2 == 1};
            if (maq_motion_pose(motion, clip, times[i], &options) != MAQ_OK)
                abort();
            maq_motion_current_pose(motion);
            maq_motion_markers(motion, clip, 0, times[i], &options, found, 4);
        }
        read_pose(motion, scene);
        maq_motion_crossfade(motion, clip, 0.2, scene->clip_count - 1, 0.3, 0.4, NULL);
        read_pose(motion, scene);
        if (scene->node_count > 0)
            maq_motion_root_motion(motion, clip, 0, 0.1, 7, NULL, way);
    }
}

static void convert(const maq_document *document, maq_motion *motion, const maq_memory *memory) {
    maq_document *made;
    maq_convert_options options = {.size = sizeof options, .memory = memory};
    if (maq_motion_document(motion, "obj", &options, &made) == MAQ_OK)
        maq_close(made);
    options.bake = true;
    options.bake_rate = 4;
    if (maq_convert(document, "wza", &options, &made) == MAQ_OK)
        maq_close(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_memory memory = fuzz_pool_memory(size);
    maq_open_options options = {.size = sizeof options, .memory = &memory};
    maq_document *document;
    maq_scene *scene;
    maq_motion *motion;
    maq_status status = maq_open_memory(data, size, &options, &document);
    if (status == MAQ_OK && maq_scene_from_document(document, &memory, &scene) == MAQ_OK) {
        if (maq_motion_new(scene, &memory, &motion) == MAQ_OK) {
            read_pose(motion, scene);
            play(motion, scene);
            convert(document, motion, &memory);
            maq_motion_free(motion);
        }
        maq_scene_free(scene);
    }
    maq_close(document);
    return 0;
}
