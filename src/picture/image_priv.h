// SPDX-License-Identifier: MIT
//
// What the decoders of images share. A decoder looks at the head of the file, asks for pixels of that
// size, and fills them.
#ifndef MQ_PICTURE_IMAGE_PRIV_H
#define MQ_PICTURE_IMAGE_PRIV_H

#include "base/arena.h"
#include "base/findings.h"
#include "picture/image_rules.h"
#include "picture/raster_texture.h"

// A file that is being decoded.
typedef struct mq_image_reader {
    mq_arena *arena; // of the image
    mq_findings *findings;
    const unsigned char *bytes;
    size_t length;
    uint64_t max_pixels;
    maq_image *image;
} mq_image_reader;

// The most pixels that a byte of a file without compression is believed to stand for. More than any
// can hold, so that a file that ends early is still shown; few enough to bound the memory.
#define MQ_IMAGE_PLAIN_PIXELS 16

// Judges the announced size and gives the image that many transparent pixels. `pixels_per_byte` is
// the most that a byte of the file can stand for; an image that the whole file could not hold is
// refused. MAQ_OK, or a status that is told already.
maq_status mq_image_begin(mq_image_reader *reader, uint64_t width, uint64_t height,
                          uint64_t pixels_per_byte);

// Adds a finding; `offset` may be MAQ_NO_OFFSET.
#define MQ_IMAGE_TELL(reader, rule, offset, ...)                                                   \
    mq_add_finding((reader)->findings, &mq_image_rules[MQ_IMAGE_##rule], (offset), 0, __VA_ARGS__)

// Tells that pixels from this number on are missing.
void mq_image_report_truncated(mq_image_reader *reader, uint64_t pixels_read);

// The decoders. `likes` says whether the bytes look like the format; `read` fills reader->image.
typedef struct mq_image_format {
    const char *name;
    bool (*likes)(const unsigned char *bytes, size_t length);
    maq_status (*read)(mq_image_reader *reader);
} mq_image_format;
extern const mq_image_format mq_image_png, mq_image_jpeg, mq_image_tga, mq_image_bmp, mq_image_dds;

// Pixels as numbers whose bits are shared out to the channels by masks; a mask of 0 stands for a
// channel that is not there (alpha: opaque, others: 0).
typedef struct mq_image_channel {
    uint32_t mask, shift, largest;
} mq_image_channel;
typedef struct mq_image_masks {
    mq_image_channel channels[4]; // red, green, blue, alpha
} mq_image_masks;
mq_image_masks mq_image_masks_of(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha);
void mq_image_unpack(const mq_image_masks *masks, uint32_t value, uint8_t out[4]);

// The number of 1 to 4 bytes that a pixel takes, the lowest byte first.
uint32_t mq_image_number(const unsigned char *bytes, size_t size);

// Makes an image opaque when no pixel has any alpha: files whose fourth byte means nothing.
void mq_image_drop_empty_alpha(maq_image *image);

// Where findings about an image of maq_image_new() go.
mq_findings *mq_image_findings_of(maq_image *image);

// maq_image_write_png() and maq_image_write_apng() with the memory of the caller.
maq_status mq_image_encode_png(const maq_image *image, const maq_memory *memory, maq_buffer *out);
maq_status mq_image_encode_apng(const maq_image *const *frames, uint32_t count, uint32_t delay,
                                uint32_t loops, const maq_memory *memory, maq_buffer *out);

// Makes the texture of an image of the library's own, once for all pictures that show it; and hands
// it out, NULL when it was not made or there was no memory.
void mq_image_prepare(maq_image *image, mq_texture_kind kind);
const mq_texture *mq_image_ready(const maq_image *image, mq_texture_kind kind);

#endif
