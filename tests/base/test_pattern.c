// SPDX-License-Identifier: MIT
//
// Patterns of file names.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/pattern.h"

static void matches_names(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", ""},
        {"a", "a"},
        {"*", ""},
        {"*", "abc"},
        {"*.pie", "x.pie"},
        {"*a*b", "xaxbab"},
        {"?", "x"},
        {"?", "\xed\x95\x9c"},
        {"?", "\xff"},
        {"[a-c]x", "bx"},
        {"[!a-c]x", "dx"},
        {"[^a]", "b"},
        {"[]a]", "]"},
        {"[]a]", "a"},
        {"[a-]", "-"},
        {"[\xec\x98\x80-\xed\x9e\xa3]", "\xed\x95\x9c"},
        {"[", "["},
        {"[ab", "[ab"},
        {"\\*", "*"},
        {"[\\]]", "]"},
        {".*", ".hidden"},
        {"a/*/c", "a/b/c"},
        {"*/.*", "a/.b"},
        {"**", "ab"},
        {"a*", "a"},
        {"*a", "aa"},
        {"[a][b]*", "abc"},
        {"x\\", "x\\"},
        {"*.*", "a.b.c"},
        {"a.*", "a."},
        {"[a/]b]", "[a/]b]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!mq_pattern_matches(cases[i][0], cases[i][1]))
            fail_msg("'%s' does not match '%s'", cases[i][0], cases[i][1]);
    }
}

static void refuses_names(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "a"},        {"a", ""},      {"a", "ab"},        {"ab", "a"},     {"*.pie", "x.pi"},
        {"?", ""},        {"?", "ab"},    {"*", "a/b"},       {"a?b", "a/b"},  {"a[/]b", "a/b"},
        {"*", ".hidden"}, {"?x", ".x"},   {"[.]x", ".x"},     {"a/*", "a/.b"}, {"[a-c]", "d"},
        {"[!a-c]", "b"},  {"\\*", "a"},   {"*.PIE", "x.pie"}, {"a*b", "ac"},   {"[!a]", ""},
        {"*/c", "a/b/c"}, {"[b-a]", "b"}, {"[]", "]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (mq_pattern_matches(cases[i][0], cases[i][1]))
            fail_msg("'%s' matches '%s'", cases[i][0], cases[i][1]);
    }
}

// A matcher that tries every '*' again takes years here.
static void takes_no_time(void **state) {
    (void)state;
    static char name[2000], pattern[200];
    memset(name, 'a', sizeof name - 1);
    for (size_t i = 0; i + 2 < sizeof pattern; i += 2)
        memcpy(pattern + i, "*a", 2);
    pattern[sizeof pattern - 2] = 'b';
    assert_false(mq_pattern_matches(pattern, name));
}

static void knows_patterns(void **state) {
    (void)state;
    assert_true(mq_pattern_is_special("a*") && mq_pattern_is_special("?") &&
                mq_pattern_is_special("[a]"));
    assert_false(mq_pattern_is_special("models/a b.pie"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_names),
        cmocka_unit_test(refuses_names),
        cmocka_unit_test(takes_no_time),
        cmocka_unit_test(knows_patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
