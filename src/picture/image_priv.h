// SPDX-License-Identifier: MIT
//
// What the decoders of images share. A decoder reads the header of the file, requests pixels of that
// size with mq_image_begin(), and fills them.
#ifndef MQ_PICTURE_IMAGE_PRIV_H
#define MQ_PICTURE_IMAGE_PRIV_H

#include "base/arena.h"
#include "base/findings.h"
#include "picture/image_rules.h"
#include "picture/raster_texture.h"

// The limits of one image, and of all images of a model or a store.
#define MQ_DEFAULT_MAX_PIXELS ((uint64_t)64 << 20)
#define MQ_DEFAULT_TOTAL_PIXELS ((uint64_t)128 << 20)

// A file that is being decoded.
typedef struct mq_image_reader {
    mq_arena *arena; // of the image
    mq_findings *findings;
    const unsigned char *bytes;
    size_t length;
    uint64_t max_pixels;
    maq_image *image;
} mq_image_reader;

// The most pixels for each byte of an uncompressed file. More than any file has, so that a truncated
// one is still shown; few enough to limit the memory.
#define MQ_IMAGE_PLAIN_PIXELS 16

// Checks the declared size and allocates transparent pixels. `pixels_per_byte` is the best compression
// of the format; an image that the file cannot hold is refused. MAQ_OK, or a status that is reported
// already.
maq_status mq_image_begin(mq_image_reader *reader, uint64_t width, uint64_t height,
                          uint64_t pixels_per_byte);

// Adds a finding; `offset` may be MAQ_NO_OFFSET.
#define MQ_IMAGE_REPORT(reader, rule, offset, ...)                                                 \
    mq_add_finding((reader)->findings, &mq_image_rules[MQ_IMAGE_##rule], (offset), 0, __VA_ARGS__)

// Reports that pixels from this number on are missing.
void mq_image_report_truncated(mq_image_reader *reader, uint64_t pixels_read);

// The decoders. `matches` recognises the format by its first bytes; `read` fills reader->image.
typedef struct mq_image_format {
    const char *name;
    bool (*matches)(const unsigned char *bytes, size_t length);
    maq_status (*read)(mq_image_reader *reader);
} mq_image_format;
extern const mq_image_format mq_image_png, mq_image_jpeg, mq_image_tga, mq_image_bmp, mq_image_dds;

// For image_verify.h. The reader has no image.
maq_status mq_image_verify_png(mq_image_reader *reader);
maq_status mq_image_verify_jpeg(mq_image_reader *reader);

// Pixels as integers with a bit mask for each channel; a mask of 0 means that the channel does not
// exist (alpha: opaque, others: 0).
typedef struct mq_image_channel {
    uint32_t mask, shift, largest;
} mq_image_channel;
typedef struct mq_image_masks {
    mq_image_channel channels[4]; // red, green, blue, alpha
} mq_image_masks;
mq_image_masks mq_image_masks_of(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha);
void mq_image_unpack(const mq_image_masks *masks, uint32_t value, uint8_t out[4]);

// A little-endian integer of 1 to 4 bytes.
uint32_t mq_image_number(const unsigned char *bytes, size_t size);

// Makes an image opaque when the alpha of all pixels is 0: the fourth byte of such files is unused.
void mq_image_drop_empty_alpha(maq_image *image);

// The findings of an image of maq_image_new().
mq_findings *mq_image_findings_of(maq_image *image);

// maq_image_write_png() and maq_image_write_apng() with the memory of the caller and up to so many threads
// (0: one per core).
maq_status mq_image_encode_png(const maq_image *image, unsigned threads, const maq_memory *memory,
                               maq_buffer *out);
maq_status mq_image_encode_apng(const maq_image *const *frames, uint32_t count, uint32_t delay,
                                uint32_t loops, unsigned threads, const maq_memory *memory,
                                maq_buffer *out);

// Builds the texture (the mip levels) of an image of the library, once for all pictures that show it;
// and returns it, NULL when it was not built or there was no memory.
maq_status mq_image_prepare(maq_image *image, mq_texture_kind kind);
const mq_texture *mq_image_texture(const maq_image *image, mq_texture_kind kind);

#endif
