// SPDX-License-Identifier: MIT
//
// Writing PIE: the layout to the byte, the positions of comments, and documents made by a caller.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/maquette.h"
#include "maquette/pie.h"
#include "support/documents.h"

// -- Helpers ---------------------------------------------------------------------------------------

static maq_document *from_pie(const maq_pie *pie) {
    maq_document *document;
    assert_int_equal(maq_document_from_pie(pie, NULL, &document), MAQ_OK);
    return document;
}

// A document is written as this text, which says the same and is written as itself.
static void assert_written_as(const maq_document *document, const char *expected) {
    maq_buffer buffer, second;
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    assert_string_equal(buffer.data, expected);
    maq_document *again = open_text(buffer.data, "pie");
    assert_true(say_the_same(document, again));
    assert_int_equal(maq_save_memory(again, NULL, &second), MAQ_OK);
    assert_string_equal(second.data, expected);
    maq_close(again);
    maq_buffer_free(&buffer);
    maq_buffer_free(&second);
}

static void assert_rewritten(const char *text, const char *expected) {
    maq_document *document = open_text(text, "pie");
    assert_written_as(document, expected);
    maq_close(document);
}

// -- Layout ----------------------------------------------------------------------------------------

static const char everything[] = "PIE 4\n"
                                 "TYPE 10200\n"
                                 "INTERPOLATE 0\n"
                                 "TEXTURE 0 page-1-a.png\n"
                                 "TEXTURE 1 page-2-b.png 0 0\n"
                                 "TCMASK 0 page-1_tcmask.png\n"
                                 "NORMALMAP 0 page-1_nm.png\n"
                                 "SPECULARMAP 0 page-1_sm.png\n"
                                 "EVENT 1 walk.pie\n"
                                 "EVENT 3 die.pie\n"
                                 "LEVELS 2\n"
                                 "LEVEL 1\n"
                                 "TYPE 2a0\n"
                                 "INTERPOLATE 1\n"
                                 "TEXTURE 2 page-3-c.png\n"
                                 "MATERIALS 1 1 1 0.5 0.5 0.5 0.1 0.2 0.3 20\n"
                                 "SHADERS 2 a.vert b.frag\n"
                                 "POINTS 4\n"
                                 "\t0 0 0\n"
                                 "\t1.5 -0 5e-07\n"
                                 "\t0.1 2 -3\n"
                                 "\t16777216 1 1e+10\n"
                                 "NORMALS 2\n"
                                 "\t0 1 0 0 1 0 0 1 0\n"
                                 "\t0 0 -1 0 0 -1 0 0 -1\n"
                                 "POLYGONS 2\n"
                                 "\t4200 3 0 1 2 8 250 0.125 0.5 0 0 0.125 0 0 0.5\n"
                                 "\t0 3 0 2 3\n"
                                 "CONNECTORS 2\n"
                                 "\t0 -77 7\n"
                                 "\t1.5 2.0 3.5\n"
                                 "ANIMOBJECT 60 0 2\n"
                                 "\t0 0 0 0 0 0 0 1 1 1\n"
                                 "\t1 100 -200 300 10000 0 -90000 1 0.5 -1\n"
                                 "SHADOWPOINTS 3\n"
                                 "\t0 0 0\n"
                                 "\t1 0 0\n"
                                 "\t0 1 0\n"
                                 "SHADOWPOLYGONS 1\n"
                                 "\t0 3 0 1 2\n"
                                 "LEVEL 2\n"
                                 "POINTS 0\n"
                                 "POLYGONS 0\n";

static void test_everything_is_written_in_order(void **state) {
    (void)state;
    assert_rewritten(everything, everything);
}

