// SPDX-License-Identifier: MIT
//
// Animation: sampling and crossfading clips, skinning, blending shapes (morph targets).
//
//     maq_motion *motion;
//     maq_motion_new(scene, NULL, &motion);
//     maq_motion_pose(motion, clip, seconds, NULL);            // once for each frame
//     const maq_pose *pose = maq_motion_current_pose(motion);  // the matrices of all nodes
//     maq_motion_joint_palette(motion, skin, matrices);        // for skinning in a shader, or
//     maq_motion_mesh(motion, node, &buffers, 0);              // skinning here
//     maq_motion_free(motion);
//
// All memory is allocated by maq_motion_new(); playing allocates none and cannot fail. One thread at
// a time may use a motion; any number of motions can be made of one scene. The same scene and the
// same times give the same bits on every machine.
#ifndef MAQUETTE_MOTION_H
#define MAQUETTE_MOTION_H

#include "maquette/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct maq_motion maq_motion;

// Makes a motion in the rest pose. The scene must outlive it. MAQ_OVER_LIMIT when the nodes that have
// shape weights have more than 4 Mi shapes together.
MAQ_API maq_status maq_motion_new(const maq_scene *scene, const maq_memory *memory,
                                  maq_motion **out);

// Frees a motion with its pose. NULL is allowed.
MAQ_API void maq_motion_free(maq_motion *motion);

// ------------------------------------------------------------------------------------------- time

typedef enum maq_loop {
    MAQ_LOOP_AS_CLIP = 0, // maq_scene_clip.loop_count times, then the end of the clip
    MAQ_LOOP_CLAMP = 1,   // once, then the end of the clip
    MAQ_LOOP_WRAP = 2,    // endless, also for times below 0
} maq_loop;

typedef struct maq_motion_options {
    uint32_t size; // of this struct; 0: that of this header
    maq_loop loop;
    // Only this range of the clip is played: time 0 is at `begin`. When `end` is not above `begin`,
    // the range ends with the clip.
    double begin, end;
    // Plays animations of PIE models as the game does: times in whole milliseconds, a separate cycle
    // for each level, and between frames angles in whole degrees that may go the longer way round.
    // Other models are played as always.
    bool like_game;
} maq_motion_options;

// The time within a clip that belongs to a playback time. The end of a cycle that is followed by
// another one is the beginning of that one. Times below 0 count as 0 (except with MAQ_LOOP_WRAP), and
// so does NaN.
MAQ_API double maq_motion_time(const maq_motion *motion, uint32_t clip, double seconds,
                               const maq_motion_options *options);

// ------------------------------------------------------------------------------------------- poses

// A pose, in arrays that are indexed as those of the scene. It belongs to the motion: the pointers
// stay the same until maq_motion_free(), and each pose overwrites what the arrays hold.
typedef struct maq_pose {
    const maq_transform *locals; // of nodes, relative to their parents
    // World matrices of nodes: three rows of four numbers that transform column vectors; the fourth
    // row would be 0 0 0 1.
    const float (*worlds)[3][4];
    const bool *visible;  // of nodes: whether they and all their parents are visible
    const float *weights; // of shapes: those of node n begin at first_weight[n]
    // node_count + 1. A node has weights when a clip changes them or (in glTF) the rest pose has some.
    const uint32_t *first_weight;
    const uint32_t *frames; // of materials: the texture frame
} maq_pose;

// Sets the pose of a clip at a time (clip MAQ_SCENE_NONE: the rest pose). At a key, values have
// exactly the bits of the key; between keys they are interpolated linearly, rotations by slerp along
// the shorter way; before the first and after the last key they are constant. MAQ_BAD_ARGUMENT when
// there is no such clip.
MAQ_API maq_status maq_motion_pose(maq_motion *motion, uint32_t clip, double seconds,
                                   const maq_motion_options *options);

// Sets a pose between two: `part` 0 is the first, 1 the second. Either clip may be MAQ_SCENE_NONE.
// Texture frames and visibility, which have nothing in between, change at 0.5.
MAQ_API maq_status maq_motion_crossfade(maq_motion *motion, uint32_t clip_a, double seconds_a,
                                        uint32_t clip_b, double seconds_b, double part,
                                        const maq_motion_options *options);

