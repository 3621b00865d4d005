// SPDX-License-Identifier: MIT
#include "formats/pet/pet_cp949.h"

#include <stdbool.h>
#include <string.h>

#include "base/bits.h"

#define FIRST_SYLLABLE 0xac00u
// KS X 1001 fills the trail bytes from here on.
#define STANDARD_TRAIL 0xa1u
// Trail bytes below it: A to Z, a to z, and 81 to A0.
#define EXTENDED_TRAILS 84u
// All trail bytes of a lead byte that has no row of KS X 1001.
#define ALL_TRAILS (EXTENDED_TRAILS + MQ_CP949_ROW_SIZE)

// How many syllables that KS X 1001 has, or that it lacks, come before a word of 64.
static unsigned count_before(unsigned word, bool standard) {
    unsigned count = mq_cp949_standard_counts[word];
    return standard ? count : 64 * word - count;
}

// The syllable that is number `index` among those that KS X 1001 has, or among those that it lacks;
// 0 when there are not as many.
static uint16_t nth_syllable(unsigned index, bool standard) {
    unsigned low = 0, high = MQ_CP949_SYLLABLE_WORDS;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (count_before(middle, standard) <= index)
            low = middle;
        else
            high = middle;
    }
    uint64_t bits = mq_cp949_standard_syllables[low];
    if (!standard)
        bits = ~bits;
    for (unsigned left = index - count_before(low, standard); left > 0 && bits; left--)
        bits &= bits - 1;
    unsigned syllable =
        bits ? 64 * low + (unsigned)mq_trailing_zeros_64(bits) : MQ_CP949_SYLLABLE_COUNT;
    return syllable < MQ_CP949_SYLLABLE_COUNT ? (uint16_t)(FIRST_SYLLABLE + syllable) : 0;
}

// The position of a trail byte among all that there are; ALL_TRAILS: it is not one.
static unsigned trail_index(unsigned trail) {
    if (trail >= 'A' && trail <= 'Z')
        return trail - 'A';
    if (trail >= 'a' && trail <= 'z')
        return trail - 'a' + 26;
    return trail >= 0x81 && trail <= 0xfe ? trail - 0x81 + 52 : ALL_TRAILS;
}

uint16_t mq_cp949_decode(unsigned char lead, unsigned char trail) {
    unsigned index = trail_index(trail);
    if (lead < 0x81 || lead > 0xfe || index == ALL_TRAILS)
        return 0;
    // Syllables beyond KS X 1001: all trails up to the lead byte A0, those without a row after it.
    if (lead < STANDARD_TRAIL)
        return nth_syllable((lead - 0x81u) * ALL_TRAILS + index, false);
    if (trail < STANDARD_TRAIL)
        return nth_syllable(32 * ALL_TRAILS + (lead - STANDARD_TRAIL) * EXTENDED_TRAILS + index,
                            false);
    unsigned column = trail - STANDARD_TRAIL;
    if (lead >= 0xb0 && lead <= 0xc8)
        return nth_syllable((lead - 0xb0u) * MQ_CP949_ROW_SIZE + column, true);
    unsigned row = lead <= 0xac ? lead - 0xa1u : lead - 0xcau + 12;
    bool in_rows = lead <= 0xac || (lead >= 0xca && lead <= 0xfd);
    return in_rows && mq_cp949_rows[row][column] != ' ' ? mq_cp949_rows[row][column] : 0;
}

void mq_cp949_fill_codes(uint16_t codes[MQ_CP949_CODE_COUNT]) {
    memset(codes, 0, MQ_CP949_CODE_COUNT * sizeof *codes);
    for (unsigned code = 0x8141; code <= 0xfefe; code++) {
        uint16_t character = mq_cp949_decode((unsigned char)(code >> 8), (unsigned char)code);
        if (character)
            codes[character] = (uint16_t)code;
    }
}
