// SPDX-License-Identifier: MIT
//
// The output of encoders. The same code measures (neither `out` nor `expect`), writes (`out`, of the
// measured size) and compares with known bytes (`expect`).
#ifndef MQ_PET_WRITER_H
#define MQ_PET_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "maquette/pet.h"

typedef struct pet_writer {
    unsigned char *out;
    const unsigned char *expect;
    size_t expect_length;
    uint64_t length; // as measured, it may be more than memory can hold
    bool differs;    // from the expected bytes
    bool failed;     // the encoding cannot hold something
} pet_writer;

static inline void write_bytes(pet_writer *writer, const void *bytes, size_t length) {
    if (length == 0)
        return;
    if (writer->out)
        memcpy(writer->out + writer->length, bytes, length);
    if (writer->expect) {
        if (writer->differs || length > writer->expect_length - writer->length ||
            memcmp(writer->expect + writer->length, bytes, length) != 0) {
            // The length stays as it is, so that the comparison above stays in bounds.
            writer->differs = true;
            return;
        }
    }
    writer->length += length;
}

static inline void write_u8(pet_writer *writer, uint8_t value) {
    write_bytes(writer, &value, 1);
}

static inline void write_u16(pet_writer *writer, uint32_t value) {
    const unsigned char bytes[2] = {(unsigned char)value, (unsigned char)(value >> 8)};
    write_bytes(writer, bytes, 2);
}

static inline void write_u32(pet_writer *writer, uint32_t value) {
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    write_bytes(writer, bytes, 4);
}

static inline void write_f32(pet_writer *writer, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    write_u32(writer, bits);
}

static inline void write_floats(pet_writer *writer, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        write_f32(writer, values[i]);
}

static inline void write_text(pet_writer *writer, maq_pet_text text) {
    write_u32(writer, text.length);
    write_bytes(writer, text.bytes, text.length);
}

#endif
