// SPDX-License-Identifier: MIT
//
// PIE from version to version: exact values, the loss list, and where comments go.
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

static maq_document *convert(const maq_document *document, const char *to) {
    maq_document *result;
    assert_int_equal(maq_convert(document, to, NULL, &result), MAQ_OK);
    return result;
}

// The loss list as "PIE-0907*4 PIE-0909".
static void list_losses(const maq_document *document, char *out, size_t size) {
    const maq_findings *findings = maq_document_findings(document);
    size_t length = 0;
    out[0] = '\0';
    assert_int_equal(findings->losses, findings->count);
    for (size_t i = 0; i < findings->count; i++) {
        const maq_finding *finding = &findings->items[i];
        assert_int_equal(finding->severity, MAQ_LOSS);
        assert_true(finding->span.offset == MAQ_NO_OFFSET);
        assert_true(finding->message[0] != '\0');
        length +=
            (size_t)snprintf(out + length, size - length, "%s%s", i ? " " : "", finding->rule->id);
        if (finding->count != 1)
            length +=
                (size_t)snprintf(out + length, size - length, "*%u", (unsigned)finding->count);
        assert_true(length < size);
    }
}

// A text becomes another one, with these losses, and what was written says what was meant.
static void assert_converted(const char *text, const char *to, const char *losses,
                             const char *expected) {
    maq_document *document = open_text(text, "pie");
    maq_document *result = convert(document, to);
    assert_string_equal(maq_document_variant(result)->name, to);
    maq_close(document); // the result stands alone
    char found[1024];
    list_losses(result, found, sizeof found);
    assert_string_equal(found, losses);
    maq_buffer buffer;
    assert_int_equal(maq_save_memory(result, NULL, &buffer), MAQ_OK);
    assert_string_equal(buffer.data, expected);
    maq_document *again = open_text(buffer.data, "pie");
    assert_true(say_the_same(result, again));
    maq_close(again);
    maq_buffer_free(&buffer);
    maq_close(result);
}

// The message of the first loss holds this.
static void assert_message(const char *text, const char *to, const char *part) {
    maq_document *document = open_text(text, "pie");
    maq_document *result = convert(document, to);
    const maq_findings *findings = maq_document_findings(result);
    assert_true(findings->count > 0);
    if (!strstr(findings->items[0].message, part))
        fail_msg("\"%s\" is not in \"%s\"", part, findings->items[0].message);
    maq_close(result);
    maq_close(document);
}

#define HEAD(version) "PIE " version "\nTYPE 200\n"
#define EMPTY "LEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 0\n"
#define TRIANGLE "LEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t1.25 0 0\n\t0 1 0\nPOLYGONS 1\n"
#define SQUARE "POINTS 4\n\t0 0 0\n\t1 0 0\n\t1 1 0\n\t0 1 0\n"

// -- Units -----------------------------------------------------------------------------------------

static void test_texture_coordinates_change_their_unit(void **state) {
    (void)state;
    const char *two = HEAD("2") TRIANGLE "\t4200 3 0 1 2 8 250 32 64 0 0 128 256 1 0.5\n";
    const char *three =
        HEAD("3") TRIANGLE "\t4200 3 0 1 2 8 250 0.125 0.25 0 0 0.5 1 0.00390625 0.001953125\n";
    const char *four =
        HEAD("4") TRIANGLE "\t4200 3 0 1 2 8 250 0.125 0.25 0 0 0.5 1 0.00390625 0.001953125\n";
    const char *five =
        HEAD("5") TRIANGLE "\t4200 3 0 1 2 8 0.25 0.125 0.25 0 1 0.5 0 0.00390625 0.9980469\n";
    assert_converted(two, "pie2", "", two);
    assert_converted(two, "pie3", "", three);
    assert_converted(two, "pie4", "", four);
    assert_converted(two, "pie5", "", five);
    assert_converted(three, "pie4", "", four);
    assert_converted(three, "pie5", "", five);
    assert_converted(four, "pie3", "", three);
    assert_converted(four, "pie5", "", five);
    assert_converted(five, "pie5", "", five);
    // 0.5 of 1/256 is no whole number.
    const char *rounded = HEAD("2") TRIANGLE "\t4200 3 0 1 2 8 250 32 64 0 0 128 256 1 1\n";
    assert_converted(three, "pie2", "PIE-0907", rounded);
    assert_converted(four, "pie2", "PIE-0907", rounded);
    assert_message(four, "pie2", "level 1: 1 texture coordinate was rounded");
    assert_message(four, "pie2", "by up to 0.5 of them");
}

