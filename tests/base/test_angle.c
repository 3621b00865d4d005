// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_are_those_of_libm),
        cmocka_unit_test(multiples_of_45_degrees_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
