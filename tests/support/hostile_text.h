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

// What a format of directives and rows has to withstand. NULL ends each list.
typedef struct hostile_text {
    const char *format;
    const char *const *files;  // small ones that between them use every directive and tolerance
    const char *const *counts; // texts that end before a count
    const char *count_rule;    // that refuses absurd ones
    const char *large_counts;  // a text with counts that the limits allow and the file cannot hold
    const char *const *heads;  // beginnings of texts, and what follows them for 1 MiB
    const char *const *patterns;
} hostile_text;

// The main function of a test program: every prefix, byte edit and failing request of the files;
// absurd counts are refused at once, large ones take no more memory than the file; patterns are read
// within the memory and the time that are promised for hostile input.
int run_hostile_text(const hostile_text *text);

#endif
