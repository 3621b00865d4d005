// SPDX-License-Identifier: MIT
//
// The meshes of a scene as the vertex lists and faces of an IQE. Every node that shows a mesh adds
// it in the node's transform; each part becomes a mesh.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "formats/extras_numbers.h"
#include "formats/iq/iq_from_scene.h"
#include "scene/axes.h"
#include "scene/geometry.h"

enum { CUSTOM_COUNT = 10 };

// A list that several meshes may have: its name among custom ones, and its numbers a vertex.
typedef struct custom {
    const char *name;
    uint32_t width;
} custom;

typedef struct mesh_export {
    iq_exporter *exporter;
    uint64_t vertex_total, triangle_total, part_total, pair_total;
    bool has_normals, has_tangents, has_uvs, has_colours, has_blends, lacks_normals;
    iq_name_table custom_names;
    custom customs[CUSTOM_COUNT];
    uint32_t custom_count;
    float *lists[MAQ_IQE_LIST_COUNT];
    uint32_t *first; // of blends
    int32_t *joints;
    double *weights;
    uint32_t *corners;
    maq_iqe_part *parts;
    const char **mesh_names, **materials; // copies of the texts of the scene; NULL: not used yet
    uint32_t vertex, face, part, pair;    // how many there are
} mesh_export;

// How a node transforms the mesh that it shows.
typedef struct node_transform {
    bool moves, mirrors;
    mq_mat34 matrix, normal_matrix;
    int32_t holder; // the joint of a mesh without a skin, or -1
    const maq_scene_skin *skin;
} node_transform;

// --------------------------------------------------------------------------------------- counting

static const char *uv_name(const mesh_export *g, uint32_t set) {
    return mq_arena_format(g->exporter->arena, "texcoord%" PRIu32, set);
}

// Registers a custom list; those beyond the tenth are dropped.
static bool add_custom(mesh_export *g, const char *name, uint32_t width) {
    uint32_t known = g->custom_names.count;
    uint32_t number = name ? mq_iq_name_number(&g->custom_names, name) : UINT32_MAX;
    if (number == UINT32_MAX)
        return false;
    if (number >= CUSTOM_COUNT) {
        if (number == known)
            IQM_LOSS(g->exporter->findings, LOSS_ATTRIBUTE, 1,
                     "the attribute \"%.255s\" was dropped: there are more than ten", name);
        return true;
    }
    custom *c = &g->customs[number];
    if (!c->name && !(c->name = mq_iq_export_text(g->exporter, name)))
        return false;
    c->width = width > c->width ? width : c->width;
    g->custom_count = number >= g->custom_count ? number + 1 : g->custom_count;
    return true;
}

static bool count_mesh(mesh_export *g, const maq_scene_node *node, int32_t holder) {
    const maq_scene_mesh *mesh = &g->exporter->scene->meshes[node->mesh];
    bool skinned = node->skin != MAQ_SCENE_NONE;
    g->vertex_total += mesh->vertex_count;
    g->triangle_total += mesh->triangle_count;
    g->part_total += mesh->part_count;
    g->pair_total += (uint64_t)mesh->vertex_count * (skinned ? mesh->influence_count : 1);
    g->has_normals |= mesh->normals != NULL;
    g->lacks_normals |= mesh->normals == NULL;
    g->has_tangents |= mesh->tangents != NULL;
    g->has_uvs |= mesh->uv_set_count > 0;
    g->has_colours |= mesh->colours != NULL;
    g->has_blends |= skinned || holder >= 0;
    for (uint32_t set = 1; set < mesh->uv_set_count; set++) {
        if (!add_custom(g, uv_name(g, set), 2))
            return false;
    }
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        if (!add_custom(g, mesh->attributes[i].name, mesh->attributes[i].components))
            return false;
    }
    return true;
}

// --------------------------------------------------------------------------------------- vertices

static bool is_identity(const mq_mat34 *m) {
    for (int i = 0; i < 12; i++) {
        if (m->m[i / 4][i % 4] != (i / 4 == i % 4))
            return false;
    }
    return true;
}

