// SPDX-License-Identifier: MIT
//
// What follows the three numbers of a position, for few positions and for many.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/obj.h"

static maq_document *open_text(const char *text) {
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "obj"};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    return document;
}

// The lists of colours and weights grow with that of positions. Lines that begin with a blank are not
// counted before they are read.
static void every_position_keeps_its_colour_and_weight(void **state) {
    (void)state;
    enum { COUNT = 100000, LINE = 48 };
    char *text = malloc((size_t)COUNT * LINE), *at = text;
    assert_non_null(text);
    at += snprintf(at, LINE, "v 0 0 0\nv 0 0 0 0.5\n");
    for (unsigned i = 2; i < COUNT; i++)
        at += snprintf(at, LINE, " v %u 0 0 0.%u 0 1\n", i, i % 10);
    maq_document *document = open_text(text);
    free(text);
    const maq_obj *obj = maq_document_obj(document);
    assert_int_equal(obj->position_count, COUNT);
    assert_float_equal(obj->weights[0], 1, 0);
    assert_float_equal(obj->weights[1], 0.5f, 0);
    assert_false(obj->colours[1].given);
    for (unsigned i = 2; i < COUNT; i++) {
        assert_float_equal(obj->positions[i].x, i, 0);
        assert_float_equal(obj->weights[i], 1, 0);
        assert_true(obj->colours[i].given);
        assert_float_equal(obj->colours[i].red, (float)(i % 10) / 10, 1e-6);
        assert_float_equal(obj->colours[i].blue, 1, 0);
    }
    maq_close(document);
}

// All NaNs are written as the same text, so they are the same bits.
static void nan_has_no_sign(void **state) {
    (void)state;
    maq_document *document = open_text("v nan -nan 0\n");
    const maq_obj_position *position = maq_document_obj(document)->positions;
    assert_true(isnan(position->x));
    assert_memory_equal(&position->x, &position->y, sizeof position->x);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_keeps_its_colour_and_weight),
        cmocka_unit_test(nan_has_no_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
