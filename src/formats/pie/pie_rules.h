// SPDX-License-Identifier: MIT
//
// The rules of PIE files.
#ifndef MQ_PIE_RULES_H
#define MQ_PIE_RULES_H

#include "maquette/maquette.h"

enum { PIE_TARGET_GAME = 0 }; // among the targets of pie.c

typedef enum pie_rule {
#define RULE(name, ...) name,
#include "formats/pie/pie_rule_list.h"
    PIE_RULE_COUNT,
} pie_rule;

extern const maq_rule mq_pie_rules[PIE_RULE_COUNT];

#endif
