// SPDX-License-Identifier: MIT
//
// From one kind, version and layout of puppets to another, section by section.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "formats/pet/pet_adapt.h"
#include "formats/pet/pet_pose.h"

bool mq_pet_wanted(const mq_settings *settings, const maq_document *out, uint32_t default_minor,
                   maq_pet_encoding *wanted) {
    *wanted = (maq_pet_encoding){.minor = default_minor};
    for (int i = 0; i < PET_KIND_COUNT; i++) {
        if (mq_pet_variant((maq_pet_kind)i) == out->variant)
            wanted->kind = (maq_pet_kind)i;
    }
    const char *version = mq_setting(settings, "pet-version");
    if (version) {
        if (strlen(version) != 3 || memcmp(version, "1.", 2) != 0 || version[2] < '0' ||
            version[2] > '3')
            return false;
        wanted->minor = (uint32_t)(version[2] - '0');
    }
    const char *layout = mq_setting(settings, "layout");
    if (layout && strcmp(layout, "documented") == 0)
        wanted->layout = MAQ_PET_DOCUMENTED;
    else if (layout && strcmp(layout, "client") != 0)
        return false;
    return true;
}

void mq_pet_report_loss(mq_findings *findings, pet_rule rule, uint64_t offset, uint64_t count,
                        const char *format, va_list arguments) {
    if (count == 0)
        return;
    char message[256];
    vsnprintf(message, sizeof message, format, arguments);
    maq_finding *finding = mq_add_finding(findings, &mq_pet_rules[rule], offset, 0,
                                          "%s (%" PRIu64 ")", message, count);
    if (finding)
        finding->count = count;
}

void mq_pet_add_loss(pet_adaption *adaption, pet_rule rule, maq_pet_tag tag, uint64_t count,
                     const char *format, ...) {
    const maq_pet_section *section = mq_pet_find(adaption->pet, tag);
    va_list arguments;
    va_start(arguments, format);
    mq_pet_report_loss(adaption->findings, rule, section ? section->offset : MAQ_NO_OFFSET, count,
                       format, arguments);
    va_end(arguments);
}

maq_pet_encoding mq_pet_source_form(const pet_adaption *adaption, maq_pet_tag tag) {
    const maq_pet_section *section = mq_pet_find(adaption->pet, tag);
    return section ? section->encoding : adaption->from;
}

// ------------------------------------------------------------------------------- what must change

// Two encodings give a section the same form when these numbers agree.
static unsigned form(maq_pet_tag tag, const maq_pet_encoding *encoding) {
    unsigned layout = (unsigned)encoding->layout, minor = encoding->minor;
    bool matrices = mq_pet_has_matrices(encoding);
    switch (tag) {
    case MAQ_PET_BONE:
        return layout | (unsigned)matrices << 1 | (unsigned)(matrices && minor >= 3) << 2;
    case MAQ_PET_ANIM: {
        // The game's 1.0 and 1.1 are one; in the document they differ.
        unsigned step = layout == MAQ_PET_CLIENT && minor == 1 ? 0 : minor;
        return layout | step << 1 | (unsigned)(encoding->anim_form == MAQ_PET_ANIM_EXTRA_WORD) << 3;
    }
    case MAQ_PET_MESH:
        return layout | (unsigned)mq_pet_has_skins(encoding) << 1 | (unsigned)(minor >= 2) << 2 |
               (unsigned)mq_pet_local_normals(encoding->kind, minor) << 3;
    case MAQ_PET_FRAM:
    case MAQ_PET_MOTI:
        return layout;
    case MAQ_PET_COLL:
        return layout | (unsigned)(layout == MAQ_PET_DOCUMENTED && minor == 0) << 1;
    default:
        return 0;
    }
}

