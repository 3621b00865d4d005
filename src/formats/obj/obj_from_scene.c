// SPDX-License-Identifier: MIT
//
// From a scene to OBJ: each node with a mesh is an object, with its transform applied to the
// vertices.
#include <string.h>

#include "formats/obj/obj_from_scene_vertices.h"
#include "formats/obj/obj_names.h"
#include "formats/obj/obj_polygon.h"
#include "formats/obj/obj_scan.h"
#include "formats/obj/obj_scene.h"
#include "scene/rest_pose.h"
#include "scene/usage.h"

typedef struct maker {
    const maq_scene *scene;
    mq_arena *arena;
    mq_findings *findings;
    maq_obj obj;
    // Lists of the document that are allocated once, for all that the scene can add.
    obj_vertices vertices;
    maq_obj_element *elements;
    maq_obj_corner *corners;
    struct {
        size_t sections, objects, groups;
    } capacity;
    maq_obj_section state;
    uint32_t nameless; // the use for faces without a material
} maker;

// A new item at the end of a list of the document, or NULL when there is no memory.
#define ADD(m, type, list, count)                                                                  \
    ((type *)add_item((m)->arena, (const void **)(uintptr_t) & (m)->obj.list, &(m)->obj.count,     \
                      &(m)->capacity.list, sizeof(type)))

static void *add_item(mq_arena *arena, const void **items, uint32_t *count, size_t *capacity,
                      size_t size) {
    char *larger = mq_arena_grow(arena, MQ_WRITABLE(void, *items), capacity, *count, size);
    if (!larger)
        return NULL;
    *items = larger;
    return larger + (size_t)(*count)++ * size;
}

const char *mq_obj_fit_name(mq_arena *arena, const char *name) {
    char *line = mq_arena_text(arena, name, strlen(name));
    for (char *at = line; at && *at; at++) {
        if (mq_obj_is_break(*at))
            *at = ' ';
    }
    const char *fit = line ? mq_obj_text(arena, line, line + strlen(line)) : NULL;
    return fit && strcmp(fit, name) == 0 ? name : fit;
}

// A name as OBJ can hold it, and a loss where that changes it.
static const char *fit_name(maker *m, const char *name) {
    const char *fit = mq_obj_fit_name(m->arena, name);
    if (fit && fit != name)
        OBJ_LOSS(m->findings, NAME, 1, "the name \"%s\" became \"%s\"", name, fit);
    return fit;
}

// ------------------------------------------------------------------------------------------- faces

// Begins a section unless the last one says the same as the state.
static bool begin_section(maker *m) {
    const maq_obj_section *last =
        m->obj.section_count > 0 ? &m->obj.sections[m->obj.section_count - 1] : NULL;
    if (last && last->object == m->state.object && last->group == m->state.group &&
        last->material == m->state.material && last->smoothing == m->state.smoothing)
        return true;
    m->state.first_element = m->obj.element_count;
    maq_obj_section *section = ADD(m, maq_obj_section, sections, section_count);
    if (!section)
        return false;
    *section = m->state;
    return true;
}

static void add_face(maker *m, const obj_mesh_indices *indices, const uint32_t *vertices,
                     uint32_t count, bool mirror) {
    m->elements[m->obj.element_count++] =
        (maq_obj_element){m->obj.corner_count, count, MAQ_OBJ_NO_OFFSET, MAQ_OBJ_FACE};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = vertices[mirror ? count - 1 - i : i];
        m->corners[m->obj.corner_count++] =
            (maq_obj_corner){indices->positions[vertex],
                             indices->texcoords ? indices->texcoords[vertex] : MAQ_OBJ_NONE,
                             indices->normals ? indices->normals[vertex] : MAQ_OBJ_NONE};
    }
}

// The polygons and sections that the extras of a mesh list. Lists that do not fit the mesh are NULL.
typedef struct hints {
    const maq_value *polygons;    // at the number of corners of the present run
    const maq_value *sections;    // at the present one
    uint64_t run, triangles_left; // of the present ones
    bool by_group;
} hints;

