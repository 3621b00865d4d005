// SPDX-License-Identifier: MIT
//
// A small IQM model that has something of everything, for tests to spoil.
#ifndef TESTS_SUPPORT_IQM_MODEL_H
#define TESTS_SUPPORT_IQM_MODEL_H

#include "formats/iq/iqm_header.h"
#include "maquette/iqm.h"

enum {
    MODEL_VERTICES = 8,
    MODEL_TRIANGLES = 4,
    MODEL_JOINTS = 3,
    MODEL_FRAMES = 4,
    MODEL_ARRAYS = 8,
    MODEL_TEXT = 64,
};

// `iqm` points into the rest.
typedef struct iqm_model {
    maq_iqm iqm;
    char text[MODEL_TEXT];
    maq_iqm_mesh meshes[2];
    maq_iqm_array arrays[MODEL_ARRAYS];
    unsigned char data[MODEL_ARRAYS][MODEL_VERTICES * 32];
    unsigned char triangles[MODEL_TRIANGLES * 12];
    unsigned char adjacency[MODEL_TRIANGLES * 12];
    maq_iqm_joint joints[MODEL_JOINTS];
    maq_iqm_pose poses[MODEL_JOINTS];
    maq_iqm_anim anims[2];
    unsigned char frames[MODEL_FRAMES * 8 * 2];
    maq_iqm_bounds bounds[MODEL_FRAMES];
    char comment[8];
    maq_iqm_extension extensions[2];
} iqm_model;

// Two meshes of four vertices, three joints, two animations, a comment and two extensions: nothing
// in it breaks a rule for any target (that version 1 is old aside).
void iqm_model_make(iqm_model *model, uint32_t version);

// The file of a model, to be freed with maq_buffer_free(). Fails the test when there is none.
maq_buffer iqm_model_save(const iqm_model *model);

// Where a name is in the text of the model.
uint32_t iqm_model_name(const iqm_model *model, const char *name);

void put_u32(void *bytes, size_t offset, uint32_t value);
uint32_t get_u32(const void *bytes, size_t offset);
void put_f32(void *bytes, size_t offset, float value);

// A field of the header.
uint32_t get_field(const void *bytes, iqm_field field);
void put_field(void *bytes, iqm_field field, uint32_t value);

#endif
