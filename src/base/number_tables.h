// SPDX-License-Identifier: MIT
// Powers of ten and the little arithmetic on them that number parsing and printing share.
#ifndef MQ_BASE_NUMBER_TABLES_H
#define MQ_BASE_NUMBER_TABLES_H

#include <stdint.h>

struct mq_u128 {
    uint64_t high;
    uint64_t low;
};

enum {
    MQ_POWER_OF_TEN_FIRST = -342,
    MQ_POWER_OF_TEN_LAST = 324,
    MQ_POWER_OF_TEN_COUNT = MQ_POWER_OF_TEN_LAST - MQ_POWER_OF_TEN_FIRST + 1,
    // 10^k for k from 0 to these is exact in the high half alone, and in all 128 bits.
    MQ_POWER_OF_TEN_EXACT_64 = 27,
    MQ_POWER_OF_TEN_EXACT_128 = 55,
    // The last that fits into 64 bits.
    MQ_SMALL_POWER_OF_TEN_LAST = 19
};

extern const uint64_t mq_small_powers_of_ten[MQ_SMALL_POWER_OF_TEN_LAST + 1];

// 10^k for k from MQ_POWER_OF_TEN_FIRST on, scaled by a power of two so that the top bit is set,
// and rounded up where it does not fit. Rounding up never carries into the high half, so the high
// half on its own is the value rounded down.
extern const struct mq_u128 mq_powers_of_ten[MQ_POWER_OF_TEN_COUNT];

static inline struct mq_u128 mq_power_of_ten(int k) {
    return mq_powers_of_ten[k - MQ_POWER_OF_TEN_FIRST];
}

// floor(log2(10^k)) for every k of the table. Here and below, >> is taken to round down for
// negative values too; every compiler this builds with does, and the tests would notice.
static inline int mq_floor_log2_pow10(int k) {
    return (k * 1741647) >> 19;
}

// floor(log10(2^e)) for every exponent of a double.
static inline int mq_floor_log10_pow2(int e) {
    return (e * 1262611) >> 22;
}

// floor(log10(3/4 * 2^e)) for the same.
static inline int mq_floor_log10_three_quarters_pow2(int e) {
    return (e * 1262611 - 524031) >> 22;
}

static inline struct mq_u128 mq_multiply_64(uint64_t a, uint64_t b) {
    struct mq_u128 product;
#if defined(__SIZEOF_INT128__) && !defined(MQ_NO_INT128)
    __extension__ typedef unsigned __int128 native_u128;
    native_u128 full = (native_u128)a * b;
    product.high = (uint64_t)(full >> 64);
    product.low = (uint64_t)full;
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    // Neither sum can overflow: (2^32 - 1)^2 + 2 * (2^32 - 1) is 2^64 - 1.
    uint64_t cross = a1 * b0 + (low >> 32);
    uint64_t middle = a0 * b1 + (uint32_t)cross;
    product.high = a1 * b1 + (cross >> 32) + (middle >> 32);
    product.low = (middle << 32) | (uint32_t)low;
#endif
    return product;
}

#endif
