// SPDX-License-Identifier: MIT
#include "files/files_index.h"

#include <string.h>

#include "base/sort.h"
#include "files/files_names.h"

static bool is_folder(const mq_entry *entry) {
    return entry->kind == MQ_NODE_FOLDER;
}

static int compare(const void *left, const void *right, const void *context) {
    (void)context;
    const mq_entry *a = left, *b = right;
    int order = mq_name_compare_folded(a->name, a->name_length, b->name, b->name_length);
    if (order == 0)
        order = is_folder(a) - is_folder(b);
    return order != 0 ? order : mq_name_compare(a->name, a->name_length, b->name, b->name_length);
}

bool mq_index_make(mq_index *index, mq_arena *arena, mq_entry *entries, size_t count,
                   mq_index_duplicate duplicate, void *context) {
    mq_entry *items = MQ_NEW_UNINITIALIZED_ARRAY(arena, mq_entry, count);
    if (!items)
        return false;
    if (count > 0)
        memcpy(items, entries, count * sizeof *items);
    const mq_entry *sorted = mq_sort(items, entries, count, sizeof *items, compare, NULL);
    // Equal names stand in their old order, so the last of them is the one to keep.
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool replaced = i + 1 < count && compare(&sorted[i], &sorted[i + 1], NULL) == 0;
        if (!replaced)
            items[kept++] = sorted[i];
        else if (duplicate && !is_folder(&sorted[i]))
            duplicate(context, &sorted[i]);
    }
    *index = (mq_index){items, kept};
    return true;
}

// The first entry that is not before the key.
static size_t lower_bound(const mq_index *index, const void *key,
                          bool (*before)(const mq_entry *entry, const void *key)) {
    size_t low = 0, high = index->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (before(&index->entries[middle], key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool before_entry(const mq_entry *entry, const void *key) {
    return compare(entry, key, NULL) < 0;
}

typedef struct name_key {
    const char *name;
    size_t length;
} name_key;

static bool before_name(const mq_entry *entry, const void *key) {
    const name_key *k = key;
    return mq_name_compare_folded(entry->name, entry->name_length, k->name, k->length) < 0;
}

static bool not_after_name(const mq_entry *entry, const void *key) {
    const name_key *k = key;
    return mq_name_compare_folded(entry->name, entry->name_length, k->name, k->length) <= 0;
}

const mq_entry *mq_index_find(const mq_index *index, const char *name, size_t length,
                              bool any_capitals) {
    if (length > UINT32_MAX)
        return NULL;
    const mq_entry wanted = {.name = name, .name_length = (uint32_t)length, .kind = MQ_NODE_FILE};
    const name_key key = {name, length};
    size_t at = any_capitals ? lower_bound(index, &key, before_name)
                             : lower_bound(index, &wanted, before_entry);
    if (at == index->count || is_folder(&index->entries[at]))
        return NULL;
    const mq_entry *entry = &index->entries[at];
    int order = any_capitals ? mq_name_compare_folded(entry->name, entry->name_length, name, length)
                             : mq_name_compare(entry->name, entry->name_length, name, length);
    return order == 0 ? entry : NULL;
}

size_t mq_index_range(const mq_index *index, const char *name, size_t length, size_t *end) {
    const name_key key = {name, length};
    *end = lower_bound(index, &key, not_after_name);
    return lower_bound(index, &key, before_name);
}

// Whether an entry is before everything below the folder, which is in the order of "folder/".
static bool before_below(const mq_entry *entry, const void *key) {
    const name_key *k = key;
    size_t shown = entry->name_length < k->length ? entry->name_length : k->length;
    int order = mq_name_compare_folded(entry->name, shown, k->name, shown);
    if (order != 0 || entry->name_length <= k->length)
        return order <= 0;
    return (unsigned char)entry->name[k->length] < '/';
}

static bool not_after_below(const mq_entry *entry, const void *key) {
    const name_key *k = key;
    return before_below(entry, key) ||
           mq_name_below(entry->name, entry->name_length, k->name, k->length);
}

size_t mq_index_range_below(const mq_index *index, const char *folder, size_t length, size_t *end) {
    *end = index->count;
    if (length == 0)
        return 0;
    const name_key key = {folder, length};
    *end = lower_bound(index, &key, not_after_below);
    return lower_bound(index, &key, before_below);
}
