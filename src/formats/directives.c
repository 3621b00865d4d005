// SPDX-License-Identifier: MIT
#include "formats/directives.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/hints.h"
#include "base/number.h"
#include "base/number_plain.h"
#include "base/plural.h"
#include "formats/plain_rows.h"

#define LONGEST_SHOWN 40

// The index of a shared rule in the table of the format, or MQ_NO_RULE.
static unsigned rule_of(const mq_directives *reader, mq_directive_rule rule) {
    if (reader->row_rule != MQ_NO_RULE &&
        (rule == MQ_DR_BAD_NUMBER || rule == MQ_DR_NOT_WHOLE || rule == MQ_DR_SHORT_ROW))
        return reader->row_rule;
    return reader->rule_of ? reader->rule_of[rule] : (unsigned)rule;
}

#define REPORT(reader, rule, begin, end, ...)                                                      \
    MQ_DIRECTIVE_REPORT(reader, rule_of((reader), rule), begin, end, __VA_ARGS__)

uint32_t mq_directives_offset(const mq_directives *reader, const char *at) {
    return (uint32_t)(at - reader->document->source);
}

void mq_directives_edit(mq_directives *reader, maq_finding *finding, const char *begin,
                        const char *end, const char *text, size_t length) {
    if (finding)
        mq_finding_edit(&reader->document->findings, finding, mq_directives_offset(reader, begin),
                        (uint64_t)(end - begin), text, length);
}

int mq_directives_shown(const char *begin, const char *end) {
    return end - begin > LONGEST_SHOWN ? LONGEST_SHOWN : (int)(end - begin);
}

// ------------------------------------------------------------------------------ between the tokens

static void report_control_z(mq_directives *reader, const char *begin, const char *end) {
    const char *source_end = reader->document->source + reader->document->source_length;
    const char *rest = end;
    while (rest < source_end && mq_lexer_gap[(unsigned char)*rest])
        rest++;
    maq_finding *finding =
        REPORT(reader, MQ_DR_CONTROL_Z, begin, end, "a Ctrl-Z ends the text here%s",
               rest < source_end ? "; what follows is not read" : "");
    if (rest == source_end)
        mq_directives_edit(reader, finding, begin, source_end, "", 0);
}

static void on_trivia(void *context, mq_trivia kind, const char *begin, const char *end,
                      bool own_line) {
    mq_directives *reader = context;
    (void)own_line;
    switch (kind) {
    case MQ_COMMENT:
        reader->comment_count++;
        REPORT(reader, MQ_DR_COMMENT, begin, end,
               "this comment is not kept when the model is written");
        break;
    case MQ_NUL_BYTE:
        REPORT(reader, MQ_DR_NUL_BYTE, begin, end, "a NUL byte is in the text");
        break;
    case MQ_CTRL_Z:
        report_control_z(reader, begin, end);
        break;
    case MQ_BLANK_LINE:
        break;
    }
}

static mq_lexer lexer_for(const char *comment) {
    return (mq_lexer){.comment = comment[0], .comment_second = comment[0] ? comment[1] : '\0'};
}

void mq_directives_start(mq_directives *reader, const char *comment) {
    const maq_document *document = reader->document;
    const char *begin = document->source, *end = begin + document->source_length;
    reader->row_rule = MQ_NO_RULE;
    reader->line_break = NULL;
    if (document->source_length >= 3 && memcmp(begin, "\xef\xbb\xbf", 3) == 0) {
        mq_directives_edit(reader,
                           REPORT(reader, MQ_DR_BYTE_ORDER_MARK, begin, begin + 3,
                                  "a byte order mark stands before the text"),
                           begin, begin + 3, "", 0);
        begin += 3;
    }
    reader->last_end = begin;
    reader->lexer = lexer_for(comment);
    reader->lexer.context = reader;
    reader->lexer.on_trivia = reader->on_trivia ? reader->on_trivia : on_trivia;
    mq_lexer_start(&reader->lexer, begin, end);
}

// How lines of the file end.
static const char *line_break(mq_directives *reader) {
    if (!reader->line_break) {
        const maq_document *document = reader->document;
        const char *end = document->source + document->source_length;
        const char *cr = memchr(document->source, '\r', document->source_length);
        reader->line_break = cr && cr + 1 < end && cr[1] == '\n' ? "\r\n" : "\n";
    }
    return reader->line_break;
}

// Whether the next token is a word.
static bool stands_on(const mq_lexer *lexer, const char *word) {
    const char *end = mq_lexer_token_end(lexer);
    return (size_t)(end - lexer->at) == strlen(word) && memcmp(lexer->at, word, strlen(word)) == 0;
}

