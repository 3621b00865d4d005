// SPDX-License-Identifier: MIT
//
// From a scene to a puppet: what the steps share. All lists are made for a puppet of version 1.3,
// which can hold the most, and then converted to the encoding that is asked for.
#ifndef MQ_PET_FROM_SCENE_H
#define MQ_PET_FROM_SCENE_H

#include "formats/pet/pet_scene.h"

typedef struct pet_from_scene {
    const maq_scene *scene;
    mq_arena *arena;
    mq_arena *vertex_arena; // of pet_file_mesh
    mq_findings *findings;
    pet_cp949_encoder encoder;
    maq_pet pet;
    pet_file_mesh mesh;
    uint32_t *bone_of_node;                              // MAQ_SCENE_NONE: the node is not a bone
    mq_mat34 *world;                                     // of nodes, in the scene's axes
    int16_t *texture_of_material, *specular_of_material; // -1: none
} pet_from_scene;

#define PET_SCENE_LOSS(from, rule, count, ...)                                                     \
    mq_pet_report_loss((from)->findings, PET_LOSS_##rule, MAQ_NO_OFFSET, (count), __VA_ARGS__)

// Text of the scene as the file has it. Characters that CP949 lacks are reported as a loss.
maq_pet_text mq_pet_file_text(pet_from_scene *from, const char *text);
// The same for a field of 32 bytes; false when the text had to be cut.
bool mq_pet_file_name(pet_from_scene *from, const char *text, char name[32]);

// Each makes the lists of its sections; false: no memory.
bool mq_pet_make_bones(pet_from_scene *from);     // BONE, EXTR
bool mq_pet_make_boxes(pet_from_scene *from);     // COLL
bool mq_pet_make_materials(pet_from_scene *from); // TEXT, SMTL, FANM
bool mq_pet_make_mesh(pet_from_scene *from);      // MESH
bool mq_pet_make_clips(pet_from_scene *from);     // ANIM, MOTI, FRAM

// A whole number of the puppet's own extras.
int64_t mq_pet_extra_number(const maq_value *extras, const char *key, int64_t low, int64_t high,
                            int64_t otherwise);
// A text of them, or NULL.
const char *mq_pet_extra_string(const maq_value *extras, const char *key);
// The same as the file has it.
maq_pet_text mq_pet_extra_text(pet_from_scene *from, const maq_value *extras, const char *key);

#endif
