// SPDX-License-Identifier: MIT
//
// What the files of the way from a scene to WZM share.
#ifndef MQ_WZM_FROM_SCENE_H
#define MQ_WZM_FROM_SCENE_H

#include "formats/wzm/wzm_scene.h"
#include "scene/pose.h"

typedef struct wzm_maker {
    const maq_scene *scene;
    mq_arena *arena;
    mq_findings *findings;
    uint32_t version;
    bool same_version;      // as that of the WZM file that the scene was made from
    const mq_mat34 *worlds; // of nodes at rest
    maq_wzm_mesh *meshes;
    uint32_t *nodes; // that show the meshes
    uint32_t mesh_count;
    size_t mesh_capacity, node_capacity;
    bool quiet; // the mesh at work was told of before
    // The channels of the first clip, by what they move: first of each, and the next of each.
    const maq_scene_clip *clip; // NULL: none
    uint32_t *node_channels, *material_channels, *next_channel;
} wzm_maker;

#define mq_wzm_report(maker, rule, count, ...)                                                     \
    ((maker)->quiet ? (void)0                                                                      \
                    : mq_add_loss((maker)->findings, &mq_wzm_rules[rule], (count), __VA_ARGS__))

// Adds the mesh of a node, or its pieces (wzm_from_scene_mesh.c). False: no memory.
bool mq_wzm_add_meshes(wzm_maker *maker, uint32_t node);

// Cuts a mesh into pieces of no more vertices than version 3 numbers (wzm_from_scene_cut.c). A piece
// has what version 3 has of a mesh. False: no memory.
#define WZM_MOST_VERTICES 65536
typedef struct wzm_cutter {
    mq_arena *arena;
    const maq_scene_mesh *mesh;
    uint32_t next;      // the first triangle of the next piece
    uint32_t pieces;    // how many there were
    uint32_t *numbers;  // of vertices in the piece at work, from 1
    uint32_t *vertices; // of the piece at work
} wzm_cutter;
bool mq_wzm_cutter_init(wzm_cutter *cutter, mq_arena *arena, const maq_scene_mesh *mesh);
bool mq_wzm_cut(wzm_cutter *cutter, maq_scene_mesh *piece);

// Fills the frames of all meshes (wzm_from_scene_frames.c). False: no memory.
bool mq_wzm_make_frames(wzm_maker *maker);

// The scene of one mesh, to hold against the one that is given. False: no memory.
bool mq_wzm_scene_of(mq_arena *scratch, uint32_t version, const maq_wzm_mesh *mesh, maq_scene *out);

bool mq_wzm_is_identity(const mq_mat34 *matrix);

// The material of a mesh of the scene; MAQ_SCENE_NONE: none.
uint32_t mq_wzm_material_of(const maq_scene_mesh *mesh);

#endif
