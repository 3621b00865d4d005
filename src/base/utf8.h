// SPDX-License-Identifier: MIT
//
// Recognising UTF-8.
#ifndef MQ_BASE_UTF8_H
#define MQ_BASE_UTF8_H

#include <stddef.h>

// The length of the well-formed UTF-8 sequence at `bytes`, of which there are `left` (at least 1); 0
// when there is none: overlong forms, surrogates and code points above U+10FFFF are not well-formed.
size_t mq_utf8_length(const unsigned char *bytes, size_t left);

// How many of the first bytes are ASCII.
size_t mq_ascii_length(const unsigned char *bytes, size_t length);

#endif
