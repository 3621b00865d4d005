// SPDX-License-Identifier: MIT
//
// Large blocks of memory: what is freed is used again, in parts and together, no two blocks overlap, and a process
// that frees its models gives their memory back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/parallel.h"
#include "base/platform.h"

enum { THREADS = 4, LIVE = 8, STEPS = 400 };

#define STEP ((size_t)4096) // a byte of each page is written
#define MIB ((size_t)1 << 20)

typedef struct block {
    unsigned char *bytes;
    size_t size;
    unsigned char mark;
} block;

static void fill(block *b) {
    for (size_t i = 0; i < b->size; i += STEP)
        b->bytes[i] = b->mark;
    b->bytes[b->size - 1] = b->mark;
}

static bool holds(const block *b) {
    for (size_t i = 0; i < b->size; i += STEP) {
        if (b->bytes[i] != b->mark)
            return false;
    }
    return b->bytes[b->size - 1] == b->mark;
}

// Allocates and frees blocks in any order; each must keep what was written to it.
static void use_blocks(void *failed, size_t thread) {
    block live[LIVE] = {{NULL, 0, 0}};
    uint32_t random = 12345 + (uint32_t)thread;
    for (int i = 0; i < STEPS + LIVE; i++) {
        random = random * 1664525u + 1013904223u;
        block *b = &live[i < STEPS ? random >> 8 & (LIVE - 1) : (unsigned)(i - STEPS)];
        if (b->bytes && !holds(b))
            ((int *)failed)[thread]++;
        if (b->bytes)
            mq_platform_free(b->bytes, b->size);
        *b = (block){NULL, 0, 0};
        if (i >= STEPS)
            continue;
        // From one to ten MiB: some are large blocks, some are not.
        b->size = MIB + (random >> 4) % (9 * MIB);
        b->mark = (unsigned char)(random >> 16 | 1);
        b->bytes = mq_platform_allocate(b->size);
        if (b->bytes)
            fill(b);
        else
            ((int *)failed)[thread]++;
    }
}

static void blocks_keep_what_they_hold(void **state) {
    (void)state;
    int failed[THREADS] = {0};
    mq_parallel(THREADS, THREADS, use_blocks, NULL, failed);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(failed[i], 0);
}

// The parts of a block that was freed, freed in any order, are one block again.
static void parts_are_joined(void **state) {
    (void)state;
    enum { PARTS = 4 };
    static const int orders[][PARTS] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {0, 2, 1, 3}, {1, 3, 0, 2}};
    for (size_t order = 0; order < sizeof orders / sizeof *orders; order++) {
        unsigned char *whole = mq_platform_allocate(PARTS * 8 * MIB), *parts[PARTS];
        assert_non_null(whole);
        mq_platform_free(whole, PARTS * 8 * MIB);
        for (int i = 0; i < PARTS; i++) {
            parts[i] = mq_platform_allocate(8 * MIB);
            assert_non_null(parts[i]);
            memset(parts[i], i, 8 * MIB);
        }
        for (int i = 0; i < PARTS; i++)
            assert_int_equal(parts[i][8 * MIB - 1], i);
        for (int i = 0; i < PARTS; i++)
            mq_platform_free(parts[orders[order][i]], 8 * MIB);
        unsigned char *again = mq_platform_allocate(PARTS * 8 * MIB);
        assert_non_null(again);
        memset(again, 1, PARTS * 8 * MIB);
        mq_platform_free(again, PARTS * 8 * MIB);
    }
}

// Sanitizers keep what is freed.
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif
#if defined __linux__ && !defined SANITIZED && !defined __SANITIZE_ADDRESS__

// How many MiB of a block that was freed are still mapped.
static size_t mapped_of(unsigned char *bytes, size_t size) {
    size_t mapped = 0;
    for (size_t i = 0; i < size; i += MIB)
        mapped += msync(bytes + i, STEP, MS_ASYNC) == 0;
    return mapped;
}

// As much as is in use is kept, and 64 MiB when nothing is.
static void memory_is_given_back(void **state) {
    (void)state;
    enum { BLOCKS = 8, EACH = 32 };
    unsigned char *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = mq_platform_allocate(EACH * MIB);
        assert_non_null(blocks[i]);
    }
    size_t mapped = 0;
    for (int i = 0; i < BLOCKS / 2; i++)
        mq_platform_free(blocks[i], EACH * MIB);
    for (int i = 0; i < BLOCKS / 2; i++)
        mapped += mapped_of(blocks[i], EACH * MIB);
    assert_int_equal(mapped, BLOCKS / 2 * EACH);
    for (int i = BLOCKS / 2; i < BLOCKS; i++)
        mq_platform_free(blocks[i], EACH * MIB);
    mapped = 0;
    for (int i = 0; i < BLOCKS; i++)
        mapped += mapped_of(blocks[i], EACH * MIB);
    assert_int_equal(mapped, 64);
}

#else

static void memory_is_given_back(void **state) {
    (void)state;
    skip();
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_keep_what_they_hold),
        cmocka_unit_test(parts_are_joined),
        cmocka_unit_test(memory_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
