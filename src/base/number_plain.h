// SPDX-License-Identifier: MIT
// Numbers as files are full of them, read in the inner loops of text formats.
//
// A plain number is perhaps a minus, up to 15 digits, perhaps a point among them, and
// then a byte that cannot belong to a number. Sixteen characters are classified at once, so neither the
// sign nor the number of digits is a branch that the processor has to guess: 2 to 3 times as fast as
// reading digit by digit.
#ifndef MQ_BASE_NUMBER_PLAIN_H
#define MQ_BASE_NUMBER_PLAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bits.h"
#include "hints.h"
#include "number.h"
#include "number_digits.h"
#include "number_tables.h"

#if defined(__SSE2__) && !defined(MQ_NO_SSE2)
#include <emmintrin.h>
#endif

enum {
    MQ_PLAIN_WINDOW = 16,                  // characters that are classified
    MQ_PLAIN_BYTES = MQ_PLAIN_WINDOW + 1,  // that have to be there, as the sign is passed first
    MQ_PLAIN_DIGITS = MQ_PLAIN_WINDOW - 1, // the end has to be seen
};

// Bit k: the character k is not a digit; it is a point.
typedef struct mq_plain_window {
    uint32_t others, points;
} mq_plain_window;

#if defined(__SSE2__) && !defined(MQ_NO_SSE2)
MQ_HOT mq_plain_window mq_plain_classify(const char *text) {
    __m128i characters = _mm_loadu_si128((const __m128i *)(const void *)text);
    __m128i values = _mm_sub_epi8(characters, _mm_set1_epi8('0'));
    __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values);
    __m128i points = _mm_cmpeq_epi8(characters, _mm_set1_epi8('.'));
    return (mq_plain_window){(uint32_t)_mm_movemask_epi8(digits) ^ 0xffff,
                             (uint32_t)_mm_movemask_epi8(points)};
}
#else
// The top bits of eight bytes as the bits of one, the first byte lowest.
MQ_HOT uint32_t mq_plain_gather(uint64_t tops) {
    return (uint32_t)((tops >> 7) * 0x0102040810204080 >> 56);
}

// For eight characters. No sum carries into the next byte.
MQ_HOT mq_plain_window mq_plain_classify_8(const char *text) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7f, top = 0x8080808080808080;
    uint64_t values = mq_load_8_digits(text);
    uint64_t others = (((values & low) + 0x7676767676767676) | values) & top;
    uint64_t from_point = values ^ 0x1e1e1e1e1e1e1e1e; // '.' ^ '0'
    uint64_t not_points = (((from_point & low) + low) | from_point) & top;
    return (mq_plain_window){mq_plain_gather(others), mq_plain_gather(not_points ^ top)};
}

MQ_HOT mq_plain_window mq_plain_classify(const char *text) {
    mq_plain_window first = mq_plain_classify_8(text), second = mq_plain_classify_8(text + 8);
    return (mq_plain_window){first.others | second.others << 8, first.points | second.points << 8};
}
#endif

// The first eight digits at `text`, of which `whole`, at most 8, stand before the point.
MQ_HOT uint64_t mq_plain_first_8(const char *text, unsigned whole) {
    // What is behind the point moves up to what is before it.
    uint64_t here = mq_load_8_digits(text), moved = mq_load_8_digits(text + 1);
    uint64_t before = ((uint64_t)1 << whole * 4 << whole * 4) - 1;
    return moved ^ ((here ^ moved) & before);
}

// The digits at `text` as one number: `whole` of them and, if that are not all `count`, a point and the
// others, up to `stop`. False when there are none or too many.
MQ_HOT bool mq_plain_join(const char *text, const char *stop, unsigned whole, unsigned count,
                          uint64_t *number) {
    if (MQ_LIKELY(count - 1 < 8)) {
        *number = mq_join_8_digits(mq_plain_first_8(text, whole) << (64 - 8 * count));
        return true;
    }
    if (count - 1 >= MQ_PLAIN_DIGITS || whole > 8)
        return false;
    unsigned joined = 8 * (16 - count);
    uint64_t rest = mq_load_8_digits(stop - 8) >> joined << joined;
    *number = mq_join_8_digits(mq_plain_first_8(text, whole)) * mq_small_powers_of_ten[count - 8] +
              mq_join_8_digits(rest);
    return true;
}

