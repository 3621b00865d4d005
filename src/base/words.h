// SPDX-License-Identifier: MIT
//
// Arrays of little-endian 32-bit words, floats or integers, from and to bytes of any alignment.
#ifndef MQ_BASE_WORDS_H
#define MQ_BASE_WORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t mq_word_at(const unsigned char *b) {
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// Whether words in memory have the order of bytes that files have.
enum { MQ_WORDS_ARE_BYTES = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ };

// Copies `count` words. The order of bytes is the same in both directions, so this reads and writes.
static inline void mq_copy_words(void *to, const void *from, size_t count) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (count > 0)
        memcpy(to, from, count * 4);
#else
    for (size_t i = 0; i < count; i++) {
        uint32_t word = mq_word_at((const unsigned char *)from + i * 4);
        memcpy((unsigned char *)to + i * 4, &word, 4);
    }
#endif
}

#endif