static void test_rounding_into_pie_2(void **state) {
    (void)state;
    assert_converted(HEAD("3") TRIANGLE
                     "\t4200 3 0 1 2 2 100 0.001 0.3 -0.001 0.999 0.1 1.5 -0 0\n",
                     "pie2", "PIE-0907*3 PIE-0908*2",
                     HEAD("2") TRIANGLE "\t4200 3 0 1 2 2 100 1 77 0 256 26 384 -0 0\n");
    // What is no number stays none; what is too large is a loss.
    assert_converted(HEAD("3") TRIANGLE "\t200 3 0 1 2 inf nan 3e+38 0 0 0\n", "pie2", "PIE-0907",
                     HEAD("2") TRIANGLE "\t200 3 0 1 2 inf nan inf 0 0 0\n");
    // Sizes that make no sense are not repaired.
    assert_converted(HEAD("3") TRIANGLE "\t4200 3 0 1 2 2 100 0 -0.5 0 0 0 0 0 0\n", "pie2", "",
                     HEAD("2") TRIANGLE "\t4200 3 0 1 2 2 100 0 -128 0 0 0 0 0 0\n");
}

static void test_too_small_coordinates_of_pie_2(void **state) {
    (void)state;
    assert_converted(HEAD("2") TRIANGLE "\t200 3 0 1 2 1e-45 1e-38 0 0 0 0\n", "pie3", "PIE-0907*2",
                     HEAD("3") TRIANGLE "\t200 3 0 1 2 0 3.9063e-41 0 0 0 0\n");
}

static void test_the_draft_counts_from_the_bottom(void **state) {
    (void)state;
    // 1 - (1 - 0.1) is another float than 0.1.
    assert_converted(HEAD("3") TRIANGLE "\t200 3 0 1 2 0.1 0.1 0.25 0.75 0 0.5\n", "pie5",
                     "PIE-0907", HEAD("5") TRIANGLE "\t200 3 0 1 2 0.1 0.9 0.25 0.25 0 0.5\n");
    assert_converted(HEAD("5") TRIANGLE "\t200 3 0 1 2 0.25 0.25 1 0.75 0 0.5\n", "pie2", "",
                     HEAD("2") TRIANGLE "\t200 3 0 1 2 64 192 256 64 0 128\n");
    assert_converted(HEAD("5") TRIANGLE "\t200 3 0 1 2 0.25 0.25 1 0.75 0 0.5\n", "pie4", "",
                     HEAD("4") TRIANGLE "\t200 3 0 1 2 0.25 0.75 1 0.25 0 0.5\n");
}

static void test_rates_are_seconds_in_the_draft(void **state) {
    (void)state;
    assert_converted(HEAD("5") TRIANGLE "\t4200 3 0 1 2 2 0.033 1 1 0 0 0 0 0 0\n", "pie3", "",
                     HEAD("3") TRIANGLE "\t4200 3 0 1 2 2 33 1 1 0 1 0 1 0 1\n");
    assert_converted(HEAD("3") TRIANGLE "\t4200 3 0 1 2 2 33 1 1 0 1 0 1 0 1\n", "pie5", "",
                     HEAD("5") TRIANGLE "\t4200 3 0 1 2 2 0.033 1 1 0 0 0 0 0 0\n");
    assert_converted(HEAD("5") TRIANGLE "\t4200 3 0 1 2 2 0.0333 1 1 0 0 0 0 0 0\n", "pie4",
                     "PIE-0919", HEAD("4") TRIANGLE "\t4200 3 0 1 2 2 33 1 1 0 1 0 1 0 1\n");
    assert_converted(HEAD("5") TRIANGLE "\t4200 3 0 1 2 2 1e+30 1 1 0 0 0 0 0 0\n", "pie4",
                     "PIE-0919",
                     HEAD("4") TRIANGLE "\t4200 3 0 1 2 2 2147483647 1 1 0 1 0 1 0 1\n");
    assert_converted(HEAD("5") TRIANGLE "\t4200 3 0 1 2 2 nan 1 1 0 0 0 0 0 0\n", "pie4",
                     "PIE-0919", HEAD("4") TRIANGLE "\t4200 3 0 1 2 2 0 1 1 0 1 0 1 0 1\n");
}

// -- Texture lines ---------------------------------------------------------------------------------

