// SPDX-License-Identifier: MIT
//
// Rows of numbers for text formats, on the way to a text. They are collected in a small buffer, so that a
// number costs no call of the text. Models repeat numbers: the same point in several triangles, the axes of
// normals. So the texts of the last numbers are kept, which makes the writers 1.3 to 2 times as fast. All cores
// print the rows of large lists.
#ifndef MQ_FORMATS_ROW_TEXT_H
#define MQ_FORMATS_ROW_TEXT_H

#include <string.h>

#include "base/number.h"
#include "base/text.h"

enum {
    MQ_ROW_BYTES = 4096, // of the buffer, and the most that one call may ask for
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
    mq_text *out; // NULL: a part of a list, in a buffer of fixed size
    char *bytes;  // the buffer
    char *at;     // where the next ones go
    char *last;   // the last place where MQ_NUMBER_TEXT_MAX fit
    char *row;    // of a part: where its last row begins
    bool full;    // of a part: the last row did not fit
    mq_row_kept kept[1 << MQ_ROW_KEPT_BITS];
    char own[MQ_ROW_BYTES];
} mq_row_text;

void mq_row_text_init(mq_row_text *rows, mq_text *out);

// Moves the rows to the text. To be called before anything else is added to it, and at the end.
void mq_row_flush(mq_row_text *rows);

// Prints the row of this number. Rows are printed by several threads at once, in any order, and some of them
// more than once.
typedef void (*mq_row_print)(const void *context, mq_row_text *rows, size_t row);

// Adds the rows from `first` to below `end`, in order; on all cores where they are long. A row may be a mesh,
// with lists of its own.
void mq_row_list(mq_row_text *rows, size_t first, size_t end, mq_row_print print,
                 const void *context);

// Where at least so many more bytes fit.
static inline char *mq_row_reserve(mq_row_text *rows, ptrdiff_t bytes) {
    if (rows->at - rows->last > MQ_NUMBER_TEXT_MAX - bytes)
        mq_row_flush(rows);
    return rows->at;
}

static inline char *mq_row_next(mq_row_text *rows) {
    if (rows->at > rows->last)
        mq_row_flush(rows);
    return rows->at;
}

static inline void mq_row_char(mq_row_text *rows, char byte) {
    *mq_row_next(rows) = byte;
    rows->at++;
}

// A short one, such as a keyword.
static inline void mq_row_string(mq_row_text *rows, const char *string) {
    size_t length = strlen(string);
    memcpy(mq_row_next(rows), string, length);
    rows->at += length;
}

// Of any length.
void mq_row_bytes(mq_row_text *rows, const char *bytes, size_t length);

static inline void mq_row_name(mq_row_text *rows, const char *name) {
    mq_row_bytes(rows, name, strlen(name));
}

static inline void mq_row_integer(mq_row_text *rows, int64_t value) {
    rows->at += mq_print_i64(mq_row_next(rows), value);
}

static inline void mq_row_hex(mq_row_text *rows, uint32_t value) {
    char *to = mq_row_next(rows);
    unsigned digits = 1;
    while (digits < 8 && value >> 4 * digits)
        digits++;
    for (unsigned i = 0; i < digits; i++)
        to[i] = "0123456789abcdef"[value >> 4 * (digits - 1 - i) & 15];
    rows->at += digits;
}

// Adds the text of a number that is kept. False: it is not, and `*kept` is where it belongs.
static inline bool mq_row_has_kept(mq_row_text *rows, uint64_t bits, mq_row_kept **kept) {
    *kept = &rows->kept[bits * 0x9e3779b97f4a7c15 >> (64 - MQ_ROW_KEPT_BITS)];
    if ((*kept)->bits != bits || (*kept)->length == 0)
        return false;
    memcpy(mq_row_next(rows), (*kept)->text, sizeof(*kept)->text);
    rows->at += (*kept)->length;
    return true;
}

// Adds the text that was printed behind the rows, and keeps it if it is short.
static inline void mq_row_keep(mq_row_text *rows, mq_row_kept *kept, uint64_t bits, size_t length) {
    if (length <= sizeof kept->text) {
        kept->bits = bits;
        kept->length = (uint32_t)length;
        memcpy(kept->text, rows->at, sizeof kept->text);
    }
    rows->at += length;
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
        rows->at += mq_print_double(mq_row_next(rows), value);
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
