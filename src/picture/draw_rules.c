// SPDX-License-Identifier: MIT
#include "picture/draw_rules.h"

#include "base/rule_table.h"

const maq_rule mq_draw_rules[MQ_DRAW_RULE_COUNT] = {
#define RULE(name, ...) [name] = MQ_RULE_EVERYWHERE(__VA_ARGS__),
#include "picture/draw_rule_list.h"
};

const maq_rule *maq_picture_rules(size_t *count) {
    if (count)
        *count = MQ_DRAW_RULE_COUNT;
    return mq_draw_rules;
}
