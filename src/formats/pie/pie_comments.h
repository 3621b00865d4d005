// SPDX-License-Identifier: MIT
//
// Where comments go when a document is written. A document may hold a comment for a thing that the
// file will not have (a list that is empty, a line that a conversion dropped): such a comment moves
// to the nearest line before it.
#ifndef MQ_PIE_COMMENTS_H
#define MQ_PIE_COMMENTS_H

#include "formats/pie/pie_priv.h"

#define PIE_SECTION_COUNT (MAQ_PIE_AT_SHADOW_POLYGONS + 1)

// The name of a section: its directive, or "textures" or "events".
const char *mq_pie_section_name(maq_pie_section section);
bool mq_pie_find_section(const char *name, maq_pie_section *section);

// Moves a comment to a line that the written file has.
void mq_pie_anchor_comment(const maq_pie *pie, maq_pie_comment *comment);

// Copies of all comments, moved to lines of the written file and in its order; comments of one line
// keep their order. NULL when there is no memory (the status of the arena says so).
maq_pie_comment *mq_pie_anchored_comments(const maq_pie *pie, mq_arena *arena);

static inline bool mq_pie_same_line(const maq_pie_comment *a, const maq_pie_comment *b) {
    return a->level == b->level && a->section == b->section && a->row == b->row;
}

#endif