static bool ends_in(const char *name, const char *extension) {
    size_t length = strlen(extension), whole = name ? strlen(name) : 0;
    if (whole < length)
        return false;
    for (size_t i = 0; i < length; i++) {
        char byte = name[whole - length + i];
        if ((byte >= 'A' && byte <= 'Z' ? byte + 32 : byte) != extension[i])
            return false;
    }
    return true;
}

mq_match_confidence mq_directives_recognise(const char *bytes, size_t length, const char *name,
                                            const char *signature, const char *comment,
                                            const char *extension) {
    size_t mark = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    mq_lexer lexer = lexer_for(comment);
    mq_lexer_start(&lexer, bytes + mark, bytes + length);
    if (!mq_lexer_done(&lexer) && stands_on(&lexer, signature))
        return MQ_MATCH_BY_CONTENT;
    return ends_in(name, extension) ? MQ_MATCH_BY_NAME : MQ_NO_MATCH;
}

void mq_directives_pass_token(mq_directives *reader, const char *end) {
    reader->last_end = end;
    mq_lexer_advance(&reader->lexer, end);
}

uint32_t mq_directives_signature(mq_directives *reader, const char *signature, uint32_t newest,
                                 unsigned not_rule, unsigned version_rule) {
    const mq_lexer *lexer = &reader->lexer;
    const char *begin = lexer->at, *end = mq_lexer_token_end(lexer);
    if (!stands_on(lexer, signature)) {
        MQ_DIRECTIVE_REPORT(reader, not_rule, begin, end, "the file does not begin with %s",
                            signature);
        return 0;
    }
    mq_directives_pass_token(reader, end);
    begin = lexer->at;
    end = mq_lexer_token_end(lexer);
    uint32_t version =
        end - begin == 1 && *begin >= '1' && *begin <= '9' ? (uint32_t)(*begin - '0') : 0;
    if (version == 0 || version > newest) {
        bool there = mq_directives_line_goes_on(reader);
        MQ_DIRECTIVE_REPORT(reader, version_rule, there ? begin : reader->last_end,
                            there ? end : reader->last_end,
                            newest == 1 ? "%s must be followed by %u"
                                        : "%s must be followed by a version from 1 to %u",
                            signature, newest);
        return 0;
    }
    mq_directives_pass_token(reader, end);
    mq_directives_end_line(reader);
    return version;
}

// ---------------------------------------------------------------------------------------- keywords

// Whether a token begins with a keyword; *exact: in capitals.
static bool begins_with(const char *begin, size_t length, const char *keyword, size_t wanted,
                        bool *exact) {
    if (length < wanted)
        return false;
    *exact = true;
    for (size_t i = 0; i < wanted; i++) {
        char capital = begin[i] >= 'a' && begin[i] <= 'z' ? (char)(begin[i] - 32) : begin[i];
        if (capital != keyword[i])
            return false;
        *exact = *exact && capital == begin[i];
    }
    return true;
}

static bool is_letter(char byte) {
    return (byte | 32) >= 'a' && (byte | 32) <= 'z';
}

// Where rows may begin with `words`, a keyword in small letters is not one even at the start of a
// line.
static unsigned keyword_among(const mq_directives *reader, bool words) {
    const mq_lexer *lexer = &reader->lexer;
    // Most tokens are numbers: their first byte is not a letter.
    if (mq_lexer_done(lexer) || !is_letter(*lexer->at))
        return MQ_NO_KEYWORD;
    size_t length = (size_t)(mq_lexer_token_end(lexer) - lexer->at);
    unsigned longer = MQ_NO_KEYWORD;
    for (unsigned i = 0; i < reader->keyword_count; i++) {
        bool exact;
        size_t wanted = strlen(reader->keywords[i]);
        if (!begins_with(lexer->at, length, reader->keywords[i], wanted, &exact))
            continue;
        if (length == wanted && (exact || (lexer->starts_line && !words)))
            return i;
        // The first that fits is the longest: tables have LEVELS before LEVEL.
        if (length > wanted && exact && reader->prefixes >> i & 1 && longer == MQ_NO_KEYWORD)
            longer = i;
    }
    return longer;
}

unsigned mq_directives_keyword(const mq_directives *reader) {
    return keyword_among(reader, false);
}

