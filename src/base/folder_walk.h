// SPDX-License-Identifier: MIT
//
// The files in a folder and in the folders below it. Links to folders are not followed.
#ifndef MQ_BASE_FOLDER_WALK_H
#define MQ_BASE_FOLDER_WALK_H

#include "base/folder.h"

// Lists them in parts, so that memory is in proportion to a part and to single folders rather than to all
// files.
typedef struct mq_folder_walk mq_folder_walk;

// `accepts` chooses files by their names. `order` compares names, in which folders end with a slash:
// strcmp() gives the byte order of the paths. NULL when there is no memory.
mq_folder_walk *mq_folder_walk_new(const maq_memory *memory, const char *folder,
                                   bool (*accepts)(const char *name),
                                   int (*order)(const char *a, const char *b));
void mq_folder_walk_free(mq_folder_walk *walk); // NULL is allowed

// Adds the next files, up to `most` of them. Pipes, devices and links to nothing are among them: opening
// one says why it cannot be used. `skipped` (may be NULL) gets a line "path: reason" for each folder that
// cannot be opened, and for what cannot be told from one. False when memory ran out.
bool mq_folder_walk_next(mq_folder_walk *walk, mq_arena *arena, size_t most, mq_path_list *list,
                         mq_path_list *skipped);

// The folder that it began with.
const char *mq_folder_walk_folder(const mq_folder_walk *walk);

// How many links to folders were not followed so far.
size_t mq_folder_walk_folder_links(const mq_folder_walk *walk);

// Whether all files were listed.
bool mq_folder_walk_is_done(const mq_folder_walk *walk);

#endif
