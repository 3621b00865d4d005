// SPDX-License-Identifier: MIT
//
// A 64-bit digest of numbers and bytes. It finds changes; it is not a defence against forgers.
#ifndef MQ_BASE_DIGEST_H
#define MQ_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t mq_digest_number(uint64_t digest, uint64_t number) {
    // Each step is a bijection of the state, so a single change is never lost.
    digest = (digest ^ number) * 0x9e3779b97f4a7c15u;
    return digest ^ digest >> 29;
}

static inline uint64_t mq_digest_bytes(uint64_t digest, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    digest = mq_digest_number(digest, length);
    for (; length >= 8; length -= 8, at += 8) {
        uint64_t number = 0;
        for (unsigned i = 0; i < 8; i++)
            number |= (uint64_t)at[i] << 8 * i;
        digest = mq_digest_number(digest, number);
    }
    for (; length > 0; length--, at++)
        digest = mq_digest_number(digest, *at);
    return digest;
}

#endif