// An unknown word in capitals is more likely a directive than a damaged number; but INF and NAN are
// numbers, and so are words like FADE where numbers are hexadecimal.
static bool looks_like_directive(const mq_lexer *lexer) {
    if (mq_lexer_done(lexer) || *lexer->at < 'A' || *lexer->at > 'Z')
        return false;
    const char *end = mq_lexer_token_end(lexer);
    if (end - lexer->at < 3)
        return false;
    bool beyond_hex = false;
    for (const char *at = lexer->at; at < end; at++) {
        if ((*at < 'A' || *at > 'Z') && *at != '_')
            return false;
        beyond_hex = beyond_hex || *at > 'F';
    }
    return beyond_hex && !stands_on(lexer, "INF") && !stands_on(lexer, "INFINITY") &&
           !stands_on(lexer, "NAN");
}

// Whether the next token is not a value.
static bool at_directive(const mq_directives *reader, bool words) {
    return keyword_among(reader, words) != MQ_NO_KEYWORD ||
           (!words && looks_like_directive(&reader->lexer));
}

bool mq_directives_at_word(const mq_directives *reader) {
    return at_directive(reader, false);
}

// Passes the tokens up to the next directive, known or not, with one finding.
static void pass_strays(mq_directives *reader, const char *rows_of) {
    const mq_lexer *lexer = &reader->lexer;
    const char *begin = lexer->at, *end = mq_lexer_token_end(lexer);
    bool word = looks_like_directive(lexer);
    uint64_t lines = 0;
    do {
        lines += lexer->starts_line;
        mq_directives_pass_token(reader, mq_lexer_token_end(lexer));
    } while (!mq_lexer_done(lexer) && !at_directive(reader, false));
    int shown = mq_directives_shown(begin, end);
    maq_finding *finding;
    if (word)
        finding = REPORT(reader, MQ_DR_UNKNOWN_DIRECTIVE, begin, end,
                         "%.*s is not a directive of this format", shown, begin);
    else if (rows_of)
        finding = REPORT(reader, MQ_DR_SURPLUS_ROWS, begin, end,
                         "%s has more rows than it announces; the rest is not read", rows_of);
    else
        finding = REPORT(reader, MQ_DR_UNKNOWN_DIRECTIVE, begin, end,
                         "a directive is expected here, not \"%.*s\"", shown, begin);
    mq_finding_count(finding, lines);
}

mq_directive mq_directives_peek(mq_directives *reader, const char *rows_of) {
    const mq_lexer *lexer = &reader->lexer;
    mq_directive next = {.keyword = MQ_NO_KEYWORD};
    while (!reader->stop && !mq_lexer_done(lexer)) {
        next.keyword = mq_directives_keyword(reader);
        if (next.keyword != MQ_NO_KEYWORD)
            break;
        pass_strays(reader, rows_of);
    }
    next.begin = lexer->at;
    next.end = mq_lexer_token_end(lexer);
    return next;
}

void mq_directives_pass(mq_directives *reader, const mq_directive *next) {
    const char *proper = reader->keywords[next->keyword];
    size_t length = (size_t)(next->end - next->begin);
    if (length == strlen(proper) && memcmp(next->begin, proper, length) != 0)
        mq_directives_edit(reader,
                           REPORT(reader, MQ_DR_KEYWORD_CASE, next->begin, next->end,
                                  "keywords are in capitals: %s", proper),
                           next->begin, next->end, proper, length);
    if (!reader->lexer.starts_line) {
        maq_finding *finding = REPORT(reader, MQ_DR_SHARED_LINE, next->begin, next->end,
                                      "%s must start a line", proper);
        const char *fresh_line = finding ? line_break(reader) : "";
        mq_directives_edit(reader, finding, reader->last_end, next->begin, fresh_line,
                           strlen(fresh_line));
    }
    mq_directives_pass_token(reader, next->end);
}

void mq_directives_skip(mq_directives *reader) {
    while (!mq_lexer_done(&reader->lexer) && mq_directives_keyword(reader) == MQ_NO_KEYWORD)
        mq_directives_pass_token(reader, mq_lexer_token_end(&reader->lexer));
}

size_t mq_directives_count(const mq_directives *reader, unsigned keyword) {
    const char *name = reader->keywords[keyword];
    const char *begin = reader->lexer.at, *end = reader->lexer.end;
    size_t length = strlen(name), count = 0;
    // Numbers have no such letter: most of the text is passed by memchr().
    const char letters[2] = {*name, (char)(*name | 32)};
    for (int i = 0; i < 2; i++) {
        const char *at = begin < end ? memchr(begin, letters[i], (size_t)(end - begin)) : NULL;
        while (at) {
            bool exact, starts = at == begin || mq_lexer_gap[(unsigned char)at[-1]];
            count += starts && begins_with(at, (size_t)(end - at), name, length, &exact);
            at++;
            at = at < end ? memchr(at, letters[i], (size_t)(end - at)) : NULL;
        }
    }
    return count;
}

