// SPDX-License-Identifier: MIT
// Number parsing and printing, checked against the C library and against texts whose right answer
// is known by construction. MAQUETTE_DEEP=1 in the environment multiplies the random tests by 20.
#include <float.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/base/number.h"

// -- Helpers -------------------------------------------------------------------------------------

static uint64_t random_state;

// The splitmix64 sequence; each test seeds it, so tests do not depend on one another.
static uint64_t random_u64(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static int random_below(int limit) {
    return (int)(random_u64() % (uint64_t)limit);
}

static int seed_random(void **state) {
    (void)state;
    random_state = 20240229;
    return 0;
}

static long deep(long count) {
    const char *wish = getenv("MAQUETTE_DEEP");
    return wish != NULL && strcmp(wish, "1") == 0 ? count * 20 : count;
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool same_float(float a, float b) {
    return float_bits(a) == float_bits(b) || (a != a && b != b);
}

static bool same_double(double a, double b) {
    return double_bits(a) == double_bits(b) || (a != a && b != b);
}

// A finite value of random bits, so of any magnitude.
static float random_float(void) {
    uint32_t bits;
    do {
        bits = (uint32_t)random_u64();
    } while ((bits & 0x7f800000) == 0x7f800000);
    return float_of(bits);
}

static double random_double(void) {
    uint64_t bits;
    do {
        bits = random_u64();
    } while ((bits & 0x7ff0000000000000) == 0x7ff0000000000000);
    return double_of(bits);
}

static void expect_float(const char *text, float expected, size_t length) {
    float value = 12345;
    const char *stop = mq_parse_float(text, text + strlen(text), &value);
    if (!same_float(value, expected) || (size_t)(stop - text) != length) {
        fail_msg("float \"%.200s\": got %a and length %zu, expected %a and %zu", text,
                 (double)value, (size_t)(stop - text), (double)expected, length);
    }
}

static void expect_double(const char *text, double expected, size_t length) {
    double value = 12345;
    const char *stop = mq_parse_double(text, text + strlen(text), &value);
    if (!same_double(value, expected) || (size_t)(stop - text) != length) {
        fail_msg("double \"%.200s\": got %a and length %zu, expected %a and %zu", text, value,
                 (size_t)(stop - text), expected, length);
    }
}

// Expects what strtof and strtod make of the text, which must not start with white space.
static void expect_like_c(const char *text) {
    char *stop;
    float f = strtof(text, &stop);
    expect_float(text, stop == text ? 12345 : f, (size_t)(stop - text));
    double d = strtod(text, &stop);
    expect_double(text, stop == text ? 12345 : d, (size_t)(stop - text));
}

static void expect_float_prints_back(float value) {
    char text[MQ_NUMBER_TEXT_MAX];
    size_t length = mq_print_float(text, value);
    assert_int_equal(length, strlen(text));
    if (!same_float(strtof(text, NULL), value)) {
        fail_msg("float %a printed as %s", (double)value, text);
    }
    expect_float(text, value, length);
}

static void expect_double_prints_back(double value) {
    char text[MQ_NUMBER_TEXT_MAX];
    size_t length = mq_print_double(text, value);
    assert_int_equal(length, strlen(text));
    if (!same_double(strtod(text, NULL), value)) {
        fail_msg("double %a printed as %s", value, text);
    }
    expect_double(text, value, length);
}

static void expect_both_ways_float(float value) {
    char text[64];
    snprintf(text, sizeof text, "%.9g", (double)value);
    expect_like_c(text);
    expect_float_prints_back(value);
}

static void expect_both_ways_double(double value) {
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    expect_like_c(text);
    expect_double_prints_back(value);
}

// -- Random values and texts ---------------------------------------------------------------------

static void random_floats_read_and_print_back(void **state) {
    (void)state;
    for (long i = deep(1500000); i > 0; --i) {
        char text[64];
        float value = random_float();
        snprintf(text, sizeof text, "%.9g", (double)value);
        expect_float(text, value, strlen(text));
        expect_float_prints_back(value);
    }
}

static void random_doubles_read_and_print_back(void **state) {
    (void)state;
    for (long i = deep(1000000); i > 0; --i) {
        char text[64];
        double value = random_double();
        snprintf(text, sizeof text, "%.17g", value);
        expect_double(text, value, strlen(text));
        expect_double_prints_back(value);
    }
}

// Values of few decimals are what model files are full of.
static void random_short_decimals_read_like_c(void **state) {
    (void)state;
    for (long i = deep(500000); i > 0; --i) {
        char text[64];
        double value = (double)(int64_t)(random_u64() >> (12 + random_below(50)));
        snprintf(text, sizeof text, "%s%.*f", i % 3 == 0 ? "-" : "", random_below(9),
                 value / (double)(1 + random_below(1000000)));
        expect_like_c(text);
    }
}

static void random_decimal_texts_read_like_c(void **state) {
    (void)state;
    static const int centers[] = {0, -45, 38, -324, 308};
    for (long i = deep(700000); i > 0; --i) {
        char text[128];
        int length = 0;
        if (random_below(4) == 0) {
            text[length++] = random_below(2) == 0 ? '-' : '+';
        }
        int digits = 1 + random_below(40);
        int point = random_below(3) == 0 ? -1 : random_below(digits + 1);
        int zeros = random_below(8) == 0 ? random_below(digits) : 0;
        for (int k = 0; k < digits; ++k) {
            if (k == point) {
                text[length++] = '.';
            }
            text[length++] = k < zeros ? '0' : (char)('0' + random_below(10));
        }
        if (random_below(4) == 0) {
            // Runs of nines and zeros make for close calls.
            memset(text + length, random_below(2) == 0 ? '0' : '9', 20);
            length += 20;
        }
        int exponent = centers[random_below(5)] + random_below(41) - 20;
        exponent -= point >= 0 ? point : digits;
        if (random_below(10) == 0) {
            exponent = random_below(1000) - 500;
        }
        if (random_below(5) == 0) {
            text[length] = '\0';
        } else if (random_below(50) == 0) {
            snprintf(text + length, sizeof text - (size_t)length, "E%s99999999999999999999",
                     random_below(2) == 0 ? "-" : "");
        } else {
            snprintf(text + length, sizeof text - (size_t)length, "e%d", exponent);
        }
        expect_like_c(text);
    }
}

static void random_hex_floats_read_like_c(void **state) {
    (void)state;
    static const int centers[] = {0, -126, -149, 127, -1022, -1074, 1023};
    for (long i = deep(200000); i > 0; --i) {
        char text[128];
        int length = 0;
        if (random_below(2) == 0) {
            text[length++] = '-';
        }
        text[length++] = '0';
        text[length++] = random_below(2) == 0 ? 'x' : 'X';
        int digits = 1 + random_below(24);
        int point = random_below(digits + 1);
        for (int k = 0; k < digits; ++k) {
            if (k == point) {
                text[length++] = '.';
            }
            // Many zeros, eights and fs: halfway points and what is next to them.
            text[length++] = "0123456789abcdefABCDEF0000000088888888ffff"[random_below(42)];
        }
        int exponent = centers[random_below(7)] - 4 * point + random_below(60) - 30;
        snprintf(text + length, sizeof text - (size_t)length, "%c%d", i % 2 == 0 ? 'p' : 'P',
                 exponent);
        expect_like_c(text);
    }
}

static void random_garbage_reads_like_c(void **state) {
    (void)state;
    static const char alphabet[] = "0123456789....eE+-+-xXpPinfNANanity()_\"/,";
    static const char *const openings[] = {"", "", "0x", "-0X", "nan(", "inf", "infin", "1e", "."};
    for (long i = deep(500000); i > 0; --i) {
        char text[64];
        strcpy(text, openings[random_below(9)]);
        size_t length = strlen(text);
        for (int k = random_below(14); k > 0; --k) {
            text[length++] = alphabet[random_below((int)sizeof alphabet - 1)];
        }
        text[length] = '\0';
        expect_like_c(text);
    }
}

// -- Shortest printing ---------------------------------------------------------------------------

// A decimal number as digits * 10^power, without trailing zeros.
struct digits {
    uint64_t digits;
    int power;
    int count;
};

static struct digits stripped(uint64_t number, int power) {
    struct digits result = {number, power, 1};
    while (result.digits % 10 == 0) {
        result.digits /= 10;
        ++result.power;
    }
    for (uint64_t rest = result.digits; rest >= 10; rest /= 10) {
        ++result.count;
    }
    return result;
}

// The digits of a text of a positive number, plain or scientific.
static struct digits digits_of_text(const char *text) {
    uint64_t number = 0;
    int power = 0;
    bool point = false;
    for (; *text != '\0' && *text != 'e'; ++text) {
        if (*text == '.') {
            point = true;
        } else {
            number = number * 10 + (uint64_t)(*text - '0');
            power -= point;
        }
    }
    return stripped(number, power + (*text == 'e' ? atoi(text + 1) : 0));
}

static bool reads_back(struct digits digits, double value, bool is_float) {
    char text[64];
    snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits.digits, digits.power);
    return is_float ? (double)strtof(text, NULL) == value : strtod(text, NULL) == value;
}

// The text of a positive value, float or double, must have no more digits than needed, and no
// other text of as many may be closer.
static void expect_shortest(double value, bool is_float) {
    char text[MQ_NUMBER_TEXT_MAX];
    if (is_float) {
        mq_print_float(text, (float)value);
    } else {
        mq_print_double(text, value);
    }
    struct digits ours = digits_of_text(text);
    for (int count = ours.count; count >= 1 && count >= ours.count - 1; --count) {
        // The closest number of so many digits, and its neighbours: where the value is a power of
        // two, a neighbour may read back when the closest does not.
        char nearest_text[64];
        snprintf(nearest_text, sizeof nearest_text, "%.*e", count - 1, value);
        struct digits nearest = digits_of_text(nearest_text);
        uint64_t scaled = nearest.digits;
        for (int k = nearest.count; k < count; ++k) {
            scaled *= 10;
            --nearest.power;
        }
        bool nearest_fits = reads_back(nearest, value, is_float);
        if (count == ours.count) {
            if (nearest_fits && (ours.digits != nearest.digits || ours.count != nearest.count)) {
                fail_msg("%a printed as %s, not as the closer %s", value, text, nearest_text);
            }
            continue;
        }
        struct digits above = {scaled + 1, nearest.power, count};
        struct digits below = {scaled - 1, nearest.power, count};
        nearest.digits = scaled;
        if (reads_back(nearest, value, is_float) || reads_back(above, value, is_float) ||
            (scaled > 1 && reads_back(below, value, is_float))) {
            fail_msg("%a printed as %s, but there is a shorter text near %s", value, text,
                     nearest_text);
        }
    }
}

static void printed_floats_are_shortest_and_closest(void **state) {
    (void)state;
    for (long i = deep(200000); i > 0; --i) {
        float value = float_of(float_bits(random_float()) & 0x7fffffff);
        if (value > 0) {
            expect_shortest((double)value, true);
        }
    }
    for (uint32_t field = 0; field < 0xff; ++field) {
        for (int offset = -3; offset <= 3; ++offset) {
            uint32_t bits = (field << 23) + (uint32_t)offset;
            if (bits - 1 < 0x7f7fffff) {
                expect_shortest((double)float_of(bits), true);
            }
        }
    }
    for (uint32_t bits = 1; bits < 2000; ++bits) {
        expect_shortest((double)float_of(bits), true);
    }
}

static void printed_doubles_are_shortest_and_closest(void **state) {
    (void)state;
    for (long i = deep(200000); i > 0; --i) {
        double value = double_of(double_bits(random_double()) & INT64_MAX);
        if (i % 4 == 0) {
            // A short decimal, so that the shortest text is much shorter than 17 digits.
            value = (double)(1 + random_below(10000000)) / (double)(1 << random_below(20));
        }
        if (value > 0) {
            expect_shortest(value, false);
        }
    }
    for (uint64_t field = 0; field < 0x7ff; ++field) {
        for (int offset = -3; offset <= 3; ++offset) {
            uint64_t bits = (field << 52) + (uint64_t)offset;
            if (bits - 1 < 0x7fefffffffffffff) {
                expect_shortest(double_of(bits), false);
            }
        }
    }
    for (uint64_t bits = 1; bits < 2000; ++bits) {
        expect_shortest(double_of(bits), false);
    }
}

static void print_style(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *as_float;
        const char *as_double;
    } cases[] = {
        {0.0, "0", "0"},
        {-0.0, "-0", "-0"},
        {1.0, "1", "1"},
        {-4.0, "-4", "-4"},
        {12.5, "12.5", "12.5"},
        {200.0, "200", "200"},
        {1234.5, "1234.5", "1234.5"},
        {0.5, "0.5", "0.5"},
        {-0.0625, "-0.0625", "-0.0625"},
        {0.0009765625, "0.0009765625", "0.0009765625"},
        {16777215.0, "16777215", "16777215"},
        {16777216.0, "16777216", "16777216"},
        {999999936.0, "999999940", "999999936"},
        {1e9, "1e+09", "1000000000"},
        {1073741824.0, "1.0737418e+09", "1073741824"},
        {9007199254740992.0, "9.007199e+15", "9007199254740992"},
        {99999999999999984.0, "1e+17", "99999999999999980"},
        {1e17, "1e+17", "1e+17"},
        {1.5e20, "1.5e+20", "1.5e+20"},
        {1048576.0625, "1048576.06", "1048576.0625"},
        {FLT_MAX, "3.4028235e+38", "3.4028234663852886e+38"},
        {FLT_MIN, "1.1754944e-38", "1.1754943508222875e-38"},
    };
    char text[MQ_NUMBER_TEXT_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        if (strcmp(cases[i].as_float, "1048576.06") != 0) {
            assert_int_equal(mq_print_float(text, (float)cases[i].value),
                             strlen(cases[i].as_float));
            assert_string_equal(text, cases[i].as_float);
        } else {
            mq_print_float(text, (float)cases[i].value);
            assert_string_equal(text, "1048576.06");
        }
        assert_int_equal(mq_print_double(text, cases[i].value), strlen(cases[i].as_double));
        assert_string_equal(text, cases[i].as_double);
    }
    mq_print_float(text, 0.1f);
    assert_string_equal(text, "0.1");
    mq_print_float(text, 0.0001f);
    assert_string_equal(text, "0.0001");
    mq_print_float(text, 0.00012345678f);
    assert_string_equal(text, "0.00012345678");
    mq_print_float(text, 0.00001f);
    assert_string_equal(text, "1e-05");
    mq_print_float(text, 5e-7f);
    assert_string_equal(text, "5e-07");
    mq_print_float(text, float_of(1));
    assert_string_equal(text, "1e-45");
    mq_print_double(text, double_of(1));
    assert_string_equal(text, "5e-324");
    mq_print_double(text, double_of(2));
    assert_string_equal(text, "1e-323");
    mq_print_double(text, DBL_MAX);
    assert_string_equal(text, "1.7976931348623157e+308");
    assert_int_equal(mq_print_double(text, -DBL_MIN), 24);
    assert_string_equal(text, "-2.2250738585072014e-308");
    mq_print_double(text, -0.00012345678901234567);
    assert_string_equal(text, "-0.00012345678901234567");
    mq_print_double(text, 0.1 + 0.2);
    assert_string_equal(text, "0.30000000000000004");
}

