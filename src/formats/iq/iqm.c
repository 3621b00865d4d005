// SPDX-License-Identifier: MIT
//
// The row of IQM in the registry, and small functions that its files share.
#include <stddef.h>
#include <string.h>

#include "formats/iq/iq_ascii.h"
#include "formats/iq/iq_compile.h"
#include "formats/iq/iq_scene.h"
#include "formats/iq/iqm_header.h"

const char mq_iqm_magic[IQM_MAGIC_SIZE] = "INTERQUAKEMODEL";

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    // A file that is cut off within the magic is recognised by what is there.
    size_t compared = length < IQM_MAGIC_SIZE ? length : IQM_MAGIC_SIZE;
    if (compared > 4 && memcmp(bytes, mq_iqm_magic, compared) == 0)
        return MQ_MATCH_BY_CONTENT;
    return mq_iq_has_extension(name, ".iqm") ? MQ_MATCH_BY_NAME : MQ_NO_MATCH;
}

static const maq_variant variants[] = {
    {"iqm", "IQM 2: what today's engines read", ".iqm", 2, true},
    {"iqm1", "IQM 1: obsolete, rotations of three numbers", ".iqm", 1, true},
};

static const char *const targets[] = {"spec", "ioq3", "raylib", "assimp"};

const mq_format mq_iqm_format = {
    .description = {.name = "iqm",
                    .family = "iq",
                    .title = "Inter-Quake model",
                    .text = false,
                    .variant_count = sizeof variants / sizeof variants[0],
                    .variants = variants,
                    .target_count = sizeof targets / sizeof targets[0],
                    .targets = targets,
                    .rule_count = IQM_RULE_COUNT,
                    .rules = mq_iqm_rules,
                    .setting_count = IQ_SETTING_COUNT,
                    .settings = mq_iq_setting_descriptions},
    .one_file_holds_all = true,
    .content_in_source = true,
    .recognise = recognise,
    MQ_FORMAT_FUNCTIONS(iqm),
    .copies_scene = true,
    .materials = mq_iqm_add_materials,
    .image_span = mq_iqm_image_span,
    .image_rules = {[MQ_IMAGE_FAULT_NOT_POWER_OF_TWO] = &mq_iqm_rules[IQM_IMAGE_NOT_POWER_OF_TWO]},
    .join = mq_iqm_join,
    .joined_variant = "iqm",
    .axes = MQ_AXES_INTER_QUAKE,
};

#define RECORD(type, words, ...)                                                                   \
    {                                                                                              \
        sizeof(type), offsetof(type, offset), (words), {                                           \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
const iqm_record mq_iqm_mesh_record = RECORD(maq_iqm_mesh, 6, 0);
const iqm_record mq_iqm_joint_record = RECORD(maq_iqm_joint, 12, 8);    // without w
const iqm_record mq_iqm_pose_record = RECORD(maq_iqm_pose, 22, 11, 21); // nine channels
const iqm_record mq_iqm_anim_record = RECORD(maq_iqm_anim, 5, 0);
const iqm_record mq_iqm_bounds_record = RECORD(maq_iqm_bounds, 8, 0);

const maq_variant *mq_iqm_variant(uint32_t version) {
    return &variants[version == 1];
}

const maq_iqm *maq_document_iqm(const maq_document *document) {
    return document && document->format == &mq_iqm_format ? document->content : NULL;
}

// ----------------------------------------------------------------------------------------- names

const char *maq_iqm_text(const maq_iqm *iqm, uint32_t offset) {
    return offset < iqm->text_size ? iqm->text + offset : "";
}

size_t mq_iqm_name_length(const maq_iqm *iqm, uint32_t name, size_t most) {
    if (name >= iqm->text_size)
        return 0;
    size_t longest = iqm->text_size - name;
    if (longest > most)
        longest = most;
    const char *end = memchr(iqm->text + name, 0, longest);
    return end ? (size_t)(end - (iqm->text + name)) : longest;
}

size_t mq_iqm_comment_length(const maq_iqm *iqm) {
    size_t length = iqm->comment ? iqm->comment_size : 0;
    while (length > 0 && iqm->comment[length - 1] == '\0')
        length--;
    return length;
}

char *mq_iqm_copy_name(const maq_iqm *iqm, uint32_t name, mq_arena *arena) {
    return mq_arena_text(arena, maq_iqm_text(iqm, name),
                         mq_iqm_name_length(iqm, name, IQM_NAME_MAX - 1));
}

const char *maq_iqm_array_name(const maq_iqm *iqm, const maq_iqm_array *array) {
    static const char *const names[] = {"position",     "texcoord",     "normal", "tangent",
                                        "blendindexes", "blendweights", "color"};
    if (array->type >= MAQ_IQM_CUSTOM)
        return maq_iqm_text(iqm, array->type - MAQ_IQM_CUSTOM);
    return array->type <= MAQ_IQM_COLOR ? names[array->type] : "reserved";
}

const char *maq_iqm_format_name(uint32_t format) {
    static const char *const names[MAQ_IQM_FORMAT_COUNT] = {
        "byte", "ubyte", "short", "ushort", "int", "uint", "half", "float", "double"};
    return format < MAQ_IQM_FORMAT_COUNT ? names[format] : "unknown";
}

uint32_t maq_iqm_format_size(uint32_t format) {
    static const uint8_t sizes[MAQ_IQM_FORMAT_COUNT] = {1, 1, 2, 2, 4, 4, 2, 4, 8};
    return format < MAQ_IQM_FORMAT_COUNT ? sizes[format] : 0;
}

const maq_iqm_array *maq_iqm_find_array(const maq_iqm *iqm, uint32_t type) {
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        if (iqm->arrays[i].type == type)
            return &iqm->arrays[i];
    }
    return NULL;
}
