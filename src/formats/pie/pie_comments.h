// SPDX-License-Identifier: MIT
//
// Where comments go when a document is written. A document is free to hold a comment for a thing
// that the file will not have (a list that is empty, a line that a conversion dropped): such a
// comment settles on the nearest line before.
#ifndef MQ_PIE_COMMENTS_H
#define MQ_PIE_COMMENTS_H

#include "formats/pie/pie_priv.h"

// Moves the place of a comment to one that the written file has.
void mq_pie_anchor_comment(const maq_pie *pie, maq_pie_comment *comment);

// Copies of all comments, settled and in the order in which the written file has them; comments of
// one place keep their order. NULL when there is no memory (the arena's status tells).
maq_pie_comment *mq_pie_anchored_comments(const maq_pie *pie, mq_arena *arena);

static inline bool mq_pie_same_place(const maq_pie_comment *a, const maq_pie_comment *b) {
    return a->level == b->level && a->section == b->section && a->row == b->row;
}

#endif
