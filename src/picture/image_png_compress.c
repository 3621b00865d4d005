// SPDX-License-Identifier: MIT
//
// All cores compress an image: blocks of rows become streams of their own, each of which begins with the
// 32 KiB before it as its window and ends at a whole byte. One after the other they are one stream.
#include "picture/image_png_compress.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/parallel.h"

enum {
    PIXEL = 4,              // bytes
    WINDOW = 32 << 10,      // what zlib looks back at
    BLOCK_SIZE = 512 << 10, // about as many bytes
    MOST_SLOTS = 16,        // blocks at a time
    HEADER = 2,             // of the whole stream: a method with this window, the usual level
    CHECKSUM = 4            // at its end
};

// ------------------------------------------------------------------------------------------ filters

typedef enum filter {
    FILTER_NONE,
    FILTER_SUB,
    FILTER_UP,
    FILTER_AVERAGE,
    FILTER_PAETH,
    FILTER_COUNT
} filter;

// The one of left, above and above the left that is nearest to left + above - above_left.
static inline int paeth(int left, int above, int above_left) {
    int to_left = abs(above - above_left), to_above = abs(left - above_left);
    int to_corner = abs(left + above - 2 * above_left);
    int nearest = to_above <= to_corner ? above : above_left;
    return to_left <= to_above && to_left <= to_corner ? left : nearest;
}

static inline uint8_t apply(filter kind, int value, int left, int above, int above_left) {
    switch (kind) {
    case FILTER_SUB:
        return (uint8_t)(value - left);
    case FILTER_UP:
        return (uint8_t)(value - above);
    case FILTER_AVERAGE:
        return (uint8_t)(value - (left + above) / 2);
    case FILTER_PAETH:
        return (uint8_t)(value - paeth(left, above, above_left));
    default:
        return (uint8_t)value;
    }
}

// Filters a row; `kind` is a constant where this is called, so that the loop becomes vector code. Returns
// how far its bytes are from 0: the smaller, the better they are compressed, as a rule.
static inline uint32_t filter_row(filter kind, const uint8_t *row, const uint8_t *above,
                                  size_t length, uint8_t *out) {
    uint32_t sum = 0;
    for (size_t i = 0; i < PIXEL; i++) {
        out[i] = apply(kind, row[i], 0, above[i], 0);
        sum += (uint32_t)abs((int8_t)out[i]);
    }
    for (size_t i = PIXEL; i < length; i++) {
        out[i] = apply(kind, row[i], row[i - PIXEL], above[i], above[i - PIXEL]);
        sum += (uint32_t)abs((int8_t)out[i]);
    }
    return sum;
}

static uint32_t filter_row_by(filter kind, const uint8_t *row, const uint8_t *above, size_t length,
                              uint8_t *out) {
    switch (kind) {
    case FILTER_SUB:
        return filter_row(FILTER_SUB, row, above, length, out);
    case FILTER_UP:
        return filter_row(FILTER_UP, row, above, length, out);
    case FILTER_AVERAGE:
        return filter_row(FILTER_AVERAGE, row, above, length, out);
    case FILTER_PAETH:
        return filter_row(FILTER_PAETH, row, above, length, out);
    default:
        return filter_row(FILTER_NONE, row, above, length, out);
    }
}

// ------------------------------------------------------------------------------------------- blocks

// Memory for a block at work.
typedef struct block_slot {
    z_stream stream;
    unsigned char *filtered; // its rows, after those of the window
    unsigned char *attempt;  // a row by another filter
    unsigned char *packed;   // after space for HEADER, before space for CHECKSUM
    size_t packed_length;
    size_t length; // of its rows
    uLong sum;
    bool good;
} block_slot;

typedef struct packer {
    const maq_image *image;
    const uint8_t *black; // what is above the first row
    size_t row_length;    // of pixels, without the number of the filter
    uint32_t block_rows, window_rows, block_count, slot_count;
    uint32_t first_block; // that of the first slot
    uLong sum;            // of all blocks so far
    block_slot slots[MOST_SLOTS];
} packer;

// Stores the row with the best filter, after its number.
static void put_filtered_row(const packer *p, uint32_t y, unsigned char *attempt,
                             unsigned char *out) {
    const uint8_t *row = p->image->pixels + y * p->row_length;
    const uint8_t *above = y > 0 ? row - p->row_length : p->black;
    uint32_t least = UINT32_MAX;
    for (filter kind = FILTER_NONE; kind < FILTER_COUNT && least > 0; kind++) {
        uint32_t sum = filter_row_by(kind, row, above, p->row_length, attempt);
        if (sum < least) {
            least = sum;
            out[0] = (unsigned char)kind;
            memcpy(out + 1, attempt, p->row_length);
        }
    }
}

