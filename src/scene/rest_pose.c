// SPDX-License-Identifier: MIT
#include "scene/rest_pose.h"

#include <math.h>

// How far the rest pose may be from the bind pose before the mesh is deformed.
#define TOLERANCE 1e-4

typedef float vec3[3];
typedef float vec4[4];

typedef struct baking {
    mq_arena *arena;
    const mq_mat34 *palette; // by joint: from the bind pose to the rest pose
    const maq_scene_mesh *from;
} baking;

static const mq_mat34 *make_palette(mq_arena *arena, const maq_scene_skin *skin,
                                    const mq_mat34 *worlds, bool *differs) {
    mq_mat34 *palette = MQ_NEW_ARRAY(arena, mq_mat34, skin->joint_count);
    for (uint32_t i = 0; palette && i < skin->joint_count; i++) {
        mq_mat34 bind = mq_mat34_load(skin->inverse_bind[i]);
        palette[i] = mq_mat34_multiply(&worlds[skin->joints[i]], &bind);
        for (int k = 0; k < 12; k++)
            *differs = *differs || fabs(palette[i].m[k / 4][k % 4] - (k % 5 == 0)) > TOLERANCE;
    }
    return palette;
}

static mq_mat34 blend_matrices(const baking *b, size_t vertex) {
    mq_mat34 blend = {{{0}}};
    for (uint32_t i = 0; i < b->from->influence_count; i++) {
        size_t at = vertex * b->from->influence_count + i;
        const mq_mat34 *matrix = &b->palette[b->from->joints[at]];
        for (int k = 0; k < 12; k++)
            blend.m[k / 4][k % 4] += b->from->weights[at] * matrix->m[k / 4][k % 4];
    }
    return blend;
}

static mq_vec3 rotate(const mq_mat34 *m, mq_vec3 v) {
    return (mq_vec3){m->m[0][0] * v.x + m->m[0][1] * v.y + m->m[0][2] * v.z,
                     m->m[1][0] * v.x + m->m[1][1] * v.y + m->m[1][2] * v.z,
                     m->m[2][0] * v.x + m->m[2][1] * v.y + m->m[2][2] * v.z};
}

static mq_vec3 normalize_or(mq_vec3 v, mq_vec3 fallback) {
    mq_vec3 unit = mq_normalize(v);
    return mq_length(unit) > 0 ? unit : fallback;
}

static mq_vec3 bake_normal(const mq_mat34 *blend, mq_vec3 normal) {
    return normalize_or(mq_mat34_normal(blend, normal), normal);
}

static mq_vec3 bake_tangent(const mq_mat34 *blend, mq_vec3 tangent) {
    return normalize_or(rotate(blend, tangent), tangent);
}

// The difference of a direction: between the baked direction with and without the shape.
static void bake_difference(mq_vec3 (*bake)(const mq_mat34 *blend, mq_vec3 v),
                            const mq_mat34 *blend, const float *base, const float difference[3],
                            float out[3]) {
    mq_vec3 from = base ? mq_vec3_load(base) : (mq_vec3){0, 0, 0};
    mq_vec3 to = mq_add(from, mq_vec3_load(difference));
    mq_vec3_store(mq_subtract(bake(blend, to), bake(blend, from)), out);
}

static bool bake_shape(const baking *b, maq_scene_shape *shape) {
    const maq_scene_mesh *from = b->from;
    const maq_scene_shape old = *shape;
    vec3 *positions = old.positions ? MQ_NEW_ARRAY(b->arena, vec3, old.count) : NULL;
    vec3 *normals = old.normals ? MQ_NEW_ARRAY(b->arena, vec3, old.count) : NULL;
    vec3 *tangents = old.tangents ? MQ_NEW_ARRAY(b->arena, vec3, old.count) : NULL;
    if (mq_arena_status(b->arena) != MAQ_OK)
        return false;
    for (uint32_t i = 0; i < old.count; i++) {
        uint32_t v = old.vertices[i];
        mq_mat34 blend = blend_matrices(b, v);
        if (positions)
            mq_vec3_store(rotate(&blend, mq_vec3_load(old.positions[i])), positions[i]);
        if (normals)
            bake_difference(bake_normal, &blend, from->normals ? from->normals[v] : NULL,
                            old.normals[i], normals[i]);
        if (tangents)
            bake_difference(bake_tangent, &blend, from->tangents ? from->tangents[v] : NULL,
                            old.tangents[i], tangents[i]);
    }
    shape->positions = (const float(*)[3])positions;
    shape->normals = (const float(*)[3])normals;
    shape->tangents = (const float(*)[3])tangents;
    return true;
}

static bool bake_vertices(const baking *b, maq_scene_mesh *mesh) {
    const maq_scene_mesh *from = b->from;
    vec3 *positions = MQ_NEW_ARRAY(b->arena, vec3, from->vertex_count);
    vec3 *normals = from->normals ? MQ_NEW_ARRAY(b->arena, vec3, from->vertex_count) : NULL;
    vec4 *tangents = from->tangents ? MQ_NEW_ARRAY(b->arena, vec4, from->vertex_count) : NULL;
    if (mq_arena_status(b->arena) != MAQ_OK)
        return false;
    for (uint32_t v = 0; v < from->vertex_count; v++) {
        mq_mat34 blend = blend_matrices(b, v);
        mq_vec3_store(mq_mat34_point(&blend, mq_vec3_load(from->positions[v])), positions[v]);
        if (normals)
            mq_vec3_store(bake_normal(&blend, mq_vec3_load(from->normals[v])), normals[v]);
        if (tangents) {
            mq_vec3_store(bake_tangent(&blend, mq_vec3_load(from->tangents[v])), tangents[v]);
            tangents[v][3] = from->tangents[v][3];
        }
    }
    mesh->positions = (const float(*)[3])positions;
    mesh->normals = (const float(*)[3])normals;
    mesh->tangents = (const float(*)[4])tangents;
    return true;
}

bool mq_bake_rest_pose(mq_arena *arena, const maq_scene_skin *skin, const mq_mat34 *worlds,
                       maq_scene_mesh *mesh) {
    bool differs = false;
    const maq_scene_mesh from = *mesh;
    baking b = {arena, make_palette(arena, skin, worlds, &differs), &from};
    if (!b.palette || !differs || from.influence_count == 0)
        return b.palette != NULL;
    maq_scene_shape *shapes = MQ_NEW_ARRAY(arena, maq_scene_shape, from.shape_count);
    if (!shapes || !bake_vertices(&b, mesh))
        return false;
    for (uint32_t i = 0; i < from.shape_count; i++) {
        shapes[i] = from.shapes[i];
        if (!bake_shape(&b, &shapes[i]))
            return false;
    }
    mesh->shapes = shapes;
    return true;
}
