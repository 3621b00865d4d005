// SPDX-License-Identifier: MIT
#include "base/pattern.h"

#include <string.h>

#include "base/utf8.h"

// The length of the character at `text`, which is not the end; a byte that is not UTF-8 counts as one.
static size_t character_length(const char *text) {
    size_t length = mq_utf8_length((const unsigned char *)text, strlen(text));
    return length > 0 ? length : 1;
}

// In UTF-8 the order of bytes is that of characters.
static int compare(const char *a, size_t a_length, const char *b, size_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

// Reads one character of a set, without a backslash before it.
static const char *read_member(const char **at, size_t *length) {
    if ((*at)[0] == '\\' && (*at)[1])
        ++*at;
    const char *member = *at;
    *length = character_length(member);
    *at += *length;
    return member;
}

// Whether a character is in the set that begins behind '['. `*end` is then behind its ']', or NULL when
// there is none, so that the '[' is an ordinary character.
static bool is_in_set(const char *set, const char *character, size_t length, const char **end) {
    bool negated = *set == '!' || *set == '^', found = false;
    const char *at = set + negated, *first = at;
    *end = NULL;
    // A ']' right at the beginning is a member.
    while (*at && *at != '/' && (*at != ']' || at == first)) {
        size_t low_length, high_length;
        const char *low = read_member(&at, &low_length), *high = low;
        high_length = low_length;
        if (at[0] == '-' && at[1] && at[1] != ']') {
            at++;
            high = read_member(&at, &high_length);
        }
        found = found || (compare(low, low_length, character, length) <= 0 &&
                          compare(character, length, high, high_length) <= 0);
    }
    if (*at == ']')
        *end = at + 1;
    return found != negated;
}

// Matches one character of the name, which is not at its end, by what is at *pattern except '*', and moves
// *pattern behind that. `begins`: the character begins a part of the name.
static bool match_one(const char **pattern, const char *name, size_t length, bool begins) {
    const char *at = *pattern;
    bool ordinary = *name == '/' || (*name == '.' && begins); // only by itself
    if (*at == '?') {
        *pattern = at + 1;
        return !ordinary;
    }
    if (*at == '[') {
        const char *end;
        bool found = is_in_set(at + 1, name, length, &end);
        if (end) {
            *pattern = end;
            return found && !ordinary;
        }
    }
    if (at[0] == '\\' && at[1])
        at++;
    if (strncmp(at, name, length) != 0)
        return false;
    *pattern = at + length;
    return true;
}

bool mq_pattern_matches(const char *pattern, const char *name) {
    const char *start = name;
    // Behind the last '*', and the text that it leaves to what follows it: a mismatch gives it one
    // character more. An earlier '*' need not be tried again, so the time is at most the product of both
    // lengths.
    const char *star = NULL, *rest = NULL;
    while (*name || *pattern) {
        bool begins = name == start || name[-1] == '/';
        if (*pattern == '*' && !(*name == '.' && begins)) {
            star = ++pattern;
            rest = name;
            continue;
        }
        if (*name && match_one(&pattern, name, character_length(name), begins)) {
            name += character_length(name);
            continue;
        }
        if (!star || !*rest || *rest == '/')
            return false;
        rest += character_length(rest);
        name = rest;
        pattern = star;
    }
    return true;
}

bool mq_pattern_is_special(const char *text) {
    return strpbrk(text, "*?[") != NULL;
}
