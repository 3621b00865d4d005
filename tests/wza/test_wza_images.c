// SPDX-License-Identifier: MIT
//
// Which image files a WZA model is drawn with.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/wza.h"

// An installation: whole paths, NULL ends them.
typedef struct installation {
    const char *const *paths;
    bool broken;
} installation;

static bool list(void *context, const char *folder, void (*found)(void *, const char *),
                 void *found_context) {
    const installation *files = context;
    size_t length = strlen(folder);
    for (const char *const *path = files->paths; *path; path++) {
        const char *rest = *path;
        if (length) {
            if (strncmp(rest, folder, length) != 0 || rest[length] != '/')
                continue;
            rest += length + 1;
        }
        if (!strchr(rest, '/'))
            found(found_context, rest);
    }
    return !files->broken;
}

// A model with these lines as its head and these rows as the frames that an animation asks for.
static maq_document *model(const char *head, const char *points, int count) {
    char text[1024];
    snprintf(text, sizeof text,
             "WZA 1\n%sSHAPES 1\nSHAPE 0\nVERTICES 0\nFACES 0\nANIMATIONS 1\n"
             "ANIMATION 0 100\nPROPERTIES 1\n0 texture 0 0\nPOINTS %d\n%s",
             head, count, points);
    maq_document *document = NULL;
    maq_open_options options = {.format = "wza"};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    assert_int_equal(maq_document_findings(document)->errors, 0);
    return document;
}

static maq_wza_images *find_images(const maq_document *document, const char *const *paths) {
    installation files = {.paths = paths};
    maq_wza_files callbacks = {.context = &files, .list = list};
    maq_wza_images *images = NULL;
    assert_int_equal(maq_wza_images_find(maq_document_wza(document), &callbacks, NULL, &images),
                     MAQ_OK);
    return images;
}

// The ids of the findings, in order, with a blank between them.
static void assert_found(const maq_wza_images *images, const char *expected) {
    const maq_findings *findings = maq_wza_images_findings(images);
    char ids[256] = "";
    for (size_t i = 0; i < findings->count; i++) {
        size_t at = strlen(ids);
        snprintf(ids + at, sizeof ids - at, "%s%s", i ? " " : "", findings->items[i].rule->id);
    }
    assert_string_equal(ids, expected);
}

static void still_images_have_the_name_and_a_suffix(void **state) {
    (void)state;
    static const char *const paths[] = {"tank_diff.png",     "tank_nor.png",   "tank_tc.png",
                                        "tank_diff.png.bak", "tank2_diff.png", NULL};
    maq_document *document = model("TEXTURE tank\nNORMALMAP 1\nTCMASK 1\n", "0 0 0\n", 1);
    maq_wza_images *images = find_images(document, paths);
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 0), "tank_diff.png");
    assert_string_equal(maq_wza_image(images, MAQ_WZA_NORMAL, 7), "tank_nor.png");
    assert_string_equal(maq_wza_image(images, MAQ_WZA_TEAM, 0), "tank_tc.png");
    assert_found(images, "");
    maq_wza_images_free(images);
    maq_close(document);
}

static void images_that_are_not_asked_for_are_not_used(void **state) {
    (void)state;
    static const char *const paths[] = {"tank_diff.png", "tank_nor.png", "tank_tc.png", NULL};
    maq_document *document = model("TEXTURE tank\n", "0 0 0\n", 1);
    maq_wza_images *images = find_images(document, paths);
    assert_non_null(maq_wza_image(images, MAQ_WZA_DIFFUSE, 0));
    assert_null(maq_wza_image(images, MAQ_WZA_NORMAL, 0));
    assert_null(maq_wza_image(images, MAQ_WZA_TEAM, 0));
    assert_found(images, "");
    maq_wza_images_free(images);
    maq_close(document);
}

static void a_specular_map_alone_still_needs_the_normal_map_image(void **state) {
    (void)state;
    static const char *const paths[] = {"tank_diff.png", "tank_nor.png", NULL};
    maq_document *document = model("TEXTURE tank\nNORMALMAP 0\nSPECMAP 1\n", "0 0 0\n", 1);
    assert_true(maq_wza_wants_image(&maq_document_wza(document)->texture, MAQ_WZA_NORMAL));
    maq_wza_images *images = find_images(document, paths);
    assert_string_equal(maq_wza_image(images, MAQ_WZA_NORMAL, 0), "tank_nor.png");
    maq_wza_images_free(images);
    images = find_images(document, paths + 2);
    assert_found(images, "WZA-0501 WZA-0501");
    maq_wza_images_free(images);
    maq_close(document);
}

static void missing_images_are_named_at_the_texture(void **state) {
    (void)state;
    static const char *const paths[] = {"units/tank_diff.png", NULL};
    maq_document *document = model("TEXTURE \"units/tank\"\nNORMALMAP 2\nTCMASK 1\n", "0 0 0\n", 1);
    maq_wza_images *images = find_images(document, paths);
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 0), "units/tank_diff.png");
    assert_null(maq_wza_image(images, MAQ_WZA_NORMAL, 0));
    assert_found(images, "WZA-0501 WZA-0501");
    const maq_finding *finding = &maq_wza_images_findings(images)->items[0];
    assert_string_equal(finding->message, "units/tank_nor.png is not there");
    assert_int_equal(maq_document_position(document, finding->span.offset).line, 2);
    maq_wza_images_free(images);
    maq_close(document);
}

