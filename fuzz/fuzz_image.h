// SPDX-License-Identifier: MIT
//
// What the fuzz targets of image formats share.
#ifndef FUZZ_FUZZ_IMAGE_H
#define FUZZ_FUZZ_IMAGE_H

#include "fuzz.h"
#include "picture/image_header.h"
#include "picture/image_priv.h"
#include "picture/image_verify.h"

// Large enough for every path of a decoder, and quick.
#define FUZZ_MAX_PIXELS ((uint64_t)1 << 16)

// A file is complete, or has a finding that says why not.
static inline void fuzz_verify(const uint8_t *data, size_t size) {
    mq_arena *arena = mq_arena_new(NULL);
    mq_findings findings;
    if (!arena)
        return;
    mq_findings_init(&findings, arena, 100, 0);
    maq_status status = mq_image_verify(data, size, NULL, &findings);
    if ((status != MAQ_OK) != (findings.list.errors + findings.list.warnings > 0))
        abort();
    mq_arena_free(arena);
}

// Reads bytes with one decoder, if it recognises them, through the public function. What it shows is
// written as PNG and read again.
static inline void fuzz_image(const mq_image_format *format, const uint8_t *data, size_t size) {
    mq_image_header header = mq_image_header_read(data, size);
    if (!format->matches(data, size))
        return;
    fuzz_verify(data, size);
    maq_image_options options = {.size = sizeof options, .max_pixels = FUZZ_MAX_PIXELS};
    maq_image *image, *again;
    maq_status status = maq_image_read(data, size, &options, &image);
    if (!image)
        return;
    const maq_findings *findings = maq_image_findings(image);
    for (size_t i = 0; i < findings->count; i++) {
        fuzz_touch_text(findings->items[i].message);
        if (findings->items[i].span.offset > size &&
            findings->items[i].span.offset != MAQ_NO_OFFSET)
            abort();
    }
    if ((status == MAQ_OK) != (findings->errors == 0) || (status == MAQ_OK) != (image->width > 0))
        abort();
    // The header alone says the same.
    if (status == MAQ_OK && (header.width != image->width || header.height != image->height))
        abort();
    if (status == MAQ_OK) {
        size_t bytes = (size_t)image->width * image->height * 4;
        maq_buffer png;
        fuzz_touch(image->pixels, bytes);
        if (maq_image_write_png(image, &png) != MAQ_OK ||
            maq_image_read(png.data, png.length, NULL, &again) != MAQ_OK ||
            again->width != image->width || again->height != image->height ||
            memcmp(again->pixels, image->pixels, bytes) != 0)
            abort();
        maq_image_free(again);
        maq_buffer_free(&png);
    }
    maq_image_free(image);
}

#endif
