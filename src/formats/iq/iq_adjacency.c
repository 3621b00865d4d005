// SPDX-License-Identifier: MIT
//
// Which triangles share an edge. Corners are the same where their keys are (vertices that differ in
// normal or texture coordinates only have one key); an edge of three or more triangles has no
// neighbours. Edges are chained by their lower key; those of one lower key meet at the higher one,
// which takes time in proportion to their number even where thousands of triangles share a point.
#include "formats/iq/iq_compile.h"

// Edge t * 4 + k is that of triangle t from its corner k on. A link is an edge + 1, or 0.
typedef struct edges {
    const uint32_t *triangles, *keys;
    uint32_t *first; // link, by lower key
    uint32_t *out;   // by corner: first the next link of the chain, then the neighbour
} edges;

// The edges that have come to a key.
typedef struct meeting {
    uint32_t of;    // the lower key + 1 that these are about
    uint32_t count; // how many came
    uint32_t mixed; // all of them: of two, one is what is left without the other
} meeting;

static size_t corner_of(uint32_t edge) {
    return (size_t)(edge / 4) * 3 + edge % 4;
}

static void chain_edge(edges *s, uint32_t edge, uint32_t a, uint32_t b) {
    uint32_t *first = &s->first[a < b ? a : b];
    s->out[corner_of(edge)] = *first;
    *first = edge + 1;
}

// The end of an edge that is not `low`.
static uint32_t higher_key(const edges *s, uint32_t edge, uint32_t low) {
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

bool mq_iq_adjacency(const uint32_t *triangles, uint32_t count, const uint32_t *keys,
                     uint32_t key_count, uint32_t *out, mq_arena *scratch) {
    edges s = {.triangles = triangles, .keys = keys, .out = out};
    s.first = MQ_NEW_ARRAY(scratch, uint32_t, key_count);
    meeting *meetings = MQ_NEW_ARRAY(scratch, meeting, key_count);
    if (!s.first || !meetings)
        return false;
    for (uint32_t t = 0; t < count; t++) {
        const uint32_t *corner = triangles + (size_t)t * 3;
        uint32_t a = keys[corner[0]], b = keys[corner[1]], c = keys[corner[2]];
        chain_edge(&s, t * 4, a, b);
        chain_edge(&s, t * 4 + 1, b, c);
        chain_edge(&s, t * 4 + 2, c, a);
    }
    for (uint32_t k = 0; k < key_count; k++)
        pair_edges(&s, k, meetings);
    return true;
}
