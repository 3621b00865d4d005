// SPDX-License-Identifier: MIT
//
// WZM documents from structs that a caller filled.
#include <string.h>

#include "formats/wzm/wzm_priv.h"

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

static bool connectors_are_valid(const maq_wzm_mesh *mesh, uint32_t version) {
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

static bool mesh_is_valid(const maq_wzm_mesh *mesh, uint32_t version) {
    if (!mq_wzm_is_token(mesh->name))
        return false;
    if (version == 3) {
        bool whole =
            mesh->vertex_count == 0 || (mesh->tangent_spaces && mesh->texture_array_count == 1 &&
                                        mesh->texture_arrays[0].count == mesh->vertex_count);
        if (!whole || mesh->frame_count)
            return false;
    } else if (mesh->has_bounds || mesh->tangent_spaces) {
        return false;
    }
    return connectors_are_valid(mesh, version);
}

static bool is_valid(const maq_wzm *wzm) {
    if (wzm->version < 1 || wzm->version > 3 || !mq_wzm_is_token(wzm->texture) ||
        !mq_record_has_lists(&mq_wzm_record, wzm))
        return false;
    const char *const maps[] = {wzm->team_mask, wzm->normal_map, wzm->specular_map};
    for (unsigned i = 0; i < 3; i++) {
        if (maps[i] && (wzm->version != 3 || !mq_wzm_is_token(maps[i])))
            return false;
    }
    if (wzm->material.present && wzm->version != 3)
        return false;
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        if (!mesh_is_valid(&wzm->meshes[i], wzm->version))
            return false;
    }
    return true;
}

// A mesh of version 3 has one texture array, which has no number: as reading gives it.
static void set_arrays(maq_document *document) {
    const maq_wzm *wzm = document->content;
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        maq_wzm_mesh *mesh = MQ_WRITABLE(maq_wzm_mesh, &wzm->meshes[i]);
        maq_wzm_texture_array *array = MQ_NEW(document->arena, maq_wzm_texture_array);
        if (array && mesh->texture_array_count)
            *array = mesh->texture_arrays[0];
        if (array)
            array->number = 0;
        mesh->texture_arrays = array;
        mesh->texture_array_count = 1;
    }
}

maq_status maq_document_from_wzm(const maq_wzm *wzm, const maq_memory *memory, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!wzm || !is_valid(wzm))
        return MAQ_BAD_ARGUMENT;
    const maq_variant *variant = &mq_wzm_format.description.variants[wzm->version - 1];
    return mq_record_document(&mq_wzm_format, variant, &mq_wzm_record, wzm, memory,
                              wzm->version == 3 ? set_arrays : NULL, out);
}
