// SPDX-License-Identifier: MIT
//
// The reference compiler's order of triangles: Forsyth's scores over a cache list of 32, with the
// fault that ranks 33 and 34 score NaN, which vertices keep when they are evicted. Triangles with
// such a vertex may never be drawn again: they are dropped.
#include <math.h>
#include <string.h>

#include "formats/iq/iq_compile.h"
#include "formats/iq/iq_use_groups.h"

#define CACHE_SIZE 32

// The reference compiler computes the scores of all triangles at the vertices in its cache, for each
// triangle that it draws: quadratic time when thousands share a vertex. Most triangles of such a hub
// have equal scores, so one of each group is compared. Behind a budget, of which models need a small
// part, only some are compared, and the result differs.
enum { STEPS = 50000000, STEPS_A_TRIANGLE = 250, STEPS_A_GROUP = 4 };
enum { MOST_CANDIDATES = 32, MOST_USES = 64 };
#define NO_SLOT UINT32_MAX

typedef struct vertex {
    int32_t rank; // -1: not in the list
    float score;
    uint32_t first, left; // uses
    bool is_hub;          // more than MOST_USES to begin with
    bool has_changed;     // of a hub: its score, since the blocks were compared
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
    uint32_t *slots; // of each corner: where the list of its vertex has the triangle
    uint8_t *done;
    uint64_t budget;      // scores that may still be computed in full
    uint32_t unsearched;  // triangles that were chosen after it was used up
    iq_use_groups groups; // of hubs, until the budget is used up
    uint32_t *hubs, hub_count;
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

static float score_triangle(const order *o, uint32_t t) {
    const uint32_t *corner = o->triangles + (size_t)t * 3;
    return o->vertices[corner[0]].score + o->vertices[corner[1]].score +
           o->vertices[corner[2]].score;
}

static void spend(order *o, uint64_t steps) {
    o->budget -= o->budget < steps ? o->budget : steps;
}

// ------------------------------------------------------------------------------------------- hubs

static uint64_t key_part(const order *o, uint32_t number) {
    const vertex *v = &o->vertices[number];
    uint32_t bits;
    memcpy(&bits, &v->score, sizeof bits);
    // The score of a hub changes often; all of a group have the same hub there.
    return v->is_hub ? (uint64_t)1 << 32 | number : bits;
}

static iq_use_key key_of(const order *o, uint32_t t, uint32_t k) {
    const uint32_t *corner = o->triangles + (size_t)t * 3;
    return (iq_use_key){
        corner[k], k, {key_part(o, corner[(k + 1) % 3]), key_part(o, corner[(k + 2) % 3])}};
}

// Moves a triangle to the groups of its score at its hubs.
static void regroup(order *o, uint32_t t) {
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t slot = o->slots[(size_t)t * 3 + k];
        if (slot == NO_SLOT || !o->vertices[o->triangles[(size_t)t * 3 + k]].is_hub)
            continue;
        iq_use_key key = key_of(o, t, k);
        uint32_t group = o->groups.of_slot[slot];
        if (group != IQ_NO_GROUP && mq_iq_use_keys_equal(&o->groups.items[group].key, &key))
            continue;
        spend(o, STEPS_A_GROUP);
        if (group != IQ_NO_GROUP)
            mq_iq_use_groups_remove(&o->groups, slot);
        mq_iq_use_groups_add(&o->groups, &key, slot);
    }
}

static float part_score(const order *o, uint64_t part) {
    uint32_t bits = (uint32_t)part;
    float score;
    memcpy(&score, &bits, sizeof score);
    return part >> 32 ? o->vertices[bits].score : score;
}

// The score of all triangles of a group, added in the order of their corners.
static float score_group(const order *o, const iq_use_key *key) {
    float corner[3] = {0};
    corner[key->corner] = o->vertices[key->vertex].score;
    corner[(key->corner + 1) % 3] = part_score(o, key->others[0]);
    corner[(key->corner + 2) % 3] = part_score(o, key->others[1]);
    return corner[0] + corner[1] + corner[2];
}

