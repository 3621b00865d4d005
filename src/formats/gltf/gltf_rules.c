// SPDX-License-Identifier: MIT
#include "formats/gltf/gltf_rules.h"

#include "base/rule_table.h"

const maq_rule mq_gltf_rules[GLTF_RULE_COUNT] = {
#define RULE(name, id, flags, spec, title, explain)                                                \
    [name] = MQ_RULE(id, flags, title, explain, spec),
#include "formats/gltf/gltf_rule_list.h"
};
