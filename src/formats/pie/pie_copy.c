// SPDX-License-Identifier: MIT
#include "formats/pie/pie_copy.h"

#include <string.h>

#include "base/copying.h"
#include "base/lexer.h"

bool mq_pie_copy_texture(mq_arena *arena, const maq_pie_texture *from, maq_pie_texture *to) {
    mq_copying copying = {arena, true};
    *to = *from;
    to->offset = MAQ_PIE_NO_OFFSET;
    to->file = mq_copy_text(&copying, from->file);
    return copying.ok;
}

bool mq_pie_copy_settings(mq_arena *arena, const maq_pie_settings *from, maq_pie_settings *to) {
    *to = *from;
    to->type_offset = to->interpolate_offset = MAQ_PIE_NO_OFFSET;
    to->textures = NULL;
    if (from->texture_count == 0)
        return true;
    maq_pie_texture *textures = MQ_NEW_ARRAY(arena, maq_pie_texture, from->texture_count);
    to->textures = textures;
    for (uint32_t i = 0; textures && i < from->texture_count; i++) {
        if (!mq_pie_copy_texture(arena, &from->textures[i], &textures[i]))
            return false;
    }
    return textures != NULL;
}

// Copies an array of rows, which have an offset.
#define COPY_ROWS(copying, type, to, from, count)                                                  \
    do {                                                                                           \
        type *rows_ = MQ_COPY_ARRAY((copying), type, (from), (count));                             \
        for (uint32_t i_ = 0; rows_ && i_ < (count); i_++)                                         \
            rows_[i_].offset = MAQ_PIE_NO_OFFSET;                                                  \
        (to) = rows_;                                                                              \
    } while (0)

bool mq_pie_copy_events(mq_arena *arena, const maq_pie *from, maq_pie *to) {
    mq_copying copying = {arena, true};
    COPY_ROWS(&copying, maq_pie_event, to->events, from->events, from->event_count);
    to->event_count = from->event_count;
    maq_pie_event *events = MQ_WRITABLE(maq_pie_event, to->events);
    for (uint32_t i = 0; events && i < from->event_count; i++)
        events[i].file = mq_copy_text(&copying, from->events[i].file);
    return copying.ok;
}

void mq_pie_share_level_rest(const maq_pie_level *from, maq_pie_level *to) {
    *to = *from;
    mq_pie_forget_offsets(to);
    to->settings = (maq_pie_settings){.type_offset = MAQ_PIE_NO_OFFSET,
                                      .interpolate_offset = MAQ_PIE_NO_OFFSET};
    to->normals = NULL;
    to->normal_count = 0;
    to->polygons = to->shadow_polygons = (maq_pie_polygons){.offset = MAQ_PIE_NO_OFFSET};
}

bool mq_pie_copy_level_rest(mq_arena *arena, const maq_pie_level *from, maq_pie_level *to) {
    mq_copying copying = {arena, true};
    mq_pie_share_level_rest(from, to);
    COPY_ROWS(&copying, maq_pie_point, to->points, from->points, from->point_count);
    COPY_ROWS(&copying, maq_pie_point, to->shadow_points, from->shadow_points,
              from->shadow_point_count);
    COPY_ROWS(&copying, maq_pie_connector, to->connectors, from->connectors, from->connector_count);
    COPY_ROWS(&copying, maq_pie_frame, to->animation.frames, from->animation.frames,
              from->animation.frame_count);
    const maq_pie_shaders *shaders = &from->shaders;
    to->shaders.vertex_file =
        shaders->present ? mq_copy_text(&copying, shaders->vertex_file) : NULL;
    to->shaders.fragment_file =
        shaders->present ? mq_copy_text(&copying, shaders->fragment_file) : NULL;
    return copying.ok;
}

bool mq_pie_copy_normals(mq_arena *arena, const maq_pie_level *from, maq_pie_level *to) {
    mq_copying copying = {arena, true};
    COPY_ROWS(&copying, maq_pie_normals, to->normals, from->normals, from->normal_count);
    to->normal_count = from->normal_count;
    return copying.ok;
}

static bool copy_polygons(mq_arena *arena, const maq_pie_polygons *from, maq_pie_polygons *to) {
    mq_copying copying = {arena, true};
    COPY_ROWS(&copying, maq_pie_polygon, to->items, from->items, from->count);
    to->count = from->count;
    to->corners = MQ_COPY_ARRAY(&copying, maq_pie_corner, from->corners, from->corner_count);
    to->corner_count = from->corner_count;
    return copying.ok;
}

maq_pie_comment *mq_pie_copy_comments(mq_arena *arena, const maq_pie *from) {
    maq_pie_comment *comments = MQ_NEW_ARRAY(arena, maq_pie_comment, from->comment_count);
    if (!comments)
        return NULL;
    for (uint32_t i = 0; i < from->comment_count; i++) {
        const char *text = from->comments[i].text;
        size_t length = strlen(text);
        // The reader keeps no blanks around a text either; the writer puts its own.
        while (length > 0 && mq_lexer_gap[(unsigned char)*text])
            text++, length--;
        while (length > 0 && mq_lexer_gap[(unsigned char)text[length - 1]])
            length--;
        comments[i] = from->comments[i];
        comments[i].offset = MAQ_PIE_NO_OFFSET;
        comments[i].text = mq_arena_text(arena, text, length);
        if (!comments[i].text)
            return NULL;
    }
    return comments;
}

