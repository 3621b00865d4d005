// SPDX-License-Identifier: MIT
//
// Vertices of a scene for formats that store them in the axes of the model: where nodes stand at
// rest, and normals and tangents for every vertex.
#ifndef MQ_FORMATS_SCENE_VERTICES_H
#define MQ_FORMATS_SCENE_VERTICES_H

#include "base/arena.h"
#include "scene/pose.h"

// The world matrices of all nodes at rest. NULL when there is no memory.
const mq_mat34 *mq_rest_matrices(mq_arena *arena, const maq_scene *scene);

bool mq_is_identity(const mq_mat34 *matrix);

// For each node whether the clips (one, or several in a row) move or turn it, alone or with its
// parents. NULL when there is no memory.
const bool *mq_moving_nodes(mq_arena *arena, const maq_scene *scene, const maq_scene_clip *clips,
                            uint32_t clip_count);

// Gives a mesh the normals and tangents that it lacks, made from its triangles. False when there is
// no memory.
bool mq_complete_vectors(mq_arena *arena, maq_scene_mesh *mesh);

// A position, a normal and a tangent behind a matrix; NULL leaves them as they are. Normals and
// tangents have length 1, and point up where they would have none.
mq_vec3 mq_move_position(const mq_mat34 *matrix, mq_vec3 position);
mq_vec3 mq_move_normal(const mq_mat34 *matrix, mq_vec3 normal);
mq_vec3 mq_move_tangent(const mq_mat34 *matrix, mq_vec3 tangent);

// The axes of the scene's vectors as those of Warzone.
void mq_put_warzone_vec3(mq_vec3 v, float out[3]);

#endif
