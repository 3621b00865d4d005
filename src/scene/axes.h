// SPDX-License-Identifier: MIT
//
// The axes of all formats, in one table. The scene's are right-handed, y up, front +z; faces run
// counter-clockwise seen from outside.
#ifndef MQ_SCENE_AXES_H
#define MQ_SCENE_AXES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum mq_axes {
    MQ_AXES_SCENE,         // glTF, OBJ
    MQ_AXES_WARZONE,       // PIE, WZM, WZA: left-handed, y up, front -z, clockwise
    MQ_AXES_PIE_CONNECTOR, // z up, y along the z of points
    MQ_AXES_INTER_QUAKE,   // IQE, IQM: right-handed, z up, clockwise
    MQ_AXES_PANGYA,        // the PET family: left-handed, y up, front +z, clockwise
    MQ_AXES_COUNT,
} mq_axes;

// Each axis of the scene is one of the format's, perhaps reversed.
typedef struct mq_axes_row {
    int from[3];      // scene axis i is the format's axis from[i]
    bool reversed[3]; // with the other sign
    // Two corners of a face are swapped: because the axes are mirrored and faces point outward by
    // the right-hand rule (Warzone, Pangya), or because they are not and faces point inward
    // (Inter-Quake).
    bool swap;
} mq_axes_row;

static const mq_axes_row mq_axes_table[MQ_AXES_COUNT] = {
    [MQ_AXES_SCENE] = {{0, 1, 2}, {false, false, false}, false},
    [MQ_AXES_WARZONE] = {{0, 1, 2}, {false, false, true}, true},
    [MQ_AXES_PIE_CONNECTOR] = {{0, 2, 1}, {false, false, true}, true},
    [MQ_AXES_INTER_QUAKE] = {{0, 2, 1}, {false, false, true}, true},
    [MQ_AXES_PANGYA] = {{0, 1, 2}, {true, false, false}, true},
};

// Points, normals and translations. Signs and the order of components change, magnitudes do not. Inline,
// since `axes` is a constant nearly everywhere: then it is three moves.
static inline void mq_axes_to_scene(mq_axes axes, const float from[3], float to[3]) {
    const mq_axes_row *row = &mq_axes_table[axes];
    float result[3];
    for (int i = 0; i < 3; i++)
        result[i] = row->reversed[i] ? -from[row->from[i]] : from[row->from[i]];
    for (int i = 0; i < 3; i++)
        to[i] = result[i];
}

static inline void mq_axes_from_scene(mq_axes axes, const float from[3], float to[3]) {
    const mq_axes_row *row = &mq_axes_table[axes];
    float result[3];
    for (int i = 0; i < 3; i++)
        result[row->from[i]] = row->reversed[i] ? -from[i] : from[i];
    for (int i = 0; i < 3; i++)
        to[i] = result[i];
}

// The first three numbers of `count` rows of `width` numbers, in place.
void mq_axes_rows_to_scene(mq_axes axes, float *rows, size_t count, size_t width);

// Scale factors along the axes: the order changes, signs do not.
void mq_axes_scale_to_scene(mq_axes axes, const float from[3], float to[3]);
void mq_axes_scale_from_scene(mq_axes axes, const float from[3], float to[3]);

// Rotations as quaternions x, y, z, w that rotate column vectors.
void mq_axes_rotation_to_scene(mq_axes axes, const float from[4], float to[4]);
void mq_axes_rotation_from_scene(mq_axes axes, const float from[4], float to[4]);

// Whether two corners of each face must be swapped, in both directions.
static inline bool mq_axes_swap_corners(mq_axes axes) {
    return mq_axes_table[axes].swap;
}

#endif