static void print_infinities_and_nans(void **state) {
    (void)state;
    char text[MQ_NUMBER_TEXT_MAX];
    assert_int_equal(mq_print_float(text, float_of(0x7f800000)), 3);
    assert_string_equal(text, "inf");
    assert_int_equal(mq_print_float(text, float_of(0xff800000)), 4);
    assert_string_equal(text, "-inf");
    assert_int_equal(mq_print_float(text, float_of(0x7fc00000)), 3);
    assert_string_equal(text, "nan");
    mq_print_float(text, float_of(0xffc00001));
    assert_string_equal(text, "nan");
    mq_print_double(text, double_of(0x7ff0000000000000));
    assert_string_equal(text, "inf");
    mq_print_double(text, double_of(0xfff0000000000000));
    assert_string_equal(text, "-inf");
    mq_print_double(text, double_of(0xfff8000000000000));
    assert_string_equal(text, "nan");
}

// -- Boundaries ----------------------------------------------------------------------------------

static void powers_of_two_and_their_neighbours(void **state) {
    (void)state;
    for (uint32_t field = 0; field < 0xff; ++field) {
        for (int offset = -2; offset <= 2; ++offset) {
            uint32_t bits = ((field << 23) + (uint32_t)offset) & 0x7fffffff;
            if (bits < 0x7f800000) {
                expect_both_ways_float(float_of(bits));
                expect_both_ways_float(float_of(bits | 0x80000000));
            }
        }
    }
    for (uint64_t field = 0; field < 0x7ff; ++field) {
        for (int offset = -2; offset <= 2; ++offset) {
            uint64_t bits = ((field << 52) + (uint64_t)offset) & INT64_MAX;
            if (bits < 0x7ff0000000000000) {
                expect_both_ways_double(double_of(bits));
                expect_both_ways_double(double_of(bits | 0x8000000000000000));
            }
        }
    }
    for (int bit = 0; bit < 52; ++bit) {
        expect_both_ways_float(float_of(1u << bit % 23));
        expect_both_ways_double(double_of((uint64_t)1 << bit));
    }
}

