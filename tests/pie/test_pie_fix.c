// SPDX-License-Identifier: MIT
//
// Fixes repair what they promise, edit the lines concerned and leave every other byte alone.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/pie_fixtures.h"

#define MOST_ROUNDS 8

// -------------------------------------------------------------------------------- what an edit may

// The line that begins at `at` goes up to the returned pointer, its break included.
static size_t line_end(const char *bytes, size_t length, size_t at) {
    while (at < length && bytes[at] != '\n')
        at++;
    return at < length ? at + 1 : length;
}

// An insertion before a line's break belongs to that line, one behind it to the next.
static bool touches(const maq_edit *edit, size_t begin, size_t end, size_t length) {
    if (edit->span.length == 0)
        return edit->span.offset >= begin &&
               (edit->span.offset < end || (end == length && edit->span.offset == end));
    return edit->span.offset < end && edit->span.offset + edit->span.length > begin;
}

static bool line_is_edited(const maq_findings *findings, size_t begin, size_t end, size_t length) {
    for (size_t i = 0; i < findings->count; i++)
        for (uint32_t k = 0; k < findings->items[i].edit_count; k++)
            if (touches(&findings->items[i].edits[k], begin, end, length))
                return true;
    return false;
}

// Every line without an edit is in the result, in the same order.
static void expect_other_lines(const char *before, size_t before_length, const char *after,
                               size_t after_length, const maq_findings *findings) {
    size_t at = 0;
    for (size_t begin = 0; begin < before_length;) {
        size_t end = line_end(before, before_length, begin);
        if (!line_is_edited(findings, begin, end, before_length)) {
            bool found = false;
            while (!found && at < after_length) {
                size_t stop = line_end(after, after_length, at);
                found = stop - at == end - begin &&
                        memcmp(after + at, before + begin, end - begin) == 0;
                at = stop;
            }
            if (!found)
                fail_msg("the line \"%.*s\" is not as it was", (int)(end - begin), before + begin);
        }
        begin = end;
    }
}

// Fixes until nothing is left to do. The result is the caller's to free.
static char *fix_all(const char *bytes, size_t *length, const char *target) {
    char *text = malloc(*length + 1);
    assert_non_null(text);
    memcpy(text, bytes, *length);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        pie_checked checked = pie_check_bytes(text, *length, target);
        maq_buffer fixed;
        size_t applied = 0;
        assert_int_equal(maq_fix(checked.document, checked.findings, NULL, &fixed, &applied),
                         MAQ_OK);
        if (applied == 0) {
            assert_int_equal(fixed.length, *length);
            assert_memory_equal(fixed.data, text, *length);
        } else {
            expect_other_lines(text, *length, fixed.data, fixed.length, checked.findings);
        }
        free(text);
        text = malloc(fixed.length + 1);
        assert_non_null(text);
        memcpy(text, fixed.data, fixed.length);
        text[fixed.length] = '\0';
        *length = fixed.length;
        maq_buffer_free(&fixed);
        pie_checked_free(&checked);
        if (applied == 0)
            return text;
    }
    fail_msg("%d rounds of fixing were not enough:\n%s", MOST_ROUNDS, text);
    return text;
}

static char *with_crlf(const char *bytes, size_t length, size_t *new_length) {
    char *text = malloc(2 * length + 1);
    assert_non_null(text);
    *new_length = 0;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n')
            text[(*new_length)++] = '\r';
        text[(*new_length)++] = bytes[i];
    }
    return text;
}

// ----------------------------------------------------------------------------------- all the rules

static bool is_fixable(const char *id) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)); i++)
        for (uint32_t k = 0; k < format->rule_count; k++)
            if (strcmp(format->rules[k].id, id) == 0)
                return format->rules[k].fixable;
    fail_msg("there is no rule %s", id);
    return false;
}

