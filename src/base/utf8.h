// SPDX-License-Identifier: MIT
//
// Telling UTF-8 from other bytes.
#ifndef MQ_BASE_UTF8_H
#define MQ_BASE_UTF8_H

#include <stddef.h>

// The length of the well-formed UTF-8 sequence at `bytes`, of which there are `left` (at least 1);
// 0 when there is none: overlong forms, surrogates and what lies above U+10FFFF are not
// well-formed, and strict readers refuse them.
size_t mq_utf8_length(const unsigned char *bytes, size_t left);

#endif
