// SPDX-License-Identifier: MIT
//
// An order of triangles that suits vertex caches: fans round one vertex after the other, where the
// next is chosen among those that a first-in, first-out cache still holds long enough (Sander,
// Nehab, Barczak: Fast triangle reordering for vertex locality and reduced overdraw, 2007). Takes
// time in proportion to the triangles.
//
// The next vertex comes from the last fan, or from all of the cache. The first suits regular meshes
// far better, the second those of artists: both are tried. Small meshes that neither suits are
// ordered triangle by triangle: always one with the fewest vertices to fetch, and among these one
// whose vertices have the fewest triangles left. That costs some hundred comparisons a triangle.
//
// Large meshes are ordered in parts, each for itself, on all cores, where the parts share so few vertices that
// hardly more are fetched. That depends on the mesh alone, so the result does not depend on the cores.
#include <string.h>

#include "base/parallel.h"
#include "formats/iq/iq_compile.h"

#define CACHE_SIZE 32u

enum {
    TRIAL = 1 << 14,      // the method is chosen by so many triangles of a mesh
    MOST_CANDIDATES = 24, // triangles of one vertex that are compared
    MOST_PARTS = 4,
    PART = 1 << 16, // the fewest triangles of a part
};

typedef enum method { BY_FAN, BY_CACHE, BY_TRIANGLE } method;

typedef struct order {
    const uint32_t *triangles;
    uint32_t count;
    uint32_t base, vertex_count; // the vertices from `base` on; here they are counted from 0
    method how;
    uint32_t *out;
    uint32_t *first; // of each vertex, in uses
    uint32_t *uses;  // triangles by vertex
    uint32_t *from;  // BY_TRIANGLE: all uses of a vertex before that are done with
    uint32_t *left;  // triangles of each vertex that are still to come
    uint32_t *time;  // when each vertex last came into the cache
    uint8_t *done;   // by triangle
    uint32_t *met;   // vertices in the order of their meeting: where to go on at a dead end
    size_t met_count, met_capacity;
    uint32_t clock;
    uint32_t cursor;            // all vertices (BY_TRIANGLE: triangles) before it are done with
    uint32_t cache[CACHE_SIZE]; // which vertex came in at each time
} order;

static uint32_t corner_of(const order *o, uint32_t triangle, unsigned k) {
    return o->triangles[(size_t)triangle * 3 + k] - o->base;
}

static void list_uses(order *o) {
    memset(o->left, 0, o->vertex_count * sizeof *o->left);
    memset(o->time, 0, o->vertex_count * sizeof *o->time);
    memset(o->done, 0, o->count);
    for (size_t i = 0; i < (size_t)o->count * 3; i++)
        o->left[o->triangles[i] - o->base]++;
    uint32_t sum = 0;
    for (uint32_t v = 0; v < o->vertex_count; v++) {
        sum += o->left[v];
        o->first[v] = sum;
    }
    o->first[o->vertex_count] = sum;
    // From the back, so that each list is in order in the end and begins where it should.
    for (uint32_t t = o->count; t-- > 0;) {
        for (unsigned k = 3; k-- > 0;)
            o->uses[--o->first[corner_of(o, t, k)]] = t;
    }
}

// ------------------------------------------------------------------------------------------ fans

// Where to go on when no vertex of the last fan has triangles left.
static uint32_t after_dead_end(order *o) {
    while (o->met_count > 0) {
        uint32_t v = o->met[--o->met_count];
        if (o->left[v] > 0)
            return v;
    }
    while (o->cursor < o->vertex_count && o->left[o->cursor] == 0)
        o->cursor++;
    return o->cursor < o->vertex_count ? o->cursor : UINT32_MAX;
}

// For how long a vertex has been in the cache; 0 if it falls out of it while its fan is drawn.
static uint32_t useful_age(const order *o, uint32_t v) {
    uint32_t age = o->clock - o->time[v], left = o->left[v];
    return age > CACHE_SIZE || left > CACHE_SIZE || age + 2 * left > CACHE_SIZE ? 0 : age;
}

