// SPDX-License-Identifier: MIT
//
// Patterns of file names, as shells have them: * is any text, ? is any character, [a-z] one of these,
// [!a-z] none of these, \ makes the next character an ordinary one. None of them matches a '/', nor a
// '.' that begins a name. The result depends on no locale; ** is not special.
#ifndef MQ_BASE_PATTERN_H
#define MQ_BASE_PATTERN_H

#include <stdbool.h>

// Whether the whole name, which may have several parts, matches.
bool mq_pattern_matches(const char *pattern, const char *name);

// Whether a text has one of *, ? and [.
bool mq_pattern_is_special(const char *text);

#endif
