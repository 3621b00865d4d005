// SPDX-License-Identifier: MIT
//
// From what sections say to their bytes, in the form of a kind, version and layout: the mirror of
// pet_decode.c, pet_decode_anim.c and pet_mesh.c.
#include "formats/pet/pet_priv.h"

void mq_pet_sink_id(pet_sink *sink, maq_pet_id id, bool client) {
    if (id.bone < 0) {
        sink_u8(sink, 0xff);
    } else if (!client) {
        sink->unfit |= id.bone >= 0xff;
        sink_u8(sink, (uint8_t)id.bone);
    } else if (id.bone < 0xfe && !id.wide) {
        sink_u8(sink, (uint8_t)id.bone);
    } else {
        sink->unfit |= id.bone > UINT16_MAX;
        sink_u8(sink, 0xfe);
        sink_u16(sink, (uint32_t)id.bone);
    }
}

static void encode_version(const maq_pet *pet, const maq_pet_encoding *encoding, pet_sink *sink) {
    sink_u8(sink, pet->version[0]);
    sink_u8(sink, pet->version[1]);
    if (mq_pet_is_client(encoding)) {
        sink_u8(sink, 0xfe);
        sink_u8(sink, 0xff);
    }
}

static void encode_textures(const maq_pet *pet, pet_sink *sink) {
    sink_u32(sink, pet->texture_count);
    for (uint32_t i = 0; i < pet->texture_count; i++) {
        const maq_pet_texture *texture = &pet->textures[i];
        sink_bytes(sink, texture->name, sizeof texture->name);
        sink_u8(sink, (uint8_t)texture->flag);
        sink_u8(sink, texture->group);
        sink_bytes(sink, texture->pad, sizeof texture->pad);
        sink_u32(sink, texture->diffuse);
        sink_u32(sink, (uint32_t)texture->handle);
    }
}

static void encode_value(const maq_pet_value *value, pet_sink *sink) {
    sink_text(sink, value->name);
    sink_u32(sink, (uint32_t)value->type);
    switch (value->type) {
    case MAQ_PET_BOOL:
    case MAQ_PET_INT:
        sink_u32(sink, value->word);
        break;
    case MAQ_PET_FLOAT:
    case MAQ_PET_VEC2:
    case MAQ_PET_VEC3:
    case MAQ_PET_VEC4:
        sink_floats(sink, value->floats, (size_t)value->type - MAQ_PET_FLOAT + 1);
        break;
    case MAQ_PET_MATRIX:
        sink_floats(sink, value->floats, 16);
        break;
    case MAQ_PET_TEXTURE:
        sink_text(sink, value->text);
        break;
    case MAQ_PET_MATRICES:
        sink->unfit = true;
        break;
    }
}

static void encode_materials(const maq_pet *pet, pet_sink *sink) {
    sink_u32(sink, pet->material_count);
    for (uint32_t i = 0; i < pet->material_count; i++) {
        const maq_pet_material *material = &pet->materials[i];
        sink_text(sink, material->name);
        sink_u32(sink, material->value_count);
        for (uint32_t k = 0; k < material->value_count; k++)
            encode_value(&material->values[k], sink);
    }
}

