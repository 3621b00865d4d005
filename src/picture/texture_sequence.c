// SPDX-License-Identifier: MIT
//
// Textures of WZA that are folders of frames: diff_000.png, nor_000.png and tc_000.png, with the number of
// the frame in three digits or more. A missing frame is shown by the last one before it.
#include <string.h>

#include "base/sort.h"
#include "files/files.h"
#include "picture/texture_priv.h"

#define MAP_COUNT 3
#define LEAST_DIGITS 3

static const struct {
    const char *word;
    maq_texture_role role;
} maps[MAP_COUNT] = {
    {"diff", MAQ_TEXTURE_DIFFUSE}, {"nor", MAQ_TEXTURE_NORMAL}, {"tc", MAQ_TEXTURE_TEAM_MASK}};

typedef struct frame_file {
    uint32_t frame;
    const char *name; // in the set
} frame_file;

typedef struct sequence {
    mq_arena *arena;   // of the search
    mq_arena *scratch; // for lists
    const char *name;  // of the texture
    bool wanted[MAP_COUNT];
    bool specular_only; // the normal map is used for its alpha alone
    // The files that are there, in the order of frames.
    frame_file *files[MAP_COUNT];
    size_t counts[MAP_COUNT], capacities[MAP_COUNT];
} sequence;

// ------------------------------------------------------------------------------------ the material

static bool flag(const maq_value *object, const char *key) {
    const maq_value *value = maq_value_find(object, key);
    return value && value->kind == MAQ_VALUE_BOOL && value->as.boolean;
}

// The texture settings of the file, from the extras of the material. False when it has no frames.
static bool read_settings(mq_texture_search *search, const maq_scene_material *material,
                          sequence *out) {
    const maq_value *own = maq_value_find(material->extras, "wza");
    const maq_value *name = maq_value_find(own, "name");
    double normal_map = 0;
    maq_value_number(maq_value_find(own, "normal_map"), &normal_map);
    if (!name || name->kind != MAQ_VALUE_TEXT || !flag(own, "animated"))
        return false;
    mq_image_name clean;
    if (!mq_search_folders_clean_name(&search->folders, name->as.text.bytes, &clean))
        return false;
    bool specular_map = flag(own, "specular_map");
    *out = (sequence){.arena = search->arena,
                      .name = clean.inside,
                      .wanted = {true, normal_map != 0 || specular_map, flag(own, "team_mask")},
                      .specular_only = normal_map == 0};
    if (clean.cut)
        MQ_TEXTURE_REPORT(search, NAME_CUT, "the folder \"%s\" is searched for as \"%s\"",
                          name->as.text.bytes, out->name);
    return true;
}

static int by_number(const void *left, const void *right, const void *context) {
    (void)context;
    uint32_t a, b; // the first member of both kinds of items
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    return a < b ? -1 : a > b;
}

// The frames that the clips show, each once; at rest it is frame 0. NULL: no memory.
static uint32_t *list_shown_frames(const mq_texture_search *search, mq_arena *scratch,
                                   uint32_t material, size_t *count) {
    const maq_scene *scene = search->scene;
    uint32_t *frames = NULL, *spare = NULL;
    // The first pass counts, the second one fills the list.
    for (int pass = 0; pass < 2; pass++) {
        *count = 1;
        for (uint32_t i = 0; i < scene->clip_count; i++) {
            for (uint32_t k = 0; k < scene->clips[i].channel_count; k++) {
                const maq_scene_channel *channel = &scene->clips[i].channels[k];
                if (channel->path != MAQ_CHANNEL_TEXTURE_FRAME || channel->target != material)
                    continue;
                for (uint32_t key = 0; key < channel->key_count; key++) {
                    float frame = channel->values[key];
                    if (pass == 1 && frame > 0 && frame < 2147483648.0f)
                        frames[*count] = (uint32_t)frame;
                    ++*count;
                }
            }
        }
        if (pass == 0) {
            frames = MQ_NEW_ARRAY(scratch, uint32_t, *count);
            spare = MQ_NEW_ARRAY(scratch, uint32_t, *count);
            if (!frames || !spare)
                return NULL;
        }
    }
    frames = mq_sort(frames, spare, *count, sizeof *frames, by_number, NULL);
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (kept == 0 || frames[i] != frames[kept - 1])
            frames[kept++] = frames[i];
    }
    *count = kept;
    return frames;
}

// ----------------------------------------------------------------------------------------- the files

// The frame in a name such as diff_012.png; -1 for other names.
static int64_t frame_in_name(const char *name, const char *word) {
    size_t prefix = strlen(word), digits = 0;
    if (strncmp(name, word, prefix) != 0 || name[prefix] != '_')
        return -1;
    int64_t number = 0;
    for (const char *at = name + prefix + 1; at[digits] >= '0' && at[digits] <= '9'; digits++) {
        number = number * 10 + (at[digits] - '0');
        if (number > INT32_MAX)
            return -1;
    }
    bool ends = strcmp(name + prefix + 1 + digits, ".png") == 0;
    return digits >= LEAST_DIGITS && ends ? number : -1;
}

