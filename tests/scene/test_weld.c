// SPDX-License-Identifier: MIT
//
// Welding of corners gives what welding of all rows by hashing gives; tables find rows when they have grown.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene/geometry.h"
#include "scene/weld.h"

typedef struct row {
    uint32_t point;
    float uv[2];
} row;

static void fill(const void *context, uint32_t index, void *out) {
    memcpy(out, (const row *)context + index, sizeof(row));
}

static int by_point(const void *a, const void *b) {
    const row *x = a, *y = b;
    return x->point < y->point ? -1 : x->point > y->point;
}

// The same rows, those of each point one after the other.
static void compare_sorted(const row *rows, uint32_t count) {
    mq_arena *arena = mq_arena_new(NULL);
    row *sorted = MQ_NEW_ARRAY(arena, row, count), *welded = MQ_NEW_ARRAY(arena, row, count);
    uint32_t *expected = MQ_NEW_ARRAY(arena, uint32_t, count);
    uint32_t *remap = MQ_NEW_ARRAY(arena, uint32_t, count);
    if (count > 0)
        memcpy(sorted, rows, count * sizeof *rows);
    qsort(sorted, count, sizeof *sorted, by_point);
    if (count > 0)
        memcpy(welded, sorted, count * sizeof *sorted);
    uint32_t left = mq_weld(arena, sorted, count, sizeof *sorted, expected);
    assert_int_equal(mq_weld_sorted(arena, welded, count, sizeof *welded, remap), left);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(remap[i], expected[i]);
        assert_memory_equal(&welded[remap[i]], &sorted[i], sizeof *sorted);
    }
    mq_arena_free(arena);
}

static void compare(const row *rows, uint32_t count, uint32_t point_count) {
    compare_sorted(rows, count);
    mq_arena *arena = mq_arena_new(NULL);
    uint32_t *expected = MQ_NEW_ARRAY(arena, uint32_t, count);
    uint32_t *remap = MQ_NEW_ARRAY(arena, uint32_t, count);
    const mq_weld_rows corners = {count, sizeof *rows, point_count, fill, rows};
    const void *kept = NULL;
    uint32_t welded = mq_weld(arena, rows, count, sizeof *rows, expected);
    assert_int_equal(mq_weld_corners(arena, &corners, remap, &kept), welded);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(remap[i], expected[i]);
        assert_memory_equal((const row *)kept + remap[i], &rows[i], sizeof *rows);
    }
    mq_arena_free(arena);
}

enum { ROWS = 3000 };

// `points` points with up to `kinds` different corners each.
static void make(row rows[ROWS], uint32_t points, uint32_t kinds) {
    uint32_t state = 1;
    for (uint32_t i = 0; i < ROWS; i++) {
        state = state * 1664525u + 1013904223u;
        rows[i] = (row){(state >> 8) % points, {(float)((state >> 16) % kinds), 0}};
    }
}

static void few_corners_of_a_point_differ(void **state) {
    (void)state;
    static row rows[ROWS];
    make(rows, 500, 3);
    compare(rows, ROWS, 500);
    compare(rows, 1, 500);
    compare(rows, 0, 500);
    compare(rows, 0, 0);
}

static void all_corners_differ(void **state) {
    (void)state;
    static row rows[ROWS];
    for (uint32_t i = 0; i < ROWS; i++)
        rows[i] = (row){i % 300, {(float)i, 1}};
    compare(rows, ROWS, 300);
}

static void many_corners_of_one_point_differ(void **state) {
    (void)state;
    static row rows[ROWS];
    make(rows, 3, 900);
    compare(rows, ROWS, 3);
}

static void points_beyond_the_last(void **state) {
    (void)state;
    static row rows[ROWS];
    make(rows, 400, 2);
    rows[2000].point = UINT32_MAX;
    compare(rows, ROWS, 400);
    compare(rows, ROWS, 0);
}

