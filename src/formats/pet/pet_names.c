// SPDX-License-Identifier: MIT
//
// Names in sorted lists: puppets refer to bones, motions and textures by name.
#include <string.h>

#include "base/sort.h"
#include "formats/pet/pet_priv.h"

static int compare_names(const void *left, const void *right, const void *context) {
    (void)context;
    const name_entry *a = left, *b = right;
    uint32_t shared = a->name.length < b->name.length ? a->name.length : b->name.length;
    int order = shared > 0 ? memcmp(a->name.bytes, b->name.bytes, shared) : 0;
    if (order != 0)
        return order;
    if (a->name.length != b->name.length)
        return a->name.length < b->name.length ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

const name_entry *mq_pet_sort_names(mq_arena *arena, name_entry *entries, size_t count) {
    return mq_sort_in(arena, entries, count, sizeof *entries, compare_names, NULL);
}

const name_entry *mq_pet_find_name(const name_entry *entries, size_t count, maq_pet_text name) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(&entries[middle], &(name_entry){.name = name}, NULL) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && mq_pet_same_text(entries[low].name, name) ? &entries[low] : NULL;
}

const name_entry *mq_pet_sort_bone_names(const maq_pet *pet, mq_arena *arena) {
    name_entry *entries = MQ_NEW_ARRAY(arena, name_entry, pet->bone_count);
    if (!entries)
        return NULL;
    for (uint32_t i = 0; i < pet->bone_count; i++)
        entries[i] = (name_entry){pet->bones[i].name, 0, i};
    return mq_pet_sort_names(arena, entries, pet->bone_count);
}

int32_t mq_pet_find_bone(const maq_pet *pet, const name_entry *sorted, maq_pet_text name) {
    const name_entry *entry = mq_pet_find_name(sorted, pet->bone_count, name);
    return entry ? (int32_t)entry->index : -1;
}
