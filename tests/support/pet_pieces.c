// SPDX-License-Identifier: MIT
#include "support/pet_pieces.h"

const pet_form piece_v10 = {0, true, false}, piece_v12 = {2, true, false};
const pet_form piece_v13 = {3, true, false};

void piece_vers(pet_bytes *b, unsigned minor, unsigned major, unsigned tail, unsigned size) {
    pet_begin(b, "VERS");
    pet_u8(b, minor);
    pet_u8(b, major);
    for (unsigned i = 2; i < size; i++)
        pet_u8(b, tail >> 8 * (i - 2) & 255);
    pet_end(b);
}

void piece_bones(pet_bytes *b) {
    pet_vers(b, piece_v13);
    pet_bones(b, piece_v13, true);
}

void piece_one_bone(pet_bytes *b, const char *name, unsigned parent) {
    pet_begin(b, "BONE");
    pet_u8(b, 1);
    pet_bone(b, piece_v10, name, parent, true);
    pet_end(b);
}

void piece_two_bones(pet_bytes *b, const char *first, unsigned first_parent, const char *second,
                     unsigned second_parent) {
    pet_begin(b, "BONE");
    pet_u8(b, 2);
    pet_bone(b, piece_v10, first, first_parent, true);
    pet_bone(b, piece_v10, second, second_parent, true);
    pet_end(b);
}

void piece_matrix(pet_bytes *b, float first, float extra) {
    pet_vers(b, piece_v13);
    pet_begin(b, "BONE");
    pet_u8(b, 1);
    pet_cstr(b, "Bip01");
    pet_u8(b, 0xff);
    pet_floats(b, 13, FLOATS(first, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, extra));
    pet_end(b);
}

void piece_one_texture(pet_bytes *b, const char *name) {
    pet_begin(b, "TEXT");
    pet_u32(b, 1);
    pet_texture(b, name, 0);
    pet_end(b);
}

void piece_face(pet_bytes *b, unsigned group, const char *name, const char *texture) {
    pet_u8(b, group);
    pet_field(b, name);
    pet_field(b, texture);
}

void piece_keys(pet_bytes *b, unsigned bone, const float *position, const float *rotation,
                const float *scale, const float *flag) {
    static const unsigned values[] = {3, 4, 3, 1};
    const float *const tracks[] = {position, rotation, scale, flag};
    pet_u8(b, bone);
    for (unsigned i = 0; i < 4; i++) {
        pet_u32(b, tracks[i] != NULL);
        if (tracks[i])
            pet_floats(b, values[i] + 1, tracks[i]);
    }
}

void piece_animation(pet_bytes *b, unsigned bone, const float *position, const float *rotation,
                     const float *scale, const float *flag) {
    pet_vers(b, piece_v13);
    pet_bones(b, piece_v13, false);
    pet_begin(b, "ANIM");
    piece_keys(b, bone, position, rotation, scale, flag);
    pet_u8(b, 0xff);
    pet_end(b);
}

void piece_triangle(pet_bytes *b, piece_corner_case t) {
    static const float at[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    pet_vers(b, piece_v12);
    pet_text(b);
    pet_bones(b, piece_v12, true);
    pet_begin(b, "MESH");
    pet_u32(b, 3);
    for (unsigned i = 0; i < 3; i++) {
        pet_f32(b, i == 2 && t.x != 0 ? t.x : at[i][0]);
        pet_f32(b, at[i][1]);
        pet_f32(b, at[i][2]);
        if (i == 2 && t.weights)
            pet_raw(b, t.weights, t.weights_length);
        else
            pet_raw(b, "\xff\x00\x00\x00", 4);
    }
    pet_u32(b, 1);
    for (unsigned i = 0; i < 3; i++) {
        int sets = i == 2 && t.sets != 0 ? (t.sets < 0 ? 0 : t.sets) : 1;
        pet_u32(b, i == 2 && t.vertex ? t.vertex - 1 : i);
        pet_floats(b, 2, FLOATS(0, 0));
        pet_f32(b, t.inside_out ? -1 : i == 2 && t.normal != 0 ? t.normal : 1);
        pet_u8(b, (unsigned)sets);
        for (int k = 0; k < sets; k++)
            pet_floats(b, 2, FLOATS(0, 0));
    }
    pet_u8(b, t.texture);
    pet_u8(b, t.specular ? t.specular : 0xff);
    pet_end(b);
}

void piece_skins(pet_bytes *b, unsigned count, const uint32_t skins[][5], bool absolute) {
    pet_bones(b, piece_v10, true);
    pet_begin(b, "MESH");
    pet_u8(b, count);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < 5; k++)
            pet_u32(b, skins[i][k]);
    }
    pet_u32(b, 6);
    for (unsigned i = 0; i < 6; i++) {
        pet_floats(b, 4, FLOATS((float)(i % 3 == 1), (float)(i % 3 == 2), 0, 1));
        pet_raw(b, "\xff\x00\x00\x00", 4);
    }
    pet_u32(b, 2);
    for (unsigned i = 0; i < 6; i++) {
        pet_u32(b, absolute ? i : i % 3);
        pet_floats(b, 5, FLOATS(0, 0, 1, 0, 0));
    }
    pet_u16(b, 0xffff);
    pet_end(b);
}

void piece_frame(pet_bytes *b, uint32_t number, const char *script, const char *more) {
    pet_u32(b, number);
    pet_lstr(b, script);
    pet_lstr(b, more);
    pet_lstr(b, "");
    pet_u32(b, 1);
}

void piece_frames(pet_bytes *b, uint32_t count, uint32_t number, const char *script,
                  const char *more) {
    pet_bones(b, piece_v10, false);
    pet_begin(b, "FRAM");
    pet_u32(b, count);
    for (uint32_t i = 0; i < count; i++)
        piece_frame(b, i == 0 ? number : 5, script, more);
    pet_end(b);
}

void piece_motions(pet_bytes *b, const piece_motion *list, unsigned count) {
    pet_vers(b, piece_v13);
    pet_bones(b, piece_v13, false);
    pet_anim(b, piece_v13);
    pet_begin(b, "MOTI");
    pet_u32(b, count);
    for (unsigned i = 0; i < count; i++) {
        pet_lstr(b, list[i].name);
        pet_u32(b, list[i].start);
        pet_u32(b, list[i].end);
        pet_lstr(b, list[i].next);
        pet_lstr(b, "blending");
        pet_f32(b, list[i].time);
        pet_lstr(b, list[i].bone);
    }
    pet_end(b);
}

void piece_box(pet_bytes *b, const char *bone, float x1, float x2) {
    piece_bones(b);
    pet_begin(b, "COLL");
    pet_u32(b, 1);
    pet_u32(b, 1);
    pet_u32(b, 1);
    pet_lstr(b, "bound");
    pet_lstr(b, bone);
    pet_lstr(b, "");
    pet_lstr(b, "");
    pet_floats(b, 6, FLOATS(x1, 0, 0, x2, 1, 1));
    pet_end(b);
}

void piece_repeated(pet_bytes *b, char letter, size_t count) {
    for (size_t i = 0; i < count; i++)
        pet_raw(b, &letter, 1);
}
