// SPDX-License-Identifier: MIT
#include "files/files_rules.h"

#include "base/rule_table.h"

const maq_rule mq_files_rules[MQ_FILES_RULE_COUNT] = {
#define RULE(name, ...) [name] = MQ_RULE_EVERYWHERE(__VA_ARGS__),
#include "files/files_rule_list.h"
};

const maq_rule *maq_files_rules(size_t *count) {
    if (count)
        *count = MQ_FILES_RULE_COUNT;
    return mq_files_rules;
}
