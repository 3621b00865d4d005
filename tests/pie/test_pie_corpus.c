// SPDX-License-Identifier: MIT
//
// All real PIE files at hand ($MAQUETTE_CORPUS/pie): reading, writing, converting and checking
// them. Skipped when there are none.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/maquette.h"
#include "maquette/pie.h"
#include "support/corpus.h"
#include "support/documents.h"

// -- Helpers ---------------------------------------------------------------------------------------

static maq_document *open_path(const char *path) {
    maq_document *document;
    if (maq_open_file(path, NULL, &document) != MAQ_OK)
        fail_msg("%s cannot be read", path);
    return document;
}

static maq_document *reopen(const maq_buffer *buffer, const char *path) {
    maq_document *document;
    if (maq_open_memory(buffer->data, buffer->length, NULL, &document) != MAQ_OK)
        fail_msg("%s cannot be read after writing", path);
    return document;
}

static maq_document *convert(const maq_document *document, const char *to) {
    maq_document *result;
    assert_int_equal(maq_convert(document, to, NULL, &result), MAQ_OK);
    return result;
}

static maq_buffer save(const maq_document *document) {
    maq_buffer buffer;
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    return buffer;
}

static maq_report *check(const maq_document *document, const char *target) {
    maq_check_options options = {.size = sizeof options, .target = target};
    maq_report *report;
    assert_int_equal(maq_check(document, &options, &report), MAQ_OK);
    return report;
}

static uint64_t errors(const maq_document *document, const char *target) {
    maq_report *report = check(document, target);
    uint64_t count = maq_report_findings(report)->errors;
    maq_report_free(report);
    return count;
}

// -- Writing ---------------------------------------------------------------------------------------

static void write_file(const char *path, void *context) {
    (void)context;
    maq_document *document = open_path(path);
    maq_buffer first = save(document);
    maq_document *again = reopen(&first, path);
    if (!say_the_same(document, again))
        fail_msg("%s says something else after writing", path);
    maq_buffer second = save(again);
    if (first.length != second.length || memcmp(first.data, second.data, first.length) != 0)
        fail_msg("%s is written differently the second time", path);
    if (errors(document, "game") == 0 && errors(again, "game") != 0)
        fail_msg("%s has errors only after writing", path);
    maq_buffer_free(&first);
    maq_buffer_free(&second);
    maq_close(document);
    maq_close(again);
}

static void test_written_files_say_the_same(void **state) {
    (void)state;
    walk_corpus("pie", ".pie", write_file, NULL);
}

// -- Converting ------------------------------------------------------------------------------------

static bool same_points_and_coordinates(const maq_pie *a, const maq_pie *b) {
    if (a->level_count != b->level_count)
        return false;
    for (uint32_t i = 0; i < a->level_count; i++) {
        const maq_pie_level *x = &a->levels[i], *y = &b->levels[i];
        if (x->point_count != y->point_count || x->polygons.count != y->polygons.count)
            return false;
        for (uint32_t k = 0; k < x->point_count; k++) {
            if (memcmp(&x->points[k], &y->points[k], offsetof(maq_pie_point, offset)) != 0)
                return false;
        }
        for (uint32_t k = 0; k < x->polygons.count; k++) {
            const maq_pie_polygon *p = &x->polygons.items[k], *q = &y->polygons.items[k];
            if (p->corner_count != q->corner_count ||
                memcmp(&x->polygons.corners[p->first_corner], &y->polygons.corners[q->first_corner],
                       p->corner_count * sizeof(maq_pie_corner)) != 0 ||
                memcmp(&p->width, &q->width, sizeof p->width) != 0 ||
                memcmp(&p->height, &q->height, sizeof p->height) != 0)
                return false;
        }
    }
    return true;
}

typedef struct round_trips {
    size_t exact, lossy;
} round_trips;

