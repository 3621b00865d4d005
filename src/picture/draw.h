// SPDX-License-Identifier: MIT
//
// Several pictures of one model: those of a played clip, or of a turn.
#ifndef MQ_PICTURE_DRAW_H
#define MQ_PICTURE_DRAW_H

#include "maquette/picture.h"
#include "picture/camera.h"

typedef struct mq_extent {
    bool any;
    maq_bounds box;
} mq_extent;

// An upright cylinder that the model stays in while it is turned.
typedef struct mq_cylinder {
    double x, z, square; // the middle, and the square of the radius
} mq_cylinder;

// What a model reaches at some times of a clip. To measure it takes the time of dozens of pictures.
typedef struct mq_clip_reach {
    bool has_extent, has_cylinder, has_framing;
    mq_extent extent;
    mq_cylinder cylinder;
    mq_framing framing;
    double yaw, pitch; // of the framing
} mq_clip_reach;

// As maq_picture_draw(). Pictures of one scene, clip and size can share `reach`, which is zero before the
// first; NULL for a single picture.
maq_status mq_picture_draw(const maq_scene *scene, const maq_picture_options *options,
                           mq_clip_reach *reach, maq_image **out);

#endif
