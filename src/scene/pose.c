// SPDX-License-Identifier: MIT
#include "scene/pose.h"

#include "scene/scene.h"

mq_quat mq_pose_between(mq_quat a, mq_quat b, double part) {
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double sign = dot < 0 ? -1 : 1;
    dot *= sign;
    double left = 1 - part, right = part;
    if (dot < 0.9995) {
        double angle = acos(dot), whole = sin(angle);
        left = sin(left * angle) / whole;
        right = sin(part * angle) / whole;
    }
    right *= sign;
    return mq_quat_unit((mq_quat){a.x * left + b.x * right, a.y * left + b.y * right,
                                  a.z * left + b.z * right, a.w * left + b.w * right});
}

void mq_pose_sample(const maq_scene_channel *channel, double time, double out[4]) {
    uint32_t low = 0, high = channel->key_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (channel->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    uint32_t width = mq_channel_width(channel->path);
    const float *a = channel->values + (size_t)low * width;
    for (uint32_t i = 0; i < width; i++)
        out[i] = a[i];
    if (channel->step || low + 1 >= channel->key_count || time <= channel->times[low])
        return;
    const float *b = a + width;
    double start = channel->times[low], part = (time - start) / (channel->times[low + 1] - start);
    if (channel->path == MAQ_CHANNEL_ROTATION) {
        mq_quat q = mq_pose_between((mq_quat){a[0], a[1], a[2], a[3]},
                                    (mq_quat){b[0], b[1], b[2], b[3]}, part);
        out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w;
        return;
    }
    for (uint32_t i = 0; i < width; i++)
        out[i] += ((double)b[i] - a[i]) * part;
}

static void put_floats(const double *from, float *to, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        to[i] = (float)from[i];
}

void mq_pose_worlds(const maq_scene *scene, const maq_scene_clip *clip, double time,
                    maq_transform *locals, mq_mat34 *worlds) {
    for (uint32_t i = 0; i < scene->node_count; i++)
        locals[i] = scene->nodes[i].rest;
    for (uint32_t i = 0; clip && i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        if (channel->path > MAQ_CHANNEL_SCALE)
            continue;
        double value[4];
        mq_pose_sample(channel, time, value);
        maq_transform *local = &locals[channel->target];
        if (channel->path == MAQ_CHANNEL_TRANSLATION)
            put_floats(value, local->translation, 3);
        else if (channel->path == MAQ_CHANNEL_ROTATION)
            put_floats(value, local->rotation, 4);
        else
            put_floats(value, local->scale, 3);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t number = scene->node_order[i];
        const maq_scene_node *node = &scene->nodes[number];
        const maq_transform *t = &locals[number];
        mq_vec3 place = {t->translation[0], t->translation[1], t->translation[2]};
        mq_mat34 local = mq_mat34_from(
            place,
            mq_quat_unit((mq_quat){t->rotation[0], t->rotation[1], t->rotation[2], t->rotation[3]}),
            (mq_vec3){t->scale[0], t->scale[1], t->scale[2]});
        worlds[number] = local;
        if (node->parent == MAQ_SCENE_NONE)
            continue;
        const mq_mat34 *parent = &worlds[node->parent];
        worlds[number] = mq_mat34_multiply(parent, &local);
        if (node->own_rotation) {
            for (int row = 0; row < 3; row++) {
                for (int column = 0; column < 3; column++)
                    worlds[number].m[row][column] = local.m[row][column];
            }
        }
    }
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
    mq_vec3 x = mq_unit((mq_vec3){a->m[0][0], a->m[1][0], a->m[2][0]});
    mq_vec3 y = {a->m[0][1], a->m[1][1], a->m[2][1]};
    y = mq_unit(mq_subtract(y, mq_scale(x, mq_dot(x, y))));
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
    return mq_quat_unit(q);
}
