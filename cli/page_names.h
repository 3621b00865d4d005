// SPDX-License-Identifier: MIT
//
// The names of files in a page. Within one tree of files (files.h) they are the names in its set. With
// several trees, each gets a folder, so that models find their own images.
#ifndef CLI_PAGE_NAMES_H
#define CLI_PAGE_NAMES_H

#include "maquette/files.h"
#include "base/arena.h"

typedef struct cli_page_tree {
    const maq_files *files;
    char *folder; // "" or "mods/a/"
} cli_page_tree;

typedef struct cli_page_trees {
    cli_page_tree *items;
    size_t count, capacity;
} cli_page_trees;

// Adds the tree of a set, unless it is there. False when there is no memory.
bool cli_page_add_tree(mq_arena *arena, cli_page_trees *trees, const maq_files *files);

// When all are there: makes the folders short and different from each other. False when there is no
// memory.
bool cli_page_name_trees(mq_arena *arena, cli_page_trees *trees);

// The name in the page of a file of a set. NULL when there is no memory.
const char *cli_page_name(mq_arena *arena, const cli_page_trees *trees, const maq_files *files,
                          const char *name);

#endif
