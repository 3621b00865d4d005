// SPDX-License-Identifier: MIT
//
// Meshes with more vertices than version 3 can number, cut into pieces.
#include <string.h>

#include "formats/wzm/wzm_from_scene.h"

typedef float vec2[2];
typedef float vec3[3];
typedef float vec4[4];

bool mq_wzm_cutter_init(wzm_cutter *cutter, mq_arena *arena, const maq_scene_mesh *mesh) {
    *cutter = (wzm_cutter){.arena = arena, .mesh = mesh};
    cutter->numbers = MQ_NEW_ARRAY(arena, uint32_t, mesh->vertex_count);
    cutter->vertices = MQ_NEW_ARRAY(arena, uint32_t, WZM_MOST_VERTICES);
    return cutter->numbers && cutter->vertices;
}

// Adds triangles to the piece while their corners fit. Numbers count from 1: 0 is none yet.
static uint32_t add_triangles(wzm_cutter *cutter, uint32_t *vertex_count) {
    const maq_scene_mesh *mesh = cutter->mesh;
    uint32_t used = 0, at = cutter->next;
    for (; at < mesh->triangle_count && used + 3 <= WZM_MOST_VERTICES; at++) {
        for (int c = 0; c < 3; c++) {
            uint32_t vertex = mesh->triangles[at][c];
            if (cutter->numbers[vertex])
                continue;
            cutter->vertices[used++] = vertex;
            cutter->numbers[vertex] = used;
        }
    }
    *vertex_count = used;
    return at;
}

bool mq_wzm_cut(wzm_cutter *cutter, maq_scene_mesh *piece) {
    const maq_scene_mesh *mesh = cutter->mesh;
    uint32_t count, first = cutter->next;
    cutter->next = add_triangles(cutter, &count);
    uint32_t(*triangles)[3] =
        mq_arena_alloc(cutter->arena, cutter->next - first, sizeof *triangles, alignof(uint32_t));
    vec3 *positions = MQ_NEW_UNINITIALIZED_ARRAY(cutter->arena, vec3, count);
    vec3 *normals = mesh->normals ? MQ_NEW_UNINITIALIZED_ARRAY(cutter->arena, vec3, count) : NULL;
    vec4 *tangents = mesh->tangents ? MQ_NEW_UNINITIALIZED_ARRAY(cutter->arena, vec4, count) : NULL;
    vec2 *uvs = mesh->uv_set_count ? MQ_NEW_UNINITIALIZED_ARRAY(cutter->arena, vec2, count) : NULL;
    const float(**sets)[2] = mq_arena_alloc(cutter->arena, 1, sizeof *sets, alignof(vec2 *));
    const char *name = cutter->pieces++
                           ? mq_arena_format(cutter->arena, "%.60s-%u", mesh->name, cutter->pieces)
                           : mesh->name;
    if (!triangles || !positions || (mesh->normals && !normals) || (mesh->tangents && !tangents) ||
        (mesh->uv_set_count && !uvs) || !sets || !name)
        return false;
    for (uint32_t i = first; i < cutter->next; i++) {
        for (int c = 0; c < 3; c++)
            triangles[i - first][c] = cutter->numbers[mesh->triangles[i][c]] - 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = cutter->vertices[i];
        memcpy(positions[i], mesh->positions[from], sizeof positions[i]);
        if (normals)
            memcpy(normals[i], mesh->normals[from], sizeof normals[i]);
        if (tangents)
            memcpy(tangents[i], mesh->tangents[from], sizeof tangents[i]);
        if (uvs)
            memcpy(uvs[i], mesh->uvs[0][from], sizeof uvs[i]);
        cutter->numbers[from] = 0;
    }
    *sets = (const float(*)[2])uvs;
    *piece = (maq_scene_mesh){.name = name,
                              .vertex_count = count,
                              .triangle_count = cutter->next - first,
                              .positions = (const float(*)[3])positions,
                              .normals = (const float(*)[3])normals,
                              .tangents = (const float(*)[4])tangents,
                              .uv_set_count = uvs ? 1 : 0,
                              .uvs = (const float(*const *)[2])sets,
                              .triangles = (const uint32_t(*)[3])triangles};
    return true;
}