static void encode_bones(const maq_pet *pet, const maq_pet_encoding *encoding, pet_sink *sink) {
    bool client = mq_pet_is_client(encoding), matrices = mq_pet_has_matrices(encoding);
    uint32_t count = pet->bone_count;
    sink->unfit |= count > (client ? UINT16_MAX : UINT8_MAX);
    if (client && (count == 0 || count > UINT8_MAX || pet->wide_bone_count)) {
        sink_u8(sink, 0);
        sink_u16(sink, count);
    } else {
        sink_u8(sink, (uint8_t)count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const maq_pet_bone *bone = &pet->bones[i];
        sink->unfit |= bone->name.length > 0 && memchr(bone->name.bytes, 0, bone->name.length);
        sink_bytes(sink, bone->name.bytes, bone->name.length);
        sink_u8(sink, 0);
        mq_pet_sink_id(sink, bone->parent, client);
        if (matrices)
            sink_floats(sink, bone->matrix, 12);
        if (matrices && encoding->minor >= 3)
            sink_f32(sink, bone->extra);
    }
}

static void encode_track(const maq_pet_track *track, uint32_t values, pet_sink *sink) {
    sink_u32(sink, track->count);
    for (uint32_t i = 0; i < track->count; i++) {
        sink_f32(sink, track->keys[i].time);
        sink_floats(sink, track->keys[i].value, values);
    }
}

static void encode_late_rotations(const maq_pet_animation *animation, bool with_word,
                                  pet_sink *sink) {
    sink_u32(sink, animation->rotation.count);
    if (with_word)
        sink_u32(sink, animation->word);
    for (uint32_t i = 0; i < animation->rotation.count; i++) {
        sink_floats(sink, animation->rotation.keys[i].value, 4);
        sink_f32(sink, animation->rotation.keys[i].time);
    }
}

static void encode_animations(const maq_pet *pet, const maq_pet_encoding *encoding,
                              pet_sink *sink) {
    bool client = mq_pet_is_client(encoding);
    for (uint32_t i = 0; i < pet->animation_count; i++) {
        const maq_pet_animation *animation = &pet->animations[i];
        sink->unfit |= animation->id.bone < 0;
        mq_pet_sink_id(sink, animation->id, client);
        encode_track(&animation->position, 3, sink);
        if (!client && encoding->minor < 2)
            encode_late_rotations(
                animation, encoding->minor == 0 || encoding->anim_form == MAQ_PET_ANIM_EXTRA_WORD,
                sink);
        else
            encode_track(&animation->rotation, 4, sink);
        if (client && encoding->anim_form == MAQ_PET_ANIM_IGNORED_WORD)
            sink_u32(sink, animation->word);
        else if (client || encoding->minor >= 2)
            encode_track(&animation->scale, 3, sink);
        else
            sink->unfit |= animation->scale.count > 0;
        if (encoding->minor >= 3)
            encode_track(&animation->flag, 1, sink);
        else
            sink->unfit |= animation->flag.count > 0;
    }
    sink_u8(sink, 0xff);
}

static void encode_faces(const maq_pet *pet, pet_sink *sink) {
    sink_u32(sink, pet->face_count);
    for (uint32_t i = 0; i < pet->face_count; i++) {
        sink_u8(sink, pet->faces[i].group);
        sink_bytes(sink, pet->faces[i].name, sizeof pet->faces[i].name);
        sink_bytes(sink, pet->faces[i].texture, sizeof pet->faces[i].texture);
    }
}

static void encode_frames(const maq_pet *pet, const maq_pet_encoding *encoding, pet_sink *sink) {
    bool client = mq_pet_is_client(encoding);
    sink_u32(sink, pet->frame_count);
    for (uint32_t i = 0; i < pet->frame_count; i++) {
        const maq_pet_frame *frame = &pet->frames[i];
        sink_u32(sink, frame->number);
        for (unsigned k = 0; k < (client ? 3 : 1); k++)
            sink_text(sink, frame->script[k]);
        if (!client)
            sink_floats(sink, frame->vector, 3);
        else if (frame->has_check || pet->frame_count > 1 || frame->script[0].length > 0)
            sink_u32(sink, frame->check);
    }
}

static void encode_motions(const maq_pet *pet, const maq_pet_encoding *encoding, pet_sink *sink) {
    sink_u32(sink, pet->motion_count);
    for (uint32_t i = 0; i < pet->motion_count; i++) {
        const maq_pet_motion *motion = &pet->motions[i];
        sink_text(sink, motion->name);
        sink_u32(sink, motion->start);
        sink_u32(sink, motion->end);
        sink_text(sink, motion->next);
        sink_text(sink, motion->method);
        if (mq_pet_is_client(encoding))
            sink_f32(sink, motion->time);
        sink_text(sink, motion->bone);
    }
}

static void encode_extras(const maq_pet *pet, pet_sink *sink) {
    sink_u32(sink, pet->extra_count);
    for (uint32_t i = 0; i < pet->extra_count; i++)
        mq_pet_sink_id(sink, pet->extras[i], true);
}

static void encode_boxes(const maq_pet *pet, const maq_pet_encoding *encoding, pet_sink *sink) {
    sink_u32(sink, pet->box_count);
    for (uint32_t i = 0; i < pet->box_count; i++) {
        const maq_pet_box *box = &pet->boxes[i];
        sink_u32(sink, box->shape);
        sink_u32(sink, box->show);
        sink_text(sink, box->name);
        sink_text(sink, box->bone);
        if (mq_pet_is_client(encoding)) {
            sink_text(sink, box->option[0]);
            sink_text(sink, box->option[1]);
        } else {
            if (encoding->minor == 0)
                sink_u8(sink, box->unknown_byte);
            sink_u32(sink, box->unknown[0]);
            sink_u32(sink, box->unknown[1]);
        }
        sink_floats(sink, box->min, 3);
        sink_floats(sink, box->max, 3);
    }
}

void mq_pet_encode(const maq_pet *pet, const maq_pet_mesh *mesh, maq_pet_tag tag,
                   const maq_pet_encoding *encoding, pet_sink *sink) {
    switch (tag) {
    case MAQ_PET_VERS:
        encode_version(pet, encoding, sink);
        break;
    case MAQ_PET_TEXT:
        encode_textures(pet, sink);
        break;
    case MAQ_PET_SMTL:
        encode_materials(pet, sink);
        break;
    case MAQ_PET_BONE:
        encode_bones(pet, encoding, sink);
        break;
    case MAQ_PET_ANIM:
        encode_animations(pet, encoding, sink);
        break;
    case MAQ_PET_MESH:
        if (mesh)
            mq_pet_encode_mesh(mesh, encoding, sink);
        else
            sink->unfit = true;
        break;
    case MAQ_PET_FANM:
        encode_faces(pet, sink);
        break;
    case MAQ_PET_FRAM:
        encode_frames(pet, encoding, sink);
        break;
    case MAQ_PET_MOTI:
        encode_motions(pet, encoding, sink);
        break;
    case MAQ_PET_EXTR:
        encode_extras(pet, sink);
        break;
    case MAQ_PET_COLL:
        encode_boxes(pet, encoding, sink);
        break;
    case MAQ_PET_OTHER:
        sink->unfit = true;
        break;
    }
}