// A whole number of at least `least`; 0 where there is none.
static uint64_t whole(const maq_value *value, double least) {
    double number;
    return maq_value_number(value, &number) && number >= least && number <= 4e9 ? (uint64_t)number
                                                                                : 0;
}

static hints read_hints(const maq_scene_mesh *mesh) {
    const maq_value *own = mq_scene_own_extras(mesh->extras, "obj");
    hints h = {.by_group = mq_value_flag(maq_value_find(own, "by_group"), false)};
    uint64_t polygons = 0, sections = 0;
    const maq_value *first = mq_first_element(maq_value_find(own, "polygons"));
    // Each product is below 2^64: both factors are below 2^32.
    for (const maq_value *v = first; v && v->next && polygons <= UINT32_MAX; v = v->next->next) {
        uint64_t corners = whole(v, 3), run = whole(v->next, 1);
        polygons += corners ? (corners - 2) * run : (uint64_t)UINT32_MAX + 1;
    }
    if (polygons == mesh->triangle_count)
        h.polygons = first;
    first = mq_first_element(maq_value_find(own, "sections"));
    for (const maq_value *v = first; v && sections <= UINT32_MAX; v = v->next)
        sections += whole(maq_value_find(v, "triangles"), 0);
    if (sections == mesh->triangle_count)
        h.sections = first;
    h.run = h.polygons ? whole(h.polygons->next, 1) : 0;
    h.triangles_left = h.sections ? whole(maq_value_find(h.sections, "triangles"), 0) : 0;
    return h;
}

// Enters the section of the next triangle.
static bool enter_section(maker *m, hints *h, bool first) {
    bool fresh = first;
    while (h->sections && h->triangles_left == 0) {
        h->sections = h->sections->next;
        h->triangles_left = whole(maq_value_find(h->sections, "triangles"), 0);
        fresh = true;
    }
    if (!h->sections || !fresh)
        return true;
    uint64_t smoothing = whole(maq_value_find(h->sections, "smoothing"), 0);
    m->state.smoothing = smoothing <= UINT32_MAX ? (uint32_t)smoothing : 0;
    const maq_value *group = maq_value_find(h->sections, "group");
    if (!group || group->kind != MAQ_VALUE_TEXT || h->by_group)
        return true;
    const char *name = fit_name(m, group->as.text.bytes);
    const char *last = m->obj.group_count ? m->obj.groups[m->obj.group_count - 1].text : NULL;
    if (!name)
        return false;
    if (last && strcmp(last, name) == 0)
        return true;
    maq_obj_name *item = ADD(m, maq_obj_name, groups, group_count);
    if (!item)
        return false;
    *item = (maq_obj_name){name, MAQ_OBJ_NO_OFFSET};
    m->state.group = m->obj.group_count - 1;
    return true;
}

// How many triangles the next polygon has.
static uint32_t next_polygon(hints *h) {
    while (h->polygons && h->run == 0) {
        h->polygons = h->polygons->next->next;
        h->run = h->polygons ? whole(h->polygons->next, 1) : 0;
    }
    if (!h->polygons)
        return 1;
    h->run--;
    return (uint32_t)whole(h->polygons, 3) - 2;
}

// The triangles of one part, as the polygons they were cut from where the extras list these.
static bool add_part(maker *m, const maq_scene_mesh *mesh, const maq_scene_part *part,
                     const obj_mesh_indices *indices, hints *h, uint32_t *corners, bool mirror) {
    uint32_t end = part->first_triangle + part->triangle_count;
    for (uint32_t i = part->first_triangle; i < end;) {
        if (!enter_section(m, h, i == 0) || !begin_section(m))
            return false;
        uint32_t count = next_polygon(h);
        uint64_t left = h->sections ? h->triangles_left : UINT32_MAX;
        bool whole_polygon =
            count <= end - i && count <= left && mq_obj_join(mesh->triangles + i, count, corners);
        if (whole_polygon) {
            add_face(m, indices, corners, count + 2, mirror);
        } else {
            // The mesh was changed: the remaining triangles stay triangles.
            h->polygons = NULL;
            count = 1;
            add_face(m, indices, mesh->triangles[i], 3, mirror);
        }
        i += count;
        h->triangles_left -= count <= h->triangles_left ? count : h->triangles_left;
    }
    return true;
}

