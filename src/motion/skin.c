// SPDX-License-Identifier: MIT
//
// Vertices moved by the joints of their mesh, or by one matrix. This is where the time goes: the
// matrices of a vertex are blended column by column, four numbers at once.
#include <math.h>
#include <string.h>

#include "motion/motion_priv.h"
#include "scene/pose.h"

// ------------------------------------------------------------------------------------- the palette

// Whether normals need more than the matrix itself: it is not a rotation with one scale for all
// axes, or it mirrors.
static bool shears(const mq_mat34 *a) {
    mq_vec3 x = {a->m[0][0], a->m[1][0], a->m[2][0]}, y = {a->m[0][1], a->m[1][1], a->m[2][1]};
    mq_vec3 z = {a->m[0][2], a->m[1][2], a->m[2][2]};
    double size = mq_dot(x, x), limit = size * 1e-5;
    return !(fabs(mq_dot(y, y) - size) <= limit && fabs(mq_dot(z, z) - size) <= limit &&
             fabs(mq_dot(x, y)) <= limit && fabs(mq_dot(y, z)) <= limit &&
             fabs(mq_dot(z, x)) <= limit && !mq_mat34_mirrors(a));
}

static void put_columns(const mq_mat34 *matrix, mq_columns out) {
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 3; row++)
            out[column][row] = (float)matrix->m[row][column];
        out[column][3] = 0;
    }
}

static mq_mat34 bind_matrix(const float from[3][4]) {
    mq_mat34 matrix;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++)
            matrix.m[row][column] = from[row][column];
    }
    return matrix;
}

mq_skinning mq_skin_begin(const maq_motion *motion, uint32_t node, bool in_node_space) {
    const maq_scene *scene = motion->scene;
    const maq_scene_node *shown = &scene->nodes[node];
    mq_skinning skinning = {.palette = (const mq_columns *)motion->palette};
    if (shown->skin == MAQ_SCENE_NONE) {
        static const mq_mat34 still = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        const mq_mat34 *matrix = in_node_space ? &still : &motion->worlds[node];
        skinning.shears = shears(matrix);
        put_columns(matrix, motion->palette[0]);
        return skinning;
    }
    const maq_scene_mesh *mesh = &scene->meshes[shown->mesh];
    const maq_scene_skin *skin = &scene->skins[shown->skin];
    skinning.influence_count = mesh->influence_count;
    skinning.joints = mesh->joints;
    skinning.weights = mesh->weights;
    mq_mat34 space = mq_mat34_inverse(&motion->worlds[node]);
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        mq_mat34 bind = bind_matrix(skin->inverse_bind[i]);
        mq_mat34 matrix = mq_mat34_multiply(&motion->worlds[skin->joints[i]], &bind);
        if (in_node_space)
            matrix = mq_mat34_multiply(&space, &matrix);
        skinning.shears = skinning.shears || shears(&matrix);
        put_columns(&matrix, motion->palette[i]);
    }
    return skinning;
}

// ------------------------------------------------------------------------------------- the vertices

// The first joint's matrix and, for each further one, its share of the difference: where all are the
// same, nothing is rounded.
static inline void blend(const mq_columns *palette, const uint32_t *joints, const float *weights,
                         uint32_t count, mq_columns out) {
    float first[16], sum[16];
    memcpy(first, palette[joints[0]], sizeof first);
    memcpy(sum, first, sizeof sum);
    for (uint32_t i = 1; i < count; i++) {
        const float *other = palette[joints[i]][0];
        for (int k = 0; k < 16; k++)
            sum[k] += weights[i] * (other[k] - first[k]);
    }
    memcpy(out, sum, sizeof sum);
}

static inline void turn(const mq_columns m, const float v[3], float out[4]) {
    for (int k = 0; k < 4; k++)
        out[k] = m[0][k] * v[0] + m[1][k] * v[1] + m[2][k] * v[2];
}

// To length 1; a vector without a length becomes `instead`.
static inline void put_unit(const float v[4], const float instead[3], float out[3]) {
    float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    bool usable = square > 1e-30f && square < 1e30f;
    float scale = 1 / sqrtf(usable ? square : 1);
    for (int k = 0; k < 3; k++)
        out[k] = usable ? v[k] * scale : instead[k];
}

// The matrix for normals, which stay at right angles to their surface. Returns -1 if left and right
// change places, else 1.
static float normal_matrix(const mq_columns m, mq_columns out) {
    for (int c = 0; c < 3; c++) {
        const float *a = m[(c + 1) % 3], *b = m[(c + 2) % 3];
        for (int k = 0; k < 3; k++)
            out[c][k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        out[c][3] = 0;
    }
    float volume = m[0][0] * out[0][0] + m[0][1] * out[0][1] + m[0][2] * out[0][2];
    for (int c = 0; c < 3 && volume < 0; c++) {
        for (int k = 0; k < 3; k++)
            out[c][k] = -out[c][k];
    }
    return volume < 0 ? -1.0f : 1.0f;
}

static inline void move_vertex(const mq_columns m, bool shears, const mq_streams *in, uint32_t from,
                               uint32_t to, const maq_deformed_mesh *out) {
    float moved[4], hand = 1;
    if (out->positions) {
        turn(m, in->positions[from], moved);
        for (int k = 0; k < 3; k++)
            out->positions[to][k] = moved[k] + m[3][k];
    }
    if (out->normals) {
        const float *normal = in->normals[from];
        mq_columns for_normals;
        if (shears)
            normal_matrix(m, for_normals);
        turn(shears ? (const float(*)[4])for_normals : m, normal, moved);
        put_unit(moved, normal, out->normals[to]);
    }
    if (out->tangents) {
        const float *tangent = in->tangents[from];
        mq_columns unused;
        if (shears)
            hand = normal_matrix(m, unused);
        float sign = tangent[3] * hand;
        turn(m, tangent, moved);
        put_unit(moved, tangent, out->tangents[to]);
        out->tangents[to][3] = sign;
    }
}

// `count` is a number that the compiler knows where this is used, or 0.
static inline void skin_range(const mq_skinning *skinning, uint32_t count, const mq_streams *in,
                              uint32_t first, uint32_t end, const maq_deformed_mesh *out) {
    uint32_t rows = skinning->influence_count;
    for (uint32_t v = first; v < end; v++) {
        const uint32_t *joints = skinning->joints + (size_t)v * rows;
        const float *weights = skinning->weights + (size_t)v * rows;
        uint32_t used = count;
        // Weights fall: there is nothing behind the first 0.
        for (used = count; count == 0 && used < rows && weights[used] > 0;)
            used++;
        mq_columns m;
        blend(skinning->palette, joints, weights, used, m);
        move_vertex((const float(*)[4])m, skinning->shears, in, v, v - first, out);
    }
}

void mq_skin_vertices(const mq_skinning *skinning, const mq_streams *in, uint32_t first,
                      uint32_t end, const maq_deformed_mesh *out) {
    switch (skinning->influence_count) {
    case 0:
        for (uint32_t v = first; v < end; v++)
            move_vertex(skinning->palette[0], skinning->shears, in, v, v - first, out);
        break;
    case 1:
        skin_range(skinning, 1, in, first, end, out);
        break;
    case 2:
        skin_range(skinning, 2, in, first, end, out);
        break;
    case 3:
        skin_range(skinning, 3, in, first, end, out);
        break;
    case 4:
        skin_range(skinning, 4, in, first, end, out);
        break;
    default:
        skin_range(skinning, 0, in, first, end, out);
    }
}
