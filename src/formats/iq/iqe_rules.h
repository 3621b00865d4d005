// SPDX-License-Identifier: MIT
//
// The rules of IQE files and of compiling them.
#ifndef MQ_IQE_RULES_H
#define MQ_IQE_RULES_H

#include "maquette/maquette.h"

typedef enum iqe_rule {
#define RULE(name, ...) name,
#include "formats/iq/iqe_rule_list.h"
    IQE_RULE_COUNT,
} iqe_rule;

extern const maq_rule mq_iqe_rules[IQE_RULE_COUNT];

#endif
