// SPDX-License-Identifier: MIT
//
// Rules that belong to no format.
#ifndef MQ_API_COMMON_RULES_H
#define MQ_API_COMMON_RULES_H

#include "maquette/maquette.h"

enum {
    MQ_RULE_UNKNOWN_FORMAT,
    MQ_RULE_POSE,
    MQ_RULE_BAKED,
    MQ_RULE_BAKED_SLOWER,
    MQ_RULE_ATTACHMENT_UNKNOWN,
    MQ_RULE_ATTACHED_EVENTS,
    MQ_RULE_RESAMPLED,
    MQ_RULE_NOT_RESAMPLED,
    MQ_COMMON_RULE_COUNT,
};

extern const maq_rule mq_common_rules[MQ_COMMON_RULE_COUNT];

#endif
