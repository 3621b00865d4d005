// SPDX-License-Identifier: MIT
//
// The reference compiler's order of triangles: Forsyth's scores over a cache list of 32, with the
// fault that ranks 33 and 34 score NaN, which vertices keep when they are evicted. Triangles with
// such a vertex may never be drawn again: they are dropped.
#include <math.h>
#include <string.h>

#include "formats/iq/iq_compile.h"

#define CACHE_SIZE 32

// The reference compiler computes the scores of all triangles at the vertices in its cache, for each
// triangle that it draws: quadratic time when thousands share a vertex. Behind a budget, of which
// models need a small part, only some are compared, and the result differs.
enum { STEPS = 50000000, STEPS_A_TRIANGLE = 250, MOST_CANDIDATES = 32 };

typedef struct vertex {
    int32_t rank; // -1: not in the list
    float score;
    uint32_t first, left; // uses
} vertex;

// The first of the best triangles among BLOCK_SIZE, so that not all have to be searched.
enum { BLOCK_SIZE = 256 };
typedef struct block {
    uint32_t best; // UINT32_MAX: none is left
    float score;
    bool is_current; // no score has changed since
} block;

typedef struct order {
    const uint32_t *triangles;
    uint32_t count;
    block *blocks;
    vertex *vertices;
    uint32_t *uses;
    float *scores;
    uint8_t *done;
    uint64_t budget;     // scores that may still be computed in full
    uint32_t unsearched; // triangles that were chosen after it was used up
    uint32_t cache[CACHE_SIZE + 3];
    unsigned cached;
} order;

static void score_vertex(vertex *v) {
    if (v->left == 0) {
        v->score = -1.0f;
        return;
    }
    // The reference compiler has powf(left, -0.5f) and powf(rest, 1.5f). Roots are the same on all
    // systems.
    double rest = 1.0f - (float)(v->rank - 3) / (float)(CACHE_SIZE - 3);
    v->score = 2.0f * (float)(1 / sqrt(v->left));
    if (v->rank >= 3)
        v->score += (float)(rest * sqrt(rest));
    else if (v->rank >= 0)
        v->score += 0.75f;
}

static float score_triangle(order *o, uint32_t t) {
    const uint32_t *corner = o->triangles + (size_t)t * 3;
    o->blocks[t / BLOCK_SIZE].is_current = false;
    return o->scores[t] = o->vertices[corner[0]].score + o->vertices[corner[1]].score +
                          o->vertices[corner[2]].score;
}

static void remove_use(order *o, vertex *v, uint32_t t) {
    uint32_t *uses = o->uses + v->first;
    for (uint32_t i = 0; i < v->left; i++) {
        if (uses[i] == t) {
            uses[i] = uses[--v->left];
            return;
        }
    }
}

static void remove_cached(order *o, uint32_t v) {
    unsigned at = 0;
    while (o->cache[at] != v)
        at++;
    o->cached--;
    memmove(o->cache + at, o->cache + at + 1, (o->cached - at) * sizeof *o->cache);
    o->vertices[v].rank = -1;
}

static void update_block(order *o, uint32_t index) {
    block *b = &o->blocks[index];
    uint32_t first = index * BLOCK_SIZE;
    uint32_t end = o->count - first > BLOCK_SIZE ? first + BLOCK_SIZE : o->count;
    *b = (block){UINT32_MAX, -1e16f, true};
    for (uint32_t i = first; i < end; i++) {
        if (!o->done[i] && o->scores[i] > b->score) {
            b->best = i;
            b->score = o->scores[i];
        }
    }
}

// The first of the best triangles that are left; UINT32_MAX when there are none.
static uint32_t best_of_all(order *o) {
    uint32_t best = UINT32_MAX;
    float best_score = -1e16f;
    for (uint32_t i = 0; i < (o->count + BLOCK_SIZE - 1) / BLOCK_SIZE; i++) {
        if (!o->blocks[i].is_current)
            update_block(o, i);
        if (o->blocks[i].score > best_score) {
            best = o->blocks[i].best;
            best_score = o->blocks[i].score;
        }
    }
    return best;
}

