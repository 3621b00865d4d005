// SPDX-License-Identifier: MIT
//
// Images of all formats are read as what they show; limits hold; damage is reported.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/images.h"

// ----------------------------------------------------------------------------------------- samples

// JPEG decoders may round in different ways, and inks become light by more than one formula.
static int tolerance_of(const char *name) {
    return strstr(name, ".jpg") ? 2 : 0;
}

static void shows_what_is_expected(const sample_image *sample) {
    maq_status status;
    maq_image *image = read_image(sample->bytes, sample->length, NULL, &status);
    if (status != MAQ_OK)
        fail_msg("%s: %s", sample->name, maq_image_findings(image)->items[0].message);
    if (maq_image_findings(image)->count)
        fail_msg("%s: %s", sample->name, maq_image_findings(image)->items[0].message);
    assert_int_equal(image->width, sample->width);
    assert_int_equal(image->height, sample->height);
    for (size_t i = 0; i < (size_t)image->width * image->height * 4; i++) {
        int difference = abs(image->pixels[i] - sample->pixels[i]);
        if (difference > tolerance_of(sample->name))
            fail_msg("%s: byte %zu is %d, not %d", sample->name, i, image->pixels[i],
                     sample->pixels[i]);
    }
    maq_image_free(image);
}

static void samples_show_what_is_expected(void **state) {
    (void)state;
    assert_true(for_each_sample(".png", shows_what_is_expected) >= 19);
    assert_true(for_each_sample(".jpg", shows_what_is_expected) >= 6);
    assert_true(for_each_sample(".tga", shows_what_is_expected) >= 13);
    assert_true(for_each_sample(".bmp", shows_what_is_expected) >= 13);
    assert_true(for_each_sample(".dds", shows_what_is_expected) >= 8);
}

// ------------------------------------------------------------------------------------------ limits

// The one finding that an image without pixels has.
static void assert_refused(const void *bytes, size_t length, const maq_image_options *options,
                           maq_status expected, const char *rule) {
    maq_status status;
    maq_image *image = read_image(bytes, length, options, &status);
    assert_int_equal(status, expected);
    assert_int_equal(maq_image_findings(image)->count, 1);
    assert_string_equal(maq_image_findings(image)->items[0].rule->id, rule);
    maq_image_free(image);
}

static void too_many_pixels_are_refused_unread(const sample_image *sample) {
    maq_image_options few = {.size = sizeof few, .max_pixels = 34};
    assert_refused(sample->bytes, sample->length, &few, MAQ_OVER_LIMIT, "IMG-0002");
    if (sample->width == 7) {
        maq_image_options enough = {.size = sizeof enough, .max_pixels = 35};
        maq_status status;
        maq_image_free(read_image(sample->bytes, sample->length, &enough, &status));
        assert_int_equal(status, MAQ_OK);
    }
}

static void the_number_of_pixels_is_an_option(void **state) {
    (void)state;
    assert_true(for_each_sample("", too_many_pixels_are_refused_unread) > 50);
}

// Declares a size in a sample: two numbers at given offsets.
typedef struct size_fields {
    const char *sample;
    size_t width_at, height_at, bytes;
    bool big_endian;
} size_fields;

static const size_fields fields[] = {
    {"rgba8.png", 16, 20, 4, true},   {"colours.jpg", 0, 0, 2, true},
    {"rgba32.tga", 12, 14, 2, false}, {"rgba32-runs.tga", 12, 14, 2, false},
    {"rgb24.bmp", 18, 22, 4, false},  {"runs8.bmp", 18, 22, 4, false},
    {"bc1.dds", 16, 12, 4, false},    {"rgba32.dds", 16, 12, 4, false},
};

static const size_fields *wanted;
static uint32_t announced_width, announced_height;
static void (*then)(const void *bytes, size_t length);

static void put_number(char *at, uint32_t value, size_t bytes, bool big_endian) {
    for (size_t i = 0; i < bytes; i++)
        at[i] = (char)(value >> 8 * (big_endian ? bytes - 1 - i : i));
}

// The size of a JPEG stands behind a marker.
static size_t jpeg_size_at(const sample_image *sample) {
    for (size_t i = 0; i + 9 < sample->length; i++) {
        if ((unsigned char)sample->bytes[i] == 0xff && (unsigned char)sample->bytes[i + 1] == 0xc0)
            return i + 5;
    }
    fail();
    return 0;
}

