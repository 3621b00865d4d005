// SPDX-License-Identifier: MIT
//
// The size behind the name of a texture: two whole numbers in the same line, or none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"

static bool has_size(const char *line, int32_t *width) {
    char text[512];
    snprintf(text, sizeof text,
             "PIE 3\nTYPE 200\nTEXTURE 0 page-1.png%s\nLEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n"
             "\t1 0 0\n\t0 1 0\nPOLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n",
             line);
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "pie"};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    const maq_pie_settings *settings = &maq_document_pie(document)->settings;
    assert_int_equal(settings->texture_count, 1);
    bool has = settings->textures[0].has_size;
    *width = settings->textures[0].width;
    // Where there is no number, none is missing either.
    const maq_findings *findings = maq_document_findings(document);
    for (size_t i = 0; i < findings->count; i++)
        assert_null(strstr(findings->items[i].message, "is missing here"));
    maq_close(document);
    return has;
}

static void both_numbers_are_in_the_line(void **state) {
    (void)state;
    int32_t width;
    assert_true(has_size(" 256 128", &width));
    assert_int_equal(width, 256);
    assert_true(has_size(" +256 -128", &width));
    assert_false(has_size("", &width));
    assert_false(has_size(" 256", &width));
    assert_false(has_size(" 256 x", &width));
    assert_false(has_size(" x 256", &width));
    assert_false(has_size(" 256 12.5", &width));
    assert_false(has_size("\n256 128", &width));
    assert_false(has_size(" 256\n128", &width));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_numbers_are_in_the_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
