// SPDX-License-Identifier: MIT
//
// How tables of rules are made of lists of RULE rows (<f>_rule_list.h). Only <f>_rules.c include this:
// the letters are short so that a row reads as a row.
#ifndef MQ_RULE_TABLE_H
#define MQ_RULE_TABLE_H

#define E MAQ_ERROR
#define W MAQ_WARNING
#define N MAQ_NOTE
#define S MAQ_SILENT
#define L MAQ_LOSS

// The flags of a rule: edits can repair the fault; the document does not hold all of the file.
enum { FIXABLE = 1, INCOMPLETE = 2 };

#define MQ_RULE(id, flags, title, explain, ...)                                                    \
    { id, title, explain, ((flags)&FIXABLE) != 0, {__VA_ARGS__}, ((flags)&INCOMPLETE) != 0 }

// A rule whose severity does not depend on the target.
#define MQ_RULE_EVERYWHERE(id, flags, severity, title, explain)                                    \
    MQ_RULE(id, flags, title, explain, severity, severity, severity, severity)

#endif
