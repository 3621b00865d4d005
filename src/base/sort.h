// SPDX-License-Identifier: MIT
//
// Sorting that no input can make slow: a merge sort, so equal items keep their order. qsort() may
// take memory behind our back, or quadratic time.
#ifndef MQ_BASE_SORT_H
#define MQ_BASE_SORT_H

#include <stddef.h>

// Below 0, 0 or above 0, as for qsort().
typedef int (*mq_compare)(const void *a, const void *b, const void *context);

// Sorts `count` items of `size` bytes; `spare` has room for as many. Returns whichever of the two
// holds the result; the other is spoilt.
void *mq_sort(void *items, void *spare, size_t count, size_t size, mq_compare compare,
              const void *context);

#endif
