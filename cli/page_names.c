// SPDX-License-Identifier: MIT
#include "page_names.h"

#include <string.h>

// The path of the folder or archive that lies over all others of the set.
static const char *root_of(const maq_files *files) {
    const char *root = NULL;
    const maq_files_source *source;
    for (size_t i = 0; files && (source = maq_files_source_at(files, i)) != NULL; i++)
        root = source->path;
    return root ? root : "";
}

// The path with single slashes, one behind each part, and without "." and "..".
static char *folder_of(mq_arena *arena, const char *root) {
    char *folder = MQ_NEW_ARRAY(arena, char, strlen(root) + 2);
    char *to = folder;
    while (folder && *root) {
        size_t length = strcspn(root, "/\\");
        bool named = length > 0 && strncmp(root, "..", length) != 0; // so "." is not, either
        if (named) {
            memcpy(to, root, length);
            to[length] = '/';
            to += length + 1;
        }
        root += length + (root[length] != '\0');
    }
    return folder;
}

static cli_page_tree *find_tree(const cli_page_trees *trees, const maq_files *files) {
    // From the last: the models of a tree follow each other.
    for (size_t i = trees->count; i > 0; i--) {
        if (trees->items[i - 1].files == files)
            return &trees->items[i - 1];
    }
    return NULL;
}

bool cli_page_add_tree(mq_arena *arena, cli_page_trees *trees, const maq_files *files) {
    if (find_tree(trees, files))
        return true;
    cli_page_tree *items =
        mq_arena_grow(arena, trees->items, &trees->capacity, trees->count, sizeof *items);
    char *folder = items ? folder_of(arena, root_of(files)) : NULL;
    if (!folder)
        return false;
    trees->items = items;
    items[trees->count++] = (cli_page_tree){files, folder};
    return true;
}

// How much at the start of all folders is the same, up to a slash.
static size_t common_length(const cli_page_trees *trees) {
    const char *first = trees->items[0].folder;
    size_t common = strlen(first);
    for (size_t i = 1; i < trees->count; i++) {
        size_t same = 0;
        while (same < common && trees->items[i].folder[same] == first[same])
            same++;
        common = same;
        while (common > 0 && first[common - 1] != '/')
            common--;
    }
    return common;
}

static bool is_taken(const cli_page_trees *trees, size_t index, const char *folder) {
    for (size_t i = 0; i < index; i++) {
        if (strcmp(trees->items[i].folder, folder) == 0)
            return true;
    }
    return false;
}

bool cli_page_name_trees(mq_arena *arena, cli_page_trees *trees) {
    size_t common = trees->count > 0 ? common_length(trees) : 0;
    for (size_t i = 0; i < trees->count; i++) {
        char *folder = trees->items[i].folder + common;
        // Paths that differ only in ".." are rare, so a number will do.
        if (is_taken(trees, i, folder))
            folder = mq_arena_format(arena, "%s%zu/", folder, i + 1);
        if (!folder)
            return false;
        trees->items[i].folder = folder;
    }
    return true;
}

const char *cli_page_name(mq_arena *arena, const cli_page_trees *trees, const maq_files *files,
                          const char *name) {
    const cli_page_tree *tree = find_tree(trees, files);
    return mq_arena_format(arena, "%s%s", tree ? tree->folder : "", name);
}
