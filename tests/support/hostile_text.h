// SPDX-License-Identifier: MIT
//
// Hostile text: long repetitions, and declared counts without the data.
#ifndef TESTS_SUPPORT_HOSTILE_TEXT_H
#define TESTS_SUPPORT_HOSTILE_TEXT_H

#include "maquette/maquette.h"

// Opens and checks a text and measures the memory and the time. Returns the status of opening; the id
// of the last finding of reading, if there is one, is copied to `id` (of 16 bytes).
maq_status measure_text(const char *format, const char *text, size_t length, size_t *most,
                        double *seconds, char *id);

// Does something with each of some files; NULL ends their paths.
void for_each_file(const char *const *paths,
                   void (*use)(const void *bytes, size_t length, const char *name));

// Fails the test unless each text that continues with an absurd count is refused at once, by the rule
// with this id; NULL ends the texts.
void assert_absurd_counts_are_refused(const char *format, const char *const *texts, const char *id);

// Fails the test unless a small text, whatever it declares, is read with little memory.
void assert_counts_cost_nothing(const char *format, const char *text);

// Fails the test unless 1 MiB of each pattern behind each head is opened and checked within the
// memory and the time that are promised for hostile input; NULL ends both lists.
void assert_patterns_are_harmless(const char *format, const char *const *heads,
                                  const char *const *patterns);

#endif
