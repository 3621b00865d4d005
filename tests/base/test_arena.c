// SPDX-License-Identifier: MIT
//
// Memory: arenas, limits, failing requests, growing texts, checked sizes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/memory.h"
#include "base/text.h"
#include "support/hostile.h"

static void sizes_never_wrap(void **state) {
    (void)state;
    size_t result = 7;
    assert_true(mq_add_size(SIZE_MAX - 1, 1, &result));
    assert_int_equal(result, SIZE_MAX);
    assert_false(mq_add_size(SIZE_MAX, 1, &result));
    assert_true(mq_multiply_size(SIZE_MAX / 2, 2, &result));
    assert_int_equal(result, SIZE_MAX - 1);
    assert_false(mq_multiply_size(SIZE_MAX / 2 + 1, 2, &result));
    assert_true(mq_multiply_size(0, SIZE_MAX, &result));
    assert_int_equal(result, 0);
}

static void memory_is_zeroed_aligned_and_apart(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    char *last = NULL;
    for (size_t i = 1; i < 3000; i += 7) {
        char *bytes = mq_arena_alloc(arena, i, 1, 1);
        double *numbers = MQ_NEW_ARRAY(arena, double, i % 13 + 1);
        assert_int_equal((uintptr_t)numbers % alignof(double), 0);
        for (size_t k = 0; k < i; k++)
            assert_int_equal(bytes[k], 0);
        memset(bytes, 0x55, i);
        for (size_t k = 0; k <= i % 13; k++)
            assert_true(numbers[k] == 0);
        if (last)
            assert_int_equal(*last, 0x55); // nobody wrote over the block before
        last = bytes + i - 1;
    }
    assert_int_equal(mq_arena_status(arena), MAQ_OK);
    mq_arena_free(arena);
}

static void many_large_requests_share_blocks(void **state) {
    (void)state;
    enum { REQUESTS = 200, SIZE = 300000 };
    counted_memory counted;
    count_memory(&counted);
    mq_arena *arena = mq_arena_new(&counted.memory);
    for (int i = 0; i < REQUESTS; i++)
        assert_non_null(mq_arena_alloc_uninitialized(arena, SIZE, 1, 1));
    assert_true(counted.blocks < REQUESTS / 4);
    assert_true(counted.held < (size_t)REQUESTS * SIZE * 5 / 4);
    mq_arena_free(arena);
    assert_int_equal(counted.blocks, 0);
    // A single one does not make the next blocks large.
    arena = mq_arena_new(&counted.memory);
    assert_non_null(mq_arena_alloc_uninitialized(arena, SIZE, 1, 1));
    assert_non_null(mq_arena_alloc_uninitialized(arena, 100, 1, 1));
    assert_true(counted.held < SIZE + 20000);
    mq_arena_free(arena);
}

static void the_last_owner_frees(void **state) {
    (void)state;
    counted_memory counted;
    count_memory(&counted);
    mq_arena *arena = mq_arena_new(&counted.memory);
    mq_arena *scratch = mq_arena_scratch(arena);
    char *text = mq_arena_text(scratch, "shared", 6);
    mq_arena_count_bytes(arena, scratch);
    assert_int_equal(mq_arena_bytes(arena), counted.held);
    mq_arena *again = mq_arena_share(scratch);
    mq_arena_free(arena);
    mq_arena_free(scratch);
    assert_string_equal(text, "shared");
    assert_true(counted.held > 0);
    mq_arena_free(again);
    assert_int_equal(counted.held, 0);
}

static void all_memory_goes_back(void **state) {
    (void)state;
    counted_memory counted;
    count_memory(&counted);
    mq_arena *arena = mq_arena_new(&counted.memory);
    for (int i = 0; i < 1000; i++)
        assert_non_null(mq_arena_alloc(arena, (size_t)i * 17, 3, 8));
    assert_true(counted.held > 1000 * 500 * 17);
    assert_int_equal(counted.held, mq_arena_bytes(arena));
    mq_arena_free(arena);
    assert_int_equal(counted.held, 0);
    assert_int_equal(counted.blocks, 0);
    mq_arena_free(NULL);
}

static void the_limit_holds_and_sticks(void **state) {
    (void)state;
    counted_memory counted;
    count_memory(&counted);
    counted.memory.byte_limit = 100000;
    mq_arena *arena = mq_arena_new(&counted.memory);
    assert_non_null(mq_arena_alloc(arena, 1, 50000, 1));
    assert_null(mq_arena_alloc(arena, 1, 60000, 1));
    assert_int_equal(mq_arena_status(arena), MAQ_OVER_LIMIT);
    assert_null(mq_arena_alloc(arena, 1, 1, 1));
    assert_true(counted.most <= 100000);
    mq_arena_free(arena);

    arena = mq_arena_new(NULL);
    assert_null(mq_arena_alloc(arena, SIZE_MAX / 2, 3, 1));
    assert_int_equal(mq_arena_status(arena), MAQ_OVER_LIMIT);
    mq_arena_free(arena);
}

