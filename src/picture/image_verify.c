// SPDX-License-Identifier: MIT
#include "picture/image_verify.h"

#include "picture/image_priv.h"

// Images of formats that have to be decoded are looked at up to this size.
#define MOST_PIXELS ((uint64_t)16 << 20)

static maq_status decode(const void *bytes, size_t length, const maq_memory *memory,
                         mq_findings *findings) {
    maq_image_options options = {
        .size = sizeof options, .max_pixels = MOST_PIXELS, .memory = memory};
    maq_image *image;
    maq_status status = maq_image_read(bytes, length, &options, &image);
    if (image) {
        const maq_findings *own = maq_image_findings(image);
        if (status == MAQ_OK && own->warnings + own->errors > 0)
            status = MAQ_BAD_DATA;
        for (size_t i = 0; status != MAQ_OVER_LIMIT && i < own->count; i++)
            mq_add_finding(findings, own->items[i].rule, own->items[i].span.offset, 0, "%s",
                           own->items[i].message);
        maq_image_free(image);
        return status == MAQ_OVER_LIMIT ? MAQ_OK : status;
    }
    return status;
}

maq_status mq_image_verify(const void *bytes, size_t length, const maq_memory *memory,
                           mq_findings *findings) {
#ifdef MQ_PICTURE
    maq_status (*verify)(mq_image_reader * reader) =
        mq_image_png.matches(bytes, length)    ? mq_image_verify_png
        : mq_image_jpeg.matches(bytes, length) ? mq_image_verify_jpeg
                                               : NULL;
    if (verify) {
        mq_arena *arena = mq_arena_new(memory);
        if (!arena)
            return MAQ_NO_MEMORY;
        mq_image_reader reader = {
            .arena = arena, .findings = findings, .bytes = bytes, .length = length};
        maq_status status = verify(&reader);
        mq_arena_free(arena);
        return status;
    }
#endif
    return decode(bytes, length, memory, findings);
}
