// SPDX-License-Identifier: MIT
//
// Reading PIE: what lies between tokens, and values of directives.
#include <string.h>

#include "base/number.h"
#include "formats/pie/pie_read_priv.h"

const unsigned mq_pie_directive_rules[MQ_DR_COUNT] = {
    [MQ_DR_BYTE_ORDER_MARK] = PIE_BYTE_ORDER_MARK,
    [MQ_DR_NUL_BYTE] = PIE_NUL_BYTE,
    [MQ_DR_CONTROL_Z] = PIE_CONTROL_Z,
    [MQ_DR_COMMENT] = PIE_COMMENT,
    [MQ_DR_KEYWORD_CASE] = PIE_KEYWORD_CASE,
    [MQ_DR_SHARED_LINE] = PIE_DIRECTIVE_SHARES_LINE,
    [MQ_DR_UNKNOWN_DIRECTIVE] = PIE_UNKNOWN_DIRECTIVE,
    [MQ_DR_VALUE_MISSING] = PIE_BAD_NUMBER,
    [MQ_DR_BAD_NUMBER] = PIE_BAD_NUMBER,
    [MQ_DR_NUMBER_RANGE] = PIE_NUMBER_RANGE,
    [MQ_DR_NOT_WHOLE] = PIE_NOT_WHOLE,
    [MQ_DR_NOT_FINITE] = MQ_NO_RULE, // mq_pie_check() reports them level by level
    [MQ_DR_HEX_FLOAT] = PIE_HEX_FLOAT,
    [MQ_DR_SURPLUS_TOKENS] = PIE_SURPLUS_TOKENS,
    [MQ_DR_ROWS_SHARE_LINE] = PIE_ROWS_SHARE_LINE,
    [MQ_DR_ROW_SPANS_LINES] = PIE_ROW_SPANS_LINES,
    [MQ_DR_SHORT_ROW] = PIE_BAD_NUMBER,
    [MQ_DR_LIST_ENDS_EARLY] = PIE_LIST_ENDS_EARLY,
    [MQ_DR_SURPLUS_ROWS] = PIE_SURPLUS_ROWS,
    [MQ_DR_COUNT_LIMIT] = PIE_COUNT_LIMIT,
};

// ---------------------------------------------------------------------------------------- trivia

static const char *line_end(const pie_reader *reader, const char *at) {
    const char *end = reader->text.document->source + reader->text.document->source_length;
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at;
}

// Past the line break at `at`, if there is one.
static const char *after_break(const pie_reader *reader, const char *at) {
    const char *end = reader->text.document->source + reader->text.document->source_length;
    if (at < end && *at == '\r')
        at++;
    if (at < end && *at == '\n')
        at++;
    return at;
}

// A comment alone on its line goes behind the line before it. Before the first line it is removed.
static void move_comment(pie_reader *reader, maq_finding *finding, const char *begin,
                         const char *end) {
    if (!finding)
        return;
    mq_directives_edit(&reader->text, finding, reader->text.lexer.line, after_break(reader, end),
                       "", 0);
    if (reader->text.last_end == reader->text.lexer.begin)
        return;
    if (reader->comment_target != reader->text.last_end) {
        reader->comment_target = reader->text.last_end;
        reader->comment_target_line = line_end(reader, reader->text.last_end);
    }
    const char *target = reader->comment_target_line;
    char *moved = MQ_NEW_ARRAY(reader->arena, char, (size_t)(end - begin) + 1);
    if (!moved)
        return;
    moved[0] = ' ';
    memcpy(moved + 1, begin, (size_t)(end - begin));
    mq_directives_edit(&reader->text, finding, target, target, moved, (size_t)(end - begin) + 1);
}

static void add_comment(pie_reader *reader, const char *begin, const char *end, bool own_line) {
    const char *source_end = reader->text.document->source + reader->text.document->source_length;
    // Only a comment line that goes on with a line break hangs the game.
    if (own_line && end < source_end)
        move_comment(
            reader,
            PIE_REPORT(reader, PIE_COMMENT_LINE, begin, end,
                       "a comment alone on its line makes the game hang; put it behind data"),
            begin, end);
    else
        PIE_REPORT(reader, PIE_COMMENT, begin, end, "games before 4.4 do not know comments");

    maq_pie_comment *comments =
        mq_arena_grow(reader->arena, reader->comments, &reader->comment_capacity,
                      reader->pie->comment_count, sizeof *comments);
    if (!comments)
        return;
    reader->pie->comments = reader->comments = comments;
    const char *first = begin + 1, *last = end;
    while (first < last && mq_lexer_gap[(unsigned char)*first])
        first++;
    // A text ends at a NUL, and so do the blanks before it.
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
                          .offset = mq_directives_offset(&reader->text, begin)};
}

