// SPDX-License-Identifier: MIT
//
// The tree of files that a model lies in.
#include "files/files_model.h"

#include <string.h>

#include "base/folder.h"
#include "base/memory.h"
#include "files/files_priv.h"

// The game replaces pages by those of graphics_overrides. "base" and "mp" are the unpacked archives.
const char *const mq_warzone_image_folders[] = {"graphics_overrides/curr/texpages", "texpages",
                                                "base/texpages", "mp/texpages", NULL};
const char *const mq_pangya_image_folders[] = {
    "z_common", "map_source", "misc", "effect", "texture_dds", "npc", "ppl", "skybox", NULL};

const char *const mq_warzone_model_folders[] = {
    "structs",           "misc",     "effects",     "components/prop", "components/weapons",
    "components/bodies", "features", "misc/micnum", "misc/minum",      "misc/mivnum",
    "misc/researchimds", NULL};

size_t mq_warzone_root_length(const char *folder) {
    size_t length = strlen(folder);
    for (const char *const *name = mq_warzone_model_folders; *name; name++) {
        size_t own = strlen(*name);
        if (length < own || strcmp(folder + length - own, *name) != 0)
            continue;
        size_t root = length - own;
        if (root == 0 || folder[root - 1] == '/')
            return root;
    }
    return SIZE_MAX;
}

const char *mq_files_name_beside(mq_arena *arena, const char *model, const char *name) {
    const char *slash = strrchr(model, '/');
    char *alone = mq_arena_text(arena, name, strlen(name));
    maq_name_status status =
        alone ? maq_files_clean_name(name, strlen(name), alone) : MAQ_NAME_CLEAN;
    if (!alone || status == MAQ_NAME_ABSOLUTE || status == MAQ_NAME_DRIVE)
        return alone ? name : NULL;
    return mq_arena_format(arena, "%.*s/%s", slash ? (int)(slash - model) : 1, slash ? model : ".",
                           name);
}

static bool is_puppet(const char *path) {
    static const char *const extensions[] = {".pet", ".apet", ".bpet", ".mpet"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof extensions / sizeof *extensions; i++) {
        if (mq_name_compare_folded(dot, strlen(dot), extensions[i], strlen(extensions[i])) == 0)
            return true;
    }
    return false;
}

static bool has_folder(mq_arena *scratch, const char *root, size_t length,
                       const char *const *names) {
    for (; *names; names++) {
        const char *path = mq_arena_format(scratch, "%.*s/%s", (int)length, root, *names);
        if (path && mq_is_folder(path))
            return true;
    }
    return false;
}

// The length of the part of an absolute path that is the root of a game; SIZE_MAX: there is none.
static size_t find_root(mq_arena *scratch, const char *real, bool puppet) {
    size_t root = SIZE_MAX, length = strlen(real);
    for (int level = 0; level <= MQ_MAX_LEVELS; level++) {
        if (length > 0 && real[length - 1] == '/') // the root of the system
            length--;
        if (has_folder(scratch, real, length, mq_warzone_image_folders) ||
            (puppet && has_folder(scratch, real, length, mq_pangya_image_folders)))
            root = length;
        if (length == 0)
            break;
        while (length > 0 && real[length - 1] != '/')
            length--;
        if (length == 0) // "C:" has no folder above it
            break;
    }
    return root;
}

// The root in the caller's words: the given folder without the parts that are below the root, if that
// is the same folder. It is not when a link is among these parts, or the folder is ".".
static const char *spell_root(mq_arena *arena, const char *folder, const char *real,
                              size_t length) {
    const char *below = real + length;
    const char *root = mq_arena_text(arena, real, length > 0 ? length : 1);
    size_t given = strlen(folder), skipped = strlen(below);
    if (skipped == 0)
        return folder;
    if (given + 1 == skipped && strcmp(folder, below + 1) == 0)
        return ".";
    if (!root || given <= skipped || strcmp(folder + given - skipped, below) != 0)
        return root;
    size_t length_left = given - skipped;
    while (length_left > 1 && folder[length_left - 1] == '/')
        length_left--;
    const char *spelt = mq_arena_text(arena, folder, length_left);
    const char *same = spelt ? mq_platform_real_path(arena, spelt) : NULL;
    return same && strcmp(same, root) == 0 ? spelt : root;
}

static maq_status locate_in_archive(mq_arena *arena, const char *path, size_t archive_length,
                                    maq_model_location *out) {
    const char *inside = path + archive_length;
    while (*inside == '/')
        inside++;
    size_t length = strlen(inside);
    char *name = mq_arena_text(arena, inside, length);
    out->root = mq_arena_text(arena, path, archive_length);
    out->name = name;
    return name && maq_files_clean_name(inside, length, name) != MAQ_NAME_CLEAN ? MAQ_BAD_DATA
                                                                                : MAQ_OK;
}

static void locate_on_disk(mq_arena *arena, const char *path, maq_model_location *out) {
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    while (slash > path && slash[-1] == '/')
        slash--;
    const char *folder = !slash          ? "."
                         : slash == path ? "/"
                                         : mq_arena_text(arena, path, (size_t)(slash - path));
    const char *real = folder ? mq_platform_real_path(arena, folder) : NULL;
    size_t length = real ? find_root(arena, real, is_puppet(path)) : SIZE_MAX;
    out->root = folder;
    out->name = base;
    if (length != SIZE_MAX) {
        const char *below = real + length + (real[length] == '/');
        out->root = spell_root(arena, folder, real, length);
        out->name = mq_arena_format(arena, "%s%s%s", below, *below ? "/" : "", base);
    }
}

static maq_status locate(mq_arena *arena, const char *path, maq_model_location *out) {
    size_t archive_length;
    const char *copy = mq_path_copy(arena, path);
    maq_status status = MAQ_OK;
    if (copy && maq_files_split_path(copy, &archive_length))
        status = locate_in_archive(arena, copy, archive_length, out);
    else if (copy)
        locate_on_disk(arena, copy, out);
    return mq_arena_status(arena) != MAQ_OK ? mq_arena_status(arena) : status;
}

// What the caller's location is the first member of.
typedef struct owned_location {
    maq_model_location location;
    mq_arena *arena;
} owned_location;

maq_status maq_files_locate_model(const char *path, const maq_memory *memory,
                                  maq_model_location **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!path || !*path)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory);
    owned_location *owned = arena ? MQ_NEW(arena, owned_location) : NULL;
    maq_status status = MAQ_NO_MEMORY;
    if (owned) {
        owned->arena = arena;
        status = locate(arena, path, &owned->location);
    }
    if (status == MAQ_OK)
        *out = &owned->location;
    else
        mq_arena_free(arena);
    return status;
}

void maq_model_location_free(maq_model_location *location) {
    if (location)
        mq_arena_free(((owned_location *)location)->arena);
}

maq_status maq_files_for_model(const char *path, const maq_files_options *options,
                               maq_files **files, const char **name) {
    if (!files || !name)
        return MAQ_BAD_ARGUMENT;
    *files = NULL;
    *name = NULL;
    if (!path || !*path)
        return MAQ_BAD_ARGUMENT;
    maq_files *made;
    maq_status status = maq_files_new(options, &made);
    if (status != MAQ_OK)
        return status;
    maq_model_location location = {0};
    status = locate(made->arena, path, &location);
    if (status == MAQ_OK) {
        status = maq_files_add_path(made, location.root);
        if (status != MAQ_NO_MEMORY) {
            *name = location.name;
            *files = made;
            return status;
        }
    }
    maq_files_free(made);
    return status;
}
