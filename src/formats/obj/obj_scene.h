// SPDX-License-Identifier: MIT
//
// What both ways between OBJ and the scene share.
#ifndef MQ_OBJ_SCENE_H
#define MQ_OBJ_SCENE_H

#include "formats/obj/obj_priv.h"

// Everything a material says but its name, as keys of an object.
void mq_obj_put_material(mq_node *object, const maq_obj_material *material);

// The look of a material, without its extras. False when there is no memory.
bool mq_obj_resolve_material(mq_arena *arena, const maq_obj_material *material,
                             maq_scene_material *out);
// The same with all that the look does not say in the extras.
bool mq_obj_material_to_scene(mq_arena *arena, const maq_obj_material *material,
                              maq_scene_material *out);
// A material from the scene; its extras count as far as they agree with its look.
bool mq_obj_material_from_scene(mq_arena *arena, const maq_scene_material *material,
                                const char *name, maq_obj_material *out);

// A name as it can stand on a line; the same pointer when it is fit as it is. NULL when there is
// no memory.
const char *mq_obj_fit_name(mq_arena *arena, const char *name);

// Names everything in a scene that OBJ cannot hold.
void mq_obj_report_losses(const maq_scene *scene, mq_findings *findings);

// One finding for `count` things; none for 0.
__attribute__((format(printf, 4, 5))) void mq_obj_report(mq_findings *findings, obj_rule rule,
                                                         uint64_t count, const char *format, ...);

#endif
