// SPDX-License-Identifier: MIT
//
// What the files of the conversion from a scene to WZA share.
#ifndef MQ_WZA_FROM_SCENE_H
#define MQ_WZA_FROM_SCENE_H

#include "formats/scene_vertices.h"
#include "formats/wza/wza_scene.h"

typedef struct wza_builder {
    const maq_scene *scene;
    mq_arena *arena;
    mq_findings *findings;
    maq_wza *wza;
    const mq_mat34 *worlds; // of nodes at rest
    uint32_t material;      // the model's; MAQ_SCENE_NONE: none
    uint32_t *bones;        // the row of the bone of each node; MAQ_SCENE_NONE: none
    uint32_t *bone_nodes;   // the node of each bone
    uint32_t bone_count;
    uint32_t *first_shape; // the row of the first shape of each node's mesh; MAQ_SCENE_NONE: none
    double size;           // of the model: how far its vertices are apart
    bool quiet;            // losses of this mesh were reported before
} wza_builder;

#define mq_wza_report(builder, rule, count, ...)                                                   \
    ((builder)->quiet                                                                              \
         ? (void)0                                                                                 \
         : mq_add_loss((builder)->findings, &mq_wza_rules[rule], (count), __VA_ARGS__))

// Builds the mesh, its shapes and bones (wza_from_scene_model.c), and all animations
// (wza_from_scene_clips.c). False: no memory.
bool mq_wza_build_model(wza_builder *builder);
bool mq_wza_build_animations(wza_builder *builder);

// Gives items numbers: `numbers` are those that their names ask for, or -1. The first item that asks
// for a number gets it, if it is below `limit`; the others get the lowest numbers that are left.
// False: no memory.
bool mq_wza_assign_numbers(mq_arena *arena, int32_t *numbers, uint32_t count, uint32_t limit);

#endif
