// SPDX-License-Identifier: MIT
//
// Lines over a model: edges, normals, joints, connectors, boxes, axes. Lines are thin quads on the
// picture, drawn like everything else.
#ifndef MQ_PICTURE_OVERLAY_H
#define MQ_PICTURE_OVERLAY_H

#include "picture/draw_priv.h"

typedef enum mq_ink {
    MQ_INK_WIRE,
    MQ_INK_NORMAL,
    MQ_INK_JOINT,
    MQ_INK_CONNECTOR,
    MQ_INK_BOX,
    MQ_INK_BOUNDS,
    MQ_INK_X,
    MQ_INK_Y,
    MQ_INK_Z,
    MQ_INK_COUNT,
} mq_ink;

typedef struct mq_overlay {
    mq_raster *raster;
    const mq_camera *camera;
    mq_paint paints[MQ_INK_COUNT];
    mq_surface surfaces[MQ_INK_COUNT]; // all share what follows
    mq_raster_point *points;
    uint32_t (*triangles)[3];
    uint32_t line_count;
    bool cut_short; // there were more lines than the rasteriser takes
} mq_overlay;

// False when there is no memory.
bool mq_overlay_begin(mq_overlay *overlay, mq_arena *arena, mq_raster *raster,
                      const mq_camera *camera);

// A line between places before the eye (right, up, distance), as wide at its ends as told in pixels.
void mq_overlay_line(mq_overlay *overlay, mq_ink ink, mq_vec3 a, mq_vec3 b, double width_a,
                     double width_b);

// Draws what is asked for: into the band that is begun.
void mq_overlay_draw(mq_overlay *overlay, const mq_drawing *drawing);

// Writes the names of connectors into the finished picture.
void mq_overlay_label(const mq_drawing *drawing, maq_image *image);

#endif
