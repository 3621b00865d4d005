// SPDX-License-Identifier: MIT
//
// Which image files a WZA model is drawn with. Images are recognised by their widths.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/file.h"
#include "maquette/image.h"
#include "support/round_trip.h"

static char root[256];

static int make_root(void **state) {
    (void)state;
    const char *folder = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/maquette-wza-XXXXXX", folder ? folder : "/tmp");
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state) {
    (void)state;
    char command[512];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

// A model in a folder, and the textures that are found for it.
typedef struct drawn {
    maq_document *document;
    maq_scene *scene;
    maq_textures *textures;
    maq_files *files;
} drawn;

// Each image is a path below the model's folder; the first is 1 pixel wide, the next 2, and so on.
static void write_images(const char *folder, const char *const *images) {
    for (uint32_t width = 1; *images; images++, width++) {
        char path[512];
        int start = snprintf(path, sizeof path, "%s/%s/", root, folder);
        snprintf(path + start, sizeof path - (size_t)start, "%s", *images);
        for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
            *slash = '\0';
            mkdir(path, 0777);
            *slash = '/';
        }
        maq_image *image;
        maq_buffer png;
        assert_int_equal(maq_image_new(width, 1, NULL, &image), MAQ_OK);
        assert_int_equal(maq_image_write_png(image, &png), MAQ_OK);
        assert_int_equal(mq_file_write(path, png.data, png.length), MAQ_OK);
        maq_buffer_free(&png);
        maq_image_free(image);
    }
}

// A model with these lines as its head and these rows as the frames that an animation shows.
static drawn draw(const char *folder, const char *const *images, const char *head,
                  const char *points, int count) {
    drawn d = {0};
    char text[1024], path[512];
    write_images(folder, images);
    snprintf(text, sizeof text,
             "WZA 1\n%sSHAPES 1\nSHAPE 0\nVERTICES 0\nFACES 0\nANIMATIONS 1\n"
             "ANIMATION 0 100\nPROPERTIES 1\n0 texture 0 0\nPOINTS %d\n%s",
             head, count, points);
    d.document = document_of("wza", text);
    snprintf(path, sizeof path, "%s/%s/model.wza", root, folder);
    maq_textures_options options = {.size = sizeof options};
    // The folder may be missing: then there is nothing in the set.
    maq_files_for_model(path, NULL, &d.files, &options.name);
    assert_non_null(d.files);
    options.files = d.files;
    assert_int_equal(maq_scene_from_document(d.document, NULL, &d.scene), MAQ_OK);
    assert_int_equal(maq_textures_find(d.scene, &options, &d.textures), MAQ_OK);
    return d;
}

static void end(drawn *d) {
    maq_textures_free(d->textures);
    maq_files_free(d->files);
    maq_scene_free(d->scene);
    maq_close(d->document);
}

static uint32_t width_of(const drawn *d, maq_texture_role role, uint32_t frame) {
    const maq_image *image = maq_textures_get(d->textures, 0, role, frame);
    return image ? image->width : 0;
}

static void assert_found(const drawn *d, const char *expected) {
    char ids[256];
    assert_string_equal(ids_of(maq_textures_findings(d->textures), ids, sizeof ids), expected);
}

static void still_images_have_the_name_and_a_suffix(void **state) {
    (void)state;
    static const char *const images[] = {"tank_diff.png", "tank_nor.png", "tank_tc.png",
                                         "tank2_diff.png", NULL};
    drawn d = draw("still", images, "TEXTURE tank\nNORMALMAP 1\nTCMASK 1\n", "0 0 0\n", 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 0), 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_NORMAL, 0), 2);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_TEAM_MASK, 0), 3);
    assert_found(&d, "");
    end(&d);
}

static void images_that_are_not_asked_for_are_not_used(void **state) {
    (void)state;
    static const char *const images[] = {"tank_diff.png", "tank_nor.png", "tank_tc.png", NULL};
    drawn d = draw("unused", images, "TEXTURE tank\n", "0 0 0\n", 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 0), 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_NORMAL, 0), 0);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_TEAM_MASK, 0), 0);
    assert_found(&d, "");
    end(&d);
}

static void a_specular_map_alone_still_needs_the_normal_map_image(void **state) {
    (void)state;
    static const char *const images[] = {"tank_diff.png", "tank_nor.png", NULL};
    drawn d = draw("specular", images, "TEXTURE tank\nNORMALMAP 0\nSPECMAP 1\n", "0 0 0\n", 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_SPECULAR, 0), 2);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_NORMAL, 0), 0);
    end(&d);
    d = draw("specular-missing", images + 2, "TEXTURE tank\nSPECMAP 1\n", "0 0 0\n", 1);
    assert_found(&d, "IMG-0108"); // it lies in no game
    end(&d);
    static const char *const frames[] = {"fire/diff_000.png", "fire/nor_000.png", NULL};
    d = draw("specular-frames", frames, "TEXTURE fire\nANIMATED 1\nSPECMAP 1\n", "0 0 0\n", 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_SPECULAR, 0), 2);
    assert_found(&d, "");
    end(&d);
}

