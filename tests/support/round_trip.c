// SPDX-License-Identifier: MIT
#include "support/round_trip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

maq_document *document_of(const char *format, const char *text) {
    maq_open_options options = {.format = format};
    maq_document *document = NULL;
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    return document;
}

maq_buffer written(const maq_document *document) {
    maq_buffer buffer;
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    return buffer;
}

void assert_same(const maq_document *a, const maq_document *b) {
    maq_tree *changes;
    assert_int_equal(maq_diff(a, b, NULL, &changes), MAQ_OK);
    const maq_value *first = maq_tree_root(changes)->as.children.first;
    if (first)
        fail_msg("%zu differences, the first at %s", maq_tree_root(changes)->as.children.count,
                 maq_value_find(first, "path")->as.text.bytes);
    maq_tree_free(changes);
}

void assert_round_trip(const maq_document *document) {
    maq_buffer first = written(document);
    maq_document *again = NULL;
    assert_int_equal(maq_open_memory(first.data, first.length, NULL, &again), MAQ_OK);
    assert_ptr_equal(maq_document_variant(again), maq_document_variant(document));
    assert_same(document, again);
    maq_buffer second = written(again);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.data, second.data, first.length);
    maq_close(again);
    maq_buffer_free(&first);
    maq_buffer_free(&second);
}

const char *ids_of(const maq_findings *findings, char *out, size_t size) {
    size_t at = 0;
    *out = '\0';
    for (size_t i = 0; i < findings->count && at < size; i++) {
        const maq_finding *finding = &findings->items[i];
        at += (size_t)snprintf(out + at, size - at, "%s%s", i ? " " : "", finding->rule->id);
        if (finding->count != 1 && at < size)
            at +=
                (size_t)snprintf(out + at, size - at, "*%llu", (unsigned long long)finding->count);
    }
    return out;
}

void assert_ids(const maq_findings *findings, const char *expected) {
    char ids[1024];
    assert_string_equal(ids_of(findings, ids, sizeof ids), expected);
}

maq_document *converted(const maq_document *document, const char *to, const char *losses) {
    maq_document *result = NULL;
    assert_int_equal(maq_convert(document, to, NULL, &result), MAQ_OK);
    assert_ids(maq_document_findings(result), losses);
    return result;
}
