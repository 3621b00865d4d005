// SPDX-License-Identifier: MIT
//
// From a scene to a puppet: what the steps of the way share. Everything is first made as the
// richest form that puppets have, a complete one of version 1.3, and then brought into the form
// that is asked for.
#ifndef MQ_PET_FROM_SCENE_H
#define MQ_PET_FROM_SCENE_H

#include "formats/pet/pet_scene.h"

typedef struct pet_from_scene {
    const maq_scene *scene;
    mq_arena *arena;
    mq_findings *findings;
    pet_converter converter;
    maq_pet pet;
    maq_pet_mesh mesh;
    // The puppet that the scene once came from and its own scene; NULL: there is none.
    const maq_pet *old;
    maq_scene old_scene;
    // Which sections are made from the scene: those of the old puppet that still say the same stay.
    bool anew[MAQ_PET_KNOWN_TAGS];
    uint32_t *bone_of_node;                              // MAQ_SCENE_NONE: the node is no bone
    mq_mat34 *world;                                     // of nodes, in the scene's axes
    int16_t *texture_of_material, *specular_of_material; // -1: none
} pet_from_scene;

// Text of the scene as the file has it. Characters that CP949 lacks are found as a loss.
maq_pet_text mq_pet_file_text(pet_from_scene *from, const char *text);

// Each makes the lists of its sections; false: no memory.
bool mq_pet_take_bones(pet_from_scene *from);     // BONE
bool mq_pet_take_boxes(pet_from_scene *from);     // COLL
bool mq_pet_take_materials(pet_from_scene *from); // TEXT, SMTL
bool mq_pet_take_mesh(pet_from_scene *from);      // MESH
bool mq_pet_take_clips(pet_from_scene *from);     // ANIM, MOTI, FRAM

// What the whole scene has that no puppet can hold, whether sections are made anew or not.
void mq_pet_report_unused_extras(pet_from_scene *from);

// Which sections of a puppet say what the scene says (pet_scene_compare.c).
void mq_pet_compare(const maq_scene *old, const maq_scene *now, bool anew[MAQ_PET_KNOWN_TAGS]);

// A whole number of the puppet's own extras.
int64_t mq_pet_extra_number(const maq_value *extras, const char *key, int64_t low, int64_t high,
                            int64_t otherwise);
// A text of them, or NULL.
const char *mq_pet_extra_text(const maq_value *extras, const char *key);

#endif
