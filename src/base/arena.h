// SPDX-License-Identifier: MIT
//
// One arena per document: everything it owns goes away with one call. Limits and the failing of
// the n-th request live here, so that no reader can forget them.
#ifndef MQ_BASE_ARENA_H
#define MQ_BASE_ARENA_H

#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>

#include "maquette/maquette.h"

typedef struct mq_arena mq_arena;

// NULL when there is no memory for even the arena itself. `memory` may be NULL.
mq_arena *mq_arena_new(const maq_memory *memory);
void mq_arena_free(mq_arena *arena);

// A second arena for what is needed for a while only, with the allocator of the first and within
// its limits. NULL when there is no memory, which the first then says, too. Ending it frees what it
// holds and tells the first of any failure; NULL is fine.
mq_arena *mq_arena_scratch(mq_arena *arena);
void mq_arena_end_scratch(mq_arena *arena, mq_arena *scratch);

// Zeroed memory for `count` elements, or NULL; mq_arena_status() then tells why. A count of 0
// gives a pointer that is not NULL and must not be followed.
void *mq_arena_alloc(mq_arena *arena, size_t count, size_t element_size, size_t alignment);
#define MQ_NEW_ARRAY(arena, type, count)                                                           \
    ((type *)mq_arena_alloc((arena), (count), sizeof(type), alignof(type)))
#define MQ_NEW(arena, type) MQ_NEW_ARRAY(arena, type, 1)

// The same without the zeros, for large arrays that are filled at once: whoever takes one writes
// all of it before anything is read.
void *mq_arena_alloc_uninitialized(mq_arena *arena, size_t count, size_t element_size,
                                   size_t alignment);
#define MQ_NEW_UNINITIALIZED_ARRAY(arena, type, count)                                             \
    ((type *)mq_arena_alloc_uninitialized((arena), (count), sizeof(type), alignof(type)))

// Makes room for one more element in a growing array that has room for `*capacity`, of which
// `count` are in use. The array, moved if need be; NULL when there is no memory, and `items` is
// then as it was.
void *mq_arena_grow(mq_arena *arena, void *items, size_t *capacity, size_t count,
                    size_t element_size);

// A copy with a NUL behind it.
char *mq_arena_text(mq_arena *arena, const char *bytes, size_t length);

// Printed text (the printf subset without floating point: use number.h for those).
__attribute__((format(printf, 2, 3))) char *mq_arena_format(mq_arena *arena, const char *format,
                                                            ...);
__attribute__((format(printf, 2, 0))) char *mq_arena_vformat(mq_arena *arena, const char *format,
                                                             va_list arguments);

// Public structs point to const; code that is still building one in an arena of its own writes
// through this.
#define MQ_WRITABLE(type, pointer) ((type *)(uintptr_t)(pointer))

// MAQ_OK, or why a request failed: MAQ_NO_MEMORY or MAQ_OVER_LIMIT. It stays once it is set.
maq_status mq_arena_status(const mq_arena *arena);

// Sets the status: what was to lie in this arena has failed elsewhere.
void mq_arena_fail(mq_arena *arena, maq_status status);

// Where its memory comes from, and how much there may be, for an arena of the same kind.
const maq_memory *mq_arena_memory(const mq_arena *arena);

// The most elements that a list may announce.
uint64_t mq_arena_element_limit(const mq_arena *arena);

// How many requests there were and how many bytes are held: for tests of limits.
uint64_t mq_arena_requests(const mq_arena *arena);
uint64_t mq_arena_bytes(const mq_arena *arena);

#endif
