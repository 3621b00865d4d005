// SPDX-License-Identifier: MIT
//
// Lines over a model: edges, normals, joints, connectors, boxes, axes. Lines are thin quads on the
// picture, drawn like everything else.
#ifndef MQ_PICTURE_OVERLAY_H
#define MQ_PICTURE_OVERLAY_H

#include "picture/draw_priv.h"

typedef enum mq_line_kind {
    MQ_LINE_WIRE,
    MQ_LINE_NORMAL,
    MQ_LINE_JOINT,
    MQ_LINE_CONNECTOR,
    MQ_LINE_BOX,
    MQ_LINE_BOUNDS,
    MQ_LINE_X,
    MQ_LINE_Y,
    MQ_LINE_Z,
    MQ_LINE_KIND_COUNT,
} mq_line_kind;

typedef struct mq_overlay {
    mq_raster *raster;
    const mq_camera *camera;
    mq_raster_material materials[MQ_LINE_KIND_COUNT];
    mq_surface surfaces[MQ_LINE_KIND_COUNT]; // all share what follows
    mq_raster_point *points;
    uint32_t (*triangles)[3];
    uint32_t line_count;
    bool cut_short; // there were more lines than the rasteriser accepts
} mq_overlay;

// False when there is no memory.
bool mq_overlay_begin(mq_overlay *overlay, mq_arena *arena, mq_raster *raster,
                      const mq_camera *camera);

// Draws the overlays of the options into the current band.
void mq_overlay_draw(mq_overlay *overlay, const mq_drawing *drawing);

// Writes the names of connectors into the finished picture.
void mq_overlay_label(const mq_drawing *drawing, maq_image *image);

#endif
