// SPDX-License-Identifier: MIT
//
// Which triangles share an edge. Corners are the same where their keys are (vertices that differ in
// normal or texture coordinates only have one key); an edge of three or more triangles has no
// neighbours. Edges are listed by their lower key; those of one lower key meet at the higher one,
// which takes time in proportion to their number even where thousands of triangles share a point.
#include "formats/iq/iq_compile.h"

typedef struct edges {
    const uint32_t *triangles, *keys;
    uint32_t count; // of triangles
    // By lower key. Edge e is that of triangle e / 4 from its corner e % 4 on.
    uint32_t *first, *list;
} edges;

// The edges that have come to a key.
typedef struct meeting {
    uint32_t of;    // the lower key + 1 that these are about
    uint32_t count; // how many came
    uint32_t mixed; // all of them: of two, one is what is left without the other
} meeting;

static uint32_t lower(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void list_edges(edges *s, uint32_t key_count) {
    for (uint32_t t = 0; t < s->count; t++) {
        const uint32_t *corner = s->triangles + (size_t)t * 3;
        uint32_t a = s->keys[corner[0]], b = s->keys[corner[1]], c = s->keys[corner[2]];
        s->first[lower(a, b)]++;
        s->first[lower(b, c)]++;
        s->first[lower(c, a)]++;
    }
    uint32_t sum = 0;
    for (uint32_t k = 0; k < key_count; k++) {
        sum += s->first[k];
        s->first[k] = sum;
    }
    s->first[key_count] = sum;
    for (uint32_t t = s->count; t-- > 0;) {
        const uint32_t *corner = s->triangles + (size_t)t * 3;
        uint32_t a = s->keys[corner[0]], b = s->keys[corner[1]], c = s->keys[corner[2]];
        s->list[--s->first[lower(c, a)]] = t * 4 + 2;
        s->list[--s->first[lower(b, c)]] = t * 4 + 1;
        s->list[--s->first[lower(a, b)]] = t * 4;
    }
}

// The other end of an edge.
static uint32_t higher_key(const edges *s, uint32_t edge, uint32_t low) {
    const uint32_t *corner = s->triangles + (size_t)(edge / 4) * 3;
    uint32_t k = edge % 4, a = s->keys[corner[k]];
    return a != low ? a : s->keys[corner[k == 2 ? 0 : k + 1]];
}

// The edges of one lower key: those of two triangles make these neighbours.
static void pair_edges(const edges *s, uint32_t key, meeting *meetings, uint32_t *out) {
    for (uint32_t i = s->first[key]; i < s->first[key + 1]; i++) {
        meeting *m = &meetings[higher_key(s, s->list[i], key)];
        if (m->of != key + 1)
            *m = (meeting){.of = key + 1};
        m->count++;
        m->mixed ^= s->list[i];
    }
    for (uint32_t i = s->first[key]; i < s->first[key + 1]; i++) {
        uint32_t edge = s->list[i];
        const meeting *m = &meetings[higher_key(s, edge, key)];
        out[edge / 4 * 3 + edge % 4] = m->count == 2 ? (m->mixed ^ edge) / 4 : MAQ_IQM_NO_TRIANGLE;
    }
}

bool mq_iq_adjacency(const uint32_t *triangles, uint32_t count, const uint32_t *keys,
                     uint32_t key_count, uint32_t *out, mq_arena *scratch) {
    edges s = {.triangles = triangles, .keys = keys, .count = count};
    s.first = MQ_NEW_ARRAY(scratch, uint32_t, (size_t)key_count + 1);
    s.list = MQ_RAW_ARRAY(scratch, uint32_t, (size_t)count * 3);
    meeting *meetings = MQ_NEW_ARRAY(scratch, meeting, key_count);
    if (!s.first || !s.list || !meetings)
        return false;
    list_edges(&s, key_count);
    for (uint32_t k = 0; k < key_count; k++)
        pair_edges(&s, k, meetings, out);
    return true;
}
