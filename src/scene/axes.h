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

// Points, normals and translations. Signs and the order of components change, magnitudes do not.
void mq_axes_to_scene(mq_axes axes, const float from[3], float to[3]);
void mq_axes_from_scene(mq_axes axes, const float from[3], float to[3]);

// The first three numbers of `count` rows of `width` numbers, in place.
void mq_axes_rows_to_scene(mq_axes axes, float *rows, size_t count, size_t width);

// Scale factors along the axes: the order changes, signs do not.
void mq_axes_scale_to_scene(mq_axes axes, const float from[3], float to[3]);
void mq_axes_scale_from_scene(mq_axes axes, const float from[3], float to[3]);

// Rotations as quaternions x, y, z, w that rotate column vectors.
void mq_axes_rotation_to_scene(mq_axes axes, const float from[4], float to[4]);
void mq_axes_rotation_from_scene(mq_axes axes, const float from[4], float to[4]);

// Whether two corners of each face must be swapped, in both directions.
bool mq_axes_swap_corners(mq_axes axes);

#endif