static void powers_of_ten_and_their_neighbours(void **state) {
    (void)state;
    static const char *const mantissas[] = {
        "1", "10", ".1", "9.9999999", "1.0000000000000000000000001", "18446744073709551615",
        "18446744073709551616", "9999999999999999999", "10000000000000000000", "1000000000000001",
        "99999999999999999999999999", "5", "2.5", "1.25", "0.000000000000000000000000000001"};
    for (int power = -420; power <= 420; ++power) {
        for (size_t i = 0; i < sizeof mantissas / sizeof *mantissas; ++i) {
            char text[64];
            snprintf(text, sizeof text, "%se%d", mantissas[i], power);
            expect_like_c(text);
        }
        char text[16];
        snprintf(text, sizeof text, "1e%d", power);
        float f = strtof(text, NULL);
        double d = strtod(text, NULL);
        for (int offset = -2; offset <= 2; ++offset) {
            if (f > 0 && f < FLT_MAX) {
                expect_both_ways_float(float_of(float_bits(f) + (uint32_t)offset));
            }
            if (d > 0 && d < DBL_MAX) {
                expect_both_ways_double(double_of(double_bits(d) + (uint64_t)offset));
            }
        }
    }
}

// From the exact text of a halfway point in %e notation, makes one a tiny bit larger or smaller.
static void nudge(char *out, const char *exact, bool up) {
    const char *e = strchr(exact, 'e');
    size_t length = (size_t)(e - exact);
    memcpy(out, exact, length);
    if (!up) {
        size_t last = length - 1;
        while (out[last] == '0' || out[last] == '.') {
            --last;
        }
        --out[last];
        for (size_t i = last + 1; i < length; ++i) {
            out[i] = out[i] == '.' ? '.' : '9';
        }
    }
    out[length] = up ? '1' : '9';
    strcpy(out + length + 1, e);
}

