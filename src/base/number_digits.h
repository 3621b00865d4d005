// SPDX-License-Identifier: MIT
// Decimal digits, eight at a time.
#ifndef MQ_BASE_NUMBER_DIGITS_H
#define MQ_BASE_NUMBER_DIGITS_H

#include <stdint.h>
#include <string.h>

// Eight characters with the first one in the lowest byte, on any machine. Those that are digits become
// their values.
static inline uint64_t mq_load_8_digits(const char *text) {
    uint64_t word;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&word, text, sizeof word);
#else
    word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | (unsigned char)text[i];
#endif
    return word ^ 0x3030303030303030;
}

// The top bit of each byte that is not the value of a digit; bytes above the first such may be wrong.
static inline uint64_t mq_other_than_digits(uint64_t digits) {
    return (digits | (digits + 0x7676767676767676)) & 0x8080808080808080;
}

// The number whose eight digit values, most significant first, are the bytes from the lowest up.
static inline uint64_t mq_join_8_digits(uint64_t digits) {
    digits = digits * 10 + (digits >> 8);
    digits &= 0x00ff00ff00ff00ff;
    digits = digits * 100 + (digits >> 16);
    digits &= 0x0000ffff0000ffff;
    return (uint32_t)(digits * 10000 + (digits >> 32));
}

// The other way round: the eight digits of a number below 10^8, leading zeros included.
static inline uint64_t mq_split_8_digits(uint32_t number) {
    // Two numbers of four digits, four of two, eight of one. A multiplication and a shift divide.
    uint64_t fours = number / 10000 | (uint64_t)(number % 10000) << 32;
    uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007f0000007f;
    uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
    uint64_t tens = (twos * 103 >> 10) & 0x000f000f000f000f;
    return tens | (twos - tens * 10) << 8;
}

static inline void mq_store_8_digits(char *text, uint64_t digits) {
    digits |= 0x3030303030303030;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(text, &digits, sizeof digits);
#else
    for (int i = 0; i < 8; i++)
        text[i] = (char)(digits >> 8 * i);
#endif
}

#endif
