// SPDX-License-Identifier: MIT
//
// Deep copies of documents, piece by piece. Callers check `ok` once at the end.
#ifndef MQ_BASE_COPYING_H
#define MQ_BASE_COPYING_H

#include <string.h>

#include "base/arena.h"

typedef struct mq_copying {
    mq_arena *arena;
    bool ok;
} mq_copying;

// NULL for an empty array, and when there is no memory.
static inline void *mq_copy_items(mq_copying *copying, const void *items, size_t count, size_t size,
                                  size_t alignment) {
    if (count == 0)
        return NULL;
    void *copy = mq_arena_alloc_uninitialized(copying->arena, count, size, alignment);
    if (copy)
        memcpy(copy, items, count * size);
    else
        copying->ok = false;
    return copy;
}
#define MQ_COPY_ARRAY(copying, type, items, count)                                                 \
    ((type *)mq_copy_items((copying), (items), (count), sizeof(type), alignof(type)))

// NULL stays NULL.
static inline const char *mq_copy_text(mq_copying *copying, const char *text) {
    const char *copy = text ? mq_arena_text(copying->arena, text, strlen(text)) : NULL;
    if (text && !copy)
        copying->ok = false;
    return copy;
}

#endif
