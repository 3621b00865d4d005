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

#include "base/base64.h"
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

enum { NUMBERS = 200001 };

static void write_arrays(mq_text *text, const uint32_t *numbers, const float *floats) {
    for (size_t count = 0; count < NUMBERS; count = count * 9 + 1) {
        mq_text_u16s(text, numbers, count);
        mq_text_u32s(text, numbers, count);
        mq_text_f32s(text, floats, count);
    }
    mq_text_u16s(text, numbers, NUMBERS);
    mq_text_u32s(text, numbers, NUMBERS);
    mq_text_f32s(text, floats, NUMBERS);
}

static void large_arrays_need_a_small_buffer(void **state) {
    (void)state;
    uint32_t *numbers = calloc(NUMBERS, sizeof *numbers);
    float *floats = calloc(NUMBERS, sizeof *floats);
    mq_text whole, sent;
    sink s = {0};
    for (uint32_t i = 0; i < NUMBERS; i++) {
        numbers[i] = i * 2654435761u;
        floats[i] = (float)i * 0.37f;
    }
    mq_text_init(&whole, NULL);
    write_arrays(&whole, numbers, floats);
    mq_text_init(&sent, NULL);
    mq_text_send_to(&sent, receive, &s);
    write_arrays(&sent, numbers, floats);
    assert_true(sent.capacity < NUMBERS * 2);
    assert_int_equal(mq_text_finish(&sent), MAQ_OK);
    assert_int_equal(s.length, whole.length);
    assert_memory_equal(s.bytes, whole.data, whole.length);
    // The last array, from the bytes.
    const unsigned char *last = (const unsigned char *)s.bytes + s.length - 4;
    uint32_t bits =
        last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16 | (uint32_t)last[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    assert_true(value == floats[NUMBERS - 1]);
    mq_text_free(&whole);
    free(s.bytes);
    free(numbers);
    free(floats);
}

static void base64_has_no_seams(void **state) {
    (void)state;
    static const char text[] = "any carnal pleas";
    static const char expected[] = "YW55IGNhcm5hbCBwbGVhcw==";
    for (size_t first = 0; first < sizeof text; first++) {
        for (size_t second = 0; first + second < sizeof text; second++) {
            mq_text out;
            mq_text_init(&out, NULL);
            mq_base64 base64 = {.out = &out};
            mq_base64_add(&base64, text, first);
            mq_base64_add(&base64, text + first, second);
            mq_base64_add(&base64, text + first + second, sizeof text - 1 - first - second);
            mq_base64_end(&base64);
            assert_int_equal(out.length, strlen(expected));
            assert_memory_equal(out.data, expected, out.length);
            mq_text_free(&out);
        }
    }
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
        cmocka_unit_test(large_arrays_need_a_small_buffer),
        cmocka_unit_test(base64_has_no_seams),
        cmocka_unit_test(nothing_follows_a_refused_part),
        cmocka_unit_test(limits_hold_for_all_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
