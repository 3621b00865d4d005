// SPDX-License-Identifier: MIT
//
// Equal positions, texture coordinates and normals of a mesh become one. Each is compared with those that the
// document has already, so that no second list of them is needed.
#include "formats/obj/obj_from_scene_vertices.h"

#include <string.h>

#include "base/digest.h"
#include "scene/weld.h"

// -------------------------------------------------------------------------------------- transforms

static void transform_point(const obj_transform *t, const float from[3], float to[3]) {
    if (t->is_identity)
        memcpy(to, from, 3 * sizeof *to);
    else
        mq_vec3_store(mq_mat34_point(&t->matrix, mq_vec3_load(from)), to);
}

bool mq_obj_mirrors(const obj_transform *transform) {
    const double(*a)[4] = transform->matrix.m;
    mq_vec3 rows[3] = {
        {a[0][0], a[0][1], a[0][2]}, {a[1][0], a[1][1], a[1][2]}, {a[2][0], a[2][1], a[2][2]}};
    return !transform->is_identity && mq_dot(rows[0], mq_cross(rows[1], rows[2])) < 0;
}

// Normals are transformed by the cofactors of the matrix, so that they stay perpendicular to faces.
static void transform_normal(const obj_transform *t, const float from[3], float to[3]) {
    if (t->is_identity) {
        memcpy(to, from, 3 * sizeof *to);
        return;
    }
    const double(*a)[4] = t->matrix.m;
    mq_vec3 rows[3] = {
        {a[0][0], a[0][1], a[0][2]}, {a[1][0], a[1][1], a[1][2]}, {a[2][0], a[2][1], a[2][2]}};
    mq_vec3 n = mq_vec3_load(from);
    mq_vec3 v = {mq_dot(mq_cross(rows[1], rows[2]), n), mq_dot(mq_cross(rows[2], rows[0]), n),
                 mq_dot(mq_cross(rows[0], rows[1]), n)};
    // Mirroring turns them inside out.
    if (mq_dot(rows[0], mq_cross(rows[1], rows[2])) < 0)
        v = mq_scale(v, -1);
    mq_vec3_store(mq_normalize(v), to);
}

// ----------------------------------------------------------------------------------------- welding

// A position, texture coordinate or normal: they have the same layout.
typedef struct row {
    float values[3];
    uint32_t offset;
} row;
_Static_assert(sizeof(row) == sizeof(maq_obj_position) && sizeof(row) == sizeof(maq_obj_texcoord) &&
                   sizeof(row) == sizeof(maq_obj_normal),
               "rows of the lists are copied as a whole");

// The search for rows of one mesh in a list of the document.
typedef struct welder {
    char *list;
    uint32_t first, count;   // where the mesh begins in the list, and where the list ends
    maq_obj_colour *colours; // of the list; NULL: none are compared
    mq_weld_table table;     // indices behind `first`
} welder;

enum { ROW_WORDS = sizeof((row){0}.values) };

static uint64_t digest_of(const float values[3], uint64_t digest) {
    uint32_t words[3];
    memcpy(words, values, sizeof words);
    digest = mq_digest_number(digest, words[0] | (uint64_t)words[1] << 32);
    return mq_digest_number(digest, words[2]);
}

static bool is_equal(const welder *w, uint32_t index, const float values[3], const float *colour) {
    return memcmp(w->list + (size_t)index * sizeof(row), values, ROW_WORDS) == 0 &&
           (!colour || memcmp(&w->colours[index], colour, ROW_WORDS) == 0);
}

// The index of a row, which is added unless the list has it. `colour` may be NULL, for all rows of a mesh.
static inline uint32_t weld(welder *w, const float values[3], const float *colour) {
    // Vertices of a flat triangle have the same normal.
    if (w->count > w->first && is_equal(w, w->count - 1, values, colour))
        return w->count - 1;
    uint64_t digest = digest_of(values, colour ? digest_of(colour, 0) : 0);
    size_t slot = mq_weld_first_slot(&w->table, digest);
    for (; w->table.slots[slot] != 0; slot = mq_weld_next_slot(&w->table, slot)) {
        uint32_t index = w->first + w->table.slots[slot] - 1;
        if (is_equal(w, index, values, colour))
            return index;
    }
    row added = {{values[0], values[1], values[2]}, MAQ_OBJ_NO_OFFSET};
    memcpy(w->list + (size_t)w->count * sizeof added, &added, sizeof added);
    if (colour)
        w->colours[w->count] = (maq_obj_colour){colour[0], colour[1], colour[2], true};
    w->table.slots[slot] = w->count - w->first + 1;
    return w->count++;
}

