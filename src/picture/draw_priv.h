// SPDX-License-Identifier: MIT
//
// One picture being drawn: from the scene to surfaces for the rasteriser.
#ifndef MQ_PICTURE_DRAW_PRIV_H
#define MQ_PICTURE_DRAW_PRIV_H

#include "base/findings.h"
#include "maquette/picture.h"
#include "picture/draw_rules.h"
#include "picture/raster.h"

// A mesh where a node has it.
typedef struct mq_body {
    uint32_t node;
    const maq_scene_mesh *mesh;
    bool visible; // at the moment of the picture
    // Moved: first in the space of the model, then before the eye (see mq_surface).
    float (*places)[3];
    float (*normals)[3];
    float (*tangents)[4];
    float (*uvs)[2];
    mq_raster_point *points;
} mq_body;

typedef struct mq_extent {
    bool any;
    maq_bounds box;
} mq_extent;

typedef struct mq_drawing {
    const maq_scene *scene;
    maq_picture_options options;
    uint32_t clip;
    double yaw, pitch;
    mq_arena *arena;
    mq_findings *findings;
    mq_srgb_encoder encoder;
    maq_motion *motion;
    const maq_pose *pose;

    mq_paint *paints; // one for each material, and one for triangles without
    mq_paint shadow_paint, collision_paint;
    bool like_warzone; // the scene comes from a format of that game

    mq_body *bodies;
    uint32_t body_count;
    uint64_t triangle_count; // of the visible bodies
    mq_surface *surfaces;
    uint32_t surface_count;

    mq_extent extent; // of the visible bodies, in the space of the model
    mq_camera camera;
    double size; // of the model, in its own space
} mq_drawing;

// Each returns false when there is no memory.

// draw_paints.c: what materials look like.
bool mq_draw_paints(mq_drawing *drawing);

// draw_bodies.c: lists the bodies; brings them to a moment; brings them before the eye.
bool mq_draw_list_bodies(mq_drawing *drawing);
void mq_draw_move_bodies(mq_drawing *drawing, double seconds);
bool mq_draw_place_bodies(mq_drawing *drawing);

// draw_frame.c: the camera.
void mq_draw_frame(mq_drawing *drawing);

// overlay.c: a corner, 0 to 7, of a box, and of one of the scene's in the space of the model; the end
// of the axis x, y or z that is shown, or (3) where they begin.
mq_vec3 mq_draw_corner(const float min[3], const float max[3], int corner);
mq_vec3 mq_draw_axis_end(const mq_drawing *drawing, int axis);
mq_vec3 mq_draw_box_corner(const mq_drawing *drawing, const maq_scene_box *box, int corner);

// Calls a function for the place of each corner of each visible triangle.
typedef void (*mq_draw_point)(void *context, mq_vec3 point);
void mq_draw_each_corner(const mq_drawing *drawing, mq_draw_point function, void *context);

#endif
