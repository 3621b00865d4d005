// SPDX-License-Identifier: MIT
// Reading numbers. Decimal text becomes digits * 10^power, with up to 19 digits in a 64-bit word.
// Then one multiplication by a 64-bit power of ten gives the binary value with an error so small
// that the rounding is certain for nearly all texts. The rest get 128 bits of the power, and what
// is still in doubt then, or has more digits than a word holds, is compared with the nearest
// halfway point in exact integers.
#include "number.h"

#include <assert.h>
#include <string.h>

#include "bits.h"
#include "hints.h"
#include "number_digits.h"
#include "number_plain.h"
#include "number_tables.h"

enum {
    WORD_DIGITS = MQ_SMALL_POWER_OF_TEN_LAST, // this many decimal digits always fit into 64 bits
    // A halfway point of doubles has at most 768 significant digits, so whatever comes after this
    // many can only break a tie.
    EXACT_DIGITS = 780
};

// -- Characters ----------------------------------------------------------------------------------

static inline unsigned digit_value(char c) {
    return (unsigned)(unsigned char)c - '0';
}

static inline bool is_digit(char c) {
    return digit_value(c) < 10;
}

static inline char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The value of a hexadecimal digit, or 16 and more for any other character.
static inline unsigned hex_digit_value(char c) {
    unsigned digit = digit_value(c);
    if (digit < 10) {
        return digit;
    }
    unsigned letter = ((unsigned)(unsigned char)c | 0x20u) - 'a';
    return letter < 6 ? letter + 10 : 16;
}

// Appends the digits at `text` to *number and returns where they end. *number wraps around when
// there are more than it holds, which the caller recognises by the length.
MQ_HOT const char *read_digits(const char *text, const char *end, uint64_t *number) {
    // Runs of unpredictable length are the rule, so the length of a run must not be a branch.
    while (end - text >= 8) {
        uint64_t digits = mq_load_8_digits(text);
        uint64_t others = mq_other_than_digits(digits);
        if (others == 0) {
            *number = *number * 100000000u + mq_join_8_digits(digits);
            text += 8;
            continue;
        }
        int bits = mq_trailing_zeros_64(others) - 7;
        // The shift replaces what follows the run by leading zeros. Two shifts, as the sum may be 64.
        digits = digits << (56 - bits) << 8;
        *number = *number * mq_small_powers_of_ten[bits / 8] + mq_join_8_digits(digits);
        return text + bits / 8;
    }
    while (text < end && is_digit(*text)) {
        *number = *number * 10 + digit_value(*text);
        ++text;
    }
    return text;
}

// -- Binary formats and rounding -----------------------------------------------------------------

struct format {
    int precision;     // bits of a normal mantissa, the implied one included
    int lowest_bit;    // exponent of the lowest bit of subnormal numbers
    int lowest_power;  // 2^64 * 10^k rounds to zero for k below this
    int highest_power; // 10^k is too large for k above this
    uint64_t infinity; // as bits
};

// The format argument of the functions below is a constant that has to be folded into the code, so they
// are always inlined.
static const struct format float_format = {24, -149, -64, 38, 0x7f800000};
static const struct format double_format = {53, -1074, -342, 308, 0x7ff0000000000000};

// A positive value cut at the lowest bit its format can hold: (mantissa + rest / (2 * half)) *
// 2^lowest.
struct split {
    uint64_t mantissa;
    uint64_t rest;
    uint64_t half;
    int lowest;
};

// Splits bits * 2^exponent, where bits is at least 2^62.
MQ_HOT struct split split_value(const struct format *format, uint64_t bits, int exponent) {
    struct split split;
    split.lowest = exponent + 62 + (int)(bits >> 63) - (format->precision - 1);
    if (MQ_UNLIKELY(split.lowest < format->lowest_bit)) {
        split.lowest = format->lowest_bit;
        if (split.lowest - exponent >= 64) {
            split.mantissa = 0;
            // With more than 64 bits to drop, the value is below a half whatever its bits are.
            split.rest = split.lowest - exponent == 64 ? bits : 0;
            split.half = (uint64_t)1 << 63;
            return split;
        }
    }
    int drop = split.lowest - exponent;
    split.mantissa = bits >> drop;
    split.half = (uint64_t)1 << (drop - 1);
    split.rest = bits & (split.half * 2 - 1);
    return split;
}

