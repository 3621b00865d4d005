// SPDX-License-Identifier: MIT
//
// 64 characters are classified at once; what is done for each line is a look at its first two
// characters, and for elements a count of bits.
#include "formats/obj/obj_count.h"

#include <stdint.h>
#include <string.h>

#include "base/hints.h"
#include "base/number_tables.h"

#if defined(__SSE2__) && !defined(MQ_NO_SSE2)
#include <emmintrin.h>
#endif

enum { BLOCK = 64 };

// Bit k: the character k is a line feed; is a line feed or another one up to the blank.
typedef struct block_masks {
    uint64_t feeds, blanks;
    bool has_nul;
} block_masks;

#if defined(__SSE2__) && !defined(MQ_NO_SSE2)
MQ_HOT block_masks classify(const char *text) {
    block_masks masks = {0, 0, false};
    __m128i nul = _mm_setzero_si128(), any = nul;
    for (int i = 0; i < BLOCK; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
        __m128i blanks = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
        __m128i feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
        any = _mm_or_si128(any, _mm_cmpeq_epi8(bytes, nul));
        masks.blanks |= (uint64_t)(unsigned)_mm_movemask_epi8(blanks) << i;
        masks.feeds |= (uint64_t)(unsigned)_mm_movemask_epi8(feeds) << i;
    }
    masks.has_nul = _mm_movemask_epi8(any) != 0;
    return masks;
}
#else
MQ_HOT block_masks classify(const char *text) {
    block_masks masks = {0, 0, false};
    for (int i = 0; i < BLOCK; i++) {
        masks.blanks |= (uint64_t)((unsigned char)text[i] <= ' ') << i;
        masks.feeds |= (uint64_t)(text[i] == '\n') << i;
        masks.has_nul |= text[i] == '\0';
    }
    return masks;
}
#endif

MQ_HOT unsigned count_bits(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(word * 0x0101010101010101 >> 56);
}

// Counts the line that begins with the two characters at `text`. Returns whether it is an element.
MQ_HOT bool count_line(obj_line_counts *counts, const char *text) {
    counts->lines++;
    char first = text[0], second = text[1];
    bool alone = second == ' ' || second == '\t';
    if (first == 'v') {
        counts->positions += alone;
        counts->texcoords += second == 't';
        counts->normals += second == 'n';
        return false;
    }
    bool element = alone && (first == 'f' || first == 'l' || first == 'p');
    counts->elements += element;
    return element;
}

obj_line_counts mq_obj_count_lines(const char *begin, const char *end) {
    obj_line_counts counts = {0};
    // Words of the lines of elements, the keywords included.
    size_t words = 0;
    bool element = end - begin >= 2 && count_line(&counts, begin);
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
        while (masks.feeds) {
            uint64_t up_to_feed = masks.feeds ^ (masks.feeds - 1);
            if (element)
                words += count_bits(words_here & up_to_feed);
            words_here &= ~up_to_feed;
            element = count_line(&counts, block + mq_trailing_zeros_64(masks.feeds) + 1);
            masks.feeds &= masks.feeds - 1;
        }
        if (element)
            words += count_bits(words_here);
    }
    counts.corners = words - counts.elements;
    return counts;
}