// Begins another list for the same mesh.
static void begin_list(welder *w, void *list, uint32_t count) {
    w->list = list;
    w->first = w->count = count;
    w->colours = NULL;
    mq_weld_table_clear(&w->table);
}

// ------------------------------------------------------------------------------------------- lists

bool mq_obj_alloc_vertices(obj_vertices *vertices, mq_arena *arena, size_t positions,
                           size_t texcoords, size_t normals, bool coloured) {
    vertices->positions = MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_obj_position, positions);
    vertices->texcoords = MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_obj_texcoord, texcoords);
    vertices->normals = MQ_NEW_UNINITIALIZED_ARRAY(arena, maq_obj_normal, normals);
    vertices->colours = coloured ? MQ_NEW_ARRAY(arena, maq_obj_colour, positions) : NULL;
    return vertices->positions && vertices->texcoords && vertices->normals &&
           (vertices->colours || !coloured);
}

static void add_positions(obj_vertices *vertices, welder *w, const maq_scene_mesh *mesh,
                          const obj_transform *transform, uint32_t *indices) {
    begin_list(w, vertices->positions, vertices->position_count);
    w->colours = vertices->colours;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float position[3];
        transform_point(transform, mesh->positions[i], position);
        indices[i] = weld(w, position, mesh->colours ? mesh->colours[i] : NULL);
    }
    vertices->position_count = w->count;
}

static void add_texcoords(obj_vertices *vertices, welder *w, const maq_scene_mesh *mesh,
                          uint32_t *indices) {
    begin_list(w, vertices->texcoords, vertices->texcoord_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const float *uv = mesh->uvs[0][i];
        indices[i] = weld(w, (const float[3]){uv[0], 1 - uv[1], 0}, NULL);
    }
    vertices->texcoord_count = w->count;
}

static void add_normals(obj_vertices *vertices, welder *w, const maq_scene_mesh *mesh,
                        const obj_transform *transform, uint32_t *indices) {
    begin_list(w, vertices->normals, vertices->normal_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float normal[3];
        transform_normal(transform, mesh->normals[i], normal);
        indices[i] = weld(w, normal, NULL);
    }
    vertices->normal_count = w->count;
}

bool mq_obj_add_vertices(obj_vertices *vertices, mq_arena *scratch, const maq_scene_mesh *mesh,
                         const obj_transform *transform, obj_mesh_indices *indices) {
    uint32_t count = mesh->vertex_count;
    welder w = {0};
    uint32_t *positions = MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, count);
    uint32_t *texcoords =
        mesh->uv_set_count > 0 ? MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, count) : NULL;
    uint32_t *normals = mesh->normals ? MQ_NEW_UNINITIALIZED_ARRAY(scratch, uint32_t, count) : NULL;
    if (!mq_weld_table_alloc(&w.table, scratch, count))
        return false;
    add_positions(vertices, &w, mesh, transform, positions);
    if (texcoords)
        add_texcoords(vertices, &w, mesh, texcoords);
    if (normals)
        add_normals(vertices, &w, mesh, transform, normals);
    *indices = (obj_mesh_indices){positions, texcoords, normals};
    return true;
}

void mq_obj_set_vertices(const obj_vertices *vertices, maq_obj *obj) {
    obj->positions = vertices->positions;
    obj->colours = vertices->colours;
    obj->texcoords = vertices->texcoords;
    obj->normals = vertices->normals;
    obj->position_count = vertices->position_count;
    obj->texcoord_count = vertices->texcoord_count;
    obj->normal_count = vertices->normal_count;
}
