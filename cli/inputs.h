// SPDX-License-Identifier: MIT
//
// From the operands to files: files, folders (walked), patterns, standard input, and all of these in
// archives.
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "base/arena.h"
#include "files.h"
#include "options.h"
#include "output.h"

typedef struct cli_input {
    const char *path;
    const char *below; // its path below the folder that was given, or the name alone
    size_t operand;    // the operand that it comes from
    bool found;        // in a folder or by a pattern, rather than named
} cli_input;

typedef struct cli_inputs {
    cli_input *items;
    size_t count, capacity;
    cli_tree **archives; // those that inputs were searched for in, for their findings
    size_t archive_count, archive_capacity;
    bool folder_given;
    bool several_possible; // the operands can stand for several files, even if there is just one
    bool standard_input;
} cli_inputs;

// Finds them, in the order of the operands. An operand that leads to nothing is reported and makes
// the result CLI_UNREADABLE; the others are there nevertheless. The findings of archives are listed on
// standard error, except for check, which lists them with its own.
cli_exit cli_inputs_find(mq_arena *arena, const cli_arguments *arguments, cli_inputs *out);

// Removes repeated files. False when there is no memory.
bool cli_inputs_drop_repeated(mq_arena *arena, cli_inputs *inputs);

// Both.
cli_exit cli_inputs_find_once(mq_arena *arena, const cli_arguments *arguments, cli_inputs *out);

// Whether a name ends with the extension of a known format, in any case.
bool cli_is_model_name(const char *name);

// The part of a path behind the last slash, and the extension of a name with its dot ("" if none).
const char *cli_base_name(const char *path);
const char *cli_extension(const char *path);

bool cli_same_ignoring_case(const char *a, const char *b);

#endif
