// SPDX-License-Identifier: MIT
//
// The clip of a model that --clip or --play means.
#ifndef CLI_CLIPS_H
#define CLI_CLIPS_H

#include "base/arena.h"
#include "maquette/scene.h"

// Finds a clip by its name or else by its number, counted from 1. MAQ_SCENE_NONE when there is none.
uint32_t cli_find_clip(const maq_scene *scene, const char *given);

// "there is no clip 'fly'; the clips are 'walk' (1.5 s), 'run' (1 s)". NULL when there is no memory.
const char *cli_unknown_clip(mq_arena *arena, const maq_scene *scene, const char *given);

// The same for a time without a clip: "a time needs a clip: name it with --clip; the clip is ...".
const char *cli_missing_clip(mq_arena *arena, const maq_scene *scene);

#endif
