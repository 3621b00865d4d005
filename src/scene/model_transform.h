// SPDX-License-Identifier: MIT
//
// Turning and scaling whole scenes: for models whose authors had another unit, or other axes than
// those that are usual in their format.
//
// Axes become axes, so no number but a scaled one changes its bits, and no hand becomes the other:
// what was sound stays so.
#ifndef MQ_SCENE_MODEL_TRANSFORM_H
#define MQ_SCENE_MODEL_TRANSFORM_H

#include "scene/axes.h"
#include "scene/scene.h"

typedef struct mq_model_transform {
    double scale;
    int from[3];      // the axis of the scene before that lies along axis i now
    bool reversed[3]; // with the other sign
} mq_model_transform;

// What the caller of a conversion asks for: `scale` 0 is 1; `axes` names the direction that is up
// and the one that is front in the file, in the axes of its format: "+y+z", or "y-up" for just that,
// or "z-up" for "+z-y". NULL: those that are usual. False when the one is no positive number or the
// other no such text.
bool mq_model_transform_parse(double scale, const char *axes, mq_axes format,
                              mq_model_transform *out);

// Whether it changes anything.
bool mq_model_transform_changes(const mq_model_transform *placement);

// A point, and a direction.
void mq_model_transform_point(const mq_model_transform *placement, const float from[3],
                              float to[3]);
void mq_model_transform_direction(const mq_model_transform *placement, const float from[3],
                                  float to[3]);

// Places all that a builder holds, before it is finished: numbers that grow too large are mended
// then, with a finding. Extras stay as they are. Nothing changes when there is no memory, but for
// the status of the arena.
void mq_model_transform_apply(mq_scene_builder *builder, const mq_model_transform *placement);

#endif
