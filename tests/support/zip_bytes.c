// SPDX-License-Identifier: MIT
#include "support/zip_bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

static void put_bytes(zip_bytes *zip, const void *bytes, size_t length) {
    if (zip->length + length > zip->capacity) {
        zip->capacity = (zip->length + length) * 2;
        zip->data = realloc(zip->data, zip->capacity);
        assert_non_null(zip->data);
    }
    if (length > 0)
        memcpy(zip->data + zip->length, bytes, length);
    zip->length += length;
}

static void put(zip_bytes *zip, uint64_t value, size_t size) {
    unsigned char bytes[8];
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
    put_bytes(zip, bytes, size);
}

void zip_begin(zip_bytes *zip, size_t prefix) {
    *zip = (zip_bytes){.prefix = prefix};
    zip->directory = calloc(1, sizeof *zip->directory);
    assert_non_null(zip->directory);
    for (size_t i = 0; i < prefix; i++)
        put(zip, 'x', 1);
}

// Raw deflate; freed by the caller.
static unsigned char *deflate_bytes(const void *bytes, size_t length, size_t *packed) {
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY), Z_OK);
    size_t capacity = deflateBound(&stream, (uLong)length);
    unsigned char *out = malloc(capacity);
    assert_non_null(out);
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)length;
    stream.next_out = out;
    stream.avail_out = (uInt)capacity;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    *packed = capacity - stream.avail_out;
    deflateEnd(&stream);
    return out;
}

static void put_header(zip_bytes *zip, const zip_entry *e, uint16_t method, uint32_t crc,
                       uint64_t packed, size_t name_length) {
    uint64_t size = e->length + (uint64_t)e->local_size_lie;
    put(zip, 0x04034b50, 4);
    put(zip, e->is_64 ? 45 : 20, 2);
    put(zip, e->flags | (e->has_descriptor ? 8u : 0u), 2);
    put(zip, e->local_method ? e->local_method : method, 2);
    put(zip, 0, 4);
    put(zip, e->has_descriptor ? 0 : crc, 4);
    put(zip, e->has_descriptor ? 0 : e->is_64 ? 0xffffffff : packed, 4);
    put(zip, e->has_descriptor ? 0 : e->is_64 ? 0xffffffff : size, 4);
    put(zip, name_length, 2);
    put(zip, e->is_64 ? 20 : 0, 2);
    put_bytes(zip, e->name, name_length);
    if (e->is_64) {
        put(zip, 1, 2);
        put(zip, 16, 2);
        put(zip, size, 8);
        put(zip, packed, 8);
    }
}

static void put_directory_entry(zip_bytes *directory, const zip_entry *e, uint16_t method,
                                uint32_t crc, uint64_t packed, uint64_t offset,
                                size_t name_length) {
    uint64_t size = e->length + (uint64_t)e->size_lie;
    packed += (uint64_t)e->packed_lie;
    offset += (uint64_t)e->offset_lie;
    put(directory, 0x02014b50, 4);
    put(directory, e->unix_mode ? 3 << 8 | 20 : 20, 2);
    put(directory, e->is_64 ? 45 : 20, 2);
    put(directory, e->flags | (e->has_descriptor ? 8u : 0u), 2);
    put(directory, method, 2);
    put(directory, 0, 4);
    put(directory, crc, 4);
    put(directory, e->is_64 ? 0xffffffff : packed, 4);
    put(directory, e->is_64 ? 0xffffffff : size, 4);
    put(directory, name_length, 2);
    put(directory, e->is_64 ? 5 + 28 : 0, 2);
    put(directory, 0, 2 + 2 + 2);
    put(directory, (uint32_t)e->unix_mode << 16, 4);
    put(directory, e->is_64 ? 0xffffffff : offset, 4);
    put_bytes(directory, e->name, name_length);
    if (e->is_64) {
        // Another extra field first: readers have to look for theirs.
        put(directory, 0x7777, 2);
        put(directory, 1, 2);
        put(directory, 0, 1);
        put(directory, 1, 2);
        put(directory, 24, 2);
        put(directory, size, 8);
        put(directory, packed, 8);
        put(directory, offset, 8);
    }
}

