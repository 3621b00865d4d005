// SPDX-License-Identifier: MIT
//
// Skinned meshes in the rest pose, for formats without skinning, or whose rest pose is the bind
// pose.
#ifndef MQ_SCENE_REST_POSE_H
#define MQ_SCENE_REST_POSE_H

#include "base/arena.h"
#include "base/math.h"
#include "maquette/scene.h"

// Applies a skin in the rest pose to the vertices of a mesh and to the differences of its shapes.
// `worlds` are the world matrices of all nodes in the rest pose. Where the rest pose is the bind pose,
// the mesh stays as it is, bit for bit. False when there is no memory.
bool mq_bake_rest_pose(mq_arena *arena, const maq_scene_skin *skin, const mq_mat34 *worlds,
                       maq_scene_mesh *mesh);

#endif
