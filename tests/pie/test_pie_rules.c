// SPDX-License-Identifier: MIT
//
// Each rule of PIE has a file that breaks it and nothing else; it is found at its position.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"
#include "support/pie_fixtures.h"

static const maq_format *pie_format(void) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)); i++)
        if (strcmp(format->name, "pie") == 0)
            return format;
    fail_msg("there is no format pie");
    return NULL;
}

static unsigned target_index(const char *target) {
    const maq_format *format = pie_format();
    for (unsigned i = 0; i < format->target_count; i++)
        if (strcmp(format->targets[i], target) == 0)
            return i;
    fail_msg("there is no target %s", target);
    return 0;
}

static void print_finding(const maq_document *document, const maq_finding *finding) {
    maq_position at = maq_document_position(document, finding->span.offset);
    print_error("  %llu:%llu %s[%s] %s\n", (unsigned long long)at.line,
                (unsigned long long)at.column, maq_severity_name(finding->severity),
                finding->rule->id, finding->message);
}

// ------------------------------------------------------------------------------- rules of one file

// Rules about several files have folders, losses are no matter of files.
static bool needs_fixture(const char *id) {
    // PIE-0035 only comes together with others: see test_pie_verdicts.c. PIE-04 is about images: see
    // test_check_images.c.
    return strncmp(id, "PIE-09", 6) != 0 && strncmp(id, "PIE-04", 6) != 0 &&
           strcmp(id, "PIE-0123") != 0 && strcmp(id, "PIE-0124") != 0 &&
           strcmp(id, "PIE-0035") != 0;
}

static void every_rule_has_a_fixture(void **state) {
    (void)state;
    const maq_format *format = pie_format();
    size_t wanted = 0;
    for (uint32_t i = 0; i < format->rule_count; i++) {
        const maq_rule *rule = &format->rules[i];
        assert_non_null(rule->id);
        assert_true(rule->title && *rule->title && rule->explain && *rule->explain);
        if (!needs_fixture(rule->id))
            continue;
        wanted++;
        const pie_fixture *fixture = pie_fixture_of(rule->id);
        if (!fixture)
            fail_msg("%s has no fixture", rule->id);
        if (rule->severity[target_index(fixture->target)] == MAQ_SILENT)
            fail_msg("%s is tried on %s, for whom it is silent", rule->id, fixture->target);
    }
    assert_int_equal(wanted, pie_fixture_count);
}

static bool breaks_its_rule_alone(const pie_fixture *fixture) {
    size_t length;
    char *bytes = pie_fixture_bytes(fixture->id, &length);
    pie_checked checked = pie_check_bytes(bytes, length, fixture->target);
    free(bytes);
    const maq_findings *findings = checked.findings;
    bool good = findings->count > 0;
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        maq_position at = maq_document_position(checked.document, finding->span.offset);
        good = good && strcmp(finding->rule->id, fixture->id) == 0;
        good = good && finding->severity ==
                           (maq_severity)finding->rule->severity[target_index(fixture->target)];
        good = good && *finding->message && finding->count >= 1;
        good = good && (i || (at.line == fixture->line && at.column == fixture->column));
        good = good && (!finding->rule->fixable || finding->edit_count > 0);
        good = good && (finding->rule->fixable || finding->edit_count == 0);
    }
    if (!good) {
        print_error("%s for %s should be the one rule broken, at %llu:%llu; found:\n", fixture->id,
                    fixture->target, (unsigned long long)fixture->line,
                    (unsigned long long)fixture->column);
        for (size_t i = 0; i < findings->count; i++)
            print_finding(checked.document, &findings->items[i]);
    }
    pie_checked_free(&checked);
    return good;
}

static void each_fixture_breaks_its_rule_alone(void **state) {
    (void)state;
    size_t bad = 0;
    for (size_t i = 0; i < pie_fixture_count; i++)
        bad += !breaks_its_rule_alone(&pie_fixtures[i]);
    assert_int_equal(bad, 0);
}

static void a_valid_model_breaks_none(void **state) {
    (void)state;
    const maq_format *format = pie_format();
    size_t length;
    char *bytes = pie_fixture_bytes("valid", &length);
    for (unsigned i = 0; i < format->target_count; i++) {
        pie_checked checked = pie_check_bytes(bytes, length, format->targets[i]);
        for (size_t k = 0; k < checked.findings->count; k++)
            print_finding(checked.document, &checked.findings->items[k]);
        assert_int_equal(checked.findings->count, 0);
        pie_checked_free(&checked);
    }
    free(bytes);
}

