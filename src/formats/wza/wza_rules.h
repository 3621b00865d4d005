// SPDX-License-Identifier: MIT
//
// The rules of WZA files.
#ifndef MQ_WZA_RULES_H
#define MQ_WZA_RULES_H

#include "formats/directives.h"

typedef enum wza_rule {
    WZA_BEFORE_OWN_RULES = MQ_DR_COUNT - 1,
#define SHARED(...)
#define RULE(name, ...) name,
#include "formats/wza/wza_rule_list.h"
    WZA_RULE_COUNT,
} wza_rule;

extern const maq_rule mq_wza_rules[WZA_RULE_COUNT];

#endif
