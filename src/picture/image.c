// SPDX-License-Identifier: MIT
//
// The public functions for images, and what decoders share.
#include "maquette/image.h"

#include <string.h>

#include "base/checked.h"
#include "base/memory.h"
#include "base/plural.h"
#include "picture/image_priv.h"

#define MAX_FINDINGS 32

// Images up to this size are read whatever the length of the file.
#define FREE_PIXELS ((uint64_t)1 << 20)

// The image that callers see is the first member.
typedef struct owned_image {
    maq_image image;
    mq_arena *arena;
    mq_findings findings;
    const mq_texture *textures[MQ_TEXTURE_KIND_COUNT];
} owned_image;

// In the order of recognition: TGA has no magic number, so it comes last.
static const mq_image_format *const formats[] = {
#ifdef MQ_PICTURE
    &mq_image_png, &mq_image_jpeg,
#endif
    &mq_image_bmp, &mq_image_dds,  &mq_image_tga,
};

// ------------------------------------------------------------------------------- for the decoders

maq_status mq_image_begin(mq_image_reader *reader, uint64_t width, uint64_t height,
                          uint64_t pixels_per_byte) {
    if (width == 0 || height == 0) {
        MQ_IMAGE_REPORT(reader, BROKEN, MAQ_NO_OFFSET, "an image of %llu x %llu has no pixels",
                        (unsigned long long)width, (unsigned long long)height);
        return MAQ_BAD_DATA;
    }
    if (width > MAQ_IMAGE_MAX_SIDE || height > MAQ_IMAGE_MAX_SIDE) {
        MQ_IMAGE_REPORT(reader, TOO_LARGE, MAQ_NO_OFFSET,
                        "%llu x %llu pixels; the limit of a side is %d", (unsigned long long)width,
                        (unsigned long long)height, MAQ_IMAGE_MAX_SIDE);
        return MAQ_UNSUPPORTED; // no option raises this limit
    }
    uint64_t pixels = width * height;
    if (pixels > reader->max_pixels) {
        MQ_IMAGE_REPORT(reader, TOO_LARGE, MAQ_NO_OFFSET, "%llu x %llu pixels; the limit is %llu",
                        (unsigned long long)width, (unsigned long long)height,
                        (unsigned long long)reader->max_pixels);
        return MAQ_OVER_LIMIT;
    }
    if (pixels > FREE_PIXELS && (pixels - FREE_PIXELS) / pixels_per_byte > reader->length) {
        MQ_IMAGE_REPORT(reader, BROKEN, MAQ_NO_OFFSET, "%zu %s cannot hold %llu x %llu pixels",
                        reader->length, MQ_PLURAL(reader->length, "byte", "bytes"),
                        (unsigned long long)width, (unsigned long long)height);
        return MAQ_BAD_DATA;
    }
    uint8_t *bytes = mq_arena_alloc(reader->arena, (size_t)pixels, 4, 4);
    if (!bytes)
        return mq_arena_status(reader->arena);
    *reader->image = (maq_image){(uint32_t)width, (uint32_t)height, bytes};
    return MAQ_OK;
}

void mq_image_report_truncated(mq_image_reader *reader, uint64_t pixels_read) {
    MQ_IMAGE_REPORT(reader, ENDS_EARLY, reader->length, "%llu of %llu %s there",
                    (unsigned long long)pixels_read,
                    (unsigned long long)reader->image->width * reader->image->height,
                    MQ_PLURAL(pixels_read, "pixels is", "pixels are"));
}

static mq_image_channel channel_of(uint32_t mask) {
    mq_image_channel channel = {.mask = mask};
    while (mask && !(mask & 1)) {
        mask >>= 1;
        channel.shift++;
    }
    channel.largest = mask;
    return channel;
}

mq_image_masks mq_image_masks_of(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
    return (mq_image_masks){
        {channel_of(red), channel_of(green), channel_of(blue), channel_of(alpha)}};
}

void mq_image_unpack(const mq_image_masks *masks, uint32_t value, uint8_t out[4]) {
    for (unsigned i = 0; i < 4; i++) {
        const mq_image_channel *channel = &masks->channels[i];
        uint64_t part = (value & channel->mask) >> channel->shift;
        out[i] = i == 3 ? 255 : 0;
        if (channel->mask)
            out[i] = (uint8_t)((part * 255 + channel->largest / 2) / channel->largest);
    }
}

uint32_t mq_image_number(const unsigned char *bytes, size_t size) {
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++)
        value |= (uint32_t)bytes[i] << 8 * i;
    return value;
}

void mq_image_drop_empty_alpha(maq_image *image) {
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++) {
        if (image->pixels[i * 4 + 3])
            return;
    }
    for (size_t i = 0; i < count; i++)
        image->pixels[i * 4 + 3] = 255;
}

// -------------------------------------------------------------------------------------- the public

