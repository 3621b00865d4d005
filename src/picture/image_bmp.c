// SPDX-License-Identifier: MIT
//
// BMP: pixels of 1 to 32 bits from the bottom or the top, palettes, masks, and both run-length
// encodings.
#include <string.h>

#include "base/cursor.h"
#include "base/plural.h"
#include "picture/image_priv.h"

#define FILE_HEAD 14
#define OLD_HEAD 12 // of OS/2
#define MOST_PALETTE 256

// Two bytes can end a row whose pixels are all left out.
#define PACKED_PIXELS_PER_BYTE (MAQ_IMAGE_MAX_SIDE / 2)

typedef enum bmp_coding {
    BMP_PLAIN = 0,
    BMP_RUNS_8 = 1,
    BMP_RUNS_4 = 2,
    BMP_MASKS = 3,
    BMP_ALPHA_MASKS = 6,
} bmp_coding;

typedef struct bmp_work {
    mq_image_reader *reader;
    uint32_t pixels_at, head_length;
    int64_t width, height;
    bool from_top;
    unsigned bits;
    uint32_t coding;
    mq_image_masks masks;
    bool alpha_guessed;
    uint32_t palette_count;
    uint8_t palette[MOST_PALETTE][4];
    uint64_t done, strays;
} bmp_work;

static bool matches(const unsigned char *bytes, size_t length) {
    return length >= FILE_HEAD + 4 && bytes[0] == 'B' && bytes[1] == 'M';
}

// ----------------------------------------------------------------------------------------- the head

// What the masks are where the file does not say.
static void usual_masks(bmp_work *work) {
    work->alpha_guessed = work->bits == 32;
    work->masks = work->bits == 16 ? mq_image_masks_of(0x7c00, 0x03e0, 0x001f, 0)
                                   : mq_image_masks_of(0xff0000, 0x00ff00, 0x0000ff,
                                                       work->bits == 32 ? 0xff000000u : 0);
}

static void read_masks(bmp_work *work, mq_cursor *cursor) {
    uint32_t red = mq_read_u32(cursor), green = mq_read_u32(cursor), blue = mq_read_u32(cursor);
    // Only larger heads, and this coding, have a fourth.
    bool fourth = work->head_length >= 56 || work->coding == BMP_ALPHA_MASKS;
    work->masks = mq_image_masks_of(red, green, blue, fourth ? mq_read_u32(cursor) : 0);
}

static void read_palette(bmp_work *work, mq_cursor *cursor, uint32_t used) {
    size_t size = work->head_length == OLD_HEAD ? 3 : 4;
    uint32_t most = 1u << work->bits;
    // The palette ends where the pixels begin, whatever its declared size.
    size_t available = work->pixels_at > cursor->at ? (work->pixels_at - cursor->at) / size : 0;
    uint32_t count = used == 0 || used > most ? most : used;
    if (count > available && available > 0)
        count = (uint32_t)available;
    for (; work->palette_count < count; work->palette_count++) {
        const unsigned char *from = mq_read_bytes(cursor, size);
        if (!from)
            return;
        uint8_t *colour = work->palette[work->palette_count];
        colour[0] = from[2];
        colour[1] = from[1];
        colour[2] = from[0];
        colour[3] = 255;
    }
}

static maq_status refuse(const bmp_work *work, const char *what) {
    MQ_IMAGE_REPORT(work->reader, UNSUPPORTED, FILE_HEAD,
                    "%s (a head of %u %s, %u %s a pixel, coding %u)", what, work->head_length,
                    MQ_PLURAL(work->head_length, "byte", "bytes"), work->bits,
                    MQ_PLURAL(work->bits, "bit", "bits"), work->coding);
    return MAQ_UNSUPPORTED;
}

