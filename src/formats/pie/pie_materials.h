// SPDX-License-Identifier: MIT
//
// The materials of levels: the settings of the head with those of the level applied to them.
#ifndef MQ_PIE_MATERIALS_H
#define MQ_PIE_MATERIALS_H

#include "formats/pie/pie_priv.h"

#define PIE_MAP_COUNT 4
#define PIE_TILESET_COUNT 3

// The files that a level is drawn with; NULL where no line names one.
typedef struct pie_resolved_material {
    const char *files[PIE_MAP_COUNT][PIE_TILESET_COUNT];
    bool wants_mask; // its name follows from that of the texture where there is none
    uint32_t level;
    uint32_t material; // levels with the same material have the same number
} pie_resolved_material;

// The materials of all levels, by level, numbered in the order in which levels first use them.
// NULL when there is no memory.
pie_resolved_material *mq_pie_resolve_materials(const maq_pie *pie, mq_arena *scratch);

// The file of a map, with the team mask that the game derives (its name goes to `derived`), or NULL.
const char *mq_pie_material_file(const pie_resolved_material *material, maq_pie_map map,
                                 int tileset, char derived[PIE_NAME_MAX]);

// The length of the material's name: the texture without its extension. *name is not terminated
// there.
size_t mq_pie_material_name(const pie_resolved_material *material, const char **name);

#endif
