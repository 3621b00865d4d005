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

static inline void make_corner(const pet_triangle_runs *all, const pet_triangle_run *run,
                               uint32_t vertex, maq_pet_corner *out) {
    *out = (maq_pet_corner){.vertex = all->vertices[run->first_row + vertex],
                            .first_uv = run->first_uv + vertex * run->uv_count,
                            .uv_count = run->uv_count};
    if (run->normals)
        mq_axes_from_scene(MQ_AXES_PANGYA, run->normals[vertex], out->normal);
}

void mq_pet_make_triangles(const void *context, uint32_t first, uint32_t count,
                           maq_pet_triangle *out) {
    const pet_triangle_runs *all = context;
    const pet_triangle_run *run = count > 0 ? find_run(all, first) : NULL;
    for (uint32_t i = first; i < first + count; i++, out++) {
        if (i - run->first >= run->count)
            run++;
        const uint32_t *corners = run->triangles[i - run->first];
        make_corner(all, run, corners[0], &out->corners[0]);
        make_corner(all, run, corners[1], &out->corners[run->swap ? 2 : 1]);
        make_corner(all, run, corners[2], &out->corners[run->swap ? 1 : 2]);
        out->texture = all->textures[i];
        out->specular = (int8_t)all->speculars[i];
    }
}
