// SPDX-License-Identifier: MIT
//
// The answer of maq_info() for people.
#ifndef CLI_INFO_TEXT_H
#define CLI_INFO_TEXT_H

#include "base/text.h"

void cli_put_info(mq_text *text, bool colours, const char *path, const maq_value *info,
                  const maq_findings *findings);

// A value in a few words, as in "1 2 3" or "page-7.png": for tables and differences.
// Seven digits of a number are enough for people; JSON has them all, and so has the second.
void cli_put_value(mq_text *text, const maq_value *value);
void cli_put_exact_value(mq_text *text, const maq_value *value);

#endif
