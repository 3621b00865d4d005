// SPDX-License-Identifier: MIT
//
// Decoding all sections but ANIM and MESH. The lists keep every bit of the bytes, so that
// pet_write_sections.c encodes the same bytes again.
#include <math.h>

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

// The count in front of a list whose elements have at least `size` bytes.
static uint32_t read_count(pet_decoder *decoder, size_t size) {
    uint32_t count = mq_read_u32(&decoder->cursor);
    if (!mq_cursor_holds(&decoder->cursor, count, size)) {
        decoder->cursor.failed = true;
        return 0;
    }
    return count;
}

// Allocates a list when the decoder stores one. False when there is no memory.
#define ALLOC_LIST(decoder, type, items, count)                                                    \
    (!(decoder)->arena || ((items) = MQ_NEW_ARRAY((decoder)->arena, type, (count))) != NULL)

// ------------------------------------------------------------------------------------------ TEXT

static bool decode_textures(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    uint32_t count = read_count(decoder, 44);
    maq_pet_texture *items = NULL;
    if (!ALLOC_LIST(decoder, maq_pet_texture, items, count))
        return false;
    decoder->entry_count = count;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        maq_pet_texture texture = {.offset = mq_pet_decoder_offset(decoder)};
        const unsigned char *name = mq_read_bytes(cursor, sizeof texture.name);
        if (name)
            memcpy(texture.name, name, sizeof texture.name);
        texture.flag = (int8_t)mq_read_u8(cursor);
        texture.group = mq_read_u8(cursor);
        texture.pad[0] = mq_read_u8(cursor);
        texture.pad[1] = mq_read_u8(cursor);
        texture.diffuse = mq_read_u32(cursor);
        texture.handle = (int32_t)mq_read_u32(cursor);
        if (items)
            items[i] = texture;
    }
    if (items) {
        decoder->pet->textures = items;
        decoder->pet->texture_count = count;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ SMTL

static bool decode_value(pet_decoder *decoder, maq_pet_value *value) {
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
    return !cursor->failed;
}

static bool decode_materials(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    // The published document takes the existence of SMTL for a flag: it may be empty.
    uint32_t count = cursor->length > 0 ? read_count(decoder, 8) : 0;
    maq_pet_material *items = NULL;
    if (!ALLOC_LIST(decoder, maq_pet_material, items, count))
        return false;
    decoder->entry_count = count;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        maq_pet_material material = {.offset = mq_pet_decoder_offset(decoder)};
        material.name = mq_pet_read_text(cursor);
        material.value_count = read_count(decoder, 12);
        maq_pet_value *values = NULL;
        if (!ALLOC_LIST(decoder, maq_pet_value, values, material.value_count))
            return false;
        material.values = values;
        for (uint32_t k = 0; k < material.value_count; k++) {
            maq_pet_value value = {0};
            if (!decode_value(decoder, &value))
                return false;
            if (values)
                values[k] = value;
        }
        if (items)
            items[i] = material;
    }
    if (items) {
        decoder->pet->materials = items;
        decoder->pet->material_count = count;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ BONE

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

static bool decode_bones(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    const maq_pet_encoding *encoding = &decoder->encoding;
    bool client = mq_pet_is_client(encoding), matrices = mq_pet_has_matrices(encoding);
    uint32_t count = mq_read_u8(cursor);
    bool wide = client && count == 0;
    if (wide)
        count = mq_read_u16(cursor);
    size_t smallest = 2 + (matrices ? 48u : 0u) + (matrices && encoding->minor >= 3 ? 4u : 0u);
    if (!mq_cursor_holds(cursor, count, smallest))
        return false;
    maq_pet_bone *items = NULL;
    if (!ALLOC_LIST(decoder, maq_pet_bone, items, count))
        return false;
    decoder->bone_count = count;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        maq_pet_bone bone = {.offset = mq_pet_decoder_offset(decoder), .extra = -1};
        bone.matrix[0] = bone.matrix[4] = bone.matrix[8] = 1;
        bone.name = read_name(cursor);
        if (cursor->failed)
            return false;
        bone.parent = mq_pet_read_id(cursor, client);
        if (matrices)
            mq_pet_read_floats(cursor, bone.matrix, 12);
        if (matrices && encoding->minor >= 3)
            bone.extra = mq_read_f32(cursor);
        decoder->implausible |= bone.parent.bone >= (int32_t)count;
        if (items)
            items[i] = bone;
    }
    if (items) {
        decoder->pet->bones = items;
        decoder->pet->bone_count = count;
        decoder->pet->wide_bone_count = wide && count > 0 && count <= 255;
    }
    return true;
}

// ------------------------------------------------------------------------------------ FANM, EXTR

static bool decode_faces(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    uint32_t count = read_count(decoder, 65);
    maq_pet_face *items = NULL;
    if (!ALLOC_LIST(decoder, maq_pet_face, items, count))
        return false;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        maq_pet_face face = {.offset = mq_pet_decoder_offset(decoder)};
        face.group = mq_read_u8(cursor);
        const unsigned char *names = mq_read_bytes(cursor, 64);
        if (names) {
            memcpy(face.name, names, 32);
            memcpy(face.texture, names + 32, 32);
        }
        if (items)
            items[i] = face;
    }
    if (items) {
        decoder->pet->faces = items;
        decoder->pet->face_count = count;
    }
    return true;
}

