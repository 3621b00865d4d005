// SPDX-License-Identifier: MIT
//
// Large lists of rows, read on all cores.
//
// Nearly all rows of a large list are plain: a line that begins with a tab and holds as many numbers as a
// row has, none of which calls for a finding, with blanks between them. Such rows can be read in any
// order, as soon as it is known how many lines lie before them. All other rows remain the work of the one
// reader that goes through the list from its begin (formats/directives.h).
#ifndef MQ_FORMATS_PLAIN_ROWS_H
#define MQ_FORMATS_PLAIN_ROWS_H

#include "base/hints.h"
#include "base/number_plain.h"
#include "formats/directives.h"

// A row that is being read.
struct mq_plain_row {
    const char *at;  // behind what was read of it
    const char *end; // of the text; MQ_PLAIN_BYTES can be read from anywhere in the row
    uint32_t index;  // among the rows that are kept
    uint32_t offset; // of its first value
    unsigned signs; // bits in which the format notes what it saw in plain rows: mq_rows.plain.signs
};

// Has rows of a list that was begun read by `read`, on several cores when there are many. read() stores the
// row in an array of the format, for which there is room at its index, and returns false when the row is
// not plain. What it stored is then written over, or belongs to no row. It neither allocates nor reports.
// `context` may point to memory that changes while the list is read. To be called before mq_rows_next().
void mq_rows_read_plain(mq_rows *rows, bool (*read)(const void *context, mq_plain_row *row),
                        const void *context);

// Passes plain rows. Called by mq_rows_next().
void mq_rows_pass_plain(mq_rows *rows);

MQ_HOT const char *mq_plain_blanks_end(const char *at) {
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

// A number in any other form, if it is one that calls for no finding; NULL otherwise.
const char *mq_plain_other_float(const char *at, const char *end, float *value);
const char *mq_plain_other_int(const char *at, const char *end, int32_t *value);

// The next values of a row. False when they are not plain.
MQ_HOT bool mq_plain_floats(mq_plain_row *row, float *values, unsigned count) {
    const char *at = row->at;
    for (unsigned i = 0; i < count; i++) {
        at = mq_plain_blanks_end(at);
        const char *stop = mq_parse_plain_float(at, &values[i]);
        if (MQ_UNLIKELY(!stop))
            stop = mq_plain_other_float(at, row->end, &values[i]);
        if (MQ_UNLIKELY(!stop || !mq_lexer_gap[(unsigned char)*stop]))
            return false;
        at = stop;
    }
    row->at = at;
    return true;
}

MQ_HOT bool mq_plain_ints(mq_plain_row *row, int32_t *values, unsigned count) {
    const char *at = row->at;
    for (unsigned i = 0; i < count; i++) {
        at = mq_plain_blanks_end(at);
        uint32_t value = 0;
        const char *stop = mq_parse_plain_u32(at, &value);
        values[i] = (int32_t)value;
        if (MQ_UNLIKELY(!stop))
            stop = mq_plain_other_int(at, row->end, &values[i]);
        if (MQ_UNLIKELY(!stop || !mq_lexer_gap[(unsigned char)*stop]))
            return false;
        at = stop;
    }
    row->at = at;
    return true;
}

#endif