static void test_any_layout_becomes_the_one(void **state) {
    (void)state;
    // CRLF, blank lines, spaces, 0x, upper case, plus signs, sections out of order, wrong numbers.
    assert_rewritten("PIE 3\r\n\r\nTYPE 0x200\r\nTEXTURE 00 page-1.png +0 0\r\nLEVELS 1\r\n"
                     "LEVEL 7\r\n   POINTS 3\r\n 0.0 1.50 -2.0e1\r\n+1 .5 1e0\r\n\t\t0 0 0\r\n"
                     "POLYGONS 1\r\n  A00 3 0 1 2 0.10 0.20 1.0 1.00 0 0\r\n"
                     "ANIMOBJECT 10 1 0\r\nCONNECTORS 1\r\n 1 2 3\r\n",
                     "PIE 3\nTYPE 200\nTEXTURE 0 page-1.png 0 0\nLEVELS 1\nLEVEL 1\nPOINTS 3\n"
                     "\t0 1.5 -20\n\t1 0.5 1\n\t0 0 0\nPOLYGONS 1\n"
                     "\ta00 3 0 1 2 0.1 0.2 1 1 0 0\nCONNECTORS 1\n\t1 2 3\nANIMOBJECT 10 1 0\n");
}

static void test_old_polygons_stay_as_they_are(void **state) {
    (void)state;
    static const char text[] = "PIE 2\nTYPE 200\nTEXTURE 0 page-1 old.png 256 256\nLEVELS 1\n"
                               "LEVEL 1\nPOINTS 4\n\t0 0 0\n\t1 0 0\n\t1 1 0\n\t0 1 0\nPOLYGONS 2\n"
                               "\t6a00 4 0 1 2 3 8 1 16 16 0 0 255 0 256 256 0 255\n"
                               "\t2200 3 0 1 2 0 0 1.5 0 0 1\n";
    assert_rewritten(text, text);
}

static void test_draft_has_a_texture_line_of_its_own(void **state) {
    (void)state;
    assert_rewritten("PIE 5\nTYPE 200\nTEXTURE 0 page-1.png 256 256\nLEVELS 1\nLEVEL 1\nPOINTS 1\n"
                     "\t0 0 0\nPOLYGONS 1\n\t4200 3 0 0 0 2 0.25 0.5 0.5 0 0 0 1 1 0\n",
                     "PIE 5\nTYPE 200\nTEXTURE page-1.png\nLEVELS 1\nLEVEL 1\nPOINTS 1\n"
                     "\t0 0 0\nPOLYGONS 1\n\t4200 3 0 0 0 2 0.25 0.5 0.5 0 0 0 1 1 0\n");
    // A name that would read as the old form keeps it.
    assert_rewritten("PIE 5\nTYPE 200\nTEXTURE 3 7 lines.png\nLEVELS 1\nLEVEL 1\nPOINTS 0\n"
                     "POLYGONS 0\n",
                     "PIE 5\nTYPE 200\nTEXTURE 3 7 lines.png\nLEVELS 1\nLEVEL 1\nPOINTS 0\n"
                     "POLYGONS 0\n");
}

static void test_numbers_that_are_none_come_back(void **state) {
    (void)state;
    assert_rewritten("PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 2\n\tinf -INFINITY nan\n"
                     "\t-nan 1e-45 0x1p-3\nPOLYGONS 0\n",
                     "PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 2\n\tinf -inf nan\n"
                     "\tnan 1e-45 0.125\nPOLYGONS 0\n");
}

static void test_coordinates_tell_their_unit(void **state) {
    (void)state;
    // All whole and some above 2: as they are they would be read as 1/256 of the page.
    assert_rewritten("PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 1\n"
                     "\t200 3 0 0 0 0 0 4.0 0 -1 3\n",
                     "PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 1\n"
                     "\t200 3 0 0 0 0.0 0.0 4.0 0.0 -1.0 3.0\n");
    assert_rewritten("PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 1\n"
                     "\t200 3 0 0 0 0 0 1024 0 256 128\n",
                     "PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 1\n"
                     "\t200 3 0 0 0 0 0 4 0 1 0.5\n");
    assert_rewritten("PIE 5\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 1\n"
                     "\t200 3 0 0 0 0 0 1024 0 256 -512\n",
                     "PIE 5\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 1\n"
                     "\t200 3 0 0 0 0e0 1e0 4e0 1e0 1e0 3e0\n");
}

// -- Connectors ------------------------------------------------------------------------------------

