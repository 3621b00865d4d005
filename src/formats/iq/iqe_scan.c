// SPDX-License-Identifier: MIT
//
// A file is cut into chunks of whole lines. A first walk counts what each chunk holds; so the lists
// can be allocated at their exact sizes and every chunk knows where its rows go. The second walk
// reads the numbers. Neither walk allocates: both can run on all cores, and the result does not
// depend on their number.
#include "formats/iq/iqe_scan.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "formats/iq/iqe_numbers.h"

#define CHUNK_SIZE ((size_t)1 << 18)

// ----------------------------------------------------------------------------------------- lines

const char *mq_iqe_line_end(const char *at, const char *end) {
    const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return newline ? newline : end;
}

const char *mq_iqe_text_end(const char *at, const char *line_end) {
    const char *nul = at < line_end ? memchr(at, '\0', (size_t)(line_end - at)) : NULL;
    return nul ? nul : line_end;
}

bool mq_iqe_word(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && memcmp(at, word, length) == 0 &&
           (at + length == end || mq_iqe_blank(at[length]));
}

// By the second letter of v, f and p: the kind of row + 1.
const uint8_t mq_iqe_row_kinds[3][128] = {
    {['p'] = MAQ_IQE_POSITION + 1,
     ['t'] = MAQ_IQE_TEXCOORD + 1,
     ['n'] = MAQ_IQE_NORMAL + 1,
     ['x'] = MAQ_IQE_TANGENT + 1,
     ['c'] = MAQ_IQE_COLOR + 1,
     ['b'] = IQE_ROW_BLEND + 1,
     ['s'] = IQE_ROW_SMOOTH + 1,
     ['0'] = MAQ_IQE_CUSTOM + 1,
     ['1'] = MAQ_IQE_CUSTOM + 2,
     ['2'] = MAQ_IQE_CUSTOM + 3,
     ['3'] = MAQ_IQE_CUSTOM + 4,
     ['4'] = MAQ_IQE_CUSTOM + 5,
     ['5'] = MAQ_IQE_CUSTOM + 6,
     ['6'] = MAQ_IQE_CUSTOM + 7,
     ['7'] = MAQ_IQE_CUSTOM + 8,
     ['8'] = MAQ_IQE_CUSTOM + 9,
     ['9'] = MAQ_IQE_CUSTOM + 10},
    {['a'] = IQE_ROW_FACE + 1, ['m'] = IQE_ROW_FACE + 1, ['s'] = IQE_ROW_EDGE + 1},
    {['q'] = IQE_ROW_POSE + 1, ['m'] = IQE_ROW_POSE + 1, ['a'] = IQE_ROW_POSE + 1},
};

void mq_iqe_add_fault(const iqe_scan *scan, iqe_chunk *chunk, iqe_fault kind, const char *at) {
    mq_fault_add(&chunk->faults[kind], (uint64_t)(at - scan->begin), 0);
}

// ----------------------------------------------------------------------------------- second walk

// The state of a walk through one chunk.
typedef struct walk {
    iqe_scan *scan;
    iqe_chunk *chunk;
    iqe_counts at; // where the next rows and items go
    uint32_t mesh_vertex;
} walk;

// Checks what follows the numbers of a command. A # begins a remark.
static void check_rest_of_line(walk *w, const char *at, const char *end) {
    at = mq_iqe_skip_blanks(at, end);
    if (at == end || *at == '#')
        return;
    double ignored;
    bool number = mq_parse_double(at, end, &ignored) != at;
    mq_iqe_add_fault(w->scan, w->chunk, number ? IQE_FAULT_SURPLUS : IQE_FAULT_UNREAD, at);
}

// The end of the line at `at`, which is not behind it, and what of it counts.
static const char *find_end(const walk *w, const char *at, const char **line_end) {
    *line_end = mq_iqe_line_end(at, w->chunk->end);
    return w->chunk->has_nul ? mq_iqe_text_end(at, *line_end) : *line_end;
}

