// SPDX-License-Identifier: MIT
//
// The rules for what can be lost when a document becomes a scene.
#ifndef MQ_SCENE_RULES_H
#define MQ_SCENE_RULES_H

#include "maquette/maquette.h"

typedef enum mq_scene_rule {
    MQ_SCENE_TRIANGLES_DROPPED,
    MQ_SCENE_NUMBERS_REPAIRED,
    MQ_SCENE_REFERENCE_CUT,
    MQ_SCENE_RING_CUT,
    MQ_SCENE_KEYS_DROPPED,
    MQ_SCENE_RULE_COUNT,
} mq_scene_rule;

extern const maq_rule mq_scene_rules[MQ_SCENE_RULE_COUNT];

#endif
