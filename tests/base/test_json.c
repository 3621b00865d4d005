// SPDX-License-Identifier: MIT
//
// JSON as mq_json_*() prints it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/value.h"

static void expect_json(const char *bytes, size_t length, const char *expected) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_json_string(&text, bytes, length);
    mq_text_char(&text, '\0');
    assert_int_equal(text.status, MAQ_OK);
    assert_string_equal(text.data, expected);
    mq_text_free(&text);
}

static void strings_are_escaped(void **state) {
    (void)state;
    expect_json("", 0, "\"\"");
    expect_json("plain", 5, "\"plain\"");
    expect_json("a\"b\\c/", 6, "\"a\\\"b\\\\c/\"");
    expect_json("\b\f\n\r\t", 5, "\"\\b\\f\\n\\r\\t\"");
    expect_json("\0\x01\x1f\x7f", 4, "\"\\u0000\\u0001\\u001f\\u007f\"");
}

static void good_utf8_stays(void **state) {
    (void)state;
    expect_json("\xc3\xa4", 2, "\"\xc3\xa4\"");                 // U+00E4
    expect_json("\xe2\x82\xac", 3, "\"\xe2\x82\xac\"");         // U+20AC
    expect_json("\xf0\x9f\x9a\x80", 4, "\"\xf0\x9f\x9a\x80\""); // U+1F680
    expect_json("\xf4\x8f\xbf\xbf", 4, "\"\xf4\x8f\xbf\xbf\""); // U+10FFFF
    expect_json("\xed\x9f\xbf", 3, "\"\xed\x9f\xbf\"");         // U+D7FF
}

static void stray_bytes_become_code_points(void **state) {
    (void)state;
    expect_json("\xe4", 1, "\"\xc3\xa4\"");
    expect_json("\x80", 1, "\"\xc2\x80\"");
    expect_json("\xff", 1, "\"\xc3\xbf\"");
    expect_json("\xc3", 1, "\"\xc3\x83\"");             // cut off
    expect_json("\xe2\x82", 2, "\"\xc3\xa2\xc2\x82\""); // cut off
    expect_json("\xc0\x80", 2, "\"\xc3\x80\xc2\x80\""); // overlong
    expect_json("\xe0\x80\x80", 3, "\"\xc3\xa0\xc2\x80\xc2\x80\"");
    expect_json("\xed\xa0\x80", 3, "\"\xc3\xad\xc2\xa0\xc2\x80\""); // a surrogate
    expect_json("\xf5\x80\x80\x80", 4, "\"\xc3\xb5\xc2\x80\xc2\x80\xc2\x80\"");
    expect_json("\xf4\x90\x80\x80", 4, "\"\xc3\xb4\xc2\x90\xc2\x80\xc2\x80\""); // past U+10FFFF
    expect_json("a\xe4z", 3, "\"a\xc3\xa4z\"");
}

// A sequence that is cut off: its rest must not be looked for past the end.
static void nothing_is_read_past_the_end(void **state) {
    (void)state;
    char *bytes = malloc(2); // sanitizers watch the end of it
    memcpy(bytes, "x\xe2", 2);
    expect_json(bytes, 2, "\"x\xc3\xa2\"");
    free(bytes);
}

static const maq_value *sample(mq_arena *arena) {
    mq_node *root = mq_value_root(arena, MAQ_VALUE_OBJECT);
    mq_put_text(root, "name", "tank");
    mq_put_null(root, "nothing");
    mq_put_bool(root, "yes", true);
    mq_put_integer(root, "least", INT64_MIN);
    mq_put_float(root, "float", 0.1f);
    mq_put_double(root, "double", 0.1);
    mq_put_float(root, "infinite", INFINITY);
    mq_put_double(root, "nan", NAN);
    mq_put_array(root, "empty");
    mq_put_object(root, "void");
    const float numbers[] = {1, -2.5f, 3};
    mq_put_floats(root, "numbers", numbers, 3);
    mq_node *list = mq_put_array(root, "list");
    mq_put_text(list, NULL, "a");
    mq_put_integer(mq_put_object(list, NULL), "b", 1);
    return mq_node_value(root);
}

static void expect_printed(void (*print)(mq_text *, const maq_value *), const char *expected) {
    mq_arena *arena = mq_arena_new(NULL);
    mq_text text;
    mq_text_init(&text, NULL);
    print(&text, sample(arena));
    mq_text_char(&text, '\0');
    assert_int_equal(text.status, MAQ_OK);
    assert_string_equal(text.data, expected);
    mq_text_free(&text);
    mq_arena_free(arena);
}

static void trees_on_one_line(void **state) {
    (void)state;
    expect_printed(mq_json_value, "{\"name\":\"tank\",\"nothing\":null,\"yes\":true,"
                                  "\"least\":-9223372036854775808,\"float\":0.1,\"double\":0.1,"
                                  "\"infinite\":null,\"nan\":null,\"empty\":[],\"void\":{},"
                                  "\"numbers\":[1,-2.5,3],\"list\":[\"a\",{\"b\":1}]}");
}

static void trees_with_lines(void **state) {
    (void)state;
    expect_printed(mq_json_pretty, "{\n"
                                   "  \"name\": \"tank\",\n"
                                   "  \"nothing\": null,\n"
                                   "  \"yes\": true,\n"
                                   "  \"least\": -9223372036854775808,\n"
                                   "  \"float\": 0.1,\n"
                                   "  \"double\": 0.1,\n"
                                   "  \"infinite\": null,\n"
                                   "  \"nan\": null,\n"
                                   "  \"empty\": [],\n"
                                   "  \"void\": {},\n"
                                   "  \"numbers\": [1, -2.5, 3],\n"
                                   "  \"list\": [\n"
                                   "    \"a\",\n"
                                   "    {\n"
                                   "      \"b\": 1\n"
                                   "    }\n"
                                   "  ]\n"
                                   "}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(good_utf8_stays),
        cmocka_unit_test(stray_bytes_become_code_points),
        cmocka_unit_test(nothing_is_read_past_the_end),
        cmocka_unit_test(trees_on_one_line),
        cmocka_unit_test(trees_with_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
