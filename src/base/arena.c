// SPDX-License-Identifier: MIT
#include "base/arena.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/memory.h"

// Block sizes double, so that small documents cost little and large ones few calls; a request that is
// large compared with the next block gets a separate block.
#define FIRST_BLOCK ((size_t)4 << 10)
#define LARGEST_BLOCK ((size_t)4 << 20)

typedef struct block {
    struct block *previous;
    size_t size; // with this header
} block;

#define HEADER_SIZE ((sizeof(block) + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1))

struct mq_arena {
    maq_memory memory;
    block *blocks;  // the newest first
    char *at, *end; // what is free in the newest
    size_t next_block;
    uint64_t requests;
    uint64_t bytes;
    maq_status status;
    atomic_uint further_owners; // documents on several threads may share one
};

mq_arena *mq_arena_new(const maq_memory *options) {
    maq_memory memory = mq_memory_complete(options);
    uint64_t requests = 0;
    maq_status status = MAQ_OK;
    mq_arena *arena = mq_memory_allocate(&memory, sizeof *arena, &requests, 0, &status);
    if (!arena)
        return NULL;
    *arena = (mq_arena){.memory = memory,
                        .next_block = FIRST_BLOCK,
                        .requests = requests,
                        .bytes = sizeof *arena,
                        .status = MAQ_OK};
    return arena;
}

void mq_arena_free(mq_arena *arena) {
    if (!arena || atomic_fetch_sub_explicit(&arena->further_owners, 1, memory_order_acq_rel) > 0)
        return;
    block *oldest_first = arena->blocks;
    while (oldest_first) {
        block *previous = oldest_first->previous;
        mq_memory_release(&arena->memory, oldest_first, oldest_first->size);
        oldest_first = previous;
    }
    maq_memory memory = arena->memory;
    mq_memory_release(&memory, arena, sizeof *arena);
}

mq_arena *mq_arena_share(mq_arena *arena) {
    atomic_fetch_add_explicit(&arena->further_owners, 1, memory_order_relaxed);
    return arena;
}

bool mq_arena_same_allocator(const mq_arena *a, const mq_arena *b) {
    return a->memory.allocate == b->memory.allocate && a->memory.release == b->memory.release &&
           a->memory.context == b->memory.context && a->memory.budget == b->memory.budget;
}

mq_arena *mq_arena_scratch(mq_arena *arena) {
    if (arena->status != MAQ_OK)
        return NULL;
    mq_arena *scratch = mq_memory_allocate(&arena->memory, sizeof *scratch, &arena->requests,
                                           arena->bytes, &arena->status);
    if (!scratch)
        return NULL;
    *scratch = (mq_arena){.memory = arena->memory,
                          .next_block = FIRST_BLOCK,
                          .requests = arena->requests,
                          .bytes = arena->bytes + sizeof *scratch,
                          .status = MAQ_OK};
    return scratch;
}

void mq_arena_count_requests(mq_arena *arena, const mq_arena *scratch) {
    if (arena->requests < scratch->requests)
        arena->requests = scratch->requests;
}

void mq_arena_count_bytes(mq_arena *arena, const mq_arena *scratch) {
    mq_arena_count_requests(arena, scratch);
    if (arena->bytes < scratch->bytes)
        arena->bytes = scratch->bytes;
    if (arena->status == MAQ_OK)
        arena->status = scratch->status;
}

void mq_arena_end_scratch(mq_arena *arena, mq_arena *scratch) {
    if (!scratch)
        return;
    mq_arena_count_requests(arena, scratch);
    if (arena->status == MAQ_OK)
        arena->status = scratch->status;
    mq_arena_free(scratch);
}

static char *aligned(char *at, size_t alignment) {
    uintptr_t address = (uintptr_t)at;
    return at + ((alignment - address % alignment) % alignment);
}

// A block of `size` bytes after its header, or NULL with the status set.
static block *add_block(mq_arena *arena, size_t size) {
    size_t whole;
    if (!mq_add_size(size, HEADER_SIZE, &whole)) {
        arena->status = MAQ_OVER_LIMIT;
        return NULL;
    }
    // The request itself was counted by the caller.
    uint64_t uncounted = 0;
    maq_memory memory = arena->memory;
    memory.fail_at = 0;
    block *fresh = mq_memory_allocate(&memory, whole, &uncounted, arena->bytes, &arena->status);
    if (!fresh)
        return NULL;
    fresh->size = whole;
    arena->bytes += whole;
    return fresh;
}

