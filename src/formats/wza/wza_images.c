// SPDX-License-Identifier: MIT
//
// Which image files a WZA model is drawn with.
#include <string.h>

#include "formats/wza/wza_priv.h"

#define MAP_COUNT 3
#define LEAST_DIGITS 3
#define MAX_FINDINGS 10000

static const char *const map_names[MAP_COUNT] = {"diff", "nor", "tc"};

struct maq_wza_images {
    mq_arena *arena;
    mq_findings findings;
    const char *folder; // with the slash, "" for none
    const char *base;   // of an image that is not animated
    bool animated, wanted[MAP_COUNT];
    const char *paths[MAP_COUNT]; // not animated: NULL when missing
    // Animated: the frames that are there, in order, and the names of their files.
    wza_key *frames[MAP_COUNT];
    const char **names[MAP_COUNT];
    size_t counts[MAP_COUNT], capacities[MAP_COUNT], name_capacities[MAP_COUNT];
};

bool maq_wza_wants_image(const maq_wza_texture *texture, maq_wza_map map) {
    if (!texture->name)
        return false;
    switch (map) {
    case MAQ_WZA_DIFFUSE:
        return true;
    case MAQ_WZA_NORMAL:
        return texture->normal_map != 0 || texture->specular_map;
    case MAQ_WZA_TEAM:
        return texture->team_mask;
    }
    return false;
}

// ------------------------------------------------------------------------------------------ listing

// The number of a frame in `<map>_XXX.png`, at least three digits. -1 when it is no such name.
static int64_t frame_number(const char *name, const char *map) {
    size_t prefix = strlen(map);
    if (strncmp(name, map, prefix) != 0 || name[prefix] != '_')
        return -1;
    const char *digits = name + prefix + 1;
    int64_t number = 0;
    size_t count = 0;
    for (; digits[count] >= '0' && digits[count] <= '9'; count++) {
        number = number * 10 + (digits[count] - '0');
        if (number > INT32_MAX)
            return -1;
    }
    return count >= LEAST_DIGITS && strcmp(digits + count, ".png") == 0 ? number : -1;
}

static void add_frame(maq_wza_images *images, unsigned map, int64_t number, const char *name) {
    size_t count = images->counts[map];
    wza_key *frames = mq_arena_grow(images->arena, images->frames[map], &images->capacities[map],
                                    count, sizeof *frames);
    const char **names = mq_arena_grow(images->arena, (void *)images->names[map],
                                       &images->name_capacities[map], count, sizeof *names);
    const char *path = mq_arena_format(images->arena, "%s%s", images->folder, name);
    if (!frames || !names || !path)
        return;
    images->frames[map] = frames;
    images->names[map] = names;
    frames[count] = (wza_key){number, (uint32_t)count};
    names[count] = path;
    images->counts[map]++;
}

static void on_file(void *context, const char *name) {
    maq_wza_images *images = context;
    for (unsigned map = 0; map < MAP_COUNT; map++) {
        if (!images->wanted[map])
            continue;
        if (images->animated) {
            int64_t number = frame_number(name, map_names[map]);
            if (number >= 0)
                add_frame(images, map, number, name);
            continue;
        }
        size_t base = strlen(images->base), map_length = strlen(map_names[map]);
        if (strncmp(name, images->base, base) == 0 && name[base] == '_' &&
            strncmp(name + base + 1, map_names[map], map_length) == 0 &&
            strcmp(name + base + 1 + map_length, ".png") == 0)
            images->paths[map] = mq_arena_format(images->arena, "%s%s", images->folder, name);
    }
}

// -------------------------------------------------------------------------------------- the choice