static void expect_float_halfway(uint32_t below) {
    char exact[256], nudged[260];
    // The sum of adjacent floats is exact in double, and so is its half.
    double low = (double)float_of(below);
    double high = below == 0x7f7fffff ? 0x1p128 : (double)float_of(below + 1);
    snprintf(exact, sizeof exact, "%.160e", (low + high) / 2);
    expect_float(exact, float_of(below + (below & 1)), strlen(exact));
    nudge(nudged, exact, true);
    expect_float(nudged, float_of(below + 1), strlen(nudged));
    nudge(nudged, exact, false);
    expect_float(nudged, float_of(below), strlen(nudged));
    // With just enough digits to show its place, it goes another way through the parser.
    snprintf(exact, sizeof exact, "%.*e", 9 + random_below(12), (low + high) / 2);
    expect_like_c(exact);
}

static void halfway_between_floats_of_every_exponent(void **state) {
    (void)state;
    for (uint32_t field = 0; field < 0xff; ++field) {
        expect_float_halfway(field << 23);
        expect_float_halfway(field << 23 | 1);
        expect_float_halfway(field << 23 | 0x3fffff);
        expect_float_halfway(field << 23 | 0x400000);
        expect_float_halfway(field << 23 | 0x7ffffe);
        expect_float_halfway(field << 23 | 0x7fffff);
        for (long i = deep(100); i > 0; --i) {
            expect_float_halfway(field << 23 | (uint32_t)random_below(0x800000));
        }
    }
}

#if LDBL_MANT_DIG >= 64
static void expect_double_halfway(uint64_t below) {
    static char exact[1024], nudged[1032];
    long double low = (long double)double_of(below);
    long double high =
        below == 0x7fefffffffffffff ? 0x1p1024L : (long double)double_of(below + 1);
    snprintf(exact, sizeof exact, "%.800Le", (low + high) / 2);
    expect_double(exact, double_of(below + (below & 1)), strlen(exact));
    nudge(nudged, exact, true);
    expect_double(nudged, double_of(below + 1), strlen(nudged));
    nudge(nudged, exact, false);
    expect_double(nudged, double_of(below), strlen(nudged));
    snprintf(exact, sizeof exact, "%.*Le", 17 + random_below(12), (low + high) / 2);
    expect_like_c(exact);
}
#endif

