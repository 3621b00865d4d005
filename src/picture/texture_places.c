// SPDX-License-Identifier: MIT
#include "picture/texture_places.h"

#include <string.h>

#include "base/sort.h"

// Folders above the model that are looked at.
#define MOST_LEVELS 12

// Files of materials whose folders are looked at.
#define MOST_LIBRARIES 64

static int folded(char byte) {
    return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : (unsigned char)byte;
}

// strcasecmp() would look at the locale.
int mq_texture_compare_names(const char *a, const char *b) {
    while (*a && folded(*a) == folded(*b)) {
        a++;
        b++;
    }
    return folded(*a) - folded(*b);
}

// ------------------------------------------------------------------------------------- the family

static bool has_ending(const char *path, const char *const *endings) {
    const char *dot = strrchr(path, '.');
    for (; dot && *endings; endings++) {
        if (mq_texture_compare_names(dot, *endings) == 0)
            return true;
    }
    return false;
}

mq_texture_family mq_texture_family_of(const maq_scene *scene, const char *model_path) {
    static const struct {
        mq_texture_family family;
        const char *keys[4]; // of what the formats leave in the extras
        const char *endings[5];
    } rows[] = {
        {MQ_FAMILY_WARZONE, {"pie", "wzm", "wza"}, {".pie", ".wzm", ".wza"}},
        {MQ_FAMILY_PANGYA, {"pet"}, {".pet", ".apet", ".bpet", ".mpet"}},
        {MQ_FAMILY_INTER_QUAKE, {"iqm"}, {".iqm", ".iqe"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (const char *const *key = rows[i].keys; *key; key++) {
            if (maq_value_find(scene->extras, *key))
                return rows[i].family;
        }
    }
    for (size_t i = 0; model_path && i < sizeof rows / sizeof rows[0]; i++) {
        if (has_ending(model_path, rows[i].endings))
            return rows[i].family;
    }
    return MQ_FAMILY_OTHER;
}

// -------------------------------------------------------------------------------------- one folder

static int by_name(const void *left, const void *right, const void *context) {
    (void)context;
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    int order = mq_texture_compare_names(a, b);
    return order != 0 ? order : strcmp(a, b);
}

typedef struct listing {
    mq_arena *arena;
    mq_texture_folder *folder;
} listing;

static void on_name(void *context, const char *name) {
    const listing *list = context;
    mq_texture_folder *folder = list->folder;
    const char **names =
        mq_arena_grow(list->arena, folder->names, &folder->capacity, folder->count, sizeof *names);
    const char *copy = names ? mq_arena_text(list->arena, name, strlen(name)) : NULL;
    if (!copy)
        return;
    folder->names = names;
    folder->names[folder->count++] = copy;
}

// False when there is no such folder. What memory lacks, the arena tells.
static bool open_folder(const mq_texture_places *places, const char *path, mq_texture_folder *out) {
    *out = (mq_texture_folder){.path = path};
    listing list = {places->arena, out};
    if (!path || !places->source->list(places->source->context, path, on_name, &list))
        return false;
    const char **spare = MQ_NEW_ARRAY(places->arena, const char *, out->count);
    if (!spare)
        return false;
    out->names = mq_sort(out->names, spare, out->count, sizeof *spare, by_name, NULL);
    return true;
}

// The name as the folder has it, or NULL.
static const char *name_in(const mq_texture_folder *folder, const char *name, bool any_case) {
    size_t low = 0, high = folder->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *there = folder->names[middle];
        int order = any_case ? mq_texture_compare_names(there, name) : by_name(&there, &name, NULL);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == folder->count)
        return NULL;
    const char *there = folder->names[low];
    return (any_case ? mq_texture_compare_names(there, name) : strcmp(there, name)) == 0 ? there
                                                                                         : NULL;
}

// -------------------------------------------------------------------------------------- the places

static const char *join(mq_arena *arena, const char *folder, const char *name) {
    size_t length = strlen(folder);
    bool slash = length > 0 && folder[length - 1] == '/';
    return mq_arena_format(arena, "%s%s%s", folder, slash ? "" : "/", name);
}

const char *mq_texture_folder_of(mq_arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        return mq_arena_text(arena, ".", 1);
    return mq_arena_text(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

static void add_place(mq_texture_places *places, const char *path, bool bare_names) {
    for (size_t i = 0; path && i < places->count; i++) {
        if (strcmp(places->items[i].folder.path, path) == 0)
            return;
    }
    mq_texture_folder folder;
    if (!open_folder(places, path, &folder))
        return;
    mq_texture_place *items = mq_arena_grow(places->arena, places->items, &places->capacity,
                                            places->count, sizeof *items);
    if (!items)
        return;
    places->items = items;
    places->items[places->count++] = (mq_texture_place){.folder = folder, .bare_names = bare_names};
}

// Folders of these names in the folder of the model and in those above it.
static void add_above(mq_texture_places *places, const char *folder, const char *const *names) {
    const char *at = places->source->whole_path(places->source->context, places->arena, folder);
    for (int level = 0; at && level < MOST_LEVELS; level++) {
        for (const char *const *name = names; *name; name++)
            add_place(places, join(places->arena, at, *name), true);
        if (strcmp(at, "/") == 0 || !strchr(at, '/'))
            return;
        at = mq_texture_folder_of(places->arena, at);
    }
}

// The materials of an OBJ may lie in another folder, and their images beside them.
static void add_libraries(mq_texture_places *places, const maq_scene *scene, const char *folder) {
    const maq_value *own = maq_value_find(scene->extras, "obj");
    const maq_value *list = maq_value_find(own, "libraries");
    if (!list || list->kind != MAQ_VALUE_ARRAY)
        return;
    const maq_value *item = list->as.children.first;
    for (int i = 0; item && i < MOST_LIBRARIES; i++, item = item->next) {
        bool cut;
        const char *name = item->kind == MAQ_VALUE_TEXT
                               ? mq_texture_clean_name(places->arena, item->as.text.bytes, &cut)
                               : NULL;
        if (name && strchr(name, '/'))
            add_place(places,
                      join(places->arena, folder, mq_texture_folder_of(places->arena, name)),
                      false);
    }
}

void mq_texture_places_find(mq_texture_places *places, const maq_scene *scene,
                            const maq_textures_options *options, mq_texture_family family) {
    static const char *const warzone[] = {"texpages", "base/texpages", "mp/texpages", NULL};
    static const char *const pangya[] = {
        "z_common", "map_source", "misc", "effect", "texture_dds", "npc", "ppl", "skybox", NULL};
    for (size_t i = 0; i < options->folder_count; i++)
        add_place(places, options->folders[i], false);
    if (!options->model_path)
        return;
    const char *folder = mq_texture_folder_of(places->arena, options->model_path);
    if (!folder)
        return;
    add_place(places, folder, false);
    add_libraries(places, scene, folder);
    if (family == MQ_FAMILY_WARZONE)
        add_above(places, folder, warzone);
    else if (family == MQ_FAMILY_PANGYA)
        add_above(places, folder, pangya);
}

// ------------------------------------------------------------------------------------------- names

static bool is_slash(char byte) {
    return byte == '/' || byte == '\\';
}

const char *mq_texture_clean_name(mq_arena *arena, const char *name, bool *cut) {
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
    // What is left of "C:name" is a name.
    if (*cut && result[0] && result[1] == ':')
        result += 2;
    return *result ? result : NULL;
}

// The folder inside a place that a name leads into. Names come in order, so one folder is asked for
// many of them in a row.
static const mq_texture_folder *folder_below(mq_texture_places *places, mq_texture_place *place,
                                             const char *name, size_t length) {
    const char *known = place->below_name;
    if (!known || strncmp(known, name, length) != 0 || known[length] != '\0') {
        place->below_name = mq_arena_text(places->arena, name, length);
        if (!place->below_name)
            return NULL;
        open_folder(places, join(places->arena, place->folder.path, place->below_name),
                    &place->below);
    }
    return &place->below;
}

static const char *search_place(mq_texture_places *places, mq_texture_place *place,
                                const char *name, bool any_case) {
    const char *slash = strrchr(name, '/');
    const mq_texture_folder *folder = NULL;
    const char *there = NULL;
    if (slash && !place->bare_names) {
        folder = folder_below(places, place, name, (size_t)(slash - name));
        there = folder ? name_in(folder, slash + 1, any_case) : NULL;
    }
    if (!there) {
        folder = &place->folder;
        there = name_in(folder, slash ? slash + 1 : name, any_case);
    }
    return there ? join(places->arena, folder->path, there) : NULL;
}

const char *mq_texture_places_search(mq_texture_places *places, const char *name,
                                     bool *other_case) {
    for (int any_case = 0; any_case < 2; any_case++) {
        for (size_t i = 0; i < places->count; i++) {
            const char *path = search_place(places, &places->items[i], name, any_case);
            if (path) {
                *other_case = any_case;
                return path;
            }
        }
    }
    return NULL;
}
