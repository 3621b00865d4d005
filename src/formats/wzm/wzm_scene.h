// SPDX-License-Identifier: MIT
//
// What both ways between WZM and scenes share. What a scene has no place for lies in extras under
// the name "wzm":
//   scene     version
//   mesh      name, team_colours, texture_arrays (how many), bounds with bounds_of (what they were
//             told of); raw, when a mesh is such that the scene must mend it
//   material  material
//   node      of a mesh: frames; of a connector: type, values; position, when it is not finite
#ifndef MQ_WZM_SCENE_H
#define MQ_WZM_SCENE_H

#include "formats/wzm/wzm_priv.h"

#define WZM_EXTRAS "wzm"
#define WZM_SPACE_NUMBERS 7
#define WZM_MAX_CHANNELS 3

// Adds a mesh with its node and connectors. Its channels are added to `clip`, which has room for
// WZM_MAX_CHANNELS more. False when there is no memory.
typedef struct wzm_materials {
    uint32_t still, animated; // the second for texture frames; MAQ_SCENE_NONE: not needed
} wzm_materials;
bool mq_wzm_add_mesh(mq_scene_builder *builder, uint32_t version, const maq_wzm_mesh *mesh,
                     wzm_materials materials, maq_scene_clip *clip);

// Whether frames of a mesh choose among its texture arrays.
bool mq_wzm_texture_moves(const maq_wzm_mesh *mesh);

// The least and the greatest corner and the middle of the vertices (wzm_convert.c).
void mq_wzm_make_bounds(maq_wzm_mesh *mesh);

#endif
