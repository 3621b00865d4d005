// SPDX-License-Identifier: MIT
//
// The settings that formats declare: as options of convert, and as arguments for the library.
#ifndef CLI_FORMAT_SETTINGS_H
#define CLI_FORMAT_SETTINGS_H

#include "inputs.h"

// The description of a setting of one input or of the whole result (a format may have both by one
// name); NULL when the format has none.
const maq_setting_description *cli_format_setting(const maq_format *format, const char *name,
                                                  bool per_input);

// Whether a setting has a value, rather than a name alone.
bool cli_setting_has_value(const maq_setting_description *description);

// ------------------------------------------------------------------------------------ the options

// No more options than this come from formats.
size_t cli_most_format_options(void);

// Adds an option to the list for each setting, once even if several formats have it. Settings of the
// same formats are neighbours. A name that convert already uses is left alone.
void cli_add_format_options(mq_arena *arena, cli_option *options, size_t *count);

// -------------------------------------------------------------------------------------- the values

// Why the given settings do not apply to this format, in one line; NULL when they do.
const char *cli_settings_problem(mq_arena *arena, const cli_arguments *arguments,
                                 const maq_format *format);

// The node that an input is attached to, by the last --at before its operand; NULL: it is joined.
const char *cli_attachment_of(const cli_arguments *arguments, size_t operand);

// Why an --at is in the wrong position, in one line; NULL when all are before an IN.
const char *cli_attachment_problem(const cli_arguments *arguments);

// Whether the values of --scale and --axes are valid. False after a message: wrong usage.
bool cli_scale_and_axes_are_valid(const cli_arguments *arguments);

// The arguments of one call of maq_join(), made from the command line.
typedef struct cli_join {
    const maq_format *format;   // of the result
    const maq_variant *variant; // the same
    maq_input *inputs;
    size_t count;
    maq_convert_options options;
} cli_join;

// Adds the given settings, scale and axes to the call, whose inputs have their documents already, in
// the order of `files`. False when there is no memory.
bool cli_join_add_settings(mq_arena *arena, const cli_arguments *arguments, const cli_input *files,
                           cli_join *join);

// Which setting the library refused (MAQ_BAD_ARGUMENT), in one line: found by trying each of them
// alone. NULL when it is none of them.
const char *cli_join_refused(mq_arena *arena, const cli_join *join);

#endif
