// SPDX-License-Identifier: MIT
//
// Deep copies of PIE documents and their parts. A copy lies in no file: its offsets are
// MAQ_PIE_NO_OFFSET. All return false (or NULL) when there is no memory; the arena has the status.
#ifndef MQ_PIE_COPY_H
#define MQ_PIE_COPY_H

#include "formats/pie/pie_priv.h"

maq_pie *mq_pie_copy(mq_arena *arena, const maq_pie *pie);

bool mq_pie_copy_texture(mq_arena *arena, const maq_pie_texture *from, maq_pie_texture *to);
bool mq_pie_copy_settings(mq_arena *arena, const maq_pie_settings *from, maq_pie_settings *to);
bool mq_pie_copy_events(mq_arena *arena, const maq_pie *from, maq_pie *to);

// All of a level but its settings, normals and both lists of polygons.
bool mq_pie_copy_level_rest(mq_arena *arena, const maq_pie_level *from, maq_pie_level *to);
// The same with the lists of `from` itself.
void mq_pie_share_level_rest(const maq_pie_level *from, maq_pie_level *to);
bool mq_pie_copy_normals(mq_arena *arena, const maq_pie_level *from, maq_pie_level *to);

// A new array for pie->comments; texts and positions stay.
maq_pie_comment *mq_pie_copy_comments(mq_arena *arena, const maq_pie *from);

// Whether a text fits on a line, reads back as one name, as the name of a texture. NULL does not.
bool mq_pie_valid_text(const char *text);
bool mq_pie_valid_name(const char *name);

#endif
