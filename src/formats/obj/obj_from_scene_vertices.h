// SPDX-License-Identifier: MIT
//
// From the vertices of a scene to the positions, texture coordinates and normals of an OBJ.
#ifndef MQ_OBJ_FROM_SCENE_VERTICES_H
#define MQ_OBJ_FROM_SCENE_VERTICES_H

#include "base/math.h"
#include "formats/obj/obj_scene.h"

// The transform of a node into the world.
typedef struct obj_transform {
    bool is_identity;
    mq_mat34 matrix;
} obj_transform;

bool mq_obj_mirrors(const obj_transform *transform);

// The lists of a document, while objects are added.
typedef struct obj_vertices {
    maq_obj_position *positions;
    maq_obj_colour *colours; // NULL: no mesh has any
    maq_obj_texcoord *texcoords;
    maq_obj_normal *normals;
    uint32_t position_count, texcoord_count, normal_count;
} obj_vertices;

// Allocates lists for so many elements at most. False when there is no memory.
bool mq_obj_alloc_vertices(obj_vertices *vertices, mq_arena *arena, size_t positions,
                           size_t texcoords, size_t normals, bool coloured);

// The indices that the vertices of a mesh have in the lists; NULL: the mesh has none.
typedef struct obj_mesh_indices {
    const uint32_t *positions, *texcoords, *normals;
} obj_mesh_indices;

// Adds the vertices of a mesh. Equal ones of this mesh become one; those of other meshes stay apart. The indices
// are in `scratch`. False when there is no memory.
bool mq_obj_add_vertices(obj_vertices *vertices, mq_arena *scratch, const maq_scene_mesh *mesh,
                         const obj_transform *transform, obj_mesh_indices *indices);

// Makes the lists those of a document.
void mq_obj_set_vertices(const obj_vertices *vertices, maq_obj *obj);

#endif
