// SPDX-License-Identifier: MIT
//
// Poses: from their three notations to one, and frames as numbers of 16 bits.
#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "base/bits.h"
#include "formats/iq/iq_compile.h"

// A quaternion this near to length 1 stays as it is.
#define LENGTH_TOLERANCE 1e-4

// -------------------------------------------------------------------------------------- rotation

static void flip(double q[4]) {
    if (q[3] > 0) {
        for (int i = 0; i < 4; i++)
            q[i] = -q[i];
    }
}

static void from_matrix(const double m[3][3], double q[4]) {
    double trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0) {
        double r = sqrt(1 + trace), inverse = 0.5 / r;
        q[3] = 0.5 * r;
        q[0] = (m[2][1] - m[1][2]) * inverse;
        q[1] = (m[0][2] - m[2][0]) * inverse;
        q[2] = (m[1][0] - m[0][1]) * inverse;
        return;
    }
    // The largest of the diagonal decides.
    int i = m[0][0] > m[1][1] && m[0][0] > m[2][2] ? 0 : m[1][1] > m[2][2] ? 1 : 2;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    int low = j < k ? j : k, high = j < k ? k : j;
    double r = sqrt(1 + m[i][i] - m[low][low] - m[high][high]), inverse = 0.5 / r;
    q[i] = 0.5 * r;
    q[j] = (m[j][i] + m[i][j]) * inverse;
    q[k] = (m[i][k] + m[k][i]) * inverse;
    q[3] = (m[k][j] - m[j][k]) * inverse;
}

static void from_angles(const double angles[3], double q[4]) {
    double cx, cy, cz, sx, sy, sz;
    mq_radian_sine_and_cosine(angles[0] / 2, &sx, &cx);
    mq_radian_sine_and_cosine(angles[1] / 2, &sy, &cy);
    mq_radian_sine_and_cosine(angles[2] / 2, &sz, &cz);
    q[0] = sx * cy * cz - cx * sy * sz;
    q[1] = cx * sy * cz + sx * cy * sz;
    q[2] = cx * cy * sz - sx * sy * cz;
    q[3] = cx * cy * cz + sx * sy * sz;
}

mq_quat mq_iq_from_degrees(const double degrees[3]) {
    double angles[3], q[4];
    for (int i = 0; i < 3; i++)
        angles[i] = degrees[i] * MQ_RADIANS;
    from_angles(angles, q);
    flip(q);
    return (mq_quat){q[0], q[1], q[2], q[3]};
}

void mq_iq_split_matrix(const double *rows, double q[4], double scale[3]) {
    double m[3][3];
    memcpy(m, rows, sizeof m);
    for (int i = 0; i < 3; i++)
        scale[i] = sqrt(m[0][i] * m[0][i] + m[1][i] * m[1][i] + m[2][i] * m[2][i]);
    float determinant = (float)(m[0][0] * m[1][1] * m[2][2] + m[0][1] * m[1][2] * m[2][0] +
                                m[0][2] * m[1][0] * m[2][1] - m[0][2] * m[1][1] * m[2][0] -
                                m[0][1] * m[1][0] * m[2][2] - m[0][0] * m[1][2] * m[2][1]);
    if (determinant < 0) {
        for (int i = 0; i < 3; i++)
            scale[i] = -scale[i];
    }
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < 3; i++)
            m[row][i] /= scale[i];
    }
    from_matrix((const double(*)[3])m, q);
}

static double make_unit(double q[4]) {
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (fabs(square - 1) <= LENGTH_TOLERANCE) // then the length is nearer still
        return 0;
    double length = sqrt(square);
    if (fabs(length - 1) <= LENGTH_TOLERANCE)
        return 0;
    if (isfinite(length) && length > 0) {
        for (int i = 0; i < 4; i++)
            q[i] /= length;
    } else {
        q[0] = q[1] = q[2] = 0;
        q[3] = -1;
    }
    return isfinite(length) ? fabs(length - 1) : 1;
}

double mq_iq_pose(const maq_iqe *iqe, uint32_t pose, bool keep_length, iq_pose *out) {
    const maq_iqe_rows *rows = &iqe->poses.rows;
    maq_iqe_pose_kind kind = iqe->poses.kinds ? iqe->poses.kinds[pose] : MAQ_IQE_PQ;
    const double *row = rows->values + (size_t)pose * rows->width;
    double filled[IQE_POSE_MAX];
    if (rows->width < mq_iqe_pose_max_numbers[kind]) {
        mq_iqe_get_pose(iqe, pose, &kind, filled);
        row = filled;
    }
    for (int i = 0; i < 3; i++) {
        out->translation[i] = row[i];
        out->scale[i] = row[mq_iqe_pose_max_numbers[kind] - 3 + i];
    }
    double q[4];
    if (kind == MAQ_IQE_PQ) {
        for (int i = 0; i < 4; i++)
            q[i] = row[3 + i];
        if (mq_iqe_given_count(rows, pose) < 7)
            q[3] = -sqrt(fmax(1.0 - (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]), 0));
    } else if (kind == MAQ_IQE_PM) {
        double scale[3];
        mq_iq_split_matrix(row + 3, q, scale);
        for (int i = 0; i < 3; i++)
            out->scale[i] *= scale[i];
    } else {
        from_angles(row + 3, q);
    }
    flip(q);
    double off = keep_length ? 0 : make_unit(q);
    for (int i = 0; i < 4; i++)
        out->rotation[i] = q[i];
    return off;
}

