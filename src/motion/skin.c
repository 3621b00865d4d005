// SPDX-License-Identifier: MIT
//
// Skinning: vertices transformed by the joints of their mesh, or by one matrix. This is the hot loop:
// the matrices of a vertex are blended column by column, four numbers at once.
#include <math.h>
#include <string.h>

#include "motion/motion_priv.h"
#include "scene/pose.h"

// ------------------------------------------------------------------------------------- the palette

// Whether normals need another matrix than positions: this one is not a rotation with a uniform
// scale, or it mirrors.
static bool needs_normal_matrix(const mq_mat34 *a) {
    mq_vec3 x = {a->m[0][0], a->m[1][0], a->m[2][0]}, y = {a->m[0][1], a->m[1][1], a->m[2][1]};
    mq_vec3 z = {a->m[0][2], a->m[1][2], a->m[2][2]};
    double size = mq_dot(x, x), limit = size * 1e-5;
    return !(fabs(mq_dot(y, y) - size) <= limit && fabs(mq_dot(z, z) - size) <= limit &&
             fabs(mq_dot(x, y)) <= limit && fabs(mq_dot(y, z)) <= limit &&
             fabs(mq_dot(z, x)) <= limit && !mq_mat34_mirrors(a));
}

static void store_columns(const mq_mat34 *matrix, mq_columns out) {
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 3; row++)
            out[column][row] = (float)matrix->m[row][column];
        out[column][3] = 0;
    }
}

static mq_mat34 joint_matrix(const maq_motion *motion, const maq_scene_skin *skin, uint32_t joint) {
    mq_mat34 bind = mq_mat34_load(skin->inverse_bind[joint]);
    return mq_mat34_multiply(&motion->worlds[skin->joints[joint]], &bind);
}

maq_status maq_motion_joint_palette(const maq_motion *motion, uint32_t skin, float (*out)[3][4]) {
    if (!motion || !out || skin >= motion->scene->skin_count)
        return MAQ_BAD_ARGUMENT;
    for (uint32_t i = 0; i < motion->scene->skins[skin].joint_count; i++) {
        mq_mat34 matrix = joint_matrix(motion, &motion->scene->skins[skin], i);
        mq_mat34_store(&matrix, out[i]);
    }
    return MAQ_OK;
}

mq_skinning mq_skin_begin(const maq_motion *motion, uint32_t node, bool in_node_space) {
    const maq_scene *scene = motion->scene;
    const maq_scene_node *shown = &scene->nodes[node];
    mq_skinning skinning = {.palette = (const mq_columns *)motion->palette};
    if (shown->skin == MAQ_SCENE_NONE) {
        static const mq_mat34 identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        const mq_mat34 *matrix = in_node_space ? &identity : &motion->worlds[node];
        skinning.needs_normal_matrix = needs_normal_matrix(matrix);
        store_columns(matrix, motion->palette[0]);
        return skinning;
    }
    const maq_scene_mesh *mesh = &scene->meshes[shown->mesh];
    const maq_scene_skin *skin = &scene->skins[shown->skin];
    skinning.influence_count = mesh->influence_count;
    skinning.joints = mesh->joints;
    skinning.weights = mesh->weights;
    mq_mat34 space = mq_mat34_inverse(&motion->worlds[node]);
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        mq_mat34 matrix = joint_matrix(motion, skin, i);
        if (in_node_space)
            matrix = mq_mat34_multiply(&space, &matrix);
        skinning.needs_normal_matrix = skinning.needs_normal_matrix || needs_normal_matrix(&matrix);
        store_columns(&matrix, motion->palette[i]);
    }
    return skinning;
}

// ------------------------------------------------------------------------------------- the vertices

// The matrix of the first joint plus the weighted differences of the others: where all matrices are
// equal, the result is exact.
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

static inline void rotate(const mq_columns m, const float v[3], float out[4]) {
    for (int k = 0; k < 4; k++)
        out[k] = m[0][k] * v[0] + m[1][k] * v[1] + m[2][k] * v[2];
}

// Normalises a vector; one without a length becomes `instead`.
static inline void store_normalized(const float v[4], const float instead[3], float out[3]) {
    float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    bool usable = square > 1e-30f && square < 1e30f;
    float scale = 1 / sqrtf(usable ? square : 1);
    for (int k = 0; k < 3; k++)
        out[k] = usable ? v[k] * scale : instead[k];
}

// The matrix that keeps normals perpendicular to their surface. Returns -1 if the matrix mirrors,
// else 1.
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

static inline void transform_vertex(const mq_columns m, bool needs_normal_matrix,
                                    const mq_streams *in, uint32_t from, uint32_t to,
                                    const maq_deformed_mesh *out) {
    float moved[4], hand = 1;
    if (out->positions) {
        rotate(m, in->positions[from], moved);
        for (int k = 0; k < 3; k++)
            out->positions[to][k] = moved[k] + m[3][k];
    }
    if (out->normals) {
        const float *normal = in->normals[from];
        mq_columns for_normals;
        if (needs_normal_matrix)
            normal_matrix(m, for_normals);
        rotate(needs_normal_matrix ? (const float(*)[4])for_normals : m, normal, moved);
        store_normalized(moved, normal, out->normals[to]);
    }
    if (out->tangents) {
        const float *tangent = in->tangents[from];
        mq_columns unused;
        if (needs_normal_matrix)
            hand = normal_matrix(m, unused);
        float sign = tangent[3] * hand;
        rotate(m, tangent, moved);
        store_normalized(moved, tangent, out->tangents[to]);
        out->tangents[to][3] = sign;
    }
}

// `count` is the number of influences as a constant, so that the compiler unrolls the loop, or 0.
static inline void skin_range(const mq_skinning *skinning, uint32_t count, const mq_streams *in,
                              uint32_t first, uint32_t end, const maq_deformed_mesh *out) {
    uint32_t rows = skinning->influence_count;
    for (uint32_t v = first; v < end; v++) {
        const uint32_t *joints = skinning->joints + (size_t)v * rows;
        const float *weights = skinning->weights + (size_t)v * rows;
        uint32_t used = count;
        // Weights are in descending order: there is nothing after the first 0.
        for (used = count; count == 0 && used < rows && weights[used] > 0;)
            used++;
        mq_columns m;
        blend(skinning->palette, joints, weights, used, m);
        transform_vertex((const float(*)[4])m, skinning->needs_normal_matrix, in, v, v - first,
                         out);
    }
}

void mq_skin_vertices(const mq_skinning *skinning, const mq_streams *in, uint32_t first,
                      uint32_t end, const maq_deformed_mesh *out) {
    switch (skinning->influence_count) {
    case 0:
        for (uint32_t v = first; v < end; v++)
            transform_vertex(skinning->palette[0], skinning->needs_normal_matrix, in, v, v - first,
                             out);
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
