// SPDX-License-Identifier: MIT
//
// Which triangles share an edge. Corners are the same where their keys are (vertices that differ in
// normal or texture coordinates only have one key); an edge of three or more triangles has no
// neighbours.
#include <string.h>

#include "formats/iq/iq_compile.h"

typedef struct edge {
    uint32_t low, high; // keys of its ends
    uint32_t first;     // where it was met first: triangle * 3 + edge, plus 1; 0: a free slot
    uint32_t count;
} edge;

static edge *find_edge(edge *slots, size_t slot_count, uint32_t a, uint32_t b) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    uint64_t mixed = ((uint64_t)low << 32 | high) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(mixed >> 32) & (slot_count - 1);
    while (slots[at].first && (slots[at].low != low || slots[at].high != high))
        at = (at + 1) & (slot_count - 1);
    slots[at].low = low;
    slots[at].high = high;
    return &slots[at];
}

bool mq_iq_adjacency(const uint32_t *triangles, uint32_t count, const uint32_t *keys, uint32_t *out,
                     mq_arena *scratch) {
    size_t slot_count = 64, edges = (size_t)count * 3;
    // Most edges are shared by two, so that there are half as many.
    while (slot_count < edges)
        slot_count *= 2;
    edge *slots = MQ_NEW_ARRAY(scratch, edge, slot_count);
    if (!slots)
        return false;
    size_t used = 0;
    for (size_t i = 0; i < edges; i++) {
        size_t next = i % 3 == 2 ? i - 2 : i + 1;
        edge *e = find_edge(slots, slot_count, keys[triangles[i]], keys[triangles[next]]);
        out[i] = MAQ_IQM_NO_TRIANGLE;
        e->count++;
        if (!e->first) {
            e->first = (uint32_t)i + 1;
            used++;
            if (used > slot_count - slot_count / 4) {
                // More edges than usual: a larger table, filled anew.
                slot_count *= 2;
                edge *larger = MQ_NEW_ARRAY(scratch, edge, slot_count);
                if (!larger)
                    return false;
                for (size_t k = 0; k < slot_count / 2; k++) {
                    if (slots[k].first)
                        *find_edge(larger, slot_count, slots[k].low, slots[k].high) = slots[k];
                }
                slots = larger;
            }
        } else if (e->count == 2) {
            out[i] = (e->first - 1) / 3;
            out[e->first - 1] = (uint32_t)(i / 3);
        } else if (e->count == 3) {
            // The two that were neighbours no longer are.
            uint32_t one = e->first - 1;
            uint32_t other = out[one];
            for (unsigned k = 0; k < 3 && other != MAQ_IQM_NO_TRIANGLE; k++) {
                size_t at = (size_t)other * 3 + k, after = (size_t)other * 3 + (k + 1) % 3;
                if (find_edge(slots, slot_count, keys[triangles[at]], keys[triangles[after]]) == e)
                    out[at] = MAQ_IQM_NO_TRIANGLE;
            }
            out[one] = MAQ_IQM_NO_TRIANGLE;
        }
    }
    return true;
}
