// SPDX-License-Identifier: MIT
#include "formats/iq/iqe_rules.h"

#include "base/rule_table.h"

const maq_rule mq_iqe_rules[IQE_RULE_COUNT] = {
#define RULE(name, id, flags, spec, reference, title, explain)                                     \
    [name] = MQ_RULE(id, flags, title, explain, spec, reference),
#include "formats/iq/iqe_rule_list.h"
};