static uint64_t item_count(const maq_pet *pet, maq_pet_tag tag) {
    switch (tag) {
    case MAQ_PET_TEXT:
        return pet->texture_count;
    case MAQ_PET_SMTL:
        return pet->material_count;
    case MAQ_PET_BONE:
        return pet->bone_count;
    case MAQ_PET_ANIM:
        return pet->animation_count;
    case MAQ_PET_MESH:
        return (uint64_t)pet->mesh.vertex_count + pet->mesh.triangle_count;
    case MAQ_PET_FANM:
        return pet->face_count;
    case MAQ_PET_FRAM:
        return pet->frame_count;
    case MAQ_PET_MOTI:
        return pet->motion_count;
    case MAQ_PET_EXTR:
        return pet->extra_count;
    case MAQ_PET_COLL:
        return pet->box_count;
    case MAQ_PET_VERS:
    case MAQ_PET_OTHER:
        break;
    }
    return 0;
}

static bool adapt_list(pet_adaption *adaption, maq_pet_tag tag) {
    switch (tag) {
    case MAQ_PET_BONE:
        return mq_pet_adapt_bones(adaption);
    case MAQ_PET_ANIM:
        return mq_pet_adapt_animations(adaption);
    case MAQ_PET_MESH:
        return mq_pet_adapt_mesh(adaption);
    case MAQ_PET_FRAM:
        return mq_pet_adapt_frames(adaption);
    case MAQ_PET_MOTI:
        return mq_pet_adapt_motions(adaption);
    case MAQ_PET_COLL:
        return mq_pet_adapt_boxes(adaption);
    case MAQ_PET_EXTR:
        return mq_pet_adapt_extras(adaption);
    default:
        return true;
    }
}

// ------------------------------------------------------------------------------------------- VERS

// The VERS of the new file in place of the old one; false: there is to be none.
static bool adapt_version(pet_adaption *adaption, const maq_pet *source, maq_pet_section *section) {
    bool decoded = section->state == MAQ_PET_DECODED;
    uint32_t minor = adaption->to.minor;
    uint32_t said = source->version[0] < PET_MINOR_COUNT ? source->version[0] : PET_MINOR_COUNT - 1;
    bool same_layout = section->encoding.layout == adaption->to.layout;
    if (decoded && said == minor && same_layout)
        return true;
    static const unsigned char tail[2] = {0xfe, 0xff};
    size_t usual = section->encoding.layout == MAQ_PET_CLIENT ? 4 : 2;
    bool plain = decoded && section->length == usual &&
                 (usual == 2 || memcmp(section->bytes + 2, tail, 2) == 0);
    bool dropped = minor == 0 && said != 0;
    if (decoded && !plain && (dropped || !same_layout))
        mq_pet_add_loss(adaption, PET_LOSS_VERS_BYTES, MAQ_PET_VERS, section->length - 2,
                        "bytes of VERS after the version are lost");
    if (!decoded)
        mq_pet_add_loss(adaption, PET_LOSS_RAW, MAQ_PET_VERS, 1,
                        "VERS is not understood and made anew");
    if (dropped || (!decoded && minor == 0))
        return false;
    maq_pet *pet = adaption->pet;
    if (said != minor)
        pet->version[0] = (uint8_t)minor;
    if (!decoded)
        pet->version[1] = 1;
    if (same_layout && decoded) {
        // The bytes after the version stay.
        unsigned char *bytes = MQ_NEW_ARRAY(adaption->arena, unsigned char, section->length);
        if (!bytes)
            return true;
        memcpy(bytes, section->bytes, section->length);
        bytes[0] = pet->version[0];
        section->bytes = bytes;
    } else {
        section->bytes = NULL;
    }
    section->encoding = adaption->to;
    return true;
}

// --------------------------------------------------------------------------------------- sections

