// SPDX-License-Identifier: MIT
#include "formats/pet/pet_file_mesh.h"

void mq_pet_triangle_block(const pet_file_mesh *mesh, uint32_t first, pet_triangle_block *block) {
    enum { TRIANGLES = sizeof block->made_triangles / sizeof *block->made_triangles };
    enum { CORNER_UVS = sizeof block->made_uvs / sizeof *block->made_uvs / 3 };
    const maq_pet_mesh *lists = &mesh->lists;
    uint32_t left = lists->triangle_count - first;
    block->count = left < TRIANGLES ? left : TRIANGLES;
    if (!mesh->make) {
        block->triangles = lists->triangles + first;
        block->uvs = lists->uvs;
        block->uv_count = lists->uv_count;
        return;
    }
    if (mesh->most_uvs > 0 && block->count > CORNER_UVS / mesh->most_uvs)
        block->count = CORNER_UVS / mesh->most_uvs;
    mesh->make(mesh->context, first, block->count, PET_MOST_CORNER_UVS, block->made_triangles,
               block->made_uvs);
    block->triangles = block->made_triangles;
    block->uvs = block->made_uvs;
    block->uv_count = block->count * 3 * mesh->most_uvs;
}

bool mq_pet_list_triangles(pet_file_mesh *mesh, mq_arena *arena, uint32_t most) {
    uint32_t count = mesh->lists.triangle_count;
    if (!mesh->make)
        return true;
    uint64_t uv_count = (uint64_t)count * 3 * (most < mesh->most_uvs ? most : mesh->most_uvs);
    if (uv_count > UINT32_MAX) {
        mq_arena_fail(arena, MAQ_OVER_LIMIT);
        return false;
    }
    maq_pet_triangle *triangles = MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_pet_triangle, count);
    maq_pet_uv *uvs = MQ_NEW_ARRAY(arena, maq_pet_uv, (size_t)uv_count);
    if (!triangles || !uvs)
        return false;
    mesh->make(mesh->context, 0, count, most, triangles, uvs);
    mesh->lists.triangles = triangles;
    mesh->lists.uvs = uvs;
    mesh->lists.uv_count = (uint32_t)uv_count;
    mesh->make = NULL;
    return true;
}
