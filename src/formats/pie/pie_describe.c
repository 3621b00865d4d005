// SPDX-License-Identifier: MIT
//
// Everything in a PIE document, as a tree. Documents with equal trees are written as equal files: the
// number behind LEVEL, which the writer counts anew, and the line that a comment stood on are
// therefore not in it.
#include <math.h>
#include <string.h>

#include "base/lexer.h"
#include "formats/pie/pie_comments.h"

// One NaN for all of them, as the writer has one text for all of them.
static void put_float(mq_node *parent, float value) {
    mq_put_float(parent, NULL, isnan(value) ? NAN : value);
}

static void put_double(mq_node *parent, double value) {
    mq_put_double(parent, NULL, isnan(value) ? (double)NAN : value);
}

static void put_hex(mq_node *parent, const char *key, uint32_t value) {
    char digits[8];
    size_t at = sizeof digits;
    do {
        digits[--at] = "0123456789abcdef"[value & 15];
        value >>= 4;
    } while (value);
    mq_put_bytes(parent, key, digits + at, sizeof digits - at);
}

static void describe_textures(mq_node *parent, const maq_pie_settings *settings, uint32_t version) {
    mq_node *textures = mq_put_array(parent, "textures");
    for (uint32_t i = 0; i < settings->texture_count; i++) {
        const maq_pie_texture *texture = &settings->textures[i];
        mq_node *object = mq_put_object(textures, NULL);
        mq_put_text(object, "map", mq_pie_keywords[PIE_KEY_TEXTURE + (int)texture->map]);
        bool name_alone = version == 5 && texture->map == MAQ_PIE_TEXTURE;
        if (!name_alone)
            mq_put_integer(object, "tileset", texture->tileset);
        mq_put_text(object, "file", texture->file);
        if (texture->has_size && !name_alone) {
            mq_put_integer(object, "width", texture->width);
            mq_put_integer(object, "height", texture->height);
        }
    }
}

static void describe_settings(mq_node *parent, const maq_pie_settings *settings) {
    if (settings->has_type)
        put_hex(parent, "type", settings->type);
    if (settings->has_interpolate)
        mq_put_integer(parent, "interpolate", settings->interpolate);
}

static void describe_points(mq_node *parent, const char *key, const maq_pie_point *points,
                            uint32_t count) {
    mq_node *array = mq_put_array(parent, key);
    for (uint32_t i = 0; i < count; i++) {
        mq_node *row = mq_put_array(array, NULL);
        put_float(row, points[i].x);
        put_float(row, points[i].y);
        put_float(row, points[i].z);
    }
}

static void describe_normals(mq_node *parent, const maq_pie_level *level) {
    mq_node *array = mq_put_array(parent, "normals");
    for (uint32_t i = 0; i < level->normal_count; i++) {
        mq_node *row = mq_put_array(array, NULL);
        const float *values = &level->normals[i].normal[0][0];
        for (unsigned k = 0; k < 9; k++)
            put_float(row, values[k]);
    }
}

static void describe_polygons(mq_node *parent, const char *key, const maq_pie_polygons *polygons,
                              bool shadow) {
    mq_node *array = mq_put_array(parent, key);
    for (uint32_t i = 0; i < polygons->count; i++) {
        const maq_pie_polygon *polygon = &polygons->items[i];
        const maq_pie_corner *corner = polygons->corners + polygon->first_corner;
        mq_node *object = mq_put_object(array, NULL);
        put_hex(object, "flags", polygon->flags);
        mq_node *corners = mq_put_array(object, "corners");
        for (uint32_t k = 0; k < polygon->corner_count; k++, corner++) {
            mq_node *row = mq_put_array(corners, NULL);
            mq_put_integer(row, NULL, corner->point);
            if (!shadow && polygon->flags & MAQ_PIE_FACE_TEXTURED) {
                put_float(row, corner->u);
                put_float(row, corner->v);
            }
        }
        if (!shadow && polygon->flags & MAQ_PIE_FACE_ANIMATED) {
            mq_node *animation = mq_put_array(object, "animation");
            mq_put_integer(animation, NULL, polygon->frames);
            put_double(animation, polygon->rate);
            put_float(animation, polygon->width);
            put_float(animation, polygon->height);
        }
    }
}

static void describe_connectors(mq_node *parent, const maq_pie_level *level) {
    mq_node *array = mq_put_array(parent, "connectors");
    for (uint32_t i = 0; i < level->connector_count; i++) {
        mq_node *row = mq_put_array(array, NULL);
        put_double(row, level->connectors[i].x);
        put_double(row, level->connectors[i].y);
        put_double(row, level->connectors[i].z);
    }
}

