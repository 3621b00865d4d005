// SPDX-License-Identifier: MIT
#include <float.h>

#include "formats/pie/pie_from_scene.h"

static float narrow(double value) {
    return value > FLT_MAX ? FLT_MAX : value < -FLT_MAX ? -FLT_MAX : (float)value;
}

static void store(mq_vec3 vector, float to[3]) {
    to[0] = narrow(vector.x);
    to[1] = narrow(vector.y);
    to[2] = narrow(vector.z);
}

mq_mat34 mq_pie_local(const maq_transform *transform) {
    const float *t = transform->translation, *r = transform->rotation, *s = transform->scale;
    return mq_mat34_from((mq_vec3){t[0], t[1], t[2]},
                         mq_quat_normalize((mq_quat){r[0], r[1], r[2], r[3]}),
                         (mq_vec3){s[0], s[1], s[2]});
}

mq_mat34 mq_pie_below(const maq_scene_node *node, const mq_mat34 *parent, const mq_mat34 *local) {
    mq_mat34 world = mq_mat34_multiply(parent, local);
    if (node->ignores_parent_rotation) {
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++)
                world.m[r][c] = local->m[r][c];
        }
    }
    return world;
}

void mq_pie_transform_point(const mq_mat34 *matrix, const float from[3], float to[3]) {
    store(mq_mat34_point(matrix, (mq_vec3){from[0], from[1], from[2]}), to);
}

double mq_pie_determinant(const mq_mat34 *matrix) {
    return mq_dot(mq_mat34_column(matrix, 0),
                  mq_cross(mq_mat34_column(matrix, 1), mq_mat34_column(matrix, 2)));
}

void mq_pie_transform_normal(const mq_mat34 *matrix, const float from[3], float to[3]) {
    mq_vec3 x = mq_mat34_column(matrix, 0), y = mq_mat34_column(matrix, 1),
            z = mq_mat34_column(matrix, 2);
    // The cofactors: the inverse transposed, but for a factor.
    mq_vec3 turned =
        mq_add(mq_scale(mq_cross(y, z), from[0]),
               mq_add(mq_scale(mq_cross(z, x), from[1]), mq_scale(mq_cross(x, y), from[2])));
    if (mq_pie_determinant(matrix) < 0)
        turned = mq_scale(turned, -1);
    store(mq_normalize(turned), to);
}
