// SPDX-License-Identifier: MIT
//
// Objects by name. Extras refer to objects by their names, because editors reorder the lists of a
// file; an object whose name is empty or not unique is referred to by its index.
#ifndef MQ_GLTF_NAMES_H
#define MQ_GLTF_NAMES_H

#include "base/arena.h"

typedef struct gltf_named {
    const char *name;
    uint32_t index;
} gltf_named;

typedef struct gltf_names {
    const gltf_named *sorted; // by name, then by index
    uint32_t count;
} gltf_names;

// Sorts the names of `count` structs of `size` bytes, which have their name at `offset`; a name that
// is NULL counts as empty. False when there is no memory.
bool mq_gltf_sort_names(mq_arena *arena, const void *structs, size_t size, size_t offset,
                        uint32_t count, gltf_names *out);

// Where the objects of a name begin in `sorted`; names->count when there are none.
uint32_t mq_gltf_find_name(const gltf_names *names, const char *name);
// Whether the object at a position of `sorted` has that name.
bool mq_gltf_has_name(const gltf_names *names, uint32_t position, const char *name);

#endif