// The vertex of the last fan with the greatest useful age; UINT32_MAX when none has triangles left.
static uint32_t next_of_fan(const order *o, const uint32_t *fan, size_t length, uint32_t *age) {
    uint32_t best = UINT32_MAX;
    *age = 0;
    for (size_t i = 0; i < length; i++) {
        if (o->left[fan[i]] == 0)
            continue;
        uint32_t own = useful_age(o, fan[i]);
        if (best == UINT32_MAX || own > *age) {
            best = fan[i];
            *age = own;
        }
    }
    return best;
}

// The one in the cache with the greatest useful age, or else with the fewest triangles left, of which the one
// that came last. From the oldest on, so that the first with a useful age is the one.
static uint32_t next_of_cache(const order *o, uint32_t *age) {
    uint32_t best = UINT32_MAX, fewest = UINT32_MAX;
    *age = 0;
    for (uint32_t back = CACHE_SIZE; back > 0; back--) {
        uint32_t v = o->cache[(o->clock - back) % CACHE_SIZE], left = o->left[v];
        if (left == 0 || o->time[v] != o->clock - back)
            continue;
        if (left <= CACHE_SIZE && back + 2 * left <= CACHE_SIZE) {
            *age = back;
            return v;
        }
        if (left <= fewest) {
            best = v;
            fewest = left;
        }
    }
    return best;
}

static uint32_t next_vertex(order *o, const uint32_t *fan, size_t length) {
    uint32_t age, far_age;
    uint32_t best = next_of_fan(o, fan, length, &age);
    if (o->how == BY_CACHE) {
        uint32_t far = next_of_cache(o, &far_age);
        if (best == UINT32_MAX || far_age > 0)
            best = far;
    }
    return best != UINT32_MAX ? best : after_dead_end(o);
}

// Puts a triangle behind those that are there.
static void draw_triangle(order *o, uint32_t t, uint32_t *out) {
    o->done[t] = 1;
    for (unsigned k = 0; k < 3; k++) {
        uint32_t corner = out[k] = corner_of(o, t, k);
        o->left[corner]--;
        if (o->clock - o->time[corner] > CACHE_SIZE) {
            o->cache[o->clock % CACHE_SIZE] = corner;
            o->time[corner] = o->clock++;
        }
    }
}

// Removes vertices without triangles left, and all but the last meeting of each other one: its fan leaves no
// triangle to the earlier ones.
static void compact_met(order *o) {
    const uint32_t listed = UINT32_C(1) << 31; // more than a vertex has triangles
    size_t kept = o->met_count;
    for (size_t i = o->met_count; i-- > 0;) {
        uint32_t v = o->met[i];
        if (o->left[v] == 0 || o->left[v] >= listed)
            continue;
        o->left[v] |= listed;
        o->met[--kept] = v;
    }
    o->met_count -= kept;
    memmove(o->met, o->met + kept, o->met_count * sizeof *o->met);
    for (size_t i = 0; i < o->met_count; i++)
        o->left[o->met[i]] &= ~listed;
}

// Vertices with triangles left are where to go on; one after the other the same counts once.
static void remember_fan(order *o, const uint32_t *fan, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (o->left[fan[i]] == 0 || (o->met_count > 0 && o->met[o->met_count - 1] == fan[i]))
            continue;
        if (o->met_count == o->met_capacity)
            compact_met(o);
        o->met[o->met_count++] = fan[i];
    }
}

static void draw_fans(order *o) {
    uint32_t *out = o->out;
    size_t at = 0;
    for (uint32_t v = after_dead_end(o); v != UINT32_MAX;) {
        size_t fan = at;
        for (uint32_t i = o->first[v]; i < o->first[v + 1]; i++) {
            if (o->done[o->uses[i]])
                continue;
            draw_triangle(o, o->uses[i], out + at);
            at += 3;
        }
        remember_fan(o, out + fan, at - fan);
        v = next_vertex(o, out + fan, at - fan);
    }
}

// ------------------------------------------------------------------------------- single triangles

