// SPDX-License-Identifier: MIT
//
// The reader's own rooms: tokens (pie_read_tokens.c), lists of rows (pie_read_rows.c), the grammar
// (pie_read.c).
#ifndef MQ_PIE_READ_PRIV_H
#define MQ_PIE_READ_PRIV_H

#include "base/lexer.h"
#include "formats/pie/pie_priv.h"

#define PIE_NO_KEYWORD PIE_KEY_COUNT

// Where a comment would belong now.
typedef struct pie_anchor {
    uint32_t level;
    maq_pie_section section;
    uint32_t row;
} pie_anchor;

typedef struct pie_reader {
    maq_document *document;
    mq_arena *arena;
    mq_findings *findings;
    const char *source; // after a byte order mark
    mq_lexer lexer;
    const char *last_end; // past the last token that was read
    pie_anchor anchor;
    maq_pie *pie;

    maq_pie_comment *comments;
    size_t comment_capacity;
    const char *comment_home;      // past the token whose line the last moved comment went to,
    const char *comment_home_line; // and the end of that line
    maq_span *blank_lines;
    size_t blank_line_count, blank_line_capacity;

    maq_pie_connector *connectors; // of the level that is being read
    size_t connector_capacity;
    uint64_t claimed; // the fewest bytes that all counts so far would need

    const char *line_break; // as the file has it
    bool stop;              // a limit was met: read no further
    bool last_tail;         // in the last level, after its POLYGONS

    // What tells the unit of texture coordinates.
    bool uv_beyond_page; // one is above 2
    bool uv_unit_told;   // one is written as only parts of the page are
} pie_reader;

// ---------------------------------------------------------------------------------------- tokens

uint64_t mq_pie_offset(const pie_reader *reader, const char *at);
uint32_t mq_pie_offset_at(const pie_reader *reader, const char *at);

// A finding about the bytes [begin, end).
#define PIE_FIND(reader, rule, begin, end, ...)                                                    \
    mq_add_finding((reader)->findings, &mq_pie_rules[rule], mq_pie_offset((reader), (begin)),      \
                   (uint64_t)((end) - (begin)), __VA_ARGS__)

// An edit of the bytes [begin, end) for a finding; NULL findings are passed over.
void mq_pie_edit(pie_reader *reader, maq_finding *finding, const char *begin, const char *end,
                 const char *text, size_t length);

// Told by the lexer.
void mq_pie_on_trivia(void *context, mq_trivia kind, const char *begin, const char *end,
                      bool own_line);

// Moves past the next token, which ends at `end`.
static inline void mq_pie_pass(pie_reader *reader, const char *end) {
    reader->last_end = end;
    mq_lexer_advance(&reader->lexer, end);
}

// The directive that a token spells; how well is told in *exact when it is not NULL.
typedef enum pie_spelling { PIE_EXACT, PIE_OTHER_CASE, PIE_LONGER } pie_spelling;
pie_keyword mq_pie_keyword(const char *begin, const char *end, pie_spelling *spelling);

// Whether a token is a directive or looks like one, rather than data.
bool mq_pie_at_word(const pie_reader *reader);

// Values on the current line, each read and passed. False, with a finding, when there is none:
// `what` names the value for it.
bool mq_pie_int(pie_reader *reader, const char *what, int32_t *value);
bool mq_pie_hex(pie_reader *reader, const char *what, uint32_t *value);
bool mq_pie_name(pie_reader *reader, const char *what, const char **name);

// The same for the token that the lexer stands on, wherever that is. `rule` is what to say of text
// that is no such number.
bool mq_pie_float_here(pie_reader *reader, pie_rule rule, float *value);
bool mq_pie_double_here(pie_reader *reader, pie_rule rule, double *value);
bool mq_pie_int_here(pie_reader *reader, pie_rule rule, int32_t *value);
bool mq_pie_hex_here(pie_reader *reader, pie_rule rule, uint32_t *value);

// There is a next token, and it is on the line of the one before.
static inline bool mq_pie_line_goes_on(const pie_reader *reader) {
    return !mq_lexer_done(&reader->lexer) && !reader->lexer.starts_line;
}

// At the end of a directive: passes what does not belong there, with a finding. A directive that
// follows on the line stays.
void mq_pie_end_line(pie_reader *reader);

// ----------------------------------------------------------------------------------------- lists

// Each reads the count behind the directive at `offset` and then its rows.
void mq_pie_read_points(pie_reader *reader, pie_keyword keyword, uint32_t *count,
                        const maq_pie_point **points);
void mq_pie_read_normals(pie_reader *reader, uint32_t *count, const maq_pie_normals **normals);
void mq_pie_read_polygons(pie_reader *reader, pie_keyword keyword, maq_pie_polygons *polygons);
void mq_pie_read_connectors(pie_reader *reader, maq_pie_level *level);
void mq_pie_read_animation(pie_reader *reader, maq_pie_animation *animation);

#endif
