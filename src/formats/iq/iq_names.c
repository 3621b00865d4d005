// SPDX-License-Identifier: MIT
#include "formats/iq/iq_names.h"

#include <string.h>

static uint32_t hash_name(const char *name) {
    uint32_t hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

static struct iq_name_slot *find_slot(const iq_name_table *names, const char *name, uint32_t hash) {
    uint32_t mask = names->slot_count - 1;
    uint32_t at = hash & mask;
    while (names->slots[at].name &&
           (names->slots[at].hash != hash || strcmp(names->slots[at].name, name) != 0))
        at = (at + 1) & mask;
    return &names->slots[at];
}

static bool grow_names(iq_name_table *names) {
    iq_name_table larger = *names;
    larger.slot_count = names->slot_count ? names->slot_count * 2 : 16;
    larger.slots =
        mq_arena_alloc(names->arena, larger.slot_count, sizeof *larger.slots, alignof(max_align_t));
    if (!larger.slots)
        return false;
    for (uint32_t i = 0; i < names->slot_count; i++) {
        if (names->slots[i].name)
            *find_slot(&larger, names->slots[i].name, names->slots[i].hash) = names->slots[i];
    }
    *names = larger;
    return true;
}

uint32_t mq_iq_name_number(iq_name_table *names, const char *name) {
    if (names->count >= names->slot_count / 2 && !grow_names(names))
        return UINT32_MAX;
    uint32_t hash = hash_name(name);
    struct iq_name_slot *slot = find_slot(names, name, hash);
    if (!slot->name)
        *slot = (struct iq_name_slot){name, hash, names->count++};
    return slot->number;
}

uint32_t mq_iq_name_find(const iq_name_table *names, const char *name) {
    if (names->slot_count == 0)
        return UINT32_MAX;
    const struct iq_name_slot *slot = find_slot(names, name, hash_name(name));
    return slot->name ? slot->number : UINT32_MAX;
}