// The cost of drawing a triangle.
static uint32_t cost_of(const order *o, uint32_t t) {
    uint32_t fetches = 0, left = 0;
    for (unsigned k = 0; k < 3; k++) {
        uint32_t corner = corner_of(o, t, k);
        fetches += o->clock - o->time[corner] > CACHE_SIZE;
        left += o->left[corner]; // below TRIAL
    }
    return fetches << 16 | left;
}

// The best of those at the vertices in the cache, or else the next of all.
static uint32_t next_triangle(order *o) {
    uint32_t best = UINT32_MAX, least = UINT32_MAX;
    for (uint32_t back = 1; back <= CACHE_SIZE; back++) {
        uint32_t v = o->cache[(o->clock - back) % CACHE_SIZE], *from = &o->from[v];
        if (o->time[v] != o->clock - back || o->left[v] == 0)
            continue;
        while (o->done[o->uses[*from]])
            ++*from;
        uint32_t end =
            o->first[v + 1] - *from > MOST_CANDIDATES ? *from + MOST_CANDIDATES : o->first[v + 1];
        for (uint32_t i = *from; i < end; i++) {
            uint32_t t = o->uses[i], cost = o->done[t] ? UINT32_MAX : cost_of(o, t);
            if (cost < least) {
                least = cost;
                best = t;
            }
        }
    }
    for (; best == UINT32_MAX && o->cursor < o->count; o->cursor++) {
        if (!o->done[o->cursor])
            best = o->cursor;
    }
    return best;
}

static void draw_triangles(order *o) {
    uint32_t *out = o->out;
    memcpy(o->from, o->first, o->vertex_count * sizeof *o->from);
    for (uint32_t t = next_triangle(o); t != UINT32_MAX; t = next_triangle(o), out += 3)
        draw_triangle(o, t, out);
}

// ------------------------------------------------------------------------------------- methods

static bool allocate(order *o, mq_arena *scratch) {
    size_t corners = (size_t)o->count * 3, vertices = o->vertex_count;
    bool by_triangle = o->how == BY_TRIANGLE;
    o->clock = CACHE_SIZE + 1;
    o->first = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, vertices + 1);
    o->uses = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, corners);
    o->left = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, vertices);
    o->time = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, vertices);
    o->done = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint8_t, o->count);
    // Twice the vertices, so that at least half of it is free after compact_met().
    o->met_capacity = corners < vertices * 2 ? corners : vertices * 2;
    o->met = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, by_triangle ? 0 : o->met_capacity);
    o->from = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, by_triangle ? vertices : 0);
    return o->first && o->uses && o->left && o->time && o->done && o->met && o->from;
}

// Orders the triangles by one method; `*fetched` is how many vertices had to be fetched.
static bool try_method(method how, const uint32_t *triangles, uint32_t count, uint32_t vertex_count,
                       uint32_t *out, mq_arena *arena, uint32_t *fetched) {
    mq_arena *scratch = mq_arena_scratch(arena);
    order o = {.triangles = triangles,
               .count = count,
               .vertex_count = vertex_count,
               .how = how,
               .out = out};
    bool good = scratch && allocate(&o, scratch);
    if (good) {
        list_uses(&o);
        if (how == BY_TRIANGLE)
            draw_triangles(&o);
        else
            draw_fans(&o);
        *fetched = o.clock - (CACHE_SIZE + 1);
    }
    mq_arena_end_scratch(arena, scratch);
    return good;
}

// ------------------------------------------------------------------------------------------ parts

