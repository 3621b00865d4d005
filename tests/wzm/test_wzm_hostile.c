// SPDX-License-Identifier: MIT
//
// WZM files that are cut off, damaged or hostile.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/hostile_text.h"

// Small files that between them use every directive and every tolerance.
static const char *const files[] = {"tests/data/wzm/rules/valid-1.wzm",
                                    "tests/data/wzm/rules/valid-2.wzm",
                                    "tests/data/wzm/rules/valid-3.wzm",
                                    "tests/data/wzm/rules/WZM-0006.wzm",
                                    "tests/data/wzm/rules/WZM-0009.wzm",
                                    "tests/data/wzm/rules/WZM-0017.wzm",
                                    "tests/data/wzm/rules/WZM-0018.wzm",
                                    "tests/data/wzm/rules/WZM-0019.wzm",
                                    "tests/data/wzm/rules/WZM-0020.wzm",
                                    "tests/data/wzm/rules/WZM-0021.wzm",
                                    "tests/data/wzm/rules/WZM-0106.wzm",
                                    "tests/data/wzm/rules/WZM-0304.wzm",
                                    NULL};

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
    static const char *const texts[] = {"WZM 1\nMESHES",
                                        "WZM 1\nMESH 0\nVERTICES",
                                        "WZM 1\nMESH 0\nFACES",
                                        "WZM 2\nMESH 0\nFRAMES",
                                        "WZM 3\nMESH a\nCONNECTORS",
                                        "WZM 1\nMESH 0\nTEXTUREARRAYS",
                                        NULL};
    assert_absurd_counts_are_refused("wzm", texts, "WZM-0022");
}

// A count that the limit allows but the file cannot hold takes no more memory than the file.
static void counts_beyond_the_file_cost_nothing(void **state) {
    (void)state;
    assert_counts_cost_nothing(
        "wzm",
        "WZM 1\nMESHES 60000000\nMESH 0\nVERTICES 60000000\nFACES 60000000\nVERTEXARRAY\n0 0 0\n"
        "TEXTUREARRAYS 60000000\nTEXTUREARRAY 0\n0 0\nINDEXARRAY\n0 0 0\n"
        "FRAMES 60000000\nCONNECTORS 60000000\n");
}

static void a_mebibyte_of_anything_is_harmless(void **state) {
    (void)state;
    static const char *const heads[] = {
        "WZM 1\n", "WZM 2\nTEXTURE a\nMESHES 1\nMESH a\n",
        "WZM 3\nMESH a\nVERTICES 9999999\nINDICES 9999999\nVERTEXARRAY\n",
        "WZM 2\nMESH a\nVERTICES 3\nCONNECTORS 999999\n", NULL};
    static const char *const patterns[] = {"//\n",
                                           " \n",
                                           "\t",
                                           "\r\n",
                                           "x ",
                                           "0 ",
                                           "1\n",
                                           "MESH\n",
                                           "MESH a\n",
                                           "MESH ",
                                           "TEXTUREARRAY 0\n",
                                           "TEXTUREARRAY\n0\n",
                                           "VERTICES 1\n",
                                           "VERTEXARRAY\n",
                                           "VERTEXARRAY\n0 0\n",
                                           "CONNECTORS 1\n0 0 0 0\n",
                                           "a 0 0 0 0 0 0\n",
                                           "FRAMES 9\n0 0\n",
                                           "ABC ",
                                           "ABC\n",
                                           "\x1a",
                                           "nan ",
                                           "0 0 0 0 0 0 0 0 0 0 0 0\n",
                                           "/",
                                           NULL};
    assert_patterns_are_harmless("wzm", heads, patterns);
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