static void the_nth_request_fails_and_all_after_it(void **state) {
    (void)state;
    maq_memory memory = {.fail_at = 4};
    mq_arena *arena = mq_arena_new(&memory); // the first request
    assert_non_null(mq_arena_alloc(arena, 1, 8, 8));
    assert_non_null(mq_arena_alloc(arena, 1, 8, 8));
    assert_null(mq_arena_alloc(arena, 1, 8, 8));
    assert_null(mq_arena_alloc(arena, 1, 8, 8));
    assert_int_equal(mq_arena_status(arena), MAQ_NO_MEMORY);
    mq_arena_free(arena);
    memory.fail_at = 1;
    assert_null(mq_arena_new(&memory));
}

static void arrays_grow_with_their_content(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    int *items = NULL;
    size_t capacity = 0;
    for (int i = 0; i < 5000; i++) {
        items = mq_arena_grow(arena, items, &capacity, (size_t)i, sizeof *items);
        assert_non_null(items);
        items[i] = i;
    }
    for (int i = 0; i < 5000; i++)
        assert_int_equal(items[i], i);
    assert_string_equal(mq_arena_format(arena, "%s-%d", "level", 3), "level-3");
    mq_arena_free(arena);
}

// An options struct of an older header is shorter; what it lacks is taken for zero.
static void options_of_older_callers_are_completed(void **state) {
    (void)state;
    struct {
        uint32_t size;
        uint32_t a, b;
    } own, given = {8, 5, 6};
    mq_options_copy(&own, sizeof own, &given);
    assert_int_equal(own.a, 5);
    assert_int_equal(own.b, 0);
    given.size = 0; // a caller who left it out means the library's own layout
    mq_options_copy(&own, sizeof own, &given);
    assert_int_equal(own.b, 6);
    mq_options_copy(&own, sizeof own, NULL);
    assert_int_equal(own.a, 0);
}

static void texts_grow_and_hand_over(void **state) {
    (void)state;
    counted_memory counted;
    count_memory(&counted);
    mq_text text;
    mq_text_init(&text, &counted.memory);
    mq_text_string(&text, "a");
    mq_text_char(&text, ' ');
    mq_text_float(&text, 0.1f);
    mq_text_char(&text, ' ');
    mq_text_double(&text, 1e300);
    mq_text_char(&text, ' ');
    mq_text_integer(&text, INT64_MIN);
    mq_text_char(&text, ' ');
    mq_text_hex(&text, 0x10200);
    mq_text_char(&text, ' ');
    mq_text_hex(&text, 0);
    mq_text_format(&text, " %s%d", "x", 7);
    maq_buffer buffer;
    assert_int_equal(mq_text_release_to(&text, &buffer), MAQ_OK);
    assert_string_equal(buffer.data, "a 0.1 1e+300 -9223372036854775808 10200 0 x7");
    assert_int_equal(buffer.length, strlen(buffer.data));
    maq_buffer_free(&buffer);
    assert_null(buffer.data);
    maq_buffer_free(&buffer);
    assert_int_equal(counted.held, 0);
}

static void texts_write_little_endian(void **state) {
    (void)state;
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_u8(&text, 0x01);
    mq_text_u16(&text, 0x0302);
    mq_text_u32(&text, 0x07060504);
    mq_text_f32(&text, 1.0f);
    static const char expected[] = "\1\2\3\4\5\6\7"
                                   "\0\0\x80\x3f";
    assert_int_equal(text.length, sizeof expected - 1);
    assert_memory_equal(text.data, expected, sizeof expected - 1);
    mq_text_free(&text);
}

static void a_failed_text_hands_nothing_over(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at < 6; fail_at++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = fail_at;
        mq_text text;
        mq_text_init(&text, &counted.memory);
        for (int i = 0; i < 100000; i++)
            mq_text_char(&text, 'x');
        maq_buffer buffer;
        assert_int_equal(mq_text_release_to(&text, &buffer), MAQ_NO_MEMORY);
        assert_null(buffer.data);
        assert_int_equal(counted.held, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_never_wrap),
        cmocka_unit_test(memory_is_zeroed_aligned_and_apart),
        cmocka_unit_test(many_large_requests_share_blocks),
        cmocka_unit_test(the_last_owner_frees),
        cmocka_unit_test(all_memory_goes_back),
        cmocka_unit_test(the_limit_holds_and_sticks),
        cmocka_unit_test(the_nth_request_fails_and_all_after_it),
        cmocka_unit_test(arrays_grow_with_their_content),
        cmocka_unit_test(options_of_older_callers_are_completed),
        cmocka_unit_test(texts_grow_and_hand_over),
        cmocka_unit_test(texts_write_little_endian),
        cmocka_unit_test(a_failed_text_hands_nothing_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
