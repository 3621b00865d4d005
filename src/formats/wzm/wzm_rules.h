// SPDX-License-Identifier: MIT
//
// The rules of WZM files.
#ifndef MQ_WZM_RULES_H
#define MQ_WZM_RULES_H

#include "formats/directives.h"

typedef enum wzm_rule {
    WZM_BEFORE_OWN_RULES = MQ_DR_COUNT - 1,
#define SHARED(...)
#define RULE(name, ...) name,
#include "formats/wzm/wzm_rule_list.h"
    WZM_RULE_COUNT,
} wzm_rule;

extern const maq_rule mq_wzm_rules[WZM_RULE_COUNT];

#endif
