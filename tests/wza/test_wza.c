// SPDX-License-Identifier: MIT
//
// WZA: the text of the format, what is read, how it is written, and files that are joined. docs/wza.md
// names these tests beside the statements that they hold.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/wza.h"
#include "support/round_trip.h"
#include "support/hostile.h"

#define MESH                                                                                       \
    "SHAPES 1\nSHAPE 0\nVERTICES 3\n0 0 0 0 0 0 1 1 0 0 0 1 0\n1 1 0 0 0 0 1 1 0 0 0 1 0\n"        \
    "2 0 1 0 0 0 1 1 0 0 0 1 0\nFACES 1\n0 0 1 2 0 0 1 0 0 1\n"

static maq_document *open_path(const char *path) {
    maq_document *document = NULL;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    return document;
}

// The ids that reading and checking a text come to.
static void assert_checked(const char *text, const char *expected) {
    maq_document *document = document_of("wza", text);
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    char ids[1024];
    const char *found = ids_of(maq_report_findings(report), ids, sizeof ids);
    if (strcmp(found, expected) != 0)
        fail_msg("found \"%s\", not \"%s\", in:\n%s", found, expected, text);
    maq_report_free(report);
    maq_close(document);
}

// ------------------------------------------------------------------------------------------- lexis

static void lines_end_in_lf_or_crlf(void **state) {
    (void)state;
    maq_document *lf = document_of("wza", "WZA 1\n" MESH);
    char text[512], *at = text;
    for (const char *from = "WZA 1\n" MESH; *from; from++) {
        if (*from == '\n')
            *at++ = '\r';
        *at++ = *from;
    }
    *at = '\0';
    maq_document *crlf = document_of("wza", text);
    assert_int_equal(maq_document_findings(crlf)->count, 0);
    assert_same(lf, crlf);
    maq_close(lf);
    maq_close(crlf);
}

static void white_space_before_and_between_is_free(void **state) {
    (void)state;
    maq_document *plain = document_of("wza", "WZA 1\nTEXTURE a\nANIMATED 1\n" MESH);
    maq_document *loose =
        document_of("wza", "  \t WZA \t 1  \n\tTEXTURE   a\t\n \t ANIMATED\t1\n" MESH);
    assert_int_equal(maq_document_findings(loose)->count, 0);
    assert_same(plain, loose);
    maq_close(plain);
    maq_close(loose);
}

static void rows_are_written_behind_one_tab(void **state) {
    (void)state;
    maq_document *document = document_of("wza", "WZA 1\n" MESH);
    maq_buffer buffer = written(document);
    assert_string_equal(buffer.data,
                        "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 3\n\t0 0 0 0 0 0 1 1 0 0 0 1 0\n"
                        "\t1 1 0 0 0 0 1 1 0 0 0 1 0\n\t2 0 1 0 0 0 1 1 0 0 0 1 0\nFACES 1\n"
                        "\t0 0 1 2 0 0 1 0 0 1\n");
    maq_buffer_free(&buffer);
    maq_close(document);
}

static void comments_and_blank_lines_are_skipped(void **state) {
    (void)state;
    maq_document *plain = document_of("wza", "WZA 1\nTEXTURE a\n" MESH);
    maq_document *document = document_of(
        "wza", "# first\n\nWZA 1# glued\n  \n# TEXTURE b\nTEXTURE a # c\n \t\n" MESH "#");
    assert_same(plain, document);
    assert_int_equal(maq_document_wza(document)->comment_count, 5);
    assert_int_equal(maq_document_findings(document)->errors, 0);
    maq_document *copy = converted(document, "wza", "WZA-0901*5");
    assert_same(plain, copy);
    maq_close(copy);
    maq_close(document);
    maq_close(plain);
}