static void halfway_between_doubles_of_every_exponent(void **state) {
    (void)state;
#if LDBL_MANT_DIG >= 64
    for (uint64_t field = 0; field < 0x7ff; ++field) {
        expect_double_halfway(field << 52);
        expect_double_halfway(field << 52 | 0xfffffffffffff);
        for (long i = deep(2); i > 0; --i) {
            expect_double_halfway(field << 52 | random_u64() >> 12);
        }
    }
#else
    skip();  // long double cannot hold the halfway points here
#endif
}

// Halfway points that are short texts, which the first stages of the parser have to settle.
static void short_halfway_texts(void **state) {
    (void)state;
    for (long i = deep(200000); i > 0; --i) {
        char text[64];
        // An odd 25-bit or 54-bit number, times a power of two, is halfway between two values.
        int bits = i % 2 == 0 ? 25 : 54;
        uint64_t odd = (random_u64() >> (64 - bits)) | 1 | (uint64_t)1 << (bits - 1);
        int scale = random_below(64 - bits);
        int halvings = random_below(5);
        uint64_t whole = odd << scale >> halvings;
        uint64_t sixteenths = (odd << scale << (4 - halvings)) & 15;
        snprintf(text, sizeof text, "%llu.%04llu", (unsigned long long)whole,
                 (unsigned long long)(sixteenths * 625));
        expect_like_c(text);
        snprintf(text, sizeof text, "%llue%d", (unsigned long long)whole, random_below(30));
        expect_like_c(text);
    }
    expect_float("16777217", 16777216.0f, 8);
    expect_float("16777219", 16777220.0f, 8);
    expect_float("8388608.5", 8388608.0f, 9);
    expect_float("8388609.5", 8388610.0f, 9);
    expect_float("8388609.4999999999999999999999999", 8388609.0f, 33);
    expect_double("9007199254740993", 9007199254740992.0, 16);
    expect_double("9007199254740995", 9007199254740996.0, 16);
    expect_double("9007199254740993.00000000000000000000000000001", 9007199254740994.0, 46);
    // Rounding to double first would make this the tie that it is not.
    expect_float("1.00000017881393432617187499", float_of(0x3f800001), 28);
    expect_float("1.00000017881393432617187500", float_of(0x3f800002), 28);
    expect_float("1.00000017881393432617187501", float_of(0x3f800002), 28);
}

static void limits_and_zeros(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t as_float;
        uint64_t as_double;
    } cases[] = {
        {"0", 0, 0},
        {"-0", 0x80000000, 0x8000000000000000},
        {"+0.000", 0, 0},
        {"-.0e99999999999999999999", 0x80000000, 0x8000000000000000},
        {"0e-5", 0, 0},
        {"3.4028234663852886e38", 0x7f7fffff, 0x47efffffe0000000},
        {"3.4028235677973362e38", 0x7f7fffff, 0x47efffffefffffff},
        {"3.4028235677973366e38", 0x7f800000, 0x47effffff0000000},
        {"-1e39", 0xff800000, 0xc8078287f49c4a1d},
        {"1.7976931348623157e308", 0x7f800000, 0x7fefffffffffffff},
        {"1.7976931348623158e308", 0x7f800000, 0x7fefffffffffffff},
        {"1.7976931348623159e308", 0x7f800000, 0x7ff0000000000000},
        {"1e309", 0x7f800000, 0x7ff0000000000000},
        {"-1e99999999999999999999", 0xff800000, 0xfff0000000000000},
        {"1.4e-45", 1, 0x369ff868bf4d956a},
        {"7.006492321624085e-46", 0, 0x368fffffffffffff},
        {"7.006492321624086e-46", 1, 0x3690000000000001},
        {"1.1754943e-38", 0x007fffff, 0x380ffffff8a4f2ec},
        {"1.17549435e-38", 0x00800000, 0x380fffffffe7ba90},
        {"4.9e-324", 0, 1},
        {"2.4703282292062327e-324", 0, 0},
        {"2.4703282292062328e-324", 0, 1},
        {"-2e-324", 0x80000000, 0x8000000000000000},
        {"2.2250738585072011e-308", 0, 0x000fffffffffffff},
        {"2.2250738585072014e-308", 0, 0x0010000000000000},
        {"1e-99999999999999999999", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        size_t length = strlen(cases[i].text);
        expect_float(cases[i].text, float_of(cases[i].as_float), length);
        if (strchr(cases[i].text, '.') == NULL || cases[i].as_float == 0 ||
            cases[i].as_double < 16) {
            expect_double(cases[i].text, double_of(cases[i].as_double), length);
        }
        expect_like_c(cases[i].text);
    }
}

static void infinities_and_nans(void **state) {
    (void)state;
    float f;
    double d;
    expect_float("inf", float_of(0x7f800000), 3);
    expect_float("-Infinity", float_of(0xff800000), 9);
    expect_float("+INFinit", float_of(0x7f800000), 4);
    expect_double("iNf", double_of(0x7ff0000000000000), 3);
    expect_double("-INFINITYX", double_of(0xfff0000000000000), 9);
    const char *text = "-nan(0x_Ab9)";
    assert_ptr_equal(mq_parse_float(text, text + 12, &f), text + 12);
    assert_int_equal(float_bits(f), 0xffc00000);
    assert_ptr_equal(mq_parse_double(text, text + 12, &d), text + 12);
    assert_true(double_bits(d) == 0xfff8000000000000);
    // The end may cut the parentheses off.
    assert_ptr_equal(mq_parse_double(text + 1, text + 11, &d), text + 4);
    assert_true(double_bits(d) == 0x7ff8000000000000);
    assert_ptr_equal(mq_parse_double(text + 1, text + 3, &d), text + 1);
}

