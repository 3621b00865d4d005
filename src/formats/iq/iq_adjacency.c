// SPDX-License-Identifier: MIT
//
// Which triangles share an edge. Corners are the same where their keys are (vertices that differ in
// normal or texture coordinates only have one key); an edge of three or more triangles has no
// neighbours. Edges are sorted by their lower key, which takes two walks, and then by the other.
#include "base/sort.h"
#include "formats/iq/iq_compile.h"

// An edge of a triangle: triangle * 3 + the edge's number there.
typedef struct edge {
    uint32_t high; // the key of its other end
    uint32_t number;
} edge;

enum { FEW = 24 };

static int compare_edges(const void *left, const void *right, const void *context) {
    (void)context;
    const edge *a = left, *b = right;
    return a->high < b->high ? -1 : a->high > b->high;
}

// Brings edges with one other end together. Few are sorted by inserting; many, round a point that
// thousands of triangles meet at, by merging.
static edge *sort_edges(edge *edges, edge *room, size_t count) {
    if (count <= FEW) {
        for (size_t i = 1; i < count; i++) {
            edge one = edges[i];
            size_t at = i;
            for (; at > 0 && edges[at - 1].high > one.high; at--)
                edges[at] = edges[at - 1];
            edges[at] = one;
        }
        return edges;
    }
    return mq_sort(edges, room, count, sizeof *edges, compare_edges, NULL);
}

// The edges of one lower key: those of two triangles make these neighbours.
static void pair_edges(edge *edges, edge *room, size_t count, uint32_t *out) {
    edges = sort_edges(edges, room, count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && edges[end].high == edges[i].high;)
            end++;
        if (end - i == 2) {
            out[edges[i].number] = edges[i + 1].number / 3;
            out[edges[i + 1].number] = edges[i].number / 3;
        }
    }
}

bool mq_iq_adjacency(const uint32_t *triangles, uint32_t count, const uint32_t *keys,
                     uint32_t key_count, uint32_t *out, mq_arena *scratch) {
    size_t edge_count = (size_t)count * 3;
    uint32_t *first = MQ_NEW_ARRAY(scratch, uint32_t, (size_t)key_count + 1);
    edge *edges = MQ_RAW_ARRAY(scratch, edge, edge_count);
    if (!first || !edges)
        return false;
    uint32_t most = 0, sum = 0;
    for (size_t i = 0; i < edge_count; i++) {
        uint32_t a = keys[triangles[i]], b = keys[triangles[i % 3 == 2 ? i - 2 : i + 1]];
        first[a < b ? a : b]++;
        out[i] = MAQ_IQM_NO_TRIANGLE;
    }
    for (uint32_t k = 0; k < key_count; k++) {
        most = first[k] > most ? first[k] : most;
        sum += first[k];
        first[k] = sum;
    }
    first[key_count] = sum;
    for (size_t i = edge_count; i-- > 0;) {
        uint32_t a = keys[triangles[i]], b = keys[triangles[i % 3 == 2 ? i - 2 : i + 1]];
        edges[--first[a < b ? a : b]] = (edge){a < b ? b : a, (uint32_t)i};
    }
    edge *room = MQ_NEW_ARRAY(scratch, edge, most > FEW ? most : 0);
    if (!room)
        return false;
    for (uint32_t k = 0; k < key_count; k++)
        pair_edges(edges + first[k], room, first[k + 1] - first[k], out);
    return true;
}