// Reads up to `most` numbers; `*found` is how many there are, the rest of `out` is untouched. Returns
// the line's end.
static inline const char *read_numbers(walk *w, const char *at, double *out, unsigned most,
                                       unsigned *found) {
    const char *readable = w->scan->end;
#if defined(MQ_IQE_MASKS)
    if (MQ_LIKELY(w->chunk->end - at >= MQ_IQE_READABLE)) {
        const char *line_end = mq_iqe_parse_plain_line(at, out, most, found);
        if (MQ_LIKELY(line_end))
            return line_end;
    }
#endif
    const char *last = readable - w->scan->begin > MQ_PLAIN_BYTES ? readable - MQ_PLAIN_BYTES : at;
    unsigned count = 0;
    // Plain numbers with one blank between them, as exporters write them.
    while (count < most && at < last) {
        const char *next = mq_iqe_parse_plain(at + (*at == ' '), &out[count]);
        if (!next)
            break;
        at = next;
        count++;
    }
    *found = count;
    if (at < w->chunk->end && *at == '\n')
        return at;
    const char *line_end, *end = find_end(w, at, &line_end);
    for (; count < most; count++) {
        at = mq_iqe_skip_blanks(at, end);
        const char *next = mq_iqe_parse_double(at, end, readable, &out[count]);
        if (next == at)
            break;
        if (!isfinite(out[count]))
            mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_NOT_FINITE, at);
        at = next;
    }
    if (at < end)
        check_rest_of_line(w, at, end);
    *found = count;
    return line_end;
}

// Keeps how many numbers a row gave. The arrays are made for one width; where rows differ, the walk
// is done again with better ones.
static inline void keep_given(walk *w, unsigned kind, uint32_t row, unsigned count) {
    iqe_chunk *chunk = w->chunk;
    if (count > chunk->widest[kind])
        chunk->widest[kind] = (uint8_t)count;
    if (count != w->scan->width[kind])
        chunk->ragged[kind] = true;
    if (w->scan->given[kind])
        w->scan->given[kind][row] = (uint8_t)count;
}

static const char *read_list_row(walk *w, unsigned list, const char *at) {
    iqe_scan *scan = w->scan;
    unsigned width = scan->width[list], count;
    double numbers[6];
    at = read_numbers(w, at, numbers, mq_iqe_max_numbers[list], &count);
    uint32_t row = w->at.rows[list]++;
    keep_given(w, list, row, count);
    double *out = scan->values[list] + (size_t)row * width;
    for (unsigned i = 0; i < width; i++)
        out[i] = MQ_LIKELY(i < count) ? numbers[i] : mq_iqe_default_number(list, i);
    return at;
}

static const char *read_pose(walk *w, const char *at) {
    iqe_scan *scan = w->scan;
    unsigned width = scan->width[IQE_ROW_POSE], count;
    uint32_t row = w->at.rows[IQE_ROW_POSE]++;
    double *out = scan->values[IQE_ROW_POSE] + (size_t)row * width;
    maq_iqe_pose_kind kind = at[-1] == 'q' ? MAQ_IQE_PQ : at[-1] == 'm' ? MAQ_IQE_PM : MAQ_IQE_PA;
    double spare[IQE_POSE_MAX], *numbers = width < mq_iqe_pose_max_numbers[kind] ? spare : out;
    at = read_numbers(w, at, numbers, mq_iqe_pose_max_numbers[kind], &count);
    keep_given(w, IQE_ROW_POSE, row, count);
    if (kind != MAQ_IQE_PQ)
        w->chunk->mixed_poses = true;
    if (scan->pose_kinds)
        scan->pose_kinds[row] = (uint8_t)kind;
    for (unsigned i = numbers == out ? count : 0; i < width; i++)
        out[i] = i < count ? numbers[i] : mq_iqe_default_pose_number(kind, i);
    return at;
}

// Whether plain numbers can be read at `at`, which needs more bytes than they have.
static bool may_be_plain(const walk *w, const char *at) {
    return w->scan->end - at >= 2 * MQ_PLAIN_BYTES;
}

