// SPDX-License-Identifier: MIT
//
// From one kind, version and layout of puppets to another, section by section.
#include "formats/pet/pet_convert.h"

#include <string.h>

#include "formats/pet/pet_rest_pose.h"

bool mq_pet_requested_encoding(const mq_settings *settings, const maq_document *out,
                               const maq_pet_encoding *otherwise, maq_pet_encoding *requested) {
    *requested = (maq_pet_encoding){.layout = otherwise->layout, .minor = otherwise->minor};
    for (int i = 0; i < PET_KIND_COUNT; i++) {
        if (mq_pet_variant((maq_pet_kind)i) == out->variant)
            requested->kind = (maq_pet_kind)i;
    }
    const char *version = mq_setting(settings, "pet-version");
    if (version) {
        if (strlen(version) != 3 || memcmp(version, "1.", 2) != 0 || version[2] < '0' ||
            version[2] > '3')
            return false;
        requested->minor = (uint32_t)(version[2] - '0');
    }
    const char *layout = mq_setting(settings, "layout");
    if (layout && strcmp(layout, "documented") == 0)
        requested->layout = MAQ_PET_DOCUMENTED;
    else if (layout && strcmp(layout, "client") == 0)
        requested->layout = MAQ_PET_CLIENT;
    else if (layout)
        return false;
    return true;
}

uint64_t mq_pet_source_offset(const pet_conversion *c, maq_pet_tag tag) {
    const maq_pet_section *section = mq_pet_find_section(c->pet, tag);
    return section ? section->offset : MAQ_NO_OFFSET;
}

maq_pet_encoding mq_pet_source_encoding(const pet_conversion *c, maq_pet_tag tag) {
    const maq_pet_section *section = mq_pet_find_section(c->pet, tag);
    return section ? section->encoding : c->from;
}

// ------------------------------------------------------------------------------- what must change

