// SPDX-License-Identifier: MIT
//
// What formats ask about a scene before they list their losses.
#ifndef MQ_SCENE_USAGE_H
#define MQ_SCENE_USAGE_H

#include "base/arena.h"
#include "maquette/scene.h"

// For each mesh whether a node shows it. NULL when there is no memory.
const bool *mq_shown_meshes(mq_arena *arena, const maq_scene *scene);

// For each material whether a triangle of a visual mesh that a node shows uses it. NULL when there is
// no memory.
const bool *mq_used_materials(mq_arena *arena, const maq_scene *scene);

// Nodes may show one mesh any number of times, and a format that writes a copy each time would need
// any amount of memory. This budget limits the copies in proportion to the scene.
typedef struct mq_copy_budget {
    uint64_t left;   // vertices and triangles
    uint64_t denied; // copies
} mq_copy_budget;
mq_copy_budget mq_copy_budget_of(const maq_scene *scene);

// Whether the budget allows to write a mesh (once more); counts those that it denies.
bool mq_copy_budget_spend(mq_copy_budget *budget, const maq_scene_mesh *mesh);

// The texture of a role that formats show which have only one: of the material's tileset, or of tileset 0
// when that has none. NULL: there is none.
const maq_scene_texture *mq_material_texture(const maq_scene_material *material,
                                             maq_texture_role role);

// Whether the name of a material is that of its diffuse texture, with or without extension and
// folder: losing such a name loses nothing.
bool mq_named_by_texture(const maq_scene_material *material);

// Whether a translation, rotation or scale stays at the rest pose of its node: editors write such
// channels for every node. Differences in the last digits do not count.
bool mq_channel_rests(const maq_scene *scene, const maq_scene_channel *channel);

// Whether a name matches a pattern in which # stands for a number.
bool mq_name_matches(const char *name, const char *pattern);

#endif
