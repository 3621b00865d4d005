// SPDX-License-Identifier: MIT
//
// Encoding sections for a kind, version and layout: the reverse of pet_read_sections.c and
// pet_read_anim.c. MESH is in pet_write_mesh.c.
#include "formats/pet/pet_priv.h"

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

void mq_pet_write_texture(pet_writer *writer, const maq_pet_texture *texture) {
    write_bytes(writer, texture->name, sizeof texture->name);
    write_u8(writer, (uint8_t)texture->flag);
    write_u8(writer, texture->group);
    write_bytes(writer, texture->pad, sizeof texture->pad);
    write_u32(writer, texture->diffuse);
    write_u32(writer, (uint32_t)texture->handle);
}

static void encode_textures(const maq_pet *pet, pet_writer *writer) {
    write_u32(writer, pet->texture_count);
    for (uint32_t i = 0; i < pet->texture_count; i++)
        mq_pet_write_texture(writer, &pet->textures[i]);
}

static void encode_value(const maq_pet_value *value, pet_writer *writer) {
    write_text(writer, value->name);
    write_u32(writer, (uint32_t)value->type);
    switch (value->type) {
    case MAQ_PET_BOOL:
    case MAQ_PET_INT:
        write_u32(writer, value->word);
        break;
    case MAQ_PET_FLOAT:
    case MAQ_PET_VEC2:
    case MAQ_PET_VEC3:
    case MAQ_PET_VEC4:
    case MAQ_PET_MATRIX:
        write_floats(writer, value->floats, mq_pet_float_count(value->type));
        break;
    case MAQ_PET_TEXTURE:
        write_text(writer, value->text);
        break;
    case MAQ_PET_MATRICES:
        writer->failed = true;
        break;
    }
}

static void encode_materials(const maq_pet *pet, pet_writer *writer) {
    write_u32(writer, pet->material_count);
    for (uint32_t i = 0; i < pet->material_count; i++) {
        const maq_pet_material *material = &pet->materials[i];
        write_text(writer, material->name);
        write_u32(writer, material->value_count);
        for (uint32_t k = 0; k < material->value_count; k++)
            encode_value(&material->values[k], writer);
    }
}

static void encode_bones(const maq_pet *pet, const maq_pet_encoding *encoding, pet_writer *writer) {
    bool client = mq_pet_is_client(encoding), matrices = mq_pet_has_matrices(encoding);
    uint32_t count = pet->bone_count;
    writer->failed |= count > (client ? UINT16_MAX : UINT8_MAX);
    if (client && (count == 0 || count > UINT8_MAX || pet->wide_bone_count)) {
        write_u8(writer, 0);
        write_u16(writer, count);
    } else {
        write_u8(writer, (uint8_t)count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const maq_pet_bone *bone = &pet->bones[i];
        writer->failed |= bone->name.length > 0 && memchr(bone->name.bytes, 0, bone->name.length);
        write_bytes(writer, bone->name.bytes, bone->name.length);
        write_u8(writer, 0);
        mq_pet_write_id(writer, bone->parent, client);
        if (matrices)
            write_floats(writer, bone->matrix, 12);
        if (matrices && encoding->minor >= 3)
            write_f32(writer, bone->extra);
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

static void encode_faces(const maq_pet *pet, pet_writer *writer) {
    write_u32(writer, pet->face_count);
    for (uint32_t i = 0; i < pet->face_count; i++) {
        write_u8(writer, pet->faces[i].group);
        write_bytes(writer, pet->faces[i].name, sizeof pet->faces[i].name);
        write_bytes(writer, pet->faces[i].texture, sizeof pet->faces[i].texture);
    }
}

static void encode_frames(const maq_pet *pet, const maq_pet_encoding *encoding,
                          pet_writer *writer) {
    bool client = mq_pet_is_client(encoding);
    write_u32(writer, pet->frame_count);
    for (uint32_t i = 0; i < pet->frame_count; i++) {
        const maq_pet_frame *frame = &pet->frames[i];
        write_u32(writer, frame->number);
        for (unsigned k = 0; k < (client ? 3 : 1); k++)
            write_text(writer, frame->script[k]);
        if (!client)
            write_floats(writer, frame->vector, 3);
        else if (frame->has_check || pet->frame_count > 1 || frame->script[0].length > 0)
            write_u32(writer, frame->check);
    }
}

static void encode_motions(const maq_pet *pet, const maq_pet_encoding *encoding,
                           pet_writer *writer) {
    write_u32(writer, pet->motion_count);
    for (uint32_t i = 0; i < pet->motion_count; i++) {
        const maq_pet_motion *motion = &pet->motions[i];
        write_text(writer, motion->name);
        write_u32(writer, motion->start);
        write_u32(writer, motion->end);
        write_text(writer, motion->next);
        write_text(writer, motion->method);
        if (mq_pet_is_client(encoding))
            write_f32(writer, motion->time);
        write_text(writer, motion->bone);
    }
}

static void encode_extras(const maq_pet *pet, pet_writer *writer) {
    write_u32(writer, pet->extra_count);
    for (uint32_t i = 0; i < pet->extra_count; i++)
        mq_pet_write_id(writer, pet->extras[i], true);
}

static void encode_boxes(const maq_pet *pet, const maq_pet_encoding *encoding, pet_writer *writer) {
    write_u32(writer, pet->box_count);
    for (uint32_t i = 0; i < pet->box_count; i++) {
        const maq_pet_box *box = &pet->boxes[i];
        write_u32(writer, box->shape);
        write_u32(writer, box->show);
        write_text(writer, box->name);
        write_text(writer, box->bone);
        if (mq_pet_is_client(encoding)) {
            write_text(writer, box->option[0]);
            write_text(writer, box->option[1]);
        } else {
            if (encoding->minor == 0)
                write_u8(writer, box->unknown_byte);
            write_u32(writer, box->unknown[0]);
            write_u32(writer, box->unknown[1]);
        }
        write_floats(writer, box->min, 3);
        write_floats(writer, box->max, 3);
    }
}

void mq_pet_encode(const maq_pet *pet, const maq_pet_mesh *mesh, maq_pet_tag tag,
                   const maq_pet_encoding *encoding, pet_writer *writer) {
    switch (tag) {
    case MAQ_PET_VERS:
        encode_version(pet, encoding, writer);
        break;
    case MAQ_PET_TEXT:
        encode_textures(pet, writer);
        break;
    case MAQ_PET_SMTL:
        encode_materials(pet, writer);
        break;
    case MAQ_PET_BONE:
        encode_bones(pet, encoding, writer);
        break;
    case MAQ_PET_ANIM:
        encode_animations(pet, encoding, writer);
        break;
    case MAQ_PET_MESH:
        if (mesh)
            mq_pet_encode_mesh(mesh, encoding, writer);
        else
            writer->failed = true;
        break;
    case MAQ_PET_FANM:
        encode_faces(pet, writer);
        break;
    case MAQ_PET_FRAM:
        encode_frames(pet, encoding, writer);
        break;
    case MAQ_PET_MOTI:
        encode_motions(pet, encoding, writer);
        break;
    case MAQ_PET_EXTR:
        encode_extras(pet, writer);
        break;
    case MAQ_PET_COLL:
        encode_boxes(pet, encoding, writer);
        break;
    case MAQ_PET_OTHER:
        writer->failed = true;
        break;
    }
}
