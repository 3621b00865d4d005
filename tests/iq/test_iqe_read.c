// SPDX-License-Identifier: MIT
//
// What reading makes of IQE text, and that writing gives the same document again.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/corpus.h"
#include "support/iqe_text.h"

static maq_document *open_text(const char *text, const maq_iqe **iqe) {
    maq_document *document = iqe_open(text);
    *iqe = maq_document_iqe(document);
    return document;
}

static double value(const maq_iqe *iqe, unsigned list, uint32_t row, uint32_t number) {
    const maq_iqe_rows *rows = &iqe->lists[list];
    assert_true(row < rows->count && number < rows->width);
    return rows->values[(size_t)row * rows->width + number];
}

static void numbers_are_as_the_reference_reads_them(void **state) {
    (void)state;
    const maq_iqe *iqe;
    maq_document *document =
        open_text("vp 1e0,2 3\nvp 0x10 1.5.25\nvp 1-2+3\nvp\n"
                  "\t vp .5 5. +5e-1 # note\nvp 0.1 12345678901234567890 1e400\n"
                  "vp -0 123456789012345 0.000000000000001\n",
                  &iqe);
    static const double expected[7][4] = {{1, 0, 0, 1},
                                          {16, 1.5, .25, 1},
                                          {1, -2, 3, 1},
                                          {0, 0, 0, 1},
                                          {.5, 5, .5, 1},
                                          {0.1, 12345678901234567890.0, INFINITY, 1},
                                          {-0.0, 123456789012345.0, 0.000000000000001, 1}};
    assert_int_equal(iqe->lists[MAQ_IQE_POSITION].count, 7);
    assert_int_equal(iqe->lists[MAQ_IQE_POSITION].width, 3);
    for (uint32_t i = 0; i < 7; i++) {
        for (uint32_t k = 0; k < 3; k++)
            assert_true(value(iqe, MAQ_IQE_POSITION, i, k) == expected[i][k]);
    }
    assert_true(signbit(value(iqe, MAQ_IQE_POSITION, 6, 0)));
    assert_int_equal(iqe->lists[MAQ_IQE_POSITION].given[0], 1);
    assert_int_equal(iqe->lists[MAQ_IQE_POSITION].given[3], 0);
    maq_close(document);
}

static void indices_become_absolute(void **state) {
    (void)state;
    const maq_iqe *iqe;
    maq_document *document =
        open_text("fa 0 1 2\nvp 0\nvp 1\nvp 2\nmesh b\nvp 3\nvp 4\nvp 5\nfm 0 1 2 -1\n"
                  "fa -1 -2 -6 -7\nfm 2.9 1\n",
                  &iqe);
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 5, 5, 4, 0, MAQ_IQE_NO_VERTEX, 5};
    static const uint32_t firsts[] = {0, 3, 7, 11, 12};
    assert_int_equal(iqe->faces.count, 4);
    assert_memory_equal(iqe->faces.first, firsts, sizeof firsts);
    assert_memory_equal(iqe->faces.corners, corners, sizeof corners);
    maq_close(document);
}

static void parts_hold_what_is_said(void **state) {
    (void)state;
    const maq_iqe *iqe;
    maq_document *document =
        open_text("smoothgroup 3\nmesh \"a b\" more\nmaterial 'x\nvp 0\nfa 0 0 0\n"
                  "smoothuv\nsmoothangle 30\nfa 0 0 0\nmesh \"open\nfa 0 0 0\n",
                  &iqe);
    assert_int_equal(iqe->part_count, 3);
    assert_string_equal(iqe->parts[0].mesh, "a b");
    assert_string_equal(iqe->parts[0].material, "'x");
    assert_int_equal(iqe->parts[0].smooth_group, 3);
    assert_false(iqe->parts[0].smooth_uv);
    assert_true(iqe->parts[1].smooth_uv && iqe->parts[1].smooth_angle == 30);
    assert_string_equal(iqe->parts[2].mesh, "open\n");
    assert_int_equal(iqe->parts[2].mesh_vertex, 1);
    assert_int_equal(iqe->parts[2].first_face, 2);
    maq_close(document);
}

