// SPDX-License-Identifier: MIT
//
// Parsing and printing of whole numbers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"
#include "base/number_plain.h"
#include "support/random.h"

#define TEST(name) static void name(void **cmocka_state __attribute__((unused)))
#define COUNT(array) (sizeof(array) / sizeof *(array))

TEST(integers_and_their_limits) {
    static const struct {
        char parser; // unsigned, hexadecimal or of integers with a sign
        const char *text;
        size_t length;
        uint64_t value;
        bool overflow;
    } cases[] = {{'u', "", 0, 7, false},
                 {'u', "-1", 0, 7, false},
                 {'u', "+1", 0, 7, false},
                 {'u', "0", 1, 0, false},
                 {'u', "0x1", 1, 0, false},
                 {'u', "12/34/56", 2, 12, false},
                 {'u', "12345678.", 8, 12345678, false},
                 {'u', "99999999999999999999999", 23, UINT64_MAX, true},
                 {'u', "18446744073709551616", 20, UINT64_MAX, true},
                 {'u', "0000000000000000000000000000018446744073709551615 ", 49, UINT64_MAX, false},
                 {'u', "0000000000000000000000000000018446744073709551616 ", 49, UINT64_MAX, true},
                 {'x', "", 0, 7, false},
                 {'x', "g", 0, 7, false},
                 {'x', "-1", 0, 7, false},
                 {'x', "x1", 0, 7, false},
                 {'x', "0x", 1, 0, false},
                 {'x', "0xg", 1, 0, false},
                 {'x', "0x0x1", 3, 0, false},
                 {'x', "0xfF", 4, 255, false},
                 {'x', "0X10", 4, 16, false},
                 {'x', "DeadBeef,", 8, 0xdeadbeef, false},
                 {'x', "ffffffffffffffff", 16, UINT64_MAX, false},
                 {'x', "10000000000000000", 17, UINT64_MAX, true},
                 {'x', "0x100000000000000000000000", 26, UINT64_MAX, true},
                 {'x', "0000000000000000000000000000001f", 32, 31, false},
                 {'i', "", 0, 7, false},
                 {'i', "-", 0, 7, false},
                 {'i', "+", 0, 7, false},
                 {'i', "--1", 0, 7, false},
                 {'i', "-0", 2, 0, false},
                 {'i', "+12", 3, 12, false},
                 {'i', "-4 ", 2, (uint64_t)-4, false},
                 {'i', "9223372036854775807", 19, (uint64_t)INT64_MAX, false},
                 {'i', "9223372036854775808", 19, (uint64_t)INT64_MAX, true},
                 {'i', "-9223372036854775807", 20, (uint64_t)-INT64_MAX, false},
                 {'i', "-9223372036854775808", 20, (uint64_t)INT64_MIN, false},
                 {'i', "-9223372036854775809", 20, (uint64_t)INT64_MIN, true},
                 {'i', "+99999999999999999999999", 24, (uint64_t)INT64_MAX, true}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        uint64_t value = 7;
        int64_t number = 7;
        bool overflow = true;
        const char *text = cases[i].text;
        const char *end = text + strlen(text);
        const char *stop = cases[i].parser == 'u'   ? mq_parse_u64(text, end, &value, &overflow)
                           : cases[i].parser == 'x' ? mq_parse_hex_u64(text, end, &value, &overflow)
                                                    : mq_parse_i64(text, end, &number, &overflow);
        assert_int_equal(stop - text, cases[i].length);
        assert_true((cases[i].parser == 'i' ? (uint64_t)number : value) == cases[i].value);
        assert_int_equal(overflow, cases[i].overflow);
    }
}

TEST(integers_print_and_read_back) {
    for (long i = random_rounds(200000); i > 0; --i) {
        uint64_t value = i == 1 ? 0 : i == 2 ? UINT64_MAX : random_u64() >> random_below(64);
        int64_t number = i == 3 ? INT64_MIN : (int64_t)(value >> 1) * (random_bool() ? 1 : -1);
        char text[MQ_NUMBER_TEXT_MAX], expected[MQ_NUMBER_TEXT_MAX];
        uint64_t back = 1, hex_back = 1;
        int64_t number_back = 1;
        bool overflow[3] = {true, true, true};
        snprintf(expected, sizeof expected, "%llu", (unsigned long long)value);
        const char *end = text + mq_print_u64(text, value);
        assert_string_equal(text, expected);
        assert_ptr_equal(mq_parse_u64(text, end, &back, &overflow[0]), end);
        snprintf(expected, sizeof expected, "%lld", (long long)number);
        end = text + mq_print_i64(text, number);
        assert_string_equal(text, expected);
        assert_ptr_equal(mq_parse_i64(text, end, &number_back, &overflow[1]), end);
        end = text + snprintf(text, sizeof text, "0x%llX", (unsigned long long)value);
        assert_ptr_equal(mq_parse_hex_u64(text, end, &hex_back, &overflow[2]), end);
        assert_true(back == value && hex_back == value && number_back == number);
        assert_false(overflow[0] || overflow[1] || overflow[2]);
    }
}

TEST(integers_of_32_bits_saturate) {
    static const struct {
        const char *text;
        size_t length;
        int32_t value;
        bool fits;
    } cases[] = {{"", 0, 7, true},
                 {"-", 0, 7, true},
                 {"x", 0, 7, true},
                 {"0", 1, 0, true},
                 {"-0 ", 2, 0, true},
                 {"+12/3", 3, 12, true},
                 {"999999999", 9, 999999999, true},
                 {"-999999999 ", 10, -999999999, true},
                 {"2147483647", 10, INT32_MAX, true},
                 {"2147483648", 10, INT32_MAX, false},
                 {"-2147483648", 11, INT32_MIN, true},
                 {"-2147483649", 11, INT32_MIN, false},
                 {"0000000000000000000000000000000012", 34, 12, true},
                 {"99999999999999999999999", 23, INT32_MAX, false}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        int32_t value = 7;
        bool fits = true;
        const char *text = cases[i].text;
        const char *stop = mq_parse_i32(text, text + strlen(text), &value, &fits);
        assert_int_equal(stop - text, cases[i].length);
        assert_int_equal(value, cases[i].value);
        assert_int_equal(fits, cases[i].fits);
    }
}

TEST(plain_integers_have_1_to_7_digits) {
    static const struct {
        char text[12];
        size_t length; // 0: it is not plain
        uint32_t value;
    } cases[] = {{"1/2/3 45", 1, 1},       {"12//345 ", 2, 12},
                 {"1234567/", 7, 1234567}, {"0000001 ", 7, 1},
                 {"0       ", 1, 0},       {"12345678", 0, 0},
                 {"123456789", 0, 0},      {"/1234567", 0, 0},
                 {"-1      ", 0, 0},       {"9\xff\xff\xff\xff\xff\xff\xff", 1, 9},
                 {":1234567", 0, 0}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        uint32_t value = 0;
        const char *stop = mq_parse_plain_u32(cases[i].text, &value);
        assert_ptr_equal(stop, cases[i].length ? cases[i].text + cases[i].length : NULL);
        assert_true(value == cases[i].value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_and_their_limits),
        cmocka_unit_test_setup(integers_print_and_read_back, seed_random),
        cmocka_unit_test(integers_of_32_bits_saturate),
        cmocka_unit_test(plain_integers_have_1_to_7_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
