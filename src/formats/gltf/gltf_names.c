// SPDX-License-Identifier: MIT
#include "formats/gltf/gltf_names.h"

#include <string.h>

#include "base/sort.h"

static int compare(const void *a, const void *b, const void *context) {
    (void)context;
    const gltf_named *x = a, *y = b;
    return strcmp(x->name, y->name);
}

bool mq_gltf_sort_names(mq_arena *arena, const void *structs, size_t size, size_t offset,
                        uint32_t count, gltf_names *out) {
    gltf_named *items = MQ_NEW_ARRAY(arena, gltf_named, count);
    gltf_named *spare = MQ_NEW_ARRAY(arena, gltf_named, count);
    if (!items || !spare)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const char *name;
        memcpy(&name, (const char *)structs + i * size + offset, sizeof name);
        items[i] = (gltf_named){name ? name : "", i};
    }
    *out = (gltf_names){mq_sort(items, spare, count, sizeof *items, compare, NULL), count};
    return true;
}

bool mq_gltf_has_name(const gltf_names *names, uint32_t position, const char *name) {
    return position < names->count && strcmp(names->sorted[position].name, name) == 0;
}

uint32_t mq_gltf_find_name(const gltf_names *names, const char *name) {
    uint32_t low = 0, high = names->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(names->sorted[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return mq_gltf_has_name(names, low, name) ? low : names->count;
}