static void names_are_bare_or_in_quotes(void **state) {
    (void)state;
    static const struct {
        const char *text, *name, *findings;
    } names[] = {
        {"a.B_c-9", "a.B_c-9", ""},
        {"\"a.B_c-9\"", "a.B_c-9", ""},
        {"\"hover tank\"", "hover tank", ""},
        {"\"a \\\"b\\\" c\"", "a \"b\" c", ""},
        {"\"a\\\\\"", "a\\", ""},
        {"\"a\\nb\"", "a\\nb", ""},
        {"\"a # b\"", "a # b", ""},
        {"\"gr\xc3\xbcn\"", "gr\xc3\xbcn", ""},
        {"gr\xc3\xbcn", "gr\xc3\xbcn", "WZA-0024"},
        {"a/b", "a/b", "WZA-0024"},
        {"a\"b", "a\"b", "WZA-0024"},
        {"\"a", "a", "WZA-0025"},
        {"\"a\\\"", "a\"", "WZA-0025"},
        {"\"\"", "", "WZA-0025"},
        {"\"a\"b", "a", "WZA-0016"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "WZA 1\nTEXTURE %s\n" MESH, names[i].text);
        maq_document *document = document_of("wza", text);
        assert_string_equal(maq_document_wza(document)->texture.name, names[i].name);
        assert_round_trip(document);
        maq_close(document);
        assert_checked(text, names[i].findings);
    }
}

// Quotes and backslashes of a name get a backslash, so that it is read as the same name.
static void names_are_fixed_by_quotes(void **state) {
    (void)state;
    static const char *const names[][2] = {
        {"a/b", "\"a/b\""}, {"a\"b", "\"a\\\"b\""}, {"a\\b", "\"a\\\\b\""}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[512], expected[512];
        snprintf(text, sizeof text, "WZA 1\nTEXTURE %s\n" MESH, names[i][0]);
        snprintf(expected, sizeof expected, "WZA 1\nTEXTURE %s\n" MESH, names[i][1]);
        maq_document *document = document_of("wza", text);
        maq_report *report;
        maq_buffer fixed;
        assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
        assert_int_equal(maq_fix(document, maq_report_findings(report), NULL, &fixed, NULL),
                         MAQ_OK);
        assert_string_equal(fixed.data, expected);
        maq_document *again = document_of("wza", fixed.data);
        assert_string_equal(maq_document_wza(again)->texture.name, names[i][0]);
        maq_close(again);
        maq_buffer_free(&fixed);
        maq_report_free(report);
        maq_close(document);
    }
}

static void numbers_are_decimal_and_finite(void **state) {
    (void)state;
    static const struct {
        const char *text, *findings;
        float value;
    } numbers[] = {
        {"1", "", 1},
        {"-1.5", "", -1.5f},
        {"+2", "", 2},
        {".5", "", 0.5f},
        {"5.", "", 5},
        {"1e-3", "", 1e-3f},
        {"2.5E+2", "", 250},
        {"-0", "", -0.0f},
        {"inf", "WZA-0014", INFINITY},
        {"NAN", "WZA-0014", NAN},
        {"0x10", "WZA-0015", 16},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "WZA 1\nANIMATIONS 1\nANIMATION 0 1\nPROPERTIES 1\n0 shape 1 1\nPOINTS 1\n"
                 "0 0 %s\n",
                 numbers[i].text);
        maq_document *document = document_of("wza", text);
        float value = maq_document_wza(document)->animations[0].points[0].values[0];
        assert_true(isnan(numbers[i].value) ? isnan(value)
                                            : value == numbers[i].value &&
                                                  !signbit(value) == !signbit(numbers[i].value));
        assert_round_trip(document);
        maq_close(document);
        assert_checked(text, numbers[i].findings);
    }
    assert_checked("WZA 1\nANIMATIONS 1\nANIMATION 0 1\nPROPERTIES 1\n0 shape 1 1\nPOINTS 1\n"
                   "0 0 1,5\n",
                   "WZA-0011");
}

// ------------------------------------------------------------------------------------- the texture

