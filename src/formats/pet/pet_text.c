// SPDX-License-Identifier: MIT
//
// The texts of puppets: CP949 in the file, UTF-8 for people.
#include <string.h>

#include "base/utf8.h"
#include "formats/pet/pet_cp949.h"
#include "formats/pet/pet_entries.h"

// A byte that is not CP949 is shown as \xNN.
#define ESCAPE_LENGTH 4

static size_t ascii_length(const char *bytes, size_t length) {
    size_t run = 0;
    while (run < length && (unsigned char)bytes[run] < 0x80)
        run++;
    return run;
}

// Writes the text as UTF-8 to `out` unless that is NULL; returns the length.
static size_t decode(const char *bytes, size_t length, char *out) {
    static const char digits[] = "0123456789ABCDEF";
    size_t made = 0;
    for (size_t i = 0; i < length;) {
        unsigned char lead = (unsigned char)bytes[i];
        uint16_t character =
            i + 1 < length ? mq_cp949_decode(lead, (unsigned char)bytes[i + 1]) : 0;
        char piece[ESCAPE_LENGTH];
        size_t size;
        if (lead < 0x80) {
            piece[0] = (char)lead;
            size = 1;
        } else if (!character) {
            piece[0] = '\\';
            piece[1] = 'x';
            piece[2] = digits[lead >> 4];
            piece[3] = digits[lead & 15];
            size = ESCAPE_LENGTH;
        } else if (character < 0x800) {
            piece[0] = (char)(0xc0 | character >> 6);
            piece[1] = (char)(0x80 | (character & 0x3f));
            size = 2;
        } else {
            piece[0] = (char)(0xe0 | character >> 12);
            piece[1] = (char)(0x80 | (character >> 6 & 0x3f));
            piece[2] = (char)(0x80 | (character & 0x3f));
            size = 3;
        }
        if (out)
            memcpy(out + made, piece, size);
        made += size;
        i += lead >= 0x80 && character ? 2 : 1;
    }
    return made;
}

const char *mq_pet_to_utf8(mq_arena *arena, maq_pet_text text) {
    char *copy;
    // Most names are ASCII.
    if (ascii_length(text.bytes, text.length) == text.length) {
        copy = mq_arena_text(arena, text.bytes, text.length);
    } else {
        copy = MQ_NEW_ARRAY(arena, char, decode(text.bytes, text.length, NULL) + 1);
        if (copy)
            decode(text.bytes, text.length, copy);
    }
    return copy ? copy : "";
}

maq_status maq_pet_utf8(const char *bytes, size_t length, const maq_memory *memory,
                        maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    if (!bytes && length)
        return MAQ_BAD_ARGUMENT;
    mq_text text;
    mq_text_init(&text, memory);
    mq_text_reserve(&text, decode(bytes, length, NULL));
    if (text.status == MAQ_OK)
        text.length = decode(bytes, length, text.data);
    return mq_text_release_to(&text, out);
}

// ----------------------------------------------------------------------------------- from UTF-8

static int hex_digit(char letter) {
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                            : -1;
}

// A byte that decode() escaped; -1: it is not one.
static int escaped_byte(const char *text, size_t length) {
    if (length < ESCAPE_LENGTH || text[0] != '\\' || text[1] != 'x')
        return -1;
    int high = hex_digit(text[2]), low = hex_digit(text[3]);
    return high >= 8 && low >= 0 ? high << 4 | low : -1;
}

// The character of a well-formed sequence; 0 when it has more than 16 bits.
static uint32_t character_of(const unsigned char *bytes, size_t size) {
    if (size == 2)
        return (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu);
    if (size == 3)
        return (bytes[0] & 0x0fu) << 12 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu);
    return 0;
}

maq_pet_text mq_pet_to_cp949(pet_cp949_encoder *encoder, mq_arena *arena, const char *text,
                             uint64_t *replaced) {
    size_t length = strlen(text), used = 0;
    // No character is longer in CP949.
    char *bytes = MQ_NEW_ARRAY(arena, char, length);
    bool ascii = ascii_length(text, length) == length;
    if (!ascii && !encoder->codes) {
        encoder->codes = MQ_NEW_ARRAY(arena, uint16_t, MQ_CP949_CODE_COUNT);
        if (encoder->codes)
            mq_cp949_fill_codes(encoder->codes);
    }
    if (!bytes || length > UINT32_MAX || (!ascii && !encoder->codes))
        return (maq_pet_text){"", 0};
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)text + i;
        int escaped = escaped_byte(text + i, length - i);
        size_t size = mq_utf8_length(at, length - i);
        uint16_t code = size > 1 ? encoder->codes[character_of(at, size)] : 0;
        if (escaped >= 0) {
            bytes[used++] = (char)escaped;
            size = ESCAPE_LENGTH;
        } else if (size == 1) {
            bytes[used++] = text[i];
        } else if (code) {
            bytes[used++] = (char)(code >> 8);
            bytes[used++] = (char)code;
        } else {
            bytes[used++] = '?';
            ++*replaced;
        }
        i += size > 0 ? size : 1;
    }
    return (maq_pet_text){bytes, (uint32_t)used};
}

// ------------------------------------------------------------------------------------- comparing

size_t mq_pet_name_length(const char name[32]) {
    const char *end = memchr(name, '\0', 32);
    return end ? (size_t)(end - name) : 32;
}

maq_pet_text mq_pet_texture_name(const maq_pet_texture *texture, maq_pet_layout layout,
                                 char bytes[PET_TEXTURE_SIZE]) {
    if (!mq_pet_has_long_name(texture, layout))
        return mq_pet_name_text(texture->name);
    pet_writer writer = {.out = (unsigned char *)bytes};
    mq_pet_visit_entry(&(pet_visitor){.writer = &writer}, MAQ_PET_TEXT, 1,
                       MQ_WRITABLE(maq_pet_texture, texture));
    const char *end = memchr(bytes, '\0', PET_TEXTURE_SIZE);
    return (maq_pet_text){bytes, end ? (uint32_t)(end - bytes) : PET_TEXTURE_SIZE};
}

bool mq_pet_same_text(maq_pet_text a, maq_pet_text b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

static int lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? letter | 32 : letter;
}

bool mq_pet_same_name(maq_pet_text a, maq_pet_text b) {
    if (a.length != b.length)
        return false;
    for (uint32_t i = 0; i < a.length; i++) {
        if (lower(a.bytes[i]) != lower(b.bytes[i]))
            return false;
    }
    return true;
}
