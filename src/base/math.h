// SPDX-License-Identifier: MIT
//
// Small maths in double precision: vectors, quaternions (x, y, z, w) and affine 3x4 matrices (rows;
// column vectors). Plain expressions in a fixed order, so that every build gives the same bits.
#ifndef MQ_BASE_MATH_H
#define MQ_BASE_MATH_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct mq_vec3 {
    double x, y, z;
} mq_vec3;

typedef struct mq_quat {
    double x, y, z, w;
} mq_quat;

typedef struct mq_mat34 {
    double m[3][4];
} mq_mat34;

// The value between 0 and 1 that is nearest: 0 for NaN, and for -0. The comparison is written so that no
// compiler can make a minimum or maximum of it, whose result has another sign of zero on some machines:
// clang makes max(x, 0) of "x < 0 ? 0 : x" for WebAssembly.
static inline float mq_clamp_unit(float value) {
    return value > 1 ? 1 : value > 0 ? value : 0;
}

// The nearest float: infinite from halfway between the largest float and the next power of two on. A cast is
// defined up to the largest float only; beyond it, "3.4028235e+38" is the shortest text of that float.
static inline float mq_to_float(double value) {
    if (!(fabs(value) > FLT_MAX))
        return (float)value;
    return copysignf(fabs(value) < 0x1.ffffffp127 ? FLT_MAX : INFINITY, value < 0 ? -1.0f : 1.0f);
}

