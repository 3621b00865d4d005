// SPDX-License-Identifier: MIT
//
// Hexadecimal numbers of flags: more than 32 bits are found and wrap, as the game reads them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"
#include "support/documents.h"

static bool wraps(const char *type, uint32_t *flags) {
    char text[512];
    snprintf(text, sizeof text,
             "PIE 3\nTYPE %s\nTEXTURE 0 page-1.png 0 0\nLEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n"
             "\t1 0 0\n\t0 1 0\nPOLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n",
             type);
    maq_document *document = open_text(text, "pie");
    const maq_findings *findings = maq_document_findings(document);
    bool found = false;
    for (size_t i = 0; i < findings->count; i++)
        found = found || strstr(findings->items[i].message, "does not fit into 32 bits");
    *flags = maq_document_pie(document)->settings.type;
    maq_close(document);
    return found;
}

static void flags_wrap_with_a_finding(void **state) {
    (void)state;
    uint32_t flags;
    assert_false(wraps("200", &flags));
    assert_int_equal(flags, 0x200);
    assert_false(wraps("ffffffff", &flags));
    assert_true(flags == 0xffffffff);
    assert_true(wraps("100000200", &flags));
    assert_int_equal(flags, 0x200);
    assert_true(wraps("10000000000000200", &flags));
}

static size_t count_bad_numbers(const char *type) {
    char text[256];
    snprintf(text, sizeof text, "PIE 3\nTYPE %s\nTEXTURE 0 page-1.png 0 0\nLEVELS 1\n", type);
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "pie"};
    maq_open_memory(text, strlen(text), &options, &document);
    size_t count = count_rule(document, "PIE-0101");
    maq_close(document);
    return count;
}

static void words_are_not_flags(void **state) {
    (void)state;
    assert_int_equal(count_bad_numbers("200"), 0);
    assert_int_equal(count_bad_numbers("xyz"), 1);
    assert_int_equal(count_bad_numbers("20x"), 1);
    assert_int_equal(count_bad_numbers("-"), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(flags_wrap_with_a_finding),
                                       cmocka_unit_test(words_are_not_flags)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
