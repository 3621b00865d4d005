// SPDX-License-Identifier: MIT
//
// Checking puppets: the file as a whole, VERS, textures, materials and face animations.
#include <string.h>

#include "formats/pet/pet_check_priv.h"

#define MAX_QUOTED 80

// ------------------------------------------------------------------------------------------ texts

const char *mq_pet_quoted(pet_checker *c, maq_pet_text text) {
    bool cut = text.length > MAX_QUOTED;
    if (cut)
        text.length = MAX_QUOTED;
    const char *shown = mq_pet_to_utf8(c->scratch, text);
    // Control characters would break the line of output.
    char *clean = mq_arena_text(c->scratch, shown, strlen(shown));
    for (char *at = clean; at && *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = '?';
    }
    const char *quoted =
        clean ? mq_arena_format(c->scratch, cut ? "\"%s...\"" : "\"%s\"", clean) : NULL;
    return quoted ? quoted : "\"\"";
}

// By the ranges of CP949: a code in them without a character may be one of the user's own.
static bool is_cp949(maq_pet_text text) {
    for (uint32_t i = 0; i < text.length; i++) {
        unsigned char lead = (unsigned char)text.bytes[i];
        if (lead < 0x80)
            continue;
        if (lead == 0x80 || lead == 0xff || ++i == text.length)
            return false;
        unsigned char trail = (unsigned char)text.bytes[i];
        bool letter = (trail >= 'A' && trail <= 'Z') || (trail >= 'a' && trail <= 'z');
        if (!letter && (trail < 0x81 || trail == 0xff))
            return false;
    }
    return true;
}

void mq_pet_check_text(pet_checker *c, maq_pet_text text, uint64_t offset, const char *what) {
    if (text.length == 0)
        return;
    if (memchr(text.bytes, '\0', text.length))
        PET_FIND(c, TEXT_NUL, offset, "%s %s contains a NUL, where readers cut it", what,
                 mq_pet_quoted(c, text));
    if (!is_cp949(text))
        PET_FIND(c, NOT_CP949, offset, "%s %s is not CP949", what, mq_pet_quoted(c, text));
}

// --------------------------------------------------------------------------------------- the file

static void check_version(pet_checker *c) {
    const maq_pet *pet = c->pet;
    const maq_pet_section *section = mq_pet_find_section(pet, MAQ_PET_VERS);
    if (section && pet->has[MAQ_PET_VERS]) {
        if (pet->version[1] != 1)
            PET_FIND(c, MAJOR, section->offset,
                     "the version is %u.%u, but all known puppets are 1.x", pet->version[1],
                     pet->version[0]);
        else if (pet->version[0] >= PET_MINOR_COUNT)
            PET_FIND(c, MINOR, section->offset, "version 1.%u is unknown and read as 1.%d",
                     pet->version[0], PET_MINOR_COUNT - 1);
        bool client = pet->layout == MAQ_PET_CLIENT;
        if (section->length != (client ? 4u : 2u))
            PET_FIND(c, VERS_LENGTH, section->offset, "VERS has %zu %s instead of %d",
                     section->length, MQ_PLURAL(section->length, "byte", "bytes"), client ? 4 : 2);
        else if (client && memcmp(section->bytes + 2, "\xfe\xff", 2) != 0)
            PET_FIND(c, VERS_TAIL, section->offset, "VERS ends in %02X %02X, not in FE FF",
                     section->bytes[2], section->bytes[3]);
        if (section != &pet->sections[0])
            PET_FIND(c, VERS_LATE, section->offset, "VERS comes after other sections");
    }
    if (pet->minor >= 2)
        PET_FIND(c, SEASON5_VERSION, section ? section->offset : 0,
                 "version 1.%" PRIu32 " is too new: the game of season 5 reads 1.0 and 1.1",
                 pet->minor);
}

static bool needs_bones(const maq_pet *pet) {
    return pet->mesh.vertex_count > 0 || pet->animation_count > 0 || pet->box_count > 0 ||
           pet->extra_count > 0;
}

// Whether a reader that follows the published document to the letter can read a section.
static bool is_as_documented(const maq_pet_section *section) {
    if (section->tag == MAQ_PET_VERS || section->tag == MAQ_PET_FANM ||
        section->tag == MAQ_PET_EXTR || section->tag == MAQ_PET_SMTL)
        return true;
    pet_decoder decoder = {.cursor = mq_cursor_over(section->bytes, section->length),
                           .encoding = section->encoding};
    decoder.encoding.layout = MAQ_PET_DOCUMENTED;
    return mq_pet_decode(&decoder, section->tag);
}

