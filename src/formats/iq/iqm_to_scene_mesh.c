// SPDX-License-Identifier: MIT
//
// The meshes and materials of an IQM in a scene: each mesh gets the vertices of its range, and those
// of other meshes that its triangles use.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "base/words.h"
#include "formats/iq/iq_scene.h"
#include "scene/axes.h"

typedef struct meshes {
    iqm_importer *importer;
    const maq_iqm *iqm;
    iq_name_table materials; // numbers are those of the scene's materials
    // The vertices of the current mesh: those of its range, and after them others that its triangles
    // use. others[i] is the number in the model of the i-th of these, local[v] the number in the mesh
    // of the vertex v, if owner[v] is the mesh's number plus one and v is not in the range.
    uint32_t first, range_count, other_count;
    uint32_t *others, *local, *owner;
    bool *has_mesh; // for each triangle
    uint64_t vertex_budget, triangle_budget;
    uint32_t meshes_left_out;
} meshes;

// ------------------------------------------------------------------------------------- materials

static uint32_t material_of(meshes *m, uint32_t text) {
    const char *name = mq_iqm_import_name(m->importer, text);
    return name ? mq_iq_add_material(m->importer->builder, &m->materials, name) : MAQ_SCENE_NONE;
}

// -------------------------------------------------------------------------------------- vertices

static uint32_t vertex_count(const meshes *m) {
    return m->range_count + m->other_count;
}

// The number in the mesh of a vertex outside of its range.
static uint32_t add_other(meshes *m, uint32_t mesh, uint32_t vertex) {
    if (vertex >= m->iqm->vertex_count)
        return UINT32_MAX; // the scene leaves such triangles out
    if (m->owner[vertex] != mesh + 1) {
        m->owner[vertex] = mesh + 1;
        m->local[vertex] = vertex_count(m);
        m->others[m->other_count++] = vertex;
    }
    return m->local[vertex];
}

// Rows of `width` floats for the vertices of the mesh. The axes of vectors change while the rows are in
// the cache.
static float *gather_in(const meshes *m, const maq_iqm_array *array, uint32_t width, mq_axes axes) {
    enum { AT_ONCE = 1024 };
    float *out = mq_arena_alloc_uninitialized(m->importer->arena, vertex_count(m),
                                              width * sizeof *out, alignof(float));
    for (uint32_t i = 0, count; out && i < vertex_count(m); i += count) {
        uint32_t left = i < m->range_count ? m->range_count - i : 1;
        uint32_t first = i < m->range_count ? m->first + i : m->others[i - m->range_count];
        float *rows = out + (size_t)i * width;
        count = left < AT_ONCE ? left : AT_ONCE;
        mq_iqm_read_rows(m->iqm, array, first, count, width, rows);
        if (axes != MQ_AXES_SCENE)
            mq_axes_rows_to_scene(axes, rows, count, width);
    }
    return out;
}

static float *gather(const meshes *m, const maq_iqm_array *array, uint32_t width) {
    return gather_in(m, array, width, MQ_AXES_SCENE);
}

static float *gather_vectors(const meshes *m, const maq_iqm_array *array, uint32_t width) {
    return gather_in(m, array, width, MQ_AXES_INTER_QUAKE);
}

static float *gather_colours(const meshes *m, const maq_iqm_array *array) {
    float *out = gather(m, array, 4);
    for (uint32_t i = 0; out && array->size < 4 && i < vertex_count(m); i++)
        out[(size_t)i * 4 + 3] = 1;
    return out;
}

// The numbers of the joints of a vertex of the model; false when the array has none.
static bool read_joints(const maq_iqm *iqm, const maq_iqm_array *array, uint32_t vertex,
                        uint32_t out[4]) {
    double row[MAQ_IQM_MAX_SIZE];
    if (!maq_iqm_raw(iqm, array, vertex, row))
        return false;
    for (unsigned k = 0; k < 4; k++)
        out[k] = row[k] >= 0 && row[k] < UINT32_MAX ? (uint32_t)row[k] : UINT32_MAX;
    return true;
}

