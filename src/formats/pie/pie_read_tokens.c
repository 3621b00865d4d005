// SPDX-License-Identifier: MIT
//
// Reading PIE: from bytes to words and numbers, and what lies between them.
#include <string.h>

#include "base/number.h"
#include "formats/pie/pie_read_priv.h"

#define LONGEST_NAME 255

uint64_t mq_pie_offset(const pie_reader *reader, const char *at) {
    return (uint64_t)(at - reader->document->source);
}

uint32_t mq_pie_offset_at(const pie_reader *reader, const char *at) {
    return (uint32_t)mq_pie_offset(reader, at);
}

void mq_pie_edit(pie_reader *reader, maq_finding *finding, const char *begin, const char *end,
                 const char *text, size_t length) {
    if (finding)
        mq_finding_edit(reader->findings, finding, mq_pie_offset(reader, begin),
                        (uint64_t)(end - begin), text, length);
}

// ---------------------------------------------------------------------------------------- trivia

static const char *line_end(const pie_reader *reader, const char *at) {
    const char *end = reader->document->source + reader->document->source_length;
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at;
}

// Past the line break at `at`, if there is one.
static const char *after_break(const pie_reader *reader, const char *at) {
    const char *end = reader->document->source + reader->document->source_length;
    if (at < end && *at == '\r')
        at++;
    if (at < end && *at == '\n')
        at++;
    return at;
}

// A comment alone on its line goes behind the line before it. Before the first line there is none:
// there it is taken away.
static void move_comment(pie_reader *reader, maq_finding *finding, const char *begin,
                         const char *end) {
    if (!finding)
        return;
    mq_pie_edit(reader, finding, reader->lexer.line, after_break(reader, end), "", 0);
    if (!reader->last_end)
        return;
    if (reader->comment_home != reader->last_end) {
        reader->comment_home = reader->last_end;
        reader->comment_home_line = line_end(reader, reader->last_end);
    }
    const char *home = reader->comment_home_line;
    char *moved = MQ_NEW_ARRAY(reader->arena, char, (size_t)(end - begin) + 1);
    if (!moved)
        return;
    moved[0] = ' ';
    memcpy(moved + 1, begin, (size_t)(end - begin));
    mq_pie_edit(reader, finding, home, home, moved, (size_t)(end - begin) + 1);
}

static void add_comment(pie_reader *reader, const char *begin, const char *end, bool own_line) {
    const char *source_end = reader->document->source + reader->document->source_length;
    // Only a comment line that goes on with a line break hangs the game.
    if (own_line && end < source_end)
        move_comment(
            reader,
            PIE_FIND(reader, PIE_COMMENT_LINE, begin, end,
                     "a comment alone on its line makes the game hang; put it behind data"),
            begin, end);
    else
        PIE_FIND(reader, PIE_COMMENT, begin, end, "comments are known to games from 4.4 on only");

    maq_pie_comment *comments =
        mq_arena_grow(reader->arena, reader->comments, &reader->comment_capacity,
                      reader->pie->comment_count, sizeof *comments);
    if (!comments)
        return;
    reader->pie->comments = reader->comments = comments;
    const char *first = begin + 1, *last = end;
    while (first < last && mq_lexer_gap[(unsigned char)*first])
        first++;
    // A text ends at a NUL; blanks before it are at its end, then.
    const char *nul = first < last ? memchr(first, '\0', (size_t)(last - first)) : NULL;
    if (nul)
        last = nul;
    while (last > first && mq_lexer_gap[(unsigned char)last[-1]])
        last--;
    const char *text = mq_arena_text(reader->arena, first, (size_t)(last - first));
    if (!text)
        return;
    comments[reader->pie->comment_count++] =
        (maq_pie_comment){.text = text,
                          .level = reader->anchor.level,
                          .section = reader->anchor.section,
                          .row = reader->anchor.row,
                          .own_line = own_line,
                          .offset = mq_pie_offset_at(reader, begin)};
}

static void add_control_z(pie_reader *reader, const char *begin, const char *end) {
    const char *source_end = reader->document->source + reader->document->source_length;
    const char *rest = end;
    while (rest < source_end && mq_lexer_gap[(unsigned char)*rest])
        rest++;
    maq_finding *finding =
        PIE_FIND(reader, PIE_CONTROL_Z, begin, end, "a Ctrl-Z ends the text here");
    // What follows can only go with it if it is nothing.
    if (rest == source_end)
        mq_pie_edit(reader, finding, begin, source_end, "", 0);
    else
        PIE_FIND(reader, PIE_AFTER_LAST_LEVEL, rest, source_end,
                 "what follows the Ctrl-Z is not read");
}

