// SPDX-License-Identifier: MIT
#include "support/pet_bytes.h"

#include <stdlib.h>
#include <string.h>

void pet_free(pet_bytes *b) {
    free(b->data);
    *b = (pet_bytes){0};
}

void pet_raw(pet_bytes *b, const void *bytes, size_t length) {
    if (b->length + length > b->capacity) {
        b->capacity = (b->length + length) * 2;
        b->data = realloc(b->data, b->capacity);
        if (!b->data)
            abort();
    }
    if (length > 0)
        memcpy(b->data + b->length, bytes, length);
    b->length += length;
}

void pet_u8(pet_bytes *b, unsigned value) {
    unsigned char byte = (unsigned char)value;
    pet_raw(b, &byte, 1);
}

void pet_u16(pet_bytes *b, unsigned value) {
    pet_u8(b, value & 255);
    pet_u8(b, value >> 8 & 255);
}

void pet_u32(pet_bytes *b, uint32_t value) {
    pet_u16(b, value & 65535);
    pet_u16(b, value >> 16);
}

void pet_f32(pet_bytes *b, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    pet_u32(b, bits);
}

void pet_floats(pet_bytes *b, size_t count, const float *values) {
    for (size_t i = 0; i < count; i++)
        pet_f32(b, values[i]);
}

void pet_lstr(pet_bytes *b, const char *text) {
    pet_u32(b, (uint32_t)strlen(text));
    pet_raw(b, text, strlen(text));
}

void pet_cstr(pet_bytes *b, const char *text) {
    pet_raw(b, text, strlen(text) + 1);
}

void pet_field(pet_bytes *b, const char *text) {
    char field[32] = {0};
    memcpy(field, text, strlen(text) < sizeof field ? strlen(text) : sizeof field);
    pet_raw(b, field, sizeof field);
}

void pet_begin(pet_bytes *b, const char *name) {
    pet_raw(b, name, 4);
    pet_u32(b, 0);
    b->section = b->length;
}

void pet_end(pet_bytes *b) {
    uint32_t length = (uint32_t)(b->length - b->section);
    for (unsigned i = 0; i < 4; i++)
        b->data[b->section - 4 + i] = (unsigned char)(length >> 8 * i);
}

// --------------------------------------------------------------------------------------- sections

void pet_vers(pet_bytes *b, pet_form form) {
    pet_begin(b, "VERS");
    pet_u8(b, form.minor);
    pet_u8(b, 1);
    if (form.client)
        pet_u16(b, 0xfffe);
    pet_end(b);
}

void pet_texture(pet_bytes *b, const char *name, unsigned group) {
    pet_field(b, name);
    pet_u8(b, 0);
    pet_u8(b, group);
    pet_u16(b, 0);
    pet_u32(b, 0xffffffff);
    pet_u32(b, 0);
}

void pet_text(pet_bytes *b) {
    pet_begin(b, "TEXT");
    pet_u32(b, 2);
    pet_texture(b, "skin.jpg", 0);
    pet_texture(b, "face.jpg", 1);
    pet_end(b);
}

