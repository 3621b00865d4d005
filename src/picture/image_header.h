// SPDX-License-Identifier: MIT
//
// What the first bytes of an image file say, without decoding it.
#ifndef MQ_PICTURE_IMAGE_HEADER_H
#define MQ_PICTURE_IMAGE_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// So many bytes are enough for every format but JPEG, whose size may come after other data.
#define MQ_IMAGE_HEADER_LENGTH 4096

typedef struct mq_image_header {
    const char *format;     // "png", "jpeg", "tga", "bmp", "dds"; NULL: not an image
    uint32_t width, height; // 0 when the bytes end before them
    bool alpha;             // the pixels have an alpha channel
} mq_image_header;

mq_image_header mq_image_header_read(const unsigned char *bytes, size_t length);

// Whether the image is larger than any that is decoded by default.
bool mq_image_header_exceeds_limits(const mq_image_header *header);
#define MQ_IMAGE_LIMITS "the limits are 16384 pixels in a side and 64 Mi pixels"

// Whether the bytes begin as an image of a format that is in use, but not decoded here: KTX or WebP.
bool mq_image_is_other_format(const unsigned char *bytes, size_t length);

#endif
