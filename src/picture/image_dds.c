// SPDX-License-Identifier: MIT
//
// DDS: the first image of the file, in blocks of BC1, BC2 or BC3 (also known as DXT1 to DXT5), or
// uncompressed with masks.
#include <string.h>

#include "base/cursor.h"
#include "base/plural.h"
#include "picture/image_priv.h"

#define HEAD_LENGTH 124
#define FORMAT_LENGTH 32

// Bits of the pixel format's flags.
enum { DDS_HAS_ALPHA = 1, DDS_ALPHA_ONLY = 2, DDS_FOUR_LETTERS = 4, DDS_RGB = 0x40 };
enum { DDS_LUMINANCE = 0x20000 };

typedef enum dds_coding { DDS_NONE, DDS_PLAIN, DDS_BC1, DDS_BC2, DDS_BC3 } dds_coding;

typedef struct dds_work {
    mq_image_reader *reader;
    mq_cursor cursor;
    uint32_t width, height;
    dds_coding coding;
    bool premultiplied, grey;
    unsigned bits;
    mq_image_masks masks;
} dds_work;

static bool matches(const unsigned char *bytes, size_t length) {
    return length >= 4 && memcmp(bytes, "DDS ", 4) == 0;
}

// ----------------------------------------------------------------------------------------- the head

static void plain(dds_work *work, unsigned bits, uint32_t red, uint32_t green, uint32_t blue,
                  uint32_t alpha) {
    work->coding = DDS_PLAIN;
    work->bits = bits;
    work->masks = mq_image_masks_of(red, green, blue, alpha);
}

// The numbers of the newer head: with and without sRGB, whose pixels are the same to us.
static void choose_by_number(dds_work *work, uint32_t number) {
    switch (number) {
    case 71:
    case 72:
        work->coding = DDS_BC1;
        break;
    case 74:
    case 75:
        work->coding = DDS_BC2;
        break;
    case 77:
    case 78:
        work->coding = DDS_BC3;
        break;
    case 28:
    case 29:
        plain(work, 32, 0xff, 0xff00, 0xff0000, 0xff000000u);
        break;
    case 87:
    case 91:
        plain(work, 32, 0xff0000, 0xff00, 0xff, 0xff000000u);
        break;
    case 88:
    case 93:
        plain(work, 32, 0xff0000, 0xff00, 0xff, 0);
        break;
    default:
        MQ_IMAGE_REPORT(work->reader, UNSUPPORTED, 128,
                        "pixels in the DXGI format number %u cannot be read", number);
        break;
    }
}

static void choose_by_letters(dds_work *work, const unsigned char letters[4]) {
    static const struct {
        char letters[5];
        dds_coding coding;
        bool premultiplied;
    } known[] = {{"DXT1", DDS_BC1, false},
                 {"DXT2", DDS_BC2, true},
                 {"DXT3", DDS_BC2, false},
                 {"DXT4", DDS_BC3, true},
                 {"DXT5", DDS_BC3, false}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (memcmp(letters, known[i].letters, 4) == 0) {
            work->coding = known[i].coding;
            work->premultiplied = known[i].premultiplied;
            return;
        }
    }
    if (memcmp(letters, "DX10", 4) == 0) {
        uint32_t number = mq_read_u32(&work->cursor);
        mq_read_bytes(&work->cursor, 16);
        choose_by_number(work, number);
        return;
    }
    char shown[5] = {0};
    for (unsigned i = 0; i < 4; i++)
        shown[i] = letters[i] >= ' ' && letters[i] < 127 ? (char)letters[i] : '?';
    MQ_IMAGE_REPORT(work->reader, UNSUPPORTED, 84, "pixels in the format \"%s\" are not read",
                    shown);
}