static bool coding_fits(const bmp_work *work) {
    switch (work->coding) {
    case BMP_PLAIN:
        return work->bits == 1 || work->bits == 4 || work->bits == 8 || work->bits == 16 ||
               work->bits == 24 || work->bits == 32;
    case BMP_RUNS_8:
        return work->bits == 8;
    case BMP_RUNS_4:
        return work->bits == 4;
    case BMP_MASKS:
    case BMP_ALPHA_MASKS:
        return work->bits == 16 || work->bits == 32;
    default:
        return false;
    }
}

static maq_status read_head(bmp_work *work) {
    mq_cursor cursor = mq_cursor_over(work->reader->bytes, work->reader->length);
    mq_read_bytes(&cursor, 10);
    work->pixels_at = mq_read_u32(&cursor);
    work->head_length = mq_read_u32(&cursor);
    uint32_t used = 0;
    if (work->head_length == OLD_HEAD) {
        work->width = mq_read_u16(&cursor);
        work->height = mq_read_u16(&cursor);
        mq_read_u16(&cursor);
        work->bits = mq_read_u16(&cursor);
    } else {
        work->width = (int32_t)mq_read_u32(&cursor);
        work->height = (int32_t)mq_read_u32(&cursor);
        mq_read_u16(&cursor);
        work->bits = mq_read_u16(&cursor);
        work->coding = mq_read_u32(&cursor);
        mq_read_bytes(&cursor, 12);
        used = mq_read_u32(&cursor);
        mq_read_u32(&cursor);
    }
    if (cursor.failed) {
        MQ_IMAGE_REPORT(work->reader, BROKEN, work->reader->length, "the file ends in the head");
        return MAQ_BAD_DATA;
    }
    if (work->head_length != OLD_HEAD && work->head_length < 40)
        return refuse(work, "the head is of no known kind");
    if (!coding_fits(work))
        return refuse(work, "the pixels are stored in a way that is not read");
    work->from_top = work->height < 0;
    if (work->from_top)
        work->height = -work->height;
    if (work->width < 0)
        work->width = 0;
    usual_masks(work);
    if (work->coding == BMP_MASKS || work->coding == BMP_ALPHA_MASKS) {
        work->alpha_guessed = false;
        read_masks(work, &cursor);
    }
    size_t header_end = FILE_HEAD + (size_t)work->head_length;
    if (cursor.at < header_end)
        mq_read_bytes(&cursor, header_end - cursor.at);
    if (work->bits <= 8)
        read_palette(work, &cursor, used);
    if (cursor.failed) {
        MQ_IMAGE_REPORT(work->reader, BROKEN, work->reader->length,
                        "the file ends before the pixels");
        return MAQ_BAD_DATA;
    }
    return MAQ_OK;
}

// --------------------------------------------------------------------------------------- the pixels

static uint8_t *pixel_at(const bmp_work *work, uint32_t x, uint32_t y) {
    const maq_image *image = work->reader->image;
    uint32_t row = work->from_top ? y : image->height - 1 - y;
    return image->pixels + ((size_t)row * image->width + x) * 4;
}

static void put_index(bmp_work *work, uint32_t x, uint32_t y, unsigned index) {
    if (index < work->palette_count)
        memcpy(pixel_at(work, x, y), work->palette[index], 4);
    else
        work->strays++;
    work->done++;
}

static void put_row(bmp_work *work, mq_cursor *cursor, uint32_t y, size_t row_length) {
    uint32_t width = work->reader->image->width;
    size_t there = mq_cursor_left(cursor) < row_length ? mq_cursor_left(cursor) : row_length;
    const unsigned char *from = mq_read_bytes(cursor, there);
    uint64_t whole = (uint64_t)there * 8 / work->bits;
    for (uint32_t x = 0; x < width && x < whole; x++) {
        if (work->bits <= 8) {
            size_t bit = (size_t)x * work->bits;
            unsigned byte = from[bit / 8], shift = 8 - work->bits - (unsigned)(bit % 8);
            put_index(work, x, y, byte >> shift & ((1u << work->bits) - 1));
        } else {
            size_t size = work->bits / 8;
            mq_image_unpack(&work->masks, mq_image_number(from + x * size, size),
                            pixel_at(work, x, y));
            work->done++;
        }
    }
}