// ----------------------------------------------------------------------------------------- numbers

static bool refuse_number(mq_directives *reader) {
    const char *begin = reader->lexer.at, *end = mq_lexer_token_end(&reader->lexer);
    REPORT(reader, MQ_DR_BAD_NUMBER, begin, end, "\"%.*s\" is not a number",
           mq_directives_shown(begin, end), begin);
    return false;
}

bool mq_is_hexadecimal(const char *begin, const char *end) {
    if (*begin == '-' || *begin == '+')
        begin++;
    return end - begin > 2 && begin[0] == '0' && (begin[1] | 32) == 'x';
}

static bool begins_with_digit(const char *begin) {
    if (*begin == '-' || *begin == '+')
        begin++;
    return (*begin >= '0' && *begin <= '9') || *begin == '.';
}

static void report_hexadecimal(mq_directives *reader, const char *begin, const char *end) {
    if (mq_is_hexadecimal(begin, end))
        REPORT(reader, MQ_DR_HEX_FLOAT, begin, end, "%.*s is a hexadecimal number",
               mq_directives_shown(begin, end), begin);
}

static bool float_here(mq_directives *reader, float *value) {
    const char *begin = reader->lexer.at;
    float number;
    const char *end = mq_parse_float(begin, reader->lexer.end, &number);
    if (end == begin || !mq_lexer_ends_token(&reader->lexer, end))
        return refuse_number(reader);
    report_hexadecimal(reader, begin, end);
    if (!isfinite(number) && rule_of(reader, MQ_DR_NOT_FINITE) != MQ_NO_RULE) {
        int shown = mq_directives_shown(begin, end);
        if (begins_with_digit(begin)) {
            REPORT(reader, MQ_DR_NUMBER_RANGE, begin, end,
                   "%.*s is larger than any number of 32 bits", shown, begin);
            number = copysignf(FLT_MAX, number);
        } else {
            REPORT(reader, MQ_DR_NOT_FINITE, begin, end, "%.*s is not a finite number", shown,
                   begin);
            // All NaNs are written alike.
            if (isnan(number))
                number = NAN;
        }
    }
    *value = number;
    mq_directives_pass_token(reader, end);
    return true;
}

static bool double_here(mq_directives *reader, double *value) {
    const char *begin = reader->lexer.at;
    const char *end = mq_parse_double(begin, reader->lexer.end, value);
    if (end == begin || !mq_lexer_ends_token(&reader->lexer, end))
        return refuse_number(reader);
    report_hexadecimal(reader, begin, end);
    mq_directives_pass_token(reader, end);
    return true;
}

static void report_range(mq_directives *reader, const char *begin, const char *end) {
    REPORT(reader, MQ_DR_NUMBER_RANGE, begin, end, "%.*s does not fit into 32 bits and wraps",
           mq_directives_shown(begin, end), begin);
}

static bool hex_here(mq_directives *reader, uint32_t *value) {
    const char *begin = reader->lexer.at;
    const char *digits = begin + (*begin == '+' || *begin == '-');
    uint64_t whole = 0;
    bool overflow = false;
    const char *end = mq_parse_hex_u64(digits, reader->lexer.end, &whole, &overflow);
    if (end == digits || !mq_lexer_ends_token(&reader->lexer, end))
        return refuse_number(reader);
    if (overflow || whole > UINT32_MAX)
        report_range(reader, begin, end);
    // As C reads unsigned numbers: a minus counts down from 2^32, and more bits are dropped.
    *value = (uint32_t)(*begin == '-' ? 0 - whole : whole);
    mq_directives_pass_token(reader, end);
    return true;
}

static int32_t saturated(double number) {
    return number >= INT32_MAX ? INT32_MAX : number <= INT32_MIN ? INT32_MIN : (int32_t)number;
}

// A number that is not whole, or none.
MQ_COLD bool round_here(mq_directives *reader, int32_t *value) {
    const char *begin = reader->lexer.at;
    double number;
    const char *end = mq_parse_double(begin, reader->lexer.end, &number);
    if (end == begin || !mq_lexer_ends_token(&reader->lexer, end) || isnan(number))
        return refuse_number(reader);
    REPORT(reader, MQ_DR_NOT_WHOLE, begin, end, "%.*s must be a whole number",
           mq_directives_shown(begin, end), begin);
    *value = saturated(number);
    mq_directives_pass_token(reader, end);
    return true;
}

