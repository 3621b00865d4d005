// SPDX-License-Identifier: MIT
// Number parsing and printing, checked against the C library and against texts whose right answer
// is known by construction. MAQUETTE_DEEP=1 in the environment multiplies the random tests by 20.
#include <float.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"
#include "support/random.h"

#define TEST(name) static void name(void **cmocka_state __attribute__((unused)))
#define COUNT(array) (sizeof(array) / sizeof *(array))

// -- Helpers -------------------------------------------------------------------------------------

// Most tests are the same for float and double, and handle values of both as their bits.
static const struct kind {
    const char *name;
    uint64_t step; // from one power of two to the next
    uint64_t infinity;
    uint64_t sign;
    int digits;         // enough for every value to read back
    uint64_t untouched; // the value of a result before parsing
} kinds[2] = {
    {"float", 0x800000, 0x7f800000, 0x80000000, 9, 0x4640e400},
    {"double", 0x10000000000000, 0x7ff0000000000000, 0x8000000000000000, 17, 0x40c81c8000000000}};
#define f32 kinds[0]
#define f64 kinds[1]

static uint64_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static double double_of(const struct kind *kind, uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return kind == &f32 ? (double)float_of(bits) : value;
}

// How often a random test is done; test_number_portable.c does a part of it.
#ifndef PART
#define PART 1
#endif

static long rounds(long count) {
    return random_rounds(count) / PART + 1; // never none
}

// A positive finite value of random bits, so of any magnitude; never zero.
static uint64_t random_value(const struct kind *kind) {
    return 1 + random_u64() % (kind->infinity - 1);
}

// The bits of what the text is parsed to, which is as before where it is none.
static uint64_t parse_here(const struct kind *kind, const char *text, const char *end,
                           size_t *length) {
    float f = float_of(f32.untouched);
    double d = double_of(&f64, f64.untouched);
    bool is_float = kind == &f32;
    const char *stop = is_float ? mq_parse_float(text, end, &f) : mq_parse_double(text, end, &d);
    *length = (size_t)(stop - text);
    return is_float ? float_bits(f) : double_bits(d);
}

// The same with nothing behind the text, and within a longer one, which may be read in another way.
static uint64_t parse(const struct kind *kind, const char *text, const char *end, size_t *length) {
    static const char behind[] = " 0.5,e7 and what may follow";
    uint64_t bits = parse_here(kind, text, end, length);
    char longer[64 + sizeof behind];
    size_t size = (size_t)(end - text), within;
    if (size > 64)
        return bits;
    memcpy(longer, text, size);
    memcpy(longer + size, behind, sizeof behind);
    uint64_t other = parse_here(kind, longer, longer + size + sizeof behind, &within);
    if (other != bits || within != *length)
        fail_msg("%s \"%.*s\" within a longer text: got %llx, length %zu", kind->name, (int)size,
                 text, (unsigned long long)other, within);
    return bits;
}

// The same, as the C library does it.
static uint64_t parse_like_c(const struct kind *kind, const char *text, size_t *length) {
    char *stop;
    bool is_float = kind == &f32;
    uint64_t bits = is_float ? float_bits(strtof(text, &stop)) : double_bits(strtod(text, &stop));
    *length = (size_t)(stop - text);
    return stop == text ? kind->untouched : bits;
}

// Some C libraries misread rare texts, or take any text in parentheses for bits of a NaN; there is nothing
// to compare with there.
static void need_an_exact_c_library(void) {
    size_t length;
    if (parse_like_c(&f64, "3.839223843572815e-239", &length) != 0x0e6fffffffffffff ||
        parse_like_c(&f32, "nan(a", &length) != 0x7fc00000) {
        print_message("skipped: strtod() of this system is not exact\n");
        skip();
    }
}

static size_t print(const struct kind *kind, char *text, uint64_t bits) {
    return kind == &f32 ? mq_print_float(text, float_of(bits))
                        : mq_print_double(text, double_of(kind, bits));
}

