// SPDX-License-Identifier: MIT
//
// Scenes in motion: clips sampled, blended and faded, meshes deformed.
//
//     maq_motion *motion;
//     maq_motion_new(scene, NULL, &motion);
//     maq_motion_pose(motion, clip, seconds, NULL);        // as often as you like
//     const maq_pose *pose = maq_motion_current_pose(motion);       // where everything is
//     maq_motion_mesh(motion, node, &buffers, 0);          // a mesh as it stands there
//     maq_motion_free(motion);
//
// All memory is taken by maq_motion_new(); playing takes none. A motion belongs to one thread at a
// time; any number of motions can be made of one scene. Same scene, same times, same bits, on every
// machine.
#ifndef MAQUETTE_MOTION_H
#define MAQUETTE_MOTION_H

#include "maquette/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct maq_motion maq_motion;

// The scene must outlive the motion. MAQ_OVER_LIMIT when nodes with shapes of animated weight have
// more than 4 Mi shapes together. The motion stands at rest.
MAQ_API maq_status maq_motion_new(const maq_scene *scene, const maq_memory *memory,
                                  maq_motion **out);

// NULL is fine.
MAQ_API void maq_motion_free(maq_motion *motion);

// ------------------------------------------------------------------------------------------- time

typedef enum maq_loop {
    MAQ_LOOP_AS_CLIP = 0, // as often as the clip says (maq_scene_clip.loop_count), then the end
    MAQ_LOOP_CLAMP = 1,   // once, then the end
    MAQ_LOOP_WRAP = 2,    // for ever, also before its beginning
} maq_loop;

typedef struct maq_motion_options {
    uint32_t size;
    maq_loop loop;
    // A stretch of the clip that is played as if it were all of it: time 0 is at `begin`. When
    // `end` is not above `begin`, up to the clip's end.
    double begin, end;
    // Warzone's animations as the game plays them: whole milliseconds; each level by its own time;
    // between frames angles of whole degrees that may go the long way round. Nothing changes for
    // models that do not come from PIE.
    bool like_game;
} maq_motion_options;

// The time within a clip that a time of playing leads to. A time that wraps is at the end only as
// the beginning of the next round. Times before 0 are 0 (unless all wraps), and so is NaN.
MAQ_API double maq_motion_time(const maq_motion *motion, uint32_t clip, double seconds,
                               const maq_motion_options *options);

// ------------------------------------------------------------------------------------------- poses

// Where everything is. Arrays are by the numbers of the scene and stay in place; what they hold is
// true until the next pose.
typedef struct maq_pose {
    const maq_transform *locals;  // of nodes, against their parents
    const float (*worlds)[3][4];  // of nodes: rows; column vectors
    const bool *visible;          // of nodes: they and all their parents are
    const float *weights;         // of shapes: those of node n begin at first_weight[n]
    const uint32_t *first_weight; // node_count + 1; a node whose weights no clip moves has none
    const uint32_t *frames;       // of materials: the texture frame
} maq_pose;

// Brings the motion to a moment of a clip (MAQ_SCENE_NONE: to rest). At the time of a key, values
// are the key's own bits; between keys they go straight, and rotations the short way at an even
// pace; before the first and after the last key they stand still. MAQ_BAD_ARGUMENT when there is no
// such clip.
MAQ_API maq_status maq_motion_pose(maq_motion *motion, uint32_t clip, double seconds,
                                   const maq_motion_options *options);

// Between two moments: `part` 0 is the first, 1 the second. Either clip may be MAQ_SCENE_NONE. What
// cannot be between two (frames, visibility) changes in the middle.
MAQ_API maq_status maq_motion_crossfade(maq_motion *motion, uint32_t clip_a, double seconds_a,
                                        uint32_t clip_b, double seconds_b, double part,
                                        const maq_motion_options *options);

// The pose. Matrices are made when they are asked for: a pose that nobody looks at costs only the
// sampling.
MAQ_API const maq_pose *maq_motion_current_pose(maq_motion *motion);

// ------------------------------------------------------------------------------------------ meshes

// The caller's buffers, each for all vertices of the mesh. NULL: not wanted. Those of streams that
// the mesh does not have stay as they are.
typedef struct maq_deformed_mesh {
    float (*positions)[3];
    float (*normals)[3];  // of length 1
    float (*tangents)[4]; // the same; w as it is, or the other way when the node mirrors
    float (*uvs)[2];      // of the first set
} maq_deformed_mesh;

// Leave out where the node stands: a mesh in the space of its node.
#define MAQ_IN_NODE_SPACE 1u

// The mesh of a node in the pose: shapes blended (mesh + sum of weight * difference; normals and
// tangents that this touched brought back to length 1), then moved by its joints, or by its node
// if it has none, then its texture coordinates moved to the frames of their materials. In the space
// of the model. MAQ_BAD_ARGUMENT when the node has no mesh.
MAQ_API maq_status maq_motion_mesh(maq_motion *motion, uint32_t node, const maq_deformed_mesh *out,
                                   uint32_t flags);

typedef struct maq_bounds {
    float min[3], max[3];
} maq_bounds;

// The box around all visible meshes that are to be seen (MAQ_MESH_VISUAL), in the pose. False when
// there is nothing to see.
MAQ_API bool maq_motion_bounds(maq_motion *motion, maq_bounds *out);

// The same for a whole clip, looked at `count` moments spread evenly from its beginning to its end
// (1: only the beginning); each moment's box goes to frames[i] unless `frames` is NULL (with
// nothing to see: all zeros). The motion is left at the last moment.
MAQ_API maq_status maq_motion_clip_bounds(maq_motion *motion, uint32_t clip, uint32_t count,
                                          const maq_motion_options *options, maq_bounds *whole,
                                          maq_bounds *frames);

// The pose as a model of its own, of variant `to` ("obj", "pie4"): meshes as they stand there, no
// joints, shapes or clips. Its findings name what was left out, as those of maq_convert() do; so do
// the answers. `bake` is not looked at.
MAQ_API maq_status maq_motion_document(maq_motion *motion, const char *to,
                                       const maq_convert_options *options, maq_document **out);

// ----------------------------------------------------------------------------------- while it plays

// Which markers a clip passes from one time of playing up to, and not including, a later one: their
// numbers, in the order in which they come, round after round. No more than `room` are put into
// `markers`; the answer says how many there were.
MAQ_API uint64_t maq_motion_markers(const maq_motion *motion, uint32_t clip, double from, double to,
                                    const maq_motion_options *options, uint32_t *markers,
                                    size_t room);

// How far a node comes from one time of playing to another, in the space of the model, round after
// round: what a game moves the whole model by when the clip itself walks. The motion is left
// somewhere.
MAQ_API maq_status maq_motion_root_motion(maq_motion *motion, uint32_t clip, uint32_t node,
                                          double from, double to, const maq_motion_options *options,
                                          float out[3]);

#ifdef __cplusplus
}
#endif

#endif