static const char *read_blend(walk *w, const char *at) {
    iqe_scan *scan = w->scan;
    uint32_t item = w->at.items[IQE_ROW_BLEND];
    scan->blend_first[w->at.rows[IQE_ROW_BLEND]++] = item;
    while (may_be_plain(w, at)) {
        uint32_t joint;
        double weight;
        const char *next = mq_parse_plain_u32(at + (*at == ' '), &joint);
        next = next && *next == ' ' ? mq_iqe_parse_plain(next + 1, &weight) : NULL;
        if (!next)
            break;
        at = next;
        scan->blend_joints[item] = (int32_t)joint;
        scan->blend_weights[item++] = weight;
    }
    if (at < w->chunk->end && *at == '\n') {
        w->at.items[IQE_ROW_BLEND] = item;
        return at;
    }
    const char *line_end, *end = find_end(w, at, &line_end), *begin;
    bool fits = true;
    for (int32_t joint; mq_iqe_next_int(&at, end, &begin, &joint, &fits);) {
        at = mq_iqe_skip_blanks(at, end);
        double weight = 0;
        const char *next = mq_iqe_parse_double(at, end, scan->end, &weight);
        if (next != at && !isfinite(weight))
            mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_NOT_FINITE, at);
        at = next;
        scan->blend_joints[item] = joint;
        scan->blend_weights[item++] = weight;
    }
    w->at.items[IQE_ROW_BLEND] = item;
    if (!fits)
        mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_RANGE, at);
    if (at < end)
        check_rest_of_line(w, at, end);
    return line_end;
}

static void read_smooth_index(walk *w, const char *at, const char *end) {
    int32_t value = 0;
    bool fits = true;
    at = mq_iqe_skip_blanks(at, end);
    const char *next = mq_parse_i32(at, end, &value, &fits);
    if (next == at)
        mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_NO_NUMBER, at);
    if (!fits)
        mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_RANGE, at);
    w->scan->smooth_indices[w->at.rows[IQE_ROW_SMOOTH]++] = value;
    check_rest_of_line(w, next, end);
}

// Makes an index of the file an absolute one.
static uint32_t absolute(walk *w, int32_t index, uint32_t base, const char *at) {
    if (index >= 0) {
        uint32_t sum = base + (uint32_t)index; // both are below 2^31
        return sum > INT32_MAX ? INT32_MAX : sum;
    }
    int64_t from_end = (int64_t)w->at.rows[MAQ_IQE_POSITION] + index;
    if (from_end >= 0)
        return (uint32_t)from_end;
    mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_BEFORE_FIRST, at);
    return MAQ_IQE_NO_VERTEX;
}

// Reads the corners of a line that has nothing but digits and blanks. Returns its end, or `at` when it is
// not such a line.
MQ_HOT const char *read_plain_face(walk *w, const char *at, uint32_t base, uint32_t *item) {
#if defined(MQ_IQE_MASKS)
    mq_iqe_masks masks;
    if (w->chunk->end - at < MQ_IQE_READABLE || !mq_iqe_classify_line(at, &masks) ||
        (masks.points | masks.minuses))
        return at;
    uint64_t starts = masks.digits & ~(masks.digits << 1);
    uint64_t stops = ~masks.digits & (masks.digits << 1);
    uint32_t *corner = w->scan->corners + *item, *first = corner;
    for (; starts; starts &= starts - 1, stops &= stops - 1) {
        unsigned begin = (unsigned)mq_trailing_zeros_64(starts);
        unsigned length = (unsigned)mq_trailing_zeros_64(stops) - begin;
        if (MQ_UNLIKELY(length > 8))
            return at;
        uint64_t digits = mq_load_8_digits(at + begin) << (64 - 8 * length);
        // Both are below 2^31, and so is their sum, or it is cut.
        uint32_t sum = base + (uint32_t)mq_join_8_digits(digits);
        *corner++ = sum > INT32_MAX ? INT32_MAX : sum;
    }
    *item += (uint32_t)(corner - first);
    return at + mq_trailing_zeros_64(masks.ends);
#else
    (void)w;
    (void)base;
    (void)item;
    return at;
#endif
}