static void texture_settings_have_defaults(void **state) {
    (void)state;
    maq_document *bare = document_of("wza", "WZA 1\nTEXTURE a\n" MESH);
    maq_document *said =
        document_of("wza", "WZA 1\nTEXTURE a\nANIMATED 0\nNORMALMAP 0\nSPECMAP 0\nTCMASK 0\n" MESH);
    assert_same(bare, said);
    const maq_wza_texture *texture = &maq_document_wza(bare)->texture;
    assert_false(texture->animated || texture->specular_map || texture->team_mask);
    assert_int_equal(texture->normal_map, 0);
    maq_close(bare);
    maq_close(said);
}

static void texture_settings_are_read(void **state) {
    (void)state;
    maq_document *document =
        document_of("wza", "WZA 1\nTEXTURE a\nTCMASK 1\nSPECMAP 1\nNORMALMAP 2\nANIMATED 1\n" MESH);
    const maq_wza_texture *texture = &maq_document_wza(document)->texture;
    assert_true(texture->animated && texture->specular_map && texture->team_mask);
    assert_int_equal(texture->normal_map, 2);
    assert_round_trip(document);
    maq_close(document);
    static const struct {
        const char *line, *findings;
    } lines[] = {
        {"ANIMATED 0", ""},
        {"ANIMATED 1", ""},
        {"ANIMATED 2", "WZA-0101"},
        {"NORMALMAP 1", ""},
        {"NORMALMAP 2", ""},
        {"NORMALMAP 3", "WZA-0101"},
        {"NORMALMAP -1", "WZA-0101"},
        {"SPECMAP 2", "WZA-0101"},
        {"TCMASK 2", "WZA-0101"},
        {"SPECMAP 1", ""},
        {"TCMASK 1", ""},
        {"ANIMATED yes", "WZA-0011"},
        {"ANIMATED", "WZA-0010"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "WZA 1\nTEXTURE a\n%s\n" MESH, lines[i].line);
        document = document_of("wza", text);
        assert_round_trip(document);
        maq_close(document);
        assert_checked(text, lines[i].findings);
    }
}

static void without_a_texture_the_model_is_untextured(void **state) {
    (void)state;
    maq_document *document = document_of("wza", "WZA 1\n" MESH);
    assert_null(maq_document_wza(document)->texture.name);
    assert_round_trip(document);
    maq_close(document);
    assert_checked("WZA 1\n" MESH, "");
    assert_checked("WZA 1\nTCMASK 1\n" MESH, "WZA-0009");
}

// ------------------------------------------------------------------------------- shapes and bones

static void rows_of_shape_0_come_in_any_order(void **state) {
    (void)state;
    assert_checked("WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 3\n2 0 0 0 0 0 1 1 0 0 0 1 0\n"
                   "0 1 0 0 0 0 1 1 0 0 0 1 0\n1 0 1 0 0 0 1 1 0 0 0 1 0\nFACES 2\n"
                   "1 0 1 2 0 0 1 0 0 1\n0 0 1 2 0 0 1 0 0 1\n",
                   "");
}

static void a_mesh_without_deformation_has_shape_0_alone(void **state) {
    (void)state;
    maq_document *document = document_of("wza", "WZA 1\n" MESH);
    assert_int_equal(maq_document_wza(document)->shape_count, 1);
    maq_close(document);
    assert_checked("WZA 1\n" MESH, "");
}

