// SPDX-License-Identifier: MIT
//
// Memory of an arena for libpng, so that its limits apply and one call frees it however libpng ends.
#ifndef MQ_PICTURE_IMAGE_PNG_MEMORY_H
#define MQ_PICTURE_IMAGE_PNG_MEMORY_H

#include <png.h>

#include "base/arena.h"

// Zeroed: what libpng leaves untouched of a row is then the same on every run.
static inline void *mq_png_alloc(png_structp png, png_alloc_size_t size) {
    return mq_arena_alloc(png_get_mem_ptr(png), size, 1, alignof(max_align_t));
}

// The arena's owner frees all at once.
static inline void mq_png_free(png_structp png, void *block) {
    (void)png;
    (void)block;
}

#endif