static const char *read_face(walk *w, const char *at) {
    iqe_scan *scan = w->scan;
    const char *line = at - 2;
    uint32_t base = at[-1] == 'm' ? w->mesh_vertex : 0;
    uint32_t first = w->at.items[IQE_ROW_FACE], item = first;
    scan->face_first[w->at.rows[IQE_ROW_FACE]++] = first;
    at = read_plain_face(w, at, base, &item);
    const char *line_end = at, *end = at, *begin;
    bool fits = true;
    if (at == w->chunk->end || *at != '\n') {
        end = find_end(w, at, &line_end);
        for (int32_t index; mq_iqe_next_int(&at, end, &begin, &index, &fits);)
            scan->corners[item++] = absolute(w, index, base, begin);
    }
    w->at.items[IQE_ROW_FACE] = item;
    if (item - first < 3)
        mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_SMALL_FACE, line);
    if (!fits)
        mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_RANGE, line);
    if (at < end)
        check_rest_of_line(w, at, end);
    return line_end;
}

static void read_edges(walk *w, const char *at, const char *end) {
    iqe_scan *scan = w->scan;
    scan->edge_first[w->at.rows[IQE_ROW_EDGE]++] = w->at.items[IQE_ROW_EDGE];
    bool fits = true;
    const char *begin;
    for (int32_t flag; mq_iqe_next_int(&at, end, &begin, &flag, &fits);) {
        if (flag < 0 || flag > 1)
            mq_iqe_add_fault(w->scan, w->chunk, IQE_FAULT_EDGE_FLAG, begin);
        scan->edges[w->at.items[IQE_ROW_EDGE]++] = flag > 0;
    }
    check_rest_of_line(w, at, end);
}

static void read_chunk(void *context, size_t index) {
    iqe_scan *scan = context;
    iqe_chunk *chunk = &scan->chunks[index];
    walk w = {.scan = scan, .chunk = chunk, .at = chunk->before, .mesh_vertex = chunk->mesh_before};
    const char *at = chunk->begin;
    // Blank lines are blanks, too. The end of a line is searched only when it is needed.
    while ((at = mq_iqe_skip_blanks(at, chunk->end)) < chunk->end) {
        const char *line_end, *end = chunk->end;
        if (chunk->has_nul) {
            end = find_end(&w, at, &line_end);
            if (at == end) {
                at = line_end;
                continue;
            }
        }
        iqe_row kind = mq_iqe_classify(at, end);
        if (kind == IQE_ROW_POSE) {
            at = read_pose(&w, at + 2);
            continue;
        }
        if ((unsigned)kind < MAQ_IQE_LIST_COUNT) {
            at = read_list_row(&w, (unsigned)kind, at + 2);
            continue;
        }
        if (kind == IQE_ROW_FACE || kind == IQE_ROW_BLEND) {
            at = kind == IQE_ROW_FACE ? read_face(&w, at + 2) : read_blend(&w, at + 2);
            continue;
        }
        end = find_end(&w, at, &line_end);
        if (kind == IQE_ROW_SMOOTH) {
            read_smooth_index(&w, at + 2, end);
        } else if (kind == IQE_ROW_EDGE) {
            read_edges(&w, at + 2, end);
        } else {
            scan->others[w.at.others++] = (iqe_other){
                at, w.at.rows[MAQ_IQE_POSITION], w.at.rows[IQE_ROW_FACE], w.at.rows[IQE_ROW_POSE]};
            if (mq_iqe_word(at, end, "mesh"))
                w.mesh_vertex = w.at.rows[MAQ_IQE_POSITION];
            else if (mq_iqe_word(at, end, "comment"))
                return;
        }
        at = line_end;
    }
}

// ------------------------------------------------------------------------------------- the whole

static bool cut(iqe_scan *scan, mq_arena *arena) {
    size_t length = (size_t)(scan->end - scan->begin);
    scan->chunks = MQ_NEW_ARRAY(arena, iqe_chunk, length / CHUNK_SIZE + 1);
    if (!scan->chunks)
        return false;
    const char *at = scan->begin;
    while (at < scan->end) {
        const char *end = scan->end;
        if ((size_t)(scan->end - at) > CHUNK_SIZE) {
            end = mq_iqe_line_end(at + CHUNK_SIZE, scan->end);
            end += end < scan->end;
        }
        scan->chunks[scan->chunk_count++] = (iqe_chunk){.begin = at, .end = end};
        at = end;
    }
    return true;
}

