// SPDX-License-Identifier: MIT
//
// Rows of numbers for text formats, on the way to a text. They are collected in a small buffer, so that a
// number costs no call of the text. Models repeat numbers: the same point in several triangles, the axes of
// normals. So the texts of the last numbers are kept, which makes the writers 1.3 to 2 times as fast.
#ifndef MQ_FORMATS_ROW_TEXT_H
#define MQ_FORMATS_ROW_TEXT_H

#include <string.h>

#include "base/number.h"
#include "base/text.h"

enum {
    MQ_ROW_BYTES = 4096, // of the buffer
    MQ_ROW_KEPT_BITS = 10,
    MQ_ROW_KEPT_MAX = 16, // bytes of a text that is kept: of every float, and of short doubles
};

// The bits say which number it is. Floats and doubles may have the same only where the double is tiny.
typedef struct mq_row_kept {
    uint64_t bits;
    uint32_t length; // 0: there is none
    char text[MQ_ROW_KEPT_MAX];
} mq_row_kept;

typedef struct mq_row_text {
    mq_text *out;
    size_t length;
    char bytes[MQ_ROW_BYTES];
    mq_row_kept kept[1 << MQ_ROW_KEPT_BITS];
} mq_row_text;

static inline void mq_row_text_init(mq_row_text *rows, mq_text *out) {
    rows->out = out;
    rows->length = 0;
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

// A short one, such as a keyword.
static inline void mq_row_string(mq_row_text *rows, const char *string) {
    size_t length = strlen(string);
    memcpy(mq_row_next(rows), string, length);
    rows->length += length;
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

// Adds the text of a number that is kept. False: it is not, and `*kept` is where it belongs.
static inline bool mq_row_has_kept(mq_row_text *rows, uint64_t bits, mq_row_kept **kept) {
    *kept = &rows->kept[bits * 0x9e3779b97f4a7c15 >> (64 - MQ_ROW_KEPT_BITS)];
    if ((*kept)->bits != bits || (*kept)->length == 0)
        return false;
    memcpy(mq_row_next(rows), (*kept)->text, sizeof(*kept)->text);
    rows->length += (*kept)->length;
    return true;
}

// Adds the text that was printed behind the rows, and keeps it if it is short.
static inline void mq_row_keep(mq_row_text *rows, mq_row_kept *kept, uint64_t bits, size_t length) {
    if (length <= sizeof kept->text) {
        kept->bits = bits;
        kept->length = (uint32_t)length;
        memcpy(kept->text, rows->bytes + rows->length, sizeof kept->text);
    }
    rows->length += length;
}

static inline void mq_row_float(mq_row_text *rows, float value) {
    uint32_t bits;
    mq_row_kept *kept;
    memcpy(&bits, &value, sizeof bits);
    if (!mq_row_has_kept(rows, bits, &kept))
        mq_row_keep(rows, kept, bits, mq_print_float(mq_row_next(rows), value));
}

static inline void mq_row_double(mq_row_text *rows, double value) {
    uint64_t bits;
    mq_row_kept *kept;
    memcpy(&bits, &value, sizeof bits);
    if (bits > 0 && bits <= UINT32_MAX) // those of a float
        rows->length += mq_print_double(mq_row_next(rows), value);
    else if (!mq_row_has_kept(rows, bits, &kept))
        mq_row_keep(rows, kept, bits, mq_print_double(mq_row_next(rows), value));
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
