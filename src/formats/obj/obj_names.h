// SPDX-License-Identifier: MIT
//
// A set of names, numbered in the order in which they were added.
#ifndef MQ_OBJ_NAMES_H
#define MQ_OBJ_NAMES_H

#include "base/arena.h"

typedef struct obj_names {
    mq_arena *arena;
    const char **texts;
    size_t count, text_capacity;
    uint32_t *slots; // 1 + the number of a name
    size_t slot_count;
} obj_names;

// The number of a name, which is added unless it is there. The text is kept, not copied. UINT32_MAX
// when there is no memory.
uint32_t mq_obj_names_add(obj_names *names, const char *text);

// The number of a name, or UINT32_MAX.
uint32_t mq_obj_names_find(const obj_names *names, const char *text);

#endif
