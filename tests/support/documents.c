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
