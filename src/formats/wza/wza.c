// SPDX-License-Identifier: MIT
//
// The row of WZA in the registry, and small functions that its files share.
#include <string.h>

#include "base/sort.h"
#include "formats/wza/wza_scene.h"

#define KEYWORD(name) #name,
const char *const mq_wza_keywords[WZA_KEY_COUNT] = {WZA_KEYWORDS(KEYWORD)};

const char *const mq_wza_kinds[WZA_KIND_COUNT] = {"bone", "shape", "texture"};

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    return mq_directives_recognise(bytes, length, name, "WZA", WZA_COMMENT, ".wza");
}

static const maq_variant variants[] = {
    {"wza", "WZA 1: shapes, bones and animated textures", ".wza", 1, true},
};

static const char *const targets[] = {"spec"};

const mq_format mq_wza_format = {
    .description = {.name = "wza",
                    .family = "wza",
                    .title = "Warzone advanced model",
                    .text = true,
                    .variant_count = sizeof variants / sizeof variants[0],
                    .variants = variants,
                    .target_count = sizeof targets / sizeof targets[0],
                    .targets = targets,
                    .rule_count = WZA_RULE_COUNT,
                    .rules = mq_wza_rules},
    .one_file_holds_all = true,
    .recognise = recognise,
    MQ_FORMAT_FUNCTIONS(wza),
    .check_set = mq_wza_check_set,
    .joined_variant = "wza",
    .join = mq_wza_join,
    .axes = MQ_AXES_WARZONE,
};

const maq_wza *maq_document_wza(const maq_document *document) {
    return document && document->format == &mq_wza_format ? document->content : NULL;
}

bool mq_wza_is_bare(const char *name, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char byte = name[i];
        if (!((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
              (byte >= '0' && byte <= '9') || byte == '.' || byte == '_' || byte == '-'))
            return false;
    }
    return length > 0;
}

void mq_wza_write_name(mq_text *out, const char *name) {
    if (mq_wza_is_bare(name, strlen(name))) {
        mq_text_string(out, name);
        return;
    }
    mq_text_char(out, '"');
    for (; *name != '\0'; name++) {
        if (*name == '"' || *name == '\\')
            mq_text_char(out, '\\');
        mq_text_char(out, *name);
    }
    mq_text_char(out, '"');
}

const maq_wza_shape *mq_wza_mesh(const maq_wza *wza) {
    for (uint32_t i = 0; i < wza->shape_count; i++) {
        if (wza->shapes[i].number == 0)
            return &wza->shapes[i];
    }
    return NULL;
}

bool mq_wza_is_animation_file(const maq_wza *wza) {
    return wza->shape_count == 0 && wza->bone_count == 0 && !wza->texture.name &&
           wza->animation_count > 0;
}

MQ_COMPARE_BY(by_number, wza_key, number)

wza_key *mq_wza_sort_keys(mq_arena *arena, wza_key *keys, size_t count) {
    return mq_sort_in(arena, keys, count, sizeof *keys, by_number, NULL);
}

const wza_key *mq_wza_find_key(const wza_key *keys, size_t count, int64_t number) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (keys[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && keys[low].number == number ? &keys[low] : NULL;
}

wza_key *mq_wza_property_keys(mq_arena *arena, const maq_wza_property *properties, uint32_t count) {
    wza_key *keys = MQ_NEW_ARRAY(arena, wza_key, count);
    for (uint32_t i = 0; keys && i < count; i++)
        keys[i] = (wza_key){properties[i].number, i};
    return keys ? mq_wza_sort_keys(arena, keys, count) : NULL;
}

uint32_t *mq_wza_rows(mq_arena *arena, const void *items, uint32_t count, size_t size) {
    uint32_t *rows = MQ_NEW_ARRAY(arena, uint32_t, count);
    for (uint32_t i = 0; rows && i < count; i++)
        rows[i] = MAQ_SCENE_NONE;
    for (uint32_t i = 0; rows && i < count; i++) {
        int32_t index; // the first of each item
        memcpy(&index, (const char *)items + i * size, sizeof index);
        if (index >= 0 && (uint32_t)index < count && rows[index] == MAQ_SCENE_NONE)
            rows[index] = i;
    }
    return rows;
}

uint32_t mq_wza_row(const uint32_t *rows, uint32_t count, int32_t index) {
    return index >= 0 && (uint32_t)index < count ? rows[index] : MAQ_SCENE_NONE;
}

const char *mq_wza_image_file(mq_arena *arena, const maq_wza_texture *texture, const char *word) {
    return mq_arena_format(arena, texture->animated ? "%s/%s_000.png" : "%s_%s.png", texture->name,
                           word);
}

int32_t mq_wza_number_in_name(const char *name, const char *prefix) {
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0 || name[length] == '\0')
        return -1;
    int64_t number = 0;
    for (name += length; *name >= '0' && *name <= '9' && number <= INT32_MAX; name++)
        number = number * 10 + (*name - '0');
    return *name == '\0' && number <= INT32_MAX ? (int32_t)number : -1;
}
