// SPDX-License-Identifier: MIT
//
// The rest pose of a puppet: the matrices of its bones, and the positions and normals of its mesh.
#ifndef MQ_PET_REST_POSE_H
#define MQ_PET_REST_POSE_H

#include "base/math.h"
#include "formats/pet/pet_priv.h"

// The matrix of a bone relative to its parent.
mq_mat34 mq_pet_local(const maq_pet_bone *bone);

// The world matrix of every bone; NULL when there is no memory. A bone whose parent does not exist or
// is part of a cycle counts as a root.
mq_mat34 *mq_pet_rest_matrices(const maq_pet *pet, mq_arena *arena);

// False when there is none; the result is then the identity.
bool mq_pet_inverse(const mq_mat34 *matrix, mq_mat34 *out);

// The matrix with axes of length 1 and no translation.
mq_mat34 mq_pet_rotation(const mq_mat34 *matrix);

static inline void mq_pet_set_vec3(float values[3], mq_vec3 v) {
    values[0] = mq_to_float(v.x);
    values[1] = mq_to_float(v.y);
    values[2] = mq_to_float(v.z);
}

// The first bone of a vertex, or -1 when there is no such bone.
int32_t mq_pet_first_bone(const maq_pet *pet, const maq_pet_mesh *mesh, uint32_t vertex);

// Whether normals are in the space of bones, as in PET 1.0. Elsewhere they are in model space.
static inline bool mq_pet_local_normals(maq_pet_kind kind, uint32_t minor) {
    return kind == MAQ_PET_PET && minor == 0;
}

// The bone whose space such normals have: the first bone of the vertex, or the fake body.
typedef struct pet_normal_bones {
    int32_t fake_body; // replaces bones of the biped; -1: there is none
} pet_normal_bones;

pet_normal_bones mq_pet_normal_bones(const maq_pet *pet, const maq_pet_mesh *mesh,
                                     mq_arena *scratch);
int32_t mq_pet_normal_bone(const maq_pet *pet, const maq_pet_mesh *mesh, pet_normal_bones bones,
                           uint32_t vertex);

// A mesh in its rest pose, in model space.
typedef struct pet_rest_pose {
    const maq_pet *pet;
    const maq_pet_mesh *mesh;
    const mq_mat34 *rest;
    bool local; // normals are in the space of bones
    pet_normal_bones bones;
} pet_rest_pose;

// False when there is no memory.
bool mq_pet_rest_pose(const maq_pet *pet, const maq_pet_mesh *mesh, mq_arena *arena,
                      pet_rest_pose *out);
// The position of a vertex; false when it has no bone and keeps the position of the file.
bool mq_pet_rest_position(const pet_rest_pose *pose, uint32_t vertex, mq_vec3 *out);
mq_vec3 mq_pet_rest_normal(const pet_rest_pose *pose, const maq_pet_corner *corner);
// Whether the triangles face away from their normals, summed over the mesh.
bool mq_pet_faces_inward(const pet_rest_pose *pose);

// The skin of a mesh without a table: attached to a root without weights if there is one.
maq_pet_skin mq_pet_default_skin(const maq_pet *pet, const maq_pet_mesh *mesh, mq_arena *scratch);

#endif