void mq_pie_on_trivia(void *context, mq_trivia kind, const char *begin, const char *end,
                      bool own_line) {
    pie_reader *reader = context;
    switch (kind) {
    case MQ_COMMENT:
        add_comment(reader, begin, end, own_line);
        break;
    case MQ_NUL_BYTE:
        PIE_FIND(reader, PIE_NUL_BYTE, begin, end, "a NUL byte is in the text");
        break;
    case MQ_CTRL_Z:
        add_control_z(reader, begin, end);
        break;
    case MQ_BLANK_LINE: {
        // Whether it matters is known when something follows: kept until the end.
        maq_span *lines =
            mq_arena_grow(reader->arena, reader->blank_lines, &reader->blank_line_capacity,
                          reader->blank_line_count, sizeof *lines);
        if (!lines)
            break;
        reader->blank_lines = lines;
        const char *next = after_break(reader, end);
        lines[reader->blank_line_count++] =
            (maq_span){mq_pie_offset(reader, begin), (uint64_t)(next - begin)};
        break;
    }
    }
}

// ----------------------------------------------------------------------------------------- words

static bool same_letters(const char *begin, const char *keyword, size_t length, bool *exact) {
    *exact = true;
    for (size_t i = 0; i < length; i++) {
        char upper = begin[i] >= 'a' && begin[i] <= 'z' ? (char)(begin[i] - 32) : begin[i];
        if (upper != keyword[i])
            return false;
        if (upper != begin[i])
            *exact = false;
    }
    return true;
}

// Today's game compares these by their first letters.
static bool compared_by_prefix(pie_keyword keyword) {
    return keyword == PIE_KEY_TYPE || keyword == PIE_KEY_INTERPOLATE || keyword == PIE_KEY_EVENT ||
           keyword == PIE_KEY_LEVELS || keyword == PIE_KEY_LEVEL;
}

pie_keyword mq_pie_keyword(const char *begin, const char *end, pie_spelling *spelling) {
    size_t length = (size_t)(end - begin);
    pie_keyword longer = PIE_NO_KEYWORD;
    bool exact;
    for (pie_keyword i = 0; i < PIE_KEY_COUNT; i++) {
        size_t wanted = strlen(mq_pie_keywords[i]);
        if (length < wanted || !same_letters(begin, mq_pie_keywords[i], wanted, &exact))
            continue;
        if (length == wanted) {
            if (spelling)
                *spelling = exact ? PIE_EXACT : PIE_OTHER_CASE;
            return i;
        }
        // LEVELS comes before LEVEL: the first that fits is the longest.
        if (exact && compared_by_prefix(i) && longer == PIE_NO_KEYWORD)
            longer = i;
    }
    if (spelling && longer != PIE_NO_KEYWORD)
        *spelling = PIE_LONGER;
    return longer;
}