static void further_shapes_list_what_they_change(void **state) {
    (void)state;
    static const char mesh[] = "WZA 1\nSHAPES 2\nSHAPE 0\nVERTICES 3\n0 0 0 0 0 0 1 1 0 0 0 1 0\n"
                               "1 1 0 0 0 0 1 1 0 0 0 1 0\n2 0 1 0 0 0 1 1 0 0 0 1 0\nFACES 1\n"
                               "0 0 1 2 0 0 1 0 0 1\nSHAPE 1\n";
    static const struct {
        const char *rows, *findings;
    } cases[] = {
        {"VERTICES 1\n1 5 0 0 0 0 1 1 0 0 0 1 0\nFACES 0\n", ""},
        {"VERTICES 0\nFACES 1\n0 0 1 2 0.5 0 1 0 0 1\n", ""},
        {"VERTICES 0\nFACES 0\n", ""},
        {"VERTICES 1\n1 5 0 0 0 0 1 1 0 0 0 1 0\n", ""},
        {"FACES 1\n0 0 1 2 0.5 0 1 0 0 1\n", ""},
        {"VERTICES 1\n3 5 0 0 0 0 1 1 0 0 0 1 0\nFACES 0\n", "WZA-0208"},
        {"VERTICES 1\n-1 5 0 0 0 0 1 1 0 0 0 1 0\nFACES 0\n", "WZA-0208"},
        {"VERTICES 2\n1 5 0 0 0 0 1 1 0 0 0 1 0\n1 6 0 0 0 0 1 1 0 0 0 1 0\nFACES 0\n", "WZA-0206"},
        {"VERTICES 0\nFACES 1\n1 0 1 2 0.5 0 1 0 0 1\n", "WZA-0211"},
        {"VERTICES 0\nFACES 1\n0 1 2 0 0.5 0 1 0 0 1\n", "WZA-0214"},
        {"VERTICES 0\nFACES 1\n0 0 1 2 0.5 0 1 0 0 1.5\n", "WZA-0216"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s%s", mesh, cases[i].rows);
        assert_checked(text, cases[i].findings);
        maq_document *document = document_of("wza", text);
        assert_round_trip(document);
        maq_close(document);
    }
}

static void sections_have_an_order(void **state) {
    (void)state;
    assert_checked("WZA 1\nSHAPES 1\nSHAPE 0\nFACES 0\nVERTICES 0\n", "WZA-0026");
    assert_checked("WZA 1\n" MESH "TEXTURE a\n", "WZA-0026");
    assert_checked("WZA 1\nBONES 0\n" MESH, "WZA-0026");
    assert_checked("WZA 1\nANIMATIONS 1\nANIMATION 0 1\nPOINTS 0\nPROPERTIES 0\n", "WZA-0026");
    assert_checked("WZA 1\n" MESH "BONES 0\nVERTICES 0\n", "WZA-0009");
    assert_checked("WZA 1\n" MESH "SHAPES 1\n", "WZA-0027");
    assert_checked("WZA 1\n" MESH "FACES 0\n", "WZA-0027");
}

static void only_triangles_are_allowed(void **state) {
    (void)state;
    assert_checked("WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 3\n0 0 0 0 0 0 1 1 0 0 0 1 0\n"
                   "1 1 0 0 0 0 1 1 0 0 0 1 0\n2 0 1 0 0 0 1 1 0 0 0 1 0\nFACES 1\n"
                   "0 0 1 2 1 0 0 1 0 0 1 1 1\n",
                   "WZA-0016");
}

static void parents_may_come_later_and_vertices_in_any_lines(void **state) {
    (void)state;
    static const char text[] = "WZA 1\n" MESH "BONES 3\n"
                               "BONE 0 2 1 0 0 0 3\n\t0\n\t1 2\n"
                               "BONE 1 -1 0 1 2 3 0\n"
                               "BONE 2 1 0 0 0 0 1\n 2\n";
    assert_checked(text, "");
    maq_document *document = document_of("wza", text);
    const maq_wza *wza = maq_document_wza(document);
    assert_int_equal(wza->bones[0].vertex_count, 3);
    assert_int_equal(wza->bones[0].vertices[2], 2);
    assert_true(wza->bones[0].hinge);
    assert_false(wza->bones[1].hinge);
    assert_int_equal(wza->bones[1].parent, -1);
    assert_float_equal(wza->bones[1].position[2], 3, 0);
    assert_round_trip(document);
    maq_close(document);
}

static void cycles_of_bones_are_found_once_each(void **state) {
    (void)state;
    assert_checked("WZA 1\n" MESH "BONES 7\nBONE 0 0 0 0 0 0 0\nBONE 1 2 0 0 0 0 0\n"
                   "BONE 2 3 0 0 0 0 0\nBONE 3 1 0 0 0 0 0\nBONE 4 3 0 0 0 0 0\n"
                   "BONE 5 -1 0 0 0 0 0\nBONE 6 5 0 0 0 0 0\n",
                   "WZA-0304 WZA-0304");
    assert_checked("WZA 1\n" MESH "BONES 1\nBONE 0 -2 0 0 0 0 0\n", "WZA-0303");
    assert_checked("WZA 1\n" MESH "BONES 1\nBONE 0 -1 2 0 0 0 0\n", "WZA-0101");
    assert_checked("WZA 1\n" MESH "BONES 1\nBONE 0 -1 0 0 x 0 0\n", "WZA-0011");
    assert_checked("WZA 1\n" MESH "BONES 1\nBONE 0 -1 0 0 0 0\n", "WZA-0010");
    assert_checked("WZA 1\n" MESH "BONES 1\nBONE 0 -1 0 0 0 0 3\n0 1\n", "WZA-0020");
    assert_checked("WZA 1\n" MESH "BONES 1\nBONE 0 -1 0 0 0 0 1\n0 1\n", "WZA-0021");
    assert_checked("WZA 1\n" MESH "BONES 1\nBONE 0 -1 0 0 0 0 -1\n", "WZA-0011");
}

// ------------------------------------------------------------------------------------- animations

static void a_point_has_the_values_of_its_kind(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wza/model.wza");
    const maq_wza_animation *animation = &maq_document_wza(document)->animations[0];
    assert_int_equal(animation->length, 1000);
    assert_int_equal(animation->properties[0].kind, MAQ_WZA_BONE);
    assert_true(animation->properties[0].interpolate);
    assert_false(animation->properties[2].interpolate);
    assert_int_equal(animation->points[1].kind, MAQ_WZA_BONE);
    assert_float_equal(animation->points[1].values[1], 1, 0);
    assert_float_equal(animation->points[1].values[6], 0.70710677f, 0);
    assert_int_equal(animation->points[4].kind, MAQ_WZA_SHAPE);
    assert_float_equal(animation->points[4].values[0], -0.25f, 0);
    assert_int_equal(animation->points[7].kind, MAQ_WZA_TEXTURE);
    assert_int_equal(animation->points[7].frame, 7);
    maq_close(document);
}

// One animation with these properties and points, checked alone.
static void check_rows(const char *properties, int property_count, const char *points,
                       int point_count, const char *expected) {
    char text[1024];
    snprintf(text, sizeof text,
             "WZA 1\nANIMATIONS 1\nANIMATION 0 100\nPROPERTIES %d\n%sPOINTS %d\n%s", property_count,
             properties, point_count, points);
    assert_checked(text, expected);
}

static void faults_of_animations_are_found(void **state) {
    (void)state;
    check_rows("0 shape 1 1\n", 1, "0 0 1\n0 100 0\n", 2, "");
    check_rows("0 shape 1 1\n", 1, "0 0 1\n0 0 0\n", 2, "WZA-0413");
    check_rows("0 shape 1 1\n", 1, "0 50 1\n0 40 0\n", 2, "WZA-0413");
    check_rows("0 shape 1 1\n1 shape 2 1\n", 2, "1 50 1\n0 0 1\n1 60 0\n0 10 0\n", 4, "");
    check_rows("0 shape 1 1\n", 1, "0 1.5 1\n", 1, "WZA-0013");
    check_rows("0 texture 0 0\n", 1, "0 0 1.5\n", 1, "WZA-0013");
    check_rows("0 bone 1 1\n", 1, "0 0 1\n", 1, "WZA-0019");
    check_rows("0 shape 1 1\n", 1, "0 0 0 0 0 0 0 0 1\n", 1, "WZA-0016");
    check_rows("0 bone 1 1\n1 bone 1 0\n", 2, "0 0 0 0 0 0 0 0 1\n1 0 0 0 0 0 0 0 1\n", 2,
               "WZA-0405");
    check_rows("0 bone 1 1\n1 shape 1 0\n", 2, "0 0 0 0 0 0 0 0 1\n1 0 0\n", 2, "");
    check_rows("0 bone 1 2\n", 1, "0 0 0 0 0 0 0 0 1\n", 1, "WZA-0101");
    check_rows("0 BONE 1 1\n", 1, "", 0, "WZA-0403");
    check_rows("", 0, "4 0 1\n4 0 0 0 0 0 0 0 1\n", 2, "WZA-0412 WZA-0412");
}

// ------------------------------------------------------------------------------- files of animations

static void a_file_may_hold_animations_alone(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wza/walk.wza");
    const maq_wza *wza = maq_document_wza(document);
    assert_int_equal(wza->shape_count, 0);
    assert_int_equal(wza->animation_count, 2);
    assert_round_trip(document);
    maq_report *report;
    // Only the model says whether there is a bone 2.
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    assert_int_equal(maq_report_findings(report)->count, 0);
    maq_report_free(report);
    maq_close(document);
}

static void animation_files_are_checked_against_their_model(void **state) {
    (void)state;
    maq_document *model = open_path("tests/data/wza/model.wza");
    maq_document *walk = open_path("tests/data/wza/walk.wza");
    maq_document *other = document_of("wza", "WZA 1\nANIMATIONS 1\nANIMATION 0 9\nPROPERTIES 3\n"
                                             "0 bone 3 1\n1 shape 3 0\n2 bone -1 0\nPOINTS 3\n"
                                             "0 0 0 0 0 0 0 0 1\n1 0 0\n2 0 0 0 0 0 0 0 1\n");
    const maq_document *set[3] = {walk, model, other};
    maq_report *reports[3];
    assert_int_equal(maq_check_set(set, 3, false, NULL, reports), MAQ_OK);
    assert_ids(maq_report_findings(reports[0]), "");
    assert_ids(maq_report_findings(reports[1]), "");
    assert_ids(maq_report_findings(reports[2]), "WZA-0406 WZA-0406 WZA-0406");
    const maq_finding *finding = &maq_report_findings(reports[2])->items[1];
    assert_string_equal(finding->message, "tests/data/wza/model.wza has no shape 3");
    assert_int_equal(maq_document_position(other, finding->span.offset).line, 6);
    assert_int_equal(maq_document_position(other, finding->span.offset).column, 9);
    for (int i = 0; i < 3; i++)
        maq_report_free(reports[i]);
    // With two models it is not known to which the animations belong.
    const maq_document *two[3] = {model, model, other};
    assert_int_equal(maq_check_set(two, 3, false, NULL, reports), MAQ_OK);
    for (int i = 0; i < 3; i++) {
        assert_ids(maq_report_findings(reports[i]), "");
        maq_report_free(reports[i]);
    }
    maq_close(other);
    maq_close(walk);
    maq_close(model);
}

static void a_model_and_its_animations_are_joined(void **state) {
    (void)state;
    maq_document *model = open_path("tests/data/wza/model.wza");
    maq_document *walk = open_path("tests/data/wza/walk.wza");
    // The model need not come first.
    maq_input inputs[] = {{.document = walk}, {.document = model}};
    maq_document *whole = NULL;
    assert_int_equal(maq_join(inputs, 2, "wza", NULL, &whole), MAQ_OK);
    // Index 0 was taken by the model, 4 is free; the next free one is 5.
    assert_ids(maq_document_findings(whole), "WZA-0903");
    assert_string_equal(maq_document_findings(whole)->items[0].message,
                        "animation 0 of tests/data/wza/walk.wza became animation 5");
    const maq_wza *wza = maq_document_wza(whole);
    assert_int_equal(wza->shape_count, 3);
    assert_int_equal(wza->bone_count, 3);
    assert_int_equal(wza->animation_count, 3);
    assert_int_equal(wza->animations[0].index, 0);
    assert_int_equal(wza->animations[1].index, 5);
    assert_int_equal(wza->animations[2].index, 4);
    assert_int_equal(wza->animations[1].points[1].time, 400);
    assert_string_equal(wza->texture.name, "hover tank");
    assert_round_trip(whole);
    maq_report *report;
    assert_int_equal(maq_check(whole, NULL, &report), MAQ_OK);
    assert_int_equal(maq_report_findings(report)->count, 0);
    maq_report_free(report);
    maq_close(whole);
    maq_close(walk);
    maq_close(model);
}

static void joining_reports_what_does_not_fit(void **state) {
    (void)state;
    maq_document *model = document_of("wza", "WZA 1 # my model\n" MESH);
    maq_document *walk = open_path("tests/data/wza/walk.wza");
    maq_document *second = open_path("tests/data/wza/model.wza");
    maq_input inputs[] = {{.document = model}, {.document = walk}, {.document = second}};
    maq_document *whole = NULL;
    assert_int_equal(maq_join(inputs, 2, "wza", NULL, &whole), MAQ_OK);
    assert_ids(maq_document_findings(whole), "WZA-0406 WZA-0406 WZA-0901");
    assert_string_equal(maq_document_findings(whole)->items[0].message,
                        "tests/data/wza/walk.wza: the model has no bone 2");
    maq_close(whole);
    assert_int_equal(maq_join(inputs, 3, "wza", NULL, &whole), MAQ_OK);
    assert_ids(maq_document_findings(whole), "WZA-0406 WZA-0406 WZA-0902*7 WZA-0406 WZA-0406 "
                                             "WZA-0406 WZA-0406 WZA-0903 WZA-0901");
    assert_int_equal(maq_document_wza(whole)->shape_count, 1);
    assert_int_equal(maq_document_wza(whole)->animation_count, 3);
    maq_close(whole);
    // Animation files alone make an animation file.
    maq_input animations[] = {{.document = walk}, {.document = walk}};
    assert_int_equal(maq_join(animations, 2, "wza", NULL, &whole), MAQ_OK);
    assert_ids(maq_document_findings(whole), "WZA-0903 WZA-0903");
    assert_int_equal(maq_document_wza(whole)->animation_count, 4);
    maq_close(whole);
    maq_close(second);
    maq_close(walk);
    maq_close(model);
}

static void joining_survives_failing_memory(void **state) {
    (void)state;
    maq_document *model = open_path("tests/data/wza/model.wza");
    maq_document *walk = open_path("tests/data/wza/walk.wza");
    maq_input inputs[] = {{.document = model}, {.document = walk}};
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t n = 1; status != MAQ_OK; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        maq_convert_options options = {.size = sizeof options, .memory = &memory};
        maq_document *whole = NULL;
        status = maq_join(inputs, 2, "wza", &options, &whole);
        assert_true(status == MAQ_OK || (status == MAQ_NO_MEMORY && !whole));
        maq_close(whole);
    }
    maq_close(walk);
    maq_close(model);
}

