// SPDX-License-Identifier: MIT
// Writing numbers. The shortest digits are found the Schubfach way: scaled by the power of ten
// that makes the numbers rounding to a value an interval between 1 and 10 units wide or so, at most
// two multiples of ten and two of one are candidates, and a multiplication each by a 128-bit power
// of ten shows exactly which of them are inside.
#include "number.h"

#include <string.h>

#include "bits.h"
#include "hints.h"
#include "number_digits.h"
#include "number_tables.h"

// A value of digits * 10^power.
struct decimal {
    uint64_t digits;
    int power;
};

static const char digit_pairs[200] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

// -- Digits --------------------------------------------------------------------------------------

static int count_digits(uint64_t value) {
    int count = 1;
    for (; value >= 10000; value /= 10000) {
        count += 4;
    }
    return count + (value >= 10) + (value >= 100) + (value >= 1000);
}

// Writes the lowest `count` digits of the value. Divisions of 32 bits take half the time of those of 64.
static void write_digits(char *out, uint64_t value, int count) {
    for (; value > UINT32_MAX && count >= 2; count -= 2) {
        memcpy(out + count - 2, digit_pairs + value % 100 * 2, 2);
        value /= 100;
    }
    uint32_t rest = (uint32_t)value;
    for (; count >= 2; count -= 2) {
        memcpy(out + count - 2, digit_pairs + rest % 100 * 2, 2);
        rest /= 100;
    }
    if (count > 0) {
        *out = (char)('0' + rest % 10);
    }
}

// -- Shortest digits -----------------------------------------------------------------------------

// The high part of a product, with its lowest bit standing for whatever was cut off. A fraction of
// just one unit is the error of the rounded-up power, not part of the product.
static inline uint64_t multiply_to_odd_64(uint64_t power, uint64_t factor) {
    struct mq_u128 product = mq_multiply_64(power, factor);
    return product.high | (product.low >> 32 > 1);
}

static inline uint64_t multiply_to_odd_128(struct mq_u128 power, uint64_t factor) {
    struct mq_u128 upper = mq_multiply_64(power.high, factor);
    uint64_t carry = mq_multiply_64(power.low, factor).high;
    uint64_t middle = upper.low + carry;
    return (upper.high + (middle < carry)) | (middle > 1);
}

// Finds the shortest digits, given the scaled value and the bounds of its interval, each times 4. They may
// end in zeros. What is inside comes and goes in no order, so it should not be a branch.
static inline uint64_t choose_shortest(uint64_t lower, uint64_t value, uint64_t upper) {
    uint64_t ones = value / 4, tens = ones / 10;
    bool tens_inside = lower <= tens * 40;
    bool next_tens_inside = tens * 40 + 40 <= upper;
    bool ones_inside = lower <= ones * 4;
    bool next_ones_inside = ones * 4 + 4 <= upper;
    // Both read back right, or neither multiple of a unit is inside, which the choice of the power
    // rules out; then the closer is taken, and of two equally close the even one.
    bool next_is_closer = value + (ones & 1) > ones * 4 + 2;
    bool alike = ones_inside == next_ones_inside;
    bool use_next = (alike & next_is_closer) | (!alike & next_ones_inside);
    bool use_tens = (tens != 0) & (tens_inside != next_tens_inside);
    uint64_t mask = 0 - (uint64_t)use_tens;
    return (mask & (tens + next_tens_inside) * 10) | (~mask & (ones + use_next));
}

static struct decimal shortest_float(uint32_t mantissa, int exponent, bool closer_below) {
    int power =
        closer_below ? mq_floor_log10_three_quarters_pow2(exponent) : mq_floor_log10_pow2(exponent);
    int shift = exponent + mq_floor_log2_pow10(-power) + 1;
    struct mq_u128 ten = mq_power_of_ten(-power);
    uint64_t ten_up = ten.high + (ten.low != 0);
    uint32_t odd = mantissa & 1;
    uint32_t middle = mantissa * 4;
    // The numbers that round to the value reach halfway to its neighbours. The halfway points
    // themselves are among them when the mantissa is even.
    uint64_t lower = multiply_to_odd_64(ten_up, (uint64_t)(middle - 2 + closer_below) << shift);
    uint64_t value = multiply_to_odd_64(ten_up, (uint64_t)middle << shift);
    uint64_t upper = multiply_to_odd_64(ten_up, (uint64_t)(middle + 2) << shift);
    return (struct decimal){choose_shortest(lower + odd, value, upper - odd), power};
}

