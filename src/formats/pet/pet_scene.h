// SPDX-License-Identifier: MIT
//
// Between puppets and scenes: what both ways share.
#ifndef MQ_PET_SCENE_H
#define MQ_PET_SCENE_H

#include "formats/pet/pet_pose.h"
#include "formats/pet/pet_priv.h"
#include "scene/axes.h"

// What a scene's parts are called when the puppet has no name for them.
#define PET_MESH_NAME "mesh"
#define PET_TIMELINE_NAME "timeline"
// The key of what puppets leave for themselves in extras.
#define PET_EXTRAS "pet"
// The most that a vertex has in a scene.
#define PET_MOST_WEIGHTS 16
#define PET_MOST_UV_SETS 16

// ------------------------------------------------------------------ names of textures (pet_material_look.c)

// What the first letters of a texture's name tell the game.
typedef struct pet_material_look {
    maq_blend blend;
    bool two_sided;
    bool masked; // a second file of grey values is the alpha
} pet_material_look;

pet_material_look mq_pet_resolve_material(maq_pet_text name);
// Whether the name says that there is no texture.
bool mq_pet_no_texture(maq_pet_text name);
// The name of the file with the grey values: "a.bmp" has "a_mask.bmp". NULL: no memory.
const char *mq_pet_mask_name(mq_arena *arena, const char *name);
// The colour of a material without a texture, from sRGB bytes to linear numbers and back.
void mq_pet_colour(uint32_t argb, float colour[4]);
uint32_t mq_pet_argb(const float colour[4]);

// ----------------------------------------------------------------- into a scene (pet_to_scene*.c)

typedef struct pet_to_scene {
    const maq_document *document;
    const maq_pet *pet;
    mq_scene_builder *builder;
    mq_arena *arena;
    pet_converter converter;
} pet_to_scene;

const char *mq_pet_scene_text(pet_to_scene *to, maq_pet_text text);
__attribute__((format(printf, 4, 5))) void mq_pet_scene_add_loss(mq_findings *findings,
                                                                 pet_rule rule, uint64_t count,
                                                                 const char *format, ...);

// The materials of the pairs of texture and specular material that triangles have.
#define PET_TEXTURE_SLOTS 256
#define PET_SPECULAR_SLOTS 129
typedef struct pet_scene_materials {
    uint32_t index[PET_TEXTURE_SLOTS][PET_SPECULAR_SLOTS]; // [texture][1 + specular]
} pet_scene_materials;

// Each adds its part to the builder; false: no memory. Nodes come first: the bones have the same
// numbers as nodes.
bool mq_pet_scene_materials(pet_to_scene *to, const maq_pet_mesh *mesh, pet_scene_materials *out);
bool mq_pet_scene_mesh(pet_to_scene *to, const maq_pet_mesh *mesh,
                       const pet_scene_materials *materials);
bool mq_pet_scene_clips(pet_to_scene *to);

// The bone of a name for each of `count` names; -1: none. NULL: no memory.
int32_t *mq_pet_bones_of_names(const maq_pet *pet, mq_arena *arena, const maq_pet_text *names,
                               uint32_t count);

// ----------------------------------------------------------------------------------- transforms

// A matrix relative to the parent as scale, rotation and translation of the scene. False when it
// is sheared: the result is then the nearest that is not.
bool mq_pet_transform_to_scene(const mq_mat34 *matrix, maq_transform *out);
// The other way, as the twelve numbers of a bone.
void mq_pet_transform_from_scene(const maq_transform *transform, float matrix[12]);
// A matrix of the puppet's space as one of the scene's.
void mq_pet_matrix_to_scene(const mq_mat34 *matrix, float out[3][4]);

#endif
