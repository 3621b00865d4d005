// SPDX-License-Identifier: MIT
//
// What the files that check a PIE document share: the state of one check, and its parts.
#ifndef MQ_PIE_CHECK_PRIV_H
#define MQ_PIE_CHECK_PRIV_H

#include "base/fault.h"
#include "formats/pie/pie_priv.h"

// Counts a fault at a token of the row at `offset`, which has this index in its list.
static inline void pie_fault_add(mq_fault *fault, uint32_t offset, unsigned token, uint32_t index) {
    if (fault->count == 0)
        fault->index = index;
    mq_fault_add(fault, offset, token);
}

typedef struct pie_check {
    const maq_document *document;
    const maq_pie *pie;
    mq_findings *findings;
    const maq_pie_level *level; // the one being checked
    char prefix[24];            // "level 2: " in files of several levels, otherwise empty
    maq_span at;                // what pie_fault_span() found last
    mq_fault not_finite;        // of this level
    uint32_t *scratch;          // two numbers for each point of the largest level, or NULL
    bool levels_are_certain;    // as many as LEVELS announces, each with POINTS and POLYGONS
} pie_check;

// Reports a rule at a span, which must be a plain variable.
#define PIE_REPORT_AT(check, rule, at, ...)                                                        \
    mq_add_finding((check)->findings, &mq_pie_rules[rule], (at).offset, (at).length, __VA_ARGS__)

static inline bool pie_reports(const pie_check *check, pie_rule rule) {
    return mq_pie_rules[rule].severity[check->findings->target] != MAQ_SILENT;
}

static inline maq_span pie_fault_span(pie_check *check, const mq_fault *fault) {
    return check->at = mq_pie_token(check->document, (uint32_t)fault->offset, fault->token);
}

// Reports all faults of one kind in a level as one finding at the first of them. `message` is a
// literal; the name of the level goes before it and the number of faults behind it.
#define PIE_REPORT_FAULT(check, rule, fault, message, ...)                                         \
    (!(fault)->count                                                                               \
         ? NULL                                                                                    \
         : mq_finding_count(                                                                       \
               (pie_fault_span(check, fault),                                                      \
                PIE_REPORT_AT(check, rule, (check)->at, "%s" message "%s", (check)->prefix,        \
                              __VA_ARGS__, mq_in_all_of((fault)->count).text)),                    \
               (fault)->count))

// Whether the token of a directive is this count. Where it is not, the reader dropped rows and
// reported it: a second finding about the number of rows would add nothing. True without a source.
bool mq_pie_announces(const pie_check *check, uint32_t offset, unsigned index, uint32_t count);

// pie_check.c calls these for each level.
void mq_pie_check_points(pie_check *check); // POINTS and NORMALS
void mq_pie_check_polygons(pie_check *check);

// Compares the findings for the game with what its loader does (pie_check_game.c).
void mq_pie_check_game(pie_check *check);

// Where the texture coordinates of a polygon's row begin, in tokens; the four tokens of the
// animation block stand right before them.
static inline unsigned pie_uv_token(const maq_pie_polygon *polygon) {
    return 2 + polygon->corner_count + (polygon->flags & MAQ_PIE_FACE_ANIMATED ? 4 : 0);
}

// Whether the points of a polygon all exist.
bool mq_pie_corners_exist(const maq_pie_level *level, const maq_pie_polygon *polygon);

// (p1 - p0) x (p2 - p0) of three corners that exist. Exactly zero for points on a line as long as
// their coordinates are of a sensible magnitude.
void mq_pie_face_normal(const maq_pie_level *level, const maq_pie_corner *a,
                        const maq_pie_corner *b, const maq_pie_corner *c, double out[3]);

// Whether there is a decimal point anywhere in the rows from the one at `first` to that at `last`:
// most files of PIE 2 have none, and then the rows need not be searched.
bool mq_pie_rows_have_decimals(const maq_document *document, uint32_t first, uint32_t last);

// Whether the source writes one of the tokens [first, first + count) of a row with a decimal point;
// `*which` is the first such token.
bool mq_pie_row_has_decimals(const maq_document *document, uint32_t offset, unsigned first,
                             unsigned count, unsigned *which);

// ----------------------------------------------------------------------------- fixes (pie_check_fix.c)

// Edits for a finding, which may be NULL (it was not kept). When not all of what the finding stands
// for can be repaired by editing whole lines, it gets no edits.

// Replaces a token by a whole number.
void mq_pie_fix_number(const pie_check *check, maq_finding *finding, uint32_t offset,
                       unsigned token, uint64_t value);
// Puts the sizes that version wants behind the name of a TEXTURE line.
void mq_pie_fix_texture_size(const pie_check *check, maq_finding *finding, maq_span name);
// Cuts the level's polygons of more than three corners into fans.
void mq_pie_fix_ngons(const pie_check *check, maq_finding *finding);
// Gives the level's two-sided polygons a second, reversed row instead of their flag.
void mq_pie_fix_two_sided(const pie_check *check, maq_finding *finding);

#endif
