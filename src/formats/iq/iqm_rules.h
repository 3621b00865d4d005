// SPDX-License-Identifier: MIT
//
// The rules of IQM files.
#ifndef MQ_IQM_RULES_H
#define MQ_IQM_RULES_H

#include "maquette/maquette.h"

typedef enum iqm_rule {
#define RULE(name, ...) name,
#include "formats/iq/iqm_rule_list.h"
    IQM_RULE_COUNT,
} iqm_rule;

extern const maq_rule mq_iqm_rules[IQM_RULE_COUNT];

// Adds a finding of one of these rules.
#define IQM_FIND(findings, name, offset, length, ...)                                              \
    mq_add_finding((findings), &mq_iqm_rules[IQM_##name], (offset), (length), __VA_ARGS__)

#endif
