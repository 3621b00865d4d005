// SPDX-License-Identifier: MIT
//
// The rules for what cannot be drawn.
#ifndef MQ_PICTURE_DRAW_RULES_H
#define MQ_PICTURE_DRAW_RULES_H

#include "maquette/picture.h"

typedef enum mq_draw_rule {
#define RULE(name, ...) name,
#include "picture/draw_rule_list.h"
    MQ_DRAW_RULE_COUNT,
} mq_draw_rule;

extern const maq_rule mq_draw_rules[MQ_DRAW_RULE_COUNT];

#endif
