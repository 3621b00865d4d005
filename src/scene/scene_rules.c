// SPDX-License-Identifier: MIT
#include "scene/scene_rules.h"

#include "base/rule_table.h"

const maq_rule mq_scene_rules[MQ_SCENE_RULE_COUNT] = {
#define RULE(name, ...) [name] = MQ_RULE_EVERYWHERE(__VA_ARGS__),
#include "scene/scene_rule_list.h"
};
