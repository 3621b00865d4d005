// SPDX-License-Identifier: MIT
//
// Rotating and scaling whole scenes: for models with another unit or other axes than those that are
// usual in their format.
//
// Axes are mapped to axes without a change of handedness: only scaling rounds numbers, and a valid
// scene stays valid.
#ifndef MQ_SCENE_MODEL_TRANSFORM_H
#define MQ_SCENE_MODEL_TRANSFORM_H

#include "scene/axes.h"
#include "scene/scene.h"

typedef struct mq_model_transform {
    double scale;
    int from[3];      // the old axis that becomes axis i
    bool reversed[3]; // with the opposite sign
} mq_model_transform;

// Parses the options of a conversion: `scale` 0 means 1; `axes` names the up and the front direction
// of the file in the axes of its format, such as "+y+z"; "y-up" is short for "+y+z" and "z-up" for
// "+z-y"; NULL: the usual ones. False when the scale is not positive or the axes are not of this form.
bool mq_model_transform_parse(double scale, const char *axes, mq_axes format,
                              mq_model_transform *out);

// Whether it changes anything.
bool mq_model_transform_changes(const mq_model_transform *transform);

// A point, and a direction.
void mq_model_transform_point(const mq_model_transform *transform, const float from[3],
                              float to[3]);
void mq_model_transform_direction(const mq_model_transform *transform, const float from[3],
                                  float to[3]);

// Transforms all that a builder holds, before mq_scene_finish(), which repairs numbers that become
// too large. Extras stay as they are. When there is no memory, only the status of the arena changes.
void mq_model_transform_apply(mq_scene_builder *builder, const mq_model_transform *transform);

#endif