// The bits of mantissa * 2^lowest. A mantissa of 2^precision is fine: as the implied bit is added
// to the exponent field, so is a carry out of the mantissa, from subnormal all the way to infinity.
MQ_HOT uint64_t compose(const struct format *format, uint64_t mantissa, int lowest) {
    uint64_t field = (uint64_t)(lowest - format->lowest_bit) << (format->precision - 1);
    uint64_t bits = field + mantissa;
    return bits < format->infinity ? bits : format->infinity;
}

// Rounds bits * 2^exponent, plus a little when `more` is set; bits must not be zero, and the
// exponent within a few thousand of zero.
static uint64_t round_exact(const struct format *format, uint64_t bits, int exponent, bool more) {
    int shift = mq_leading_zeros_64(bits);
    struct split split = split_value(format, bits << shift, exponent - shift);
    bool odd = split.mantissa & 1;
    bool up = split.rest > split.half || (split.rest == split.half && (more || odd));
    return compose(format, split.mantissa + up, split.lowest);
}

// 5^k for k up to MQ_POWER_OF_TEN_EXACT_64.
static uint64_t power_of_five(int k) {
    return mq_power_of_ten(k).high >> (63 - (mq_floor_log2_pow10(k) - k));
}

// Rounds digits * 10^power when the first product left it open; `split` is the split value of that
// product's high half, which is below the true value by less than two units, and the rest is half
// or one unit below. Returns false when even 192 bits leave it open.
MQ_COLD bool round_close_call(const struct format *format, uint64_t digits, int power,
                              struct split split, uint64_t *bits) {
    if (power < 0 && power >= -MQ_POWER_OF_TEN_EXACT_64) {
        // Only here can a negative power meet a halfway point: where the digits are a multiple of
        // 5^-power, and the value is thus an integer times a power of two.
        uint64_t fives = power_of_five(-power);
        if (digits % fives == 0) {
            *bits = round_exact(format, digits / fives, power, false);
            return true;
        }
    }
    bool exact = power >= 0 && power <= MQ_POWER_OF_TEN_EXACT_128;
    uint64_t normal = digits << mq_leading_zeros_64(digits);
    struct mq_u128 ten = mq_power_of_ten(power);
    struct mq_u128 upper = mq_multiply_64(normal, ten.high);
    // The table rounds up; a lower bound is needed here.
    struct mq_u128 lower = mq_multiply_64(normal, ten.low - !exact);
    uint64_t middle = upper.low + lower.high;
    split.rest += middle < lower.high;
    // The true value is now rest + (middle, lower.low), and if inexact, more than that by less than
    // `normal` in the last at.
    bool up = split.rest > split.half;
    if (split.rest == split.half) {
        up = !exact || middle != 0 || lower.low != 0 || (split.mantissa & 1);
    } else if (!up && !exact && middle == UINT64_MAX && lower.low > UINT64_MAX - normal) {
        return false;
    }
    *bits = compose(format, split.mantissa + up, split.lowest);
    return true;
}

// The high half of digits * 10^power, cut. It is below the true value by less than two units of
// the rest. The power must be in the range of the format.
MQ_HOT struct split split_product(const struct format *format, uint64_t digits, int power) {
    int shift = mq_leading_zeros_64(digits);
    uint64_t high = mq_multiply_64(digits << shift, mq_power_of_ten(power).high).high;
    return split_value(format, high, mq_floor_log2_pow10(power) + 1 - shift);
}

