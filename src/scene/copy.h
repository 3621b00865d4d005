// SPDX-License-Identifier: MIT
//
// Deep copies of scenes.
#ifndef MQ_SCENE_COPY_H
#define MQ_SCENE_COPY_H

#include "base/arena.h"
#include "maquette/scene.h"

// Copies a finished scene into an arena. False when there is no memory.
bool mq_scene_copy(mq_arena *arena, const maq_scene *scene, maq_scene *out);

#endif
