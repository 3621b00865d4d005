// SPDX-License-Identifier: MIT
//
// Which parts of a mesh are closed surfaces: nobody sees their back.
#ifndef MQ_SCENE_CLOSED_H
#define MQ_SCENE_CLOSED_H

#include "base/arena.h"
#include "maquette/scene.h"

// For each triangle of a mesh, whether the connected part that it belongs to is closed, wound
// consistently and outward. Vertices at the same position count as one. NULL when there is no memory.
const bool *mq_closed_triangles(mq_arena *arena, const maq_scene_mesh *mesh);

#endif
