// SPDX-License-Identifier: MIT
//
// The row of WZM in the registry.
#include <string.h>

#include "formats/wzm/wzm_priv.h"

#define KEYWORD(name) #name,
const char *const mq_wzm_keywords[WZM_KEY_COUNT] = {WZM_KEYWORDS(KEYWORD)};

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    return mq_directives_recognise(bytes, length, name, "WZM", WZM_COMMENT, ".wzm");
}

static const maq_variant variants[] = {
    {"wzm1", "WZM 1: texture arrays and frames, meshes by number", ".wzm", 1, true},
    {"wzm2", "WZM 2: named meshes, connectors with an angle", ".wzm", 2, true},
    {"wzm3", "WZM 3: normals and tangents, no animation", ".wzm", 3, true},
};

static const char *const targets[] = {"spec", "qwzm", "wmit"};

const mq_format mq_wzm_format = {
    .description = {.name = "wzm",
                    .family = "wzm",
                    .title = "Warzone experimental model",
                    .text = true,
                    .variant_count = sizeof variants / sizeof variants[0],
                    .variants = variants,
                    .target_count = sizeof targets / sizeof targets[0],
                    .targets = targets,
                    .rule_count = WZM_RULE_COUNT,
                    .rules = mq_wzm_rules,
                    .default_variant = 2},
    .one_file_holds_all = true,
    .recognise = recognise,
    MQ_FORMAT_FUNCTIONS(wzm),
    .materials = mq_wzm_add_materials,
    .image_span = mq_wzm_image_span,
    .axes = MQ_AXES_WARZONE,
};

const maq_wzm *maq_document_wzm(const maq_document *document) {
    return document && document->format == &mq_wzm_format ? document->content : NULL;
}

bool mq_wzm_is_number(const char *text) {
    if (*text == '-' || *text == '+')
        text++;
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

maq_wzm_mesh mq_wzm_new_mesh(const char *name) {
    return (maq_wzm_mesh){.name = name,
                          .offset = MAQ_WZM_NO_OFFSET,
                          .team_colours_offset = MAQ_WZM_NO_OFFSET,
                          .bounds_offset = MAQ_WZM_NO_OFFSET,
                          .vertices_offset = MAQ_WZM_NO_OFFSET,
                          .texture_arrays_offset = MAQ_WZM_NO_OFFSET,
                          .triangles_offset = MAQ_WZM_NO_OFFSET,
                          .frames_offset = MAQ_WZM_NO_OFFSET,
                          .connectors_offset = MAQ_WZM_NO_OFFSET};
}