static void expect(const struct kind *kind, const char *text, uint64_t bits, size_t length) {
    size_t got_length;
    uint64_t got = parse(kind, text, text + strlen(text), &got_length);
    bool both_nan = (got & bits & ~kind->sign) > kind->infinity;
    if ((got != bits && !both_nan) || got_length != length) {
        fail_msg("%s \"%.200s\": got %llx, length %zu; expected %llx, length %zu", kind->name, text,
                 (unsigned long long)got, got_length, (unsigned long long)bits, length);
    }
}

static void expect_all(const struct kind *kind, const char *text, uint64_t bits) {
    expect(kind, text, bits, strlen(text));
}

// Expects what strtof and strtod make of the text, which must not start with white space.
static void expect_like_c(const char *text) {
    size_t length;
    uint64_t bits = parse_like_c(&f32, text, &length);
    expect(&f32, text, bits, length);
    bits = parse_like_c(&f64, text, &length);
    expect(&f64, text, bits, length);
}

// Prints the value in full and parses that, then prints it shortest and has both parsers read it.
static void expect_both_ways(const struct kind *kind, uint64_t bits) {
    char text[64];
    snprintf(text, sizeof text, "%.*g", kind->digits, double_of(kind, bits));
    expect_all(kind, text, bits);
    size_t length = print(kind, text, bits);
    assert_int_equal(length, strlen(text));
    size_t length_in_c;
    if (parse_like_c(kind, text, &length_in_c) != bits || length_in_c != length) {
        fail_msg("%s %a is printed as %s", kind->name, double_of(kind, bits), text);
    }
    expect_all(kind, text, bits);
}

// -- Random values and texts ---------------------------------------------------------------------

TEST(random_values_print_and_read_back) {
    for (long i = rounds(1300000); i > 0; --i) {
        expect_both_ways(&f32, random_value(&f32) | (random_bool() ? f32.sign : 0));
        expect_both_ways(&f64, random_value(&f64) | (random_bool() ? f64.sign : 0));
    }
}

// Numbers of few decimals are what model files are full of.
TEST(random_short_decimals_read_like_c) {
    for (long i = rounds(600000); i > 0; --i) {
        char text[64];
        double value = (double)(int64_t)(random_u64() >> (12 + random_below(50)));
        snprintf(text, sizeof text, "%s%.*f", random_bool() ? "-" : "", random_below(9),
                 value / (double)(1 + random_below(1000000)));
        expect_like_c(text);
    }
}

TEST(random_decimal_texts_read_like_c) {
    static const int centers[] = {0, -45, 38, -324, 308};
    for (long i = rounds(800000); i > 0; --i) {
        char text[128];
        size_t length = 0;
        if (random_bool()) {
            text[length++] = random_bool() ? '-' : '+';
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
            memset(text + length, random_bool() ? '0' : '9', 20);
            length += 20;
        }
        int exponent = centers[random_below(5)] + random_below(41) - 20;
        exponent -= point >= 0 ? point : digits;
        text[length] = '\0';
        if (random_below(50) == 0) {
            strcpy(text + length,
                   random_bool() ? "E99999999999999999999" : "e-99999999999999999999");
        } else if (random_below(5) != 0) {
            snprintf(text + length, sizeof text - length, "e%d",
                     random_below(10) == 0 ? random_below(1000) - 500 : exponent);
        }
        expect_like_c(text);
    }
}

// glibc up to 2.36 at least rounds some subnormal hexadecimal numbers wrongly (strtof makes
// 0x78182.84p-149 of it 0x78182p-149). So the text has no more digits than the next wider type
// holds exactly, and conversion to the narrower one gives the right result.
TEST(random_hex_floats_are_rounded_right) {
    static const int centers[] = {0, -126, -149, 127, -1022, -1074, 1023};
    for (long i = rounds(300000); i > 0; --i) {
        char text[128];
        size_t length = (size_t)snprintf(text, sizeof text, "%s0%c", random_bool() ? "-" : "",
                                         random_bool() ? 'x' : 'X');
        bool is_float = i % 2 == 0;
        int digits = 1 + random_below(is_float ? 13 : 16);
        int point = random_below(digits + 1);
        for (int k = 0; k < digits; ++k) {
            if (k == point) {
                text[length++] = '.';
            }
            // Many zeros, eights and fs: halfway points and what is next to them.
            text[length++] = "0123456789abcdefABCDEF0000000088888888ffff"[random_below(42)];
        }
        int exponent = centers[random_below(is_float ? 4 : 7)] - 4 * point + random_below(60) - 30;
        snprintf(text + length, sizeof text - length, "%c%d", random_bool() ? 'p' : 'P', exponent);
        if (is_float) {
            expect_all(&f32, text, float_bits((float)strtod(text, NULL)));
        } else if (LDBL_MANT_DIG >= 64) {
            expect_all(&f64, text, double_bits((double)strtold(text, NULL)));
        }
    }
}