// Joints that exist, each in one byte, as most files have them; false when they are something else.
static bool copy_plain_joints(const meshes *m, const maq_iqm_array *array, uint32_t *joints) {
    if (array->format != MAQ_IQM_UBYTE || array->size != 4 || m->range_count == 0 ||
        m->other_count > 0)
        return false;
    const unsigned char *bytes = array->data + (size_t)m->first * 4;
    unsigned char largest = 0;
    for (size_t i = 0; i < (size_t)m->range_count * 4; i++)
        largest = bytes[i] > largest ? bytes[i] : largest;
    for (size_t i = 0; i < (size_t)m->range_count * 4; i++)
        joints[i] = bytes[i];
    return largest < m->iqm->joint_count;
}

static bool copy_blends(const meshes *m, maq_scene_mesh *mesh) {
    const maq_iqm_array *indexes = maq_iqm_find_array(m->iqm, MAQ_IQM_BLENDINDEXES);
    const maq_iqm_array *blends = maq_iqm_find_array(m->iqm, MAQ_IQM_BLENDWEIGHTS);
    if (!indexes || !blends || m->importer->skin == MAQ_SCENE_NONE)
        return true;
    float *weights = gather(m, blends, 4);
    uint32_t *joints = mq_arena_alloc_uninitialized(m->importer->arena, vertex_count(m),
                                                    4 * sizeof *joints, alignof(uint32_t));
    if (!weights || !joints)
        return false;
    bool plain = m->importer->unweighted == 0 && copy_plain_joints(m, indexes, joints);
    for (uint32_t i = 0; !plain && i < vertex_count(m); i++) {
        uint32_t *joint = joints + (size_t)i * 4;
        float *weight = weights + (size_t)i * 4;
        uint32_t vertex = i < m->range_count ? m->first + i : m->others[i - m->range_count];
        if (!read_joints(m->iqm, indexes, vertex, joint)) {
            memset(joint, 0, 4 * sizeof *joint);
            continue;
        }
        bool weighted = false;
        for (unsigned k = 0; k < 4; k++) {
            weighted = weighted || weight[k] > 0;
            // The number of a joint without a weight has no meaning; it need not exist.
            if (joint[k] >= m->iqm->joint_count && !(weight[k] > 0))
                joint[k] = 0;
        }
        if (!weighted) {
            joint[0] = m->importer->unweighted;
            weight[0] = 1;
        }
    }
    mesh->influence_count = 4;
    mesh->joints = joints;
    mesh->weights = weights;
    return true;
}

// Whether a custom array is a further set of texture coordinates, as the conversion from a scene
// names them.
static bool is_uv_set(const maq_iqm_array *array, const char *name, uint32_t number) {
    char expected[24];
    snprintf(expected, sizeof expected, "texcoord%" PRIu32, number);
    return array->size == 2 && strcmp(name, expected) == 0;
}

static bool copy_customs(const meshes *m, maq_scene_mesh *mesh, float **uvs) {
    const maq_iqm *iqm = m->iqm;
    maq_scene_attribute *attributes =
        MQ_NEW_ARRAY(m->importer->arena, maq_scene_attribute, iqm->array_count);
    if (!attributes)
        return false;
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        if (array->type < MAQ_IQM_CUSTOM)
            continue;
        const char *name = mq_iqm_import_name(m->importer, array->type - MAQ_IQM_CUSTOM);
        float *values = name ? gather(m, array, array->size) : NULL;
        if (!values)
            return false;
        if (mesh->uv_set_count && is_uv_set(array, name, mesh->uv_set_count))
            uvs[mesh->uv_set_count++] = values;
        else
            attributes[mesh->attribute_count++] = (maq_scene_attribute){name, array->size, values};
    }
    mesh->attributes = attributes;
    return true;
}