// ------------------------------------------------------------------------------- documents by hand

static void the_whole_model_is_read_and_written(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wza/model.wza");
    assert_int_equal(maq_document_findings(document)->count, 0);
    assert_round_trip(document);
    maq_document *copy = converted(document, "wza", "");
    assert_same(document, copy);
    maq_close(copy);
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t n = 1; status != MAQ_OK; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        status = maq_document_from_wza(maq_document_wza(document), &memory, &copy);
        assert_true(status == MAQ_OK || (status == MAQ_NO_MEMORY && !copy));
    }
    assert_same(document, copy);
    maq_close(copy);
    maq_close(document);
}

static void offsets_are_those_of_the_file(void **state) {
    (void)state;
    maq_document *document = open_path("tests/data/wza/model.wza");
    const maq_wza *wza = maq_document_wza(document);
    assert_int_equal(maq_document_position(document, wza->texture.offset).line, 2);
    assert_int_equal(maq_document_position(document, wza->shapes[0].vertices[2].offset).line, 12);
    assert_int_equal(maq_document_position(document, wza->shapes[0].vertices[2].offset).column, 3);
    assert_int_equal(maq_document_position(document, wza->bones[2].offset).line, 30);
    assert_int_equal(maq_document_position(document, wza->animations[0].points[7].offset).line, 48);
    maq_close(document);
}

