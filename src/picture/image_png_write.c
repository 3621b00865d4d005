// SPDX-License-Identifier: MIT
//
// PNG and animated PNG, by libpng. Every setting is fixed, so that the same pixels give the same
// bytes with the same zlib.
#include <setjmp.h>
#include <string.h>
#include <zlib.h>

#include "base/cursor.h"
#include "base/text.h"
#include "picture/image_png_memory.h"
#include "picture/image_priv.h"

#define SIGNATURE_LENGTH 8
#define MOST_DELAY 65535

// --------------------------------------------------------------------------------------- one image

typedef struct png_sink {
    mq_text *text;
    mq_arena *scratch;
    bool failed;
} png_sink;

static void on_error(png_structp png, png_const_charp message) {
    (void)message;
    png_sink *sink = png_get_error_ptr(png);
    sink->failed = true;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void on_bytes(png_structp png, png_bytep bytes, size_t length) {
    png_sink *sink = png_get_io_ptr(png);
    mq_text_bytes(sink->text, bytes, length);
    if (sink->text->status != MAQ_OK)
        png_error(png, "no memory");
}

static void on_flush(png_structp png) {
    (void)png;
}

static void put_image(png_sink *sink, png_structp png, png_infop info, const maq_image *image) {
    if (setjmp(png_jmpbuf(png)))
        return;
    png_set_write_fn(png, sink, on_bytes, on_flush);
    png_set_user_limits(png, MAQ_IMAGE_MAX_SIDE, MAQ_IMAGE_MAX_SIDE);
    png_set_compression_level(png, 6);
    png_set_compression_mem_level(png, 8);
    png_set_compression_window_bits(png, 15);
    png_set_compression_strategy(png, Z_FILTERED);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
    png_set_IHDR(png, info, image->width, image->height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    for (uint32_t y = 0; y < image->height; y++)
        png_write_row(png, image->pixels + (size_t)y * image->width * 4);
    png_write_end(png, NULL);
}

// Appends a whole PNG file to the text; a failure shows in its status.
static void put_png(mq_text *text, const maq_image *image) {
    maq_memory memory = text->memory;
    png_sink sink = {.text = text, .scratch = mq_arena_new(&memory)};
    if (!sink.scratch) {
        text->status = MAQ_NO_MEMORY;
        return;
    }
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &sink, on_error, on_warning,
                                                sink.scratch, mq_png_alloc, mq_png_free);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info)
        put_image(&sink, png, info, image);
    else
        sink.failed = true;
    if (sink.failed && text->status == MAQ_OK) {
        maq_status status = mq_arena_status(sink.scratch);
        text->status = status != MAQ_OK ? status : MAQ_NO_MEMORY;
    }
    mq_arena_free(sink.scratch);
}

static bool is_writable(const maq_image *image) {
    return image && image->pixels && image->width > 0 && image->height > 0 &&
           image->width <= MAQ_IMAGE_MAX_SIDE && image->height <= MAQ_IMAGE_MAX_SIDE;
}

maq_status mq_image_encode_png(const maq_image *image, const maq_memory *memory, maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    if (!is_writable(image))
        return MAQ_BAD_ARGUMENT;
    mq_text text;
    mq_text_init(&text, memory);
    put_png(&text, image);
    return mq_text_release_to(&text, out);
}

// ------------------------------------------------------------------------------------- many images

static void big_endian(unsigned char *to, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (24 - 8 * i));
}