static void pack_block(void *context, size_t index) {
    packer *p = context;
    block_slot *slot = &p->slots[index];
    uint32_t block = p->first_block + (uint32_t)index, height = p->image->height;
    uint32_t begin = block * p->block_rows;
    uint32_t end = height - begin < p->block_rows ? height : begin + p->block_rows;
    uint32_t before = begin < p->window_rows ? begin : p->window_rows;
    for (uint32_t y = begin - before; y < end; y++)
        put_filtered_row(p, y, slot->attempt,
                         slot->filtered + (y - (begin - before)) * (p->row_length + 1));
    unsigned char *rows = slot->filtered + before * (p->row_length + 1);
    slot->length = (end - begin) * (p->row_length + 1);
    slot->sum = adler32(1, rows, (uInt)slot->length);

    bool last = block + 1 == p->block_count;
    size_t window = (size_t)(rows - slot->filtered);
    window = window < WINDOW ? window : WINDOW;
    z_stream *stream = &slot->stream;
    uLong capacity = deflateBound(stream, (uLong)slot->length);
    slot->good = deflateReset(stream) == Z_OK &&
                 (window == 0 || deflateSetDictionary(stream, rows - window, (uInt)window) == Z_OK);
    stream->next_in = rows;
    stream->avail_in = (uInt)slot->length;
    stream->next_out = slot->packed + HEADER;
    stream->avail_out = (uInt)capacity;
    slot->good = slot->good &&
                 deflate(stream, last ? Z_FINISH : Z_SYNC_FLUSH) == (last ? Z_STREAM_END : Z_OK) &&
                 stream->avail_in == 0 && stream->avail_out > 0;
    slot->packed_length = capacity - stream->avail_out;
}

// ------------------------------------------------------------------------------------------- memory

// The owner of the arena frees all at once.
static voidpf alloc_for_zlib(voidpf arena, uInt count, uInt size) {
    return mq_arena_alloc(arena, count, size, alignof(max_align_t));
}

static void free_for_zlib(voidpf arena, voidpf block) {
    (void)arena;
    (void)block;
}

static bool alloc_slot(const packer *p, mq_arena *arena, block_slot *slot) {
    slot->stream = (z_stream){.zalloc = alloc_for_zlib, .zfree = free_for_zlib, .opaque = arena};
    if (deflateInit2(&slot->stream, 6, Z_DEFLATED, -15, 8, Z_FILTERED) != Z_OK)
        return false;
    size_t rows = p->block_rows * (p->row_length + 1);
    size_t packed = HEADER + deflateBound(&slot->stream, (uLong)rows) + CHECKSUM;
    slot->filtered =
        mq_arena_alloc_uninitialized(arena, rows + p->window_rows * (p->row_length + 1), 1, 1);
    slot->attempt = mq_arena_alloc_uninitialized(arena, p->row_length, 1, 1);
    slot->packed = mq_arena_alloc_uninitialized(arena, packed, 1, 1);
    return slot->filtered && slot->attempt && slot->packed;
}

static bool begin(packer *p, mq_arena *arena) {
    size_t row = p->row_length + 1;
    uint32_t height = p->image->height;
    p->block_rows = (uint32_t)((BLOCK_SIZE + row - 1) / row);
    p->block_rows = p->block_rows < height ? p->block_rows : height;
    p->window_rows = (uint32_t)((WINDOW + row - 1) / row);
    p->block_count = (height + p->block_rows - 1) / p->block_rows;
    p->slot_count = p->block_count < MOST_SLOTS ? p->block_count : MOST_SLOTS;
    p->black = MQ_NEW_ARRAY(arena, uint8_t, p->row_length);
    bool good = p->black != NULL;
    for (uint32_t i = 0; good && i < p->slot_count; i++)
        good = alloc_slot(p, arena, &p->slots[i]);
    return good;
}

// -------------------------------------------------------------------------------------------- stream

// The part of the stream that is this block: the first has the header, the last the checksum.
static unsigned char *block_part(packer *p, uint32_t index, size_t *length) {
    block_slot *slot = &p->slots[index];
    unsigned char *part = slot->packed + HEADER, *end = part + slot->packed_length;
    p->sum = adler32_combine(p->sum, slot->sum, (z_off_t)slot->length);
    if (p->first_block + index == 0) {
        part = slot->packed;
        part[0] = 0x78;
        part[1] = 0x9c;
    }
    for (int k = 0; p->first_block + index + 1 == p->block_count && k < CHECKSUM; k++)
        *end++ = (unsigned char)(p->sum >> (24 - 8 * k));
    *length = (size_t)(end - part);
    return part;
}

maq_status mq_png_compress(const maq_image *image, unsigned threads, const maq_memory *memory,
                           void (*put)(void *context, const unsigned char *bytes, size_t length),
                           void *context) {
    mq_arena *arena = mq_arena_new(memory);
    if (!arena)
        return MAQ_NO_MEMORY;
    packer p = {.image = image, .row_length = (size_t)image->width * PIXEL, .sum = 1};
    bool good = begin(&p, arena);
    for (; good && p.first_block < p.block_count; p.first_block += p.slot_count) {
        uint32_t left = p.block_count - p.first_block;
        uint32_t count = left < p.slot_count ? left : p.slot_count;
        mq_parallel(count, threads, pack_block, NULL, &p);
        for (uint32_t i = 0; i < count && (good = p.slots[i].good); i++) {
            size_t length;
            const unsigned char *part = block_part(&p, i, &length);
            put(context, part, length);
        }
    }
    maq_status status = mq_arena_status(arena);
    mq_arena_free(arena);
    // zlib cannot fail for another reason.
    return good || status != MAQ_OK ? status : MAQ_NO_MEMORY;
}
