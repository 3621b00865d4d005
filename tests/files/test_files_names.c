// SPDX-License-Identifier: MIT
//
// Names of files: cleaning, comparing, showing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/files_names.h"

typedef struct name_case {
    const char *name, *clean; // clean NULL: refused
    maq_name_status status;
} name_case;

static const name_case cases[] = {
    {"a.png", "a.png", MAQ_NAME_CLEAN},
    {"", "", MAQ_NAME_CLEAN},
    {".", "", MAQ_NAME_CLEAN},
    {"./", "", MAQ_NAME_CLEAN},
    {"a/b/c.png", "a/b/c.png", MAQ_NAME_CLEAN},
    {"a\\b\\c.png", "a/b/c.png", MAQ_NAME_CLEAN},
    {"a//b", "a/b", MAQ_NAME_CLEAN},
    {"a/\\/b", "a/b", MAQ_NAME_CLEAN},
    {"a/./b", "a/b", MAQ_NAME_CLEAN},
    {"./a", "a", MAQ_NAME_CLEAN},
    {"a/", "a", MAQ_NAME_CLEAN},
    {"a/.", "a", MAQ_NAME_CLEAN},
    {"a/..", "", MAQ_NAME_CLEAN},
    {"a/../b", "b", MAQ_NAME_CLEAN},
    {"a\\..\\b", "b", MAQ_NAME_CLEAN},
    {"a/b/../../c", "c", MAQ_NAME_CLEAN},
    {"a/b/../c/../d", "a/d", MAQ_NAME_CLEAN},
    {"...", "...", MAQ_NAME_CLEAN},
    {"..a", "..a", MAQ_NAME_CLEAN},
    {"a..", "a..", MAQ_NAME_CLEAN},
    {".a/..b/c.", ".a/..b/c.", MAQ_NAME_CLEAN},
    {" a b ", " a b ", MAQ_NAME_CLEAN},
    {"\xed\x95\x9c.png", "\xed\x95\x9c.png", MAQ_NAME_CLEAN}, // UTF-8
    {"\xc7\xd1.png", "\xc7\xd1.png", MAQ_NAME_CLEAN},         // not UTF-8
    {"ab:c", "ab:c", MAQ_NAME_CLEAN},
    {"1:c", "1:c", MAQ_NAME_CLEAN},
    {"a/c:/x", "a/c:/x", MAQ_NAME_CLEAN},
    {"..", NULL, MAQ_NAME_OUTSIDE},
    {"../a", NULL, MAQ_NAME_OUTSIDE},
    {"..\\a", NULL, MAQ_NAME_OUTSIDE},
    {"./../a", NULL, MAQ_NAME_OUTSIDE},
    {"a/../..", NULL, MAQ_NAME_OUTSIDE},
    {"a/../../b", NULL, MAQ_NAME_OUTSIDE},
    {"a/../../a/b", NULL, MAQ_NAME_OUTSIDE},
    {"/", NULL, MAQ_NAME_ABSOLUTE},
    {"/etc/passwd", NULL, MAQ_NAME_ABSOLUTE},
    {"\\a", NULL, MAQ_NAME_ABSOLUTE},
    {"\\\\server\\share\\a", NULL, MAQ_NAME_ABSOLUTE},
    {"C:", NULL, MAQ_NAME_DRIVE},
    {"C:a", NULL, MAQ_NAME_DRIVE},
    {"c:\\a", NULL, MAQ_NAME_DRIVE},
    {"z:/a", NULL, MAQ_NAME_DRIVE},
    {"./C:/a", NULL, MAQ_NAME_DRIVE},
    {"a/../C:/a", NULL, MAQ_NAME_DRIVE},
    {"a\nb", NULL, MAQ_NAME_CONTROL},
    {"a/\x1f", NULL, MAQ_NAME_CONTROL},
    {"\x7f", NULL, MAQ_NAME_CONTROL},
};