static void test_sizes_follow_the_version(void **state) {
    (void)state;
    const char *two = HEAD("2") "TEXTURE 0 page-1.png 256 256\n" EMPTY;
    const char *three = HEAD("3") "TEXTURE 0 page-1.png 0 0\n" EMPTY;
    const char *four = HEAD("4") "TEXTURE 0 page-1.png\n" EMPTY;
    const char *five = HEAD("5") "TEXTURE page-1.png\n" EMPTY;
    const char *all[] = {two, three, four, five};
    static const char *const names[] = {"pie2", "pie3", "pie4", "pie5"};
    for (size_t from = 0; from < 4; from++) {
        for (size_t to = 0; to < 4; to++)
            assert_converted(all[from], names[to], "", all[to]);
    }
    // Unusual ones are kept, but for the draft, which cannot hold them.
    const char *odd = HEAD("3") "TEXTURE 0 page-1.png 512 128\n" EMPTY;
    assert_converted(odd, "pie2", "", HEAD("2") "TEXTURE 0 page-1.png 512 128\n" EMPTY);
    assert_converted(odd, "pie4", "", HEAD("4") "TEXTURE 0 page-1.png 512 128\n" EMPTY);
    assert_converted(odd, "pie5", "", five);
    assert_converted(HEAD("3") "TEXTURE 0 page-1.png\n" EMPTY, "pie2", "",
                     HEAD("2") "TEXTURE 0 page-1.png\n" EMPTY);
    assert_converted(HEAD("3") "TEXTURE 0 page-1.png 0 0\nNORMALMAP 0 page-2.png\n"
                               "SPECULARMAP 0 page-3.png 1 2\n" EMPTY,
                     "pie2", "",
                     HEAD("2") "TEXTURE 0 page-1.png 256 256\nNORMALMAP 0 page-2.png\n"
                               "SPECULARMAP 0 page-3.png 1 2\n" EMPTY);
}

static void test_tilesets_are_dropped_before_pie_4(void **state) {
    (void)state;
    const char *text = HEAD("4") "SPECULARMAP 0 page-3.png\nTEXTURE 1 page-4.png\n"
                                 "TEXTURE 0 page-1.png\nTEXTURE 2 page-1.png\n"
                                 "NORMALMAP 0 page-2.png\n" EMPTY;
    assert_converted(text, "pie3", "PIE-0905",
                     HEAD("3") "TEXTURE 0 page-1.png 0 0\nNORMALMAP 0 page-2.png\n"
                               "SPECULARMAP 0 page-3.png\n" EMPTY);
    assert_converted(text, "pie5", "PIE-0905 PIE-0912*2", HEAD("5") "TEXTURE page-1.png\n" EMPTY);
    assert_message(text, "pie3", "TEXTURE page-4.png of tileset 1 in the head");
    assert_converted(HEAD("4") "TEXTURE 1 page-4.png\n" EMPTY, "pie2", "PIE-0905", HEAD("2") EMPTY);
}

static void test_replaced_lines_are_dropped(void **state) {
    (void)state;
    const char *text = HEAD("4") "TEXTURE 0 page-1.png\nTEXTURE 0 page-2.png\n"
                                 "TEXTURE 0 page-3.png\n" EMPTY;
    assert_converted(text, "pie3", "PIE-0906 PIE-0906",
                     HEAD("3") "TEXTURE 0 page-3.png 0 0\n" EMPTY);
    assert_converted(text, "pie4", "", text);
}

static void test_team_masks(void **state) {
    (void)state;
    // The name that the game derives: the bit does the same.
    const char *derived = HEAD("4") "TEXTURE 0 page-7-x.png\nTCMASK 0 page-7_tcmask.png\n" EMPTY;
    assert_converted(derived, "pie3", "", "PIE 3\nTYPE 10200\nTEXTURE 0 page-7-x.png 0 0\n" EMPTY);
    assert_converted(derived, "pie2", "",
                     "PIE 2\nTYPE 10200\nTEXTURE 0 page-7-x.png 256 256\n" EMPTY);
    assert_converted(derived, "pie5", "PIE-0904", HEAD("5") "TEXTURE page-7-x.png\n" EMPTY);
    // Another name.
    assert_converted(HEAD("4") "TEXTURE 0 page-7-x.png\nTCMASK 0 page-8_tcmask.png\n" EMPTY, "pie3",
                     "PIE-0904", HEAD("3") "TEXTURE 0 page-7-x.png 0 0\n" EMPTY);
    assert_converted(HEAD("4") "TCMASK 0 page-8_tcmask.png\n" EMPTY, "pie3", "PIE-0904",
                     HEAD("3") EMPTY);
    // Other tilesets: the derived name serves them, too.
    assert_converted(HEAD("4") "TEXTURE 0 page-7-x.png\nTCMASK 0 page-7_tcmask.png\n"
                               "TCMASK 1 page-7_tcmask.png\nTCMASK 2 page-9_tcmask.png\n" EMPTY,
                     "pie3", "PIE-0905", "PIE 3\nTYPE 10200\nTEXTURE 0 page-7-x.png 0 0\n" EMPTY);
    // A mask that one level alone has.
    assert_converted(HEAD("4") "TEXTURE 0 page-7-x.png\nLEVELS 2\nLEVEL 1\nPOINTS 0\nPOLYGONS 0\n"
                               "LEVEL 2\nTCMASK 0 page-7_tcmask.png\nPOINTS 0\nPOLYGONS 0\n",
                     "pie3", "PIE-0904",
                     HEAD("3") "TEXTURE 0 page-7-x.png 0 0\nLEVELS 2\nLEVEL 1\nPOINTS 0\n"
                               "POLYGONS 0\nLEVEL 2\nPOINTS 0\nPOLYGONS 0\n");
}

