// SPDX-License-Identifier: MIT
#include "formats/pet/pet_from_scene_triangles.h"

#include "scene/axes.h"

// The run that has a triangle.
static const pet_triangle_run *find_run(const pet_triangle_runs *all, uint32_t triangle) {
    uint32_t low = 0, high = all->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (all->runs[middle].first <= triangle)
            low = middle;
        else
            high = middle;
    }
    return &all->runs[low];
}

// Where triangles are made.
typedef struct making {
    const pet_triangle_runs *all;
    uint32_t most; // texture coordinates of a corner
    maq_pet_uv *uvs;
    uint32_t uv_count;
} making;

static inline void make_corner(making *m, const pet_triangle_run *run, uint32_t vertex,
                               maq_pet_corner *out) {
    const maq_scene_mesh *mesh = run->mesh;
    *out = (maq_pet_corner){.vertex = m->all->vertices[run->first_row + vertex],
                            .first_uv = m->uv_count,
                            .uv_count = run->uv_count};
    if (run->normals)
        mq_axes_from_scene(MQ_AXES_PANGYA, run->normals[vertex], out->normal);
    for (uint32_t set = 0; set < run->uv_count && set < m->most; set++)
        m->uvs[m->uv_count++] = set < mesh->uv_set_count ? (maq_pet_uv){mesh->uvs[set][vertex][0],
                                                                        mesh->uvs[set][vertex][1]}
                                                         : (maq_pet_uv){0, 0};
}

void mq_pet_make_triangles(const void *context, uint32_t first, uint32_t count, uint32_t most,
                           maq_pet_triangle *triangles, maq_pet_uv *uvs) {
    making m = {.all = context, .most = most, .uvs = uvs};
    if (count == 0)
        return;
    const pet_triangle_run *run = find_run(m.all, first);
    for (uint32_t i = first; i < first + count; i++) {
        if (i - run->first >= run->count)
            run++;
        const uint32_t *corners = run->triangles[i - run->first];
        maq_pet_triangle *out = &triangles[i - first];
        make_corner(&m, run, corners[0], &out->corners[0]);
        make_corner(&m, run, corners[1], &out->corners[run->swap ? 2 : 1]);
        make_corner(&m, run, corners[2], &out->corners[run->swap ? 1 : 2]);
        out->texture = m.all->textures[i];
        out->specular = (int8_t)m.all->speculars[i];
    }
}