static node_transform movement(const iq_exporter *exporter, uint32_t index) {
    const maq_scene_node *node = &exporter->scene->nodes[index];
    bool skinned = node->skin != MAQ_SCENE_NONE;
    node_transform m = {.skin = skinned ? &exporter->scene->skins[node->skin] : NULL,
                        .matrix =
                            skinned ? exporter->skin_matrices[node->skin] : exporter->world[index],
                        .holder = skinned ? -1 : exporter->holder[index]};
    if (m.holder >= 0) {
        // The mesh hangs on the joint in the bind pose, not at rest.
        const mq_mat34 *rest = &exporter->world[exporter->nodes[m.holder]];
        if (memcmp(rest, &exporter->base[m.holder], sizeof *rest) != 0) {
            mq_mat34 inverse = mq_iq_affine_inverse(rest);
            inverse = mq_mat34_multiply(&inverse, &m.matrix);
            m.matrix = mq_mat34_multiply(&exporter->base[m.holder], &inverse);
        }
    }
    m.moves = !is_identity(&m.matrix);
    mq_mat34 inverse = mq_iq_affine_inverse(&m.matrix);
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++)
            m.normal_matrix.m[row][k] = inverse.m[k][row];
        m.normal_matrix.m[row][3] = 0;
    }
    const double(*a)[4] = (const double(*)[4])m.matrix.m;
    mq_vec3 x = {a[0][0], a[1][0], a[2][0]}, y = {a[0][1], a[1][1], a[2][1]};
    m.mirrors = mq_dot(mq_cross(x, y), (mq_vec3){a[0][2], a[1][2], a[2][2]}) < 0;
    return m;
}

static void put_vector(float *out, const float *from, const mq_mat34 *matrix, bool unit) {
    float moved[3] = {from[0], from[1], from[2]};
    if (matrix) {
        mq_vec3 v = mq_mat34_point(matrix, (mq_vec3){from[0], from[1], from[2]});
        v = unit ? mq_normalize(v) : v;
        moved[0] = (float)v.x;
        moved[1] = (float)v.y;
        moved[2] = (float)v.z;
    }
    mq_axes_from_scene(MQ_AXES_INTER_QUAKE, moved, out);
}

static void put_row(float *list, uint32_t row, uint32_t width, const float *values, uint32_t count,
                    float otherwise) {
    for (uint32_t i = 0; i < width; i++)
        list[(size_t)row * width + i] = values && i < count ? values[i] : otherwise;
}

static void put_customs(const mesh_export *g, const maq_scene_mesh *mesh) {
    for (uint32_t set = 1; set < mesh->uv_set_count; set++) {
        const char *name = uv_name(g, set);
        uint32_t number = name ? mq_iq_name_find(&g->custom_names, name) : UINT32_MAX;
        for (uint32_t v = 0; number < CUSTOM_COUNT && v < mesh->vertex_count; v++)
            put_row(g->lists[MAQ_IQE_CUSTOM + number], g->vertex + v, g->customs[number].width,
                    mesh->uvs[set][v], 2, 0);
    }
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        const maq_scene_attribute *from = &mesh->attributes[i];
        uint32_t number = mq_iq_name_find(&g->custom_names, from->name);
        for (uint32_t v = 0; number < CUSTOM_COUNT && v < mesh->vertex_count; v++)
            put_row(g->lists[MAQ_IQE_CUSTOM + number], g->vertex + v, g->customs[number].width,
                    from->values + (size_t)v * from->components, from->components, 0);
    }
}

static void put_blend(mesh_export *g, const maq_scene_mesh *mesh, const node_transform *m,
                      uint32_t v) {
    g->first[g->vertex + v] = g->pair;
    if (!m->skin) {
        g->joints[g->pair] = m->holder;
        g->weights[g->pair++] = 1;
        return;
    }
    for (uint32_t i = 0; i < mesh->influence_count; i++) {
        size_t at = (size_t)v * mesh->influence_count + i;
        int32_t joint = g->exporter->joint_of[m->skin->joints[mesh->joints[at]]];
        if (!(mesh->weights[at] > 0) || joint < 0)
            continue;
        g->joints[g->pair] = joint;
        g->weights[g->pair++] = (double)mesh->weights[at];
    }
}

