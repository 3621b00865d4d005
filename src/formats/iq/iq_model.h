// SPDX-License-Identifier: MIT
//
// A model while it is compiled from its inputs.
#ifndef MQ_IQ_MODEL_H
#define MQ_IQ_MODEL_H

#include "formats/iq/iq_compile.h"

typedef struct iq_joint {
    const char *name;
    int32_t parent; // before its children
    iq_pose base;
    bool has_base;
} iq_joint;

typedef struct iq_input {
    const maq_iqe *iqe;
    const char *file_name; // NULL: none
    uint64_t lines_cut;    // for the reference compiler
    iq_input_settings settings;
    iq_geometry geometry;
    bool has_mesh;
    uint32_t first_vertex, first_triangle; // in the model
    int32_t *joint_map; // to the model's joints, -1: none; NULL: the input moves nothing in it
} iq_input;

typedef struct iq_model {
    iq_settings settings;
    maq_document *out;
    mq_arena *arena;   // of the result
    mq_arena *scratch; // for as long as the compiling takes
    iq_input *inputs;
    size_t input_count;
    maq_iqm *iqm;
    iq_texts texts;

    iq_joint *joints;
    uint32_t joint_count;
    size_t skeleton;        // the input that the joints are of
    size_t mesh_input;      // for the reference compiler: the only input with faces, or the first
    bool leaves_out_joints; // the reference compiler writes no skeleton

    struct iq_arrays *arrays; // while they are made
    uint32_t *triangles;      // of all inputs
    uint32_t *keys;           // for each vertex the first one with its position and blend
    mq_arena *key_arena;      // of the keys; NULL: there are none
    bool has_mesh;
    bool over_limit; // the inputs demand far more than they hold
} iq_model;

// A finding of the result that stands for `number` things; it has no offset, since the result is of
// several files.
#define IQ_REPORT(model, rule, number, ...)                                                        \
    mq_add_loss(&(model)->out->findings, &mq_iqe_rules[rule], (number), __VA_ARGS__)

// "name: " for messages about one of several inputs; "" for a single one.
const char *mq_iq_prefix(const iq_model *model, const iq_input *input);

// Findings about an input as such, about vertices of which no triangle is made, about the triangles made of
// it, and about incomplete smoothing.
void mq_iq_report_input(iq_model *model, const iq_input *input);
void mq_iq_report_unused_vertices(iq_model *model, const iq_input *input);
void mq_iq_report_geometry(iq_model *model, const iq_input *input, uint64_t bad_faces);
void mq_iq_report_unsmoothed(iq_model *model, const iq_input *input);

// Each step returns false when there is no memory.
bool mq_iq_make_skeleton(iq_model *model); // joints, and the maps of all inputs
// Vertex arrays: those that keys are made of, and then all others. Adjacency is made in between, so that
// it does not need its memory beside theirs.
bool mq_iq_make_key_arrays(iq_model *model);
bool mq_iq_make_keys(iq_model *model);
bool mq_iq_make_arrays(iq_model *model);
bool mq_iq_make_joints(iq_model *model);
bool mq_iq_make_motion(iq_model *model); // poses, animations, frames, bounds

#endif
