// SPDX-License-Identifier: MIT
#include "picture/texture_folders.h"

#include <string.h>

#include "base/folder.h"
#include "base/sort.h"

// How many folders above the model are searched.
#define MAX_LEVELS 12

// How many material files contribute their folders.
#define MAX_LIBRARIES 64

static int folded(char byte) {
    return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : (unsigned char)byte;
}

// strcasecmp() depends on the locale.
int mq_compare_names(const char *a, const char *b) {
    while (*a && folded(*a) == folded(*b)) {
        a++;
        b++;
    }
    return folded(*a) - folded(*b);
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

// -------------------------------------------------------------------------------------- one folder

static int by_name(const void *left, const void *right, const void *context) {
    (void)context;
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    int order = mq_compare_names(a, b);
    return order != 0 ? order : strcmp(a, b);
}

typedef struct listing {
    mq_arena *arena;
    mq_folder_listing *folder;
} listing;

static void on_name(void *context, const char *name) {
    const listing *list = context;
    mq_folder_listing *folder = list->folder;
    const char **names =
        mq_arena_grow(list->arena, folder->names, &folder->capacity, folder->count, sizeof *names);
    const char *copy = names ? mq_arena_text(list->arena, name, strlen(name)) : NULL;
    if (!copy)
        return;
    folder->names = names;
    folder->names[folder->count++] = copy;
}

// False when there is no such folder. Lack of memory shows in the status of the arena.
static bool open_folder(const mq_search_folders *folders, const char *path,
                        mq_folder_listing *out) {
    *out = (mq_folder_listing){.path = path};
    listing list = {folders->arena, out};
    if (!path || !folders->source->list(folders->source->context, path, on_name, &list))
        return false;
    const char **spare = MQ_NEW_ARRAY(folders->arena, const char *, out->count);
    if (!spare)
        return false;
    out->names = mq_sort(out->names, spare, out->count, sizeof *spare, by_name, NULL);
    return true;
}

// The name as the folder has it, or NULL.
static const char *find_name(const mq_folder_listing *folder, const char *name, bool any_case) {
    size_t low = 0, high = folder->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *there = folder->names[middle];
        int order = any_case ? mq_compare_names(there, name) : by_name(&there, &name, NULL);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == folder->count)
        return NULL;
    const char *there = folder->names[low];
    return (any_case ? mq_compare_names(there, name) : strcmp(there, name)) == 0 ? there : NULL;
}

// -------------------------------------------------------------------------------------- the folders