// Whether a section goes into the new file. Clears the bytes of what is to be written anew.
static bool carry(pet_adaption *adaption, const maq_pet *source, maq_pet_section *section) {
    const maq_pet_encoding *to = &adaption->to;
    maq_pet_tag tag = section->tag;
    if (tag == MAQ_PET_OTHER)
        return true;
    bool held = mq_pet_kind_holds(to->kind, tag);
    if (section->state == MAQ_PET_SPARE) {
        adaption->lost_spares += !held;
        return held;
    }
    if (tag == MAQ_PET_VERS)
        return adapt_version(adaption, source, section);
    uint64_t items = section->state == MAQ_PET_RAW ? section->length : item_count(source, tag);
    // Triangles cannot refer to materials before 1.2. An empty list does no harm.
    bool too_new = tag == MAQ_PET_SMTL && adaption->from.minor >= 2 && to->minor < 2 && items > 0;
    if (!held) {
        mq_pet_add_loss(adaption, PET_LOSS_SECTION, tag, items, "%s has no place in %s",
                        mq_pet_names[tag], mq_pet_variant(to->kind)->name);
        return false;
    }
    if (too_new) {
        mq_pet_add_loss(adaption, PET_LOSS_MATERIALS, tag, items,
                        "specular materials are lost before version 1.2");
        return false;
    }
    if (section->state == MAQ_PET_RAW) {
        bool same = adaption->from.kind == to->kind && adaption->from.layout == to->layout &&
                    adaption->from.minor == to->minor;
        if (!same)
            mq_pet_add_loss(adaption, PET_LOSS_RAW, tag, 1, "%s is carried over as it is",
                            mq_pet_names[tag]);
        return true;
    }
    bool bones_change = to->layout == MAQ_PET_DOCUMENTED && source->bone_count > 255 &&
                        (tag == MAQ_PET_EXTR || tag == MAQ_PET_ANIM || tag == MAQ_PET_MESH);
    if (!section->bytes || form(tag, &section->encoding) != form(tag, to) || bones_change) {
        section->bytes = NULL;
        return true;
    }
    maq_pet_anim_form anim_form = section->encoding.anim_form;
    section->encoding = *to;
    section->encoding.anim_form = anim_form;
    return true;
}

// The new list of sections. A puppet with a mesh is known by it, even by an empty one.
static maq_pet_section *carry_all(pet_adaption *adaption, const maq_pet *source, uint32_t *count,
                                  bool *add_mesh) {
    maq_pet_section *sections =
        MQ_NEW_ARRAY(adaption->arena, maq_pet_section, source->section_count);
    if (!sections)
        return NULL;
    uint32_t used = 0;
    bool has_mesh = false;
    for (uint32_t i = 0; i < source->section_count; i++) {
        sections[used] = source->sections[i];
        has_mesh |= source->sections[i].tag == MAQ_PET_MESH;
        used += carry(adaption, source, &sections[used]);
    }
    mq_pet_add_loss(adaption, PET_LOSS_SPARE, MAQ_PET_OTHER, adaption->lost_spares,
                    "further sections of a name are lost");
    *count = used;
    *add_mesh = !has_mesh && adaption->from.kind != adaption->to.kind &&
                mq_pet_kind_holds(adaption->to.kind, MAQ_PET_MESH);
    return sections;
}

// Lists of sections that are left out are not to come back as sections that are missing.
static void forget(maq_pet *pet, const maq_pet_section *sections, uint32_t count) {
    bool there[MAQ_PET_KNOWN_TAGS] = {false};
    for (uint32_t i = 0; i < count; i++) {
        if (sections[i].tag < MAQ_PET_OTHER)
            there[sections[i].tag] = true;
    }
    uint32_t *const counts[MAQ_PET_KNOWN_TAGS] = {
        [MAQ_PET_TEXT] = &pet->texture_count, [MAQ_PET_SMTL] = &pet->material_count,
        [MAQ_PET_BONE] = &pet->bone_count,    [MAQ_PET_ANIM] = &pet->animation_count,
        [MAQ_PET_FANM] = &pet->face_count,    [MAQ_PET_FRAM] = &pet->frame_count,
        [MAQ_PET_MOTI] = &pet->motion_count,  [MAQ_PET_EXTR] = &pet->extra_count,
        [MAQ_PET_COLL] = &pet->box_count,
    };
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (counts[tag] && !there[tag])
            *counts[tag] = 0;
    }
}