static bool decode_extras(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    uint32_t count = read_count(decoder, 1);
    maq_pet_id *items = NULL;
    if (!ALLOC_LIST(decoder, maq_pet_id, items, count))
        return false;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        // The published document does not have this section, so both layouts have one form.
        maq_pet_id id = mq_pet_read_id(cursor, true);
        decoder->implausible |=
            id.bone < 0 || mq_pet_out_of_range(decoder->bones, (uint32_t)id.bone);
        if (items)
            items[i] = id;
    }
    if (items) {
        decoder->pet->extras = items;
        decoder->pet->extra_count = count;
    }
    return true;
}

// ------------------------------------------------------------------------------ FRAM, MOTI, COLL

static bool decode_frames(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    bool client = mq_pet_is_client(&decoder->encoding);
    uint32_t count = mq_read_u32(cursor);
    // A single empty frame may lack its last word.
    if (!mq_cursor_holds(cursor, count, client && count == 1 ? 16 : 20))
        return false;
    maq_pet_frame *items = NULL;
    if (!ALLOC_LIST(decoder, maq_pet_frame, items, count))
        return false;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        maq_pet_frame frame = {.offset = mq_pet_decoder_offset(decoder), .has_check = true};
        frame.number = mq_read_u32(cursor);
        for (unsigned k = 0; k < (client ? 3 : 1); k++)
            frame.script[k] = mq_pet_read_text(cursor);
        if (!client)
            mq_pet_read_floats(cursor, frame.vector, 3);
        else if (count == 1 && frame.script[0].length == 0 && mq_cursor_left(cursor) == 0)
            frame.has_check = false;
        else
            frame.check = mq_read_u32(cursor);
        if (items)
            items[i] = frame;
    }
    if (items) {
        decoder->pet->frames = items;
        decoder->pet->frame_count = count;
    }
    return true;
}

static bool decode_motions(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    bool client = mq_pet_is_client(&decoder->encoding);
    uint32_t count = read_count(decoder, client ? 28 : 24);
    maq_pet_motion *items = NULL;
    if (!ALLOC_LIST(decoder, maq_pet_motion, items, count))
        return false;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        maq_pet_motion motion = {.offset = mq_pet_decoder_offset(decoder)};
        motion.name = mq_pet_read_text(cursor);
        motion.start = mq_read_u32(cursor);
        motion.end = mq_read_u32(cursor);
        motion.next = mq_pet_read_text(cursor);
        motion.method = mq_pet_read_text(cursor);
        if (client)
            motion.time = mq_read_f32(cursor);
        motion.bone = mq_pet_read_text(cursor);
        if (items)
            items[i] = motion;
    }
    if (items) {
        decoder->pet->motions = items;
        decoder->pet->motion_count = count;
    }
    return true;
}

static bool decode_boxes(pet_decoder *decoder) {
    mq_cursor *cursor = &decoder->cursor;
    bool client = mq_pet_is_client(&decoder->encoding);
    bool with_byte = !client && decoder->encoding.minor == 0;
    uint32_t count = read_count(decoder, with_byte ? 49 : 48);
    maq_pet_box *items = NULL;
    if (!ALLOC_LIST(decoder, maq_pet_box, items, count))
        return false;
    for (uint32_t i = 0; i < count && !cursor->failed; i++) {
        maq_pet_box box = {.offset = mq_pet_decoder_offset(decoder)};
        box.shape = mq_read_u32(cursor);
        box.show = mq_read_u32(cursor);
        box.name = mq_pet_read_text(cursor);
        box.bone = mq_pet_read_text(cursor);
        for (unsigned k = 0; k < 2; k++) {
            if (client)
                box.option[k] = mq_pet_read_text(cursor);
            else if (with_byte && k == 0)
                box.unknown_byte = mq_read_u8(cursor);
            if (!client)
                box.unknown[k] = mq_read_u32(cursor);
        }
        mq_pet_read_floats(cursor, box.min, 3);
        mq_pet_read_floats(cursor, box.max, 3);
        if (items)
            items[i] = box;
    }
    if (items) {
        decoder->pet->boxes = items;
        decoder->pet->box_count = count;
    }
    return true;
}

// ------------------------------------------------------------------------------------------- all

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
    static bool (*const decoders[MAQ_PET_KNOWN_TAGS])(pet_decoder *) = {
        [MAQ_PET_VERS] = decode_version,
        [MAQ_PET_TEXT] = decode_textures,
        [MAQ_PET_SMTL] = decode_materials,
        [MAQ_PET_BONE] = decode_bones,
        [MAQ_PET_ANIM] = mq_pet_decode_animations,
        [MAQ_PET_MESH] = mq_pet_decode_mesh,
        [MAQ_PET_FANM] = decode_faces,
        [MAQ_PET_FRAM] = decode_frames,
        [MAQ_PET_MOTI] = decode_motions,
        [MAQ_PET_EXTR] = decode_extras,
        [MAQ_PET_COLL] = decode_boxes,
    };
    return decoders[tag](decoder) && !decoder->cursor.failed &&
           mq_cursor_left(&decoder->cursor) == 0;
}
