// SPDX-License-Identifier: MIT
//
// PNG, by libpng, which reports errors by longjmp(); the rows that it has decoded by then are kept.
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <png.h>

#include "base/arena.h"
#include "picture/image_priv.h"

#define SIGNATURE_LENGTH 8

// Deflate cannot make more than this many bytes of one.
#define MOST_INFLATION 1032

// The most memory that libpng may use for an ancillary chunk; all are discarded.
#define CHUNK_LIMIT ((png_alloc_size_t)8 << 20)

// libpng reads compressed bytes in pieces of this size. The last piece of a truncated file is lost.
#define PIECE 512

typedef struct png_work {
    mq_image_reader *reader;
    mq_arena *scratch;
    size_t at; // in the file
    bool ended;
    bool warned;         // only the first warning is reported
    uint32_t rows_begun; // of the last pass
    int pass, passes;
    maq_status status;
    char fault[96];
} png_work;

static bool matches(const unsigned char *bytes, size_t length) {
    static const unsigned char signature[SIGNATURE_LENGTH] = {0x89, 'P',  'N',  'G',
                                                              '\r', '\n', 0x1a, '\n'};
    return length >= sizeof signature && memcmp(bytes, signature, sizeof signature) == 0;
}

// libpng gets memory of the arena, so that its limits apply and one call frees it however libpng ends.
// Zeroed: what libpng leaves untouched of a row is then the same on every run.
static void *on_alloc(png_structp png, png_alloc_size_t size) {
    return mq_arena_alloc(png_get_mem_ptr(png), size, 1, alignof(max_align_t));
}

static void on_free(png_structp png, void *block) {
    (void)png;
    (void)block;
}

static void on_bytes(png_structp png, png_bytep out, size_t length) {
    png_work *work = png_get_io_ptr(png);
    if (length > work->reader->length - work->at) {
        work->ended = true;
        png_error(png, "the file ends");
    }
    memcpy(out, work->reader->bytes + work->at, length);
    work->at += length;
}

static void on_error(png_structp png, png_const_charp message) {
    png_work *work = png_get_error_ptr(png);
    snprintf(work->fault, sizeof work->fault, "%s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    png_work *work = png_get_error_ptr(png);
    if (!work->warned)
        MQ_IMAGE_REPORT(work->reader, ODD, work->at, "%s", message);
    work->warned = true;
}

// Whatever the file has becomes RGBA of 8 bits.
static void request_rgba(png_structp png) {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
}

// Everything that may longjmp() out. The state is in `work`: locals would be lost.
static void decode(png_work *work, png_structp png, png_infop info) {
    if (setjmp(png_jmpbuf(png)))
        return;
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); // mq_image_begin() has the limits
    png_set_chunk_malloc_max(png, CHUNK_LIMIT);
    png_set_compression_buffer_size(png, PIECE);
    // Only chunks that affect pixels are read: many faults of libpng were in profiles and texts.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_crc_action(png, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
    png_set_read_fn(png, work, on_bytes);
    png_read_info(png, info);

    uint32_t bits = (uint32_t)png_get_bit_depth(png, info) * png_get_channels(png, info);
    work->status =
        mq_image_begin(work->reader, png_get_image_width(png, info),
                       png_get_image_height(png, info), MOST_INFLATION * 8 / (bits ? bits : 1));
    if (work->status != MAQ_OK)
        return;
    request_rgba(png);
    work->passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    maq_image *image = work->reader->image;
    if (png_get_rowbytes(png, info) != (size_t)image->width * 4)
        png_error(png, "rows of an unexpected length");
    for (work->pass = 0; work->pass < work->passes; work->pass++) {
        for (work->rows_begun = 0; work->rows_begun < image->height;) {
            uint8_t *row = image->pixels + (size_t)work->rows_begun * image->width * 4;
            work->rows_begun++;
            png_read_row(png, row, NULL);
        }
    }
    // The rest of the file has no pixels, but shows whether it is complete.
    png_read_end(png, NULL);
}

// libpng has failed. The rows that it has decoded by then are an image, if there are any.
static maq_status finish_failed_read(png_work *work) {
    mq_image_reader *reader = work->reader;
    bool all = work->passes > 0 && work->pass == work->passes;
    if (all) {
        MQ_IMAGE_REPORT(reader, ODD, work->at, "after the pixels: %s", work->fault);
        return MAQ_OK;
    }
    if (work->pass == 0 && work->rows_begun <= 1) {
        MQ_IMAGE_REPORT(reader, BROKEN, work->at, "%s", work->fault);
        return MAQ_BAD_DATA;
    }
    if (work->ended && work->passes == 1)
        mq_image_report_truncated(reader, (uint64_t)(work->rows_begun - 1) * reader->image->width);
    else if (work->ended)
        MQ_IMAGE_REPORT(reader, ENDS_EARLY, reader->length, "the file ends in pass %d of %d",
                        work->pass + 1, work->passes);
    else
        MQ_IMAGE_REPORT(reader, DAMAGED, work->at, "row %u: %s", work->rows_begun, work->fault);
    return MAQ_OK;
}

static maq_status read(mq_image_reader *reader) {
    png_work work = {.reader = reader, .status = MAQ_OK};
    work.scratch = mq_arena_scratch(reader->arena);
    if (!work.scratch)
        return mq_arena_status(reader->arena);
    png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &work, on_error, on_warning,
                                               work.scratch, on_alloc, on_free);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info)
        decode(&work, png, info);
    else
        mq_arena_fail(work.scratch, MAQ_NO_MEMORY);
    // libpng holds nothing but memory of the arena.
    mq_arena_end_scratch(reader->arena, work.scratch);
    if (mq_arena_status(reader->arena) != MAQ_OK)
        return mq_arena_status(reader->arena);
    if (work.status == MAQ_OK && work.fault[0])
        return finish_failed_read(&work);
    return work.status;
}

const mq_image_format mq_image_png = {"PNG", matches, read};
