// SPDX-License-Identifier: MIT
#include "support/hostile_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"

#define MEBIBYTE ((size_t)1 << 20)
#define LITTLE ((size_t)64 * 1024)

maq_status measure_text(const char *format, const char *text, size_t length, size_t *most,
                        double *seconds, char *id) {
    counted_memory counted;
    count_memory(&counted);
    maq_open_options options = {.format = format, .memory = &counted.memory};
    maq_document *document = NULL;
    double begun = seconds_of_work();
    maq_status status = maq_open_memory(text, length, &options, &document);
    *id = '\0';
    if (document) {
        const maq_findings *findings = maq_document_findings(document);
        if (findings->count)
            snprintf(id, 16, "%s", findings->items[findings->count - 1].rule->id);
        maq_check_options check_options = {.memory = &counted.memory};
        maq_report *report = NULL;
        if (maq_check(document, &check_options, &report) == MAQ_OK)
            maq_report_free(report);
    }
    *seconds = seconds_of_work() - begun;
    *most = counted.most;
    maq_close(document);
    assert_int_equal(counted.held, 0);
    return status;
}

void for_each_file(const char *const *paths,
                   void (*use)(const void *bytes, size_t length, const char *name)) {
    for (; *paths; paths++) {
        size_t length;
        char *bytes = read_whole(*paths, &length);
        use(bytes, length, *paths);
        free(bytes);
    }
}

// --------------------------------------------------------------------------------------- the runner

static const hostile_text *hostile;

static void every_prefix_is_survived(void **state) {
    (void)state;
    for_each_file(hostile->files, exercise_prefixes);
}

static void every_byte_edit_is_survived(void **state) {
    (void)state;
    for_each_file(hostile->files, exercise_byte_edits);
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    for_each_file(hostile->files, exercise_failing_memory);
}

static void absurd_counts_are_refused_at_once(void **state) {
    (void)state;
    static const char *const counts[] = {"4000000000", "67108865", "99999999999999999999"};
    for (const char *const *texts = hostile->counts; *texts; texts++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            char text[256], found[16];
            size_t most;
            double seconds;
            int length = snprintf(text, sizeof text, "%s %s\n\t0 0 0\n", *texts, counts[k]);
            assert_int_equal(
                measure_text(hostile->format, text, (size_t)length, &most, &seconds, found),
                MAQ_OVER_LIMIT);
            assert_string_equal(found, hostile->count_rule);
            assert_true(most < LITTLE);
        }
    }
}

static void counts_beyond_the_file_cost_nothing(void **state) {
    (void)state;
    const char *text = hostile->large_counts;
    char id[16];
    size_t most;
    double seconds;
    assert_int_equal(measure_text(hostile->format, text, strlen(text), &most, &seconds, id),
                     MAQ_OK);
    assert_true(most < LITTLE);
}

static void assert_pattern_is_harmless(const char *format, const char *head, const char *pattern,
                                       char *text) {
    size_t at = strlen(head), step = strlen(pattern), most;
    memcpy(text, head, at);
    for (; at + step <= MEBIBYTE; at += step)
        memcpy(text + at, pattern, step);
    double seconds;
    char id[16];
    measure_text(format, text, at, &most, &seconds, id);
    // A second is promised; sanitizers and busy machines get their share.
    if (seconds > 10)
        fail_msg("head \"%s\", pattern \"%s\" took %d s", head, pattern, (int)seconds);
    if (most > 64 * at + 16 * MEBIBYTE)
        fail_msg("head \"%s\", pattern \"%s\" took %zu bytes", head, pattern, most);
}

static void a_mebibyte_of_anything_is_harmless(void **state) {
    (void)state;
    char *text = malloc(MEBIBYTE);
    assert_non_null(text);
    for (const char *const *head = hostile->heads; *head; head++) {
        for (const char *const *pattern = hostile->patterns; *pattern; pattern++)
            assert_pattern_is_harmless(hostile->format, *head, *pattern, text);
    }
    free(text);
}

int run_hostile_text(const hostile_text *text) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_survived),
        cmocka_unit_test(every_byte_edit_is_survived),
        cmocka_unit_test(every_failing_request_is_survived),
        cmocka_unit_test(absurd_counts_are_refused_at_once),
        cmocka_unit_test(counts_beyond_the_file_cost_nothing),
        cmocka_unit_test(a_mebibyte_of_anything_is_harmless),
    };
    hostile = text;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
