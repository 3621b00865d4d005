#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/base/number_tables.c: the powers of ten that number parsing and printing share.

Usage: gen_number_tables.py > src/base/number_tables.c

Every entry is ceil(10^k * 2^(127 - floor(log2(10^k)))), computed with exact integers, so that its
top bit is always set. The script also proves the facts the C code leans on (see check()) and stops
when one does not hold.
"""

FIRST = -342  # below it, even 2^64 * 10^k is less than half of the smallest double
SMALL_LAST = 19  # the last power that fits into 64 bits
LAST = 324  # the largest power that printing the smallest double needs


def floor_log2_pow10(k):
    """floor(log2(10^k)), exactly."""
    if k >= 0:
        return (10**k).bit_length() - 1
    # 10^k = 1/n with n never a power of two, so floor(log2(1/n)) = -bit_length(n).
    return -(10**-k).bit_length()


def entry(k):
    """The rounded-up 128-bit significand of 10^k, and whether it is exact."""
    shift = 127 - floor_log2_pow10(k)
    numerator = 10 ** max(k, 0) << max(shift, 0)
    denominator = 10 ** max(-k, 0) << max(-shift, 0)
    quotient, remainder = divmod(numerator, denominator)
    return quotient + (remainder != 0), remainder == 0


def check():
    for k in range(FIRST, LAST + 1):
        value, exact = entry(k)
        assert 1 << 127 <= value < 1 << 128
        # The parser tells exact entries from rounded ones by their exponent alone.
        assert exact == (0 <= k <= 55)
        # A low half of zero means "the high half alone is exact", and nothing else: so rounding
        # up never carried into the high half, and float printing may round up from it.
        low = value & (1 << 64) - 1
        assert (low == 0) == (0 <= k <= 27)
        assert k * 1741647 >> 19 == floor_log2_pow10(k)
    for e in range(-1080, 980):
        # floor(log10(2^e)) and floor(log10(3/4 * 2^e)), as number_tables.h computes them.
        for numerator, offset in ((1, 0), (3, 524031)):
            k = e * 1262611 - offset >> 22
            scaled = e if numerator == 1 else e - 2
            left = numerator << max(scaled, 0)
            right = 1 << max(-scaled, 0)

            def at_least_pow10(n):
                return left * 10 ** max(-n, 0) >= right * 10 ** max(n, 0)

            assert at_least_pow10(k) and not at_least_pow10(k + 1)


def main():
    check()
    print("// SPDX-License-Identifier: MIT")
    print("// Written by scripts/gen_number_tables.py; change that script, not this file.")
    print('#include "number_tables.h"')
    print()
    print("const uint64_t mq_small_powers_of_ten[MQ_SMALL_POWER_OF_TEN_LAST + 1] = {")
    for k in range(SMALL_LAST + 1):
        print("    %du," % 10**k)
    print("};")
    print()
    print("const struct mq_u128 mq_powers_of_ten[MQ_POWER_OF_TEN_COUNT] = {")
    for k in range(FIRST, LAST + 1, 2):
        cells = []
        for n in range(k, min(k + 2, LAST + 1)):
            value = entry(n)[0]
            cells.append("{0x%016x, 0x%016x}," % (value >> 64, value & (1 << 64) - 1))
        print("    " + " ".join(cells) + "  // 1e%d" % k)
    print("};")


if __name__ == "__main__":
    main()
