// SPDX-License-Identifier: MIT
#include "formats/obj/obj_faces.h"

#include "base/parallel.h"

typedef struct section_faces {
    const maq_obj *obj;
    const maq_obj_element *elements;
    uint32_t count;
    bool smoothed;     // the section has a smoothing group
    atomic_bool *used; // by position
    obj_faces *shares;
} section_faces;

enum { SHARE = 1 << 15 };

static void add_face(const section_faces *faces, const maq_obj_element *element, obj_faces *out) {
    const maq_obj *obj = faces->obj;
    if (!mq_obj_is_valid_face(obj, element)) {
        out->bad_faces += element->kind == MAQ_OBJ_FACE;
        out->invalid = true;
        return;
    }
    out->corners += element->corner_count;
    out->triangles += element->corner_count - 2;
    out->largest = element->corner_count > out->largest ? element->corner_count : out->largest;
    for (uint32_t i = 0; i < element->corner_count; i++) {
        const maq_obj_corner *corner = &obj->corners[element->first_corner + i];
        bool lacks = corner->normal == MAQ_OBJ_NONE, flat = lacks & !faces->smoothed;
        out->has_normals |= !lacks;
        out->flat |= flat;
        out->smooth |= lacks & !flat;
        out->textured |= corner->texcoord != MAQ_OBJ_NONE;
        out->coloured |= obj->colours && obj->colours[corner->position].given;
        out->shared += !flat;
        atomic_store_explicit(&faces->used[corner->position], true, memory_order_relaxed);
    }
}

static void count_share(void *context, size_t index) {
    const section_faces *faces = context;
    uint32_t begin = (uint32_t)index * SHARE, left = faces->count - begin;
    uint32_t end = begin + (left < SHARE ? left : SHARE);
    obj_faces share = {0};
    for (uint32_t i = begin; i < end; i++)
        add_face(faces, &faces->elements[i], &share);
    faces->shares[index] = share;
}

static void join(obj_faces *total, const obj_faces *share) {
    total->corners += share->corners;
    total->triangles += share->triangles;
    total->shared += share->shared;
    total->largest = share->largest > total->largest ? share->largest : total->largest;
    total->textured |= share->textured;
    total->coloured |= share->coloured;
    total->has_normals |= share->has_normals;
    total->flat |= share->flat;
    total->smooth |= share->smooth;
    total->bad_faces += share->bad_faces;
    total->invalid |= share->invalid;
}

bool mq_obj_add_faces(const maq_obj *obj, uint32_t section, mq_arena *scratch, atomic_bool *used,
                      obj_faces *total) {
    const maq_obj_section *from = &obj->sections[section];
    section_faces faces = {.obj = obj,
                           .elements = obj->elements + from->first_element,
                           .count = mq_obj_section_end(obj, section) - from->first_element,
                           .smoothed = from->smoothing != 0,
                           .used = used};
    size_t count = (faces.count + (size_t)SHARE - 1) / SHARE;
    obj_faces one = {0}; // most sections are one share
    faces.shares = count > 1 ? MQ_NEW_UNINITIALIZED_ARRAY(scratch, obj_faces, count) : &one;
    if (!faces.shares)
        return false;
    mq_parallel(count, 0, count_share, NULL, &faces);
    for (size_t i = 0; i < count; i++)
        join(total, &faces.shares[i]);
    return true;
}
