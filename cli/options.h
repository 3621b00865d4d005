// SPDX-License-Identifier: MIT
//
// The one table of commands and options: the command's own, and one for each setting that a format
// declares. Parsing, --help, the manual page and the completions are all made from it.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef enum cli_command_id {
    CLI_FORMATS,
    CLI_INFO,
    CLI_CHECK,
    CLI_CONVERT,
    CLI_POSE,
    CLI_DIFF,
    CLI_RENDER,
    CLI_ASSEMBLE,
    CLI_EXTRACT,
    CLI_VIEW,
    CLI_RULES,
    CLI_HELP,
    CLI_COMMAND_COUNT,
    CLI_NO_COMMAND = CLI_COMMAND_COUNT, // options alone: --version, --man, ...
} cli_command_id;

typedef enum cli_option_id {
    CLI_OPT_OUT,
    CLI_OPT_FOLDER,
    CLI_OPT_NO_OPEN,
    CLI_OPT_TO,
    CLI_OPT_CLIP,
    CLI_OPT_TIME,
    CLI_OPT_EVERY,
    CLI_OPT_FADE,
    CLI_OPT_LIKE_GAME,
    CLI_OPT_BAKE,
    CLI_OPT_BAKE_RATE,
    CLI_OPT_RESAMPLE,
    CLI_OPT_TARGET,
    CLI_OPT_LEVEL,
    CLI_OPT_STRICT,
    CLI_OPT_STRICT_CHECK,
    CLI_OPT_FIX,
    CLI_OPT_JSON,
    CLI_OPT_CLIPS,
    CLI_OPT_SARIF,
    CLI_OPT_MARKDOWN,
    CLI_OPT_REPORT,
    CLI_OPT_SHARD,
    CLI_OPT_FILES_FROM,
    CLI_OPT_SKIP_EXISTING,
    CLI_OPT_UPDATE,
    CLI_OPT_KEEP_EXTENSION,
    CLI_OPT_SCALE,
    CLI_OPT_AT,
    CLI_OPT_JOIN,
    CLI_OPT_AXES,
    CLI_OPT_SIZE,
    CLI_OPT_VIEW,
    CLI_OPT_PLAY,
    CLI_OPT_TURNTABLE,
    CLI_OPT_SHEET,
    CLI_OPT_WIREFRAME,
    CLI_OPT_SHOW,
    CLI_OPT_BACKGROUND,
    CLI_OPT_IMAGES,
    CLI_OPT_MAX_IMAGE_SIZE,
    CLI_OPT_TEAM_COLOUR,
    CLI_OPT_TILESET,
    CLI_OPT_DATA,
    CLI_OPT_ROOT,
    CLI_OPT_NO_FILES,
    CLI_OPT_FOLLOW_LINKS,
    CLI_OPT_ARCHIVE_LIMIT,
    CLI_OPT_BODY,
    CLI_OPT_PROPULSION,
    CLI_OPT_WEAPON,
    CLI_OPT_SENSOR,
    CLI_OPT_ECM,
    CLI_OPT_REPAIR,
    CLI_OPT_CONSTRUCT,
    CLI_OPT_BRAIN,
    CLI_OPT_STRUCTURE,
    CLI_OPT_FACTION,
    CLI_OPT_TURN,
    CLI_OPT_PITCH,
    CLI_OPT_MOVING,
    CLI_OPT_STATS,
    CLI_OPT_LIST,
    CLI_OPT_MAX_FINDINGS,
    CLI_OPT_MEMORY_LIMIT,
    CLI_OPT_JOBS,
    CLI_OPT_QUIET,
    CLI_OPT_HELP,
    CLI_OPT_VERSION,
    CLI_OPT_MAN,
    CLI_OPT_COMPLETION,
    CLI_OPTION_COUNT,
} cli_option_id;

// What an option's value or a command's operand is, for completions.
typedef enum cli_values {
    CLI_NO_VALUE,
    CLI_ANY_VALUE,
    CLI_PATH_VALUE,
    CLI_VARIANT_VALUE, // names of format variants that can be written
    CLI_TARGET_VALUE,
    CLI_RULE_VALUE,
    CLI_COMMAND_VALUE,
    CLI_CLIP_VALUE,
    CLI_WORD_VALUE,      // one of `words`
    CLI_SUGGESTED_VALUE, // one of `words`, or something else
    CLI_LIST_VALUE,      // several of `words`, separated by commas
} cli_values;

typedef struct cli_option {
    char letter; // 0: it has no short form
    const char *name;
    const char *value; // what help calls it; NULL: the option has no value
    bool optional;     // the value can be left out, and is "yes" then
    cli_values values;
    const char *words; // separated by blanks
    const char *help;  // one sentence, without a full stop
    unsigned commands; // bit 1 << cli_command_id for each command that has the option
    // An option whose position among the operands counts: it describes the input that follows, or,
    // where it can be a setting of the whole result, too, that when it is before the first input.
    bool positional;
    bool repeatable; // each value counts: they are among the settings of cli_arguments, too
    // The titles of the formats whose setting it is, and whether it describes the input after it.
    const char *formats; // NULL: it is the command's own
    bool per_input;
} cli_option;

typedef struct cli_example {
    const char *line;
    const char *meaning;
} cli_example;

typedef struct cli_command {
    const char *name;
    const char *operands; // as the synopsis writes them
    cli_values values;    // of the operands
    size_t least, most;   // how many operands
    const char *summary;
    const char *description; // paragraphs separated by an empty line
    cli_example examples[6]; // up to the first without a line
} cli_command;

extern const cli_command cli_commands[CLI_COMMAND_COUNT];

// What the exit codes mean, in order from 0.
#define CLI_EXIT_COUNT 5
extern const char *const cli_exit_meanings[CLI_EXIT_COUNT];

// What environment variables do.
typedef struct cli_variable {
    const char *name;
    const char *meaning;
} cli_variable;
#define CLI_VARIABLE_COUNT 2
extern const cli_variable cli_variables[CLI_VARIABLE_COUNT];

// All options: first those of cli_option_id in its order, then the settings of formats, with those of
// the same formats together. Set once, before anything else: false when there is no memory.
typedef struct cli_option_table {
    const cli_option *items;
    size_t count;
} cli_option_table;
extern cli_option_table cli_options;
bool cli_options_start(mq_arena *arena);

bool cli_command_takes(cli_command_id command, const cli_option *option);

// A setting of formats, an option that may be one, or one that can be given several times, as it was
// given.
typedef struct cli_given_setting {
    const cli_option *option;
    const char *value; // never NULL
    size_t operand;    // the index of the operand after it
} cli_given_setting;

// A parsed command line.
typedef struct cli_arguments {
    cli_command_id command;
    bool given[CLI_OPTION_COUNT];
    const char *values[CLI_OPTION_COUNT];
    const char *const *operands;
    size_t operand_count;
    cli_given_setting *settings; // in their order
    size_t setting_count, setting_capacity;
    struct cli_files *files;        // of the run; NULL: the command opens no models
    maq_image_checks *image_checks; // for all models of the run
    struct cli_subjects *subjects;  // NULL: findings that models share are listed with each
} cli_arguments;

// Parses the command line. False after a message to standard error: wrong usage. The operands are
// gathered in argv itself.
bool cli_parse(mq_arena *arena, int argc, char **argv, cli_arguments *out);

// The number given with an option, or `fallback`. False after a message when it is not a number from
// 1 to `most`.
bool cli_number_option(const cli_arguments *arguments, cli_option_id option, unsigned long fallback,
                       unsigned long most, unsigned long *out);

#endif
