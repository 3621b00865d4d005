// SPDX-License-Identifier: MIT
//
// The text of an IQE file in lines: which command each one has, and the reading of the lines that
// come in large numbers, on all cores.
#ifndef MQ_IQE_SCAN_H
#define MQ_IQE_SCAN_H

#include "base/fault.h"
#include "formats/iq/iqe_priv.h"

// The faults of lines. All of a kind become one finding.
typedef enum iqe_fault {
    IQE_FAULT_UNREAD,  // text where a number could be
    IQE_FAULT_SURPLUS, // more numbers than the command takes
    IQE_FAULT_NOT_FINITE,
    IQE_FAULT_RANGE, // a whole number that does not fit
    IQE_FAULT_BEFORE_FIRST,
    IQE_FAULT_SMALL_FACE,
    IQE_FAULT_EDGE_FLAG,
    IQE_FAULT_NO_NUMBER, // vs without its number
    IQE_FAULT_LONG_LINE,
    IQE_FAULT_COUNT,
} iqe_fault;

// A line that is not a row, and what came before it.
typedef struct iqe_other {
    const char *line; // its first byte that is not blank
    uint32_t vertices, faces, poses;
} iqe_other;

typedef struct iqe_counts {
    uint32_t rows[IQE_ROW_COUNT];
    uint32_t items[IQE_ROW_COUNT]; // pairs of blends, corners of faces, flags of edges
    uint32_t others;
} iqe_counts;

// A run of whole lines.
typedef struct iqe_chunk {
    const char *begin, *end;
    bool has_nul;      // NULs end lines for readers of C strings, so here
    iqe_counts own;    // what is in it
    iqe_counts before; // what is in all before it
    bool has_mesh;
    uint32_t mesh_vertex;             // vertices at its last mesh line: in it, then in all
    uint32_t mesh_before;             // the vertex that fm counts from at its first line
    const char *comment;              // the line after its comment line, or NULL
    uint8_t widest[IQE_ROW_COUNT];    // the most numbers that a row gave
    bool ragged[IQE_ROW_COUNT];       // a row gave other than the width
    bool mixed_poses;                 // a pose is not pq
    mq_fault faults[IQE_FAULT_COUNT]; // offsets are counted from iqe_scan.begin
} iqe_chunk;

typedef struct iqe_scan {
    const char *begin, *end;
    bool has_nul; // in any chunk
    iqe_chunk *chunks;
    size_t chunk_count;
    iqe_counts total;

    // Where the rows go.
    double *values[IQE_ROW_COUNT]; // lists and poses
    uint8_t *given[IQE_ROW_COUNT];
    uint8_t width[IQE_ROW_COUNT];
    uint8_t *pose_kinds;
    uint32_t *blend_first, *face_first, *edge_first;
    int32_t *blend_joints;
    double *blend_weights;
    int32_t *smooth_indices;
    uint32_t *corners;
    uint8_t *edges;
    iqe_other *others;
} iqe_scan;

// The end of the line at `at`, and what of it counts (up to a NUL).
const char *mq_iqe_line_end(const char *at, const char *end);
const char *mq_iqe_text_end(const char *at, const char *line_end);

static inline bool mq_iqe_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline const char *mq_iqe_skip_blanks(const char *at, const char *end) {
    while (at < end && mq_iqe_blank(*at))
        at++;
    return at;
}

// The kind of the line whose first byte that is not blank is at `at`.
extern const uint8_t mq_iqe_row_kinds[3][128];
static inline iqe_row mq_iqe_classify(const char *at, const char *end) {
    if (end - at < 2 || (end - at > 2 && !mq_iqe_blank(at[2])))
        return IQE_ROW_OTHER;
    unsigned letter = at[0] == 'v' ? 0 : at[0] == 'f' ? 1 : at[0] == 'p' ? 2 : 3;
    unsigned kind = letter < 3 ? mq_iqe_row_kinds[letter][at[1] & 127] : 0;
    return kind && (unsigned char)at[1] < 128 ? (iqe_row)(kind - 1) : IQE_ROW_OTHER;
}

// Whether the word at `at` is this one.
bool mq_iqe_word(const char *at, const char *end, const char *word);

// Counts a fault of a line.
void mq_iqe_add_fault(const iqe_scan *scan, iqe_chunk *chunk, iqe_fault kind, const char *at);

// The first walk: counts what is in a chunk.
void mq_iqe_count_chunk(const iqe_scan *scan, iqe_chunk *chunk);

// Reads all rows into the scan's arrays, which come from the arena. False when there is no memory
// or a list is longer than the limit (then `*status` says so).
bool mq_iqe_scan(iqe_scan *scan, mq_arena *arena, maq_status *status);

#endif
