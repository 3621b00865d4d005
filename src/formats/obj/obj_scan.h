// SPDX-License-Identifier: MIT
//
// Words on lines, as OBJ and MTL have them: blanks between, a backslash at the end of a line joins
// the next one to it, and a word that begins with # begins a comment where numbers stand.
#ifndef MQ_OBJ_SCAN_H
#define MQ_OBJ_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

// NUL counts as a blank; the reader reports it.
static inline bool mq_obj_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\0' || c == '\v' || c == '\f';
}

static inline bool mq_obj_is_break(char c) {
    return c == '\n' || c == '\r';
}

static inline bool mq_obj_ends_word(const char *at, const char *end) {
    return at == end || mq_obj_is_blank(*at) || mq_obj_is_break(*at);
}

// Whether a text is UTF-16: it has a byte order mark, or every second byte of its beginning is NUL.
bool mq_obj_is_utf16(const char *text, size_t length);

// Where the line continues after a backslash at `at` that joins two lines; NULL when it joins none.
const char *mq_obj_joined(const char *at, const char *end);

// The next word of the line, or its end.
static inline const char *mq_obj_skip_blanks(const char *at, const char *end) {
    for (;;) {
        while (at < end && mq_obj_is_blank(*at))
            at++;
        if (at == end || *at != '\\')
            return at;
        const char *next = mq_obj_joined(at, end);
        if (!next)
            return at;
        at = next;
    }
}

// Past the word at `at`; a backslash ends it only where it joins lines.
static inline const char *mq_obj_word_end(const char *at, const char *end) {
    while (!mq_obj_ends_word(at, end) && (*at != '\\' || !mq_obj_joined(at, end)))
        at++;
    return at;
}

// The line break (or the end) after `at`: past joined lines, and without joining lines.
const char *mq_obj_line_end(const char *at, const char *end);
const char *mq_obj_raw_line_end(const char *at, const char *end);

// A copy of [at, end), which is one line, without the blanks at both ends; a join becomes a blank.
// "" when nothing is left, NULL when there is no memory.
const char *mq_obj_text(mq_arena *arena, const char *at, const char *end);

// The same where backslashes join nothing: in a comment, and in a copy.
const char *mq_obj_plain_text(mq_arena *arena, const char *at, const char *end);

#endif