static void check_sections(pet_checker *c) {
    const maq_pet *pet = c->pet;
    if (pet->layout == MAQ_PET_DOCUMENTED)
        PET_FIND(c, DOCUMENTED_LAYOUT, 0,
                 "the sections have the layout of the published document, which the game misreads");
    bool spec = c->findings->target == PET_TARGET_SPEC && pet->layout == MAQ_PET_CLIENT;
    for (uint32_t i = 0; i < pet->section_count; i++) {
        const maq_pet_section *section = &pet->sections[i];
        if (section->state == MAQ_PET_DECODED && !mq_pet_kind_holds(pet->kind, section->tag))
            PET_FIND(c, SECTION_OF_KIND, section->offset, "the game does not read %s from %s files",
                     mq_pet_tag_names[section->tag], mq_pet_variant(pet->kind)->name);
        if (spec && section->state == MAQ_PET_DECODED && !is_as_documented(section))
            PET_FIND(c, NOT_AS_DOCUMENTED, section->offset,
                     "%s cannot be read as the published document says",
                     mq_pet_tag_names[section->tag]);
    }
    if (needs_bones(pet) && !mq_pet_find_section(pet, MAQ_PET_BONE))
        PET_FIND(c, NO_BONES, 0, "there is no BONE section, but others refer to bones");
    const maq_pet_section *materials = mq_pet_find_section(pet, MAQ_PET_SMTL);
    if (pet->minor < 2 && pet->material_count > 0)
        PET_FIND(c, SMTL_EARLY, materials->offset,
                 "SMTL has no effect in version 1.%" PRIu32 ": triangles cannot refer to it",
                 pet->minor);
}

// ------------------------------------------------------------------------------ textures and faces

static void check_field(pet_checker *c, maq_pet_text text, uint32_t size, uint64_t offset,
                        const char *what) {
    if (text.length == size)
        PET_FIND(c, NAME_NOT_ENDED, offset, "%s %s fills its field of %" PRIu32 " %s without a NUL",
                 what, mq_pet_quoted(c, text), size, MQ_PLURAL(size, "byte", "bytes"));
    mq_pet_check_text(c, text, offset, what);
}

static bool can_load(maq_pet_text name) {
    static const char *const types[] = {".bmp", ".jpg", ".png", ".tga", ".dds"};
    for (size_t i = 0; i < sizeof types / sizeof types[0] && name.length >= 4; i++) {
        if (mq_pet_same_name((maq_pet_text){name.bytes + name.length - 4, 4},
                             (maq_pet_text){types[i], 4}))
            return true;
    }
    return mq_pet_same_name(name, (maq_pet_text){"null", 4});
}

static void check_textures(pet_checker *c) {
    const maq_pet *pet = c->pet;
    for (uint32_t i = 0; i < pet->texture_count; i++) {
        const maq_pet_texture *texture = &pet->textures[i];
        char bytes[PET_TEXTURE_SIZE];
        maq_pet_text name = mq_pet_texture_name(texture, pet->layout, bytes);
        check_field(c, name, pet->layout == MAQ_PET_DOCUMENTED ? PET_TEXTURE_SIZE : 32,
                    texture->offset, "the texture name");
        if (name.length == 0)
            PET_FIND(c, TEXTURE_NO_NAME, texture->offset, "texture %" PRIu32 " has no name", i);
        else if (memchr(name.bytes, '/', name.length) || memchr(name.bytes, '\\', name.length))
            PET_FIND(c, TEXTURE_PATH, texture->offset, "the name of texture %s contains a folder",
                     mq_pet_quoted(c, name));
        else if (!can_load(name))
            PET_FIND(c, TEXTURE_TYPE, texture->offset, "the game cannot load the texture %s",
                     mq_pet_quoted(c, name));
    }
    if (pet->texture_count > 255)
        PET_FIND(c, TEXTURE_COUNT, mq_pet_find_section(pet, MAQ_PET_TEXT)->offset,
                 "there %s %" PRIu32 " %s, but triangles can refer to 255",
                 MQ_PLURAL(pet->texture_count, "is", "are"), pet->texture_count,
                 MQ_PLURAL(pet->texture_count, "texture", "textures"));
}

