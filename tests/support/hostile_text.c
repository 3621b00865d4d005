// SPDX-License-Identifier: MIT
#include "support/hostile_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/hostile.h"

#define MEBIBYTE ((size_t)1 << 20)

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

maq_status weigh_text(const char *format, const char *text, size_t length, size_t *most,
                      double *seconds, char *id) {
    counted_memory counted;
    count_memory(&counted);
    maq_open_options options = {.format = format, .memory = &counted.memory};
    maq_document *document = NULL;
    double begun = now();
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
    *seconds = now() - begun;
    *most = counted.most;
    maq_close(document);
    assert_int_equal(counted.held, 0);
    return status;
}

void assert_patterns_are_harmless(const char *format, const char *const *heads, size_t head_count,
                                  const char *const *patterns, size_t pattern_count) {
    char *text = malloc(MEBIBYTE);
    assert_non_null(text);
    for (size_t i = 0; i < head_count; i++) {
        for (size_t k = 0; k < pattern_count; k++) {
            size_t at = strlen(heads[i]), step = strlen(patterns[k]);
            memcpy(text, heads[i], at);
            for (; at + step <= MEBIBYTE; at += step)
                memcpy(text + at, patterns[k], step);
            size_t most;
            double seconds;
            char id[16];
            weigh_text(format, text, at, &most, &seconds, id);
            // A second is promised; sanitizers and busy machines get their share.
            if (seconds > 10)
                fail_msg("head %zu, pattern %zu took %d s", i, k, (int)seconds);
            if (most > 64 * at + 16 * MEBIBYTE)
                fail_msg("head %zu, pattern %zu took %zu bytes", i, k, most);
        }
    }
    free(text);
}
