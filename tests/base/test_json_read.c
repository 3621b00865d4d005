// SPDX-License-Identifier: MIT
//
// JSON as mq_json_read() understands it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/json_read.h"

static mq_arena *arena;

static int setup(void **state) {
    (void)state;
    arena = mq_arena_new(NULL);
    return arena ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    mq_arena_free(arena);
    return 0;
}

static mq_json_result read_text(const char *text) {
    return mq_json_read(arena, text, strlen(text));
}

// Reads a text and prints what was understood.
static void expect(const char *text, const char *expected) {
    mq_json_result result = read_text(text);
    mq_text out;
    assert_int_equal(result.status, MAQ_OK);
    mq_text_init(&out, NULL);
    mq_json_value(&out, result.root);
    mq_text_char(&out, 0);
    assert_string_equal(out.data, expected);
    mq_text_free(&out);
}

static void expect_fault(const char *text, size_t offset, const char *message) {
    mq_json_result result = read_text(text);
    if (result.status != MAQ_BAD_DATA || result.offset != offset || result.root ||
        strcmp(result.message, message) != 0)
        fail_msg("%s: status %d at %zu: %s", text, result.status, result.offset,
                 result.message ? result.message : "-");
}

static void values_of_all_kinds_are_read(void **state) {
    (void)state;
    expect("{}", "{}");
    expect(" [ ] ", "[]");
    expect("{\"a\" : [1 , true,false , null, \"x\"] }", "{\"a\":[1,true,false,null,\"x\"]}");
    expect("\xef\xbb\xbf"
           "7\n",
           "7");
    expect("[[[[]]],{\"k\":{}}]", "[[[[]]],{\"k\":{}}]");
}

static void numbers_keep_their_kind(void **state) {
    (void)state;
    const maq_value *v =
        read_text("[0,-1,9223372036854775807,9223372036854775808,0.1,1e2,-0,1e999]")
            .root->as.children.first;
    assert_int_equal(v->kind, MAQ_VALUE_INTEGER);
    assert_int_equal(v->as.integer, 0);
    v = v->next;
    assert_int_equal(v->as.integer, -1);
    v = v->next;
    assert_int_equal(v->kind, MAQ_VALUE_INTEGER);
    assert_true(v->as.integer == INT64_MAX);
    v = v->next;
    assert_int_equal(v->kind, MAQ_VALUE_DOUBLE);
    assert_true(v->as.float64 == 9223372036854775808.0);
    v = v->next;
    assert_true(v->as.float64 == 0.1);
    v = v->next;
    assert_int_equal(v->kind, MAQ_VALUE_DOUBLE);
    assert_true(v->as.float64 == 100);
    v = v->next;
    assert_true(v->as.float64 == 0 && signbit(v->as.float64));
    v = v->next;
    assert_true(isinf(v->as.float64));
}

static void strings_are_unescaped(void **state) {
    (void)state;
    const maq_value *v =
        read_text(
            "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"\\u00e4\\u20AC\",\"\\ud83d\\ude80\",\"a\\u0000b\"]")
            .root->as.children.first;
    assert_string_equal(v->as.text.bytes, "\"\\/\b\f\n\r\t");
    v = v->next;
    assert_string_equal(v->as.text.bytes, "\xc3\xa4\xe2\x82\xac");
    v = v->next;
    assert_string_equal(v->as.text.bytes, "\xf0\x9f\x9a\x80");
    v = v->next;
    assert_int_equal(v->as.text.length, 3);
    assert_memory_equal(v->as.text.bytes, "a\0b", 4);
    assert_int_equal(read_text("[\"\\u0000\",1]").nul_count, 1);
}

static void strings_are_repaired(void **state) {
    (void)state;
    mq_json_result result = read_text("[\"\xe4\",\"\\ud800\",\"\\udc00x\",\"\xc3\xa4\xff\"]");
    const maq_value *v = result.root->as.children.first;
    assert_int_equal(result.stray_count, 2);
    assert_int_equal(result.first_stray, 2);
    assert_string_equal(v->as.text.bytes, "\xc3\xa4");
    v = v->next;
    assert_string_equal(v->as.text.bytes, "\xef\xbf\xbd");
    v = v->next;
    assert_string_equal(v->as.text.bytes, "\xef\xbf\xbdx");
    v = v->next;
    assert_string_equal(v->as.text.bytes, "\xc3\xa4\xc3\xbf");
}