static void test_connectors_are_whole_or_have_points_throughout(void **state) {
    (void)state;
    static const maq_pie_connector connectors[] = {
        {1, -2, 300000, 0},       {1.5, 2, 3, 0},    {-0.0, 0, 0.25, 0},    {1e-7, -1.25e-9, 3, 0},
        {1e20, 123456789, -1, 0}, {1e22, 0.5, 0, 0}, {NAN, INFINITY, 1, 0},
    };
    maq_pie_level level = {.connectors = connectors,
                           .connector_count = sizeof connectors / sizeof connectors[0]};
    maq_pie pie = {.version = 3, .levels = &level, .level_count = 1};
    maq_document *document = from_pie(&pie);
    assert_written_as(document, "PIE 3\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 0\nCONNECTORS 7\n"
                                "\t1 -2 300000\n"
                                "\t1.5 2.0 3.0\n"
                                "\t-0.0 0.0 0.25\n"
                                "\t0.0000001 -0.00000000125 3.0\n"
                                "\t100000000000000000000 123456789 -1\n"
                                "\t10000000000000000000000.0 0.5 0.0\n"
                                "\tnan inf 1.0\n");
    maq_close(document);
}

// -- Comments --------------------------------------------------------------------------------------

static void test_comments_stay_with_their_things(void **state) {
    (void)state;
    static const char text[] =
        "PIE 4 # one\nTYPE 200 # two\nINTERPOLATE 1 # three\nTEXTURE 0 page-1.png # four\n"
        "TCMASK 0 page-2.png # five\nEVENT 1 a.pie # six\nLEVELS 2 # seven\nLEVEL 1 # eight\n"
        "TYPE 200 # nine\nTEXTURE 0 page-3.png # ten\nMATERIALS 1 1 1 1 1 1 1 1 1 1 # eleven\n"
        "SHADERS 2 a b # twelve\nPOINTS 2 # thirteen\n\t0 0 0\n\t1 1 1 # fourteen\n"
        "NORMALS 1 # fifteen\n\t0 0 1 0 0 1 0 0 1 # sixteen\nPOLYGONS 1 # seventeen\n"
        "\t200 3 0 1 0 0 0 1 1 0 0 # eighteen\nCONNECTORS 1 # nineteen\n\t1 2 3 # twenty\n"
        "ANIMOBJECT 1 1 1 # 21\n\t0 0 0 0 0 0 0 1 1 1 # 22\nSHADOWPOINTS 1 # 23\n\t0 0 0 # 24\n"
        "SHADOWPOLYGONS 1 # 25\n\t0 3 0 0 0 # 26\nLEVEL 2 # 27\nPOINTS 0 # 28\n"
        "POLYGONS 0 # 29\n";
    assert_rewritten(text, text);
}

static void test_comment_lines_go_behind_data(void **state) {
    (void)state;
    assert_rewritten("# first\nPIE 3 # a\n# b\n   # c # d\nTYPE 200\n#\nLEVELS 1\nLEVEL 1#e\n"
                     "POINTS 1\n# f\n\t0 0 0\n# g\nPOLYGONS 0\n# h\n",
                     "PIE 3 # first # a # b # c # d\nTYPE 200 #\nLEVELS 1\nLEVEL 1 # e\n"
                     "POINTS 1 # f\n\t0 0 0 # g\nPOLYGONS 0 # h\n");
}

static void test_comments_behind_rows_that_cannot_be_read(void **state) {
    (void)state;
    assert_rewritten("PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 3\n\t200 1 0 0 0\n"
                     "\t0 3 1 1 1 # first\n\t0 3 2 2 2 # last\n",
                     "PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 2\n"
                     "\t0 3 1 1 1 # first\n\t0 3 2 2 2 # last\n");
}

static void test_comments_of_sections_out_of_order(void **state) {
    (void)state;
    assert_rewritten("PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 0\n"
                     "ANIMOBJECT 5 0 1 # a\n\t0 0 0 0 0 0 0 1 1 1 # b\nCONNECTORS 1 # c\n"
                     "\t1 2 3 # d\n",
                     "PIE 3\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 0\nCONNECTORS 1 # c\n"
                     "\t1 2 3 # d\nANIMOBJECT 5 0 1 # a\n\t0 0 0 0 0 0 0 1 1 1 # b\n");
}