static void memory_fails(void **state) {
    (void)state;
    static row rows[ROWS];
    for (int kind = 0; kind < 2; kind++) {
        make(rows, kind ? 3 : 400, kind ? 900 : 8);
        const mq_weld_rows corners = {ROWS, sizeof *rows, 400, fill, rows};
        uint32_t remap[ROWS], welded = UINT32_MAX;
        const void *kept;
        // The first request is that of the arena.
        for (uint64_t at = 2; welded == UINT32_MAX; at++) {
            const maq_memory memory = {.size = sizeof memory, .fail_at = at};
            mq_arena *arena = mq_arena_new(&memory);
            assert_true(at < 20);
            welded = mq_weld_corners(arena, &corners, remap, &kept);
            assert_int_equal(mq_arena_status(arena) == MAQ_OK, welded != UINT32_MAX);
            mq_arena_free(arena);
        }
    }
    // The rows of three points, which are hashed.
    qsort(rows, ROWS, sizeof *rows, by_point);
    for (uint64_t at = 2; at < 5; at++) {
        const maq_memory memory = {.size = sizeof memory, .fail_at = at};
        mq_arena *arena = mq_arena_new(&memory);
        uint32_t remap[ROWS];
        assert_int_equal(mq_weld_sorted(arena, rows, ROWS, sizeof *rows, remap), UINT32_MAX);
        assert_int_equal(mq_arena_status(arena), MAQ_NO_MEMORY);
        mq_arena_free(arena);
    }
}

// ------------------------------------------------------------------------------------------ tables

typedef struct numbers {
    uint64_t list[ROWS];
    uint32_t count;
    mq_weld_table table;
} numbers;

// Only some digests differ, so that many numbers are not in the first slot of theirs.
static uint64_t digest_of(const void *context, uint32_t index) {
    return ((const numbers *)context)->list[index] % 700 * 0x9e3779b97f4a7c15u;
}

// The index of a number, which is added unless the list has it; UINT32_MAX: no memory.
static uint32_t weld_number(numbers *n, mq_arena *arena, uint64_t number) {
    n->list[n->count] = number;
    if (mq_weld_table_is_full(&n->table, n->count) &&
        !mq_weld_table_grow(&n->table, arena, digest_of, n))
        return UINT32_MAX;
    size_t slot = mq_weld_first_slot(&n->table, digest_of(n, n->count));
    for (; n->table.slots[slot] != 0; slot = mq_weld_next_slot(&n->table, slot)) {
        if (n->list[n->table.slots[slot] - 1] == number)
            return n->table.slots[slot] - 1;
    }
    assert_int_equal(mq_weld_empty_slot(&n->table, digest_of(n, n->count)), slot);
    n->table.slots[slot] = ++n->count;
    return n->count - 1;
}

static void table_grows(void **state) {
    (void)state;
    static numbers n;
    mq_arena *arena = mq_arena_new(NULL);
    assert_true(mq_weld_table_alloc(&n.table, arena, 1));
    size_t first_mask = n.table.mask;
    for (uint32_t round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < ROWS; i++)
            assert_int_equal(weld_number(&n, arena, 1000 + i % (ROWS / 2)), i % (ROWS / 2));
    }
    assert_int_equal(n.count, ROWS / 2);
    assert_true(n.table.mask > first_mask * 64 && n.table.mask < ROWS * 2);
    mq_weld_table_clear(&n.table);
    n.count = 0;
    assert_int_equal(weld_number(&n, arena, 5000), 0);
    mq_arena_free(arena);
}

// A table that cannot grow stays as it is.
static void table_without_memory(void **state) {
    (void)state;
    static numbers n;
    // The requests are those of the arena and of the first table.
    const maq_memory memory = {.size = sizeof memory, .fail_at = 3};
    mq_arena *arena = mq_arena_new(&memory);
    assert_true(mq_weld_table_alloc(&n.table, arena, 1));
    uint32_t i = 0;
    while (i < ROWS && weld_number(&n, arena, i) == i)
        i++;
    assert_true(i > 0 && i < ROWS);
    assert_int_equal(mq_arena_status(arena), MAQ_NO_MEMORY);
    assert_int_equal(n.table.mask, 15);
    for (uint32_t k = 0; k < i; k++) {
        size_t slot = mq_weld_first_slot(&n.table, digest_of(&n, k));
        while (n.table.slots[slot] != k + 1)
            slot = mq_weld_next_slot(&n.table, slot);
    }
    mq_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_corners_of_a_point_differ),
        cmocka_unit_test(all_corners_differ),
        cmocka_unit_test(many_corners_of_one_point_differ),
        cmocka_unit_test(points_beyond_the_last),
        cmocka_unit_test(memory_fails),
        cmocka_unit_test(table_grows),
        cmocka_unit_test(table_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
