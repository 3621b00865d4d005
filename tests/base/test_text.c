// SPDX-License-Identifier: MIT
//
// Texts that are sent on in parts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

typedef struct sink {
    char *bytes;
    size_t length, calls, refuse_call;
} sink;

static bool receive(void *context, const void *bytes, size_t length) {
    sink *s = context;
    if (++s->calls == s->refuse_call)
        return false;
    s->bytes = realloc(s->bytes, s->length + length);
    assert_non_null(s->bytes);
    memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
    return true;
}

enum { LINES = 100000, LARGE = 1 << 20 };

// Short and long pieces: more than one part of each.
static void write_pieces(mq_text *text, const char *large) {
    for (int i = 0; i < LINES; i++) {
        mq_text_integer(text, i);
        mq_text_doubles(text, (double[]){0.25, 1e-9}, 2);
        mq_text_char(text, '\n');
    }
    mq_text_reserve(text, LARGE);
    mq_text_bytes(text, large, LARGE);
    mq_text_string(text, "the end");
}

static void parts_are_the_text(void **state) {
    (void)state;
    char *large = calloc(LARGE, 1);
    mq_text whole, sent;
    sink s = {0};
    mq_text_init(&whole, NULL);
    write_pieces(&whole, large);
    mq_text_init(&sent, NULL);
    mq_text_send_to(&sent, receive, &s);
    write_pieces(&sent, large);
    assert_true(mq_text_position(&sent) == whole.length);
    assert_true(sent.capacity < LARGE);
    assert_int_equal(mq_text_finish(&sent), MAQ_OK);
    assert_true(s.calls > 3);
    assert_int_equal(s.length, whole.length);
    assert_memory_equal(s.bytes, whole.data, whole.length);
    mq_text_free(&whole);
    free(s.bytes);
    free(large);
}

static void nothing_follows_a_refused_part(void **state) {
    (void)state;
    char *large = calloc(LARGE, 1);
    for (size_t call = 1; call < 4; call++) {
        mq_text text;
        sink s = {.refuse_call = call};
        mq_text_init(&text, NULL);
        mq_text_send_to(&text, receive, &s);
        write_pieces(&text, large);
        assert_int_equal(mq_text_finish(&text), MAQ_CANNOT_WRITE);
        assert_int_equal(s.calls, call);
        free(s.bytes);
    }
    free(large);
}

static void limits_hold_for_all_parts(void **state) {
    (void)state;
    char *large = calloc(LARGE, 1);
    mq_text text;
    sink s = {0};
    maq_memory memory = {.size = sizeof memory, .byte_limit = LARGE};
    mq_text_init(&text, &memory);
    mq_text_send_to(&text, receive, &s);
    write_pieces(&text, large);
    assert_int_equal(mq_text_finish(&text), MAQ_OVER_LIMIT);
    assert_true(s.length <= LARGE);
    free(s.bytes);
    free(large);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_the_text),
        cmocka_unit_test(nothing_follows_a_refused_part),
        cmocka_unit_test(limits_hold_for_all_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
