// SPDX-License-Identifier: MIT
//
// From OBJ to a scene: each object is a mesh under a node of its name. In a file with groups but no
// objects each group is one. The axes are the scene's (MQ_AXES_SCENE).
#include <math.h>
#include <string.h>

#include "base/digest.h"
#include "base/math.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "formats/obj/obj_faces.h"
#include "formats/obj/obj_names.h"
#include "formats/obj/obj_polygon.h"
#include "formats/obj/obj_scene.h"
#include "scene/geometry.h"
#include "scene/weld.h"

typedef struct bridge {
    mq_scene_builder *builder;
    mq_arena *arena;
    mq_arena *scratch; // until the mesh is made
    const maq_obj *obj;
    uint32_t *materials; // of the scene, by use
    atomic_bool *used;   // positions that faces show
    uint32_t bad_faces, flat_meshes;
} bridge;

// What makes a vertex: corners with the same row share one.
typedef struct vertex_row {
    uint32_t position, normal, smoothing, texcoord;
} vertex_row;

// Marks in vertex_row.normal of corners without one. SMOOTH corners have their smoothing group in
// `smoothing`; FLAT ones share no vertex.
#define SMOOTH MAQ_OBJ_NONE
#define FLAT MAQ_OBJ_INVALID

// A mesh that is being made.
typedef struct mesh_work {
    const maq_obj_section **sections; // by material
    uint32_t section_count;
    obj_faces faces;
    vertex_row *rows;                           // by vertex; NULL when no corners share one
    mq_weld_table table;                        // of the rows that are not FLAT
    uint32_t shared_count;                      // how many those are
    float *positions, *normals, *uvs, *colours; // of the vertices; the last two may be NULL
    float (*points)[3];                         // the corners of a face
    uint32_t *vertices;                         // and their vertices
    uint32_t (*triangles)[3];
    uint32_t vertex_count, triangle_count;
    maq_scene_part *parts;
    uint32_t part_count;
    bool polygons, states;
} mesh_work;

static uint32_t element_end(const bridge *b, const maq_obj_section *section) {
    return mq_obj_section_end(b->obj, (uint32_t)(section - b->obj->sections));
}

// --------------------------------------------------------------------------------------- vertices

