// SPDX-License-Identifier: MIT
#include "formats/iq/iqm_rules.h"

#include "base/rule_table.h"

const maq_rule mq_iqm_rules[IQM_RULE_COUNT] = {
#define RULE(name, id, flags, spec, ioq3, raylib, assimp, title, explain)                          \
    [name] = MQ_RULE(id, flags, title, explain, spec, ioq3, raylib, assimp),
#include "formats/iq/iqm_rule_list.h"
};