static void test_comments_without_a_thing_are_kept(void **state) {
    (void)state;
    static const maq_pie_comment comments[] = {
        {.text = "no connectors", .level = 1, .section = MAQ_PIE_AT_CONNECTORS, .row = 3},
        {.text = "no level 9", .level = 9, .section = MAQ_PIE_AT_LEVEL},
        {.text = "points are no part of the head", .section = MAQ_PIE_AT_POINTS, .row = 1},
        {.text = "no texture", .section = MAQ_PIE_AT_TEXTURES, .row = 1},
        {.text = "no row 7", .level = 1, .section = MAQ_PIE_AT_POINTS, .row = 7},
        {.text = " \tblanks around  ", .level = 1, .section = MAQ_PIE_AT_EVENTS, .row = 1},
        {.text = "", .level = 1, .section = MAQ_PIE_AT_LEVEL},
        {.text = "of a list of 0", .level = 1, .section = MAQ_PIE_AT_SHADOW_POLYGONS},
    };
    static const maq_pie_point points[] = {{0, 0, 0, 0}, {1, 2, 3, 0}};
    maq_pie_level level = {.points = points, .point_count = 2};
    maq_pie pie = {.version = 2,
                   .settings = {.has_type = true, .type = 0x200},
                   .levels = &level,
                   .level_count = 1,
                   .comments = comments,
                   .comment_count = sizeof comments / sizeof comments[0]};
    maq_document *document = from_pie(&pie);
    assert_written_as(document, "PIE 2\nTYPE 200 # no texture\n"
                                "LEVELS 1 # points are no part of the head\n"
                                "LEVEL 1 # blanks around #\nPOINTS 2\n\t0 0 0\n"
                                "\t1 2 3 # no row 7\n"
                                "POLYGONS 0 # no connectors # no level 9 # of a list of 0\n");
    maq_close(document);
}

static void test_many_comments_take_no_time(void **state) {
    (void)state;
    // In reverse order, so that they have to be sorted; quadratic work would take minutes.
    enum { COUNT = 200000 };
    maq_pie_comment *comments = calloc(COUNT, sizeof *comments);
    maq_pie_point *points = calloc(COUNT, sizeof *points);
    assert_non_null(comments);
    assert_non_null(points);
    for (uint32_t i = 0; i < COUNT; i++)
        comments[i] = (maq_pie_comment){
            .text = "x", .level = 1, .section = MAQ_PIE_AT_POINTS, .row = COUNT - i};
    maq_pie_level level = {.points = points, .point_count = COUNT};
    maq_pie pie = {.version = 3,
                   .levels = &level,
                   .level_count = 1,
                   .comments = comments,
                   .comment_count = COUNT};
    maq_document *document = from_pie(&pie);
    maq_buffer buffer;
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    maq_document *again = open_text(buffer.data, "pie");
    assert_true(say_the_same(document, again));
    maq_close(again);
    maq_buffer_free(&buffer);
    maq_close(document);
    free(comments);
    free(points);
}

// -- Memory ----------------------------------------------------------------------------------------

