// SPDX-License-Identifier: MIT
//
// Reading puppets. A file does not say its layout, its name may not say its kind, and VERS may be
// absent or wrong. So the reader tries encodings over the whole file until one fits without a fault;
// those that the name and VERS suggest come first. When none does, the reader takes the one with the
// fewest faults, and tries to decode each section that does not fit it by itself.
#include <inttypes.h>
#include <string.h>

#include "base/plural.h"
#include "formats/pet/pet_priv.h"

typedef struct reading {
    maq_document *document;
    maq_pet *pet;
    maq_pet_section *sections;
    maq_pet_section *first[MAQ_PET_KNOWN_TAGS]; // NULL: none can be decoded
    maq_pet_kind named_kind;
    bool has_named_kind;
    uint32_t declared_minor;
    // What the last attempt found out about the mesh, and its encoding.
    maq_pet_mesh_summary mesh;
    maq_pet_encoding mesh_encoding;
    bool mesh_known;
} reading;

// How well an encoding fits: how many sections it cannot decode, and how many it decodes to something
// implausible.
typedef struct fit {
    unsigned failed, implausible;
} fit;

static bool better(fit a, fit b) {
    return a.failed != b.failed ? a.failed < b.failed : a.implausible < b.implausible;
}

// -------------------------------------------------------------------------------------- container

static bool is_capital(const unsigned char *name) {
    for (int i = 0; i < 4; i++) {
        if (name[i] < 'A' || name[i] > 'Z')
            return false;
    }
    return true;
}

// The next section; false at the tail.
static bool read_section(mq_cursor *cursor, maq_pet_section *section) {
    mq_cursor ahead = *cursor;
    *section = (maq_pet_section){.offset = ahead.at};
    const unsigned char *name = mq_read_bytes(&ahead, 4);
    section->declared_length = mq_read_u32(&ahead);
    if (!name || ahead.failed)
        return false;
    section->length = section->declared_length;
    if (section->length > mq_cursor_left(&ahead)) {
        if (!is_capital(name))
            return false;
        section->length = mq_cursor_left(&ahead);
    }
    memcpy(section->name, name, 4);
    section->tag = mq_pet_find_tag(section->name);
    section->state = MAQ_PET_RAW;
    section->bytes = ahead.bytes + ahead.at;
    mq_read_bytes(&ahead, section->length);
    *cursor = ahead;
    return true;
}

static bool read_sections(reading *r) {
    const maq_document *document = r->document;
    mq_cursor cursor = mq_cursor_over(document->source, document->source_length);
    maq_pet_section section;
    uint32_t count = 0;
    while (read_section(&cursor, &section))
        count++;
    r->sections = MQ_NEW_ARRAY(document->arena, maq_pet_section, count);
    if (!r->sections)
        return false;
    cursor = mq_cursor_over(document->source, document->source_length);
    for (uint32_t i = 0; i < count; i++)
        read_section(&cursor, &r->sections[i]);
    r->pet->sections = r->sections;
    r->pet->section_count = count;
    r->pet->tail_length = mq_cursor_left(&cursor);
    r->pet->tail = cursor.bytes + cursor.at;
    return true;
}

// The name of a section; bytes that cannot be printed become question marks.
static const char *printable_name(const maq_pet_section *section, char out[5]) {
    for (int i = 0; i < 4; i++)
        out[i] = section->name[i] >= ' ' && section->name[i] < 127 ? section->name[i] : '?';
    out[4] = '\0';
    return out;
}

static void check_sections(reading *r) {
    mq_findings *findings = &r->document->findings;
    char name[5];
    bool seen[MAQ_PET_KNOWN_TAGS] = {false};
    for (uint32_t i = 0; i < r->pet->section_count; i++) {
        maq_pet_section *section = &r->sections[i];
        if (section->declared_length > section->length)
            mq_add_finding(
                findings, &mq_pet_rules[PET_CUT_SECTION], section->offset, PET_HEADER_SIZE,
                "%s has %" PRIu32 " bytes according to its header, but the file ends after %zu",
                printable_name(section, name), section->declared_length, section->length);
        if (section->tag == MAQ_PET_OTHER) {
            mq_add_finding(findings, &mq_pet_rules[PET_UNKNOWN_SECTION], section->offset,
                           PET_HEADER_SIZE, "section %s is unknown; all %zu of its bytes are kept",
                           printable_name(section, name), section->length);
            continue;
        }
        if (seen[section->tag]) {
            section->state = MAQ_PET_DUPLICATE;
            mq_add_finding(findings, &mq_pet_rules[PET_DUPLICATE_SECTION], section->offset,
                           PET_HEADER_SIZE, "this is a second %s section; readers use the first",
                           printable_name(section, name));
            continue;
        }
        seen[section->tag] = true;
        if (section->declared_length == section->length)
            r->first[section->tag] = section;
    }
    if (r->pet->tail_length > 0)
        mq_add_finding(findings, &mq_pet_rules[PET_TAIL],
                       r->document->source_length - r->pet->tail_length, r->pet->tail_length,
                       "%zu %s the last section", r->pet->tail_length,
                       MQ_PLURAL(r->pet->tail_length, "byte follows", "bytes follow"));
}