// Whether a double is the nearest to a number of at most nine digits, as those that were read from a text
// mostly are. No other number with as few digits has the same double, so its digits are the shortest. They
// may end in zeros.
static inline bool short_decimal(uint64_t mantissa, int exponent, struct decimal *out) {
    // Values from 2^-11 up to but not including 2^9, by powers of eight: how many places they have when the
    // last of nine digits is behind the point.
    static const struct {
        uint32_t scale; // 10^places
        int places;
    } scales[] = {{1000000, 6}, {10000000, 7}, {100000000, 8}, {1000000000, 9}};
    if (exponent > -44 || exponent < -63) {
        return false;
    }
    int index = exponent <= -53 ? 3 : (-44 - exponent) / 3;
    int64_t scale = scales[index].scale;
    struct mq_u128 product = mq_multiply_64(mantissa, (uint64_t)scale);
    int shift = -exponent;
    // Rounded to the nearest; what is left is the difference in units of 2^exponent / scale.
    uint64_t low = product.low + ((uint64_t)1 << (shift - 1));
    uint64_t high = product.high + (low < product.low);
    uint64_t digits = high << (64 - shift) | low >> shift;
    int64_t rest = (int64_t)(product.low - (digits << shift));
    *out = (struct decimal){digits, -scales[index].places};
    // Half a unit of the mantissa is scale / 2 away, below a power of two half of that.
    return rest < scale / 4 && rest > -scale / 4;
}

static struct decimal shortest_double(uint64_t mantissa, int exponent, bool closer_below) {
    int power =
        closer_below ? mq_floor_log10_three_quarters_pow2(exponent) : mq_floor_log10_pow2(exponent);
    int shift = exponent + mq_floor_log2_pow10(-power) + 1;
    struct mq_u128 ten = mq_power_of_ten(-power);
    uint64_t odd = mantissa & 1;
    uint64_t middle = mantissa * 4;
    uint64_t lower = multiply_to_odd_128(ten, (middle - 2 + closer_below) << shift);
    uint64_t value = multiply_to_odd_128(ten, middle << shift);
    uint64_t upper = multiply_to_odd_128(ten, (middle + 2) << shift);
    return (struct decimal){choose_shortest(lower + odd, value, upper - odd), power};
}

// -- Text ----------------------------------------------------------------------------------------

static size_t finish(char *begin, char *end) {
    *end = '\0';
    return (size_t)(end - begin);
}

static char *write_word(char *out, const char *word) {
    size_t length = strlen(word);
    memcpy(out, word, length);
    return out + length;
}

enum { FLOAT_DIGITS = 9, DOUBLE_DIGITS = 17 }; // at most

// Writes 1.5e+20.
MQ_COLD char *write_with_exponent(char *out, const char *digits, int count, int exponent) {
    *out++ = *digits;
    if (count > 1) {
        *out++ = '.';
        memcpy(out, digits + 1, (size_t)count - 1);
        out += count - 1;
    }
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    int exponent_digits = size < 100 ? 2 : 3;
    write_digits(out, size, exponent_digits);
    return out + exponent_digits;
}

// Both below write a number that is not zero, plainly when it is at least 0.0001 and less than 10 to the
// most digits of its kind. They write more bytes than they return, as stores of constant size are faster.

// The digits of a float stay in one word, but for the ninth from the end: as bytes they would have to be
// loaded again, which waits for their stores.
MQ_HOT char *write_float_decimal(char *out, struct decimal decimal) {
    uint32_t ninth = (uint32_t)decimal.digits / 100000000;
    uint64_t eight = mq_split_8_digits((uint32_t)decimal.digits % 100000000);
    int nine = ninth != 0;
    int before = mq_trailing_zeros_64(eight | (uint64_t)nine) / 8; // zeros, none before the ninth
    int behind = eight ? mq_leading_zeros_64(eight) / 8 : 8;
    int count = 8 + nine - before - behind;
    int power = decimal.power + behind;
    int whole = count + power; // digits before the point, if positive
    eight >>= before * 8;      // zeros follow
    if (MQ_LIKELY(whole > 0 && whole <= FLOAT_DIGITS)) {
        out[0] = (char)('0' + ninth);
        mq_store_8_digits(out + nine, eight);
        out[nine + 8] = '0';
        if (power >= 0) {
            return out + whole;
        }
        // Two shifts, as the sum may be 64.
        mq_store_8_digits(out + whole + 1, eight >> (whole - nine) * 4 >> (whole - nine) * 4);
        out[whole] = '.';
        return out + count + 1;
    }
    char digits[FLOAT_DIGITS];
    digits[0] = (char)('0' + ninth);
    mq_store_8_digits(digits + nine, eight);
    if (whole > 0 || whole <= -4) {
        return write_with_exponent(out, digits, count, whole - 1);
    }
    memcpy(out, "0.000", 5);
    memcpy(out + 2 - whole, digits, sizeof digits);
    return out + 2 - whole + count;
}

