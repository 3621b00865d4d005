// SPDX-License-Identifier: MIT
//
// Where the files of a run come from: one set for each tree of files (a game on the disk, an archive)
// that inputs lie in, shared by all models of the tree, over the data that --data names.
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "maquette/files.h"
#include "options.h"
#include "output.h"

typedef struct cli_files cli_files;

// A tree with its set. Trees live until cli_files_free().
typedef struct cli_tree {
    const char *root;
    maq_files *files;
    size_t source;     // of the tree itself in the set; those of --data are before it
    maq_status status; // what adding it returned: when it cannot be used, its findings say why
    bool listed;       // for the caller
} cli_tree;

// Reads the options and opens the data. CLI_CLEAN, or another code after a message. cli_files_free() ends
// it in any case.
cli_exit cli_files_new(const cli_arguments *arguments, cli_files **out);

// NULL is allowed.
void cli_files_free(cli_files *files);

// What --data names, as one set; NULL: nothing.
const maq_files *cli_files_data(const cli_files *files);

// The tree with this root, a folder or an archive. NULL when there is no memory. Any thread may call this
// and the next function at any time.
cli_tree *cli_files_tree(cli_files *files, const char *root);

// A folder that the user gave as an input: its models find files in all of it. False when there is no memory.
bool cli_files_add_root(cli_files *files, const char *folder);

// Where a model lies, for opening it.
typedef struct cli_location {
    const maq_files *files; // NULL: no other file is to be found
    char *name;             // of the model in the set; free() it
    bool in_archive;        // the model itself is to be read from the set
    bool no_files;
    bool outside_root; // it must not be opened: it is not below --root
} cli_location;

maq_status cli_files_locate(cli_files *files, const char *path, cli_location *out);

// What opening an archive or data found, with the path to print.
const maq_findings *cli_tree_findings(const cli_tree *tree);

#endif