// The pose that was set last; maq_motion_pose() and the like have filled in all of it.
MAQ_API const maq_pose *maq_motion_current_pose(const maq_motion *motion);

// The joint palette of a skin in the current pose: for each of its joints, in their order, the world
// matrix times the inverse bind matrix, which takes a vertex of the bind pose to the space of the
// model. The matrix of a vertex is the sum of weight * matrix over its joints; the transform of the
// node that has the mesh plays no part. out[joint][row][column] are the first three rows of matrices
// that transform column vectors, the translation in column 3: upload each joint as three vec4 (or as
// a mat3x4 of HLSL, or a transposed mat4x3 of GLSL). `out` holds joint_count matrices.
// MAQ_BAD_ARGUMENT when there is no such skin.
MAQ_API maq_status maq_motion_joint_palette(const maq_motion *motion, uint32_t skin,
                                            float (*out)[3][4]);

// ------------------------------------------------------------------------------------------ meshes

// Buffers of the caller, each for all vertices of the mesh. NULL: not wanted. Buffers of attributes
// that the mesh does not have are left as they are.
typedef struct maq_deformed_mesh {
    float (*positions)[3];
    float (*normals)[3];  // of length 1
    float (*tangents)[4]; // xyz of length 1; w changes its sign where the matrix mirrors
    float (*uvs)[2];      // of the first set
} maq_deformed_mesh;

// The result is in the space of the node instead of that of the model.
#define MAQ_IN_NODE_SPACE 1u

// Computes the mesh of a node in the current pose, in the space of the model: blends its shapes
// (mesh + sum of weight * difference; changed normals and tangents are normalised again), applies
// its skin or, without one, the world matrix of the node, and moves texture coordinates to the
// texture frames of their materials. MAQ_BAD_ARGUMENT when the node has no mesh.
MAQ_API maq_status maq_motion_mesh(maq_motion *motion, uint32_t node, const maq_deformed_mesh *out,
                                   uint32_t flags);

typedef struct maq_bounds {
    float min[3], max[3];
} maq_bounds;

// The bounding box of all visible meshes of MAQ_MESH_VISUAL in the current pose. False, with a box
// of zeros, when there are none.
MAQ_API bool maq_motion_bounds(maq_motion *motion, maq_bounds *out);

// The same for a whole clip, sampled at `count` times spread evenly from its beginning to its end
// (1: only the beginning). The box of each time goes to frames[i] unless `frames` is NULL. The pose
// is the last of them afterwards.
MAQ_API maq_status maq_motion_clip_bounds(maq_motion *motion, uint32_t clip, uint32_t count,
                                          const maq_motion_options *options, maq_bounds *whole,
                                          maq_bounds *frames);

// The current pose as a separate document of variant `to` ("obj", "pie4"): deformed meshes without
// joints, shapes or clips. Its findings list what was left out, and the status is as for
// maq_convert(). Images are searched for in the set of files that the options have, and the option `bake`
// has no effect.
MAQ_API maq_status maq_motion_document(maq_motion *motion, const char *to,
                                       const maq_convert_options *options, maq_document **out);

// ---------------------------------------------------------------------------------------- playback

// The markers of a clip between two playback times, the second not included, over any number of
// cycles: their indices in the order in which they are passed. At most `capacity` go to `markers`;
// returns how many there are.
MAQ_API uint64_t maq_motion_markers(const maq_motion *motion, uint32_t clip, double from, double to,
                                    const maq_motion_options *options, uint32_t *markers,
                                    size_t capacity);

// The root motion of a clip: how far a node moves between two playback times, in the space of the
// model, over any number of cycles. Any pose may be set afterwards.
MAQ_API maq_status maq_motion_root_motion(maq_motion *motion, uint32_t clip, uint32_t node,
                                          double from, double to, const maq_motion_options *options,
                                          float out[3]);

#ifdef __cplusplus
}
#endif

#endif
