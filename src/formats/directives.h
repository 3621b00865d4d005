// SPDX-License-Identifier: MIT
//
// Reads text that is made of directives (a keyword and its values) and lists of rows: PIE, WZM and
// WZA. After anything that it cannot read, the reader continues at the next directive, so that one
// run reports all faults of a file.
#ifndef MQ_FORMATS_DIRECTIVES_H
#define MQ_FORMATS_DIRECTIVES_H

#include <limits.h>

#include "base/lexer.h"
#include "formats/format.h"

// The rules that such formats share. Each format gives them ids, texts and severities.
typedef enum mq_directive_rule {
    MQ_DR_BYTE_ORDER_MARK,
    MQ_DR_NUL_BYTE,
    MQ_DR_CONTROL_Z,
    MQ_DR_COMMENT,
    MQ_DR_KEYWORD_CASE,
    MQ_DR_SHARED_LINE, // a directive behind something else
    MQ_DR_UNKNOWN_DIRECTIVE,
    MQ_DR_VALUE_MISSING,
    MQ_DR_BAD_NUMBER,
    MQ_DR_NUMBER_RANGE,
    MQ_DR_NOT_WHOLE,
    MQ_DR_NOT_FINITE,
    MQ_DR_HEX_FLOAT,
    MQ_DR_SURPLUS_TOKENS,
    MQ_DR_ROWS_SHARE_LINE,
    MQ_DR_ROW_SPANS_LINES,
    MQ_DR_SHORT_ROW,
    MQ_DR_LIST_ENDS_EARLY,
    MQ_DR_SURPLUS_ROWS,
    MQ_DR_COUNT_LIMIT,
    MQ_DR_COUNT,
} mq_directive_rule;

#define MQ_NO_KEYWORD UINT_MAX
#define MQ_NO_RULE UINT_MAX

typedef struct mq_directives {
    // To be set before mq_directives_start().
    maq_document *document;
    const maq_rule *rules;
    // The index of each shared rule in `rules`, or MQ_NO_RULE: the format checks it elsewhere. NULL:
    // the shared rules are the first ones of `rules`, in their order.
    const unsigned *rule_of;
    const char *const *keywords;
    unsigned keyword_count;
    uint32_t prefixes; // bit k: a word that is longer than keyword k is read as keyword k, too
    bool free_lines;   // a line break separates values like any other blank
    // Called for what lies between tokens, with the reader; NULL: comments are reported and counted.
    void (*on_trivia)(void *context, mq_trivia kind, const char *begin, const char *end,
                      bool own_line);

    mq_lexer lexer;
    const char *last_end; // past the last token that was read
    uint64_t comment_count;
    const char *line_break; // of the file, for edits; NULL: not looked for yet
    // The rule of the current list, which replaces those about numbers and short rows.
    unsigned row_rule; // MQ_NO_RULE: none
    bool stop;         // a limit was met: read no further
} mq_directives;

// Stands on the first token of the document's source. `comment` is what begins a comment, one byte
// or two.
void mq_directives_start(mq_directives *reader, const char *comment);

// Whether a text seems to be of a format that begins with the word `signature`, and whose files end
// in `extension` (small letters).
mq_match_confidence mq_directives_recognise(const char *bytes, size_t length, const char *name,
                                            const char *signature, const char *comment,
                                            const char *extension);

// Reads the signature and the version behind it, which must be a digit from 1 to `newest`. 0, with
// a finding of one of the two rules, when they are not there.
uint32_t mq_directives_signature(mq_directives *reader, const char *signature, uint32_t newest,
                                 unsigned not_rule, unsigned version_rule);

uint32_t mq_directives_offset(const mq_directives *reader, const char *at);

// A finding about the bytes [begin, end).
#define MQ_DIRECTIVE_REPORT(reader, rule, begin, end, ...)                                         \
    mq_add_finding(&(reader)->document->findings, &(reader)->rules[rule],                          \
                   mq_directives_offset((reader), (begin)), (uint64_t)((end) - (begin)),           \
                   __VA_ARGS__)

// An edit of the bytes [begin, end) for a finding; NULL findings are passed over.
void mq_directives_edit(mq_directives *reader, maq_finding *finding, const char *begin,
                        const char *end, const char *text, size_t length);

// Whether a number that was read is a hexadecimal one.
bool mq_is_hexadecimal(const char *begin, const char *end);

// How much of a token a message shows.
int mq_directives_shown(const char *begin, const char *end);

// ------------------------------------------------------------------------------------- directives

// A keyword in the text; MQ_NO_KEYWORD at its end.
typedef struct mq_directive {
    unsigned keyword;
    const char *begin, *end;
} mq_directive;

// The keyword of the next token, MQ_NO_KEYWORD when it is not one. A keyword in small letters is one
// only at the start of a line.
unsigned mq_directives_keyword(const mq_directives *reader);

// Whether the next token is a keyword or, being a word in capitals, an unknown directive.
bool mq_directives_at_word(const mq_directives *reader);

// The next directive, not yet passed. What lies before it is passed with a finding; `rows_of` names
// the list that was read last, to which stray numbers may belong (NULL: none was).
mq_directive mq_directives_peek(mq_directives *reader, const char *rows_of);

// Passes a directive and reports faults of its spelling and line.
void mq_directives_pass(mq_directives *reader, const mq_directive *next);

// Values of a directive. False, with a finding, when there is none; `what` names it.
bool mq_directives_int(mq_directives *reader, const char *what, int32_t *value);
bool mq_directives_float(mq_directives *reader, const char *what, float *value);

