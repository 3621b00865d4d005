// SPDX-License-Identifier: MIT
//
// Skinned meshes as they stand at rest, for formats that do not bend meshes, or that have one pose
// for resting and for binding.
#ifndef MQ_SCENE_REST_POSE_H
#define MQ_SCENE_REST_POSE_H

#include "base/arena.h"
#include "base/math.h"
#include "maquette/scene.h"

// Puts the vertices of a mesh, and what its shapes change of them, where the joints of a skin carry
// them at rest. `worlds` are the matrices of all nodes at rest. A mesh whose joints rest where it
// was bound to them stays as it is, bit for bit. False when there is no memory.
bool mq_bake_rest_pose(mq_arena *arena, const maq_scene_skin *skin, const mq_mat34 *worlds,
                       maq_scene_mesh *mesh);

#endif