static bool is_letter(char byte) {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

bool mq_pie_at_word(const pie_reader *reader) {
    const char *at = reader->lexer.at;
    if (mq_lexer_done(&reader->lexer) || !is_letter(*at))
        return false;
    const char *end = mq_lexer_token_end(&reader->lexer);
    if (mq_pie_keyword(at, end, NULL) != PIE_NO_KEYWORD)
        return true;
    // An unknown word in capitals is more likely a directive than a spoilt number: but flags such
    // as A00, and INF and NAN, are numbers.
    if (end - at < 3)
        return false;
    bool beyond_hex = false;
    for (const char *letter = at; letter < end; letter++) {
        if (*letter < 'A' || *letter > 'Z')
            return false;
        beyond_hex = beyond_hex || *letter > 'F';
    }
    float number;
    return beyond_hex && mq_parse_float(at, end, &number) != end;
}

// --------------------------------------------------------------------------------------- numbers

// What a message shows of a token.
static int shown(const char *begin, const char *end) {
    return end - begin > 40 ? 40 : (int)(end - begin);
}

static bool refuse(pie_reader *reader, pie_rule rule) {
    const char *begin = reader->lexer.at, *end = mq_lexer_token_end(&reader->lexer);
    if (rule == PIE_FRAME_ROW)
        PIE_FIND(reader, rule, begin, end, "\"%.*s\" is not a number that a frame can have here",
                 shown(begin, end), begin);
    else
        PIE_FIND(reader, rule, begin, end, "\"%.*s\" is not a number", shown(begin, end), begin);
    return false;
}

static void note_hex_float(pie_reader *reader, const char *begin, const char *end) {
    PIE_FIND(reader, PIE_HEX_FLOAT, begin, end, "%.*s is a hexadecimal float", shown(begin, end),
             begin);
}

static bool is_hex_float(const char *begin, const char *end) {
    if (*begin == '-' || *begin == '+')
        begin++;
    return end - begin > 2 && begin[0] == '0' && (begin[1] | 32) == 'x';
}

bool mq_pie_float_here(pie_reader *reader, pie_rule rule, float *value) {
    const char *begin = reader->lexer.at;
    const char *end = mq_parse_float(begin, reader->lexer.end, value);
    if (end == begin || !mq_lexer_ends_token(&reader->lexer, end))
        return refuse(reader, rule);
    if (is_hex_float(begin, end))
        note_hex_float(reader, begin, end);
    mq_pie_pass(reader, end);
    return true;
}

bool mq_pie_double_here(pie_reader *reader, pie_rule rule, double *value) {
    const char *begin = reader->lexer.at;
    const char *end = mq_parse_double(begin, reader->lexer.end, value);
    if (end == begin || !mq_lexer_ends_token(&reader->lexer, end))
        return refuse(reader, rule);
    if (is_hex_float(begin, end))
        note_hex_float(reader, begin, end);
    mq_pie_pass(reader, end);
    return true;
}

static void find_out_of_range(pie_reader *reader, const char *begin, const char *end) {
    PIE_FIND(reader, PIE_NUMBER_RANGE, begin, end, "%.*s does not fit into 32 bits",
             shown(begin, end), begin);
}

static int32_t saturated(double number) {
    return number > INT32_MAX ? INT32_MAX : number < INT32_MIN ? INT32_MIN : (int32_t)number;
}

bool mq_pie_int_here(pie_reader *reader, pie_rule rule, int32_t *value) {
    const char *begin = reader->lexer.at;
    int64_t whole = 0;
    bool overflow = false;
    const char *end = mq_parse_i64(begin, reader->lexer.end, &whole, &overflow);
    if (end > begin && mq_lexer_ends_token(&reader->lexer, end)) {
        if (overflow || whole > INT32_MAX || whole < INT32_MIN)
            find_out_of_range(reader, begin, end);
        *value = whole > INT32_MAX ? INT32_MAX : whole < INT32_MIN ? INT32_MIN : (int32_t)whole;
        mq_pie_pass(reader, end);
        return true;
    }
    double number;
    end = mq_parse_double(begin, reader->lexer.end, &number);
    if (end == begin || !mq_lexer_ends_token(&reader->lexer, end) || number != number)
        return refuse(reader, rule);
    PIE_FIND(reader, rule == PIE_FRAME_ROW ? rule : PIE_NOT_WHOLE, begin, end,
             "%.*s must be a whole number", shown(begin, end), begin);
    *value = saturated(number);
    mq_pie_pass(reader, end);
    return true;
}

bool mq_pie_hex_here(pie_reader *reader, pie_rule rule, uint32_t *value) {
    const char *begin = reader->lexer.at;
    uint64_t whole = 0;
    bool overflow = false;
    const char *end = mq_parse_hex_u64(begin, reader->lexer.end, &whole, &overflow);
    if (end == begin || !mq_lexer_ends_token(&reader->lexer, end))
        return refuse(reader, rule);
    if (overflow || whole > UINT32_MAX)
        find_out_of_range(reader, begin, end);
    *value = whole > UINT32_MAX ? UINT32_MAX : (uint32_t)whole;
    mq_pie_pass(reader, end);
    return true;
}

static bool find_missing(pie_reader *reader, pie_rule rule, const char *what) {
    PIE_FIND(reader, rule, reader->last_end, reader->last_end, "%s is missing here", what);
    return false;
}

// Whether the line has one more number; a finding at its end when not.
static bool expect_number(pie_reader *reader, pie_rule rule, const char *what) {
    return (mq_pie_line_goes_on(reader) && !mq_pie_at_word(reader)) ||
           find_missing(reader, rule, what);
}

// The same for a name, which may begin like a keyword but is not one.
static bool expect_name(pie_reader *reader, const char *what) {
    pie_spelling spelling = PIE_LONGER;
    if (mq_pie_line_goes_on(reader))
        mq_pie_keyword(reader->lexer.at, mq_lexer_token_end(&reader->lexer), &spelling);
    return (mq_pie_line_goes_on(reader) && spelling != PIE_EXACT) ||
           find_missing(reader, PIE_NAME_MISSING, what);
}

bool mq_pie_int(pie_reader *reader, const char *what, int32_t *value) {
    return expect_number(reader, PIE_BAD_NUMBER, what) &&
           mq_pie_int_here(reader, PIE_BAD_NUMBER, value);
}

bool mq_pie_hex(pie_reader *reader, const char *what, uint32_t *value) {
    return expect_number(reader, PIE_TYPE_MISSING, what) &&
           mq_pie_hex_here(reader, PIE_TYPE_MISSING, value);
}

bool mq_pie_name(pie_reader *reader, const char *what, const char **name) {
    if (!expect_name(reader, what))
        return false;
    const char *begin = reader->lexer.at, *end = mq_lexer_token_end(&reader->lexer);
    if (end - begin > LONGEST_NAME)
        PIE_FIND(reader, PIE_LONG_TOKEN, begin, end, "%s has %td bytes, the game takes %d", what,
                 end - begin, LONGEST_NAME);
    *name = mq_arena_text(reader->arena, begin, (size_t)(end - begin));
    mq_pie_pass(reader, end);
    return *name != NULL;
}

void mq_pie_end_line(pie_reader *reader) {
    if (!mq_pie_line_goes_on(reader) || mq_pie_at_word(reader))
        return;
    const char *kept = reader->last_end, *begin = reader->lexer.at, *end = begin;
    while (mq_pie_line_goes_on(reader) && !mq_pie_at_word(reader)) {
        end = mq_lexer_token_end(&reader->lexer);
        mq_lexer_advance(&reader->lexer, end);
    }
    maq_finding *finding = PIE_FIND(reader, PIE_SURPLUS_TOKENS, begin, end,
                                    "\"%.*s\" does not belong here", shown(begin, end), begin);
    mq_pie_edit(reader, finding, kept, end, "", 0);
}