// Rounds digits * 10^power, or returns false when it could not. The digits must not be zero, and
// the power in the range of the format.
MQ_HOT bool round_product(const struct format *format, uint64_t digits, int power, uint64_t *bits) {
    struct split split = split_product(format, digits, power);
    // A true rest in [rest, rest + 2) may be a half or be on either side of it only in these two
    // cases. Where it may run over into the next mantissa, rounding up gives that mantissa anyway.
    if (MQ_UNLIKELY(split.half - split.rest <= 1)) {
        return round_close_call(format, digits, power, split, bits);
    }
    *bits = compose(format, split.mantissa + (split.rest > split.half), split.lowest);
    return true;
}

// The same for any digits and power.
MQ_HOT bool round_short(const struct format *format, uint64_t digits, int64_t power,
                        uint64_t *bits) {
    if (digits == 0 || MQ_UNLIKELY(power < format->lowest_power)) {
        *bits = 0;
        return true;
    }
    if (MQ_UNLIKELY(power > format->highest_power)) {
        *bits = format->infinity;
        return true;
    }
    return round_product(format, digits, (int)power, bits);
}

// -- Exact comparison ----------------------------------------------------------------------------

// The operands are at most 781 digits (2595 bits) and a mantissa (54 bits) times 5^(342 + 781)
// (2608 bits). Shifting brings them to the same scale, and as the values compared are close, or
// the halfway point is that of the smallest number, neither gets much larger than the other was.
enum { BIG_WORDS = 48 };

struct big {
    int length; // words in use, the topmost not zero
    uint64_t words[BIG_WORDS];
};

static void big_multiply_add(struct big *big, uint64_t factor, uint64_t addend) {
    uint64_t carry = addend;
    for (int i = 0; i < big->length; ++i) {
        struct mq_u128 product = mq_multiply_64(big->words[i], factor);
        uint64_t low = product.low + carry;
        carry = product.high + (low < carry);
        big->words[i] = low;
    }
    if (carry != 0) {
        assert(big->length < BIG_WORDS);
        big->words[big->length++] = carry;
    }
}

static void big_multiply_pow5(struct big *big, int64_t exponent) {
    for (; exponent > MQ_POWER_OF_TEN_EXACT_64; exponent -= MQ_POWER_OF_TEN_EXACT_64) {
        big_multiply_add(big, power_of_five(MQ_POWER_OF_TEN_EXACT_64), 0);
    }
    big_multiply_add(big, power_of_five((int)exponent), 0);
}

static void big_shift_left(struct big *big, int64_t bits) {
    int words = (int)(bits / 64);
    if (bits % 64 != 0) {
        big_multiply_add(big, (uint64_t)1 << (bits % 64), 0);
    }
    assert(big->length + words <= BIG_WORDS);
    memmove(big->words + words, big->words, (size_t)big->length * sizeof *big->words);
    memset(big->words, 0, (size_t)words * sizeof *big->words);
    big->length += words;
}

static int big_compare(const struct big *a, const struct big *b) {
    if (a->length != b->length) {
        return a->length < b->length ? -1 : 1;
    }
    for (int i = a->length - 1; i >= 0; --i) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] < b->words[i] ? -1 : 1;
        }
    }
    return 0;
}

// -- Decimal text --------------------------------------------------------------------------------

// A decimal number as found in the text: [begin, end) has its digits and at most one point.
struct decimal_text {
    const char *begin;
    const char *end;
    const char *point; // `end` when there is none
    int64_t exponent;  // as written after the 'e'
};

// The power of ten of the digit at `at`.
static int64_t power_at(const struct decimal_text *decimal, const char *at) {
    int64_t distance = decimal->point - at;
    return decimal->exponent + (distance > 0 ? distance - 1 : distance);
}

// The first digit from `at` on that is not zero, or the end.
static const char *skip_zeros(const struct decimal_text *decimal, const char *at) {
    while (at < decimal->end && (*at == '0' || *at == '.')) {
        ++at;
    }
    return at;
}

