// SPDX-License-Identifier: MIT
//
// Welding of corners gives what welding of all rows by hashing gives.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
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

static void compare(const row *rows, uint32_t count, uint32_t point_count) {
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
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_corners_of_a_point_differ),
        cmocka_unit_test(all_corners_differ),
        cmocka_unit_test(many_corners_of_one_point_differ),
        cmocka_unit_test(points_beyond_the_last),
        cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
