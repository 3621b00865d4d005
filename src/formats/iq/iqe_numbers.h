// SPDX-License-Identifier: MIT
//
// The numbers of IQE lines.
#ifndef MQ_IQE_NUMBERS_H
#define MQ_IQE_NUMBERS_H

#include <float.h>

#include "base/hints.h"
#include "base/number.h"
#include "base/number_plain.h"
#include "formats/iq/iqe_scan.h"

// Plain numbers are exact as whole numbers, and so are the powers of ten they are divided by: one division
// then rounds as mq_parse_double() does, in less time. All else (NULL) is left to that. MQ_PLAIN_BYTES can
// be read; a blank, so a line's end, stops the number.
MQ_HOT const char *mq_iqe_parse_plain(const char *at, double *value) {
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
    // By their sign: -0 has one.
    static const double powers[2][MQ_PLAIN_DIGITS + 1] = {
        {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15},
        {-1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13,
         -1e14, -1e15}};
    mq_plain plain;
    const char *stop = mq_parse_plain(at, &plain);
    if (!stop || !mq_iqe_blank(*stop))
        return NULL;
    *value = (double)(int64_t)plain.number / powers[plain.negative][plain.places];
    return stop;
#else
    (void)at;
    (void)value;
    return NULL;
#endif
}

static inline const char *mq_iqe_parse_double(const char *at, const char *end, const char *readable,
                                              double *value) {
    const char *next = readable - at >= MQ_PLAIN_BYTES ? mq_iqe_parse_plain(at, value) : NULL;
    return next ? next : mq_parse_double(at, end, value);
}

// Skips blanks and reads a whole number at `*begin`; false when there is none. `*at` moves behind it.
static inline bool mq_iqe_next_int(const char **at, const char *end, const char **begin,
                                   int32_t *value, bool *fits) {
    *begin = mq_iqe_skip_blanks(*at, end);
    *at = mq_parse_i32(*begin, end, value, fits);
    return *at != *begin;
}

#endif
