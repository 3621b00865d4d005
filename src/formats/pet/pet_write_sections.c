// SPDX-License-Identifier: MIT
//
// Encoding sections for a kind, version and layout: the reverse of pet_read_sections.c and
// pet_read_anim.c. MESH is in pet_write_mesh.c, entries of lists in pet_entries.c.
#include "formats/pet/pet_entries.h"

void mq_pet_write_id(pet_writer *writer, maq_pet_id id, bool client) {
    if (id.bone < 0) {
        write_u8(writer, 0xff);
    } else if (!client) {
        writer->failed |= id.bone >= 0xff;
        write_u8(writer, (uint8_t)id.bone);
    } else if (id.bone < 0xfe && !id.wide) {
        write_u8(writer, (uint8_t)id.bone);
    } else {
        writer->failed |= id.bone > UINT16_MAX;
        write_u8(writer, 0xfe);
        write_u16(writer, (uint32_t)id.bone);
    }
}

static void encode_version(const maq_pet *pet, const maq_pet_encoding *encoding,
                           pet_writer *writer) {
    write_u8(writer, pet->version[0]);
    write_u8(writer, pet->version[1]);
    if (mq_pet_is_client(encoding)) {
        write_u8(writer, 0xfe);
        write_u8(writer, 0xff);
    }
}

static void encode_value(const maq_pet_value *value, pet_writer *writer) {
    write_text(writer, value->name);
    write_u32(writer, (uint32_t)value->type);
    if (value->type <= MAQ_PET_INT)
        write_u32(writer, value->word);
    else if (value->type <= MAQ_PET_MATRIX)
        write_floats(writer, value->floats, mq_pet_float_count(value->type));
    else if (value->type == MAQ_PET_TEXTURE)
        write_text(writer, value->text);
    else
        writer->failed = true;
}

static void encode_material(const maq_pet_material *material, pet_writer *writer) {
    write_text(writer, material->name);
    write_u32(writer, material->value_count);
    for (uint32_t k = 0; k < material->value_count; k++)
        encode_value(&material->values[k], writer);
}

static void encode_bone_count(const maq_pet *pet, bool client, pet_writer *writer) {
    uint32_t count = pet->bone_count;
    writer->failed |= count > (client ? UINT16_MAX : UINT8_MAX);
    if (client && (count == 0 || count > UINT8_MAX || pet->wide_bone_count)) {
        write_u8(writer, 0);
        write_u16(writer, count);
    } else {
        write_u8(writer, (uint8_t)count);
    }
}

static void encode_list(const maq_pet *pet, maq_pet_tag tag, const maq_pet_encoding *encoding,
                        pet_writer *writer) {
    const pet_visitor visitor = {.encoding = encoding, .writer = writer};
    uint32_t count = mq_pet_entry_count(pet, tag);
    char *entry = MQ_WRITABLE(char, mq_pet_list(pet, tag));
    if (tag == MAQ_PET_BONE)
        encode_bone_count(pet, mq_pet_is_client(encoding), writer);
    else
        write_u32(writer, count);
    for (uint32_t i = 0; i < count; i++, entry += mq_pet_list_types[tag].size) {
        if (tag == MAQ_PET_SMTL)
            encode_material((const maq_pet_material *)(const void *)entry, writer);
        else if (tag == MAQ_PET_EXTR)
            mq_pet_write_id(writer, pet->extras[i], true);
        else
            mq_pet_visit_entry(&visitor, tag, count, entry);
    }
}

static void encode_track(const maq_pet_track *track, uint32_t values, pet_writer *writer) {
    write_u32(writer, track->count);
    for (uint32_t i = 0; i < track->count; i++) {
        write_f32(writer, track->keys[i].time);
        write_floats(writer, track->keys[i].value, values);
    }
}

static void encode_rotations_time_last(const maq_pet_animation *animation, bool with_word,
                                       pet_writer *writer) {
    write_u32(writer, animation->rotation.count);
    if (with_word)
        write_u32(writer, animation->word);
    for (uint32_t i = 0; i < animation->rotation.count; i++) {
        write_floats(writer, animation->rotation.keys[i].value, 4);
        write_f32(writer, animation->rotation.keys[i].time);
    }
}

static void encode_animations(const maq_pet *pet, const maq_pet_encoding *encoding,
                              pet_writer *writer) {
    bool client = mq_pet_is_client(encoding);
    for (uint32_t i = 0; i < pet->animation_count; i++) {
        const maq_pet_animation *animation = &pet->animations[i];
        writer->failed |= animation->id.bone < 0;
        mq_pet_write_id(writer, animation->id, client);
        encode_track(&animation->position, 3, writer);
        if (!client && encoding->minor < 2)
            encode_rotations_time_last(
                animation, encoding->minor == 0 || encoding->anim_form == MAQ_PET_ANIM_EXTRA_WORD,
                writer);
        else
            encode_track(&animation->rotation, 4, writer);
        if (client && encoding->anim_form == MAQ_PET_ANIM_IGNORED_WORD)
            write_u32(writer, animation->word);
        else if (client || encoding->minor >= 2)
            encode_track(&animation->scale, 3, writer);
        else
            writer->failed |= animation->scale.count > 0;
        if (encoding->minor >= 3)
            encode_track(&animation->flag, 1, writer);
        else
            writer->failed |= animation->flag.count > 0;
    }
    write_u8(writer, 0xff);
}

void mq_pet_encode(const maq_pet *pet, const pet_file_mesh *mesh, maq_pet_tag tag,
                   const maq_pet_encoding *encoding, pet_writer *writer) {
    if (tag == MAQ_PET_OTHER || (tag == MAQ_PET_MESH && !mesh))
        writer->failed = true;
    else if (tag == MAQ_PET_VERS)
        encode_version(pet, encoding, writer);
    else if (tag == MAQ_PET_ANIM)
        encode_animations(pet, encoding, writer);
    else if (tag == MAQ_PET_MESH)
        mq_pet_encode_mesh(mesh, encoding, writer);
    else
        encode_list(pet, tag, encoding, writer);
}