// ----------------------------------------------------------------------------------------- objects

// Begins an object (or a group, where the source had these instead).
static bool begin_object(maker *m, const char *name, bool by_group) {
    uint32_t number = m->obj.object_count + m->obj.group_count;
    name = fit_name(m, name);
    if (!name)
        return false;
    // The first object may have no name: it needs no statement.
    if (!*name && m->obj.element_count == 0)
        return true;
    if (!*name && !(name = mq_arena_format(m->arena, "mesh %lu", (unsigned long)number + 1)))
        return false;
    maq_obj_name *item = by_group ? ADD(m, maq_obj_name, groups, group_count)
                                  : ADD(m, maq_obj_name, objects, object_count);
    if (!item)
        return false;
    *item = (maq_obj_name){name, MAQ_OBJ_NO_OFFSET};
    if (by_group)
        m->state.group = m->obj.group_count - 1;
    else
        m->state.object = m->obj.object_count - 1;
    return true;
}

// `scratch` is for what only this object needs.
static bool add_object(maker *m, mq_arena *scratch, const maq_scene_mesh *mesh, const char *name,
                       const obj_transform *world) {
    obj_mesh_indices indices;
    if (*name && *mesh->name && strcmp(name, mesh->name) != 0)
        OBJ_LOSS(m->findings, NAME, 1, "the mesh \"%s\" took the name of its node, \"%s\"",
                 mesh->name, name);
    hints h = read_hints(mesh);
    uint32_t *corners =
        MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, (size_t)mesh->triangle_count + 2);
    if (!corners || !begin_object(m, *name ? name : mesh->name, h.by_group) ||
        !mq_obj_add_vertices(&m->vertices, scratch, mesh, world, &indices))
        return false;
    m->state.smoothing = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const maq_scene_part *part = &mesh->parts[i];
        bool had = m->state.material != MAQ_OBJ_NONE;
        m->state.material = part->material != MAQ_SCENE_NONE ? part->material
                            : had                            ? m->nameless
                                                             : MAQ_OBJ_NONE;
        if (!add_part(m, mesh, part, &indices, &h, corners, mq_obj_mirrors(world)))
            return false;
    }
    return true;
}

static const obj_transform identity = {true, {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};

static bool is_identity(const maq_transform *t) {
    return memcmp(t, &mq_identity, sizeof *t) == 0;
}

static obj_transform world_transform(const maq_scene_node *node, const obj_transform *parent) {
    const maq_transform *t = &node->rest;
    obj_transform p = {
        is_identity(t) && parent->is_identity,
        mq_mat34_from((mq_vec3){t->translation[0], t->translation[1], t->translation[2]},
                      (mq_quat){t->rotation[0], t->rotation[1], t->rotation[2], t->rotation[3]},
                      (mq_vec3){t->scale[0], t->scale[1], t->scale[2]})};
    if (parent->is_identity)
        return p;
    mq_mat34 own = p.matrix;
    p.matrix = mq_mat34_multiply(&parent->matrix, &own);
    // Such a node has only its position from its parent.
    for (int row = 0; node->ignores_parent_rotation && row < 3; row++)
        memcpy(p.matrix.m[row], own.m[row], 3 * sizeof own.m[row][0]);
    return p;
}

// Whether a node shows a mesh that the budget has capacity for.
static bool shows_mesh(const maq_scene *scene, uint32_t node, mq_copy_budget *budget) {
    uint32_t mesh = scene->nodes[node].mesh;
    return mesh != MAQ_SCENE_NONE && mq_copy_budget_spend(budget, &scene->meshes[mesh]);
}

// A polygon of n triangles has n + 2 corners, so three for each triangle are enough.
static bool alloc_lists(maker *m) {
    const maq_scene *scene = m->scene;
    mq_copy_budget budget = mq_copy_budget_of(scene);
    uint64_t triangles = 0, vertices = 0, texcoords = 0, normals = 0;
    bool coloured = false;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        coloured = coloured || scene->meshes[i].colours;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (!shows_mesh(scene, i, &budget))
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[i].mesh];
        triangles += mesh->triangle_count;
        vertices += mesh->vertex_count;
        texcoords += mesh->uv_set_count > 0 ? mesh->vertex_count : 0;
        normals += mesh->normals ? mesh->vertex_count : 0;
    }
    if (vertices >= MAQ_OBJ_INVALID || triangles > UINT32_MAX / 3) {
        mq_arena_fail(m->arena, MAQ_OVER_LIMIT);
        return false;
    }
    m->elements = MQ_NEW_UNINITIALIZED_ARRAY(m->arena, maq_obj_element, (size_t)triangles);
    m->corners = MQ_NEW_UNINITIALIZED_ARRAY(m->arena, maq_obj_corner, (size_t)triangles * 3);
    m->obj.elements = m->elements;
    m->obj.corners = m->corners;
    return m->elements && m->corners &&
           mq_obj_alloc_vertices(&m->vertices, m->arena, (size_t)vertices, (size_t)texcoords,
                                 (size_t)normals, coloured);
}