static void test_failing_memory_is_reported(void **state) {
    (void)state;
    maq_document *document = open_text("PIE 3 # a\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 1\n\t0 0 0\n"
                                       "POLYGONS 0 # c\nCONNECTORS 1 # b\n\t1 2 3 # d\n",
                                       "pie");
    for (uint64_t n = 1;; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        maq_buffer buffer;
        maq_status status = maq_save_memory(document, &memory, &buffer);
        if (status == MAQ_OK) {
            maq_buffer_free(&buffer);
            assert_true(n > 1);
            break;
        }
        assert_int_equal(status, MAQ_NO_MEMORY);
        assert_null(buffer.data);
    }
    for (int in_full = 0; in_full < 2; in_full++) {
        for (uint64_t n = 1;; n++) {
            maq_memory memory = {.size = sizeof memory, .fail_at = n};
            maq_tree *tree;
            maq_status status = in_full ? maq_describe(document, &memory, &tree)
                                        : maq_info(document, &memory, &tree);
            if (status == MAQ_OK) {
                maq_tree_free(tree);
                assert_true(n > 5);
                break;
            }
            assert_int_equal(status, MAQ_NO_MEMORY);
            assert_null(tree);
        }
    }
    const maq_pie *pie = maq_document_pie(document);
    for (uint64_t n = 1;; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        maq_document *copy;
        maq_status status = maq_document_from_pie(pie, &memory, &copy);
        if (status == MAQ_OK) {
            assert_true(say_the_same(document, copy));
            maq_close(copy);
            assert_true(n > 5);
            break;
        }
        assert_int_equal(status, MAQ_NO_MEMORY);
        assert_null(copy);
    }
    maq_close(document);
}

// -- Documents made by a caller --------------------------------------------------------------------

static void test_a_copy_says_the_same_and_lies_nowhere(void **state) {
    (void)state;
    maq_document *document = open_text(everything, "pie");
    maq_document *copy = from_pie(maq_document_pie(document));
    assert_true(say_the_same(document, copy));
    maq_close(document);
    assert_written_as(copy, everything);
    const maq_pie *pie = maq_document_pie(copy);
    assert_int_equal(pie->levels[0].offset, MAQ_PIE_NO_OFFSET);
    assert_int_equal(pie->levels[0].points[0].offset, MAQ_PIE_NO_OFFSET);
    assert_int_equal(pie->levels[0].polygons.items[0].offset, MAQ_PIE_NO_OFFSET);
    assert_string_equal(maq_document_variant(copy)->name, "pie4");
    assert_null(maq_document_source(copy, NULL));
    maq_close(copy);
}

static void refuse(const maq_pie *pie) {
    maq_document *document = (maq_document *)(uintptr_t)pie;
    assert_int_equal(maq_document_from_pie(pie, NULL, &document), MAQ_BAD_ARGUMENT);
    assert_null(document);
}

static void test_counts_must_fit(void **state) {
    (void)state;
    refuse(NULL);
    assert_int_equal(maq_document_from_pie(NULL, NULL, NULL), MAQ_BAD_ARGUMENT);
    maq_pie_level level = {0};
    maq_pie pie = {.version = 3, .levels = &level, .level_count = 1};
    maq_close(from_pie(&pie));

    pie.version = 1;
    refuse(&pie);
    pie.version = 6;
    refuse(&pie);
    pie.version = 3;
    pie.levels = NULL;
    refuse(&pie);
    pie.levels = &level;
    pie.event_count = 1;
    refuse(&pie);
    pie.event_count = 0;
    pie.comment_count = 1;
    refuse(&pie);
    pie.comment_count = 0;
    pie.settings.texture_count = 1;
    refuse(&pie);
    pie.settings.texture_count = 0;

    static const size_t counts[] = {offsetof(maq_pie_level, point_count),
                                    offsetof(maq_pie_level, normal_count),
                                    offsetof(maq_pie_level, connector_count),
                                    offsetof(maq_pie_level, shadow_point_count),
                                    offsetof(maq_pie_level, animation.frame_count),
                                    offsetof(maq_pie_level, polygons.count),
                                    offsetof(maq_pie_level, polygons.corner_count),
                                    offsetof(maq_pie_level, shadow_polygons.count),
                                    offsetof(maq_pie_level, settings.texture_count)};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        uint32_t one = 1, zero = 0;
        memcpy((char *)&level + counts[i], &one, sizeof one);
        refuse(&pie);
        memcpy((char *)&level + counts[i], &zero, sizeof zero);
    }
    maq_close(from_pie(&pie));
}

