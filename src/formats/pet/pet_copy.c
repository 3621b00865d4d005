// SPDX-License-Identifier: MIT
//
// From the public struct to a document: sections without bytes are encoded, and the document is then
// decoded from the bytes of all sections.
#include <string.h>

#include "formats/pet/pet_priv.h"

static bool has_content(const maq_pet *pet, const pet_file_mesh *mesh, maq_pet_tag tag) {
    if (tag == MAQ_PET_VERS)
        return pet->has_version || pet->minor > 0;
    if (tag == MAQ_PET_MESH)
        return mesh != NULL;
    return mq_pet_entry_count(pet, tag) > 0;
}

// The sections of the new document: those of the struct, and those that are missing, in the usual
// order.
static maq_pet_section *list_sections(const maq_pet *pet, const pet_file_mesh *mesh,
                                      mq_arena *arena, bool complete, uint32_t *count) {
    maq_pet_section *sections =
        MQ_NEW_ARRAY(arena, maq_pet_section, (size_t)pet->section_count + MAQ_PET_KNOWN_TAGS);
    if (!sections)
        return NULL;
    bool there[MAQ_PET_KNOWN_TAGS] = {false};
    for (uint32_t i = 0; i < pet->section_count; i++) {
        if (pet->sections[i].tag < MAQ_PET_OTHER)
            there[pet->sections[i].tag] = true;
    }
    maq_pet_encoding encoding = {.kind = pet->kind, .layout = pet->layout, .minor = pet->minor};
    uint32_t used = 0, next = 0;
    for (uint32_t i = 0; i <= pet->section_count; i++) {
        maq_pet_tag tag = i < pet->section_count ? pet->sections[i].tag : MAQ_PET_OTHER;
        bool last = i == pet->section_count;
        for (; next < MAQ_PET_KNOWN_TAGS && (last || (tag != MAQ_PET_OTHER && next < tag));
             next++) {
            if (!complete || there[next] || !has_content(pet, mesh, (maq_pet_tag)next))
                continue;
            sections[used++] = mq_pet_new_section((maq_pet_tag)next, &encoding);
        }
        if (!last)
            sections[used++] = pet->sections[i];
    }
    // A file without any section is not a puppet; all kinds have bones.
    if (used == 0)
        sections[used++] = mq_pet_new_section(MAQ_PET_BONE, &encoding);
    *count = used;
    return sections;
}

static maq_status encode_section(mq_arena *arena, const maq_pet *pet, const pet_file_mesh *mesh,
                                 bool complete, maq_pet_section *section,
                                 const maq_pet_encoding *encoding) {
    pet_writer writer = {0};
    if (!section->bytes) {
        mq_pet_encode(pet, mesh, section->tag, encoding, &writer);
        if (writer.failed || writer.length > UINT32_MAX)
            return MAQ_BAD_ARGUMENT;
        section->length = (size_t)writer.length;
        section->encoding = *encoding;
    }
    unsigned char *bytes = MQ_NEW_UNINITIALIZED_ARRAY(arena, unsigned char, section->length);
    if (!bytes)
        return mq_arena_status(arena);
    if (section->bytes) {
        memcpy(bytes, section->bytes, section->length);
    } else {
        writer = (pet_writer){.out = bytes};
        mq_pet_encode(pet, mesh, section->tag, encoding, &writer);
    }
    if (complete || !section->bytes)
        section->declared_length = (uint32_t)section->length;
    section->bytes = bytes;
    section->offset = MAQ_NO_OFFSET;
    return MAQ_OK;
}

// Decodes the bytes of a section, so that the lists point into the new document.
static bool decode_section(mq_arena *arena, maq_pet *pet, maq_pet_section *section) {
    pet_decoder decoder = {.cursor = mq_cursor_over(section->bytes, section->length),
                           .encoding = section->encoding,
                           .arena = NULL,
                           .pet = pet};
    if (!mq_pet_decode(&decoder, section->tag))
        return false;
    maq_pet_mesh_summary mesh = decoder.mesh;
    decoder = (pet_decoder){.cursor = mq_cursor_over(section->bytes, section->length),
                            .encoding = section->encoding,
                            .arena = arena,
                            .pet = pet,
                            .mesh = mesh,
                            .mesh_known = section->tag == MAQ_PET_MESH};
    return mq_pet_decode(&decoder, section->tag);
}

