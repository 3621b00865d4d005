// SPDX-License-Identifier: MIT
//
// TGA: plain or run-length encoded pixels of 8 to 32 bits, grey, colour or from a palette, with the
// first pixel in any of the four corners.
#include <string.h>

#include "base/cursor.h"
#include "base/plural.h"
#include "picture/image_priv.h"

// A packet of two bytes holds up to 128 pixels.
#define PACKED_PIXELS_PER_BYTE 64

typedef enum tga_kind { TGA_PALETTE = 1, TGA_COLOUR = 2, TGA_GREY = 3 } tga_kind;

typedef struct tga_head {
    size_t id_length;
    unsigned palette_type, type, bits, descriptor;
    uint32_t palette_first, palette_count, palette_bits;
    uint32_t width, height;
} tga_head;

typedef struct tga_palette {
    uint32_t first, count;
    uint8_t (*colours)[4];
} tga_palette;

typedef struct tga_work {
    mq_image_reader *reader;
    mq_cursor cursor;
    tga_kind kind;
    size_t pixel_size;
    unsigned bits;
    bool alpha; // the highest bit of a pixel of 16 is one
    tga_palette palette;
    // Where the next pixel goes.
    uint32_t column, row;
    bool from_right, from_top;
    uint64_t done, strays;
} tga_work;

static tga_head head_of(mq_cursor *cursor) {
    tga_head head;
    head.id_length = mq_read_u8(cursor);
    head.palette_type = mq_read_u8(cursor);
    head.type = mq_read_u8(cursor);
    head.palette_first = mq_read_u16(cursor);
    head.palette_count = mq_read_u16(cursor);
    head.palette_bits = mq_read_u8(cursor);
    mq_read_u32(cursor); // the position on the screen
    head.width = mq_read_u16(cursor);
    head.height = mq_read_u16(cursor);
    head.bits = mq_read_u8(cursor);
    head.descriptor = mq_read_u8(cursor);
    return head;
}

static bool is_colour_depth(unsigned bits) {
    return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

// TGA has no magic number: every field of the header must be valid.
static bool matches(const unsigned char *bytes, size_t length) {
    mq_cursor cursor = mq_cursor_over(bytes, length);
    tga_head head = head_of(&cursor);
    if (cursor.failed || head.palette_type > 1 || (head.type & ~8u) < TGA_PALETTE ||
        (head.type & ~8u) > TGA_GREY || head.width == 0 || head.height == 0 ||
        (head.descriptor & 0xf) > 8 || head.descriptor & 0xc0)
        return false;
    if (head.palette_type == 1 && !is_colour_depth(head.palette_bits))
        return false;
    switch ((tga_kind)(head.type & 7)) {
    case TGA_PALETTE:
        return head.palette_type == 1 && (head.bits == 8 || head.bits == 16);
    case TGA_COLOUR:
        return is_colour_depth(head.bits);
    default:
        return head.bits == 8 || head.bits == 16;
    }
}

static uint8_t widen5(unsigned value) {
    value &= 31;
    return (uint8_t)(value << 3 | value >> 2);
}

// A colour of 15 to 32 bits, blue first.
static void colour_of(const unsigned char *from, unsigned bits, bool alpha, uint8_t out[4]) {
    if (bits <= 16) {
        unsigned value = mq_image_number(from, 2);
        out[0] = widen5(value >> 10);
        out[1] = widen5(value >> 5);
        out[2] = widen5(value);
        out[3] = !alpha || value & 0x8000 ? 255 : 0;
        return;
    }
    out[0] = from[2];
    out[1] = from[1];
    out[2] = from[0];
    out[3] = bits == 32 ? from[3] : 255;
}

static bool read_palette(tga_work *work, const tga_head *head) {
    size_t size = (head->palette_bits + 7) / 8;
    if (head->palette_type != 1)
        return true;
    // Files without indexed colours may have a palette as well, which is skipped.
    const unsigned char *bytes = mq_read_bytes(&work->cursor, head->palette_count * size);
    if (!bytes || work->kind != TGA_PALETTE)
        return bytes != NULL;
    work->palette.first = head->palette_first;
    work->palette.count = head->palette_count;
    work->palette.colours = mq_arena_alloc(work->reader->arena, head->palette_count, 4, 1);
    for (uint32_t i = 0; work->palette.colours && i < head->palette_count; i++)
        colour_of(bytes + i * size, head->palette_bits, false, work->palette.colours[i]);
    return work->palette.colours != NULL;
}

static void pixel_of(tga_work *work, const unsigned char *from, uint8_t out[4]) {
    if (work->kind == TGA_COLOUR) {
        colour_of(from, work->bits, work->alpha, out);
    } else if (work->kind == TGA_GREY) {
        memset(out, from[0], 3);
        out[3] = work->pixel_size == 2 ? from[1] : 255;
    } else {
        uint32_t index = mq_image_number(from, work->pixel_size) - work->palette.first;
        if (index < work->palette.count) {
            memcpy(out, work->palette.colours[index], 4);
        } else {
            memset(out, 0, 4);
            work->strays++;
        }
    }
}

static void put(tga_work *work, const uint8_t pixel[4]) {
    const maq_image *image = work->reader->image;
    uint32_t x = work->from_right ? image->width - 1 - work->column : work->column;
    uint32_t y = work->from_top ? work->row : image->height - 1 - work->row;
    memcpy(image->pixels + ((size_t)y * image->width + x) * 4, pixel, 4);
    work->done++;
    if (++work->column == image->width) {
        work->column = 0;
        work->row++;
    }
}

static bool put_plain(tga_work *work, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *from = mq_read_bytes(&work->cursor, work->pixel_size);
        uint8_t pixel[4];
        if (!from)
            return false;
        pixel_of(work, from, pixel);
        put(work, pixel);
    }
    return true;
}