static maq_pet_text lower_case(pet_checker *c, maq_pet_text text) {
    char *copy = mq_arena_text(c->scratch, text.bytes, text.length);
    for (uint32_t i = 0; copy && i < text.length; i++) {
        if (copy[i] >= 'A' && copy[i] <= 'Z')
            copy[i] = (char)(copy[i] | 32);
    }
    return (maq_pet_text){copy ? copy : "", copy ? text.length : 0};
}

static void check_face(pet_checker *c, const maq_pet_face *face, const name_entry *textures,
                       const bool groups[256]) {
    const maq_pet *pet = c->pet;
    maq_pet_text name = mq_pet_name_text(face->name), texture = mq_pet_name_text(face->texture);
    check_field(c, name, sizeof face->name, face->offset, "the name of the face animation");
    check_field(c, texture, sizeof face->texture, face->offset, "the texture name");
    if (!pet->has[MAQ_PET_TEXT])
        return;
    if (!mq_pet_find_name(textures, pet->texture_count, lower_case(c, texture)))
        PET_FIND(c, FACE_TEXTURE, face->offset, "face animation %s names %s, which is not in TEXT",
                 mq_pet_quoted(c, name), mq_pet_quoted(c, texture));
    if (!groups[face->group])
        PET_FIND(c, FACE_GROUP, face->offset,
                 "face animation %s is for group %u, which no texture has", mq_pet_quoted(c, name),
                 face->group);
}

static void check_faces(pet_checker *c) {
    const maq_pet *pet = c->pet;
    bool groups[256] = {true};
    name_entry *entries = MQ_NEW_ARRAY(c->scratch, name_entry, pet->texture_count);
    for (uint32_t i = 0; entries && i < pet->texture_count; i++) {
        const maq_pet_texture *texture = &pet->textures[i];
        char bytes[PET_TEXTURE_SIZE];
        if (!mq_pet_has_long_name(texture, pet->layout))
            groups[texture->group] = true;
        entries[i].name = lower_case(c, mq_pet_texture_name(texture, pet->layout, bytes));
    }
    const name_entry *textures =
        entries ? mq_pet_sort_names(c->scratch, entries, pet->texture_count) : NULL;
    entries = MQ_NEW_ARRAY(c->scratch, name_entry, pet->face_count);
    for (uint32_t i = 0; textures && entries && i < pet->face_count; i++) {
        const maq_pet_face *face = &pet->faces[i];
        check_face(c, face, textures, groups);
        entries[i] = (name_entry){mq_pet_name_text(face->name), face->group, i};
    }
    const name_entry *faces =
        entries ? mq_pet_sort_names(c->scratch, entries, pet->face_count) : NULL;
    for (uint32_t i = 1; faces && i < pet->face_count; i++) {
        if (mq_pet_same_text(faces[i].name, faces[i - 1].name) &&
            faces[i].number == faces[i - 1].number)
            PET_FIND(c, FACE_REPEATED, pet->faces[faces[i].index].offset,
                     "face animation %s is repeated for group %" PRIu32,
                     mq_pet_quoted(c, faces[i].name), faces[i].number);
    }
}

static void check_materials(pet_checker *c) {
    for (uint32_t i = 0; i < c->pet->material_count; i++) {
        const maq_pet_material *material = &c->pet->materials[i];
        mq_pet_check_text(c, material->name, material->offset, "the name of the specular material");
        for (uint32_t k = 0; k < material->value_count; k++) {
            const maq_pet_value *value = &material->values[k];
            mq_pet_check_text(c, value->name, value->offset, "the name of the value");
            if (value->type == MAQ_PET_TEXTURE)
                mq_pet_check_text(c, value->text, value->offset, "the texture name");
        }
    }
}

void mq_pet_check(const maq_document *document, mq_findings *findings) {
    pet_checker c = {.document = document,
                     .pet = document->content,
                     .findings = findings,
                     .scratch = mq_arena_scratch(findings->arena)};
    if (!c.scratch)
        return;
    check_version(&c);
    check_sections(&c);
    check_textures(&c);
    check_materials(&c);
    check_faces(&c);
    mq_pet_check_bones(&c);
    mq_pet_check_animations(&c);
    mq_pet_check_mesh(&c);
    mq_pet_check_motions(&c);
    mq_arena_end_scratch(findings->arena, c.scratch);
}
