// SPDX-License-Identifier: MIT
//
// Real models, which are no part of the project: tests read them in place.
#ifndef TESTS_SUPPORT_CORPUS_H
#define TESTS_SUPPORT_CORPUS_H

#include <stddef.h>

typedef void (*visit_file)(const char *path, void *context);

// Calls a function for each file below a folder whose name has the ending, in the order of names.
// Returns how many there were.
size_t walk_files(const char *folder, const char *ending, visit_file function, void *context);

// The same for a folder of $MAQUETTE_CORPUS. Skips the test when there is none.
void walk_corpus(const char *folder, const char *ending, visit_file function, void *context);

#endif