// Makes `big` * 10^power of the decimal text, which is not zero, starting at its first digit that
// is not zero. Digits too many to matter are replaced by a single 1 if they are not all zeros.
static int64_t load_digits(const struct decimal_text *decimal, const char *at, struct big *big) {
    int64_t power = 0;
    int taken = 0;
    uint64_t chunk = 0;
    int chunk_digits = 0;
    big->length = 0;
    for (; at < decimal->end && taken < EXACT_DIGITS; ++at) {
        if (at == decimal->point) {
            continue;
        }
        chunk = chunk * 10 + digit_value(*at);
        if (++chunk_digits == WORD_DIGITS) {
            big_multiply_add(big, mq_small_powers_of_ten[chunk_digits], chunk);
            chunk = 0;
            chunk_digits = 0;
        }
        power = power_at(decimal, at);
        ++taken;
    }
    big_multiply_add(big, mq_small_powers_of_ten[chunk_digits], chunk);
    if (skip_zeros(decimal, at) < decimal->end) {
        big_multiply_add(big, 10, 1);
        --power;
    }
    return power;
}

// Rounds the decimal text, whose first digit that is not zero is at `at`, given a split value
// that is not above the true one and below it by less than half its last bit. So only the halfway
// point above the split value's mantissa can matter.
MQ_COLD uint64_t round_against_halfway(const struct format *format,
                                       const struct decimal_text *decimal, const char *at,
                                       struct split split) {
    struct big value;
    int64_t power = load_digits(decimal, at, &value);
    struct big halfway = {1, {split.mantissa * 2 + 1}};
    int64_t shift = split.lowest - 1 - power;
    if (power >= 0) {
        big_multiply_pow5(&value, power);
    } else {
        big_multiply_pow5(&halfway, -power);
    }
    if (shift >= 0) {
        big_shift_left(&halfway, shift);
    } else {
        big_shift_left(&value, -shift);
    }
    int order = big_compare(&value, &halfway);
    bool up = order > 0 || (order == 0 && (split.mantissa & 1));
    return compose(format, split.mantissa + up, split.lowest);
}

// Rounds a decimal text of any length.
MQ_COLD uint64_t round_long_decimal(const struct format *format,
                                    const struct decimal_text *decimal) {
    const char *first = skip_zeros(decimal, decimal->begin);
    uint64_t digits = 0;
    int taken = 0;
    int64_t power = 0;
    const char *at = first;
    for (; at < decimal->end && taken < WORD_DIGITS; ++at) {
        if (at != decimal->point) {
            digits = digits * 10 + digit_value(*at);
            power = power_at(decimal, at);
            ++taken;
        }
    }
    uint64_t bits, bits_above;
    bool more = skip_zeros(decimal, at) < decimal->end;
    if (round_short(format, digits, power, &bits)) {
        // With digits left over, the value is between these digits and the next higher ones.
        if (!more || (round_short(format, digits + 1, power, &bits_above) && bits == bits_above)) {
            return bits;
        }
    }
    // Here the power is in range, as otherwise both were rounded alike.
    struct split split = split_product(format, digits, (int)power);
    return round_against_halfway(format, decimal, first, split);
}

// Reads the exponent at `text`, if there is one, and returns where it ends.
MQ_HOT const char *read_exponent(const char *text, const char *end, char letter,
                                 int64_t *exponent) {
    if (text == end || (*text | 0x20) != letter) {
        return text;
    }
    const char *at = text + 1;
    bool negative = false;
    if (at < end && (*at == '-' || *at == '+')) {
        negative = *at == '-';
        ++at;
    }
    if (at == end || !is_digit(*at)) {
        return text;
    }
    int64_t number = 0;
    for (; at < end && is_digit(*at); ++at) {
        // No text is so long that its digits could make up for an exponent this large.
        if (number < (int64_t)1000000000000000) {
            number = number * 10 + (int64_t)digit_value(*at);
        }
    }
    *exponent = negative ? -number : number;
    return at;
}