// Draws a triangle and says which comes next.
static uint32_t draw(order *o, uint32_t t) {
    o->done[t] = 1;
    o->blocks[t / BLOCK_SIZE].is_current = false;
    for (unsigned k = 0; k < 3; k++) {
        uint32_t number = o->triangles[(size_t)t * 3 + k];
        vertex *v = &o->vertices[number];
        remove_use(o, v, t);
        if (v->rank >= 0)
            remove_cached(o, number);
        if (v->left == 0)
            continue;
        memmove(o->cache + 1, o->cache, o->cached * sizeof *o->cache);
        o->cache[0] = number;
        o->cached++;
        v->rank = 0;
    }
    for (unsigned i = 0; i < o->cached; i++) {
        o->vertices[o->cache[i]].rank = (int32_t)i;
        score_vertex(&o->vertices[o->cache[i]]);
    }
    uint32_t best = UINT32_MAX;
    float best_score = -1e16f;
    for (unsigned i = 0; i < o->cached; i++) {
        const vertex *v = &o->vertices[o->cache[i]];
        uint32_t most = o->budget == 0 && v->left > MOST_CANDIDATES ? MOST_CANDIDATES : v->left;
        o->budget -= o->budget < most ? o->budget : most;
        o->unsearched += most < v->left;
        for (uint32_t k = 0; k < most; k++) {
            uint32_t use = o->uses[v->first + k];
            float score = score_triangle(o, use);
            if (score > best_score) {
                best = use;
                best_score = score;
            }
        }
    }
    while (o->cached > CACHE_SIZE)
        o->vertices[o->cache[--o->cached]].rank = -1;
    return best == UINT32_MAX ? best_of_all(o) : best;
}

// Returns the first triangle.
static uint32_t prepare(order *o, uint32_t vertex_count) {
    for (size_t i = 0; i < (size_t)o->count * 3; i++)
        o->vertices[o->triangles[i]].left++;
    uint32_t sum = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        sum += o->vertices[v].left;
        o->vertices[v].first = sum;
        o->vertices[v].rank = -1;
        score_vertex(&o->vertices[v]);
    }
    for (uint32_t t = o->count; t-- > 0;) {
        for (unsigned k = 0; k < 3; k++)
            o->uses[--o->vertices[o->triangles[(size_t)t * 3 + k]].first] = t;
    }
    for (uint32_t t = 0; t < o->count; t++)
        score_triangle(o, t);
    return best_of_all(o);
}

bool mq_iq_reference_order(const uint32_t *triangles, uint32_t *count, uint32_t vertex_count,
                           uint32_t *out, mq_arena *scratch, uint64_t *unsearched) {
    size_t corners = (size_t)*count * 3;
    order o = {.triangles = triangles,
               .count = *count,
               .budget = STEPS + (uint64_t)*count * STEPS_A_TRIANGLE};
    o.vertices = MQ_NEW_ARRAY(scratch, vertex, vertex_count);
    o.uses = MQ_NEW_ARRAY(scratch, uint32_t, corners);
    o.scores = MQ_NEW_ARRAY(scratch, float, *count);
    o.done = MQ_NEW_ARRAY(scratch, uint8_t, *count);
    o.blocks = MQ_NEW_ARRAY(scratch, block, (size_t)*count / BLOCK_SIZE + 1);
    if (!o.vertices || !o.uses || !o.scores || !o.done || !o.blocks)
        return false;
    uint32_t drawn = 0;
    for (uint32_t t = prepare(&o, vertex_count); t != UINT32_MAX; t = draw(&o, t)) {
        memcpy(out + (size_t)drawn * 3, triangles + (size_t)t * 3, 3 * sizeof *out);
        drawn++;
    }
    *count = drawn;
    *unsearched += o.unsearched;
    return true;
}
