// SPDX-License-Identifier: MIT
//
// What fuzz targets share: touching everything, so that a sanitizer sees whether it is there, and
// asking everything that callers ask.
#ifndef FUZZ_TOUCH_H
#define FUZZ_TOUCH_H

#include <stdlib.h>
#include <string.h>

#include "maquette/maquette.h"

static volatile uint64_t fuzz_sum;

static inline void fuzz_touch(const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    uint64_t total = 0;
    for (size_t i = 0; i < length; i++)
        total += at[i];
    fuzz_sum += total;
}

static inline void fuzz_touch_text(const char *text) {
    fuzz_touch(text, strlen(text));
}

// Findings lie in the file and say something.
static inline void fuzz_touch_findings(const maq_document *document, const maq_findings *findings) {
    size_t length;
    maq_document_source(document, &length);
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        fuzz_touch_text(finding->message);
        if (finding->span.offset == MAQ_NOWHERE)
            continue;
        if (finding->span.offset > length || finding->span.length > length - finding->span.offset)
            abort();
    }
}

// Judges a document with the eyes of every target of its format.
static inline void fuzz_check_all(const maq_document *document) {
    const maq_format *format = maq_document_format(document);
    for (uint32_t i = 0; i < format->target_count; i++) {
        maq_check_options options = {.size = sizeof options, .target = format->targets[i]};
        maq_report *report;
        if (maq_check(document, &options, &report) != MAQ_OK)
            abort();
        fuzz_touch_findings(document, maq_report_findings(report));
        maq_report_free(report);
    }
}

static inline maq_tree *fuzz_describe(const maq_document *document) {
    maq_tree *tree;
    if (maq_describe(document, NULL, &tree) != MAQ_OK)
        abort();
    return tree;
}

static inline bool fuzz_say_the_same(const maq_document *a, const maq_document *b) {
    maq_tree *x = fuzz_describe(a), *y = fuzz_describe(b);
    bool same = maq_value_equal(maq_tree_root(x), maq_tree_root(y));
    maq_tree_free(x);
    maq_tree_free(y);
    return same;
}

// What a document says of itself: info has the keys that all formats have.
static inline void fuzz_touch_trees(const maq_document *document) {
    maq_tree *tree;
    if (maq_info(document, NULL, &tree) != MAQ_OK ||
        !maq_value_find(maq_tree_root(tree), "bounds") || !fuzz_say_the_same(document, document))
        abort();
    maq_tree_free(tree);
}

#endif
