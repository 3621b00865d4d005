// SPDX-License-Identifier: MIT
//
// Printing value trees as JSON (RFC 8259). Text that is not UTF-8 has its stray bytes written as
// the code points U+0080..U+00FF; numbers that JSON lacks (infinities, NaN) are written as null.
#ifndef MQ_BASE_JSON_H
#define MQ_BASE_JSON_H

#include "base/text.h"
#include "maquette/value.h"

// On one line.
void mq_json_value(mq_text *out, const maq_value *value);

// Two blanks per depth, a line per child; arrays of numbers stay on one line.
void mq_json_pretty(mq_text *out, const maq_value *value);

// A quoted string.
void mq_json_string(mq_text *out, const char *bytes, size_t length);

#endif
