// SPDX-License-Identifier: MIT
//
// Fuzz target: rotates, scales and converts any model to some variant, which can be written and read
// again. A hash of the bytes chooses the options, so that any file is a seed; the letters are the best.
#include <stdio.h>

#include "fuzz.h"

static const maq_variant *choose_variant(unsigned number) {
    const maq_variant *writable[64];
    unsigned count = 0;
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)); i++) {
        for (uint32_t k = 0; k < format->variant_count && count < 64; k++) {
            if (format->variants[k].writable)
                writable[count++] = &format->variants[k];
        }
    }
    return writable[number % count];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const double scales[] = {0, 0.25, 3, 1e-30, 1e30, 1e300, 5e-324, -1};
    uint32_t how = 2166136261;
    for (size_t i = 0; i < size; i++)
        how = (how ^ data[i]) * 16777619;
    const maq_variant *variant = choose_variant(how >> 24);
    char axes[8];
    snprintf(axes, sizeof axes, "%c%c%c%c", how & 1 ? '+' : '-', 'x' + (int)(how >> 4 & 15) % 3,
             how & 2 ? '+' : '-', 'x' + (int)(how >> 8 & 15) % 3);
    maq_convert_options options = {
        .size = sizeof options, .scale = scales[how >> 16 & 7], .axes = how & 4 ? axes : NULL};
    maq_document *document, *made = NULL;
    if (maq_open_memory(data, size, NULL, &document) == MAQ_OK &&
        maq_convert(document, variant->name, &options, &made) == MAQ_OK) {
        maq_buffer bytes;
        maq_document *again = fuzz_write_and_read(made, &bytes);
        maq_close(again);
        maq_buffer_free(&bytes);
    }
    maq_close(made);
    maq_close(document);
    return 0;
}