// -- Settings of levels ----------------------------------------------------------------------------

#define LEVELS(first, second)                                                                      \
    "LEVELS 2\nLEVEL 1\n" first "POINTS 0\nPOLYGONS 0\nLEVEL 2\n" second "POINTS 0\nPOLYGONS 0\n"

static void test_settings_of_levels_are_dropped(void **state) {
    (void)state;
    const char *plain = HEAD("3") "TEXTURE 0 page-1.png 0 0\n" LEVELS("", "");
    assert_converted(HEAD("4") "TEXTURE 0 page-1.png\n" LEVELS("", "TYPE 202\n"), "pie3",
                     "PIE-0901", plain);
    assert_converted(HEAD("4") "TEXTURE 0 page-1.png\n" LEVELS("", "INTERPOLATE 0\n"), "pie3",
                     "PIE-0902", plain);
    assert_converted(HEAD("4") "TEXTURE 0 page-1.png\n" LEVELS("TEXTURE 0 page-2.png\n", ""),
                     "pie3", "PIE-0903", plain);
    assert_message(HEAD("4") "TEXTURE 0 page-1.png\n" LEVELS("TEXTURE 0 page-2.png\n", ""), "pie3",
                   "level 1: TEXTURE page-2.png was dropped, the level gets page-1.png");
    assert_converted(HEAD("4") "TEXTURE 0 page-1.png\n" LEVELS("TYPE 210\nINTERPOLATE 0\n",
                                                               "TEXTURE 1 page-3.png\n"),
                     "pie5", "PIE-0901 PIE-0913 PIE-0905",
                     HEAD("5") "TEXTURE page-1.png\n" LEVELS("", ""));
    // Saying what the head says anyway is no loss.
    assert_converted(HEAD("4") "TEXTURE 0 page-1.png\n" LEVELS(
                         "TYPE 200\nINTERPOLATE 1\nTEXTURE 0 page-1.png\n", "TYPE 200\n"),
                     "pie3", "", plain);
}

static void test_what_all_levels_say_goes_to_the_head(void **state) {
    (void)state;
    assert_converted(HEAD("4") "TEXTURE 0 page-1.png\n" LEVELS(
                         "TYPE 202\nINTERPOLATE 0\nTEXTURE 0 page-2.png\n",
                         "TYPE 202\nINTERPOLATE -1\nTEXTURE 0 page-2.png\n"),
                     "pie3", "",
                     "PIE 3\nTYPE 202\nINTERPOLATE 0\nTEXTURE 0 page-2.png 0 0\n" LEVELS("", ""));
    // A model of one level.
    assert_converted(
        HEAD("4") "LEVELS 1\nLEVEL 1\nTYPE 211\nINTERPOLATE 0\nNORMALMAP 0 page-2.png\n"
                  "TEXTURE 0 page-1.png\nPOINTS 0\nPOLYGONS 0\n",
        "pie2", "",
        "PIE 2\nTYPE 211\nINTERPOLATE 0\nTEXTURE 0 page-1.png 256 256\n"
        "NORMALMAP 0 page-2.png\n" EMPTY);
    // A mask that all levels have.
    assert_converted(HEAD("4") "TEXTURE 0 page-1.png\n" LEVELS("TCMASK 0 page-1_tcmask.png\n",
                                                               "TCMASK 0 page-1_tcmask.png\n"),
                     "pie3", "", "PIE 3\nTYPE 10200\nTEXTURE 0 page-1.png 0 0\n" LEVELS("", ""));
    // A head without a texture gets one from a level.
    assert_converted(HEAD("4") LEVELS("", "TEXTURE 0 page-2.png\n"), "pie3", "PIE-0903",
                     HEAD("3") "TEXTURE 0 page-2.png 0 0\n" LEVELS("", ""));
    assert_converted("PIE 4\n" LEVELS("", "TYPE 200\n"), "pie3", "PIE-0901",
                     HEAD("3") LEVELS("", ""));
}