static maq_image_options complete(const maq_image_options *given) {
    maq_image_options options;
    mq_options_copy(&options, sizeof options, given);
    if (options.max_pixels == 0)
        options.max_pixels = MQ_DEFAULT_MAX_PIXELS;
    return options;
}

static owned_image *new_owned(const maq_memory *memory) {
    mq_arena *arena = mq_arena_new(memory);
    owned_image *owned = arena ? MQ_NEW(arena, owned_image) : NULL;
    if (!owned) {
        mq_arena_free(arena);
        return NULL;
    }
    owned->arena = arena;
    mq_findings_init(&owned->findings, arena, MAX_FINDINGS, 0);
    return owned;
}

maq_status maq_image_new(uint32_t width, uint32_t height, const maq_image_options *given,
                         maq_image **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (width == 0 || height == 0)
        return MAQ_BAD_ARGUMENT;
    maq_image_options options = complete(given);
    if (width > MAQ_IMAGE_MAX_SIDE || height > MAQ_IMAGE_MAX_SIDE ||
        (uint64_t)width * height > options.max_pixels)
        return MAQ_OVER_LIMIT;
    owned_image *owned = new_owned(options.memory);
    if (!owned)
        return MAQ_NO_MEMORY;
    uint8_t *pixels = mq_arena_alloc(owned->arena, (size_t)width * height, 4, 4);
    if (!pixels) {
        maq_status status = mq_arena_status(owned->arena);
        mq_arena_free(owned->arena);
        return status;
    }
    owned->image = (maq_image){width, height, pixels};
    *out = &owned->image;
    return MAQ_OK;
}

static maq_status decode(mq_image_reader *reader) {
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (!formats[i]->matches(reader->bytes, reader->length))
            continue;
        maq_status status = formats[i]->read(reader);
        maq_status memory = mq_arena_status(reader->arena);
        return memory != MAQ_OK ? memory : status;
    }
    MQ_IMAGE_REPORT(reader, UNKNOWN, 0, "the file is not a PNG, JPEG, TGA, BMP or DDS image");
    return MAQ_UNKNOWN_FORMAT;
}

maq_status maq_image_read(const void *bytes, size_t length, const maq_image_options *given,
                          maq_image **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!bytes && length)
        return MAQ_BAD_ARGUMENT;
    maq_image_options options = complete(given);
    owned_image *owned = new_owned(options.memory);
    if (!owned)
        return MAQ_NO_MEMORY;
    mq_image_reader reader = {.arena = owned->arena,
                              .findings = &owned->findings,
                              .bytes = bytes,
                              .length = length,
                              .max_pixels = options.max_pixels,
                              .image = &owned->image};
    maq_status status = decode(&reader);
    if (mq_arena_status(owned->arena) != MAQ_OK) {
        status = mq_arena_status(owned->arena);
        mq_arena_free(owned->arena);
        return status;
    }
    if (status != MAQ_OK)
        owned->image = (maq_image){0};
    *out = &owned->image;
    return status;
}

mq_findings *mq_image_findings_of(maq_image *image) {
    return &((owned_image *)image)->findings;
}

const maq_findings *maq_image_findings(const maq_image *image) {
    return &((const owned_image *)image)->findings.list;
}

maq_status mq_image_prepare(maq_image *image, mq_texture_kind kind) {
    owned_image *own = (owned_image *)image;
    mq_srgb_encoder encoder;
    mq_srgb_encoder_init(&encoder);
    own->textures[kind] = mq_texture_new(own->arena, image, kind, &encoder);
    return mq_arena_status(own->arena);
}

const mq_texture *mq_image_texture(const maq_image *image, mq_texture_kind kind) {
    return ((const owned_image *)image)->textures[kind];
}

void maq_image_free(maq_image *image) {
    if (image)
        mq_arena_free(((owned_image *)image)->arena);
}

maq_status maq_image_write_png(const maq_image *image, maq_buffer *out) {
    return mq_image_encode_png(image, 0, NULL, out);
}

maq_status maq_image_write_apng(const maq_image *const *frames, uint32_t count, uint32_t delay,
                                uint32_t loops, maq_buffer *out) {
    return mq_image_encode_apng(frames, count, delay, loops, 0, NULL, out);
}

#ifndef MQ_PICTURE
static maq_status write_nothing(maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    return MAQ_UNSUPPORTED;
}

maq_status mq_image_encode_png(const maq_image *image, unsigned threads, const maq_memory *memory,
                               maq_buffer *out) {
    (void)image, (void)threads, (void)memory;
    return write_nothing(out);
}

maq_status mq_image_encode_apng(const maq_image *const *frames, uint32_t count, uint32_t delay,
                                uint32_t loops, unsigned threads, const maq_memory *memory,
                                maq_buffer *out) {
    (void)frames, (void)count, (void)delay, (void)loops, (void)threads, (void)memory;
    return write_nothing(out);
}
#endif
