// SPDX-License-Identifier: MIT
//
// Each rule of WZA has a file that breaks it and nothing else; the finding has the right position.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/documents.h"
#include "support/hostile.h"
#include "support/rule_files.h"

static const rule_file files[] = {
    {"WZA-0001", "spec", 1, 1},   {"WZA-0002", "spec", 1, 5},   {"WZA-0003", "spec", 1, 1},
    {"WZA-0004", "spec", 4, 9},   {"WZA-0005", "spec", 34, 1},  {"WZA-0006", "spec", 4, 10},
    {"WZA-0007", "spec", 4, 1},   {"WZA-0008", "spec", 2, 14},  {"WZA-0009", "spec", 4, 1},
    {"WZA-0010", "spec", 2, 8},   {"WZA-0011", "spec", 32, 9},  {"WZA-0012", "spec", 32, 9},
    {"WZA-0013", "spec", 32, 5},  {"WZA-0014", "spec", 32, 9},  {"WZA-0015", "spec", 32, 9},
    {"WZA-0016", "spec", 32, 13}, {"WZA-0017", "spec", 18, 21}, {"WZA-0018", "spec", 9, 2},
    {"WZA-0019", "spec", 8, 27},  {"WZA-0020", "spec", 28, 9},  {"WZA-0021", "spec", 34, 3},
    {"WZA-0022", "spec", 28, 9},  {"WZA-0023", "spec", 2, 11},  {"WZA-0024", "spec", 2, 9},
    {"WZA-0025", "spec", 2, 9},   {"WZA-0026", "spec", 29, 1},  {"WZA-0027", "spec", 4, 2},
    {"WZA-0028", "spec", 17, 1},  {"WZA-0029", "spec", 4, 8},   {"WZA-0030", "spec", 1, 1},
    {"WZA-0101", "spec", 3, 11},  {"WZA-0201", "spec", 2, 1},   {"WZA-0202", "spec", 2, 1},
    {"WZA-0203", "spec", 12, 7},  {"WZA-0204", "spec", 12, 7},  {"WZA-0205", "spec", 3, 1},
    {"WZA-0206", "spec", 9, 3},   {"WZA-0207", "spec", 9, 3},   {"WZA-0208", "spec", 14, 3},
    {"WZA-0209", "spec", 12, 3},  {"WZA-0210", "spec", 12, 3},  {"WZA-0211", "spec", 16, 3},
    {"WZA-0212", "spec", 12, 7},  {"WZA-0213", "spec", 12, 5},  {"WZA-0214", "spec", 16, 5},
    {"WZA-0215", "spec", 8, 24},  {"WZA-0216", "spec", 16, 21}, {"WZA-0301", "spec", 20, 6},
    {"WZA-0302", "spec", 20, 6},  {"WZA-0303", "spec", 20, 8},  {"WZA-0304", "spec", 18, 8},
    {"WZA-0305", "spec", 19, 4},  {"WZA-0306", "spec", 19, 4},  {"WZA-0401", "spec", 34, 11},
    {"WZA-0402", "spec", 23, 13}, {"WZA-0403", "spec", 26, 5},  {"WZA-0404", "spec", 27, 3},
    {"WZA-0405", "spec", 27, 5},  {"WZA-0406", "spec", 25, 10}, {"WZA-0407", "spec", 26, 11},
    {"WZA-0408", "spec", 27, 13}, {"WZA-0409", "spec", 27, 5},  {"WZA-0410", "spec", 27, 15},
    {"WZA-0411", "spec", 27, 3},  {"WZA-0412", "spec", 34, 3},  {"WZA-0413", "spec", 32, 5},
    {"WZA-0414", "spec", 33, 5},  {"WZA-0415", "spec", 32, 5},  {"WZA-0416", "spec", 30, 16},
    {"WZA-0417", "spec", 33, 7},
};
#define FILE_COUNT (sizeof files / sizeof files[0])

// Losses and images concern more than one file.
static const char *const others[] = {
    "WZA-0502", "WZA-0503", "WZA-0901", "WZA-0902", "WZA-0903", "WZA-0904",
    "WZA-0905", "WZA-0906", "WZA-0907", "WZA-0908", "WZA-0909", "WZA-0910",
    "WZA-0911", "WZA-0912", "WZA-0913", "WZA-0914", "WZA-0915", NULL,
};

static void every_rule_has_a_file(void **state) {
    (void)state;
    assert_every_rule_has_a_file("wza", files, FILE_COUNT, others);
}

