// SPDX-License-Identifier: MIT
//
// Folders of games.
#ifndef MQ_FILES_FILES_MODEL_H
#define MQ_FILES_FILES_MODEL_H

// The folders in which a game keeps the images of its models, in the order in which they are searched;
// NULL is behind the last one. They lie below the root of the game.
extern const char *const mq_warzone_image_folders[];
extern const char *const mq_pangya_image_folders[];

// How many folders above a model may be the root of its game.
#define MQ_MAX_LEVELS 12

#endif
