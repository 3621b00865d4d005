// SPDX-License-Identifier: MIT
#include "base/near_word.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST_WORD = 48 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

// The edit distance.
static size_t distance(const char *a, const char *b) {
    size_t la = strlen(a), lb = strlen(b);
    if (la > LONGEST_WORD || lb > LONGEST_WORD)
        return SIZE_MAX;
    size_t rows[LONGEST_WORD + 1][LONGEST_WORD + 1];
    for (size_t i = 0; i <= la; i++) {
        for (size_t k = 0; k <= lb; k++) {
            if (i == 0 || k == 0) {
                rows[i][k] = i + k;
                continue;
            }
            size_t other = a[i - 1] == b[k - 1] ? 0 : 1;
            size_t best = least(rows[i - 1][k] + 1, rows[i][k - 1] + 1);
            best = least(best, rows[i - 1][k - 1] + other);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                best = least(best, rows[i - 2][k - 2] + 1);
            rows[i][k] = best;
        }
    }
    return rows[la][lb];
}

size_t mq_near_word(const char *given, const char *word) {
    size_t length = strlen(given);
    if (length >= 2 && strncmp(given, word, length) == 0)
        return word[length] ? 1 : 0;
    // One letter in three may be wrong, two at the most: otherwise every short word would be near every
    // other.
    size_t far = distance(given, word);
    return far <= least(2, (length + 1) / 3) ? far : SIZE_MAX;
}