static void test_pie_4_takes_all_settings(void **state) {
    (void)state;
    // Faulty as PIE 3, but PIE 4 can hold it.
    assert_converted(HEAD("3") "TEXTURE 0 page-1.png 0 0\nTCMASK 0 m.png\n" LEVELS(
                         "", "TYPE 202\nTEXTURE 0 page-2.png 0 0\n"),
                     "pie4", "",
                     HEAD("4") "TEXTURE 0 page-1.png\nTCMASK 0 m.png\n" LEVELS(
                         "", "TYPE 202\nTEXTURE 0 page-2.png\n"));
}

// -- Polygons --------------------------------------------------------------------------------------

static void test_ngons_are_cut(void **state) {
    (void)state;
    const char *text = HEAD("2") "LEVELS 1\nLEVEL 1\n" SQUARE "POLYGONS 2\n"
                                 "\ta00 4 0 1 2 3 0 0 256 0 256 256 0 256\n\t0 3 0 1 2\n";
    assert_converted(text, "pie2", "", text);
    assert_converted(text, "pie3", "PIE-0909",
                     HEAD("3") "LEVELS 1\nLEVEL 1\n" SQUARE "POLYGONS 3\n"
                               "\ta00 3 0 1 2 0 0 1 0 1 1\n\ta00 3 0 2 3 0 0 1 1 0 1\n"
                               "\t0 3 0 1 2\n");
    assert_message(text, "pie3",
                   "level 1: 1 polygon of more than 3 corners was cut into 2 triangles");
    assert_converted(HEAD("3") "LEVELS 1\nLEVEL 1\n" SQUARE
                               "POLYGONS 0\nSHADOWPOINTS 1\n\t0 0 0\nSHADOWPOLYGONS 1\n"
                               "\t0 5 0 0 0 0 0\n",
                     "pie4", "PIE-0909",
                     HEAD("4") "LEVELS 1\nLEVEL 1\n" SQUARE
                               "POLYGONS 0\nSHADOWPOINTS 1\n\t0 0 0\nSHADOWPOLYGONS 3\n"
                               "\t0 3 0 0 0\n\t0 3 0 0 0\n\t0 3 0 0 0\n");
}

static void test_two_sided_polygons_are_doubled(void **state) {
    (void)state;
    assert_converted(HEAD("2") "LEVELS 1\nLEVEL 1\n" SQUARE "POLYGONS 2\n"
                               "\t6200 4 0 1 2 3 8 1 16 16 0 0 256 0 256 256 0 256\n"
                               "\t200 3 0 1 2 0 0 0 0 0 0\n",
                     "pie3", "PIE-0909 PIE-0910",
                     HEAD("3") "LEVELS 1\nLEVEL 1\n" SQUARE "POLYGONS 5\n"
                               "\t4200 3 0 1 2 8 1 0.0625 0.0625 0 0 1 0 1 1\n"
                               "\t4200 3 2 1 0 8 1 0.0625 0.0625 1 1 1 0 0 0\n"
                               "\t4200 3 0 2 3 8 1 0.0625 0.0625 0 0 1 1 0 1\n"
                               "\t4200 3 3 2 0 8 1 0.0625 0.0625 0 1 1 1 0 0\n"
                               "\t200 3 0 1 2 0 0 0 0 0 0\n");
}