maq_status mq_pet_adapt(const maq_pet *source, const maq_pet_mesh *mesh, const maq_pet_encoding *to,
                        maq_document *out) {
    mq_arena *arena = out->arena;
    maq_pet pet = *source;
    maq_pet_mesh new_mesh = {0};
    pet_adaption adaption = {
        .arena = arena,
        .findings = &out->findings,
        .from = {.kind = source->kind, .layout = source->layout, .minor = source->minor},
        .to = *to,
        .pet = &pet};
    uint32_t count = 0;
    bool add_mesh = false;
    if (!source->has_version)
        pet.version[0] = (uint8_t)to->minor;
    maq_pet_section *sections = carry_all(&adaption, source, &count, &add_mesh);
    if (!sections)
        return mq_arena_status(arena);
    // Bones last: the others are adapted to, and with the help of, the old ones.
    static const maq_pet_tag order[] = {MAQ_PET_ANIM, MAQ_PET_MESH, MAQ_PET_FRAM,
                                        MAQ_PET_MOTI, MAQ_PET_EXTR, MAQ_PET_COLL};
    const maq_pet_bone *old_bones = source->bones;
    const maq_pet_bone *new_bones = source->bones;
    uint32_t new_bone_count = source->bone_count;
    bool anew[MAQ_PET_KNOWN_TAGS] = {false};
    for (uint32_t i = 0; i < count; i++) {
        if (sections[i].tag < MAQ_PET_OTHER && !sections[i].bytes)
            anew[sections[i].tag] = true;
    }
    if (anew[MAQ_PET_BONE]) {
        // Also finds where bones go that have no room.
        if (!adapt_list(&adaption, MAQ_PET_BONE))
            return mq_arena_status(arena);
        new_bones = pet.bones;
        if (adaption.bone_map)
            new_bone_count = 255;
        pet.bones = old_bones;
    }
    if (anew[MAQ_PET_MESH]) {
        if (mesh)
            new_mesh = *mesh;
        else if (!mq_pet_mesh_decode(source, arena, &new_mesh))
            return mq_arena_status(arena);
        adaption.mesh = &new_mesh;
    }
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (anew[order[i]] && !adapt_list(&adaption, order[i]))
            return mq_arena_status(arena);
    }
    pet.bones = new_bones;
    pet.bone_count = new_bone_count;
    pet.wide_bone_count &= to->layout == MAQ_PET_CLIENT;
    pet.kind = to->kind;
    pet.layout = to->layout;
    pet.minor = to->minor;
    pet.sections = sections;
    pet.section_count = count;
    pet.has_version = false;
    forget(&pet, sections, count);
    maq_status status = mq_pet_build(out, &pet, adaption.mesh || add_mesh ? &new_mesh : NULL);
    // What was read fits every form once it is adapted; if not, the arena has a word to say.
    return status == MAQ_BAD_ARGUMENT ? MAQ_OVER_LIMIT : status;
}

maq_status mq_pet_retarget(const maq_document *document, const mq_settings *settings,
                           maq_document *out) {
    const maq_pet *source = document->content;
    maq_pet_encoding to;
    if (!mq_pet_wanted(settings, out, source->minor, &to))
        return MAQ_BAD_ARGUMENT;
    if (source->has_version && source->version[0] == 0 && to.minor > 0)
        mq_add_finding(&out->findings, &mq_pet_rules[PET_LOSS_VERS],
                       mq_pet_find(source, MAQ_PET_VERS)->offset, 0,
                       "VERS says 1.0; on the way back there will be none");
    return mq_pet_adapt(source, NULL, &to, out);
}
