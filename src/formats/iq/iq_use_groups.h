// SPDX-License-Identifier: MIT
//
// The triangles of vertices that have very many, in groups of equal score, so that one of each group
// is compared instead of all. A use is a slot in the list of the triangles of a vertex.
#ifndef MQ_IQ_USE_GROUPS_H
#define MQ_IQ_USE_GROUPS_H

#include "base/arena.h"

#define IQ_NO_GROUP UINT32_MAX

// What the score of a triangle depends on: the vertex, which corner it is, and the two other corners.
typedef struct iq_use_key {
    uint32_t vertex, corner;
    uint64_t others[2];
} iq_use_key;

typedef struct iq_use_group {
    iq_use_key key;
    uint32_t first, count; // no use of the group is before the slot `first`
    uint32_t next, previous, next_in_bucket;
} iq_use_group;

typedef struct iq_use_groups {
    iq_use_group *items;
    uint32_t item_count, unused; // a list of unused items, by `next`
    uint32_t *buckets, bucket_mask;
    uint32_t *of_slot;   // the group of each use
    uint32_t *of_vertex; // the first group of each vertex; the others follow by `next`
} iq_use_groups;

// For `uses` uses among `slots` slots. False when there is no memory.
bool mq_iq_use_groups_init(iq_use_groups *groups, size_t uses, size_t slots, size_t vertices,
                           mq_arena *scratch);
void mq_iq_use_groups_add(iq_use_groups *groups, const iq_use_key *key, uint32_t slot);
void mq_iq_use_groups_remove(iq_use_groups *groups, uint32_t slot);
bool mq_iq_use_keys_equal(const iq_use_key *a, const iq_use_key *b);

#endif
