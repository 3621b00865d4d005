// SPDX-License-Identifier: MIT
//
// IQM as the registry sees it, and the names of things in a file.
#include <string.h>

#include "formats/iq/iq_compile.h"
#include "formats/iq/iqm_priv.h"
#include "formats/iq/iqm_scene.h"

const char mq_iqm_magic[IQM_MAGIC_SIZE] = "INTERQUAKEMODEL";

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    // A file that is cut off within the magic is still told from others by what is there.
    size_t compared = length < IQM_MAGIC_SIZE ? length : IQM_MAGIC_SIZE;
    if (compared > 4 && memcmp(bytes, mq_iqm_magic, compared) == 0)
        return MQ_MATCH_BY_CONTENT;
    size_t name_length = name ? strlen(name) : 0;
    if (name_length >= 4) {
        const char *extension = name + name_length - 4;
        if (extension[0] == '.' && (extension[1] | 32) == 'i' && (extension[2] | 32) == 'q' &&
            (extension[3] | 32) == 'm')
            return MQ_MATCH_BY_NAME;
    }
    return MQ_NO_MATCH;
}

static const maq_variant variants[] = {
    {"iqm", "IQM 2: what today's engines read", ".iqm", 2, true},
    {"iqm1", "IQM 1: obsolete, rotations of three numbers", ".iqm", 1, true},
};

static const char *const targets[IQM_TARGET_COUNT] = {"spec", "ioq3", "raylib", "assimp"};

const mq_format mq_iqm_format = {
    .description = {.name = "iqm",
                    .family = "iq",
                    .title = "Inter-Quake model",
                    .text = false,
                    .variant_count = sizeof variants / sizeof variants[0],
                    .variants = variants,
                    .target_count = IQM_TARGET_COUNT,
                    .targets = targets,
                    .rule_count = IQM_RULE_COUNT,
                    .rules = mq_iqm_rules,
                    .setting_count = IQ_SETTING_COUNT,
                    .settings = mq_iq_setting_descriptions},
    .one_file_holds_all = true,
    .recognise = recognise,
    .read = mq_iqm_read,
    .write = mq_iqm_write,
    .check = mq_iqm_check,
    .retarget = mq_iq_to_iqm,
    .join = mq_iq_join_to_iqm,
    .to_scene = mq_iqm_to_scene,
    .from_scene = mq_iqm_from_scene,
    .axes = MQ_AXES_INTER_QUAKE,
    .info = mq_iqm_info,
    .describe = mq_iqm_describe,
};

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
    size_t room = iqm->text_size - name;
    if (room > most)
        room = most;
    const char *end = memchr(iqm->text + name, 0, room);
    return end ? (size_t)(end - (iqm->text + name)) : room;
}

uint64_t mq_iqm_name_hash(const maq_iqm *iqm, uint32_t name) {
    const char *text = maq_iqm_text(iqm, name);
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t length = mq_iqm_name_length(iqm, name, IQM_NAME_MAX); length > 0; length--)
        hash = (hash ^ (unsigned char)*text++) * 0x100000001b3u;
    return hash;
}

bool mq_iqm_same_name(const maq_iqm *iqm, uint32_t a, uint32_t b) {
    size_t length = mq_iqm_name_length(iqm, a, IQM_NAME_MAX);
    return a == b || (length < IQM_NAME_MAX && length == mq_iqm_name_length(iqm, b, IQM_NAME_MAX) &&
                      memcmp(maq_iqm_text(iqm, a), maq_iqm_text(iqm, b), length) == 0);
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
