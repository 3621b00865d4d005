// SPDX-License-Identifier: MIT
//
// Splits text into tokens between blanks. The lexer is always at the first byte of the next token (or
// at the end), with the gap before it already skipped, so `starts_line` of the next token is known
// before it is read.
#ifndef MQ_BASE_LEXER_H
#define MQ_BASE_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What can be between tokens besides blanks and line breaks.
typedef enum mq_trivia {
    MQ_COMMENT,    // from its first byte up to the end of its line
    MQ_BLANK_LINE, // a line of blanks (empty lines are not reported)
    MQ_NUL_BYTE,   // counts as a blank
    MQ_CTRL_Z,     // counts as the end of the text
} mq_trivia;

typedef struct mq_lexer {
    const char *begin, *end;
    const char *at;      // the next token
    const char *line;    // the first byte of its line
    bool starts_line;    // it is the first token of its line
    char comment;        // the byte that begins a comment; 0: there are none
    char comment_second; // the byte that must follow it; 0: any
    void *context;
    // Called for trivia in the order of the file. own_line: nothing else is on the line so far.
    void (*on_trivia)(void *context, mq_trivia kind, const char *begin, const char *end,
                      bool own_line);
} mq_lexer;

// Moves to the first token of [begin, end). Set comment, comment_second, context and on_trivia
// before.
void mq_lexer_start(mq_lexer *lexer, const char *begin, const char *end);

// The bytes that end a token, by value: blanks, line breaks, NUL and Ctrl-Z.
extern const bool mq_lexer_gap[256];

// Whether a comment begins at a byte of the text.
static inline bool mq_lexer_at_comment(const mq_lexer *lexer, const char *at) {
    return *at == lexer->comment && lexer->comment &&
           (!lexer->comment_second || (lexer->end - at > 1 && at[1] == lexer->comment_second));
}

static inline bool mq_lexer_ends_token(const mq_lexer *lexer, const char *at) {
    return at == lexer->end || mq_lexer_gap[(unsigned char)*at] || mq_lexer_at_comment(lexer, at);
}

static inline bool mq_lexer_done(const mq_lexer *lexer) {
    return lexer->at == lexer->end;
}

// Past the last byte of the next token.
static inline const char *mq_lexer_token_end(const mq_lexer *lexer) {
    const char *at = lexer->at;
    while (!mq_lexer_ends_token(lexer, at))
        at++;
    return at;
}

// Moves on from the end of a token to the next one.
void mq_lexer_pass_gap(mq_lexer *lexer, const char *token_end);
static inline void mq_lexer_advance(mq_lexer *lexer, const char *token_end) {
    // One blank and a plain byte after it: by far the most frequent gap.
    if (lexer->end - token_end >= 2 && *token_end == ' ' && token_end[1] > ' ' &&
        token_end[1] != lexer->comment) {
        lexer->at = token_end + 1;
        lexer->starts_line = false;
        return;
    }
    mq_lexer_pass_gap(lexer, token_end);
}

#endif