void mq_iq_transform_pose(iq_pose *pose, const iq_transform *transform, bool root, bool keep_sign) {
    if (transform->scale != 1) {
        for (int i = 0; i < 3; i++)
            pose->translation[i] *= transform->scale;
    }
    if (!transform->rotates || !root)
        return;
    double *q = pose->rotation, *t = pose->translation;
    mq_quat turned = mq_quat_multiply(transform->rotation, (mq_quat){q[0], q[1], q[2], q[3]});
    mq_vec3 moved = mq_iq_rotate(transform->rotation, (mq_vec3){t[0], t[1], t[2]});
    q[0] = turned.x;
    q[1] = turned.y;
    q[2] = turned.z;
    q[3] = turned.w;
    t[0] = moved.x;
    t[1] = moved.y;
    t[2] = moved.z;
    if (!keep_sign)
        flip(q);
}

mq_mat34 mq_iq_matrix(const iq_pose *pose) {
    const double *t = pose->translation, *q = pose->rotation, *s = pose->scale;
    return mq_mat34_from((mq_vec3){t[0], t[1], t[2]}, (mq_quat){q[0], q[1], q[2], q[3]},
                         (mq_vec3){s[0], s[1], s[2]});
}

mq_mat34 mq_iq_pose_inverse(const mq_mat34 *m) {
    mq_mat34 out;
    mq_vec3 translation = {m->m[0][3], m->m[1][3], m->m[2][3]};
    for (int row = 0; row < 3; row++) {
        // A column of the matrix, which is a rotation with a scale before it.
        mq_vec3 column = {m->m[0][row], m->m[1][row], m->m[2][row]};
        double square = mq_dot(column, column);
        column = (mq_vec3){column.x / square, column.y / square, column.z / square};
        out.m[row][0] = column.x;
        out.m[row][1] = column.y;
        out.m[row][2] = column.z;
        out.m[row][3] = -mq_dot(column, translation);
    }
    return out;
}

// ---------------------------------------------------------------------------------------- frames

void mq_iq_channels(const iq_pose *pose, float out[IQ_CHANNELS_PADDED]) {
    for (int k = 0; k < 3; k++) {
        out[k] = (float)pose->translation[k];
        out[7 + k] = (float)pose->scale[k];
    }
    for (int k = 0; k < 4; k++)
        out[3 + k] = (float)pose->rotation[k];
    for (int k = IQ_CHANNELS; k < IQ_CHANNELS_PADDED; k++)
        out[k] = 0;
}

void mq_iq_range_begin(iq_range *range) {
    for (int k = 0; k < IQ_CHANNELS_PADDED; k++) {
        range->least[k] = 1e16f;
        range->largest[k] = -1e16f;
        range->broken[k] = 0;
    }
}

void mq_iq_range_add(iq_range *restrict range, const float channels[restrict IQ_CHANNELS_PADDED]) {
    for (int k = 0; k < IQ_CHANNELS_PADDED; k++) {
        float value = channels[k];
        range->least[k] = range->least[k] < value ? range->least[k] : value;
        range->largest[k] = range->largest[k] > value ? range->largest[k] : value;
        range->broken[k] |= value != value;
    }
}

// What comes out is what adding all frames one by one gives, NaNs among them or not.
void mq_iq_range_join(iq_range *range, const iq_range *later) {
    for (int k = 0; k < IQ_CHANNELS; k++) {
        float least = later->least[k], largest = later->largest[k];
        bool keep = !later->broken[k];
        range->least[k] = keep && range->least[k] < least ? range->least[k] : least;
        range->largest[k] = keep && range->largest[k] > largest ? range->largest[k] : largest;
        range->broken[k] |= later->broken[k];
    }
}

uint32_t mq_iq_quantise(const iq_range *range, maq_iqm_pose *pose) {
    uint32_t count = 0;
    pose->mask = 0;
    for (unsigned k = 0; k < IQ_CHANNELS; k++) {
        mq_iq_set_channel_range(pose, k, range->least[k], range->largest[k]);
        count += pose->mask >> k & 1;
    }
    return count;
}

unsigned char *mq_iq_put_channels(unsigned char *out, const maq_iqm_pose *pose,
                                  const float channels[IQ_CHANNELS_PADDED]) {
    for (uint32_t mask = pose->mask; mask; mask &= mask - 1) {
        unsigned k = (unsigned)mq_trailing_zeros_64(mask);
        mq_iq_put_u16(out, mq_iq_quantise_channel(pose, k, channels[k]));
        out += 2;
    }
    return out;
}