// The last frame at or before a number, or NULL.
static const wza_key *frame_at(const maq_wza_images *images, unsigned map, int32_t frame) {
    const wza_key *found = NULL;
    size_t low = 0, high = images->counts[map];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (images->frames[map][middle].number <= frame) {
            found = &images->frames[map][middle];
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    // Of two files for one frame (diff_007 and diff_0007) the first that was listed counts.
    return found ? mq_wza_find_key(images->frames[map], images->counts[map], found->number) : NULL;
}

const char *maq_wza_image(const maq_wza_images *images, maq_wza_map map, int32_t frame) {
    if ((unsigned)map >= MAP_COUNT)
        return NULL;
    if (!images->animated)
        return images->paths[map];
    const wza_key *found = frame_at(images, map, frame);
    return found ? images->names[map][found->place] : NULL;
}

const maq_findings *maq_wza_images_findings(const maq_wza_images *images) {
    return &images->findings.list;
}

void maq_wza_images_free(maq_wza_images *images) {
    if (images)
        mq_arena_free(images->arena);
}

// -------------------------------------------------------------------------------------- the missing

static void find(maq_wza_images *images, wza_rule rule, uint32_t offset, const char *message) {
    mq_add_finding(&images->findings, &mq_wza_rules[rule],
                   offset == MAQ_WZA_NO_OFFSET ? MAQ_NO_OFFSET : offset, 0, "%s",
                   message ? message : "");
}

// The frame that a place in the file asks for.
static void judge_frame(maq_wza_images *images, int32_t frame, uint32_t offset) {
    for (unsigned map = 0; map < MAP_COUNT; map++) {
        if (!images->wanted[map])
            continue;
        const wza_key *found = frame_at(images, map, frame);
        const char *wanted =
            mq_arena_format(images->arena, "%s%s_%03d.png", images->folder, map_names[map], frame);
        if (!wanted)
            return;
        if (!found)
            find(images, WZA_FRAME_MISSING, offset,
                 mq_arena_format(images->arena, "%s is not there, nor is a frame before it",
                                 wanted));
        else if (found->number != frame)
            find(images, WZA_FRAME_STANDS_IN, offset,
                 mq_arena_format(images->arena, "%s is not there; %s is shown", wanted,
                                 images->names[map][found->place]));
    }
}

static void judge_frames(maq_wza_images *images, const maq_wza *wza) {
    bool asked = false;
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        for (uint32_t k = 0; k < wza->animations[i].point_count; k++) {
            const maq_wza_point *point = &wza->animations[i].points[k];
            if (point->kind != MAQ_WZA_TEXTURE)
                continue;
            asked = true;
            judge_frame(images, point->frame, point->offset);
        }
    }
    // At rest the texture shows frame 0.
    if (!asked)
        judge_frame(images, 0, wza->texture.offset);
}

static void judge_still(maq_wza_images *images, const maq_wza *wza) {
    for (unsigned map = 0; map < MAP_COUNT; map++) {
        if (images->wanted[map] && !images->paths[map])
            find(images, WZA_IMAGE_MISSING, wza->texture.offset,
                 mq_arena_format(images->arena, "%s_%s.png is not there", wza->texture.name,
                                 map_names[map]));
    }
}

// ---------------------------------------------------------------------------------------- the whole

// Where the images are: an animated texture is a folder, any other a name in one.
static bool locate(maq_wza_images *images, const maq_wza_texture *texture, const char **folder) {
    const char *name = texture->name;
    if (texture->animated) {
        *folder = mq_arena_text(images->arena, name, strlen(name));
        images->folder = mq_arena_format(images->arena, "%s/", name);
        return *folder && images->folder;
    }
    const char *slash = strrchr(name, '/');
    size_t length = slash ? (size_t)(slash - name) : 0;
    *folder = mq_arena_text(images->arena, name, length);
    images->folder = mq_arena_text(images->arena, name, slash ? length + 1 : 0);
    images->base =
        mq_arena_text(images->arena, slash ? slash + 1 : name, strlen(slash ? slash + 1 : name));
    return *folder && images->folder && images->base;
}

static maq_status look_up(maq_wza_images *images, const maq_wza *wza, const maq_wza_files *files) {
    if (!wza->texture.name)
        return MAQ_OK;
    const char *folder;
    if (!locate(images, &wza->texture, &folder))
        return mq_arena_status(images->arena);
    images->animated = wza->texture.animated;
    for (unsigned map = 0; map < MAP_COUNT; map++)
        images->wanted[map] = maq_wza_wants_image(&wza->texture, (maq_wza_map)map);
    if (!files->list(files->context, folder, on_file, images))
        return MAQ_CANNOT_READ;
    for (unsigned map = 0; map < MAP_COUNT; map++) {
        if (images->counts[map])
            images->frames[map] =
                mq_wza_sort_keys(images->arena, images->frames[map], images->counts[map]);
    }
    if (mq_arena_status(images->arena) != MAQ_OK)
        return mq_arena_status(images->arena);
    if (images->animated)
        judge_frames(images, wza);
    else
        judge_still(images, wza);
    return mq_arena_status(images->arena);
}

maq_status maq_wza_images_find(const maq_wza *wza, const maq_wza_files *files,
                               const maq_memory *memory, maq_wza_images **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!wza || !files || !files->list)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory);
    maq_wza_images *images = arena ? MQ_NEW(arena, maq_wza_images) : NULL;
    if (!images) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    images->arena = arena;
    mq_findings_init(&images->findings, arena, MAX_FINDINGS, 0);
    maq_status status = look_up(images, wza, files);
    if (status == MAQ_OK)
        *out = images;
    else
        maq_wza_images_free(images);
    return status;
}
