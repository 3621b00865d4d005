// SPDX-License-Identifier: MIT
//
// Welding of corners into vertices, where each corner names a point and few corners of a point differ.
#ifndef MQ_SCENE_WELD_H
#define MQ_SCENE_WELD_H

#include "base/arena.h"

// A table of the indices of rows by their digests, for lists that only equal rows are left out of. A caller
// goes through the slots from the first one of a digest until it finds an equal row or an empty slot, which
// is where a new row belongs.
typedef struct mq_weld_table {
    uint32_t *slots; // 1 + an index; 0: empty
    size_t mask;     // their number, a power of two, minus 1
} mq_weld_table;

// An empty table for `count` rows, of which half of the slots then stay empty. False when there is no memory.
bool mq_weld_table_alloc(mq_weld_table *table, mq_arena *arena, uint32_t count);
void mq_weld_table_clear(mq_weld_table *table);

// Whether a table of `count` rows must grow before another is added: a quarter of the slots stay empty, so
// that the way to one is short.
static inline bool mq_weld_table_is_full(const mq_weld_table *table, uint32_t count) {
    return count >= table->mask - table->mask / 4;
}

// The digest of a row that is in the table.
typedef uint64_t (*mq_weld_digest)(const void *context, uint32_t index);

// Moves the table to one with twice as many slots. False when there is no memory.
bool mq_weld_table_grow(mq_weld_table *table, mq_arena *arena, mq_weld_digest digest,
                        const void *context);

static inline size_t mq_weld_first_slot(const mq_weld_table *table, uint64_t digest) {
    return (size_t)digest & table->mask;
}

static inline size_t mq_weld_next_slot(const mq_weld_table *table, size_t slot) {
    return (slot + 1) & table->mask;
}

static inline size_t mq_weld_empty_slot(const mq_weld_table *table, uint64_t digest) {
    size_t slot = mq_weld_first_slot(table, digest);
    while (table->slots[slot] != 0)
        slot = mq_weld_next_slot(table, slot);
    return slot;
}

// The most bytes of a row.
#define MQ_WELD_ROW_MAX 256

// Rows that are made one by one, so that only those that differ need memory. A row consists of 32-bit words
// without padding; the first is the index of its point.
typedef struct mq_weld_rows {
    uint32_t count;
    size_t size;          // of a row, in bytes
    uint32_t point_count; // rows of a larger index are hashed
    void (*fill)(const void *context, uint32_t index, void *row);
    const void *context;
} mq_weld_rows;

// Gives equal rows the same index: remap[i] is the new index of row i, in the order of first appearance, as
// mq_weld() does. *kept gets the rows that differ, in that order. Returns how many they are, or UINT32_MAX
// when there is no memory. A row is compared with those of its point alone, three times as fast as hashing
// it.
uint32_t mq_weld_corners(mq_arena *arena, const mq_weld_rows *rows, uint32_t *remap,
                         const void **kept);

// The same for rows in an array that has those of each point one after the other. The rows that differ are
// moved to its front, so that they need no memory of their own.
uint32_t mq_weld_sorted(mq_arena *arena, void *sorted, uint32_t count, size_t size,
                        uint32_t *remap);

#endif