static void put_packets(tga_work *work, uint64_t total) {
    while (work->done < total) {
        unsigned packet = mq_read_u8(&work->cursor);
        if (work->cursor.failed)
            return;
        uint64_t count = (packet & 127) + 1u, left = total - work->done;
        if (count > left)
            count = left;
        if (!(packet & 128)) {
            if (!put_plain(work, count))
                return;
            continue;
        }
        const unsigned char *from = mq_read_bytes(&work->cursor, work->pixel_size);
        uint8_t pixel[4];
        if (!from)
            return;
        pixel_of(work, from, pixel);
        for (uint64_t i = 0; i < count; i++)
            put(work, pixel);
    }
}

static maq_status read(mq_image_reader *reader) {
    tga_work work = {.reader = reader, .cursor = mq_cursor_over(reader->bytes, reader->length)};
    tga_head head = head_of(&work.cursor);
    bool packed = head.type & 8;
    work.kind = (tga_kind)(head.type & 7);
    work.bits = head.bits;
    work.pixel_size = (head.bits + 7) / 8;
    work.alpha = (head.descriptor & 15) == 1;
    work.from_right = head.descriptor & 0x10;
    work.from_top = head.descriptor & 0x20;
    mq_read_bytes(&work.cursor, head.id_length);
    if (!read_palette(&work, &head)) {
        MQ_IMAGE_REPORT(reader, BROKEN, reader->length, "the file ends in the palette");
        return MAQ_BAD_DATA;
    }
    maq_status status = mq_image_begin(reader, head.width, head.height,
                                       packed ? PACKED_PIXELS_PER_BYTE : MQ_IMAGE_PLAIN_PIXELS);
    if (status != MAQ_OK)
        return status;
    uint64_t total = (uint64_t)head.width * head.height;
    if (packed)
        put_packets(&work, total);
    else
        put_plain(&work, total);
    if (work.done == 0) {
        MQ_IMAGE_REPORT(reader, BROKEN, reader->length, "the file ends before the first pixel");
        return MAQ_BAD_DATA;
    }
    if (work.done < total)
        mq_image_report_truncated(reader, work.done);
    if (work.strays)
        MQ_IMAGE_REPORT(reader, DAMAGED, MAQ_NO_OFFSET, "%llu %s not in the palette",
                        (unsigned long long)work.strays,
                        MQ_PLURAL(work.strays, "pixel is", "pixels are"));
    // Many programs write alpha without saying so, and some write zeros there.
    if (head.bits == 32 && (head.descriptor & 15) == 0)
        mq_image_drop_empty_alpha(reader->image);
    return MAQ_OK;
}

const mq_image_format mq_image_tga = {"TGA", matches, read};
