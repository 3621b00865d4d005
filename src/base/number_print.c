// SPDX-License-Identifier: MIT
// Writing numbers. The shortest digits are found the Schubfach way: scaled by the power of ten
// that makes the numbers rounding to a value an interval between 1 and 10 units wide or so, at most
// two multiples of ten and two of one are candidates, and a multiplication each by a 128-bit power
// of ten shows exactly which of them are inside.
#include "number.h"

#include <string.h>

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

// The divisors are constants, so that compilers multiply instead of dividing.
static struct decimal strip_zeros(struct decimal decimal) {
    // At most 17 digits, so at most two rounds.
    while (decimal.digits > UINT32_MAX && decimal.digits % 100000000 == 0) {
        decimal.digits /= 100000000;
        decimal.power += 8;
    }
    while (decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        decimal.power += 1;
    }
    return decimal;
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

// Finds the shortest digits, given the scaled value and the bounds of its interval, each times 4.
static inline struct decimal choose_shortest(uint64_t lower, uint64_t value, uint64_t upper,
                                             int power) {
    uint64_t ones = value / 4;
    if (ones >= 10) {
        uint64_t tens = ones / 10;
        bool tens_inside = lower <= tens * 40;
        bool next_tens_inside = tens * 40 + 40 <= upper;
        if (tens_inside != next_tens_inside) {
            return strip_zeros((struct decimal){tens + next_tens_inside, power + 1});
        }
    }
    bool ones_inside = lower <= ones * 4;
    bool next_ones_inside = ones * 4 + 4 <= upper;
    bool use_next = next_ones_inside;
    if (ones_inside == next_ones_inside) {
        // Both read back right, or neither multiple of a unit is inside, which the choice of the
        // power rules out; take the closer, and of two equally close the even one.
        use_next = value > ones * 4 + 2 || (value == ones * 4 + 2 && (ones & 1) != 0);
    }
    if (ones + use_next == 10) {
        // The only multiple of ten that can come up, as larger ones were tried above.
        return (struct decimal){1, power + 1};
    }
    return (struct decimal){ones + use_next, power};
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
    return choose_shortest(lower + odd, value, upper - odd, power);
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
    return choose_shortest(lower + odd, value, upper - odd, power);
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

// Writes a number that is not zero, plainly when it is at least 0.0001 and less than
// 10^plain_digits.
static char *write_decimal(char *out, struct decimal decimal, int plain_digits) {
    int count = count_digits(decimal.digits);
    int whole = count + decimal.power; // digits before the point, if positive
    if (whole > 0 && whole <= plain_digits) {
        if (decimal.power >= 0) {
            write_digits(out, decimal.digits, count);
            memset(out + count, '0', (size_t)decimal.power);
            return out + whole;
        }
        write_digits(out + 1, decimal.digits, count);
        memmove(out, out + 1, (size_t)whole);
        out[whole] = '.';
        return out + count + 1;
    }
    if (whole > -4 && whole <= 0) {
        memcpy(out, "0.000", 5);
        write_digits(out + 2 - whole, decimal.digits, count);
        return out + 2 - whole + count;
    }
    write_digits(out + 1, decimal.digits, count);
    out[0] = out[1];
    char *end = out + 1;
    if (count > 1) {
        out[1] = '.';
        end = out + count + 1;
    }
    int exponent = whole - 1;
    *end++ = 'e';
    *end++ = exponent < 0 ? '-' : '+';
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    int exponent_digits = size < 100 ? 2 : 3;
    write_digits(end, size, exponent_digits);
    return end + exponent_digits;
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
    return finish(out, write_decimal(end, decimal, 9));
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
    } else {
        decimal = shortest_double(mantissa, exponent, fraction == 0 && field > 1);
    }
    return finish(out, write_decimal(end, decimal, 17));
}

size_t mq_print_u64(char out[MQ_NUMBER_TEXT_MAX], uint64_t value) {
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
