// SPDX-License-Identifier: MIT
//
// The numbers of IQE lines.
#ifndef MQ_IQE_NUMBERS_H
#define MQ_IQE_NUMBERS_H

#include <float.h>

#include "base/bits.h"
#include "base/hints.h"
#include "base/number.h"
#include "base/number_plain.h"
#include "formats/iq/iqe_scan.h"

// Whether doubles are computed as such.
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
#define MQ_IQE_PLAIN 1
#else
#define MQ_IQE_PLAIN 0
#endif

// Plain numbers are exact as whole numbers, and so are the powers of ten they are divided by: one division
// then rounds as mq_parse_double() does, in less time. All else (NULL) is left to that. MQ_PLAIN_BYTES can
// be read; a blank, so a line's end, stops the number.
MQ_HOT double mq_iqe_plain_value(mq_plain plain) {
    // By their sign: -0 has one.
    static const double powers[2][MQ_PLAIN_DIGITS + 1] = {
        {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15},
        {-1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13,
         -1e14, -1e15}};
    return (double)(int64_t)plain.number / powers[plain.negative][plain.places];
}

MQ_HOT const char *mq_iqe_parse_plain(const char *at, double *value) {
#if MQ_IQE_PLAIN
    mq_plain plain;
    const char *stop = mq_parse_plain(at, &plain);
    if (!stop || !mq_iqe_blank(*stop))
        return NULL;
    *value = mq_iqe_plain_value(plain);
    return stop;
#else
    (void)at;
    (void)value;
    return NULL;
#endif
}

static inline const char *mq_iqe_parse_double(const char *at, const char *end, const char *readable,
                                              double *value) {
    const char *next = readable - at >= MQ_PLAIN_BYTES ? mq_iqe_parse_plain(at, value) : NULL;
    return next ? next : mq_parse_double(at, end, value);
}

// Skips blanks and reads a whole number at `*begin`; false when there is none. `*at` moves behind it.
static inline bool mq_iqe_next_int(const char **at, const char *end, const char **begin,
                                   int32_t *value, bool *fits) {
    *begin = mq_iqe_skip_blanks(*at, end);
    *at = mq_parse_i32(*begin, end, value, fits);
    return *at != *begin;
}

// ------------------------------------------------------------------------------ whole lines at once

// Lines of digits, points and blanks, as nearly all are, are classified as a whole: then the numbers of a
// line do not wait for the end of the one before.
#if defined(__SSE2__) && !defined(MQ_NO_SSE2) && MQ_IQE_PLAIN
#define MQ_IQE_MASKS 1

enum {
    MQ_IQE_WINDOW = 64, // characters that are classified
    // Bytes that have to be readable: a number is loaded with what lies behind it.
    MQ_IQE_READABLE = MQ_IQE_WINDOW + 8,
};

// Bit k: the character k is a digit, a point, a minus, another character but a blank; the line ends there.
typedef struct mq_iqe_masks {
    uint64_t digits, points, minuses, others, ends;
} mq_iqe_masks;

MQ_HOT void mq_iqe_classify_16(const char *text, unsigned shift, mq_iqe_masks *out) {
    __m128i characters = _mm_loadu_si128((const __m128i *)(const void *)text);
    __m128i values = _mm_sub_epi8(characters, _mm_set1_epi8('0'));
    __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values);
    __m128i points = _mm_cmpeq_epi8(characters, _mm_set1_epi8('.'));
    __m128i blanks = _mm_cmpeq_epi8(characters, _mm_set1_epi8(' '));
    __m128i minuses = _mm_cmpeq_epi8(characters, _mm_set1_epi8('-'));
    __m128i ends = _mm_cmpeq_epi8(characters, _mm_set1_epi8('\n'));
    __m128i known = _mm_or_si128(_mm_or_si128(digits, points), _mm_or_si128(blanks, minuses));
    out->digits |= (uint64_t)(uint32_t)_mm_movemask_epi8(digits) << shift;
    out->points |= (uint64_t)(uint32_t)_mm_movemask_epi8(points) << shift;
    out->minuses |= (uint64_t)(uint32_t)_mm_movemask_epi8(minuses) << shift;
    out->others |= (uint64_t)((uint32_t)_mm_movemask_epi8(known) ^ 0xffff) << shift;
    out->ends |= (uint64_t)(uint32_t)_mm_movemask_epi8(ends) << shift;
}

// Classifies what is left of a line. False when it is longer than the window, or has other characters.
// `out->ends` is then the first end alone, and the other bits are those before it.
MQ_HOT bool mq_iqe_classify_line(const char *text, mq_iqe_masks *out) {
    *out = (mq_iqe_masks){0, 0, 0, 0, 0};
    mq_iqe_classify_16(text, 0, out);
    mq_iqe_classify_16(text + 16, 16, out);
    if (!out->ends) {
        mq_iqe_classify_16(text + 32, 32, out);
        mq_iqe_classify_16(text + 48, 48, out);
    }
    out->ends &= 0 - out->ends;
    uint64_t before = out->ends - 1;
    out->digits &= before;
    out->points &= before;
    out->minuses &= before;
    return out->ends && !(out->others & before);
}

// Reads up to `most` plain numbers of a line; MQ_IQE_READABLE bytes can be read. Returns its end, or NULL when
// it is not such a line.
MQ_HOT const char *mq_iqe_parse_plain_line(const char *at, double *out, unsigned most,
                                           unsigned *found) {
    mq_iqe_masks masks;
    if (!mq_iqe_classify_line(at, &masks))
        return NULL;
    uint64_t numbers = masks.digits | masks.points | masks.minuses;
    uint64_t starts = numbers & ~(numbers << 1), stops = ~numbers & (numbers << 1);
    if (masks.minuses & ~starts)
        return NULL;
    unsigned count = 0;
    for (; starts && count < most; starts &= starts - 1, stops &= stops - 1, count++) {
        unsigned begin = (unsigned)mq_trailing_zeros_64(starts);
        unsigned stop = (unsigned)mq_trailing_zeros_64(stops);
        uint64_t own = (starts & (0 - starts)), end = stops & (0 - stops);
        uint64_t points = masks.points & (end - own);
        mq_plain plain = {.negative = (uint32_t)(masks.minuses >> begin & 1)};
        unsigned whole = (unsigned)mq_trailing_zeros_64(points | end) - begin - plain.negative;
        unsigned digits = stop - begin - plain.negative - (points != 0);
        if (MQ_UNLIKELY(points & (points - 1)) ||
            !mq_plain_join(at + begin + plain.negative, at + stop, whole, digits, &plain.number))
            return NULL;
        plain.places = digits - whole;
        out[count] = mq_iqe_plain_value(plain);
    }
    *found = count;
    return starts ? NULL : at + mq_trailing_zeros_64(masks.ends);
}
#endif

#endif
