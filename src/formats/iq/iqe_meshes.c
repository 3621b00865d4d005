// SPDX-License-Identifier: MIT
#include "formats/iq/iqe_meshes.h"

#include <string.h>

#include "base/sort.h"

bool mq_iqe_triangle_soup(const maq_iqe *iqe) {
    return iqe->faces.count == 0;
}

uint32_t mq_iqe_part_triangles(const maq_iqe *iqe, uint32_t part) {
    if (mq_iqe_triangle_soup(iqe)) {
        // The triangles of a soup are counted from the mesh line on, whatever lines come between.
        const maq_iqe_part *p = &iqe->parts[part];
        uint32_t begin = p->first_vertex - p->mesh_vertex;
        return (begin + mq_iqe_part_vertices(iqe, part)) / 3 - begin / 3;
    }
    uint32_t count = 0, face = iqe->parts[part].first_face;
    for (uint32_t end = face + mq_iqe_part_faces(iqe, part); face < end; face++)
        count += mq_iqe_fan_triangles(&iqe->faces, face);
    return count;
}

// Numbers for pairs of numbers, by sorting: parts are few, but may be made many.
typedef struct part_key {
    uint32_t mesh, material, part;
} part_key;

static int compare_keys(const void *left, const void *right, const void *context) {
    (void)context;
    const part_key *a = left, *b = right;
    if (a->mesh != b->mesh)
        return a->mesh < b->mesh ? -1 : 1;
    return a->material < b->material ? -1 : a->material > b->material;
}

// Chains the parts of equal names; `keys` are sorted.
static void chain_parts(iqe_meshes *out, const part_key *keys, size_t count, uint32_t *first_part) {
    for (size_t i = 0; i < count; i++) {
        bool same =
            i > 0 && keys[i].mesh == keys[i - 1].mesh && keys[i].material == keys[i - 1].material;
        if (same)
            out->next_part[keys[i - 1].part] = keys[i].part;
        first_part[keys[i].part] = same ? first_part[keys[i - 1].part] : keys[i].part;
    }
}

// Counts the different vertices of each mesh.
static bool count_vertices(const maq_iqe *iqe, mq_arena *arena, iqe_meshes *meshes) {
    uint32_t vertices = iqe->lists[MAQ_IQE_POSITION].count;
    mq_arena *scratch = mq_arena_scratch(arena);
    uint32_t *seen = scratch ? MQ_NEW_ARRAY(scratch, uint32_t, vertices) : NULL; // mesh + 1
    for (uint32_t m = 0; seen && m < meshes->count; m++) {
        iqe_mesh *mesh = &meshes->items[m];
        if (meshes->is_soup) {
            mesh->vertex_count = mesh->triangle_count * 3;
            continue;
        }
        for (uint32_t p = mesh->first_part; p != UINT32_MAX; p = meshes->next_part[p]) {
            uint32_t face = iqe->parts[p].first_face, end = face + mq_iqe_part_faces(iqe, p);
            for (uint32_t i = iqe->faces.first[face]; i < iqe->faces.first[end]; i++) {
                uint32_t v = iqe->faces.corners[i];
                if (v < vertices && seen[v] != m + 1) {
                    seen[v] = m + 1;
                    mesh->vertex_count++;
                }
            }
        }
    }
    mq_arena_end_scratch(arena, scratch);
    return seen != NULL;
}

bool mq_iqe_find_meshes(const maq_iqe *iqe, mq_arena *scratch, iqe_meshes *out) {
    uint32_t parts = iqe->part_count;
    *out = (iqe_meshes){.is_soup = mq_iqe_triangle_soup(iqe)};
    part_key *keys = MQ_NEW_ARRAY(scratch, part_key, parts);
    part_key *spare = MQ_NEW_ARRAY(scratch, part_key, parts);
    uint32_t *first_part = MQ_NEW_ARRAY(scratch, uint32_t, parts);
    iqe_mesh *items = MQ_NEW_ARRAY(scratch, iqe_mesh, parts);
    uint32_t *mesh_of_part = MQ_NEW_ARRAY(scratch, uint32_t, parts);
    uint32_t *next_part = MQ_NEW_ARRAY(scratch, uint32_t, parts);
    if (!keys || !spare || !first_part || !items || !mesh_of_part || !next_part)
        return false;
    iq_name_table names = {.arena = scratch}, material_names = {.arena = scratch};
    size_t key_count = 0;
    for (uint32_t p = 0; p < parts; p++) {
        mesh_of_part[p] = next_part[p] = UINT32_MAX;
        if (mq_iqe_part_triangles(iqe, p) == 0)
            continue;
        uint32_t mesh = mq_iq_name_number(&names, iqe->parts[p].mesh);
        uint32_t material = mq_iq_name_number(&material_names, iqe->parts[p].material);
        if (mesh == UINT32_MAX || material == UINT32_MAX)
            return false;
        keys[key_count++] = (part_key){mesh, material, p};
    }
    out->mesh_of_part = mesh_of_part;
    out->next_part = next_part;
    chain_parts(out, mq_sort(keys, spare, key_count, sizeof *keys, compare_keys, NULL), key_count,
                first_part);
    uint32_t last_mesh = UINT32_MAX;
    iq_name_table used = {.arena = scratch};
    for (uint32_t p = 0; p < parts; p++) {
        uint32_t triangles = mq_iqe_part_triangles(iqe, p);
        if (triangles == 0)
            continue;
        if (first_part[p] == p) {
            mesh_of_part[p] = out->count;
            uint32_t material = mq_iq_name_number(&used, iqe->parts[p].material);
            if (material == UINT32_MAX)
                return false;
            items[out->count++] = (iqe_mesh){.name = iqe->parts[p].mesh,
                                             .material = iqe->parts[p].material,
                                             .first_part = p,
                                             .material_number = material};
        }
        uint32_t mesh = mesh_of_part[p] = mesh_of_part[first_part[p]];
        items[mesh].triangle_count += triangles;
        if (first_part[p] != p && mesh != last_mesh)
            items[mesh].reopened = true;
        last_mesh = mesh;
    }
    out->items = items;
    return count_vertices(iqe, scratch, out);
}
