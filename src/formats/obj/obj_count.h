// SPDX-License-Identifier: MIT
//
// How many lines of each kind a text has: the lists of a document are allocated by that.
#ifndef MQ_OBJ_COUNT_H
#define MQ_OBJ_COUNT_H

#include <stdbool.h>
#include <stddef.h>

// Only lines that begin with a keyword and a blank are counted. A line that is joined to the next one, or
// ends with a comment, makes the number of corners wrong.
typedef struct obj_line_counts {
    size_t positions, texcoords, normals;
    size_t elements, corners; // f, l and p
    size_t lines;             // of any kind
    bool has_nul;
} obj_line_counts;

// Counts in [begin, end), which begins with a line; `begin` may equal `end`.
obj_line_counts mq_obj_count_lines(const char *begin, const char *end);

#endif
