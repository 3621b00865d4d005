// SPDX-License-Identifier: MIT
#include "formats/wzm/wzm_rules.h"

#include "base/rule_table.h"
#include "maquette/wzm.h"

const maq_rule mq_wzm_rules[WZM_RULE_COUNT] = {
#define RULE(name, id, flags, spec, qwzm, wmit, title, explain)                                    \
    [name] = MQ_RULE(id, flags, title, explain, spec, qwzm, wmit),
#define SHARED RULE
#include "formats/wzm/wzm_rule_list.h"
};
