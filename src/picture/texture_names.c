// SPDX-License-Identifier: MIT
//
// From the name of an image in a material to the file that the game would use.
#include <string.h>

#include "picture/texture_priv.h"

#define MAX_LISTED_FOLDERS 8

static const char *const role_words[MQ_TEXTURE_ROLE_COUNT] = {
    "texture", "normal map", "specular map", "team mask", "alpha mask", "emissive texture"};

static const char *const endings[] = {".png", ".jpg", ".jpeg", ".tga", ".dds", ".bmp"};
#define ENDING_COUNT (sizeof endings / sizeof endings[0])

// The pages that Warzone's scripts replace when a game begins on another tileset.
static const struct {
    const char *page;
    const char *replaced[2]; // tilesets 1 (urban) and 2 (rockies)
} tileset_pages[] = {
    {"page-7-barbarians-arizona.png",
     {"page-7-barbarians-urban.png", "page-7-barbarians-kevlar.png"}},
    {"page-8-player-buildings-bases.png",
     {"page-8-player-buildings-bases-urban.png", "page-8-player-buildings-bases-rockies.png"}},
    {"page-9-player-buildings-bases.png",
     {"page-9-player-buildings-bases-urban.png", "page-9-player-buildings-bases-rockies.png"}},
};

// One lookup: a name, where it leads, and how.
typedef struct found_file {
    const char *path;
    bool other_case, is_substitute;
} found_file;

static bool try_name(mq_texture_work *work, const char *name, found_file *found) {
    found->path = name ? mq_search_folders_find(&work->folders, name, &found->other_case) : NULL;
    return found->path != NULL;
}

// The length of a name without the extension of an image.
static size_t stem_of(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < ENDING_COUNT; i++) {
        if (mq_compare_names(dot, endings[i]) == 0)
            return (size_t)(dot - name);
    }
    return strlen(name);
}

// Pangya uses a PNG where a JPEG or BMP is missing; the engines of Inter-Quake models use any format.
static void try_endings(mq_texture_work *work, const char *name, found_file *found) {
    size_t stem = stem_of(name);
    size_t count = work->family == MQ_FAMILY_INTER_QUAKE ? ENDING_COUNT : 1;
    bool replaceable =
        mq_compare_names(name + stem, ".jpg") == 0 || mq_compare_names(name + stem, ".bmp") == 0;
    if (work->family != MQ_FAMILY_INTER_QUAKE && !(work->family == MQ_FAMILY_PANGYA && replaceable))
        return;
    for (size_t i = 0; i < count; i++) {
        found->is_substitute = name[stem] != '\0';
        if (try_name(work,
                     mq_arena_format(work->textures->arena, "%.*s%s", (int)stem, name, endings[i]),
                     found))
            return;
    }
}

static found_file find_file(mq_texture_work *work, const char *name) {
    found_file found = {0};
    uint32_t tileset = work->options.tileset;
    if (work->family == MQ_FAMILY_WARZONE && (tileset == 1 || tileset == 2)) {
        for (size_t i = 0; i < sizeof tileset_pages / sizeof tileset_pages[0]; i++) {
            if (mq_compare_names(name, tileset_pages[i].page) == 0 &&
                try_name(work, tileset_pages[i].replaced[tileset - 1], &found))
                return found;
        }
    }
    if (!try_name(work, name, &found))
        try_endings(work, name, &found);
    return found;
}

// The list of search folders for messages: "a/texpages, a".
static const char *folders_text(mq_texture_work *work) {
    const mq_search_folders *folders = &work->folders;
    if (folders->count == 0)
        return "no folder to search";
    const char *text = folders->items[0].folder.path;
    for (size_t i = 1; text && i < folders->count && i < MAX_LISTED_FOLDERS; i++)
        text =
            mq_arena_format(work->textures->arena, "%s, %s", text, folders->items[i].folder.path);
    if (text && folders->count > MAX_LISTED_FOLDERS)
        text = mq_arena_format(work->textures->arena, "%s and %zu more", text,
                               folders->count - MAX_LISTED_FOLDERS);
    return text ? text : "";
}

static void report_missing(mq_texture_work *work, const mq_texture_request *request,
                           const char *name, uint64_t times) {
    const char *material = work->scene->materials[request->material].name;
    maq_finding *finding =
        request->guessed
            ? MQ_TEXTURE_REPORT(work, NOT_NAMED, "material \"%s\": no image of that name in: %s",
                                material ? material : "", folders_text(work))
            : MQ_TEXTURE_REPORT(work, MISSING, "material \"%s\": %s %s is not in: %s",
                                material ? material : "", role_words[request->role], name,
                                folders_text(work));
    if (finding)
        finding->count = times;
}

// Resolves all requests of one name, which are neighbours.
static void resolve(mq_texture_work *work, mq_texture_request *requests, size_t count) {
    bool cut = false;
    const char *name = mq_clean_name(work->textures->arena, requests[0].name, &cut);
    if (cut && name)
        MQ_TEXTURE_REPORT(work, NAME_CUT, "\"%s\" is searched for as \"%s\"", requests[0].name,
                          name);
    found_file found = name ? find_file(work, name) : (found_file){0};
    if (!found.path) {
        report_missing(work, &requests[0], name ? name : requests[0].name, count);
        return;
    }
    // Pangya ignores case.
    if (found.other_case && work->family != MQ_FAMILY_PANGYA)
        MQ_TEXTURE_REPORT(work, OTHER_CASE, "the file of %s is %s", name, found.path);
    if (found.is_substitute)
        MQ_TEXTURE_REPORT(work, STANDS_IN, "%s is missing; %s is used", name, found.path);
    for (size_t i = 0; i < count; i++)
        requests[i].path = found.path;
}

void mq_texture_resolve_names(mq_texture_work *work) {
    maq_textures *textures = work->textures;
    for (size_t i = 0, next; i < textures->count; i = next) {
        const mq_texture_request *request = &textures->requests[i];
        next = i + 1;
        if (!request->name || request->path)
            continue;
        while (next < textures->count && textures->requests[next].name &&
               !textures->requests[next].path &&
               strcmp(textures->requests[next].name, request->name) == 0)
            next++;
        resolve(work, &textures->requests[i], next - i);
    }
}
