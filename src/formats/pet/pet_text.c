// SPDX-License-Identifier: MIT
//
// The texts of puppets: CP949 in the file, UTF-8 for people.
#include <iconv.h>
#include <string.h>

#include "formats/pet/pet_priv.h"

// Room for what one step of the converter makes.
#define STEP 256

void mq_pet_converter_open(pet_converter *converter) {
    iconv_t handle = iconv_open("UTF-8", "CP949");
    converter->handle = handle == (iconv_t)-1 ? NULL : handle;
}

void mq_pet_converter_close(pet_converter *converter) {
    if (converter->handle)
        iconv_close(converter->handle);
    converter->handle = NULL;
}

static void put_escaped(mq_text *out, unsigned char byte) {
    static const char digits[] = "0123456789ABCDEF";
    const char text[4] = {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    mq_text_bytes(out, text, sizeof text);
}

static size_t ascii_run(const char *bytes, size_t length) {
    size_t run = 0;
    while (run < length && (unsigned char)bytes[run] < 0x80)
        run++;
    return run;
}

void mq_pet_convert(pet_converter *converter, const char *bytes, size_t length, mq_text *out) {
    while (length > 0) {
        // Most names are plain; and the converter has no say in what ASCII means (CP949 as some
        // systems know it shows a backslash as a currency sign).
        size_t plain = ascii_run(bytes, length);
        mq_text_bytes(out, bytes, plain);
        bytes += plain;
        length -= plain;
        if (length == 0)
            return;
        // One character at a time: a second byte may look like ASCII, and a bad one ends nothing.
        size_t taken = 0;
        if (converter->handle && length >= 2) {
            char *in = (char *)(uintptr_t)bytes;
            char made[STEP], *to = made;
            size_t in_left = 2, to_left = sizeof made;
            if (iconv(converter->handle, &in, &in_left, &to, &to_left) != (size_t)-1 &&
                in_left == 0) {
                mq_text_bytes(out, made, (size_t)(to - made));
                taken = 2;
            } else {
                iconv(converter->handle, NULL, NULL, NULL, NULL);
            }
        }
        if (taken == 0) {
            put_escaped(out, (unsigned char)*bytes);
            taken = 1;
        }
        bytes += taken;
        length -= taken;
    }
}

const char *mq_pet_convert_in(pet_converter *converter, mq_arena *arena, const char *bytes,
                              size_t length) {
    if (ascii_run(bytes, length) == length) {
        const char *copy = mq_arena_text(arena, bytes, length);
        return copy ? copy : "";
    }
    mq_text text;
    mq_text_init(&text, NULL);
    mq_pet_convert(converter, bytes, length, &text);
    const char *copy = text.status == MAQ_OK ? mq_arena_text(arena, text.data, text.length) : NULL;
    mq_text_free(&text);
    return copy ? copy : "";
}

void mq_pet_unconverter_open(pet_converter *converter) {
    iconv_t handle = iconv_open("CP949", "UTF-8");
    converter->handle = handle == (iconv_t)-1 ? NULL : handle;
}

static int hex_digit(char letter) {
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                            : -1;
}

// A byte that put_escaped() wrote; -1: it is none.
static int escaped_byte(const char *text, size_t length) {
    if (length < 4 || text[0] != '\\' || text[1] != 'x')
        return -1;
    int high = hex_digit(text[2]), low = hex_digit(text[3]);
    return high >= 8 && low >= 0 ? high << 4 | low : -1;
}

maq_pet_text mq_pet_unconvert(pet_converter *converter, mq_arena *arena, const char *text,
                              uint64_t *lost) {
    size_t length = strlen(text), used = 0;
    // No character is longer in CP949.
    char *bytes = MQ_NEW_ARRAY(arena, char, length);
    if (!bytes || length > UINT32_MAX)
        return (maq_pet_text){"", 0};
    for (size_t i = 0; i < length;) {
        unsigned char lead = (unsigned char)text[i];
        size_t size = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        size = size < length - i ? size : length - i;
        int escaped = escaped_byte(text + i, length - i);
        if (escaped >= 0) {
            bytes[used++] = (char)escaped;
            i += 4;
            continue;
        }
        char *in = (char *)(uintptr_t)(text + i), made[STEP], *to = made;
        size_t in_left = size, to_left = sizeof made;
        if (lead < 0x80) {
            bytes[used++] = (char)lead;
        } else if (converter->handle &&
                   iconv(converter->handle, &in, &in_left, &to, &to_left) != (size_t)-1 &&
                   in_left == 0 && (size_t)(to - made) <= size) {
            memcpy(bytes + used, made, (size_t)(to - made));
            used += (size_t)(to - made);
        } else {
            if (converter->handle)
                iconv(converter->handle, NULL, NULL, NULL, NULL);
            bytes[used++] = '?';
            ++*lost;
        }
        i += size;
    }
    return (maq_pet_text){bytes, (uint32_t)used};
}

maq_status maq_pet_utf8(const char *bytes, size_t length, const maq_memory *memory,
                        maq_buffer *out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = (maq_buffer){0};
    if (!bytes && length)
        return MAQ_BAD_ARGUMENT;
    pet_converter converter;
    mq_pet_converter_open(&converter);
    mq_text text;
    mq_text_init(&text, memory);
    mq_pet_convert(&converter, bytes, length, &text);
    mq_pet_converter_close(&converter);
    return mq_text_release_to(&text, out);
}

size_t mq_pet_name_length(const char name[32]) {
    const char *end = memchr(name, '\0', 32);
    return end ? (size_t)(end - name) : 32;
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
