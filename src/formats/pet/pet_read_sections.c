// SPDX-License-Identifier: MIT
//
// Decoding all sections but ANIM and MESH. The lists keep every bit of the bytes, so that
// pet_write_sections.c encodes the same bytes again.
#include "formats/pet/pet_priv.h"

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

static void read_raw(mq_cursor *cursor, void *out, size_t length) {
    const unsigned char *bytes = mq_read_bytes(cursor, length);
    if (bytes)
        memcpy(out, bytes, length);
}

// ---------------------------------------------------------------------------------------- entries

// Each decodes one entry of a list into zeros. False when it does not fit, or there is no memory.

static bool decode_texture(pet_decoder *decoder, uint32_t count, void *entry) {
    (void)count;
    mq_cursor *cursor = &decoder->cursor;
    maq_pet_texture *texture = entry;
    texture->offset = mq_pet_decoder_offset(decoder);
    read_raw(cursor, texture->name, sizeof texture->name);
    texture->flag = (int8_t)mq_read_u8(cursor);
    texture->group = mq_read_u8(cursor);
    read_raw(cursor, texture->pad, sizeof texture->pad);
    texture->diffuse = mq_read_u32(cursor);
    texture->handle = (int32_t)mq_read_u32(cursor);
    return true;
}

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

static bool decode_material(pet_decoder *decoder, uint32_t count, void *entry) {
    (void)count;
    mq_cursor *cursor = &decoder->cursor;
    maq_pet_material *material = entry;
    material->offset = mq_pet_decoder_offset(decoder);
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

// Reads a name and the NUL that ends it; the NUL is not part of the text.
static maq_pet_text read_name(mq_cursor *cursor) {
    const unsigned char *start = cursor->bytes + cursor->at;
    size_t left = mq_cursor_left(cursor);
    const unsigned char *end = left > 0 ? memchr(start, '\0', left) : NULL;
    if (!end) {
        cursor->failed = true;
        return (maq_pet_text){"", 0};
    }
    size_t length = (size_t)(end - start);
    mq_read_bytes(cursor, length + 1);
    return (maq_pet_text){(const char *)start, (uint32_t)length};
}

static bool decode_bone(pet_decoder *decoder, uint32_t count, void *entry) {
    mq_cursor *cursor = &decoder->cursor;
    bool matrices = mq_pet_has_matrices(&decoder->encoding);
    maq_pet_bone *bone = entry;
    bone->offset = mq_pet_decoder_offset(decoder);
    bone->extra = -1;
    bone->matrix[0] = bone->matrix[4] = bone->matrix[8] = 1;
    bone->name = read_name(cursor);
    bone->parent = mq_pet_read_id(cursor, mq_pet_is_client(&decoder->encoding));
    if (matrices)
        mq_pet_read_floats(cursor, bone->matrix, 12);
    if (matrices && decoder->encoding.minor >= 3)
        bone->extra = mq_read_f32(cursor);
    decoder->implausible |= bone->parent.bone >= (int32_t)count;
    return true;
}

static bool decode_face(pet_decoder *decoder, uint32_t count, void *entry) {
    (void)count;
    mq_cursor *cursor = &decoder->cursor;
    maq_pet_face *face = entry;
    face->offset = mq_pet_decoder_offset(decoder);
    face->group = mq_read_u8(cursor);
    read_raw(cursor, face->name, sizeof face->name);
    read_raw(cursor, face->texture, sizeof face->texture);
    return true;
}

static bool decode_frame(pet_decoder *decoder, uint32_t count, void *entry) {
    mq_cursor *cursor = &decoder->cursor;
    bool client = mq_pet_is_client(&decoder->encoding);
    maq_pet_frame *frame = entry;
    frame->offset = mq_pet_decoder_offset(decoder);
    frame->number = mq_read_u32(cursor);
    for (unsigned k = 0; k < (client ? 3 : 1); k++)
        frame->script[k] = mq_pet_read_text(cursor);
    // A single empty frame may lack its last word.
    frame->has_check = !client || count > 1 || frame->script[0].length > 0 ||
                       mq_cursor_left(cursor) > 0 || cursor->failed;
    if (!client)
        mq_pet_read_floats(cursor, frame->vector, 3);
    else if (frame->has_check)
        frame->check = mq_read_u32(cursor);
    return true;
}

static bool decode_motion(pet_decoder *decoder, uint32_t count, void *entry) {
    (void)count;
    mq_cursor *cursor = &decoder->cursor;
    maq_pet_motion *motion = entry;
    motion->offset = mq_pet_decoder_offset(decoder);
    motion->name = mq_pet_read_text(cursor);
    motion->start = mq_read_u32(cursor);
    motion->end = mq_read_u32(cursor);
    motion->next = mq_pet_read_text(cursor);
    motion->method = mq_pet_read_text(cursor);
    if (mq_pet_is_client(&decoder->encoding))
        motion->time = mq_read_f32(cursor);
    motion->bone = mq_pet_read_text(cursor);
    return true;
}

static bool decode_extra(pet_decoder *decoder, uint32_t count, void *entry) {
    (void)count;
    maq_pet_id *id = entry;
    // The published document does not have this section, so both layouts have one form.
    *id = mq_pet_read_id(&decoder->cursor, true);
    decoder->implausible |= id->bone < 0 || mq_pet_out_of_range(decoder->bones, (uint32_t)id->bone);
    return true;
}

static bool decode_box(pet_decoder *decoder, uint32_t count, void *entry) {
    (void)count;
    mq_cursor *cursor = &decoder->cursor;
    maq_pet_box *box = entry;
    box->offset = mq_pet_decoder_offset(decoder);
    box->shape = mq_read_u32(cursor);
    box->show = mq_read_u32(cursor);
    box->name = mq_pet_read_text(cursor);
    box->bone = mq_pet_read_text(cursor);
    if (mq_pet_is_client(&decoder->encoding)) {
        box->option[0] = mq_pet_read_text(cursor);
        box->option[1] = mq_pet_read_text(cursor);
    } else {
        if (decoder->encoding.minor == 0)
            box->unknown_byte = mq_read_u8(cursor);
        box->unknown[0] = mq_read_u32(cursor);
        box->unknown[1] = mq_read_u32(cursor);
    }
    mq_pet_read_floats(cursor, box->min, 3);
    mq_pet_read_floats(cursor, box->max, 3);
    return true;
}

// ------------------------------------------------------------------------------------------ lists

typedef struct list_type {
    bool (*decode)(pet_decoder *decoder, uint32_t count, void *entry);
    size_t size;   // of an entry in memory
    size_t offset; // of the list in maq_pet
} list_type;

#define LIST(decode, type, list)                                                                   \
    { decode, sizeof(type), offsetof(maq_pet, list) }
static const list_type list_types[MAQ_PET_KNOWN_TAGS] = {
    [MAQ_PET_TEXT] = LIST(decode_texture, maq_pet_texture, textures),
    [MAQ_PET_SMTL] = LIST(decode_material, maq_pet_material, materials),
    [MAQ_PET_BONE] = LIST(decode_bone, maq_pet_bone, bones),
    [MAQ_PET_FANM] = LIST(decode_face, maq_pet_face, faces),
    [MAQ_PET_FRAM] = LIST(decode_frame, maq_pet_frame, frames),
    [MAQ_PET_MOTI] = LIST(decode_motion, maq_pet_motion, motions),
    [MAQ_PET_EXTR] = LIST(decode_extra, maq_pet_id, extras),
    [MAQ_PET_COLL] = LIST(decode_box, maq_pet_box, boxes),
};

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
    const list_type *type = &list_types[tag];
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
        if (!type->decode(decoder, count, list ? list + i * type->size : (void *)&unused))
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
