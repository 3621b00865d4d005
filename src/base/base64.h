// SPDX-License-Identifier: MIT
//
// Bytes as text of 64 letters (RFC 4648), for data inside JSON and HTML.
#ifndef MQ_BASE_BASE64_H
#define MQ_BASE_BASE64_H

#include "base/text.h"

void mq_base64_write(mq_text *out, const void *data, size_t length);

// The same in parts: {.out = out}, then any number of parts, then the end.
typedef struct mq_base64 {
    mq_text *out;
    unsigned char group[3]; // bytes that are not written yet: fewer than 3 between two calls
    unsigned count;
} mq_base64;
void mq_base64_add(mq_base64 *base64, const void *data, size_t length);
void mq_base64_end(mq_base64 *base64);

#endif
