// SPDX-License-Identifier: MIT
//
// What fuzz targets share: touching everything, so that a sanitizer sees whether it is there, and
// asking everything that callers ask. abort() is a finding.
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdlib.h>
#include <string.h>

#include "maquette/maquette.h"

// ------------------------------------------------------------------------------------------ reading

static volatile uint64_t fuzz_sum;

static inline void fuzz_touch(const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    uint64_t total = 0;
    for (size_t i = 0; i < length; i++)
        total += at[i];
    fuzz_sum += total;
}

static inline void fuzz_touch_text(const char *text) {
    if (text)
        fuzz_touch(text, strlen(text));
}

static inline void fuzz_touch_value(const maq_value *value) {
    fuzz_touch_text(value->key);
    if (value->kind == MAQ_VALUE_TEXT)
        fuzz_touch(value->as.text.bytes, value->as.text.length + 1);
    if (value->kind != MAQ_VALUE_ARRAY && value->kind != MAQ_VALUE_OBJECT)
        return;
    size_t count = 0;
    for (const maq_value *child = value->as.children.first; child; child = child->next, count++)
        fuzz_touch_value(child);
    if (count != value->as.children.count)
        abort();
}

// Findings lie in the file, and so do their edits.
static inline void fuzz_touch_findings(const maq_document *document, const maq_findings *findings) {
    size_t length;
    maq_document_source(document, &length);
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        fuzz_touch_text(finding->message);
        if (finding->span.offset != MAQ_NO_OFFSET) {
            if (finding->span.offset > length ||
                finding->span.length > length - finding->span.offset)
                abort();
            // Of some alone: asking for all took most of the time.
            if (i % 16 == 0) {
                maq_position position = maq_document_position(document, finding->span.offset);
                fuzz_touch(&position, sizeof position);
            }
        }
        for (uint32_t k = 0; k < finding->edit_count; k++) {
            const maq_edit *edit = &finding->edits[k];
            if (edit->span.offset > length || edit->span.length > length - edit->span.offset)
                abort();
            fuzz_touch(edit->text, edit->text_length);
        }
    }
}

// Checks a document for every target of its format, and fixes it.
static inline void fuzz_check_all(const maq_document *document) {
    const maq_format *format = maq_document_format(document);
    for (uint32_t i = 0; i < format->target_count; i++) {
        maq_check_options options = {.size = sizeof options, .target = format->targets[i]};
        maq_report *report;
        if (maq_check(document, &options, &report) != MAQ_OK)
            abort();
        fuzz_touch_findings(document, maq_report_findings(report));
        maq_buffer fixed;
        size_t applied;
        if (maq_fix(document, maq_report_findings(report), NULL, &fixed, &applied) != MAQ_OK)
            abort();
        fuzz_touch(fixed.data, fixed.length);
        maq_buffer_free(&fixed);
        maq_report_free(report);
    }
}

// Reads bytes as a format and asks everything of what came of it; `touch_content` looks at the
// document's own structs.
static inline void fuzz_read(const uint8_t *data, size_t size, const char *format,
                             void (*touch_content)(const maq_document *document)) {
    maq_open_options options = {.size = sizeof options, .format = format};
    maq_document *document;
    maq_status status = maq_open_memory(data, size, &options, &document);
    if (!document)
        return;
    fuzz_touch_findings(document, maq_document_findings(document));
    if (status == MAQ_OK) {
        touch_content(document);
        maq_tree *tree;
        if (maq_info(document, NULL, &tree) != MAQ_OK)
            abort();
        fuzz_touch_value(maq_tree_root(tree));
        maq_tree_free(tree);
        if (maq_describe(document, NULL, &tree) != MAQ_OK)
            abort();
        fuzz_touch_value(maq_tree_root(tree));
        maq_tree_free(tree);
    }
    fuzz_check_all(document);
    maq_close(document);
}

// ------------------------------------------------------------------------------------- round trips

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

// Read again by its name: a comment may well say what another format begins with.
static inline maq_document *fuzz_write_and_read(const maq_document *document, maq_buffer *bytes) {
    maq_open_options options = {.size = sizeof options,
                                .format = maq_document_format(document)->name};
    maq_document *again;
    if (maq_save_memory(document, NULL, bytes) != MAQ_OK ||
        maq_open_memory(bytes->data, bytes->length, &options, &again) != MAQ_OK)
        abort();
    return again;
}

// For formats that do not keep comments: the same document without them, written to `bytes`.
static inline maq_document *fuzz_drop_comments(const maq_document *document, maq_buffer *bytes) {
    maq_document *again = fuzz_write_and_read(document, bytes);
    if (!fuzz_say_the_same(document, again))
        abort();
    return again;
}

// In its own version nothing may change, not a bit; what is written once is written so again.
static inline void fuzz_keep(const maq_document *document) {
    maq_buffer first, second;
    maq_document *again = fuzz_write_and_read(document, &first), *copy;
    if (!fuzz_say_the_same(document, again) || maq_save_memory(again, NULL, &second) != MAQ_OK ||
        first.length != second.length || memcmp(first.data, second.data, first.length) != 0)
        abort();
    if (maq_convert(document, maq_document_variant(document)->name, NULL, &copy) != MAQ_OK ||
        maq_document_findings(copy)->count != 0 || !fuzz_say_the_same(document, copy))
        abort();
    maq_close(copy);
    maq_close(again);
    maq_buffer_free(&first);
    maq_buffer_free(&second);
}

// Makes another variant of a document; what is written of it can be read, and is handed to `compare`
// together with the first.
static inline void fuzz_change(const maq_document *document, const char *to,
                               void (*compare)(const maq_document *before,
                                               const maq_document *after)) {
    maq_document *changed;
    maq_buffer bytes;
    if (maq_convert(document, to, NULL, &changed) != MAQ_OK)
        abort();
    maq_document *again = fuzz_write_and_read(changed, &bytes);
    compare(document, again);
    maq_close(again);
    maq_buffer_free(&bytes);
    maq_close(changed);
}

#endif
