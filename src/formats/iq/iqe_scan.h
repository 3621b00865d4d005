// SPDX-License-Identifier: MIT
//
// The text of an IQE file in lines: which command each one has, and the reading of the lines that
// come in masses, on all cores.
#ifndef MQ_IQE_SCAN_H
#define MQ_IQE_SCAN_H

#include "formats/iq/iqe_priv.h"

// What can be amiss with a line, told once for all of a kind, with the first place and a number.
typedef enum iqe_amiss {
    IQE_AMISS_UNREAD,  // text that is no number where one could be
    IQE_AMISS_SURPLUS, // more numbers than the command takes
    IQE_AMISS_NOT_FINITE,
    IQE_AMISS_RANGE, // a whole number that does not fit
    IQE_AMISS_BEFORE_FIRST,
    IQE_AMISS_SMALL_FACE,
    IQE_AMISS_EDGE_FLAG,
    IQE_AMISS_NO_NUMBER, // vs without its number
    IQE_AMISS_LONG_LINE,
    IQE_AMISS_COUNT,
} iqe_amiss;

typedef struct iqe_notice {
    uint64_t count;
    const char *first;
} iqe_notice;

// A line that is none of the masses, and what came before it.
typedef struct iqe_other {
    const char *line; // its first byte that is not blank
    uint32_t vertices, faces, poses;
} iqe_other;

typedef struct iqe_tally {
    uint32_t rows[IQE_ROW_COUNT];
    uint32_t items[IQE_ROW_COUNT]; // pairs of blends, corners of faces, flags of edges
    uint32_t others;
} iqe_tally;

// A run of whole lines.
typedef struct iqe_chunk {
    const char *begin, *end;
    bool has_nul;     // NULs end lines for readers of C strings, so here
    iqe_tally own;    // what is in it
    iqe_tally before; // what is in all before it
    bool has_mesh;
    uint32_t mesh_vertex;          // vertices at its last mesh line: in it, then in all
    uint32_t mesh_before;          // the vertex that fm counts from at its first line
    const char *comment;           // the line after its comment line, or NULL
    uint8_t widest[IQE_ROW_COUNT]; // the most numbers that a row gave
    bool ragged[IQE_ROW_COUNT];    // a row gave other than the width
    bool mixed_poses;              // a pose is not pq
    iqe_notice amiss[IQE_AMISS_COUNT];
} iqe_chunk;

typedef struct iqe_scan {
    const char *begin, *end;
    bool has_nul; // in any chunk
    iqe_chunk *chunks;
    size_t chunk_count;
    iqe_tally total;

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
iqe_row mq_iqe_classify(const char *at, const char *end);

// Whether the word at `at` is this one.
bool mq_iqe_word(const char *at, const char *end, const char *word);

// A whole number where one is; `*fits` is false for one that takes more than 32 bits, which is
// then the nearest that does not.
const char *mq_iqe_parse_int(const char *at, const char *end, int32_t *value, bool *fits);

// Reads all rows into the scan's arrays, which come from the arena. False when there is no memory
// or a list is longer than the limit (then `*status` says so).
bool mq_iqe_scan(iqe_scan *scan, mq_arena *arena, maq_status *status);

#endif
