// SPDX-License-Identifier: MIT
#include "picture/texture_folders.h"

#include <string.h>

#include "files/files.h"
#include "files/files_model.h"
#include "files/files_names.h"

// How many material files contribute their folders.
#define MAX_LIBRARIES 64

int mq_compare_names(const char *a, const char *b) {
    return mq_name_compare_folded(a, strlen(a), b, strlen(b));
}

mq_texture_family mq_texture_family_of(const maq_scene *scene) {
    static const struct {
        const char *format;
        mq_texture_family family;
    } rows[] = {{"pie", MQ_FAMILY_WARZONE},     {"wzm", MQ_FAMILY_WARZONE},
                {"wza", MQ_FAMILY_WARZONE},     {"pet", MQ_FAMILY_PANGYA},
                {"iqe", MQ_FAMILY_INTER_QUAKE}, {"iqm", MQ_FAMILY_INTER_QUAKE}};
    for (size_t i = 0; scene->source_format && i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(scene->source_format, rows[i].format) == 0)
            return rows[i].family;
    }
    return MQ_FAMILY_OTHER;
}

// -------------------------------------------------------------------------------------- the folders

static const char *join(mq_arena *arena, const char *folder, const char *name) {
    return *folder ? mq_arena_format(arena, "%s/%s", folder, name) : name;
}

// The folder of a name; "" when there is none.
static const char *folder_of(mq_arena *arena, const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? mq_arena_text(arena, name, (size_t)(slash - name)) : "";
}

// Remembers where a folder lies. False when no source has it, or there is no memory.
static bool add_paths(mq_search_folders *folders, const char *name) {
    size_t number = 0;
    for (const char *path;
         (path = mq_files_folder_path(folders->files, name, number, folders->arena)); number++) {
        const char **paths = mq_arena_grow(folders->arena, folders->paths, &folders->path_capacity,
                                           folders->path_count, sizeof *paths);
        if (!paths)
            return false;
        folders->paths = paths;
        folders->paths[folders->path_count++] = path;
    }
    return number > 0;
}

static void add_folder(mq_search_folders *folders, const char *name, bool bare_names) {
    for (size_t i = 0; name && i < folders->count; i++) {
        if (strcmp(folders->items[i].name, name) == 0)
            return;
    }
    if (!name || !add_paths(folders, name))
        return;
    mq_search_folder *items = mq_arena_grow(folders->arena, folders->items, &folders->capacity,
                                            folders->count, sizeof *items);
    if (!items)
        return;
    folders->items = items;
    folders->items[folders->count++] = (mq_search_folder){name, bare_names};
}

// Folders of these names in the folder of the model and in those above it.
static void add_above(mq_search_folders *folders, const char *const *names) {
    const char *at = folders->own;
    for (int level = 0; at && level <= MQ_MAX_LEVELS; level++) {
        for (const char *const *name = names; *name; name++) {
            size_t before = folders->count;
            add_folder(folders, join(folders->arena, at, *name), true);
            folders->has_game_folder |= folders->count > before;
        }
        if (!*at)
            return;
        at = folder_of(folders->arena, at);
    }
}

// The material files of an OBJ may be in another folder, and their images beside them.
static void add_libraries(mq_search_folders *folders, const maq_scene *scene) {
    const maq_value *own = maq_value_find(scene->extras, "obj");
    const maq_value *list = maq_value_find(own, "libraries");
    if (!list || list->kind != MAQ_VALUE_ARRAY)
        return;
    const maq_value *item = list->as.children.first;
    for (int i = 0; item && i < MAX_LIBRARIES; i++, item = item->next) {
        mq_image_name name;
        if (item->kind != MAQ_VALUE_TEXT ||
            !mq_search_folders_clean_name(folders, item->as.text.bytes, &name))
            continue;
        const char *file =
            name.whole ? name.whole : join(folders->arena, folders->own, name.inside);
        if (file && !name.cut)
            add_folder(folders, folder_of(folders->arena, file), false);
    }
}

