// SPDX-License-Identifier: MIT
//
// All rules that findings can have.
#ifndef CLI_RULE_GROUPS_H
#define CLI_RULE_GROUPS_H

#include "maquette/maquette.h"

// A set of rules with one owner: a format, or no format at all.
typedef struct cli_rule_group {
    const maq_format *format; // NULL: rules of no format
    const char *title;
    const maq_rule *rules;
    size_t count;
} cli_rule_group;

// The common rules first, then those of images, pictures, scenes and files, then the formats in their
// order. False past the last one.
bool cli_rule_group_at(size_t index, cli_rule_group *out);

#endif
