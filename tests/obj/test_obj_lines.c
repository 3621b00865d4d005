// SPDX-License-Identifier: MIT
//
// A line means the same wherever it is: long before the end of a file, where it is read many characters at
// once if it is plain, and at the end, where it is not.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/obj.h"
#include "support/documents.h"

static void assert_same_findings(const maq_document *a, const maq_document *b) {
    const maq_findings *left = maq_document_findings(a), *right = maq_document_findings(b);
    assert_int_equal(left->count, right->count);
    for (size_t i = 0; i < left->count; i++) {
        assert_ptr_equal(left->items[i].rule, right->items[i].rule);
        assert_int_equal(left->items[i].span.offset, right->items[i].span.offset);
        assert_int_equal(left->items[i].span.length, right->items[i].span.length);
        assert_string_equal(left->items[i].message, right->items[i].message);
    }
}

static void the_rest_of_the_file_does_not_change_a_line(void **state) {
    (void)state;
    static const char *const lines[] = {"f 1 2 3",
                                        "f 1/1 2/2 3/3",
                                        "f 1//1 2//2 3//3",
                                        "f 1/1/1 2/2/2 3/3/3",
                                        "f 3 2 1 2 3 1 2 3 1 2 3 1",
                                        "f",
                                        "f ",
                                        "f  ",
                                        "f  1 2 3",
                                        "f 1 2",
                                        "f 1 2 3 ",
                                        "f 1 2 3\t",
                                        "f 1  2 3",
                                        "f\t1 2 3",
                                        "f 1 2 3#4",
                                        "f 1 2 3 # 4",
                                        "f 0 1 2",
                                        "f 4 1 2",
                                        "f -1 -2 -3",
                                        "f +1 2 3",
                                        "f 1.5 2 3",
                                        "f 1x 2 3",
                                        "f x 2 3",
                                        "f 1/ 2/ 3/",
                                        "f 1/",
                                        "f 1//",
                                        "f 1// 2// 3//",
                                        "f 1/1/ 2/2/ 3/3/",
                                        "f /1 /2 /3",
                                        "f 1/1/1/1 2 3",
                                        "f 1/1/x 2 3",
                                        "f 1/4 2/2 3/3",
                                        "f 1//4 2//2 3//3",
                                        "f 1 2/2 3",
                                        "f 0000001 2 3",
                                        "f 00000001 2 3",
                                        "f 00000000000000001 2 3",
                                        "f 1234567 2 3",
                                        "f 12345678 2 3",
                                        "f 123456789 2 3",
                                        "f 4294967297 2 3",
                                        "f 00000001 00000002 00000003",
                                        "f 000000001 000000002 000000003",
                                        "f 100000001 100000002 100000003",
                                        "f 18446744073709551617 2 3",
                                        "f 1/00000001/000000001 2/2/2 3/3/3",
                                        "v 1 2 3",
                                        "v  1 2 3",
                                        "v 1  2 3",
                                        "v 1 2",
                                        "v",
                                        "v ",
                                        "v 1 2 3 ",
                                        "v 1 2 3 4",
                                        "v 1 2 3 4 5",
                                        "v 1 2 3 0.25 0.5 0.75",
                                        "v 1 2 3x",
                                        "v 1 2 3 # 4",
                                        "v x 2 3",
                                        "v 1e3 -2E-3 +3",
                                        "v .5 5. -.5",
                                        "v - 1 2",
                                        "v 1.2.3 1 2",
                                        "v 0x10 1 2",
                                        "v 123456789 0.123456789012345678 1e40",
                                        "v inf nan -inf",
                                        "vn 0 0 1",
                                        "vn 0 0",
                                        "vn 0 0 1 1",
                                        "vn  0 0 1",
                                        "vn 0 0 z",
                                        "vt 0.5",
                                        "vt 0.5 0.25",
                                        "vt 0.5 0.25 0.125",
                                        "vt 1 2 3 4",
                                        "vt",
                                        "vt x y",
                                        "vtx 1 2",
                                        "vp 1 2",
                                        "vx 1 2 3",
                                        "fo 1 2 3",
                                        "l 1 2 3",
                                        "l 1/1 2/2",
                                        "p 1 2 3",
                                        "# f 1 2 3"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[512];
        int length =
            snprintf(text, sizeof text,
                     "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nvn 0 0 1\nvn 1 0 0\n"
                     "vn 0 1 0\n%s\n",
                     lines[i]);
        maq_document *last = open_text(text, "obj");
        memset(text + length, '\n', 200);
        text[length + 200] = '\0';
        maq_document *before = open_text(text, "obj");
        if (!say_the_same(last, before))
            fail_msg("\"%s\" is read in two ways", lines[i]);
        assert_same_findings(last, before);
        maq_close(last);
        maq_close(before);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_of_the_file_does_not_change_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
