// SPDX-License-Identifier: MIT
#include "scene/scene_rules.h"

#define RULE(name, id, severity, title, explain)                                                   \
    [MQ_SCENE_##name] = {id, title, explain, false, {severity, severity, severity, severity}, false}
#define LOSS(name, id, title, explain) RULE(name, id, MAQ_LOSS, title, explain)

const maq_rule mq_scene_rules[MQ_SCENE_RULE_COUNT] = {
    RULE(TRIANGLES_DROPPED, "SCN-0901", MAQ_ERROR, "Triangles are left out",
         "They use vertices that do not exist. `maquette check` on the source says where."),
    LOSS(NUMBERS_REPAIRED, "SCN-0902", "Numbers are repaired",
         "Infinite values and NaN become 0, and vectors that must have length 1 are normalised "
         "(normals without a direction point up)."),
    LOSS(REFERENCE_CUT, "SCN-0903", "A reference to something that does not exist is removed",
         "The model has no mesh, material, joint or parent of that number."),
    LOSS(RING_CUT, "SCN-0904", "A cycle of parents is broken",
         "A node is its own ancestor; one of the nodes of the cycle becomes a root."),
    LOSS(KEYS_DROPPED, "SCN-0905", "Keys of an animation are left out",
         "Their times are not finite numbers in ascending order."),
};