static void each_file_breaks_its_rule_alone(void **state) {
    (void)state;
    assert_each_file_breaks_its_rule("wza", files, FILE_COUNT);
}

static void a_valid_model_breaks_none(void **state) {
    (void)state;
    size_t length;
    char *bytes = read_whole("tests/data/wza/rules/valid.wza", &length);
    checked result = check_text("wza", bytes, length, NULL);
    assert_int_equal(result.findings->count, 0);
    checked_free(&result);
    free(bytes);
}

static void all_faults_of_a_file_are_named(void **state) {
    (void)state;
    static const char text[] = "WZA 1\n"
                               "TEXTURE a/b\n"
                               "\tNORMALMAP 3\n"
                               "SHAPES 1\n"
                               "SHAPE 0\n"
                               "\tVERTICES 3\n"
                               "\t\t0 0 0 0 0 0 1 1 0 0 0 1 0\n"
                               "\t\t0 1 0 0 0 0 1 1 0 0 0 1 0\n"
                               "\t\t5 1 1 0 0 0 1 1 0 0 0 1 0\n"
                               "\tFACES 2\n"
                               "\t\t0 0 1 2 0 0 1 0 0\n"
                               "\t\t1 0 1 2 0 0 1 0 0 one\n"
                               "WHAT 3\n"
                               "SHAPE 1\n"
                               "\tfaces 0\n"
                               "BONES 3\n"
                               "BONE 0 1 0 0 0 0 1\n"
                               "\t0\n"
                               "BONE 1 2 0 0 0 0 1\n"
                               "\t0 0\n"
                               "BONE 2 0 7 0 0 0 0\n"
                               "ANIMATIONS 1\n"
                               "ANIMATION 0 100\n"
                               "\tPROPERTIES 2\n"
                               "\t\t0 bone 0 1\n"
                               "\t\t1 shape 1 1\n"
                               "\tPOINTS 5\n"
                               "\t\t0 50 0 0 0 0 0 0 1\n"
                               "\t\t0 20 0 0 0 0 0 0 1\n"
                               "\t\t1 -1 0\n"
                               "\t\t1 101 0\n"
                               "\t\t2 0 0\n";
    static const char *const expected[] = {
        "WZA-0024 2:9",   "WZA-0101 3:12", "WZA-0029 4:8",  "WZA-0206 8:3",  "WZA-0019 11:20",
        "WZA-0011 12:21", "WZA-0009 13:1", "WZA-0007 15:2", "WZA-0304 17:8", "WZA-0021 20:4",
        "WZA-0101 21:10", "WZA-0413 29:5", "WZA-0414 30:5", "WZA-0415 31:5", "WZA-0412 32:3",
    };
    assert_findings("wza", text, expected, sizeof expected / sizeof expected[0]);
}

static void bytes_that_are_not_utf8_are_counted(void **state) {
    (void)state;
    static const char text[] = "WZA 1\nTEXTURE a\xff\xfe.png \xfd\n";
    maq_document *document;
    maq_open_memory(text, sizeof text - 1, NULL, &document);
    assert_int_equal(finding_of(document, "WZA-0023")->count, 3);
    maq_close(document);
}

static void expect_rule(const char *properties, const char *id) {
    char text[512];
    snprintf(text, sizeof text,
             "WZA 1\nTEXTURE a.png\nSHAPES 1\nSHAPE 0\n\tVERTICES 0\n\tFACES 0\n"
             "BONES 1\nBONE 0 -1 0 0 0 0 0\nANIMATIONS 1\nANIMATION 0 100\n\t%s\n\tPOINTS 0\n",
             properties);
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    if (!finding_of(document, id))
        fail_msg("%s: no %s", properties, id);
    maq_close(document);
}

static void rows_and_counts_end_with_their_line(void **state) {
    (void)state;
    expect_rule("PROPERTIES 1\n\t\t0", "WZA-0019");
    expect_rule("PROPERTIES 2\n\t\t0\n\t\t1 bone 0 1", "WZA-0019");
    expect_rule("PROPERTIES 1 x\n\t\t0 bone 0 1", "WZA-0016");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_a_file),
        cmocka_unit_test(each_file_breaks_its_rule_alone),
        cmocka_unit_test(a_valid_model_breaks_none),
        cmocka_unit_test(all_faults_of_a_file_are_named),
        cmocka_unit_test(bytes_that_are_not_utf8_are_counted),
        cmocka_unit_test(rows_and_counts_end_with_their_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
