// SPDX-License-Identifier: MIT
//
// Pixels as PNG files store them: rows that are filtered and then compressed by zlib.
#ifndef MQ_PICTURE_IMAGE_PNG_COMPRESS_H
#define MQ_PICTURE_IMAGE_PNG_COMPRESS_H

#include "maquette/image.h"

// Compresses the pixels with up to `threads` threads (0: one per core), whose number does not change a
// byte. Calls put() with each part of the stream, in order, from the thread of the caller.
maq_status mq_png_compress(const maq_image *image, unsigned threads, const maq_memory *memory,
                           void (*put)(void *context, const unsigned char *bytes, size_t length),
                           void *context);

#endif
