// SPDX-License-Identifier: MIT
//
// Paths, lists of them, and what patterns match.
#ifndef MQ_BASE_FOLDER_H
#define MQ_BASE_FOLDER_H

#include "base/arena.h"

typedef struct mq_path_list {
    char **items; // as given, or below a folder as given
    size_t count, capacity;
} mq_path_list;

// Adds a path, which may be NULL when there is no memory. False when there is none.
bool mq_path_list_add(mq_arena *arena, mq_path_list *list, char *path);

// Sorts what was added since the list had `start` items.
void mq_path_list_sort(mq_path_list *list, size_t start);

// Adds the paths that match a pattern (base/pattern.h), sorted.
bool mq_folder_glob(mq_arena *arena, const char *pattern, mq_path_list *list);

// A copy of a path that a user or a caller gave, with '/' between its parts. NULL when there is no
// memory.
char *mq_path_copy(mq_arena *arena, const char *path);

// folder/name. NULL when there is no memory.
char *mq_path_join(mq_arena *arena, const char *folder, const char *name);

bool mq_is_folder(const char *path);

// The path from the folder of one file to another file: "../texpages/hull.png". Links and ".." in both
// are resolved; the first need not exist. An absolute path when they have nothing in common. NULL when
// there is no memory.
const char *mq_path_relative(mq_arena *arena, const char *from, const char *to);

// Makes the folders above a file, as far as they are missing. False leaves errno.
bool mq_make_folders(const char *path, const maq_memory *memory);

#endif