// The first of the best triangles of a hub.
static uint32_t best_of_hub(order *o, uint32_t hub, float *score) {
    uint32_t best = NO_SLOT;
    *score = -1e16f;
    for (uint32_t g = o->groups.of_vertex[hub]; g != IQ_NO_GROUP; g = o->groups.items[g].next) {
        iq_use_group *group = &o->groups.items[g];
        float found = score_group(o, &group->key);
        spend(o, STEPS_A_GROUP);
        if (!(found >= *score))
            continue;
        uint32_t from = group->first;
        while (o->groups.of_slot[group->first] != g)
            group->first++;
        spend(o, group->first - from);
        if (found > *score || group->first < best)
            best = group->first;
        *score = found;
    }
    return best == NO_SLOT ? UINT32_MAX : o->uses[best];
}

// Blocks do not follow the scores of hubs while these are in the cache.
static void update_blocks_of_hubs(order *o) {
    for (uint32_t i = 0; i < o->hub_count && o->budget > 0; i++) {
        vertex *hub = &o->vertices[o->hubs[i]];
        if (!hub->has_changed)
            continue;
        hub->has_changed = false;
        spend(o, hub->left);
        for (uint32_t k = 0; k < hub->left; k++)
            o->blocks[o->uses[hub->first + k] / BLOCK_SIZE].is_current = false;
    }
}

// ------------------------------------------------------------------------------------------- uses

// The corner of a triangle whose slot comes first among those of one vertex.
static uint32_t *first_slot(const order *o, uint32_t number, uint32_t t) {
    uint32_t *best = NULL;
    for (size_t i = (size_t)t * 3; i < (size_t)t * 3 + 3; i++) {
        if (o->triangles[i] == number && o->slots[i] != NO_SLOT && (!best || o->slots[i] < *best))
            best = &o->slots[i];
    }
    return best;
}

// Removes a triangle from the list of a vertex; the last of the list replaces it.
static void remove_use(order *o, uint32_t number, uint32_t t) {
    vertex *v = &o->vertices[number];
    uint32_t *removed = first_slot(o, number, t), slot = *removed, last = v->first + --v->left;
    bool grouped = v->is_hub && o->budget > 0;
    *removed = NO_SLOT;
    if (grouped)
        mq_iq_use_groups_remove(&o->groups, slot);
    if (slot == last)
        return;
    uint32_t moved = o->uses[slot] = o->uses[last];
    for (size_t i = (size_t)moved * 3; i < (size_t)moved * 3 + 3; i++) {
        if (o->triangles[i] == number && o->slots[i] == last)
            o->slots[i] = slot;
    }
    if (grouped) {
        iq_use_key key = o->groups.items[o->groups.of_slot[last]].key;
        mq_iq_use_groups_remove(&o->groups, last);
        mq_iq_use_groups_add(&o->groups, &key, slot);
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
        float score = o->done[i] ? -1e16f : score_triangle(o, i);
        if (score > b->score) {
            b->best = i;
            b->score = score;
        }
    }
}