void pet_smtl(pet_bytes *b) {
    static const float values[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    static const unsigned counts[] = {0, 0, 1, 2, 3, 4, 16};
    pet_begin(b, "SMTL");
    pet_u32(b, 1);
    pet_lstr(b, "fx_2_light_splatting");
    pet_u32(b, 8);
    for (unsigned type = 0; type <= 8; type++) {
        if (type == 7)
            continue;
        char name[2] = {(char)('a' + type), 0};
        pet_lstr(b, name);
        pet_u32(b, type);
        if (type < 2)
            pet_u32(b, type == 0 ? 1 : (uint32_t)-5);
        else if (type < 7)
            pet_floats(b, counts[type], values);
        else
            pet_lstr(b, "map.dds");
    }
    pet_end(b);
}

void pet_bone(pet_bytes *b, pet_form form, const char *name, unsigned parent, bool matrix) {
    static const float identity[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    pet_cstr(b, name);
    pet_u8(b, parent);
    if (matrix)
        pet_floats(b, 12, identity);
    if (matrix && form.minor >= 3)
        pet_f32(b, -1);
}

void pet_bones(pet_bytes *b, pet_form form, bool matrices) {
    // A quarter turn about z, and a step along y.
    static const float turned[12] = {0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 8, 0};
    pet_begin(b, "BONE");
    pet_u8(b, 2);
    pet_bone(b, form, "Bip01", 0xff, matrices);
    pet_cstr(b, "Bip01 Spine");
    pet_u8(b, 0);
    if (matrices)
        pet_floats(b, 12, turned);
    if (matrices && form.minor >= 3)
        pet_f32(b, form.rich ? 2 : -1);
    pet_end(b);
}

void pet_key(pet_bytes *b, float time, size_t count, const float *values) {
    pet_f32(b, time);
    pet_floats(b, count, values);
}

void pet_anim(pet_bytes *b, pet_form form) {
    static const float position[2][3] = {{1, 2, 3}, {4, 5, 6}};
    static const float rotation[2][4] = {{0, 0, 0, 1}, {0, 0, 1, 0}};
    static const float one[3] = {1, 1, 1}, minus[1] = {-1};
    bool late = !form.client && form.minor < 2;
    pet_begin(b, "ANIM");
    pet_u8(b, 1);
    pet_u32(b, 2);
    pet_key(b, 0, 3, position[0]);
    pet_key(b, 2, 3, position[1]);
    pet_u32(b, 2);
    if (late && form.minor == 0)
        pet_u32(b, 0);
    for (unsigned i = 0; i < 2; i++) {
        float time = 2 * (float)i;
        if (late) {
            pet_floats(b, 4, rotation[i]);
            pet_f32(b, time);
        } else {
            pet_key(b, time, 4, rotation[i]);
        }
    }
    if (form.minor >= 2) {
        pet_u32(b, 1);
        pet_key(b, 0, 3, one);
    } else if (form.client) {
        pet_u32(b, 0);
    }
    if (form.minor >= 3) {
        pet_u32(b, 1);
        pet_key(b, 0, 1, minus);
    }
    pet_u8(b, 0xff);
    pet_end(b);
}

static void corner(pet_bytes *b, pet_form form, uint32_t vertex) {
    static const float normal[3] = {0, 0, 1};
    pet_u32(b, vertex);
    pet_floats(b, 3, normal);
    unsigned sets = form.minor >= 2 && form.rich ? 2 : 1;
    if (form.minor >= 2)
        pet_u8(b, sets);
    for (unsigned set = 0; set < sets; set++) {
        pet_f32(b, 0.5f * (float)vertex);
        pet_f32(b, 0.25f * (float)(set + 1));
    }
}

void pet_mesh(pet_bytes *b, pet_form form, bool skins) {
    // Two triangles of a square, all on the first bone or partly on the second. Positions are in
    // the space of the first bone, which is at the origin.
    static const float at[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const unsigned corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
    pet_begin(b, "MESH");
    if (skins) {
        pet_u8(b, 1);
        pet_u32(b, form.rich); // the bone and three bytes of padding
        pet_u32(b, 0);
        pet_u32(b, 4);
        pet_u32(b, 0);
        pet_u32(b, 2);
    }
    pet_u32(b, 4);
    for (unsigned i = 0; i < 4; i++) {
        pet_floats(b, 3, at[i]);
        if (skins)
            pet_f32(b, form.rich && i == 0 ? 0.5f : 1);
        if (i % 2 == 0) {
            pet_u8(b, 255);
            pet_u8(b, 0);
            if (form.client)
                pet_u16(b, 0);
        } else {
            pet_u8(b, 200);
            pet_u8(b, 0);
            pet_u8(b, 55);
            pet_u8(b, 1);
        }
    }
    pet_u32(b, 2);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 3; k++)
            corner(b, form, corners[i][k]);
    }
    pet_u8(b, 0);
    pet_u8(b, 1);
    if (form.client && form.minor >= 2) {
        pet_u8(b, form.rich ? 0 : 0xff);
        pet_u8(b, 0xff);
    }
    pet_end(b);
}

void pet_fanm(pet_bytes *b) {
    pet_begin(b, "FANM");
    pet_u32(b, 1);
    pet_u8(b, 1);
    pet_field(b, "smile");
    pet_field(b, "FACE.jpg");
    pet_end(b);
}

void pet_fram(pet_bytes *b, pet_form form) {
    static const float vector[3] = {1, 2, 3};
    pet_begin(b, "FRAM");
    pet_u32(b, 2);
    for (uint32_t i = 0; i < 2; i++) {
        pet_u32(b, 10 * i);
        pet_lstr(b, "*fx(\"@a\" \"Dust.spr\")");
        if (form.client) {
            pet_u32(b, 0);
            pet_u32(b, 0);
            pet_u32(b, 1);
        } else {
            pet_floats(b, 3, vector);
        }
    }
    pet_end(b);
}

void pet_moti(pet_bytes *b, pet_form form) {
    pet_begin(b, "MOTI");
    pet_u32(b, 2);
    for (uint32_t i = 0; i < 2; i++) {
        pet_lstr(b, i == 0 ? "idle" : "swing");
        pet_u32(b, 30 * i);
        pet_u32(b, 30 * i + 30);
        pet_lstr(b, "idle");
        pet_lstr(b, "blending");
        if (form.client)
            pet_f32(b, 0.25f);
        pet_lstr(b, "Bip01");
    }
    pet_end(b);
}

void pet_extr(pet_bytes *b) {
    pet_begin(b, "EXTR");
    pet_u32(b, 1);
    pet_u8(b, 1);
    pet_end(b);
}

void pet_coll(pet_bytes *b, pet_form form) {
    static const float low[3] = {-1, -2, -3}, high[3] = {1, 2, 3};
    pet_begin(b, "COLL");
    pet_u32(b, 1);
    pet_u32(b, 1);
    pet_u32(b, 1);
    pet_lstr(b, "bound");
    pet_lstr(b, "Bip01");
    if (form.client) {
        pet_lstr(b, "first");
        pet_lstr(b, "second");
    } else {
        if (form.minor == 0)
            pet_u8(b, 7);
        pet_u32(b, 8);
        pet_u32(b, 9);
    }
    pet_floats(b, 3, low);
    pet_floats(b, 3, high);
    pet_end(b);
}

void pet_file(pet_bytes *b, const char *kind, pet_form form, bool vers) {
    bool complete = strcmp(kind, "pet") == 0, mesh = strcmp(kind, "mpet") == 0;
    bool moves = strcmp(kind, "apet") == 0, frame = strcmp(kind, "bpet") == 0;
    if (vers)
        pet_vers(b, form);
    if (complete || mesh) {
        pet_text(b);
        if (form.minor >= 2)
            pet_smtl(b);
    }
    pet_bones(b, form, !moves || !form.client);
    if (complete || moves)
        pet_anim(b, form);
    if (complete || mesh) {
        pet_mesh(b, form, mesh && form.client);
        pet_fanm(b);
    }
    if (complete || moves) {
        pet_fram(b, form);
        pet_moti(b, form);
    }
    if (complete || frame)
        pet_extr(b);
    if (complete || frame)
        pet_coll(b, form);
}
