// SPDX-License-Identifier: MIT
//
// Puppets byte by byte, for tests: written down from the documents, with nothing of the library.
#ifndef TESTS_SUPPORT_PET_BYTES_H
#define TESTS_SUPPORT_PET_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pet_bytes {
    unsigned char *data;
    size_t length, capacity;
    size_t section; // the offset of the open section's payload
} pet_bytes;

void pet_free(pet_bytes *b);
void pet_raw(pet_bytes *b, const void *bytes, size_t length);
void pet_u8(pet_bytes *b, unsigned value);
void pet_u16(pet_bytes *b, unsigned value);
void pet_u32(pet_bytes *b, uint32_t value);
void pet_f32(pet_bytes *b, float value);
void pet_floats(pet_bytes *b, size_t count, const float *values);
void pet_lstr(pet_bytes *b, const char *text);  // length and bytes
void pet_cstr(pet_bytes *b, const char *text);  // bytes and NUL
void pet_field(pet_bytes *b, const char *text); // 32 bytes

void pet_begin(pet_bytes *b, const char *name);
void pet_end(pet_bytes *b);

// Clean sections of a small puppet, two bones ("Bip01", and "Bip01 Spine" below it) and two
// textures ("skin.jpg", and "face.jpg" of group 1). `minor` and `client` choose the form; `rich`
// adds what not every form can hold: a second set of texture coordinates, a specular
// material, a last value of a bone that is not -1, a seam value that is not 1, a skin that is not
// the usual one.
typedef struct pet_form {
    unsigned minor;
    bool client;
    bool rich;
} pet_form;

void pet_vers(pet_bytes *b, pet_form form);
void pet_text(pet_bytes *b);
void pet_smtl(pet_bytes *b); // one material with a value of every type
void pet_bones(pet_bytes *b, pet_form form, bool matrices);
void pet_anim(pet_bytes *b, pet_form form);
void pet_mesh(pet_bytes *b, pet_form form, bool skins);
void pet_fanm(pet_bytes *b);
void pet_fram(pet_bytes *b, pet_form form);
void pet_moti(pet_bytes *b, pet_form form);
void pet_extr(pet_bytes *b);
void pet_coll(pet_bytes *b, pet_form form);

// Parts of sections.
void pet_bone(pet_bytes *b, pet_form form, const char *name, unsigned parent, bool matrix);
void pet_key(pet_bytes *b, float time, size_t count, const float *values);
void pet_texture(pet_bytes *b, const char *name, unsigned group);

// A whole file of a kind ("pet", "apet", "bpet", "mpet"), with VERS or without. In the documented
// layout every kind has matrices and none has skins.
void pet_file(pet_bytes *b, const char *kind, pet_form form, bool vers);

#endif
