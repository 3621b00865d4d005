// SPDX-License-Identifier: MIT
//
// The row of PIE in the registry, and small functions that its files share.
#include <inttypes.h>
#include <string.h>

#include "base/lexer.h"
#include "formats/pie/pie_priv.h"

#define KEYWORD(name) #name,
const char *const mq_pie_keywords[PIE_KEY_COUNT] = {PIE_KEYWORDS(KEYWORD)};

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    const char *at = bytes, *end = bytes + length;
    if (length >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    // The reader reports blanks and comment lines before the signature.
    while (at < end) {
        if (*at == '#') {
            while (at < end && *at != '\n' && *at != '\r')
                at++;
        } else if (mq_lexer_gap[(unsigned char)*at]) {
            at++;
        } else {
            break;
        }
    }
    if (end - at > 3 && (memcmp(at, "PIE", 3) == 0 || memcmp(at, "IMD", 3) == 0) &&
        mq_lexer_gap[(unsigned char)at[3]])
        return MQ_MATCH_BY_CONTENT;
    size_t name_length = name ? strlen(name) : 0;
    if (name_length >= 4) {
        const char *extension = name + name_length - 4;
        if (extension[0] == '.' && (extension[1] | 32) == 'p' && (extension[2] | 32) == 'i' &&
            (extension[3] | 32) == 'e')
            return MQ_MATCH_BY_NAME;
    }
    return MQ_NO_MATCH;
}

static const maq_variant variants[] = {
    {"pie2", "PIE 2: whole-number texture coordinates", ".pie", 2, true},
    {"pie3", "PIE 3: texture coordinates from 0 to 1, game 3.x and later", ".pie", 3, true},
    {"pie4", "PIE 4: game 4.4 and later, textures per tileset and level", ".pie", 4, true},
    {"pie5", "PIE 5: a draft of 2007 that no game reads", ".pie", 5, true},
};

static const char *const targets[] = {"game", "game-4.3", "wmit", "spec"};

static const maq_setting_description own_settings[] = {
    {"split", "yes|no",
     "cut meshes of more than 8192 polygons (pie5: 512, or 768 points) into several levels", false},
    {"two-sided", "auto|yes|no",
     "write a second, reversed polygon for triangles of two-sided materials: yes, no, or auto: not "
     "for closed parts, whose backs nobody sees (default: auto)",
     false},
};

const mq_format mq_pie_format = {
    .description = {.name = "pie",
                    .family = "pie",
                    .title = "Warzone 2100 model",
                    .text = true,
                    .variant_count = sizeof variants / sizeof variants[0],
                    .variants = variants,
                    .target_count = sizeof targets / sizeof targets[0],
                    .targets = targets,
                    .rule_count = PIE_RULE_COUNT,
                    .rules = mq_pie_rules,
                    .setting_count = sizeof own_settings / sizeof own_settings[0],
                    .settings = own_settings,
                    .default_variant = 2},
    .one_file_holds_all = true,
    .recognise = recognise,
    MQ_FORMAT_FUNCTIONS(pie),
    .check_set = mq_pie_check_events,
    .references = mq_pie_event_models,
    .image_name = mq_pie_image_name,
    .image_folder = "texpages",
    .materials = mq_pie_add_materials,
    .image_span = mq_pie_image_span,
    .image_rules = {[MQ_IMAGE_FAULT_MISSING] = &mq_pie_rules[PIE_IMAGE_MISSING],
                    [MQ_IMAGE_FAULT_MASK_MISSING] = &mq_pie_rules[PIE_IMAGE_MASK_MISSING],
                    [MQ_IMAGE_FAULT_OTHER_CAPITALS] = &mq_pie_rules[PIE_IMAGE_OTHER_CAPITALS],
                    [MQ_IMAGE_FAULT_TWIN] = &mq_pie_rules[PIE_IMAGE_TWIN],
                    [MQ_IMAGE_FAULT_NOT_PNG] = &mq_pie_rules[PIE_IMAGE_NOT_PNG],
                    [MQ_IMAGE_FAULT_NOT_POWER_OF_TWO] = &mq_pie_rules[PIE_IMAGE_NOT_POWER_OF_TWO],
                    [MQ_IMAGE_FAULT_TOO_LARGE] = &mq_pie_rules[PIE_IMAGE_TOO_LARGE]},
    .axes = MQ_AXES_WARZONE,
};