static void poses_and_frames(void **state) {
    (void)state;
    const maq_iqe *iqe;
    maq_document *document = open_text(
        "joint a\njoint \"b c\" 0\npq 1 2 3\npm 0 0 0 1 0 0 0 1 0 0 0 1\n"
        "animation x\npa 1 2 3\npq\nframe\npq 4\npq 5\nanimation y\nloop\nframerate 12.5\n"
        "frame 0\nframe 1\npq\n",
        &iqe);
    assert_int_equal(iqe->joint_count, 2);
    assert_string_equal(iqe->joints[1].name, "b c");
    assert_int_equal(iqe->joints[1].parent, 0);
    assert_int_equal(iqe->poses.base_count, 2);
    assert_int_equal(iqe->poses.kinds[1], MAQ_IQE_PM);
    assert_int_equal(iqe->poses.kinds[2], MAQ_IQE_PA);
    assert_int_equal(iqe->animation_count, 2);
    assert_int_equal(iqe->animations[0].frame_count, 2); // the poses before the first frame are one
    assert_int_equal(maq_iqe_frame_poses(iqe, 0), 2);
    assert_int_equal(iqe->animations[1].frame_count, 2);
    assert_int_equal(maq_iqe_frame_poses(iqe, 2), 0);
    assert_int_equal(maq_iqe_frame_poses(iqe, 3), 1);
    assert_int_equal(maq_iqe_frame_poses(iqe, 99), 0);
    assert_true(iqe->animations[1].loop && iqe->animations[1].framerate == 12.5);
    maq_close(document);
}

static void comments_are_kept(void **state) {
    (void)state;
    const maq_iqe *iqe;
    maq_document *document = open_text("# one\r\n  #two\ncomment x\nvp 1\n\n\"bytes", &iqe);
    assert_int_equal(iqe->remark_count, 2);
    assert_string_equal(iqe->remarks[0], "# one");
    assert_true(iqe->has_comment);
    assert_int_equal(iqe->comment_length, 12);
    assert_memory_equal(iqe->comment, "vp 1\n\n\"bytes", 12);
    assert_int_equal(iqe->lists[MAQ_IQE_POSITION].count, 0);
    maq_close(document);
}

static uint32_t random_state = 11;
static uint32_t random_below(uint32_t limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % limit;
}

// A decimal of any form: up to eighteen digits, with or without a sign, a point, an exponent.
static size_t random_number(char *out) {
    size_t length = 0;
    uint32_t whole = random_below(10), behind = random_below(10);
    if (random_below(2))
        out[length++] = '-';
    for (uint32_t i = 0; i < whole; i++)
        out[length++] = (char)('0' + random_below(10));
    if (whole == 0 || random_below(4)) {
        out[length++] = '.';
        for (uint32_t i = 0; i < behind + (whole == 0); i++)
            out[length++] = (char)('0' + random_below(10));
    }
    if (random_below(16) == 0)
        length += (size_t)sprintf(out + length, "e%d", (int)random_below(20) - 10);
    out[length] = '\0';
    return length;
}

// Hundreds of thousands of numbers, over what is read at a time and over all threads: each is the
// nearest double, with any blanks between them and with the last byte of the text behind the last.
static void every_number_is_exact(void **state) {
    (void)state;
    enum { ROWS = 40000 };
    static const char *const gaps[] = {" ", " ", " ", "  ", "\t", " \v"};
    static const char *const ends[] = {"\n", "\n", " \n", "\r\n", "\n\n", " # note\n"};
    char *text = malloc((size_t)ROWS * 128);
    double(*expected)[3] = malloc(ROWS * sizeof *expected);
    assert_true(text && expected);
    size_t at = 0;
    for (int i = 0; i < ROWS; i++) {
        at += (size_t)sprintf(text + at, i % 3 ? "vn" : "\tvn");
        for (int k = 0; k < 3; k++) {
            at += (size_t)sprintf(text + at, "%s", gaps[random_below(6)]);
            size_t length = random_number(text + at);
            expected[i][k] = strtod(text + at, NULL);
            at += length;
        }
        if (i + 1 < ROWS)
            at += (size_t)sprintf(text + at, "%s", ends[random_below(6)]);
    }
    const maq_iqe *iqe;
    maq_document *document = open_text(text, &iqe);
    assert_int_equal(iqe->lists[MAQ_IQE_NORMAL].count, ROWS);
    assert_int_equal(iqe->lists[MAQ_IQE_NORMAL].width, 3);
    assert_memory_equal(iqe->lists[MAQ_IQE_NORMAL].values, expected, ROWS * sizeof *expected);
    assert_int_equal(maq_document_findings(document)->count, 0);
    maq_close(document);
    free(expected);
    free(text);
}

