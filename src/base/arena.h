// SPDX-License-Identifier: MIT
//
// One arena per document: one call frees everything it owns. An allocation failure sets the status of
// the arena; later allocations return NULL, so callers may check the status once at the end. Limits,
// and the failure of the n-th request for tests, are implemented here once for all readers.
#ifndef MQ_BASE_ARENA_H
#define MQ_BASE_ARENA_H

#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>

#include "maquette/maquette.h"

typedef struct mq_arena mq_arena;

// NULL when there is no memory for the arena itself. `memory` may be NULL.
mq_arena *mq_arena_new(const maq_memory *memory);
void mq_arena_free(mq_arena *arena);

// One more owner of an arena that nothing more is allocated from: mq_arena_free() by the last one frees it.
mq_arena *mq_arena_share(mq_arena *arena);
// Whether two arenas have their memory from the same allocator and budget, so that what has one may own the
// other.
bool mq_arena_same_allocator(const mq_arena *a, const mq_arena *b);

// A second arena for temporary data, with the allocator of the first and within its limits. NULL
// when there is no memory, which also sets the status of the first. Ending it frees what it holds and
// passes a failure on to the first; NULL is allowed.
mq_arena *mq_arena_scratch(mq_arena *arena);
void mq_arena_end_scratch(mq_arena *arena, mq_arena *scratch);

// Counts the requests of a scratch arena that stays in use as requests of its arena, so that each
// request has one number, at which a test can make it fail.
void mq_arena_count_requests(mq_arena *arena, const mq_arena *scratch);

// The same when the scratch arena stays as long as its arena: what it holds counts against the limits of
// that, and a failure is one of both.
void mq_arena_count_bytes(mq_arena *arena, const mq_arena *scratch);

// Zeroed memory for `count` elements, or NULL; mq_arena_status() then says why. A count of 0 gives a
// pointer that is not NULL and must not be dereferenced.
void *mq_arena_alloc(mq_arena *arena, size_t count, size_t element_size, size_t alignment);
#define MQ_NEW_ARRAY(arena, type, count)                                                           \
    ((type *)mq_arena_alloc((arena), (count), sizeof(type), alignof(type)))
#define MQ_NEW(arena, type) MQ_NEW_ARRAY(arena, type, 1)

// The same without the zeros, for large arrays that the caller fills completely before reading.
void *mq_arena_alloc_uninitialized(mq_arena *arena, size_t count, size_t element_size,
                                   size_t alignment);
#define MQ_NEW_UNINITIALIZED_ARRAY(arena, type, count)                                             \
    ((type *)mq_arena_alloc_uninitialized((arena), (count), sizeof(type), alignof(type)))

// Grows an array of `*capacity` elements, of which `count` are in use, if it is full. Returns the
// array, which may have moved; NULL when there is no memory, and `items` is then as it was.
void *mq_arena_grow(mq_arena *arena, void *items, size_t *capacity, size_t count,
                    size_t element_size);

// A copy with a NUL after it.
char *mq_arena_text(mq_arena *arena, const char *bytes, size_t length);

// Printed text (the printf subset without floating point: use number.h for those).
__attribute__((format(printf, 2, 3))) char *mq_arena_format(mq_arena *arena, const char *format,
                                                            ...);
__attribute__((format(printf, 2, 0))) char *mq_arena_vformat(mq_arena *arena, const char *format,
                                                             va_list arguments);

// Public structs point to const; code that is still building one writes through this.
#define MQ_WRITABLE(type, pointer) ((type *)(uintptr_t)(pointer))

// MAQ_OK, or why the first failed request failed: MAQ_NO_MEMORY or MAQ_OVER_LIMIT.
maq_status mq_arena_status(const mq_arena *arena);

// Sets the status when something fails elsewhere, unless it is set already.
void mq_arena_fail(mq_arena *arena, maq_status status);

// The allocator and limits, for an arena of the same kind.
const maq_memory *mq_arena_memory(const mq_arena *arena);

// The most elements that a list may declare.
uint64_t mq_arena_element_limit(const mq_arena *arena);

// How many bytes are held, for tests of limits.
uint64_t mq_arena_bytes(const mq_arena *arena);

#endif
