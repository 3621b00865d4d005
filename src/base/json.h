// SPDX-License-Identifier: MIT
//
// Printing value trees as JSON (RFC 8259). Bytes that are not UTF-8 are written as the code points
// U+0080 to U+00FF; infinities and NaN, which JSON lacks, are written as null.
#ifndef MQ_BASE_JSON_H
#define MQ_BASE_JSON_H

#include "base/text.h"
#include "maquette/value.h"

// On one line.
void mq_json_value(mq_text *out, const maq_value *value);

// Indented by two blanks, one child per line; arrays of numbers stay on one line.
void mq_json_pretty(mq_text *out, const maq_value *value);

// A quoted string.
void mq_json_string(mq_text *out, const char *bytes, size_t length);

#endif