maq_pie *mq_pie_copy(mq_arena *arena, const maq_pie *pie) {
    maq_pie *copy = MQ_NEW(arena, maq_pie);
    maq_pie_level *levels = MQ_NEW_ARRAY(arena, maq_pie_level, pie->level_count);
    if (!copy || !levels)
        return NULL;
    *copy = *pie;
    copy->levels_offset = MAQ_PIE_NO_OFFSET;
    copy->levels = levels;
    copy->comments = mq_pie_copy_comments(arena, pie);
    if (!copy->comments || !mq_pie_copy_settings(arena, &pie->settings, &copy->settings) ||
        !mq_pie_copy_events(arena, pie, copy))
        return NULL;
    for (uint32_t i = 0; i < pie->level_count; i++) {
        const maq_pie_level *from = &pie->levels[i];
        if (!mq_pie_copy_level_rest(arena, from, &levels[i]) ||
            !mq_pie_copy_settings(arena, &from->settings, &levels[i].settings) ||
            !mq_pie_copy_normals(arena, from, &levels[i]) ||
            !copy_polygons(arena, &from->polygons, &levels[i].polygons) ||
            !copy_polygons(arena, &from->shadow_polygons, &levels[i].shadow_polygons))
            return NULL;
    }
    return copy;
}

// ------------------------------------------------------------------------------------- validating

// Text that fits on a line: nothing that ends a line or the file.
bool mq_pie_valid_text(const char *text) {
    return text && !text[strcspn(text, "\r\n\x1a")];
}

// A name that reads back as one.
bool mq_pie_valid_name(const char *name) {
    return name && name[0] != '\0' && !name[strcspn(name, " \t\v\f\r\n\x1a#")];
}

static bool ends_in_png(const char *end, size_t length) {
    return length >= 4 && end[-4] == '.' && (end[-3] | 32) == 'p' && (end[-2] | 32) == 'n' &&
           (end[-1] | 32) == 'g';
}

// Names of old textures have blanks. The reader reads them up to the first word in .png.
static bool valid_texture_name(const char *name) {
    if (!name || name[0] == ' ')
        return false;
    const char *blank;
    for (const char *word = name; (blank = strchr(word, ' ')); word = blank + 1) {
        if (ends_in_png(blank, (size_t)(blank - word)))
            return false;
    }
    size_t length = strlen(name);
    if (strchr(name, ' ') && !ends_in_png(name + length, length))
        return false;
    return length > 0 && !name[strcspn(name, "\t\v\f\r\n\x1a#")];
}

static bool valid_list(const void *items, uint32_t count) {
    return items || count == 0;
}

static bool valid_settings(const maq_pie_settings *settings) {
    if (!valid_list(settings->textures, settings->texture_count))
        return false;
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        if ((unsigned)texture->map > MAQ_PIE_SPECULARMAP || !valid_texture_name(texture->file))
            return false;
    }
    return true;
}

static bool valid_polygons(const maq_pie_polygons *polygons) {
    if (!valid_list(polygons->items, polygons->count) ||
        !valid_list(polygons->corners, polygons->corner_count))
        return false;
    for (uint32_t i = 0; i < polygons->count; i++) {
        const maq_pie_polygon *polygon = &polygons->items[i];
        if (polygon->corner_count < 3 || polygon->corner_count > MAQ_PIE_MAX_CORNERS ||
            polygon->first_corner > polygons->corner_count ||
            polygon->corner_count > polygons->corner_count - polygon->first_corner)
            return false;
    }
    return true;
}

static bool valid_level(const maq_pie_level *level) {
    return valid_settings(&level->settings) &&
           (!level->shaders.present || (mq_pie_valid_name(level->shaders.vertex_file) &&
                                        mq_pie_valid_name(level->shaders.fragment_file))) &&
           valid_list(level->points, level->point_count) &&
           valid_list(level->normals, level->normal_count) &&
           valid_list(level->connectors, level->connector_count) &&
           valid_list(level->shadow_points, level->shadow_point_count) &&
           valid_list(level->animation.frames, level->animation.frame_count) &&
           valid_polygons(&level->polygons) && valid_polygons(&level->shadow_polygons);
}

static bool valid(const maq_pie *pie) {
    if (pie->version < 2 || pie->version > 5 || !valid_settings(&pie->settings) ||
        !valid_list(pie->events, pie->event_count) || !valid_list(pie->levels, pie->level_count) ||
        !valid_list(pie->comments, pie->comment_count))
        return false;
    for (uint32_t i = 0; i < pie->event_count; i++) {
        if (!mq_pie_valid_name(pie->events[i].file))
            return false;
    }
    for (uint32_t i = 0; i < pie->level_count; i++) {
        if (!valid_level(&pie->levels[i]))
            return false;
    }
    for (uint32_t i = 0; i < pie->comment_count; i++) {
        if (!mq_pie_valid_text(pie->comments[i].text) ||
            (unsigned)pie->comments[i].section > MAQ_PIE_AT_SHADOW_POLYGONS)
            return false;
    }
    return true;
}

maq_status maq_document_from_pie(const maq_pie *pie, const maq_memory *memory, maq_document **out) {
    if (out)
        *out = NULL;
    if (!pie || !out || !valid(pie))
        return MAQ_BAD_ARGUMENT;
    const maq_variant *variant = &mq_pie_format.description.variants[pie->version - 2];
    maq_document *document = mq_document_new(memory, &mq_pie_format, variant, 0);
    if (!document)
        return MAQ_NO_MEMORY;
    document->content = mq_pie_copy(document->arena, pie);
    if (!document->content) {
        maq_status status = mq_arena_status(document->arena);
        maq_close(document);
        return status;
    }
    *out = document;
    return MAQ_OK;
}
