// SPDX-License-Identifier: MIT
//
// A large list is cut into parts, which threads print into buffers of fixed size, used in turn. All memory is
// allocated before, by the thread of the caller, which also moves the parts to the text, so neither the
// caller's allocator nor what receives the text sees a thread.
#include "formats/row_text.h"

#include "base/arena.h"
#include "base/parallel.h"

enum {
    PART_BYTES = 1 << 19,       // of a buffer: a mesh of a thousand vertices fits into half of it
    PART_USED = PART_BYTES / 2, // by rows of average length, so that longer ones fit
    FIRST_ROWS = 16,            // of a list,
    FIRST_BYTES = 1 << 16,      // or as many as have so many bytes, say how long the rest is
    PARALLEL_MIN = 1 << 20,     // bytes that are worth threads
    SAMPLES = 32,
};

typedef struct part {
    mq_row_text rows;
    size_t end; // of the rows that fitted
    char bytes[PART_BYTES];
} part;

typedef struct list {
    mq_row_text *rows;
    size_t first, end;
    size_t part_rows;
    mq_row_print print;
    const void *context;
    size_t part_count; // used in turn
    part *parts;
} list;

static void init(mq_row_text *rows, mq_text *out, char *bytes, size_t capacity) {
    rows->out = out;
    rows->bytes = rows->at = rows->row = bytes;
    rows->last = bytes + capacity - MQ_NUMBER_TEXT_MAX;
    rows->full = false;
    memset(rows->kept, 0, sizeof rows->kept);
}

void mq_row_text_init(mq_row_text *rows, mq_text *out) {
    init(rows, out, rows->own, sizeof rows->own);
}

void mq_row_flush(mq_row_text *rows) {
    if (rows->out) {
        mq_text_bytes(rows->out, rows->bytes, (size_t)(rows->at - rows->bytes));
        rows->at = rows->bytes;
    } else {
        // The rest of the row overwrites its beginning.
        rows->full = true;
        rows->at = rows->row;
    }
}

void mq_row_bytes(mq_row_text *rows, const char *bytes, size_t length) {
    while (length > 0) {
        size_t piece = length < MQ_ROW_BYTES ? length : MQ_ROW_BYTES;
        memcpy(mq_row_reserve(rows, (ptrdiff_t)piece), bytes, piece);
        rows->at += piece;
        bytes += piece;
        length -= piece;
    }
}

// Prints the rows from `first` to below `end`, or as many as fit. Returns where it ended.
static size_t print_part(const list *l, mq_row_text *rows, size_t first, size_t end) {
    const char *last = rows->last - MQ_ROW_BYTES;
    rows->at = rows->bytes;
    rows->full = false;
    size_t row = first;
    // A row that does not fit needs room to begin anew.
    while (row < end && rows->at <= last) {
        rows->row = rows->at;
        l->print(l->context, rows, row);
        if (rows->full) {
            rows->at = rows->row;
            break;
        }
        row++;
    }
    return row;
}

// The first row of a part, or where the last part ends.
static size_t first_row(const list *l, size_t index) {
    size_t before = index * l->part_rows;
    return before < l->end - l->first ? l->first + before : l->end;
}

static void work(void *context, size_t index) {
    const list *l = context;
    part *p = &l->parts[index % l->part_count];
    if (index < l->part_count)
        init(&p->rows, NULL, p->bytes, sizeof p->bytes);
    p->end = print_part(l, &p->rows, first_row(l, index), first_row(l, index + 1));
}

// In a part, a list that does not fit is not printed to its end: it may be most of the file.
static void print_rows(const list *l, size_t first, size_t end) {
    for (size_t row = first; row < end && !l->rows->full; row++)
        l->print(l->context, l->rows, row);
}

// What did not fit is printed now.
static void done(void *context, size_t index) {
    const list *l = context;
    const part *p = &l->parts[index % l->part_count];
    mq_row_flush(l->rows);
    mq_text_bytes(l->rows->out, p->bytes, (size_t)(p->rows.at - p->bytes));
    print_rows(l, p->end, first_row(l, index + 1));
}

// How many rows a part has, by those at equal distances in the list. 0: they are too long.
static size_t choose_part_rows(const list *l) {
    mq_row_text *rows = &l->parts[0].rows;
    size_t bytes = 0, count = l->end - l->first, samples = count < SAMPLES ? count : SAMPLES;
    if (samples == 0)
        return 0;
    init(rows, NULL, l->parts[0].bytes, PART_BYTES);
    for (size_t i = 0; i < samples; i++) {
        size_t row = l->first + i * (count / samples);
        print_part(l, rows, row, row + 1);
        bytes += rows->full ? PART_BYTES : (size_t)(rows->at - rows->bytes);
    }
    return PART_USED / (bytes / samples + 1);
}

// False, and nothing is printed, when there is one core, or no memory for the parts, or when their rows are too
// long: those have lists of their own.
static bool print_parts(list *l) {
    unsigned cores = mq_cores();
    unsigned threads = cores < MQ_TURN_THREADS ? cores : MQ_TURN_THREADS;
    mq_arena *arena = threads > 1 ? mq_arena_new(&l->rows->out->memory) : NULL;
    l->part_count = 2 * threads;
    l->parts = arena ? MQ_NEW_UNINITIALIZED_ARRAY(arena, part, l->part_count) : NULL;
    l->part_rows = l->parts ? choose_part_rows(l) : 0;
    if (l->part_rows > 0)
        mq_parallel_in_turn((l->end - l->first - 1) / l->part_rows + 1, threads, work, done, l);
    mq_arena_free(arena);
    return l->part_rows > 0;
}

// Bytes of the text so far.
static uint64_t position(const mq_row_text *rows) {
    return mq_text_position(rows->out) + (size_t)(rows->at - rows->bytes);
}

void mq_row_list(mq_row_text *rows, size_t first, size_t end, mq_row_print print,
                 const void *context) {
    list l = {.rows = rows, .first = first, .end = end, .print = print, .context = context};
    if (!rows->out) {
        print_rows(&l, first, end);
        return;
    }
    uint64_t begin = position(rows), bytes = 0;
    while (l.first < end && bytes < FIRST_BYTES) {
        size_t next = end - l.first < FIRST_ROWS ? end : l.first + FIRST_ROWS;
        print_rows(&l, l.first, next);
        l.first = next;
        bytes = position(rows) - begin;
    }
    double left = bytes ? (double)bytes / (double)(l.first - first) * (double)(end - l.first) : 0;
    if (left < PARALLEL_MIN || !print_parts(&l))
        print_rows(&l, l.first, end);
}
