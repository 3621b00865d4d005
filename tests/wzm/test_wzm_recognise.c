// SPDX-License-Identifier: MIT
//
// WZM and WZA files are recognised by their first word, or else by their name in any case; and failing
// allocations of version 3.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/maquette.h"
#include "support/hostile.h"

// The name of the format, or NULL.
static const char *format_of(const char *text, const char *name) {
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .file_name = name};
    maq_open_memory(text, strlen(text), &options, &document);
    const maq_format *format = document ? maq_document_format(document) : NULL;
    const char *found = format ? format->name : NULL;
    maq_close(document);
    return found;
}

static void names_decide_without_a_signature(void **state) {
    (void)state;
    assert_string_equal(format_of("WZM 2\n", "x"), "wzm");
    assert_string_equal(format_of("WZA 1\n", "x"), "wza");
    assert_string_equal(format_of("nothing\n", "x.wzm"), "wzm");
    assert_string_equal(format_of("nothing\n", "X.WZM"), "wzm");
    assert_string_equal(format_of("nothing\n", "x.Wza"), "wza");
    assert_null(format_of("nothing\n", "x.wzn"));
    assert_null(format_of("nothing\n", "xwzm"));
    assert_null(format_of("nothing\n", "wzm"));
    assert_null(format_of("nothing\n", NULL));
}

static void every_allocation_of_a_full_model_fails(void **state) {
    (void)state;
    char *const paths[] = {"tests/data/full/wzm1.wzm", "tests/data/full/wzm2.wzm",
                           "tests/data/full/wzm3.wzm", "tests/data/full/wza.wza"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_true(fail_each_request(open_file, paths[i]) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_decide_without_a_signature),
        cmocka_unit_test(every_allocation_of_a_full_model_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
