// SPDX-License-Identifier: MIT
//
// The meshes and materials of an IQM in a scene: each mesh gets the vertices of its range, and those
// of other meshes that its triangles use.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "formats/iq/iq_scene.h"
#include "scene/axes.h"

typedef struct meshes {
    iqm_importer *importer;
    const maq_iqm *iqm;
    iq_name_table materials; // numbers are those of the scene's materials
    // The vertices of the current mesh, and the number of each vertex of the model among them:
    // local[v] counts when owner[v] is the mesh's number plus one.
    uint32_t *sources, *local, *owner;
    uint32_t source_count;
    uint32_t *triangle_owner; // the number of the first mesh that has it, plus one
    uint64_t vertex_budget, triangle_budget;
    uint32_t meshes_left_out;
} meshes;

// ------------------------------------------------------------------------------------- materials

static uint32_t material_of(meshes *m, uint32_t text) {
    const char *name = mq_iqm_import_name(m->importer, text);
    return name ? mq_iq_add_material(m->importer->builder, &m->materials, name) : MAQ_SCENE_NONE;
}

// -------------------------------------------------------------------------------------- vertices

static uint32_t local_of(meshes *m, uint32_t mesh, uint32_t vertex) {
    if (vertex >= m->iqm->vertex_count)
        return UINT32_MAX; // the scene leaves such triangles out
    if (m->owner[vertex] != mesh + 1) {
        m->owner[vertex] = mesh + 1;
        m->local[vertex] = m->source_count;
        m->sources[m->source_count++] = vertex;
    }
    return m->local[vertex];
}

// Rows of `width` floats for the vertices of the mesh.
static float *gather(const meshes *m, const maq_iqm_array *array, uint32_t width) {
    float *out =
        mq_arena_alloc(m->importer->arena, m->source_count, width * sizeof *out, alignof(float));
    for (uint32_t i = 0; out && i < m->source_count; i++) {
        float row[MAQ_IQM_MAX_SIZE] = {0};
        maq_iqm_values(m->iqm, array, m->sources[i], row);
        memcpy(out + (size_t)i * width, row, width * sizeof *row);
    }
    return out;
}

static float *gather_vectors(const meshes *m, const maq_iqm_array *array, uint32_t width) {
    float *out = gather(m, array, width);
    for (uint32_t i = 0; out && i < m->source_count; i++) {
        float *row = out + (size_t)i * width;
        mq_axes_to_scene(MQ_AXES_INTER_QUAKE, row, row);
    }
    return out;
}

static float *gather_colours(const meshes *m, const maq_iqm_array *array) {
    float *out = gather(m, array, 4);
    for (uint32_t i = 0; out && array->size < 4 && i < m->source_count; i++)
        out[(size_t)i * 4 + 3] = 1;
    return out;
}

static bool copy_blends(const meshes *m, maq_scene_mesh *mesh) {
    const maq_iqm_array *indexes = maq_iqm_find_array(m->iqm, MAQ_IQM_BLENDINDEXES);
    const maq_iqm_array *blends = maq_iqm_find_array(m->iqm, MAQ_IQM_BLENDWEIGHTS);
    if (!indexes || !blends || m->importer->skin == MAQ_SCENE_NONE)
        return true;
    float *weights = gather(m, blends, 4);
    uint32_t *joints =
        mq_arena_alloc(m->importer->arena, m->source_count, 4 * sizeof *joints, alignof(uint32_t));
    if (!weights || !joints)
        return false;
    for (uint32_t i = 0; i < m->source_count; i++) {
        double row[MAQ_IQM_MAX_SIZE];
        if (!maq_iqm_raw(m->iqm, indexes, m->sources[i], row))
            continue;
        for (unsigned k = 0; k < 4; k++) {
            uint32_t *joint = &joints[(size_t)i * 4 + k];
            *joint = row[k] >= 0 && row[k] < UINT32_MAX ? (uint32_t)row[k] : UINT32_MAX;
            // The number of a joint without a weight has no meaning; it need not exist.
            if (!(weights[(size_t)i * 4 + k] > 0) && *joint >= m->iqm->joint_count)
                *joint = 0;
        }
        float *weight = weights + (size_t)i * 4;
        if (!(weight[0] > 0 || weight[1] > 0 || weight[2] > 0 || weight[3] > 0)) {
            joints[(size_t)i * 4] = m->importer->unweighted;
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
    mesh->vertex_count = m->source_count;
    float **uvs = MQ_NEW_ARRAY(m->importer->arena, float *, (size_t)iqm->array_count + 1);
    if (!uvs)
        return false;
    mesh->uvs = (const float(*const *)[2])(const void *)uvs;
    const maq_iqm_array *array = maq_iqm_find_array(iqm, MAQ_IQM_POSITION);
    mesh->positions = (const float(*)[3])gather_vectors(m, array, 3);
    bool good = mesh->positions != NULL;
    if (good && (array = maq_iqm_find_array(iqm, MAQ_IQM_NORMAL)))
        good = (mesh->normals = (const float(*)[3])gather_vectors(m, array, 3)) != NULL;
    if (good && (array = maq_iqm_find_array(iqm, MAQ_IQM_TANGENT)))
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
    uint32_t(*triangles)[3] =
        mq_arena_alloc(m->importer->arena, count, sizeof *triangles, alignof(uint32_t));
    maq_scene_part *part = MQ_NEW(m->importer->arena, maq_scene_part);
    if (!triangles || !part)
        return false;
    bool swap = mq_axes_swap_corners(MQ_AXES_INTER_QUAKE);
    for (uint32_t t = 0; t < count; t++) {
        uint32_t corners[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
        maq_iqm_triangle(m->iqm, from->first_triangle + t, corners);
        if (!m->triangle_owner[from->first_triangle + t])
            m->triangle_owner[from->first_triangle + t] = index + 1;
        for (unsigned k = 0; k < 3; k++)
            triangles[t][swap && k ? 3 - k : k] = local_of(m, index, corners[k]);
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
    m->source_count = 0;
    for (uint32_t i = 0; i < vertices; i++)
        local_of(m, index, from->first_vertex + i);
    maq_scene_mesh mesh = {.name = mq_iqm_import_name(m->importer, from->name)};
    if (!mesh.name || !copy_triangles(m, index, triangles, &mesh))
        return false;
    m->vertex_budget -= m->source_count < m->vertex_budget ? m->source_count : m->vertex_budget;
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
        triangles += m->triangle_owner[i] == 0;
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
                .sources = MQ_NEW_ARRAY(importer->scratch, uint32_t, iqm->vertex_count),
                .local = MQ_NEW_ARRAY(importer->scratch, uint32_t, iqm->vertex_count),
                .owner = MQ_NEW_ARRAY(importer->scratch, uint32_t, iqm->vertex_count),
                .triangle_owner = MQ_NEW_ARRAY(importer->scratch, uint32_t, iqm->triangle_count),
                // Meshes may share some vertices and triangles, but not all of them each.
                .vertex_budget = (uint64_t)iqm->vertex_count * 3 / 2 + 1000,
                .triangle_budget = (uint64_t)iqm->triangle_count * 3 / 2 + 1000};
    if (!m.sources || !m.local || !m.owner || !m.triangle_owner)
        return false;
    for (uint32_t i = 0; i < iqm->mesh_count; i++) {
        if (!add_mesh(&m, i))
            return false;
    }
    report_unowned(&m);
    report_arrays(&m);
    return true;
}
