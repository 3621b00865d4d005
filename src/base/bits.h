// SPDX-License-Identifier: MIT
// Counts of bits.
#ifndef MQ_BASE_BITS_H
#define MQ_BASE_BITS_H

#include <stdint.h>

// The number of zero bits above the highest set one; `value` must not be zero.
static inline int mq_leading_zeros_64(uint64_t value) {
#if defined(__GNUC__)
    return __builtin_clzll(value);
#else
    int count = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (value >> (64 - step) == 0) {
            value <<= step;
            count += step;
        }
    }
    return count;
#endif
}

// The number of zero bits below the lowest set one; `value` must not be zero.
static inline int mq_trailing_zeros_64(uint64_t value) {
#if defined(__GNUC__)
    return __builtin_ctzll(value);
#else
    return 63 - mq_leading_zeros_64(value & (0 - value));
#endif
}

static inline int mq_trailing_zeros_32(uint32_t value) {
    return mq_trailing_zeros_64(value);
}

// The number of set bits. In arithmetic, as the compiler would call a function where it may not assume an
// instruction for it.
static inline unsigned mq_count_bits_64(uint64_t value) {
    value -= value >> 1 & 0x5555555555555555;
    value = (value & 0x3333333333333333) + (value >> 2 & 0x3333333333333333);
    value = (value + (value >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(value * 0x0101010101010101 >> 56);
}

#endif