// Which vertices the triangles of a part have.
static void find_range(void *parts, size_t index) {
    order *o = (order *)parts + index;
    uint32_t low = UINT32_MAX, high = 0;
    for (size_t i = 0; i < (size_t)o->count * 3; i++) {
        uint32_t v = o->triangles[i];
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    o->base = low;
    o->vertex_count = high - low + 1;
}

static void list_part(void *parts, size_t index) {
    list_uses((order *)parts + index);
}

static void draw_part(void *parts, size_t index) {
    order *o = (order *)parts + index;
    draw_fans(o);
    for (size_t i = 0; i < (size_t)o->count * 3; i++)
        o->out[i] += o->base;
}

// How many vertices have triangles.
static uint64_t used_vertices(const order *o) {
    uint64_t count = 0;
    for (uint32_t v = 0; v < o->vertex_count; v++)
        count += o->left[v] > 0;
    return count;
}

// Cuts the triangles into parts. Returns how many; 1: the mesh is too small, or what the parts would keep for
// their vertices too large.
static uint32_t cut(const uint32_t *triangles, uint32_t count, uint32_t vertex_count, method how,
                    uint32_t *out, order *parts) {
    uint32_t part_count = count / PART < MOST_PARTS ? count / PART : MOST_PARTS;
    if (part_count < 2)
        return 1;
    for (uint32_t i = 0; i < part_count; i++) {
        uint32_t first = (uint32_t)((uint64_t)count * i / part_count);
        uint32_t end = (uint32_t)((uint64_t)count * (i + 1) / part_count);
        parts[i] = (order){.triangles = triangles + (size_t)first * 3,
                           .count = end - first,
                           .how = how,
                           .out = out + (size_t)first * 3};
    }
    mq_parallel(part_count, 0, find_range, NULL, parts);
    uint64_t kept = 0;
    for (uint32_t i = 0; i < part_count; i++)
        kept += parts[i].vertex_count;
    return kept <= (uint64_t)vertex_count * 2 ? part_count : 1;
}

// Orders a large mesh. Parts that share vertices fetch each of them again: up to one in 64 may be.
static bool order_large(const uint32_t *triangles, uint32_t count, uint32_t vertex_count,
                        method how, uint32_t *out, mq_arena *arena) {
    order parts[MOST_PARTS];
    uint32_t ignored, part_count = cut(triangles, count, vertex_count, how, out, parts);
    if (part_count > 1) {
        mq_arena *scratch = mq_arena_scratch(arena);
        bool good = scratch != NULL;
        for (uint32_t i = 0; good && i < part_count; i++)
            good = allocate(&parts[i], scratch);
        uint64_t used = 0;
        if (good)
            mq_parallel(part_count, 0, list_part, NULL, parts);
        for (uint32_t i = 0; good && i < part_count; i++)
            used += used_vertices(&parts[i]);
        bool suits = good && used <= (uint64_t)vertex_count + vertex_count / 64;
        if (suits)
            mq_parallel(part_count, 0, draw_part, NULL, parts);
        mq_arena_end_scratch(arena, scratch);
        if (!good || suits)
            return good;
    }
    return try_method(how, triangles, count, vertex_count, out, arena, &ignored);
}

// ------------------------------------------------------------------------------------- the whole

// Puts the triangles of another method into `out` if it fetched fewer vertices. Returns the fewest.
static uint32_t keep_better(uint32_t fetched, const uint32_t *triangles, uint32_t best,
                            uint32_t *out, uint32_t count) {
    if (fetched >= best)
        return best;
    memcpy(out, triangles, (size_t)count * 3 * sizeof *out);
    return fetched;
}

bool mq_iq_order(const uint32_t *triangles, uint32_t *count, uint32_t vertex_count, uint32_t *out,
                 mq_arena *scratch, uint64_t *unsearched) {
    (void)unsearched;
    uint32_t some = *count < TRIAL ? *count : TRIAL, far, near, other, some_vertices = 0;
    for (size_t i = 0; i < (size_t)some * 3; i++)
        some_vertices = some_vertices > triangles[i] ? some_vertices : triangles[i] + 1;
    uint32_t *trial = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, (size_t)some * 3);
    if (!trial || !try_method(BY_CACHE, triangles, some, some_vertices, trial, scratch, &far) ||
        !try_method(BY_FAN, triangles, some, some_vertices, out, scratch, &near))
        return false;
    if (some < *count)
        return order_large(triangles, *count, vertex_count, far < near ? BY_CACHE : BY_FAN, out,
                           scratch);
    uint32_t best = keep_better(far, trial, near, out, some);
    // When vertices are fetched much more than once, fans do not suit the mesh.
    if (best > vertex_count + vertex_count / 4) {
        if (!try_method(BY_TRIANGLE, triangles, some, vertex_count, trial, scratch, &other))
            return false;
        keep_better(other, trial, best, out, some);
    }
    return true;
}
