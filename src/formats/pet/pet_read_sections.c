// SPDX-License-Identifier: MIT
//
// Decoding all sections but ANIM and MESH. The lists keep every bit of the bytes, so that
// pet_write_sections.c encodes the same bytes again.
#include "formats/pet/pet_entries.h"

#define ID_NONE 0xff
#define ID_WIDE 0xfe

maq_pet_id mq_pet_read_id(mq_cursor *cursor, bool client) {
    uint8_t byte = mq_read_u8(cursor);
    if (byte == ID_NONE)
        return (maq_pet_id){-1, false};
    if (byte != ID_WIDE || !client)
        return (maq_pet_id){byte, false};
    int32_t bone = mq_read_u16(cursor);
    return (maq_pet_id){bone, bone < ID_WIDE};
}

maq_pet_text mq_pet_read_text(mq_cursor *cursor) {
    uint32_t length = mq_read_u32(cursor);
    const unsigned char *bytes = mq_read_bytes(cursor, length);
    return (maq_pet_text){bytes ? (const char *)bytes : "", bytes ? length : 0};
}

void mq_pet_read_floats(mq_cursor *cursor, float *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        values[i] = mq_read_f32(cursor);
}

// ---------------------------------------------------------------------------------------- entries

static void decode_value(pet_decoder *decoder, maq_pet_value *value) {
    mq_cursor *cursor = &decoder->cursor;
    value->offset = mq_pet_decoder_offset(decoder);
    value->name = mq_pet_read_text(cursor);
    uint32_t type = mq_read_u32(cursor);
    value->type = (maq_pet_value_type)type;
    if (type <= MAQ_PET_INT)
        value->word = mq_read_u32(cursor);
    else if (type <= MAQ_PET_MATRIX)
        mq_pet_read_floats(cursor, value->floats, mq_pet_float_count(value->type));
    else if (type == MAQ_PET_TEXTURE)
        value->text = mq_pet_read_text(cursor);
    else
        cursor->failed = true;
}

// False when it does not fit, or there is no memory.
static bool decode_material(pet_decoder *decoder, maq_pet_material *material) {
    mq_cursor *cursor = &decoder->cursor;
    material->name = mq_pet_read_text(cursor);
    material->value_count = mq_read_u32(cursor);
    if (!mq_cursor_holds(cursor, material->value_count, 12))
        return false;
    maq_pet_value *values = NULL;
    if (decoder->arena) {
        values = MQ_NEW_ARRAY(decoder->arena, maq_pet_value, material->value_count);
        if (!values)
            return false;
    }
    material->values = values;
    for (uint32_t i = 0; i < material->value_count && !cursor->failed; i++) {
        maq_pet_value unused = {0};
        decode_value(decoder, values ? &values[i] : &unused);
    }
    return true;
}

// Decodes one entry of a list into zeros. False when it does not fit, or there is no memory.
static bool decode_entry(pet_decoder *decoder, maq_pet_tag tag, uint32_t count, void *entry) {
    const pet_visitor visitor = {.encoding = &decoder->encoding, .cursor = &decoder->cursor};
    uint64_t offset = mq_pet_decoder_offset(decoder);
    if (mq_pet_list_types[tag].position)
        memcpy((char *)entry + mq_pet_list_types[tag].position, &offset, sizeof offset);
    if (tag == MAQ_PET_SMTL)
        return decode_material(decoder, entry);
    if (tag == MAQ_PET_EXTR) {
        maq_pet_id *id = entry;
        // The published document does not have this section, so both layouts have one form.
        *id = mq_pet_read_id(&decoder->cursor, true);
        decoder->implausible |=
            id->bone < 0 || mq_pet_out_of_range(decoder->bones, (uint32_t)id->bone);
        return true;
    }
    maq_pet_bone *bone = tag == MAQ_PET_BONE ? entry : NULL;
    if (bone) {
        bone->extra = -1;
        bone->matrix[0] = bone->matrix[4] = bone->matrix[8] = 1;
    }
    mq_pet_visit_entry(&visitor, tag, count, entry);
    decoder->implausible |= bone && bone->parent.bone >= (int32_t)count;
    return true;
}

