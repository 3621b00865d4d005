// SPDX-License-Identifier: MIT
//
// A game that maq_warzone_open() opened.
#ifndef MQ_WARZONE_WARZONE_H
#define MQ_WARZONE_WARZONE_H

#include "warzone/stats.h"

struct maq_warzone {
    mq_arena *arena;
    wz_game_files files;
    const char *const *folders; // of stats
    size_t folder_count;
    wz_stats stats;
    const maq_warzone_item *items[MAQ_WARZONE_KIND_COUNT];
    size_t item_counts[MAQ_WARZONE_KIND_COUNT];
    const maq_warzone_file *found;
    size_t found_count;
};

#endif