static bool add_node(maker *m, const maq_scene_node *node, const obj_transform *transform,
                     const mq_mat34 *worlds) {
    mq_arena *scratch = mq_arena_scratch(m->arena);
    if (!scratch)
        return false;
    // Joints alone transform a skinned mesh.
    bool skinned = node->skin != MAQ_SCENE_NONE;
    maq_scene_mesh mesh = m->scene->meshes[node->mesh];
    bool added =
        (!skinned || mq_bake_rest_pose(scratch, &m->scene->skins[node->skin], worlds, &mesh)) &&
        add_object(m, scratch, &mesh, node->name, skinned ? &identity : transform);
    mq_arena_end_scratch(m->arena, scratch);
    return added;
}

static bool add_objects(maker *m) {
    const maq_scene *scene = m->scene;
    obj_transform *transforms = MQ_NEW_ARRAY(m->arena, obj_transform, scene->node_count);
    mq_mat34 *worlds = MQ_NEW_ARRAY(m->arena, mq_mat34, scene->node_count);
    const bool *shown = mq_shown_meshes(m->arena, scene);
    mq_copy_budget budget = mq_copy_budget_of(scene);
    if (!transforms || !worlds || !shown || !alloc_lists(m))
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t number = scene->node_order[i];
        const maq_scene_node *node = &scene->nodes[number];
        transforms[number] = world_transform(
            node, node->parent == MAQ_SCENE_NONE ? &identity : &transforms[node->parent]);
        worlds[number] = transforms[number].matrix;
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (shows_mesh(scene, i, &budget) && !add_node(m, &scene->nodes[i], &transforms[i], worlds))
            return false;
    }
    mq_obj_set_vertices(&m->vertices, &m->obj);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        OBJ_LOSS(m->findings, UNSHOWN, !shown[i],
                 "the mesh \"%s\", which no node shows, was dropped", scene->meshes[i].name);
    OBJ_LOSS(m->findings, NODES, budget.denied,
             "%llu %s of meshes that nodes show very often were left out",
             (unsigned long long)budget.denied, MQ_PLURAL(budget.denied, "copy", "copies"));
    return true;
}

// A file needs a statement to be known as OBJ.
static bool add_empty_object(maker *m) {
    maq_obj_name *object = ADD(m, maq_obj_name, objects, object_count);
    if (!object)
        return false;
    *object = (maq_obj_name){"empty", MAQ_OBJ_NO_OFFSET};
    OBJ_LOSS(m->findings, EMPTY, 1, "there is no mesh: an empty object was written");
    return true;
}

// --------------------------------------------------------------------------------------- materials

// A name that no material before has.
static const char *unique_name(maker *m, obj_names *names, const char *name, uint32_t number) {
    const char *given = name;
    name = fit_name(m, name);
    if (name && !*name)
        name = mq_arena_format(m->arena, "material %lu", (unsigned long)number + 1);
    if (name && mq_obj_names_find(names, name) != UINT32_MAX) {
        do {
            name = mq_arena_format(m->arena, "%s.%lu", given, (unsigned long)number++);
        } while (name && mq_obj_names_find(names, name) != UINT32_MAX);
        OBJ_LOSS(m->findings, NAME, 1, "a second material \"%s\" became \"%s\"", given,
                 name ? name : "");
    }
    return name && mq_obj_names_add(names, name) != UINT32_MAX ? name : NULL;
}