const maq_pie *maq_document_pie(const maq_document *document) {
    return document && document->format == &mq_pie_format ? document->content : NULL;
}

maq_span mq_pie_token(const maq_document *document, uint32_t offset, unsigned index) {
    if (!document->source || offset >= document->source_length)
        return (maq_span){MAQ_NO_OFFSET, 0};
    mq_lexer lexer = {.comment = '#'};
    mq_lexer_start(&lexer, document->source + offset, document->source + document->source_length);
    const char *end = mq_lexer_token_end(&lexer);
    while (index-- && !mq_lexer_done(&lexer)) {
        mq_lexer_advance(&lexer, end);
        end = mq_lexer_token_end(&lexer);
    }
    return (maq_span){(uint64_t)(lexer.at - document->source), (uint64_t)(end - lexer.at)};
}

// PIE 5 has no number before the name, and some names have blanks.
maq_span mq_pie_texture_span(const maq_document *document, const maq_pie_texture *texture) {
    size_t length = strlen(texture->file);
    for (unsigned index = 2; index >= 1; index--) {
        maq_span at = mq_pie_token(document, texture->offset, index);
        if (at.offset != MAQ_NO_OFFSET && length <= document->source_length - at.offset &&
            memcmp(document->source + at.offset, texture->file, length) == 0)
            return (maq_span){at.offset, length};
    }
    return mq_pie_token(document, texture->offset, 2);
}

uint32_t mq_pie_level_type(const maq_pie *pie, const maq_pie_level *level) {
    const maq_pie_settings *settings = level->settings.has_type ? &level->settings : &pie->settings;
    return settings->has_type ? settings->type : 0;
}

bool mq_pie_derived_mask(const char *texture, char out[PIE_NAME_MAX]) {
    static const char suffix[] = "_tcmask.png";
    if (strncmp(texture, "page-", 5) != 0)
        return false;
    size_t length = 5;
    while (texture[length] >= '0' && texture[length] <= '9')
        length++;
    if (length == 5 || length + sizeof suffix > PIE_NAME_MAX)
        return false;
    memcpy(out, texture, length);
    memcpy(out + length, suffix, sizeof suffix);
    return true;
}

void mq_pie_forget_offsets(maq_pie_level *level) {
    level->offset = level->materials.offset = level->shaders.offset = MAQ_PIE_NO_OFFSET;
    level->points_offset = level->normals_offset = level->connectors_offset = MAQ_PIE_NO_OFFSET;
    level->shadow_points_offset = level->animation.offset = MAQ_PIE_NO_OFFSET;
    level->polygons.offset = level->shadow_polygons.offset = MAQ_PIE_NO_OFFSET;
    level->settings.type_offset = level->settings.interpolate_offset = MAQ_PIE_NO_OFFSET;
}

float mq_pie_page_size(uint32_t version) {
    return version == 2 ? 256.0f : 1.0f;
}

const maq_pie_polygon *mq_pie_first_animated(const maq_pie_polygons *polygons) {
    for (uint32_t i = 0; i < polygons->count; i++) {
        if (polygons->items[i].flags & MAQ_PIE_FACE_ANIMATED)
            return &polygons->items[i];
    }
    return NULL;
}

const char *const mq_pie_event_names[PIE_EVENT_NAME_COUNT] = {"active", "firing", "dying"};

const char *mq_pie_event_name(mq_arena *arena, int32_t number) {
    return number >= 1 && number <= PIE_EVENT_NAME_COUNT
               ? mq_pie_event_names[number - 1]
               : mq_arena_format(arena, "event %" PRId32, number);
}
