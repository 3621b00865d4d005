// SPDX-License-Identifier: MIT
#include "support/images.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"

#define FOLDER "tests/data/image/"

static uint8_t *pixels_of(const char *hex, size_t count) {
    uint8_t *pixels = malloc(count);
    assert_non_null(pixels);
    for (size_t i = 0; i < count; i++) {
        const char pair[3] = {hex[i * 2], hex[i * 2 + 1], '\0'};
        pixels[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return pixels;
}

static bool parse_sample(char *line, sample_image *out) {
    unsigned width, height;
    int hex = 0;
    if (sscanf(line, "%63s %u %u %n", out->name, &width, &height, &hex) < 3 || hex == 0)
        return false;
    size_t count = (size_t)width * height * 4;
    assert_int_equal(strlen(line + hex), count * 2);
    out->width = width;
    out->height = height;
    out->pixels = pixels_of(line + hex, count);
    char path[128];
    snprintf(path, sizeof path, FOLDER "%s", out->name);
    out->bytes = read_whole(path, &out->length);
    return true;
}

size_t for_each_sample(const char *ending, void (*function)(const sample_image *sample)) {
    size_t length, count = 0;
    char *bytes = read_whole(FOLDER "expected.txt", &length), *rest = NULL;
    char *text = strndup(bytes, length);
    free(bytes);
    assert_non_null(text);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        sample_image sample;
        if (line[0] == '#')
            continue;
        assert_true(parse_sample(line, &sample));
        size_t name = strlen(sample.name), tail = strlen(ending);
        if (name >= tail && strcmp(sample.name + name - tail, ending) == 0) {
            function(&sample);
            count++;
        }
        free(sample.bytes);
        free(sample.pixels);
    }
    free(text);
    return count;
}

static volatile unsigned touched;

maq_image *read_image(const void *bytes, size_t length, const maq_image_options *options,
                      maq_status *status) {
    maq_image *image = NULL;
    *status = maq_image_read(bytes, length, options, &image);
    if (!image) {
        assert_true(*status == MAQ_NO_MEMORY || *status == MAQ_OVER_LIMIT);
        return NULL;
    }
    const maq_findings *findings = maq_image_findings(image);
    for (size_t i = 0; i < findings->count; i++) {
        assert_true(strlen(findings->items[i].message) > 0);
        assert_true(findings->items[i].span.offset <= length ||
                    findings->items[i].span.offset == MAQ_NO_OFFSET);
    }
    if (*status != MAQ_OK) {
        assert_true(findings->errors > 0);
        assert_null(image->pixels);
        assert_int_equal(image->width + image->height, 0);
        return image;
    }
    assert_int_equal(findings->errors, 0);
    assert_true(image->width > 0 && image->height > 0);
    for (size_t i = 0; i < (size_t)image->width * image->height * 4; i++)
        touched += image->pixels[i];
    return image;
}
