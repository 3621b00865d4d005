// SPDX-License-Identifier: MIT
//
// Each rule of WZM has a file that breaks it and nothing else; the finding has the right position.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/rule_files.h"

static const rule_file files[] = {
    {"WZM-0001", "spec", 1, 1},   {"WZM-0002", "spec", 1, 5},  {"WZM-0003", "spec", 1, 1},
    {"WZM-0004", "spec", 3, 9},   {"WZM-0005", "spec", 28, 1}, {"WZM-0006", "spec", 8, 13},
    {"WZM-0007", "spec", 2, 1},   {"WZM-0008", "spec", 5, 15}, {"WZM-0009", "spec", 3, 1},
    {"WZM-0010", "spec", 2, 8},   {"WZM-0011", "spec", 10, 7}, {"WZM-0012", "spec", 10, 2},
    {"WZM-0013", "spec", 22, 4},  {"WZM-0014", "spec", 10, 2}, {"WZM-0015", "spec", 10, 2},
    {"WZM-0016", "spec", 10, 9},  {"WZM-0017", "spec", 9, 8},  {"WZM-0018", "spec", 11, 2},
    {"WZM-0019", "spec", 10, 6},  {"WZM-0020", "spec", 23, 8}, {"WZM-0021", "spec", 25, 2},
    {"WZM-0022", "spec", 23, 8},  {"WZM-0023", "qwzm", 1, 5},  {"WZM-0024", "wmit", 1, 5},
    {"WZM-0101", "spec", 1, 1},   {"WZM-0102", "spec", 1, 1},  {"WZM-0103", "spec", 3, 8},
    {"WZM-0104", "spec", 7, 1},   {"WZM-0105", "spec", 8, 1},  {"WZM-0106", "spec", 3, 1},
    {"WZM-0107", "spec", 4, 1},   {"WZM-0201", "spec", 4, 1},  {"WZM-0202", "spec", 4, 6},
    {"WZM-0203", "spec", 4, 6},   {"WZM-0204", "spec", 4, 6},  {"WZM-0205", "spec", 5, 13},
    {"WZM-0206", "spec", 12, 1},  {"WZM-0207", "spec", 12, 1}, {"WZM-0208", "spec", 17, 14},
    {"WZM-0209", "spec", 12, 15}, {"WZM-0210", "spec", 22, 6}, {"WZM-0212", "spec", 22, 2},
    {"WZM-0213", "spec", 19, 2},  {"WZM-0214", "spec", 19, 2}, {"WZM-0215", "spec", 15, 2},
    {"WZM-0216", "spec", 15, 2},  {"WZM-0301", "spec", 25, 6}, {"WZM-0302", "spec", 25, 2},
    {"WZM-0303", "spec", 25, 20}, {"WZM-0304", "spec", 27, 2}, {"WZM-0305", "spec", 27, 8},
    {"WZM-0306", "qwzm", 26, 1},  {"WZM-0307", "wmit", 19, 1},
};
#define FILE_COUNT (sizeof files / sizeof files[0])

// Losses are findings of conversions; the file for 16 bits would be large and is made below.
static const char *const others[] = {
    "WZM-0211", "WZM-0901", "WZM-0902", "WZM-0903", "WZM-0904", "WZM-0905", "WZM-0906", "WZM-0907",
    "WZM-0908", "WZM-0909", "WZM-0910", "WZM-0911", "WZM-0912", "WZM-0913", "WZM-0914", "WZM-0915",
    "WZM-0916", "WZM-0917", "WZM-0918", "WZM-0919", "WZM-0920", "WZM-0921", "WZM-0922", NULL,
};

static void every_rule_has_a_file(void **state) {
    (void)state;
    assert_every_rule_has_a_file("wzm", files, FILE_COUNT, others);
}

static void each_file_breaks_its_rule_alone(void **state) {
    (void)state;
    assert_each_file_breaks_its_rule("wzm", files, FILE_COUNT);
}

