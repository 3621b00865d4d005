// SPDX-License-Identifier: MIT
//
// Colour space chunks of PNG files: hidden they are chunks that decoders skip, with valid checksums;
// restored the file has its very bytes again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "picture/image_colour_space.h"
#include "picture/image_priv.h"
#include "support/hostile.h"
#include "support/images.h"

typedef struct file_bytes {
    unsigned char bytes[4096];
    size_t length;
} file_bytes;

static uint32_t checksum(const unsigned char *bytes, size_t length) {
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < length; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

static void put_number(file_bytes *file, uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8)
        file->bytes[file->length++] = (unsigned char)(number >> shift);
}

static void put_bytes(file_bytes *file, const void *bytes, size_t length) {
    memcpy(file->bytes + file->length, bytes, length);
    file->length += length;
}

static void put_chunk(file_bytes *file, const char *type, const void *data, uint32_t length) {
    put_number(file, length);
    size_t start = file->length;
    put_bytes(file, type, 4);
    put_bytes(file, data, length);
    put_number(file, checksum(file->bytes + start, length + 4));
}

// A grey image of 3 x 2 pixels with a chunk of each type behind the header.
static file_bytes make_file(const char *const *types, uint32_t data_length) {
    unsigned char data[1000];
    maq_image *image;
    maq_buffer png;
    assert_int_equal(maq_image_new(3, 2, NULL, &image), MAQ_OK);
    memset(image->pixels, 99, 3 * 2 * 4);
    assert_int_equal(maq_image_write_png(image, &png), MAQ_OK);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(i * 37);
    file_bytes file = {.length = 0};
    const size_t header_end = 8 + 12 + 13;
    put_bytes(&file, png.data, header_end);
    for (; *types; types++)
        put_chunk(&file, *types, data, data_length);
    put_bytes(&file, png.data + header_end, png.length - header_end);
    maq_buffer_free(&png);
    maq_image_free(image);
    return file;
}

static void assert_bytes(const unsigned char *bytes, const file_bytes *expected) {
    assert_memory_equal(bytes, expected->bytes, expected->length);
}

static void chunks_are_hidden_and_restored(void **state) {
    (void)state;
    static const char *const shown[] = {"cHRM", "gAMA", "iCCP", "cICP", "tEXt", NULL};
    static const char *const hidden[] = {"chRM", "gaMA", "icCP", "ciCP", "tEXt", NULL};
    static const uint32_t lengths[] = {0, 1, 4, 32, 387};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        file_bytes file = make_file(shown, lengths[i]), expected = make_file(hidden, lengths[i]);
        mq_arena *arena = mq_arena_new(NULL);
        const unsigned char *made = mq_image_hide_colour_space(arena, file.bytes, file.length);
        assert_ptr_not_equal(made, file.bytes);
        assert_bytes(made, &expected);
        const unsigned char *back = mq_image_restore_colour_space(arena, made, file.length);
        assert_bytes(back, &file);
        // Nothing is left to do.
        assert_ptr_equal(mq_image_hide_colour_space(arena, made, file.length), made);
        assert_ptr_equal(mq_image_restore_colour_space(arena, back, file.length), back);
        mq_arena_free(arena);
    }
}

static void hidden_chunks_do_not_disturb(void **state) {
    (void)state;
    static const char *const types[] = {"gAMA", NULL};
    file_bytes file = make_file(types, 4);
    mq_arena *arena = mq_arena_new(NULL);
    const unsigned char *made = mq_image_hide_colour_space(arena, file.bytes, file.length);
    maq_status status;
    maq_image *image = read_image(made, file.length, NULL, &status);
    assert_int_equal(status, MAQ_OK);
    assert_int_equal(maq_image_findings(image)->count, 0);
    assert_int_equal(image->pixels[0], 99);
    maq_image_free(image);
    mq_arena_free(arena);
}

static void a_wrong_checksum_comes_back(void **state) {
    (void)state;
    static const char *const types[] = {"iCCP", NULL};
    file_bytes file = make_file(types, 100);
    file.bytes[33 + 8 + 50] ^= 1; // in the data of the chunk
    mq_arena *arena = mq_arena_new(NULL);
    const unsigned char *made = mq_image_hide_colour_space(arena, file.bytes, file.length);
    assert_memory_equal(made + 33 + 4, "icCP", 4);
    assert_bytes(mq_image_restore_colour_space(arena, made, file.length), &file);
    mq_arena_free(arena);
}

static void other_files_stay(void **state) {
    (void)state;
    static const char *const none[] = {"sRGB", NULL}, *const both[] = {"iCCP", "gaMA", NULL};
    file_bytes files[] = {make_file(none, 1), make_file(both, 4), {.bytes = "iCCP", .length = 4}};
    mq_arena *arena = mq_arena_new(NULL);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        assert_ptr_equal(mq_image_hide_colour_space(arena, files[i].bytes, files[i].length),
                         files[i].bytes);
        assert_ptr_equal(mq_image_restore_colour_space(arena, files[i].bytes, files[i].length),
                         files[i].bytes);
    }
    assert_null(mq_image_hide_colour_space(arena, NULL, 0));
    mq_arena_free(arena);
}

// Hides and restores; fails the test unless the bytes are the same, or there is no memory.
static maq_status hide_and_restore(const void *bytes, size_t length, const char *name,
                                   const maq_memory *memory) {
    (void)name;
    mq_arena *arena = mq_arena_new(memory);
    if (!arena)
        return MAQ_NO_MEMORY;
    const unsigned char *made = mq_image_hide_colour_space(arena, bytes, length);
    const unsigned char *back = made ? mq_image_restore_colour_space(arena, made, length) : NULL;
    maq_status status = mq_arena_status(arena);
    // A byte edit can make the private twin of a chunk, which is then all there is to restore.
    if (back && made != bytes)
        assert_memory_equal(back, bytes, length);
    mq_arena_free(arena);
    return status;
}

static void hostile_files(void **state) {
    (void)state;
    static const char *const types[] = {"gAMA", "iCCP", NULL};
    file_bytes file = make_file(types, 9);
    use_prefixes(hide_and_restore, file.bytes, file.length, "x.png");
    use_byte_edits(hide_and_restore, file.bytes, file.length, "x.png");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_are_hidden_and_restored),
        cmocka_unit_test(hidden_chunks_do_not_disturb),
        cmocka_unit_test(a_wrong_checksum_comes_back),
        cmocka_unit_test(other_files_stay),
        cmocka_unit_test(hostile_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
