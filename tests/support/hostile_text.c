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
    double begun = seconds_now();
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
    *seconds = seconds_now() - begun;
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

void assert_absurd_counts_are_refused(const char *format, const char *const *texts,
                                      const char *id) {
    static const char *const counts[] = {"4000000000", "67108865", "99999999999999999999"};
    for (; *texts; texts++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            char text[256], found[16];
            size_t most;
            double seconds;
            int length = snprintf(text, sizeof text, "%s %s\n\t0 0 0\n", *texts, counts[k]);
            assert_int_equal(measure_text(format, text, (size_t)length, &most, &seconds, found),
                             MAQ_OVER_LIMIT);
            assert_string_equal(found, id);
            assert_true(most < LITTLE);
        }
    }
}

void assert_counts_cost_nothing(const char *format, const char *text) {
    char id[16];
    size_t most;
    double seconds;
    assert_int_equal(measure_text(format, text, strlen(text), &most, &seconds, id), MAQ_OK);
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

void assert_patterns_are_harmless(const char *format, const char *const *heads,
                                  const char *const *patterns) {
    char *text = malloc(MEBIBYTE);
    assert_non_null(text);
    for (; *heads; heads++) {
        for (const char *const *pattern = patterns; *pattern; pattern++)
            assert_pattern_is_harmless(format, *heads, *pattern, text);
    }
    free(text);
}
