// SPDX-License-Identifier: MIT
#include "support/iqe_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *const iqe_reference[] = {"compat", "reference", NULL};

maq_document *iqe_open(const char *text) {
    size_t length = strlen(IQE_HEADER) + strlen(text);
    char *whole = malloc(length + 1);
    assert_non_null(whole);
    snprintf(whole, length + 1, "%s%s", IQE_HEADER, text);
    maq_document *document;
    assert_int_equal(maq_open_memory(whole, length, NULL, &document), MAQ_OK);
    free(whole);
    assert_non_null(maq_document_iqe(document));
    return document;
}

maq_document *iqe_convert(const maq_document *document, const char *to,
                          const char *const *settings) {
    maq_setting items[8];
    uint32_t count = 0;
    for (; settings && settings[count * 2]; count++)
        items[count] = (maq_setting){settings[count * 2], settings[count * 2 + 1]};
    maq_convert_options options = {
        .size = sizeof options, .setting_count = count, .settings = items};
    maq_document *out;
    assert_int_equal(maq_convert(document, to, &options, &out), MAQ_OK);
    return out;
}

maq_document *iqe_compile(const char *text, const char *const *settings) {
    maq_document *document = iqe_open(text);
    maq_document *out = iqe_convert(document, "iqm", settings);
    maq_close(document);
    return out;
}

const maq_finding *iqe_find(const maq_findings *findings, const char *id) {
    for (size_t i = 0; i < findings->count; i++) {
        if (strcmp(findings->items[i].rule->id, id) == 0)
            return &findings->items[i];
    }
    return NULL;
}