const char *mq_path_folder(mq_arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        return mq_arena_text(arena, ".", 1);
    return mq_arena_text(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

static void add_folder(mq_search_folders *folders, const char *path, bool bare_names) {
    for (size_t i = 0; path && i < folders->count; i++) {
        if (strcmp(folders->items[i].folder.path, path) == 0)
            return;
    }
    mq_folder_listing folder;
    if (!open_folder(folders, path, &folder))
        return;
    mq_search_folder *items = mq_arena_grow(folders->arena, folders->items, &folders->capacity,
                                            folders->count, sizeof *items);
    if (!items)
        return;
    folders->items = items;
    folders->items[folders->count++] =
        (mq_search_folder){.folder = folder, .bare_names = bare_names};
}

// Folders of these names in the folder of the model and in those above it.
static void add_above(mq_search_folders *folders, const char *folder, const char *const *names) {
    const char *at = folders->source->whole_path(folders->source->context, folders->arena, folder);
    for (int level = 0; at && level < MAX_LEVELS; level++) {
        for (const char *const *name = names; *name; name++)
            add_folder(folders, mq_path_join(folders->arena, at, *name), true);
        if (strcmp(at, "/") == 0 || !strchr(at, '/'))
            return;
        at = mq_path_folder(folders->arena, at);
    }
}

// The material files of an OBJ may be in another folder, and their images beside them.
static void add_libraries(mq_search_folders *folders, const maq_scene *scene, const char *folder) {
    const maq_value *own = maq_value_find(scene->extras, "obj");
    const maq_value *list = maq_value_find(own, "libraries");
    if (!list || list->kind != MAQ_VALUE_ARRAY)
        return;
    const maq_value *item = list->as.children.first;
    for (int i = 0; item && i < MAX_LIBRARIES; i++, item = item->next) {
        bool cut;
        const char *name = item->kind == MAQ_VALUE_TEXT
                               ? mq_clean_name(folders->arena, item->as.text.bytes, &cut)
                               : NULL;
        if (name && strchr(name, '/'))
            add_folder(folders,
                       mq_path_join(folders->arena, folder, mq_path_folder(folders->arena, name)),
                       false);
    }
}

void mq_search_folders_init(mq_search_folders *folders, const maq_scene *scene,
                            const maq_textures_options *options, mq_texture_family family) {
    static const char *const warzone[] = {"texpages", "base/texpages", "mp/texpages", NULL};
    static const char *const pangya[] = {
        "z_common", "map_source", "misc", "effect", "texture_dds", "npc", "ppl", "skybox", NULL};
    for (size_t i = 0; i < options->folder_count; i++)
        add_folder(folders, options->folders[i], false);
    if (!options->model_path)
        return;
    const char *folder = mq_path_folder(folders->arena, options->model_path);
    if (!folder)
        return;
    add_folder(folders, folder, false);
    add_libraries(folders, scene, folder);
    if (family == MQ_FAMILY_WARZONE)
        add_above(folders, folder, warzone);
    else if (family == MQ_FAMILY_PANGYA)
        add_above(folders, folder, pangya);
}

// ------------------------------------------------------------------------------------------- names

static bool is_slash(char byte) {
    return byte == '/' || byte == '\\';
}

const char *mq_clean_name(mq_arena *arena, const char *name, bool *cut) {
    *cut = is_slash(name[0]) || (name[0] && name[1] == ':');
    char *clean = MQ_NEW_ARRAY(arena, char, strlen(name) + 1);
    size_t length = 0, last = 0;
    for (const char *at = name; clean && *at;) {
        size_t part = 0;
        while (at[part] && !is_slash(at[part]))
            part++;
        bool up = part == 2 && at[0] == '.' && at[1] == '.';
        *cut |= up;
        if (part > 0 && !up && !(part == 1 && at[0] == '.')) {
            if (length)
                clean[length++] = '/';
            last = length;
            memcpy(clean + length, at, part);
            length += part;
        }
        at += part;
        while (is_slash(*at))
            at++;
    }
    if (!clean || length == 0)
        return NULL;
    const char *result = *cut ? clean + last : clean;
    // "C:name" becomes "name".
    if (*cut && result[0] && result[1] == ':')
        result += 2;
    return *result ? result : NULL;
}

// The subfolder of a search folder that a name leads into. Names come in sorted order, so one folder
// serves many of them in a row.
static const mq_folder_listing *subfolder_of(mq_search_folders *folders, mq_search_folder *search,
                                             const char *name, size_t length) {
    const char *known = search->subfolder_name;
    if (!known || strncmp(known, name, length) != 0 || known[length] != '\0') {
        search->subfolder_name = mq_arena_text(folders->arena, name, length);
        if (!search->subfolder_name)
            return NULL;
        open_folder(folders,
                    mq_path_join(folders->arena, search->folder.path, search->subfolder_name),
                    &search->subfolder);
    }
    return &search->subfolder;
}

static const char *find_in_folder(mq_search_folders *folders, mq_search_folder *search,
                                  const char *name, bool any_case) {
    const char *slash = strrchr(name, '/');
    const mq_folder_listing *folder = NULL;
    const char *there = NULL;
    if (slash && !search->bare_names) {
        folder = subfolder_of(folders, search, name, (size_t)(slash - name));
        there = folder ? find_name(folder, slash + 1, any_case) : NULL;
    }
    if (!there) {
        folder = &search->folder;
        there = find_name(folder, slash ? slash + 1 : name, any_case);
    }
    return there ? mq_path_join(folders->arena, folder->path, there) : NULL;
}

const char *mq_search_folders_find(mq_search_folders *folders, const char *name, bool *other_case) {
    for (int any_case = 0; any_case < 2; any_case++) {
        for (size_t i = 0; i < folders->count; i++) {
            const char *path = find_in_folder(folders, &folders->items[i], name, any_case);
            if (path) {
                *other_case = any_case;
                return path;
            }
        }
    }
    return NULL;
}
