// SPDX-License-Identifier: MIT
//
// Declarations that the files of this module share.
#ifndef MQ_MOTION_PRIV_H
#define MQ_MOTION_PRIV_H

#include "base/arena.h"
#include "base/math.h"
#include "maquette/motion.h"

// The values that clips animate. A motion has two states, for crossfades.
typedef struct mq_state {
    maq_transform *locals; // by node
    bool *shown;           // by node, without regard to its parents
    float *weights;        // see maq_pose
    uint32_t *frames;      // by material
} mq_state;

// One ANIMOBJECT: the frames of a level as the game holds them.
typedef struct mq_game_frame {
    float translation[3], scale[3]; // in the axes of the scene
    uint16_t angles[3];             // about x, y and z of the game; 65536 is a full turn
    bool hidden;
} mq_game_frame;

typedef struct mq_game_level {
    uint32_t node;
    uint32_t frame_count;
    int64_t milliseconds; // of one frame
    bool interpolates;
    const mq_game_frame *frames;
} mq_game_level;

// What a motion keeps for a clip.
typedef struct mq_clip_work {
    // By channel: the key that was used last; MAQ_SCENE_NONE: another channel sets the same value.
    uint32_t *cursors;
    uint32_t *markers; // all of them, by time
    uint32_t level_count;
    const mq_game_level *levels;
} mq_clip_work;

// Rotations to be interpolated together, component by component, and where the results go.
#define MQ_BATCH 16
typedef struct mq_slerp_batch {
    double a[4][MQ_BATCH], b[4][MQ_BATCH], part[MQ_BATCH];
    float results[4][MQ_BATCH];
    float *out[MQ_BATCH];
    uint32_t count;
} mq_slerp_batch;

// A matrix as skinning uses it: columns, padded to four numbers.
typedef float mq_columns[4][4];

struct maq_motion {
    mq_arena *arena;
    const maq_scene *scene;
    maq_pose pose;
    mq_state now, other;
    maq_transform *rest_locals; // by node
    float *rest_weights;        // as in mq_state
    mq_mat34 *worlds;           // by node
    float (*rows)[3][4];        // the same as floats, for callers
    bool *visible;              // by node
    uint32_t *first_weight;     // by node
    size_t weight_count;        // of all nodes
    mq_clip_work *clips;        // by clip
    // By mesh and vertex: the material whose frames move its texture coordinates. NULL: they stay.
    const uint32_t **uv_materials;
    mq_slerp_batch *batch;
    mq_columns *palette; // by joint, of the skin that is being applied
    float (*blended)[3]; // a buffer for the positions of any mesh with shapes
};

// Sets a state to the rest pose; and what the channels of a clip set, at a time of the clip.
void mq_state_rest(const maq_motion *motion, mq_state *state);
void mq_state_sample(const maq_motion *motion, uint32_t clip, double time, mq_state *state);

// The texture frame that the value of a channel means; 0 when it is out of range.
uint32_t mq_frame_number(float value);

// Prepares animations as the game plays them; and sets what they change in a state at a playback
// time.
bool mq_game_prepare(maq_motion *motion);
void mq_game_sample(const maq_motion *motion, uint32_t clip, double played, mq_state *state);

// The vertex streams to transform. NULL: not wanted. Each may be the output buffer itself.
typedef struct mq_streams {
    const float (*positions)[3];
    const float (*normals)[3];
    const float (*tangents)[4];
} mq_streams;

typedef struct mq_skinning {
    const mq_columns *palette;
    bool needs_normal_matrix; // some matrix is more than a rotation and a uniform scale
    uint32_t influence_count; // 0: the first matrix transforms all vertices
    const uint32_t *joints;
    const float *weights;
} mq_skinning;

// Sets up what transforms the mesh of a node in the current pose, to the space of the model or of the
// node. Uses the palette of the motion.
mq_skinning mq_skin_begin(const maq_motion *motion, uint32_t node, bool in_node_space);

// Transforms vertices `first` up to `end` of a mesh; out[0] is the first of them.
void mq_skin_vertices(const mq_skinning *skinning, const mq_streams *in, uint32_t first,
                      uint32_t end, const maq_deformed_mesh *out);

// For scenes that are made from scenes: allocates buffers for all streams of a mesh (false when
// there is no memory); fills them with the mesh of a node in the current pose, 0 in place of numbers
// that are not finite; puts them into a mesh; adds what does not move (materials, boxes, events).
bool mq_deformed_alloc(mq_arena *arena, const maq_scene_mesh *mesh, maq_deformed_mesh *out);
void mq_deformed_fill(maq_motion *motion, uint32_t node, uint32_t flags,
                      const maq_deformed_mesh *out);
bool mq_deformed_store(mq_arena *arena, const maq_deformed_mesh *moved, maq_scene_mesh *mesh);
struct mq_scene_builder;
void mq_share_static_parts(const maq_scene *scene, struct mq_scene_builder *builder);

// The range of a clip that is played, and how often; see maq_motion_options.
typedef struct mq_play_range {
    double begin, length;
    double cycles; // HUGE_VAL: endless
    bool wraps;    // also for times below 0
} mq_play_range;
mq_play_range mq_motion_play_range(const maq_motion *motion, uint32_t clip,
                                   const maq_motion_options *options);
double mq_play_range_time(const mq_play_range *range, double seconds);

// A complete copy of the options of a caller; zeros for NULL.
maq_motion_options mq_motion_options_of(const maq_motion_options *given);

#endif
