// SPDX-License-Identifier: MIT
//
// CP949, the encoding of the texts in puppets: ASCII, and two bytes for a Korean character.
#ifndef MQ_PET_CP949_H
#define MQ_PET_CP949_H

#include <stddef.h>
#include <stdint.h>

// The character of two bytes; 0 when they are not one.
uint16_t mq_cp949_decode(unsigned char lead, unsigned char trail);

// Fills a table that has the two bytes (lead << 8 | trail) of each character of 16 bits that CP949
// has, and 0 for the others.
#define MQ_CP949_CODE_COUNT 65536
void mq_cp949_fill_codes(uint16_t codes[MQ_CP949_CODE_COUNT]);

// --------------------------------------------------- data (pet_cp949_table.c), for pet_cp949.c alone

// One bit for each Hangul syllable from U+AC00 on: whether it is one of the 2,350 of KS X 1001.
#define MQ_CP949_SYLLABLE_COUNT 11172
#define MQ_CP949_SYLLABLE_WORDS ((MQ_CP949_SYLLABLE_COUNT + 63) / 64)
extern const uint64_t mq_cp949_standard_syllables[MQ_CP949_SYLLABLE_WORDS];

// The characters of the trail bytes A1 to FE, for the lead bytes A1 to AC and CA to FD; a space where
// there is none.
#define MQ_CP949_ROW_COUNT 64
#define MQ_CP949_ROW_SIZE 94
extern const uint16_t mq_cp949_rows[MQ_CP949_ROW_COUNT][MQ_CP949_ROW_SIZE + 1];

#endif
