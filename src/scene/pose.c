// SPDX-License-Identifier: MIT
#include "scene/pose.h"

#include <string.h>

#include "scene/scene.h"

void mq_pose_sample(const maq_scene_channel *channel, double time, double near, uint32_t *at,
                    float *out) {
    mq_key_position position =
        mq_key_find(channel, time, (float)(time + near), (float)(time - near), *at);
    uint32_t width = mq_channel_width(channel->path);
    const float *a = channel->values + (size_t)position.key * width;
    *at = position.key;
    if (position.part == 0) {
        memcpy(out, a, width * sizeof *out);
        return;
    }
    const float *b = a + width;
    if (channel->path == MAQ_CHANNEL_ROTATION) {
        mq_quat_store(mq_slerp(mq_quat_load(a), mq_quat_load(b), position.part), out);
        return;
    }
    for (uint32_t i = 0; i < width; i++)
        out[i] = mq_key_between(a[i], b[i], position.part);
}

// The rotation need not be of length 1; length 0 means no rotation.
static mq_mat34 matrix_of(const maq_transform *t) {
    double x = t->rotation[0], y = t->rotation[1], z = t->rotation[2], w = t->rotation[3];
    double square = x * x + y * y + z * z + w * w, twice = square > 0 ? 2 / square : 0;
    double sx = t->scale[0], sy = t->scale[1], sz = t->scale[2];
    double ax = x * twice, ay = y * twice, az = z * twice;
    double xx = x * ax, yy = y * ay, zz = z * az, xy = x * ay, xz = x * az, yz = y * az;
    double wx = w * ax, wy = w * ay, wz = w * az;
    return (mq_mat34){{{(1 - (yy + zz)) * sx, (xy - wz) * sy, (xz + wy) * sz, t->translation[0]},
                       {(xy + wz) * sx, (1 - (xx + zz)) * sy, (yz - wx) * sz, t->translation[1]},
                       {(xz - wy) * sx, (yz + wx) * sy, (1 - (xx + yy)) * sz, t->translation[2]}}};
}

void mq_pose_world_matrices(const maq_scene *scene, const maq_transform *locals, mq_mat34 *worlds) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t number = scene->node_order[i];
        const maq_scene_node *node = &scene->nodes[number];
        mq_mat34 local = matrix_of(&locals[number]);
        if (node->parent == MAQ_SCENE_NONE) {
            worlds[number] = local;
            continue;
        }
        mq_mat34 *world = &worlds[number];
        *world = mq_mat34_multiply(&worlds[node->parent], &local);
        for (int row = 0; row < 3 && node->ignores_parent_rotation; row++) {
            for (int column = 0; column < 3; column++)
                world->m[row][column] = local.m[row][column];
        }
    }
}

void mq_pose_at(const maq_scene *scene, const maq_scene_clip *clip, double time,
                maq_transform *locals, mq_mat34 *worlds) {
    for (uint32_t i = 0; i < scene->node_count; i++)
        locals[i] = scene->nodes[i].rest;
    for (uint32_t i = 0; clip && i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        uint32_t at = 0;
        if (channel->path <= MAQ_CHANNEL_SCALE)
            mq_pose_sample(channel, time, 0, &at,
                           mq_pose_member(&locals[channel->target], channel->path));
    }
    mq_pose_world_matrices(scene, locals, worlds);
}

mq_mat34 mq_mat34_inverse(const mq_mat34 *a) {
    const double(*m)[4] = a->m;
    mq_vec3 rows[3] = {
        {m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}};
    double volume = mq_dot(rows[0], mq_cross(rows[1], rows[2]));
    mq_mat34 inverse = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    if (!(fabs(volume) > 1e-30) || !isfinite(volume))
        return inverse;
    for (int i = 0; i < 3; i++) {
        mq_vec3 column = mq_scale(mq_cross(rows[(i + 1) % 3], rows[(i + 2) % 3]), 1 / volume);
        inverse.m[0][i] = column.x;
        inverse.m[1][i] = column.y;
        inverse.m[2][i] = column.z;
    }
    for (int i = 0; i < 3; i++)
        inverse.m[i][3] =
            -(inverse.m[i][0] * m[0][3] + inverse.m[i][1] * m[1][3] + inverse.m[i][2] * m[2][3]);
    return inverse;
}

mq_quat mq_mat34_rotation(const mq_mat34 *a) {
    mq_vec3 x = mq_normalize((mq_vec3){a->m[0][0], a->m[1][0], a->m[2][0]});
    mq_vec3 y = {a->m[0][1], a->m[1][1], a->m[2][1]};
    y = mq_normalize(mq_subtract(y, mq_scale(x, mq_dot(x, y))));
    mq_vec3 z = mq_cross(x, y);
    // The largest of the four numbers is found first, to divide by.
    double sums[4] = {1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z,
                      1 + x.x + y.y + z.z};
    int most = 0;
    for (int i = 1; i < 4; i++)
        most = sums[i] > sums[most] ? i : most;
    double xy = x.y + y.x, yz = y.z + z.y, zx = z.x + x.z;
    double wx = y.z - z.y, wy = z.x - x.z, wz = x.y - y.x;
    mq_quat q = most == 0   ? (mq_quat){sums[0], xy, zx, wx}
                : most == 1 ? (mq_quat){xy, sums[1], yz, wy}
                : most == 2 ? (mq_quat){zx, yz, sums[2], wz}
                            : (mq_quat){wx, wy, wz, sums[3]};
    return mq_quat_normalize(q);
}