// ---------------------------------------------------------------------------------- many at a time

static void ten_faults_are_named_at_their_places(void **state) {
    (void)state;
    static const struct {
        const char *id;
        uint64_t line, column;
    } expected[] = {
        {"PIE-0110", 3, 11},  {"PIE-0119", 4, 7},   {"PIE-0010", 6, 1},  {"PIE-0303", 7, 1},
        {"PIE-0202", 7, 7},   {"PIE-0218", 15, 12}, {"PIE-0219", 16, 6}, {"PIE-0224", 17, 2},
        {"PIE-0233", 17, 25}, {"PIE-0305", 18, 12},
    };
    size_t length, count = sizeof expected / sizeof expected[0];
    char *bytes = pie_fixture_bytes("ten-faults", &length);
    pie_checked checked = pie_check_bytes(bytes, length, "game");
    free(bytes);
    for (size_t i = 0; i < checked.findings->count; i++) {
        const maq_finding *finding = &checked.findings->items[i];
        maq_position at = maq_document_position(checked.document, finding->span.offset);
        if (i >= count || strcmp(finding->rule->id, expected[i].id) != 0 ||
            at.line != expected[i].line || at.column != expected[i].column) {
            print_finding(checked.document, finding);
            fail_msg("finding %zu is not the one expected", i);
        }
    }
    assert_int_equal(checked.findings->count, count);
    assert_int_equal(checked.findings->errors, 8);
    assert_int_equal(checked.findings->warnings, 2);
    pie_checked_free(&checked);
}

static void what_kills_the_game_is_an_error(void **state) {
    (void)state;
    // A comment alone on its line, event 4, a time of 0, TYPE 10 without connectors.
    static const char *const deadly[] = {"PIE-0010", "PIE-0119", "PIE-0305", "PIE-0303"};
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
        size_t length;
        char *bytes = pie_fixture_bytes(deadly[i], &length);
        pie_checked checked = pie_check_bytes(bytes, length, "game");
        free(bytes);
        assert_int_equal(checked.findings->errors, 1);
        assert_string_equal(checked.findings->items[0].rule->id, deadly[i]);
        pie_checked_free(&checked);
    }
}

// Quality matters are one finding for a level, however many there are of them.
static void many_of_a_kind_are_one_finding(void **state) {
    (void)state;
    static const char text[] = "PIE 3\nTYPE 200\nTEXTURE 0 page-7-test.png 0 0\nLEVELS 2\n"
                               "LEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nPOLYGONS 2\n"
                               "\t200 3 0 1 2 0 0 -1 0 0 -1\n\t200 3 2 1 0 0 -1 -1 0 0 0\n"
                               "LEVEL 2\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nPOLYGONS 1\n"
                               "\t200 3 0 1 2 0 0 -1 0 0 1\n";
    pie_checked checked = pie_check_bytes(text, sizeof text - 1, "game");
    assert_int_equal(checked.findings->count, 2);
    assert_string_equal(checked.findings->items[0].rule->id, "PIE-0233");
    assert_int_equal(checked.findings->items[0].count, 4);
    assert_string_equal(
        checked.findings->items[0].message,
        "level 1: polygon 1 has a texture coordinate below 0 (-1): the texture is not repeated, "
        "so move it onto the page (4 in all)");
    assert_int_equal(checked.findings->items[1].count, 1);
    assert_string_equal(
        checked.findings->items[1].message,
        "level 2: polygon 1 has a texture coordinate below 0 (-1): the texture is not repeated, "
        "so move it onto the page");
    pie_checked_free(&checked);
}

