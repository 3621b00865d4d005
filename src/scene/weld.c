// SPDX-License-Identifier: MIT
#include "scene/weld.h"

#include <string.h>

#include "scene/geometry.h"

// An empty table with at least `least` slots.
static bool alloc_slots(mq_weld_table *table, mq_arena *arena, uint64_t least) {
    uint64_t slots = 16;
    while (slots < least)
        slots *= 2;
    // No memory holds more than a size can count.
    size_t size = slots <= SIZE_MAX ? (size_t)slots : SIZE_MAX;
    *table = (mq_weld_table){MQ_NEW_ARRAY(arena, uint32_t, size), size - 1};
    return table->slots != NULL;
}

bool mq_weld_table_alloc(mq_weld_table *table, mq_arena *arena, uint32_t count) {
    return alloc_slots(table, arena, (uint64_t)count * 2);
}

void mq_weld_table_clear(mq_weld_table *table) {
    memset(table->slots, 0, (table->mask + 1) * sizeof *table->slots);
}

bool mq_weld_table_grow(mq_weld_table *table, mq_arena *arena, mq_weld_digest digest,
                        const void *context) {
    mq_weld_table larger;
    if (!alloc_slots(&larger, arena, ((uint64_t)table->mask + 1) * 2))
        return false;
    for (size_t i = 0; i <= table->mask; i++) {
        if (table->slots[i] == 0)
            continue;
        size_t slot = mq_weld_empty_slot(&larger, digest(context, table->slots[i] - 1));
        larger.slots[slot] = table->slots[i];
    }
    *table = larger;
    return true;
}

// What a point may have at most: beyond this, comparing takes longer than hashing.
enum { MOST_COMPARED = 32 };

typedef struct welder {
    mq_arena *arena;
    const mq_weld_rows *rows;
    uint32_t *newest; // 1 + the newest of the kept rows of each point
    uint32_t *before; // by kept row: 1 + the one before it of the same point
    unsigned char *kept;
    uint32_t kept_count, capacity;
} welder;

static bool equal_words(const unsigned char *a, const unsigned char *b, size_t size) {
    for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
        uint32_t x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        if (x != y)
            return false;
    }
    return true;
}

// Moves what is kept to arrays for `capacity` rows.
static bool reserve(welder *w, uint32_t capacity) {
    size_t size = w->rows->size;
    unsigned char *kept = mq_arena_alloc_uninitialized(w->arena, capacity, size, alignof(uint32_t));
    uint32_t *before = MQ_NEW_UNINITIALIZED_ARRAY(w->arena, uint32_t, capacity);
    if (!kept || !before)
        return false;
    if (w->kept_count > 0) {
        memcpy(kept, w->kept, w->kept_count * size);
        memcpy(before, w->before, w->kept_count * sizeof *before);
    }
    w->kept = kept;
    w->before = before;
    w->capacity = capacity;
    return true;
}

static bool keep(welder *w, const unsigned char *row, uint32_t point) {
    uint32_t most = w->rows->count;
    if (w->kept_count == w->capacity &&
        !reserve(w, w->capacity < most / 2 ? w->capacity * 2 : most))
        return false;
    memcpy(w->kept + w->kept_count * w->rows->size, row, w->rows->size);
    w->before[w->kept_count] = w->newest[point];
    w->newest[point] = ++w->kept_count;
    return true;
}

// Moves the first of each kind of rows to the front, behind `kept` others that are there already.
static void move_kept(unsigned char *rows, size_t size, uint32_t begin, uint32_t end, uint32_t kept,
                      const uint32_t *remap) {
    for (uint32_t i = begin; i < end; i++) {
        if (remap[i] == kept)
            memmove(rows + kept++ * size, rows + i * size, size);
    }
}

