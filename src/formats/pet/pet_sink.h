// SPDX-License-Identifier: MIT
//
// Where encoders write to. The same code measures (neither `out` nor `expect`), writes (`out`, of
// the measured size) and tells whether encoding gives known bytes back (`expect`).
#ifndef MQ_PET_SINK_H
#define MQ_PET_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "maquette/pet.h"

typedef struct pet_sink {
    unsigned char *out;
    const unsigned char *expect;
    size_t expect_length;
    size_t length;
    bool differs; // from the expected bytes
    bool unfit;   // something has no place in the form that was asked for
} pet_sink;

static inline void sink_bytes(pet_sink *sink, const void *bytes, size_t length) {
    if (length == 0)
        return;
    if (sink->out)
        memcpy(sink->out + sink->length, bytes, length);
    if (sink->expect) {
        if (sink->differs || length > sink->expect_length - sink->length ||
            memcmp(sink->expect + sink->length, bytes, length) != 0) {
            // The length stands still, so that the comparison above stays within.
            sink->differs = true;
            return;
        }
    }
    sink->length += length;
}

static inline void sink_u8(pet_sink *sink, uint8_t value) {
    sink_bytes(sink, &value, 1);
}

static inline void sink_u16(pet_sink *sink, uint32_t value) {
    const unsigned char bytes[2] = {(unsigned char)value, (unsigned char)(value >> 8)};
    sink_bytes(sink, bytes, 2);
}

static inline void sink_u32(pet_sink *sink, uint32_t value) {
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    sink_bytes(sink, bytes, 4);
}

static inline void sink_f32(pet_sink *sink, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    sink_u32(sink, bits);
}

static inline void sink_floats(pet_sink *sink, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        sink_f32(sink, values[i]);
}

static inline void sink_text(pet_sink *sink, maq_pet_text text) {
    sink_u32(sink, text.length);
    sink_bytes(sink, text.bytes, text.length);
}

#endif