TEST(random_garbage_reads_like_c) {
    need_an_exact_c_library();
    static const char alphabet[] = "0123456789....eE+-+-xXpPinfNANanity()_\"/,";
    static const char *const openings[] = {"", "", "0x", "-0X", "nan(", "inf", "infin", "1e", "."};
    for (long i = rounds(500000); i > 0; --i) {
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

// A decimal number as digits * 10^power.
struct digits {
    uint64_t digits;
    int power;
    int count;
};

// The digits of a text of a positive number, plain or scientific, without zeros at their end.
static struct digits digits_of_text(const char *text) {
    struct digits result = {0, 0, 1};
    for (bool point = false; *text != '\0' && *text != 'e'; ++text) {
        if (*text != '.') {
            result.digits = result.digits * 10 + (uint64_t)(*text - '0');
            result.power -= point;
        }
        point = point || *text == '.';
    }
    result.power += *text == 'e' ? atoi(text + 1) : 0;
    for (; result.digits % 10 == 0; result.digits /= 10) {
        ++result.power;
    }
    for (uint64_t rest = result.digits; rest >= 10; rest /= 10) {
        ++result.count;
    }
    return result;
}

static bool reads_back(const struct kind *kind, uint64_t digits, int power, uint64_t bits) {
    char text[64];
    size_t length;
    snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, power);
    return parse_like_c(kind, text, &length) == bits;
}

// The text of a positive value must have no more digits than needed, and no other text of as many
// digits may be closer to the value.
static void expect_shortest(const struct kind *kind, uint64_t bits) {
    char text[MQ_NUMBER_TEXT_MAX], other[64];
    print(kind, text, bits);
    struct digits ours = digits_of_text(text);
    snprintf(other, sizeof other, "%.*e", ours.count - 1, double_of(kind, bits));
    struct digits nearest = digits_of_text(other);
    if (reads_back(kind, nearest.digits, nearest.power, bits) &&
        (nearest.digits != ours.digits || nearest.power != ours.power)) {
        fail_msg("%s %llx is printed as %s, not as the closer %s", kind->name,
                 (unsigned long long)bits, text, other);
    }
    if (ours.count == 1) {
        return;
    }
    // The closest number of fewer digits and its neighbours must all read as something else. The
    // neighbours count because below a power of two, values are closer together than above.
    snprintf(other, sizeof other, "%.*e", ours.count - 2, double_of(kind, bits));
    nearest = digits_of_text(other);
    for (; nearest.count < ours.count - 1; ++nearest.count) {
        nearest.digits *= 10;
        --nearest.power;
    }
    for (uint64_t near = nearest.digits - 1; near <= nearest.digits + 1; ++near) {
        if (reads_back(kind, near, nearest.power, bits)) {
            fail_msg("%s %llx is printed as %s, but %llue%d is shorter", kind->name,
                     (unsigned long long)bits, text, (unsigned long long)near, nearest.power);
        }
    }
}

TEST(printed_text_is_shortest_and_closest) {
    need_an_exact_c_library();
    for (const struct kind *kind = kinds; kind < kinds + 2; ++kind) {
        for (long i = rounds(200000); i > 0; --i) {
            expect_shortest(kind, random_value(kind));
            // A value of few bits has a text much shorter than the longest.
            float few = (float)(1 + random_below(1 << 20)) / (float)(1 << random_below(20));
            expect_shortest(kind, kind == &f32 ? float_bits(few) : double_bits((double)few));
        }
        for (uint64_t power = 0; power < kind->infinity; power += kind->step) {
            for (uint64_t bits = power - 3; bits != power + 4; ++bits) {
                if (bits - 1 < kind->infinity - 1) {
                    expect_shortest(kind, bits);
                }
            }
        }
        for (uint64_t bits = 1; bits < 2000; ++bits) {
            expect_shortest(kind, bits);
        }
    }
}

TEST(print_style) {
    static const struct {
        const struct kind *kind;
        double value;
        const char *text;
    } cases[] = {{&f32, 0.0f, "0"},
                 {&f32, -0.0f, "-0"},
                 {&f32, 1.0f, "1"},
                 {&f32, -4.0f, "-4"},
                 {&f32, 200.0f, "200"},
                 {&f32, 1234.5f, "1234.5"},
                 {&f32, 0.1f, "0.1"},
                 {&f32, -0.0625f, "-0.0625"},
                 {&f32, 0.186523f, "0.186523"},
                 {&f32, 0.0001f, "0.0001"},
                 {&f32, 0.00012345678f, "0.00012345678"},
                 {&f32, 0.00001f, "1e-05"},
                 {&f32, 5e-7f, "5e-07"},
                 {&f32, 16777215.0f, "16777215"},
                 {&f32, 16777216.0f, "16777216"},
                 {&f32, 999999936.0f, "999999940"},
                 {&f32, 1e9f, "1e+09"},
                 {&f32, 1073741824.0f, "1.0737418e+09"},
                 {&f32, 1.5e20f, "1.5e+20"},
                 {&f32, FLT_MAX, "3.4028235e+38"},
                 {&f32, FLT_MIN, "1.1754944e-38"},
                 {&f32, 0x1p-149f, "1e-45"},
                 {&f64, 0.0, "0"},
                 {&f64, -0.0, "-0"},
                 {&f64, 12.5, "12.5"},
                 {&f64, 0.1 + 0.2, "0.30000000000000004"},
                 {&f64, 0.0001, "0.0001"},
                 {&f64, -0.00012345678901234567, "-0.00012345678901234567"},
                 {&f64, 0.00001, "1e-05"},
                 {&f64, 1e9, "1000000000"},
                 {&f64, 9007199254740992.0, "9007199254740992"},
                 {&f64, 99999999999999984.0, "99999999999999980"},
                 {&f64, 1e17, "1e+17"},
                 {&f64, 1.5e20, "1.5e+20"},
                 {&f64, 1e100, "1e+100"},
                 {&f64, DBL_MAX, "1.7976931348623157e+308"},
                 {&f64, -DBL_MIN, "-2.2250738585072014e-308"},
                 {&f64, 0x1p-1074, "5e-324"},
                 {&f64, 0x1p-1073, "1e-323"}};
    char text[MQ_NUMBER_TEXT_MAX];
    for (size_t i = 0; i < COUNT(cases); ++i) {
        uint64_t bits = double_bits(cases[i].value);
        bits = cases[i].kind == &f32 ? float_bits((float)cases[i].value) : bits;
        assert_int_equal(print(cases[i].kind, text, bits), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

TEST(infinities_and_nans) {
    for (const struct kind *kind = kinds; kind < kinds + 2; ++kind) {
        uint64_t quiet = kind->infinity | kind->step / 2;
        char out[MQ_NUMBER_TEXT_MAX];
        assert_int_equal(print(kind, out, kind->infinity), 3);
        assert_string_equal(out, "inf");
        assert_int_equal(print(kind, out, kind->infinity | kind->sign), 4);
        assert_string_equal(out, "-inf");
        assert_int_equal(print(kind, out, quiet), 3);
        assert_string_equal(out, "nan");
        assert_int_equal(print(kind, out, quiet | kind->sign | 1), 3);
        assert_string_equal(out, "nan");
        expect(kind, "inf", kind->infinity, 3);
        expect(kind, "-Infinity", kind->infinity | kind->sign, 9);
        expect(kind, "+INFinit", kind->infinity, 4);
        const char *text = "-nan(0x_Ab9)";
        size_t length;
        assert_true(parse(kind, text, text + 12, &length) == (quiet | kind->sign));
        assert_int_equal(length, 12);
        // The end may cut the parentheses off.
        assert_true(parse(kind, text + 1, text + 11, &length) == quiet);
        assert_int_equal(length, 3);
    }
}

// -- Boundaries ----------------------------------------------------------------------------------

TEST(powers_of_two_and_their_neighbours) {
    need_an_exact_c_library();
    for (const struct kind *kind = kinds; kind < kinds + 2; ++kind) {
        for (uint64_t bits = 1; bits < kind->infinity; bits *= 2) {
            expect_both_ways(kind, bits);
        }
        for (uint64_t power = 0; power <= kind->infinity; power += kind->step) {
            for (uint64_t bits = power - 2; bits != power + 3; ++bits) {
                if (bits < kind->infinity) {
                    expect_both_ways(kind, bits);
                    expect_both_ways(kind, bits | kind->sign);
                }
            }
        }
    }
}

TEST(powers_of_ten_and_their_neighbours) {
    static const char *const mantissas[] = {"1",
                                            "10",
                                            ".1",
                                            "9.9999999",
                                            "1.0000000000000000000000001",
                                            "18446744073709551615",
                                            "18446744073709551616",
                                            "9999999999999999999",
                                            "10000000000000000000",
                                            "1000000000000001",
                                            "99999999999999999999999999",
                                            "5",
                                            "2.5",
                                            "1.25",
                                            "0.000000000000000000000000000001"};
    for (int power = -420; power <= 420; ++power) {
        char text[64];
        for (size_t i = 0; i < COUNT(mantissas); ++i) {
            snprintf(text, sizeof text, "%se%d", mantissas[i], power);
            expect_like_c(text);
        }
        snprintf(text, sizeof text, "1e%d", power);
        for (const struct kind *kind = kinds; kind < kinds + 2; ++kind) {
            size_t length;
            uint64_t ten = parse_like_c(kind, text, &length);
            for (uint64_t bits = ten - 2; bits != ten + 3; ++bits) {
                if (bits < kind->infinity) {
                    expect_both_ways(kind, bits);
                }
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
        for (; out[last] == '0' || out[last] == '.'; --last) {
            out[last] = out[last] == '.' ? '.' : '9';
        }
        --out[last];
    }
    out[length] = up ? '1' : '9';
    strcpy(out + length + 1, e);
}

// Expects texts at and around the halfway point of a value and the next, where long double can
// hold it. That it can is certain for floats.
static void expect_halfway(const struct kind *kind, uint64_t below) {
    static char exact[1024], nudged[1032];
    long double low = (long double)double_of(kind, below);
    long double high = (long double)double_of(kind, below + 1);
    if (below + 1 == kind->infinity) {
        high = low + (low - (long double)double_of(kind, below - 1));
    }
    snprintf(exact, sizeof exact, "%.*Le", kind == &f32 ? 160 : 800, (low + high) / 2);
    expect_all(kind, exact, below + (below & 1));
    nudge(nudged, exact, true);
    expect_all(kind, nudged, below + 1);
    nudge(nudged, exact, false);
    expect_all(kind, nudged, below);
    // With fewer digits, it goes another way through the parser.
    snprintf(exact, sizeof exact, "%.*Le", kind->digits + random_below(12), (low + high) / 2);
    expect_like_c(exact);
}

TEST(halfway_points_of_every_exponent) {
    need_an_exact_c_library();
    const struct kind *last = LDBL_MANT_DIG >= 64 ? &f64 : &f32;
    for (const struct kind *kind = kinds; kind <= last; ++kind) {
        uint64_t step = kind->step;
        for (uint64_t power = 0; power < kind->infinity; power += step) {
            expect_halfway(kind, power);
            expect_halfway(kind, power + 1);
            expect_halfway(kind, power + step / 2 - 1);
            expect_halfway(kind, power + step - 2);
            expect_halfway(kind, power + step - 1);
            for (long i = rounds(kind == &f32 ? 200 : 3); i > 0; --i) {
                expect_halfway(kind, power + random_u64() % step);
            }
        }
    }
}

struct known {
    const struct kind *kind;
    const char *text;
    uint64_t bits;
};

static void expect_known(const struct known *cases, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        expect(cases[i].kind, cases[i].text, cases[i].bits, strlen(cases[i].text));
    }
}

// Halfway points that are short texts, which the first stages of the parser have to decide.
TEST(short_halfway_texts) {
    for (long i = rounds(200000); i > 0; --i) {
        char text[64];
        // An odd number of 25 or 54 bits, times a power of two, is halfway between two values.
        int bits = random_bool() ? 25 : 54;
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
    static const struct known cases[] = {
        {&f32, "8388608.5", 0x4b000000},
        {&f32, "8388609.5", 0x4b000002},
        {&f32, "16777217", 0x4b800000},
        {&f32, "16777219", 0x4b800002},
        {&f32, "8388609.4999999999999999999999999", 0x4b000001},
        {&f64, "9007199254740993", 0x4340000000000000},
        {&f64, "9007199254740995", 0x4340000000000002},
        {&f64, "9007199254740993.00000000000000000000000001", 0x4340000000000001},
        // Rounding to double first would make ties of the first and the last.
        {&f32, "1.00000017881393432617187499", 0x3f800001},
        {&f32, "1.00000017881393432617187500", 0x3f800002},
        {&f32, "1.00000005960464477539062501", 0x3f800001}};
    expect_known(cases, COUNT(cases));
}

TEST(limits_zeros_and_hexadecimal) {
    static const struct known cases[] = {{&f32, "0", 0},
                                         {&f32, "-0", 0x80000000},
                                         {&f32, "+0.000", 0},
                                         {&f32, "-.0e99999999999999999999", 0x80000000},
                                         {&f32, "3.4028234663852886e38", 0x7f7fffff},
                                         {&f32, "3.4028235677973366e38", 0x7f7fffff},
                                         {&f32, "3.4028235677973367e38", 0x7f800000},
                                         {&f32, "-1e39", 0xff800000},
                                         {&f32, "-1e99999999999999999999", 0xff800000},
                                         {&f32, "1.4e-45", 1},
                                         {&f32, "7.0064923216240853e-46", 0},
                                         {&f32, "7.0064923216240854e-46", 1},
                                         {&f32, "-1e-46", 0x80000000},
                                         {&f32, "1.17549421e-38", 0x007fffff},
                                         {&f32, "1.17549435e-38", 0x00800000},
                                         {&f64, "-0e-5", 0x8000000000000000},
                                         {&f64, "1.7976931348623157e308", 0x7fefffffffffffff},
                                         {&f64, "1.7976931348623158e308", 0x7fefffffffffffff},
                                         {&f64, "1.7976931348623159e308", 0x7ff0000000000000},
                                         {&f64, "-1e309", 0xfff0000000000000},
                                         {&f64, "4.9e-324", 1},
                                         {&f64, "2.4703282292062327e-324", 0},
                                         {&f64, "2.4703282292062328e-324", 1},
                                         {&f64, "-2e-324", 0x8000000000000000},
                                         {&f64, "2.2250738585072011e-308", 0x000fffffffffffff},
                                         {&f64, "2.2250738585072014e-308", 0x0010000000000000},
                                         {&f64, "1e-99999999999999999999", 0},
                                         {&f32, "0x1p0", 0x3f800000},
                                         {&f32, "-0X1.8P+1", 0xc0400000},
                                         {&f32, "0x.8", 0x3f000000},
                                         {&f32, "0x10.", 0x41800000},
                                         {&f32, "0x1.000001p0", 0x3f800000},
                                         {&f32, "0x1.000001000000000000000000000001p0", 0x3f800001},
                                         {&f32, "0x1.000003p0", 0x3f800002},
                                         {&f32, "0x1.ffffffp127", 0x7f800000},
                                         {&f32, "0x1.fffffefffffffffffffp127", 0x7f7fffff},
                                         {&f32, "0x1p-149", 1},
                                         {&f32, "0x1p-150", 0},
                                         {&f32, "0x1.00000000000000000001p-150", 1},
                                         {&f32, "0x3p-150", 2},
                                         {&f32, "0x1.fp-151", 0},
                                         {&f32, "0x78182.84p-149", 0x78183},
                                         {&f64, "0x1.00000000000008p0", 0x3ff0000000000000},
                                         {&f64, "0x1.00000000000018p0", 0x3ff0000000000002},
                                         {&f64, "0x1.fffffffffffff8p1023", 0x7ff0000000000000},
                                         {&f64, "0x1p-1075", 0},
                                         {&f64, "-0x1p-99999999999999999999", 0x8000000000000000},
                                         {&f64, "0x1p99999999999999999999", 0x7ff0000000000000},
                                         {&f64, "0x0p99999999999999999999", 0}};
    expect_known(cases, COUNT(cases));
}

// -- Shapes of text ------------------------------------------------------------------------------

TEST(malformed_text_and_what_follows_numbers) {
    need_an_exact_c_library();
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        {"", 0},      {"+", 0},     {"-", 0},      {".", 0},     {"-.", 0},     {"e5", 0},
        {".e5", 0},   {"1e", 1},    {"1e+", 1},    {"1e-x", 1},  {"1.e", 2},    {"0x", 1},
        {"0x.p1", 1}, {"0xg", 1},   {"0x1p", 3},   {"0x1p+", 3}, {"infx", 3},   {"in", 0},
        {"nan(", 3},  {"nan(a", 3}, {"nan(-)", 3}, {"na", 0},    {"--1", 0},    {"+-1", 0},
        {" 1", 0},    {"\t1", 0},   {"1 ", 1},     {"1.5.5", 3}, {"1,5", 1},    {"1/2", 1},
        {"1e5e5", 3}, {"1e5.5", 3}, {"12abc", 2},  {"7.", 2},    {".5", 2},     {"-.5", 3},
        {"1e05", 4},  {"1E+05", 5}, {"00012", 5},  {"0x1.8", 5}, {"0x1..8", 4}, {"..5", 0},
        {"12:34", 2}, {"-x", 0},    {"1\xb2", 1},  {"\xb2", 0},  {"1f", 1},     {"0x1p1p1", 5},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const char *text = cases[i].text;
        for (const struct kind *kind = kinds; kind < kinds + 2; ++kind) {
            size_t length;
            bool kept = parse(kind, text, text + strlen(text), &length) == kind->untouched;
            assert_int_equal(length, cases[i].length);
            assert_int_equal(kept, length == 0);
        }
        if (*text != ' ' && *text != '\t') {
            expect_like_c(text);
        }
    }
}

TEST(long_digit_strings) {
    need_an_exact_c_library();
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE + 64);
    assert_non_null(text);
    static const size_t lengths[] = {19, 20, 21, 50, 779, 780, 781, 782, 800, 1000, 5000, 100000};
    for (size_t i = 0; i < COUNT(lengths); ++i) {
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
        expect_all(&f32, text, float_bits(7));
        expect_all(&f64, text, double_bits(7));
        memset(text, '9', length);
        snprintf(text + length, 32, "e-%zu", length);
        expect_all(&f64, text, double_bits(1));
        // A tie, unless the very last digit says otherwise.
        memset(text, '0', length);
        memcpy(text, "16777217.0", 10);
        text[length] = '\0';
        expect_all(&f32, text, float_bits(16777216));
        text[length - 1] = '1';
        expect_all(&f32, text, float_bits(16777218));
    }
    // In quadratic time this would take minutes.
    memset(text, '3', SIZE);
    text[1] = '.';
    text[SIZE] = '\0';
    expect_all(&f32, text, float_bits(3.33333333f));
    expect_all(&f64, text, double_bits(3.3333333333333333333));
    memset(text, '0', SIZE);
    text[0] = '5';
    strcpy(text + SIZE, "e-1048576");
    expect_all(&f64, text, double_bits(0.5));
    free(text);
}

// Notes everything the parsers make of a text.
static void parse_every_way(const char *text, const char *end, uint64_t notes[13]) {
    size_t lengths[2];
    uint64_t values[2] = {7, 7};
    int64_t number = 7;
    bool overflows[3];
    *notes++ = parse(&f32, text, end, &lengths[0]);
    *notes++ = parse(&f64, text, end, &lengths[1]);
    *notes++ = (uint64_t)(mq_parse_u64(text, end, &values[0], &overflows[0]) - text);
    *notes++ = (uint64_t)(mq_parse_hex_u64(text, end, &values[1], &overflows[1]) - text);
    *notes++ = (uint64_t)(mq_parse_i64(text, end, &number, &overflows[2]) - text);
    const uint64_t rest[] = {lengths[0],       lengths[1],   values[0],    values[1],
                             (uint64_t)number, overflows[0], overflows[1], overflows[2]};
    memcpy(notes, rest, sizeof rest);
}

// The text is all there is to its block of memory, so that sanitizers see any read past it; and
// digits after the end must not matter.
TEST(nothing_is_read_past_the_end) {
    static const char *const texts[] = {"-12345678.12345678e-12",
                                        "0x1.8p+12",
                                        "infinity",
                                        "nan(abc_1)",
                                        "123456789012345678901",
                                        "+.5e+3",
                                        "0.186523",
                                        "-4",
                                        "0x",
                                        "1e+",
                                        "9007199254740993.0000000000000000001",
                                        "0Xabcdef",
                                        "00000000000000000000000000000001"};
    for (size_t i = 0; i < COUNT(texts); ++i) {
        for (size_t length = 0; length <= strlen(texts[i]); ++length) {
            char *block = malloc(length > 0 ? length : 1);
            assert_non_null(block);
            memcpy(block, texts[i], length);
            uint64_t exact[13], followed[13];
            parse_every_way(block, block + length, exact);
            free(block);
            char longer[64];
            snprintf(longer, sizeof longer, "%.*s99999999e9", (int)length, texts[i]);
            parse_every_way(longer, longer + length, followed);
            assert_memory_equal(exact, followed, sizeof exact);
        }
    }
}

TEST(the_locale_does_not_matter) {
    static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "fr_FR", "German"};
    bool found = false;
    for (size_t i = 0; i < COUNT(names) && !found; ++i) {
        found = setlocale(LC_ALL, names[i]) != NULL && *localeconv()->decimal_point == ',';
    }
    if (!found) {
        setlocale(LC_ALL, "C");
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    char text[MQ_NUMBER_TEXT_MAX];
    expect_all(&f32, "1234.5", float_bits(1234.5f));
    expect_all(&f64, "1234.5", double_bits(1234.5));
    mq_print_float(text, 0.25f);
    setlocale(LC_ALL, "C");
    assert_string_equal(text, "0.25");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(random_values_print_and_read_back, seed_random),
        cmocka_unit_test_setup(random_short_decimals_read_like_c, seed_random),
        cmocka_unit_test_setup(random_decimal_texts_read_like_c, seed_random),
        cmocka_unit_test_setup(random_hex_floats_are_rounded_right, seed_random),
        cmocka_unit_test_setup(random_garbage_reads_like_c, seed_random),
        cmocka_unit_test_setup(printed_text_is_shortest_and_closest, seed_random),
        cmocka_unit_test(print_style),
        cmocka_unit_test(infinities_and_nans),
        cmocka_unit_test(powers_of_two_and_their_neighbours),
        cmocka_unit_test(powers_of_ten_and_their_neighbours),
        cmocka_unit_test_setup(halfway_points_of_every_exponent, seed_random),
        cmocka_unit_test_setup(short_halfway_texts, seed_random),
        cmocka_unit_test(limits_zeros_and_hexadecimal),
        cmocka_unit_test(malformed_text_and_what_follows_numbers),
        cmocka_unit_test_setup(long_digit_strings, seed_random),
        cmocka_unit_test(nothing_is_read_past_the_end),
        cmocka_unit_test(the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
