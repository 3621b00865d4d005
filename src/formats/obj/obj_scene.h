// SPDX-License-Identifier: MIT
//
// What the conversions between OBJ and scenes share.
#ifndef MQ_OBJ_SCENE_H
#define MQ_OBJ_SCENE_H

#include "base/plural.h"
#include "formats/obj/obj_priv.h"

// Everything a material says but its name, as keys of an object.
void mq_obj_put_material(mq_node *object, const maq_obj_material *material);

// The role that the first map of a kind has in a scene; MAQ_TEXTURE_ROLE_COUNT: none.
extern const maq_texture_role mq_obj_map_roles[MAQ_OBJ_MAP_COUNT];

// A material in a scene, with all its values in the extras. False when there is no memory.
bool mq_obj_material_to_scene(mq_arena *arena, const maq_obj_material *material,
                              maq_scene_material *out);
// A material of a scene in MTL. False when there is no memory.
bool mq_obj_material_from_scene(mq_arena *arena, const maq_scene_material *material,
                                const char *name, maq_obj_material *out);

// The extras of a material that glTF files have in members of their own (formats/gltf).
#define OBJ_GLTF_KEY "gltf_material"

// A name without line breaks and outer blanks; the same pointer when it has none. NULL when there
// is no memory.
const char *mq_obj_fit_name(mq_arena *arena, const char *name);

// Reports everything in a scene that OBJ cannot hold.
void mq_obj_report_losses(const maq_scene *scene, mq_findings *findings);

// One loss for `count` things; none for 0.
#define OBJ_LOSS(findings, rule, count, ...)                                                       \
    ((count) == 0 ? (void)0                                                                        \
                  : mq_add_loss((findings), &mq_obj_rules[OBJ_LOSS_##rule], (count), __VA_ARGS__))

#endif
