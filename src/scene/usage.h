// SPDX-License-Identifier: MIT
//
// Questions that bridges out of a scene ask before they name their losses.
#ifndef MQ_SCENE_USAGE_H
#define MQ_SCENE_USAGE_H

#include "base/arena.h"
#include "maquette/scene.h"

// For each mesh whether a node shows it. NULL when there is no memory.
const bool *mq_shown_meshes(mq_arena *arena, const maq_scene *scene);

// For each material whether a triangle of a visible mesh that a node shows has it. NULL when there
// is no memory.
const bool *mq_used_materials(mq_arena *arena, const maq_scene *scene);

// Nodes may show one mesh any number of times, and a format that writes it out each time would take
// any amount of memory. So there is room for some copies, in proportion to what the scene holds.
typedef struct mq_copy_budget {
    uint64_t left; // vertices and triangles
    uint64_t denied;
} mq_copy_budget;
mq_copy_budget mq_copy_budget_of(const maq_scene *scene);

// Whether there is room to write a mesh (once more); counts those for which there is none.
bool mq_copy_budget_spend(mq_copy_budget *room, const maq_scene_mesh *mesh);

// Whether a material is called as its diffuse texture is, with or without the ending and what stands
// before the last slash: nothing is lost with such a name.
bool mq_named_by_texture(const maq_scene_material *material);

// Whether an attribute is what a bridge of ours left for the way back: it says nothing to others.
bool mq_is_round_trip_attribute(const maq_scene_mesh *mesh, const maq_scene_attribute *attribute);

// Whether a name is a word, or words, with a number wherever the pattern has a #.
bool mq_name_matches(const char *name, const char *pattern);

#endif