void mq_search_folders_init(mq_search_folders *folders, const maq_scene *scene, const char *name,
                            mq_texture_family family, bool game_only) {
    folders->own = "";
    if (!folders->files)
        return;
    size_t length = name ? strlen(name) : 0;
    char *clean = name ? mq_arena_text(folders->arena, name, length) : NULL;
    if (clean && maq_files_clean_name(name, length, clean) == MAQ_NAME_CLEAN)
        folders->own = folder_of(folders->arena, clean);
    if (!folders->own)
        return;
    folders->in_game =
        family == MQ_FAMILY_WARZONE && mq_warzone_root_length(folders->own) != SIZE_MAX;
    if (game_only && family == MQ_FAMILY_WARZONE) {
        add_above(folders, mq_warzone_image_folders);
        if (folders->has_game_folder || folders->in_game)
            return;
    }
    add_folder(folders, folders->own, false);
    add_libraries(folders, scene);
    if (family == MQ_FAMILY_WARZONE)
        add_above(folders, mq_warzone_image_folders);
    else if (family == MQ_FAMILY_PANGYA)
        add_above(folders, mq_pangya_image_folders);
    // Data that are no more than a folder of images.
    add_folder(folders, "", false);
    // Models that were converted from those of a game may still need its images.
    if (family == MQ_FAMILY_OTHER)
        add_folder(folders, "texpages", true);
}

// ------------------------------------------------------------------------------------------- names

// Resolves "." and ".." in a relative name with clean slashes, in place, and leaves out each ".." that has
// no part before it; *up counts these. Returns the length.
static size_t resolve_parts(char *name, size_t *up) {
    size_t length = 0;
    for (const char *at = name; *at;) {
        size_t part = strcspn(at, "/");
        if (part == 2 && at[0] == '.' && at[1] == '.') {
            *up += length == 0;
            while (length > 0 && name[length - 1] != '/')
                length--;
            length -= length > 0;
        } else if (part > 0 && !(part == 1 && at[0] == '.')) {
            if (length > 0)
                name[length++] = '/';
            memmove(name + length, at, part);
            length += part;
        }
        at += part;
        at += *at == '/';
    }
    name[length] = '\0';
    return length;
}

bool mq_search_folders_clean_name(const mq_search_folders *folders, const char *name,
                                  mq_image_name *out) {
    mq_arena *arena = folders->arena;
    size_t length = strlen(name);
    char *inside = mq_arena_text(arena, name, length);
    char *clean = MQ_NEW_ARRAY(arena, char, strlen(folders->own) + length + 2);
    *out = (mq_image_name){0};
    if (!inside || !clean)
        return false;
    for (char *at = inside; *at; at++) {
        if (*at == '\\')
            *at = '/';
    }
    bool absolute = inside[0] == '/' || (inside[0] && inside[1] == ':');
    size_t up = 0;
    if (resolve_parts(inside, &up) == 0)
        return false;
    out->inside = inside;
    if (absolute) {
        const char *slash = strrchr(inside, '/');
        const char *last = slash ? slash + 1 : inside;
        // "C:name" becomes "name".
        out->inside = last[0] && last[1] == ':' ? last + 2 : last;
        out->cut = true;
    } else if (up > 0) {
        const char *whole = mq_arena_format(arena, "%s/%s", folders->own, name);
        out->cut = !whole || !*folders->own ||
                   maq_files_clean_name(whole, strlen(whole), clean) != MAQ_NAME_CLEAN;
        out->leads_up = out->cut;
        out->whole = out->cut ? NULL : clean;
    }
    return *out->inside && mq_arena_status(arena) == MAQ_OK;
}

static bool find_in_folder(const mq_search_folders *folders, const mq_search_folder *folder,
                           const char *name, bool any_capitals, mq_arena *arena, maq_file *out) {
    const char *slash = strrchr(name, '/');
    const char *whole = slash && !folder->bare_names ? join(arena, folder->name, name) : NULL;
    if (whole && mq_files_find_clean(folders->files, whole, any_capitals, arena, out))
        return true;
    const char *bare = join(arena, folder->name, slash ? slash + 1 : name);
    return bare && mq_files_find_clean(folders->files, bare, any_capitals, arena, out);
}

bool mq_search_folders_find(const mq_search_folders *folders, const mq_image_name *name,
                            mq_arena *arena, maq_file *out) {
    for (int any_capitals = 0; folders->files && any_capitals < 2; any_capitals++) {
        if (name->whole &&
            mq_files_find_clean(folders->files, name->whole, any_capitals, arena, out))
            return true;
        for (size_t i = 0; i < folders->count; i++) {
            if (find_in_folder(folders, &folders->items[i], name->inside, any_capitals, arena, out))
                return true;
        }
    }
    return false;
}