// --------------------------------------------------------------------------------------- encodings

static pet_decoder decoder_for(const maq_pet_section *section, const maq_pet_encoding *encoding) {
    return (pet_decoder){.cursor = mq_cursor_over(section->bytes, section->length),
                         .base = section->offset + PET_HEADER_SIZE,
                         .encoding = *encoding};
}

// The length of a list that others refer to, according to an encoding.
static pet_extent extent_of(const reading *r, maq_pet_tag tag, const maq_pet_encoding *encoding) {
    const maq_pet_section *section = r->first[tag];
    if (!section)
        return (pet_extent){0, false};
    pet_decoder decoder = decoder_for(section, encoding);
    if (!mq_pet_decode(&decoder, tag))
        return (pet_extent){0, false};
    return (pet_extent){decoder.entry_count, true};
}

static fit try_encoding(reading *r, const maq_pet_encoding *encoding) {
    fit result = {0, encoding->minor != r->declared_minor};
    pet_extent bones = extent_of(r, MAQ_PET_BONE, encoding);
    pet_extent textures = extent_of(r, MAQ_PET_TEXT, encoding);
    pet_extent materials = extent_of(r, MAQ_PET_SMTL, encoding);
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (!r->first[tag])
            continue;
        pet_decoder decoder = decoder_for(r->first[tag], encoding);
        decoder.bones = bones;
        decoder.textures = textures;
        decoder.materials = materials;
        bool fits = mq_pet_decode(&decoder, (maq_pet_tag)tag);
        result.failed += !fits;
        result.implausible += fits && decoder.implausible;
        result.implausible += !mq_pet_kind_holds(encoding->kind, (maq_pet_tag)tag);
        if (tag == MAQ_PET_MESH) {
            r->mesh_known = fits;
            r->mesh = decoder.mesh;
            r->mesh_encoding = *encoding;
        }
    }
    return result;
}

// The kinds in the order of likelihood, judging by which sections there are.
static void order_kinds(const reading *r, maq_pet_kind kinds[PET_KIND_COUNT]) {
    static const maq_pet_kind orders[3][PET_KIND_COUNT] = {
        {MAQ_PET_PET, MAQ_PET_MPET, MAQ_PET_BPET, MAQ_PET_APET},
        {MAQ_PET_APET, MAQ_PET_PET, MAQ_PET_BPET, MAQ_PET_MPET},
        {MAQ_PET_BPET, MAQ_PET_PET, MAQ_PET_APET, MAQ_PET_MPET},
    };
    int order = 0;
    if (!r->first[MAQ_PET_MESH]) {
        if (r->first[MAQ_PET_ANIM] || r->first[MAQ_PET_FRAM] || r->first[MAQ_PET_MOTI])
            order = 1;
        else if (r->first[MAQ_PET_COLL] || r->first[MAQ_PET_EXTR])
            order = 2;
    }
    size_t count = 0;
    if (r->has_named_kind)
        kinds[count++] = r->named_kind;
    for (int i = 0; i < PET_KIND_COUNT; i++) {
        if (!r->has_named_kind || orders[order][i] != r->named_kind)
            kinds[count++] = orders[order][i];
    }
}

// All encodings, the likeliest first: the version of VERS before others; the layout of the game,
// then the documented one, then the game's for a file that was renamed.
#define ENCODING_COUNT (PET_MINOR_COUNT * (PET_KIND_COUNT + 1))
static void order_encodings(const reading *r, maq_pet_encoding encodings[ENCODING_COUNT]) {
    maq_pet_kind kinds[PET_KIND_COUNT];
    order_kinds(r, kinds);
    size_t count = 0;
    for (uint32_t turn = 0; turn < PET_MINOR_COUNT; turn++) {
        // The declared one, then the others. 1.0 comes last in a file with another VERS: only the
        // space of normals distinguishes it from 1.1, and files of 1.0 have no VERS.
        uint32_t minor = turn == 0                     ? r->declared_minor
                         : r->declared_minor == 0      ? turn
                         : turn == PET_MINOR_COUNT - 1 ? 0
                                                       : turn + (turn >= r->declared_minor);
        for (int k = 0; k < PET_KIND_COUNT; k++) {
            encodings[count++] = (maq_pet_encoding){.kind = kinds[k], .minor = minor};
            if (k == 0)
                encodings[count++] = (maq_pet_encoding){
                    .kind = kinds[0], .layout = MAQ_PET_DOCUMENTED, .minor = minor};
        }
    }
}