static void add_control_z(pie_reader *reader, const char *begin, const char *end) {
    const char *source_end = reader->text.document->source + reader->text.document->source_length;
    const char *rest = end;
    while (rest < source_end && mq_lexer_gap[(unsigned char)*rest])
        rest++;
    maq_finding *finding =
        PIE_REPORT(reader, PIE_CONTROL_Z, begin, end, "a Ctrl-Z ends the text here");
    // What follows can only go with it if it is nothing.
    if (rest == source_end)
        mq_directives_edit(&reader->text, finding, begin, source_end, "", 0);
    else
        PIE_REPORT(reader, PIE_AFTER_LAST_LEVEL, rest, source_end,
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
        PIE_REPORT(reader, PIE_NUL_BYTE, begin, end,
                   "a NUL byte is in the text; the game does not read the rest of the line");
        break;
    case MQ_CTRL_Z:
        add_control_z(reader, begin, end);
        break;
    case MQ_BLANK_LINE: {
        // It matters only when something follows: see report_blank_lines().
        maq_span *lines =
            mq_arena_grow(reader->arena, reader->blank_lines, &reader->blank_line_capacity,
                          reader->blank_line_count, sizeof *lines);
        if (!lines)
            break;
        reader->blank_lines = lines;
        const char *next = after_break(reader, end);
        lines[reader->blank_line_count++] =
            (maq_span){mq_directives_offset(&reader->text, begin), (uint64_t)(next - begin)};
        break;
    }
    }
}

// ----------------------------------------------------------------------------------------- values

static bool report_missing(pie_reader *reader, pie_rule rule, const char *what) {
    const char *at = reader->text.last_end;
    PIE_REPORT(reader, rule, at, at, "%s is missing here", what);
    return false;
}

void mq_pie_report_sign(pie_reader *reader, const char *begin) {
    const char *end = reader->text.last_end;
    if (*begin == '+' || *begin == '-')
        PIE_REPORT(reader, PIE_UNUSUAL_NUMBER, begin, end, "%.*s has a sign, which is unusual here",
                   mq_directives_shown(begin, end), begin);
}

bool mq_pie_type(pie_reader *reader, const char *what, uint32_t *value) {
    mq_directives *text = &reader->text;
    if (!mq_directives_line_goes_on(text) || mq_directives_at_word(text))
        return report_missing(reader, PIE_TYPE_MISSING, what);
    const char *begin = text->lexer.at;
    text->row_rule = PIE_TYPE_MISSING;
    bool read = mq_directives_hex(text, value);
    if (read)
        mq_pie_report_sign(reader, begin);
    text->row_rule = MQ_NO_RULE;
    return read;
}

// A name may begin like a keyword, but is not one.
static bool at_name(const mq_directives *text) {
    unsigned keyword = mq_directives_keyword(text);
    return mq_directives_line_goes_on(text) &&
           (keyword == MQ_NO_KEYWORD || mq_lexer_token_end(&text->lexer) - text->lexer.at !=
                                            (ptrdiff_t)strlen(mq_pie_keywords[keyword]));
}

bool mq_pie_name(pie_reader *reader, const char *what, const char **name) {
    mq_directives *text = &reader->text;
    if (!at_name(text))
        return report_missing(reader, PIE_NAME_MISSING, what);
    const char *begin = text->lexer.at, *end = mq_lexer_token_end(&text->lexer);
    if (end - begin > PIE_LONGEST_TOKEN)
        PIE_REPORT(reader, PIE_LONG_TOKEN, begin, end, "%s is too long (%td); the game cuts it at byte %d",
                   what, end - begin, PIE_LONGEST_TOKEN);
    *name = mq_arena_text(reader->arena, begin, (size_t)(end - begin));
    mq_directives_pass_token(text, end);
    return *name != NULL;
}
