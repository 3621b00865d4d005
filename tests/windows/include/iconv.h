// SPDX-License-Identifier: MIT
//
// For tests that compare with iconv(), which Windows has not: it knows no encoding, and they are skipped.
#ifndef TESTS_WINDOWS_ICONV_H
#define TESTS_WINDOWS_ICONV_H

#include <stddef.h>

typedef void *iconv_t;

iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t converter, char **from, size_t *left, char **to, size_t *capacity);
int iconv_close(iconv_t converter);

#endif