// Sums up the chunks, each of which then knows what came before it. False when a list is too long.
static bool sum(iqe_scan *scan, uint64_t limit) {
    uint32_t mesh_vertex = 0;
    iqe_counts *total = &scan->total;
    for (size_t c = 0; c < scan->chunk_count; c++) {
        iqe_chunk *chunk = &scan->chunks[c];
        scan->has_nul |= chunk->has_nul;
        chunk->before = *total;
        chunk->mesh_before = mesh_vertex;
        if (chunk->has_mesh)
            mesh_vertex = total->rows[MAQ_IQE_POSITION] + chunk->mesh_vertex;
        for (unsigned kind = 0; kind < IQE_ROW_COUNT; kind++) {
            uint64_t rows = (uint64_t)total->rows[kind] + chunk->own.rows[kind];
            uint64_t items = (uint64_t)total->items[kind] + chunk->own.items[kind];
            if (rows > limit || items > limit || items > UINT32_MAX - 1 || rows > INT32_MAX)
                return false;
            total->rows[kind] = (uint32_t)rows;
            total->items[kind] = (uint32_t)items;
        }
        uint64_t others = (uint64_t)total->others + chunk->own.others;
        if (others > limit || others > INT32_MAX)
            return false;
        total->others = (uint32_t)others;
        if (chunk->comment) {
            // What follows is the comment.
            scan->chunk_count = c + 1;
        }
    }
    return true;
}

// The numbers of the first row of a kind: the width to begin with.
static unsigned first_width(const iqe_scan *scan, unsigned kind) {
    for (size_t c = 0; c < scan->chunk_count; c++) {
        const iqe_chunk *chunk = &scan->chunks[c];
        if (chunk->own.rows[kind] == 0)
            continue;
        for (const char *line = chunk->begin; line < chunk->end;) {
            const char *end = mq_iqe_line_end(line, chunk->end);
            const char *at = mq_iqe_skip_blanks(line, end);
            line = end < chunk->end ? end + 1 : chunk->end;
            if (mq_iqe_classify(at, end) != (iqe_row)kind)
                continue;
            unsigned most = kind == IQE_ROW_POSE ? IQE_POSE_MAX : mq_iqe_max_numbers[kind];
            unsigned count = 0;
            for (at += 2; count < most; count++) {
                at = mq_iqe_skip_blanks(at, end);
                double ignored;
                const char *next = mq_iqe_parse_double(at, end, scan->end, &ignored);
                if (next == at)
                    break;
                at = next;
            }
            return count;
        }
    }
    return 0;
}

static bool make_values(iqe_scan *scan, mq_arena *arena, unsigned kind, bool with_given) {
    uint32_t rows = scan->total.rows[kind];
    if (rows == 0)
        return true;
    size_t numbers = (size_t)rows * scan->width[kind];
    scan->values[kind] = MQ_NEW_UNINITIALIZED_ARRAY(arena, double, numbers);
    if (with_given && !scan->given[kind])
        scan->given[kind] = MQ_NEW_ARRAY(arena, uint8_t, rows);
    return scan->values[kind] && (!with_given || scan->given[kind]);
}

static bool holds_values(unsigned kind) {
    return kind < MAQ_IQE_LIST_COUNT || kind == IQE_ROW_POSE;
}