static void with_size(const sample_image *sample) {
    if (strcmp(sample->name, wanted->sample) != 0)
        return;
    char *bytes = malloc(sample->length);
    assert_non_null(bytes);
    memcpy(bytes, sample->bytes, sample->length);
    size_t width_at = wanted->width_at, height_at = wanted->height_at;
    if (!width_at) {
        height_at = jpeg_size_at(sample);
        width_at = height_at + 2;
    }
    put_number(bytes + width_at, announced_width, wanted->bytes, wanted->big_endian);
    put_number(bytes + height_at, announced_height, wanted->bytes, wanted->big_endian);
    then(bytes, sample->length);
    free(bytes);
}

static void announce(uint32_t width, uint32_t height,
                     void (*function)(const void *bytes, size_t length)) {
    announced_width = width;
    announced_height = height;
    then = function;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        wanted = &fields[i];
        for_each_sample("", with_size);
    }
}

static void takes_little_memory(const void *bytes, size_t length) {
    counted_memory counted;
    count_memory(&counted);
    maq_image_options options = {.size = sizeof options, .memory = &counted.memory};
    maq_status status;
    maq_image *image = read_image(bytes, length, &options, &status);
    assert_int_not_equal(status, MAQ_OK);
    assert_true(image && maq_image_findings(image)->errors == 1);
    maq_image_free(image);
    assert_true(counted.most < 1 << 20);
    assert_int_equal(counted.held, 0);
}

static void sizes_that_the_file_cannot_hold_take_no_memory(void **state) {
    (void)state;
    announce(16384, 16384, takes_little_memory); // over the default limit
    announce(65535, 1, takes_little_memory);     // a side too long
    announce(8192, 8192, takes_little_memory);   // allowed, but there are no bytes for it
    announce(0, 5, takes_little_memory);
    announce(5, 0, takes_little_memory);
}

static void names_the_longest_side(const void *bytes, size_t length) {
    maq_status status;
    maq_image *image = read_image(bytes, length, NULL, &status);
    assert_int_equal(status, MAQ_UNSUPPORTED);
    const maq_findings *findings = maq_image_findings(image);
    assert_string_equal(findings->items[findings->count - 1].message,
                        "65000 x 1 pixels; the limit of a side is 16384");
    maq_image_free(image);
}

static void a_side_that_is_too_long_is_reported_with_the_limit(void **state) {
    (void)state;
    announce(65000, 1, names_the_longest_side); // libjpeg refuses more than 65500 itself
}

static void sizes_of_32_bits_do_not_wrap(void **state) {
    (void)state;
    static const uint32_t sizes[] = {0x7fffffff, 0x80000000, 0xffffffff, 0x10000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
            wanted = &fields[k];
            if (wanted->bytes != 4)
                continue;
            announced_width = announced_height = sizes[i];
            then = takes_little_memory;
            for_each_sample("", with_size);
        }
    }
}

// ------------------------------------------------------------------------------------------ damage

static void half_an_image_is_shown(const sample_image *sample) {
    static const char *const whole_rows_first[] = {"grey8.tga", "rgba32.tga", "rgb24.dds"};
    for (size_t i = 0; i < sizeof whole_rows_first / sizeof whole_rows_first[0]; i++) {
        if (strcmp(sample->name, whole_rows_first[i]) != 0)
            continue;
        size_t head = strstr(sample->name, ".dds") ? 128 : 18;
        size_t foot = strstr(sample->name, ".dds") ? 0 : 26;
        size_t size = (sample->length - head - foot) / 35;
        maq_status status;
        maq_image *image = read_image(sample->bytes, head + size * 15, NULL, &status);
        assert_int_equal(status, MAQ_OK);
        assert_int_equal(maq_image_findings(image)->count, 1);
        assert_string_equal(maq_image_findings(image)->items[0].rule->id, "IMG-0005");
        assert_string_equal(maq_image_findings(image)->items[0].message,
                            "15 of 35 pixels are there");
        assert_memory_equal(image->pixels, sample->pixels, 15 * 4);
        for (size_t k = 15 * 4; k < 35 * 4; k++)
            assert_int_equal(image->pixels[k], 0);
        maq_image_free(image);
    }
}