static maq_pet_encoding choose_encoding(reading *r,
                                        const maq_pet_encoding encodings[ENCODING_COUNT]) {
    maq_pet_encoding best = encodings[0];
    fit best_fit = {0};
    for (int i = 0; i < ENCODING_COUNT; i++) {
        fit this_fit = try_encoding(r, &encodings[i]);
        if (i == 0 || better(this_fit, best_fit)) {
            best = encodings[i];
            best_fit = this_fit;
        }
        if (best_fit.failed == 0 && best_fit.implausible == 0)
            break;
    }
    return best;
}

// Complete puppets and skeletons have the same form: a file with bones and boxes alone is a skeleton.
static maq_pet_kind kind_by_content(const reading *r, const maq_pet_encoding *encoding) {
    if (r->first[MAQ_PET_BONE] == NULL || !mq_pet_has_matrices(encoding) ||
        encoding->layout == MAQ_PET_DOCUMENTED)
        return encoding->kind;
    for (uint32_t i = 0; i < r->pet->section_count; i++) {
        if (!mq_pet_kind_holds(MAQ_PET_BPET, r->sections[i].tag))
            return encoding->kind;
    }
    return MAQ_PET_BPET;
}

// ---------------------------------------------------------------------------------------- sections

static bool store(reading *r, maq_pet_section *section, const maq_pet_encoding *encoding) {
    pet_decoder decoder = decoder_for(section, encoding);
    const maq_pet_encoding *tested = &r->mesh_encoding;
    bool mesh_known = section->tag == MAQ_PET_MESH && r->mesh_known &&
                      tested->kind == encoding->kind && tested->layout == encoding->layout &&
                      tested->minor == encoding->minor;
    // Tested first, so that a section that does not fit stores nothing.
    if (!mesh_known && !mq_pet_decode(&decoder, section->tag))
        return false;
    maq_pet_mesh_summary mesh = mesh_known ? r->mesh : decoder.mesh;
    decoder = decoder_for(section, encoding);
    decoder.arena = r->document->arena;
    decoder.pet = r->pet;
    decoder.mesh = mesh;
    decoder.mesh_known = section->tag == MAQ_PET_MESH;
    if (!mq_pet_decode(&decoder, section->tag))
        return false;
    section->encoding = decoder.encoding;
    // Encoding again must give the same bytes. MESH is exempt because its decoder keeps every byte,
    // VERS because it may have any length, and SMTL when it is empty.
    pet_writer writer = {.expect = section->bytes, .expect_length = section->length};
    bool exempt = section->tag == MAQ_PET_MESH || section->tag == MAQ_PET_VERS ||
                  (section->tag == MAQ_PET_SMTL && section->length == 0);
    if (!exempt) {
        mq_pet_encode(r->pet, NULL, section->tag, &section->encoding, &writer);
        if (writer.differs || writer.length != section->length)
            return false;
    }
    section->state = MAQ_PET_DECODED;
    r->pet->has[section->tag] = true;
    return true;
}

static bool fits(const reading *r, const maq_pet_section *section, const maq_pet_encoding *encoding,
                 const maq_pet_encoding *file_encoding) {
    pet_decoder decoder = decoder_for(section, encoding);
    decoder.bones = extent_of(r, MAQ_PET_BONE, file_encoding);
    return mq_pet_decode(&decoder, section->tag) && !decoder.implausible;
}

static void store_section(reading *r, maq_pet_section *section, const maq_pet_encoding *encoding,
                          const maq_pet_encoding encodings[ENCODING_COUNT]) {
    mq_findings *findings = &r->document->findings;
    char name[5];
    if (store(r, section, encoding))
        return;
    for (int i = 0; i < ENCODING_COUNT; i++) {
        if (!fits(r, section, &encodings[i], encoding) || !store(r, section, &encodings[i]))
            continue;
        mq_add_finding(findings, &mq_pet_rules[PET_OTHER_FORM], section->offset, PET_HEADER_SIZE,
                       "%s has the %s layout of %s 1.%" PRIu32 ", unlike the rest of the file",
                       printable_name(section, name), mq_pet_layout_name(encodings[i].layout),
                       mq_pet_variant(encodings[i].kind)->name, encodings[i].minor);
        return;
    }
    mq_add_finding(findings, &mq_pet_rules[PET_RAW_SECTION], section->offset, PET_HEADER_SIZE,
                   "%s fits neither layout in any version; all %zu of its bytes are kept",
                   printable_name(section, name), section->length);
}

// ------------------------------------------------------------------------------------------- read

