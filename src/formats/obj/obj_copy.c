// SPDX-License-Identifier: MIT
//
// Copies of OBJ documents. A copy lies in no file: its offsets are MAQ_OBJ_NO_OFFSET.
#include <string.h>

#include "formats/obj/obj_priv.h"

// A copy of `count` elements, NULL for none; without memory the arena's status tells.
static void *copy_array(mq_arena *arena, const void *from, size_t count, size_t size) {
    void *copy =
        count > 0 && from ? mq_arena_alloc(arena, count, size, alignof(max_align_t)) : NULL;
    if (copy)
        memcpy(copy, from, count * size);
    return copy;
}

static const char *copy_text(mq_arena *arena, const char *text) {
    return mq_arena_text(arena, text, strlen(text));
}

static maq_obj_name *copy_names(mq_arena *arena, const maq_obj_name *from, uint32_t count) {
    maq_obj_name *names = copy_array(arena, from, count, sizeof *names);
    for (uint32_t i = 0; names && i < count; i++)
        names[i] = (maq_obj_name){copy_text(arena, from[i].text), MAQ_OBJ_NO_OFFSET};
    return names;
}

static maq_obj_comment *copy_remarks(mq_arena *arena, const maq_obj_comment *from, uint32_t count) {
    maq_obj_comment *remarks = copy_array(arena, from, count, sizeof *remarks);
    for (uint32_t i = 0; remarks && i < count; i++)
        remarks[i] =
            (maq_obj_comment){copy_text(arena, from[i].text), from[i].element, MAQ_OBJ_NO_OFFSET};
    return remarks;
}

static void copy_material(mq_arena *arena, maq_obj_material *m) {
    maq_obj_map *maps = copy_array(arena, m->maps, m->map_count, sizeof *maps);
    const char **others = copy_array(arena, m->others, m->other_count, sizeof *others);
    for (uint32_t i = 0; maps && i < m->map_count; i++) {
        maps[i].options = copy_text(arena, maps[i].options);
        maps[i].file = copy_text(arena, maps[i].file);
    }
    for (uint32_t i = 0; others && i < m->other_count; i++)
        others[i] = copy_text(arena, others[i]);
    m->name = copy_text(arena, m->name);
    m->maps = maps;
    m->others = others;
}

#define COPY(list, count) copy_array(arena, from->list, from->count, sizeof *from->list)

maq_status mq_obj_retarget(const maq_document *document, const mq_settings *settings,
                           maq_document *out) {
    (void)settings;
    const maq_obj *from = document->content;
    mq_arena *arena = out->arena;
    maq_obj *obj = MQ_NEW(arena, maq_obj);
    if (!obj)
        return mq_arena_status(arena);
    *obj = *from;
    maq_obj_position *positions = COPY(positions, position_count);
    maq_obj_texcoord *texcoords = COPY(texcoords, texcoord_count);
    maq_obj_normal *normals = COPY(normals, normal_count);
    maq_obj_element *elements = COPY(elements, element_count);
    maq_obj_material *materials = COPY(materials, material_count);
    for (uint32_t i = 0; positions && i < obj->position_count; i++)
        positions[i].offset = MAQ_OBJ_NO_OFFSET;
    for (uint32_t i = 0; texcoords && i < obj->texcoord_count; i++)
        texcoords[i].offset = MAQ_OBJ_NO_OFFSET;
    for (uint32_t i = 0; normals && i < obj->normal_count; i++)
        normals[i].offset = MAQ_OBJ_NO_OFFSET;
    for (uint32_t i = 0; elements && i < obj->element_count; i++)
        elements[i].offset = MAQ_OBJ_NO_OFFSET;
    for (uint32_t i = 0; materials && i < obj->material_count; i++)
        copy_material(arena, &materials[i]);
    obj->positions = positions;
    obj->texcoords = texcoords;
    obj->normals = normals;
    obj->elements = elements;
    obj->materials = materials;
    obj->weights = COPY(weights, position_count);
    obj->colours = COPY(colours, position_count);
    obj->corners = COPY(corners, corner_count);
    obj->sections = COPY(sections, section_count);
    obj->objects = copy_names(arena, from->objects, from->object_count);
    obj->groups = copy_names(arena, from->groups, from->group_count);
    obj->uses = copy_names(arena, from->uses, from->use_count);
    obj->libraries = copy_names(arena, from->libraries, from->library_count);
    obj->comments = copy_remarks(arena, from->comments, from->comment_count);
    obj->others = copy_remarks(arena, from->others, from->other_count);
    out->content = obj;
    return mq_arena_status(arena);
}
