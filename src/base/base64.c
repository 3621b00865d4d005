// SPDX-License-Identifier: MIT
#include "base/base64.h"

#include <string.h>

// Writes a group of 1 to 3 bytes as 4 characters.
static void write_group(mq_text *out, const unsigned char *bytes, size_t count) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned group = (unsigned)bytes[0] << 16 | (count > 1 ? (unsigned)bytes[1] << 8 : 0) |
                     (count > 2 ? bytes[2] : 0u);
    const char four[4] = {digits[group >> 18], digits[group >> 12 & 63],
                          count > 1 ? digits[group >> 6 & 63] : '=',
                          count > 2 ? digits[group & 63] : '='};
    mq_text_bytes(out, four, sizeof four);
}

void mq_base64_add(mq_base64 *base64, const void *data, size_t length) {
    const unsigned char *bytes = data;
    for (; base64->count > 0 && length > 0; length--) {
        base64->group[base64->count++] = *bytes++;
        if (base64->count == 3) {
            write_group(base64->out, base64->group, 3);
            base64->count = 0;
        }
    }
    for (; length >= 3; length -= 3, bytes += 3)
        write_group(base64->out, bytes, 3);
    if (length > 0) {
        memcpy(base64->group, bytes, length);
        base64->count = (unsigned)length;
    }
}

void mq_base64_end(mq_base64 *base64) {
    if (base64->count > 0)
        write_group(base64->out, base64->group, base64->count);
    base64->count = 0;
}

void mq_base64_write(mq_text *out, const void *data, size_t length) {
    mq_base64 base64 = {.out = out};
    mq_base64_add(&base64, data, length);
    mq_base64_end(&base64);
}
