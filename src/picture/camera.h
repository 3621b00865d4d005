// SPDX-License-Identifier: MIT
//
// The camera: from which side a model is looked at, and from how far away it fills the picture.
#ifndef MQ_PICTURE_CAMERA_H
#define MQ_PICTURE_CAMERA_H

#include "base/math.h"

#include <stdint.h>

#define MQ_SUBPIXELS 256

// Corners farther out than this many pixels are cut off, so that edges fit into 64 bits.
#define MQ_GUARD_PIXELS 32768

typedef struct mq_camera {
    // From the space of the model to right, up, and distance from the eye; the model is about 1
    // large there.
    mq_mat34 view;
    double scale; // of lengths in the model to lengths there
    mq_vec3 up;   // that of the model, in the axes right, up, to the eye
    double focal;
    double middle_x, middle_y; // of the picture; like focal in 1/256 of a pixel
    double near;               // what is nearer is cut off
} mq_camera;

// Sine and cosine of an angle in degrees: exact for multiples of 90, the same bits in every build.
void mq_sine_cosine(double degrees, double *sine, double *cosine);

// The directions that a camera has when it looks at the front (+z) of a model, turned by `yaw`
// around the model to its left side and lifted by `pitch`, all in degrees: rows right, up, to the
// eye.
void mq_camera_axes(double yaw, double pitch, double rows[3][3]);

// What a picture has to hold: points in the space of the model, added one by one.
typedef struct mq_framing {
    double axes[3][3];
    double slope_x, slope_y; // half of what the picture shows at distance 1, without the margin
    // The farthest points in the directions at right angles to the sides of the picture, and
    // towards the eye and away from it.
    double right, left, top, bottom, front, back;
    double most; // the largest coordinate
    bool any;
} mq_framing;

void mq_framing_begin(mq_framing *framing, double yaw, double pitch, uint32_t width,
                      uint32_t height);
void mq_framing_add(mq_framing *framing, mq_vec3 point);

// The camera that shows all of them with a margin. Points need not differ, nor be there at all.
void mq_framing_end(const mq_framing *framing, uint32_t width, uint32_t height, mq_camera *out);

#endif
