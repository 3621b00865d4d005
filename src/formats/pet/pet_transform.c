// SPDX-License-Identifier: MIT
//
// Matrices of bones as the transforms of scenes.
#include "formats/pet/pet_scene.h"

// The largest cosine between two axes that count as perpendicular.
#define SHEAR 1e-4

// The rotation with these axes, which are orthonormal and right-handed.
static mq_quat rotation_of(mq_vec3 x, mq_vec3 y, mq_vec3 z) {
    double trace = x.x + y.y + z.z;
    mq_quat q;
    if (trace > 0)
        q = (mq_quat){y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace};
    else if (x.x >= y.y && x.x >= z.z)
        q = (mq_quat){1 + x.x - y.y - z.z, x.y + y.x, x.z + z.x, y.z - z.y};
    else if (y.y >= z.z)
        q = (mq_quat){x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z};
    else
        q = (mq_quat){x.z + z.x, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x};
    return mq_quat_normalize(q);
}

bool mq_pet_transform_to_scene(const mq_mat34 *matrix, maq_transform *out) {
    mq_vec3 axes[3] = {mq_mat34_column(matrix, 0), mq_mat34_column(matrix, 1),
                       mq_mat34_column(matrix, 2)};
    double size[3] = {mq_length(axes[0]), mq_length(axes[1]), mq_length(axes[2])};
    mq_quat rotation = {0, 0, 0, 1};
    bool perpendicular = true;
    if (size[0] > 1e-20 && size[1] > 1e-20 && size[2] > 1e-20) {
        for (int i = 0; i < 3; i++)
            axes[i] = mq_scale(axes[i], 1 / size[i]);
        perpendicular = fabs(mq_dot(axes[0], axes[1])) < SHEAR &&
                        fabs(mq_dot(axes[1], axes[2])) < SHEAR &&
                        fabs(mq_dot(axes[2], axes[0])) < SHEAR;
        if (mq_dot(mq_cross(axes[0], axes[1]), axes[2]) < 0) {
            axes[0] = mq_scale(axes[0], -1);
            size[0] = -size[0];
        }
        mq_vec3 y = mq_subtract(axes[1], mq_scale(axes[0], mq_dot(axes[0], axes[1])));
        axes[1] = mq_normalize(y);
        axes[2] = mq_cross(axes[0], axes[1]);
        rotation = rotation_of(axes[0], axes[1], axes[2]);
    }
    mq_pet_set_vec3(out->translation, mq_mat34_column(matrix, 3));
    mq_pet_set_vec3(out->scale, (mq_vec3){size[0], size[1], size[2]});
    for (int i = 0; i < 4; i++)
        out->rotation[i] = (float)(i == 0   ? rotation.x
                                   : i == 1 ? rotation.y
                                   : i == 2 ? rotation.z
                                            : rotation.w);
    mq_axes_to_scene(MQ_AXES_PANGYA, out->translation, out->translation);
    mq_axes_rotation_to_scene(MQ_AXES_PANGYA, out->rotation, out->rotation);
    mq_axes_scale_to_scene(MQ_AXES_PANGYA, out->scale, out->scale);
    return perpendicular;
}

void mq_pet_transform_from_scene(const maq_transform *transform, float matrix[12]) {
    float t[3], r[4], s[3];
    mq_axes_from_scene(MQ_AXES_PANGYA, transform->translation, t);
    mq_axes_rotation_from_scene(MQ_AXES_PANGYA, transform->rotation, r);
    mq_axes_scale_from_scene(MQ_AXES_PANGYA, transform->scale, s);
    mq_quat rotation = mq_quat_normalize((mq_quat){r[0], r[1], r[2], r[3]});
    mq_mat34 local = mq_mat34_from(mq_vec3_load(t), rotation, mq_vec3_load(s));
    for (int i = 0; i < 4; i++)
        mq_pet_set_vec3(matrix + 3 * i, mq_mat34_column(&local, i));
}

// Column by column: the image of each unit vector, and the translation.
void mq_pet_matrix_to_scene(const mq_mat34 *matrix, float out[3][4]) {
    for (int i = 0; i < 4; i++) {
        float unit[3] = {i == 0, i == 1, i == 2}, image[3];
        mq_axes_from_scene(MQ_AXES_PANGYA, unit, unit);
        mq_mat34 linear = *matrix;
        linear.m[0][3] = linear.m[1][3] = linear.m[2][3] = 0;
        mq_vec3 moved =
            i < 3 ? mq_mat34_point(&linear, mq_vec3_load(unit)) : mq_mat34_column(matrix, 3);
        mq_pet_set_vec3(image, moved);
        mq_axes_to_scene(MQ_AXES_PANGYA, image, image);
        for (int row = 0; row < 3; row++)
            out[row][i] = image[row];
    }
}
