// SPDX-License-Identifier: MIT
//
// Words where numbers are expected: a long one in capitals is a directive that ends the list, a short one
// is a damaged number.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/wzm.h"

static bool has_rule(const maq_document *document, const char *id) {
    const maq_findings *findings = maq_document_findings(document);
    for (size_t i = 0; i < findings->count; i++) {
        if (strcmp(findings->items[i].rule->id, id) == 0)
            return true;
    }
    return false;
}

static void expect(const char *word, bool directive) {
    char text[512];
    snprintf(text, sizeof text,
             "WZM 2\nTEXTURE page-1.png\nMESHES 1\nMESH a\nTEAMCOLOURS 0\nVERTICES 3\nFACES 1\n"
             "VERTEXARRAY\n0 0 0\n%s 0 0\n0 1 0\nTEXTUREARRAYS 1\nTEXTUREARRAY 0\n0 0\n1 0\n0 1\n"
             "INDEXARRAY\n0 1 2\nFRAMES 0\nCONNECTORS 0\n",
             word);
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "wzm"};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    assert_int_equal(has_rule(document, "WZM-0009"), directive);
    assert_int_equal(has_rule(document, "WZM-0011"), !directive);
    assert_int_equal(maq_document_wzm(document)->meshes[0].vertex_count, directive ? 1 : 3);
    maq_close(document);
}

static void short_words_are_damaged_numbers(void **state) {
    (void)state;
    expect("ZZ", false);
    expect("Z", false);
    expect("Zzz", false);
    expect("ZZ9", false);
    expect("ZZZ", true);
    expect("ZZ_Z", true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(short_words_are_damaged_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