static uint32_t from_big_endian(const unsigned char *from) {
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

// A chunk whose content comes in two pieces.
static void put_chunk(mq_text *text, const char *type, const unsigned char *head,
                      size_t head_length, const unsigned char *rest, size_t rest_length) {
    unsigned char bytes[4];
    big_endian(bytes, (uint32_t)(head_length + rest_length));
    mq_text_bytes(text, bytes, sizeof bytes);
    mq_text_bytes(text, type, 4);
    mq_text_bytes(text, head, head_length);
    mq_text_bytes(text, rest, rest_length);
    uLong sum = crc32(0, (const Bytef *)type, 4);
    sum = crc32(sum, head, (uInt)head_length);
    if (rest_length)
        sum = crc32(sum, rest, (uInt)rest_length);
    big_endian(bytes, (uint32_t)sum);
    mq_text_bytes(text, bytes, sizeof bytes);
}

// How long a frame is shown, and that it covers all of the picture.
static void put_frame_control(mq_text *text, const maq_image *image, uint32_t delay,
                              uint32_t *sequence) {
    unsigned char control[26] = {0}; // offsets, disposal and blending are 0
    big_endian(control, (*sequence)++);
    big_endian(control + 4, image->width);
    big_endian(control + 8, image->height);
    control[20] = (unsigned char)(delay >> 8);
    control[21] = (unsigned char)delay;
    control[22] = 1000 >> 8; // milliseconds
    control[23] = 1000 & 0xff;
    put_chunk(text, "fcTL", control, sizeof control, NULL, 0);
}

// Splits a PNG file of a frame into chunks and appends those of the animation: of the first frame the
// header and the default image, of the last one the end, of the others only the pixels.
static void put_frame(mq_text *text, const maq_buffer *png, const maq_image *image, uint32_t frame,
                      uint32_t count, uint32_t delay, uint32_t loops, uint32_t *sequence) {
    mq_cursor cursor = mq_cursor_over(png->data, png->length);
    const unsigned char *signature = mq_read_bytes(&cursor, SIGNATURE_LENGTH);
    if (frame == 0)
        mq_text_bytes(text, signature, SIGNATURE_LENGTH);
    bool controlled = false;
    for (const unsigned char *head; (head = mq_read_bytes(&cursor, 8));) {
        size_t length = from_big_endian(head);
        const unsigned char *content = mq_read_bytes(&cursor, length + 4); // with its sum
        if (!content)
            break;
        bool pixels = memcmp(head + 4, "IDAT", 4) == 0;
        bool end = memcmp(head + 4, "IEND", 4) == 0;
        if (pixels && frame == 0 && !controlled) {
            unsigned char animation[8];
            big_endian(animation, count);
            big_endian(animation + 4, loops);
            put_chunk(text, "acTL", animation, sizeof animation, NULL, 0);
        }
        if (pixels && !controlled)
            put_frame_control(text, image, delay, sequence);
        controlled |= pixels;
        if (frame > 0 && pixels) {
            unsigned char number[4];
            big_endian(number, (*sequence)++);
            put_chunk(text, "fdAT", number, sizeof number, content, length);
        } else if (end ? frame == count - 1 : frame == 0) {
            mq_text_bytes(text, head, 8);
            mq_text_bytes(text, content, length + 4);
        }
    }
}

maq_status mq_image_encode_apng(const maq_image *const *frames, uint32_t count, uint32_t delay,
                                uint32_t loops, const maq_memory *memory, maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    // The format counts up to 2^31 - 1.
    if (!frames || count == 0 || count > INT32_MAX || loops > INT32_MAX || delay > MOST_DELAY)
        return MAQ_BAD_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_writable(frames[i]) || frames[i]->width != frames[0]->width ||
            frames[i]->height != frames[0]->height)
            return MAQ_BAD_ARGUMENT;
    }
    mq_text text;
    mq_text_init(&text, memory);
    uint32_t sequence = 0;
    for (uint32_t i = 0; i < count && text.status == MAQ_OK; i++) {
        maq_buffer png;
        maq_status status = mq_image_encode_png(frames[i], memory, &png);
        if (status != MAQ_OK)
            text.status = status;
        else
            put_frame(&text, &png, frames[i], i, count, delay, loops, &sequence);
        maq_buffer_free(&png);
    }
    return mq_text_release_to(&text, out);
}