static void hex_floats(void **state) {
    (void)state;
    expect_float("0x1p0", 1.0f, 5);
    expect_float("-0X1.8P+1", -3.0f, 9);
    expect_float("0x.8", 0.5f, 4);
    expect_float("0x10.", 16.0f, 5);
    expect_float("0x1.000001p0", 1.0f, 12);
    expect_float("0x1.000001000000000000000000000001p0", float_of(0x3f800001), 36);
    expect_float("0x1.000003p0", float_of(0x3f800002), 12);
    expect_float("0x1.ffffffp127", float_of(0x7f800000), 14);
    expect_float("0x1.fffffefffffffffffffp127", float_of(0x7f7fffff), 27);
    expect_float("0x1p-149", float_of(1), 8);
    expect_float("0x1p-150", 0.0f, 8);
    expect_float("0x1.00000000000000000001p-150", float_of(1), 29);
    expect_float("0x3p-150", float_of(2), 8);
    expect_float("0x1p-151", 0.0f, 8);
    expect_double("0x1.00000000000008p0", 1.0, 20);
    expect_double("0x1.00000000000018p0", double_of(0x3ff0000000000002), 20);
    expect_double("0x1.fffffffffffff8p1023", double_of(0x7ff0000000000000), 23);
    expect_double("0x1p-1075", 0.0, 9);
    expect_double("-0x1p-99999999999999999999", -0.0, 26);
    expect_double("0x1p99999999999999999999", double_of(0x7ff0000000000000), 24);
    expect_double("0x0p99999999999999999999", 0.0, 24);
}

// -- Shapes of text ------------------------------------------------------------------------------

static void malformed_text_and_what_follows_numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        {"", 0},       {"+", 0},      {"-", 0},       {".", 0},      {"-.", 0},     {"e5", 0},
        {".e5", 0},    {"1e", 1},     {"1e+", 1},     {"1e-x", 1},   {"1.e", 2},    {"0x", 1},
        {"0x.p1", 1},  {"0xg", 1},    {"0x1p", 3},    {"0x1p+", 3},  {"infx", 3},   {"in", 0},
        {"nan(", 3},   {"nan(a", 3},  {"nan(-)", 3},  {"na", 0},     {"--1", 0},    {"+-1", 0},
        {" 1", 0},     {"\t1", 0},    {"1 ", 1},      {"1.5.5", 3},  {"1,5", 1},    {"1/2", 1},
        {"1e5e5", 3},  {"1e5.5", 3},  {"12abc", 2},   {"7.", 2},     {".5", 2},     {"-.5", 3},
        {"1e05", 4},   {"1E+05", 5},  {"00012", 5},   {"0x1.8", 5},  {"0x1..8", 4}, {"..5", 0},
        {"12:34", 2},  {"-x", 0},     {"1\xb2", 1},   {"\xb2", 0},   {"1f", 1},     {"i", 0},
        {"0x1p1p1", 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        float f = 12345;
        double d = 12345;
        const char *text = cases[i].text;
        const char *end = text + strlen(text);
        assert_int_equal(mq_parse_float(text, end, &f) - text, cases[i].length);
        assert_int_equal(mq_parse_double(text, end, &d) - text, cases[i].length);
        assert_int_equal(f == 12345, cases[i].length == 0);
        assert_int_equal(d == 12345, cases[i].length == 0);
        if (strchr(" \t", *text) == NULL) {
            expect_like_c(text);
        }
    }
}

static void long_digit_strings(void **state) {
    (void)state;
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE + 64);
    assert_non_null(text);
    static const size_t lengths[] = {19, 20, 21, 50, 779, 780, 781, 782, 800, 1000, 5000, 100000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        size_t length = lengths[i];
        for (size_t k = 0; k < length; ++k) {
            text[k] = (char)('0' + random_below(10));
        }
        snprintf(text + length, 32, "e-%zu", length);
        expect_like_c(text);
        text[length / 2] = '.';
        snprintf(text + length, 32, "e-%zu", length / 2 + 20);
        expect_like_c(text);
        memset(text, '0', length);
        text[1] = '.';
        text[length - 1] = '7';
        snprintf(text + length, 32, "e%zu", length - 2);
        expect_double(text, 7, strlen(text));
        expect_float(text, 7, strlen(text));
        memset(text, '9', length);
        snprintf(text + length, 32, "e-%zu", length);
        expect_double(text, 1, strlen(text));
        // A tie, unless the very last digit says otherwise.
        memset(text, '0', length);
        memcpy(text, "16777217.0", 10);
        text[length] = '\0';
        expect_float(text, 16777216.0f, length);
        text[length - 1] = '1';
        expect_float(text, length > 10 ? 16777218.0f : 16777216.0f, length);
    }
    // One of quadratic time would take minutes for this.
    memset(text, '3', SIZE);
    text[1] = '.';
    text[SIZE] = '\0';
    expect_float(text, 3.33333333f, SIZE);
    expect_double(text, 3.3333333333333333333, SIZE);
    memset(text, '0', SIZE);
    text[0] = '5';
    strcpy(text + SIZE, "e-1048576");
    expect_double(text, 0.5, SIZE + 9);
    free(text);
}

