// SPDX-License-Identifier: MIT
//
// The summary of an OBJ model.
#include "base/info.h"
#include "formats/obj/obj_names.h"
#include "formats/obj/obj_priv.h"

// Adds the faces of a section to the summary of its object. `seen` holds the number of the mesh
// that used each position last: vertices are the positions that a mesh uses.
static void add_section(const maq_obj *obj, uint32_t section, uint32_t *seen, uint32_t number,
                        mq_info_mesh_summary *mesh) {
    uint32_t end = mq_obj_section_end(obj, section);
    for (uint32_t i = obj->sections[section].first_element; i < end; i++) {
        const maq_obj_element *element = &obj->elements[i];
        if (!mq_obj_is_valid_face(obj, element))
            continue;
        const maq_obj_corner *corners = obj->corners + element->first_corner;
        mesh->triangles += element->corner_count - 2;
        if (corners[0].texcoord != MAQ_OBJ_NONE)
            mesh->uv_sets = 1;
        for (uint32_t k = 0; k < element->corner_count; k++) {
            uint32_t *mark = &seen[corners[k].position];
            mesh->vertices += *mark != number;
            *mark = number;
        }
    }
}

// One mesh for each object, as in a scene: a run of sections.
static void add_meshes(const maq_obj *obj, mq_info *info) {
    uint32_t *seen = MQ_NEW_ARRAY(mq_node_arena(info->object), uint32_t, obj->position_count);
    for (uint32_t i = 0, number = 1; seen && i < obj->section_count; number++) {
        uint32_t object = obj->sections[i].object, material = obj->sections[i].material;
        mq_info_mesh_summary mesh = {
            .name = mq_info_string(object == MAQ_OBJ_NONE ? "" : obj->objects[object].text),
            .material = material == MAQ_OBJ_NONE ? MQ_INFO_NONE : (int64_t)material};
        for (; i < obj->section_count && obj->sections[i].object == object; i++)
            add_section(obj, i, seen, number, &mesh);
        mq_info_add_mesh(info, &mesh);
    }
    // Objects may share positions, and some are unused.
    info->vertex_count = obj->position_count;
}

static void add_textures(mq_node *textures, const maq_obj_material *material) {
    static const char *const roles[MAQ_OBJ_MAP_COUNT] = {
        "diffuse", "bump", "normal", "specular", "alpha_mask", "ambient", "emissive", "shininess"};
    bool done[MAQ_OBJ_MAP_COUNT] = {false};
    for (uint32_t i = 0; i < material->map_count; i++) {
        const maq_obj_map *map = &material->maps[i];
        if (!done[map->kind])
            mq_put_text(textures, roles[map->kind], map->file);
        done[map->kind] = true;
    }
}

// Those that are used, in the order of their first use, which meshes refer to.
static void add_materials(const maq_obj *obj, mq_info *info) {
    obj_names names = {.arena = mq_node_arena(info->object)};
    uint32_t *first = MQ_NEW_ARRAY(names.arena, uint32_t, obj->material_count);
    for (uint32_t i = 0; first && i < obj->material_count; i++) {
        size_t known = names.count;
        if (mq_obj_names_add(&names, obj->materials[i].name) == known)
            first[known] = i;
    }
    for (uint32_t i = 0; i < obj->use_count; i++) {
        uint32_t number = mq_obj_names_find(&names, obj->uses[i].text);
        mq_node *textures = mq_info_add_material(info, mq_info_string(obj->uses[i].text));
        if (first && number != UINT32_MAX)
            add_textures(textures, &obj->materials[first[number]]);
    }
}

void mq_obj_info(const maq_document *document, mq_node *object) {
    const maq_obj *obj = document->content;
    mq_info info = mq_info_begin(object);
    add_meshes(obj, &info);
    mq_info_end_meshes(&info);
    add_materials(obj, &info);
    for (uint32_t i = 0; i < obj->position_count; i++) {
        const maq_obj_position *p = &obj->positions[i];
        mq_info_add_point(&info, (const float[3]){p->x, p->y, p->z});
    }
    mq_info_end(&info);
    mq_put_integer(object, "groups", obj->group_count);
    mq_node *libraries = mq_put_array(object, "libraries");
    for (uint32_t i = 0; i < obj->library_count; i++)
        mq_put_text(libraries, NULL, obj->libraries[i].text);
}

void mq_obj_count(const maq_document *document, mq_counts *out) {
    const maq_obj *obj = document->content;
    for (uint32_t i = 0; i < obj->section_count; i++)
        out->meshes += i == 0 || obj->sections[i].object != obj->sections[i - 1].object;
}
