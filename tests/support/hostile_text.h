// SPDX-License-Identifier: MIT
//
// Text that is meant to hurt: much of the same, and counts that promise what does not follow.
#ifndef TESTS_SUPPORT_HOSTILE_TEXT_H
#define TESTS_SUPPORT_HOSTILE_TEXT_H

#include "maquette/maquette.h"

// Opens and checks a text with all memory counted. What opening came to; the id of the last finding
// of reading, if there is one, is copied to `id` (of 16 bytes).
maq_status weigh_text(const char *format, const char *text, size_t length, size_t *most,
                      double *seconds, char *id);

// Fails the test unless 1 MiB of each pattern behind each head is opened and checked within the
// memory and the time that are promised for hostile input.
void assert_patterns_are_harmless(const char *format, const char *const *heads, size_t head_count,
                                  const char *const *patterns, size_t pattern_count);

#endif
