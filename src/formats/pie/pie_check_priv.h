// SPDX-License-Identifier: MIT
//
// What the files share that judge a PIE document: the state of one check, and its parts.
#ifndef MQ_PIE_CHECK_PRIV_H
#define MQ_PIE_CHECK_PRIV_H

#include "formats/pie/pie_priv.h"

// Things of one kind in one level: how many, and where the first is.
typedef struct pie_tally {
    uint64_t count;
    uint32_t offset; // of the first one's row
    unsigned token;  // and the token there
    uint32_t item;   // which row, from 0
    uint32_t other;  // whatever else the message wants to tell of the first
    float value;
} pie_tally;

// Counts one more; true when it is the first, so that the caller can note more about it.
static inline bool pie_tally_add(pie_tally *tally, uint32_t offset, unsigned token, uint32_t item) {
    if (tally->count++)
        return false;
    tally->offset = offset;
    tally->token = token;
    tally->item = item;
    return true;
}

typedef struct pie_check {
    const maq_document *document;
    const maq_pie *pie;
    mq_findings *findings;
    const maq_pie_level *level; // the one being judged
    char prefix[24];            // "level 2: " in files of several levels, otherwise empty
    char in_all[40];            // what pie_in_all() wrote last
    pie_tally not_finite;       // of this level
    uint32_t *scratch;          // two numbers for each point of the largest level, or NULL
} pie_check;

// Reports a rule at a span, which must be a plain variable.
#define PIE_TELL(check, rule, at, ...)                                                             \
    mq_add_finding((check)->findings, &mq_pie_rules[rule], (at).offset, (at).length, __VA_ARGS__)

static inline bool pie_speaks(const pie_check *check, pie_rule rule) {
    return mq_pie_rules[rule].severity[check->findings->target] != MAQ_SILENT;
}

static inline maq_span pie_tally_place(const pie_check *check, const pie_tally *tally) {
    return mq_pie_token(check->document, tally->offset, tally->token);
}

static inline maq_finding *pie_counted(maq_finding *finding, uint64_t count) {
    if (finding)
        finding->count = count;
    return finding;
}

// " (12 in all)", or nothing for a single one.
const char *mq_pie_in_all(pie_check *check, uint64_t count);

// Whether the token of a directive says this count. Where it does not, reading left rows out and
// told of it: what could be said about the number of rows is then idle. True without a source.
bool mq_pie_announces(const pie_check *check, uint32_t offset, unsigned index, uint32_t count);

// The parts that pie_check.c calls for each level.
void mq_pie_check_points(pie_check *check);   // POINTS and NORMALS
void mq_pie_check_polygons(pie_check *check); // POLYGONS with all that is on their rows

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
// most files of PIE 2 have none, and then no row needs a closer look.
bool mq_pie_rows_have_decimals(const maq_document *document, uint32_t first, uint32_t last);

// Whether the source writes one of the tokens [first, first + count) of a row with a decimal point;
// `*which` is the first such token.
bool mq_pie_row_has_decimals(const maq_document *document, uint32_t offset, unsigned first,
                             unsigned count, unsigned *which);

// ----------------------------------------------------------------------------- fixes (pie_fix.c)

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
