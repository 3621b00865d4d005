// SPDX-License-Identifier: MIT
#include "formats/pie/pie_rules.h"

#include "base/rule_table.h"

const maq_rule mq_pie_rules[PIE_RULE_COUNT] = {
#define RULE(name, id, flags, game, game_4_3, wmit, spec, title, explain)                          \
    [name] = MQ_RULE(id, flags, title, explain, game, game_4_3, wmit, spec),
#include "formats/pie/pie_rule_list.h"
};
