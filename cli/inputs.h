// SPDX-License-Identifier: MIT
//
// From the operands to files: files, folders (walked), patterns, standard input, and all of these in
// archives.
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "base/arena.h"
#include "base/folder_walk.h"
#include "files.h"
#include "options.h"
#include "output.h"
#include "shard.h"

// There can be millions.
typedef struct cli_input {
    const char *path;
    uint32_t
        below; // where in the path the part below the folder that was given begins, or the name
    uint32_t operand : 31; // the operand that it comes from
    uint32_t found : 1;    // in a folder or by a pattern, rather than named
} cli_input;

typedef struct cli_inputs {
    cli_input *items;
    size_t count, capacity;
    // What is left of a large folder of which the items are a part; NULL: nothing.
    mq_folder_walk *rest;
    size_t folder_length; // of the path of that folder
    bool in_parts;        // there is more than one part
    cli_tree **archives;  // those that inputs were searched for in, for their findings
    size_t archive_count, archive_capacity;
    bool folder_given;
    bool several_possible; // the operands can stand for several files, even if there is just one
    bool standard_input;
    bool repeats_possible, sorted; // for cli_inputs_drop_repeated()
    cli_shard shard;               // that the items are in
    const char *list;              // the text of --files-from; NULL: there is none
    size_t list_length;
} cli_inputs;

// Finds them, in the order of the operands. An operand that leads to nothing is reported and makes
// the result CLI_UNREADABLE; the others are there nevertheless. The findings of archives are listed on
// standard error, except for check, which lists them with its own.
cli_exit cli_inputs_find(mq_arena *arena, const cli_arguments *arguments, cli_inputs *out);

// Finds the inputs of all shards, after those of one.
cli_exit cli_inputs_find_all(mq_arena *arena, const cli_arguments *arguments,
                             const cli_inputs *of_shard, cli_inputs *out);

// Removes repeated files and, for a report, sorts the others as its rows are sorted. False when there is no
// memory.
bool cli_inputs_drop_repeated(mq_arena *arena, cli_inputs *inputs);

// Both. With `in_parts`, and when a large folder is the only operand, these are the first of its files
// only, in the order of all.
cli_exit cli_inputs_find_once(mq_arena *arena, const cli_arguments *arguments, bool in_parts,
                              cli_inputs *out);

// Replaces the items by the next part of `rest`, with paths from this arena.
cli_exit cli_inputs_next(mq_arena *arena, cli_inputs *inputs);

// Frees `rest`.
void cli_inputs_end(cli_inputs *inputs);

// Whether a name ends with the extension of a known format, in any case.
bool cli_is_model_name(const char *name);

// The part of a path behind the last slash, and the extension of a name with its dot ("" if none).
const char *cli_base_name(const char *path);
const char *cli_extension(const char *path);

bool cli_same_ignoring_case(const char *a, const char *b);

#endif
