// SPDX-License-Identifier: MIT
//
// Reading JSON (RFC 8259) into a value tree, with the offset of each value. Memory comes from an
// arena, numbers are read exactly, and nothing depends on the locale.
//
// Strings are repaired rather than refused: bytes that are not UTF-8, and lone surrogates, become
// code points as mq_json_string() writes them; a NUL ends the text for C callers but not its length.
#ifndef MQ_BASE_JSON_READ_H
#define MQ_BASE_JSON_READ_H

#include "base/arena.h"
#include "maquette/value.h"

#define MQ_JSON_MAX_DEPTH 500

typedef struct mq_json_result {
    const maq_value *root; // NULL unless the status is MAQ_OK
    maq_status status;     // MAQ_OK, MAQ_BAD_DATA, or that of the arena
    size_t offset;         // of the fault
    const char *message;   // "a comma or } is expected": what is wrong at the offset
    bool too_deep;         // the fault is nesting beyond MQ_JSON_MAX_DEPTH
    size_t stray_count;    // bytes that are not UTF-8
    size_t first_stray;    // the offset of the first
    size_t nul_count;      // strings with \u0000 in them
} mq_json_result;

// Reads one value, with white space (and zero bytes, which pad GLB files) around it. A byte order
// mark is skipped. Whole numbers that fit become integers, all others doubles.
mq_json_result mq_json_read(mq_arena *arena, const char *text, size_t length);

// Where a value of such a tree begins in the text; for a member of an object, where its key does.
size_t mq_json_offset(const maq_value *value);

#endif