// All of these are filled by the second walk, whose rows are those that the first one counted.
static bool make_lists(iqe_scan *scan, mq_arena *arena) {
    for (unsigned kind = 0; kind < IQE_ROW_COUNT; kind++) {
        if (!holds_values(kind))
            continue;
        scan->width[kind] = (uint8_t)first_width(scan, kind);
        if (!make_values(scan, arena, kind, false))
            return false;
    }
    const iqe_counts *total = &scan->total;
    scan->blend_first =
        MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, (size_t)total->rows[IQE_ROW_BLEND] + 1);
    scan->blend_joints = MQ_NEW_UNINITIALIZED_ARRAY(arena, int32_t, total->items[IQE_ROW_BLEND]);
    scan->blend_weights = MQ_NEW_UNINITIALIZED_ARRAY(arena, double, total->items[IQE_ROW_BLEND]);
    scan->smooth_indices = MQ_NEW_UNINITIALIZED_ARRAY(arena, int32_t, total->rows[IQE_ROW_SMOOTH]);
    scan->face_first =
        MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, (size_t)total->rows[IQE_ROW_FACE] + 1);
    scan->corners = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, total->items[IQE_ROW_FACE]);
    scan->edge_first =
        MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, (size_t)total->rows[IQE_ROW_EDGE] + 1);
    scan->edges = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint8_t, total->items[IQE_ROW_EDGE]);
    scan->others = MQ_NEW_UNINITIALIZED_ARRAY(arena, iqe_other, total->others);
    if (!scan->blend_first || !scan->blend_joints || !scan->blend_weights ||
        !scan->smooth_indices || !scan->face_first || !scan->corners || !scan->edge_first ||
        !scan->edges || !scan->others)
        return false;
    scan->blend_first[total->rows[IQE_ROW_BLEND]] = total->items[IQE_ROW_BLEND];
    scan->face_first[total->rows[IQE_ROW_FACE]] = total->items[IQE_ROW_FACE];
    scan->edge_first[total->rows[IQE_ROW_EDGE]] = total->items[IQE_ROW_EDGE];
    return true;
}

// Whether the lists must be made anew, with what the walk has learned of their rows.
static bool learn(iqe_scan *scan, mq_arena *arena, bool *again) {
    *again = false;
    bool mixed_poses = false;
    for (unsigned kind = 0; kind < IQE_ROW_COUNT; kind++) {
        bool ragged = false;
        unsigned widest = 0;
        for (size_t c = 0; c < scan->chunk_count; c++) {
            iqe_chunk *chunk = &scan->chunks[c];
            ragged |= chunk->ragged[kind];
            mixed_poses |= chunk->mixed_poses;
            if (chunk->widest[kind] > widest)
                widest = chunk->widest[kind];
        }
        if (!holds_values(kind) || !ragged)
            continue;
        scan->width[kind] = (uint8_t)widest;
        *again = true;
        if (!make_values(scan, arena, kind, true))
            return false;
    }
    if (mixed_poses && !scan->pose_kinds) {
        *again = true;
        scan->pose_kinds = MQ_NEW_ARRAY(arena, uint8_t, scan->total.rows[IQE_ROW_POSE]);
        if (!scan->pose_kinds)
            return false;
    }
    return true;
}

// Drops the faults that the walk counted: it will count them again.
static void forget(iqe_scan *scan) {
    for (size_t c = 0; c < scan->chunk_count; c++) {
        iqe_chunk *chunk = &scan->chunks[c];
        mq_fault long_line = chunk->faults[IQE_FAULT_LONG_LINE];
        memset(chunk->faults, 0, sizeof chunk->faults);
        chunk->faults[IQE_FAULT_LONG_LINE] = long_line;
    }
}

static void count_chunk(void *context, size_t index) {
    iqe_scan *scan = context;
    mq_iqe_count_chunk(scan, &scan->chunks[index]);
}

bool mq_iqe_scan(iqe_scan *scan, mq_arena *arena, maq_status *status) {
    *status = MAQ_OK;
    if (!cut(scan, arena))
        return false;
    mq_parallel(scan->chunk_count, 0, count_chunk, NULL, scan);
    if (!sum(scan, mq_arena_element_limit(arena))) {
        *status = MAQ_OVER_LIMIT;
        return false;
    }
    if (!make_lists(scan, arena))
        return false;
    mq_parallel(scan->chunk_count, 0, read_chunk, NULL, scan);
    bool again;
    if (!learn(scan, arena, &again))
        return false;
    if (again) {
        forget(scan);
        mq_parallel(scan->chunk_count, 0, read_chunk, NULL, scan);
    }
    return true;
}
