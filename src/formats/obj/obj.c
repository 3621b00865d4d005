// SPDX-License-Identifier: MIT
//
// The row of OBJ in the registry, the fields of materials, and small functions that the module
// shares.
#include <string.h>

#include "formats/obj/obj_priv.h"
#include "formats/obj/obj_scan.h"

// OBJ has no signature: a text whose first statement is one of OBJ may be a model.
static bool begins_like_obj(const char *at, const char *end) {
    static const char *const words[] = {"v", "vt", "vn", "f",      "l",      "p",
                                        "o", "g",  "s",  "mtllib", "usemtl", "vp"};
    if (end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    while (at < end && (mq_obj_is_blank(*at) || mq_obj_is_break(*at) || *at == '#'))
        at = *at == '#' ? mq_obj_raw_line_end(at, end) : at + 1;
    size_t length = (size_t)(mq_obj_word_end(at, end) - at);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], at, length) == 0)
            return true;
    }
    return false;
}

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    size_t name_length = name ? strlen(name) : 0;
    if (name_length >= 4) {
        const char *extension = name + name_length - 4;
        if (extension[0] == '.' && (extension[1] | 32) == 'o' && (extension[2] | 32) == 'b' &&
            (extension[3] | 32) == 'j')
            return MQ_MATCH_BY_NAME;
    }
    return begins_like_obj(bytes, bytes + length) ? MQ_MATCH_BY_NAME : MQ_NO_MATCH;
}

static const maq_variant variants[] = {
    {"obj", "OBJ: Wavefront model, with its materials in an MTL file", ".obj", 1, true},
};

static const char *const targets[OBJ_TARGET_COUNT] = {"common", "spec"};

const mq_format mq_obj_format = {
    .description = {.name = "obj",
                    .family = "obj",
                    .title = "Wavefront model",
                    .text = true,
                    .variant_count = sizeof variants / sizeof variants[0],
                    .variants = variants,
                    .target_count = OBJ_TARGET_COUNT,
                    .targets = targets,
                    .rule_count = OBJ_RULE_COUNT,
                    .rules = mq_obj_rules},
    .recognise = recognise,
    .read = mq_obj_read,
    .write = mq_obj_write,
    .image_paths = true,
    .materials = mq_obj_add_materials,
    .companion_name = mq_obj_companion,
    .write_companion = mq_obj_write_materials,
    .check = mq_obj_check,
    .retarget = mq_obj_convert,
    .to_scene = mq_obj_to_scene,
    .from_scene = mq_obj_from_scene,
    .axes = MQ_AXES_SCENE,
    .info = mq_obj_info,
    .count = mq_obj_counts,
    .describe = mq_obj_describe,
};

// ------------------------------------------------------------------------------------- materials

const obj_material_field mq_obj_material_fields[OBJ_MATERIAL_FIELDS] = {
    {"ambient", "Ka", MAQ_OBJ_HAS_KA, offsetof(maq_obj_material, ambient), 3},
    {"diffuse", "Kd", MAQ_OBJ_HAS_KD, offsetof(maq_obj_material, diffuse), 3},
    {"specular", "Ks", MAQ_OBJ_HAS_KS, offsetof(maq_obj_material, specular), 3},
    {"emissive", "Ke", MAQ_OBJ_HAS_KE, offsetof(maq_obj_material, emissive), 3},
    {"shininess", "Ns", MAQ_OBJ_HAS_NS, offsetof(maq_obj_material, shininess), 1},
    {"dissolve", "d", MAQ_OBJ_HAS_D, offsetof(maq_obj_material, dissolve), 1},
};

const char *const mq_obj_map_names[MAQ_OBJ_MAP_COUNT] = {"map_Kd", "map_Bump", "norm",   "map_Ks",
                                                         "map_d",  "map_Ka",   "map_Ke", "map_Ns"};

maq_obj_material mq_obj_material(const char *name) {
    return (maq_obj_material){.name = name, .diffuse = {1, 1, 1}, .dissolve = 1};
}

// ------------------------------------------------------------------------------- small functions

const maq_obj *maq_document_obj(const maq_document *document) {
    return document && document->format == &mq_obj_format ? document->content : NULL;
}

const maq_obj_material *maq_obj_find_material(const maq_obj *obj, const char *name) {
    for (uint32_t i = 0; i < obj->material_count; i++) {
        if (strcmp(obj->materials[i].name, name) == 0)
            return &obj->materials[i];
    }
    return NULL;
}

maq_span mq_obj_word(const maq_document *document, uint32_t offset, unsigned index) {
    if (!document->source || offset >= document->source_length)
        return (maq_span){MAQ_NO_OFFSET, 0};
    const char *end = document->source + document->source_length;
    const char *at = document->source + offset, *stop = mq_obj_word_end(at, end);
    while (index-- > 0) {
        at = mq_obj_skip_blanks(stop, end);
        stop = mq_obj_word_end(at, end);
    }
    return (maq_span){(uint64_t)(at - document->source), (uint64_t)(stop - at)};
}

uint32_t mq_obj_section_end(const maq_obj *obj, uint32_t section) {
    return section + 1 < obj->section_count ? obj->sections[section + 1].first_element
                                            : obj->element_count;
}

bool mq_obj_is_valid_face(const maq_obj *obj, const maq_obj_element *element) {
    if (element->kind != MAQ_OBJ_FACE || element->corner_count < 3)
        return false;
    const maq_obj_corner *corners = obj->corners + element->first_corner;
    for (uint32_t i = 0; i < element->corner_count; i++) {
        if (corners[i].position >= obj->position_count ||
            (corners[i].texcoord != MAQ_OBJ_NONE && corners[i].texcoord >= obj->texcoord_count) ||
            (corners[i].normal != MAQ_OBJ_NONE && corners[i].normal >= obj->normal_count))
            return false;
    }
    return true;
}
