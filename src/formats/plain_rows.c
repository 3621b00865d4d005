// SPDX-License-Identifier: MIT
//
// The reader asks before a row whether the next rows are plain. What follows is cut into chunks; all cores
// count the lines of the chunks, so that each knows the index of its first row, and then read them. The
// first row that is not plain ends what was read.
//
// Some rows have to be read one by one before: how long they are bounds how much text is looked at, so that
// the time follows the size of the file however many lists announce more rows than they have.
#include "formats/plain_rows.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/number.h"
#include "base/parallel.h"

enum {
    FIRST_ROWS =
        1 << 12, // that are read one by one before others are tried; doubles with each time
    LEAST_ROWS = 1 << 14,     // that are worth threads
    MOST_AHEAD = 16,          // as many times the text of the list so far is looked at
    SMALLEST_CHUNK = 1 << 15, // in bytes
    LEAST_CHUNKS = 4,
    CHUNKS_PER_CORE = 4, // more would write to the same pages at the same time
    MOST_CHUNKS = 256,
};

// A line belongs to the chunk that has the line break before it.
typedef struct chunk {
    uint32_t rows;    // lines that can be rows of the list
    uint32_t first;   // how many rows come before, from the first chunk on
    uint32_t plain;   // how many rows are plain, up to the first that is not
    unsigned signs;   // of these
    const char *last; // the line of the last of these
} chunk;

typedef struct plain_reader {
    const mq_rows *rows;
    const char *begin,
        *end; // of the text to cut; `begin` is a line break, and one follows at `end`
    size_t chunk_size, chunk_count;
    atomic_bool ended; // by a row that is not plain
    chunk chunks[MOST_CHUNKS];
} plain_reader;

void mq_rows_read_plain(mq_rows *rows, bool (*read)(const void *context, mq_plain_row *row),
                        const void *context) {
    rows->plain.read = read;
    rows->plain.context = context;
    rows->plain.begin = rows->reader->lexer.at;
    rows->plain.next = rows->plain.wait = FIRST_ROWS;
}

const char *mq_plain_other_float(const char *at, const char *end, float *value) {
    const char *stop = mq_parse_float(at, end, value);
    return stop > at && isfinite(*value) && !mq_is_hexadecimal(at, stop) ? stop : NULL;
}

const char *mq_plain_other_int(const char *at, const char *end, int32_t *value) {
    bool fits = true;
    const char *stop = mq_parse_i32(at, end, value, &fits);
    return stop > at && fits ? stop : NULL;
}

static const char *chunk_begin(const plain_reader *r, size_t index) {
    return index < r->chunk_count ? r->begin + index * r->chunk_size : r->end;
}

static const char *next_break(const char *at, const char *end) {
    return at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
}

static void count_lines(void *context, size_t index) {
    plain_reader *r = context;
    const char *at = chunk_begin(r, index), *end = chunk_begin(r, index + 1);
    uint32_t count = 0;
    for (; (at = next_break(at, end)); at++)
        count++;
    r->chunks[index].rows = count;
}

// The line after a row, or NULL when the row has more than what was read.
static const char *next_line(const char *at) {
    at = mq_plain_blanks_end(at);
    at += *at == '\r';
    return *at == '\n' ? at + 1 : NULL;
}

static void read_chunk(void *context, size_t index) {
    plain_reader *r = context;
    chunk *c = &r->chunks[index];
    // Rows behind the first that is not plain are read in vain.
    if (c->rows == 0 || atomic_load_explicit(&r->ended, memory_order_relaxed))
        return;
    const mq_rows *rows = r->rows;
    const mq_directives *reader = rows->reader;
    const char *line = next_break(chunk_begin(r, index), r->end) + 1;
    mq_plain_row row = {.end = reader->lexer.end, .index = rows->kept + c->first};
    while (c->plain < c->rows && *line == '\t') {
        row.at = mq_plain_blanks_end(line);
        row.offset = mq_directives_offset(reader, row.at);
        const char *next = rows->plain.read(rows->plain.context, &row) ? next_line(row.at) : NULL;
        if (!next)
            break;
        c->last = line;
        c->signs = row.signs;
        c->plain++;
        row.index++;
        line = next;
    }
    if (c->plain < c->rows)
        atomic_store_explicit(&r->ended, true, memory_order_relaxed);
}

