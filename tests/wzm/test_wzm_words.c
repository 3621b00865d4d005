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
#include "support/documents.h"

static maq_document *open_with_row(const char *row) {
    char text[512];
    snprintf(text, sizeof text,
             "WZM 2\nTEXTURE page-1.png\nMESHES 1\nMESH a\nTEAMCOLOURS 0\nVERTICES 3\nFACES 1\n"
             "VERTEXARRAY\n0 0 0\n%s\n0 1 0\nTEXTUREARRAYS 1\nTEXTUREARRAY 0\n0 0\n1 0\n0 1\n"
             "INDEXARRAY\n0 1 2\nFRAMES 0\nCONNECTORS 0\n",
             row);
    return open_text(text, "wzm");
}

static void expect(const char *word, bool directive) {
    char row[64];
    snprintf(row, sizeof row, "%s 0 0", word);
    maq_document *document = open_with_row(row);
    assert_int_equal(count_rule(document, "WZM-0009"), directive);
    assert_int_equal(count_rule(document, "WZM-0011"), !directive);
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

// The rest of a row is not read after its first damaged number.
static void a_damaged_row_is_one_finding(void **state) {
    (void)state;
    maq_document *document = open_with_row("a b c");
    assert_int_equal(count_rule(document, "WZM-0011"), 1);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(short_words_are_damaged_numbers),
                                       cmocka_unit_test(a_damaged_row_is_one_finding)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
