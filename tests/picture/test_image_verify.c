// SPDX-License-Identifier: MIT
//
// Image files that are complete, and files with one byte too few or a wrong one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "picture/image_edit.h"
#include "picture/image_priv.h"
#include "picture/image_verify.h"
#include "support/hostile.h"
#include "support/images.h"

typedef struct verdict {
    maq_status status;
    uint64_t errors, notes;
    char message[128];
} verdict;

static verdict verify(const void *bytes, size_t length) {
    mq_arena *arena = mq_arena_new(NULL);
    mq_findings findings;
    mq_findings_init(&findings, arena, 100, 0);
    verdict v = {.status = mq_image_verify(bytes, length, NULL, &findings)};
    v.errors = findings.list.errors;
    v.notes = findings.list.notes;
    if (findings.list.count)
        snprintf(v.message, sizeof v.message, "%s", findings.list.items[0].message);
    mq_arena_free(arena);
    return v;
}

static maq_buffer png_of(uint32_t width, uint32_t height) {
    maq_image *image;
    maq_buffer out;
    assert_int_equal(maq_image_new(width, height, NULL, &image), MAQ_OK);
    for (size_t i = 0; i < (size_t)width * height * 4; i++)
        image->pixels[i] = (uint8_t)(i * 31 + i / 7);
    assert_int_equal(maq_image_write_png(image, &out), MAQ_OK);
    maq_image_free(image);
    return out;
}

static void complete_files_have_no_findings(void **state) {
    (void)state;
    for (uint32_t side = 1; side <= 300; side += 23) {
        maq_buffer png = png_of(side, side + 2);
        verdict v = verify(png.data, png.length);
        assert_int_equal(v.status, MAQ_OK);
        assert_int_equal(v.errors + v.notes, 0);
        maq_buffer_free(&png);
    }
}

// A flipped bit anywhere in a PNG breaks a checksum, a length or a keyword.
static void every_flipped_byte_of_a_png_is_found(void **state) {
    (void)state;
    maq_buffer png = png_of(9, 5);
    for (size_t i = 8; i < png.length; i++) {
        png.data[i] ^= 0x10;
        verdict v = verify(png.data, png.length);
        if (v.status == MAQ_OK && v.notes == 0)
            fail_msg("a flipped bit in byte %zu of %zu was not found", i, png.length);
        png.data[i] ^= 0x10;
    }
    maq_buffer_free(&png);
}

static void every_truncated_png_is_found(void **state) {
    (void)state;
    maq_buffer png = png_of(9, 5);
    for (size_t length = 8; length < png.length; length++)
        assert_int_not_equal(verify(png.data, length).status, MAQ_OK);
    maq_buffer_free(&png);
}

static void expect_complete(const sample_image *sample) {
    verdict v = verify(sample->bytes, sample->length);
    if (v.status != MAQ_OK || v.errors)
        fail_msg("%s: status %d, %s", sample->name, (int)v.status, v.message);
}

static void every_sample_is_complete(void **state) {
    (void)state;
    assert_true(for_each_sample("", expect_complete) > 30);
}

// The end marker of a JPEG are two bytes; a file without them has ended early.
static void expect_truncation_found(const sample_image *sample) {
    for (size_t length = 3; length < sample->length; length++) {
        verdict v = verify(sample->bytes, length);
        if (v.status == MAQ_OK)
            fail_msg("%s: %zu of %zu bytes pass as a complete file", sample->name, length,
                     sample->length);
    }
}

static void every_truncated_jpeg_is_found(void **state) {
    (void)state;
    assert_true(for_each_sample(".jpg", expect_truncation_found) >= 3);
}

static maq_status use(const void *bytes, size_t length, const char *name,
                      const maq_memory *memory) {
    (void)name;
    mq_arena *arena = mq_arena_new(NULL);
    mq_findings findings;
    mq_findings_init(&findings, arena, 100, 0);
    maq_status status = mq_image_verify(bytes, length, memory, &findings);
    if (status == MAQ_BAD_DATA)
        assert_true(findings.list.count > 0);
    mq_arena_free(arena);
    return status;
}

