// SPDX-License-Identifier: MIT
//
// The models of factions: variants of the models of structures.
#ifndef MQ_WARZONE_FACTION_H
#define MQ_WARZONE_FACTION_H

#include "base/arena.h"

typedef enum wz_faction { WZ_NEXUS, WZ_COLLECTIVE, WZ_FACTION_COUNT } wz_faction;

extern const char *const mq_wz_faction_names[WZ_FACTION_COUNT]; // "nexus", "collective"

// The name of the variant of a model. NULL when there is no memory.
const char *mq_wz_faction_model(mq_arena *arena, const char *model, wz_faction faction);

#endif