static void test_normals_go_with_their_polygons(void **state) {
    (void)state;
    assert_converted(HEAD("2") "LEVELS 1\nLEVEL 1\n" SQUARE
                               "NORMALS 2\n\t1 0 0 0 1 0 0 0 1\n\t0 0 1 0 0 1 0 1 0\n"
                               "POLYGONS 2\n\t2000 4 0 1 2 3\n\t0 3 0 1 2\n",
                     "pie3", "PIE-0909 PIE-0910 PIE-0911",
                     HEAD("3") "LEVELS 1\nLEVEL 1\n" SQUARE
                               "NORMALS 5\n\t1 0 0 0 1 0 0 0 1\n\t-0 -0 -1 -0 -1 -0 -1 -0 -0\n"
                               "\t0 0 1 0 0 1 0 0 1\n\t-0 -0 -1 -0 -0 -1 -0 -0 -1\n"
                               "\t0 0 1 0 0 1 0 1 0\n"
                               "POLYGONS 5\n\t0 3 0 1 2\n\t0 3 2 1 0\n\t0 3 0 2 3\n\t0 3 3 2 0\n"
                               "\t0 3 0 1 2\n");
    // Rows that fit nothing are left alone.
    assert_converted(HEAD("2") "LEVELS 1\nLEVEL 1\n" SQUARE "NORMALS 1\n\t1 0 0 0 1 0 0 0 1\n"
                               "POLYGONS 2\n\t0 4 0 1 2 3\n\t0 3 0 1 2\n",
                     "pie3", "PIE-0909",
                     HEAD("3") "LEVELS 1\nLEVEL 1\n" SQUARE "NORMALS 1\n\t1 0 0 0 1 0 0 0 1\n"
                               "POLYGONS 3\n\t0 3 0 1 2\n\t0 3 0 2 3\n\t0 3 0 1 2\n");
    // Where no normal can be had, there is none: points that do not exist, no area.
    assert_converted(HEAD("2") "LEVELS 1\nLEVEL 1\n" SQUARE
                               "NORMALS 2\n\t1 0 0 1 0 0 1 0 0\n\t1 0 0 1 0 0 1 0 0\n"
                               "POLYGONS 2\n\t0 4 0 1 2 9\n\t0 4 0 1 2 2\n",
                     "pie3", "PIE-0909*2 PIE-0911*2",
                     HEAD("3") "LEVELS 1\nLEVEL 1\n" SQUARE
                               "NORMALS 4\n\t1 0 0 1 0 0 1 0 0\n\t0 0 0 0 0 0 0 0 0\n"
                               "\t1 0 0 1 0 0 1 0 0\n\t0 0 0 0 0 0 0 0 0\n"
                               "POLYGONS 4\n\t0 3 0 1 2\n\t0 3 0 2 9\n\t0 3 0 1 2\n\t0 3 0 2 2\n");
}

// -- The draft -------------------------------------------------------------------------------------

static void test_the_draft_drops_what_it_does_not_know(void **state) {
    (void)state;
    const char *text =
        "PIE 3\nTYPE 10200\nINTERPOLATE 1\nTEXTURE 0 page-1.png 0 0\nNORMALMAP 0 page-2.png\n"
        "EVENT 1 a.pie\nEVENT 2 b.pie\nLEVELS 1\nLEVEL 1\nMATERIALS 1 1 1 1 1 1 1 1 1 1\n"
        "SHADERS 2 a b\nPOINTS 1\n\t0 0 0\nNORMALS 1\n\t0 1 0 0 1 0 0 1 0\nPOLYGONS 1\n"
        "\t0 3 0 0 0\nCONNECTORS 1\n\t1 2 3\nANIMOBJECT 5 0 1\n\t0 0 0 0 0 0 0 1 1 1\n"
        "SHADOWPOINTS 1\n\t0 0 0\nSHADOWPOLYGONS 1\n\t0 3 0 0 0\n";
    assert_converted(text, "pie5",
                     "PIE-0913 PIE-0912 PIE-0914*2 PIE-0915 PIE-0916 PIE-0917 "
                     "PIE-0918",
                     "PIE 5\nTYPE 10200\nTEXTURE page-1.png\nLEVELS 1\nLEVEL 1\nPOINTS 1\n\t0 0 0\n"
                     "POLYGONS 1\n\t0 3 0 0 0\nCONNECTORS 1\n\t1 2 3\n");
    // A draft that has them all the same keeps them elsewhere.
    assert_converted("PIE 5\nTYPE 200\nTEXTURE page-1.png\nEVENT 1 a.pie\nLEVELS 1\nLEVEL 1\n"
                     "POINTS 0\nPOLYGONS 0\nANIMOBJECT 5 0 0\n",
                     "pie4", "",
                     "PIE 4\nTYPE 200\nTEXTURE 0 page-1.png\nEVENT 1 a.pie\nLEVELS 1\nLEVEL 1\n"
                     "POINTS 0\nPOLYGONS 0\nANIMOBJECT 5 0 0\n");
}

// -- Comments --------------------------------------------------------------------------------------

