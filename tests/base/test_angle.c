// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/angle.h"

#define DEGREES (180 / 3.14159265358979323846)

static void angles_are_those_of_libm(void **state) {
    (void)state;
    for (int i = -20000; i <= 20000; i++) {
        double angle = i * 0.009, y = sin(angle / DEGREES), x = cos(angle / DEGREES);
        double expected = atan2(y, x) * DEGREES;
        if (!(fabs(mq_angle_of(y, x) - expected) < 1e-13 * 180))
            fail_msg("%g degrees are %.17g", angle, mq_angle_of(y, x));
        assert_true(fabs(mq_angle_of(y * 1e-200, x * 1e-200) - expected) < 1e-11);
    }
}

static void multiples_of_45_degrees_are_exact(void **state) {
    (void)state;
    static const double rows[][3] = {{0, 0, 0},      {0, 1, 0},    {1, 1, 45},
                                     {2, 0, 90},     {3, -3, 135}, {0, -1, 180},
                                     {-1, -1, -135}, {-5, 0, -90}, {-1, 1, -45}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_true(mq_angle_of(rows[i][0], rows[i][1]) == rows[i][2]);
}

static void sines_are_those_of_libm(void **state) {
    (void)state;
    for (int i = -200000; i <= 200000; i++) {
        double angle = i * 0.0131, sine, cosine;
        mq_radian_sine_and_cosine(angle, &sine, &cosine);
        if (!(fabs(sine - sin(angle)) < 3e-16 && fabs(cosine - cos(angle)) < 3e-16))
            fail_msg("%g radians: %.17g %.17g", angle, sine, cosine);
    }
    double sine, cosine;
    mq_radian_sine_and_cosine(0, &sine, &cosine);
    assert_true(sine == 0 && cosine == 1);
}

// Near multiples of a quarter turn what is left of the angle counts. Not every libm gets it right, so the
// values here were computed with 80 digits: cosines for odd multiples, sines for even ones.
static void sines_near_quarter_turns(void **state) {
    (void)state;
    static const struct {
        int multiple;
        double expected;
    } rows[] = {{1, 6.123233995736766e-17},   {2, 1.2246467991473532e-16},
                {3, -1.8369701987210297e-16}, {4, -2.4492935982947064e-16},
                {5, 3.061616997868383e-16},   {6, 3.6739403974420594e-16},
                {7, -4.286263797015736e-16},  {12, -7.347880794884119e-16},
                {13, -9.803364199544708e-16}, {40, -2.4492935982947065e-15}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int multiple = rows[i].multiple;
        double expected = rows[i].expected, sine, cosine;
        mq_radian_sine_and_cosine(multiple * 1.57079632679489661923, &sine, &cosine);
        assert_true(fabs((multiple % 2 ? cosine : sine) - expected) <= fabs(expected) * 1e-8);
        mq_radian_sine_and_cosine(-multiple * 1.57079632679489661923, &sine, &cosine);
        assert_true(fabs((multiple % 2 ? cosine : -sine) - expected) <= fabs(expected) * 1e-8);
    }
}

// Angles of files may be anything. The results are those of a direction, and NaN without one.
static void sines_of_any_number(void **state) {
    (void)state;
    static const double angles[] = {1e5, -1e5, 1e6, 1e15, -1e22, 1e300, 5e-324};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        double sine, cosine;
        mq_radian_sine_and_cosine(angles[i], &sine, &cosine);
        assert_true(fabs(sine * sine + cosine * cosine - 1) < 1e-15);
    }
    double sine, cosine;
    mq_radian_sine_and_cosine(INFINITY, &sine, &cosine);
    assert_true(isnan(sine) && isnan(cosine));
    mq_radian_sine_and_cosine(NAN, &sine, &cosine);
    assert_true(isnan(sine) && isnan(cosine));
}

static uint64_t add_bits(uint64_t digest, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (digest ^ bits) * 0x100000001b3u;
}

// Every compiler and system gets these bits.
static void results_have_the_same_bits_everywhere(void **state) {
    (void)state;
    uint64_t sines = 0xcbf29ce484222325u, angles = sines;
    for (int i = -5000; i <= 5000; i++) {
        double sine, cosine;
        mq_radian_sine_and_cosine(i * 0.37, &sine, &cosine);
        sines = add_bits(add_bits(sines, sine), cosine);
        angles = add_bits(angles, mq_angle_of(sine, cosine));
    }
    assert_int_equal(sines, 0x8bf33090c7b4623du);
    assert_int_equal(angles, 0x6843882b760bac37u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_are_those_of_libm),
        cmocka_unit_test(multiples_of_45_degrees_are_exact),
        cmocka_unit_test(sines_are_those_of_libm),
        cmocka_unit_test(sines_near_quarter_turns),
        cmocka_unit_test(sines_of_any_number),
        cmocka_unit_test(results_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
