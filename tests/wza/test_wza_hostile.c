// SPDX-License-Identifier: MIT
//
// WZA files that are cut off, damaged or hostile.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/hostile_text.h"

// Small files that between them use every directive and every tolerance.
static const char *const files[] = {
    "tests/data/wza/model.wza",          "tests/data/wza/walk.wza",
    "tests/data/wza/rules/WZA-0008.wza", "tests/data/wza/rules/WZA-0017.wza",
    "tests/data/wza/rules/WZA-0018.wza", "tests/data/wza/rules/WZA-0021.wza",
    "tests/data/wza/rules/WZA-0024.wza", "tests/data/wza/rules/WZA-0214.wza",
    "tests/data/wza/rules/WZA-0304.wza", NULL};

static void every_prefix_is_survived(void **state) {
    (void)state;
    for_each_file(files, exercise_prefixes);
}

static void every_byte_edit_is_survived(void **state) {
    (void)state;
    for_each_file(files, exercise_byte_edits);
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    for_each_file(files, exercise_failing_memory);
}

static void absurd_counts_are_refused_at_once(void **state) {
    (void)state;
    static const char *const texts[] = {"WZA 1\nSHAPES",
                                        "WZA 1\nSHAPE 0\nVERTICES",
                                        "WZA 1\nSHAPE 0\nFACES",
                                        "WZA 1\nBONES",
                                        "WZA 1\nBONES 1\nBONE 0 -1 0 0 0 0",
                                        "WZA 1\nANIMATIONS",
                                        "WZA 1\nANIMATION 0 1\nPROPERTIES",
                                        "WZA 1\nANIMATION 0 1\nPROPERTIES 0\nPOINTS",
                                        NULL};
    assert_absurd_counts_are_refused("wza", texts, "WZA-0022");
}

// A count that the limit allows but the file cannot hold takes no more memory than the file.
static void counts_beyond_the_file_cost_nothing(void **state) {
    (void)state;
    assert_counts_cost_nothing(
        "wza", "WZA 1\nSHAPES 60000000\nSHAPE 0\nVERTICES 60000000\nFACES 60000000\n"
               "BONES 60000000\nBONE 0 -1 0 0 0 0 60000000\n1 2\nANIMATIONS 60000000\n"
               "ANIMATION 0 1\nPROPERTIES 60000000\nPOINTS 60000000\n");
}

static void a_mebibyte_of_anything_is_harmless(void **state) {
    (void)state;
    static const char *const heads[] = {
        "WZA 1\n",
        "WZA 1\nSHAPES 2\nSHAPE 0\nVERTICES 900000\n",
        "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 1\n0 0 0 0 0 0 0 0 0 0 0 0 0\nFACES 0\nBONES 1\nBONE 0 0 0 0 0 0 9999999\n",
        "WZA 1\nANIMATION 0 1\nPROPERTIES 900000\n",
        "WZA 1\nANIMATION 0 1\nPROPERTIES 1\n0 shape 1 1\nPOINTS 900000\n",
        NULL};
    static const char *const patterns[] = {"#\n",
                                           " \n",
                                           "\t",
                                           "\r\n",
                                           "x ",
                                           "0 ",
                                           "1\n",
                                           "SHAPE\n",
                                           "SHAPE 0\n",
                                           "VERTICES 1\n",
                                           "FACES 1\n0 0 0 0 0 0 0 0 0 0\n",
                                           "BONE\n",
                                           "BONE 0 0 0 0 0 0 0\n",
                                           "BONE 1 0 0 0 0 0 1\n0\n",
                                           "ANIMATION\n",
                                           "ANIMATION 0 1\nPROPERTIES 1\n0 bone 0 0\n",
                                           "0 shape 1 1\n",
                                           "0 0 0\n",
                                           "0 0 0 0 0 0 0 0 0\n",
                                           "0 0 0 0 0 0 0 0 0 0 0 0 0\n",
                                           "TEXTURE \"a\n",
                                           "TEXTURE \"a\" ",
                                           "\"",
                                           "ABC ",
                                           "\x1a",
                                           "\xff",
                                           NULL};
    assert_patterns_are_harmless("wza", heads, patterns);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_survived),
        cmocka_unit_test(every_byte_edit_is_survived),
        cmocka_unit_test(every_failing_request_is_survived),
        cmocka_unit_test(absurd_counts_are_refused_at_once),
        cmocka_unit_test(counts_beyond_the_file_cost_nothing),
        cmocka_unit_test(a_mebibyte_of_anything_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