// The first of the best triangles that are left; UINT32_MAX when there are none.
static uint32_t best_of_all(order *o) {
    uint32_t best = UINT32_MAX;
    float best_score = -1e16f;
    update_blocks_of_hubs(o);
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

// Computes the scores of the vertices in the cache; the triangles there follow.
static void update_scores(order *o) {
    bool changed[CACHE_SIZE + 3] = {false};
    for (unsigned i = 0; i < o->cached; i++) {
        vertex *v = &o->vertices[o->cache[i]];
        float before = v->score;
        v->rank = (int32_t)i;
        score_vertex(v);
        changed[i] = memcmp(&before, &v->score, sizeof before) != 0;
        v->has_changed |= changed[i] && v->is_hub;
    }
    for (unsigned i = 0; i < o->cached; i++) {
        const vertex *v = &o->vertices[o->cache[i]];
        for (uint32_t k = 0; changed[i] && !v->is_hub && k < v->left; k++) {
            uint32_t use = o->uses[v->first + k];
            o->blocks[use / BLOCK_SIZE].is_current = false;
            if (o->hub_count > 0 && o->budget > 0)
                regroup(o, use);
        }
    }
}

// The first of the best triangles of a vertex, or of some of them when the budget is used up.
static uint32_t best_of_vertex(order *o, uint32_t number, float *best_score) {
    const vertex *v = &o->vertices[number];
    if (v->is_hub && o->budget > 0)
        return best_of_hub(o, number, best_score);
    uint32_t best = UINT32_MAX;
    uint32_t most = o->budget == 0 && v->left > MOST_CANDIDATES ? MOST_CANDIDATES : v->left;
    spend(o, most);
    o->unsearched += most < v->left;
    *best_score = -1e16f;
    for (uint32_t k = 0; k < most; k++) {
        uint32_t use = o->uses[v->first + k];
        float score = score_triangle(o, use);
        if (score > *best_score) {
            best = use;
            *best_score = score;
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
        remove_use(o, number, t);
        if (v->rank >= 0)
            remove_cached(o, number);
        if (v->left == 0)
            continue;
        memmove(o->cache + 1, o->cache, o->cached * sizeof *o->cache);
        o->cache[0] = number;
        o->cached++;
        v->rank = 0;
    }
    update_scores(o);
    uint32_t best = UINT32_MAX;
    float best_score = -1e16f;
    for (unsigned i = 0; i < o->cached; i++) {
        float score;
        uint32_t found = best_of_vertex(o, o->cache[i], &score);
        if (score > best_score) {
            best = found;
            best_score = score;
        }
    }
    while (o->cached > CACHE_SIZE)
        o->vertices[o->cache[--o->cached]].rank = -1;
    return best == UINT32_MAX ? best_of_all(o) : best;
}

// Fills the lists of uses and the groups of hubs. False when there is no memory.
static bool prepare(order *o, uint32_t vertex_count, mq_arena *scratch) {
    size_t corners = (size_t)o->count * 3, hub_uses = 0;
    for (size_t i = 0; i < corners; i++)
        o->vertices[o->triangles[i]].left++;
    uint32_t sum = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        vertex *at = &o->vertices[v];
        sum += at->left;
        at->first = sum;
        at->rank = -1;
        at->is_hub = at->left > MOST_USES;
        hub_uses += at->is_hub ? at->left : 0;
        o->hub_count += at->is_hub;
        score_vertex(at);
    }
    for (size_t i = corners; i-- > 0;) {
        o->slots[i] = --o->vertices[o->triangles[i]].first;
        o->uses[o->slots[i]] = (uint32_t)(i / 3);
    }
    if (o->hub_count == 0)
        return true;
    o->hubs = MQ_NEW_ARRAY(scratch, uint32_t, o->hub_count);
    if (!o->hubs || !mq_iq_use_groups_init(&o->groups, hub_uses, corners, vertex_count, scratch))
        return false;
    for (uint32_t v = 0, n = 0; v < vertex_count; v++) {
        if (o->vertices[v].is_hub)
            o->hubs[n++] = v;
    }
    for (uint32_t t = 0; t < o->count; t++)
        regroup(o, t);
    return true;
}

bool mq_iq_reference_order(const uint32_t *triangles, uint32_t *count, uint32_t vertex_count,
                           uint32_t *out, mq_arena *scratch, uint64_t *unsearched) {
    size_t corners = (size_t)*count * 3;
    order o = {.triangles = triangles,
               .count = *count,
               .budget = STEPS + (uint64_t)*count * STEPS_A_TRIANGLE};
    o.vertices = MQ_NEW_ARRAY(scratch, vertex, vertex_count);
    o.uses = MQ_NEW_ARRAY(scratch, uint32_t, corners);
    o.slots = MQ_NEW_ARRAY(scratch, uint32_t, corners);
    o.done = MQ_NEW_ARRAY(scratch, uint8_t, *count);
    o.blocks = MQ_NEW_ARRAY(scratch, block, (size_t)*count / BLOCK_SIZE + 1);
    if (!o.vertices || !o.uses || !o.slots || !o.done || !o.blocks ||
        !prepare(&o, vertex_count, scratch))
        return false;
    uint32_t drawn = 0;
    for (uint32_t t = best_of_all(&o); t != UINT32_MAX; t = draw(&o, t)) {
        memcpy(out + (size_t)drawn * 3, triangles + (size_t)t * 3, 3 * sizeof *out);
        drawn++;
    }
    *count = drawn;
    *unsearched += o.unsearched;
    return true;
}
