// SPDX-License-Identifier: MIT
//
// A number that changes when anything in a scene does: two scenes with the same digest say the same.
// It guards against mistakes, not against malice.
#ifndef MQ_SCENE_DIGEST_H
#define MQ_SCENE_DIGEST_H

#include "maquette/scene.h"

// Covers everything but `source`, `source_format`, and what follows from the rest (node_order).
uint64_t mq_scene_digest(const maq_scene *scene);

#endif
