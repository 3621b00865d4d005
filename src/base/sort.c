// SPDX-License-Identifier: MIT
#include "base/sort.h"

#include <string.h>

void *mq_sort(void *items, void *spare, size_t count, size_t size, mq_compare compare,
              const void *context) {
    char *from = items, *to = spare;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t left = 0; left < count; left += 2 * width) {
            size_t middle = left + width < count ? left + width : count;
            size_t right = left + 2 * width < count ? left + 2 * width : count;
            size_t a = left, b = middle;
            for (size_t i = left; i < right; i++) {
                bool left_first =
                    a < middle &&
                    (b >= right || compare(from + a * size, from + b * size, context) <= 0);
                memcpy(to + i * size, from + (left_first ? a++ : b++) * size, size);
            }
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

void *mq_sort_in(mq_arena *arena, void *items, size_t count, size_t size, mq_compare compare,
                 const void *context) {
    void *spare = mq_arena_alloc_uninitialized(arena, count, size, alignof(max_align_t));
    return spare ? mq_sort(items, spare, count, size, compare, context) : NULL;
}
