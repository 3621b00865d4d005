// SPDX-License-Identifier: MIT
//
// Which triangles share an edge. Corners are the same where their keys are (vertices that differ in
// normal or texture coordinates only have one key); an edge of three or more triangles has no
// neighbours. Edges are chained by their lower key; those of one lower key meet at the higher one,
// which takes time in proportion to their number even where thousands of triangles share a point.
// Each core takes a share of the lower keys.
#include <string.h>

#include "base/hints.h"
#include "base/parallel.h"
#include "formats/iq/iq_compile.h"

// Edge t * 4 + k is that of triangle t from its corner k on. A link is an edge + 1, or 0.
typedef struct edges {
    const uint32_t *triangles, *keys;
    uint32_t count;  // of triangles
    uint32_t *first; // link, by lower key
    uint32_t *out;   // by corner: first the next link of the chain, then the neighbour
    uint32_t key_count;
    unsigned shares;
    bool *has_long_chains; // by share
} edges;

enum { MOST_SHARES = 4, SHARE_TRIANGLES = 1 << 15, SHORT_CHAIN = 16 };

// The edges that have come to a key.
typedef struct meeting {
    uint32_t of;    // the lower key + 1 that these are about
    uint32_t count; // how many came
    uint32_t mixed; // all of them: of two, one is what is left without the other
} meeting;

MQ_HOT size_t corner_of(uint32_t edge) {
    return (size_t)(edge / 4) * 3 + edge % 4;
}

// The end of an edge that is not `low`.
MQ_HOT uint32_t higher_key(const edges *s, uint32_t edge, uint32_t low) {
    const uint32_t *corner = s->triangles + (size_t)(edge / 4) * 3;
    uint32_t k = edge % 4, a = s->keys[corner[k]];
    return a != low ? a : s->keys[corner[k == 2 ? 0 : k + 1]];
}

// The edges of one lower key: those of two triangles make these neighbours.
static void pair_edges(edges *s, uint32_t key, meeting *meetings) {
    for (uint32_t link = s->first[key]; link; link = s->out[corner_of(link - 1)]) {
        meeting *m = &meetings[higher_key(s, link - 1, key)];
        if (m->of != key + 1)
            *m = (meeting){.of = key + 1};
        m->count++;
        m->mixed ^= link - 1;
    }
    for (uint32_t link = s->first[key], next; link; link = next) {
        uint32_t edge = link - 1, *out = &s->out[corner_of(edge)];
        const meeting *m = &meetings[higher_key(s, edge, key)];
        next = *out;
        *out = m->count == 2 ? (m->mixed ^ edge) / 4 : MAQ_IQM_NO_TRIANGLE;
    }
}

// The same for few edges, without `meetings`. False: there are more.
static bool pair_few_edges(edges *s, uint32_t key) {
    uint32_t links[SHORT_CHAIN], keys[SHORT_CHAIN];
    unsigned count = 0;
    for (uint32_t link = s->first[key]; link; link = s->out[corner_of(link - 1)], count++) {
        if (count == SHORT_CHAIN)
            return false;
        links[count] = link;
        keys[count] = higher_key(s, link - 1, key);
    }
    uint32_t paired = 0; // bits of links
    for (unsigned i = 0; i < count; i++) {
        if (paired >> i & 1)
            continue;
        unsigned last = i, same = 1;
        s->out[corner_of(links[i] - 1)] = MAQ_IQM_NO_TRIANGLE;
        for (unsigned k = i + 1; k < count; k++) {
            if (keys[k] != keys[i])
                continue;
            s->out[corner_of(links[k] - 1)] = MAQ_IQM_NO_TRIANGLE;
            paired |= 1u << k;
            last = k;
            same++;
        }
        if (same == 2) {
            s->out[corner_of(links[i] - 1)] = (links[last] - 1) / 4;
            s->out[corner_of(links[last] - 1)] = (links[i] - 1) / 4;
        }
    }
    return true;
}

static uint32_t share_begin(const edges *s, size_t share) {
    return (uint32_t)((uint64_t)s->key_count * share / s->shares);
}

static void pair_share(void *context, size_t share) {
    edges *s = context;
    uint32_t begin = share_begin(s, share), own_count = share_begin(s, share + 1) - begin;
    memset(s->first + begin, 0, own_count * sizeof *s->first);
    for (uint32_t t = 0; t < s->count; t++) {
        const uint32_t *corner = s->triangles + (size_t)t * 3;
        uint32_t key[4] = {s->keys[corner[0]], s->keys[corner[1]], s->keys[corner[2]]};
        key[3] = key[0];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t low = key[k] < key[k + 1] ? key[k] : key[k + 1];
            if (low - begin >= own_count) // it wraps around before the share
                continue;
            s->out[(size_t)t * 3 + k] = s->first[low];
            s->first[low] = t * 4 + k + 1;
        }
    }
    for (uint32_t key = begin; key < begin + own_count; key++) {
        if (pair_few_edges(s, key))
            s->first[key] = 0;
        else
            s->has_long_chains[share] = true;
    }
}

// Points that many triangles share.
static bool pair_long_chains(edges *s, mq_arena *scratch) {
    meeting *meetings = MQ_NEW_ARRAY(scratch, meeting, s->key_count);
    for (uint32_t key = 0; meetings && key < s->key_count; key++) {
        if (s->first[key])
            pair_edges(s, key, meetings);
    }
    return meetings != NULL;
}

bool mq_iq_adjacency(const uint32_t *triangles, uint32_t count, const uint32_t *keys,
                     uint32_t key_count, uint32_t *out, mq_arena *scratch) {
    bool has_long_chains[MOST_SHARES] = {false};
    // Each share goes through all triangles.
    unsigned shares = mq_cores() < MOST_SHARES ? mq_cores() : MOST_SHARES;
    if (count < SHARE_TRIANGLES)
        shares = 1;
    edges s = {.triangles = triangles,
               .keys = keys,
               .count = count,
               .first = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, key_count),
               .out = out,
               .key_count = key_count,
               .shares = shares,
               .has_long_chains = has_long_chains};
    if (!s.first)
        return false;
    mq_parallel(shares, 0, pair_share, NULL, &s);
    for (unsigned i = 0; i < shares; i++) {
        if (has_long_chains[i])
            return pair_long_chains(&s, scratch);
    }
    return true;
}
