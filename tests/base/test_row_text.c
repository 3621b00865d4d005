// SPDX-License-Identifier: MIT
//
// Lists of rows are the same bytes by any number of threads, of which the caller notices nothing.
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "formats/row_text.h"
#include "support/one_core.h"

enum { LIST = 60000, PIECE = 1000, REFUSED = 12345 };

typedef struct sink {
    mq_text text;
    pthread_t caller;
    int calls, refuse_call;
} sink;

static bool receive(void *context, const void *bytes, size_t length) {
    sink *s = context;
    assert_true(pthread_equal(s->caller, pthread_self()));
    if (++s->calls == s->refuse_call) {
        errno = REFUSED;
        return false;
    }
    mq_text_bytes(&s->text, bytes, length);
    return true;
}

// ------------------------------------------------------------------------------------------ rows

static void print_numbers(mq_row_text *rows, size_t row, size_t count) {
    mq_row_string(rows, "row");
    for (size_t i = 0; i < count; i++) {
        mq_row_char(rows, ' ');
        mq_row_float(rows, (float)(row % 977) / 7 + (float)i);
        mq_row_double(rows, (double)row / 3);
    }
    mq_row_char(rows, '\n');
}

static void print_short(const void *context, mq_row_text *rows, size_t row) {
    (void)context;
    print_numbers(rows, row, row % 4);
}

// Some rows are longer than a part, and some parts have long rows only.
static void print_uneven(const void *context, mq_row_text *rows, size_t row) {
    (void)context;
    size_t count = row % 20011 == 20010 ? 20000 : row / 500 % 50 == 49 ? 60 : row % 3;
    print_numbers(rows, row, count);
}

// The first rows do not tell how long the others are, nor those at equal distances.
static void print_growing(const void *context, mq_row_text *rows, size_t row) {
    (void)context;
    print_numbers(rows, row, row < LIST - LIST / 40 ? 1 : 100);
}

// The first rows do not fit into their part, and end in one piece as long as is allowed.
static void print_fading(const void *context, mq_row_text *rows, size_t row) {
    (void)context;
    if (row < 4000) {
        print_numbers(rows, row, row % 3);
        memset(mq_row_reserve(rows, MQ_ROW_BYTES), 'a' + (int)(row % 26), MQ_ROW_BYTES);
        rows->at += MQ_ROW_BYTES;
    }
}

// A row with a list of its own.
static void print_nested(const void *context, mq_row_text *rows, size_t row) {
    mq_row_list(rows, row, row + 10, print_short, context);
}

static void print_large(const void *context, mq_row_text *rows, size_t row) {
    (void)context;
    print_numbers(rows, row, 15000);
}

static void print_empty(const void *context, mq_row_text *rows, size_t row) {
    (void)context;
    (void)rows;
    (void)row;
}

static const struct {
    mq_row_print print;
    size_t first, end;
} lists[] = {
    {print_short, 0, 0},        {print_short, 7, 7},         {print_short, 0, 1},
    {print_short, 0, 15},       {print_short, 3, 19},        {print_short, 0, 17},
    {print_short, 0, PIECE},    {print_short, 0, LIST},      {print_short, 1, LIST + 1},
    {print_short, 0, 3 * LIST}, {print_short, 0, LIST + 77}, {print_uneven, 0, LIST},
    {print_uneven, 490, LIST},  {print_growing, 0, LIST},    {print_large, 0, 20},
    {print_empty, 0, LIST},     {print_fading, 0, LIST},     {print_nested, 0, LIST},
};
enum { LISTS = sizeof lists / sizeof *lists };

static void print_one_by_one(mq_text *text, size_t list) {
    mq_row_text *rows = malloc(sizeof *rows);
    mq_row_text_init(rows, text);
    mq_row_string(rows, "before ");
    for (size_t row = lists[list].first; row < lists[list].end; row++)
        lists[list].print(NULL, rows, row);
    mq_row_string(rows, "behind");
    mq_row_flush(rows);
    free(rows);
}

static void print_list(mq_text *text, size_t list, const void *context) {
    mq_row_text *rows = malloc(sizeof *rows);
    mq_row_text_init(rows, text);
    mq_row_string(rows, "before ");
    mq_row_list(rows, lists[list].first, lists[list].end, lists[list].print, context);
    mq_row_string(rows, "behind");
    mq_row_flush(rows);
    free(rows);
}

static void assert_same(const mq_text *text, const mq_text *expected) {
    assert_int_equal(text->length, expected->length);
    assert_memory_equal(text->data, expected->data, expected->length);
}

static void compare_all(void *context) {
    (void)context;
    for (size_t i = 0; i < LISTS; i++) {
        mq_text expected, kept, sent;
        sink s = {.caller = pthread_self()};
        mq_text_init(&expected, NULL);
        print_one_by_one(&expected, i);
        mq_text_init(&kept, NULL);
        print_list(&kept, i, NULL);
        assert_same(&kept, &expected);
        mq_text_init(&s.text, NULL);
        mq_text_init(&sent, NULL);
        mq_text_send_to(&sent, receive, &s);
        print_list(&sent, i, NULL);
        assert_int_equal(mq_text_finish(&sent), MAQ_OK);
        assert_same(&s.text, &expected);
        mq_text_free(&s.text);
        mq_text_free(&kept);
        mq_text_free(&expected);
    }
}

static void lists_are_their_rows(void **state) {
    (void)state;
    compare_all(NULL);
}

static void one_core_prints_the_same(void **state) {
    (void)state;
    if (!on_one_core(compare_all, NULL))
        skip();
}

// --------------------------------------------------------------------------------------- threads

typedef struct watch {
    pthread_t caller;
    atomic_int elsewhere; // rows that another thread printed
} watch;