static maq_status read_head(dds_work *work) {
    mq_cursor *cursor = &work->cursor;
    mq_read_u32(cursor); // "DDS "
    uint32_t length = mq_read_u32(cursor);
    mq_read_u32(cursor);
    work->height = mq_read_u32(cursor);
    work->width = mq_read_u32(cursor);
    mq_read_bytes(cursor, 14 * 4); // pitch, depth, levels and 11 that are reserved
    uint32_t format_length = mq_read_u32(cursor), flags = mq_read_u32(cursor);
    const unsigned char *letters = mq_read_bytes(cursor, 4);
    unsigned bits = mq_read_u32(cursor);
    uint32_t masks[4];
    for (unsigned i = 0; i < 4; i++)
        masks[i] = mq_read_u32(cursor);
    mq_read_bytes(cursor, 5 * 4); // capabilities
    if (cursor->failed || length != HEAD_LENGTH || format_length != FORMAT_LENGTH) {
        MQ_IMAGE_REPORT(work->reader, BROKEN, 4, "the head is not of the length that it must have");
        return MAQ_BAD_DATA;
    }
    if (flags & DDS_FOUR_LETTERS) {
        choose_by_letters(work, letters);
    } else if ((flags & (DDS_RGB | DDS_LUMINANCE | DDS_ALPHA_ONLY)) &&
               (bits == 8 || bits == 16 || bits == 24 || bits == 32)) {
        bool colours = flags & (DDS_RGB | DDS_LUMINANCE);
        work->grey = flags & DDS_LUMINANCE;
        plain(work, bits, colours ? masks[0] : 0, work->grey || !colours ? 0 : masks[1],
              work->grey || !colours ? 0 : masks[2],
              flags & (DDS_HAS_ALPHA | DDS_ALPHA_ONLY) ? masks[3] : 0);
    } else {
        MQ_IMAGE_REPORT(work->reader, UNSUPPORTED, 80,
                        "pixels with the flags 0x%x and %u %s are not read", flags, bits,
                        MQ_PLURAL(bits, "bit", "bits"));
    }
    if (cursor->failed) {
        MQ_IMAGE_REPORT(work->reader, BROKEN, work->reader->length, "the file ends in the head");
        return MAQ_BAD_DATA;
    }
    return work->coding == DDS_NONE ? MAQ_UNSUPPORTED : MAQ_OK;
}

// --------------------------------------------------------------------------------------- the blocks

typedef uint8_t block_pixels[16][4];

static void colour_565(unsigned value, uint8_t out[4]) {
    unsigned red = value >> 11 & 31, green = value >> 5 & 63, blue = value & 31;
    out[0] = (uint8_t)(red << 3 | red >> 2);
    out[1] = (uint8_t)(green << 2 | green >> 4);
    out[2] = (uint8_t)(blue << 3 | blue >> 2);
    out[3] = 255;
}

// Eight bytes of colour. Only BC1 has the mode with three colours and a transparent one.
static void decode_colours(const unsigned char *from, bool holes, block_pixels out) {
    unsigned first = mq_image_number(from, 2), second = mq_image_number(from + 2, 2);
    uint8_t colours[4][4] = {{0}};
    colour_565(first, colours[0]);
    colour_565(second, colours[1]);
    bool four = !holes || first > second;
    for (unsigned i = 0; i < 3; i++) {
        unsigned a = colours[0][i], b = colours[1][i];
        colours[2][i] = (uint8_t)(four ? (2 * a + b) / 3 : (a + b) / 2);
        colours[3][i] = (uint8_t)(four ? (a + 2 * b) / 3 : 0);
    }
    colours[2][3] = 255;
    colours[3][3] = four ? 255 : 0;
    uint32_t indices = mq_image_number(from + 4, 4);
    for (unsigned i = 0; i < 16; i++, indices >>= 2)
        memcpy(out[i], colours[indices & 3], 4);
}

static void decode_alpha_bc2(const unsigned char *from, block_pixels out) {
    for (unsigned i = 0; i < 16; i++)
        out[i][3] = (uint8_t)((from[i / 2] >> (i % 2 * 4) & 15) * 17);
}

