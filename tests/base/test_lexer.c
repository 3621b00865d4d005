// SPDX-License-Identifier: MIT
//
// Tokens, their positions and what is between them; little-endian bytes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cursor.h"
#include "base/lexer.h"

// Everything a lexer reports of a text, one character class at a time: tokens as |token| with a
// leading / when they start a line, trivia as C(...) comment, B blank line, N NUL, Z Ctrl-Z, each
// with ! when alone on its line.
struct transcript {
    char text[1024];
    size_t length;
};

__attribute__((format(printf, 2, 0))) static void
write_down(struct transcript *transcript, const char *format, const char *begin, int length) {
    transcript->length +=
        (size_t)snprintf(transcript->text + transcript->length,
                         sizeof transcript->text - transcript->length, format, length, begin);
}

static void on_trivia(void *context, mq_trivia kind, const char *begin, const char *end,
                      bool own_line) {
    static const char *const marks[] = {"C", "B", "N", "Z"};
    struct transcript *transcript = context;
    write_down(transcript, "%.*s", marks[kind], 1);
    write_down(transcript, "%.*s", "!", own_line);
    if (kind == MQ_COMMENT)
        write_down(transcript, "(%.*s)", begin, (int)(end - begin));
}

static const char *lex_with(struct transcript *transcript, const char *text, size_t length,
                            char comment, char comment_second) {
    // On a copy of exactly this size, so that a sanitizer sees a step too far.
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    transcript->length = 0;
    transcript->text[0] = '\0';
    mq_lexer lexer = {.comment = comment,
                      .comment_second = comment_second,
                      .context = transcript,
                      .on_trivia = on_trivia};
    mq_lexer_start(&lexer, copy, copy + length);
    while (!mq_lexer_done(&lexer)) {
        const char *end = mq_lexer_token_end(&lexer);
        assert_true(end > lexer.at);
        write_down(transcript, lexer.starts_line ? "/|%.*s|" : "|%.*s|", lexer.at,
                   (int)(end - lexer.at));
        mq_lexer_advance(&lexer, end);
    }
    free(copy);
    return transcript->text;
}

#define LEX(text) lex_with(&transcript, text, sizeof text - 1, '#', '\0')
#define LEX_SLASHES(text) lex_with(&transcript, text, sizeof text - 1, '/', '/')

static void tokens_know_whether_they_start_a_line(void **state) {
    (void)state;
    struct transcript transcript;
    assert_string_equal(LEX("PIE 2\n\t1 2\r\n3\r4"), "/|PIE||2|/|1||2|/|3|/|4|");
    assert_string_equal(LEX(""), "");
    assert_string_equal(LEX("  x  "), "/|x|");
    assert_string_equal(LEX("a\v\fb"), "/|a||b|");
    assert_string_equal(LEX("\xff\xfe \x80"), "/|\xff\xfe||\x80|");
}

static void comments_are_told_with_their_place(void **state) {
    (void)state;
    struct transcript transcript;
    assert_string_equal(LEX("a # one\n#two\n  # three\r\nb"),
                        "/|a|C(# one)C!(#two)C!(# three)/|b|");
    assert_string_equal(LEX("12#tail"), "/|12|C(#tail)");
    assert_string_equal(LEX("#"), "C!(#)");
    assert_string_equal(LEX("a # x\n \nb"), "/|a|C(# x)B!/|b|");
}

static void comments_may_begin_with_two_bytes(void **state) {
    (void)state;
    struct transcript transcript;
    assert_string_equal(LEX_SLASHES("a // one\n//two\nb"), "/|a|C(// one)C!(//two)/|b|");
    assert_string_equal(LEX_SLASHES("12//tail"), "/|12|C(//tail)");
    assert_string_equal(LEX_SLASHES("a/b /c / /"), "/|a/b||/c||/||/|");
    assert_string_equal(LEX_SLASHES("a /\n/ b"), "/|a||/|/|/||b|");
    assert_string_equal(LEX_SLASHES("a #b"), "/|a||#b|");
    assert_string_equal(LEX_SLASHES("a ///b"), "/|a|C(///b)");
    assert_string_equal(LEX_SLASHES("a/"), "/|a/|");
}

static void blank_lines_are_told_and_empty_ones_are_not(void **state) {
    (void)state;
    struct transcript transcript;
    assert_string_equal(LEX("a\n\n\r\nb"), "/|a|/|b|");
    assert_string_equal(LEX("a\n \n\t\r\nb\n "), "/|a|B!B!/|b|");
    assert_string_equal(LEX("a  \nb"), "/|a|/|b|"); // trailing blanks are no blank line
    assert_string_equal(LEX(" \nb"), "B!/|b|");
}

static void odd_bytes_are_told(void **state) {
    (void)state;
    struct transcript transcript;
    assert_string_equal(LEX("a\0b"), "/|a|N|b|");
    assert_string_equal(LEX("a\n\x1a\nb"), "/|a|Z!");
    assert_string_equal(LEX("a\x1a"), "/|a|Z");
    assert_string_equal(LEX("a # c\x1a z"), "/|a|C(# c)Z");
}

static void a_text_without_comments_has_none(void **state) {
    (void)state;
    static const char text[] = "a #b";
    mq_lexer lexer = {0};
    mq_lexer_start(&lexer, text, text + 4);
    mq_lexer_advance(&lexer, mq_lexer_token_end(&lexer));
    assert_int_equal(mq_lexer_token_end(&lexer) - lexer.at, 2);
}

static void cursors_read_little_endian_and_stop_at_the_end(void **state) {
    (void)state;
    static const unsigned char bytes[] = {1,    0x34, 0x12, 0x78, 0x56, 0x34, 0x12, 0, 0,    0x80,
                                          0x3f, 0,    0,    0,    0,    0,    0,    0, 0xc0, 9};
    mq_cursor cursor = mq_cursor_over(bytes, sizeof bytes);
    assert_int_equal(mq_read_u8(&cursor), 1);
    assert_int_equal(mq_read_u16(&cursor), 0x1234);
    assert_int_equal(mq_read_u32(&cursor), 0x12345678);
    assert_true(mq_read_f32(&cursor) == 1.0f);
    assert_true(mq_read_f64(&cursor) == -2.0);
    assert_int_equal(mq_cursor_left(&cursor), 1);
    assert_true(mq_cursor_holds(&cursor, 1, 1));
    assert_false(mq_cursor_holds(&cursor, 2, 1));
    assert_false(mq_cursor_holds(&cursor, UINT64_MAX, 8));
    assert_int_equal(mq_read_u16(&cursor), 0);
    assert_true(cursor.failed);
    assert_int_equal(mq_read_u8(&cursor), 0); // a failure sticks
    cursor = mq_cursor_over(bytes, sizeof bytes);
    mq_cursor part = mq_cursor_part(&cursor, 3, 4);
    assert_int_equal(mq_read_u32(&part), 0x12345678);
    assert_false(part.failed);
    part = mq_cursor_part(&cursor, 18, 3);
    assert_true(part.failed);
    part = mq_cursor_part(&cursor, SIZE_MAX, SIZE_MAX);
    assert_true(part.failed);
    assert_null(mq_read_bytes(&part, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_know_whether_they_start_a_line),
        cmocka_unit_test(comments_are_told_with_their_place),
        cmocka_unit_test(comments_may_begin_with_two_bytes),
        cmocka_unit_test(blank_lines_are_told_and_empty_ones_are_not),
        cmocka_unit_test(odd_bytes_are_told),
        cmocka_unit_test(a_text_without_comments_has_none),
        cmocka_unit_test(cursors_read_little_endian_and_stop_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