static bool put_vertices(mesh_export *g, const maq_scene_mesh *mesh, const node_transform *m) {
    const float(*normals)[3] = mesh->normals;
    const float(*tangents)[4] = mesh->tangents;
    // When another mesh has normals or tangents, this one gets them, too.
    if (g->has_normals && !normals) {
        float(*made)[3] =
            mq_arena_alloc(g->exporter->arena, mesh->vertex_count, sizeof *made, alignof(float));
        if (!made || !mq_smooth_normals(g->exporter->arena, mesh->positions, mesh->vertex_count,
                                        mesh->triangles, mesh->triangle_count, made))
            return false;
        normals = (const float(*)[3])made;
    }
    if (g->has_tangents && !tangents && mesh->uv_set_count) {
        float(*made)[4] =
            mq_arena_alloc(g->exporter->arena, mesh->vertex_count, sizeof *made, alignof(float));
        if (!made)
            return false;
        maq_scene_mesh with_normals = *mesh;
        with_normals.normals = normals;
        if (normals)
            mq_tangents(&with_normals, mesh->uvs[0], made);
        tangents = normals ? (const float(*)[4])made : NULL;
    }
    const mq_mat34 *matrix = m->moves ? &m->matrix : NULL;
    mq_mat34 linear = m->matrix;
    linear.m[0][3] = linear.m[1][3] = linear.m[2][3] = 0;
    static const float right[4] = {1, 0, 0, 1};
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t row = g->vertex + v;
        put_vector(g->lists[MAQ_IQE_POSITION] + (size_t)row * 3, mesh->positions[v], matrix, false);
        if (g->has_normals)
            put_vector(g->lists[MAQ_IQE_NORMAL] + (size_t)row * 3, normals[v],
                       m->moves ? &m->normal_matrix : NULL, true);
        if (g->has_tangents) {
            const float *tangent = tangents ? tangents[v] : right;
            float *out = g->lists[MAQ_IQE_TANGENT] + (size_t)row * 4;
            put_vector(out, tangent, m->moves ? &linear : NULL, true);
            out[3] = m->mirrors ? -tangent[3] : tangent[3];
        }
        if (g->has_uvs)
            put_row(g->lists[MAQ_IQE_TEXCOORD], row, 2, mesh->uv_set_count ? mesh->uvs[0][v] : NULL,
                    2, 0);
        if (g->has_colours)
            put_row(g->lists[MAQ_IQE_COLOR], row, 4, mesh->colours ? mesh->colours[v] : NULL, 4, 1);
        if (g->has_blends)
            put_blend(g, mesh, m, v);
    }
    put_customs(g, mesh);
    return true;
}

// ------------------------------------------------------------------------------------------ meshes

// The text of a material: its name when that stands for its texture, else the texture.
const char *mq_iq_material_text(const maq_scene *scene, uint32_t index) {
    if (index == MAQ_SCENE_NONE)
        return "";
    const maq_scene_material *material = &scene->materials[index];
    const char *meant = mq_iq_material_texture(material->name);
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        if (texture->role != MAQ_TEXTURE_DIFFUSE || !texture->file || !texture->file[0])
            continue;
        return meant && strcmp(meant, texture->file) == 0 ? material->name : texture->file;
    }
    return material->name;
}

// The copy of a text that many parts may have.
static const char *copy_once(const mesh_export *g, const char **copy, const char *text) {
    if (!*copy)
        *copy = mq_iq_export_text(g->exporter, text);
    return *copy;
}

static const char *material_of(const mesh_export *g, uint32_t index) {
    const char *text = mq_iq_material_text(g->exporter->scene, index);
    return index == MAQ_SCENE_NONE ? text : copy_once(g, &g->materials[index], text);
}

static bool put_mesh(mesh_export *g, uint32_t index) {
    const maq_scene *scene = g->exporter->scene;
    const maq_scene_node *node = &scene->nodes[index];
    const maq_scene_mesh *mesh = &scene->meshes[node->mesh];
    node_transform m = movement(g->exporter, index);
    if (!put_vertices(g, mesh, &m))
        return false;
    // A mirror flips the winding.
    bool swap = mq_axes_swap_corners(MQ_AXES_INTER_QUAKE) != m.mirrors;
    uint32_t end = g->vertex + mesh->vertex_count;
    const char *name = mesh->name[0] ? copy_once(g, &g->mesh_names[node->mesh], mesh->name)
                                     : mq_iq_export_text(g->exporter, node->name);
    if (!name)
        return false;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const maq_scene_part *part = &mesh->parts[p];
        g->parts[g->part++] = (maq_iqe_part){.mesh = name,
                                             .material = material_of(g, part->material),
                                             .first_vertex = p == 0 ? g->vertex : end,
                                             .first_face = g->face,
                                             .mesh_vertex = g->vertex,
                                             .smooth_group = -1,
                                             .smooth_angle = 180,
                                             .offset = MAQ_IQE_NO_OFFSET};
        if (!g->parts[g->part - 1].material)
            return false;
        for (uint32_t t = 0; t < part->triangle_count; t++) {
            const uint32_t *from = mesh->triangles[part->first_triangle + t];
            uint32_t *to = g->corners + (size_t)g->face++ * 3;
            for (unsigned k = 0; k < 3; k++)
                to[swap && k ? 3 - k : k] = g->vertex + from[k];
        }
    }
    g->vertex = end;
    return true;
}

// ----------------------------------------------------------------------------------------- formats

typedef struct float_rows {
    const float *values;
    uint32_t count, width;
} float_rows;