void zip_add(zip_bytes *zip, const zip_entry *e) {
    size_t name_length = e->name_length ? e->name_length : strlen(e->name);
    uint32_t crc = (uint32_t)crc32(0, NULL, 0);
    if (e->length > 0)
        crc = (uint32_t)crc32(crc, e->bytes, (uInt)e->length);
    crc ^= e->crc_lie;
    const void *data = e->bytes;
    size_t packed = e->length;
    unsigned char *deflated = NULL;
    if (e->deflate)
        data = deflated = deflate_bytes(e->bytes ? e->bytes : "", e->length, &packed);
    uint16_t method = e->method ? e->method : e->deflate ? 8 : 0;
    uint64_t offset = zip->length - zip->prefix;
    put_header(zip, e, method, crc, packed + e->unused, name_length);
    put_bytes(zip, data, packed);
    for (size_t i = 0; i < e->unused; i++)
        put(zip, 0x55, 1);
    free(deflated);
    packed += e->unused;
    if (e->has_descriptor) {
        put(zip, 0x08074b50, 4);
        put(zip, crc, 4);
        put(zip, packed, e->is_64 ? 8 : 4);
        put(zip, e->length, e->is_64 ? 8 : 4);
    }
    put_directory_entry(zip->directory, e, method, crc, packed, offset, name_length);
    zip->count++;
}

void zip_add_again(zip_bytes *zip, const char *name) {
    zip_bytes *directory = zip->directory;
    size_t name_length = strlen(name), length = 46 + name_length;
    unsigned char *copy = malloc(length);
    assert_non_null(copy);
    memcpy(copy, directory->data + directory->length - length, length);
    memcpy(copy + 46, name, name_length);
    put_bytes(directory, copy, length);
    free(copy);
    zip->count++;
}

void zip_add_text(zip_bytes *zip, const char *name, const char *text) {
    zip_add(zip, &(zip_entry){.name = name, .bytes = text, .length = strlen(text)});
}

void zip_finish(zip_bytes *zip, const zip_end *given) {
    zip_end end = given ? *given : (zip_end){0};
    uint64_t offset = zip->length - zip->prefix + (uint64_t)end.offset_lie;
    uint64_t size = zip->directory->length + (uint64_t)end.size_lie;
    uint64_t count = zip->count + (uint64_t)end.count_lie;
    put_bytes(zip, zip->directory->data, zip->directory->length);
    uint64_t end64 = zip->length - zip->prefix;
    if (end.is_64) {
        put(zip, 0x06064b50, 4);
        put(zip, 44, 8);
        put(zip, 45, 2);
        put(zip, 45, 2);
        put(zip, end.disk, 4);
        put(zip, 0, 4);
        put(zip, count, 8);
        put(zip, count, 8);
        put(zip, size, 8);
        put(zip, offset, 8);
        put(zip, 0x07064b50, 4);
        put(zip, 0, 4);
        put(zip, end64, 8);
        put(zip, 1, 4);
    }
    put(zip, 0x06054b50, 4);
    put(zip, end.is_64 ? 0xffff : end.disk, 2);
    put(zip, end.is_64 ? 0xffff : 0, 2);
    put(zip, end.is_64 ? 0xffff : count, 2);
    put(zip, end.is_64 ? 0xffff : count, 2);
    put(zip, end.is_64 ? 0xffffffff : size, 4);
    put(zip, end.is_64 ? 0xffffffff : offset, 4);
    put(zip, end.comment_length, 2);
    put_bytes(zip, end.comment, end.comment_length);
}

void zip_free(zip_bytes *zip) {
    free(zip->directory->data);
    free(zip->directory);
    free(zip->data);
    *zip = (zip_bytes){0};
}

void zip_make_sample(zip_bytes *zip) {
    static const char text[] = "one two three one two three one two three one two three";
    zip_begin(zip, 3);
    zip_add_text(zip, "a.txt", "stored");
    zip_add(zip, &(zip_entry){.name = "sub/"});
    zip_add(zip, &(zip_entry){
                     .name = "sub/b.txt", .bytes = text, .length = sizeof text, .deflate = true});
    zip_add(zip, &(zip_entry){.name = "sub/\x81.txt", // in code page 437
                              .bytes = text,
                              .length = sizeof text,
                              .deflate = true,
                              .has_descriptor = true,
                              .is_64 = true});
    zip_add(zip, &(zip_entry){.name = "empty", .deflate = true, .unix_mode = 0100644});
    zip_finish(zip, &(zip_end){.is_64 = true, .comment = "PK\5\6 or not", .comment_length = 11});
}
