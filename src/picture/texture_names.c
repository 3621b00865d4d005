// SPDX-License-Identifier: MIT
//
// From the name that a material has for an image to the file that the game would take.
#include <string.h>

#include "picture/texture_priv.h"

#define SHOWN_PLACES 8

static const char *const role_words[MAQ_TEXTURE_ROLE_COUNT] = {
    "texture", "normal map", "specular map", "team mask", "alpha mask"};

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
    bool other_case, stands_in;
} found_file;

static bool try_name(mq_texture_work *work, const char *name, found_file *found) {
    found->path = name ? mq_texture_places_search(&work->places, name, &found->other_case) : NULL;
    return found->path != NULL;
}

// The length of a name without its ending, if it is one of images.
static size_t stem_of(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < ENDING_COUNT; i++) {
        if (mq_texture_compare_names(dot, endings[i]) == 0)
            return (size_t)(dot - name);
    }
    return strlen(name);
}

// Pangya takes a PNG where a JPEG or BMP is missing; the engines of Inter-Quake models take any.
static void try_endings(mq_texture_work *work, const char *name, found_file *found) {
    size_t stem = stem_of(name);
    size_t count = work->family == MQ_FAMILY_INTER_QUAKE ? ENDING_COUNT : 1;
    bool replaceable = mq_texture_compare_names(name + stem, ".jpg") == 0 ||
                       mq_texture_compare_names(name + stem, ".bmp") == 0;
    if (work->family != MQ_FAMILY_INTER_QUAKE && !(work->family == MQ_FAMILY_PANGYA && replaceable))
        return;
    for (size_t i = 0; i < count; i++) {
        found->stands_in = name[stem] != '\0';
        if (try_name(work,
                     mq_arena_format(work->textures->arena, "%.*s%s", (int)stem, name, endings[i]),
                     found))
            return;
    }
}

static found_file look_for(mq_texture_work *work, const char *name) {
    found_file found = {0};
    uint32_t tileset = work->options.tileset;
    if (work->family == MQ_FAMILY_WARZONE && (tileset == 1 || tileset == 2)) {
        for (size_t i = 0; i < sizeof tileset_pages / sizeof tileset_pages[0]; i++) {
            if (mq_texture_compare_names(name, tileset_pages[i].page) == 0 &&
                try_name(work, tileset_pages[i].replaced[tileset - 1], &found))
                return found;
        }
    }
    if (!try_name(work, name, &found))
        try_endings(work, name, &found);
    return found;
}

// "a/texpages, a" or what to say when there is none.
static const char *places_text(mq_texture_work *work) {
    const mq_texture_places *places = &work->places;
    if (places->count == 0)
        return "no folder to look in";
    const char *text = places->items[0].folder.path;
    for (size_t i = 1; text && i < places->count && i < SHOWN_PLACES; i++)
        text = mq_arena_format(work->textures->arena, "%s, %s", text, places->items[i].folder.path);
    if (text && places->count > SHOWN_PLACES)
        text = mq_arena_format(work->textures->arena, "%s and %zu more", text,
                               places->count - SHOWN_PLACES);
    return text ? text : "";
}

static void tell_missing(mq_texture_work *work, const mq_texture_request *request, const char *name,
                         uint64_t times) {
    const char *material = work->scene->materials[request->material].name;
    maq_finding *finding =
        request->guessed
            ? MQ_TEXTURE_TELL(work, NOT_NAMED, "material \"%s\": no image of that name in: %s",
                              material ? material : "", places_text(work))
            : MQ_TEXTURE_TELL(work, MISSING, "material \"%s\": %s %s is not in: %s",
                              material ? material : "", role_words[request->role], name,
                              places_text(work));
    if (finding)
        finding->count = times;
}

// All requests of one name, which stand in a row.
static void settle(mq_texture_work *work, mq_texture_request *requests, size_t count) {
    bool cut = false;
    const char *name = mq_texture_clean_name(work->textures->arena, requests[0].name, &cut);
    if (cut && name)
        MQ_TEXTURE_TELL(work, NAME_CUT, "\"%s\" is looked for as \"%s\"", requests[0].name, name);
    found_file found = name ? look_for(work, name) : (found_file){0};
    if (!found.path) {
        tell_missing(work, &requests[0], name ? name : requests[0].name, count);
        return;
    }
    // Pangya itself takes no notice of case.
    if (found.other_case && work->family != MQ_FAMILY_PANGYA)
        MQ_TEXTURE_TELL(work, OTHER_CASE, "%s is there as %s", name, found.path);
    if (found.stands_in)
        MQ_TEXTURE_TELL(work, STANDS_IN, "%s is not there; %s is used", name, found.path);
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
        settle(work, &textures->requests[i], next - i);
    }
}
