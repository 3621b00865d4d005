// SPDX-License-Identifier: MIT
#include "api/common_rules.h"

#define EVERYWHERE                                                                                 \
    { MAQ_ERROR, MAQ_ERROR, MAQ_ERROR, MAQ_ERROR }

const maq_rule mq_common_rules[MQ_COMMON_RULE_COUNT] = {
    [MQ_RULE_UNKNOWN_FORMAT] = {"MAQ-0001", "The file is no model of a known format",
                                "Neither its first bytes nor its name tell a format that Maquette "
                                "reads. `maquette formats` lists those.",
                                false, EVERYWHERE, true},
};

const maq_rule *maq_common_rules(size_t *count) {
    if (count)
        *count = MQ_COMMON_RULE_COUNT;
    return mq_common_rules;
}