static void test_corners_must_lie_in_their_list(void **state) {
    (void)state;
    maq_pie_corner corners[20] = {{0}};
    maq_pie_polygon polygon = {.flags = 0x200, .corner_count = 3};
    maq_pie_level level = {
        .polygons = {.items = &polygon, .count = 1, .corners = corners, .corner_count = 4}};
    maq_pie pie = {.version = 3, .levels = &level, .level_count = 1};
    maq_close(from_pie(&pie));
    polygon.first_corner = 1;
    maq_close(from_pie(&pie));
    polygon.first_corner = 2;
    refuse(&pie);
    polygon.first_corner = UINT32_MAX;
    refuse(&pie);
    polygon.first_corner = 0;
    polygon.corner_count = 5;
    refuse(&pie);
    polygon.corner_count = 2;
    refuse(&pie);
    level.polygons.corner_count = 20;
    polygon.corner_count = 16;
    maq_close(from_pie(&pie));
    polygon.corner_count = 17;
    refuse(&pie);
}

static void test_texts_must_fit_on_a_line(void **state) {
    (void)state;
    maq_pie_texture texture = {.file = "page-1 old.png"};
    maq_pie_event event = {.number = 1, .file = "a.pie"};
    maq_pie_comment comment = {.text = "any # text\tat all", .section = MAQ_PIE_AT_TYPE};
    maq_pie_level level = {.shaders = {.present = true, .vertex_file = "a", .fragment_file = "b"}};
    maq_pie pie = {.version = 3,
                   .settings = {.has_type = true, .textures = &texture, .texture_count = 1},
                   .events = &event,
                   .event_count = 1,
                   .levels = &level,
                   .level_count = 1,
                   .comments = &comment,
                   .comment_count = 1};
    maq_document *document = from_pie(&pie);
    assert_written_as(document, "PIE 3\nTYPE 0 # any # text\tat all\nTEXTURE 0 page-1 old.png\n"
                                "EVENT 1 a.pie\nLEVELS 1\nLEVEL 1\nSHADERS 0 a b\nPOINTS 0\n"
                                "POLYGONS 0\n");
    maq_close(document);

    static const char *const bad_textures[] = {NULL,     "",         " a.png",      "a\n.png",
                                               "a#.png", "a b",      "a.png b.png", "a\t.png",
                                               "a\x1a",  "a.png 0 0"};
    for (size_t i = 0; i < sizeof bad_textures / sizeof bad_textures[0]; i++) {
        texture.file = bad_textures[i];
        refuse(&pie);
    }
    texture.file = "page-1.png";
    texture.map = (maq_pie_map)4;
    refuse(&pie);
    texture.map = MAQ_PIE_TCMASK;
    static const char *const bad_names[] = {NULL, "", "a b.pie", "a\r", "#", "\ta"};
    for (size_t i = 0; i < sizeof bad_names / sizeof bad_names[0]; i++) {
        event.file = bad_names[i];
        refuse(&pie);
        event.file = "a.pie";
        level.shaders.vertex_file = bad_names[i];
        refuse(&pie);
        level.shaders.vertex_file = "a";
        level.shaders.fragment_file = bad_names[i];
        refuse(&pie);
        level.shaders.fragment_file = "b";
    }
    static const char *const bad_texts[] = {NULL, "a\nb", "a\rb", "a\x1a"};
    for (size_t i = 0; i < sizeof bad_texts / sizeof bad_texts[0]; i++) {
        comment.text = bad_texts[i];
        refuse(&pie);
    }
    comment.text = "fine";
    comment.section = (maq_pie_section)99;
    refuse(&pie);
    comment.section = MAQ_PIE_AT_TYPE;
    maq_close(from_pie(&pie));
}

// -- Describe --------------------------------------------------------------------------------------

static void test_descriptions_tell_documents_apart(void **state) {
    (void)state;
    // Each digit of settings and rows matters, but for the number of a level. (Counts of rows do not
    // always: the reader reads as many as there are.)
    maq_document *document = open_text(everything, "pie");
    char *changed = malloc(sizeof everything);
    assert_non_null(changed);
    for (size_t i = 6; i < sizeof everything - 1; i++) {
        if (everything[i] < '0' || everything[i] > '9')
            continue;
        size_t line = i;
        while (everything[line - 1] != '\n')
            line--;
        bool level = strncmp(everything + line, "LEVEL ", 6) == 0;
        if (!level && strchr("LPNCAS", everything[line]))
            continue;
        memcpy(changed, everything, sizeof everything);
        changed[i] = everything[i] == '1' ? '2' : '1';
        maq_document *other;
        maq_status status = maq_open_memory(changed, sizeof everything - 1, NULL, &other);
        if (status == MAQ_OK) {
            if (say_the_same(document, other) != level)
                fail_msg("byte %zu", i);
        }
        maq_close(other);
    }
    free(changed);
    maq_close(document);
}

