// SPDX-License-Identifier: MIT
#include "base/folder_walk.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "base/platform.h"
#include "base/sort.h"

// A folder whose entries are being listed.
typedef struct level {
    mq_arena *arena;     // of this structure and of all that it has
    struct level *above; // the folder that this one is in
    const char *path;
    mq_path_list names; // sorted; those of folders end with a slash
    size_t next;
} level;

struct mq_folder_walk {
    mq_arena *own;
    maq_memory memory;
    const char *folder; // that the walk begins with
    bool begun;
    bool (*accepts)(const char *name);
    int (*order)(const char *a, const char *b);
    level *deepest;
    size_t folder_links; // those that were not followed

    // Where files and unusable entries are put.
    mq_arena *arena;
    mq_path_list *skipped;
};

static bool skip(const mq_folder_walk *walk, const char *path, const char *reason) {
    return !walk->skipped || mq_path_list_add(walk->arena, walk->skipped,
                                              mq_arena_format(walk->arena, "%s: %s", path, reason));
}

// Whether an entry is to be listed or a folder. False when memory ran out.
static bool examine(mq_folder_walk *walk, const char *path, const char *name, mq_platform_kind kind,
                    bool *is_file, bool *is_folder) {
    mq_platform_info info = {.kind = kind};
    // What has vanished meanwhile is not missed; a path that is too long is.
    if (kind == MQ_PLATFORM_UNKNOWN && !mq_platform_link_info(path, &info))
        return errno == ENOENT || skip(walk, path, mq_platform_error_text(errno));
    *is_folder = info.kind == MQ_PLATFORM_FOLDER;
    if (*is_folder)
        return true;
    // A link to a folder may lead back up; a link to a file counts as the file.
    bool link = info.kind == MQ_PLATFORM_LINK;
    bool found = !link || mq_platform_path_info(path, &info);
    walk->folder_links += link && found && info.kind == MQ_PLATFORM_FOLDER;
    *is_file = walk->accepts(name) && !(found && info.kind == MQ_PLATFORM_FOLDER);
    return true;
}

// False when memory ran out.
static bool add_entry(void *context, const char *name, mq_platform_kind kind) {
    mq_folder_walk *walk = context;
    level *folder = walk->deepest;
    bool is_file = kind == MQ_PLATFORM_FILE, is_folder = false;
    // Nothing else is asked of the system about most files.
    if (is_file && !walk->accepts(name))
        return true;
    if (!is_file) {
        mq_arena *scratch = mq_arena_scratch(folder->arena);
        char *path = scratch ? mq_path_join(scratch, folder->path, name) : NULL;
        bool good = path && examine(walk, path, name, kind, &is_file, &is_folder);
        mq_arena_end_scratch(folder->arena, scratch);
        if (!good)
            return false;
    }
    return (!is_file && !is_folder) ||
           mq_path_list_add(folder->arena, &folder->names,
                            mq_arena_format(folder->arena, "%s%s", name, is_folder ? "/" : ""));
}

static int by_order(const void *a, const void *b, const void *context) {
    return ((const mq_folder_walk *)context)->order(*(char *const *)a, *(char *const *)b);
}

// Reads a folder in the deepest one, and goes on with its entries. False when memory ran out.
static bool enter(mq_folder_walk *walk, const char *name) {
    mq_arena *arena = mq_arena_new(&walk->memory);
    level *above = walk->deepest, *folder = arena ? MQ_NEW(arena, level) : NULL;
    const char *path = !folder ? NULL
                       : above ? mq_path_join(arena, above->path, name)
                               : mq_arena_text(arena, name, strlen(name));
    if (!path) {
        mq_arena_free(arena);
        return false;
    }
    *folder = (level){.arena = arena, .above = above, .path = path};
    walk->deepest = folder;
    bool listed = mq_platform_list_folder(path, add_entry, walk);
    int reason = errno;
    if (mq_arena_status(arena) != MAQ_OK || mq_arena_status(walk->arena) != MAQ_OK ||
        (!listed && !skip(walk, path, mq_platform_error_text(reason))))
        return false;
    if (folder->names.count == 0)
        return true;
    folder->names.items = mq_sort_in(arena, folder->names.items, folder->names.count,
                                     sizeof *folder->names.items, by_order, walk);
    return folder->names.items != NULL;
}

static void leave(mq_folder_walk *walk) {
    level *folder = walk->deepest;
    walk->deepest = folder->above;
    mq_arena_free(folder->arena);
}

mq_folder_walk *mq_folder_walk_new(const maq_memory *memory, const char *folder,
                                   bool (*accepts)(const char *name),
                                   int (*order)(const char *a, const char *b)) {
    mq_arena *arena = mq_arena_new(memory);
    mq_folder_walk *walk = arena ? MQ_NEW(arena, mq_folder_walk) : NULL;
    const char *path = walk ? mq_arena_text(arena, folder, strlen(folder)) : NULL;
    if (!path) {
        mq_arena_free(arena);
        return NULL;
    }
    *walk = (mq_folder_walk){.own = arena,
                             .memory = *mq_arena_memory(arena),
                             .folder = path,
                             .accepts = accepts,
                             .order = order};
    return walk;
}

void mq_folder_walk_free(mq_folder_walk *walk) {
    if (!walk)
        return;
    while (walk->deepest)
        leave(walk);
    mq_arena_free(walk->own);
}

// Goes on with the next entry. False when memory ran out.
static bool step(mq_folder_walk *walk, mq_path_list *list) {
    level *folder = walk->deepest;
    if (folder->next == folder->names.count) {
        leave(walk);
        return true;
    }
    char *name = folder->names.items[folder->next++];
    size_t length = strlen(name);
    bool is_folder = name[length - 1] == '/';
    if (!is_folder)
        return mq_path_list_add(walk->arena, list, mq_path_join(walk->arena, folder->path, name));
    name[length - 1] = '\0';
    return enter(walk, name);
}

bool mq_folder_walk_next(mq_folder_walk *walk, mq_arena *arena, size_t most, mq_path_list *list,
                         mq_path_list *skipped) {
    size_t start = list->count;
    walk->arena = arena;
    walk->skipped = skipped;
    bool good = walk->begun || enter(walk, walk->folder);
    walk->begun = true;
    while (good && walk->deepest && list->count - start < most)
        good = step(walk, list);
    return good;
}

const char *mq_folder_walk_folder(const mq_folder_walk *walk) {
    return walk->folder;
}

size_t mq_folder_walk_folder_links(const mq_folder_walk *walk) {
    return walk->folder_links;
}

bool mq_folder_walk_is_done(const mq_folder_walk *walk) {
    return walk->begun && !walk->deepest;
}
