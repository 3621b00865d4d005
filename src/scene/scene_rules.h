// SPDX-License-Identifier: MIT
//
// The rules for what can be lost when a document becomes a scene.
#ifndef MQ_SCENE_RULES_H
#define MQ_SCENE_RULES_H

#include "maquette/maquette.h"

typedef enum mq_scene_rule {
#define RULE(name, ...) name,
#include "scene/scene_rule_list.h"
    MQ_SCENE_RULE_COUNT,
} mq_scene_rule;

extern const maq_rule mq_scene_rules[MQ_SCENE_RULE_COUNT];

#endif