static bool int_here(mq_directives *reader, int32_t *value) {
    const char *begin = reader->lexer.at;
    int32_t whole = 0;
    bool fits = true;
    const char *end = mq_parse_i32(begin, reader->lexer.end, &whole, &fits);
    if (end == begin || !mq_lexer_ends_token(&reader->lexer, end))
        return round_here(reader, value);
    if (!fits)
        report_range(reader, begin, end);
    *value = whole;
    mq_directives_pass_token(reader, end);
    return true;
}

// ------------------------------------------------------------------------------ directives' values

static bool expect(mq_directives *reader, const char *what, bool number) {
    const mq_lexer *lexer = &reader->lexer;
    bool there = mq_directives_line_goes_on(reader);
    if (there && number)
        there = mq_directives_keyword(reader) == MQ_NO_KEYWORD;
    if (!there && reader->free_lines && !mq_lexer_done(lexer))
        there = number ? begins_with_digit(lexer->at) : !at_directive(reader, false);
    if (!there)
        REPORT(reader, MQ_DR_VALUE_MISSING, reader->last_end, reader->last_end,
               "%s is missing here", what);
    return there;
}

// Passes what is left of the line, up to a directive. The end of the last token passed.
static const char *pass_rest(mq_directives *reader) {
    const char *end = reader->lexer.at;
    while (mq_directives_line_goes_on(reader) && mq_directives_keyword(reader) == MQ_NO_KEYWORD) {
        end = mq_lexer_token_end(&reader->lexer);
        mq_directives_pass_token(reader, end);
    }
    return end;
}

// What cannot be read is passed with its line: it was reported once.
static bool give_up_line(mq_directives *reader) {
    mq_directives_pass_token(reader, mq_lexer_token_end(&reader->lexer));
    pass_rest(reader);
    return false;
}

bool mq_directives_hex(mq_directives *reader, uint32_t *value) {
    return hex_here(reader, value) || give_up_line(reader);
}

bool mq_directives_int(mq_directives *reader, const char *what, int32_t *value) {
    return expect(reader, what, true) && (int_here(reader, value) || give_up_line(reader));
}

bool mq_directives_float(mq_directives *reader, const char *what, float *value) {
    return expect(reader, what, true) && (float_here(reader, value) || give_up_line(reader));
}

bool mq_directives_word(mq_directives *reader, const char *what, const char **word) {
    if (!expect(reader, what, false))
        return false;
    const char *begin = reader->lexer.at, *end = mq_lexer_token_end(&reader->lexer);
    *word = mq_arena_text(reader->document->arena, begin, (size_t)(end - begin));
    mq_directives_pass_token(reader, end);
    return *word != NULL;
}

void mq_directives_end_line(mq_directives *reader) {
    if (!mq_directives_line_goes_on(reader) || mq_directives_keyword(reader) != MQ_NO_KEYWORD)
        return;
    const char *kept = reader->last_end, *begin = reader->lexer.at, *end = pass_rest(reader);
    maq_finding *finding =
        REPORT(reader, MQ_DR_SURPLUS_TOKENS, begin, end, "\"%.*s\" does not belong here",
               mq_directives_shown(begin, end), begin);
    mq_directives_edit(reader, finding, kept, end, "", 0);
}

// -------------------------------------------------------------------------------------------- rows

maq_finding *mq_rows_keep(const mq_rows *rows, size_t *kept, maq_finding *finding) {
    *kept = finding ? rows->reader->document->findings.list.count : SIZE_MAX;
    return finding;
}

maq_finding *mq_rows_repeat(const mq_rows *rows, size_t kept) {
    if (kept == SIZE_MAX)
        return NULL;
    maq_finding *finding = &rows->reader->document->findings.items[kept - 1];
    finding->count++;
    return finding;
}

// The lines and tokens from a position up to the next directive. A line counts when a token of the
// list starts it.
static void measure(const mq_rows *rows, const char *from, bool starts_line, uint64_t *lines,
                    uint64_t *tokens) {
    mq_directives ahead = *rows->reader;
    ahead.lexer.on_trivia = NULL;
    ahead.lexer.at = from;
    ahead.lexer.starts_line = starts_line;
    *lines = *tokens = 0;
    while (!mq_lexer_done(&ahead.lexer) && !at_directive(&ahead, rows->words)) {
        *lines += ahead.lexer.starts_line;
        ++*tokens;
        mq_lexer_advance(&ahead.lexer, mq_lexer_token_end(&ahead.lexer));
    }
}

