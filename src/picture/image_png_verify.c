// SPDX-License-Identifier: MIT
//
// Whether a PNG file is complete: its chunks, their checksums, and the length of its inflated data.
#include <string.h>
#include <zlib.h>

#include "picture/image_priv.h"

#define SIGNATURE_LENGTH 8
#define INTERLACE_PASSES 7

// What the rows of an image look like in the inflated data: each begins with the number of a filter.
typedef struct png_rows {
    unsigned pass, pass_count; // 1, or those of an interlaced image
    uint32_t width, height;
    unsigned pixel_bits;
    uint64_t row_bytes; // in this pass
    uint32_t rows_left; // in this pass, after the current one
    uint64_t left;      // bytes of the current row, without the filter; the filter is next when 0
    bool complete;
    unsigned bad_filter; // 0: none; filters above 4 do not exist
} png_rows;

typedef struct png_verifier {
    mq_image_reader *reader;
    z_stream inflater;
    png_rows rows;
    bool inflating, ended, has_palette, palette_needed;
    const char *fault; // the first
    uint64_t fault_at;
} png_verifier;

static void fail(png_verifier *v, uint64_t at, const char *fault) {
    if (!v->fault) {
        v->fault = fault;
        v->fault_at = at;
    }
}

// ------------------------------------------------------------------------------------------- rows

// The first row and column of each pass, and the steps between them.
static const uint8_t pass_layout[INTERLACE_PASSES][4] = {
    {0, 0, 8, 8}, {0, 4, 8, 8}, {4, 0, 8, 4}, {0, 2, 4, 4},
    {2, 0, 4, 2}, {0, 1, 2, 2}, {1, 0, 2, 1},
};

static uint32_t steps(uint32_t size, unsigned first, unsigned step) {
    return size > first ? (size - first + step - 1) / step : 0;
}

// Goes to the next pass that has pixels.
static void begin_pass(png_rows *rows) {
    for (; rows->pass < rows->pass_count; rows->pass++) {
        static const uint8_t whole[4] = {0, 0, 1, 1};
        const uint8_t *layout = rows->pass_count == 1 ? whole : pass_layout[rows->pass];
        uint32_t height = steps(rows->height, layout[0], layout[2]);
        uint32_t width = steps(rows->width, layout[1], layout[3]);
        if (width == 0 || height == 0)
            continue;
        rows->row_bytes = ((uint64_t)width * rows->pixel_bits + 7) / 8;
        rows->rows_left = height;
        return;
    }
    rows->complete = true;
}

static void pass_bytes(png_rows *rows, const uint8_t *bytes, size_t count) {
    while (count > 0 && !rows->complete) {
        if (rows->left == 0) {
            if (*bytes > 4 && !rows->bad_filter)
                rows->bad_filter = *bytes;
            bytes++;
            count--;
            rows->left = rows->row_bytes;
            rows->rows_left--;
            continue;
        }
        size_t part = count < rows->left ? count : (size_t)rows->left;
        bytes += part;
        count -= part;
        rows->left -= part;
        if (rows->left == 0 && rows->rows_left == 0) {
            rows->pass++;
            begin_pass(rows);
        }
    }
}

// ----------------------------------------------------------------------------------------- chunks

static bool depth_fits(unsigned depth, unsigned colour_type) {
    switch (colour_type) {
    case 0:
        return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
    case 3:
        return depth == 1 || depth == 2 || depth == 4 || depth == 8;
    case 2:
    case 4:
    case 6:
        return depth == 8 || depth == 16;
    default:
        return false;
    }
}