// The repaired file has nothing to say any more but the style of its line breaks.
static void expect_repaired(const char *id, const char *target, const char *bytes, size_t length,
                            bool crlf) {
    char *fixed = fix_all(bytes, &length, target);
    pie_checked checked = pie_check_bytes(fixed, length, target);
    for (size_t i = 0; i < checked.findings->count; i++) {
        const maq_finding *finding = &checked.findings->items[i];
        bool expected = crlf && strcmp(finding->rule->id, "PIE-0016") == 0;
        if (!expected)
            fail_msg("%s, repaired%s: %s %s\n%s", id, crlf ? " with CR LF" : "", finding->rule->id,
                     finding->message, fixed);
    }
    for (size_t i = 0; crlf && i < length; i++)
        if (fixed[i] == '\n' && (i == 0 || fixed[i - 1] != '\r'))
            fail_msg("%s, repaired with CR LF, has a lone LF", id);
    for (size_t i = 0; !crlf && i < length; i++)
        assert_true(fixed[i] != '\r');
    pie_checked_free(&checked);
    free(fixed);
}

static void every_fixable_rule_is_repaired(void **state) {
    (void)state;
    size_t fixable = 0;
    for (size_t i = 0; i < pie_fixture_count; i++) {
        const pie_fixture *fixture = &pie_fixtures[i];
        if (!is_fixable(fixture->id))
            continue;
        fixable++;
        size_t length, crlf_length;
        char *bytes = pie_fixture_bytes(fixture->id, &length);
        char *crlf = with_crlf(bytes, length, &crlf_length);
        expect_repaired(fixture->id, fixture->target, bytes, length, false);
        expect_repaired(fixture->id, fixture->target, crlf, crlf_length, true);
        free(crlf);
        free(bytes);
    }
    assert_true(fixable > 15);
}

static void ten_faults_lose_those_that_can_be_repaired(void **state) {
    (void)state;
    static const char *const left[] = {"PIE-0110", "PIE-0119", "PIE-0303",
                                       "PIE-0218", "PIE-0233", "PIE-0305"};
    size_t length;
    char *bytes = pie_fixture_bytes("ten-faults", &length);
    char *fixed = fix_all(bytes, &length, "game");
    pie_checked checked = pie_check_bytes(fixed, length, "game");
    assert_int_equal(checked.findings->count, sizeof left / sizeof left[0]);
    for (size_t i = 0; i < checked.findings->count; i++)
        assert_string_equal(checked.findings->items[i].rule->id, left[i]);
    pie_checked_free(&checked);
    free(fixed);
    free(bytes);
}

// ------------------------------------------------------------------------------- letter for letter

#define HEAD "PIE 3\nTYPE 200\nTEXTURE 0 page-7-test.png 0 0\nLEVELS 1\nLEVEL 1\n"
#define POINTS "POINTS 4\n\t0 0 0\n\t10 0 0\n\t10 10 0\n\t0 10 0\n"

static void expect_fixed(const char *before, const char *after) {
    size_t length = strlen(before);
    char *fixed = fix_all(before, &length, "game");
    assert_string_equal(fixed, after);
    free(fixed);
}

static void expect_unchanged(const char *text) {
    expect_fixed(text, text);
}

static void polygons_become_fans(void **state) {
    (void)state;
    // Numbers stay as they are written, and so do the indent and the comment.
    expect_fixed(HEAD POINTS "POLYGONS  1 # one\n"
                             "\t 200  4\t0 1 2 3 0.50 .0 1e0 0 1.000 1 -0 1  # quad \n",
                 HEAD POINTS "POLYGONS  2 # one\n"
                             "\t 200 3 0 1 2 0.50 .0 1e0 0 1.000 1\n"
                             "\t 200 3 0 2 3 0.50 .0 1.000 1 -0 1  # quad \n");
    // Each triangle has the animation.
    expect_fixed(HEAD "POINTS 5\n\t0 0 0\n\t10 0 0\n\t10 10 0\n\t5 15 0\n\t0 10 0\n"
                      "POLYGONS 1\n"
                      "\t4200 5 0 1 2 3 4 8 60 0.10 0.1 0 0 .1 0 .1 .1 .05 .1 0 .1\n",
                 HEAD "POINTS 5\n\t0 0 0\n\t10 0 0\n\t10 10 0\n\t5 15 0\n\t0 10 0\n"
                      "POLYGONS 3\n"
                      "\t4200 3 0 1 2 8 60 0.10 0.1 0 0 .1 0 .1 .1\n"
                      "\t4200 3 0 2 3 8 60 0.10 0.1 0 0 .1 .1 .05 .1\n"
                      "\t4200 3 0 3 4 8 60 0.10 0.1 0 0 .05 .1 0 .1\n");
    // Without a line break at the end there is none afterwards either.
    expect_fixed(HEAD POINTS "POLYGONS 1\n\t200 4 0 1 2 3 0 0 1 0 1 1 0 1",
                 HEAD POINTS "POLYGONS 2\n\t200 3 0 1 2 0 0 1 0 1 1\n\t200 3 0 2 3 0 0 1 1 0 1");
}