static bool by_lines(mq_rows *rows) {
    if (rows->reading == MQ_ROWS_UNDECIDED) {
        uint64_t lines, tokens, left = rows->announced - rows->row;
        measure(rows, rows->begin, rows->starts_line, &lines, &tokens);
        bool by_tokens =
            lines != left && (rows->row_size ? tokens == left * rows->row_size : rows->may_share);
        rows->reading = by_tokens ? MQ_ROWS_BY_TOKENS : MQ_ROWS_BY_LINES;
    }
    return rows->reading == MQ_ROWS_BY_LINES;
}

bool mq_rows_read_count(mq_directives *reader, mq_rows *rows, const char *name) {
    *rows = (mq_rows){.reader = reader, .name = name};
    const char *begin = reader->lexer.at;
    double number = 0;
    if ((mq_directives_line_goes_on(reader) || reader->free_lines) &&
        mq_parse_double(begin, mq_lexer_token_end(&reader->lexer), &number) != begin &&
        number > (double)mq_arena_element_limit(reader->document->arena)) {
        REPORT(reader, MQ_DR_COUNT_LIMIT, begin, mq_lexer_token_end(&reader->lexer),
               "%s announces %.*s, more than any model has (the limit is %llu)", name,
               mq_directives_shown(begin, mq_lexer_token_end(&reader->lexer)), begin,
               (unsigned long long)mq_arena_element_limit(reader->document->arena));
        reader->stop = true;
        return false;
    }
    int32_t count;
    if (!mq_directives_int(reader, "a number of elements", &count))
        return false;
    const char *end = reader->last_end;
    // Where lines are free, the rows may follow at once.
    if (!reader->free_lines)
        mq_directives_end_line(reader);
    if (count < 0) {
        REPORT(reader, MQ_DR_BAD_NUMBER, begin, end, "%s cannot have the size %d", name, count);
        return false;
    }
    rows->announced = (uint32_t)count;
    rows->count_begin = begin;
    rows->count_end = end;
    return true;
}

void mq_rows_begin(mq_directives *reader, mq_rows *rows, const char *name, uint32_t row_size,
                   size_t smallest) {
    mq_rows fresh = {.reader = reader,
                     .name = name,
                     .count_begin = rows->count_begin,
                     .count_end = rows->count_end,
                     .announced = rows->announced,
                     .row_size = row_size,
                     .words = rows->words,
                     .keep_broken = rows->keep_broken,
                     .may_share = rows->may_share,
                     .plain.next = UINT32_MAX};
    *rows = fresh;
    if (!rows->count_begin) {
        uint64_t lines, tokens;
        measure(rows, reader->lexer.at, reader->lexer.starts_line, &lines, &tokens);
        rows->announced = (uint32_t)lines;
        rows->count_begin = rows->count_end = reader->last_end;
    }
    uint64_t most = (uint64_t)(reader->lexer.end - reader->lexer.at) / smallest + 1;
    rows->capacity = (uint32_t)(rows->announced < most ? rows->announced : most);
}

bool mq_rows_open(mq_directives *reader, mq_rows *rows, const char *name, uint32_t row_size,
                  size_t smallest) {
    mq_rows_read_count(reader, rows, name);
    if (reader->stop)
        return false;
    mq_rows_begin(reader, rows, name, row_size, smallest);
    return true;
}

static void report_early_end(const mq_rows *rows) {
    REPORT(rows->reader, MQ_DR_LIST_ENDS_EARLY, rows->count_begin, rows->count_end,
           "%s announces %u %s, but only %u %s", rows->name, rows->announced,
           MQ_PLURAL(rows->announced, "row", "rows"), rows->row,
           MQ_PLURAL(rows->row, "follows", "follow"));
}

// Moves what follows to a new line.
static void edit_fresh_line(mq_directives *reader, maq_finding *finding) {
    if (!finding)
        return;
    char fresh_line[4];
    size_t length = strlen(line_break(reader));
    memcpy(fresh_line, line_break(reader), length);
    fresh_line[length] = '\t';
    mq_directives_edit(reader, finding, reader->last_end, reader->lexer.at, fresh_line, length + 1);
}

bool mq_rows_next(mq_rows *rows) {
    mq_directives *reader = rows->reader;
    const mq_lexer *lexer = &reader->lexer;
    if (MQ_UNLIKELY(rows->row == rows->plain.next))
        mq_rows_pass_plain(rows);
    if (rows->row == rows->announced)
        return false;
    // `capacity` is enough for all rows that the bytes can hold: it never ends before the file.
    if (mq_lexer_done(lexer) || rows->kept == rows->capacity || at_directive(reader, rows->words)) {
        report_early_end(rows);
        return false;
    }
    if (!lexer->starts_line)
        edit_fresh_line(reader,
                        MQ_ROWS_REPORT(rows, &rows->shared, rule_of(reader, MQ_DR_ROWS_SHARE_LINE),
                                       lexer->at, mq_lexer_token_end(lexer),
                                       "this row of %s shares its line with what is before it",
                                       rows->name));
    rows->begin = lexer->at;
    rows->starts_line = lexer->starts_line;
    rows->first = true;
    rows->broken = false;
    return true;
}

