// SPDX-License-Identifier: MIT
//
// Words where numbers are expected: a long one in capitals is a directive that ends the list, a short one
// is a damaged number.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
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

// Whole numbers end at a blank or a line break.
static void a_letter_in_a_row_of_indices_damages_it(void **state) {
    (void)state;
    static const char text[] = "WZM 2\nTEXTURE page-1.png\nMESHES 1\nMESH a\nTEAMCOLOURS 0\n"
                               "VERTICES 3\nFACES 2\nVERTEXARRAY\n0 0 0\n1 0 0\n0 1 0\n"
                               "TEXTUREARRAYS 1\nTEXTUREARRAY 0\n0 0\n1 0\n0 1\n"
                               "INDEXARRAY\n0 1 2x\n2 1 0\nFRAMES 0\nCONNECTORS 0\n";
    maq_document *document = open_text(text, "wzm");
    const maq_finding *finding = finding_of(document, "WZM-0011");
    assert_non_null(finding);
    assert_int_equal(finding->span.offset, strstr(text, "2x") - text);
    assert_int_equal(finding->count, 1);
    assert_int_equal(maq_document_wzm(document)->meshes[0].triangle_count, 2);
    maq_close(document);
}

// A directive behind another one in its line is read, and the number between them is missing.
static void a_directive_is_not_a_number(void **state) {
    (void)state;
    static const char text[] = "WZM 2\nTEXTURE page-1.png\nMESHES 1\nMESH a\nTEAMCOLOURS 0\n"
                               "VERTICES FACES 1\n";
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "wzm"};
    maq_open_memory(text, strlen(text), &options, &document);
    assert_int_equal(count_rule(document, "WZM-0010"), 1);
    assert_int_equal(count_rule(document, "WZM-0011"), 0);
    maq_close(document);
}

// A fault of a second row is counted with the first, unless that one is beyond the limit of findings.
static void repeated_faults_are_counted_within_the_limit(void **state) {
    (void)state;
    static const char text[] = "WZM 2\nTEXTURE page-1.png\nMESHES 1\nMESH a\nTEAMCOLOURS 0\n"
                               "VERTICES 3\nFACES 1\nVERTEXARRAY\n0 0 0 1 0 0 0 1 0\n"
                               "TEXTUREARRAYS 1\nTEXTUREARRAY 0\n0 0\n1 0\n0 1\n"
                               "INDEXARRAY\n0 1 2\nFRAMES 0\nCONNECTORS 0\n";
    for (uint32_t most = 1; most < 4; most++) {
        maq_document *document;
        maq_open_options options = {.size = sizeof options, .format = "wzm", .max_findings = most};
        char *late = malloc(sizeof text + 64);
        assert_non_null(late);
        // Other findings come first.
        snprintf(late, sizeof text + 64, "%.*sX\nX\nX\n%s", 6, text, text + 6);
        assert_int_equal(maq_open_memory(late, strlen(late), &options, &document), MAQ_OK);
        assert_true(maq_document_findings(document)->count <= most);
        maq_close(document);
        free(late);
    }
    maq_document *document;
    assert_int_equal(maq_open_memory(text, sizeof text - 1, NULL, &document), MAQ_OK);
    const maq_findings *findings = maq_document_findings(document);
    for (size_t i = 0; i < findings->count; i++) {
        if (strcmp(findings->items[i].rule->id, "WZM-0017") == 0)
            assert_int_equal(findings->items[i].count, 2);
    }
    assert_int_equal(count_rule(document, "WZM-0017"), 1);
    maq_close(document);
}

// Memory with bytes before each block that nothing may write to.
enum { GUARD = 256, GUARD_BYTE = 0xa5 };

static void *allocate_guarded(void *context, size_t bytes) {
    (void)context;
    unsigned char *block = malloc(GUARD + bytes);
    if (block)
        memset(block, GUARD_BYTE, GUARD);
    return block ? block + GUARD : NULL;
}

static void release_guarded(void *context, void *block, size_t bytes) {
    (void)bytes;
    unsigned char *guard = (unsigned char *)block - GUARD;
    for (size_t i = 0; i < GUARD; i++)
        *(bool *)context |= guard[i] != GUARD_BYTE;
    free(guard);
}

// The list of findings is so long that it is a block alone: a write before it is noticed.
static void repeated_faults_beyond_the_limit_write_nothing(void **state) {
    (void)state;
    enum { MOST = 10000 };
    static const char head[] = "WZM 2\n", rest[] = "TEXTURE page-1.png\nMESHES 1\nMESH a\n"
                                                   "TEAMCOLOURS 0\nVERTICES 3\nFACES 1\n"
                                                   "VERTEXARRAY\n0 0 0 1 0 0 0 1 0\n";
    char *text = malloc(sizeof head + 5 * MOST + sizeof rest), *at = text;
    assert_non_null(text);
    at = strcpy(at, head) + strlen(head);
    for (int i = 0; i < MOST; i++)
        at = strcpy(at, "XYZ\n") + 4;
    strcpy(at, rest);
    bool written = false;
    maq_memory memory = {.size = sizeof memory,
                         .context = &written,
                         .allocate = allocate_guarded,
                         .release = release_guarded};
    maq_open_options options = {
        .size = sizeof options, .format = "wzm", .max_findings = MOST, .memory = &memory};
    maq_document *document;
    maq_open_memory(text, strlen(text), &options, &document);
    assert_int_equal(maq_document_findings(document)->count, MOST);
    assert_int_equal(count_rule(document, "WZM-0017"), 0);
    maq_close(document);
    assert_false(written);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_directive_is_not_a_number),
        cmocka_unit_test(repeated_faults_are_counted_within_the_limit),
        cmocka_unit_test(repeated_faults_beyond_the_limit_write_nothing),
        cmocka_unit_test(short_words_are_damaged_numbers),
        cmocka_unit_test(a_damaged_row_is_one_finding),
        cmocka_unit_test(a_letter_in_a_row_of_indices_damages_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