MQ_HOT char *write_double_decimal(char *out, struct decimal decimal) {
    char text[2 * DOUBLE_DIGITS]; // the digits, and zeros
    uint64_t top = decimal.digits / 100000000;
    uint64_t low = mq_split_8_digits((uint32_t)(decimal.digits % 100000000));
    uint64_t middle = mq_split_8_digits((uint32_t)(top % 100000000));
    top /= 100000000;
    text[0] = (char)('0' + top);
    mq_store_8_digits(text + 1, middle);
    mq_store_8_digits(text + 9, low);
    memset(text + DOUBLE_DIGITS, '0', DOUBLE_DIGITS);
    int first = top      ? 0
                : middle ? 1 + mq_trailing_zeros_64(middle) / 8
                         : 9 + mq_trailing_zeros_64(low) / 8;
    int last = low      ? 16 - mq_leading_zeros_64(low) / 8
               : middle ? 8 - mq_leading_zeros_64(middle) / 8
                        : 0;
    const char *digits = text + first;
    int count = last + 1 - first;
    int power = decimal.power + DOUBLE_DIGITS - 1 - last;
    int whole = count + power;
    if (whole > 0 && whole <= DOUBLE_DIGITS) {
        memcpy(out, digits, DOUBLE_DIGITS);
        if (power >= 0) {
            return out + whole;
        }
        memcpy(out + whole + 1, digits + whole, (size_t)(count - whole));
        out[whole] = '.';
        return out + count + 1;
    }
    if (whole > -4 && whole <= 0) {
        memcpy(out, "0.000", 5);
        memcpy(out + 2 - whole, digits, DOUBLE_DIGITS);
        return out + 2 - whole + count;
    }
    return write_with_exponent(out, digits, count, whole - 1);
}

size_t mq_print_float(char out[MQ_NUMBER_TEXT_MAX], float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t fraction = bits & 0x7fffff;
    int field = (int)(bits >> 23 & 0xff);
    char *end = out;
    if (field == 0xff && fraction != 0) {
        return finish(out, write_word(end, "nan"));
    }
    *end = '-';
    end += bits >> 31;
    if (field == 0xff) {
        return finish(out, write_word(end, "inf"));
    }
    if (field == 0 && fraction == 0) {
        return finish(out, write_word(end, "0"));
    }
    uint32_t mantissa = field == 0 ? fraction : fraction | 0x800000;
    int exponent = (field == 0 ? 1 : field) - 150;
    struct decimal decimal;
    if (exponent <= 0 && exponent > -24 && (mantissa & ((1u << -exponent) - 1)) == 0) {
        // Whole numbers this small have no shorter text: their neighbours are less than one away.
        decimal = (struct decimal){mantissa >> -exponent, 0};
    } else {
        decimal = shortest_float(mantissa, exponent, fraction == 0 && field > 1);
    }
    return finish(out, write_float_decimal(end, decimal));
}

size_t mq_print_double(char out[MQ_NUMBER_TEXT_MAX], double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & 0xfffffffffffff;
    int field = (int)(bits >> 52 & 0x7ff);
    char *end = out;
    if (field == 0x7ff && fraction != 0) {
        return finish(out, write_word(end, "nan"));
    }
    *end = '-';
    end += bits >> 63;
    if (field == 0x7ff) {
        return finish(out, write_word(end, "inf"));
    }
    if (field == 0 && fraction == 0) {
        return finish(out, write_word(end, "0"));
    }
    uint64_t mantissa = field == 0 ? fraction : fraction | 0x10000000000000;
    int exponent = (field == 0 ? 1 : field) - 1075;
    struct decimal decimal;
    if (exponent <= 0 && exponent > -53 && (mantissa & (((uint64_t)1 << -exponent) - 1)) == 0) {
        decimal = (struct decimal){mantissa >> -exponent, 0};
    } else if (short_decimal(mantissa, exponent, &decimal)) {
        // In this range both kinds of numbers are written in the same form.
        return finish(out, write_float_decimal(end, decimal));
    } else {
        decimal = shortest_double(mantissa, exponent, fraction == 0 && field > 1);
    }
    return finish(out, write_double_decimal(end, decimal));
}

size_t mq_print_u64(char out[MQ_NUMBER_TEXT_MAX], uint64_t value) {
    if (MQ_LIKELY(value < 100000000)) {
        uint64_t digits = mq_split_8_digits((uint32_t)value);
        // The last digit is written even if it is 0.
        int zeros = mq_trailing_zeros_64(digits | (uint64_t)1 << 56) / 8;
        mq_store_8_digits(out, digits >> zeros * 8);
        return finish(out, out + 8 - zeros);
    }
    int count = count_digits(value);
    write_digits(out, value, count);
    return finish(out, out + count);
}

size_t mq_print_i64(char out[MQ_NUMBER_TEXT_MAX], int64_t value) {
    char *end = out;
    uint64_t size = (uint64_t)value;
    if (value < 0) {
        *end++ = '-';
        size = 0 - size;
    }
    return finish(out, end + mq_print_u64(end, size));
}
