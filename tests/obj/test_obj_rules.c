// SPDX-License-Identifier: MIT
//
// Each rule of OBJ has a text that breaks it and no other rule; it is found at its position.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/obj.h"

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

typedef struct fixture {
    const char *id, *target;
    uint64_t line, column; // of the first finding; 0: it has no position
    const char *text;      // NULL: tests/data/obj/rules/<id>.obj
    size_t length;         // 0: that of the text
} fixture;

static const fixture fixtures[] = {
    {"OBJ-0001", "common", 1, 1, "# nothing but a comment\n", 0},
    {"OBJ-0003", "common", 1, 1, "\xef\xbb\xbf" TRIANGLE "f 1 2 3\n", 0},
    {"OBJ-0004", "common", 4, 4, TRIANGLE "f 1\0 2 3\n", sizeof(TRIANGLE "f 1\0 2 3\n") - 1},
    {"OBJ-0005", "common", 5, 1, TRIANGLE "f 1 2 3\nfoo 1 2\n", 0},
    {"OBJ-0006", "common", 5, 1, TRIANGLE "f 1 2 3\nvp 1 2\n", 0},
    {"OBJ-0007", "common", 1, 1,
     "\xff\xfev\0 \0"
     "0\0",
     8},
    {"OBJ-0101", "common", 1, 5, "v 0 x 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 0},
    {"OBJ-0102", "common", 1, 1, "v 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 0},
    {"OBJ-0103", "common", 4, 1, TRIANGLE "vt 1 2 3 4\nf 1 2 3\n", 0},
    {"OBJ-0104", "common", 1, 1, "v 0 nan 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 0},
    {"OBJ-0105", "spec", 1, 1, "v 0 0 0 1 1 1\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\nf 1 2 3\n", 0},
    {"OBJ-0106", "common", 2, 1, "v 0 0 0 1 1 1\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 0},
    {"OBJ-0107", "common", 1, 1, "v 0 0 0 2\nv 1 0 0 1\nv 0 1 0\nf 1 2 3\n", 0},
    {"OBJ-0108", "common", 4, 3, TRIANGLE "s sometimes\nf 1 2 3\n", 0},
    {"OBJ-0201", "common", 4, 9, TRIANGLE "f 1 2 3 1/x\n", 0},
    {"OBJ-0202", "common", 4, 3, TRIANGLE "f 0 1 2\n", 0},
    {"OBJ-0203", "common", 4, 7, TRIANGLE "f 1 2 -4\n", 0},
    {"OBJ-0204", "common", 4, 7, TRIANGLE "f 1 2 4\n", 0},
    {"OBJ-0205", "common", 1, 1, "f 1 2 3\n" TRIANGLE, 0},
    {"OBJ-0206", "common", 4, 1, TRIANGLE "f 1 2\n", 0},
    {"OBJ-0207", "common", 5, 1, TRIANGLE "vt 0 0\nf 1/1 2/1 3\n", 0},
    {"OBJ-0208", "common", 4, 1, TRIANGLE "f 1 2 3 3\n", 0},
    {"OBJ-0209", "common", 0, 0, TRIANGLE, 0},
    {"OBJ-0210", "common", 4, 1, TRIANGLE "vn 0 0 0\nf 1//1 2//1 3//1\n", 0},
    {"OBJ-0211", "common", 4, 1, TRIANGLE "vn 0 0 3\nf 1//1 2//1 3//1\n", 0},
    {"OBJ-0301", "common", 1, 8, NULL, 0},
    {"OBJ-0302", "common", 1, 8, NULL, 0},
    {"OBJ-0303", "common", 4, 1, TRIANGLE "usemtl red\nf 1 2 3\n", 0},
    {"OBJ-0304", "common", 5, 8, NULL, 0},
    {"OBJ-0305", "common", 1, 8, NULL, 0},
    {"OBJ-0306", "common", 1, 8, NULL, 0},
    {"OBJ-0307", "common", 1, 8, NULL, 0},
};
#define FIXTURE_COUNT (sizeof fixtures / sizeof fixtures[0])

static const maq_format *obj_format(void) {
    const maq_format *format = NULL;
    assert_non_null(maq_find_variant("obj", &format));
    return format;
}

static maq_document *open_fixture(const fixture *f) {
    maq_open_options options = {.size = sizeof options, .format = "obj"};
    maq_document *document = NULL;
    if (f->text) {
        maq_open_memory(f->text, f->length ? f->length : strlen(f->text), &options, &document);
    } else {
        char path[100];
        snprintf(path, sizeof path, "tests/data/obj/rules/%s.obj", f->id);
        maq_open_file(path, &options, &document);
    }
    assert_non_null(document);
    return document;
}

static void every_rule_has_a_fixture(void **state) {
    (void)state;
    const maq_format *format = obj_format();
    size_t wanted = 0;
    for (uint32_t i = 0; i < format->rule_count; i++) {
        const maq_rule *rule = &format->rules[i];
        assert_true(rule->id && *rule->title && *rule->explain);
        // Losses are not found in files; a file of 4 GiB is too large for a test.
        if (strncmp(rule->id, "OBJ-09", 6) == 0 || strcmp(rule->id, "OBJ-0002") == 0)
            continue;
        size_t k = 0;
        while (k < FIXTURE_COUNT && strcmp(fixtures[k].id, rule->id) != 0)
            k++;
        if (k == FIXTURE_COUNT)
            fail_msg("%s has no fixture", rule->id);
        wanted++;
    }
    assert_int_equal(wanted, FIXTURE_COUNT);
}

static void each_fixture_breaks_its_rule_alone(void **state) {
    (void)state;
    size_t bad = 0;
    for (size_t i = 0; i < FIXTURE_COUNT; i++) {
        const fixture *f = &fixtures[i];
        maq_document *document = open_fixture(f);
        maq_check_options options = {.size = sizeof options, .target = f->target};
        maq_report *report;
        assert_int_equal(maq_check(document, &options, &report), MAQ_OK);
        const maq_findings *findings = maq_report_findings(report);
        bool good = findings->count > 0;
        for (size_t k = 0; k < findings->count; k++) {
            const maq_finding *finding = &findings->items[k];
            maq_position at = maq_document_position(document, finding->span.offset);
            bool located = finding->span.offset == MAQ_NO_OFFSET
                               ? f->line == 0
                               : at.line == f->line && at.column == f->column;
            good = good && strcmp(finding->rule->id, f->id) == 0 && (k || located);
            if (!good)
                print_error("%s: %s at %d:%d: %s\n", f->id, finding->rule->id, (int)at.line,
                            (int)at.column, finding->message);
        }
        if (!good)
            print_error("%s is not the one rule broken (%d findings)\n", f->id,
                        (int)findings->count);
        bad += !good;
        maq_report_free(report);
        maq_close(document);
    }
    assert_int_equal(bad, 0);
}

static void a_valid_model_breaks_no_rule(void **state) {
    (void)state;
    const maq_format *format = obj_format();
    static const char text[] = "mtllib a.mtl\n" TRIANGLE "vt 0 0\nvn 0 0 1\no A\ng a b\n"
                               "usemtl red\ns 1\nf 1/1/1 2/1/1 3/1/1\n";
    for (uint32_t i = 0; i < format->target_count; i++) {
        maq_document *document;
        assert_int_equal(maq_open_memory(text, sizeof text - 1, NULL, &document), MAQ_OK);
        maq_check_options options = {.size = sizeof options, .target = format->targets[i]};
        maq_report *report;
        assert_int_equal(maq_check(document, &options, &report), MAQ_OK);
        assert_int_equal(maq_report_findings(report)->count, 0);
        maq_report_free(report);
        maq_close(document);
    }
}

// An index that no corner can hold is not shown as another one.
static void messages_show_the_highest_index(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {TRIANGLE "f 1 2 4\n", "corner 3 uses vertex 4 of 3"},
        {TRIANGLE "f 1 2 4294967293\n", "corner 3 uses vertex 4294967293 of 3"},
        {TRIANGLE "f 1 2 4294967297\n", "corner 3 uses vertex 4294967294 or higher of 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        maq_document *document;
        maq_report *report;
        assert_int_equal(maq_open_memory(cases[i].text, strlen(cases[i].text), NULL, &document),
                         MAQ_OK);
        assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
        assert_int_equal(maq_report_findings(report)->count, 1);
        assert_string_equal(maq_report_findings(report)->items[0].message, cases[i].message);
        maq_report_free(report);
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_a_fixture),
        cmocka_unit_test(each_fixture_breaks_its_rule_alone),
        cmocka_unit_test(a_valid_model_breaks_no_rule),
        cmocka_unit_test(messages_show_the_highest_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
