// SPDX-License-Identifier: MIT
//
// A stable merge sort: n log n for any input, without memory that the caller does not provide, which
// qsort() does not promise.
#ifndef MQ_BASE_SORT_H
#define MQ_BASE_SORT_H

#include <stddef.h>

// Below 0, 0 or above 0, as for qsort().
typedef int (*mq_compare)(const void *a, const void *b, const void *context);

// Sorts `count` items of `size` bytes; `spare` is a second array of that size. Returns whichever of
// the two holds the result; the contents of the other are undefined.
void *mq_sort(void *items, void *spare, size_t count, size_t size, mq_compare compare,
              const void *context);

#endif
