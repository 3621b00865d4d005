// SPDX-License-Identifier: MIT
//
// What can be wrong with the data of Warzone 2100 and its mods.
#ifndef MQ_WARZONE_WARZONE_RULES_H
#define MQ_WARZONE_WARZONE_RULES_H

#include "maquette/warzone.h"

typedef enum mq_warzone_rule {
    MQ_WZ_JSON,
    MQ_WZ_JSON_LARGE,
    MQ_WZ_JSON_UNREADABLE,
    MQ_WZ_NOT_OBJECT,
    MQ_WZ_NO_STATS,
    MQ_WZ_NO_GAME,
    MQ_WZ_MODEL_MISSING,
    MQ_WZ_IMAGE_MISSING,
    MQ_WZ_IMAGE_CAPITALS,
    MQ_WZ_EVENT_MISSING,
    MQ_WZ_PROGRAM_MODEL,
    MQ_WZ_MODEL_UNREADABLE,
    MQ_WZ_ID_UNKNOWN,
    MQ_WZ_PAIR,
    MQ_WZ_CONNECTORS,
    MQ_WZ_CAPITALS,
    MQ_WZ_OVERRIDE_CONNECTORS,
    MQ_WZ_UNUSED,
    MQ_WZ_FIELD,
    MQ_WZ_DESIGN_ID,
    MQ_WZ_DESIGN_PART,
    MQ_WZ_DESIGN_PROPULSION,
    MQ_WZ_RULE_COUNT
} mq_warzone_rule;

extern const maq_rule mq_warzone_rules[MQ_WZ_RULE_COUNT];

#endif