static void print_watched(const void *context, mq_row_text *rows, size_t row) {
    watch *w = *(watch *const *)context;
    if (!pthread_equal(w->caller, pthread_self()))
        atomic_fetch_add(&w->elsewhere, 1);
    print_numbers(rows, row, 8);
}

static int printed_elsewhere(size_t rows) {
    watch w = {.caller = pthread_self()}, *at = &w;
    mq_text text;
    mq_row_text *list = malloc(sizeof *list);
    mq_text_init(&text, NULL);
    mq_row_text_init(list, &text);
    mq_row_list(list, 0, rows, print_watched, &at);
    mq_row_flush(list);
    mq_text_free(&text);
    free(list);
    return atomic_load(&w.elsewhere);
}

static void other_threads_print_large_lists_alone(void **state) {
    (void)state;
    assert_int_equal(printed_elsewhere(PIECE), 0);
    if (mq_cores() > 1)
        assert_true(printed_elsewhere(LIST * 10) > LIST);
}

// -------------------------------------------------------------------------------------- failures

static void a_refused_part_fails_with_the_errno_of_the_caller(void **state) {
    (void)state;
    for (int call = 1; call < 12; call += 5) {
        sink s = {.caller = pthread_self(), .refuse_call = call};
        mq_text sent;
        mq_text_init(&s.text, NULL);
        mq_text_init(&sent, NULL);
        mq_text_send_to(&sent, receive, &s);
        errno = 0;
        print_list(&sent, 9, NULL);
        assert_int_equal(mq_text_finish(&sent), MAQ_CANNOT_WRITE);
        assert_int_equal(errno, REFUSED);
        assert_int_equal(s.calls, call);
        mq_text_free(&s.text);
    }
}

static void *allocate(void *context, size_t bytes) {
    const sink *s = context;
    assert_true(pthread_equal(s->caller, pthread_self()));
    return malloc(bytes);
}

static void release(void *context, void *block, size_t bytes) {
    const sink *s = context;
    (void)bytes;
    assert_true(pthread_equal(s->caller, pthread_self()));
    free(block);
}

static void memory_may_end_anywhere(void **state) {
    (void)state;
    sink s = {.caller = pthread_self()};
    maq_memory memory = {
        .size = sizeof memory, .context = &s, .allocate = allocate, .release = release};
    mq_text expected, text;
    mq_text_init(&expected, NULL);
    print_one_by_one(&expected, 7);
    maq_status status = MAQ_NO_MEMORY;
    for (memory.fail_at = 1; status != MAQ_OK; memory.fail_at++) {
        assert_true(memory.fail_at < 100);
        mq_text_init(&text, &memory);
        print_list(&text, 7, NULL);
        status = text.status;
        if (status == MAQ_OK)
            assert_same(&text, &expected);
        else
            assert_int_equal(status, MAQ_NO_MEMORY);
        mq_text_free(&text);
    }
    assert_true(memory.fail_at > 3);
    mq_text_free(&expected);
}

// A limit that has no room for the parts is no failure: the rows are then printed one after the other.
static void parts_are_not_needed(void **state) {
    (void)state;
    sink s = {.caller = pthread_self()};
    mq_text expected, sent;
    mq_text_init(&expected, NULL);
    print_one_by_one(&expected, 7);
    maq_memory memory = {.size = sizeof memory, .byte_limit = expected.length};
    maq_memory less = {.size = sizeof memory, .byte_limit = expected.length - 1};
    mq_text_init(&s.text, NULL);
    mq_text_init(&sent, &memory);
    mq_text_send_to(&sent, receive, &s);
    print_list(&sent, 7, NULL);
    assert_int_equal(mq_text_finish(&sent), MAQ_OK);
    assert_same(&s.text, &expected);
    mq_text_init(&sent, &less);
    mq_text_send_to(&sent, receive, &s);
    print_list(&sent, 7, NULL);
    assert_int_equal(mq_text_finish(&sent), MAQ_OVER_LIMIT);
    mq_text_free(&s.text);
    mq_text_free(&expected);
}

enum { LONG_LISTS = 18, LONG_ROWS = 100000 };

static void print_counted(const void *context, mq_row_text *rows, size_t row) {
    (void)row;
    atomic_fetch_add((atomic_size_t *)(uintptr_t)context, 1);
    mq_row_string(rows, "0.5 0.5 0.5 0.5 0.5 0.5 0.5\n");
}

static void print_long_list(const void *context, mq_row_text *rows, size_t row) {
    (void)row;
    mq_row_list(rows, 0, LONG_ROWS, print_counted, context);
}

// A row can be most of a file, such as a mesh: how long it is must not be learned by printing it again and again.
static void long_rows_are_hardly_printed_twice(void **state) {
    (void)state;
    atomic_size_t printed = 0;
    mq_text text;
    mq_row_text rows;
    mq_text_init(&text, NULL);
    mq_row_text_init(&rows, &text);
    mq_row_list(&rows, 0, LONG_LISTS, print_long_list, &printed);
    mq_row_flush(&rows);
    assert_int_equal(text.status, MAQ_OK);
    assert_int_equal(text.length, (size_t)28 * LONG_LISTS * LONG_ROWS);
    assert_true(printed < (size_t)LONG_LISTS * LONG_ROWS * 21 / 20);
    mq_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_their_rows),
        cmocka_unit_test(one_core_prints_the_same),
        cmocka_unit_test(other_threads_print_large_lists_alone),
        cmocka_unit_test(a_refused_part_fails_with_the_errno_of_the_caller),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(parts_are_not_needed),
        cmocka_unit_test(long_rows_are_hardly_printed_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
