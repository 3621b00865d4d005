// SPDX-License-Identifier: MIT
#include "api/common_rules.h"

#include "base/rule_table.h"

const maq_rule mq_common_rules[MQ_COMMON_RULE_COUNT] = {
#define RULE(name, ...) [name] = MQ_RULE_EVERYWHERE(__VA_ARGS__),
#include "api/common_rule_list.h"
};

const maq_rule *maq_common_rules(size_t *count) {
    if (count)
        *count = MQ_COMMON_RULE_COUNT;
    return mq_common_rules;
}
