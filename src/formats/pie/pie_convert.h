// SPDX-License-Identifier: MIT
//
// Converts a PIE document to another version: the document (pie_convert.c), its settings
// (pie_convert_settings.c) and polygons (pie_convert_faces.c).
#ifndef MQ_PIE_CONVERT_H
#define MQ_PIE_CONVERT_H

#include "formats/pie/pie_priv.h"

typedef struct pie_conversion {
    const maq_pie *from;
    maq_document *out; // its arena, findings and variant
    maq_pie *to;
    uint32_t version; // of the result
    bool reuse;       // the lists of `from` are in the arena of `out` and may become those of `to`
} pie_conversion;

// Fills work->to, of another version than work->from. False: no memory.
bool mq_pie_change_version(pie_conversion *work);

// Where the settings of the old document went, for their comments.
typedef struct pie_moved_settings {
    bool flat;                  // levels have no settings any more
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
bool mq_pie_convert_settings(pie_conversion *work, pie_moved_settings *moved);

// Both lists of polygons and the normals of the level with this index. False: no memory.
bool mq_pie_convert_faces(pie_conversion *work, uint32_t index, maq_pie_level *to,
                          pie_moved_rows *moved);

#endif
