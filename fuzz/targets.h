// SPDX-License-Identifier: MIT
//
// What fuzz targets of any format do with a document: look at all of it, ask everything of it, write
// it and read it again.
#ifndef FUZZ_TARGETS_H
#define FUZZ_TARGETS_H

#include <stdlib.h>
#include <string.h>

#include "maquette/maquette.h"

// What was read must be touched for a sanitizer to see that it is there.
static volatile uint64_t touched;

static inline void touch(const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    uint64_t total = 0;
    for (size_t i = 0; i < length; i++)
        total += at[i];
    touched += total;
}

static inline void touch_text(const char *text) {
    if (text)
        touch(text, strlen(text));
}

// Findings lie in the file.
static inline void touch_findings(const maq_document *document, const maq_findings *findings) {
    size_t length;
    maq_document_source(document, &length);
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        touch_text(finding->message);
        if (finding->span.offset != MAQ_NOWHERE &&
            (finding->span.offset > length || finding->span.length > length - finding->span.offset))
            abort();
        for (uint32_t k = 0; k < finding->edit_count; k++) {
            const maq_edit *edit = &finding->edits[k];
            if (edit->span.offset > length || edit->span.length > length - edit->span.offset)
                abort();
            touch(edit->text, edit->text_length);
        }
    }
}

static inline void check_all_targets(const maq_document *document) {
    const maq_format *format = maq_document_format(document);
    for (uint32_t i = 0; i < format->target_count; i++) {
        maq_check_options options = {.size = sizeof options, .target = format->targets[i]};
        maq_report *report;
        if (maq_check(document, &options, &report) != MAQ_OK)
            abort();
        touch_findings(document, maq_report_findings(report));
        maq_buffer fixed;
        size_t applied;
        if (maq_fix(document, maq_report_findings(report), NULL, &fixed, &applied) != MAQ_OK)
            abort();
        touch(fixed.data, fixed.length);
        maq_buffer_free(&fixed);
        maq_report_free(report);
    }
}

static inline maq_document *open_as(const uint8_t *data, size_t size, const char *format,
                                    maq_status *status) {
    maq_open_options options = {.size = sizeof options, .format = format};
    maq_document *document;
    *status = maq_open_memory(data, size, &options, &document);
    return document;
}

static inline maq_tree *describe(const maq_document *document) {
    maq_tree *tree;
    if (maq_describe(document, NULL, &tree) != MAQ_OK)
        abort();
    return tree;
}

static inline void ask_everything(const maq_document *document) {
    maq_tree *tree;
    if (maq_info(document, NULL, &tree) != MAQ_OK)
        abort();
    maq_tree_free(tree);
    maq_tree_free(describe(document));
}

static inline bool say_the_same(const maq_document *a, const maq_document *b) {
    maq_tree *x = describe(a), *y = describe(b);
    bool same = maq_value_equal(maq_tree_root(x), maq_tree_root(y));
    maq_tree_free(x);
    maq_tree_free(y);
    return same;
}

// Writes a document, reads it again, and writes that: nothing may change, not a bit.
static inline void keep(const maq_document *document) {
    maq_buffer first, second;
    maq_document *again;
    if (maq_save_memory(document, NULL, &first) != MAQ_OK ||
        maq_open_memory(first.data, first.length, NULL, &again) != MAQ_OK ||
        maq_document_variant(again) != maq_document_variant(document) ||
        !say_the_same(document, again) || maq_save_memory(again, NULL, &second) != MAQ_OK ||
        first.length != second.length || memcmp(first.data, second.data, first.length) != 0)
        abort();
    maq_buffer_free(&first);
    maq_buffer_free(&second);
    maq_close(again);
}

// The same after a conversion to a variant.
static inline void convert_and_keep(const maq_document *document, const char *to) {
    maq_document *converted;
    if (maq_convert(document, to, NULL, &converted) != MAQ_OK)
        abort();
    keep(converted);
    if (maq_document_variant(document) == maq_document_variant(converted) &&
        !say_the_same(document, converted))
        abort();
    maq_close(converted);
}

#endif
