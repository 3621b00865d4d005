// SPDX-License-Identifier: MIT
#include "picture/image_header.h"

#include <string.h>

#include "base/cursor.h"
#include "picture/image_priv.h"

static uint32_t big_endian(const unsigned char *bytes, size_t size) {
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | bytes[i];
    return value;
}

static void read_png(const unsigned char *bytes, size_t length, mq_image_header *out) {
    enum { HEAD_END = 8 + 8 + 10, ALPHA = 4 };
    out->format = "png";
    if (length < HEAD_END || memcmp(bytes + 12, "IHDR", 4) != 0)
        return;
    out->width = big_endian(bytes + 16, 4);
    out->height = big_endian(bytes + 20, 4);
    out->alpha = bytes[25] & ALPHA;
}

// Whether a marker of a JPEG stands alone, without a length and data behind it.
static bool stands_alone(unsigned marker) {
    return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

// 0xc4, 0xc8 and 0xcc are tables and a reserved marker.
static bool begins_frame(unsigned marker) {
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

// Segments are skipped up to the one that begins a frame; bytes between them, too, as decoders do.
static void read_jpeg(const unsigned char *bytes, size_t length, mq_image_header *out) {
    enum { END = 0xd9, SCAN = 0xda };
    out->format = "jpeg";
    for (size_t at = 2; at + 1 < length;) {
        unsigned marker = bytes[at + 1];
        if (bytes[at] != 0xff || marker == 0xff || marker == 0) {
            at++;
            continue;
        }
        at += 2;
        if (stands_alone(marker))
            continue;
        if (length - at < 2 || marker == END || marker == SCAN)
            return;
        if (begins_frame(marker)) {
            if (length - at < 7)
                return;
            out->height = big_endian(bytes + at + 3, 2);
            out->width = big_endian(bytes + at + 5, 2);
            return;
        }
        // The size counts its own two bytes. Decoders accept smaller ones.
        size_t size = big_endian(bytes + at, 2);
        at += size < 2 ? 2 : size;
    }
}

static void read_bmp(const unsigned char *bytes, size_t length, mq_image_header *out) {
    enum { OLD_HEAD = 12 }; // of OS/2
    mq_cursor cursor = mq_cursor_over(bytes, length);
    mq_read_bytes(&cursor, 14);
    bool old = mq_read_u32(&cursor) == OLD_HEAD;
    uint32_t width = old ? mq_read_u16(&cursor) : mq_read_u32(&cursor);
    uint32_t height = old ? mq_read_u16(&cursor) : mq_read_u32(&cursor);
    out->format = "bmp";
    if (cursor.failed)
        return;
    out->width = width;
    // A negative height means rows from the top.
    out->height = !old && height > INT32_MAX ? 0 - height : height;
}

static void read_dds(const unsigned char *bytes, size_t length, mq_image_header *out) {
    out->format = "dds";
    out->alpha = true;
    if (length < 20)
        return;
    out->height = mq_image_number(bytes + 12, 4);
    out->width = mq_image_number(bytes + 16, 4);
}

static void read_tga(const unsigned char *bytes, mq_image_header *out) {
    out->format = "tga";
    out->width = mq_image_number(bytes + 12, 2);
    out->height = mq_image_number(bytes + 14, 2);
    // Many programs write 32 bits without saying in the descriptor that 8 of them are alpha.
    out->alpha = bytes[16] == 32 || (bytes[17] & 15) > 0;
}

mq_image_header mq_image_header_read(const unsigned char *bytes, size_t length) {
    mq_image_header header = {0};
    if (length >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        read_png(bytes, length, &header);
    else if (length >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0)
        read_jpeg(bytes, length, &header);
    else if (mq_image_bmp.matches(bytes, length))
        read_bmp(bytes, length, &header);
    else if (mq_image_dds.matches(bytes, length))
        read_dds(bytes, length, &header);
    else if (mq_image_tga.matches(bytes, length))
        read_tga(bytes, &header);
    return header;
}

bool mq_image_header_exceeds_limits(const mq_image_header *header) {
    return header->width > MAQ_IMAGE_MAX_SIDE || header->height > MAQ_IMAGE_MAX_SIDE ||
           (uint64_t)header->width * header->height > MQ_DEFAULT_MAX_PIXELS;
}

bool mq_image_is_other_format(const unsigned char *bytes, size_t length) {
    return (length >= 12 && memcmp(bytes, "\xabKTX 20\xbb\r\n\x1a\n", 12) == 0) ||
           (length >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0);
}
