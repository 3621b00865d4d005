// SPDX-License-Identifier: MIT
//
// What the files of the conversion from a scene to WZM share.
#ifndef MQ_WZM_FROM_SCENE_H
#define MQ_WZM_FROM_SCENE_H

#include "formats/scene_vertices.h"
#include "formats/wzm/wzm_priv.h"

typedef struct wzm_builder {
    const maq_scene *scene;
    mq_arena *arena;
    mq_findings *findings;
    uint32_t version;
    const mq_mat34 *worlds; // of nodes at rest
    maq_wzm_mesh *meshes;
    uint32_t *nodes; // that show the meshes
    uint32_t mesh_count;
    size_t mesh_capacity, node_capacity;
    bool quiet; // losses of this mesh were reported before
    // The channels of the first clip, by what they move: first of each, and the next of each.
    const maq_scene_clip *clip; // NULL: none
    uint32_t *node_channels, *material_channels, *next_channel;
} wzm_builder;

#define mq_wzm_report(builder, rule, count, ...)                                                   \
    ((builder)->quiet                                                                              \
         ? (void)0                                                                                 \
         : mq_add_loss((builder)->findings, &mq_wzm_rules[rule], (count), __VA_ARGS__))

// Adds the mesh of a node, or its pieces (wzm_from_scene_mesh.c). False: no memory.
bool mq_wzm_add_meshes(wzm_builder *builder, uint32_t node);

// Cuts a mesh into pieces of no more vertices than the 16 bits of version 3 can number
// (wzm_from_scene_cut.c). A piece has what version 3 has of a mesh. False: no memory.
#define WZM_MOST_VERTICES 65536
typedef struct wzm_cutter {
    mq_arena *arena;
    const maq_scene_mesh *mesh;
    uint32_t next;      // the first triangle of the next piece
    uint32_t pieces;    // how many there were
    uint32_t *numbers;  // of vertices in this piece, from 1
    uint32_t *vertices; // of this piece
} wzm_cutter;
bool mq_wzm_cutter_init(wzm_cutter *cutter, mq_arena *arena, const maq_scene_mesh *mesh);
bool mq_wzm_cut(wzm_cutter *cutter, maq_scene_mesh *piece);

// Fills the frames of all meshes (wzm_from_scene_frames.c). False: no memory.
bool mq_wzm_build_frames(wzm_builder *builder);

// The material of a mesh of the scene; MAQ_SCENE_NONE: none.
uint32_t mq_wzm_material_of(const maq_scene_mesh *mesh);

#endif
