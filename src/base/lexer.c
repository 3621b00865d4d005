// SPDX-License-Identifier: MIT
#include "base/lexer.h"

#define CTRL_Z '\x1a'

const bool mq_lexer_gap[256] = {['\0'] = true, [' '] = true,  ['\t'] = true, ['\n'] = true,
                                ['\v'] = true, ['\f'] = true, ['\r'] = true, [CTRL_Z] = true};

static void report(const mq_lexer *lexer, mq_trivia kind, const char *begin, const char *end,
                   bool own_line) {
    if (lexer->on_trivia)
        lexer->on_trivia(lexer->context, kind, begin, end, own_line);
}

static const char *line_end(const char *at, const char *end) {
    while (at < end && *at != '\n' && *at != '\r' && *at != CTRL_Z)
        at++;
    return at;
}

// `starts_line`: the line is empty up to here.
static void pass_gap(mq_lexer *lexer, const char *at, bool starts_line) {
    const char *end = lexer->end;
    // A line of blanks is reported only if nothing else, such as a comment, is on it.
    const char *blank_since = starts_line ? lexer->line : NULL;
    for (; at < end; at++) {
        switch (*at) {
        case ' ':
        case '\t':
        case '\v':
        case '\f':
            continue;
        case '\r':
        case '\n':
            if (blank_since && at > blank_since)
                report(lexer, MQ_BLANK_LINE, blank_since, at, true);
            lexer->line = blank_since = at + 1;
            starts_line = true;
            continue;
        case '\0':
            report(lexer, MQ_NUL_BYTE, at, at + 1, starts_line);
            continue;
        case CTRL_Z:
            report(lexer, MQ_CTRL_Z, at, at + 1, starts_line);
            lexer->end = at;
            goto stop;
        default:
            if (!mq_lexer_at_comment(lexer, at))
                goto stop;
            const char *stop = line_end(at, end);
            report(lexer, MQ_COMMENT, at, stop, starts_line);
            blank_since = NULL;
            at = stop - 1;
            continue;
        }
    }
stop:
    lexer->at = at;
    lexer->starts_line = starts_line;
}

void mq_lexer_start(mq_lexer *lexer, const char *begin, const char *end) {
    lexer->begin = lexer->line = begin;
    lexer->end = end;
    pass_gap(lexer, begin, true);
}

void mq_lexer_pass_gap(mq_lexer *lexer, const char *token_end) {
    // From one row to the next: a line break and a tab.
    if (lexer->end - token_end >= 3 && token_end[0] == '\n' && token_end[1] == '\t' &&
        token_end[2] > ' ' && token_end[2] != lexer->comment) {
        lexer->line = token_end + 1;
        lexer->at = token_end + 2;
        lexer->starts_line = true;
        return;
    }
    pass_gap(lexer, token_end, false);
}
