// SPDX-License-Identifier: MIT
//
// What levels are drawn with, once their own settings are laid over those of the head.
#ifndef MQ_PIE_LOOKS_H
#define MQ_PIE_LOOKS_H

#include "formats/pie/pie_priv.h"

#define PIE_MAP_COUNT 4
#define PIE_TILESET_COUNT 3

// The files that a level is drawn with; NULL where nothing is said.
typedef struct pie_resolved_material {
    const char *files[PIE_MAP_COUNT][PIE_TILESET_COUNT];
    bool wants_mask; // its name follows from that of the texture where there is none
    uint32_t level;
    uint32_t material; // levels that look the same have the same number
} pie_resolved_material;

// The looks of all levels, by level; materials count in the order in which levels first need them.
// NULL when there is no memory.
pie_resolved_material *mq_pie_resolve_materials(const maq_pie *pie, mq_arena *scratch);

// The file of a look, with the team mask that the game derives (its name goes to `derived`), or
// NULL.
const char *mq_pie_material_file(const pie_resolved_material *look, maq_pie_map map, int tileset,
                                 char derived[PIE_NAME_MAX]);

// How long the name of the look's material is: the texture without its ending. *name is not
// terminated there.
size_t mq_pie_material_name(const pie_resolved_material *look, const char **name);

#endif
