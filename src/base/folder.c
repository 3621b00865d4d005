// SPDX-License-Identifier: MIT
#include "base/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/pattern.h"
#include "base/platform.h"

bool mq_path_list_add(mq_arena *arena, mq_path_list *list, char *path) {
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

void mq_path_list_sort(mq_path_list *list, size_t start) {
    if (list->count > start)
        qsort(list->items + start, list->count - start, sizeof *list->items, by_bytes);
}

char *mq_path_copy(mq_arena *arena, const char *path) {
    char *copy = mq_arena_text(arena, path, strlen(path));
    if (copy)
        mq_platform_use_slashes(copy);
    return copy;
}

char *mq_path_join(mq_arena *arena, const char *folder, const char *name) {
    size_t length = strlen(folder);
    bool slash = length > 0 && folder[length - 1] == '/';
    return mq_arena_format(arena, "%s%s%s", folder, slash ? "" : "/", name);
}

// What matching one part of a pattern collects.
typedef struct part_match {
    mq_arena *arena;
    const char *folder; // that the entries are in, with a slash at the end, or ""
    const char *part;   // the pattern
    mq_path_list *list;
} part_match;

static bool match_entry(void *context, const char *name, mq_platform_kind kind) {
    (void)kind;
    part_match *m = context;
    return !mq_pattern_matches(m->part, name) ||
           mq_path_list_add(m->arena, m->list, mq_arena_format(m->arena, "%s%s", m->folder, name));
}

// Goes on from the paths in `from` by one part of a pattern, whose slashes stay at the end of the paths.
static bool match_part(mq_arena *arena, const mq_path_list *from, const char *part,
                       const char *slashes, mq_path_list *to) {
    bool special = mq_pattern_is_special(part);
    for (size_t i = 0; i < from->count; i++) {
        const char *folder = from->items[i];
        size_t first = to->count;
        part_match m = {arena, folder, part, to};
        mq_platform_info info;
        if (!special) {
            char *path = mq_arena_format(arena, "%s%s", folder, part);
            if (path && (!*part || mq_platform_link_info(path, &info)))
                mq_path_list_add(arena, to, path);
        } else {
            mq_platform_list_folder(*folder ? folder : ".", match_entry, &m);
        }
        for (size_t k = first; *slashes && k < to->count; k++) {
            // Only folders have something below them.
            to->items[k] = mq_arena_format(arena, "%s%s", to->items[k], slashes);
            if (to->items[k] && !mq_is_folder(to->items[k]))
                to->items[k--] = to->items[--to->count];
        }
        if (mq_arena_status(arena) != MAQ_OK)
            return false;
    }
    return true;
}

bool mq_folder_glob(mq_arena *arena, const char *pattern, mq_path_list *list) {
    size_t start = list->count;
    mq_path_list from = {0};
    if (!mq_path_list_add(arena, &from, mq_arena_text(arena, "", 0)))
        return false;
    while (*pattern) {
        size_t length = strcspn(pattern, "/"), slashes = strspn(pattern + length, "/");
        const char *part = mq_arena_text(arena, pattern, length);
        const char *end = mq_arena_text(arena, pattern + length, slashes);
        mq_path_list to = {0};
        if (!part || !end || !match_part(arena, &from, part, end, &to))
            return false;
        from = to;
        pattern += length + slashes;
    }
    for (size_t i = 0; i < from.count; i++) {
        if (*from.items[i] && !mq_path_list_add(arena, list, from.items[i]))
            return false;
    }
    mq_path_list_sort(list, start);
    return true;
}

bool mq_is_folder(const char *path) {
    mq_platform_info info;
    return mq_platform_path_info(path, &info) && info.kind == MQ_PLATFORM_FOLDER;
}

// The absolute path of the folder of a file, with a slash at the end. Folders that are missing are put
// behind what is there.
static const char *whole_folder(mq_arena *arena, const char *file) {
    const char *slash = strrchr(file, '/');
    const char *dot = mq_platform_root_length(file) > 0 ? "" : "./";
    char *folder = mq_arena_format(arena, "%s%.*s", dot, slash ? (int)(slash + 1 - file) : 0, file);
    const char *rest = "";
    for (size_t end = folder ? strlen(folder) : 0; end > 0 && rest;) {
        const char *whole = mq_platform_real_path(arena, folder);
        if (whole)
            return mq_path_join(arena, whole, rest);
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
    for (char *at = good ? copy + mq_platform_root_length(copy) : NULL; good && *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        // Another thread may have made it just now.
        if (!mq_platform_make_folder(copy)) {
            reason = errno == EEXIST ? ENOTDIR : errno;
            good = mq_is_folder(copy);
        }
        *at = '/';
    }
    mq_arena_free(arena);
    errno = good ? errno : reason;
    return good;
}
