// SPDX-License-Identifier: MIT
//
// Carrying a PIE document to another version: the whole (pie_retarget.c), the settings
// (pie_retarget_settings.c) and the polygons (pie_retarget_faces.c).
#ifndef MQ_PIE_RETARGET_H
#define MQ_PIE_RETARGET_H

#include "formats/pie/pie_priv.h"

typedef struct pie_retarget {
    const maq_pie *from;
    maq_document *out; // its arena, findings and variant
    maq_pie *to;
    uint32_t version; // of the result
} pie_retarget;

// Adds a loss; the finding may be given a count.
#define PIE_LOSE(retarget, rule, ...)                                                              \
    mq_add_finding(&(retarget)->out->findings, &mq_pie_rules[rule], MAQ_NO_OFFSET, 0, __VA_ARGS__)

// Fills retarget->to, of another version than retarget->from. False: no memory.
bool mq_pie_change_version(pie_retarget *retarget);

// Where the settings of the old document went, for their comments.
typedef struct pie_moved_settings {
    bool flat;                  // levels have no settings of their own any more
    const uint32_t *head_rows;  // by old row of the head, the new one; 0: dropped, nothing before
    uint32_t type_level;        // whose TYPE is now the head's; 0: the head's own
    uint32_t interpolate_level; // the same for INTERPOLATE
    uint32_t texture_levels[3]; // by new row - 1, the level whose line it was; 0: the head's own
    uint32_t texture_rows[3];   // and its row there
} pie_moved_settings;

// Where the rows of a level went. NULL: they are where they were.
typedef struct pie_moved_rows {
    const uint32_t *polygons; // by old index, the new index of its first triangle
    const uint32_t *shadow_polygons;
    bool normals; // they went with the polygons
} pie_moved_rows;

// The settings of the head and of all levels (to->levels is allocated). False: no memory.
bool mq_pie_retarget_settings(pie_retarget *retarget, pie_moved_settings *moved);

// Both lists of polygons and the normals of the level with this index. False: no memory.
bool mq_pie_retarget_faces(pie_retarget *retarget, uint32_t index, maq_pie_level *to,
                           pie_moved_rows *moved);

#endif