// The float nearest to number / 10^places, as bits; false when it is too close to the middle of two
// floats. The number has at most MQ_PLAIN_DIGITS digits, the result is far from any limit.
MQ_HOT bool mq_plain_round(uint64_t number, unsigned places, uint32_t *bits) {
    int power = -(int)places;
    int shift = mq_leading_zeros_64(number | 1);
    // Less than the product by less than two units.
    uint64_t high = mq_multiply_64(number << shift, mq_power_of_ten(power).high).high;
    unsigned top = (unsigned)(high >> 63);
    // A mantissa of 24 bits, and 32 more.
    uint64_t mantissa = high >> (7 + top);
    if (MQ_UNLIKELY((uint32_t)mantissa - 0x7fffffff <= 1))
        return false;
    uint32_t rounded = (uint32_t)((mantissa + 0x80000000) >> 32);
    // The implied bit of the mantissa counts as one more in the field of the exponent.
    uint32_t exponent = (uint32_t)(mq_floor_log2_pow10(power) + 189 - shift + (int)top);
    *bits = number ? (exponent << 23) + rounded : 0;
    return true;
}

// A plain number: number / 10^places, with a sign.
typedef struct mq_plain {
    uint64_t number; // of at most MQ_PLAIN_DIGITS digits
    unsigned places;
    uint32_t negative; // 0 or 1
} mq_plain;

// Reads a plain number: MQ_PLAIN_BYTES have to be readable at `text`. NULL when it is not plain.
MQ_HOT const char *mq_parse_plain(const char *text, mq_plain *out) {
    // 1 for a minus. By arithmetic: a comparison sets a part of a register, whose rest is the result of the
    // number before it, and so makes each number wait for the one before (18 instead of 10 ns for each).
    uint32_t negative = ((uint32_t)(unsigned char)(*text ^ '-') - 1) >> 31;
    mq_plain_window window = mq_plain_classify(text);
    // A minus is the lowest of the others; the end of the window counts as one.
    uint32_t stops = (window.others - negative) | 1 << MQ_PLAIN_WINDOW;
    uint32_t first = stops & (0 - stops);
    uint32_t point = first & window.points;
    stops ^= point;
    unsigned length = (unsigned)mq_trailing_zeros_32(stops);
    unsigned whole = (unsigned)mq_trailing_zeros_32(first) - negative;
    unsigned count = length - negative - (point != 0);
    const char *stop = text + length;
    // Below '.' are blanks, line breaks, commas; above it what may go on with the number ("e", "x").
    if (MQ_UNLIKELY((unsigned char)*stop >= '.'))
        return NULL;
    if (MQ_UNLIKELY(!mq_plain_join(text + negative, stop, whole, count, &out->number)))
        return NULL;
    out->places = count - whole;
    out->negative = negative;
    return stop;
}

// The same as a float. NULL also when it is not certainly rounded.
MQ_HOT const char *mq_parse_plain_float(const char *text, float *value) {
    mq_plain plain;
    uint32_t bits;
    const char *stop = mq_parse_plain(text, &plain);
    if (MQ_UNLIKELY(!stop))
        return NULL;
    if (MQ_UNLIKELY(!mq_plain_round(plain.number, plain.places, &bits)))
        return NULL;
    bits |= plain.negative << 31;
    memcpy(value, &bits, sizeof *value);
    return stop;
}

// Reads a whole number of 1 to 7 digits without a sign: 8 bytes have to be readable. NULL when it is none.
MQ_HOT const char *mq_parse_plain_u32(const char *text, uint32_t *value) {
    uint64_t digits = mq_load_8_digits(text), others = mq_other_than_digits(digits);
    if (MQ_UNLIKELY(others == 0))
        return NULL;
    int bits = mq_trailing_zeros_64(others) - 7; // of the digits
    if (MQ_UNLIKELY(bits == 0))
        return NULL;
    *value = (uint32_t)mq_join_8_digits(digits << (64 - bits));
    return text + bits / 8;
}

// Reads a whole number with an optional sign as mq_parse_i64() does, but saturates at the limits of 32
// bits; then *fits becomes false.
MQ_HOT const char *mq_parse_i32(const char *text, const char *end, int32_t *value, bool *fits) {
    const char *digits = text;
    bool negative = false;
    if (digits < end && (*digits == '-' || *digits == '+'))
        negative = *digits++ == '-';
    // Up to nine digits, as nearly all have: no test for range is needed.
    const char *stop = end - digits > 9 ? digits + 9 : end, *at = digits;
    uint32_t sum = 0;
    for (; at < stop && (unsigned)(*at - '0') < 10; at++)
        sum = sum * 10 + (unsigned)(*at - '0');
    if (at == digits)
        return text;
    if (MQ_UNLIKELY(at < end && (unsigned)(*at - '0') < 10)) {
        int64_t large = 0;
        bool overflow = false;
        at = mq_parse_i64(text, end, &large, &overflow);
        if (overflow || large > INT32_MAX || large < INT32_MIN) {
            *fits = false;
            large = large < 0 ? INT32_MIN : INT32_MAX;
        }
        *value = (int32_t)large;
        return at;
    }
    *value = negative ? -(int32_t)sum : (int32_t)sum;
    return at;
}

#endif
