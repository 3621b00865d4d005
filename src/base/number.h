// SPDX-License-Identifier: MIT
// Text to number and number to text, the same on every machine.
//
// Nothing here looks at the locale, the floating point environment or errno, and nothing is
// computed in floating point: reading and writing are integer work, so results are the same bits
// whatever the compiler, its options or the processor.
//
// The parsers read text from [text, end), never at or past `end`, and need no terminator. They parse
// the longest prefix that is a number and return where it ends; when no number starts at `text` they
// return `text` itself and leave *value alone. They skip no white space. `text` may equal `end`.
#ifndef MQ_BASE_NUMBER_H
#define MQ_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The size of a buffer for any text that the printers write, including the NUL.
#define MQ_NUMBER_TEXT_MAX 32

// Reads a number in any form that strtof() of C accepts: decimal ("-1.5e3", ".5", "7."), hexadecimal
// ("0x1.8p3"), "inf", "infinity", "nan" and "nan(chars)" in any case, each with an optional sign.
// The result is the float nearest to the exact value of the text, ties going to the even one. It is
// rounded once, never by way of a double. Too large a value becomes an infinity, too small a one a
// zero of the same sign. A NaN is the quiet NaN with the sign of the text; its chars are skipped.
// The time is proportional to the length of the text, however many digits it has.
const char *mq_parse_float(const char *text, const char *end, float *value);

// The same for double, with the forms of strtod().
const char *mq_parse_double(const char *text, const char *end, double *value);

// Reads decimal digits, without a sign. All digits are consumed even when their value does not fit;
// then *value is UINT64_MAX and *overflow is true. *overflow is always written: it is false when
// the number fits and when there is none.
const char *mq_parse_u64(const char *text, const char *end, uint64_t *value, bool *overflow);

// Reads decimal digits after an optional '+' or '-'. Saturates at INT64_MIN and INT64_MAX, and
// reports it, as mq_parse_u64 does.
const char *mq_parse_i64(const char *text, const char *end, int64_t *value, bool *overflow);

// Reads hexadecimal digits of either case, without a sign. A "0x" or "0X" before them is skipped;
// where no hexadecimal digit follows it, the number is just its "0". Saturates, and reports it, as
// mq_parse_u64 does.
const char *mq_parse_hex_u64(const char *text, const char *end, uint64_t *value, bool *overflow);

// Writes the shortest decimal text that reads back as the same float, and of those the one closest
// to its exact value. Returns the length; a NUL follows the text.
//
// Values from 0.0001 up to but not including 1e9 are written plainly ("12", "1234.5", "0.0001"),
// others as printf's %g writes them ("1.5e+20", "5e-07"). Whole numbers have no point; the zeros
// are "0" and "-0"; the rest are "inf", "-inf" and, for every NaN, "nan".
size_t mq_print_float(char out[MQ_NUMBER_TEXT_MAX], float value);

// The same for double, where values below 1e17 are written plainly.
size_t mq_print_double(char out[MQ_NUMBER_TEXT_MAX], double value);

// Write decimal digits, after a '-' for negative values. Return the length; a NUL follows.
size_t mq_print_u64(char out[MQ_NUMBER_TEXT_MAX], uint64_t value);
size_t mq_print_i64(char out[MQ_NUMBER_TEXT_MAX], int64_t value);

#endif