static void decode_alpha_bc3(const unsigned char *from, block_pixels out) {
    unsigned a = from[0], b = from[1];
    uint8_t alphas[8] = {(uint8_t)a, (uint8_t)b};
    unsigned steps = a > b ? 7 : 5;
    for (unsigned i = 1; i < steps; i++)
        alphas[1 + i] = (uint8_t)(((steps - i) * a + i * b) / steps);
    if (steps == 5) {
        alphas[6] = 0;
        alphas[7] = 255;
    }
    uint64_t indices = mq_image_number(from + 2, 3) | (uint64_t)mq_image_number(from + 5, 3) << 24;
    for (unsigned i = 0; i < 16; i++, indices >>= 3)
        out[i][3] = alphas[indices & 7];
}

static void straighten(uint8_t pixel[4]) {
    for (unsigned i = 0; pixel[3] && i < 3; i++) {
        unsigned value = (pixel[i] * 255u + pixel[3] / 2u) / pixel[3];
        pixel[i] = (uint8_t)(value > 255 ? 255 : value);
    }
}

static void put_block(const dds_work *work, block_pixels block, uint32_t left, uint32_t top) {
    const maq_image *image = work->reader->image;
    for (uint32_t y = 0; y < 4 && top + y < image->height; y++) {
        for (uint32_t x = 0; x < 4 && left + x < image->width; x++) {
            uint8_t *pixel = image->pixels + ((size_t)(top + y) * image->width + left + x) * 4;
            memcpy(pixel, block[y * 4 + x], 4);
            if (work->premultiplied)
                straighten(pixel);
        }
    }
}

static void put_blocks(dds_work *work) {
    size_t size = work->coding == DDS_BC1 ? 8 : 16;
    for (uint32_t y = 0; y < work->height; y += 4) {
        for (uint32_t x = 0; x < work->width; x += 4) {
            const unsigned char *from = mq_read_bytes(&work->cursor, size);
            block_pixels block;
            if (!from) {
                mq_image_report_truncated(work->reader, (uint64_t)y * work->width + x * 4u);
                return;
            }
            decode_colours(from + size - 8, work->coding == DDS_BC1, block);
            if (work->coding == DDS_BC2)
                decode_alpha_bc2(from, block);
            else if (work->coding == DDS_BC3)
                decode_alpha_bc3(from, block);
            put_block(work, block, x, y);
        }
    }
}

static void put_plain(dds_work *work) {
    uint8_t *to = work->reader->image->pixels;
    uint64_t total = (uint64_t)work->width * work->height;
    for (uint64_t i = 0; i < total; i++, to += 4) {
        const unsigned char *from = mq_read_bytes(&work->cursor, work->bits / 8);
        if (!from) {
            mq_image_report_truncated(work->reader, i);
            return;
        }
        mq_image_unpack(&work->masks, mq_image_number(from, work->bits / 8), to);
        if (work->grey)
            to[1] = to[2] = to[0];
    }
}

static maq_status read(mq_image_reader *reader) {
    dds_work work = {.reader = reader, .cursor = mq_cursor_over(reader->bytes, reader->length)};
    maq_status status = read_head(&work);
    if (status == MAQ_OK)
        status = mq_image_begin(reader, work.width, work.height, MQ_IMAGE_PLAIN_PIXELS);
    if (status != MAQ_OK)
        return status;
    if (mq_cursor_left(&work.cursor) == 0) {
        MQ_IMAGE_REPORT(reader, BROKEN, reader->length, "the file ends before the first pixel");
        return MAQ_BAD_DATA;
    }
    if (work.coding == DDS_PLAIN)
        put_plain(&work);
    else
        put_blocks(&work);
    return MAQ_OK;
}

const mq_image_format mq_image_dds = {"DDS", matches, read};
