// SPDX-License-Identifier: MIT
#include "support/pie_fixtures.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Rules that are silent for the game are tested with a target that reports them.
const pie_fixture pie_fixtures[] = {
    {"PIE-0001", "game", 1, 1},   {"PIE-0002", "game", 1, 5},     {"PIE-0003", "game", 1, 1},
    {"PIE-0004", "game", 1, 5},   {"PIE-0005", "game-4.3", 1, 5}, {"PIE-0006", "game", 1, 1},
    {"PIE-0007", "game", 14, 1},  {"PIE-0008", "game", 8, 4},     {"PIE-0009", "game", 1, 1},
    {"PIE-0010", "game", 7, 1},   {"PIE-0011", "game-4.3", 5, 9}, {"PIE-0012", "game", 7, 8},
    {"PIE-0013", "game", 10, 2},  {"PIE-0014", "game", 9, 10},    {"PIE-0015", "game", 11, 1},
    {"PIE-0016", "game", 1, 6},   {"PIE-0017", "game", 9, 5},     {"PIE-0018", "game", 4, 10},
    {"PIE-0019", "game", 4, 1},   {"PIE-0020", "game", 4, 1},     {"PIE-0021", "game", 4, 9},
    {"PIE-0022", "game", 3, 1},   {"PIE-0023", "game", 14, 1},    {"PIE-0024", "game", 11, 2},
    {"PIE-0025", "game", 14, 1},  {"PIE-0026", "game", 9, 5},     {"PIE-0027", "game", 15, 4},
    {"PIE-0028", "game", 13, 10}, {"PIE-0029", "game", 13, 18},   {"PIE-0030", "game", 9, 2},
    {"PIE-0031", "game", 14, 12}, {"PIE-0032", "game", 6, 8},     {"PIE-0033", "game", 14, 1},
    {"PIE-0034", "game", 1, 5},   {"PIE-0101", "game", 2, 1},     {"PIE-0102", "game", 2, 6},
    {"PIE-0103", "game", 2, 6},   {"PIE-0104", "game", 2, 6},     {"PIE-0105", "game", 4, 1},
    {"PIE-0106", "game", 3, 1},   {"PIE-0107", "game", 4, 1},     {"PIE-0108", "game", 4, 1},
    {"PIE-0109", "game", 3, 9},   {"PIE-0110", "game", 3, 11},    {"PIE-0111", "game", 4, 12},
    {"PIE-0112", "wmit", 3, 19},  {"PIE-0113", "game", 3, 11},    {"PIE-0114", "game-4.3", 3, 11},
    {"PIE-0115", "game", 3, 11},  {"PIE-0116", "game", 3, 11},    {"PIE-0117", "game", 3, 11},
    {"PIE-0118", "game", 3, 1},   {"PIE-0119", "game", 4, 7},     {"PIE-0120", "game", 4, 7},
    {"PIE-0121", "game", 5, 7},   {"PIE-0122", "game", 4, 9},     {"PIE-0125", "game", 4, 1},
    {"PIE-0126", "game", 4, 8},   {"PIE-0127", "game", 4, 8},     {"PIE-0128", "game", 14, 1},
    {"PIE-0129", "spec", 3, 9},   {"PIE-0130", "game", 12, 2},    {"PIE-0131", "spec", 12, 2},
    {"PIE-0132", "spec", 3, 1},   {"PIE-0133", "spec", 4, 21},    {"PIE-0134", "spec", 3, 11},
    {"PIE-0135", "game", 3, 9},   {"PIE-0201", "game", 5, 1},     {"PIE-0202", "game", 14, 7},
    {"PIE-0203", "game", 6, 1},   {"PIE-0204", "game", 9, 1},     {"PIE-0205", "game", 11, 1},
    {"PIE-0206", "game", 6, 1},   {"PIE-0207", "game", 6, 1},     {"PIE-0208", "game-4.3", 7, 1},
    {"PIE-0209", "game", 6, 1},   {"PIE-0210", "game", 6, 1},     {"PIE-0211", "game", 6, 8},
    {"PIE-0212", "game", 11, 10}, {"PIE-0213", "game", 11, 10},   {"PIE-0214", "game", 7, 10},
    {"PIE-0215", "game", 11, 9},  {"PIE-0216", "game", 12, 14},   {"PIE-0217", "game", 13, 2},
    {"PIE-0218", "game", 14, 12}, {"PIE-0219", "game", 14, 6},    {"PIE-0220", "game", 14, 6},
    {"PIE-0221", "game", 14, 2},  {"PIE-0222", "game", 14, 2},    {"PIE-0223", "game", 14, 2},
    {"PIE-0224", "game", 14, 2},  {"PIE-0225", "game", 14, 2},    {"PIE-0226", "game", 12, 2},
    {"PIE-0227", "game", 12, 15}, {"PIE-0228", "game", 12, 17},   {"PIE-0229", "game", 13, 26},
    {"PIE-0230", "game", 13, 20}, {"PIE-0231", "game", 13, 17},   {"PIE-0232", "wmit", 14, 2},
    {"PIE-0233", "game", 14, 20}, {"PIE-0234", "game", 14, 24},   {"PIE-0235", "game", 14, 12},
    {"PIE-0236", "game", 15, 2},  {"PIE-0237", "game", 11, 2},    {"PIE-0238", "game", 11, 2},
    {"PIE-0239", "wmit", 14, 14}, {"PIE-0240", "game", 11, 4},    {"PIE-0241", "game", 9, 5},
    {"PIE-0242", "game", 13, 22}, {"PIE-0243", "game", 6, 11},    {"PIE-0244", "game", 12, 15},
    {"PIE-0245", "spec", 13, 18}, {"PIE-0301", "game", 15, 2},    {"PIE-0302", "game", 15, 2},
    {"PIE-0303", "game", 5, 1},   {"PIE-0304", "game", 16, 1},    {"PIE-0305", "game", 14, 12},
    {"PIE-0306", "game", 14, 17}, {"PIE-0307", "game", 14, 17},   {"PIE-0308", "game", 16, 2},
    {"PIE-0309", "game", 16, 17}, {"PIE-0310", "game", 16, 1},    {"PIE-0311", "game", 16, 16},
    {"PIE-0312", "game", 16, 18}, {"PIE-0313", "game", 14, 1},    {"PIE-0314", "game", 14, 1},
    {"PIE-0315", "game", 19, 2},  {"PIE-0316", "game", 19, 10},   {"PIE-0317", "game", 14, 1},
    {"PIE-0318", "wmit", 14, 1},  {"PIE-0319", "wmit", 16, 1},    {"PIE-0320", "game", 20, 1},
};
const size_t pie_fixture_count = sizeof pie_fixtures / sizeof pie_fixtures[0];

