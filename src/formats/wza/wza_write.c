// SPDX-License-Identifier: MIT
//
// Writes WZA: LF, a datum per line, rows behind a tab, the shortest numbers that mean the same.
#include "formats/row_text.h"
#include "formats/wza/wza_priv.h"

#define VERTICES_PER_LINE 16

static void write_keyword(mq_text *out, wza_keyword keyword) {
    mq_text_string(out, mq_wza_keywords[keyword]);
}

static void write_integer(mq_text *out, int64_t value) {
    mq_text_char(out, ' ');
    mq_text_integer(out, value);
}

static void write_line(mq_text *out, wza_keyword keyword, int64_t value) {
    write_keyword(out, keyword);
    write_integer(out, value);
    mq_text_char(out, '\n');
}

static void write_texture(mq_text *out, const maq_wza_texture *texture) {
    if (!texture->name)
        return;
    write_keyword(out, WZA_KEY_TEXTURE);
    mq_text_char(out, ' ');
    mq_wza_write_name(out, texture->name);
    mq_text_char(out, '\n');
    if (texture->animated)
        write_line(out, WZA_KEY_ANIMATED, 1);
    if (texture->normal_map != 0)
        write_line(out, WZA_KEY_NORMALMAP, texture->normal_map);
    if (texture->specular_map)
        write_line(out, WZA_KEY_SPECMAP, 1);
    if (texture->team_mask)
        write_line(out, WZA_KEY_TCMASK, 1);
}

static void print_vertex(const void *context, mq_row_text *rows, size_t row) {
    const maq_wza_vertex *vertex = (const maq_wza_vertex *)context + row;
    mq_row_char(rows, '\t');
    mq_row_integer(rows, vertex->index);
    mq_row_floats(rows, vertex->position, 3);
    mq_row_floats(rows, vertex->normal, 3);
    mq_row_floats(rows, vertex->tangent, 3);
    mq_row_floats(rows, vertex->bitangent, 3);
    mq_row_char(rows, '\n');
}

static void print_face(const void *context, mq_row_text *rows, size_t row) {
    const maq_wza_face *face = (const maq_wza_face *)context + row;
    mq_row_char(rows, '\t');
    mq_row_integer(rows, face->index);
    mq_row_integers(rows, face->vertices, 3);
    mq_row_floats(rows, &face->uv[0][0], 6);
    mq_row_char(rows, '\n');
}

static void write_shape(mq_row_text *rows, const maq_wza_shape *shape) {
    write_line(rows->out, WZA_KEY_SHAPE, shape->number);
    write_line(rows->out, WZA_KEY_VERTICES, shape->vertex_count);
    mq_row_list(rows, 0, shape->vertex_count, print_vertex, shape->vertices);
    mq_row_flush(rows);
    write_line(rows->out, WZA_KEY_FACES, shape->face_count);
    mq_row_list(rows, 0, shape->face_count, print_face, shape->faces);
    mq_row_flush(rows);
}

static void write_bone(mq_text *out, const maq_wza_bone *bone) {
    write_keyword(out, WZA_KEY_BONE);
    write_integer(out, bone->index);
    write_integer(out, bone->parent);
    write_integer(out, bone->hinge);
    mq_text_floats(out, bone->position, 3);
    write_integer(out, bone->vertex_count);
    for (uint32_t i = 0; i < bone->vertex_count; i++) {
        mq_text_string(out, i % VERTICES_PER_LINE == 0 ? "\n\t" : " ");
        mq_text_integer(out, bone->vertices[i]);
    }
    mq_text_char(out, '\n');
}

static void print_point(const void *context, mq_row_text *rows, size_t row) {
    const maq_wza_point *point = (const maq_wza_point *)context + row;
    mq_row_char(rows, '\t');
    mq_row_integer(rows, point->property);
    mq_row_integers(rows, &point->time, 1);
    if (point->kind == MAQ_WZA_TEXTURE)
        mq_row_integers(rows, &point->frame, 1);
    else
        mq_row_floats(rows, point->values, point->value_count);
    mq_row_char(rows, '\n');
}

static void write_animation(mq_row_text *rows, const maq_wza_animation *animation) {
    mq_text *out = rows->out;
    write_keyword(out, WZA_KEY_ANIMATION);
    write_integer(out, animation->index);
    write_integer(out, animation->length);
    mq_text_char(out, '\n');
    write_line(out, WZA_KEY_PROPERTIES, animation->property_count);
    for (uint32_t i = 0; i < animation->property_count; i++) {
        const maq_wza_property *property = &animation->properties[i];
        mq_text_char(out, '\t');
        mq_text_integer(out, property->number);
        mq_text_char(out, ' ');
        mq_text_string(out, mq_wza_kinds[property->kind]);
        write_integer(out, property->index);
        write_integer(out, property->interpolate);
        mq_text_char(out, '\n');
    }
    write_line(out, WZA_KEY_POINTS, animation->point_count);
    mq_row_list(rows, 0, animation->point_count, print_point, animation->points);
    mq_row_flush(rows);
}

void mq_wza_write(const maq_document *document, mq_text *out) {
    const maq_wza *wza = document->content;
    size_t numbers = 0;
    for (uint32_t i = 0; i < wza->shape_count; i++)
        numbers +=
            (size_t)wza->shapes[i].vertex_count * 13 + (size_t)wza->shapes[i].face_count * 10;
    for (uint32_t i = 0; i < wza->animation_count; i++)
        numbers += (size_t)wza->animations[i].point_count * 8;
    mq_text_reserve_numbers(out, numbers);
    mq_text_string(out, "WZA 1\n");
    write_texture(out, &wza->texture);
    if (wza->shape_count)
        write_line(out, WZA_KEY_SHAPES, wza->shape_count);
    mq_row_text rows;
    mq_row_text_init(&rows, out);
    for (uint32_t i = 0; i < wza->shape_count; i++)
        write_shape(&rows, &wza->shapes[i]);
    if (wza->bone_count)
        write_line(out, WZA_KEY_BONES, wza->bone_count);
    for (uint32_t i = 0; i < wza->bone_count; i++)
        write_bone(out, &wza->bones[i]);
    if (wza->animation_count)
        write_line(out, WZA_KEY_ANIMATIONS, wza->animation_count);
    for (uint32_t i = 0; i < wza->animation_count; i++)
        write_animation(&rows, &wza->animations[i]);
}