// Through all versions and back, through bytes at each step.
static void convert_file(const char *path, void *context) {
    static const char *const way[] = {"pie2", "pie3", "pie4", "pie3", "pie2"};
    round_trips *counts = context;
    maq_document *start = open_path(path);
    const char *home = maq_document_variant(start)->name;
    maq_document *at = convert(start, home);
    uint64_t losses = maq_document_findings(at)->losses;
    if (losses != 0)
        fail_msg("%s has losses in its own version", path);
    // From the file's own version up, down and back to it.
    size_t begin = 0;
    while (strcmp(way[begin], home) != 0)
        begin++;
    for (size_t step = begin + 1; step < begin + 6; step++) {
        const char *to = step - begin == 5 ? home : way[step % 5];
        maq_document *next = convert(at, to);
        losses += maq_document_findings(next)->losses;
        maq_buffer bytes = save(next);
        maq_document *read = reopen(&bytes, path);
        if (!say_the_same(next, read))
            fail_msg("%s as %s says something else after writing", path, to);
        if (errors(start, "game") == 0 && errors(read, "game") != 0)
            fail_msg("%s has errors as %s", path, to);
        maq_buffer_free(&bytes);
        maq_close(read);
        maq_close(at);
        at = next;
    }
    bool same = same_points_and_coordinates(maq_document_pie(start), maq_document_pie(at));
    if (!same && losses == 0)
        fail_msg("%s changed on the way without a loss being named", path);
    if (losses == 0)
        counts->exact++;
    else
        counts->lossy++;
    maq_close(at);
    maq_close(start);
}

static void test_conversions_name_every_loss(void **state) {
    (void)state;
    round_trips counts = {0};
    walk_corpus("pie", ".pie", convert_file, &counts);
    print_message("%zu round trips are exact, %zu name losses\n", counts.exact, counts.lossy);
    assert_true(counts.exact > 0);
}

// The draft is reached and left without harm to anything but what it cannot hold.
static void convert_to_draft(const char *path, void *context) {
    (void)context;
    maq_document *start = open_path(path);
    maq_document *draft = convert(start, "pie5");
    maq_buffer bytes = save(draft);
    maq_document *read = reopen(&bytes, path);
    maq_document *back = convert(read, "pie4");
    assert_int_equal(maq_document_pie(back)->level_count, maq_document_pie(start)->level_count);
    maq_buffer_free(&bytes);
    maq_close(back);
    maq_close(read);
    maq_close(draft);
    maq_close(start);
}

static void test_all_files_become_drafts(void **state) {
    (void)state;
    walk_corpus("pie", ".pie", convert_to_draft, NULL);
}

// -- Checking --------------------------------------------------------------------------------------

// How many files of the game have at least one finding of these rules: counted by other means.
typedef struct rule_count {
    const char *id;
    size_t expected, files;
} rule_count;

static rule_count rule_counts[] = {
    {"PIE-0016", 38, 0}, {"PIE-0116", 8, 0},  {"PIE-0212", 1, 0},  {"PIE-0226", 104, 0},
    {"PIE-0233", 14, 0}, {"PIE-0234", 1, 0},  {"PIE-0235", 17, 0}, {"PIE-0236", 14, 0},
    {"PIE-0237", 9, 0},  {"PIE-0238", 16, 0},
};

static void count_rules(const char *path, void *context) {
    size_t *refused = context;
    maq_document *document = open_path(path);
    maq_report *report = check(document, "game-4.3");
    const maq_findings *findings = maq_report_findings(report);
    for (size_t r = 0; r < sizeof rule_counts / sizeof rule_counts[0]; r++) {
        bool found = false;
        for (size_t i = 0; i < findings->count && !found; i++)
            found = strcmp(findings->items[i].rule->id, rule_counts[r].id) == 0;
        rule_counts[r].files += found;
    }
    if (findings->errors != 0) {
        ++*refused;
        for (size_t i = 0; i < findings->count; i++) {
            if (findings->items[i].severity == MAQ_ERROR)
                print_message("%s: %s: %s\n", path, findings->items[i].rule->id,
                              findings->items[i].message);
        }
    }
    maq_report_free(report);
    maq_close(document);
}

static void test_rules_find_what_is_known_of_the_game_files(void **state) {
    (void)state;
    size_t refused = 0;
    walk_corpus("pie/debian", ".pie", count_rules, &refused);
    size_t wrong = 0;
    for (size_t r = 0; r < sizeof rule_counts / sizeof rule_counts[0]; r++) {
        const rule_count *count = &rule_counts[r];
        if (count->files != count->expected) {
            print_message("%s: %zu files, expected %zu\n", count->id, count->files,
                          count->expected);
            wrong++;
        }
    }
    // The game of that release loads all of its own files.
    assert_int_equal(refused, 0);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_files_say_the_same),
        cmocka_unit_test(test_conversions_name_every_loss),
        cmocka_unit_test(test_all_files_become_drafts),
        cmocka_unit_test(test_rules_find_what_is_known_of_the_game_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
