// SPDX-License-Identifier: MIT
//
// The settings that formats declare: as options of convert, and as given to the library.
#ifndef CLI_FORMAT_SETTINGS_H
#define CLI_FORMAT_SETTINGS_H

#include "inputs.h"

// What a format says of a setting of one input or of the whole (it may have both by one name);
// NULL when it knows none.
const maq_setting_description *cli_format_setting(const maq_format *format, const char *name,
                                                  bool per_input);

// Whether a setting is told with a value rather than by its name alone.
bool cli_setting_has_value(const maq_setting_description *description);

// ------------------------------------------------------------------------------------ the options

// No more options than this come from formats.
size_t cli_most_format_options(void);

// Adds an option to the list for each setting, once even if several formats have it. Those of the
// same formats stand together. A name that convert has already stays what it is.
void cli_add_format_options(mq_arena *arena, cli_option *options, size_t *count);

// -------------------------------------------------------------------------------------- the values

// Why the settings given cannot be had in a model of this format, in one line; NULL when they can.
const char *cli_settings_problem(mq_arena *arena, const cli_arguments *arguments,
                                 const maq_format *format);

// Whether what is given with --scale and --axes makes sense. False after a message: wrong usage.
bool cli_placement_is_good(const cli_arguments *arguments);

// Everything that one call of maq_join() takes, made from the command line.
typedef struct cli_join {
    const maq_format *format;   // of the result
    const maq_variant *variant; // the same
    maq_input *inputs;
    size_t count;
    maq_convert_options options;
} cli_join;

// Adds the settings given, scale and axes to the call, whose documents are there already: documents[i] comes from
// files[i]. False when there is no memory.
bool cli_join_add_settings(mq_arena *arena, const cli_arguments *arguments, const cli_input *files,
                           cli_join *join);

// Which setting the library did not take (MAQ_BAD_ARGUMENT), in one line: found by trying each of
// them alone. NULL when there is none to blame.
const char *cli_join_blame(mq_arena *arena, const cli_join *join);

#endif
