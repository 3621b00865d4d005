// SPDX-License-Identifier: MIT
//
// WZM and WZA files are recognised by their first word, or else by their name in any case; failing
// allocations of version 3; and files that are too large for the offsets of documents.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/wza/wza_priv.h"
#include "formats/wzm/wzm_priv.h"
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

// Offsets of elements have 32 bits. Nothing of a larger file is read: its pages are never touched.
static void files_of_4_gib_are_refused(void **state) {
    (void)state;
    const size_t length = UINT32_MAX;
    char *source = sizeof length > 4 ? calloc(length, 1) : NULL;
    if (!source) {
        print_message("skipped: there is no memory for a file of 4 GiB\n");
        skip();
    }
    const mq_format *const formats[] = {&mq_wzm_format, &mq_wza_format};
    for (size_t i = 0; i < 2; i++) {
        maq_document *document = mq_document_new(NULL, formats[i], NULL, 0);
        assert_non_null(document);
        document->source = source;
        document->source_length = length;
        assert_int_equal(formats[i]->read(document), MAQ_OVER_LIMIT);
        maq_close(document);
    }
    free(source);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_decide_without_a_signature),
        cmocka_unit_test(every_allocation_of_a_full_model_fails),
        cmocka_unit_test(files_of_4_gib_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
