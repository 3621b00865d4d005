// SPDX-License-Identifier: MIT
//
// Where models lie: names beside them, and the folders of games.
#ifndef MQ_FILES_FILES_MODEL_H
#define MQ_FILES_FILES_MODEL_H

#include "base/arena.h"

// The folders in which a game keeps the images of its models, in the order in which they are searched;
// NULL is behind the last one. They lie below the root of the game.
extern const char *const mq_warzone_image_folders[];
extern const char *const mq_pangya_image_folders[];

// The folders in which Warzone 2100 searches for models, in its order; NULL is behind the last one. It does
// not search their subfolders.
extern const char *const mq_warzone_model_folders[];

// The length of the part of a folder's name before one of these: 6 for "mymod/structs", 0 for "structs".
// SIZE_MAX: the folder is not one of them.
size_t mq_warzone_root_length(const char *folder);

// A name in a set for what a model calls `name`: relative to the model's folder. An absolute name stays as
// it is, to be refused. It is to be cleaned yet. NULL when there is no memory.
const char *mq_files_name_beside(mq_arena *arena, const char *model, const char *name);

// How many folders above a model may be the root of its game.
#define MQ_MAX_LEVELS 12

#endif
