// SPDX-License-Identifier: MIT
#include "formats/wza/wza_rules.h"

#include "base/rule_table.h"

const maq_rule mq_wza_rules[WZA_RULE_COUNT] = {
#define RULE(name, id, flags, severity, title, explain)                                            \
    [name] = MQ_RULE(id, flags, title, explain, severity),
#define SHARED RULE
#include "formats/wza/wza_rule_list.h"
};
