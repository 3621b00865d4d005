// SPDX-License-Identifier: MIT
#include "picture/image_rules.h"

#include "base/rule_table.h"

const maq_rule mq_image_rules[MQ_IMAGE_RULE_COUNT] = {
#define RULE(name, ...) [name] = MQ_RULE_EVERYWHERE(__VA_ARGS__),
#include "picture/image_rule_list.h"
};

const maq_rule *maq_image_rules(size_t *count) {
    if (count)
        *count = MQ_IMAGE_RULE_COUNT;
    return mq_image_rules;
}