// The next token as a hexadecimal number, with or without a sign, wherever it is.
bool mq_directives_hex(mq_directives *reader, uint32_t *value);

// The next token as text, wherever on the line it stands.
bool mq_directives_word(mq_directives *reader, const char *what, const char **word);

// There is a next token, and it is on the line of the one before.
static inline bool mq_directives_line_goes_on(const mq_directives *reader) {
    return !mq_lexer_done(&reader->lexer) && !reader->lexer.starts_line;
}

// Moves past the next token, which ends at `end`.
void mq_directives_pass_token(mq_directives *reader, const char *end);

// At the end of a directive: passes what does not belong there, with a finding.
void mq_directives_end_line(mq_directives *reader);

// Passes all up to the next known directive, in silence.
void mq_directives_skip(mq_directives *reader);

// How often a keyword stands from here on, at the most: for lists that must not grow by trial.
size_t mq_directives_count(const mq_directives *reader, unsigned keyword);

// ------------------------------------------------------------------------------------------- rows

// A list of rows. At the first row that is not one line, the list as a whole decides: if it has as
// many lines as it announces, lines are rows; otherwise rows are counted by tokens.
typedef struct mq_plain_row mq_plain_row;
typedef struct mq_rows {
    mq_directives *reader;
    const char *name;
    const char *count_begin, *count_end; // where the number of rows is announced
    uint32_t announced;
    uint32_t capacity; // the number of rows to allocate: never more than the file can hold
    uint32_t row;      // that is being read, or the number of those that were
    uint32_t kept;     // rows that the caller keeps: the index of the current one
    uint32_t row_size; // in tokens, 0 when rows differ
    bool words;        // rows may begin with words
    bool keep_broken;  // rows count by their index: one that cannot be read is kept as zeros
    bool may_share;    // rows of different sizes are counted by tokens where lines do not agree

    // The current row.
    const char *begin;
    bool starts_line, first, broken;

    enum { MQ_ROWS_UNDECIDED, MQ_ROWS_BY_LINES, MQ_ROWS_BY_TOKENS } reading;
    // Findings that stand for all rows of the list, as index + 1 in the list of findings.
    size_t shared, spanned, surplus;

    // How rows of a large list are read on all cores: formats/plain_rows.h.
    struct {
        bool (*read)(const void *context, mq_plain_row *row);
        const void *context;
        const char *begin; // of the list
        uint32_t next,
            wait;       // the row before which it is tried; how many rows lie before the time after
        unsigned signs; // of all rows so read
    } plain;
} mq_rows;

// Reads the count behind a directive and begins its list. `smallest` is the least number of bytes
// that a row to be kept has (with what parts it from the next). False when there is nothing to read.
bool mq_rows_open(mq_directives *reader, mq_rows *rows, const char *name, uint32_t row_size,
                  size_t smallest);

// A count alone, read and kept for mq_rows_begin(). False when it could not be read.
bool mq_rows_read_count(mq_directives *reader, mq_rows *rows, const char *name);

// Begins a list whose count was read by mq_rows_read_count(), perhaps elsewhere; without a count
// (count_begin is NULL) the lines that follow are counted.
void mq_rows_begin(mq_directives *reader, mq_rows *rows, const char *name, uint32_t row_size,
                   size_t smallest);

// A finding that stands for all rows of a list: made at its first use, counted afterwards. `kept` is
// a size_t that starts as 0. NULL when the finding could not be kept.
#define MQ_ROWS_REPORT(rows, kept, rule, begin, end, ...)                                          \
    (*(kept) ? mq_rows_repeat((rows), *(kept))                                                     \
             : mq_rows_keep((rows), (kept),                                                        \
                            MQ_DIRECTIVE_REPORT((rows)->reader, rule, begin, end, __VA_ARGS__)))
maq_finding *mq_rows_keep(const mq_rows *rows, size_t *kept, maq_finding *finding);
maq_finding *mq_rows_repeat(const mq_rows *rows, size_t kept);

// Stands on the first token of the next row; false when there is none.
bool mq_rows_next(mq_rows *rows);

// The next value of the row. False, with a finding, when it has none; all later ones then fail in
// silence.
bool mq_rows_float(mq_rows *rows, float *value);
bool mq_rows_floats(mq_rows *rows, float *values, unsigned count);
bool mq_rows_double(mq_rows *rows, double *value);
bool mq_rows_int(mq_rows *rows, int32_t *value);
bool mq_rows_ints(mq_rows *rows, int32_t *values, unsigned count);
// The same for whole numbers of up to 7 digits without a sign, on this line, with one blank between them.
// False when they are not so: then nothing is read and nothing reported.
bool mq_rows_plain_ints(mq_rows *rows, int32_t *values, unsigned count);
bool mq_rows_hex(mq_rows *rows, uint32_t *value);
bool mq_rows_word(mq_rows *rows, const char **word);

// How many tokens are left on the line, up to `most`.
unsigned mq_rows_tokens_ahead(const mq_rows *rows, unsigned most);

// Gives the rest of a row up. Returns false.
bool mq_rows_break(mq_rows *rows);

// Ends a row. One that is not kept leaves its index to the next. Returns whether it was complete.
bool mq_rows_end(mq_rows *rows);

// The next number of a list whose lines do not matter. False when the list is over.
bool mq_rows_loose_int(mq_rows *rows, int32_t *value);

// ---------------------------------------------------------------------------------- after reading

// The span of a token in the source: `index` tokens after the one at `offset` (an offset of the
// document's structs). Its offset is MAQ_NO_OFFSET for documents without a source.
maq_span mq_directives_token(const maq_document *document, const char *comment, uint32_t offset,
                             unsigned index);

#endif