// Reads VERS before everything else: the order of the encodings depends on it.
static void read_version(reading *r) {
    const maq_pet_section *section = r->first[MAQ_PET_VERS];
    r->pet->version[1] = 1;
    if (!section || section->length < 2)
        return;
    uint8_t minor = section->bytes[0];
    r->declared_minor = minor < PET_MINOR_COUNT ? minor : PET_MINOR_COUNT - 1;
}

static void check_choice(reading *r) {
    const maq_pet *pet = r->pet;
    mq_findings *findings = &r->document->findings;
    if (pet->minor != r->declared_minor) {
        const maq_pet_section *section = mq_pet_find_section(pet, MAQ_PET_VERS);
        mq_add_finding(
            findings, &mq_pet_rules[PET_VERS_WRONG], section ? section->offset : 0, PET_HEADER_SIZE,
            section ? "the sections have the form of version 1.%" PRIu32 ", but VERS says %u.%u"
                    : "the sections have the form of version 1.%" PRIu32
                      ", but a file without VERS is of version %u.%u",
            pet->minor, pet->version[1], pet->version[0]);
    }
    if (!r->has_named_kind || r->named_kind == pet->kind)
        return;
    // A skeleton that is named .pet is read correctly all the same.
    maq_pet_encoding named = {.kind = r->named_kind, .layout = pet->layout, .minor = pet->minor};
    maq_pet_encoding found = {.kind = pet->kind, .layout = pet->layout, .minor = pet->minor};
    bool same = mq_pet_has_skins(&named) == mq_pet_has_skins(&found) &&
                mq_pet_has_matrices(&named) == mq_pet_has_matrices(&found);
    for (uint32_t i = 0; i < pet->section_count; i++)
        same &= mq_pet_kind_holds(r->named_kind, pet->sections[i].tag);
    if (!same)
        mq_add_finding(findings, &mq_pet_rules[PET_KIND_NAME], 0, 0,
                       "the file is named .%s, but its content is %s",
                       mq_pet_variant(r->named_kind)->name, mq_pet_variant(pet->kind)->name);
}

static bool over_limit(reading *r) {
    const maq_pet *pet = r->pet;
    const maq_pet_mesh_summary *mesh = &pet->mesh;
    uint32_t mesh_count =
        mesh->vertex_count > mesh->triangle_count ? mesh->vertex_count : mesh->triangle_count;
    uint64_t limit = mq_arena_element_limit(r->document->arena);
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        uint32_t count =
            tag == MAQ_PET_MESH ? mesh_count : mq_pet_entry_count(pet, (maq_pet_tag)tag);
        if (count <= limit)
            continue;
        const maq_pet_section *section = mq_pet_find_section(pet, (maq_pet_tag)tag);
        mq_add_finding(&r->document->findings, &mq_pet_rules[PET_COUNT_LIMIT], section->offset,
                       PET_HEADER_SIZE, "%s has %" PRIu32 " %s, and the limit is %" PRIu64,
                       mq_pet_tag_names[tag], count, MQ_PLURAL(count, "entry", "entries"), limit);
        return true;
    }
    return false;
}

maq_status mq_pet_read(maq_document *document) {
    mq_arena *arena = document->arena;
    pet_content *content = MQ_NEW(arena, pet_content);
    reading r = {.document = document, .pet = content ? &content->pet : NULL};
    if (!r.pet || !read_sections(&r))
        return mq_arena_status(arena);
    if (r.pet->section_count == 0) {
        mq_add_finding(&document->findings, &mq_pet_rules[PET_NOT_PET], 0, 0,
                       "the file does not begin with a section");
        return MAQ_BAD_DATA;
    }
    r.has_named_kind = mq_pet_kind_of_name(document->file_name, &r.named_kind);
    check_sections(&r);
    read_version(&r);
    maq_pet_encoding encodings[ENCODING_COUNT];
    order_encodings(&r, encodings);
    maq_pet_encoding encoding = choose_encoding(&r, encodings);
    // Both kinds have the same form, so the tested mesh stays valid.
    maq_pet_kind kind = kind_by_content(&r, &encoding);
    r.pet->layout = encoding.layout;
    r.pet->minor = encoding.minor;
    r.pet->kind = kind;
    for (int tag = 0; tag < MAQ_PET_KNOWN_TAGS; tag++) {
        if (r.first[tag])
            store_section(&r, r.first[tag], &encoding, encodings);
    }
    if (mq_arena_status(arena) != MAQ_OK)
        return mq_arena_status(arena);
    check_choice(&r);
    if (over_limit(&r))
        return MAQ_OVER_LIMIT;
    document->variant = mq_pet_variant(kind);
    document->content = content;
    return MAQ_OK;
}
