// SPDX-License-Identifier: MIT
//
// Size arithmetic with overflow checks. All sizes are computed with it.
#ifndef MQ_BASE_CHECKED_H
#define MQ_BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Each returns false, with *result untouched, when the true result does not fit.
static inline bool mq_add_size(size_t a, size_t b, size_t *result) {
    if (a > SIZE_MAX - b)
        return false;
    *result = a + b;
    return true;
}

static inline bool mq_multiply_size(size_t a, size_t b, size_t *result) {
    if (a != 0 && b > SIZE_MAX / a)
        return false;
    *result = a * b;
    return true;
}

#endif