// Whether the row has one more token to read here.
static bool row_goes_on(mq_rows *rows) {
    mq_directives *reader = rows->reader;
    const mq_lexer *lexer = &reader->lexer;
    if (rows->broken)
        return false;
    if (rows->first) {
        rows->first = false;
        return true;
    }
    // Where lines matter, a keyword in the middle of a row is a damaged value.
    bool here = mq_directives_line_goes_on(reader);
    if (here && (!reader->free_lines || mq_directives_keyword(reader) == MQ_NO_KEYWORD))
        return true;
    if (here || mq_lexer_done(lexer) || at_directive(reader, rows->words) || by_lines(rows)) {
        rows->broken = true;
        REPORT(reader, MQ_DR_SHORT_ROW, reader->last_end, reader->last_end,
               "this row of %s has too few values", rows->name);
        return false;
    }
    maq_finding *finding =
        MQ_ROWS_REPORT(rows, &rows->spanned, rule_of(reader, MQ_DR_ROW_SPANS_LINES), lexer->at,
                       mq_lexer_token_end(lexer), "a row of %s goes on in this line", rows->name);
    // A comment in the gap would swallow the rest of the row.
    const char *gap = reader->last_end;
    if (!memchr(gap, lexer->comment, (size_t)(lexer->at - gap)))
        mq_directives_edit(reader, finding, gap, lexer->at, " ", 1);
    return true;
}

// What cannot be read ends the row with its line.
static bool row_breaks(mq_rows *rows) {
    rows->broken = true;
    return give_up_line(rows->reader);
}

bool mq_rows_break(mq_rows *rows) {
    rows->broken = true;
    pass_rest(rows->reader);
    return false;
}

bool mq_rows_float(mq_rows *rows, float *value) {
    return row_goes_on(rows) && (float_here(rows->reader, value) || row_breaks(rows));
}

// Nearly all rows are plain numbers with one blank between them on one line. Reading these at once takes
// half the time of reading them one by one.
#define MQ_ROWS_PLAIN 16

// Whether so many values may follow on this line.
static bool may_be_plain(const mq_rows *rows, unsigned count) {
    return count <= MQ_ROWS_PLAIN && !rows->broken &&
           (rows->first || mq_directives_line_goes_on(rows->reader));
}