// A document that a program made has no positions; the rules check it all the same.
static void documents_without_a_file_are_checked(void **state) {
    (void)state;
    maq_pie_point points[] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}};
    maq_pie_corner corners[] = {{0, 0, 0}, {1, 1, 0}, {7, 0, 1}, {-1, 1, 1}};
    maq_pie_polygon polygon = {.flags = MAQ_PIE_FACE_TEXTURED, .corner_count = 4};
    maq_pie_level level = {
        .number = 5, .points = points, .point_count = 3, .polygons = {&polygon, 1, 4, corners, 0}};
    maq_pie pie = {.version = 3,
                   .declared_levels = 1,
                   .settings = {.has_type = true, .type = 0x210},
                   .levels = &level,
                   .level_count = 1};
    pie_checked checked = {0};
    assert_int_equal(maq_document_from_pie(&pie, NULL, &checked.document), MAQ_OK);
    assert_int_equal(maq_check(checked.document, NULL, &checked.report), MAQ_OK);
    checked.findings = maq_report_findings(checked.report);
    static const char *const expected[] = {"PIE-0106", "PIE-0202", "PIE-0218", "PIE-0218",
                                           "PIE-0219", "PIE-0238", "PIE-0303"};
    assert_int_equal(checked.findings->count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < checked.findings->count; i++) {
        assert_string_equal(checked.findings->items[i].rule->id, expected[i]);
        assert_int_equal(checked.findings->items[i].span.offset, MAQ_NO_OFFSET);
        assert_int_equal(checked.findings->items[i].edit_count, 0);
    }
    pie_checked_free(&checked);
}

// ---------------------------------------------------------------------------- rules of many files

#define MAX_MEMBERS 80

typedef struct model_set {
    maq_document *documents[MAX_MEMBERS];
    maq_report *reports[MAX_MEMBERS];
    size_t count;
} model_set;

// A model that is valid but for its events, each "number name".
static void add_model(model_set *set, const char *path, const char *const *events) {
    char text[4096];
    int length = snprintf(text, sizeof text, "PIE 3\nTYPE 200\nTEXTURE 0 page-7-test.png 0 0\n");
    for (; *events; events++)
        length += snprintf(text + length, sizeof text - (size_t)length, "EVENT %s\n", *events);
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "LEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nPOLYGONS 1\n"
                       "\t200 3 0 1 2 0 0 1 0 0 1\n");
    maq_open_options open = {.size = sizeof open, .file_name = path};
    assert_true(set->count < MAX_MEMBERS);
    assert_int_equal(maq_open_memory(text, (size_t)length, &open, &set->documents[set->count++]),
                     MAQ_OK);
}
#define ADD(set, path, ...) add_model(set, path, (const char *const[]){__VA_ARGS__, NULL})

static void add_file(model_set *set, const char *name) {
    size_t length;
    char *path = pie_fixture_path(name), *bytes = pie_fixture_bytes(name, &length);
    maq_open_options open = {.size = sizeof open, .file_name = path};
    assert_int_equal(maq_open_memory(bytes, length, &open, &set->documents[set->count++]), MAQ_OK);
    free(bytes);
    free(path);
}

static void check_set(model_set *set, bool complete) {
    assert_int_equal(maq_check_set((const maq_document *const *)set->documents, set->count,
                                   complete, NULL, set->reports),
                     MAQ_OK);
}

static const maq_findings *set_findings(const model_set *set, size_t index) {
    return maq_report_findings(set->reports[index]);
}

static void expect_finding(const model_set *set, size_t index, size_t at, const char *id,
                           uint64_t line, uint64_t column, const char *message) {
    const maq_findings *findings = set_findings(set, index);
    assert_true(at < findings->count);
    const maq_finding *finding = &findings->items[at];
    maq_position position = maq_document_position(set->documents[index], finding->span.offset);
    assert_string_equal(finding->rule->id, id);
    assert_int_equal(position.line, line);
    assert_int_equal(position.column, column);
    assert_string_equal(finding->message, message);
}

static void free_set(model_set *set) {
    for (size_t i = 0; i < set->count; i++) {
        maq_report_free(set->reports[i]);
        maq_close(set->documents[i]);
    }
}

static void an_event_that_leads_nowhere_is_found(void **state) {
    (void)state;
    model_set set = {.count = 0};
    add_file(&set, "PIE-0123/base/structs/tower");
    add_file(&set, "PIE-0123/base/effects/dying");
    check_set(&set, true);
    assert_int_equal(set_findings(&set, 0)->count, 1);
    expect_finding(&set, 0, 0, "PIE-0123", 4, 9,
                   "event 2: the model \"firing.pie\" does not exist");
    assert_int_equal(set_findings(&set, 1)->count, 0);
    maq_report_free(set.reports[0]);
    maq_report_free(set.reports[1]);
    // Where not all files are there nothing can be missing.
    check_set(&set, false);
    assert_int_equal(set_findings(&set, 0)->count, 0);
    free_set(&set);
}