// ------------------------------------------------------------------------------------------ lists

// Any entry, for tests that store nothing.
typedef union list_entry {
    maq_pet_texture texture;
    maq_pet_material material;
    maq_pet_bone bone;
    maq_pet_face face;
    maq_pet_frame frame;
    maq_pet_motion motion;
    maq_pet_id extra;
    maq_pet_box box;
} list_entry;

// The fewest bytes that an entry has in the file.
static size_t smallest_entry(maq_pet_tag tag, const maq_pet_encoding *encoding, uint32_t count) {
    bool client = mq_pet_is_client(encoding), matrices = mq_pet_has_matrices(encoding);
    switch (tag) {
    case MAQ_PET_TEXT:
        return PET_TEXTURE_SIZE;
    case MAQ_PET_SMTL:
        return 8;
    case MAQ_PET_BONE:
        return 2 + (matrices ? 48u : 0u) + (matrices && encoding->minor >= 3 ? 4u : 0u);
    case MAQ_PET_FANM:
        return 65;
    case MAQ_PET_FRAM:
        return client && count == 1 ? 16 : 20;
    case MAQ_PET_MOTI:
        return client ? 28 : 24;
    case MAQ_PET_COLL:
        return client || encoding->minor > 0 ? 48 : 49;
    default:
        return 1;
    }
}

static uint32_t read_count(pet_decoder *decoder, maq_pet_tag tag) {
    mq_cursor *cursor = &decoder->cursor;
    // The published document takes the existence of SMTL for a flag: it may be empty.
    if (tag == MAQ_PET_SMTL && cursor->length == 0)
        return 0;
    if (tag != MAQ_PET_BONE)
        return mq_read_u32(cursor);
    uint32_t count = mq_read_u8(cursor);
    bool wide = count == 0 && mq_pet_is_client(&decoder->encoding);
    if (wide)
        count = mq_read_u16(cursor);
    if (decoder->arena)
        decoder->pet->wide_bone_count = wide && count > 0 && count <= UINT8_MAX;
    return count;
}

static bool decode_list(pet_decoder *decoder, maq_pet_tag tag) {
    const pet_list_type *type = &mq_pet_list_types[tag];
    uint32_t count = read_count(decoder, tag);
    if (!mq_cursor_holds(&decoder->cursor, count, smallest_entry(tag, &decoder->encoding, count)))
        return false;
    char *list = NULL;
    if (decoder->arena) {
        list = mq_arena_alloc(decoder->arena, count, type->size, alignof(list_entry));
        if (!list)
            return false;
    }
    decoder->entry_count = count;
    for (uint32_t i = 0; i < count && !decoder->cursor.failed; i++) {
        list_entry unused = {0};
        if (!decode_entry(decoder, tag, count, list ? list + i * type->size : (void *)&unused))
            return false;
    }
    if (list) {
        memcpy((char *)decoder->pet + type->offset, &list, sizeof list);
        mq_pet_set_entry_count(decoder->pet, tag, count);
    }
    return true;
}

static bool decode_version(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    // Two bytes are the version; the others have no known meaning and are kept.
    decoder->implausible |= cursor->length != (mq_pet_is_client(&decoder->encoding) ? 4u : 2u);
    uint8_t minor = mq_read_u8(cursor), major = mq_read_u8(cursor);
    if (decoder->arena) {
        decoder->pet->version[0] = minor;
        decoder->pet->version[1] = major;
        decoder->pet->has_version = true;
    }
    if (!cursor->failed)
        mq_read_bytes(cursor, mq_cursor_left(cursor));
    return true;
}

bool mq_pet_decode(pet_decoder *decoder, maq_pet_tag tag) {
    bool fits = tag == MAQ_PET_VERS   ? decode_version(decoder)
                : tag == MAQ_PET_ANIM ? mq_pet_decode_animations(decoder)
                : tag == MAQ_PET_MESH ? mq_pet_decode_mesh(decoder)
                                      : decode_list(decoder, tag);
    return fits && !decoder->cursor.failed && mq_cursor_left(&decoder->cursor) == 0;
}
