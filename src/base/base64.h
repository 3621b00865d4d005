// SPDX-License-Identifier: MIT
//
// Bytes as text of 64 letters (RFC 4648), for data inside JSON and HTML.
#ifndef MQ_BASE_BASE64_H
#define MQ_BASE_BASE64_H

#include "base/text.h"

void mq_base64_write(mq_text *out, const void *data, size_t length);

#endif
