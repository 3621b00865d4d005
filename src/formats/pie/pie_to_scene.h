// SPDX-License-Identifier: MIT
//
// From PIE to a scene: the model (pie_to_scene.c) and its meshes (pie_to_scene_mesh.c).
#ifndef MQ_PIE_TO_SCENE_H
#define MQ_PIE_TO_SCENE_H

#include "formats/pie/pie_scene.h"

// How polygons of one level are drawn.
enum { PIE_CLASS_ANIMATED = 1, PIE_CLASS_TWO_SIDED = 2 };

static inline unsigned mq_pie_class(const maq_pie_polygon *polygon) {
    return (polygon->flags & MAQ_PIE_FACE_ANIMATED ? PIE_CLASS_ANIMATED : 0U) |
           (polygon->flags & MAQ_PIE_FACE_TWO_SIDED ? PIE_CLASS_TWO_SIDED : 0U);
}

typedef struct pie_mesh_source {
    const char *name;
    maq_mesh_role role;
    uint32_t version;
    const maq_pie_point *points;
    uint32_t point_count;
    const maq_pie_polygons *polygons;
    const maq_pie_normals *normals;
    uint32_t normal_count;
    const uint32_t *materials; // of the scene, by polygon (one if there is none); NULL: none
    const maq_value *extras;
} pie_mesh_source;

// Adds a mesh. Its index, or MAQ_SCENE_NONE when there is no memory.
uint32_t mq_pie_add_mesh(mq_scene_builder *builder, const pie_mesh_source *source);

#endif
