// SPDX-License-Identifier: MIT
//
// Numbers as the components of vertex arrays, and the table of names.
#include <math.h>
#include <string.h>

#include "formats/iq/iq_compile.h"

static uint16_t to_half(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    unsigned sign = (unsigned)(bits >> 63) & 1;
    unsigned mantissa = (unsigned)(bits >> 42) & 0x3ff;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023 + 15;
    if (exponent <= 0) {
        mantissa = (mantissa | 0x400) >> (1 - exponent < 11 ? 1 - exponent : 11);
        exponent = 0;
    } else if (exponent >= 31) {
        mantissa = 0;
        exponent = 31;
    }
    return (uint16_t)(sign << 15 | (unsigned)exponent << 10 | mantissa);
}

// What a number is as a part of [0, most].
static double to_unsigned(double value, double most) {
    double scaled = 0.5 + value * most;
    return isnan(scaled) || scaled > most ? most : scaled < 0 ? 0 : scaled;
}

// What a number is as a part of [low, high], of `most` steps in all.
static double to_signed(double value, double most, double low, double high) {
    double scaled = value * most * 0.5;
    scaled = scaled < 0 ? ceil(scaled - 1) : floor(scaled);
    return isnan(scaled) || scaled > high ? high : scaled < low ? low : scaled;
}

static void put_bits(unsigned char *out, uint64_t bits, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        out[i] = (unsigned char)(bits >> 8 * i);
}

bool mq_iq_put_component(unsigned char *out, uint32_t format, double value) {
    bool outside = !(value >= -1 && value <= 1);
    switch (format) {
    case MAQ_IQM_BYTE:
        out[0] = (unsigned char)(int)to_signed(value, 255, -128, 127);
        return outside;
    case MAQ_IQM_UBYTE:
        out[0] = (unsigned char)to_unsigned(value, 255);
        return outside || value < 0;
    case MAQ_IQM_SHORT:
        mq_iq_put_u16(out, (uint16_t)(int)to_signed(value, 65535, -32768, 32767));
        return outside;
    case MAQ_IQM_USHORT:
        mq_iq_put_u16(out, (uint16_t)to_unsigned(value, 65535));
        return outside || value < 0;
    case MAQ_IQM_INT:
        mq_iq_put_u32(out,
                      (uint32_t)(int32_t)to_signed(value, 4294967295.0, -2147483648.0, 2147483647));
        return outside;
    case MAQ_IQM_UINT:
        mq_iq_put_u32(out, (uint32_t)to_unsigned(value, 4294967295.0));
        return outside || value < 0;
    case MAQ_IQM_HALF:
        mq_iq_put_u16(out, to_half(value));
        return false;
    case MAQ_IQM_DOUBLE: {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        put_bits(out, bits, 8);
        return false;
    }
    default: {
        float narrow = (float)value;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        mq_iq_put_u32(out, bits);
        return false;
    }
    }
}

uint32_t mq_iq_add_text(iq_texts *texts, const char *name, size_t length) {
    char *own = mq_arena_text(texts->arena, name, length);
    if (!own)
        return 0;
    if (texts->size == 0 && length)
        mq_iq_add_text(texts, "", 0); // the first text is always the empty one
    texts->names.arena = texts->arena;
    uint32_t known = texts->names.count;
    uint32_t number = mq_iq_name_number(&texts->names, own);
    if (number == UINT32_MAX)
        return 0;
    if (number < known)
        return texts->offsets[number];
    uint32_t *offsets = mq_arena_grow(texts->arena, texts->offsets, &texts->offset_capacity, number,
                                      sizeof *offsets);
    if (!offsets)
        return 0;
    texts->offsets = offsets;
    offsets[number] = texts->size;
    for (size_t i = 0; i <= length; i++) {
        char *bytes =
            mq_arena_grow(texts->arena, texts->bytes, &texts->byte_capacity, texts->size, 1);
        if (!bytes)
            return 0;
        texts->bytes = bytes;
        bytes[texts->size++] = own[i];
    }
    return offsets[number];
}
