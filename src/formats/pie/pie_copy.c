// SPDX-License-Identifier: MIT
#include "formats/pie/pie_copy.h"

#include <string.h>

#include "base/lexer.h"

// ---------------------------------------------------------------------------------------- copying

// A copy of an array, or NULL; an empty one is NULL as well, which is no failure.
static void *copy_array(mq_arena *arena, const void *items, size_t count, size_t size,
                        size_t alignment, bool *ok) {
    if (count == 0)
        return NULL;
    void *copy = mq_arena_alloc(arena, count, size, alignment);
    if (copy)
        memcpy(copy, items, count * size);
    else
        *ok = false;
    return copy;
}
#define COPY_ARRAY(arena, type, items, count, ok)                                                  \
    ((type *)copy_array((arena), (items), (count), sizeof(type), alignof(type), (ok)))

static const char *copy_text(mq_arena *arena, const char *text, bool *ok) {
    const char *copy = mq_arena_text(arena, text, strlen(text));
    if (!copy)
        *ok = false;
    return copy;
}

bool mq_pie_copy_texture(mq_arena *arena, const maq_pie_texture *from, maq_pie_texture *to) {
    bool ok = true;
    *to = *from;
    to->offset = MAQ_PIE_NO_OFFSET;
    to->file = copy_text(arena, from->file, &ok);
    return ok;
}

bool mq_pie_copy_settings(mq_arena *arena, const maq_pie_settings *from, maq_pie_settings *to) {
    *to = *from;
    to->type_offset = to->interpolate_offset = MAQ_PIE_NO_OFFSET;
    to->textures = NULL;
    if (from->texture_count == 0)
        return true;
    maq_pie_texture *textures = MQ_NEW_ARRAY(arena, maq_pie_texture, from->texture_count);
    if (!textures)
        return false;
    to->textures = textures;
    for (uint32_t i = 0; i < from->texture_count; i++) {
        if (!mq_pie_copy_texture(arena, &from->textures[i], &textures[i]))
            return false;
    }
    return true;
}

bool mq_pie_copy_events(mq_arena *arena, const maq_pie *from, maq_pie *to) {
    bool ok = true;
    maq_pie_event *events = COPY_ARRAY(arena, maq_pie_event, from->events, from->event_count, &ok);
    for (uint32_t i = 0; ok && i < from->event_count; i++) {
        events[i].offset = MAQ_PIE_NO_OFFSET;
        events[i].file = copy_text(arena, events[i].file, &ok);
    }
    to->events = events;
    to->event_count = from->event_count;
    return ok;
}

static const maq_pie_point *copy_points(mq_arena *arena, const maq_pie_point *from, uint32_t count,
                                        bool *ok) {
    maq_pie_point *points = COPY_ARRAY(arena, maq_pie_point, from, count, ok);
    for (uint32_t i = 0; points && i < count; i++)
        points[i].offset = MAQ_PIE_NO_OFFSET;
    return points;
}

bool mq_pie_copy_level_rest(mq_arena *arena, const maq_pie_level *from, maq_pie_level *to) {
    bool ok = true;
    *to = *from;
    to->settings = (maq_pie_settings){.type_offset = MAQ_PIE_NO_OFFSET,
                                      .interpolate_offset = MAQ_PIE_NO_OFFSET};
    to->normals = NULL;
    to->normal_count = 0;
    to->polygons = to->shadow_polygons = (maq_pie_polygons){.offset = MAQ_PIE_NO_OFFSET};

    to->offset = to->materials.offset = to->shaders.offset = MAQ_PIE_NO_OFFSET;
    to->points_offset = to->normals_offset = to->connectors_offset = MAQ_PIE_NO_OFFSET;
    to->shadow_points_offset = to->animation.offset = MAQ_PIE_NO_OFFSET;
    to->points = copy_points(arena, from->points, from->point_count, &ok);
    to->shadow_points = copy_points(arena, from->shadow_points, from->shadow_point_count, &ok);
    if (from->shaders.present) {
        to->shaders.vertex_file = copy_text(arena, from->shaders.vertex_file, &ok);
        to->shaders.fragment_file = copy_text(arena, from->shaders.fragment_file, &ok);
    } else {
        to->shaders.vertex_file = to->shaders.fragment_file = NULL;
    }
    maq_pie_connector *connectors =
        COPY_ARRAY(arena, maq_pie_connector, from->connectors, from->connector_count, &ok);
    for (uint32_t i = 0; connectors && i < from->connector_count; i++)
        connectors[i].offset = MAQ_PIE_NO_OFFSET;
    to->connectors = connectors;
    maq_pie_frame *frames =
        COPY_ARRAY(arena, maq_pie_frame, from->animation.frames, from->animation.frame_count, &ok);
    for (uint32_t i = 0; frames && i < from->animation.frame_count; i++)
        frames[i].offset = MAQ_PIE_NO_OFFSET;
    to->animation.frames = frames;
    return ok;
}

bool mq_pie_copy_normals(mq_arena *arena, const maq_pie_level *from, maq_pie_level *to) {
    bool ok = true;
    maq_pie_normals *normals =
        COPY_ARRAY(arena, maq_pie_normals, from->normals, from->normal_count, &ok);
    for (uint32_t i = 0; normals && i < from->normal_count; i++)
        normals[i].offset = MAQ_PIE_NO_OFFSET;
    to->normals = normals;
    to->normal_count = from->normal_count;
    return ok;
}

static bool copy_polygons(mq_arena *arena, const maq_pie_polygons *from, maq_pie_polygons *to) {
    bool ok = true;
    maq_pie_polygon *items = COPY_ARRAY(arena, maq_pie_polygon, from->items, from->count, &ok);
    for (uint32_t i = 0; items && i < from->count; i++)
        items[i].offset = MAQ_PIE_NO_OFFSET;
    to->items = items;
    to->count = from->count;
    to->corners = COPY_ARRAY(arena, maq_pie_corner, from->corners, from->corner_count, &ok);
    to->corner_count = from->corner_count;
    return ok;
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

// Text that fits on a line: nothing that a reader takes for the end of a line or of the file.
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

// Names of old textures have blanks. The reader takes them up to the first word in .png.
bool mq_pie_valid_texture_name(const char *name) {
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
        if ((unsigned)texture->map > MAQ_PIE_SPECULARMAP ||
            !mq_pie_valid_texture_name(texture->file))
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