static const char *last_part(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static void add_file(sequence *s, const char *name) {
    for (unsigned map = 0; map < MAP_COUNT; map++) {
        int64_t frame = s->wanted[map] ? frame_in_name(last_part(name), maps[map].word) : -1;
        if (frame < 0)
            continue;
        frame_file *files = mq_arena_grow(s->scratch, s->files[map], &s->capacities[map],
                                          s->counts[map], sizeof *files);
        if (!files)
            return;
        s->files[map] = files;
        files[s->counts[map]++] = (frame_file){(uint32_t)frame, name};
    }
}

// Lists the texture's folder in one of the search folders. False: no memory.
static bool list_files(const mq_texture_search *search, const char *search_folder, sequence *s) {
    memset(s->counts, 0, sizeof s->counts);
    const char *folder =
        mq_arena_format(s->scratch, "%s%s%s", search_folder, *search_folder ? "/" : "", s->name);
    maq_file_list list = {0};
    mq_findings unused;
    mq_findings_init(&unused, s->scratch, 0, 0);
    if (folder)
        mq_files_list(search->folders.files, folder, s->scratch, &unused, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (!list.items[i].folder)
            add_file(s, list.items[i].name);
    }
    for (unsigned map = 0; map < MAP_COUNT; map++) {
        size_t count = s->counts[map];
        frame_file *spare = MQ_NEW_ARRAY(s->scratch, frame_file, count);
        if (!spare)
            return false;
        if (count)
            s->files[map] = mq_sort(s->files[map], spare, count, sizeof *spare, by_number, NULL);
        s->capacities[map] = count;
    }
    return mq_arena_status(s->scratch) == MAQ_OK;
}

// The file of the last frame at or before this one, or NULL. Of two files for one frame (diff_007
// and diff_0007) the first that was listed counts.
static const frame_file *file_for(const sequence *s, unsigned map, uint32_t frame) {
    const frame_file *files = s->files[map];
    size_t low = 0, high = s->counts[map];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (files[middle].frame <= frame)
            low = middle + 1;
        else
            high = middle;
    }
    while (low > 1 && files[low - 2].frame == files[low - 1].frame)
        low--;
    return low > 0 ? &files[low - 1] : NULL;
}

// -------------------------------------------------------------------------------------- the requests

// A rule of the format, whose table is public.
static const maq_rule *wza_rule(const char *id) {
    const maq_format *format = NULL;
    maq_find_variant("wza", &format);
    for (uint32_t i = 0; format && i < format->rule_count; i++) {
        if (strcmp(format->rules[i].id, id) == 0)
            return &format->rules[i];
    }
    return NULL;
}

// A check of a model without a set of files does not miss any.
static void report(mq_texture_search *search, const char *id, uint32_t material,
                   const char *missing, const char *message) {
    const maq_rule *rule = wza_rule(id);
    if (rule && search->check && search->check->converted)
        rule = &mq_image_rules[MQ_TEXTURE_MISSING];
    const maq_image_reference image = {.material = material, .name = missing};
    if (rule && message && (search->folders.files || !search->check))
        mq_texture_set_subject(
            search, mq_add_finding(search->findings, rule, MAQ_NO_OFFSET, 0, "%s", message), &image,
            missing);
}

static void request_frame(mq_texture_search *search, uint32_t material, const sequence *s,
                          unsigned map, uint32_t frame) {
    const frame_file *file = file_for(s, map, frame);
    const char *missing =
        mq_arena_format(s->arena, "%s/%s_%03u.png", s->name, maps[map].word, (unsigned)frame);
    if (!file) {
        report(search, "WZA-0502", material, missing,
               mq_arena_format(s->scratch, "%s is missing, and so are all frames before it",
                               missing ? missing : ""));
        return;
    }
    if (file->frame != frame)
        report(search, "WZA-0503", material, missing,
               mq_arena_format(s->scratch, "%s is missing; %s/%s is shown", missing ? missing : "",
                               s->name, last_part(file->name)));
    const char *name = mq_arena_text(s->arena, file->name, strlen(file->name));
    mq_texture_request request = {
        .about = {.material = material,
                  .role = map == 1 && s->specular_only ? MAQ_TEXTURE_SPECULAR : maps[map].role,
                  .frame = frame,
                  .name = missing,
                  .file = name,
                  .substitute = file->frame != frame}};
    mq_texture_request_image(search, &request);
}

static bool embeds_image(const maq_scene_material *material) {
    for (uint32_t i = 0; i < material->texture_count; i++) {
        if (material->textures[i].data)
            return true;
    }
    return false;
}

// The frames of the first search folder that has some, or else of the last one, whose lack is reported.
// False when there are none and the model embeds an image in their place.
static bool request_frames(mq_texture_search *search, uint32_t material, sequence *s) {
    size_t count;
    const uint32_t *frames = list_shown_frames(search, s->scratch, material, &count);
    for (size_t i = 0; frames && s->counts[0] == 0 && i < search->folders.count; i++) {
        if (!list_files(search, search->folders.items[i].name, s))
            return true;
    }
    if (s->counts[0] == 0 && embeds_image(&search->scene->materials[material]))
        return false;
    for (size_t k = 0; frames && k < count; k++) {
        for (unsigned map = 0; map < MAP_COUNT; map++) {
            if (s->wanted[map])
                request_frame(search, material, s, map, frames[k]);
        }
    }
    return true;
}

bool mq_texture_request_sequence(mq_texture_search *search, uint32_t material) {
    sequence s;
    if (!read_settings(search, &search->scene->materials[material], &s))
        return false;
    s.scratch = mq_arena_scratch(search->arena);
    bool requested = !s.scratch || request_frames(search, material, &s);
    mq_arena_end_scratch(search->arena, s.scratch);
    return requested;
}
