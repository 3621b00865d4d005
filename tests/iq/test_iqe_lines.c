// SPDX-License-Identifier: MIT
//
// Numbers of lines, what follows them, and failing allocations of all statements.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/iqe.h"
#include "support/documents.h"
#include "support/hostile.h"

static maq_document *open_with(const char *line) {
    char text[512];
    snprintf(text, sizeof text,
             "# Inter-Quake Export\njoint j -1\npq 0 0 0\nmesh a\nmaterial b\nvp 0 0 0\nvb 0 1\n"
             "vp 1 0 0\nvb 0 1\nvp 0 1 0\nvb 0 1\nfm 0 1 2\n%s\n",
             line);
    return open_text(text, "iqe");
}

static uint64_t count_findings(const char *line) {
    maq_document *document = open_with(line);
    const maq_findings *findings = maq_document_findings(document);
    uint64_t count = findings->errors + findings->warnings + findings->notes;
    maq_close(document);
    return count;
}

static void words_behind_numbers_are_found(void **state) {
    (void)state;
    static const char *const good[] = {"fm 0 1 2", "fa 0 1 2", "fs 1 1 1",
                                       "vp 1 2 3", "vt 0 0",   "fm 0 1 2 # a comment"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(count_findings(good[i]), count_findings(""));
    static const char *const bad[] = {"fm 0 1 2 x", "fa 0 1 2 x", "fs 1 1 1 x", "vp 1 2 3 x",
                                      "vt 0 0 x",   "vb 0 1 x",   "fm 0 1",     "fs 1 1 2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (count_findings(bad[i]) <= count_findings(""))
            fail_msg("%s: no finding", bad[i]);
    }
}

// A word in place of a number is another fault than one behind the last parameter.
static void words_are_missing_numbers_or_surplus(void **state) {
    (void)state;
    static const struct {
        const char *line, *rule;
    } cases[] = {{"smoothgroup x", "IQE-0004"},
                 {"smoothgroup 1 x", "IQE-0005"},
                 {"smoothangle x", "IQE-0004"},
                 {"smoothangle 1 x", "IQE-0005"},
                 {"joint a x", "IQE-0004"},
                 {"joint a 0 x", "IQE-0005"},
                 {"animation a\nframerate x", "IQE-0004"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        maq_document *document = open_with(cases[i].line);
        if (!finding_of(document, cases[i].rule))
            fail_msg("%s: not %s", cases[i].line, cases[i].rule);
        maq_close(document);
    }
}

// The quick reader of decimals reads the same numbers as the exact one.
static void decimals_of_any_length_are_exact(void **state) {
    (void)state;
    static const struct {
        const char *line;
        double value;
    } cases[] = {{"vp 1.12345678 0 0", 1.12345678},
                 {"vp -1.12345678 0 0", -1.12345678},
                 {"vp 1.123456789 0 0", 1.123456789},
                 {"vp 0.1234567 0 0", 0.1234567},
                 {"vp 12.5 0 0", 12.5},
                 {"vp 1.12345678e2 0 0", 112.345678},
                 {"vp 1234567.12345678 0 0", 1234567.12345678},
                 {"vp 12345678.12345678 0 0", 12345678.12345678},
                 {"vp 0.12345678901234567 0 0", 0.12345678901234567}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        maq_document *document = open_with(cases[i].line);
        const maq_iqe_rows *rows = &maq_document_iqe(document)->lists[MAQ_IQE_POSITION];
        if (rows->values[(size_t)(rows->count - 1) * rows->width] != cases[i].value)
            fail_msg("%s: %.17g", cases[i].line,
                     rows->values[(size_t)(rows->count - 1) * rows->width]);
        maq_close(document);
    }
}

static void every_allocation_fails(void **state) {
    (void)state;
    char *const paths[] = {"tests/data/full/iqe.iqe", "tests/data/iqe/everything.iqe",
                           "examples/models/crane.iqm"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_true(fail_each_request(open_file, paths[i]) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_behind_numbers_are_found),
        cmocka_unit_test(words_are_missing_numbers_or_surplus),
        cmocka_unit_test(decimals_of_any_length_are_exact),
        cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
