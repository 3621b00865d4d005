// SPDX-License-Identifier: MIT
//
// The state of one picture while it is drawn: from the scene to surfaces for the rasteriser.
#ifndef MQ_PICTURE_DRAW_PRIV_H
#define MQ_PICTURE_DRAW_PRIV_H

#include "base/findings.h"
#include "picture/draw.h"
#include "picture/draw_rules.h"
#include "picture/raster.h"

// The mesh of a node.
typedef struct mq_mesh_instance {
    uint32_t node;
    const maq_scene_mesh *mesh;
    bool visible; // in the current pose
    // Deformed: first in model space, then in view space (see mq_surface).
    float (*positions)[3];
    float (*normals)[3];
    float (*tangents)[4];
    float (*uvs)[2];
    mq_raster_point *points;
    bool *used; // for each vertex, whether a triangle has it
} mq_mesh_instance;

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

    mq_raster_material *materials; // one for each material, and one for triangles without
    mq_raster_material shadow_material, collision_material;
    bool like_warzone; // the scene comes from a format of that game

    mq_mesh_instance *instances;
    uint32_t instance_count;
    uint64_t triangle_count; // of the visible instances
    mq_surface *surfaces;
    uint32_t surface_count;

    mq_clip_reach *reach;
    mq_extent extent; // of the visible instances, in the space of the model
    mq_camera camera;
    double size; // of the model, in model space
} mq_drawing;

// Each returns false when there is no memory.

// draw_materials.c: materials and their textures.
bool mq_draw_prepare_materials(mq_drawing *drawing);

// draw_instances.c: lists the instances; computes their meshes at a time of the clip; transforms them
// to view space and makes surfaces of them.
bool mq_draw_list_instances(mq_drawing *drawing);
void mq_draw_pose_instances(mq_drawing *drawing, double seconds);
bool mq_draw_transform_instances(mq_drawing *drawing);

// draw_frame.c: the camera.
void mq_draw_frame(mq_drawing *drawing);

// overlay.c: a corner, 0 to 7, of a box, and of a box of the scene in model space; the end of the
// axis x, y or z that is shown, or (3) their origin.
mq_vec3 mq_draw_corner(const float min[3], const float max[3], int corner);
mq_vec3 mq_draw_axis_end(const mq_drawing *drawing, int axis);
mq_vec3 mq_draw_box_corner(const mq_drawing *drawing, const maq_scene_box *box, int corner);

// What is known of a set of points: how a point is added to it, and all points of another set.
typedef struct mq_point_set {
    void (*add)(void *set, mq_vec3 point);
    void (*join)(void *set, const void *other);
    size_t size; // of a set in memory, up to MQ_POINT_SET_MAX
} mq_point_set;

enum { MQ_POINT_SET_MAX = 256 };

// Adds the position of each vertex that a visible triangle has.
void mq_draw_add_vertices(const mq_drawing *drawing, const mq_point_set *kind, void *set);

#endif