const pie_fixture *pie_fixture_of(const char *id) {
    for (size_t i = 0; i < pie_fixture_count; i++)
        if (strcmp(pie_fixtures[i].id, id) == 0)
            return &pie_fixtures[i];
    return NULL;
}

char *pie_fixture_path(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "tests/data/pie/rules/%s.pie", name);
    char *copy = strdup(path);
    assert_non_null(copy);
    return copy;
}

char *pie_fixture_bytes(const char *name, size_t *length) {
    char *path = pie_fixture_path(name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    free(path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    char *bytes = malloc((size_t)size + 1);
    assert_non_null(bytes);
    *length = fread(bytes, 1, (size_t)size, file);
    assert_int_equal(*length, size);
    fclose(file);
    return bytes;
}

pie_checked pie_check_bytes(const char *bytes, size_t length, const char *target) {
    pie_checked checked = {0};
    maq_open_options open = {.size = sizeof open, .format = "pie", .file_name = "model.pie"};
    maq_open_memory(bytes, length, &open, &checked.document);
    assert_non_null(checked.document);
    maq_check_options options = {.size = sizeof options, .target = target};
    assert_int_equal(maq_check(checked.document, &options, &checked.report), MAQ_OK);
    checked.findings = maq_report_findings(checked.report);
    return checked;
}

void pie_checked_free(pie_checked *checked) {
    maq_report_free(checked->report);
    maq_close(checked->document);
    *checked = (pie_checked){0};
}
