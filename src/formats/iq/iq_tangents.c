// SPDX-License-Identifier: MIT
//
// Tangents: given ones, with the sign that the document asks for, or made from the texture
// coordinates of the triangles. Each is of length 1 and at a right angle to its normal.
#include <math.h>
#include <string.h>

#include "base/hints.h"
#include "formats/iq/iq_compile.h"

// A vector of length 1 at a right angle to n.
static mq_vec3 any_perpendicular(mq_vec3 n) {
    // Away from the axis that n is nearest to.
    mq_vec3 axis = {0, 0, 0};
    if (fabs(n.x) <= fabs(n.y) && fabs(n.x) <= fabs(n.z))
        axis.x = 1;
    else if (fabs(n.y) <= fabs(n.z))
        axis.y = 1;
    else
        axis.z = 1;
    mq_vec3 t = mq_normalize(mq_cross(n, axis));
    if (!(mq_dot(t, t) > 0.5))
        return (mq_vec3){1, 0, 0};
    return t;
}

// The part of t at a right angle to n, of length 1.
static mq_vec3 perpendicular(mq_vec3 t, mq_vec3 n) {
    mq_vec3 direction = mq_normalize(t);
    mq_vec3 across = mq_subtract(direction, mq_scale(n, mq_dot(n, direction)));
    double length = mq_length(across);
    // What is left of a tangent along the normal is rounding.
    if (!(length > 1e-6) || !isfinite(length))
        return any_perpendicular(n);
    across = mq_scale(across, 1 / length);
    // Once more: the first time loses digits where t is near n.
    return mq_normalize(mq_subtract(across, mq_scale(n, mq_dot(n, across))));
}

static mq_vec3 unit_normal(const iq_geometry *g, iq_vertex vertex) {
    mq_vec3 n = mq_normalize(mq_iq_normal(g, vertex));
    return isfinite(mq_dot(n, n)) ? n : (mq_vec3){0, 0, 0};
}

static void given_tangent(const iq_geometry *g, iq_vertex vertex, double out[4]) {
    double row[6];
    mq_iq_get_row(g, MAQ_IQE_TANGENT, vertex.source, row);
    mq_vec3 t = {row[0], row[1], row[2]}, b = {row[3], row[4], row[5]};
    if (g->transform->rotates) {
        t = mq_iq_rotate(g->transform->rotation, t);
        b = mq_iq_rotate(g->transform->rotation, b);
    }
    double side = row[3];
    if (mq_iqe_given_count(&g->iqe->lists[MAQ_IQE_TANGENT], vertex.source) > 4)
        side = mq_dot(mq_cross(mq_iq_normal(g, vertex), t), b);
    out[0] = t.x;
    out[1] = t.y;
    out[2] = t.z;
    out[3] = side < 0 ? -1 : 1;
}

// ------------------------------------------------------------------------------------- summing up

MQ_HOT mq_vec3 position_of(const iq_geometry *g, uint32_t source) {
    double p[4];
    const iq_transform *transform = g->transform;
    if (transform->scale != 1 || transform->rotates || transform->translates)
        mq_iq_position(g, source, p);
    else
        mq_iq_get_first(g, MAQ_IQE_POSITION, source, p, 3);
    return (mq_vec3){p[0], p[1], p[2]};
}

// The directions in which u and v grow over a triangle.
MQ_HOT void texture_axes(const iq_geometry *g, const uint32_t sources[3], mq_vec3 *along_u,
                         mq_vec3 *along_v) {
    double uv[3][2];
    for (unsigned k = 0; k < 3; k++)
        mq_iq_get_first(g, MAQ_IQE_TEXCOORD, sources[k], uv[k], 2);
    mq_vec3 origin = position_of(g, sources[0]);
    mq_vec3 e1 = mq_subtract(position_of(g, sources[1]), origin);
    mq_vec3 e2 = mq_subtract(position_of(g, sources[2]), origin);
    double u1 = uv[1][0] - uv[0][0], v1 = uv[1][1] - uv[0][1];
    double u2 = uv[2][0] - uv[0][0], v2 = uv[2][1] - uv[0][1];
    mq_vec3 u = mq_subtract(mq_scale(e2, v1), mq_scale(e1, v2));
    mq_vec3 v = mq_subtract(mq_scale(e2, u1), mq_scale(e1, u2));
    // Where the texture is mirrored: the cross product of v and u is this times that of e2 and e1.
    if (u2 * v1 - u1 * v2 < 0) {
        u = (mq_vec3){-u.x, -u.y, -u.z};
        v = (mq_vec3){-v.x, -v.y, -v.z};
    }
    *along_u = u;
    *along_v = v;
}

