// SPDX-License-Identifier: MIT
//
// Puppets as the registry sees them, and the small questions that the room's files share.
#include <math.h>
#include <string.h>

#include "formats/pet/pet_priv.h"

// How many sections of unknown names may come first in a file without a telling name.
#define STRANGERS 64

const char mq_pet_names[MAQ_PET_KNOWN_TAGS][5] = {"VERS", "TEXT", "SMTL", "BONE", "ANIM", "MESH",
                                                  "FANM", "FRAM", "MOTI", "EXTR", "COLL"};

static const maq_variant variants[PET_KIND_COUNT] = {
    [MAQ_PET_PET] = {"pet", "PET: a complete puppet", ".pet", 1, true},
    [MAQ_PET_APET] = {"apet", "APET: the animation of puppets", ".apet", 1, true},
    [MAQ_PET_BPET] = {"bpet", "BPET: the skeleton of puppets", ".bpet", 1, true},
    [MAQ_PET_MPET] = {"mpet", "MPET: a mesh, one part of a puppet", ".mpet", 1, true},
};

static const char *const targets[PET_TARGET_COUNT] = {"client", "season5", "spec"};

static const maq_setting_description settings[] = {
    {"pet-version", "1.0, 1.1, 1.2, 1.3", "the version of the puppet; that of the input if absent",
     false},
    {"layout", "client, documented", "as the game reads puppets, or as the published document says",
     false},
};

maq_pet_tag mq_pet_tag_of(const char name[4]) {
    for (int i = 0; i < MAQ_PET_KNOWN_TAGS; i++) {
        if (memcmp(name, mq_pet_names[i], 4) == 0)
            return (maq_pet_tag)i;
    }
    return MAQ_PET_OTHER;
}

const maq_variant *mq_pet_variant(maq_pet_kind kind) {
    return &variants[kind];
}

const char *mq_pet_layout_name(maq_pet_layout layout) {
    return layout == MAQ_PET_CLIENT ? "client" : "documented";
}

bool mq_pet_kind_holds(maq_pet_kind kind, maq_pet_tag tag) {
    static const char *const held[PET_KIND_COUNT] = {
        [MAQ_PET_PET] = NULL,
        [MAQ_PET_APET] = "VERS BONE ANIM FRAM MOTI",
        [MAQ_PET_BPET] = "VERS BONE EXTR COLL",
        [MAQ_PET_MPET] = "VERS TEXT SMTL BONE MESH FANM",
    };
    return tag == MAQ_PET_OTHER || !held[kind] || strstr(held[kind], mq_pet_names[tag]);
}

bool mq_pet_kind_of_name(const char *name, maq_pet_kind *kind) {
    const char *dot = name ? strrchr(name, '.') : NULL;
    for (int i = 0; dot && i < PET_KIND_COUNT; i++) {
        const char *extension = variants[i].extension;
        if (mq_pet_same_name((maq_pet_text){dot, (uint32_t)strlen(dot)},
                             (maq_pet_text){extension, (uint32_t)strlen(extension)})) {
            *kind = (maq_pet_kind)i;
            return true;
        }
    }
    return false;
}

const maq_pet_section *mq_pet_find(const maq_pet *pet, maq_pet_tag tag) {
    for (uint32_t i = 0; i < pet->section_count; i++) {
        if (pet->sections[i].tag == tag)
            return &pet->sections[i];
    }
    return NULL;
}

double mq_pet_last_key(const maq_pet *pet) {
    double last = 0;
    for (uint32_t i = 0; i < pet->animation_count; i++) {
        const maq_pet_animation *animation = &pet->animations[i];
        const maq_pet_track *const tracks[] = {&animation->position, &animation->rotation,
                                               &animation->scale, &animation->flag};
        for (unsigned t = 0; t < 4; t++) {
            double end = tracks[t]->count > 0 ? tracks[t]->keys[tracks[t]->count - 1].time : 0;
            last = end > last && isfinite(end) ? end : last;
        }
    }
    return last;
}

static bool is_name(const unsigned char *name) {
    for (int i = 0; i < 4; i++) {
        if ((name[i] < 'A' || name[i] > 'Z') && (name[i] < '0' || name[i] > '9'))
            return false;
    }
    return true;
}

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    mq_cursor cursor = mq_cursor_over(bytes, length);
    for (int i = 0; i < STRANGERS; i++) {
        const unsigned char *tag = mq_read_bytes(&cursor, 4);
        uint32_t size = mq_read_u32(&cursor);
        if (cursor.failed || !is_name(tag))
            break;
        if (mq_pet_tag_of((const char *)tag) != MAQ_PET_OTHER)
            return MQ_MATCH_BY_CONTENT;
        mq_read_bytes(&cursor, size);
    }
    maq_pet_kind kind;
    return mq_pet_kind_of_name(name, &kind) ? MQ_MATCH_BY_NAME : MQ_NO_MATCH;
}

const mq_format mq_pet_format = {
    .description = {.name = "pet",
                    .family = "pet",
                    .title = "Pangya puppet",
                    .text = false,
                    .variant_count = PET_KIND_COUNT,
                    .variants = variants,
                    .target_count = PET_TARGET_COUNT,
                    .targets = targets,
                    .rule_count = PET_RULE_COUNT,
                    .rules = mq_pet_rules,
                    .setting_count = sizeof settings / sizeof settings[0],
                    .settings = settings},
    .one_file_holds_all = true,
    .recognise = recognise,
    .read = mq_pet_read,
    .write = mq_pet_write,
    .check = mq_pet_check,
    .retarget = mq_pet_retarget,
    .joined_variant = "pet",
    .join = mq_pet_join,
    .to_scene = mq_pet_to_scene,
    .from_scene = mq_pet_from_scene,
    .axes = MQ_AXES_PANGYA,
    .info = mq_pet_info,
    .describe = mq_pet_describe,
};

const maq_pet *maq_document_pet(const maq_document *document) {
    return document && document->format == &mq_pet_format ? document->content : NULL;
}
