// SPDX-License-Identifier: MIT
//
// A mesh on its way into a file. Its triangles are a list, or they are made in blocks while they are encoded: a list
// has 76 bytes for each, and a scene with a million of them is converted in half of the memory without it.
#ifndef MQ_PET_FILE_MESH_H
#define MQ_PET_FILE_MESH_H

#include "base/arena.h"
#include "maquette/pet.h"

typedef void (*pet_make_triangles)(const void *context, uint32_t first, uint32_t count,
                                   maq_pet_triangle *out);

typedef struct pet_file_mesh {
    maq_pet_mesh lists;
    // Makes triangles that lists.triangles lacks; NULL: it has all. The members below belong to it.
    pet_make_triangles make;
    const void *context;
    const uint8_t *textures, *speculars; // as the file has them, one for each triangle
    uint64_t corner_uvs;                 // how many texture coordinates all corners have
} pet_file_mesh;

// How many triangles a block has at most.
#define PET_TRIANGLE_BLOCK 128

// The triangles from `first` on, at most a block of them; `block` holds them if they are made.
static inline const maq_pet_triangle *mq_pet_triangles(const pet_file_mesh *mesh, uint32_t first,
                                                       uint32_t count, maq_pet_triangle *block) {
    if (!mesh->make)
        return mesh->lists.triangles + first;
    mesh->make(mesh->context, first, count, block);
    return block;
}

// Makes a list of all triangles, for changes. False when there is no memory.
static inline bool mq_pet_list_triangles(pet_file_mesh *mesh, mq_arena *arena) {
    uint32_t count = mesh->lists.triangle_count;
    if (!mesh->make)
        return true;
    maq_pet_triangle *list = MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_pet_triangle, count);
    if (!list)
        return false;
    mesh->make(mesh->context, 0, count, list);
    mesh->lists.triangles = list;
    mesh->make = NULL;
    return true;
}

#endif
