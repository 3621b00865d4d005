// SPDX-License-Identifier: MIT
//
// References between models that are checked together. Most models refer to no other one: they are closed
// as soon as they are checked alone, so that memory does not grow with their number. Those that do refer
// to others stay open, and what they refer to is opened again at the end, whatever shard it is in.
#ifndef CLI_CHECK_SET_H
#define CLI_CHECK_SET_H

#include "inputs.h"
#include "model.h"

// Whether checking a model needs others.
bool cli_refers_to_others(const maq_document *document);

// Whether it even needs all others of its format.
bool cli_needs_whole_set(const maq_document *document);

typedef struct cli_set_file {
    const maq_document *document; // that refers to others
    const char *path;
    maq_report *report; // what is found; NULL: nothing. maq_report_free() it
} cli_set_file;

// The inputs of all shards by their names. NULL when there is no memory; cli_set_free(NULL) is allowed.
typedef struct cli_set cli_set;
cli_set *cli_set_new(const cli_arguments *arguments, const cli_settings *settings,
                     const cli_inputs *inputs);
void cli_set_free(cli_set *set);

// Checks some of the inputs, with all that they refer to. `complete` says that a file that is not among
// the inputs does not exist. Of the options, the target counts for the formats that have it. False when
// there is no memory.
bool cli_set_check(cli_set *set, const maq_check_options *options, bool complete,
                   cli_set_file *files, size_t count);

bool cli_format_has_target(const maq_format *format, const char *target);

#endif