// Uses and materials have the scene's indices; the last use is for faces without a material.
static bool add_materials(maker *m) {
    obj_names names = {.arena = m->arena};
    uint32_t count = m->scene->material_count;
    maq_obj_material *materials = MQ_NEW_ARRAY(m->arena, maq_obj_material, count);
    maq_obj_name *uses = MQ_NEW_ARRAY(m->arena, maq_obj_name, (size_t)count + 1);
    for (uint32_t i = 0; materials && uses && i < count; i++) {
        const maq_scene_material *material = &m->scene->materials[i];
        const char *name = unique_name(m, &names, material->name, i);
        if (!name || !mq_obj_material_from_scene(m->arena, material, name, &materials[i]))
            return false;
        uses[i] = (maq_obj_name){name, MAQ_OBJ_NO_OFFSET};
    }
    if (!materials || !uses)
        return false;
    uses[count] = (maq_obj_name){"", MAQ_OBJ_NO_OFFSET};
    m->obj.materials = materials;
    m->obj.material_count = count;
    m->obj.materials_known = true;
    m->obj.uses = uses;
    m->obj.use_count = count;
    m->nameless = count;
    return true;
}

// --------------------------------------------------------------------------------------- the whole

static bool add_comments(maker *m) {
    const maq_value *own = mq_scene_own_extras(m->scene->extras, "obj");
    const maq_value *list = maq_value_find(own, "comments");
    size_t count = mq_first_element(list) ? list->as.children.count : 0;
    maq_obj_comment *comments = MQ_NEW_ARRAY(m->arena, maq_obj_comment, count);
    for (const maq_value *v = mq_first_element(list); comments && v; v = v->next) {
        const char *text = v->kind == MAQ_VALUE_TEXT ? v->as.text.bytes : "";
        // Line breaks end a comment.
        text = strpbrk(text, "\r\n") ? mq_obj_fit_name(m->arena, text) : text;
        if (!text)
            return false;
        comments[m->obj.comment_count++] = (maq_obj_comment){text, 0, MAQ_OBJ_NO_OFFSET};
    }
    list = maq_value_find(own, "libraries");
    count = mq_first_element(list) ? list->as.children.count : 0;
    maq_obj_name *libraries = MQ_NEW_ARRAY(m->arena, maq_obj_name, count);
    for (const maq_value *v = mq_first_element(list); libraries && v; v = v->next) {
        const char *text =
            v->kind == MAQ_VALUE_TEXT ? mq_obj_fit_name(m->arena, v->as.text.bytes) : "";
        if (!text)
            return false;
        if (*text)
            libraries[m->obj.library_count++] = (maq_obj_name){text, MAQ_OBJ_NO_OFFSET};
    }
    m->obj.comments = comments;
    m->obj.libraries = libraries;
    return comments && libraries;
}

maq_status mq_obj_from_scene(const maq_scene *scene, const mq_settings *settings,
                             maq_document *out) {
    (void)settings;
    maker m = {.scene = scene,
               .arena = out->arena,
               .findings = &out->findings,
               .state = {MAQ_OBJ_NONE, MAQ_OBJ_NONE, MAQ_OBJ_NONE, 0, 0}};
    maq_obj *obj = MQ_NEW(out->arena, maq_obj);
    if (!obj || !add_comments(&m) || !add_materials(&m) || !add_objects(&m))
        return mq_arena_status(out->arena);
    if (m.obj.position_count == 0 && m.obj.object_count == 0 && m.obj.group_count == 0 &&
        !add_empty_object(&m))
        return mq_arena_status(out->arena);
    for (uint32_t i = 0; i < m.obj.section_count; i++) {
        if (m.obj.sections[i].material == m.nameless)
            m.obj.use_count = m.nameless + 1;
    }
    mq_obj_report_losses(scene, m.findings);
    *obj = m.obj;
    out->content = obj;
    return mq_arena_status(out->arena);
}