static void what_is_there_of_a_cut_file_is_shown(void **state) {
    (void)state;
    for_each_sample("", half_an_image_is_shown);
}

// Not even the mark of the end is missing without a word.
static void cut_end_of_png(const sample_image *sample) {
    maq_status status;
    maq_image *image = read_image(sample->bytes, sample->length - 12, NULL, &status);
    assert_int_equal(status, MAQ_OK);
    assert_memory_equal(image->pixels, sample->pixels, sample->width * sample->height * 4);
    assert_int_equal(maq_image_findings(image)->count, 1);
    assert_string_equal(maq_image_findings(image)->items[0].rule->id, "IMG-0007");
    maq_image_free(image);
}

// A picture that does not compress.
static maq_buffer noise(maq_image **image) {
    assert_int_equal(maq_image_new(200, 200, NULL, image), MAQ_OK);
    uint32_t seed = 1;
    for (size_t i = 0; i < 200 * 200 * 4; i++) {
        seed = seed * 1664525 + 1013904223;
        (*image)->pixels[i] = (uint8_t)(seed >> 24);
    }
    maq_buffer png;
    assert_int_equal(maq_image_write_png(*image, &png), MAQ_OK);
    return png;
}

static void half_a_png_is_half_a_picture(void **state) {
    (void)state;
    maq_image *whole;
    maq_buffer png = noise(&whole);
    maq_status status;
    maq_image *image = read_image(png.data, png.length / 2, NULL, &status);
    assert_int_equal(status, MAQ_OK);
    const maq_finding *finding = &maq_image_findings(image)->items[0];
    assert_string_equal(finding->rule->id, "IMG-0005");
    unsigned long pixels = strtoul(finding->message, NULL, 10);
    assert_true(pixels > 19600 && pixels <= 20000);
    assert_memory_equal(image->pixels, whole->pixels, pixels * 4);
    maq_image_free(image);
    // One byte that is wrong.
    png.data[png.length / 2] ^= 0x10;
    image = read_image(png.data, png.length, NULL, &status);
    assert_int_equal(status, MAQ_OK);
    assert_true(maq_image_findings(image)->count > 0);
    assert_memory_equal(image->pixels, whole->pixels, 19000 * 4);
    maq_image_free(image);
    maq_buffer_free(&png);
    maq_image_free(whole);
}

static void cut_jpeg(const sample_image *sample) {
    maq_status status;
    maq_image *image = read_image(sample->bytes, sample->length - 20, NULL, &status);
    const maq_findings *findings = maq_image_findings(image);
    // Where the cut goes through the head of a later scan, libjpeg has nothing to show.
    bool scans = strcmp(sample->name, "progressive.jpg") == 0;
    if (status != (scans ? MAQ_BAD_DATA : MAQ_OK))
        fail_msg("%s: %s", sample->name, maq_status_text(status));
    // Arithmetic coding goes on with zeros, and cannot notice it.
    if (strcmp(sample->name, "arithmetic.jpg") != 0)
        assert_string_equal(findings->items[0].rule->id, scans ? "IMG-0003" : "IMG-0005");
    maq_image_free(image);
}

static void cut_compressed_files_are_reported(void **state) {
    (void)state;
    assert_true(for_each_sample(".png", cut_end_of_png) > 0);
    assert_true(for_each_sample(".jpg", cut_jpeg) > 0);
}

static void other_files_are_reported(void **state) {
    (void)state;
    static const char pie[] = "PIE 3\nTYPE 200\n";
    assert_refused(pie, sizeof pie - 1, NULL, MAQ_UNKNOWN_FORMAT, "IMG-0001");
    assert_refused("", 0, NULL, MAQ_UNKNOWN_FORMAT, "IMG-0001");
    assert_refused(NULL, 0, NULL, MAQ_UNKNOWN_FORMAT, "IMG-0001");
    char bc7[148] = "DDS ";
    bc7[4] = 124;
    bc7[12] = bc7[16] = 4;
    bc7[76] = 32;
    bc7[80] = 4;
    memcpy(bc7 + 84, "DX10", 4);
    bc7[128] = 98;
    assert_refused(bc7, sizeof bc7, NULL, MAQ_UNSUPPORTED, "IMG-0004");
}