static bool copy_vertices(const meshes *m, maq_scene_mesh *mesh) {
    const maq_iqm *iqm = m->iqm;
    mesh->vertex_count = vertex_count(m);
    float **uvs = MQ_NEW_ARRAY(m->importer->arena, float *, (size_t)iqm->array_count + 1);
    if (!uvs)
        return false;
    mesh->uvs = (const float(*const *)[2])(const void *)uvs;
    const maq_iqm_array *array = maq_iqm_find_array(iqm, MAQ_IQM_POSITION);
    mesh->positions = (const float(*)[3])gather_vectors(m, array, 3);
    bool good = mesh->positions != NULL;
    if (good && (array = maq_iqm_find_array(iqm, MAQ_IQM_NORMAL)))
        good = (mesh->normals = (const float(*)[3])gather_vectors(m, array, 3)) != NULL;
    // Those that an IQE does not have are not made.
    if (good && (array = maq_iqm_find_array(iqm, MAQ_IQM_TANGENT)) && array->data)
        good = (mesh->tangents = (const float(*)[4])gather_vectors(m, array, 4)) != NULL;
    if (good && (array = maq_iqm_find_array(iqm, MAQ_IQM_COLOR)))
        good = (mesh->colours = (const float(*)[4])gather_colours(m, array)) != NULL;
    if (good && (array = maq_iqm_find_array(iqm, MAQ_IQM_TEXCOORD)))
        good = (uvs[mesh->uv_set_count++] = gather(m, array, 2)) != NULL;
    return good && copy_blends(m, mesh) && copy_customs(m, mesh, uvs);
}

// ---------------------------------------------------------------------------------------- meshes

static bool copy_triangles(meshes *m, uint32_t index, uint32_t count, maq_scene_mesh *mesh) {
    const maq_iqm_mesh *from = &m->iqm->meshes[index];
    uint32_t(*triangles)[3] = mq_arena_alloc_uninitialized(m->importer->arena, count,
                                                           sizeof *triangles, alignof(uint32_t));
    maq_scene_part *part = MQ_NEW(m->importer->arena, maq_scene_part);
    if (!triangles || !part)
        return false;
    // Without triangles, the first one may be outside of the model.
    if (count > 0 && m->iqm->triangles)
        mq_copy_words(triangles,
                      m->iqm->triangles + (size_t)from->first_triangle * IQM_TRIANGLE_SIZE,
                      (size_t)count * 3);
    else if (count > 0)
        memset(triangles, 0xff, count * sizeof *triangles); // the scene leaves them out
    if (count > 0)
        memset(m->has_mesh + from->first_triangle, true, count);
    bool swap = mq_axes_swap_corners(MQ_AXES_INTER_QUAKE);
    for (uint32_t t = 0; t < count; t++) {
        uint32_t *corners = triangles[t], local[3];
        for (unsigned k = 0; k < 3; k++) {
            local[k] = corners[k] - m->first; // wraps around below the range
            if (local[k] >= m->range_count)
                local[k] = add_other(m, index, corners[k]);
        }
        corners[0] = local[0];
        corners[1] = local[swap ? 2 : 1];
        corners[2] = local[swap ? 1 : 2];
    }
    *part = (maq_scene_part){material_of(m, from->material), 0, count};
    mesh->triangles = (const uint32_t(*)[3])triangles;
    mesh->triangle_count = count;
    mesh->parts = part;
    mesh->part_count = 1;
    return true;
}

static uint32_t clipped(uint32_t first, uint32_t count, uint32_t most) {
    uint32_t left = first < most ? most - first : 0;
    return count < left ? count : left;
}

static bool add_mesh(meshes *m, uint32_t index) {
    const maq_iqm *iqm = m->iqm;
    const maq_iqm_mesh *from = &iqm->meshes[index];
    uint32_t vertices = clipped(from->first_vertex, from->vertex_count, iqm->vertex_count);
    uint32_t triangles = clipped(from->first_triangle, from->triangle_count, iqm->triangle_count);
    if (vertices > m->vertex_budget || triangles > m->triangle_budget) {
        m->meshes_left_out++;
        return true;
    }
    m->first = from->first_vertex;
    m->range_count = vertices;
    m->other_count = 0;
    for (uint32_t i = 0; i < vertices; i++)
        m->owner[from->first_vertex + i] = index + 1;
    maq_scene_mesh mesh = {.name = mq_iqm_import_name(m->importer, from->name)};
    if (!mesh.name || !copy_triangles(m, index, triangles, &mesh))
        return false;
    m->vertex_budget -= vertex_count(m) < m->vertex_budget ? vertex_count(m) : m->vertex_budget;
    m->triangle_budget -= triangles;
    if (!copy_vertices(m, &mesh))
        return false;
    maq_scene_node node = mq_scene_node(mesh.name, MAQ_NODE_GROUP);
    node.skin = mesh.influence_count ? m->importer->skin : MAQ_SCENE_NONE;
    node.mesh = mq_scene_add_mesh(m->importer->builder, &mesh);
    return mq_scene_add_node(m->importer->builder, &node) != MAQ_SCENE_NONE;
}

