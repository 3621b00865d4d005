// SPDX-License-Identifier: MIT
//
// The stats of the game: the tables of one folder, with the diffs of mods merged into them.
#ifndef MQ_WARZONE_STATS_H
#define MQ_WARZONE_STATS_H

#include "warzone/stats_value.h"

// The first ones are in the order of maq_warzone_kind.
typedef enum wz_table {
    WZ_BODY,
    WZ_PROPULSION,
    WZ_WEAPONS,
    WZ_SENSOR,
    WZ_ECM,
    WZ_REPAIR,
    WZ_CONSTRUCTION,
    WZ_BRAIN,
    WZ_STRUCTURE,
    WZ_FEATURES,
    WZ_RESEARCH,
    WZ_TABLE_COUNT
} wz_table;

extern const char *const mq_wz_table_names[WZ_TABLE_COUNT]; // "body", ...

typedef struct wz_stats {
    const wz_value *tables[WZ_TABLE_COUNT]; // NULL: the game has none
} wz_stats;

// The folders with stats, as the part of their names behind "stats/" ("" for "stats" itself). NULL when
// there is no memory.
const char *const *mq_wz_stats_folders(wz_game_files *game, size_t *count);

// Reads the tables of such a folder. What is wrong with a file is a finding about it; the table is
// then NULL. False when there is no memory.
bool mq_wz_stats_read(wz_game_files *game, const char *folder, wz_stats *out);

// Reads one JSON file by its name in the set, with its diffs. NULL when there is no such file or it has
// a fault, and when there is no memory.
const wz_value *mq_wz_json_read(wz_game_files *game, const char *name);

// Reads a JSON file that means nothing here, for its faults alone. False when there is no memory.
bool mq_wz_json_check(wz_game_files *game, const char *name);

#endif
