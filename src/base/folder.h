// SPDX-License-Identifier: MIT
//
// Listing the files that a user names by folders and patterns.
#ifndef MQ_BASE_FOLDER_H
#define MQ_BASE_FOLDER_H

#include "base/arena.h"

typedef struct mq_path_list {
    char **items; // as given, or below a folder as given
    size_t count, capacity;
} mq_path_list;

// Adds the files below a folder whose name the filter accepts, in byte order of their paths. Links to
// folders are not followed. `skipped` (may be NULL) gets a line "path: reason" for each folder that
// cannot be opened, and for each accepted name that is a pipe, a device, a link to nothing, or too long.
// False when memory ran out.
bool mq_folder_walk(mq_arena *arena, const char *folder, bool (*accepts)(const char *name),
                    mq_path_list *list, mq_path_list *skipped);

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
