// SPDX-License-Identifier: MIT
//
// Everything an OBJ document says.
#include "formats/obj/obj_scene.h"

static void put_index(mq_node *array, uint32_t index) {
    if (index == MAQ_OBJ_NONE)
        mq_put_null(array, NULL);
    else
        mq_put_integer(array, NULL, index == MAQ_OBJ_INVALID ? -1 : (int64_t)index);
}

static void put_vertices(const maq_obj *obj, mq_node *object) {
    mq_node *positions = mq_put_array(object, "positions");
    for (uint32_t i = 0; i < obj->position_count; i++) {
        const maq_obj_position *p = &obj->positions[i];
        mq_node *row = mq_put_array(positions, NULL);
        mq_put_float(row, NULL, p->x);
        mq_put_float(row, NULL, p->y);
        mq_put_float(row, NULL, p->z);
        if (obj->colours && obj->colours[i].given) {
            mq_put_float(row, NULL, obj->colours[i].red);
            mq_put_float(row, NULL, obj->colours[i].green);
            mq_put_float(row, NULL, obj->colours[i].blue);
        } else if (obj->weights && obj->weights[i] != 1) {
            mq_put_float(row, NULL, obj->weights[i]);
        }
    }
    mq_node *texcoords = mq_put_array(object, "texcoords");
    for (uint32_t i = 0; i < obj->texcoord_count; i++) {
        const maq_obj_texcoord *t = &obj->texcoords[i];
        mq_put_floats(texcoords, NULL, (const float[3]){t->u, t->v, t->w}, 3);
    }
    mq_node *normals = mq_put_array(object, "normals");
    for (uint32_t i = 0; i < obj->normal_count; i++) {
        const maq_obj_normal *n = &obj->normals[i];
        mq_put_floats(normals, NULL, (const float[3]){n->x, n->y, n->z}, 3);
    }
}

static void put_names(mq_node *object, const char *key, const maq_obj_name *names, uint32_t count) {
    mq_node *array = mq_put_array(object, key);
    for (uint32_t i = 0; i < count; i++)
        mq_put_text(array, NULL, names[i].text);
}

static void put_comments(mq_node *object, const char *key, const maq_obj_comment *comments,
                         uint32_t count) {
    mq_node *array = mq_put_array(object, key);
    for (uint32_t i = 0; i < count; i++) {
        mq_node *row = mq_put_array(array, NULL);
        mq_put_integer(row, NULL, comments[i].element);
        mq_put_text(row, NULL, comments[i].text);
    }
}

static void put_elements(const maq_obj *obj, mq_node *object) {
    static const char *const keys[] = {"face", "line", "points"};
    mq_node *elements = mq_put_array(object, "elements");
    for (uint32_t i = 0; i < obj->element_count; i++) {
        const maq_obj_element *element = &obj->elements[i];
        mq_node *entry = mq_put_object(elements, NULL);
        mq_node *corners = mq_put_array(entry, keys[element->kind]);
        for (uint32_t k = 0; k < element->corner_count; k++) {
            const maq_obj_corner *corner = &obj->corners[element->first_corner + k];
            mq_node *row = mq_put_array(corners, NULL);
            put_index(row, corner->position);
            put_index(row, corner->texcoord);
            put_index(row, corner->normal);
        }
    }
    mq_node *sections = mq_put_array(object, "sections");
    for (uint32_t i = 0; i < obj->section_count; i++) {
        const maq_obj_section *section = &obj->sections[i];
        mq_node *row = mq_put_array(sections, NULL);
        mq_put_integer(row, NULL, section->first_element);
        put_index(row, section->object);
        put_index(row, section->group);
        put_index(row, section->material);
        mq_put_integer(row, NULL, section->smoothing);
    }
}

void mq_obj_put_material(mq_node *object, const maq_obj_material *m) {
    for (size_t i = 0; i < OBJ_MATERIAL_FIELDS; i++) {
        const obj_material_field *field = &mq_obj_material_fields[i];
        const float *values = (const float *)(const void *)((const char *)m + field->offset);
        if (!(m->given & field->bit))
            continue;
        if (field->count == 1)
            mq_put_float(object, field->key, *values);
        else
            mq_put_floats(object, field->key, values, field->count);
    }
    if (m->given & MAQ_OBJ_HAS_ILLUM)
        mq_put_integer(object, "illumination", m->illumination);
    mq_node *maps = mq_put_array(object, "maps");
    for (uint32_t k = 0; k < m->map_count; k++) {
        mq_node *map = mq_put_object(maps, NULL);
        mq_put_text(map, "kind", mq_obj_map_names[m->maps[k].kind]);
        mq_put_text(map, "options", m->maps[k].options);
        mq_put_text(map, "file", m->maps[k].file);
    }
    mq_node *others = mq_put_array(object, "others");
    for (uint32_t k = 0; k < m->other_count; k++)
        mq_put_text(others, NULL, m->others[k]);
}

static void put_materials(const maq_obj *obj, mq_node *object) {
    mq_node *materials = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < obj->material_count; i++) {
        mq_node *entry = mq_put_object(materials, NULL);
        mq_put_text(entry, "name", obj->materials[i].name);
        mq_obj_put_material(entry, &obj->materials[i]);
    }
}

void mq_obj_describe(const maq_document *document, mq_node *object) {
    const maq_obj *obj = document->content;
    put_names(object, "libraries", obj->libraries, obj->library_count);
    put_materials(obj, object);
    put_names(object, "objects", obj->objects, obj->object_count);
    put_names(object, "groups", obj->groups, obj->group_count);
    put_names(object, "uses", obj->uses, obj->use_count);
    put_vertices(obj, object);
    put_elements(obj, object);
    put_comments(object, "others", obj->others, obj->other_count);
    put_comments(object, "comments", obj->comments, obj->comment_count);
}
