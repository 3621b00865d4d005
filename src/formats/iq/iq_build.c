// SPDX-License-Identifier: MIT
//
// The vertices and triangles of the model, mesh after mesh: equal corners become one vertex,
// triangles without area go, the rest is put in an order that suits vertex caches, and vertices are
// numbered as that order meets them.
#include <string.h>

#include "formats/iq/iq_compile.h"

typedef struct build {
    iq_geometry *g;
    iq_builder how;
    mq_arena *scratch;     // for the whole build
    mq_arena *key_scratch; // for the next three, until the corners of the last mesh have vertices
    uint32_t *equal_vertices;
    uint32_t *corner_keys; // for made normals: which corners are the same vertex
    uint32_t *local;       // vertex of a mesh (from 1, counted over all meshes) for each key
    uint32_t local_count;
    iq_vertex *mesh_vertices; // of the mesh at hand
    uint32_t *mesh_triangles;
} build;

// --------------------------------------------------------------------------------------- corners

// Numbers for all different pairs of equal vertices and equal normals.
static bool key_corners(build *b, uint32_t *key_count) {
    iq_geometry *g = b->g;
    size_t corner_count = (size_t)g->triangle_count * 3, slot_count = 16;
    while (slot_count < corner_count + corner_count / 2)
        slot_count *= 2;
    b->corner_keys = MQ_NEW_UNINITIALIZED_ARRAY(b->key_scratch, uint32_t, corner_count);
    mq_arena *scratch = b->corner_keys ? mq_arena_scratch(b->key_scratch) : NULL;
    uint32_t *slots = scratch ? MQ_NEW_ARRAY(scratch, uint32_t, slot_count) : NULL; // key + 1
    uint64_t *pairs =
        slots ? MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint64_t, corner_count) : NULL; // by key
    uint32_t *equal_normals = NULL;
    bool good = pairs && mq_iq_equal_normals(g, scratch, b->how.reference, &equal_normals);
    uint32_t count = 0;
    for (size_t i = 0; good && i < corner_count; i++) {
        uint64_t vertex = b->equal_vertices[g->corners[i]];
        uint64_t pair = vertex << 32 | equal_normals[g->corner_normals[i]];
        size_t at = (size_t)(pair * 0x9e3779b97f4a7c15u >> 32) & (slot_count - 1);
        while (slots[at] && pairs[slots[at] - 1] != pair)
            at = (at + 1) & (slot_count - 1);
        if (!slots[at]) {
            pairs[count] = pair;
            slots[at] = ++count;
        }
        b->corner_keys[i] = slots[at] - 1;
    }
    mq_arena_end_scratch(b->key_scratch, scratch);
    *key_count = count;
    return good;
}

// The vertex of a corner in the mesh at hand, whose first is counted as `first`.
static uint32_t local_vertex(build *b, size_t corner, uint32_t first) {
    const iq_geometry *g = b->g;
    uint32_t source = g->corners[corner];
    uint32_t key = b->corner_keys ? b->corner_keys[corner] : b->equal_vertices[source];
    // Numbers grow from mesh to mesh: one of an earlier mesh does not count.
    if (b->local[key] <= first) {
        uint32_t normal = g->corner_normals ? g->corner_normals[corner] : source;
        b->mesh_vertices[b->local_count - first] = (iq_vertex){source, normal};
        b->local[key] = ++b->local_count;
    }
    return b->local[key] - 1 - first;
}

// The triangles of some parts, as vertices of the mesh; those without area are left out.
static uint32_t gather(build *b, uint32_t triangle, uint32_t end, uint32_t first, uint32_t count) {
    for (; triangle < end; triangle++) {
        uint32_t v[3];
        for (unsigned k = 0; k < 3; k++)
            v[k] = local_vertex(b, (size_t)triangle * 3 + k, first);
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
            b->g->degenerate++;
            continue;
        }
        memcpy(b->mesh_triangles + (size_t)count++ * 3, v, sizeof v);
    }
    return count;
}

// ---------------------------------------------------------------------------------------- meshes

// Gives the triangles of a mesh to the model, numbering vertices as they come.
static bool emit(build *b, uint32_t mesh, uint32_t count, uint32_t vertex_count) {
    iq_geometry *g = b->g;
    mq_arena *scratch = mq_arena_scratch(b->scratch);
    uint32_t *out = g->triangles + (size_t)g->out_count * 3;
    bool good = scratch &&
                b->how.order(b->mesh_triangles, &count, vertex_count, out, scratch, &g->unsearched);
    uint32_t *number = good ? MQ_NEW_ARRAY(scratch, uint32_t, vertex_count) : NULL;
    good = number != NULL;
    struct iq_mesh_range *range = &g->ranges[mesh];
    *range = (struct iq_mesh_range){
        .first_vertex = g->vertex_count, .first_triangle = g->out_count, .triangle_count = count};
    for (size_t i = 0; good && i < (size_t)count * 3; i++) {
        uint32_t v = out[i];
        if (!number[v]) {
            g->vertices[g->vertex_count++] = b->mesh_vertices[v];
            number[v] = g->vertex_count;
        }
        out[i] = number[v] - 1;
    }
    g->out_count += count;
    range->vertex_count = g->vertex_count - range->first_vertex;
    mq_arena_end_scratch(b->scratch, scratch);
    return good;
}