// Two encodings give a section the same form when these numbers agree.
static unsigned section_form(maq_pet_tag tag, const maq_pet_encoding *encoding) {
    unsigned layout = (unsigned)encoding->layout, minor = encoding->minor;
    bool matrices = mq_pet_has_matrices(encoding);
    switch (tag) {
    case MAQ_PET_BONE:
        return layout | (unsigned)matrices << 1 | (unsigned)(matrices && minor >= 3) << 2;
    case MAQ_PET_ANIM: {
        // For the game, 1.0 and 1.1 are the same; in the document they differ.
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

static bool convert_list(pet_conversion *c, maq_pet_tag tag) {
    static bool (*const converters[MAQ_PET_KNOWN_TAGS])(pet_conversion *) = {
        [MAQ_PET_TEXT] = mq_pet_convert_textures,   [MAQ_PET_BONE] = mq_pet_convert_bones,
        [MAQ_PET_ANIM] = mq_pet_convert_animations, [MAQ_PET_MESH] = mq_pet_convert_mesh,
        [MAQ_PET_FRAM] = mq_pet_convert_frames,     [MAQ_PET_MOTI] = mq_pet_convert_motions,
        [MAQ_PET_COLL] = mq_pet_convert_boxes,      [MAQ_PET_EXTR] = mq_pet_convert_extras,
    };
    return !converters[tag] || converters[tag](c);
}

// ------------------------------------------------------------------------------------------- VERS

// Replaces VERS by that of the new file; false: the new file has none.
static bool convert_version(pet_conversion *c, const maq_pet *source, maq_pet_section *section) {
    bool decoded = section->state == MAQ_PET_DECODED;
    uint32_t minor = c->to.minor;
    uint32_t said = source->version[0];
    bool same_layout = section->encoding.layout == c->to.layout;
    if (decoded && said == minor && source->version[1] == 1 && same_layout)
        return true;
    static const unsigned char tail[2] = {0xfe, 0xff};
    size_t usual = section->encoding.layout == MAQ_PET_CLIENT ? 4 : 2;
    bool plain = decoded && section->length == usual &&
                 (usual == 2 || memcmp(section->bytes + 2, tail, 2) == 0);
    bool dropped = minor == 0 && said != 0;
    if (decoded && !plain && (dropped || !same_layout))
        mq_pet_report_loss(c->findings, PET_LOSS_VERS_BYTES, section->offset, section->length - 2,
                           "byte of VERS after the version", "bytes of VERS after the version",
                           "dropped");
    if (!decoded)
        mq_pet_report_loss(c->findings, PET_LOSS_RAW, section->offset, 1, "VERS section", "",
                           "replaced, because it could not be decoded");
    if (dropped || (!decoded && minor == 0))
        return false;
    maq_pet *pet = c->pet;
    pet->version[0] = (uint8_t)minor;
    pet->version[1] = 1;
    if (same_layout && decoded) {
        // The bytes after the version stay.
        unsigned char *bytes = MQ_NEW_ARRAY(c->arena, unsigned char, section->length);
        if (!bytes)
            return true;
        memcpy(bytes, section->bytes, section->length);
        memcpy(bytes, pet->version, sizeof pet->version);
        section->bytes = bytes;
    } else {
        section->bytes = NULL;
    }
    section->encoding = c->to;
    return true;
}

// --------------------------------------------------------------------------------------- sections

// Whether a section goes into the new file. Clears the bytes of one that must be encoded again.
static bool convert_section(pet_conversion *c, const maq_pet *source, maq_pet_section *section) {
    const maq_pet_encoding *to = &c->to;
    maq_pet_tag tag = section->tag;
    if (tag == MAQ_PET_OTHER)
        return true;
    const char *name = mq_pet_tag_names[tag];
    bool held = mq_pet_kind_holds(to->kind, tag);
    if (section->state == MAQ_PET_DUPLICATE) {
        c->dropped_duplicates += !held;
        return held;
    }
    if (tag == MAQ_PET_VERS)
        return convert_version(c, source, section);
    bool raw = section->state == MAQ_PET_RAW;
    uint64_t entries = raw ? section->length : mq_pet_entry_count(source, tag);
    if (!raw && tag == MAQ_PET_MESH)
        entries = (uint64_t)source->mesh.vertex_count + source->mesh.triangle_count;
    if (!held) {
        mq_pet_report_loss(c->findings, PET_LOSS_SECTION, section->offset, entries,
                           raw                   ? "byte"
                           : tag == MAQ_PET_MESH ? "vertex or triangle"
                                                 : "entry",
                           raw                   ? "bytes"
                           : tag == MAQ_PET_MESH ? "vertices and triangles"
                                                 : "entries",
                           "dropped: %s is not part of %s files", name,
                           mq_pet_variant(to->kind)->name);
        return false;
    }
    // Triangles cannot refer to materials before 1.2. An empty list does no harm.
    if (tag == MAQ_PET_SMTL && c->from.minor >= 2 && to->minor < 2 && entries > 0) {
        mq_pet_report_loss(c->findings, PET_LOSS_MATERIALS, section->offset, entries,
                           "specular material", "specular materials",
                           "dropped: versions before 1.2 have none");
        return false;
    }
    if (raw) {
        bool same =
            c->from.kind == to->kind && c->from.layout == to->layout && c->from.minor == to->minor;
        if (!same)
            mq_pet_report_loss(c->findings, PET_LOSS_RAW, section->offset, 1, "section", "",
                               "copied without change, because it could not be decoded: %s", name);
        return true;
    }
    bool names_change = tag == MAQ_PET_TEXT && to->layout == MAQ_PET_CLIENT &&
                        mq_pet_has_long_names(source, section->encoding.layout);
    bool bones_change = to->layout == MAQ_PET_DOCUMENTED && source->bone_count > 255 &&
                        (tag == MAQ_PET_EXTR || tag == MAQ_PET_ANIM || tag == MAQ_PET_MESH);
    if (!section->bytes || bones_change || names_change ||
        section_form(tag, &section->encoding) != section_form(tag, to)) {
        section->bytes = NULL;
        return true;
    }
    maq_pet_anim_form anim_form = section->encoding.anim_form;
    section->encoding = *to;
    section->encoding.anim_form = anim_form;
    return true;
}

// The new list of sections. Kinds with a mesh are recognised by it, even by an empty one.
static maq_pet_section *convert_sections(pet_conversion *c, const maq_pet *source, uint32_t *count,
                                         bool *add_mesh) {
    maq_pet_section *sections = MQ_NEW_ARRAY(c->arena, maq_pet_section, source->section_count);
    if (!sections)
        return NULL;
    uint32_t used = 0;
    bool has_mesh = false;
    for (uint32_t i = 0; i < source->section_count; i++) {
        sections[used] = source->sections[i];
        has_mesh |= source->sections[i].tag == MAQ_PET_MESH;
        used += convert_section(c, source, &sections[used]);
    }
    mq_pet_report_loss(c->findings, PET_LOSS_DUPLICATE, MAQ_NO_OFFSET, c->dropped_duplicates,
                       "repeated section", "repeated sections", "dropped");
    *count = used;
    *add_mesh =
        !has_mesh && c->from.kind != c->to.kind && mq_pet_kind_holds(c->to.kind, MAQ_PET_MESH);
    return sections;
}

// Clears the lists of dropped sections, so that they are not added as missing ones.
static void clear_dropped(maq_pet *pet, const maq_pet_section *sections, uint32_t count) {
    bool there[MAQ_PET_KNOWN_TAGS + 1] = {false};
    for (uint32_t i = 0; i < count; i++)
        there[sections[i].tag] = true;
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (!there[tag])
            mq_pet_set_entry_count(pet, (maq_pet_tag)tag, 0);
    }
}

// The lists of the conversion are in `arena`; the document gets copies.
static maq_status convert_lists(const maq_pet *source, const pet_file_mesh *mesh,
                                const maq_pet_encoding *to, mq_arena *arena, maq_document *out) {
    maq_pet pet = *source;
    pet_file_mesh new_mesh = {0};
    pet_conversion c = {
        .arena = arena,
        .copying = {arena, true},
        .findings = &out->findings,
        .from = {.kind = source->kind, .layout = source->layout, .minor = source->minor},
        .to = *to,
        .pet = &pet};
    uint32_t count = 0;
    bool add_mesh = false;
    if (!source->has_version)
        pet.version[0] = (uint8_t)to->minor;
    maq_pet_section *sections = convert_sections(&c, source, &count, &add_mesh);
    if (!sections)
        return mq_arena_status(arena);
    bool changes[MAQ_PET_KNOWN_TAGS + 1] = {false};
    for (uint32_t i = 0; i < count; i++)
        changes[sections[i].tag] |= !sections[i].bytes;
    // The new bones replace the old ones last: the other lists still refer to the old ones.
    const maq_pet_bone *new_bones = source->bones;
    uint32_t new_bone_count = source->bone_count;
    if (changes[MAQ_PET_BONE]) {
        if (!convert_list(&c, MAQ_PET_BONE))
            return mq_arena_status(arena);
        new_bones = pet.bones;
        if (c.bone_map)
            new_bone_count = 255;
        pet.bones = source->bones;
    }
    if (changes[MAQ_PET_MESH]) {
        if (mesh)
            new_mesh = *mesh;
        else if (!mq_pet_mesh_decode(source, arena, &new_mesh.lists))
            return mq_arena_status(arena);
        c.mesh = &new_mesh;
    }
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (tag != MAQ_PET_BONE && changes[tag] && !convert_list(&c, (maq_pet_tag)tag))
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
    clear_dropped(&pet, sections, count);
    maq_status status = mq_pet_copy(out, &pet, c.mesh || add_mesh ? &new_mesh : NULL, true);
    // A converted puppet fits its encoding, unless a section outgrows the 32 bits of its length.
    return status == MAQ_BAD_ARGUMENT ? MAQ_OVER_LIMIT : status;
}

maq_status mq_pet_convert_to(const maq_pet *source, const pet_file_mesh *mesh,
                             const maq_pet_encoding *to, maq_document *out) {
    mq_arena *scratch = mq_arena_scratch(out->arena);
    if (!scratch)
        return mq_arena_status(out->arena);
    maq_status status = convert_lists(source, mesh, to, scratch, out);
    mq_arena_end_scratch(out->arena, scratch);
    return status;
}

maq_status mq_pet_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out) {
    const maq_pet *source = document->content;
    const maq_pet_encoding from = {.layout = source->layout, .minor = source->minor};
    maq_pet_encoding to;
    if (!mq_pet_requested_encoding(settings, out, &from, &to))
        return MAQ_BAD_ARGUMENT;
    // Nothing changes, not even a VERS that is wrong.
    if (to.kind == source->kind && to.layout == source->layout && to.minor == source->minor)
        return mq_pet_copy(out, source, NULL, false);
    if (source->has_version && source->version[0] == 0 && to.minor > 0)
        mq_add_finding(
            &out->findings, &mq_pet_rules[PET_LOSS_VERS],
            mq_pet_find_section(source, MAQ_PET_VERS)->offset, 0,
            "the VERS section that says 1.0 was replaced; a conversion to 1.0 writes none");
    return mq_pet_convert_to(source, NULL, &to, out);
}
