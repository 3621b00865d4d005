// SPDX-License-Identifier: MIT
#include "formats/obj/obj_rules.h"

#include "base/rule_table.h"

const maq_rule mq_obj_rules[OBJ_RULE_COUNT] = {
#define RULE(name, id, flags, common, spec, title, explain)                                        \
    [name] = MQ_RULE(id, flags, title, explain, common, spec),
#include "formats/obj/obj_rule_list.h"
};
