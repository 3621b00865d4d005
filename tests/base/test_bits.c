// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/bits.h"
#include "support/random.h"

#define TEST(name) static void name(void **cmocka_state __attribute__((unused)))

static void compare_with_loops(uint64_t value) {
    unsigned set = 0;
    int lowest = -1, highest = -1;
    for (int k = 0; k < 64; k++) {
        if (value >> k & 1) {
            set++;
            highest = k;
            if (lowest < 0)
                lowest = k;
        }
    }
    assert_int_equal(mq_count_bits_64(value), set);
    if (value) {
        assert_int_equal(mq_trailing_zeros_64(value), lowest);
        assert_int_equal(mq_leading_zeros_64(value), 63 - highest);
    }
}

TEST(single_bits_and_runs) {
    compare_with_loops(0);
    compare_with_loops(UINT64_MAX);
    for (int k = 0; k < 64; k++) {
        compare_with_loops((uint64_t)1 << k);
        compare_with_loops(UINT64_MAX << k);
        compare_with_loops(UINT64_MAX >> k);
    }
}

TEST(random_bits) {
    for (long round = random_rounds(10000); round > 0; round--)
        compare_with_loops(random_u64() & (random_u64() | random_u64()));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_bits_and_runs),
        cmocka_unit_test_setup(random_bits, seed_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
