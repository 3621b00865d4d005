// SPDX-License-Identifier: MIT
#include "formats/obj/obj_scan.h"

#include <string.h>

bool mq_obj_is_utf16(const char *text, size_t length) {
    enum { SAMPLE = 16 };
    if (length >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        return true;
    size_t even = 0, odd = 0, count = length < SAMPLE ? length / 2 : SAMPLE / 2;
    for (size_t i = 0; i < count; i++) {
        even += text[2 * i] == 0;
        odd += text[2 * i + 1] == 0;
    }
    return count >= 2 && ((even == count && odd == 0) || (odd == count && even == 0));
}

const char *mq_obj_joined(const char *at, const char *end) {
    // Blanks after the backslash are invisible, so they are skipped.
    for (at++; at < end && mq_obj_is_blank(*at); at++) {}
    if (at == end)
        return at;
    if (*at == '\r')
        return at + 1 < end && at[1] == '\n' ? at + 2 : at + 1;
    return *at == '\n' ? at + 1 : NULL;
}

const char *mq_obj_raw_line_end(const char *at, const char *end) {
    while (at < end && !mq_obj_is_break(*at))
        at++;
    return at;
}

const char *mq_obj_line_end(const char *at, const char *end) {
    while (at < end && !mq_obj_is_break(*at)) {
        const char *next = *at == '\\' ? mq_obj_joined(at, end) : NULL;
        at = next ? next : at + 1;
    }
    return at;
}

static const char *copy_line(mq_arena *arena, const char *at, const char *end, bool joins) {
    while (at < end && mq_obj_is_blank(*at))
        at++;
    while (end > at && mq_obj_is_blank(end[-1]))
        end--;
    if (at == end)
        return "";
    char *copy = mq_arena_text(arena, at, (size_t)(end - at));
    if (!copy)
        return NULL;
    size_t used = 0;
    while (at < end) {
        const char *next = joins && *at == '\\' ? mq_obj_joined(at, end) : NULL;
        copy[used++] = next || *at == '\0' ? ' ' : *at;
        at = next ? next : at + 1;
    }
    // Joins at either end leave blanks.
    while (used > 0 && mq_obj_is_blank(copy[used - 1]))
        used--;
    copy[used] = '\0';
    size_t first = 0;
    while (first < used && mq_obj_is_blank(copy[first]))
        first++;
    return copy + first;
}

const char *mq_obj_text(mq_arena *arena, const char *at, const char *end) {
    return copy_line(arena, at, end, true);
}

const char *mq_obj_plain_text(mq_arena *arena, const char *at, const char *end) {
    return copy_line(arena, at, end, false);
}
