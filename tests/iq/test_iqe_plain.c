// SPDX-License-Identifier: MIT
//
// Lines of plain numbers are counted and read as a whole, all others number by number: both give the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/iqe.h"

// A line with more text behind it than is classified at once.
static maq_document *open_line(const char *line) {
    char text[1024];
    static const char rest[] =
        "# ---------------------------------------------------------------\n"
        "# ---------------------------------------------------------------\n"
        "# ---------------------------------------------------------------\n";
    snprintf(text, sizeof text, "# Inter-Quake Export\n%s\n%s", line, rest);
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "iqe"};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    return document;
}

static void blends_are_pairs_whatever_their_form(void **state) {
    (void)state;
    static const struct {
        const char *line;
        uint32_t count;
        int32_t joints[4];
        double weights[4];
    } rows[] = {
        {"vb 1 0.25 12 0.75", 2, {1, 12}, {0.25, 0.75}},
        {"\tvb  3  1", 1, {3}, {1}},
        {"vb", 0, {0}, {0}},
        {"vb 7", 1, {7}, {0}},
        {"vb 1 0.5 2", 2, {1, 2}, {0.5, 0}},
        {"vb 0 1. 2 .5", 2, {0, 2}, {1, 0.5}},
        {"vb 0 1.2.3 4 5", 1, {0}, {1.2}}, // .3 is not a whole number
        {"vb 0.5 1 2", 2, {0, 1}, {0.5, 2}},
        {"vb 1 2e-1 2 8e-1", 2, {1, 2}, {0.2, 0.8}},
        {"vb 1-2-3-4", 2, {1, -3}, {-2, -4}},
        {"vb 10 0.1234567 20 0.1234567 30 0.1234567 40 0.6296299",
         4,
         {10, 20, 30, 40},
         {0.1234567, 0.1234567, 0.1234567, 0.6296299}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        maq_document *document = open_line(rows[i].line);
        const maq_iqe_blends *blends = &maq_document_iqe(document)->blends;
        assert_int_equal(blends->count, 1);
        assert_int_equal(blends->first[1], rows[i].count);
        for (uint32_t k = 0; k < rows[i].count; k++) {
            assert_int_equal(blends->joints[k], rows[i].joints[k]);
            assert_true(blends->weights[k] == rows[i].weights[k]);
        }
        maq_close(document);
    }
}

// What is read with the last number must not reach beyond the file. The address sanitizer sees that only where
// the file ends at some places in a word, so all are tried.
static void numbers_at_the_end_of_a_file_are_read_within_it(void **state) {
    (void)state;
    enum { REMARKS = 1 << 14 }; // so that the text has memory of its own
    static char text[REMARKS + 256];
    for (unsigned i = 0; i < 2 * 32 * 8; i++) {
        bool face = i % 2;
        unsigned zeros = i / 2 % 32; // more or less
        size_t length = (size_t)sprintf(text, "# Inter-Quake Export\njoint \"a\" -1\n");
        length += (size_t)sprintf(text + length, "#%*s\n", (int)(REMARKS + i / 64), "");
        length += (size_t)sprintf(text + length, face ? "fa" : "pq");
        for (unsigned k = 0; k < 9; k++)
            length += (size_t)sprintf(text + length, " %s%.*s", face ? "100" : "0.5",
                                      (int)(zeros + k) / 9, "0000");
        // The shorter, the more lies behind it.
        length += (size_t)sprintf(text + length, " 1");
        text[length++] = '\n';
        maq_document *document;
        assert_int_equal(maq_open_memory(text, length, NULL, &document), MAQ_OK);
        const maq_iqe *iqe = maq_document_iqe(document);
        assert_int_equal(face ? iqe->faces.first[1] : iqe->poses.rows.width, 10);
        for (unsigned k = 0; !face && k < 10; k++)
            assert_true(iqe->poses.rows.values[k] == (k < 9 ? 0.5 : 1));
        maq_close(document);
    }
}

static void faces_have_the_corners_of_their_line(void **state) {
    (void)state;
    static const struct {
        const char *line;
        uint32_t count;
        uint32_t corners[5];
    } rows[] = {
        {"fa 1 2 3", 3, {1, 2, 3}},
        {"fa 1 2 3 \t", 3, {1, 2, 3}},
        {" fa 10 200 3000 40000 12345678", 5, {10, 200, 3000, 40000, 12345678}},
        {"fa 123456789 2 3", 3, {123456789, 2, 3}},
        {"fa 99999999999 2 3", 3, {INT32_MAX, 2, 3}},
        {"fa 1 2 3.5", 3, {1, 2, 3}},
        {"fa 1 2 x 3", 2, {1, 2}},
        {"fa", 0, {0}},
        {"fa 1 -1 2", 3, {1, MAQ_IQE_NO_VERTEX, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        maq_document *document = open_line(rows[i].line);
        const maq_iqe_faces *faces = &maq_document_iqe(document)->faces;
        assert_int_equal(faces->count, 1);
        assert_int_equal(faces->first[1], rows[i].count);
        for (uint32_t k = 0; k < rows[i].count; k++)
            assert_int_equal(faces->corners[k], rows[i].corners[k]);
        maq_close(document);
    }
}

static void rows_have_the_numbers_of_their_line(void **state) {
    (void)state;
    static const struct {
        const char *line;
        uint32_t count;
        double numbers[4];
    } rows[] = {
        {"vp 0.5 -1.25 3", 3, {0.5, -1.25, 3}},
        {"vp -0 -.5 7.", 3, {-0.0, -0.5, 7}},
        {"vp 123456789.5 0.123456789012345 1", 3, {123456789.5, 0.123456789012345, 1}},
        {"vp 1 2 3 4 5", 4, {1, 2, 3, 4}},
        {"vp 1.2.3 4", 3, {1.2, 0.3, 4}},
        {"vp 1 2-3", 3, {1, 2, -3}},
        {"vp 1 - 2", 1, {1}},
        {"vp 1e2 0x10", 2, {100, 16}},
        {"vp 1 2 # 3", 2, {1, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        maq_document *document = open_line(rows[i].line);
        const maq_iqe_rows *list = &maq_document_iqe(document)->lists[MAQ_IQE_POSITION];
        assert_int_equal(list->count, 1);
        assert_int_equal(list->width, rows[i].count);
        assert_memory_equal(list->values, rows[i].numbers, rows[i].count * sizeof(double));
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blends_are_pairs_whatever_their_form),
        cmocka_unit_test(numbers_at_the_end_of_a_file_are_read_within_it),
        cmocka_unit_test(faces_have_the_corners_of_their_line),
        cmocka_unit_test(rows_have_the_numbers_of_their_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
