// SPDX-License-Identifier: MIT
//
// The rest pose of a puppet: where its bones stand, and what the normals of its mesh are relative
// to.
#ifndef MQ_PET_POSE_H
#define MQ_PET_POSE_H

#include "base/math.h"
#include "formats/pet/pet_priv.h"

// The matrix of a bone relative to its parent.
mq_mat34 mq_pet_local(const maq_pet_bone *bone);

// The matrix of every bone in the space of the model; NULL when there is no memory. A bone whose
// parents lead nowhere or in a ring counts as a root.
mq_mat34 *mq_pet_rest(const maq_pet *pet, mq_arena *arena);

// False when it has none.
bool mq_pet_inverse(const mq_mat34 *matrix, mq_mat34 *out);

// Its rotation alone: axes of length 1, no translation.
mq_mat34 mq_pet_rotation(const mq_mat34 *matrix);

mq_vec3 mq_pet_vec3(const float values[3]);
void mq_pet_set_vec3(float values[3], mq_vec3 v);

// The first bone of a vertex, or -1 when there is no such bone.
int32_t mq_pet_first_bone(const maq_pet *pet, const maq_pet_mesh *mesh, uint32_t vertex);

// Whether the normals of a puppet are relative to bones: PET 1.0. Elsewhere to the model.
static inline bool mq_pet_local_normals(maq_pet_kind kind, uint32_t minor) {
    return kind == MAQ_PET_PET && minor == 0;
}

// The bones that such normals are relative to.
typedef struct pet_normal_bones {
    int32_t fake_body; // stands in for others; -1: there is none
} pet_normal_bones;

// `scratch` holds what is needed on the way.
pet_normal_bones mq_pet_normal_bones(const maq_pet *pet, const maq_pet_mesh *mesh,
                                     mq_arena *scratch);
int32_t mq_pet_normal_bone(const maq_pet *pet, const maq_pet_mesh *mesh, pet_normal_bones bones,
                           uint32_t vertex);

// A mesh in its rest pose, in the space of the model.
typedef struct pet_posing {
    const maq_pet *pet;
    const maq_pet_mesh *mesh;
    const mq_mat34 *rest;
    bool local; // normals are relative to bones
    pet_normal_bones bones;
} pet_posing;

// False when there is no memory.
bool mq_pet_pose(const maq_pet *pet, const maq_pet_mesh *mesh, mq_arena *arena, pet_posing *out);
// The place of a vertex; false when it hangs on no bone: it then stays where it is.
bool mq_pet_posed_vertex(const pet_posing *posing, uint32_t vertex, mq_vec3 *out);
mq_vec3 mq_pet_posed_normal(const pet_posing *posing, const maq_pet_corner *corner);
// Whether the triangles face against their normals, all in all.
bool mq_pet_inside_out(const pet_posing *posing);

// The one skin that a mesh without a table gets: on a root that moves no vertex if there is one.
maq_pet_skin mq_pet_default_skin(const maq_pet *pet, const maq_pet_mesh *mesh, mq_arena *scratch);

#endif
