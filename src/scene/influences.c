// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include <string.h>

// The weights of a vertex are in descending order, so the first ones are the ones to keep.
static bool limit_mesh(mq_arena *arena, maq_scene_mesh *mesh, uint32_t most) {
    size_t count = mesh->vertex_count;
    uint32_t *joints = mq_arena_alloc(arena, count, most * sizeof *joints, alignof(uint32_t));
    float *weights = mq_arena_alloc(arena, count, most * sizeof *weights, alignof(float));
    if (!joints || !weights)
        return false;
    for (size_t v = 0; v < count; v++) {
        size_t from = v * mesh->influence_count, to = v * most;
        double sum = 0;
        for (uint32_t i = 0; i < most; i++)
            sum += mesh->weights[from + i];
        memcpy(joints + to, mesh->joints + from, most * sizeof *joints);
        // The largest weight of a vertex is above 0.
        for (uint32_t i = 0; i < most; i++)
            weights[to + i] = (float)(mesh->weights[from + i] / sum);
    }
    mesh->influence_count = most;
    mesh->joints = joints;
    mesh->weights = weights;
    return true;
}

maq_status mq_scene_limit_influences(mq_arena *arena, maq_scene *scene, uint32_t most) {
    // The arrays may belong to a document: the scene gets new ones.
    maq_scene_mesh *meshes = MQ_NEW_ARRAY(arena, maq_scene_mesh, scene->mesh_count);
    for (uint32_t i = 0; meshes && i < scene->mesh_count; i++) {
        meshes[i] = scene->meshes[i];
        if (meshes[i].influence_count > most && !limit_mesh(arena, &meshes[i], most))
            break;
    }
    if (mq_arena_status(arena) == MAQ_OK)
        scene->meshes = meshes;
    return mq_arena_status(arena);
}
