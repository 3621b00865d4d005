// SPDX-License-Identifier: MIT
//
// Copies of WZM documents, and documents that a caller made.
#include "base/copying.h"
#include "formats/wzm/wzm_priv.h"

static const maq_wzm_texture_array *copy_arrays(mq_copying *copying,
                                                const maq_wzm_texture_array *from, uint32_t count) {
    maq_wzm_texture_array *arrays = MQ_COPY_ARRAY(copying, maq_wzm_texture_array, from, count);
    for (uint32_t i = 0; arrays && i < count; i++)
        arrays[i].uvs = MQ_COPY_ARRAY(copying, maq_wzm_uv, from[i].uvs, from[i].count);
    return arrays;
}

static const maq_wzm_connector *copy_connectors(mq_copying *copying, const maq_wzm_connector *from,
                                                uint32_t count) {
    maq_wzm_connector *connectors = MQ_COPY_ARRAY(copying, maq_wzm_connector, from, count);
    for (uint32_t i = 0; connectors && i < count; i++)
        connectors[i].type = mq_copy_text(copying, from[i].type);
    return connectors;
}

maq_wzm *mq_wzm_copy(mq_arena *arena, const maq_wzm *from) {
    mq_copying copying = {arena, true};
    maq_wzm *to = MQ_COPY_ARRAY(&copying, maq_wzm, from, 1);
    maq_wzm_mesh *meshes =
        to ? MQ_COPY_ARRAY(&copying, maq_wzm_mesh, from->meshes, from->mesh_count) : NULL;
    if (!copying.ok)
        return NULL;
    to->texture = mq_copy_text(&copying, from->texture);
    to->team_mask = mq_copy_text(&copying, from->team_mask);
    to->normal_map = mq_copy_text(&copying, from->normal_map);
    to->specular_map = mq_copy_text(&copying, from->specular_map);
    to->meshes = meshes;
    for (uint32_t i = 0; i < from->mesh_count && copying.ok; i++) {
        const maq_wzm_mesh *mesh = &from->meshes[i];
        meshes[i].name = mq_copy_text(&copying, mesh->name);
        meshes[i].vertices =
            MQ_COPY_ARRAY(&copying, maq_wzm_position, mesh->vertices, mesh->vertex_count);
        meshes[i].tangent_spaces =
            MQ_COPY_ARRAY(&copying, maq_wzm_tangent_space, mesh->tangent_spaces,
                          mesh->tangent_spaces ? mesh->vertex_count : 0);
        meshes[i].texture_arrays =
            copy_arrays(&copying, mesh->texture_arrays, mesh->texture_array_count);
        meshes[i].triangles =
            MQ_COPY_ARRAY(&copying, maq_wzm_triangle, mesh->triangles, mesh->triangle_count);
        meshes[i].frames = MQ_COPY_ARRAY(&copying, maq_wzm_frame, mesh->frames, mesh->frame_count);
        meshes[i].connectors = copy_connectors(&copying, mesh->connectors, mesh->connector_count);
    }
    return copying.ok ? to : NULL;
}

// ------------------------------------------------------------------------------- documents by hand

// Whether a text can be one token of a file.
bool mq_wzm_is_token(const char *text) {
    if (!text || *text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (mq_lexer_gap[(unsigned char)*text] || (text[0] == '/' && text[1] == '/'))
            return false;
    }
    return true;
}

// A row begins with the type in version 2: a keyword there would end the list.
bool mq_wzm_is_keyword(const char *text) {
    for (unsigned i = 0; i < WZM_KEY_COUNT; i++) {
        if (strcmp(text, mq_wzm_keywords[i]) == 0)
            return true;
    }
    return false;
}

static bool list_is_sound(const void *items, uint32_t count) {
    return items || count == 0;
}

static bool connectors_are_sound(const maq_wzm_mesh *mesh, uint32_t version) {
    for (uint32_t i = 0; i < mesh->connector_count; i++) {
        const maq_wzm_connector *connector = &mesh->connectors[i];
        bool typed = version == 3
                         ? !connector->type
                         : mq_wzm_is_token(connector->type) && !mq_wzm_is_keyword(connector->type);
        bool valued = connector->values[0] || connector->values[1] || connector->values[2];
        if (!typed || (version != 2 && valued))
            return false;
    }
    return true;
}

static bool mesh_is_sound(const maq_wzm_mesh *mesh, uint32_t version) {
    if (!mq_wzm_is_token(mesh->name) || !list_is_sound(mesh->vertices, mesh->vertex_count) ||
        !list_is_sound(mesh->texture_arrays, mesh->texture_array_count) ||
        !list_is_sound(mesh->triangles, mesh->triangle_count) ||
        !list_is_sound(mesh->frames, mesh->frame_count) ||
        !list_is_sound(mesh->connectors, mesh->connector_count))
        return false;
    for (uint32_t i = 0; i < mesh->texture_array_count; i++) {
        if (!list_is_sound(mesh->texture_arrays[i].uvs, mesh->texture_arrays[i].count))
            return false;
    }
    if (version == 3) {
        bool whole =
            mesh->vertex_count == 0 || (mesh->tangent_spaces && mesh->texture_array_count == 1 &&
                                        mesh->texture_arrays[0].count == mesh->vertex_count);
        if (!whole || mesh->frame_count)
            return false;
    } else if (mesh->has_bounds || mesh->tangent_spaces) {
        return false;
    }
    return connectors_are_sound(mesh, version);
}

static bool wzm_is_sound(const maq_wzm *wzm) {
    if (wzm->version < 1 || wzm->version > 3 || !mq_wzm_is_token(wzm->texture) ||
        !list_is_sound(wzm->meshes, wzm->mesh_count))
        return false;
    const char *const maps[] = {wzm->team_mask, wzm->normal_map, wzm->specular_map};
    for (unsigned i = 0; i < 3; i++) {
        if (maps[i] && (wzm->version != 3 || !mq_wzm_is_token(maps[i])))
            return false;
    }
    if (wzm->material.present && wzm->version != 3)
        return false;
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        if (!mesh_is_sound(&wzm->meshes[i], wzm->version))
            return false;
    }
    return true;
}

maq_status maq_document_from_wzm(const maq_wzm *wzm, const maq_memory *memory, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!wzm || !wzm_is_sound(wzm))
        return MAQ_BAD_ARGUMENT;
    maq_document *document = mq_document_new(
        memory, &mq_wzm_format, &mq_wzm_format.description.variants[wzm->version - 1], 0);
    if (!document)
        return MAQ_NO_MEMORY;
    document->content = mq_wzm_copy(document->arena, wzm);
    maq_status status = mq_arena_status(document->arena);
    if (status != MAQ_OK) {
        maq_close(document);
        return status;
    }
    mq_document_show_findings(document);
    *out = document;
    return MAQ_OK;
}