static void two_sided_polygons_get_a_back(void **state) {
    (void)state;
    expect_fixed(HEAD POINTS "POLYGONS 2\n"
                             "\t2200 3 0 1 2 0 0.0 1 0 1 1 # front\n"
                             "\t200 3 0 2 3 0 0 1 1 0 1\n",
                 HEAD POINTS "POLYGONS 3\n"
                             "\t200 3 0 1 2 0 0.0 1 0 1 1 # front\n"
                             "\t200 3 0 2 1 0 0.0 1 1 1 0\n"
                             "\t200 3 0 2 3 0 0 1 1 0 1\n");
    // Both kinds on one row need two rounds.
    expect_fixed(HEAD POINTS "POLYGONS 1\n\t2200 4 0 1 2 3 0 0 1 0 1 1 0 1",
                 HEAD POINTS "POLYGONS 4\n"
                             "\t200 3 0 1 2 0 0 1 0 1 1\n"
                             "\t200 3 0 2 3 0 0 1 1 0 1\n"
                             "\t200 3 0 3 2 0 0 0 1 1 1\n"
                             "\t200 3 0 2 1 0 0 1 1 1 0");
}

static void rows_are_parted_before_they_are_cut(void **state) {
    (void)state;
    expect_fixed(HEAD POINTS "POLYGONS 2\n"
                             "\t200 4 0 1 2 3 0 0 1 0 1 1 0 1 200 3 0 2 1 0 0 1 1 0 1\n",
                 HEAD POINTS "POLYGONS 3\n"
                             "\t200 3 0 1 2 0 0 1 0 1 1\n"
                             "\t200 3 0 2 3 0 0 1 1 0 1\n"
                             "\t200 3 0 2 1 0 0 1 1 0 1\n");
}

static void normals_forbid_cutting(void **state) {
    (void)state;
    static const char text[] = HEAD POINTS "NORMALS 1\n\t0 0 1 0 0 1 0 0 1\n"
                                           "POLYGONS 1\n\t200 4 0 1 2 3 0 0 1 0 1 1 0 1\n";
    expect_unchanged(text);
}

// A comment goes behind the line before it, with its own line break alone: blank lines stay.
static void comments_move_with_one_line_break(void **state) {
    (void)state;
#define MODEL(eol)                                                                                 \
    "LEVELS 1" eol "LEVEL 1" eol "POINTS 3" eol "\t0 0 0" eol "\t10 0 0" eol "\t10 10 0" eol       \
    "POLYGONS 1" eol "\t200 3 0 1 2 0 0 1 0 1 1" eol
#define PAGE(eol) "PIE 3" eol "TYPE 200" eol "TEXTURE 0 page-7-test.png 0 0"
    expect_fixed(PAGE("\n") "\n# note\n\n" MODEL("\n"), PAGE("\n") " # note\n\n" MODEL("\n"));
    expect_fixed(PAGE("\r\n") "\r\n# note\r\n\r\n" MODEL("\r\n"),
                 PAGE("\r\n") " # note\r\n\r\n" MODEL("\r\n"));
#undef PAGE
#undef MODEL
}

static void half_a_texture_size_is_left_alone(void **state) {
    (void)state;
    pie_checked checked;
    static const char text[] = "PIE 3\nTYPE 200\nTEXTURE 0 page-7-test.png 256\nLEVELS 1\n"
                               "LEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nPOLYGONS 1\n"
                               "\t200 3 0 1 2 0 0 1 0 0 1\n";
    checked = pie_check_bytes(text, sizeof text - 1, "game-4.3");
    for (size_t i = 0; i < checked.findings->count; i++)
        if (strcmp(checked.findings->items[i].rule->id, "PIE-0115") == 0)
            assert_int_equal(checked.findings->items[i].edit_count, 0);
    pie_checked_free(&checked);
}