// Reads an unsigned decimal number; returns `text` when there is none.
MQ_HOT const char *parse_decimal(const struct format *format, const char *text, const char *end,
                                 uint64_t *bits) {
    struct decimal_text decimal;
    uint64_t digits = 0;
    const char *at = read_digits(text, end, &digits);
    int64_t count = at - text;
    int64_t power = 0;
    decimal.point = NULL;
    if (at < end && *at == '.') {
        decimal.point = at;
        at = read_digits(at + 1, end, &digits);
        power = decimal.point + 1 - at;
        count -= power;
    }
    if (MQ_UNLIKELY(count == 0)) {
        return text;
    }
    const char *digits_end = at;
    int64_t exponent = 0;
    at = read_exponent(at, end, 'e', &exponent);
    power += exponent;
    // Two steps: as one condition, compilers take the rounding itself for unlikely, too.
    bool rounded = false;
    if (MQ_LIKELY(count <= WORD_DIGITS)) {
        rounded = round_short(format, digits, power, bits);
    }
    if (MQ_UNLIKELY(!rounded)) {
        decimal.begin = text;
        decimal.end = digits_end;
        decimal.exponent = exponent;
        if (decimal.point == NULL) {
            decimal.point = digits_end;
        }
        *bits = round_long_decimal(format, &decimal);
    }
    return at;
}

// -- Other texts ---------------------------------------------------------------------------------

// Reads the hexadecimal number whose "0x" is at `text`; where no digit follows it, just the "0".
MQ_COLD const char *parse_hexadecimal(const struct format *format, const char *text,
                                      const char *end, uint64_t *bits) {
    const char *at = text + 2;
    uint64_t digits = 0;
    bool more = false;
    bool any = false;
    bool point = false;
    int64_t power = 0;
    for (; at < end; ++at) {
        if (*at == '.' && !point) {
            point = true;
            continue;
        }
        unsigned digit = hex_digit_value(*at);
        if (digit >= 16) {
            break;
        }
        any = true;
        if (digits >> 60 == 0) {
            digits = digits << 4 | digit;
            power -= point ? 4 : 0;
        } else {
            more = more || digit != 0;
            power += point ? 0 : 4;
        }
    }
    if (!any) {
        *bits = 0;
        return text + 1;
    }
    int64_t exponent = 0;
    at = read_exponent(at, end, 'p', &exponent);
    power += exponent;
    if (digits == 0 || power < -2000) {
        *bits = 0;
    } else if (power > 2000) {
        *bits = format->infinity;
    } else {
        *bits = round_exact(format, digits, (int)power, more);
    }
    return at;
}

// Whether [text, end) starts with the lower case `word`, in any case.
static bool starts_with(const char *text, const char *end, const char *word) {
    for (; *word != '\0'; ++word, ++text) {
        if (text == end || lower_case(*text) != *word) {
            return false;
        }
    }
    return true;
}

// Reads an infinity or a NaN; returns `text` when there is none.
MQ_COLD const char *parse_word(const struct format *format, const char *text, const char *end,
                               uint64_t *bits) {
    if (starts_with(text, end, "inf")) {
        *bits = format->infinity;
        return text + (starts_with(text, end, "infinity") ? 8 : 3);
    }
    if (!starts_with(text, end, "nan")) {
        return text;
    }
    *bits = format->infinity | (uint64_t)1 << (format->precision - 2);
    text += 3;
    if (text < end && *text == '(') {
        const char *at = text + 1;
        while (at < end && (is_digit(*at) || *at == '_' ||
                            (lower_case(*at) >= 'a' && lower_case(*at) <= 'z'))) {
            ++at;
        }
        if (at < end && *at == ')') {
            return at + 1;
        }
    }
    return text;
}