maq_status mq_pet_copy(maq_document *document, const maq_pet *source, const pet_file_mesh *mesh,
                       bool complete) {
    mq_arena *arena = document->arena;
    pet_content *content = MQ_NEW(arena, pet_content);
    uint32_t count = 0;
    maq_pet_section *sections = list_sections(source, mesh, arena, complete, &count);
    unsigned char *tail = MQ_NEW_ARRAY(arena, unsigned char, source->tail_length);
    if (!content || !sections || !tail)
        return mq_arena_status(arena);
    maq_pet *pet = &content->pet;
    maq_pet_encoding encoding = {
        .kind = source->kind, .layout = source->layout, .minor = source->minor};
    bool seen[MAQ_PET_KNOWN_TAGS] = {false};
    *pet = (maq_pet){.kind = source->kind,
                     .layout = source->layout,
                     .minor = source->minor,
                     .version = {0, 1},
                     .sections = sections,
                     .section_count = count,
                     .tail = tail,
                     .tail_length = source->tail_length};
    if (source->tail_length > 0)
        memcpy(tail, source->tail, source->tail_length);
    for (uint32_t i = 0; i < count; i++) {
        maq_pet_section *section = &sections[i];
        maq_status status = encode_section(arena, source, mesh, complete, section, &encoding);
        if (status != MAQ_OK)
            return status;
        bool known = section->tag < MAQ_PET_OTHER;
        section->state = !known               ? MAQ_PET_RAW
                         : seen[section->tag] ? MAQ_PET_DUPLICATE
                                              : MAQ_PET_DECODED;
        if (section->state != MAQ_PET_DECODED)
            continue;
        seen[section->tag] = true;
        if (decode_section(arena, pet, section))
            pet->has[section->tag] = true;
        else
            section->state = MAQ_PET_RAW;
        if (mq_arena_status(arena) != MAQ_OK)
            return mq_arena_status(arena);
    }
    document->variant = mq_pet_variant(pet->kind);
    document->content = content;
    return MAQ_OK;
}

// ----------------------------------------------------------------------------------- from a caller

static bool is_valid(const maq_pet *pet) {
    if ((unsigned)pet->kind >= PET_KIND_COUNT || (unsigned)pet->layout > MAQ_PET_DOCUMENTED ||
        pet->minor >= PET_MINOR_COUNT)
        return false;
    for (uint32_t i = 0; i < pet->section_count; i++) {
        const maq_pet_section *section = &pet->sections[i];
        if ((unsigned)section->tag > MAQ_PET_OTHER ||
            (section->tag != MAQ_PET_OTHER &&
             memcmp(section->name, mq_pet_tag_names[section->tag], 4) != 0) ||
            (section->tag == MAQ_PET_OTHER && !section->bytes) || section->length > UINT32_MAX ||
            section->encoding.minor >= PET_MINOR_COUNT)
            return false;
    }
    return true;
}

maq_status maq_document_from_pet(const maq_pet *pet, const maq_pet_mesh *mesh,
                                 const maq_memory *memory, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!pet || !is_valid(pet))
        return MAQ_BAD_ARGUMENT;
    maq_document *document = mq_document_new(memory, &mq_pet_format, mq_pet_variant(pet->kind), 0);
    if (!document)
        return MAQ_NO_MEMORY;
    maq_pet copy = *pet;
    if (!copy.has_version) {
        copy.version[0] = (uint8_t)copy.minor;
        copy.version[1] = 1;
    }
    pet_file_mesh given = {.lists = mesh ? *mesh : (maq_pet_mesh){0}};
    maq_status status = mq_pet_copy(document, &copy, mesh ? &given : NULL, true);
    mq_document_show_findings(document);
    if (status == MAQ_OK)
        *out = document;
    else
        maq_close(document);
    return status;
}
