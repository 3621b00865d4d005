// SPDX-License-Identifier: MIT
//
// 64 characters are classified at once. Most lines begin with the characters of the line before them: for
// these only their number counts, and that of all their words together.
#include "formats/obj/obj_count.h"

#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "base/hints.h"

#if defined(__SSE2__) && !defined(MQ_NO_SSE2)
#include <emmintrin.h>
#endif

enum { BLOCK = 64 };

// Bit k: the character k is a line feed; it is a blank, a line feed or another control character.
typedef struct block_masks {
    uint64_t feeds, blanks;
    bool has_nul;
} block_masks;

#if defined(__SSE2__) && !defined(MQ_NO_SSE2)
MQ_HOT uint64_t equal_bytes(const __m128i a[4], const __m128i b[4]) {
    uint64_t first = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a[0], b[0]));
    uint64_t second = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a[1], b[1]));
    uint64_t third = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a[2], b[2]));
    uint64_t fourth = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a[3], b[3]));
    return first | second << 16 | third << 32 | fourth << 48;
}

MQ_HOT block_masks classify(const char *text) {
    const __m128i *from = (const __m128i *)(const void *)text;
    const __m128i feed = _mm_set1_epi8('\n'), blank = _mm_set1_epi8(' ');
    __m128i bytes[4] = {_mm_loadu_si128(from), _mm_loadu_si128(from + 1), _mm_loadu_si128(from + 2),
                        _mm_loadu_si128(from + 3)};
    __m128i feeds[4] = {feed, feed, feed, feed};
    __m128i up_to_blank[4] = {_mm_min_epu8(bytes[0], blank), _mm_min_epu8(bytes[1], blank),
                              _mm_min_epu8(bytes[2], blank), _mm_min_epu8(bytes[3], blank)};
    __m128i least = _mm_min_epu8(_mm_min_epu8(up_to_blank[0], up_to_blank[1]),
                                 _mm_min_epu8(up_to_blank[2], up_to_blank[3]));
    return (block_masks){equal_bytes(bytes, feeds), equal_bytes(bytes, up_to_blank),
                         _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128())) != 0};
}
#else
MQ_HOT block_masks classify(const char *text) {
    block_masks masks = {0, 0, false};
    for (int i = 0; i < BLOCK; i++) {
        masks.feeds |= (uint64_t)(text[i] == '\n') << i;
        masks.blanks |= (uint64_t)((unsigned char)text[i] <= ' ') << i;
        masks.has_nul |= text[i] == '\0';
    }
    return masks;
}
#endif

// The first two characters of a line as a number.
#define PAIR(first, second) ((unsigned)(first) | (unsigned)(second) << 8)

MQ_HOT unsigned pair_at(const char *text) {
    return PAIR((unsigned char)text[0], (unsigned char)text[1]);
}

static bool is_element(unsigned pair) {
    return pair == PAIR('f', ' ') || pair == PAIR('l', ' ') || pair == PAIR('p', ' ');
}

// Counts lines that begin with the same characters, and have so many words.
static void count_run(obj_line_counts *counts, unsigned pair, size_t lines, size_t words) {
    counts->lines += lines;
    if (pair == PAIR('v', ' '))
        counts->positions += lines;
    else if (pair == PAIR('v', 't'))
        counts->texcoords += lines;
    else if (pair == PAIR('v', 'n'))
        counts->normals += lines;
    else if (is_element(pair)) {
        counts->elements += lines;
        counts->corners += words - lines;
    }
}

obj_line_counts mq_obj_count_lines(const char *begin, const char *end) {
    obj_line_counts counts = {0};
    if (end - begin < 2)
        return counts;
    // The run of lines that begin with the same characters.
    unsigned pair = pair_at(begin);
    bool element = is_element(pair);
    size_t lines = 1, words = 0;
    uint64_t blank_before = 1;
    char last[BLOCK + 2];
    for (const char *at = begin; at < end; at += BLOCK) {
        const char *block = at;
        if (end - at < (ptrdiff_t)sizeof last) {
            // The characters behind the end are blanks.
            memset(last, ' ', sizeof last);
            memcpy(last, at, (size_t)(end - at));
            block = last;
        }
        block_masks masks = classify(block);
        counts.has_nul |= masks.has_nul;
        uint64_t words_here = ~masks.blanks & (masks.blanks << 1 | blank_before);
        blank_before = masks.blanks >> 63;
        for (uint64_t feeds = masks.feeds; feeds; feeds &= feeds - 1) {
            unsigned next = pair_at(block + mq_trailing_zeros_64(feeds) + 1);
            lines++;
            if (MQ_LIKELY(next == pair))
                continue;
            uint64_t up_to_feed = feeds ^ (feeds - 1);
            count_run(&counts, pair, lines - 1, words + mq_count_bits_64(words_here & up_to_feed));
            words_here &= ~up_to_feed;
            pair = next;
            element = is_element(pair);
            lines = 1;
            words = 0;
        }
        if (element)
            words += mq_count_bits_64(words_here);
    }
    count_run(&counts, pair, lines, words);
    return counts;
}