static void put_plain(bmp_work *work, mq_cursor *cursor) {
    const maq_image *image = work->reader->image;
    size_t row_length = ((size_t)image->width * work->bits + 31) / 32 * 4;
    for (uint32_t y = 0; y < image->height && mq_cursor_left(cursor) > 0; y++)
        put_row(work, cursor, y, row_length);
    if (work->done < (uint64_t)image->width * image->height)
        mq_image_report_truncated(work->reader, work->done);
}

// The index number `i` of bytes that hold two of 4 bits or one of 8.
static unsigned packed_index(const bmp_work *work, const unsigned char *from, unsigned i) {
    unsigned byte = from[work->bits == 8 ? i : i / 2];
    return work->bits == 8 ? byte : byte >> (i % 2 ? 0 : 4) & 15;
}

// True at the end of the picture.
static bool put_run(bmp_work *work, mq_cursor *cursor, uint32_t *x, uint32_t *y) {
    const maq_image *image = work->reader->image;
    unsigned count = mq_read_u8(cursor), value = mq_read_u8(cursor);
    if (count == 0 && value == 0) {
        *x = 0;
        ++*y;
    } else if (count == 0 && value == 2) {
        uint32_t right = mq_read_u8(cursor), up = mq_read_u8(cursor);
        *x = *x + right > image->width ? image->width : *x + right;
        *y += up;
    } else if (count == 0 && value > 2) {
        size_t bytes = work->bits == 8 ? value : (value + 1) / 2;
        const unsigned char *from = mq_read_bytes(cursor, bytes);
        for (unsigned i = 0; from && i < value && *x < image->width; i++, ++*x)
            put_index(work, *x, *y, packed_index(work, from, i));
        if (bytes % 2)
            mq_read_bytes(cursor, 1);
    } else if (count > 0) {
        const unsigned char both[1] = {(unsigned char)value};
        for (unsigned i = 0; i < count && *x < image->width; i++, ++*x)
            put_index(work, *x, *y, work->bits == 8 ? value : packed_index(work, both, i % 2));
    }
    return cursor->failed || (count == 0 && value == 1);
}

static void put_runs(bmp_work *work, mq_cursor *cursor) {
    uint32_t x = 0, y = 0;
    while (y < work->reader->image->height) {
        if (put_run(work, cursor, &x, &y))
            break;
    }
    // Pixels may be omitted, but not the end marker.
    if (cursor->failed)
        mq_image_report_truncated(work->reader, work->done);
}

static maq_status read(mq_image_reader *reader) {
    bmp_work work = {.reader = reader};
    maq_status status = read_head(&work);
    if (status != MAQ_OK)
        return status;
    bool packed = work.coding == BMP_RUNS_8 || work.coding == BMP_RUNS_4;
    status = mq_image_begin(reader, (uint64_t)work.width, (uint64_t)work.height,
                            packed ? PACKED_PIXELS_PER_BYTE : MQ_IMAGE_PLAIN_PIXELS);
    if (status != MAQ_OK)
        return status;
    mq_cursor cursor = mq_cursor_over(reader->bytes, reader->length);
    mq_read_bytes(&cursor, work.pixels_at);
    if (cursor.failed || mq_cursor_left(&cursor) == 0) {
        MQ_IMAGE_REPORT(reader, BROKEN, reader->length, "the file ends before the first pixel");
        return MAQ_BAD_DATA;
    }
    if (packed)
        put_runs(&work, &cursor);
    else
        put_plain(&work, &cursor);
    if (work.strays)
        MQ_IMAGE_REPORT(reader, DAMAGED, MAQ_NO_OFFSET, "%llu %s not in the palette",
                        (unsigned long long)work.strays,
                        MQ_PLURAL(work.strays, "pixel is", "pixels are"));
    if (work.alpha_guessed)
        mq_image_drop_empty_alpha(reader->image);
    return MAQ_OK;
}

const mq_image_format mq_image_bmp = {"BMP", matches, read};
