// SPDX-License-Identifier: MIT
//
// The ids of components and structures as users give them: by the id itself, or by the name that players
// see.
#ifndef MQ_WARZONE_IDS_H
#define MQ_WARZONE_IDS_H

#include "warzone/warzone.h"

// The id of what is called `given`: `given` itself when it is an id, or when there is not exactly one item
// of that name. NULL stays NULL.
const char *mq_wz_id_of(const maq_warzone *game, maq_warzone_kind kind, const char *given);

// A message about an id that does not exist, with the nearest one or some of those that there are. NULL:
// there is no memory.
const char *mq_wz_unknown_id(mq_arena *arena, const maq_warzone *game, maq_warzone_kind kind,
                             const char *what, const char *given);

#endif