// Where LEVELS is missing in the head or stands in the wrong place, it is not taken for a LEVEL, and
// levels keep the numbers that may be right.
static void misplaced_lines_of_levels_are_left_alone(void **state) {
    (void)state;
#define PAGE "PIE 3\nTYPE 200\nTEXTURE 0 page-7-test.png 0 0\n"
#define MESH POINTS "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 1 1\n"
    expect_unchanged(PAGE "LEVEL 1\nLEVELS 1\n" MESH);
    expect_unchanged(PAGE "LEVEL 1\nLEVELS 2\n" MESH "LEVEL 2\n" MESH);
    expect_unchanged(PAGE "LEVELS 1\nLEVELS 1\nLEVEL 1\n" MESH);
    expect_unchanged(PAGE "LEVELS 2\nLEVELS 2\nLEVEL 1\n" MESH "LEVEL 2\n" MESH);
    expect_unchanged(PAGE "LEVELS 3\nLEVEL 1\n" MESH "LEVEL 3\n" MESH);
    expect_unchanged(PAGE "LEVELS 2\nLEVEL 1\nLEVEL 1\n" MESH);
    expect_unchanged(PAGE "LEVELS 2\nLEVEL 1\n" POINTS "LEVEL 3\n" MESH);
    // With all levels in place, there is one right answer.
    expect_fixed(PAGE "LEVELS 2\nLEVELS 1\n" MESH "LEVELx 1\n" MESH,
                 PAGE "LEVELS 2\nLEVEL 1\n" MESH "LEVEL 2\n" MESH);
#undef MESH
#undef PAGE
}

static void rows_that_cannot_be_read_are_not_indented(void **state) {
    (void)state;
#define FACE "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 1 1\n"
    expect_unchanged(HEAD "POINTS 4\n\t0 0 0\n; note\n\t10 0 0\n\t10 10 0\n" FACE);
    // The other rows of the list are.
    expect_fixed(HEAD "POINTS 4\n0 0 0\n; note\n 10 0 0\n\t10 10 0\n" FACE,
                 HEAD "POINTS 4\n\t0 0 0\n; note\n\t10 0 0\n\t10 10 0\n" FACE);
    expect_unchanged(HEAD POINTS "POLYGONS 2\n\t200 3 0 1 2 0 0 1 0 1 1\n? 3 0 2 3\n");
    expect_unchanged(HEAD POINTS FACE "CONNECTORS 1\n; 0 0\n");
#undef FACE
}

// The game ignores the first TYPE and loads the file. On a line of its own it would be the second one
// that the game refuses.
static void directives_that_the_game_ignores_and_finds_again_are_not_moved(void **state) {
    (void)state;
#define REST                                                                                       \
    "TEXTURE 0 page-7-test.png 0 0\nLEVELS 1\nLEVEL 1\n" POINTS                                    \
    "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 1 1\n"
    expect_unchanged("PIE 3 TYPE 200\nTYPE 200\n" REST);
    expect_fixed("PIE 3 TYPE 200\n" REST, "PIE 3\nTYPE 200\n" REST);
#undef REST
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fixable_rule_is_repaired),
        cmocka_unit_test(ten_faults_lose_those_that_can_be_repaired),
        cmocka_unit_test(polygons_become_fans),
        cmocka_unit_test(two_sided_polygons_get_a_back),
        cmocka_unit_test(rows_are_parted_before_they_are_cut),
        cmocka_unit_test(normals_forbid_cutting),
        cmocka_unit_test(comments_move_with_one_line_break),
        cmocka_unit_test(half_a_texture_size_is_left_alone),
        cmocka_unit_test(misplaced_lines_of_levels_are_left_alone),
        cmocka_unit_test(rows_that_cannot_be_read_are_not_indented),
        cmocka_unit_test(directives_that_the_game_ignores_and_finds_again_are_not_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