void mq_pie_put_animation(mq_node *parent, const maq_pie_animation *animation) {
    mq_node *object = mq_put_object(parent, "animation");
    mq_put_integer(object, "time", animation->time);
    mq_put_integer(object, "cycles", animation->cycles);
    mq_node *frames = mq_put_array(object, "frames");
    for (uint32_t i = 0; i < animation->frame_count; i++) {
        const maq_pie_frame *frame = &animation->frames[i];
        mq_node *row = mq_put_array(frames, NULL);
        mq_put_integer(row, NULL, frame->number);
        for (unsigned k = 0; k < 3; k++)
            mq_put_integer(row, NULL, frame->position[k]);
        for (unsigned k = 0; k < 3; k++)
            mq_put_integer(row, NULL, frame->rotation[k]);
        for (unsigned k = 0; k < 3; k++)
            put_float(row, frame->scale[k]);
    }
}

static void describe_obsolete(mq_node *parent, const maq_pie_level *level) {
    if (level->materials.present) {
        mq_node *materials = mq_put_array(parent, "materials");
        for (unsigned k = 0; k < 10; k++)
            put_float(materials, level->materials.value[k]);
    }
    if (level->shaders.present) {
        mq_node *shaders = mq_put_object(parent, "shaders");
        mq_put_integer(shaders, "number", level->shaders.number);
        mq_put_text(shaders, "vertex", level->shaders.vertex_file);
        mq_put_text(shaders, "fragment", level->shaders.fragment_file);
    }
}

static void describe_level(mq_node *parent, const maq_pie_level *level, uint32_t version) {
    mq_node *object = mq_put_object(parent, NULL);
    describe_settings(object, &level->settings);
    if (level->settings.texture_count > 0)
        describe_textures(object, &level->settings, version);
    describe_obsolete(object, level);
    describe_points(object, "points", level->points, level->point_count);
    if (level->normal_count > 0)
        describe_normals(object, level);
    describe_polygons(object, "polygons", &level->polygons, false);
    if (level->connector_count > 0)
        describe_connectors(object, level);
    if (level->animation.present)
        mq_pie_put_animation(object, &level->animation);
    if (level->shadow_point_count > 0)
        describe_points(object, "shadow_points", level->shadow_points, level->shadow_point_count);
    if (level->shadow_polygons.count > 0)
        describe_polygons(object, "shadow_polygons", &level->shadow_polygons, true);
}

// -------------------------------------------------------------------------------------- comments

// Puts the comments of one line as the one that they are read back as.
static void put_joined(mq_node *object, mq_arena *scratch, const maq_pie_comment *first,
                       const maq_pie_comment *end) {
    size_t length = 0;
    for (const maq_pie_comment *comment = first; comment < end; comment++)
        length += sizeof " # " - 1 + strlen(comment->text);
    char *joined = MQ_NEW_ARRAY(scratch, char, length);
    if (!joined)
        return;
    char *at = joined;
    for (const maq_pie_comment *comment = first; comment < end; comment++) {
        if (comment > first) {
            memcpy(at, " #", 2);
            at += 2;
        }
        size_t size = strlen(comment->text);
        if (size > 0) {
            *at++ = ' ';
            memcpy(at, comment->text, size);
            at += size;
        }
    }
    const char *begin = joined;
    while (begin < at && mq_lexer_gap[(unsigned char)*begin])
        begin++;
    while (at > begin && mq_lexer_gap[(unsigned char)at[-1]])
        at--;
    mq_put_bytes(object, "text", begin, (size_t)(at - begin));
}

static void describe_comments(mq_node *parent, const maq_pie *pie, mq_arena *scratch) {
    const maq_pie_comment *comment = mq_pie_anchored_comments(pie, scratch);
    if (!comment)
        return;
    const maq_pie_comment *end = comment + pie->comment_count;
    mq_node *array = mq_put_array(parent, "comments");
    while (comment < end) {
        const maq_pie_comment *first = comment++;
        while (comment < end && mq_pie_same_line(first, comment))
            comment++;
        mq_node *object = mq_put_object(array, NULL);
        mq_put_integer(object, "level", first->level);
        mq_put_text(object, "section", mq_pie_section_name(first->section));
        mq_put_integer(object, "row", first->row);
        put_joined(object, scratch, first, comment);
    }
}

void mq_pie_describe(const maq_document *document, mq_node *object) {
    const maq_pie *pie = document->content;
    describe_settings(object, &pie->settings);
    describe_textures(object, &pie->settings, pie->version);
    mq_node *events = mq_put_array(object, "events");
    for (uint32_t i = 0; i < pie->event_count; i++) {
        mq_node *event = mq_put_object(events, NULL);
        mq_put_integer(event, "number", pie->events[i].number);
        mq_put_text(event, "file", pie->events[i].file);
    }
    mq_node *levels = mq_put_array(object, "levels");
    for (uint32_t i = 0; i < pie->level_count; i++)
        describe_level(levels, &pie->levels[i], pie->version);
    if (pie->comment_count > 0)
        describe_comments(object, pie, mq_node_arena(object));
}
