// SPDX-License-Identifier: MIT
#include "scene/closed.h"

#include "base/sort.h"
#include "scene/geometry.h"

// A directed edge of a triangle between welded points.
typedef struct edge {
    uint32_t from, to;
} edge;

static int compare_edges(const void *a, const void *b, const void *context) {
    const edge *x = a, *y = b;
    (void)context;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

// How many of the sorted edges go from one point to another; 2 stands for more.
static unsigned count_edges(const edge *edges, size_t count, edge wanted) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_edges(&edges[middle], &wanted, NULL) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    unsigned found = 0;
    while (found < 2 && low + found < count &&
           compare_edges(&edges[low + found], &wanted, NULL) == 0)
        found++;
    return found;
}

// The representative of a point's part, with the path to it made short.
static uint32_t find_part(uint32_t *parents, uint32_t point) {
    while (parents[point] != point) {
        parents[point] = parents[parents[point]];
        point = parents[point];
    }
    return point;
}

const bool *mq_closed_triangles(mq_arena *arena, const maq_scene_mesh *mesh) {
    uint32_t count = mesh->triangle_count;
    mq_arena *scratch = mq_arena_scratch(arena);
    bool *closed = MQ_NEW_ARRAY(arena, bool, count);
    uint32_t *points = scratch ? MQ_NEW_ARRAY(scratch, uint32_t, mesh->vertex_count) : NULL;
    uint32_t *parts = scratch ? MQ_NEW_ARRAY(scratch, uint32_t, mesh->vertex_count) : NULL;
    bool *open = scratch ? MQ_NEW_ARRAY(scratch, bool, mesh->vertex_count) : NULL;
    double *volumes = scratch ? MQ_NEW_ARRAY(scratch, double, mesh->vertex_count) : NULL;
    edge *edges = scratch ? MQ_NEW_ARRAY(scratch, edge, (size_t)count * 3) : NULL;
    edge *spare = scratch ? MQ_NEW_ARRAY(scratch, edge, (size_t)count * 3) : NULL;
    bool good = closed && points && parts && open && volumes && edges && spare &&
                mq_weld(scratch, mesh->positions, mesh->vertex_count, sizeof *mesh->positions,
                        points) != UINT32_MAX;
    for (uint32_t i = 0; good && i < mesh->vertex_count; i++)
        parts[i] = i;
    for (uint32_t i = 0; good && i < count; i++) {
        const uint32_t *t = mesh->triangles[i];
        for (int k = 0; k < 3; k++) {
            edges[(size_t)i * 3 + (size_t)k] = (edge){points[t[k]], points[t[(k + 1) % 3]]};
            parts[find_part(parts, points[t[k]])] = find_part(parts, points[t[0]]);
        }
    }
    const edge *sorted =
        good ? mq_sort(edges, spare, (size_t)count * 3, sizeof *edges, compare_edges, NULL) : NULL;
    for (uint32_t i = 0; good && i < count; i++) {
        const uint32_t *t = mesh->triangles[i];
        uint32_t part = find_part(parts, points[t[0]]);
        volumes[part] += mq_signed_volume(mesh->positions, &mesh->triangles[i], 1);
        for (int k = 0; k < 3; k++) {
            edge forth = {points[t[k]], points[t[(k + 1) % 3]]}, back = {forth.to, forth.from};
            if (count_edges(sorted, (size_t)count * 3, forth) != 1 ||
                count_edges(sorted, (size_t)count * 3, back) != 1)
                open[part] = true;
        }
    }
    for (uint32_t i = 0; good && i < count; i++) {
        uint32_t part = find_part(parts, points[mesh->triangles[i][0]]);
        closed[i] = !open[part] && volumes[part] > 0;
    }
    mq_arena_end_scratch(arena, scratch);
    return good ? closed : NULL;
}
