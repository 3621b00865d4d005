// SPDX-License-Identifier: MIT
//
// Items by the paths of their files.
#ifndef MQ_PICTURE_PATH_TABLE_H
#define MQ_PICTURE_PATH_TABLE_H

#include "base/arena.h"

#define MQ_PATH_BUCKETS 1024

typedef struct mq_path_entry {
    const char *path;
    void *item;
    struct mq_path_entry *next;
} mq_path_entry;

// All zeros but for the arena: an empty table.
typedef struct mq_path_table {
    mq_arena *arena;
    mq_path_entry *buckets[MQ_PATH_BUCKETS];
} mq_path_table;

// NULL when there is none.
void *mq_path_table_find(const mq_path_table *table, const char *path);

// Adds an item for a path that has none. False when there is no memory.
bool mq_path_table_add(mq_path_table *table, const char *path, void *item);

#endif
