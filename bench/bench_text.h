// SPDX-License-Identifier: MIT
//
// A text under construction, for benchmarks of text formats.
#ifndef BENCH_BENCH_TEXT_H
#define BENCH_BENCH_TEXT_H

#include <stdarg.h>
#include <stdlib.h>

#include "bench.h"

typedef struct bench_text {
    char *bytes;
    size_t length, capacity;
} bench_text;

__attribute__((format(printf, 2, 3))) static inline void say(bench_text *text, const char *format,
                                                             ...) {
    va_list arguments;
    va_start(arguments, format);
    if (text->length < text->capacity)
        text->length += (size_t)vsnprintf(text->bytes + text->length, text->capacity - text->length,
                                          format, arguments);
    va_end(arguments);
}

// From 0 up to but not including 1.
static inline double fraction(void) {
    return bench_random(1000000) / 1e6;
}

#endif