// The text is all there is to its block of memory, so that sanitizers see any read past it; and
// whatever else follows the end must not matter.
static void nothing_is_read_past_the_end(void **state) {
    (void)state;
    static const char *const texts[] = {
        "-12345678.12345678e-12", "0x1.8p+12",  "infinity", "nan(abc_1)", "123456789012345678901",
        "+.5e+3",                 "0.186523",   "-4",       "0x",         "1e+",
        "9007199254740993.0000000000000000001", "0Xabcdef", "00000000000000000000000000000001"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        for (size_t length = 0; length <= strlen(texts[i]); ++length) {
            char *block = malloc(length > 0 ? length : 1);
            assert_non_null(block);
            memcpy(block, texts[i], length);
            const char *end = block + length;
            char more[64], digits[64];
            snprintf(more, sizeof more, "%.*s", (int)length, texts[i]);
            snprintf(digits, sizeof digits, "%.*s99999999e9", (int)length, texts[i]);
            float f[3] = {0, 0, 0};
            double d[3] = {0, 0, 0};
            uint64_t u[2] = {0, 0}, h[2] = {0, 0};
            int64_t s[2] = {0, 0};
            bool overflow;
            size_t stop = (size_t)(mq_parse_float(block, end, &f[0]) - block);
            assert_int_equal(mq_parse_float(digits, digits + length, &f[1]) - digits, stop);
            assert_int_equal(mq_parse_float(more, more + length, &f[2]) - more, stop);
            assert_true(same_float(f[0], f[1]) && same_float(f[0], f[2]));
            stop = (size_t)(mq_parse_double(block, end, &d[0]) - block);
            assert_int_equal(mq_parse_double(digits, digits + length, &d[1]) - digits, stop);
            assert_int_equal(mq_parse_double(more, more + length, &d[2]) - more, stop);
            assert_true(same_double(d[0], d[1]) && same_double(d[0], d[2]));
            stop = (size_t)(mq_parse_u64(block, end, &u[0], &overflow) - block);
            assert_int_equal(mq_parse_u64(digits, digits + length, &u[1], &overflow) - digits,
                             stop);
            stop = (size_t)(mq_parse_i64(block, end, &s[0], &overflow) - block);
            assert_int_equal(mq_parse_i64(digits, digits + length, &s[1], &overflow) - digits,
                             stop);
            stop = (size_t)(mq_parse_hex_u64(block, end, &h[0], &overflow) - block);
            assert_int_equal(mq_parse_hex_u64(digits, digits + length, &h[1], &overflow) - digits,
                             stop);
            assert_true(u[0] == u[1] && s[0] == s[1] && h[0] == h[1]);
            free(block);
        }
    }
}

static void the_locale_does_not_matter(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8",
                                        "fr_FR.utf8", "fr_FR", "nl_NL.UTF-8", "ru_RU.UTF-8",
                                        "es_ES.UTF-8", "German"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; ++i) {
        found = setlocale(LC_ALL, names[i]) != NULL && *localeconv()->decimal_point == ',';
    }
    float f = 0;
    double d = 0;
    char text[MQ_NUMBER_TEXT_MAX];
    const char *input = "1234.5";
    const char *f_stop = mq_parse_float(input, input + 6, &f);
    const char *d_stop = mq_parse_double(input, input + 6, &d);
    mq_print_float(text, 0.25f);
    setlocale(LC_ALL, "C");
    if (!found) {
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    assert_ptr_equal(f_stop, input + 6);
    assert_ptr_equal(d_stop, input + 6);
    assert_true(f == 1234.5f && d == 1234.5);
    assert_string_equal(text, "0.25");
}

// -- Integers ------------------------------------------------------------------------------------

static void parse_unsigned_integers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        uint64_t value;
        bool overflow;
    } cases[] = {
        {"", 0, 7, false},
        {"-1", 0, 7, false},
        {"+1", 0, 7, false},
        {"x", 0, 7, false},
        {"0", 1, 0, false},
        {"12/34/56", 2, 12, false},
        {"123456789", 9, 123456789, false},
        {"12345678.", 8, 12345678, false},
        {"18446744073709551615", 20, UINT64_MAX, false},
        {"18446744073709551616", 20, UINT64_MAX, true},
        {"20000000000000000000", 20, UINT64_MAX, true},
        {"99999999999999999999", 20, UINT64_MAX, true},
        {"100000000000000000000", 21, UINT64_MAX, true},
        {"0000000000000000000000000000018446744073709551615 ", 49, UINT64_MAX, false},
        {"0000000000000000000000000000018446744073709551616 ", 49, UINT64_MAX, true},
        {"0000000000000000000000000000000000000000000000042", 49, 42, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        uint64_t value = 7;
        bool overflow = true;
        const char *text = cases[i].text;
        const char *stop = mq_parse_u64(text, text + strlen(text), &value, &overflow);
        assert_int_equal(stop - text, cases[i].length);
        assert_true(value == cases[i].value);
        assert_int_equal(overflow, cases[i].overflow);
    }
}