// -- Info ------------------------------------------------------------------------------------------

static const maq_value *item(const maq_value *array, size_t index) {
    assert_non_null(array);
    assert_int_equal(array->kind, MAQ_VALUE_ARRAY);
    const maq_value *value = array->as.children.first;
    while (index-- > 0 && value)
        value = value->next;
    assert_non_null(value);
    return value;
}

static void assert_text(const maq_value *object, const char *key, const char *expected) {
    const maq_value *value = maq_value_find(object, key);
    assert_non_null(value);
    assert_int_equal(value->kind, MAQ_VALUE_TEXT);
    assert_string_equal(value->as.text.bytes, expected);
}

static void assert_integer(const maq_value *object, const char *key, int64_t expected) {
    const maq_value *value = maq_value_find(object, key);
    assert_non_null(value);
    assert_int_equal(value->kind, MAQ_VALUE_INTEGER);
    assert_int_equal(value->as.integer, expected);
}

static void assert_number(const maq_value *value, double expected) {
    double number;
    assert_true(maq_value_number(value, &number));
    assert_true(number == expected);
}

static void test_info_of_everything(void **state) {
    (void)state;
    maq_document *document = open_text(everything, "pie");
    maq_tree *tree;
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    const maq_value *root = maq_tree_root(tree);
    static const char *const keys[] = {
        "format", "version",     "meshes", "vertex_count", "triangle_count", "materials", "joints",
        "clips",  "attachments", "boxes",  "events",       "bounds",         "images"};
    const maq_value *child = root->as.children.first;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++, child = child->next) {
        assert_non_null(child);
        assert_string_equal(child->key, keys[i]);
    }
    assert_null(child);

    const maq_value *meshes = maq_value_find(root, "meshes");
    assert_int_equal(meshes->as.children.count, 3);
    assert_text(item(meshes, 0), "name", "level 1");
    assert_text(item(meshes, 0), "role", "visual");
    assert_integer(item(meshes, 0), "vertices", 4);
    assert_integer(item(meshes, 0), "triangles", 2);
    assert_integer(item(meshes, 0), "uv_sets", 1);
    assert_integer(item(meshes, 0), "material", 0);
    assert_text(item(meshes, 1), "name", "level 1 shadow");
    assert_text(item(meshes, 1), "role", "shadow");
    assert_integer(item(meshes, 1), "triangles", 1);
    assert_integer(item(meshes, 2), "material", 1);
    assert_integer(root, "vertex_count", 4);
    assert_integer(root, "triangle_count", 2);

    const maq_value *material = item(maq_value_find(root, "materials"), 0);
    const maq_value *textures = maq_value_find(material, "textures");
    assert_text(material, "name", "page-1-a");
    assert_text(textures, "diffuse", "page-1-a.png");
    assert_text(textures, "diffuse.urban", "page-2-b.png");
    assert_text(textures, "diffuse.rockies", "page-3-c.png");
    assert_text(textures, "team_mask", "page-1_tcmask.png");
    assert_text(textures, "normal", "page-1_nm.png");
    assert_text(textures, "specular", "page-1_sm.png");

    const maq_value *clips = maq_value_find(root, "clips");
    assert_text(item(clips, 0), "name", "animation");
    assert_number(maq_value_find(item(clips, 0), "duration"), 0.12);
    assert_number(maq_value_find(item(clips, 0), "rate"), 1000.0 / 60);
    assert_integer(item(clips, 0), "frames", 2);
    assert_true(maq_value_find(item(clips, 0), "loop")->as.boolean);
    assert_text(item(clips, 1), "name", "texture animation");
    assert_number(maq_value_find(item(clips, 1), "duration"), 0.25);
    assert_number(maq_value_find(item(clips, 1), "rate"), 32);

    const maq_value *attachment = item(maq_value_find(root, "attachments"), 0);
    assert_text(attachment, "name", "connector 1");
    assert_number(item(maq_value_find(attachment, "position"), 0), 0);
    assert_number(item(maq_value_find(attachment, "position"), 1), 7);
    assert_number(item(maq_value_find(attachment, "position"), 2), -77);
    assert_text(item(maq_value_find(root, "events"), 0), "name", "active");
    assert_text(item(maq_value_find(root, "events"), 1), "name", "dying");
    assert_text(item(maq_value_find(root, "events"), 1), "file", "die.pie");
    const maq_value *low = maq_value_find(maq_value_find(root, "bounds"), "min");
    assert_true(item(low, 2)->as.float32 == -3);
    maq_tree_free(tree);
    maq_close(document);
}

