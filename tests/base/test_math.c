// SPDX-License-Identifier: MIT
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/math.h"

static void clamp_unit_has_no_negative_zero(void **state) {
    (void)state;
    assert_true(mq_clamp_unit(0.25f) == 0.25f);
    assert_true(mq_clamp_unit(1) == 1 && mq_clamp_unit(2) == 1 && mq_clamp_unit(INFINITY) == 1);
    assert_true(mq_clamp_unit(-1) == 0 && mq_clamp_unit(-INFINITY) == 0);
    volatile float negative_zero = -0.0f, nan = NAN;
    assert_true(mq_clamp_unit(negative_zero) == 0 && !signbit(mq_clamp_unit(negative_zero)));
    assert_true(mq_clamp_unit(nan) == 0);
}

static void the_nearest_float_is_infinite_only_far_beyond_the_largest(void **state) {
    (void)state;
    static const struct {
        double value;
        float expected;
    } cases[] = {{0.1, 0.1f},
                 {FLT_MAX, FLT_MAX},
                 {3.4028235e+38, FLT_MAX}, // as the largest float is written
                 {-3.4028235e+38, -FLT_MAX},
                 {3.4028235677973362e+38, FLT_MAX}, // the last one below the middle
                 {3.4028235677973366e+38, INFINITY},
                 {-3.4028235677973366e+38, -INFINITY},
                 {1e300, INFINITY},
                 {-(double)INFINITY, -INFINITY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_true(mq_to_float(cases[i].value) == cases[i].expected);
    assert_true(isnan(mq_to_float((double)NAN)));
    assert_true(signbit(mq_to_float(-0.0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clamp_unit_has_no_negative_zero),
        cmocka_unit_test(the_nearest_float_is_infinite_only_far_beyond_the_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
