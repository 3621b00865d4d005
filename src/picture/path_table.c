// SPDX-License-Identifier: MIT
#include "picture/path_table.h"

#include <string.h>

static size_t bucket_of(const char *path) {
    uint32_t hash = 2166136261u;
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * 16777619u;
    return hash % MQ_PATH_BUCKETS;
}

void *mq_path_table_find(const mq_path_table *table, const char *path) {
    const mq_path_entry *entry = table->buckets[bucket_of(path)];
    while (entry && strcmp(entry->path, path) != 0)
        entry = entry->next;
    return entry ? entry->item : NULL;
}

bool mq_path_table_add(mq_path_table *table, const char *path, void *item) {
    mq_path_entry *entry = MQ_NEW(table->arena, mq_path_entry);
    const char *kept = entry ? mq_arena_text(table->arena, path, strlen(path)) : NULL;
    if (!kept)
        return false;
    mq_path_entry **bucket = &table->buckets[bucket_of(path)];
    *entry = (mq_path_entry){kept, item, *bucket};
    *bucket = entry;
    return true;
}
