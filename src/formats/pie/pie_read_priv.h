// SPDX-License-Identifier: MIT
//
// Reading PIE: what lies between tokens and values of directives (pie_read_tokens.c), lists of rows
// (pie_read_rows.c), and the grammar (pie_read.c), all on formats/directives.h.
#ifndef MQ_PIE_READ_PRIV_H
#define MQ_PIE_READ_PRIV_H

#include "formats/directives.h"
#include "formats/pie/pie_priv.h"

// The game's buffer for keywords and names holds so many bytes.
#define PIE_LONGEST_TOKEN 255

// The thing that a comment belongs to if it comes now.
typedef struct pie_anchor {
    uint32_t level;
    maq_pie_section section;
    uint32_t row;
} pie_anchor;

typedef struct pie_reader {
    mq_directives text; // the first member: callbacks get a pointer to it
    mq_arena *arena;
    pie_anchor anchor;
    maq_pie *pie;

    maq_pie_comment *comments;
    size_t comment_capacity;
    const char *comment_target;      // past the token that the last moved comment goes behind,
    const char *comment_target_line; // and the end of that line
    maq_span *blank_lines;
    size_t blank_line_count, blank_line_capacity;

    maq_pie_connector *connectors; // of the current level
    size_t connector_capacity;
    uint64_t claimed; // the fewest bytes that all counts so far would need
    bool last_tail;   // in the last level, after its POLYGONS

    // Signs of the unit of texture coordinates.
    bool uv_beyond_page; // one is above 2
    bool uv_has_unit;    // one is written as only parts of the page are
} pie_reader;

// The rules of PIE for those of formats/directives.h.
extern const unsigned mq_pie_directive_rules[MQ_DR_COUNT];

// A finding about the bytes [begin, end).
#define PIE_REPORT(reader, rule, begin, end, ...)                                                  \
    MQ_DIRECTIVE_REPORT(&(reader)->text, rule, begin, end, __VA_ARGS__)

// Keeps comments and blank lines, and reports stray bytes.
void mq_pie_on_trivia(void *context, mq_trivia kind, const char *begin, const char *end,
                      bool own_line);

// Values on the line of a directive, each read and passed. False, with a finding, when there is
// none: `what` names the value.
bool mq_pie_type(pie_reader *reader, const char *what, uint32_t *value);
bool mq_pie_name(pie_reader *reader, const char *what, const char **name);

// Reports a hexadecimal number with a sign: the one at `begin`, which was just read.
void mq_pie_report_sign(pie_reader *reader, const char *begin);

// Each reads the count behind a directive and then its rows.
void mq_pie_read_points(pie_reader *reader, pie_keyword keyword, uint32_t *count,
                        const maq_pie_point **points);
void mq_pie_read_normals(pie_reader *reader, uint32_t *count, const maq_pie_normals **normals);
void mq_pie_read_polygons(pie_reader *reader, pie_keyword keyword, maq_pie_polygons *polygons);
void mq_pie_read_connectors(pie_reader *reader, maq_pie_level *level);
void mq_pie_read_animation(pie_reader *reader, maq_pie_animation *animation);

#endif
