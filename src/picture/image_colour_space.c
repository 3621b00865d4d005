// SPDX-License-Identifier: MIT
#include "picture/image_colour_space.h"

#include <string.h>

enum { SIGNATURE_LENGTH = 8, CHUNK_EXTRA = 12 }; // around the data: length, type, checksum

// In the second byte of a chunk's type. Without it the chunk is one of the PNG specification.
enum { PRIVATE_BIT = 0x20 };

static uint32_t big_endian(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

// The offset of the first chunk at or after `at` that states a colour space and whose type is private, or is
// not; SIZE_MAX when there is none.
static size_t find_chunk(const unsigned char *file, size_t length, size_t at, bool private) {
    static const char types[][5] = {"cHRM", "gAMA", "iCCP", "cICP"};
    while (length - at >= CHUNK_EXTRA && big_endian(file + at) <= length - at - CHUNK_EXTRA) {
        const unsigned char *type = file + at + 4;
        const unsigned char public[4] = {type[0], type[1] & (unsigned char)~PRIVATE_BIT, type[2],
                                         type[3]};
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
            if (memcmp(public, types[i], 4) == 0 && private == ((type[1] & PRIVATE_BIT) != 0))
                return at;
        }
        at += (size_t)big_endian(file + at) + CHUNK_EXTRA;
    }
    return SIZE_MAX;
}

// How the checksum of a chunk changes with the private bit of its type. A CRC is linear, so this depends on
// the number of bytes behind the bit alone, and a wrong checksum stays wrong in the same way.
static uint32_t checksum_change(uint32_t data_length) {
    uint32_t change = PRIVATE_BIT;
    for (uint64_t bits = 8 * ((uint64_t)data_length + 3); bits > 0; bits--)
        change = change >> 1 ^ (change & 1 ? 0xedb88320u : 0);
    return change;
}

static void toggle_chunk(unsigned char *chunk) {
    uint32_t length = big_endian(chunk), change = checksum_change(length);
    unsigned char *checksum = chunk + 8 + length;
    chunk[5] ^= PRIVATE_BIT;
    for (int i = 0; i < 4; i++)
        checksum[i] ^= (unsigned char)(change >> (24 - 8 * i));
}

static const unsigned char *toggle(mq_arena *arena, const unsigned char *file, size_t length,
                                   bool private) {
    if (length < SIGNATURE_LENGTH || memcmp(file, "\x89PNG\r\n\x1a\n", SIGNATURE_LENGTH) != 0)
        return file;
    size_t at = find_chunk(file, length, SIGNATURE_LENGTH, private);
    // A file that has chunks of both kinds could not be restored.
    if (at == SIZE_MAX || find_chunk(file, length, SIGNATURE_LENGTH, !private) != SIZE_MAX)
        return file;
    unsigned char *copy = (unsigned char *)mq_arena_text(arena, (const char *)file, length);
    for (; copy && at != SIZE_MAX; at = find_chunk(copy, length, at, private))
        toggle_chunk(copy + at);
    return copy;
}

const unsigned char *mq_image_hide_colour_space(mq_arena *arena, const unsigned char *file,
                                                size_t length) {
    return toggle(arena, file, length, false);
}

const unsigned char *mq_image_restore_colour_space(mq_arena *arena, const unsigned char *file,
                                                   size_t length) {
    return toggle(arena, file, length, true);
}