static void documents_can_be_made(void **state) {
    (void)state;
    maq_wza_property property = {.number = 3, .kind = MAQ_WZA_SHAPE, .index = 1};
    // The caller need not know what kind a point is of.
    maq_wza_point point = {.property = 3, .time = 5, .values = {0.5f}};
    maq_wza_animation animation = {.length = 10,
                                   .property_count = 1,
                                   .properties = &property,
                                   .point_count = 1,
                                   .points = &point};
    maq_wza wza = {.texture = {.name = "a b"}, .animation_count = 1, .animations = &animation};
    maq_document *document = NULL;
    assert_int_equal(maq_document_from_wza(&wza, NULL, &document), MAQ_OK);
    assert_int_equal(maq_document_wza(document)->animations[0].points[0].kind, MAQ_WZA_SHAPE);
    assert_int_equal(maq_document_wza(document)->animations[0].points[0].value_count, 1);
    assert_round_trip(document);
    maq_close(document);
    property.kind = MAQ_WZA_UNKNOWN;
    assert_int_equal(maq_document_from_wza(&wza, NULL, &document), MAQ_BAD_ARGUMENT);
    property.kind = MAQ_WZA_BONE;
    wza.texture.name = "a\nb";
    assert_int_equal(maq_document_from_wza(&wza, NULL, &document), MAQ_BAD_ARGUMENT);
    wza.texture.name = NULL;
    wza.shape_count = 1;
    assert_int_equal(maq_document_from_wza(&wza, NULL, &document), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_document_from_wza(NULL, NULL, &document), MAQ_BAD_ARGUMENT);
    assert_null(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_in_lf_or_crlf),
        cmocka_unit_test(white_space_before_and_between_is_free),
        cmocka_unit_test(rows_are_written_behind_one_tab),
        cmocka_unit_test(comments_and_blank_lines_are_skipped),
        cmocka_unit_test(names_are_bare_or_in_quotes),
        cmocka_unit_test(names_are_fixed_by_quotes),
        cmocka_unit_test(numbers_are_decimal_and_finite),
        cmocka_unit_test(texture_settings_have_defaults),
        cmocka_unit_test(texture_settings_are_read),
        cmocka_unit_test(without_a_texture_the_model_is_untextured),
        cmocka_unit_test(rows_of_shape_0_come_in_any_order),
        cmocka_unit_test(a_mesh_without_deformation_has_shape_0_alone),
        cmocka_unit_test(further_shapes_list_what_they_change),
        cmocka_unit_test(sections_have_an_order),
        cmocka_unit_test(only_triangles_are_allowed),
        cmocka_unit_test(parents_may_come_later_and_vertices_in_any_lines),
        cmocka_unit_test(cycles_of_bones_are_found_once_each),
        cmocka_unit_test(a_point_has_the_values_of_its_kind),
        cmocka_unit_test(faults_of_animations_are_found),
        cmocka_unit_test(a_file_may_hold_animations_alone),
        cmocka_unit_test(animation_files_are_checked_against_their_model),
        cmocka_unit_test(a_model_and_its_animations_are_joined),
        cmocka_unit_test(joining_reports_what_does_not_fit),
        cmocka_unit_test(joining_survives_failing_memory),
        cmocka_unit_test(the_whole_model_is_read_and_written),
        cmocka_unit_test(offsets_are_those_of_the_file),
        cmocka_unit_test(documents_can_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