// Separate blocks count, too: where many requests are large, the next blocks hold several of them.
static void grow_blocks(mq_arena *arena) {
    if (arena->next_block < LARGEST_BLOCK)
        arena->next_block *= 2;
}

void *mq_arena_alloc_uninitialized(mq_arena *arena, size_t count, size_t element_size,
                                   size_t alignment) {
    arena->requests++;
    if (arena->memory.fail_at != 0 && arena->requests >= arena->memory.fail_at)
        arena->status = MAQ_NO_MEMORY;
    if (arena->status != MAQ_OK)
        return NULL;

    size_t size, padded;
    if (!mq_multiply_size(count, element_size, &size) || !mq_add_size(size, alignment, &padded)) {
        arena->status = MAQ_OVER_LIMIT;
        return NULL;
    }
    char *start = arena->at ? aligned(arena->at, alignment) : NULL;
    if (start && start <= arena->end && size <= (size_t)(arena->end - start)) {
        arena->at = start + size;
        return start;
    }
    if (padded > arena->next_block / 2) {
        // A separate block is linked after the newest, whose free rest stays in use.
        block *separate = add_block(arena, padded);
        if (!separate)
            return NULL;
        if (arena->blocks) {
            separate->previous = arena->blocks->previous;
            arena->blocks->previous = separate;
        } else {
            separate->previous = NULL;
            arena->blocks = separate;
        }
        grow_blocks(arena);
        return aligned((char *)separate + HEADER_SIZE, alignment);
    }
    block *fresh = add_block(arena, arena->next_block);
    if (!fresh)
        return NULL;
    fresh->previous = arena->blocks;
    arena->blocks = fresh;
    start = aligned((char *)fresh + HEADER_SIZE, alignment);
    arena->end = (char *)fresh + fresh->size;
    arena->at = start + size;
    grow_blocks(arena);
    return start;
}

void *mq_arena_alloc(mq_arena *arena, size_t count, size_t element_size, size_t alignment) {
    void *items = mq_arena_alloc_uninitialized(arena, count, element_size, alignment);
    // The product does not overflow, or the allocation would have failed.
    return items ? memset(items, 0, count * element_size) : NULL;
}

void *mq_arena_grow(mq_arena *arena, void *items, size_t *capacity, size_t count,
                    size_t element_size) {
    if (count < *capacity)
        return items;
    size_t wanted = *capacity ? *capacity : 4;
    if (!mq_multiply_size(wanted, 2, &wanted)) {
        arena->status = MAQ_OVER_LIMIT;
        return NULL;
    }
    void *larger = mq_arena_alloc(arena, wanted, element_size, alignof(max_align_t));
    if (!larger)
        return NULL;
    if (count)
        memcpy(larger, items, count * element_size);
    *capacity = wanted;
    return larger;
}

char *mq_arena_text(mq_arena *arena, const char *bytes, size_t length) {
    size_t with_nul;
    if (!mq_add_size(length, 1, &with_nul)) {
        arena->status = MAQ_OVER_LIMIT;
        return NULL;
    }
    char *copy = mq_arena_alloc_uninitialized(arena, with_nul, 1, 1);
    if (!copy)
        return NULL;
    if (length)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

char *mq_arena_vformat(mq_arena *arena, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : MQ_NEW_ARRAY(arena, char, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *mq_arena_format(mq_arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = mq_arena_vformat(arena, format, arguments);
    va_end(arguments);
    return text;
}

maq_status mq_arena_status(const mq_arena *arena) {
    return arena->status;
}

void mq_arena_fail(mq_arena *arena, maq_status status) {
    if (arena->status == MAQ_OK)
        arena->status = status;
}

const maq_memory *mq_arena_memory(const mq_arena *arena) {
    return &arena->memory;
}

uint64_t mq_arena_element_limit(const mq_arena *arena) {
    return arena->memory.element_limit;
}

uint64_t mq_arena_bytes(const mq_arena *arena) {
    return arena->bytes;
}
