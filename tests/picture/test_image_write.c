// SPDX-License-Identifier: MIT
//
// PNG and animated PNG as they are written: read again, they show the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "picture/image_priv.h"
#include "support/hostile.h"
#include "support/images.h"

static void fill(maq_image *image, unsigned seed) {
    for (size_t i = 0; i < (size_t)image->width * image->height * 4; i++)
        image->pixels[i] = (uint8_t)(i * 7 + i / 31 * seed + seed);
}

static maq_image *picture(uint32_t width, uint32_t height, unsigned seed) {
    maq_image *image;
    assert_int_equal(maq_image_new(width, height, NULL, &image), MAQ_OK);
    fill(image, seed);
    return image;
}

static void assert_shows(const void *bytes, size_t length, const maq_image *expected) {
    maq_status status;
    maq_image *image = read_image(bytes, length, NULL, &status);
    assert_int_equal(status, MAQ_OK);
    assert_int_equal(maq_image_findings(image)->count, 0);
    assert_int_equal(image->width, expected->width);
    assert_int_equal(image->height, expected->height);
    assert_memory_equal(image->pixels, expected->pixels, (size_t)image->width * image->height * 4);
    maq_image_free(image);
}

static void png_shows_the_same_again(void **state) {
    (void)state;
    // The last is more than all cores compress at a time.
    static const uint32_t sizes[][2] = {{1, 1}, {3, 200}, {640, 480}, {16384, 2}, {16384, 140}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        maq_image *image = picture(sizes[i][0], sizes[i][1], 13);
        maq_buffer first, second;
        assert_int_equal(maq_image_write_png(image, &first), MAQ_OK);
        assert_int_equal(mq_image_encode_png(image, 1, NULL, &second), MAQ_OK);
        assert_int_equal(first.length, second.length);
        assert_memory_equal(first.data, second.data, first.length);
        assert_shows(first.data, first.length, image);
        maq_buffer_free(&first);
        maq_buffer_free(&second);
        maq_image_free(image);
    }
}

// -------------------------------------------------------------------------------------- animations

static uint32_t number_at(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void put(char *to, size_t *length, const void *bytes, size_t count) {
    memcpy(to + *length, bytes, count);
    *length += count;
}

// Rebuilds frame `wanted` of an animation as a file of its own (head, its pixels, end), and judges
// what stands between the pixels.
static size_t frame_as_png(const maq_buffer *apng, uint32_t wanted, uint32_t delay, uint32_t count,
                           uint32_t loops, char *out) {
    const unsigned char *bytes = (const unsigned char *)apng->data;
    size_t length = 0;
    uint32_t frame = UINT32_MAX, sequence = 0;
    put(out, &length, bytes, 8);
    for (size_t at = 8; at < apng->length;) {
        size_t size = number_at(bytes + at);
        const unsigned char *type = bytes + at + 4, *content = type + 4;
        assert_true(at + 12 + size <= apng->length);
        if (memcmp(type, "acTL", 4) == 0) {
            assert_int_equal(number_at(content), count);
            assert_int_equal(number_at(content + 4), loops);
        } else if (memcmp(type, "fcTL", 4) == 0) {
            assert_int_equal(size, 26);
            assert_int_equal(number_at(content), sequence++);
            assert_int_equal((unsigned)content[20] << 8 | content[21], delay);
            assert_int_equal((unsigned)content[22] << 8 | content[23], 1000);
            frame++;
        } else if (memcmp(type, "fdAT", 4) == 0) {
            assert_int_equal(number_at(content), sequence++);
            assert_true(frame > 0);
            if (frame == wanted) {
                // Its sum was over other bytes; the reader makes a note of that and no more.
                unsigned char head[8] = {0, 0, 0, 0, 'I', 'D', 'A', 'T'};
                uint32_t data = (uint32_t)size - 4;
                for (int i = 0; i < 4; i++)
                    head[i] = (unsigned char)(data >> (24 - 8 * i));
                put(out, &length, head, 8);
                put(out, &length, content + 4, data);
                put(out, &length, "\0\0\0\0", 4);
            }
        } else if (memcmp(type, "IDAT", 4) != 0 || wanted == 0) {
            put(out, &length, bytes + at, size + 12);
        }
        at += size + 12;
    }
    assert_int_equal(frame, count - 1);
    return length;
}

static void animated_png_has_all_frames(void **state) {
    (void)state;
    enum { COUNT = 4 };
    maq_image *frames[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        frames[i] = picture(150, 120, i + 3);
    maq_buffer apng;
    assert_int_equal(maq_image_write_apng((const maq_image *const *)frames, COUNT, 40, 3, &apng),
                     MAQ_OK);
    // What does not know animations shows the first frame.
    assert_shows(apng.data, apng.length, frames[0]);
    char *png = malloc(apng.length);
    assert_non_null(png);
    for (unsigned i = 0; i < COUNT; i++) {
        size_t length = frame_as_png(&apng, i, 40, COUNT, 3, png);
        maq_status status;
        maq_image *image = read_image(png, length, NULL, &status);
        assert_int_equal(status, MAQ_OK);
        assert_memory_equal(image->pixels, frames[i]->pixels, 150 * 120 * 4);
        maq_image_free(image);
    }
    free(png);
    maq_buffer_free(&apng);
    for (unsigned i = 0; i < COUNT; i++)
        maq_image_free(frames[i]);
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    maq_image *image = picture(4, 4, 1), *other = picture(4, 5, 1);
    const maq_image *frames[] = {image, other}, none = {0};
    maq_buffer out;
    assert_int_equal(maq_image_write_png(NULL, &out), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_write_png(&none, &out), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_write_png(image, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_write_apng(frames, 2, 10, 0, &out), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_write_apng(frames, 0, 10, 0, &out), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_write_apng(frames, 1, 65536, 0, &out), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_write_apng(NULL, 1, 10, 0, &out), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_image_write_apng(frames, 1, 65535, 0, &out), MAQ_OK);
    maq_buffer_free(&out);
    maq_image_free(image);
    maq_image_free(other);
}

static maq_status write_animation(const maq_memory *memory, void *context) {
    const maq_image *frames[] = {context, context};
    maq_buffer out;
    maq_status status = mq_image_encode_apng(frames, 2, 10, 0, 1, memory, &out);
    assert_true(status == MAQ_OK || !out.data);
    maq_buffer_free(&out);
    return status;
}

static void no_memory_is_reported(void **state) {
    (void)state;
    maq_image *image = picture(400, 400, 1); // two blocks
    assert_true(fail_each_request(write_animation, image) > 0);
    maq_image_free(image);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_shows_the_same_again),
        cmocka_unit_test(animated_png_has_all_frames),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(no_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
