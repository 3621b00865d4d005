// SPDX-License-Identifier: MIT
#include "scene/axes.h"

// Whether the change of axes changes the handedness.
static bool mirrors(const mq_axes_row *row) {
    bool swapped = row->from[0] != 0 || row->from[1] != 1; // the table has one swap at most
    return swapped ^ row->reversed[0] ^ row->reversed[1] ^ row->reversed[2];
}

void mq_axes_rows_to_scene(mq_axes axes, float *rows, size_t count, size_t width) {
    const mq_axes_row row = mq_axes_table[axes];
    float sign[3];
    for (int i = 0; i < 3; i++)
        sign[i] = row.reversed[i] ? -1.0f : 1.0f;
    for (float *at = rows; count > 0; count--, at += width) {
        float x = at[row.from[0]], y = at[row.from[1]], z = at[row.from[2]];
        at[0] = x * sign[0];
        at[1] = y * sign[1];
        at[2] = z * sign[2];
    }
}

void mq_axes_scale_to_scene(mq_axes axes, const float from[3], float to[3]) {
    const float copy[3] = {from[0], from[1], from[2]};
    for (int i = 0; i < 3; i++)
        to[i] = copy[mq_axes_table[axes].from[i]];
}

void mq_axes_scale_from_scene(mq_axes axes, const float from[3], float to[3]) {
    const float copy[3] = {from[0], from[1], from[2]};
    for (int i = 0; i < 3; i++)
        to[mq_axes_table[axes].from[i]] = copy[i];
}

// The axis of a rotation changes like a vector, and its direction with the handedness.
static void rotation(mq_axes axes, const float from[4], float to[4],
                     void (*vector)(mq_axes axes, const float from[3], float to[3])) {
    float w = from[3];
    vector(axes, from, to);
    if (mirrors(&mq_axes_table[axes])) {
        for (int i = 0; i < 3; i++)
            to[i] = -to[i];
    }
    to[3] = w;
}

void mq_axes_rotation_to_scene(mq_axes axes, const float from[4], float to[4]) {
    rotation(axes, from, to, mq_axes_to_scene);
}

void mq_axes_rotation_from_scene(mq_axes axes, const float from[4], float to[4]) {
    rotation(axes, from, to, mq_axes_from_scene);
}
