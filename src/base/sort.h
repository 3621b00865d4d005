// SPDX-License-Identifier: MIT
//
// A stable merge sort: n log n for any input, without memory that the caller does not provide, which
// qsort() does not promise.
#ifndef MQ_BASE_SORT_H
#define MQ_BASE_SORT_H

#include "base/arena.h"

// Below 0, 0 or above 0, as for qsort().
typedef int (*mq_compare)(const void *a, const void *b, const void *context);

// Defines a comparison of structs by one member, and one of plain numbers. NaN equals everything.
#define MQ_COMPARE_BY(name, type, member)                                                          \
    static int name(const void *left, const void *right, const void *context) {                    \
        (void)context;                                                                             \
        const type *a = left, *b = right;                                                          \
        return (a->member > b->member) - (a->member < b->member);                                  \
    }
#define MQ_COMPARE_NUMBERS(name, type)                                                             \
    static int name(const void *left, const void *right, const void *context) {                    \
        (void)context;                                                                             \
        const type *a = left, *b = right;                                                          \
        return (*a > *b) - (*a < *b);                                                              \
    }

// Sorts `count` items of `size` bytes; `spare` is a second array of that size. Returns whichever of
// the two holds the result; the contents of the other are undefined.
void *mq_sort(void *items, void *spare, size_t count, size_t size, mq_compare compare,
              const void *context);

// The same with a second array from an arena; NULL when there is no memory.
void *mq_sort_in(mq_arena *arena, void *items, size_t count, size_t size, mq_compare compare,
                 const void *context);

#endif
