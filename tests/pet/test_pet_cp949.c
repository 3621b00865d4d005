// SPDX-License-Identifier: MIT
//
// CP949 against iconv of the C library: all codes, in both directions.
#include <iconv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/pet/pet_cp949.h"
#include "formats/pet/pet_priv.h"

static iconv_t open_converter(const char *to, const char *from) {
    iconv_t converter = iconv_open(to, from);
    if (converter == (iconv_t)-1) {
        print_message("skipped: this system has no CP949\n");
        skip();
    }
    return converter;
}

// The length of what iconv makes of some bytes; 0 when they are not valid.
static size_t convert(iconv_t converter, const void *bytes, size_t length, char out[8]) {
    char copy[8], *from = copy, *to = out;
    size_t left = length, capacity = 8;
    memcpy(copy, bytes, length);
    if (iconv(converter, &from, &left, &to, &capacity) == (size_t)-1 || left > 0) {
        iconv(converter, NULL, NULL, NULL, NULL);
        return 0;
    }
    return 8 - capacity;
}

// Some systems (musl) decode codes after C652, where the syllables of CP949 end, and before the next row.
static void need_exact_tables(iconv_t converter) {
    char out[8];
    if (convert(converter, "\xc7\x41", 2, out) > 0) {
        print_message("skipped: iconv() of this system decodes codes that CP949 does not have\n");
        iconv_close(converter);
        skip();
    }
}

static void all_codes_decode_as_iconv_does(void **state) {
    (void)state;
    iconv_t converter = open_converter("UTF-16LE", "CP949");
    need_exact_tables(converter);
    unsigned characters = 0;
    for (unsigned code = 0; code < 65536; code++) {
        unsigned char bytes[2] = {(unsigned char)(code >> 8), (unsigned char)code};
        char out[8];
        // The game knows ASCII; what iconv makes of a backslash differs between systems.
        size_t length = bytes[0] < 0x80 ? 0 : convert(converter, bytes, 2, out);
        unsigned expected =
            length == 2 ? (unsigned char)out[0] | (unsigned)(unsigned char)out[1] << 8 : 0;
        if (mq_cp949_decode(bytes[0], bytes[1]) != expected)
            fail_msg("%04X is U+%04X, not U+%04X", code, expected,
                     mq_cp949_decode(bytes[0], bytes[1]));
        characters += expected != 0;
    }
    assert_int_equal(characters, 17048);
    iconv_close(converter);
}

static void all_characters_encode_as_iconv_does(void **state) {
    (void)state;
    iconv_t converter = open_converter("CP949", "UTF-16LE");
    uint16_t *codes = malloc(MQ_CP949_CODE_COUNT * sizeof *codes);
    assert_non_null(codes);
    mq_cp949_fill_codes(codes);
    for (unsigned character = 0x80; character < 65536; character++) {
        unsigned char bytes[2] = {(unsigned char)character, (unsigned char)(character >> 8)};
        char out[8];
        size_t length = convert(converter, bytes, 2, out);
        unsigned expected =
            length == 2 ? (unsigned)(unsigned char)out[0] << 8 | (unsigned char)out[1] : 0;
        // The currency sign that some systems have instead of a backslash.
        if (length != 1 && codes[character] != expected)
            fail_msg("U+%04X is %04X, not %04X", character, expected, codes[character]);
    }
    free(codes);
    iconv_close(converter);
}

// Every valid code survives the conversion to UTF-8 and back, and so do bytes that are not CP949.
static void texts_survive_both_directions(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    pet_cp949_encoder encoder = {NULL};
    for (unsigned code = 0x0100; code < 65536; code++) {
        char bytes[3] = {(char)(code >> 8), (char)code, 'x'};
        if ((code & 0xff) == 0)
            continue;
        uint64_t replaced = 0;
        const char *utf8 = mq_pet_to_utf8(arena, (maq_pet_text){bytes, 3});
        maq_pet_text again = mq_pet_to_cp949(&encoder, arena, utf8, &replaced);
        assert_int_equal(replaced, 0);
        assert_int_equal(again.length, 3);
        assert_memory_equal(again.bytes, bytes, 3);
    }
    mq_arena_free(arena);
}

static void other_characters_are_counted(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    pet_cp949_encoder encoder = {NULL};
    uint64_t replaced = 0;
    // A letter that CP949 lacks, an emoji, and a byte that is not UTF-8.
    maq_pet_text text = mq_pet_to_cp949(&encoder, arena,
                                        "a\xc5\x99\xf0\x9f\x98\x80\xff"
                                        "b",
                                        &replaced);
    assert_int_equal(replaced, 3);
    assert_int_equal(text.length, 5);
    assert_memory_equal(text.bytes, "a???b", 5);
    mq_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_codes_decode_as_iconv_does),
        cmocka_unit_test(all_characters_encode_as_iconv_does),
        cmocka_unit_test(texts_survive_both_directions),
        cmocka_unit_test(other_characters_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
