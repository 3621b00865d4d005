// SPDX-License-Identifier: MIT
//
// Image files that are truncated or changed, and failing memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/images.h"

// Small files may declare a million pixels; beyond that the bytes must be there. A byte of PNG can
// hold a few thousand.
#define LEAST_MEMORY ((size_t)48 << 20)
#define MEMORY_PER_BYTE ((size_t)1 << 16)

static maq_status read_counted(const void *bytes, size_t length, const char *name,
                               const maq_memory *memory) {
    (void)name;
    counted_memory counted;
    count_memory(&counted);
    maq_image_options options = {.size = sizeof options,
                                 .memory = memory ? memory : &counted.memory};
    maq_status status;
    maq_image_free(read_image(bytes, length, &options, &status));
    assert_int_equal(counted.held, 0);
    assert_true(counted.most <= LEAST_MEMORY + length * MEMORY_PER_BYTE);
    return status;
}

static void try_prefixes(const sample_image *sample) {
    use_prefixes(read_counted, sample->bytes, sample->length - 1, sample->name);
}

static void try_byte_edits(const sample_image *sample) {
    use_byte_edits(read_counted, sample->bytes, sample->length, sample->name);
}

static maq_status read_sample(const maq_memory *memory, void *context) {
    const sample_image *sample = context;
    return read_counted(sample->bytes, sample->length, sample->name, memory);
}

static void try_failing_memory(const sample_image *sample) {
    sample_image copy = *sample;
    assert_true(fail_each_request(read_sample, &copy) >= 3);
}

static void try_limits(const sample_image *sample) {
    for (uint64_t limit = 256; limit < 1 << 18; limit *= 2) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.byte_limit = limit;
        maq_image_options options = {.size = sizeof options, .memory = &counted.memory};
        maq_image *image;
        maq_status status = maq_image_read(sample->bytes, sample->length, &options, &image);
        assert_true(status == MAQ_OK || status == MAQ_OVER_LIMIT || status == MAQ_NO_MEMORY);
        maq_image_free(image);
        assert_int_equal(counted.held, 0);
        assert_true(counted.most <= limit);
    }
}

static void every_prefix(void **state) {
    (void)state;
    assert_true(for_each_sample("", try_prefixes) > 50);
}

static void every_byte_edit(void **state) {
    (void)state;
    for_each_sample("", try_byte_edits);
}

static void every_failing_request(void **state) {
    (void)state;
    for_each_sample("", try_failing_memory);
}

static void every_limit(void **state) {
    (void)state;
    for_each_sample("", try_limits);
}

// ------------------------------------------------------------------------------------- slow pictures

// A progressive JPEG with endless scans.
static void scans_without_end(const sample_image *sample) {
    if (strcmp(sample->name, "progressive.jpg") != 0)
        return;
    // The last scan begins with the last marker of its kind.
    size_t scan = 0;
    for (size_t i = 0; i + 1 < sample->length; i++) {
        if ((unsigned char)sample->bytes[i] == 0xff && (unsigned char)sample->bytes[i + 1] == 0xda)
            scan = i;
    }
    size_t part = sample->length - 2 - scan, times = 2000;
    char *bytes = malloc(sample->length + part * times);
    assert_non_null(bytes);
    memcpy(bytes, sample->bytes, sample->length - 2);
    size_t length = sample->length - 2;
    for (size_t i = 0; i < times; i++, length += part)
        memcpy(bytes + length, sample->bytes + scan, part);
    maq_status status;
    maq_image *image = read_image(bytes, length, NULL, &status);
    assert_int_equal(status, MAQ_BAD_DATA);
    assert_string_equal(maq_image_findings(image)->items[0].message, "too many scans");
    maq_image_free(image);
    free(bytes);
}

static void scans_of_jpeg_are_counted(void **state) {
    (void)state;
    for_each_sample(".jpg", scans_without_end);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix),
        cmocka_unit_test(every_byte_edit),
        cmocka_unit_test(every_failing_request),
        cmocka_unit_test(every_limit),
        cmocka_unit_test(scans_of_jpeg_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