static uint32_t big_endian(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void read_header(png_verifier *v, const unsigned char *data, uint32_t length, size_t at) {
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    if (length != 13) {
        fail(v, at, "the header is not 13 bytes long");
        return;
    }
    unsigned depth = data[8], colour_type = data[9];
    v->rows = (png_rows){.width = big_endian(data),
                         .height = big_endian(data + 4),
                         .pass_count = data[12] ? INTERLACE_PASSES : 1};
    if (v->rows.width == 0 || v->rows.height == 0)
        fail(v, at, "the image has no pixels");
    else if (!depth_fits(depth, colour_type))
        fail(v, at, "the header names a kind of pixels that does not exist");
    else if (data[10] != 0 || data[11] != 0 || data[12] > 1)
        fail(v, at, "the header names a compression, filter or interlacing that does not exist");
    if (v->fault)
        return;
    v->palette_needed = colour_type == 3;
    v->rows.pixel_bits = depth * channels[colour_type];
    begin_pass(&v->rows);
}

static void inflate_data(png_verifier *v, const unsigned char *data, uint32_t length, size_t at) {
    uint8_t out[16384];
    v->inflater.next_in = MQ_WRITABLE(unsigned char, data);
    v->inflater.avail_in = length;
    while (!v->ended && !v->fault && v->inflater.avail_in > 0 && !v->rows.complete) {
        v->inflater.next_out = out;
        v->inflater.avail_out = sizeof out;
        int result = inflate(&v->inflater, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END) {
            fail(v, at, "the compressed pixels are damaged");
            return;
        }
        pass_bytes(&v->rows, out, sizeof out - v->inflater.avail_out);
        v->ended = result == Z_STREAM_END;
    }
}

static void read_chunk(png_verifier *v, const unsigned char *type, const unsigned char *data,
                       uint32_t length, size_t at) {
    bool critical = !(type[0] & 0x20);
    uint32_t sum = (uint32_t)crc32(0, type, length + 4);
    if (sum != big_endian(data + length)) {
        if (critical)
            fail(v, at, "the checksum of a chunk is wrong");
        else
            MQ_IMAGE_REPORT(v->reader, ODD, at, "the checksum of a chunk without pixels is wrong");
    }
    bool first = at == SIGNATURE_LENGTH, header = memcmp(type, "IHDR", 4) == 0;
    if (header != first) {
        fail(v, at, first ? "the header is missing" : "there is a second header");
    } else if (header) {
        read_header(v, data, length, at);
    } else if (memcmp(type, "PLTE", 4) == 0) {
        v->has_palette = true;
    } else if (memcmp(type, "IDAT", 4) == 0) {
        if (v->palette_needed && !v->has_palette)
            fail(v, at, "the palette is missing");
        inflate_data(v, data, length, at);
    }
}

static void read_chunks(png_verifier *v) {
    const mq_image_reader *reader = v->reader;
    size_t at = SIGNATURE_LENGTH;
    bool end = false;
    while (!end && !v->fault) {
        size_t left = reader->length - at;
        const unsigned char *chunk = reader->bytes + at;
        if (left < 12 || big_endian(chunk) > left - 12) {
            fail(v, reader->length, "the file ends early");
            return;
        }
        uint32_t length = big_endian(chunk);
        end = memcmp(chunk + 4, "IEND", 4) == 0;
        read_chunk(v, chunk + 4, chunk + 8, length, at);
        at += (size_t)length + 12;
    }
    if (!v->fault && v->rows.bad_filter)
        fail(v, MAQ_NO_OFFSET, "a row names a filter that does not exist");
    if (!v->fault && !v->rows.complete)
        fail(v, reader->length, "pixels are missing");
}

static void *allocate(void *arena, unsigned count, unsigned size) {
    return mq_arena_alloc(arena, count, size, alignof(max_align_t));
}

static void release(void *arena, void *block) {
    (void)arena;
    (void)block;
}

maq_status mq_image_verify_png(mq_image_reader *reader) {
    png_verifier v = {.reader = reader,
                      .inflater = {.zalloc = allocate, .zfree = release, .opaque = reader->arena}};
    if (inflateInit(&v.inflater) != Z_OK)
        return mq_arena_status(reader->arena) != MAQ_OK ? mq_arena_status(reader->arena)
                                                        : MAQ_UNSUPPORTED;
    read_chunks(&v);
    inflateEnd(&v.inflater);
    if (mq_arena_status(reader->arena) != MAQ_OK)
        return mq_arena_status(reader->arena);
    if (!v.fault)
        return MAQ_OK;
    MQ_IMAGE_REPORT(reader, BROKEN, v.fault_at, "%s", v.fault);
    return MAQ_BAD_DATA;
}