static void rings_of_events_are_errors(void **state) {
    (void)state;
    model_set set = {.count = 0};
    add_file(&set, "PIE-0124/base/structs/tower");
    add_file(&set, "PIE-0124/base/structs/active");
    add_file(&set, "PIE-0124/base/effects/dying");
    add_file(&set, "PIE-0124/base/effects/firing");
    add_file(&set, "PIE-0124/mp/structs/tower");
    check_set(&set, false);
    assert_int_equal(set_findings(&set, 0)->count, 1);
    expect_finding(&set, 0, 0, "PIE-0124", 4, 9,
                   "events lead back to this model: tower.pie -> active.pie -> dying.pie -> "
                   "tower.pie");
    assert_int_equal(set_findings(&set, 0)->errors, 1);
    expect_finding(&set, 1, 0, "PIE-0124", 4, 9,
                   "events lead back to this model: active.pie -> dying.pie -> tower.pie -> "
                   "active.pie");
    expect_finding(&set, 2, 0, "PIE-0124", 4, 9,
                   "events lead back to this model: dying.pie -> tower.pie -> active.pie -> "
                   "dying.pie");
    expect_finding(&set, 3, 0, "PIE-0124", 4, 9,
                   "events lead back to this model: firing.pie -> firing.pie");
    assert_int_equal(set_findings(&set, 4)->count, 0);
    free_set(&set);
}

static void the_models_own_root_comes_first(void **state) {
    (void)state;
    model_set set = {.count = 0};
    // Of two b.pie the one below the same root is meant: only mod/ has a ring.
    ADD(&set, "base/structs/a.pie", "1 B.pie");
    add_model(&set, "base/effects/b.pie", (const char *const[]){NULL});
    ADD(&set, "mod/structs/a.pie", "1 b.pie");
    ADD(&set, "mod/components/bodies/b.pie", "1 a.pie");
    // In a third root there is no b.pie: structs would come before components/bodies, but effects
    // does, too.
    ADD(&set, "third/misc/c.pie", "1 b.pie");
    check_set(&set, true);
    assert_int_equal(set_findings(&set, 0)->count, 0);
    assert_int_equal(set_findings(&set, 1)->count, 0);
    assert_int_equal(set_findings(&set, 2)->count, 1);
    assert_int_equal(set_findings(&set, 3)->count, 1);
    assert_int_equal(set_findings(&set, 4)->count, 0);
    free_set(&set);
}

static void long_rings_are_reported_by_their_size(void **state) {
    (void)state;
    model_set set = {.count = 0};
    static char names[MAX_MEMBERS][32], events[MAX_MEMBERS][32];
    for (int i = 0; i < MAX_MEMBERS; i++) {
        snprintf(names[i], sizeof names[i], "m%d.pie", i);
        snprintf(events[i], sizeof events[i], "1 m%d.pie", (i + 1) % MAX_MEMBERS);
        ADD(&set, names[i], events[i]);
    }
    check_set(&set, true);
    for (size_t i = 0; i < set.count; i++)
        assert_int_equal(set_findings(&set, i)->count, 1);
    expect_finding(&set, 3, 0, "PIE-0124", 4, 9,
                   "events lead back to this model: m3.pie -> m4.pie -> ... -> m3.pie (80 models "
                   "in rings)");
    free_set(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_a_fixture),
        cmocka_unit_test(each_fixture_breaks_its_rule_alone),
        cmocka_unit_test(a_valid_model_breaks_none),
        cmocka_unit_test(ten_faults_are_named_at_their_places),
        cmocka_unit_test(what_kills_the_game_is_an_error),
        cmocka_unit_test(many_of_a_kind_are_one_finding),
        cmocka_unit_test(documents_without_a_file_are_checked),
        cmocka_unit_test(an_event_that_leads_nowhere_is_found),
        cmocka_unit_test(rings_of_events_are_errors),
        cmocka_unit_test(the_models_own_root_comes_first),
        cmocka_unit_test(long_rings_are_reported_by_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
