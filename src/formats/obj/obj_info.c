// SPDX-License-Identifier: MIT
//
// What is in an OBJ model, in the terms that all formats share.
#include <math.h>

#include "formats/obj/obj_names.h"
#include "formats/obj/obj_priv.h"

// One object, as the scene will have it: a run of sections.
typedef struct mesh_sum {
    const char *name;
    uint32_t corners, triangles;
    uint32_t material;
    bool textured;
} mesh_sum;

static void add_face(const maq_obj *obj, const maq_obj_element *element, mesh_sum *sum) {
    if (!mq_obj_is_sound_face(obj, element))
        return;
    sum->corners += element->corner_count;
    sum->triangles += element->corner_count - 2;
    sum->textured = sum->textured || obj->corners[element->first_corner].texcoord != MAQ_OBJ_NONE;
}

static void put_index(mq_node *object, const char *key, uint32_t index) {
    if (index == MAQ_OBJ_NONE)
        mq_put_null(object, key);
    else
        mq_put_integer(object, key, index);
}

// Vertices are counted as corners share them: by position.
static void put_mesh(mq_node *meshes, const mesh_sum *sum, uint32_t vertices) {
    mq_node *entry = mq_put_object(meshes, NULL);
    mq_put_text(entry, "name", sum->name);
    mq_put_text(entry, "role", "visual");
    mq_put_integer(entry, "vertices", vertices);
    mq_put_integer(entry, "triangles", sum->triangles);
    put_index(entry, "material", sum->material);
    mq_put_integer(entry, "uv_sets", sum->textured);
    mq_put_integer(entry, "shapes", 0);
    mq_put_bool(entry, "skinned", false);
}

// How many positions the elements of some sections use. `seen` holds the mesh that last saw each.
static uint32_t count_positions(const maq_obj *obj, uint32_t from, uint32_t to, uint32_t *seen,
                                uint32_t mesh) {
    uint32_t count = 0;
    for (uint32_t i = from; seen && i < to; i++) {
        const maq_obj_element *element = &obj->elements[i];
        for (uint32_t k = 0; mq_obj_is_sound_face(obj, element) && k < element->corner_count; k++) {
            uint32_t *mark = &seen[obj->corners[element->first_corner + k].position];
            count += *mark != mesh;
            *mark = mesh;
        }
    }
    return count;
}

static void put_meshes(const maq_obj *obj, mq_node *object) {
    uint64_t triangles = 0;
    mq_node *meshes = mq_put_array(object, "meshes");
    uint32_t *seen = MQ_NEW_ARRAY(mq_node_arena(object), uint32_t, obj->position_count);
    for (uint32_t i = 0, mesh = 1; i < obj->section_count; mesh++) {
        uint32_t first = obj->sections[i].first_element, end = first;
        uint32_t part = obj->sections[i].object;
        mesh_sum sum = {.name = part == MAQ_OBJ_NONE ? "" : obj->objects[part].text,
                        .material = obj->sections[i].material};
        for (; i < obj->section_count && obj->sections[i].object == part; i++) {
            end = mq_obj_section_end(obj, i);
            for (uint32_t k = obj->sections[i].first_element; k < end; k++)
                add_face(obj, &obj->elements[k], &sum);
        }
        put_mesh(meshes, &sum, count_positions(obj, first, end, seen, mesh));
        triangles += sum.triangles;
    }
    mq_put_integer(object, "vertex_count", obj->position_count);
    mq_put_integer(object, "triangle_count", (int64_t)triangles);
}

static void put_material(mq_node *materials, const char *name, const maq_obj_material *material) {
    static const char *const roles[MAQ_OBJ_MAP_COUNT] = {
        "diffuse", "bump", "normal", "specular", "alpha_mask", "ambient", "emissive", "shininess"};
    mq_node *entry = mq_put_object(materials, NULL);
    mq_put_text(entry, "name", name);
    mq_node *textures = mq_put_object(entry, "textures");
    bool done[MAQ_OBJ_MAP_COUNT] = {false};
    for (uint32_t i = 0; material && i < material->map_count; i++) {
        const maq_obj_map *map = &material->maps[i];
        if (!done[map->kind])
            mq_put_text(textures, roles[map->kind], map->file);
        done[map->kind] = true;
    }
}

// Those that are used, in the order of their first use; meshes count them so.
static void put_materials(const maq_obj *obj, mq_node *object) {
    obj_names names = {.arena = mq_node_arena(object)};
    uint32_t *first = MQ_NEW_ARRAY(names.arena, uint32_t, obj->material_count);
    for (uint32_t i = 0; first && i < obj->material_count; i++) {
        size_t known = names.count;
        if (mq_obj_names_add(&names, obj->materials[i].name) == known)
            first[known] = i;
    }
    mq_node *materials = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < obj->use_count; i++) {
        uint32_t number = mq_obj_names_find(&names, obj->uses[i].text);
        put_material(materials, obj->uses[i].text,
                     first && number != UINT32_MAX ? &obj->materials[first[number]] : NULL);
    }
}

static void put_bounds(const maq_obj *obj, mq_node *object) {
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < obj->position_count; i++) {
        const float at[3] = {obj->positions[i].x, obj->positions[i].y, obj->positions[i].z};
        // A value that is not a number fails both comparisons.
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
        }
    }
    if (low[0] > high[0] || low[1] > high[1] || low[2] > high[2]) {
        mq_put_null(object, "bounds");
        return;
    }
    mq_node *bounds = mq_put_object(object, "bounds");
    mq_put_floats(bounds, "min", low, 3);
    mq_put_floats(bounds, "max", high, 3);
}

void mq_obj_info(const maq_document *document, mq_node *object) {
    const maq_obj *obj = document->content;
    put_meshes(obj, object);
    put_materials(obj, object);
    mq_put_array(object, "joints");
    mq_put_array(object, "clips");
    mq_put_array(object, "attachments");
    mq_put_array(object, "boxes");
    mq_put_array(object, "events");
    put_bounds(obj, object);
    mq_put_integer(object, "groups", obj->group_count);
    mq_node *libraries = mq_put_array(object, "libraries");
    for (uint32_t i = 0; i < obj->library_count; i++)
        mq_put_text(libraries, NULL, obj->libraries[i].text);
}
