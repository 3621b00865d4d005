// SPDX-License-Identifier: MIT
#include "formats/obj/obj_names.h"

#include <string.h>

// The slot of a name, or the free one where it belongs.
static size_t slot_of(const obj_names *names, const char *text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    size_t slot = (size_t)(hash ^ hash >> 32) & (names->slot_count - 1);
    while (names->slots[slot] && strcmp(names->texts[names->slots[slot] - 1], text) != 0)
        slot = (slot + 1) & (names->slot_count - 1);
    return slot;
}

// Keeps at least half of the slots free.
static bool reserve_slots(obj_names *names) {
    if (names->count * 2 < names->slot_count)
        return true;
    size_t wanted = names->slot_count ? names->slot_count * 2 : 16;
    uint32_t *slots = MQ_NEW_ARRAY(names->arena, uint32_t, wanted);
    if (!slots)
        return false;
    names->slots = slots;
    names->slot_count = wanted;
    for (size_t i = 0; i < names->count; i++)
        slots[slot_of(names, names->texts[i])] = (uint32_t)i + 1;
    return true;
}

uint32_t mq_obj_names_add(obj_names *names, const char *text) {
    if (!reserve_slots(names))
        return UINT32_MAX;
    size_t slot = slot_of(names, text);
    if (names->slots[slot])
        return names->slots[slot] - 1;
    const char **texts = mq_arena_grow(names->arena, names->texts, &names->text_capacity,
                                       names->count, sizeof *texts);
    if (!texts)
        return UINT32_MAX;
    names->texts = texts;
    texts[names->count++] = text;
    names->slots[slot] = (uint32_t)names->count;
    return (uint32_t)names->count - 1;
}

uint32_t mq_obj_names_find(const obj_names *names, const char *text) {
    return names->slot_count ? names->slots[slot_of(names, text)] - 1 : UINT32_MAX;
}
