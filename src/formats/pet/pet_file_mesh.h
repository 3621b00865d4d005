// SPDX-License-Identifier: MIT
//
// A mesh on its way into a file. Its triangles are a list, or they are made in blocks while they are
// encoded: a list has 76 bytes for each, and a scene with a million of them is converted in half of the
// memory without it.
#ifndef MQ_PET_FILE_MESH_H
#define MQ_PET_FILE_MESH_H

#include "base/arena.h"
#include "maquette/pet.h"

// Makes `count` triangles. Their texture coordinates, at most `most` for each corner, follow each other in
// `uvs`.
typedef void (*pet_make_triangles)(const void *context, uint32_t first, uint32_t count,
                                   uint32_t most, maq_pet_triangle *triangles, maq_pet_uv *uvs);

typedef struct pet_file_mesh {
    maq_pet_mesh lists;
    // The arena of the lists of vertices and weights, which is freed as soon as they are encoded, so that the
    // corners, by far the most bytes of a mesh, take its memory. NULL: the lists stay.
    mq_arena **vertex_arena;
    // Makes triangles and texture coordinates that the lists lack; NULL: they have all. The members below
    // belong to it.
    pet_make_triangles make;
    const void *context;
    const uint8_t *textures, *speculars; // as the file has them, one for each triangle
    uint32_t most_uvs;                   // of a corner
    uint64_t corner_uvs;                 // of all corners together
} pet_file_mesh;

// The most texture coordinates that a corner can have in a file.
#define PET_MOST_CORNER_UVS 255

// Some triangles that follow each other, with the texture coordinates that they refer to.
typedef struct pet_triangle_block {
    const maq_pet_triangle *triangles;
    const maq_pet_uv *uvs;
    uint32_t count, uv_count;
    maq_pet_triangle made_triangles[128];
    maq_pet_uv made_uvs[3 * PET_MOST_CORNER_UVS];
} pet_triangle_block;

// The block that begins with a triangle of the mesh.
void mq_pet_triangle_block(const pet_file_mesh *mesh, uint32_t first, pet_triangle_block *block);

// Makes lists of all triangles and of at most `most` texture coordinates of each corner, for changes. False
// when there is no memory.
bool mq_pet_list_triangles(pet_file_mesh *mesh, mq_arena *arena, uint32_t most);

#endif
