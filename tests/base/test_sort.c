// SPDX-License-Identifier: MIT
//
// Sorting: in order, stable, for every small size.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/sort.h"

typedef struct item {
    uint32_t key, number;
} item;

static int by_key(const void *a, const void *b, const void *context) {
    assert_non_null(context);
    uint32_t x = ((const item *)a)->key, y = ((const item *)b)->key;
    return (x > y) - (x < y);
}

static void items_are_in_order_and_equal_ones_stay(void **state) {
    (void)state;
    enum { MOST = 100 };
    item items[MOST], spare[MOST];
    uint32_t random = 1;
    for (uint32_t count = 0; count <= MOST; count++) {
        for (uint32_t i = 0; i < count; i++) {
            random = random * 1664525u + 1013904223u;
            items[i] = (item){random >> 28, i};
        }
        const item *sorted = mq_sort(items, spare, count, sizeof *items, by_key, &count);
        uint32_t sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            sum += sorted[i].number;
            if (i > 0)
                assert_true(sorted[i - 1].key < sorted[i].key ||
                            (sorted[i - 1].key == sorted[i].key &&
                             sorted[i - 1].number < sorted[i].number));
        }
        assert_int_equal(sum, count ? count * (count - 1) / 2 : 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_in_order_and_equal_ones_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
