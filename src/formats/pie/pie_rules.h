// SPDX-License-Identifier: MIT
//
// The rules of PIE files.
#ifndef MQ_PIE_RULES_H
#define MQ_PIE_RULES_H

#include "maquette/maquette.h"

enum {
    PIE_TARGET_GAME,
    PIE_TARGET_GAME_4_3,
    PIE_TARGET_WMIT,
    PIE_TARGET_SPEC,
    PIE_TARGET_COUNT,
};

typedef enum pie_rule {
#define RULE(name, ...) name,
#include "formats/pie/pie_rule_list.h"
    PIE_RULE_COUNT,
} pie_rule;

extern const maq_rule mq_pie_rules[PIE_RULE_COUNT];

#endif
