// SPDX-License-Identifier: MIT
//
// A scene that a caller frees with maq_scene_free().
#ifndef MQ_API_OWNED_SCENE_H
#define MQ_API_OWNED_SCENE_H

#include "base/findings.h"
#include "maquette/scene.h"

// A copy of the struct that owns the arena, in which everything lies that the scene and the findings
// point to. NULL when there is no memory; the arena then stays the caller's.
maq_scene *mq_own_scene(mq_arena *arena, const maq_scene *scene, const mq_findings *findings);

#endif
