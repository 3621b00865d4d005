// SPDX-License-Identifier: MIT
//
// WZA documents from structs that a caller filled.
#include <string.h>

#include "formats/wza/wza_priv.h"

// A name ends with its line, and the text with a Ctrl-Z.
static bool is_valid(const maq_wza *wza) {
    const char *name = wza->texture.name;
    if ((name && name[strcspn(name, "\n\r\x1a")] != '\0') ||
        !mq_record_has_lists(&mq_wza_record, wza))
        return false;
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        for (uint32_t k = 0; k < wza->animations[i].property_count; k++) {
            if ((unsigned)wza->animations[i].properties[k].kind >= WZA_KIND_COUNT)
                return false;
        }
    }
    return true;
}

// Gives the points the kinds of their properties, as reading does.
static void set_kinds(mq_arena *arena, const maq_wza_animation *animation) {
    wza_key *keys = mq_wza_property_keys(arena, animation->properties, animation->property_count);
    for (uint32_t i = 0; keys && i < animation->point_count; i++) {
        maq_wza_point *point = MQ_WRITABLE(maq_wza_point, &animation->points[i]);
        const wza_key *key = mq_wza_find_key(keys, animation->property_count, point->property);
        point->kind = key ? animation->properties[key->row].kind : MAQ_WZA_UNKNOWN;
        if (point->kind == MAQ_WZA_BONE)
            point->value_count = WZA_BONE_VALUES;
        else if (point->kind != MAQ_WZA_UNKNOWN || point->value_count != WZA_BONE_VALUES)
            point->value_count = 1;
        if (point->kind == MAQ_WZA_TEXTURE)
            point->values[0] = 0;
        else
            point->frame = 0;
    }
}

static void complete(maq_document *document) {
    maq_wza *wza = MQ_WRITABLE(maq_wza, document->content);
    if (!wza->texture.name)
        wza->texture = (maq_wza_texture){.offset = wza->texture.offset};
    for (uint32_t i = 0; i < wza->animation_count; i++)
        set_kinds(document->arena, &wza->animations[i]);
}

maq_status maq_document_from_wza(const maq_wza *wza, const maq_memory *memory, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!wza || !is_valid(wza))
        return MAQ_BAD_ARGUMENT;
    return mq_record_document(&mq_wza_format, &mq_wza_format.description.variants[0],
                              &mq_wza_record, wza, memory, complete, out);
}
