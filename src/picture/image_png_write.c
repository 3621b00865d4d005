// SPDX-License-Identifier: MIT
//
// PNG and animated PNG. Every setting is fixed, so that the same pixels give the same bytes with the same
// zlib.
#include <string.h>
#include <zlib.h>

#include "base/text.h"
#include "picture/image_png_compress.h"
#include "picture/image_priv.h"

#define MOST_DELAY 65535

// ------------------------------------------------------------------------------------------- chunks

static void big_endian(unsigned char *to, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (24 - 8 * i));
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
    if (head_length)
        sum = crc32(sum, head, (uInt)head_length);
    if (rest_length)
        sum = crc32(sum, rest, (uInt)rest_length);
    big_endian(bytes, (uint32_t)sum);
    mq_text_bytes(text, bytes, sizeof bytes);
}

// What every file begins with: 8-bit RGBA, not interlaced, colours of sRGB as they are perceived.
static void put_head(mq_text *text, const maq_image *image) {
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    unsigned char header[13] = {[8] = 8, [9] = 6}, intent = 0;
    big_endian(header, image->width);
    big_endian(header + 4, image->height);
    mq_text_bytes(text, signature, sizeof signature - 1);
    put_chunk(text, "IHDR", header, sizeof header, NULL, 0);
    put_chunk(text, "sRGB", &intent, 1, NULL, 0);
}

// ------------------------------------------------------------------------------------------- pixels

typedef struct pixel_chunks {
    mq_text *text;
    uint32_t *sequence; // NULL: they are not those of a later frame
} pixel_chunks;

static void put_part(void *context, const unsigned char *bytes, size_t length) {
    const pixel_chunks *chunks = context;
    unsigned char number[4];
    if (chunks->sequence) {
        big_endian(number, (*chunks->sequence)++);
        put_chunk(chunks->text, "fdAT", number, sizeof number, bytes, length);
    } else {
        put_chunk(chunks->text, "IDAT", NULL, 0, bytes, length);
    }
}

static void put_pixels(mq_text *text, const maq_image *image, unsigned threads,
                       uint32_t *sequence) {
    pixel_chunks chunks = {text, sequence};
    maq_status status = mq_png_compress(image, threads, &text->memory, put_part, &chunks);
    if (text->status == MAQ_OK)
        text->status = status;
}

// ---------------------------------------------------------------------------------------- the files

static bool is_writable(const maq_image *image) {
    return image && image->pixels && image->width > 0 && image->height > 0 &&
           image->width <= MAQ_IMAGE_MAX_SIDE && image->height <= MAQ_IMAGE_MAX_SIDE;
}

maq_status mq_image_encode_png(const maq_image *image, unsigned threads, const maq_memory *memory,
                               maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    if (!is_writable(image))
        return MAQ_BAD_ARGUMENT;
    mq_text text;
    mq_text_init(&text, memory);
    put_head(&text, image);
    put_pixels(&text, image, threads, NULL);
    put_chunk(&text, "IEND", NULL, 0, NULL, 0);
    return mq_text_release_to(&text, out);
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

maq_status mq_image_encode_apng(const maq_image *const *frames, uint32_t count, uint32_t delay,
                                uint32_t loops, unsigned threads, const maq_memory *memory,
                                maq_buffer *out) {
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
    put_head(&text, frames[0]);
    unsigned char animation[8];
    big_endian(animation, count);
    big_endian(animation + 4, loops);
    put_chunk(&text, "acTL", animation, sizeof animation, NULL, 0);
    uint32_t sequence = 0;
    for (uint32_t i = 0; i < count && text.status == MAQ_OK; i++) {
        put_frame_control(&text, frames[i], delay, &sequence);
        // The first one is also what programs without animation show.
        put_pixels(&text, frames[i], threads, i == 0 ? NULL : &sequence);
    }
    put_chunk(&text, "IEND", NULL, 0, NULL, 0);
    return mq_text_release_to(&text, out);
}
