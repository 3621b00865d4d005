// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // realpath()
#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool add(mq_arena *arena, mq_path_list *list, char *path) {
    if (!path)
        return false;
    char **items =
        mq_arena_grow(arena, list->items, &list->capacity, list->count, sizeof *list->items);
    if (!items)
        return false;
    list->items = items;
    list->items[list->count++] = path;
    return true;
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_from(mq_path_list *list, size_t start) {
    if (list->count > start)
        qsort(list->items + start, list->count - start, sizeof *list->items, by_bytes);
}

char *mq_path_join(mq_arena *arena, const char *folder, const char *name) {
    size_t length = strlen(folder);
    bool slash = length > 0 && folder[length - 1] == '/';
    return mq_arena_format(arena, "%s%s%s", folder, slash ? "" : "/", name);
}

// Notes what cannot be used, and why.
static bool skip(mq_arena *arena, mq_path_list *skipped, const char *path, const char *reason) {
    return !skipped || add(arena, skipped, mq_arena_format(arena, "%s: %s", path, reason));
}

// One entry of a folder: a file goes to `list`, a folder to `waiting`.
static bool list_entry(mq_arena *arena, char *path, bool accepted, mq_path_list *list,
                       mq_path_list *waiting, mq_path_list *skipped) {
    struct stat stat_buffer;
    if (lstat(path, &stat_buffer) != 0) {
        // What has vanished meanwhile is not missed; a path that is too long is.
        return errno == ENOENT || skip(arena, skipped, path, strerror(errno));
    }
    if (S_ISDIR(stat_buffer.st_mode))
        return add(arena, waiting, path);
    if (!accepted)
        return true;
    // A link to a folder may lead back up; a link to a file counts as the file.
    if (S_ISLNK(stat_buffer.st_mode) && stat(path, &stat_buffer) != 0)
        return skip(arena, skipped, path,
                    errno == ENOENT ? "a symbolic link to a file that does not exist"
                                    : strerror(errno));
    if (S_ISREG(stat_buffer.st_mode))
        return add(arena, list, path);
    return S_ISDIR(stat_buffer.st_mode) || skip(arena, skipped, path, "not a regular file");
}

static bool list_folder(mq_arena *arena, const char *folder, bool (*accepts)(const char *name),
                        mq_path_list *list, mq_path_list *waiting, mq_path_list *skipped) {
    DIR *stream = opendir(folder);
    if (!stream)
        return skip(arena, skipped, folder, strerror(errno));
    bool good = true;
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(stream);
        if (!entry) {
            good = errno == 0 || skip(arena, skipped, folder, strerror(errno));
            break;
        }
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        char *path = mq_path_join(arena, folder, name);
        good = path && list_entry(arena, path, accepts(name), list, waiting, skipped);
        if (!good)
            break;
    }
    closedir(stream);
    return good;
}

bool mq_folder_walk(mq_arena *arena, const char *folder, bool (*accepts)(const char *name),
                    mq_path_list *list, mq_path_list *skipped) {
    size_t start = list->count, first_skipped = skipped ? skipped->count : 0;
    // A list rather than recursion: folders may be nested to any depth.
    mq_path_list waiting = {0};
    if (!add(arena, &waiting, mq_arena_text(arena, folder, strlen(folder))))
        return false;
    while (waiting.count > 0) {
        const char *next = waiting.items[--waiting.count];
        if (!list_folder(arena, next, accepts, list, &waiting, skipped))
            return false;
    }
    sort_from(list, start);
    if (skipped)
        sort_from(skipped, first_skipped);
    return true;
}

bool mq_folder_glob(mq_arena *arena, const char *pattern, mq_path_list *list) {
    glob_t found;
    // Unsorted: glob() would sort by the locale.
    int result = glob(pattern, GLOB_NOSORT, NULL, &found);
    if (result == GLOB_NOSPACE)
        return false;
    if (result != 0)
        return true;
    size_t start = list->count;
    bool good = true;
    for (size_t i = 0; good && i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        good = add(arena, list, mq_arena_text(arena, path, strlen(path)));
    }
    globfree(&found);
    sort_from(list, start);
    return good;
}

bool mq_is_folder(const char *path) {
    struct stat stat_buffer;
    return stat(path, &stat_buffer) == 0 && S_ISDIR(stat_buffer.st_mode);
}

// The absolute path of the folder of a file, with a slash at the end. Folders that are missing are put
// behind what is there.
static const char *whole_folder(mq_arena *arena, const char *file) {
    const char *slash = strrchr(file, '/'), *dot = *file == '/' ? "" : "./";
    char *folder = mq_arena_format(arena, "%s%.*s", dot, slash ? (int)(slash + 1 - file) : 0, file);
    const char *rest = "";
    for (size_t end = folder ? strlen(folder) : 0; end > 0 && rest;) {
        char *whole = realpath(folder, NULL);
        if (whole) {
            const char *path = mq_arena_format(arena, "%s%s%s", whole,
                                               whole[strlen(whole) - 1] == '/' ? "" : "/", rest);
            free(whole);
            return path;
        }
        size_t part = end - 1;
        while (part > 0 && folder[part - 1] != '/')
            part--;
        rest = mq_arena_format(arena, "%s%s", folder + part, rest);
        folder[part] = '\0';
        end = part;
    }
    return rest;
}

const char *mq_path_relative(mq_arena *arena, const char *from, const char *to) {
    const char *a = whole_folder(arena, from), *b = whole_folder(arena, to);
    const char *slash = strrchr(to, '/'), *name = slash ? slash + 1 : to;
    if (!a || !b)
        return NULL;
    size_t common = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++) {
        if (a[i] == '/')
            common = i + 1;
    }
    if (common == 0)
        return mq_arena_format(arena, "%s%s", b, name);
    const char *up = "";
    for (const char *at = a + common; *at && up; at++) {
        if (*at == '/')
            up = mq_arena_format(arena, "%s../", up);
    }
    return up ? mq_arena_format(arena, "%s%s%s", up, b + common, name) : NULL;
}

bool mq_make_folders(const char *path, const maq_memory *memory) {
    mq_arena *arena = mq_arena_new(memory);
    char *copy = arena ? mq_arena_text(arena, path, strlen(path)) : NULL;
    bool good = copy != NULL;
    int reason = ENOMEM;
    for (char *at = copy; good && *at; at++) {
        if (*at != '/' || at == copy)
            continue;
        *at = '\0';
        // Another thread may have made it just now.
        if (mkdir(copy, 0777) != 0 && !mq_is_folder(copy)) {
            good = false;
            reason = errno == EEXIST ? ENOTDIR : errno;
        }
        *at = '/';
    }
    mq_arena_free(arena);
    errno = good ? errno : reason;
    return good;
}