static const char *const frames[] = {
    "fire/diff_000.png",  "fire/diff_002.png",         "fire/diff_010.png",
    "fire/diff_1234.png", "fire/diff_05.png",          "fire/diff_6.png",
    "fire/diff_.png",     "fire/diff_007.jpg",         "fire/nor_003.png",
    "diff_004.png",       "fire/diff_x08.png",         "fire/deep/diff_001.png",
    "fire_diff.png",      "fire/diff_99999999999.png", NULL};

static void animated_textures_are_folders(void **state) {
    (void)state;
    maq_document *document = model("TEXTURE fire\nANIMATED 1\n", "0 0 0\n", 1);
    maq_wza_images *images = find_images(document, frames);
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 0), "fire/diff_000.png");
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 2), "fire/diff_002.png");
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 1234), "fire/diff_1234.png");
    assert_null(maq_wza_image(images, MAQ_WZA_NORMAL, 3));
    assert_found(images, "");
    maq_wza_images_free(images);
    maq_close(document);
}

static void a_missing_frame_is_the_previous_one(void **state) {
    (void)state;
    maq_document *document =
        model("TEXTURE fire\nANIMATED 1\n", "0 0 1\n0 1 9\n0 2 10\n0 3 9999\n", 4);
    maq_wza_images *images = find_images(document, frames);
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 1), "fire/diff_000.png");
    // Names with fewer than three digits are none.
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 6), "fire/diff_002.png");
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 9), "fire/diff_002.png");
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 1233), "fire/diff_010.png");
    assert_string_equal(maq_wza_image(images, MAQ_WZA_DIFFUSE, 2000000), "fire/diff_1234.png");
    assert_found(images, "WZA-0503 WZA-0503 WZA-0503");
    assert_string_equal(maq_wza_images_findings(images)->items[1].message,
                        "fire/diff_009.png is not there; fire/diff_002.png is shown");
    maq_wza_images_free(images);
    maq_close(document);
}

static void no_frame_at_or_before_is_an_error(void **state) {
    (void)state;
    maq_document *document = model("TEXTURE fire\nANIMATED 1\nNORMALMAP 1\n", "0 0 2\n0 1 3\n", 2);
    maq_wza_images *images = find_images(document, frames);
    assert_null(maq_wza_image(images, MAQ_WZA_NORMAL, 2));
    assert_string_equal(maq_wza_image(images, MAQ_WZA_NORMAL, 3), "fire/nor_003.png");
    // Frame 2 has no normal map; frame 3 has no image of its own but that of frame 2.
    assert_found(images, "WZA-0502 WZA-0503");
    const maq_finding *finding = &maq_wza_images_findings(images)->items[0];
    assert_int_equal(finding->severity, MAQ_ERROR);
    assert_int_equal(maq_document_position(document, finding->span.offset).line, 14);
    maq_wza_images_free(images);
    maq_close(document);
}

static void at_rest_frame_0_is_shown(void **state) {
    (void)state;
    static const char *const late[] = {"fire/diff_001.png", NULL};
    maq_document *document = model("TEXTURE fire\nANIMATED 1\n", "", 0);
    maq_wza_images *images = find_images(document, late);
    assert_found(images, "WZA-0502");
    maq_wza_images_free(images);
    maq_close(document);
}

static void an_untextured_model_has_none(void **state) {
    (void)state;
    maq_document *document = model("", "0 0 0\n", 1);
    maq_wza_images *images = find_images(document, frames);
    assert_null(maq_wza_image(images, MAQ_WZA_DIFFUSE, 0));
    assert_found(images, "");
    maq_wza_images_free(images);
    maq_close(document);
}

static void what_goes_wrong_is_told(void **state) {
    (void)state;
    maq_document *document = model("TEXTURE fire\nANIMATED 1\n", "0 0 1\n", 1);
    const maq_wza *wza = maq_document_wza(document);
    installation files = {.paths = frames, .broken = true};
    maq_wza_files callbacks = {.context = &files, .list = list};
    maq_wza_images *images = NULL;
    assert_int_equal(maq_wza_images_find(wza, &callbacks, NULL, &images), MAQ_CANNOT_READ);
    assert_null(images);
    assert_int_equal(maq_wza_images_find(wza, NULL, NULL, &images), MAQ_BAD_ARGUMENT);
    files.broken = false;
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t n = 1; status != MAQ_OK; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        status = maq_wza_images_find(wza, &callbacks, &memory, &images);
        assert_true(status == MAQ_OK || (status == MAQ_NO_MEMORY && !images));
    }
    maq_wza_images_free(images);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(still_images_have_the_name_and_a_suffix),
        cmocka_unit_test(images_that_are_not_asked_for_are_not_used),
        cmocka_unit_test(a_specular_map_alone_still_needs_the_normal_map_image),
        cmocka_unit_test(missing_images_are_named_at_the_texture),
        cmocka_unit_test(animated_textures_are_folders),
        cmocka_unit_test(a_missing_frame_is_the_previous_one),
        cmocka_unit_test(no_frame_at_or_before_is_an_error),
        cmocka_unit_test(at_rest_frame_0_is_shown),
        cmocka_unit_test(an_untextured_model_has_none),
        cmocka_unit_test(what_goes_wrong_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
