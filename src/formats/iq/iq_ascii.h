// SPDX-License-Identifier: MIT
//
// Comparing text without regard to the case of ASCII letters, whatever the locale is.
#ifndef MQ_IQ_ASCII_H
#define MQ_IQ_ASCII_H

#include <stdbool.h>
#include <string.h>

static inline char mq_iq_lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool mq_iq_equal_ignoring_case(const char *a, const char *b) {
    while (*a && mq_iq_lower_case(*a) == mq_iq_lower_case(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

// `name` may be NULL.
static inline bool mq_iq_has_extension(const char *name, const char *extension) {
    size_t length = name ? strlen(name) : 0, tail = strlen(extension);
    return length >= tail && mq_iq_equal_ignoring_case(name + length - tail, extension);
}

#endif