static void valid_models_break_none(void **state) {
    (void)state;
    static const struct {
        const char *file, *target;
    } valid[] = {
        {"valid-1", "spec"}, {"valid-1", "qwzm"}, {"valid-2", "spec"},
        {"valid-3", "spec"}, {"valid-3", "wmit"},
    };
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++) {
        char path[128];
        size_t length;
        snprintf(path, sizeof path, "tests/data/wzm/rules/%s.wzm", valid[i].file);
        char *bytes = read_whole(path, &length);
        checked result = check_text("wzm", bytes, length, valid[i].target);
        assert_int_equal(result.findings->count, 0);
        checked_free(&result);
        free(bytes);
    }
}

// A mesh of 65,537 vertices of which the last is used.
static void indices_of_version_3_have_16_bits(void **state) {
    (void)state;
    static const char row[] = "\t0 0 0 0 0 0 0 1 1 0 0 1\n";
    static const char head[] = "WZM 3\nTEXTURE a.png\nMESHES 1\nMESH a\nTEAMCOLOURS 0\n"
                               "MINMAX_TSCEN 0 0 0 0 0 0 0 0 0\nVERTICES 65537\nINDICES 1\n"
                               "VERTEXARRAY\n";
    static const char tail[] = "INDEXARRAY\n\t0 65535 65536\nCONNECTORS 0\n";
    size_t rows = 65537, length = strlen(head) + rows * strlen(row) + strlen(tail);
    char *text = malloc(length + 1);
    assert_non_null(text);
    char *at = text;
    memcpy(at, head, strlen(head));
    at += strlen(head);
    for (size_t i = 0; i < rows; i++, at += strlen(row))
        memcpy(at, row, strlen(row));
    memcpy(at, tail, strlen(tail) + 1);
    checked result = check_text("wzm", text, length, "wmit");
    assert_int_equal(result.findings->count, 1);
    assert_string_equal(result.findings->items[0].rule->id, "WZM-0211");
    assert_memory_equal(text + result.findings->items[0].span.offset, "65536", 5);
    checked_free(&result);
    free(text);
}

static void all_faults_of_a_file_are_named(void **state) {
    (void)state;
    static const char text[] = "WZM 1\n"
                               "TEXTURE a.png\n"
                               "MESHES 2\n"
                               "MESH 0\n"
                               "TEAMCOLOURS 3\n"
                               "VERTICES 3\n"
                               "FACES 2\n"
                               "VERTEXARRAY\n"
                               "\t0 0\n"
                               "\tx 0 0\n"
                               "\t0 10 0 7\n"
                               "TEXTUREARRAYS 1\n"
                               "TEXTUREARRAY 1\n"
                               "\t0 0\n"
                               "\t2 -1\n"
                               "BSP 3\n"
                               "INDEXARRAY\n"
                               "\t0 1 9\n"
                               "FRAMES 1\n"
                               "\t-1 4 0 0 0 0 400 0\n"
                               "CONNECTORS 1\n"
                               "\tgun 1 2 3 0 0 0\n";
    static const char *const expected[] = {
        "WZM-0103 3:8",  "WZM-0205 5:13", "WZM-0020 6:10",  "WZM-0020 7:7",
        "WZM-0019 9:5",  "WZM-0011 10:2", "WZM-0016 11:9",  "WZM-0208 13:14",
        "WZM-0213 15:2", "WZM-0214 15:2", "WZM-0009 16:1",  "WZM-0210 18:6",
        "WZM-0302 20:2", "WZM-0301 20:5", "WZM-0303 20:15", "WZM-0304 22:2",
    };
    assert_findings("wzm", text, expected, sizeof expected / sizeof expected[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_a_file),
        cmocka_unit_test(each_file_breaks_its_rule_alone),
        cmocka_unit_test(valid_models_break_none),
        cmocka_unit_test(indices_of_version_3_have_16_bits),
        cmocka_unit_test(all_faults_of_a_file_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