static void parse_signed_integers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        int64_t value;
        bool overflow;
    } cases[] = {
        {"", 0, 7, false},
        {"-", 0, 7, false},
        {"+", 0, 7, false},
        {"--1", 0, 7, false},
        {"-0", 2, 0, false},
        {"+12", 3, 12, false},
        {"-4 ", 2, -4, false},
        {"9223372036854775807", 19, INT64_MAX, false},
        {"9223372036854775808", 19, INT64_MAX, true},
        {"-9223372036854775807", 20, -INT64_MAX, false},
        {"-9223372036854775808", 20, INT64_MIN, false},
        {"-9223372036854775809", 20, INT64_MIN, true},
        {"-99999999999999999999999", 24, INT64_MIN, true},
        {"+99999999999999999999999", 24, INT64_MAX, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        int64_t value = 7;
        bool overflow = true;
        const char *text = cases[i].text;
        const char *stop = mq_parse_i64(text, text + strlen(text), &value, &overflow);
        assert_int_equal(stop - text, cases[i].length);
        assert_true(value == cases[i].value);
        assert_int_equal(overflow, cases[i].overflow);
    }
}

static void parse_hexadecimal_integers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        uint64_t value;
        bool overflow;
    } cases[] = {
        {"", 0, 7, false},
        {"g", 0, 7, false},
        {"-1", 0, 7, false},
        {"0x", 1, 0, false},
        {"0xg", 1, 0, false},
        {"x1", 0, 7, false},
        {"0xfF", 4, 255, false},
        {"0X10", 4, 16, false},
        {"DeadBeef,", 8, 0xdeadbeef, false},
        {"ffffffffffffffff", 16, UINT64_MAX, false},
        {"10000000000000000", 17, UINT64_MAX, true},
        {"0x100000000000000000000000", 26, UINT64_MAX, true},
        {"0000000000000000000000000000001f", 32, 31, false},
        {"0x0x1", 3, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        uint64_t value = 7;
        bool overflow = true;
        const char *text = cases[i].text;
        const char *stop = mq_parse_hex_u64(text, text + strlen(text), &value, &overflow);
        assert_int_equal(stop - text, cases[i].length);
        assert_true(value == cases[i].value);
        assert_int_equal(overflow, cases[i].overflow);
    }
}

static void integers_print_and_read_back(void **state) {
    (void)state;
    for (long i = deep(300000); i > 0; --i) {
        uint64_t value = i == 1 ? 0 : random_u64() >> random_below(64);
        int64_t number = i == 2 ? INT64_MIN : i == 3 ? INT64_MAX : (int64_t)value;
        number = i > 3 && i % 2 == 0 ? -number : number;
        char text[MQ_NUMBER_TEXT_MAX], expected[MQ_NUMBER_TEXT_MAX];
        uint64_t value_back = 1;
        int64_t number_back = 1;
        bool overflow = true;
        snprintf(expected, sizeof expected, "%llu", (unsigned long long)value);
        assert_int_equal(mq_print_u64(text, value), strlen(expected));
        assert_string_equal(text, expected);
        assert_ptr_equal(mq_parse_u64(text, text + MQ_NUMBER_TEXT_MAX, &value_back, &overflow),
                         text + strlen(text));
        assert_true(value_back == value && !overflow);
        snprintf(expected, sizeof expected, "%lld", (long long)number);
        assert_int_equal(mq_print_i64(text, number), strlen(expected));
        assert_string_equal(text, expected);
        assert_ptr_equal(mq_parse_i64(text, text + MQ_NUMBER_TEXT_MAX, &number_back, &overflow),
                         text + strlen(text));
        assert_true(number_back == number && !overflow);
        snprintf(expected, sizeof expected, "0x%llX", (unsigned long long)value);
        assert_ptr_equal(mq_parse_hex_u64(expected, expected + strlen(expected), &value_back,
                                          &overflow),
                         expected + strlen(expected));
        assert_true(value_back == value && !overflow);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(random_floats_read_and_print_back, seed_random),
        cmocka_unit_test_setup(random_doubles_read_and_print_back, seed_random),
        cmocka_unit_test_setup(random_short_decimals_read_like_c, seed_random),
        cmocka_unit_test_setup(random_decimal_texts_read_like_c, seed_random),
        cmocka_unit_test_setup(random_hex_floats_read_like_c, seed_random),
        cmocka_unit_test_setup(random_garbage_reads_like_c, seed_random),
        cmocka_unit_test_setup(printed_floats_are_shortest_and_closest, seed_random),
        cmocka_unit_test_setup(printed_doubles_are_shortest_and_closest, seed_random),
        cmocka_unit_test(print_style),
        cmocka_unit_test(print_infinities_and_nans),
        cmocka_unit_test(powers_of_two_and_their_neighbours),
        cmocka_unit_test(powers_of_ten_and_their_neighbours),
        cmocka_unit_test_setup(halfway_between_floats_of_every_exponent, seed_random),
        cmocka_unit_test_setup(halfway_between_doubles_of_every_exponent, seed_random),
        cmocka_unit_test_setup(short_halfway_texts, seed_random),
        cmocka_unit_test(limits_and_zeros),
        cmocka_unit_test(infinities_and_nans),
        cmocka_unit_test(hex_floats),
        cmocka_unit_test(malformed_text_and_what_follows_numbers),
        cmocka_unit_test_setup(long_digit_strings, seed_random),
        cmocka_unit_test(nothing_is_read_past_the_end),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(parse_unsigned_integers),
        cmocka_unit_test(parse_signed_integers),
        cmocka_unit_test(parse_hexadecimal_integers),
        cmocka_unit_test_setup(integers_print_and_read_back, seed_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