static void values_know_where_they_begin(void **state) {
    (void)state;
    const maq_value *root = read_text(" {\"a\": 1, \"b\": [2, 3]}").root;
    assert_int_equal(mq_json_offset(root), 1);
    assert_int_equal(mq_json_offset(maq_value_find(root, "a")), 2);
    const maq_value *b = maq_value_find(root, "b");
    assert_int_equal(mq_json_offset(b), 10);
    assert_int_equal(mq_json_offset(b->as.children.first->next), 19);
}

static void faults_have_a_position(void **state) {
    (void)state;
    expect_fault("", 0, "the text ends early");
    expect_fault("  ", 2, "the text ends early");
    expect_fault("{\"a\":}", 5, "a value is expected");
    expect_fault("{\"a\" 1}", 5, "a colon is expected");
    expect_fault("{a:1}", 1, "a key in quotes is expected");
    expect_fault("{\"a\":1 \"b\":2}", 7, "a comma or } is expected");
    expect_fault("[1 2]", 3, "a comma or ] is expected");
    expect_fault("[1,]", 3, "a value is expected");
    expect_fault("[1", 2, "a comma or ] is expected");
    expect_fault("tru", 0, "a value is expected");
    expect_fault("\"abc", 0, "a string does not end");
    expect_fault("\"a\nb\"", 2, "a control character in a string must be escaped");
    expect_fault("\"\\x\"", 1, "this escape is not known to JSON");
    expect_fault("\"\\u12g4\"", 1, "this escape is not known to JSON");
    expect_fault("\"\\", 0, "a string does not end");
    expect_fault("01", 0, "this is not a number as JSON has them");
    expect_fault("1.", 0, "this is not a number as JSON has them");
    expect_fault("-", 0, "this is not a number as JSON has them");
    expect_fault("1e+", 0, "this is not a number as JSON has them");
    expect_fault("+1", 0, "a value is expected");
    expect_fault("NaN", 0, "a value is expected");
    expect_fault("1 2", 2, "something follows the value");
}

static void padding_may_follow(void **state) {
    (void)state;
    assert_int_equal(mq_json_read(arena, "{} \0\0", 5).status, MAQ_OK);
    assert_int_equal(mq_json_read(arena, "{}\0x", 4).status, MAQ_BAD_DATA);
}

static void nesting_is_bounded(void **state) {
    (void)state;
    char text[2 * (MQ_JSON_MAX_DEPTH + 1) + 1];
    for (int extra = 0; extra < 2; extra++) {
        size_t depth = MQ_JSON_MAX_DEPTH + (size_t)extra;
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        mq_json_result result = mq_json_read(arena, text, 2 * depth);
        assert_int_equal(result.status, extra ? MAQ_BAD_DATA : MAQ_OK);
        assert_int_equal(result.too_deep, extra);
        if (extra)
            assert_int_equal(result.offset, MQ_JSON_MAX_DEPTH);
    }
}

static void every_prefix_is_refused(void **state) {
    (void)state;
    static const char text[] =
        "{\"a\":[1.5e3,\"\\u00e4\\n\xc3\xa4\"],\"b\":{\"c\":null,\"d\":true}}";
    for (size_t length = 0; length < sizeof text - 1; length++) {
        char *copy = malloc(length ? length : 1);
        memcpy(copy, text, length);
        assert_int_equal(mq_json_read(arena, copy, length).status, MAQ_BAD_DATA);
        free(copy);
    }
    assert_int_equal(mq_json_read(arena, text, sizeof text - 1).status, MAQ_OK);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    static const char text[] = "{\"a\":[1,\"\\n\",\"x\"],\"b\":{}}";
    for (uint64_t n = 1;; n++) {
        mq_arena *small = mq_arena_new(&(maq_memory){.fail_at = n});
        if (!small)
            continue;
        mq_json_result result = mq_json_read(small, text, sizeof text - 1);
        mq_arena_free(small);
        if (result.status == MAQ_OK)
            break;
        assert_int_equal(result.status, MAQ_NO_MEMORY);
        assert_true(n < 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_all_kinds_are_read), cmocka_unit_test(numbers_keep_their_kind),
        cmocka_unit_test(strings_are_unescaped),        cmocka_unit_test(strings_are_repaired),
        cmocka_unit_test(values_know_where_they_begin), cmocka_unit_test(faults_have_a_position),
        cmocka_unit_test(padding_may_follow),           cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(every_prefix_is_refused),      cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
