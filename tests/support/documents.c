// SPDX-License-Identifier: MIT
#include "support/documents.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <string.h>

#include <cmocka.h>

bool say_the_same(const maq_document *a, const maq_document *b) {
    maq_tree *x, *y;
    assert_int_equal(maq_describe(a, NULL, &x), MAQ_OK);
    assert_int_equal(maq_describe(b, NULL, &y), MAQ_OK);
    bool same = maq_value_equal(maq_tree_root(x), maq_tree_root(y));
    maq_tree_free(x);
    maq_tree_free(y);
    return same;
}

maq_document *open_text(const char *text, const char *format) {
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = format};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    return document;
}

size_t count_rule(const maq_document *document, const char *id) {
    const maq_findings *findings = maq_document_findings(document);
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++)
        count += strcmp(findings->items[i].rule->id, id) == 0;
    return count;
}

const maq_finding *finding_of(const maq_document *document, const char *id) {
    const maq_findings *findings = maq_document_findings(document);
    for (size_t i = 0; i < findings->count; i++) {
        if (strcmp(findings->items[i].rule->id, id) == 0)
            return &findings->items[i];
    }
    return NULL;
}

void assert_says(const maq_document *document, const char *id, const char *message) {
    const maq_finding *finding = finding_of(document, id);
    if (!finding)
        fail_msg("%s is not found", id);
    else
        assert_string_equal(finding->message, message);
}

void assert_only_losses(const maq_document *document, const char *const *ids, size_t count) {
    const maq_findings *findings = maq_document_findings(document);
    for (size_t i = 0; i < findings->count; i++) {
        bool known = false;
        for (size_t k = 0; k < count; k++)
            known = known || strcmp(findings->items[i].rule->id, ids[k]) == 0;
        if (!known)
            fail_msg("%s: %s", findings->items[i].rule->id, findings->items[i].message);
    }
}