static void test_comments_follow(void **state) {
    (void)state;
    assert_converted(
        "PIE 4 # a\nTYPE 200 # b\nSPECULARMAP 0 page-3.png # c\nTEXTURE 1 page-4.png # d\n"
        "TEXTURE 0 page-1.png # e\nTCMASK 0 page-9.png # f\nLEVELS 2\nLEVEL 1 # g\nTYPE 202 # h\n"
        "POINTS 4\n\t0 0 0\n\t1 0 0\n\t1 1 0\n\t0 1 0 # i\nNORMALS 3\n\t0 0 1 0 0 1 0 0 1\n"
        "\t0 0 1 0 0 1 0 0 1\n\t0 0 1 0 0 1 0 0 1 # j\nPOLYGONS 3 # k\n\t0 4 0 1 2 3 # l\n"
        "\t2000 3 0 1 2 # m\n\t0 3 0 1 2 # n\nLEVEL 2\nTEXTURE 0 page-5.png # o\nPOINTS 0\n"
        "POLYGONS 0 # p\n",
        "pie3", "PIE-0901 PIE-0903 PIE-0904 PIE-0905 PIE-0909 PIE-0910 PIE-0911",
        "PIE 3 # a\nTYPE 200 # b\nTEXTURE 0 page-1.png 0 0 # e # f\n"
        "SPECULARMAP 0 page-3.png # c # d\nLEVELS 2\nLEVEL 1 # g # h\n"
        "POINTS 4\n\t0 0 0\n\t1 0 0\n\t1 1 0\n\t0 1 0 # i\nNORMALS 5\n\t0 0 1 0 0 1 0 0 1\n"
        "\t0 0 1 0 0 1 0 0 1\n\t0 0 1 0 0 1 0 0 1\n\t-0 -0 -1 -0 -0 -1 -0 -0 -1\n"
        "\t0 0 1 0 0 1 0 0 1 # j\nPOLYGONS 5 # k\n\t0 3 0 1 2 # l\n\t0 3 0 2 3\n"
        "\t0 3 0 1 2 # m\n\t0 3 2 1 0\n\t0 3 0 1 2 # n\nLEVEL 2 # o\nPOINTS 0\nPOLYGONS 0 # p\n");
    // A line that moves to the head keeps its comment.
    assert_converted("PIE 4\nTYPE 200\nTEXTURE 0 page-1.png # a\nLEVELS 1\nLEVEL 1\nTYPE 202 # b\n"
                     "INTERPOLATE 0 # c\nNORMALMAP 0 page-2.png # d\nPOINTS 0\nPOLYGONS 0\n",
                     "pie3", "",
                     "PIE 3\nTYPE 202 # b\nINTERPOLATE 0 # c\nTEXTURE 0 page-1.png 0 0 # a\n"
                     "NORMALMAP 0 page-2.png # d\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 0\n");
    // What is dropped leaves its comments to what stands before it.
    assert_converted("PIE 3\nTYPE 200\nNORMALMAP 0 page-2.png # a\nEVENT 1 a.pie # b\nLEVELS 1\n"
                     "LEVEL 1\nPOINTS 0\nPOLYGONS 1\n\t0 3 0 0 0\nANIMOBJECT 1 1 1 # c\n"
                     "\t0 0 0 0 0 0 0 1 1 1 # d\n",
                     "pie5", "PIE-0912 PIE-0914 PIE-0916",
                     "PIE 5\nTYPE 200 # a # b\nLEVELS 1\nLEVEL 1\nPOINTS 0\nPOLYGONS 1\n"
                     "\t0 3 0 0 0 # c # d\n");
}

// -- Ways there and back ---------------------------------------------------------------------------

static void test_there_and_back_is_exact(void **state) {
    (void)state;
    const char *text =
        "PIE 2\nTYPE 10200\nTEXTURE 0 page-1-x.png 256 256\nNORMALMAP 0 page-2.png\nEVENT 1 a.pie\n"
        "LEVELS 2 # all\nLEVEL 1\nPOINTS 3\n\t0.1 -5 1e-07\n\t3 4 5\n\t-0 0 1\nNORMALS 1\n"
        "\t0 1 0 0 1 0 0 1 0\nPOLYGONS 1\n\t4200 3 0 1 2 8 1 16 32 0 0 13.25 255 256 -7\n"
        "CONNECTORS 1\n\t1 2 3\nANIMOBJECT 60 0 1\n\t0 1 2 3 4 5 6 1 1 1\nLEVEL 2\nPOINTS 0\n"
        "POLYGONS 0\n";
    // Not whole, so that it cannot come back from elsewhere; whole, it can.
    maq_document *document = open_text(text, "pie");
    maq_document *three = convert(document, "pie3");
    assert_int_equal(maq_document_findings(three)->losses, 0);
    maq_document *two = convert(three, "pie2");
    assert_int_equal(maq_document_findings(two)->losses, 1);
    maq_close(two);
    maq_close(three);
    maq_close(document);

    char *whole = malloc(strlen(text) + 1);
    assert_non_null(whole);
    strcpy(whole, text);
    memcpy(strstr(whole, "13.25"), "13   ", 5);
    document = open_text(whole, "pie");
    static const char *const way[] = {"pie3", "pie4", "pie3", "pie2"};
    maq_document *at = convert(document, "pie2");
    for (size_t i = 0; i < 4; i++) {
        maq_document *next = convert(at, way[i]);
        assert_int_equal(maq_document_findings(next)->losses, 0);
        maq_close(at);
        at = next;
    }
    assert_true(say_the_same(document, at));
    maq_close(at);
    maq_close(document);
    free(whole);
}