// The normal of a corner, of length 1 unless it has no direction; mq_scene_finish() repairs that.
static void unit_normal(const maq_obj_normal *normal, float out[3]) {
    mq_vec3 v = {normal->x, normal->y, normal->z};
    double square = mq_dot(v, v);
    bool near = square > 0.9995 && square < 1.0005;
    if (!near && isfinite(square))
        v = mq_normalize(v);
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static void fill_colour(const maq_obj_colour *from, float to[4]) {
    const float rgba[] = {from->red, from->green, from->blue, 1}, white[] = {1, 1, 1, 1};
    memcpy(to, from->given ? rgba : white, sizeof rgba);
}

static bool alloc_streams(bridge *b, mesh_work *w, size_t count) {
    w->positions = MQ_NEW_UNINITIALIZED_ARRAY(b->arena, float, count * 3);
    w->normals = MQ_NEW_UNINITIALIZED_ARRAY(b->arena, float, count * 3);
    w->uvs = w->faces.textured ? MQ_NEW_UNINITIALIZED_ARRAY(b->arena, float, count * 2) : NULL;
    w->colours = w->faces.coloured ? MQ_NEW_UNINITIALIZED_ARRAY(b->arena, float, count * 4) : NULL;
    return mq_arena_status(b->arena) == MAQ_OK;
}

// Sets what a row says of a vertex; a normal that it does not have is made later.
static void fill_vertex(const maq_obj *obj, const mesh_work *w, const vertex_row *row, size_t i) {
    memcpy(w->positions + i * 3, &obj->positions[row->position].x, 3 * sizeof *w->positions);
    if (row->normal < obj->normal_count)
        unit_normal(&obj->normals[row->normal], w->normals + i * 3);
    if (w->uvs) {
        bool given = row->texcoord != MAQ_OBJ_NONE;
        w->uvs[i * 2] = given ? obj->texcoords[row->texcoord].u : 0;
        w->uvs[i * 2 + 1] = given ? 1 - obj->texcoords[row->texcoord].v : 0;
    }
    if (w->colours)
        fill_colour(&obj->colours[row->position], w->colours + i * 4);
}

// ---------------------------------------------------------------------------------------- corners

static uint64_t digest_of(const vertex_row *row) {
    uint64_t digest = mq_digest_number(0, row->position | (uint64_t)row->normal << 32);
    return mq_digest_number(digest, row->smoothing | (uint64_t)row->texcoord << 32);
}

static uint64_t digest_of_vertex(const void *rows, uint32_t index) {
    return digest_of((const vertex_row *)rows + index);
}

// By members, which are in registers: memcmp() would have to wait until they are in memory.
static bool is_same_row(const vertex_row *a, const vertex_row *b) {
    return a->position == b->position && a->normal == b->normal && a->texcoord == b->texcoord &&
           a->smoothing == b->smoothing;
}

// The vertex of a row: a new one unless an equal row has one. After a failure, any: add_mesh() checks the
// status.
static uint32_t vertex_of(bridge *b, mesh_work *w, const vertex_row *row) {
    if (row->normal == FLAT) {
        w->rows[w->vertex_count] = *row;
        return w->vertex_count++;
    }
    mq_weld_table *table = &w->table;
    size_t slot = mq_weld_first_slot(table, digest_of(row));
    for (; table->slots[slot] != 0; slot = mq_weld_next_slot(table, slot)) {
        uint32_t vertex = table->slots[slot] - 1;
        if (is_same_row(&w->rows[vertex], row))
            return vertex;
    }
    if (mq_weld_table_is_full(table, w->shared_count)) {
        if (!mq_weld_table_grow(table, b->scratch, digest_of_vertex, w->rows))
            return 0;
        slot = mq_weld_empty_slot(table, digest_of(row));
    }
    w->rows[w->vertex_count] = *row;
    table->slots[slot] = w->vertex_count + 1;
    w->shared_count++;
    return w->vertex_count++;
}

static uint32_t add_corner(bridge *b, mesh_work *w, const maq_obj_section *section,
                           const maq_obj_corner *corner) {
    vertex_row row = {corner->position, corner->normal, 0, corner->texcoord};
    if (corner->normal == MAQ_OBJ_NONE) {
        row.normal = section->smoothing ? SMOOTH : FLAT;
        row.smoothing = section->smoothing;
    }
    if (w->rows)
        return vertex_of(b, w, &row);
    fill_vertex(b->obj, w, &row, w->vertex_count);
    return w->vertex_count++;
}

static void add_face(bridge *b, mesh_work *w, const maq_obj_section *section,
                     const maq_obj_element *element) {
    uint32_t count = element->corner_count, (*triangles)[3] = w->triangles + w->triangle_count;
    const maq_obj_corner *corners = &b->obj->corners[element->first_corner];
    w->triangle_count += count - 2;
    if (count == 3) {
        for (int k = 0; k < 3; k++)
            triangles[0][k] = add_corner(b, w, section, &corners[k]);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        memcpy(w->points[i], &b->obj->positions[corners[i].position].x, sizeof *w->points);
        w->vertices[i] = add_corner(b, w, section, &corners[i]);
    }
    mq_obj_cut((const float(*)[3])w->points, count, triangles);
    for (uint32_t i = 0; i + 2 < count; i++) {
        for (int k = 0; k < 3; k++)
            triangles[i][k] = w->vertices[triangles[i][k]];
    }
}

static void add_faces(bridge *b, mesh_work *w, const maq_obj_section *section) {
    uint32_t end = element_end(b, section);
    for (uint32_t i = section->first_element; i < end; i++) {
        if (!w->faces.invalid || mq_obj_is_valid_face(b->obj, &b->obj->elements[i]))
            add_face(b, w, section, &b->obj->elements[i]);
    }
}

// ------------------------------------------------------------------------------ separate triangles

// Faces that are all triangles and share no vertices: all cores add them, with their normals.
static bool are_separate(const mesh_work *w) {
    return !w->rows && !w->polygons && !w->faces.invalid;
}

typedef struct separate_faces {
    const maq_obj *obj;
    const mesh_work *mesh;
    const maq_obj_element *elements; // of a section
    uint32_t count, first_triangle;
} separate_faces;

enum { SHARE = 1 << 15 };

static void add_share(void *context, size_t index) {
    const separate_faces *faces = context;
    const mesh_work *w = faces->mesh;
    uint32_t begin = (uint32_t)index * SHARE, left = faces->count - begin;
    uint32_t count = left < SHARE ? left : SHARE, first = faces->first_triangle + begin;
    for (uint32_t i = 0; i < count; i++) {
        const maq_obj_corner *corners =
            &faces->obj->corners[faces->elements[begin + i].first_corner];
        for (uint32_t k = 0; k < 3; k++) {
            vertex_row row = {corners[k].position, FLAT, 0, corners[k].texcoord};
            uint32_t vertex = 3 * (first + i) + k;
            fill_vertex(faces->obj, w, &row, vertex);
            w->triangles[first + i][k] = vertex;
        }
    }
    mq_flat_normals((const float(*)[3])(void *)w->positions,
                    (const uint32_t(*)[3])w->triangles + first, count,
                    (float(*)[3])(void *)w->normals);
}

static void add_separate_faces(bridge *b, mesh_work *w, const maq_obj_section *section) {
    const maq_obj *obj = b->obj;
    uint32_t end = element_end(b, section);
    separate_faces faces = {obj, w, obj->elements + section->first_element,
                            end - section->first_element, w->triangle_count};
    mq_parallel((faces.count + (size_t)SHARE - 1) / SHARE, 0, add_share, NULL, &faces);
    w->triangle_count += faces.count;
    w->vertex_count += 3 * faces.count;
}

// ------------------------------------------------------------------------------------------- parts

static void add_part(bridge *b, mesh_work *w, const maq_obj_section *section, uint32_t before) {
    uint32_t material =
        section->material == MAQ_OBJ_NONE ? MAQ_SCENE_NONE : b->materials[section->material];
    maq_scene_part *last = w->part_count > 0 ? &w->parts[w->part_count - 1] : NULL;
    if (w->triangle_count == before)
        return;
    if (last && last->material == material)
        last->triangle_count += w->triangle_count - before;
    else
        w->parts[w->part_count++] = (maq_scene_part){material, before, w->triangle_count - before};
}

// ---------------------------------------------------------------------------------------- streams

// By vertex, the first one with the same position and smoothing group. NULL when there is no memory.
static uint32_t *smoothing_slots(bridge *b, const mesh_work *w) {
    uint32_t *slots = MQ_NEW_UNINITIALIZED_ARRAY(b->scratch, uint32_t, w->vertex_count);
    vertex_row *rows = MQ_NEW_UNINITIALIZED_ARRAY(b->scratch, vertex_row, w->vertex_count);
    for (uint32_t i = 0; slots && rows && i < w->vertex_count; i++) {
        rows[i] = w->rows[i];
        rows[i].texcoord = 0;
        if (rows[i].normal == FLAT)
            rows[i].smoothing = i;
    }
    return slots && rows &&
                   mq_weld(b->scratch, rows, w->vertex_count, sizeof *rows, slots) != UINT32_MAX
               ? slots
               : NULL;
}

// Normals for vertices without: the mean of the triangles of their smoothing group around a position,
// or of their face.
static bool make_normals(bridge *b, const mesh_work *w, const float (*positions)[3],
                         float (*normals)[3]) {
    const uint32_t(*triangles)[3] = (const uint32_t(*)[3])w->triangles;
    if (!w->polygons && !w->faces.smooth && !w->faces.has_normals) {
        mq_flat_normals(positions, triangles, w->triangle_count, normals);
        return true;
    }
    // Without texture coordinates no two vertices have the same position and smoothing group.
    const uint32_t *slots = w->faces.textured && w->rows ? smoothing_slots(b, w) : NULL;
    mq_vec3 *sums = MQ_NEW_ARRAY(b->scratch, mq_vec3, w->vertex_count);
    if (mq_arena_status(b->scratch) != MAQ_OK)
        return false;
    mq_add_area_vectors(positions, triangles, w->triangle_count, slots, sums);
    for (uint32_t i = 0; i < w->vertex_count; i++) {
        mq_vec3 normal = mq_normalize(sums[slots ? slots[i] : i]);
        // A face without area has no normal; it gets the up direction.
        if (normal.x == 0 && normal.y == 0 && normal.z == 0)
            normal.y = 1;
        if (!w->rows || w->rows[i].normal >= b->obj->normal_count)
            mq_vec3_store(normal, normals[i]);
    }
    return true;
}

static bool fill_mesh(bridge *b, mesh_work *w, maq_scene_mesh *mesh) {
    if (w->rows && !alloc_streams(b, w, w->vertex_count))
        return false;
    for (size_t i = 0; w->rows && i < w->vertex_count; i++)
        fill_vertex(b->obj, w, &w->rows[i], i);
    const float(**sets)[2] = (const float(**)[2])(void *)MQ_NEW_ARRAY(b->arena, void *, 1);
    if (!sets)
        return false;
    sets[0] = (const float(*)[2])(void *)w->uvs;
    mesh->vertex_count = w->vertex_count;
    mesh->positions = (const float(*)[3])(void *)w->positions;
    mesh->normals = (const float(*)[3])(void *)w->normals;
    mesh->uv_set_count = w->faces.textured;
    mesh->uvs = (const float(*const *)[2])sets;
    mesh->colours = (const float(*)[4])(void *)w->colours;
    return are_separate(w) || !(w->faces.flat || w->faces.smooth) ||
           make_normals(b, w, mesh->positions, (float(*)[3])(void *)w->normals);
}

// ----------------------------------------------------------------------------------------- extras

// Corners of polygons as pairs of a number of corners and how many such polygons follow.
static void put_polygons(const bridge *b, const mesh_work *w, mq_node *own) {
    mq_node *list = mq_put_array(own, "polygons");
    uint32_t corners = 0;
    int64_t run = 0;
    for (uint32_t i = 0; i < w->section_count; i++) {
        uint32_t end = element_end(b, w->sections[i]);
        for (uint32_t k = w->sections[i]->first_element; k < end; k++) {
            if (!mq_obj_is_valid_face(b->obj, &b->obj->elements[k]))
                continue;
            if (b->obj->elements[k].corner_count != corners && run > 0) {
                mq_put_integer(list, NULL, corners);
                mq_put_integer(list, NULL, run);
                run = 0;
            }
            corners = b->obj->elements[k].corner_count;
            run++;
        }
    }
    mq_put_integer(list, NULL, corners);
    mq_put_integer(list, NULL, run);
}

// Groups and smoothing groups, with how many triangles each holds for.
static void put_states(const bridge *b, const mesh_work *w, mq_node *own) {
    mq_node *list = mq_put_array(own, "sections");
    for (uint32_t i = 0; i < w->section_count; i++) {
        const maq_obj_section *section = w->sections[i];
        int64_t triangles = 0;
        uint32_t end = element_end(b, section);
        for (uint32_t k = section->first_element; k < end; k++) {
            if (mq_obj_is_valid_face(b->obj, &b->obj->elements[k]))
                triangles += b->obj->elements[k].corner_count - 2;
        }
        mq_node *row = mq_put_object(list, NULL);
        mq_put_integer(row, "triangles", triangles);
        mq_put_integer(row, "smoothing", section->smoothing);
        if (section->group != MAQ_OBJ_NONE)
            mq_put_text(row, "group", b->obj->groups[section->group].text);
    }
}

static bool put_extras(const bridge *b, const mesh_work *w, maq_scene_mesh *mesh, bool by_group) {
    if (!w->polygons && !w->states && !by_group)
        return true;
    mq_node *extras = mq_value_root(b->arena, MAQ_VALUE_OBJECT);
    mq_node *own = extras ? mq_put_object(extras, "obj") : NULL;
    if (by_group)
        mq_put_bool(own, "by_group", true);
    if (w->polygons)
        put_polygons(b, w, own);
    if (w->states)
        put_states(b, w, own);
    mesh->extras = extras ? mq_node_value(extras) : NULL;
    return mq_arena_status(b->arena) == MAQ_OK;
}

// ----------------------------------------------------------------------------------------- meshes

static int by_material(const void *left, const void *right, const void *context) {
    (void)context;
    const maq_obj_section *a = *(const maq_obj_section *const *)left,
                          *b = *(const maq_obj_section *const *)right;
    // Sections without a material come first: MAQ_OBJ_NONE + 1 is 0.
    return (a->material + 1 > b->material + 1) - (a->material + 1 < b->material + 1);
}

// Counts what the sections hold and puts those of one material together.
static bool prepare(bridge *b, mesh_work *w, uint32_t first, uint32_t end, bool by_group) {
    const maq_obj *obj = b->obj;
    w->section_count = end - first;
    w->sections = MQ_NEW_ARRAY(b->scratch, const maq_obj_section *, w->section_count);
    const maq_obj_section **spare = MQ_NEW_ARRAY(b->scratch, const maq_obj_section *, end - first);
    if (!w->sections || !spare)
        return false;
    for (uint32_t i = first; i < end; i++) {
        const maq_obj_section *section = &obj->sections[i];
        w->sections[i - first] = section;
        w->states =
            w->states || section->smoothing || (section->group != MAQ_OBJ_NONE && !by_group);
        if (!mq_obj_add_faces(obj, i, b->scratch, b->used, &w->faces))
            return false;
    }
    b->bad_faces += w->faces.bad_faces;
    b->flat_meshes += w->faces.flat;
    w->polygons = w->faces.largest > 3;
    w->sections = mq_sort(w->sections, spare, w->section_count, sizeof *spare, by_material, NULL);
    if (w->faces.shared > 0) {
        // Most meshes have about as many vertices as positions, far fewer than corners.
        size_t shared = w->faces.shared,
               expected = shared < obj->position_count ? shared : obj->position_count;
        w->rows = MQ_NEW_UNINITIALIZED_ARRAY(b->scratch, vertex_row, w->faces.corners);
        mq_weld_table_alloc(&w->table, b->scratch, (uint32_t)expected);
    } else if (!alloc_streams(b, w, w->faces.corners)) {
        return false;
    }
    w->points = mq_arena_alloc(b->scratch, w->faces.largest, sizeof *w->points, alignof(float));
    w->vertices = MQ_NEW_ARRAY(b->scratch, uint32_t, w->faces.largest);
    w->triangles = mq_arena_alloc_uninitialized(b->arena, w->faces.triangles, sizeof *w->triangles,
                                                alignof(uint32_t));
    w->parts = MQ_NEW_ARRAY(b->arena, maq_scene_part, w->section_count);
    return mq_arena_status(b->arena) == MAQ_OK && mq_arena_status(b->scratch) == MAQ_OK;
}

static bool add_mesh(bridge *b, const char *name, uint32_t first, uint32_t end, bool by_group) {
    mesh_work w = {0};
    name = mq_arena_text(b->arena, name, strlen(name));
    if (!name || !prepare(b, &w, first, end, by_group))
        return false;
    if (w.faces.largest == 0)
        return true;
    for (uint32_t i = 0; i < w.section_count; i++) {
        const maq_obj_section *section = w.sections[i];
        uint32_t before = w.triangle_count;
        if (are_separate(&w))
            add_separate_faces(b, &w, section);
        else
            add_faces(b, &w, section);
        add_part(b, &w, section, before);
    }
    if (mq_arena_status(b->scratch) != MAQ_OK)
        return false;
    maq_scene_mesh mesh = {.name = name,
                           .triangle_count = w.triangle_count,
                           .triangles = (const uint32_t(*)[3])w.triangles,
                           .part_count = w.part_count,
                           .parts = w.parts};
    if (!fill_mesh(b, &w, &mesh) || !put_extras(b, &w, &mesh, by_group))
        return false;
    maq_scene_node node = mq_scene_node(name, MAQ_NODE_GROUP);
    node.mesh = mq_scene_add_mesh(b->builder, &mesh);
    return node.mesh != MAQ_SCENE_NONE && mq_scene_add_node(b->builder, &node) != MAQ_SCENE_NONE;
}

// Whether two sections belong to one mesh.
static bool belong_together(const maq_obj *obj, const maq_obj_section *a, const maq_obj_section *b,
                            bool by_group) {
    if (!by_group)
        return a->object == b->object;
    return a->group == b->group ||
           (a->group != MAQ_OBJ_NONE && b->group != MAQ_OBJ_NONE &&
            strcmp(obj->groups[a->group].text, obj->groups[b->group].text) == 0);
}

static bool add_meshes(bridge *b) {
    const maq_obj *obj = b->obj;
    bool by_group = obj->object_count == 0 && obj->group_count > 0;
    for (uint32_t first = 0, end; first < obj->section_count; first = end) {
        const maq_obj_section *section = &obj->sections[first];
        for (end = first + 1; end < obj->section_count; end++) {
            if (!belong_together(obj, section, &obj->sections[end], by_group))
                break;
        }
        uint32_t number = by_group ? section->group : section->object;
        const maq_obj_name *names = by_group ? obj->groups : obj->objects;
        const char *name = number == MAQ_OBJ_NONE ? "" : names[number].text;
        b->scratch = mq_arena_scratch(b->arena);
        bool added = b->scratch && add_mesh(b, name, first, end, by_group);
        mq_arena_end_scratch(b->arena, b->scratch);
        if (!added)
            return false;
    }
    return true;
}

// -------------------------------------------------------------------------------------- materials

// First those that are defined, then those that are only used.
static bool add_materials(bridge *b) {
    const maq_obj *obj = b->obj;
    obj_names names = {.arena = b->arena};
    b->materials = MQ_NEW_ARRAY(b->arena, uint32_t, obj->use_count);
    for (uint32_t i = 0; i < obj->material_count; i++) {
        size_t known = names.count;
        maq_scene_material material;
        if (mq_obj_names_add(&names, obj->materials[i].name) != known)
            continue;
        if (!mq_obj_material_to_scene(b->arena, &obj->materials[i], &material))
            return false;
        mq_scene_add_material(b->builder, &material);
    }
    for (uint32_t i = 0; b->materials && i < obj->use_count; i++) {
        const char *name = obj->uses[i].text;
        size_t known = names.count;
        b->materials[i] = *name ? mq_obj_names_add(&names, name) : MAQ_SCENE_NONE;
        if (names.count > known) {
            maq_scene_material material =
                mq_scene_material(mq_arena_text(b->arena, name, strlen(name)));
            mq_scene_add_material(b->builder, &material);
        }
    }
    return mq_arena_status(b->arena) == MAQ_OK;
}

// ------------------------------------------------------------------------------------- the whole

static void report_losses(const bridge *b) {
    const maq_obj *obj = b->obj;
    mq_findings *findings = b->builder->findings;
    uint32_t elements = 0, weights = 0, thirds = 0, unused = 0;
    for (uint32_t i = 0; i < obj->element_count; i++)
        elements += obj->elements[i].kind != MAQ_OBJ_FACE;
    for (uint32_t i = 0; i < obj->position_count; i++) {
        weights += b->used[i] && obj->weights && obj->weights[i] != 1;
        unused += !b->used[i];
    }
    for (uint32_t i = 0; i < obj->texcoord_count; i++)
        thirds += obj->texcoords[i].w != 0;
    OBJ_LOSS(findings, ELEMENTS, elements, "%u %s dropped", elements,
             MQ_PLURAL(elements, "line or point was", "lines and points were"));
    OBJ_LOSS(findings, WEIGHTS, weights, "the weight of %u %s was dropped", weights,
             MQ_PLURAL(weights, "vertex", "vertices"));
    OBJ_LOSS(findings, TEXCOORD_W, thirds, "the third number of %u texture %s was dropped", thirds,
             MQ_PLURAL(thirds, "coordinate", "coordinates"));
    OBJ_LOSS(findings, UNUSED, unused, "%u %s dropped", unused,
             MQ_PLURAL(unused, "vertex that no face uses was", "vertices that no face uses were"));
    OBJ_LOSS(findings, FACES, b->bad_faces, "%u %s dropped", b->bad_faces,
             MQ_PLURAL(b->bad_faces, "invalid face was", "invalid faces were"));
    OBJ_LOSS(findings, STATEMENT, obj->other_count, "%u unknown or free-form %s dropped",
             obj->other_count, MQ_PLURAL(obj->other_count, "statement was", "statements were"));
    if (b->flat_meshes)
        mq_add_loss(
            findings, &mq_obj_rules[OBJ_FLAT_FACES], b->flat_meshes,
            "%u %s faces without normals: they become flat, each triangle with vertices of its "
            "own; \"s 1\" before the faces makes them smooth",
            b->flat_meshes, MQ_PLURAL(b->flat_meshes, "mesh has", "meshes have"));
}

static bool put_scene_extras(bridge *b) {
    const maq_obj *obj = b->obj;
    if (obj->comment_count == 0 && obj->library_count == 0)
        return true;
    mq_node *extras = mq_value_root(b->arena, MAQ_VALUE_OBJECT);
    mq_node *own = extras ? mq_put_object(extras, "obj") : NULL;
    mq_node *libraries = mq_put_array(own, "libraries");
    for (uint32_t i = 0; i < obj->library_count; i++)
        mq_put_text(libraries, NULL, obj->libraries[i].text);
    mq_node *comments = mq_put_array(own, "comments");
    for (uint32_t i = 0; i < obj->comment_count; i++)
        mq_put_text(comments, NULL, obj->comments[i].text);
    b->builder->scene.extras = extras ? mq_node_value(extras) : NULL;
    return mq_arena_status(b->arena) == MAQ_OK;
}

void mq_obj_add_materials(const maq_document *document, mq_scene_builder *builder) {
    bridge b = {.builder = builder, .arena = builder->arena, .obj = document->content};
    if (add_materials(&b))
        put_scene_extras(&b);
}

maq_status mq_obj_to_scene(const maq_document *document, mq_scene_builder *builder) {
    bridge b = {.builder = builder, .arena = builder->arena, .obj = document->content};
    b.used = MQ_NEW_ARRAY(b.arena, atomic_bool, b.obj->position_count);
    if (b.used && add_materials(&b) && add_meshes(&b) && put_scene_extras(&b))
        report_losses(&b);
    return mq_arena_status(builder->arena);
}