// ---------------------------------------------------------------------------------------- losses

static void report_unowned(const meshes *m) {
    const maq_iqm *iqm = m->iqm;
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < iqm->vertex_count; i++)
        vertices += m->owner[i] == 0;
    for (uint32_t i = 0; i < iqm->triangle_count; i++)
        triangles += !m->has_mesh[i];
    if (vertices || triangles)
        IQM_LOSS(m->importer->builder->findings, LOSS_UNOWNED, (uint64_t)vertices + triangles,
                 "%" PRIu32 " %s and %" PRIu32 " %s dropped: no mesh has them", vertices,
                 MQ_PLURAL(vertices, "vertex", "vertices"), triangles,
                 MQ_PLURAL(triangles, "triangle were", "triangles were"));
    IQM_LOSS(m->importer->builder->findings, LOSS_UNOWNED, m->meshes_left_out,
             "%" PRIu32 " %s dropped: the vertices or triangles are those of other meshes",
             m->meshes_left_out, MQ_PLURAL(m->meshes_left_out, "mesh was", "meshes were"));
}

// Arrays that a scene cannot hold.
static void report_arrays(const meshes *m) {
    static const uint32_t most[] = {3, 2, 3, 4, 4, 4, 4};
    const maq_iqm *iqm = m->iqm;
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        const char *name = maq_iqm_array_name(iqm, array);
        mq_findings *findings = m->importer->builder->findings;
        if (array->type >= MAQ_IQM_CUSTOM)
            continue;
        if (array->type > MAQ_IQM_COLOR || maq_iqm_find_array(iqm, array->type) != array)
            IQM_LOSS(findings, LOSS_ARRAY, 1,
                     "the vertex array \"%s\" (type %" PRIu32 ") was dropped", name, array->type);
        else if (array->size > most[array->type])
            IQM_LOSS(findings, LOSS_ARRAY, 1,
                     "the vertex array \"%s\" has size %" PRIu32 " and was cut to %" PRIu32, name,
                     array->size, most[array->type]);
    }
}

bool mq_iqm_import_meshes(iqm_importer *importer) {
    const maq_iqm *iqm = importer->iqm;
    if (iqm->mesh_count == 0 && iqm->vertex_count == 0 && iqm->triangle_count == 0)
        return true;
    if (!maq_iqm_find_array(iqm, MAQ_IQM_POSITION)) {
        IQM_LOSS(importer->builder->findings, LOSS_UNOWNED, iqm->mesh_count ? iqm->mesh_count : 1,
                 "%" PRIu32 " %s dropped: there are no positions", iqm->mesh_count,
                 MQ_PLURAL(iqm->mesh_count, "mesh was", "meshes were"));
        return true;
    }
    meshes m = {.importer = importer,
                .iqm = iqm,
                .materials = {.arena = importer->scratch},
                .others =
                    MQ_NEW_UNINITIALIZED_ARRAY(importer->scratch, uint32_t, iqm->vertex_count),
                .local = MQ_NEW_UNINITIALIZED_ARRAY(importer->scratch, uint32_t, iqm->vertex_count),
                .owner = MQ_NEW_ARRAY(importer->scratch, uint32_t, iqm->vertex_count),
                .has_mesh = MQ_NEW_ARRAY(importer->scratch, bool, iqm->triangle_count),
                // Meshes may share some vertices and triangles, but not all of them each.
                .vertex_budget = (uint64_t)iqm->vertex_count * 3 / 2 + 1000,
                .triangle_budget = (uint64_t)iqm->triangle_count * 3 / 2 + 1000};
    if (!m.others || !m.local || !m.owner || !m.has_mesh)
        return false;
    for (uint32_t i = 0; i < iqm->mesh_count; i++) {
        if (!add_mesh(&m, i))
            return false;
    }
    report_unowned(&m);
    report_arrays(&m);
    return true;
}
