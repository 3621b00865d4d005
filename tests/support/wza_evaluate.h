// SPDX-License-Identifier: MIT
//
// The evaluation of a WZA model as docs/wza.md describes it, written straight from the description:
// what the tests compare scenes and motion with.
#ifndef TESTS_SUPPORT_WZA_EVALUATE_H
#define TESTS_SUPPORT_WZA_EVALUATE_H

#include "maquette/wza.h"

// A model made ready to be evaluated.
typedef struct wza_evaluator wza_evaluator;

// The model must outlive the evaluator. NULL when it has no shape 0, when indices of vertices, faces,
// shapes or bones are missing, repeated or out of range, or when bones are their own parents.
wza_evaluator *wza_evaluator_new(const maq_wza *model);
void wza_evaluator_free(wza_evaluator *evaluator);

// A vertex as it stands after blending or skinning.
typedef struct wza_vertex_state {
    float position[3], normal[3], tangent[3], bitangent[3];
} wza_vertex_state;

typedef struct wza_face_state {
    int32_t vertices[3];
    float uv[3][2];
} wza_face_state;

// How far a bone is from rest: in the axes of the model, about its joint. The quaternion (x, y, z,
// w) need not be of length 1; all zeros mean no rotation.
typedef struct wza_bone_pose {
    float translation[3];
    float rotation[4];
} wza_bone_pose;

// Where a bone is once its parents have moved it: a vertex v of it goes to joint + rotation(v - rest
// position).
typedef struct wza_bone_motion {
    double joint[3];
    double rotation[4]; // x, y, z, w, of length 1
} wza_bone_motion;

// A model at one time. Arrays are in the order of indices.
typedef struct wza_state {
    uint32_t vertex_count, face_count, shape_count, bone_count;
    float *weights; // of shapes; the first has no effect
    wza_bone_pose *poses;
    wza_bone_motion *motions;
    wza_vertex_state *vertices;
    wza_face_state *faces;
    int32_t texture_frame;
    void *arena;
} wza_state;

// The model at rest.
wza_state *wza_state_new(const wza_evaluator *evaluator);
void wza_state_free(wza_state *state);

// Fills vertices and faces from the weights: shape 0 + sum of weight * (shape - shape 0), for each
// property of a vertex and each texture coordinate apart. A row that a shape does not list
// contributes nothing. Normals, tangents and bitangents that a weight has touched are brought to
// length 1; one that would have none stays as it is in shape 0.
void wza_blend(const wza_evaluator *evaluator, wza_state *state);

// Fills motions from the poses. The joint goes where the parent carries it, and then by its own
// translation. With a hinge the bone turns as its parent does and then by its own rotation; without
// one it turns by its own alone.
void wza_pose_bones(const wza_evaluator *evaluator, wza_state *state);

// Moves the vertices by the motions: one that k bones list gets 1/k of each, one that none lists
// stays.
void wza_skin(const wza_evaluator *evaluator, wza_state *state);

// The value of a property at a time. Between two points it is interpolated if the property is:
// in a straight line, quaternions by the shortest way at an even pace. Texture frames never are.
// Before the first point and after the last it stands still.
typedef struct wza_sampled {
    float values[7];
    int32_t frame;
} wza_sampled;

// False when the property has no points.
bool wza_sample(const maq_wza_animation *animation, const maq_wza_property *property,
                double milliseconds, wza_sampled *out);

// The whole: samples the animation (NULL: the model at rest), blends shapes, skins by bones and
// chooses the texture frame. The animation may be of another file. MAQ_BAD_DATA, with the state
// unchanged, when it does not fit the model.
maq_status wza_evaluate(const wza_evaluator *evaluator, const maq_wza_animation *animation,
                        double milliseconds, wza_state *state);

#endif
