// SPDX-License-Identifier: MIT
//
// What the files that join puppets share.
#ifndef MQ_PET_JOIN_H
#define MQ_PET_JOIN_H

#include "formats/pet/pet_convert.h"
#include "formats/pet/pet_rest_pose.h"

// One input, converted to the game's layout and version 1.3, and the new indices of its parts in the
// joined puppet.
typedef struct join_part {
    const maq_pet *pet;
    maq_pet_text *motion_bones; // by motion: the name of the bone that it drives
    int32_t *bones;             // by bone: the new index
    uint32_t *textures;         // by texture: the new index; PET_NO_TEXTURE: dropped
    int32_t *materials;         // by material: the new index; -1: dropped
    uint32_t frame_shift;       // added to its frame numbers
    bool animated;              // has keys, frames or motions
} join_part;

typedef struct pet_join {
    mq_arena *arena;
    mq_findings *findings;
    join_part *parts;
    size_t part_count;
    bool for_scene;
    uint64_t moved_vertices; // from the rest pose of their part to that of the skeleton
    maq_pet joined;
    maq_pet_mesh mesh;
} pet_join;

// Each joins the lists of its kind. False: no memory, or a list is too long.
bool mq_pet_join_bones(pet_join *j);      // fills join_part.bones
bool mq_pet_join_animations(pet_join *j); // keys, frames and motions
bool mq_pet_join_mesh(pet_join *j);       // after bones, textures and materials

#endif
