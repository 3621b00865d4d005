// SPDX-License-Identifier: MIT
//
// Copies of OBJ documents. A copy lies in no file: its offsets are MAQ_OBJ_NO_OFFSET.
#include "base/copying.h"
#include "formats/obj/obj_priv.h"

// A copy of a list of structs; `offset` is where their member of that name is, or NO_MEMBER.
#define NO_MEMBER SIZE_MAX

static void *copy_list(mq_copying *copying, const void *from, size_t count, size_t size,
                       size_t offset) {
    static const uint32_t none = MAQ_OBJ_NO_OFFSET;
    char *items = mq_copy_items(copying, from, from ? count : 0, size, alignof(max_align_t));
    for (size_t i = 0; items && offset != NO_MEMBER && i < count; i++)
        memcpy(items + i * size + offset, &none, sizeof none);
    return items;
}

#define COPY(list, count, offset)                                                                  \
    obj->list = copy_list(&copying, from->list, from->count, sizeof *from->list, offset)
#define COPY_WITH_OFFSETS(type, list, count) COPY(list, count, offsetof(type, offset))

static maq_obj_name *copy_names(mq_copying *copying, const maq_obj_name *from, uint32_t count) {
    maq_obj_name *names =
        copy_list(copying, from, count, sizeof *names, offsetof(maq_obj_name, offset));
    for (uint32_t i = 0; names && i < count; i++)
        names[i].text = mq_copy_text(copying, from[i].text);
    return names;
}

static maq_obj_comment *copy_comments(mq_copying *copying, const maq_obj_comment *from,
                                      uint32_t count) {
    maq_obj_comment *comments =
        copy_list(copying, from, count, sizeof *comments, offsetof(maq_obj_comment, offset));
    for (uint32_t i = 0; comments && i < count; i++)
        comments[i].text = mq_copy_text(copying, from[i].text);
    return comments;
}

static void copy_material(mq_copying *copying, maq_obj_material *m) {
    maq_obj_map *maps = MQ_COPY_ARRAY(copying, maq_obj_map, m->maps, m->map_count);
    const char **others = MQ_COPY_ARRAY(copying, const char *, m->others, m->other_count);
    for (uint32_t i = 0; maps && i < m->map_count; i++) {
        maps[i].options = mq_copy_text(copying, maps[i].options);
        maps[i].file = mq_copy_text(copying, maps[i].file);
    }
    for (uint32_t i = 0; others && i < m->other_count; i++)
        others[i] = mq_copy_text(copying, others[i]);
    m->name = mq_copy_text(copying, m->name);
    m->maps = maps;
    m->others = others;
}

maq_status mq_obj_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out) {
    (void)settings;
    const maq_obj *from = document->content;
    mq_copying copying = {out->arena, true};
    maq_obj *obj = MQ_NEW(out->arena, maq_obj);
    if (!obj)
        return mq_arena_status(out->arena);
    *obj = *from;
    COPY_WITH_OFFSETS(maq_obj_position, positions, position_count);
    COPY_WITH_OFFSETS(maq_obj_texcoord, texcoords, texcoord_count);
    COPY_WITH_OFFSETS(maq_obj_normal, normals, normal_count);
    COPY_WITH_OFFSETS(maq_obj_element, elements, element_count);
    COPY(weights, position_count, NO_MEMBER);
    COPY(colours, position_count, NO_MEMBER);
    COPY(corners, corner_count, NO_MEMBER);
    COPY(sections, section_count, NO_MEMBER);
    COPY(materials, material_count, NO_MEMBER);
    for (uint32_t i = 0; obj->materials && i < obj->material_count; i++)
        copy_material(&copying, MQ_WRITABLE(maq_obj_material, &obj->materials[i]));
    obj->libraries = copy_names(&copying, from->libraries, from->library_count);
    obj->objects = copy_names(&copying, from->objects, from->object_count);
    obj->groups = copy_names(&copying, from->groups, from->group_count);
    obj->uses = copy_names(&copying, from->uses, from->use_count);
    obj->comments = copy_comments(&copying, from->comments, from->comment_count);
    obj->others = copy_comments(&copying, from->others, from->other_count);
    out->content = obj;
    return mq_arena_status(out->arena);
}
