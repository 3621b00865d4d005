// SPDX-License-Identifier: MIT
//
// Small puppets with one thing about them, from which faulty ones are put together.
#ifndef TESTS_SUPPORT_PET_PIECES_H
#define TESTS_SUPPORT_PET_PIECES_H

#include "support/pet_bytes.h"

#define FLOATS(...)                                                                                \
    (const float[]) {                                                                              \
        __VA_ARGS__                                                                                \
    }

extern const pet_form piece_v10, piece_v12, piece_v13;

// A puppet of version 1.2 with one triangle; zeros in this mean the ordinary.
typedef struct piece_corner_case {
    const void *weights; // of the third vertex
    size_t weights_length;
    unsigned vertex; // of the third corner
    unsigned texture, specular;
    bool no_texture_list;
    int sets; // of the third corner; -1: none
    float x;  // of the third vertex
    float normal;
    bool inside_out;
} piece_corner_case;

typedef struct piece_motion {
    const char *name, *next, *bone;
    uint32_t start, end;
    float time;
} piece_motion;

void piece_vers(pet_bytes *b, unsigned minor, unsigned major, unsigned tail, unsigned size);
// A skeleton of version 1.3.
void piece_bones(pet_bytes *b);
// BONE with one bone of this name and parent.
void piece_one_bone(pet_bytes *b, const char *name, unsigned parent);
void piece_two_bones(pet_bytes *b, const char *first, unsigned first_parent, const char *second,
                     unsigned second_parent);
void piece_matrix(pet_bytes *b, float first, float extra);
void piece_one_texture(pet_bytes *b, const char *name);
void piece_face(pet_bytes *b, unsigned group, const char *name, const char *texture);
// An animation of version 1.3 with one entry of these tracks: one key each, or none (NULL).
void piece_keys(pet_bytes *b, unsigned bone, const float *position, const float *rotation,
                const float *scale, const float *flag);
void piece_animation(pet_bytes *b, unsigned bone, const float *position, const float *rotation,
                     const float *scale, const float *flag);
void piece_triangle(pet_bytes *b, piece_corner_case t);
// A mesh puppet of two triangles, with skins as given: bone, first vertex, count, first triangle,
// count.
void piece_skins(pet_bytes *b, unsigned count, const uint32_t skins[][5], bool absolute);
void piece_frame(pet_bytes *b, uint32_t number, const char *script, const char *more);
void piece_frames(pet_bytes *b, uint32_t count, uint32_t number, const char *script,
                  const char *more);
void piece_motions(pet_bytes *b, const piece_motion *list, unsigned count);
void piece_box(pet_bytes *b, const char *bone, float x1, float x2);
void piece_repeated(pet_bytes *b, char letter, size_t count);

#endif