// Whether a format of some size can hold all numbers of a list.
static bool fits(const float_rows *rows, int format, uint32_t size) {
    float least = 0, most = 0;
    for (size_t i = 0; i < (size_t)rows->count * rows->width; i++) {
        least = rows->values[i] < least ? rows->values[i] : least;
        most = rows->values[i] > most ? rows->values[i] : most;
        // What is dropped of a row must be the alpha of an opaque colour.
        if (i % rows->width >= size && rows->values[i] != 1)
            return false;
    }
    bool is_signed = format == MAQ_IQM_BYTE || format == MAQ_IQM_SHORT || format == MAQ_IQM_INT;
    if (format <= MAQ_IQM_UINT)
        return most <= 1 && least >= (is_signed ? -1 : 0);
    return format != MAQ_IQM_HALF || (most <= 65504 && least >= -65504);
}

// The format of an array by the extras of the scene; false when they name none that fits.
static bool find_format(const iq_exporter *exporter, const char *key, const char *name,
                        const float_rows *rows, int *format, uint32_t *size) {
    const maq_value *list = maq_value_find(exporter->own, "arrays");
    const maq_value *item = list && list->kind == MAQ_VALUE_ARRAY ? list->as.children.first : NULL;
    for (; item; item = item->next) {
        const char *own_name = mq_extras_text(maq_value_find(item, key));
        const char *component = mq_extras_text(maq_value_find(item, "format"));
        int32_t number = 0;
        if (!own_name || !component || strcmp(own_name, name) != 0)
            continue;
        mq_extras_integer(maq_value_find(item, "size"), &number);
        *format = mq_iqe_format_component(component);
        *size = (uint32_t)number;
        return *format >= 0 && number >= 1 && number <= 4 &&
               (rows ? fits(rows, *format, *size) : number == 4);
    }
    return false;
}

static void add_format(const mesh_export *g, maq_iqe_format *formats, int type) {
    maq_iqe *iqe = g->exporter->iqe;
    bool is_custom = type >= MAQ_IQE_CUSTOM && type < MAQ_IQE_LIST_COUNT;
    const custom *c = is_custom ? &g->customs[type - MAQ_IQE_CUSTOM] : NULL;
    float_rows list = {0}, *rows = type < MAQ_IQE_LIST_COUNT ? &list : NULL;
    if (rows)
        list = (float_rows){g->lists[type], iqe->lists[type].count, iqe->lists[type].width};
    if (rows && rows->count == 0)
        return;
    int format;
    uint32_t size;
    bool found = find_format(g->exporter, is_custom ? "custom" : "type",
                             is_custom ? c->name : mq_iqe_type_names[type], rows, &format, &size);
    if (!found || (rows && size < rows->width && type != MAQ_IQE_COLOR)) {
        if (type != MAQ_IQE_COLOR && !is_custom)
            return; // the compiler's default
        format = is_custom ? MAQ_IQM_FLOAT : MAQ_IQM_UBYTE;
        size = is_custom ? c->width : 4;
    }
    formats[iqe->format_count++] = (maq_iqe_format){.type = mq_iqe_type_names[type],
                                                    .component = mq_iqe_component_names[format],
                                                    .size = (int32_t)size,
                                                    .name = is_custom ? c->name : "",
                                                    .offset = MAQ_IQE_NO_OFFSET};
}

static bool add_formats(const mesh_export *g) {
    maq_iqe_format *formats = MQ_NEW_ARRAY(g->exporter->arena, maq_iqe_format, IQE_TYPE_COUNT);
    if (!formats)
        return false;
    for (int type = 0; type < IQE_TYPE_COUNT; type++) {
        if (type < MAQ_IQE_LIST_COUNT || g->has_blends)
            add_format(g, formats, type);
    }
    g->exporter->iqe->formats = formats;
    return true;
}

// --------------------------------------------------------------------------------------- the whole

static bool alloc_list(mesh_export *g, unsigned list, uint32_t width) {
    mq_arena *arena = mq_arena_scratch(g->exporter->arena);
    if (!arena)
        return false;
    g->exporter->lists.arenas[list] = arena;
    // A mesh does not fill the custom lists of others.
    size_t count = (size_t)g->vertex_total, size = width * sizeof(float);
    float *values = list >= MAQ_IQE_CUSTOM
                        ? mq_arena_alloc(arena, count, size, alignof(float))
                        : mq_arena_alloc_uninitialized(arena, count, size, alignof(float));
    mq_arena_count_bytes(g->exporter->arena, arena);
    g->exporter->lists.floats[list] = g->lists[list] = values;
    g->exporter->iqe->lists[list] = (maq_iqe_rows){NULL, (uint32_t)count, width, NULL, true};
    return values != NULL;
}