static void expect_robust(const sample_image *sample) {
    use_prefixes(use, sample->bytes, sample->length, sample->name);
    use_byte_edits(use, sample->bytes, sample->length, sample->name);
}

static void damaged_samples_are_safe(void **state) {
    (void)state;
    assert_true(for_each_sample("", expect_robust) > 30);
}

static maq_status use_png(const maq_memory *memory, void *context) {
    const maq_buffer *png = context;
    return use(png->data, png->length, NULL, memory);
}

static void failing_memory_is_reported(void **state) {
    (void)state;
    maq_buffer png = png_of(40, 40);
    assert_true(fail_each_request(use_png, &png) > 0);
    maq_buffer_free(&png);
}

// The 16 MB of pixels are inflated piece by piece, without being held.
static void pixels_are_not_held(void **state) {
    (void)state;
    maq_buffer png = png_of(2048, 2048);
    counted_memory counted;
    count_memory(&counted);
    assert_int_equal(use(png.data, png.length, NULL, &counted.memory), MAQ_OK);
    assert_true(counted.most < 256 * 1024);
    assert_int_equal(counted.held, 0);
    maq_buffer_free(&png);
}

// -------------------------------------------------------------------------------------- changes

static maq_image *plain(uint32_t width, uint32_t height, const uint8_t colour[4]) {
    maq_image *image;
    assert_int_equal(maq_image_new(width, height, NULL, &image), MAQ_OK);
    for (size_t i = 0; i < (size_t)width * height; i++)
        memcpy(image->pixels + i * 4, colour, 4);
    return image;
}

static void images_are_halved_until_they_fit(void **state) {
    (void)state;
    maq_image *image = plain(200, 64, (const uint8_t[4]){10, 200, 30, 255});
    assert_int_equal(mq_image_shrink(image, 64, MQ_TEXTURE_COLOUR), MAQ_OK);
    assert_int_equal(image->width, 50);
    assert_int_equal(image->height, 16);
    assert_memory_equal(image->pixels + 49 * 4, ((uint8_t[4]){10, 200, 30, 255}), 4);
    assert_int_equal(mq_image_shrink(image, 64, MQ_TEXTURE_COLOUR), MAQ_OK);
    assert_int_equal(image->width, 50);
    maq_image_free(image);
}

static void a_mask_becomes_alpha(void **state) {
    (void)state;
    maq_image *image = plain(4, 4, (const uint8_t[4]){1, 2, 3, 255});
    maq_image *mask = plain(2, 2, (const uint8_t[4]){128, 128, 128, 255});
    mq_image_apply_alpha_mask(image, mask);
    assert_memory_equal(image->pixels, ((uint8_t[4]){1, 2, 3, 128}), 4);
    // One that has an alpha is read there.
    for (size_t i = 0; i < 4; i++)
        mask->pixels[i * 4 + 3] = 0;
    mq_image_apply_alpha_mask(image, mask);
    assert_int_equal(image->pixels[3], 0);
    maq_image_free(image);
    maq_image_free(mask);
}

static void the_team_colour_is_added_where_the_mask_is(void **state) {
    (void)state;
    maq_image *image = plain(1, 1, (const uint8_t[4]){100, 100, 250, 77});
    maq_image *mask = plain(1, 1, (const uint8_t[4]){255, 255, 255, 255});
    mq_image_apply_team_colour(image, mask, (const uint8_t[3]){0, 127, 255});
    assert_memory_equal(image->pixels, ((uint8_t[4]){0, 100, 255, 77}), 4);
    maq_image_free(image);
    maq_image_free(mask);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(complete_files_have_no_findings),
        cmocka_unit_test(every_flipped_byte_of_a_png_is_found),
        cmocka_unit_test(every_truncated_png_is_found),
        cmocka_unit_test(every_sample_is_complete),
        cmocka_unit_test(every_truncated_jpeg_is_found),
        cmocka_unit_test(damaged_samples_are_safe),
        cmocka_unit_test(failing_memory_is_reported),
        cmocka_unit_test(pixels_are_not_held),
        cmocka_unit_test(images_are_halved_until_they_fit),
        cmocka_unit_test(a_mask_becomes_alpha),
        cmocka_unit_test(the_team_colour_is_added_where_the_mask_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
