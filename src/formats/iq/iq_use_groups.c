// SPDX-License-Identifier: MIT
#include "formats/iq/iq_use_groups.h"

#include <string.h>

bool mq_iq_use_groups_init(iq_use_groups *groups, size_t uses, size_t slots, size_t vertices,
                           mq_arena *scratch) {
    size_t buckets = 64;
    while (buckets < uses)
        buckets *= 2;
    // A group has at least one use, and a use is removed before it is added again.
    *groups = (iq_use_groups){.items = MQ_NEW_ARRAY(scratch, iq_use_group, uses),
                              .unused = IQ_NO_GROUP,
                              .buckets = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, buckets),
                              .bucket_mask = (uint32_t)(buckets - 1),
                              .of_slot = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, slots),
                              .of_vertex = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, vertices)};
    if (!groups->items || !groups->buckets || !groups->of_slot || !groups->of_vertex)
        return false;
    // All bytes of IQ_NO_GROUP are 0xff.
    memset(groups->buckets, 0xff, buckets * sizeof *groups->buckets);
    memset(groups->of_slot, 0xff, slots * sizeof *groups->of_slot);
    memset(groups->of_vertex, 0xff, vertices * sizeof *groups->of_vertex);
    return true;
}

bool mq_iq_use_keys_equal(const iq_use_key *a, const iq_use_key *b) {
    return a->vertex == b->vertex && a->corner == b->corner && a->others[0] == b->others[0] &&
           a->others[1] == b->others[1];
}

static uint32_t *bucket_of(const iq_use_groups *groups, const iq_use_key *key) {
    uint64_t hash = key->vertex * 4ull + key->corner;
    for (unsigned i = 0; i < 2; i++)
        hash = (hash ^ key->others[i]) * 0x9e3779b97f4a7c15ull;
    return &groups->buckets[(uint32_t)(hash >> 32) & groups->bucket_mask];
}

static uint32_t new_group(iq_use_groups *groups, const iq_use_key *key) {
    uint32_t *bucket = bucket_of(groups, key), *head = &groups->of_vertex[key->vertex];
    uint32_t index = groups->unused != IQ_NO_GROUP ? groups->unused : groups->item_count++;
    iq_use_group *group = &groups->items[index];
    if (index == groups->unused)
        groups->unused = group->next;
    *group = (iq_use_group){.key = *key,
                            .first = UINT32_MAX,
                            .next = *head,
                            .previous = IQ_NO_GROUP,
                            .next_in_bucket = *bucket};
    if (*head != IQ_NO_GROUP)
        groups->items[*head].previous = index;
    *head = *bucket = index;
    return index;
}

static void free_group(iq_use_groups *groups, uint32_t index) {
    iq_use_group *group = &groups->items[index];
    uint32_t *link = bucket_of(groups, &group->key);
    while (*link != index)
        link = &groups->items[*link].next_in_bucket;
    *link = group->next_in_bucket;
    if (group->next != IQ_NO_GROUP)
        groups->items[group->next].previous = group->previous;
    if (group->previous != IQ_NO_GROUP)
        groups->items[group->previous].next = group->next;
    else
        groups->of_vertex[group->key.vertex] = group->next;
    group->next = groups->unused;
    groups->unused = index;
}

void mq_iq_use_groups_add(iq_use_groups *groups, const iq_use_key *key, uint32_t slot) {
    uint32_t index = *bucket_of(groups, key);
    while (index != IQ_NO_GROUP && !mq_iq_use_keys_equal(&groups->items[index].key, key))
        index = groups->items[index].next_in_bucket;
    if (index == IQ_NO_GROUP)
        index = new_group(groups, key);
    iq_use_group *group = &groups->items[index];
    group->count++;
    group->first = slot < group->first ? slot : group->first;
    groups->of_slot[slot] = index;
}

void mq_iq_use_groups_remove(iq_use_groups *groups, uint32_t slot) {
    uint32_t index = groups->of_slot[slot];
    groups->of_slot[slot] = IQ_NO_GROUP;
    if (--groups->items[index].count == 0)
        free_group(groups, index);
}
