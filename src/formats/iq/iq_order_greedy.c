// SPDX-License-Identifier: MIT
//
// An order of triangles for meshes without any regularity: the next triangle is always one that
// the fewest vertices have to be fetched for, and among these one whose vertices have the fewest
// triangles left. It takes some hundred looks a triangle, so it is for small meshes.
#include "formats/iq/iq_compile.h"

#define CACHE_SIZE 32u

enum { LOOKS = 24 }; // at triangles of one vertex

typedef struct greedy {
    const uint32_t *triangles;
    uint32_t count;
    uint32_t *first, *end, *uses; // triangles by vertex; those before the first are drawn
    uint32_t *left;               // triangles of each vertex that are still to come
    uint32_t *time;               // when each vertex last came into the cache
    uint8_t *done;                // by triangle
    uint32_t clock, cursor;
    uint32_t cache[CACHE_SIZE]; // which vertex came in at each time
} greedy;

static bool is_cached(const greedy *g, uint32_t v) {
    return g->clock - g->time[v] <= CACHE_SIZE;
}

// What drawing a triangle takes; less is better.
static uint32_t cost_of(const greedy *g, uint32_t t) {
    const uint32_t *corner = g->triangles + (size_t)t * 3;
    uint32_t fetches = 0, left = 0;
    for (unsigned k = 0; k < 3; k++) {
        fetches += !is_cached(g, corner[k]);
        left += g->left[corner[k]] < 0xffff ? g->left[corner[k]] : 0xffff;
    }
    return fetches << 18 | left;
}

static uint32_t next_triangle(greedy *g) {
    uint32_t best = UINT32_MAX, least = UINT32_MAX;
    for (uint32_t back = 1; back <= CACHE_SIZE; back++) {
        uint32_t v = g->cache[(g->clock - back) % CACHE_SIZE];
        if (g->time[v] != g->clock - back || g->left[v] == 0)
            continue;
        while (g->done[g->uses[g->first[v]]])
            g->first[v]++;
        uint32_t end = g->end[v] - g->first[v] > LOOKS ? g->first[v] + LOOKS : g->end[v];
        for (uint32_t i = g->first[v]; i < end; i++) {
            uint32_t t = g->uses[i], cost = g->done[t] ? UINT32_MAX : cost_of(g, t);
            if (cost < least) {
                least = cost;
                best = t;
            }
        }
    }
    while (best == UINT32_MAX && g->cursor < g->count) {
        if (!g->done[g->cursor])
            best = g->cursor;
        g->cursor++;
    }
    return best;
}

static void list_uses(greedy *g, uint32_t vertex_count) {
    for (size_t i = 0; i < (size_t)g->count * 3; i++)
        g->left[g->triangles[i]]++;
    uint32_t sum = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        g->first[v] = g->end[v] = sum;
        sum += g->left[v];
    }
    for (uint32_t t = 0; t < g->count; t++) {
        for (unsigned k = 0; k < 3; k++)
            g->uses[g->end[g->triangles[(size_t)t * 3 + k]]++] = t;
    }
}

static uint32_t draw(greedy *g, uint32_t *out) {
    uint32_t begin = g->clock;
    for (uint32_t t = next_triangle(g); t != UINT32_MAX; t = next_triangle(g)) {
        g->done[t] = 1;
        for (unsigned k = 0; k < 3; k++) {
            uint32_t v = *out++ = g->triangles[(size_t)t * 3 + k];
            g->left[v]--;
            if (!is_cached(g, v)) {
                g->cache[g->clock % CACHE_SIZE] = v;
                g->time[v] = g->clock++;
            }
        }
    }
    return g->clock - begin;
}

bool mq_iq_order_greedy(const uint32_t *triangles, uint32_t count, uint32_t vertex_count,
                        uint32_t *out, mq_arena *arena, uint32_t *fetched) {
    mq_arena *scratch = mq_arena_scratch(arena);
    if (!scratch)
        return false;
    greedy g = {.triangles = triangles, .count = count, .clock = CACHE_SIZE + 1};
    g.first = MQ_RAW_ARRAY(scratch, uint32_t, vertex_count);
    g.end = MQ_RAW_ARRAY(scratch, uint32_t, vertex_count);
    g.uses = MQ_RAW_ARRAY(scratch, uint32_t, (size_t)count * 3);
    g.left = MQ_NEW_ARRAY(scratch, uint32_t, vertex_count);
    g.time = MQ_NEW_ARRAY(scratch, uint32_t, vertex_count);
    g.done = MQ_NEW_ARRAY(scratch, uint8_t, count);
    bool good = g.first && g.end && g.uses && g.left && g.time && g.done;
    if (good) {
        list_uses(&g, vertex_count);
        *fetched = draw(&g, out);
    }
    mq_arena_end_scratch(arena, scratch);
    return good;
}
