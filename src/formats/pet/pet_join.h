// SPDX-License-Identifier: MIT
//
// What the files that join puppets share.
#ifndef MQ_PET_JOIN_H
#define MQ_PET_JOIN_H

#include "formats/pet/pet_adapt.h"
#include "formats/pet/pet_pose.h"

// One input, already in the game's layout and version 1.3, with the ways from its numbers to those
// of the whole.
typedef struct join_part {
    const maq_pet *pet;
    maq_pet_text *motion_bones; // by its motion: the bone that it drives, as the whole calls it
    int32_t *bones;             // by its bone; every bone has one
    uint32_t *textures;         // by its texture; 255: none
    int32_t *materials;         // by its material; -1: none
    uint32_t frame_shift;       // what its frames are moved by
    bool moves;                 // has keys, frames or motions
} join_part;

typedef struct joining {
    mq_arena *arena;
    mq_findings *findings;
    join_part *parts;
    size_t part_count;
    maq_pet whole; // under construction
    maq_pet_mesh mesh;
} joining;

// Finds a loss of `count` things unless that is 0.
void mq_pet_join_add_loss(joining *j, pet_rule rule, uint64_t count, const char *what);

// Each adds the parts' lists of its kind to the whole. False: no memory.
bool mq_pet_join_bones(joining *j);      // fills join_part.bones
bool mq_pet_join_animations(joining *j); // keys, frames and motions
bool mq_pet_join_mesh(joining *j);       // after bones, textures and materials

#endif