// What a NUL hides is not read, in whichever part of a row it stands.
static void nuls_end_lines(void **state) {
    (void)state;
    static const char text[] =
        IQE_HEADER "vp 1 2\0003\nvp\0001 2 3\n\000vp 7\nvp 4 5 6\0\nvp 8\0009\n";
    maq_document *document;
    assert_int_equal(maq_open_memory(text, sizeof text - 1, NULL, &document), MAQ_OK);
    const maq_iqe *iqe = maq_document_iqe(document);
    static const double expected[4][3] = {{1, 2, 0}, {0, 0, 0}, {4, 5, 6}, {8, 0, 0}};
    assert_int_equal(iqe->lists[MAQ_IQE_POSITION].count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t k = 0; k < 3; k++)
            assert_true(value(iqe, MAQ_IQE_POSITION, i, k) == expected[i][k]);
    }
    maq_close(document);
}

// A line far longer than any buffer.
static void lines_have_no_limit(void **state) {
    (void)state;
    size_t length = 1 << 20;
    char *text = malloc(length + 64);
    assert_non_null(text);
    strcpy(text, "vp 1 2 3\nfa");
    size_t at = strlen(text);
    while (at < length) {
        memcpy(text + at, " 0", 2);
        at += 2;
    }
    text[at] = '\0';
    const maq_iqe *iqe;
    maq_document *document = open_text(text, &iqe);
    assert_int_equal(iqe->faces.count, 1);
    assert_int_equal(iqe->faces.first[1], (length - 11 + 1) / 2);
    maq_close(document);
    free(text);
}

// ------------------------------------------------------------------------------------- round trip

static void assert_round_trip(const maq_document *document) {
    maq_buffer bytes, again;
    maq_document *second;
    assert_int_equal(maq_save_memory(document, NULL, &bytes), MAQ_OK);
    assert_int_equal(maq_open_memory(bytes.data, bytes.length, NULL, &second), MAQ_OK);
    maq_tree *changes;
    assert_int_equal(maq_diff(document, second, NULL, &changes), MAQ_OK);
    assert_int_equal(maq_tree_root(changes)->as.children.count, 0);
    maq_tree_free(changes);
    assert_int_equal(maq_save_memory(second, NULL, &again), MAQ_OK);
    assert_int_equal(bytes.length, again.length);
    assert_memory_equal(bytes.data, again.data, bytes.length);
    maq_close(second);
    maq_buffer_free(&bytes);
    maq_buffer_free(&again);
}

static void round_trip_file(const char *path, void *context) {
    (void)context;
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    assert_round_trip(document);
    maq_close(document);
}

static void samples_come_back(void **state) {
    (void)state;
    walk_corpus("iqe", ".iqe", round_trip_file, NULL);
}

static void odd_texts_come_back(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "mesh a\nmesh b\nmesh a\nvp\nfa 0 0 0\nmesh a\nfa 0 0 0\n",
        "joint \"x\njoint bo\"ne -3\njoint \"\" 7\npm 1\npa 2\npq 1 2 3 4 5 6 7 8 9 10 11\n",
        "vertexarray\nvertexarray \"a b\" c\nvertexarray custom0 float 4 \"n m\"\n",
        "vx 1 2 3\nvx 1 2 3 4\nvx 1 2 3 4 5\nvx 1 2 3 4 5 6\nvx\n",
        "vb 1 2 3\nvb\nvb -1 -2 0 nan\nvs\nvs -4\nfs\nfs 1\nfs 0 1 0 1\nfs 7 -7 1\n",
        "fa\nfa -1\nvp\nmesh q\nfm -1 -2 2147483647 0\nfm 99999999999\n",
        "smoothangle nan\nfa 0\nsmoothangle\nfa 0\nsmoothgroup\nfa 0\nsmoothuv 0\nfa 0\n",
        "animation\nframe\nframe\npq\nanimation \"b\nloop\nframerate\n",
        "comment",
        "comment\n\0",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        maq_document *document = iqe_open(texts[i]);
        assert_round_trip(document);
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_as_the_reference_reads_them),
        cmocka_unit_test(every_number_is_exact),
        cmocka_unit_test(nuls_end_lines),
        cmocka_unit_test(indices_become_absolute),
        cmocka_unit_test(parts_hold_what_is_said),
        cmocka_unit_test(poses_and_frames),
        cmocka_unit_test(comments_are_kept),
        cmocka_unit_test(lines_have_no_limit),
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(odd_texts_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
