// SPDX-License-Identifier: MIT
//
// check --fix on any bytes: the result can be read, no fix adds an error that was not there, and
// fixing ends.
#include "fuzz.h"

// Each round applies the first of overlapping fixes, so that a few rounds reach the end.
enum { MOST_ROUNDS = 64 };

static bool read_all(const maq_document *document) {
    return maq_document_findings(document)->incomplete_reads == 0;
}

// The document after one round of fixes, or NULL when there is nothing left to fix.
static maq_document *fix_once(const maq_document *document, const char *target) {
    maq_check_options check = {.size = sizeof check, .target = target};
    maq_report *report;
    if (maq_check(document, &check, &report) != MAQ_OK)
        abort();
    maq_buffer fixed;
    size_t applied;
    if (maq_fix(document, maq_report_findings(report), NULL, &fixed, &applied) != MAQ_OK)
        abort();
    maq_open_options options = {.size = sizeof options,
                                .format = maq_document_format(document)->name};
    maq_document *next = NULL;
    if (applied > 0) {
        maq_status status = maq_open_memory(fixed.data, fixed.length, &options, &next);
        // A fix never makes a file worse: what could be read can still be read.
        if (status != MAQ_OK || (read_all(document) && !read_all(next)))
            abort();
    }
    maq_buffer_free(&fixed);
    maq_report_free(report);
    return next;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_document *document;
    if (maq_open_memory(data, size, NULL, &document) == MAQ_OK) {
        const maq_format *format = maq_document_format(document);
        const char *target = format->targets[size % format->target_count];
        unsigned round = 0;
        for (maq_document *next; (next = fix_once(document, target)); document = next) {
            maq_close(document);
            if (++round == MOST_ROUNDS)
                abort();
        }
    }
    maq_close(document);
    return 0;
}
