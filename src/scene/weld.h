// SPDX-License-Identifier: MIT
//
// Welding of corners into vertices, where each corner names a point and few corners of a point differ.
#ifndef MQ_SCENE_WELD_H
#define MQ_SCENE_WELD_H

#include "base/arena.h"

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

#endif
