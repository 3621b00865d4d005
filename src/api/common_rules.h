// SPDX-License-Identifier: MIT
//
// Rules that belong to no format.
#ifndef MQ_API_COMMON_RULES_H
#define MQ_API_COMMON_RULES_H

#include "maquette/maquette.h"

enum {
#define RULE(name, ...) name,
#include "api/common_rule_list.h"
    MQ_COMMON_RULE_COUNT,
};

extern const maq_rule mq_common_rules[MQ_COMMON_RULE_COUNT];

#endif
