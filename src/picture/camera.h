// SPDX-License-Identifier: MIT
//
// The camera: its direction, and the distance at which the model fills the picture.
#ifndef MQ_PICTURE_CAMERA_H
#define MQ_PICTURE_CAMERA_H

#include "base/math.h"

#include <stdint.h>

#define MQ_SUBPIXELS 256

// Triangles are clipped at this many pixels outside of the picture, so that edges fit into 64 bits.
#define MQ_GUARD_PIXELS 32768

typedef struct mq_camera {
    // From model space to view space: right, up, and distance from the camera. The size of the model
    // is about 1 in view space.
    mq_mat34 view;
    double scale; // from lengths in model space to lengths in view space
    mq_vec3 up;   // that of the model, in the axes right, up, towards the camera
    double focal;
    double middle_x, middle_y; // of the picture; like focal in 1/256 of a pixel
    double near;               // the distance of the near plane
} mq_camera;

// Sine and cosine of an angle in degrees: exact for multiples of 90, the same bits in every build.
void mq_sine_cosine(double degrees, double *sine, double *cosine);

// The axes of a camera that looks at the front (+z) of a model, moved by `yaw` degrees around the
// model to its left side and by `pitch` degrees upwards: rows right, up, towards the camera.
void mq_camera_axes(double yaw, double pitch, double rows[3][3]);

// Finds the camera that shows a set of points of model space, which are added one by one.
typedef struct mq_framing {
    double axes[3][3];
    double slope_x, slope_y; // half of what the picture shows at distance 1, without the margin
    // The extremes of the points along the normals of the view frustum, and towards the camera and
    // away from it.
    double right, left, top, bottom, front, back;
    double most; // the largest coordinate
    bool any;
} mq_framing;

void mq_framing_begin(mq_framing *framing, double yaw, double pitch, uint32_t width,
                      uint32_t height);
void mq_framing_add(mq_framing *framing, mq_vec3 point);

// Adds all points of another one that was begun alike.
void mq_framing_join(mq_framing *framing, const mq_framing *other);

// The camera that shows all points with a margin. They may be equal, and there may be none.
void mq_framing_end(const mq_framing *framing, uint32_t width, uint32_t height, mq_camera *out);

#endif
