// SPDX-License-Identifier: MIT
#include "formats/scene_vertices.h"

#include <string.h>

#include "scene/axes.h"
#include "scene/geometry.h"
#include "scene/usage.h"

typedef float vec2[2];
typedef float vec3[3];
typedef float vec4[4];

const mq_mat34 *mq_rest_matrices(mq_arena *arena, const maq_scene *scene) {
    maq_transform *locals = MQ_NEW_ARRAY(arena, maq_transform, scene->node_count);
    mq_mat34 *worlds = MQ_NEW_ARRAY(arena, mq_mat34, scene->node_count);
    if (!locals || !worlds)
        return NULL;
    mq_pose_at(scene, NULL, 0, locals, worlds);
    return worlds;
}

bool mq_is_identity(const mq_mat34 *matrix) {
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            if (matrix->m[row][column] != (row == column ? 1 : 0))
                return false;
        }
    }
    return true;
}

const bool *mq_moving_nodes(mq_arena *arena, const maq_scene *scene, const maq_scene_clip *clips,
                            uint32_t clip_count) {
    bool *moving = MQ_NEW_ARRAY(arena, bool, scene->node_count);
    for (uint32_t i = 0; moving && i < clip_count; i++) {
        for (uint32_t k = 0; k < clips[i].channel_count; k++) {
            const maq_scene_channel *channel = &clips[i].channels[k];
            if (channel->path <= MAQ_CHANNEL_ROTATION && !mq_channel_rests(scene, channel))
                moving[channel->target] = true;
        }
    }
    for (uint32_t i = 0; moving && i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        if (parent != MAQ_SCENE_NONE && moving[parent])
            moving[node] = true;
    }
    return moving;
}

static mq_vec3 unit_or_up(mq_vec3 v) {
    mq_vec3 unit = mq_normalize(v);
    return mq_length(unit) > 0.5 ? unit : (mq_vec3){0, 1, 0};
}

static bool complete_normals(mq_arena *arena, maq_scene_mesh *mesh) {
    static const float up[3] = {0, 1, 0};
    vec3 *normals = MQ_NEW_UNINITIALIZED_ARRAY(arena, vec3, mesh->vertex_count);
    if (!normals || !mq_smooth_normals(arena, mesh->positions, mesh->vertex_count, mesh->triangles,
                                       mesh->triangle_count, normals))
        return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        if (mq_length(mq_vec3_load(normals[i])) < 0.5)
            memcpy(normals[i], up, sizeof up);
    }
    mesh->normals = (const float(*)[3])normals;
    return true;
}

bool mq_complete_vectors(mq_arena *arena, maq_scene_mesh *mesh) {
    if (mesh->normals && mesh->tangents)
        return true;
    if (!mesh->normals && !complete_normals(arena, mesh))
        return false;
    vec4 *tangents = MQ_NEW_UNINITIALIZED_ARRAY(arena, vec4, mesh->vertex_count);
    const vec2 *uvs = mesh->uv_set_count
                          ? mesh->uvs[0]
                          : (const vec2 *)MQ_NEW_ARRAY(arena, vec2, mesh->vertex_count);
    if (!tangents || !uvs)
        return false;
    mq_tangents(mesh, uvs, tangents);
    mesh->tangents = (const float(*)[4])tangents;
    return true;
}

mq_vec3 mq_move_position(const mq_mat34 *matrix, mq_vec3 position) {
    return matrix ? mq_mat34_point(matrix, position) : position;
}

mq_vec3 mq_move_normal(const mq_mat34 *matrix, mq_vec3 normal) {
    return matrix ? unit_or_up(mq_mat34_normal(matrix, normal)) : normal;
}

mq_vec3 mq_move_tangent(const mq_mat34 *matrix, mq_vec3 t) {
    if (!matrix)
        return t;
    const double(*m)[4] = matrix->m;
    return unit_or_up((mq_vec3){m[0][0] * t.x + m[0][1] * t.y + m[0][2] * t.z,
                                m[1][0] * t.x + m[1][1] * t.y + m[1][2] * t.z,
                                m[2][0] * t.x + m[2][1] * t.y + m[2][2] * t.z});
}

void mq_put_warzone_vec3(mq_vec3 v, float out[3]) {
    const float scene[3] = {(float)v.x, (float)v.y, (float)v.z};
    mq_axes_from_scene(MQ_AXES_WARZONE, scene, out);
}
