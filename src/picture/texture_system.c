// SPDX-License-Identifier: MIT
//
// Folders of the system as a source of textures. No other file of this module reads folders.
#define _XOPEN_SOURCE 700 // realpath()
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "picture/texture_source.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

static bool list(void *context, const char *folder,
                 void (*found)(void *found_context, const char *name), void *found_context) {
    (void)context;
    DIR *stream = opendir(folder);
    if (!stream)
        return false;
    // Reading shows what is not a file: a test here would cost a call for each name.
    for (const struct dirent *entry; (entry = readdir(stream));)
        found(found_context, entry->d_name);
    closedir(stream);
    return true;
}

static maq_status read(void *context, mq_arena *arena, const char *path, const char **data,
                       size_t *length) {
    (void)context;
    struct stat stat_buffer;
    // Opening a pipe would wait for its writer.
    if (stat(path, &stat_buffer) != 0)
        return MAQ_CANNOT_READ;
    if (!S_ISREG(stat_buffer.st_mode)) {
        errno = EINVAL;
        return MAQ_CANNOT_READ;
    }
    return mq_file_read(arena, path, data, length);
}

static const char *whole_path(void *context, mq_arena *arena, const char *folder) {
    (void)context;
    char buffer[PATH_MAX];
    const char *whole = realpath(folder, buffer);
    if (!whole)
        whole = folder;
    return mq_arena_text(arena, whole, strlen(whole));
}

const mq_texture_source mq_texture_system = {NULL, list, read, whole_path};