// In a block of exactly the size that is promised to be enough.
static void expect_clean(const char *name, size_t length, const char *clean,
                         maq_name_status status) {
    char *given = malloc(length + 1), *out = malloc(length + 1);
    assert_non_null(given);
    assert_non_null(out);
    memcpy(given, name, length);
    maq_name_status result = maq_files_clean_name(given, length, out);
    if (result != status || strcmp(out, clean ? clean : "") != 0)
        fail_msg("'%s' became '%s', status %d", name, out, result);
    if (clean) { // what is clean stays as it is, and names may be cleaned in place
        assert_int_equal(maq_files_clean_name(out, strlen(out), out), MAQ_NAME_CLEAN);
        assert_string_equal(out, clean);
    }
    free(given);
    free(out);
}

static void names_are_cleaned(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_clean(cases[i].name, strlen(cases[i].name), cases[i].clean, cases[i].status);
    expect_clean("a\0b", 3, NULL, MAQ_NAME_CONTROL);
}

// All names of up to six of the characters that matter: none leads out.
static void no_name_leads_out(void **state) {
    (void)state;
    static const char letters[] = {'.', '/', '\\', 'a', ':'};
    for (unsigned code = 0; code < 5 * 5 * 5 * 5 * 5 * 5; code++) {
        char name[7] = "", out[7];
        unsigned rest = code;
        for (size_t i = 0; i < 6; i++, rest /= 5)
            name[i] = letters[rest % 5];
        for (size_t length = 0; length <= 6; length++) {
            maq_name_status status = maq_files_clean_name(name, length, out);
            if (status != MAQ_NAME_CLEAN) {
                assert_string_equal(out, "");
                continue;
            }
            char framed[10];
            snprintf(framed, sizeof framed, "/%s/", out);
            assert_null(strchr(out, '\\'));
            assert_null(strstr(framed, "/./"));
            assert_null(strstr(framed, "/../"));
            assert_true(out[0] == '\0' || !strstr(framed, "//"));
            assert_false(out[0] == 'a' && out[1] == ':');
        }
    }
}

static void only_ascii_letters_fold(void **state) {
    (void)state;
    assert_int_equal(mq_name_compare_folded("Ab", 2, "aB", 2), 0);
    assert_true(mq_name_compare_folded("Ab", 2, "aBc", 3) < 0);
    assert_true(mq_name_compare_folded("b", 1, "A", 1) > 0);
    assert_true(mq_name_compare_folded("_", 1, "A", 1) < 0); // between the two cases of letters
    assert_int_not_equal(mq_name_compare_folded("\xc3\x84", 2, "\xc3\xa4", 2), 0);
    assert_int_not_equal(mq_name_compare_folded("@", 1, "`", 1), 0);
    assert_int_not_equal(mq_name_compare_folded("[", 1, "{", 1), 0);
    assert_true(mq_name_compare("A", 1, "a", 1) < 0);
    assert_true(mq_name_compare("a", 1, "", 0) > 0);
    assert_true(mq_name_below("Sub/x", 5, "suB", 3));
    assert_false(mq_name_below("sub", 3, "sub", 3));
    assert_false(mq_name_below("subx/y", 6, "sub", 3));
    assert_true(mq_name_below("x", 1, "", 0));
}

static void names_in_messages_are_printable(void **state) {
    (void)state;
    assert_string_equal(MQ_QUOTE("a b", 3), "'a b'");
    assert_string_equal(MQ_QUOTE("a\033[2J\x7f", 6), "'a\\x1b[2J\\x7f'");
    assert_string_equal(MQ_QUOTE("\xed\x95\x9c\xc7", 4), "'\xed\x95\x9c\\xc7'");
    char name[1000];
    memset(name, 'x', sizeof name);
    memcpy(name + 199, "\xed\x95\x9c", 3); // across the end of what is shown
    const char *shown = MQ_QUOTE(name, sizeof name);
    assert_int_equal(strlen(shown), 199 + 2 + 3);
    assert_string_equal(shown + 199, "x'...");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_cleaned),
        cmocka_unit_test(no_name_leads_out),
        cmocka_unit_test(only_ascii_letters_fold),
        cmocka_unit_test(names_in_messages_are_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