// For rows with many differing ones at one point: all of them are made and hashed.
static uint32_t weld_by_hash(mq_arena *arena, const mq_weld_rows *rows, uint32_t *remap,
                             const void **kept) {
    unsigned char *all =
        mq_arena_alloc_uninitialized(arena, rows->count, rows->size, alignof(uint32_t));
    if (!all)
        return UINT32_MAX;
    for (uint32_t i = 0; i < rows->count; i++)
        rows->fill(rows->context, i, all + i * rows->size);
    uint32_t count = mq_weld(arena, all, rows->count, rows->size, remap);
    if (count != UINT32_MAX)
        move_kept(all, rows->size, 0, rows->count, 0, remap);
    *kept = all;
    return count;
}

uint32_t mq_weld_corners(mq_arena *arena, const mq_weld_rows *rows, uint32_t *remap,
                         const void **kept) {
    welder w = {
        .arena = arena, .rows = rows, .newest = MQ_NEW_ARRAY(arena, uint32_t, rows->point_count)};
    // A surface has hardly more vertices than points, or three for each triangle.
    uint32_t likely = rows->point_count + rows->point_count / 4 + 1;
    if (!w.newest || !reserve(&w, likely < rows->count ? likely : rows->count))
        return UINT32_MAX;
    for (uint32_t i = 0; i < rows->count; i++) {
        unsigned char row[MQ_WELD_ROW_MAX];
        uint32_t point, compared = 0;
        rows->fill(rows->context, i, row);
        memcpy(&point, row, sizeof point);
        uint32_t same = point < rows->point_count ? w.newest[point] : 0;
        while (same != 0 && compared < MOST_COMPARED &&
               !equal_words(w.kept + (same - 1) * rows->size, row, rows->size)) {
            same = w.before[same - 1];
            compared++;
        }
        if (point >= rows->point_count || compared == MOST_COMPARED)
            return weld_by_hash(arena, rows, remap, kept);
        if (same == 0 && !keep(&w, row, point))
            return UINT32_MAX;
        remap[i] = (same != 0 ? same : w.kept_count) - 1;
    }
    *kept = w.kept;
    return w.kept_count;
}

// Welds the rows [begin, end) of one point; `kept` rows are at the front. Returns how many are there then.
static uint32_t weld_point(unsigned char *rows, size_t size, uint32_t begin, uint32_t end,
                           uint32_t kept, uint32_t *remap) {
    uint32_t first = kept;
    for (uint32_t i = begin; i < end; i++) {
        const unsigned char *row = rows + i * size;
        uint32_t same = first;
        while (same < kept && !equal_words(rows + same * size, row, size))
            same++;
        if (same == kept)
            memmove(rows + kept++ * size, row, size);
        remap[i] = same;
    }
    return kept;
}

// The same for a point with many rows, which are hashed. UINT32_MAX when there is no memory.
static uint32_t weld_large_point(mq_arena *arena, unsigned char *rows, size_t size, uint32_t begin,
                                 uint32_t end, uint32_t kept, uint32_t *remap) {
    mq_arena *scratch = mq_arena_scratch(arena);
    uint32_t count = scratch
                         ? mq_weld(scratch, rows + begin * size, end - begin, size, remap + begin)
                         : UINT32_MAX;
    mq_arena_end_scratch(arena, scratch);
    if (count == UINT32_MAX)
        return UINT32_MAX;
    for (uint32_t i = begin; i < end; i++)
        remap[i] += kept;
    move_kept(rows, size, begin, end, kept, remap);
    return kept + count;
}

static uint32_t point_of(const unsigned char *row) {
    uint32_t point;
    memcpy(&point, row, sizeof point);
    return point;
}

uint32_t mq_weld_sorted(mq_arena *arena, void *sorted, uint32_t count, size_t size,
                        uint32_t *remap) {
    unsigned char *rows = sorted;
    uint32_t kept = 0;
    for (uint32_t begin = 0, end; begin < count && kept != UINT32_MAX; begin = end) {
        uint32_t point = point_of(rows + begin * size);
        for (end = begin + 1; end < count && point_of(rows + end * size) == point;)
            end++;
        kept = end - begin <= MOST_COMPARED
                   ? weld_point(rows, size, begin, end, kept, remap)
                   : weld_large_point(arena, rows, size, begin, end, kept, remap);
    }
    return kept;
}
