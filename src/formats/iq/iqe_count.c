// SPDX-License-Identifier: MIT
//
// The first walk through a chunk of an IQE file: how many rows of each kind it has, and how many numbers
// the rows without a fixed number of them have.
#include "formats/iq/iqe_numbers.h"

#define REFERENCE_LINE 511 // the reference compiler cuts longer lines

// How many whole numbers a line has; with `weights` a number follows each.
static uint32_t count_ints(const char *at, const char *end, const char *readable, bool weights) {
    uint32_t count = 0;
    const char *begin;
    int32_t ignored;
    bool fits;
    for (; mq_iqe_next_int(&at, end, &begin, &ignored, &fits); count++) {
        double weight;
        if (weights)
            at = mq_iqe_parse_double(mq_iqe_skip_blanks(at, end), end, readable, &weight);
    }
    return count;
}

// --------------------------------------------------------------------------------- plain lines

#define NOT_PLAIN UINT32_MAX

#if defined(MQ_IQE_MASKS)

// Bit k: the number of bits up to k is odd.
static inline uint64_t odd_so_far(uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

// What count_ints() says of the line at `at`, or NOT_PLAIN; MQ_IQE_WINDOW bytes can be read. A third of
// its time.
MQ_HOT uint32_t count_plain(const char *at, bool weights, const char **line_end) {
    mq_iqe_masks masks;
    if (!mq_iqe_classify_line(at, &masks) || masks.minuses)
        return NOT_PLAIN;
    *line_end = at + mq_trailing_zeros_64(masks.ends);
    uint64_t numbers = masks.digits | masks.points, starts = numbers & ~(numbers << 1);
    if (!weights)
        return masks.points ? NOT_PLAIN : mq_count_bits_64(starts);
    // The first, the third ... are whole; the others have one point at most, and a digit before it.
    if ((masks.points & odd_so_far(starts)) || (masks.points & ~(masks.digits << 1)))
        return NOT_PLAIN;
    uint64_t before = 0; // the last point and all before it
    for (uint64_t points = masks.points; points; points &= points - 1) {
        uint64_t point = points & (0 - points);
        if (before && !(starts & (point - 1) & ~before))
            return NOT_PLAIN;
        before = point | (point - 1);
    }
    return (mq_count_bits_64(starts) + 1) / 2;
}

// The end of a line: shorter than a call of memchr() takes.
MQ_HOT const char *find_line_end(const char *at, const char *chunk_end) {
    for (; chunk_end - at >= 16; at += 16) {
        __m128i text = _mm_loadu_si128((const __m128i *)(const void *)at);
        int ends = _mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8('\n')));
        if (ends)
            return at + mq_trailing_zeros_32((uint32_t)ends);
    }
    return mq_iqe_line_end(at, chunk_end);
}

#else

enum { MQ_IQE_WINDOW = 0 };

static uint32_t count_plain(const char *at, bool weights, const char **line_end) {
    (void)at;
    (void)weights;
    (void)line_end;
    return NOT_PLAIN;
}

static const char *find_line_end(const char *at, const char *chunk_end) {
    return mq_iqe_line_end(at, chunk_end);
}

#endif

// --------------------------------------------------------------------------------- the walk

static bool has_items(iqe_row kind) {
    return kind == IQE_ROW_FACE || kind == IQE_ROW_EDGE || kind == IQE_ROW_BLEND;
}

// Counts a line that is not a row. False: it begins the comment.
static bool count_other(iqe_chunk *chunk, const char *at, const char *end, const char *next) {
    chunk->own.others++;
    if (mq_iqe_word(at, end, "mesh")) {
        chunk->has_mesh = true;
        chunk->mesh_vertex = chunk->own.rows[MAQ_IQE_POSITION];
    } else if (mq_iqe_word(at, end, "comment")) {
        chunk->comment = next;
        return false;
    }
    return true;
}

// Counts any line. Returns the next line; NULL: it begins the comment.
static const char *count_line(const iqe_scan *scan, iqe_chunk *chunk, const char *line) {
    const char *line_end = mq_iqe_line_end(line, chunk->end);
    const char *next = line_end < chunk->end ? line_end + 1 : chunk->end;
    const char *end = chunk->has_nul ? mq_iqe_text_end(line, line_end) : line_end;
    if (line_end - line > REFERENCE_LINE)
        mq_iqe_add_fault(scan, chunk, IQE_FAULT_LONG_LINE, line);
    const char *at = mq_iqe_skip_blanks(line, end);
    if (at == end)
        return next;
    iqe_row kind = mq_iqe_classify(at, end);
    if (kind == IQE_ROW_OTHER)
        return count_other(chunk, at, end, next) ? next : NULL;
    chunk->own.rows[kind]++;
    if (has_items(kind))
        chunk->own.items[kind] += count_ints(at + 2, end, scan->end, kind == IQE_ROW_BLEND);
    return next;
}

void mq_iqe_count_chunk(const iqe_scan *scan, iqe_chunk *chunk) {
    const char *line = chunk->begin;
    chunk->has_nul = mq_iqe_text_end(line, chunk->end) != chunk->end;
    while (line && line < chunk->end) {
        const char *at = line + mq_iqe_blank(*line);
        iqe_row kind = mq_iqe_classify(at, chunk->end);
        uint32_t count = NOT_PLAIN;
        const char *line_end = line;
        if (chunk->end - at > MQ_IQE_WINDOW + 2 && kind != IQE_ROW_OTHER && *line != '\n') {
            if (has_items(kind)) {
                count = count_plain(at + 2, kind == IQE_ROW_BLEND, &line_end);
            } else if (!chunk->has_nul) {
                line_end = find_line_end(at, chunk->end);
                count = line_end - line > REFERENCE_LINE ? NOT_PLAIN : 0;
            }
        }
        if (count == NOT_PLAIN || line_end == chunk->end) {
            line = count_line(scan, chunk, line);
            continue;
        }
        chunk->own.rows[kind]++;
        chunk->own.items[kind] += count;
        line = line_end + 1;
    }
}
