// SPDX-License-Identifier: MIT
//
// The state of reading an OBJ file, or one chunk of a large one.
//
// Chunks are read on all cores, each into its part of the lists, whose sizes were counted before
// (obj_count.h). Reading a chunk neither allocates nor adds findings: a statement that needs either is
// deferred, and read once more when all chunks are done, in the order of the file.
#ifndef MQ_OBJ_READER_H
#define MQ_OBJ_READER_H

#include "formats/obj/obj_names.h"
#include "formats/obj/obj_priv.h"

// The capacities of the lists of the document.
typedef struct obj_capacities {
    size_t positions, weights, colours, texcoords, normals, corners, elements, sections, objects,
        groups, uses, libraries, comments, others;
} obj_capacities;

// A statement or comment that is read again, and what precedes it in the lists.
typedef struct obj_deferred {
    const char *at;
    uint32_t positions, texcoords, normals, elements, corners;
} obj_deferred;

typedef struct obj_reader {
    mq_arena *arena;
    mq_findings *findings;
    const char *begin, *end; // of the file
    const char *statement;   // its first byte
    bool failed;             // memory ran out, or the chunk is not as it was counted
    bool any;                // there was a statement of OBJ
    maq_obj obj;
    obj_capacities capacity;
    maq_obj_section state;
    obj_names uses;
    // Of a chunk:
    bool defers;            // statements may be deferred: this reader reads a chunk
    bool deferred_this;     // the statement needs memory or has a finding
    obj_deferred *deferred; // up to deferred_capacity
    size_t deferred_count, deferred_capacity;
} obj_reader;

// Reads the statements of [at, stop), which ends with a line.
void mq_obj_read_statements(obj_reader *r, const char *at, const char *stop);

// Reads the statements that chunks have deferred.
void mq_obj_read_deferred(obj_reader *r, const obj_deferred *deferred, size_t count);

// Enters a section for the elements that chunks have read, up to but not including `end`.
void mq_obj_enter_elements(obj_reader *r, uint32_t end);

// Grows the lists of weights and colours with that of positions.
void mq_obj_grow_parallel_lists(obj_reader *r);

#endif