static inline mq_vec3 mq_add(mq_vec3 a, mq_vec3 b) {
    return (mq_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline mq_vec3 mq_subtract(mq_vec3 a, mq_vec3 b) {
    return (mq_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline mq_vec3 mq_scale(mq_vec3 a, double factor) {
    return (mq_vec3){a.x * factor, a.y * factor, a.z * factor};
}

static inline double mq_dot(mq_vec3 a, mq_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline mq_vec3 mq_cross(mq_vec3 a, mq_vec3 b) {
    return (mq_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double mq_length(mq_vec3 a) {
    return sqrt(mq_dot(a, a));
}

// The vector of length 1 in the same direction; the zero vector stays.
static inline mq_vec3 mq_normalize(mq_vec3 a) {
    double length = mq_length(a);
    return length > 0 ? mq_scale(a, 1 / length) : a;
}

// Normalises a vector; one without a length becomes `instead`.
static inline void mq_normalize_or(float v[3], const float instead[3]) {
    mq_vec3 unit = mq_normalize((mq_vec3){v[0], v[1], v[2]});
    bool usable = mq_length(unit) > 0.5;
    v[0] = usable ? (float)unit.x : instead[0];
    v[1] = usable ? (float)unit.y : instead[1];
    v[2] = usable ? (float)unit.z : instead[2];
}

// First `b`, then `a`.
static inline mq_quat mq_quat_multiply(mq_quat a, mq_quat b) {
    return (mq_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                     a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                     a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                     a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline mq_quat mq_quat_conjugate(mq_quat a) {
    return (mq_quat){-a.x, -a.y, -a.z, a.w};
}

// Of length 1; the identity for the zero quaternion.
static inline mq_quat mq_quat_normalize(mq_quat a) {
    double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
    if (!(length > 0))
        return (mq_quat){0, 0, 0, 1};
    return (mq_quat){a.x / length, a.y / length, a.z / length, a.w / length};
}

// Scale first, then rotation (a unit quaternion), then translation.
static inline mq_mat34 mq_mat34_from(mq_vec3 translation, mq_quat r, mq_vec3 scale) {
    double xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z;
    double xy = r.x * r.y, xz = r.x * r.z, yz = r.y * r.z;
    double wx = r.w * r.x, wy = r.w * r.y, wz = r.w * r.z;
    return (mq_mat34){{{(1 - 2 * (yy + zz)) * scale.x, 2 * (xy - wz) * scale.y,
                        2 * (xz + wy) * scale.z, translation.x},
                       {2 * (xy + wz) * scale.x, (1 - 2 * (xx + zz)) * scale.y,
                        2 * (yz - wx) * scale.z, translation.y},
                       {2 * (xz - wy) * scale.x, 2 * (yz + wx) * scale.y,
                        (1 - 2 * (xx + yy)) * scale.z, translation.z}}};
}

// From and to floats.
static inline mq_mat34 mq_mat34_load(const float from[3][4]) {
    mq_mat34 matrix;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++)
            matrix.m[row][column] = from[row][column];
    }
    return matrix;
}

static inline void mq_mat34_store(const mq_mat34 *a, float to[3][4]) {
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++)
            to[row][column] = (float)a->m[row][column];
    }
}

static inline mq_vec3 mq_mat34_column(const mq_mat34 *a, int column) {
    return (mq_vec3){a->m[0][column], a->m[1][column], a->m[2][column]};
}

static inline bool mq_all_finite(const float *values, size_t count) {
    bool finite = true;
    for (size_t i = 0; i < count; i++)
        finite = finite && isfinite(values[i]);
    return finite;
}

static inline mq_vec3 mq_vec3_load(const float v[3]) {
    return (mq_vec3){v[0], v[1], v[2]};
}

static inline void mq_vec3_store(mq_vec3 v, float out[3]) {
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static inline mq_quat mq_quat_load(const float q[4]) {
    return (mq_quat){q[0], q[1], q[2], q[3]};
}

static inline void mq_quat_store(mq_quat q, float out[4]) {
    out[0] = (float)q.x;
    out[1] = (float)q.y;
    out[2] = (float)q.z;
    out[3] = (float)q.w;
}

// First `b`, then `a`.
static inline mq_mat34 mq_mat34_multiply(const mq_mat34 *a, const mq_mat34 *b) {
    mq_mat34 product;
    for (int row = 0; row < 3; row++) {
        const double *r = a->m[row];
        for (int column = 0; column < 4; column++)
            product.m[row][column] = r[0] * b->m[0][column] + r[1] * b->m[1][column] +
                                     r[2] * b->m[2][column] + (column == 3 ? r[3] : 0);
    }
    return product;
}

static inline mq_vec3 mq_mat34_point(const mq_mat34 *a, mq_vec3 p) {
    return (mq_vec3){a->m[0][0] * p.x + a->m[0][1] * p.y + a->m[0][2] * p.z + a->m[0][3],
                     a->m[1][0] * p.x + a->m[1][1] * p.y + a->m[1][2] * p.z + a->m[1][3],
                     a->m[2][0] * p.x + a->m[2][1] * p.y + a->m[2][2] * p.z + a->m[2][3]};
}

static inline mq_vec3 mq_quat_rotate(mq_quat q, mq_vec3 v) {
    mq_mat34 m = mq_mat34_from((mq_vec3){0, 0, 0}, q, (mq_vec3){1, 1, 1});
    return mq_mat34_point(&m, v);
}

// Whether the matrix changes the handedness.
static inline bool mq_mat34_mirrors(const mq_mat34 *a) {
    mq_vec3 x = {a->m[0][0], a->m[1][0], a->m[2][0]}, y = {a->m[0][1], a->m[1][1], a->m[2][1]};
    mq_vec3 z = {a->m[0][2], a->m[1][2], a->m[2][2]};
    return mq_dot(mq_cross(x, y), z) < 0;
}

// The transformed normal stays perpendicular to its surface for any scale; its length may change.
static inline mq_vec3 mq_mat34_normal(const mq_mat34 *a, mq_vec3 n) {
    mq_vec3 x = {a->m[0][0], a->m[1][0], a->m[2][0]}, y = {a->m[0][1], a->m[1][1], a->m[2][1]};
    mq_vec3 z = {a->m[0][2], a->m[1][2], a->m[2][2]};
    mq_vec3 moved = mq_add(mq_add(mq_scale(mq_cross(y, z), n.x), mq_scale(mq_cross(z, x), n.y)),
                           mq_scale(mq_cross(x, y), n.z));
    return mq_mat34_mirrors(a) ? mq_scale(moved, -1) : moved;
}

#endif
