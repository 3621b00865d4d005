// SPDX-License-Identifier: MIT
//
// Everything a caller can do with bytes that may be anything. Sanitizers see what goes wrong; the
// functions themselves fail a test when a status or a document is not as promised.
#ifndef TESTS_SUPPORT_HOSTILE_H
#define TESTS_SUPPORT_HOSTILE_H

#include "maquette/maquette.h"

// Opens, checks for all targets, fixes, describes, saves and converts to all variants of the same
// format. Returns what opening came to.
maq_status exercise(const void *bytes, size_t length, const char *name, const maq_memory *memory);

// Something that is done with bytes; `memory` NULL: the default.
typedef maq_status (*hostile_use)(const void *bytes, size_t length, const char *name,
                                  const maq_memory *memory);

// It on every prefix, and on every byte set to 00, FF, +1, -1 in turn. Fails the test when one of
// them takes absurdly long.
void use_prefixes(hostile_use use, const void *bytes, size_t length, const char *name);
void use_byte_edits(hostile_use use, const void *bytes, size_t length, const char *name);

// exercise() on every prefix, on every byte set to 00, FF, +1, -1 in turn, and with every request
// for memory failing. Fails the test when an opening takes absurdly long.
void exercise_prefixes(const void *bytes, size_t length, const char *name);
void exercise_byte_edits(const void *bytes, size_t length, const char *name);
void exercise_failing_memory(const void *bytes, size_t length, const char *name);

// A whole file; the test fails when it cannot be read. To be freed.
char *read_whole(const char *path, size_t *length);

// An allocator that counts what is held and what the most was.
typedef struct counted_memory {
    maq_memory memory;
    size_t held, most, blocks;
} counted_memory;
void count_memory(counted_memory *counted);

#endif