static void reach(iq_axes_shares *shares, unsigned share, uint32_t triangle) {
    if (shares->ranges[share].first > triangle)
        shares->ranges[share].first = triangle;
    shares->ranges[share].end = triangle + 1;
}

iq_axes_shares mq_iq_share_axes(const iq_geometry *g) {
    // Smaller shares are not worth a thread.
    iq_axes_shares shares = {.g = g, .shift = 15};
    while (g->vertex_count >> shares.shift >= IQ_MOST_SHARES)
        shares.shift++;
    shares.count = (g->vertex_count >> shares.shift) + 1;
    for (unsigned i = 0; i < IQ_MOST_SHARES; i++)
        shares.ranges[i].first = UINT32_MAX;
    const uint32_t *corner = g->triangles;
    for (uint32_t t = 0; t < g->out_count; t++, corner += 3) {
        unsigned a = corner[0] >> shares.shift, b = corner[1] >> shares.shift;
        unsigned c = corner[2] >> shares.shift;
        reach(&shares, a, t);
        if (b != a || c != a) {
            reach(&shares, b, t);
            reach(&shares, c, t);
        }
    }
    return shares;
}

uint32_t mq_iq_share_end(const iq_axes_shares *shares, size_t share) {
    uint64_t end = (uint64_t)(share + 1) << shares->shift;
    return end < shares->g->vertex_count ? (uint32_t)end : shares->g->vertex_count;
}

void mq_iq_sum_share(const iq_axes_shares *shares, size_t share, iq_axes *out) {
    const iq_geometry *g = shares->g;
    uint32_t first = out->first = (uint32_t)share << shares->shift;
    uint32_t count = mq_iq_share_end(shares, share) - first;
    memset(out->pairs, 0, count * sizeof *out->pairs);
    for (uint32_t t = shares->ranges[share].first; t < shares->ranges[share].end; t++) {
        const uint32_t *corner = g->triangles + (size_t)t * 3;
        uint32_t own[3], sources[3];
        for (unsigned k = 0; k < 3; k++)
            own[k] = corner[k] - first; // wraps around before the share
        if (own[0] >= count && own[1] >= count && own[2] >= count)
            continue;
        for (unsigned k = 0; k < 3; k++)
            sources[k] = g->vertices[corner[k]].source;
        mq_vec3 u, v;
        texture_axes(g, sources, &u, &v);
        for (unsigned k = 0; k < 3; k++) {
            if (own[k] >= count)
                continue;
            iq_axis_pair *sum = &out->pairs[own[k]];
            sum->along_u = mq_add(sum->along_u, u);
            sum->along_v = mq_add(sum->along_v, v);
        }
    }
}

bool mq_iq_sum_axes(const iq_geometry *g, mq_arena *scratch, iq_axes *out) {
    iq_axes all = {.pairs = MQ_NEW_UNINITIALIZED_ARRAY(scratch, iq_axis_pair, g->vertex_count)};
    if (!all.pairs)
        return false;
    iq_axes_shares shares = mq_iq_share_axes(g);
    for (uint32_t i = 0; i < shares.count; i++) {
        uint32_t first = i << shares.shift;
        iq_axes share = {.pairs = all.pairs + first};
        mq_iq_sum_share(&shares, i, &share);
    }
    *out = all;
    return true;
}

// ---------------------------------------------------------------------------------------- tangents

void mq_iq_tangent(const iq_geometry *g, const iq_axes *axes, uint32_t v, double out[4]) {
    if (g->uses[MAQ_IQE_TANGENT]) {
        given_tangent(g, g->vertices[v], out);
        return;
    }
    mq_vec3 n = unit_normal(g, g->vertices[v]);
    mq_vec3 along_u = axes->pairs[v - axes->first].along_u;
    mq_vec3 along_v = axes->pairs[v - axes->first].along_v;
    mq_vec3 t = perpendicular(along_u, n);
    out[0] = t.x;
    out[1] = t.y;
    out[2] = t.z;
    bool has_side = mq_dot(along_u, along_u) > 0;
    out[3] = has_side && mq_dot(mq_cross(n, t), along_v) < 0 ? -1 : 1;
}
