// SPDX-License-Identifier: MIT
//
// What the files that read meshes share.
#ifndef MQ_GLTF_READ_MESH_H
#define MQ_GLTF_READ_MESH_H

#include "formats/gltf/gltf_read.h"

// Primitives that share their vertices.
typedef struct gltf_group {
    const maq_value *attributes, *targets;
    uint32_t first_primitive; // the others follow it
    uint32_t count;           // of vertices in the file
    uint32_t first, used;     // those of the mesh
    uint32_t *sources;        // by vertex of the mesh: that of the file; NULL: the same
} gltf_group;

// A primitive with its triangles.
typedef struct gltf_primitive {
    uint32_t group, material;
    uint32_t triangle_count;
    uint32_t (*triangles)[3]; // vertices of the file
} gltf_primitive;

typedef struct gltf_mesh {
    gltf_reader *r;
    mq_arena *scratch; // until the mesh is read
    uint32_t index;
    const maq_value *item, *own;
    gltf_group *groups;
    gltf_primitive *primitives;
    uint32_t group_count, primitive_count;
    const maq_value **items; // the JSON of the primitives that the writer would write
    uint32_t item_count;
    maq_scene_mesh out;
} gltf_mesh;

// Gives the mesh its streams; all groups and their vertices are known.
void mq_gltf_read_streams(gltf_mesh *mesh);
void mq_gltf_read_shapes(gltf_mesh *mesh);

#endif
