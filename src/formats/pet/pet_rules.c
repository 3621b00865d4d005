// SPDX-License-Identifier: MIT
#include "formats/pet/pet_rules.h"

#include "base/rule_table.h"

const maq_rule mq_pet_rules[PET_RULE_COUNT] = {
#define RULE(name, id, flags, client, season5, spec, title, explain)                               \
    [name] = MQ_RULE(id, flags, title, explain, client, season5, spec),
#include "formats/pet/pet_rule_list.h"
};