static void free_keys(build *b) {
    mq_arena_end_scratch(b->scratch, b->key_scratch);
    b->key_scratch = NULL;
}

static bool build_mesh(build *b, uint32_t mesh) {
    iq_geometry *g = b->g;
    uint32_t first = b->local_count, count = 0;
    for (uint32_t p = g->meshes.items[mesh].first_part; p != UINT32_MAX; p = g->meshes.next_part[p])
        count = gather(b, g->part_triangles[p], g->part_triangles[p + 1], first, count);
    if (mesh + 1 == g->meshes.count)
        free_keys(b);
    return emit(b, mesh, count, b->local_count - first);
}

// The most corners of a mesh.
static size_t largest_mesh(const iq_geometry *g) {
    size_t most = 0;
    for (uint32_t m = 0; m < g->meshes.count; m++) {
        if (g->meshes.items[m].triangle_count > most)
            most = g->meshes.items[m].triangle_count;
    }
    return (most < g->triangle_count ? most : g->triangle_count) * 3;
}

// Whether the corners can be overwritten by the triangles of each mesh: no triangle is read again, and none is
// written before it is read.
static bool corners_are_spare(const iq_geometry *g) {
    bool spare = g->scene_lists && g->corners == g->scene_lists->corners;
    for (uint32_t m = 0; spare && m < g->meshes.count; m++)
        spare = !g->meshes.items[m].reopened;
    return spare;
}

static bool prepare(build *b, mq_arena *keep) {
    iq_geometry *g = b->g;
    b->key_scratch = mq_arena_scratch(b->scratch);
    if (!b->key_scratch ||
        !mq_iq_equal_vertices(g, b->key_scratch, b->how.reference, &b->equal_vertices))
        return false;
    uint32_t key_count = g->iqe->lists[MAQ_IQE_POSITION].count;
    if (g->corner_normals && !key_corners(b, &key_count))
        return false;
    size_t mesh_corners = largest_mesh(g);
    size_t most_vertices = (size_t)g->triangle_count * 3;
    if (!g->corner_normals && g->meshes.count == 1 && most_vertices > key_count)
        most_vertices = key_count;
    b->local = MQ_NEW_ARRAY(b->key_scratch, uint32_t, key_count);
    mq_arena_count_bytes(b->scratch, b->key_scratch);
    b->mesh_vertices = MQ_NEW_UNINITIALIZED_ARRAY(
        b->scratch, iq_vertex, mesh_corners < key_count ? mesh_corners : key_count);
    g->vertices = MQ_NEW_UNINITIALIZED_ARRAY(keep, iq_vertex, most_vertices);
    size_t corners = (size_t)g->triangle_count * 3;
    mq_arena *triangle_arena = g->triangle_arena ? g->triangle_arena : keep;
    g->triangles = MQ_NEW_UNINITIALIZED_ARRAY(triangle_arena, uint32_t, corners);
    if (!b->how.reference && corners_are_spare(g))
        g->spare_corners = g->scene_lists->corners;
    else if (g->spare_arena)
        g->spare_corners = MQ_NEW_UNINITIALIZED_ARRAY(g->spare_arena, uint32_t, corners);
    b->mesh_triangles = g->spare_corners || g->spare_arena
                            ? g->spare_corners
                            : MQ_NEW_UNINITIALIZED_ARRAY(b->scratch, uint32_t, mesh_corners);
    g->ranges = mq_arena_alloc(keep, g->meshes.count, sizeof *g->ranges, alignof(max_align_t));
    return b->local && b->mesh_vertices && b->mesh_triangles && g->vertices && g->triangles &&
           g->ranges;
}

bool mq_iq_build(iq_geometry *g, mq_arena *keep, iq_builder how) {
    build b = {.g = g, .how = how, .scratch = mq_arena_scratch(keep)};
    bool good = b.scratch && prepare(&b, keep);
    for (uint32_t m = 0; good && m < g->meshes.count; m++)
        good = build_mesh(&b, m);
    if (b.scratch)
        free_keys(&b);
    mq_arena_end_scratch(keep, b.scratch);
    return good;
}
