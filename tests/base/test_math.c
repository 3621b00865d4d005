// SPDX-License-Identifier: MIT
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(clamp_unit_has_no_negative_zero)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
