// SPDX-License-Identifier: MIT
#include "api/common_rules.h"

#define EVERYWHERE(severity)                                                                       \
    { severity, severity, severity, severity }

const maq_rule mq_common_rules[MQ_COMMON_RULE_COUNT] = {
    [MQ_RULE_UNKNOWN_FORMAT] = {"MAQ-0001", "The file is no model of a known format",
                                "Neither its first bytes nor its name tell a format that Maquette "
                                "reads. `maquette formats` lists those.",
                                false, EVERYWHERE(MAQ_ERROR), true},
    [MQ_RULE_STILL] = {"MAQ-0901", "A moment leaves out what moves",
                       "`maquette pose` writes a model as it stands at one time of a clip. Its "
                       "clips, joints and shapes have done their work then and are not written.",
                       false, EVERYWHERE(MAQ_NOTE), false},
    [MQ_RULE_BAKED] =
        {"MAQ-0902", "Movement has become shapes",
         "`--bake` puts one shape for each frame in place of joints and moving nodes. "
         "Between frames vertices go straight.",
         false, EVERYWHERE(MAQ_NOTE), false},
    [MQ_RULE_BAKED_SLOWER] = {"MAQ-0903", "Movement is baked with fewer frames than it has",
                              "All clips together would have more shapes than is sensible. Bake "
                              "fewer clips, or choose the frames with `--bake-rate`.",
                              false, EVERYWHERE(MAQ_LOSS), false},
};

const maq_rule *maq_common_rules(size_t *count) {
    if (count)
        *count = MQ_COMMON_RULE_COUNT;
    return mq_common_rules;
}