// Reads a number in any form and sets *negative to whether it has a minus sign; returns `text`
// when there is none.
MQ_HOT const char *parse_number(const struct format *format, const char *text, const char *end,
                                uint64_t *bits, bool *negative) {
    if (MQ_UNLIKELY(text == end)) {
        return text;
    }
    // Signs come and go in no order, so they should not be a branch.
    *negative = *text == '-';
    const char *at = text + (*negative | (*text == '+'));
    if (MQ_UNLIKELY(at == end)) {
        return text;
    }
    const char *stop;
    if (MQ_UNLIKELY(!is_digit(*at) && *at != '.')) {
        stop = parse_word(format, at, end, bits);
    } else if (MQ_UNLIKELY(*at == '0' && end - at > 2 && (at[1] | 0x20) == 'x')) {
        stop = parse_hexadecimal(format, at, end, bits);
    } else {
        stop = parse_decimal(format, at, end, bits);
    }
    return stop == at ? text : stop;
}

MQ_COLD const char *parse_any_float(const char *text, const char *end, float *value) {
    uint64_t bits = 0;
    bool negative;
    const char *stop = parse_number(&float_format, text, end, &bits, &negative);
    if (stop != text) {
        uint32_t word = (uint32_t)bits | (uint32_t)negative << 31;
        memcpy(value, &word, sizeof *value);
    }
    return stop;
}

const char *mq_parse_float(const char *text, const char *end, float *value) {
    if (MQ_UNLIKELY(end - text < MQ_PLAIN_BYTES)) {
        return parse_any_float(text, end, value);
    }
    const char *stop = mq_parse_plain_float(text, value);
    return MQ_LIKELY(stop != NULL) ? stop : parse_any_float(text, end, value);
}

const char *mq_parse_double(const char *text, const char *end, double *value) {
    uint64_t bits = 0;
    bool negative;
    const char *stop = parse_number(&double_format, text, end, &bits, &negative);
    if (stop != text) {
        bits |= (uint64_t)negative << 63;
        memcpy(value, &bits, sizeof *value);
    }
    return stop;
}

// -- Integers ------------------------------------------------------------------------------------

// Whether the run of digits, longer than 19, has a value above UINT64_MAX.
MQ_COLD bool exceeds_u64(const char *text, const char *end) {
    while (text < end && *text == '0') {
        ++text;
    }
    static const char largest[] = "18446744073709551615";
    int64_t count = end - text;
    return count > 20 || (count == 20 && memcmp(text, largest, 20) > 0);
}

const char *mq_parse_u64(const char *text, const char *end, uint64_t *value, bool *overflow) {
    uint64_t number = 0;
    const char *stop = read_digits(text, end, &number);
    *overflow = false;
    if (stop == text) {
        return text;
    }
    if (MQ_UNLIKELY(stop - text > WORD_DIGITS) && exceeds_u64(text, stop)) {
        *overflow = true;
        number = UINT64_MAX;
    }
    *value = number;
    return stop;
}

const char *mq_parse_i64(const char *text, const char *end, int64_t *value, bool *overflow) {
    const char *at = text;
    bool negative = false;
    if (at < end && (*at == '-' || *at == '+')) {
        negative = *at == '-';
        ++at;
    }
    uint64_t number;
    const char *stop = mq_parse_u64(at, end, &number, overflow);
    if (stop == at) {
        return text;
    }
    uint64_t limit = (uint64_t)INT64_MAX + negative;
    if (number > limit) {
        *overflow = true;
        number = limit;
    }
    if (!negative) {
        *value = (int64_t)number;
    } else {
        // INT64_MIN has no positive counterpart.
        *value = number > (uint64_t)INT64_MAX ? INT64_MIN : -(int64_t)number;
    }
    return stop;
}

const char *mq_parse_hex_u64(const char *text, const char *end, uint64_t *value, bool *overflow) {
    const char *at = text;
    if (end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x' && hex_digit_value(at[2]) < 16) {
        at += 2;
    }
    const char *begin = at;
    uint64_t number = 0;
    *overflow = false;
    for (; at < end; ++at) {
        unsigned digit = hex_digit_value(*at);
        if (digit >= 16) {
            break;
        }
        *overflow = *overflow || number >> 60 != 0;
        number = number << 4 | digit;
    }
    if (at == begin) {
        return text;
    }
    *value = *overflow ? UINT64_MAX : number;
    return at;
}