// Cuts the text from the line of the current row on, `left` rows of which the list may still have. False
// when that is not worth threads.
static bool cut(plain_reader *r, const mq_rows *rows, uint32_t left) {
    const mq_lexer *lexer = &rows->reader->lexer;
    if (left < LEAST_ROWS || mq_lexer_done(lexer) || !lexer->starts_line ||
        lexer->line == lexer->begin || lexer->line[-1] != '\n')
        return false;
    r->begin = lexer->line - 1;
    uint64_t had = (uint64_t)(lexer->line - rows->plain.begin), ahead = had * MOST_AHEAD;
    // Rows may become longer: indices do.
    uint64_t needed = 2 * left * (had / rows->row);
    if (ahead > needed)
        ahead = needed;
    // Numbers are read with what lies behind them, so there has to be more after the last line.
    if (lexer->end - r->begin <= MQ_PLAIN_BYTES)
        return false;
    r->end = lexer->end - MQ_PLAIN_BYTES;
    if (ahead < (uint64_t)(r->end - r->begin)) {
        r->end = r->begin + ahead;
    } else {
        while (*r->end != '\n')
            r->end--;
    }
    size_t length = (size_t)(r->end - r->begin);
    size_t chunks = (size_t)mq_cores() * CHUNKS_PER_CORE;
    r->chunk_size = length / (chunks < MOST_CHUNKS ? chunks : MOST_CHUNKS) + 1;
    if (r->chunk_size < SMALLEST_CHUNK)
        r->chunk_size = SMALLEST_CHUNK;
    r->chunk_count = (length + r->chunk_size - 1) / r->chunk_size;
    return r->chunk_count >= LEAST_CHUNKS;
}

// Moves the reader from one row of a list to the begin of a later one, behind a plain row.
static void stand_on(mq_directives *reader, const char *line) {
    mq_lexer *lexer = &reader->lexer;
    lexer->line = line;
    lexer->at = mq_plain_blanks_end(line);
    lexer->starts_line = true;
    while (mq_lexer_gap[(unsigned char)line[-1]])
        line--;
    reader->last_end = line;
}

static void pass_chunks(plain_reader *r, mq_rows *rows, uint32_t left) {
    uint32_t count = 0;
    for (size_t i = 0; i < r->chunk_count; i++) {
        chunk *c = &r->chunks[i];
        if (c->rows > left - count)
            c->rows = left - count;
        c->first = count;
        count += c->rows;
    }
    mq_parallel(r->chunk_count, 0, read_chunk, NULL, r);
    const char *last = NULL;
    uint32_t passed = 0;
    for (size_t i = 0; i < r->chunk_count; i++) {
        const chunk *c = &r->chunks[i];
        if (c->plain > 0)
            last = c->last;
        passed += c->plain;
        rows->plain.signs |= c->signs;
        if (c->plain < c->rows)
            break;
    }
    // The reader reads the last one again: what is behind that need not be the begin of a row.
    if (!last || passed < 2)
        return;
    rows->row += passed - 1;
    rows->kept += passed - 1;
    stand_on(rows->reader, last);
}

void mq_rows_pass_plain(mq_rows *rows) {
    uint32_t left = rows->announced - rows->row, room = rows->capacity - rows->kept;
    if (left > room)
        left = room;
    plain_reader r = {.rows = rows};
    if (cut(&r, rows, left)) {
        mq_parallel(r.chunk_count, 0, count_lines, NULL, &r);
        pass_chunks(&r, rows, left);
    }
    rows->plain.wait *= 2;
    rows->plain.next = rows->row + rows->plain.wait;
}
