// SPDX-License-Identifier: MIT
//
// What follows the numbers of a line, and failing allocations of all statements.
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

static uint64_t count_findings(const char *line) {
    char text[512];
    snprintf(text, sizeof text,
             "# Inter-Quake Export\njoint j -1\npq 0 0 0\nmesh a\nmaterial b\nvp 0 0 0\nvb 0 1\n"
             "vp 1 0 0\nvb 0 1\nvp 0 1 0\nvb 0 1\nfm 0 1 2\n%s\n",
             line);
    maq_document *document = open_text(text, "iqe");
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
        cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
