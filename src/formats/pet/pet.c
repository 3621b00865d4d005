// SPDX-License-Identifier: MIT
//
// The row of puppets in the registry, and small helpers that the files of this module share.
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "formats/pet/pet_priv.h"

// How many unknown sections may come first in a file whose name does not say that it is a puppet.
#define MAX_UNKNOWN_SECTIONS 64

const char mq_pet_tag_names[MAQ_PET_KNOWN_TAGS][5] = {
    "VERS", "TEXT", "SMTL", "BONE", "ANIM", "MESH", "FANM", "FRAM", "MOTI", "EXTR", "COLL"};

static const maq_variant variants[PET_KIND_COUNT] = {
    [MAQ_PET_PET] = {"pet", "PET: a complete puppet", ".pet", 1, true},
    [MAQ_PET_APET] = {"apet", "APET: the animation of puppets", ".apet", 1, true},
    [MAQ_PET_BPET] = {"bpet", "BPET: the skeleton of puppets", ".bpet", 1, true},
    [MAQ_PET_MPET] = {"mpet", "MPET: a mesh, one part of a puppet", ".mpet", 1, true},
};

static const char *const targets[] = {"client", "season5", "spec"};

static const maq_setting_description settings[] = {
    {"pet-version", "1.0, 1.1, 1.2, 1.3", "the version of the puppet; that of the input if absent",
     false},
    {"layout", "client, documented",
     "as the game reads puppets, or as the published document says; that of the input if absent",
     false},
};

maq_pet_tag mq_pet_find_tag(const char name[4]) {
    for (int i = 0; i < MAQ_PET_KNOWN_TAGS; i++) {
        if (memcmp(name, mq_pet_tag_names[i], 4) == 0)
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
    return tag == MAQ_PET_OTHER || !held[kind] || strstr(held[kind], mq_pet_tag_names[tag]);
}

bool mq_pet_kind_of_name(const char *name, maq_pet_kind *kind) {
    const char *dot = name ? strrchr(name, '.') : NULL;
    for (int i = 0; dot && i < PET_KIND_COUNT; i++) {
        if (mq_pet_same_name(mq_pet_text_of(dot), mq_pet_text_of(variants[i].extension))) {
            *kind = (maq_pet_kind)i;
            return true;
        }
    }
    return false;
}

const maq_pet_section *mq_pet_find_section(const maq_pet *pet, maq_pet_tag tag) {
    for (uint32_t i = 0; i < pet->section_count; i++) {
        if (pet->sections[i].tag == tag)
            return &pet->sections[i];
    }
    return NULL;
}

maq_pet_section mq_pet_new_section(maq_pet_tag tag, const maq_pet_encoding *encoding) {
    maq_pet_section section = {.tag = tag, .encoding = *encoding, .offset = MAQ_NO_OFFSET};
    memcpy(section.name, mq_pet_tag_names[tag], sizeof section.name);
    return section;
}

// Where the struct counts the entries of a section; 0: nowhere.
static const size_t count_offsets[MAQ_PET_KNOWN_TAGS + 1] = {
    [MAQ_PET_TEXT] = offsetof(maq_pet, texture_count),
    [MAQ_PET_SMTL] = offsetof(maq_pet, material_count),
    [MAQ_PET_BONE] = offsetof(maq_pet, bone_count),
    [MAQ_PET_ANIM] = offsetof(maq_pet, animation_count),
    [MAQ_PET_FANM] = offsetof(maq_pet, face_count),
    [MAQ_PET_FRAM] = offsetof(maq_pet, frame_count),
    [MAQ_PET_MOTI] = offsetof(maq_pet, motion_count),
    [MAQ_PET_EXTR] = offsetof(maq_pet, extra_count),
    [MAQ_PET_COLL] = offsetof(maq_pet, box_count),
};

uint32_t mq_pet_entry_count(const maq_pet *pet, maq_pet_tag tag) {
    uint32_t count = 0;
    if (count_offsets[tag])
        memcpy(&count, (const char *)pet + count_offsets[tag], sizeof count);
    return count;
}

void mq_pet_set_entry_count(maq_pet *pet, maq_pet_tag tag, uint32_t count) {
    if (count_offsets[tag])
        memcpy((char *)pet + count_offsets[tag], &count, sizeof count);
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

uint32_t mq_pet_float_count(maq_pet_value_type type) {
    static const uint8_t counts[] = {0, 0, 1, 2, 3, 4, 16, 0, 0};
    return counts[type];
}

void mq_pet_report_loss(mq_findings *findings, pet_rule rule, uint64_t offset, uint64_t count,
                        const char *one, const char *many, const char *format, ...) {
    if (count == 0)
        return;
    char done[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(done, sizeof done, format, arguments);
    va_end(arguments);
    mq_finding_count(mq_add_finding(findings, &mq_pet_rules[rule], offset, 0,
                                    "%" PRIu64 " %s %s %s", count, MQ_PLURAL(count, one, many),
                                    MQ_PLURAL(count, "was", "were"), done),
                     count);
}

static bool is_section_name(const unsigned char *name) {
    for (int i = 0; i < 4; i++) {
        if ((name[i] < 'A' || name[i] > 'Z') && (name[i] < '0' || name[i] > '9'))
            return false;
    }
    return true;
}

static mq_match_confidence recognise(const char *bytes, size_t length, const char *name) {
    mq_cursor cursor = mq_cursor_over(bytes, length);
    for (int i = 0; i < MAX_UNKNOWN_SECTIONS; i++) {
        const unsigned char *tag = mq_read_bytes(&cursor, 4);
        uint32_t size = mq_read_u32(&cursor);
        if (cursor.failed || !is_section_name(tag))
            break;
        if (mq_pet_find_tag((const char *)tag) != MAQ_PET_OTHER)
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
                    .target_count = sizeof targets / sizeof targets[0],
                    .targets = targets,
                    .rule_count = PET_RULE_COUNT,
                    .rules = mq_pet_rules,
                    .setting_count = sizeof settings / sizeof settings[0],
                    .settings = settings},
    .one_file_holds_all = true,
    .content_in_source = true,
    .copies_scene = true,
    .recognise = recognise,
    MQ_FORMAT_FUNCTIONS(pet),
    .materials = mq_pet_add_images,
    .image_span = mq_pet_image_span,
    .joined_variant = "pet",
    .join = mq_pet_join,
    .axes = MQ_AXES_PANGYA,
};

const maq_pet *maq_document_pet(const maq_document *document) {
    return document && document->format == &mq_pet_format ? document->content : NULL;
}