static void test_info_of_odd_models(void **state) {
    (void)state;
    maq_document *document =
        open_text("PIE 3\nTYPE 10200\nTEXTURE 1 page-7-x.png 0 0\nEVENT 9 a.pie\nLEVELS 2\n"
                  "LEVEL 1\nPOINTS 1\n\tnan nan nan\nPOLYGONS 0\nLEVEL 2\nPOINTS 0\nPOLYGONS 1\n"
                  "\t200 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nCONNECTORS 1\n\t1 2 3\n",
                  "pie");
    maq_tree *tree;
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    const maq_value *root = maq_tree_root(tree);
    assert_int_equal(maq_value_find(root, "bounds")->kind, MAQ_VALUE_NULL);
    assert_integer(root, "triangle_count", 3);
    assert_int_equal(maq_value_find(root, "materials")->as.children.count, 1);
    const maq_value *textures =
        maq_value_find(item(maq_value_find(root, "materials"), 0), "textures");
    assert_text(textures, "team_mask", "page-7_tcmask.png");
    assert_text(item(maq_value_find(root, "events"), 0), "name", "event 9");
    assert_text(item(maq_value_find(root, "attachments"), 0), "name", "level 2 connector 1");
    assert_int_equal(maq_value_find(root, "clips")->as.children.count, 0);
    maq_tree_free(tree);
    maq_close(document);

    document = open_text("PIE 2\nTYPE 200\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 0\n", "pie");
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    assert_text(item(maq_value_find(maq_tree_root(tree), "materials"), 0), "name", "untextured");
    maq_tree_free(tree);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything_is_written_in_order),
        cmocka_unit_test(test_any_layout_becomes_the_one),
        cmocka_unit_test(test_old_polygons_stay_as_they_are),
        cmocka_unit_test(test_draft_has_a_texture_line_of_its_own),
        cmocka_unit_test(test_numbers_that_are_none_come_back),
        cmocka_unit_test(test_coordinates_tell_their_unit),
        cmocka_unit_test(test_connectors_are_whole_or_have_points_throughout),
        cmocka_unit_test(test_comments_stay_with_their_things),
        cmocka_unit_test(test_comment_lines_go_behind_data),
        cmocka_unit_test(test_comments_behind_rows_that_cannot_be_read),
        cmocka_unit_test(test_comments_of_sections_out_of_order),
        cmocka_unit_test(test_comments_without_a_thing_are_kept),
        cmocka_unit_test(test_many_comments_take_no_time),
        cmocka_unit_test(test_failing_memory_is_reported),
        cmocka_unit_test(test_a_copy_says_the_same_and_lies_nowhere),
        cmocka_unit_test(test_counts_must_fit),
        cmocka_unit_test(test_corners_must_lie_in_their_list),
        cmocka_unit_test(test_texts_must_fit_on_a_line),
        cmocka_unit_test(test_descriptions_tell_documents_apart),
        cmocka_unit_test(test_info_of_everything),
        cmocka_unit_test(test_info_of_odd_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
