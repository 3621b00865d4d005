// SPDX-License-Identifier: MIT
#include "scene/rest_pose.h"

#include <math.h>

// How far joints may be from where a mesh was bound to them before it has to move.
#define STILL 1e-4

typedef float vec3[3];
typedef float vec4[4];

typedef struct settling {
    mq_arena *arena;
    const mq_mat34 *ways; // of joints, from where a mesh was bound to where they rest
    const maq_scene_mesh *from;
} settling;

static const mq_mat34 *find_ways(mq_arena *arena, const maq_scene_skin *skin,
                                 const mq_mat34 *worlds, bool *away) {
    mq_mat34 *ways = MQ_NEW_ARRAY(arena, mq_mat34, skin->joint_count);
    for (uint32_t i = 0; ways && i < skin->joint_count; i++) {
        mq_mat34 bind;
        for (int k = 0; k < 12; k++)
            bind.m[k / 4][k % 4] = skin->inverse_bind[i][k / 4][k % 4];
        ways[i] = mq_mat34_multiply(&worlds[skin->joints[i]], &bind);
        for (int k = 0; k < 12; k++)
            *away = *away || fabs(ways[i].m[k / 4][k % 4] - (k % 5 == 0)) > STILL;
    }
    return ways;
}

// What carries one vertex.
static mq_mat34 blend_of(const settling *s, size_t vertex) {
    mq_mat34 blend = {{{0}}};
    for (uint32_t i = 0; i < s->from->influence_count; i++) {
        size_t at = vertex * s->from->influence_count + i;
        const mq_mat34 *way = &s->ways[s->from->joints[at]];
        for (int k = 0; k < 12; k++)
            blend.m[k / 4][k % 4] += s->from->weights[at] * way->m[k / 4][k % 4];
    }
    return blend;
}

static mq_vec3 vec_of(const float v[3]) {
    return (mq_vec3){v[0], v[1], v[2]};
}

static void put(mq_vec3 v, float out[3]) {
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static mq_vec3 turn(const mq_mat34 *m, mq_vec3 v) {
    return (mq_vec3){m->m[0][0] * v.x + m->m[0][1] * v.y + m->m[0][2] * v.z,
                     m->m[1][0] * v.x + m->m[1][1] * v.y + m->m[1][2] * v.z,
                     m->m[2][0] * v.x + m->m[2][1] * v.y + m->m[2][2] * v.z};
}

// A direction keeps its length 1; one that comes to nothing stays what it was.
static mq_vec3 unit_of(mq_vec3 made, mq_vec3 old) {
    mq_vec3 unit = mq_normalize(made);
    return mq_length(unit) > 0 ? unit : old;
}

static mq_vec3 normal_of(const mq_mat34 *blend, mq_vec3 normal) {
    return unit_of(mq_mat34_normal(blend, normal), normal);
}

static mq_vec3 tangent_of(const mq_mat34 *blend, mq_vec3 tangent) {
    return unit_of(turn(blend, tangent), tangent);
}

static bool settle_shape(const settling *s, maq_scene_shape *shape) {
    const maq_scene_mesh *from = s->from;
    const maq_scene_shape old = *shape;
    vec3 *positions = old.positions ? MQ_NEW_ARRAY(s->arena, vec3, old.count) : NULL;
    vec3 *normals = old.normals ? MQ_NEW_ARRAY(s->arena, vec3, old.count) : NULL;
    vec3 *tangents = old.tangents ? MQ_NEW_ARRAY(s->arena, vec3, old.count) : NULL;
    if ((old.positions && !positions) || (old.normals && !normals) || (old.tangents && !tangents))
        return false;
    for (uint32_t i = 0; i < old.count; i++) {
        uint32_t v = old.vertices[i];
        mq_mat34 blend = blend_of(s, v);
        if (positions)
            put(turn(&blend, vec_of(old.positions[i])), positions[i]);
        // Directions change from where they stand to where they would have stood.
        if (normals) {
            mq_vec3 normal = from->normals ? vec_of(from->normals[v]) : (mq_vec3){0, 0, 0};
            mq_vec3 changed = mq_add(normal, vec_of(old.normals[i]));
            put(mq_subtract(normal_of(&blend, changed), normal_of(&blend, normal)), normals[i]);
        }
        if (tangents) {
            mq_vec3 tangent = from->tangents ? vec_of(from->tangents[v]) : (mq_vec3){0, 0, 0};
            mq_vec3 changed = mq_add(tangent, vec_of(old.tangents[i]));
            put(mq_subtract(tangent_of(&blend, changed), tangent_of(&blend, tangent)), tangents[i]);
        }
    }
    shape->positions = (const float(*)[3])positions;
    shape->normals = (const float(*)[3])normals;
    shape->tangents = (const float(*)[3])tangents;
    return true;
}

static bool settle_vertices(const settling *s, maq_scene_mesh *mesh) {
    const maq_scene_mesh *from = s->from;
    vec3 *positions = MQ_NEW_ARRAY(s->arena, vec3, from->vertex_count);
    vec3 *normals = from->normals ? MQ_NEW_ARRAY(s->arena, vec3, from->vertex_count) : NULL;
    vec4 *tangents = from->tangents ? MQ_NEW_ARRAY(s->arena, vec4, from->vertex_count) : NULL;
    if (!positions || (from->normals && !normals) || (from->tangents && !tangents))
        return false;
    for (uint32_t v = 0; v < from->vertex_count; v++) {
        mq_mat34 blend = blend_of(s, v);
        put(mq_mat34_point(&blend, vec_of(from->positions[v])), positions[v]);
        if (normals)
            put(normal_of(&blend, vec_of(from->normals[v])), normals[v]);
        if (tangents) {
            put(tangent_of(&blend, vec_of(from->tangents[v])), tangents[v]);
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
    bool away = false;
    const maq_scene_mesh from = *mesh;
    settling s = {arena, find_ways(arena, skin, worlds, &away), &from};
    if (!s.ways || !away || from.influence_count == 0)
        return s.ways != NULL;
    maq_scene_shape *shapes = MQ_NEW_ARRAY(arena, maq_scene_shape, from.shape_count);
    if (!shapes || !settle_vertices(&s, mesh))
        return false;
    for (uint32_t i = 0; i < from.shape_count; i++) {
        shapes[i] = from.shapes[i];
        if (!settle_shape(&s, &shapes[i]))
            return false;
    }
    mesh->shapes = shapes;
    return true;
}
