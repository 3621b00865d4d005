// SPDX-License-Identifier: MIT
//
// Copies of WZA documents, and documents that a caller made.
#include "base/copying.h"
#include "formats/wza/wza_priv.h"

static bool copy_shapes(mq_copying *copying, const maq_wza *from, maq_wza *to) {
    maq_wza_shape *shapes = MQ_COPY_ARRAY(copying, maq_wza_shape, from->shapes, from->shape_count);
    for (uint32_t i = 0; shapes && i < from->shape_count; i++) {
        shapes[i].vertices = MQ_COPY_ARRAY(copying, maq_wza_vertex, from->shapes[i].vertices,
                                           from->shapes[i].vertex_count);
        shapes[i].faces =
            MQ_COPY_ARRAY(copying, maq_wza_face, from->shapes[i].faces, from->shapes[i].face_count);
    }
    to->shapes = shapes;
    return copying->ok;
}

static bool copy_bones(mq_copying *copying, const maq_wza *from, maq_wza *to) {
    maq_wza_bone *bones = MQ_COPY_ARRAY(copying, maq_wza_bone, from->bones, from->bone_count);
    for (uint32_t i = 0; bones && i < from->bone_count; i++)
        bones[i].vertices =
            MQ_COPY_ARRAY(copying, int32_t, from->bones[i].vertices, from->bones[i].vertex_count);
    to->bones = bones;
    return copying->ok;
}

bool mq_wza_copy_animations(mq_arena *arena, const maq_wza_animation *from, uint32_t count,
                            maq_wza_animation *to) {
    mq_copying copying = {arena, true};
    for (uint32_t i = 0; i < count; i++) {
        to[i] = from[i];
        to[i].properties =
            MQ_COPY_ARRAY(&copying, maq_wza_property, from[i].properties, from[i].property_count);
        to[i].points = MQ_COPY_ARRAY(&copying, maq_wza_point, from[i].points, from[i].point_count);
    }
    return copying.ok;
}

maq_wza *mq_wza_copy(mq_arena *arena, const maq_wza *from) {
    mq_copying copying = {arena, true};
    maq_wza *to = MQ_COPY_ARRAY(&copying, maq_wza, from, 1);
    maq_wza_animation *animations = MQ_NEW_ARRAY(arena, maq_wza_animation, from->animation_count);
    if (!to || !animations)
        return NULL;
    to->texture.name = mq_copy_text(&copying, from->texture.name);
    to->animations = animations;
    return copying.ok && copy_shapes(&copying, from, to) && copy_bones(&copying, from, to) &&
                   mq_wza_copy_animations(arena, from->animations, from->animation_count,
                                          animations)
               ? to
               : NULL;
}

// ------------------------------------------------------------------------------- documents by hand

static bool list_is_sound(const void *items, uint32_t count) {
    return items || count == 0;
}

// A name ends with its line, and the text with a Ctrl-Z.
static bool name_is_sound(const char *name) {
    return !name || name[strcspn(name, "\n\r\x1a")] == '\0';
}

static bool animation_is_sound(const maq_wza_animation *animation) {
    if (!list_is_sound(animation->properties, animation->property_count) ||
        !list_is_sound(animation->points, animation->point_count))
        return false;
    for (uint32_t i = 0; i < animation->property_count; i++) {
        if ((unsigned)animation->properties[i].kind >= WZA_KIND_COUNT)
            return false;
    }
    return true;
}

static bool wza_is_sound(const maq_wza *wza) {
    if (!name_is_sound(wza->texture.name) || !list_is_sound(wza->shapes, wza->shape_count) ||
        !list_is_sound(wza->bones, wza->bone_count) ||
        !list_is_sound(wza->animations, wza->animation_count))
        return false;
    for (uint32_t i = 0; i < wza->shape_count; i++) {
        if (!list_is_sound(wza->shapes[i].vertices, wza->shapes[i].vertex_count) ||
            !list_is_sound(wza->shapes[i].faces, wza->shapes[i].face_count))
            return false;
    }
    for (uint32_t i = 0; i < wza->bone_count; i++) {
        if (!list_is_sound(wza->bones[i].vertices, wza->bones[i].vertex_count))
            return false;
    }
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        if (!animation_is_sound(&wza->animations[i]))
            return false;
    }
    return true;
}

// Gives the points the kinds of their properties, as reading does.
static bool settle_points(mq_arena *arena, const maq_wza_animation *animation) {
    wza_key *keys = mq_wza_property_keys(arena, animation->properties, animation->property_count);
    // The copy is still this file's own: its arrays may be written.
    maq_wza_point *points = (maq_wza_point *)(uintptr_t)animation->points;
    for (uint32_t i = 0; keys && i < animation->point_count; i++) {
        const wza_key *key = mq_wza_find_key(keys, animation->property_count, points[i].property);
        points[i].kind = key ? animation->properties[key->place].kind : MAQ_WZA_UNKNOWN;
        bool long_row =
            points[i].kind == MAQ_WZA_BONE ||
            (points[i].kind == MAQ_WZA_UNKNOWN && points[i].value_count == WZA_BONE_VALUES);
        points[i].value_count = long_row ? WZA_BONE_VALUES : 1;
    }
    return keys != NULL;
}

maq_status maq_document_from_wza(const maq_wza *wza, const maq_memory *memory, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!wza || !wza_is_sound(wza))
        return MAQ_BAD_ARGUMENT;
    maq_document *document =
        mq_document_new(memory, &mq_wza_format, &mq_wza_format.description.variants[0], 0);
    if (!document)
        return MAQ_NO_MEMORY;
    maq_wza *copy = mq_wza_copy(document->arena, wza);
    for (uint32_t i = 0; copy && i < copy->animation_count; i++)
        settle_points(document->arena, &copy->animations[i]);
    document->content = copy;
    maq_status status = mq_arena_status(document->arena);
    if (status != MAQ_OK) {
        maq_close(document);
        return status;
    }
    mq_document_show_findings(document);
    *out = document;
    return MAQ_OK;
}