static bool alloc_lists(mesh_export *g) {
    mq_arena *arena = g->exporter->arena;
    bool good = alloc_list(g, MAQ_IQE_POSITION, 3);
    good = good && (!g->has_normals || alloc_list(g, MAQ_IQE_NORMAL, 3));
    good = good && (!g->has_tangents || alloc_list(g, MAQ_IQE_TANGENT, 4));
    good = good && (!g->has_uvs || alloc_list(g, MAQ_IQE_TEXCOORD, 2));
    good = good && (!g->has_colours || alloc_list(g, MAQ_IQE_COLOR, 4));
    for (uint32_t i = 0; good && i < g->custom_count; i++)
        good = alloc_list(g, MAQ_IQE_CUSTOM + i, g->customs[i].width);
    if (good && g->has_blends) {
        g->first = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, (size_t)g->vertex_total + 1);
        g->joints = MQ_NEW_UNINITIALIZED_ARRAY(arena, int32_t, (size_t)g->pair_total);
        g->weights = MQ_NEW_UNINITIALIZED_ARRAY(arena, double, (size_t)g->pair_total);
        good = g->first && g->joints && g->weights;
    }
    size_t triangles = (size_t)g->triangle_total;
    mq_arena_count_requests(g->exporter->result_arena, arena);
    g->corners = MQ_NEW_UNINITIALIZED_ARRAY(g->exporter->result_arena, uint32_t, triangles * 3);
    g->exporter->lists.corners = g->corners;
    g->parts = MQ_NEW_ARRAY(arena, maq_iqe_part, (size_t)g->part_total + 1);
    g->mesh_names = MQ_NEW_ARRAY(arena, const char *, g->exporter->scene->mesh_count);
    g->materials = MQ_NEW_ARRAY(arena, const char *, g->exporter->scene->material_count);
    return good && g->corners && g->parts && g->mesh_names && g->materials;
}

// Nodes can show one mesh many times: a limit holds for the sum.
static bool too_much(const mesh_export *g) {
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < g->exporter->scene->mesh_count; i++) {
        vertices += g->exporter->scene->meshes[i].vertex_count;
        triangles += g->exporter->scene->meshes[i].triangle_count;
    }
    return g->vertex_total > vertices * 8 + 100000 || g->triangle_total > triangles * 8 + 100000 ||
           g->triangle_total > INT32_MAX / 3 || g->pair_total > INT32_MAX;
}

bool mq_iq_export_meshes(iq_exporter *exporter) {
    const maq_scene *scene = exporter->scene;
    maq_iqe *iqe = exporter->iqe;
    mesh_export g = {.exporter = exporter, .custom_names = {.arena = exporter->arena}};
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (mq_iq_shows_mesh(scene, &scene->nodes[i]) &&
            !count_mesh(&g, &scene->nodes[i], exporter->holder[i]))
            return false;
    }
    if (too_much(&g)) {
        exporter->over_limit = true;
        return false;
    }
    // In a file without a face, vertices are a triangle soup.
    if (g.triangle_total == 0) {
        maq_iqe_part *part = MQ_NEW(exporter->arena, maq_iqe_part);
        if (part)
            *part = (maq_iqe_part){.mesh = "", .material = "", .offset = MAQ_IQE_NO_OFFSET};
        iqe->parts = part;
        iqe->part_count = 1;
        return part != NULL;
    }
    if (!alloc_lists(&g))
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (mq_iq_shows_mesh(scene, &scene->nodes[i]) && !put_mesh(&g, i))
            return false;
    }
    if (g.has_blends) {
        g.first[g.vertex] = g.pair;
        iqe->blends = (maq_iqe_blends){g.vertex, g.first, g.joints, g.weights};
    }
    iqe->faces = (maq_iqe_faces){g.face, NULL, g.corners};
    iqe->parts = g.parts;
    iqe->part_count = g.part;
    return add_formats(&g);
}

bool mq_iq_export_face_starts(iq_exporter *exporter) {
    maq_iqe_faces *faces = &exporter->iqe->faces;
    if (faces->count == 0)
        return true;
    mq_arena *arena = mq_arena_scratch(exporter->arena);
    if (!arena)
        return false;
    exporter->lists.face_arena = arena;
    uint32_t *first = MQ_NEW_UNINITIALIZED_ARRAY(arena, uint32_t, (size_t)faces->count + 1);
    for (uint32_t i = 0; first && i <= faces->count; i++)
        first[i] = i * 3;
    mq_arena_count_bytes(exporter->arena, arena);
    faces->first = first;
    return first != NULL;
}