static void test_strict_conversions_refuse(void **state) {
    (void)state;
    maq_document *document = open_text(HEAD("3") TRIANGLE "\t200 3 0 1 2 0.1 0 0 0 0 0\n", "pie");
    maq_convert_options options = {.size = sizeof options, .strict = true};
    maq_document *result;
    assert_int_equal(maq_convert(document, "pie2", &options, &result), MAQ_LOSS_REFUSED);
    assert_int_equal(maq_document_findings(result)->losses, 1);
    assert_null(maq_document_pie(result));
    maq_close(result);
    assert_int_equal(maq_convert(document, "pie4", &options, &result), MAQ_OK);
    maq_close(result);
    maq_close(document);
}

static void test_failing_memory_is_told(void **state) {
    (void)state;
    maq_document *document = open_text(
        "PIE 4\nTYPE 200\nTEXTURE 0 page-1.png\nTEXTURE 1 page-4.png # d\nTCMASK 0 a.png\n"
        "EVENT 1 a.pie\nLEVELS 1\nLEVEL 1\nTYPE 202\nMATERIALS 1 1 1 1 1 1 1 1 1 1\n"
        "SHADERS 2 a b\nPOINTS 1\n\t0 0 0\nNORMALS 1\n\t0 1 0 0 1 0 0 1 0\nPOLYGONS 1\n"
        "\t6200 4 0 0 0 0 2 1 0.3 1 0 0 0 0 0 0 0.1 0\nCONNECTORS 1\n\t1 2 3\n"
        "ANIMOBJECT 5 0 1\n\t0 0 0 0 0 0 0 1 1 1\nSHADOWPOINTS 1\n\t0 0 0\n"
        "SHADOWPOLYGONS 1\n\t0 3 0 0 0\n",
        "pie");
    static const char *const versions[] = {"pie2", "pie3", "pie4", "pie5"};
    for (size_t v = 0; v < 4; v++) {
        for (uint64_t n = 1;; n++) {
            maq_memory memory = {.size = sizeof memory, .fail_at = n};
            maq_convert_options options = {.size = sizeof options, .memory = &memory};
            maq_document *result;
            maq_status status = maq_convert(document, versions[v], &options, &result);
            if (status == MAQ_OK) {
                assert_true(n > 10);
                maq_close(result);
                break;
            }
            assert_int_equal(status, MAQ_NO_MEMORY);
            assert_null(result);
        }
    }
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texture_coordinates_change_their_unit),
        cmocka_unit_test(test_rounding_into_pie_2),
        cmocka_unit_test(test_too_small_coordinates_of_pie_2),
        cmocka_unit_test(test_the_draft_counts_from_the_bottom),
        cmocka_unit_test(test_rates_are_seconds_in_the_draft),
        cmocka_unit_test(test_sizes_follow_the_version),
        cmocka_unit_test(test_tilesets_are_dropped_before_pie_4),
        cmocka_unit_test(test_replaced_lines_are_dropped),
        cmocka_unit_test(test_team_masks),
        cmocka_unit_test(test_settings_of_levels_are_dropped),
        cmocka_unit_test(test_what_all_levels_say_goes_to_the_head),
        cmocka_unit_test(test_pie_4_takes_all_settings),
        cmocka_unit_test(test_ngons_are_cut),
        cmocka_unit_test(test_two_sided_polygons_are_doubled),
        cmocka_unit_test(test_normals_go_with_their_polygons),
        cmocka_unit_test(test_the_draft_drops_what_it_does_not_know),
        cmocka_unit_test(test_comments_follow),
        cmocka_unit_test(test_there_and_back_is_exact),
        cmocka_unit_test(test_strict_conversions_refuse),
        cmocka_unit_test(test_failing_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
