// SPDX-License-Identifier: MIT
//
// Between puppets and scenes: what both directions share.
#ifndef MQ_PET_SCENE_H
#define MQ_PET_SCENE_H

#include "formats/extras_numbers.h"
#include "formats/pet/pet_priv.h"
#include "formats/pet/pet_rest_pose.h"
#include "scene/axes.h"

// The names of scene objects for which a puppet has no name.
#define PET_MESH_NAME "mesh"
#define PET_TIMELINE_NAME "timeline"
// The vertex attribute with the seam values of a mesh puppet.
#define PET_SEAM_ATTRIBUTE "pet_seam"
// The key of puppets in extras.
#define PET_EXTRAS "pet"
// The most that a vertex has in a scene.
#define PET_MAX_WEIGHTS 16
#define PET_MAX_UV_SETS 16

// ------------------------------------------------------ names of textures (pet_texture_flags.c)

// What the name of a texture says about rendering.
typedef struct pet_texture_flags {
    maq_blend blend;
    bool two_sided;
    bool masked;     // a second file of grey values is the alpha channel
    bool specular;   // the specular map of the whole puppet
    bool untextured; // there is no texture
} pet_texture_flags;

pet_texture_flags mq_pet_texture_flags(maq_pet_text name);
// The name of the file with the grey values: "a.bmp" has "a_mask.bmp". NULL: no memory.
const char *mq_pet_mask_name(mq_arena *arena, const char *name);
// The colour of a material, from sRGB bytes to linear floats and back.
void mq_pet_colour(uint32_t argb, float colour[4]);
uint32_t mq_pet_argb(const float colour[4]);

// The types of SMTL values as extras name them, by maq_pet_value_type.
extern const char *const mq_pet_value_types[MAQ_PET_TEXTURE + 1];

// -------------------------------------------------------------- to a scene (pet_to_scene*.c)

typedef struct pet_to_scene {
    const pet_content *content;
    const maq_pet *pet;
    mq_scene_builder *builder;
    mq_arena *arena;              // of the scene
    mq_arena *scratch;            // freed at the end of the conversion
    const name_entry *bone_names; // sorted
} pet_to_scene;

// The scene material of each pair of texture and specular material that triangles have.
#define PET_TEXTURE_SLOTS 256
#define PET_SPECULAR_SLOTS 129
typedef struct pet_scene_materials {
    uint32_t index[PET_TEXTURE_SLOTS][PET_SPECULAR_SLOTS]; // [texture][1 + specular]
} pet_scene_materials;

// A mesh to add: that of the puppet, or that of one part of a joined puppet.
typedef struct pet_mesh_source {
    const char *name;
    const maq_pet *pet; // whose bones the mesh refers to
    const maq_pet_mesh *mesh;
    const int32_t *bones; // by bone of `pet`: its node; NULL: the same index
} pet_mesh_source;

// Each adds its part to the builder; false: no memory. Nodes come first: node i is bone i.
bool mq_pet_add_materials(pet_to_scene *to, const maq_pet_mesh *mesh, pet_scene_materials *out);
bool mq_pet_add_mesh(pet_to_scene *to, const pet_mesh_source *source,
                     const pet_scene_materials *materials);
bool mq_pet_add_clips(pet_to_scene *to);

// The extras that mq_extras_new() began; NULL when nothing was put into their object.
const maq_value *mq_pet_extras_end(const mq_node *root, const mq_node *own);

// ------------------------------------------------------------------- transforms (pet_transform.c)

// A matrix relative to the parent as scale, rotation and translation of the scene. False when it
// is sheared: the result is then the nearest that is not.
bool mq_pet_transform_to_scene(const mq_mat34 *matrix, maq_transform *out);
// The reverse, as the twelve numbers of a bone.
void mq_pet_transform_from_scene(const maq_transform *transform, float matrix[12]);
// A matrix of the puppet's axes in the scene's axes.
void mq_pet_matrix_to_scene(const mq_mat34 *matrix, float out[3][4]);

#endif