// A file that ends before its first pixel, or in its head.
static void cut_before_pixels(const sample_image *sample) {
    static const struct {
        const char *name;
        size_t length;
    } cuts[] = {{"rgba8.png", 33}, {"rgba8.png", 20},    {"colours.jpg", 30}, {"grey8.tga", 18},
                {"rgb24.bmp", 54}, {"palette8.bmp", 60}, {"rgb24.bmp", 30},   {"bc1.dds", 128},
                {"bc1.dds", 100},  {"palette8.tga", 30}, {"runs8.bmp", 118}};
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        if (strcmp(sample->name, cuts[i].name) == 0)
            assert_refused(sample->bytes, cuts[i].length, NULL, MAQ_BAD_DATA, "IMG-0003");
    }
}

static void files_without_pixels_are_reported(void **state) {
    (void)state;
    for_each_sample("", cut_before_pixels);
}

// The palette of these has 10 and 16 colours.
static void point_past_the_palette(const sample_image *sample) {
    static const struct {
        const char *name;
        size_t at;
    } pixels[] = {{"palette8.tga", 18 + 30 + 34}, {"runs8.bmp", 118 + 1}};
    for (size_t i = 0; i < sizeof pixels / sizeof pixels[0]; i++) {
        if (strcmp(sample->name, pixels[i].name) != 0)
            continue;
        sample->bytes[pixels[i].at] = (char)200;
        maq_status status;
        maq_image *image = read_image(sample->bytes, sample->length, NULL, &status);
        assert_int_equal(status, MAQ_OK);
        assert_int_equal(maq_image_findings(image)->count, 1);
        assert_string_equal(maq_image_findings(image)->items[0].rule->id, "IMG-0006");
        maq_image_free(image);
    }
}

static void pixels_past_the_palette_are_reported(void **state) {
    (void)state;
    for_each_sample("", point_past_the_palette);
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    maq_image *image;
    assert_int_equal(maq_image_read("x", 1, NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_read(NULL, 1, NULL, &image), MAQ_BAD_ARGUMENT);
    assert_null(image);
    assert_int_equal(maq_image_new(0, 1, NULL, &image), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_new(1, 1, NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_new(16385, 1, NULL, &image), MAQ_OVER_LIMIT);
    assert_int_equal(maq_image_new(16384, 16384, NULL, &image), MAQ_OVER_LIMIT);
    assert_null(image);
    maq_image_free(NULL);
}

static void a_new_image_is_empty(void **state) {
    (void)state;
    maq_image *image;
    assert_int_equal(maq_image_new(3, 2, NULL, &image), MAQ_OK);
    assert_int_equal(maq_image_findings(image)->count, 0);
    for (int i = 0; i < 24; i++)
        assert_int_equal(image->pixels[i], 0);
    maq_image_free(image);
    for (uint64_t n = 1; n < 10; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        maq_image_options options = {.size = sizeof options, .memory = &memory};
        maq_status status = maq_image_new(3, 2, &options, &image);
        assert_true(status == MAQ_OK || (status == MAQ_NO_MEMORY && !image));
        maq_image_free(image);
    }
}

static void rules_have_unique_numbers(void **state) {
    (void)state;
    size_t count;
    const maq_rule *rules = maq_image_rules(&count);
    for (size_t i = 0; i < count; i++) {
        assert_non_null(rules[i].id);
        assert_true(i == 0 || strcmp(rules[i - 1].id, rules[i].id) < 0);
        assert_true(strlen(rules[i].title) > 0 && strlen(rules[i].explain) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_show_what_is_expected),
        cmocka_unit_test(the_number_of_pixels_is_an_option),
        cmocka_unit_test(sizes_that_the_file_cannot_hold_take_no_memory),
        cmocka_unit_test(a_side_that_is_too_long_is_reported_with_the_limit),
        cmocka_unit_test(sizes_of_32_bits_do_not_wrap),
        cmocka_unit_test(what_is_there_of_a_cut_file_is_shown),
        cmocka_unit_test(cut_compressed_files_are_reported),
        cmocka_unit_test(half_a_png_is_half_a_picture),
        cmocka_unit_test(other_files_are_reported),
        cmocka_unit_test(files_without_pixels_are_reported),
        cmocka_unit_test(pixels_past_the_palette_are_reported),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(a_new_image_is_empty),
        cmocka_unit_test(rules_have_unique_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
