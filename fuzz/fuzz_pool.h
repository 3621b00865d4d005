// SPDX-License-Identifier: MIT
//
// Memory for targets that need large blocks for each input. Asking the system for them and returning
// them costs more than the work of most inputs, so a few are kept. The address sanitizer still sees
// the bounds of each block and its use after it was released.
#ifndef FUZZ_POOL_H
#define FUZZ_POOL_H

#include <stdlib.h>

#include "maquette/maquette.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FUZZ_ASAN 1
#endif
#endif
#ifdef FUZZ_ASAN
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(block, bytes) ((void)(block), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(block, bytes) ((void)(block), (void)(bytes))
#endif

enum { FUZZ_POOL_SMALLEST = 1 << 16, FUZZ_POOL_BLOCKS = 24 };

typedef struct fuzz_block {
    void *bytes;
    size_t capacity;
    bool used;
} fuzz_block;
static fuzz_block fuzz_pool[FUZZ_POOL_BLOCKS];

static inline void *fuzz_pool_allocate(void *context, size_t bytes) {
    (void)context;
    if (bytes < FUZZ_POOL_SMALLEST)
        return malloc(bytes);
    fuzz_block *best = NULL;
    for (size_t i = 0; i < FUZZ_POOL_BLOCKS; i++) {
        fuzz_block *block = &fuzz_pool[i];
        if (!block->bytes && !best)
            best = block; // an unused entry, unless a block fits
        if (block->bytes && !block->used && block->capacity >= bytes &&
            block->capacity / 2 <= bytes && (!best || !best->bytes))
            best = block;
    }
    if (!best)
        return malloc(bytes);
    if (!best->bytes) {
        size_t capacity = FUZZ_POOL_SMALLEST;
        while (capacity < bytes)
            capacity *= 2;
        best->bytes = malloc(capacity);
        best->capacity = capacity;
        if (!best->bytes)
            return NULL;
        ASAN_POISON_MEMORY_REGION(best->bytes, capacity);
    }
    best->used = true;
    ASAN_UNPOISON_MEMORY_REGION(best->bytes, bytes);
    return best->bytes;
}

static inline void fuzz_pool_release(void *context, void *bytes, size_t size) {
    (void)context;
    (void)size;
    for (size_t i = 0; i < FUZZ_POOL_BLOCKS; i++) {
        if (fuzz_pool[i].bytes == bytes) {
            ASAN_POISON_MEMORY_REGION(bytes, fuzz_pool[i].capacity);
            fuzz_pool[i].used = false;
            return;
        }
    }
    free(bytes);
}

// A small limit keeps each input quick.
static inline maq_memory fuzz_pool_memory(size_t size) {
    return (maq_memory){.size = sizeof(maq_memory),
                        .allocate = fuzz_pool_allocate,
                        .release = fuzz_pool_release,
                        .byte_limit = (uint64_t)size * 64 + (32 << 20),
                        .element_limit = 1 << 20};
}

#endif
