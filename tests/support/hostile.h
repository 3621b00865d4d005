// SPDX-License-Identifier: MIT
//
// The one runner of hostile tests: every prefix, every byte edit and every failing request, for any
// function. Sanitizers see memory faults; the functions themselves fail a test when a status or a
// document is not as promised, memory is leaked, or one call takes absurdly long.
#ifndef TESTS_SUPPORT_HOSTILE_H
#define TESTS_SUPPORT_HOSTILE_H

#include "maquette/maquette.h"

// Something that is done with bytes; `memory` NULL: the default.
typedef maq_status (*hostile_use)(const void *bytes, size_t length, const char *name,
                                  const maq_memory *memory);

// Does it with every prefix, on a copy of exactly that size; and with every byte set to 00, FF, +1, -1
// and with its top bit inverted, in turn.
void use_prefixes(hostile_use use, const void *bytes, size_t length, const char *name);
void use_byte_edits(hostile_use use, const void *bytes, size_t length, const char *name);

// Calls a function with memory whose first request fails, then the second, and so on, until it
// returns MAQ_OK. Fails the test when it returns anything else than MAQ_NO_MEMORY before that, leaves
// memory allocated, or never succeeds. Returns how many calls failed.
typedef maq_status (*hostile_call)(const maq_memory *memory, void *context);
uint64_t fail_each_request(hostile_call call, void *context);

// A hostile_call: opens the bytes of the file whose path is the context, and closes the document.
maq_status open_file(const maq_memory *memory, void *path);

// Opens a document, checks it for all targets, fixes, describes, saves and converts it to all variants
// of the same family. Returns the status of opening.
maq_status exercise(const void *bytes, size_t length, const char *name, const maq_memory *memory);

// exercise() with every prefix, every byte edit, and every request for memory failing.
void exercise_prefixes(const void *bytes, size_t length, const char *name);
void exercise_byte_edits(const void *bytes, size_t length, const char *name);
void exercise_failing_memory(const void *bytes, size_t length, const char *name);

// A monotonic clock, and the time that the processor has worked for this process, also on a busy machine.
// Emulators and valgrind (MAQUETTE_LAUNCHER) are so slow that times have no limit there.
double seconds_now(void);
double seconds_of_work(void);
bool times_have_limits(void);

// A whole file, to be freed; the test fails when it cannot be read.
char *read_whole(const char *path, size_t *length);

// An allocator that counts what is held and what the most was.
typedef struct counted_memory {
    maq_memory memory;
    size_t held, most, blocks;
} counted_memory;
void count_memory(counted_memory *counted);

#endif