static void pass_plain(mq_rows *rows, const char *end) {
    rows->first = false;
    mq_directives_pass_token(rows->reader, end);
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

// False when the values are not plain: then nothing is passed.
static bool plain_floats(mq_rows *rows, float *values, unsigned count) {
    const mq_lexer *lexer = &rows->reader->lexer;
    float plain[MQ_ROWS_PLAIN];
    if (!may_be_plain(rows, count))
        return false;
    const char *at = lexer->at;
    for (unsigned i = 0; i < count; i++) {
        const char *begin = at + (i > 0);
        if (lexer->end - begin < MQ_PLAIN_BYTES)
            return false;
        // The components of normals and tangents are often 0 or 1.
        if (begin[1] == ' ' && is_digit(*begin)) {
            plain[i] = (float)(*begin - '0');
            at = begin + 1;
            continue;
        }
        at = mq_parse_plain_float(begin, &plain[i]);
        if (!at || (*at != ' ' && i + 1 < count))
            return false;
    }
    if (!mq_lexer_gap[(unsigned char)*at])
        return false;
    memcpy(values, plain, count * sizeof *values);
    pass_plain(rows, at);
    return true;
}

bool mq_rows_floats(mq_rows *rows, float *values, unsigned count) {
    if (plain_floats(rows, values, count))
        return true;
    for (unsigned i = 0; i < count; i++) {
        if (!mq_rows_float(rows, &values[i]))
            return false;
    }
    return true;
}

bool mq_rows_plain_ints(mq_rows *rows, int32_t *values, unsigned count) {
    const mq_lexer *lexer = &rows->reader->lexer;
    uint32_t plain[MQ_ROWS_PLAIN];
    if (!may_be_plain(rows, count))
        return false;
    const char *at = lexer->at;
    for (unsigned i = 0; i < count; i++) {
        const char *begin = at + (i > 0);
        if (lexer->end - begin < (ptrdiff_t)sizeof(uint64_t))
            return false;
        at = mq_parse_plain_u32(begin, &plain[i]);
        if (!at || (*at != ' ' && i + 1 < count))
            return false;
    }
    if (!mq_lexer_gap[(unsigned char)*at])
        return false;
    memcpy(values, plain, count * sizeof *values);
    pass_plain(rows, at);
    return true;
}

bool mq_rows_ints(mq_rows *rows, int32_t *values, unsigned count) {
    if (mq_rows_plain_ints(rows, values, count))
        return true;
    for (unsigned i = 0; i < count; i++) {
        if (!mq_rows_int(rows, &values[i]))
            return false;
    }
    return true;
}

bool mq_rows_double(mq_rows *rows, double *value) {
    return row_goes_on(rows) && (double_here(rows->reader, value) || row_breaks(rows));
}

bool mq_rows_hex(mq_rows *rows, uint32_t *value) {
    return row_goes_on(rows) && (hex_here(rows->reader, value) || row_breaks(rows));
}

bool mq_rows_int(mq_rows *rows, int32_t *value) {
    return row_goes_on(rows) && (int_here(rows->reader, value) || row_breaks(rows));
}

bool mq_rows_word(mq_rows *rows, const char **word) {
    if (!row_goes_on(rows))
        return false;
    const mq_lexer *lexer = &rows->reader->lexer;
    const char *begin = lexer->at, *end = mq_lexer_token_end(lexer);
    const char *text = mq_arena_text(rows->reader->document->arena, begin, (size_t)(end - begin));
    if (!text)
        return row_breaks(rows);
    *word = text;
    mq_directives_pass_token(rows->reader, end);
    return true;
}

unsigned mq_rows_tokens_ahead(const mq_rows *rows, unsigned most) {
    mq_directives ahead = *rows->reader;
    ahead.lexer.on_trivia = NULL;
    unsigned count = 0;
    do {
        count++;
        mq_lexer_advance(&ahead.lexer, mq_lexer_token_end(&ahead.lexer));
    } while (count < most && mq_directives_line_goes_on(&ahead) &&
             mq_directives_keyword(&ahead) == MQ_NO_KEYWORD);
    return count;
}

bool mq_rows_end(mq_rows *rows) {
    mq_directives *reader = rows->reader;
    if (!rows->broken && mq_directives_line_goes_on(reader) &&
        mq_directives_keyword(reader) == MQ_NO_KEYWORD && by_lines(rows)) {
        const char *kept = reader->last_end, *begin = reader->lexer.at, *end = pass_rest(reader);
        mq_directives_edit(
            reader,
            MQ_ROWS_REPORT(rows, &rows->surplus, rule_of(reader, MQ_DR_SURPLUS_TOKENS), begin, end,
                           "this row of %s has more values than it needs", rows->name),
            kept, end, "", 0);
    }
    rows->row++;
    rows->kept += rows->keep_broken || !rows->broken;
    return !rows->broken;
}

bool mq_rows_loose_int(mq_rows *rows, int32_t *value) {
    mq_directives *reader = rows->reader;
    const mq_lexer *lexer = &reader->lexer;
    while (rows->row < rows->announced) {
        if (mq_lexer_done(lexer) || rows->kept == rows->capacity || at_directive(reader, false)) {
            report_early_end(rows);
            return false;
        }
        if (rows->row == 0 && !lexer->starts_line)
            edit_fresh_line(
                reader, REPORT(reader, MQ_DR_ROWS_SHARE_LINE, lexer->at, mq_lexer_token_end(lexer),
                               "the list of %s does not begin on a new line", rows->name));
        rows->row++;
        if (int_here(reader, value)) {
            rows->kept++;
            return true;
        }
        mq_directives_pass_token(reader, mq_lexer_token_end(lexer));
    }
    return false;
}

// ----------------------------------------------------------------------------------- after reading

maq_span mq_directives_token(const maq_document *document, const char *comment, uint32_t offset,
                             unsigned index) {
    if (!document->source || offset >= document->source_length)
        return (maq_span){MAQ_NO_OFFSET, 0};
    mq_lexer lexer = lexer_for(comment);
    mq_lexer_start(&lexer, document->source + offset, document->source + document->source_length);
    while (index-- && !mq_lexer_done(&lexer))
        mq_lexer_advance(&lexer, mq_lexer_token_end(&lexer));
    return (maq_span){(uint64_t)(lexer.at - document->source),
                      (uint64_t)(mq_lexer_token_end(&lexer) - lexer.at)};
}
