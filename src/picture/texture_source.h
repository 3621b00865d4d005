// SPDX-License-Identifier: MIT
//
// A source of texture files. Folders of the system are one; an archive can be another.
#ifndef MQ_PICTURE_TEXTURE_SOURCE_H
#define MQ_PICTURE_TEXTURE_SOURCE_H

#include "base/arena.h"

typedef struct mq_texture_source {
    void *context;
    // Calls `found` with the name of each entry right in a folder that may be a file. False when
    // there is no such folder, or it cannot be listed.
    bool (*list)(void *context, const char *folder,
                 void (*found)(void *found_context, const char *name), void *found_context);
    // Reads a whole file; MAQ_CANNOT_READ when it is not a regular file.
    maq_status (*read)(void *context, mq_arena *arena, const char *path, const char **data,
                       size_t *length);
    // The absolute path of a folder, so that removing names from its end gives the folders above it.
    // The path as given when there is no such folder; NULL when there is no memory.
    const char *(*whole_path)(void *context, mq_arena *arena, const char *folder);
} mq_texture_source;

extern const mq_texture_source mq_texture_system;

#endif