static void missing_images_are_named(void **state) {
    (void)state;
    static const char *const images[] = {"units/tank_diff.png", NULL};
    drawn d =
        draw("missing", images, "TEXTURE \"units/tank\"\nNORMALMAP 2\nTCMASK 1\n", "0 0 0\n", 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 0), 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_NORMAL, 0), 0);
    assert_found(&d, "IMG-0101 IMG-0101");
    const maq_findings *findings = maq_textures_findings(d.textures);
    assert_non_null(strstr(findings->items[0].message, "units/tank_nor.png"));
    end(&d);
}

static const char *const frames[] = {
    "fire/diff_000.png",  "fire/diff_002.png",         "fire/diff_010.png",
    "fire/diff_1234.png", "fire/diff_05.png",          "fire/diff_6.png",
    "fire/diff_.png",     "fire/diff_007.jpg",         "fire/nor_003.png",
    "diff_004.png",       "fire/diff_x08.png",         "fire/deep/diff_001.png",
    "fire_diff.png",      "fire/diff_99999999999.png", NULL};

static void animated_textures_are_folders(void **state) {
    (void)state;
    drawn d =
        draw("folder", frames, "TEXTURE fire\nANIMATED 1\n", "0 0 0\n0 1 2\n0 2 1234\n0 3 2\n", 4);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 0), 1);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 2), 2);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 1234), 4);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_NORMAL, 3), 0);
    assert_found(&d, "");
    end(&d);
}

static void a_missing_frame_is_the_previous_one(void **state) {
    (void)state;
    drawn d = draw("previous", frames, "TEXTURE fire\nANIMATED 1\n",
                   "0 0 1\n0 1 6\n0 2 9\n0 3 10\n0 4 1233\n0 5 2000000\n0 6 9\n", 7);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 1), 1);
    // A name with fewer than three digits is not a frame.
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 6), 2);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 9), 2);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 10), 3);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 1233), 3);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_DIFFUSE, 2000000), 4);
    // Each missing frame is named once: 1, 6, 9, 1233 and 2000000.
    assert_found(&d, "WZA-0503 WZA-0503 WZA-0503 WZA-0503 WZA-0503");
    assert_string_equal(maq_textures_findings(d.textures)->items[2].message,
                        "fire/diff_009.png is missing; fire/diff_002.png is shown");
    end(&d);
}

static void no_frame_at_or_before_is_an_error(void **state) {
    (void)state;
    drawn d =
        draw("before", frames, "TEXTURE fire\nANIMATED 1\nNORMALMAP 1\n", "0 0 2\n0 1 3\n", 2);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_NORMAL, 2), 0);
    assert_int_equal(width_of(&d, MAQ_TEXTURE_NORMAL, 3), 9);
    // Frames 0, which is shown at rest, and 2 have no normal map; frame 3 is shown by frame 2.
    assert_found(&d, "WZA-0502 WZA-0502 WZA-0503");
    assert_int_equal(maq_textures_findings(d.textures)->items[0].severity, MAQ_ERROR);
    end(&d);
}

static void at_rest_frame_0_is_shown(void **state) {
    (void)state;
    static const char *const late[] = {"fire/diff_001.png", NULL};
    drawn d = draw("rest", late, "TEXTURE fire\nANIMATED 1\n", "", 0);
    assert_found(&d, "WZA-0502");
    // Without a set of files there are no frames at all.
    maq_textures_free(d.textures);
    assert_int_equal(maq_textures_find(d.scene, NULL, &d.textures), MAQ_OK);
    assert_found(&d, "WZA-0502");
    end(&d);
}

static void an_untextured_model_has_none(void **state) {
    (void)state;
    drawn d = draw("untextured", frames, "", "0 0 0\n", 1);
    assert_int_equal(d.scene->material_count, 0);
    assert_found(&d, "");
    end(&d);
}

static void every_failing_request_is_reported(void **state) {
    (void)state;
    drawn d = draw("memory", frames, "TEXTURE fire\nANIMATED 1\n", "0 0 1\n", 1);
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t n = 1; status != MAQ_OK; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        maq_textures_options options = {
            .size = sizeof options, .files = d.files, .name = "model.wza", .memory = &memory};
        maq_textures *textures;
        status = maq_textures_find(d.scene, &options, &textures);
        assert_true(status == MAQ_OK || (status == MAQ_NO_MEMORY && !textures));
        maq_textures_free(textures);
    }
    end(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(still_images_have_the_name_and_a_suffix),
        cmocka_unit_test(images_that_are_not_asked_for_are_not_used),
        cmocka_unit_test(a_specular_map_alone_still_needs_the_normal_map_image),
        cmocka_unit_test(missing_images_are_named),
        cmocka_unit_test(animated_textures_are_folders),
        cmocka_unit_test(a_missing_frame_is_the_previous_one),
        cmocka_unit_test(no_frame_at_or_before_is_an_error),
        cmocka_unit_test(at_rest_frame_0_is_shown),
        cmocka_unit_test(an_untextured_model_has_none),
        cmocka_unit_test(every_failing_request_is_reported),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
