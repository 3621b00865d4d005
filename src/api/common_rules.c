// SPDX-License-Identifier: MIT
#include "api/common_rules.h"

#define EVERYWHERE(severity)                                                                       \
    { severity, severity, severity, severity }

const maq_rule mq_common_rules[MQ_COMMON_RULE_COUNT] = {
    [MQ_RULE_UNKNOWN_FORMAT] =
        {"MAQ-0001", "The file is not a model of a known format",
         "Neither the first bytes of the file nor its name belong to a format that "
         "Maquette reads. `maquette formats` lists those.",
         false, EVERYWHERE(MAQ_ERROR), true},
    [MQ_RULE_POSE] =
        {"MAQ-0901", "A posed model has no animation",
         "`maquette pose` writes a model as it is at one time of a clip. Clips, joints and "
         "shapes (morph targets) are applied to the meshes and not written.",
         false, EVERYWHERE(MAQ_NOTE), false},
    [MQ_RULE_BAKED] =
        {"MAQ-0902", "Movement was turned into shapes",
         "`--bake` puts one shape for each frame in place of joints and moving nodes. "
         "Between two frames vertices move in straight lines.",
         false, EVERYWHERE(MAQ_NOTE), false},
    [MQ_RULE_BAKED_SLOWER] = {"MAQ-0903", "Movement is baked with fewer frames than the source has",
                              "All clips together would need more shapes than the limit. Bake "
                              "fewer clips, or choose a lower `--bake-rate`.",
                              false, EVERYWHERE(MAQ_LOSS), false},
    [MQ_RULE_ATTACHMENT_UNKNOWN] = {"MAQ-0904", "There is no node of that name to attach to",
                                    "`--at NAME` takes the name of an attachment, a joint or a "
                                    "node of the model, as `maquette info` lists them.",
                                    false, EVERYWHERE(MAQ_ERROR), true},
    [MQ_RULE_ATTACHED_EVENTS] = {"MAQ-0905", "Events of an attached model are dropped",
                                 "Events belong to a model as a whole. The result has those of the "
                                 "model that the others are attached to.",
                                 false, EVERYWHERE(MAQ_LOSS), false},
    [MQ_RULE_RESAMPLED] = {"MAQ-0906", "Resampling changes clips",
                           "`--resample` puts keys at the frames of the new rate. Keys between two "
                           "frames are replaced by the values at these frames, and a clip ends at "
                           "the first frame that is not before its end.",
                           false, EVERYWHERE(MAQ_LOSS), false},
    [MQ_RULE_NOT_RESAMPLED] = {"MAQ-0907", "A clip is too long to be resampled",
                               "All clips together would need more than 16,777,216 numbers. Choose "
                               "a lower rate. The clip stays as it was.",
                               false, EVERYWHERE(MAQ_LOSS), false},
};

const maq_rule *maq_common_rules(size_t *count) {
    if (count)
        *count = MQ_COMMON_RULE_COUNT;
    return mq_common_rules;
}
