// SPDX-License-Identifier: MIT
//
// From scenes to PIE. pie_from_scene.c has the document, the others one concept each:
//   _levels      which meshes become which levels
//   _mesh        points, polygons, normals of a level or shadow
//   _settings    TYPE and textures
//   _motion      ANIMOBJECT and texture animation
//   _connectors
//   _transforms
//   _losses      what no other part reports
#ifndef MQ_PIE_FROM_SCENE_H
#define MQ_PIE_FROM_SCENE_H

#include "base/math.h"
#include "formats/pie/pie_scene.h"

// The most that a level of a version may have: the limits of the game, or those of the draft.
typedef struct pie_limits {
    uint32_t polygons, points;
} pie_limits;
pie_limits mq_pie_limits(uint32_t version);

// What becomes one level, or its shadow.
typedef struct pie_source {
    uint32_t node, mesh;
    const uint32_t *triangles; // of the mesh; NULL: all
    uint32_t triangle_count;
    uint32_t material;     // the first; MAQ_SCENE_NONE: none
    const maq_value *own;  // what PIE put into the extras of the mesh; NULL: nothing
    uint32_t mover;        // the node that moves it: its own, or a joint
    mq_mat34 bind;         // from the mesh to the mover
    bool moves;            // the clip moves it: frames hold the transform, points do not
    bool transformed;      // `to_model` is not the identity
    mq_mat34 to_model;     // the transform of the points
    const pie_vec3 *posed; // vertices of a skinned mesh at rest; NULL: those of the mesh
    const pie_vec3 *posed_normals;
} pie_source;

// The texture animation of a material.
typedef struct pie_texture_motion {
    uint32_t frames; // 0: none
    double cycle;    // milliseconds
    double width, height;
} pie_texture_motion;

// Which triangles of two-sided materials get a back.
typedef enum pie_two_sided {
    PIE_TWO_SIDED_AUTO,
    PIE_TWO_SIDED_YES,
    PIE_TWO_SIDED_NO
} pie_two_sided;

typedef struct pie_from_scene {
    mq_arena *arena;
    maq_document *out;
    const maq_scene *scene;
    bool split;
    pie_two_sided two_sided;
    const maq_value *own;            // what PIE put into the extras of the scene; NULL: nothing
    const mq_mat34 *world;           // of nodes at rest
    const uint32_t *material_groups; // by material: those that one level can share have one number
    const pie_texture_motion *texture_motions; // of materials
    const maq_scene_clip *clip;                // that becomes the animation; NULL: none
    const bool *moved;                         // nodes that the clip moves, with their parents
    uint32_t source_count;
    pie_source *sources;
    const uint32_t *node_sources; // by node, the source that it belongs to; 0 if to none
    pie_source *shadows;          // by source; mesh is MAQ_SCENE_NONE where there is none
    maq_pie *pie;
    maq_pie_level *levels;
    size_t comment_capacity;
    uint32_t *vertex_numbers; // scratch of building meshes, by vertex; NULL before the first
    bool materials_seen, any_two_sided; // whether a material of the scene is, once looked for
} pie_from_scene;

// All return false when there is no memory.
bool mq_pie_find_sources(pie_from_scene *from);
bool mq_pie_build_mesh(pie_from_scene *from, const pie_source *source, maq_pie_level *level);
bool mq_pie_build_shadow(pie_from_scene *from, const pie_source *source, maq_pie_level *level);
bool mq_pie_build_settings(pie_from_scene *from);
bool mq_pie_build_connectors(pie_from_scene *from);
bool mq_pie_find_motion(pie_from_scene *from);
bool mq_pie_build_motion(pie_from_scene *from);
bool mq_pie_report_losses(pie_from_scene *from);

// Transforms.
mq_mat34 mq_pie_local(const maq_transform *transform);
mq_mat34 mq_pie_below(const maq_scene_node *node, const mq_mat34 *parent, const mq_mat34 *local);
void mq_pie_transform_point(const mq_mat34 *matrix, const float from[3], float to[3]);
void mq_pie_transform_normal(const mq_mat34 *matrix, const float from[3], float to[3]);
double mq_pie_determinant(const mq_mat34 *matrix);

// The material of each triangle of a mesh, asked for in rising order.
typedef struct pie_part_walk {
    const maq_scene_mesh *mesh;
    uint32_t part;
} pie_part_walk;
pie_part_walk mq_pie_walk_from(const maq_scene_mesh *mesh, uint32_t triangle);
uint32_t mq_pie_material_at(pie_part_walk *walk, uint32_t triangle);

#endif
