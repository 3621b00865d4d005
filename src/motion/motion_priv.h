// SPDX-License-Identifier: MIT
//
// What the files of this room share.
#ifndef MQ_MOTION_PRIV_H
#define MQ_MOTION_PRIV_H

#include "base/arena.h"
#include "base/math.h"
#include "maquette/motion.h"

// Everything that a clip moves. A motion has two, for fades.
typedef struct mq_state {
    maq_transform *locals; // by node
    bool *shown;           // by node, its parents aside
    float *weights;        // see maq_pose
    uint32_t *frames;      // by material
} mq_state;

// One ANIMOBJECT: the frames of a level as the game holds them.
typedef struct mq_game_frame {
    float translation[3], scale[3]; // in the axes of the scene
    uint16_t angles[3];             // about the game's x, y and z; 65536 is a whole turn
    bool hidden;
} mq_game_frame;

typedef struct mq_game_level {
    uint32_t node;
    uint32_t frame_count;
    int64_t milliseconds; // of one frame
    bool interpolates;
    const mq_game_frame *frames;
} mq_game_level;

// What is known of a clip beyond the scene.
typedef struct mq_clip_work {
    // By channel: the key that was used last; MAQ_SCENE_NONE: another channel sets the same.
    uint32_t *cursors;
    uint32_t *markers; // all of them, by time
    uint32_t level_count;
    const mq_game_level *levels;
} mq_clip_work;

// Rotations that wait to be done together, number by number, and where they go.
#define MQ_BATCH 16
typedef struct mq_batch {
    double a[4][MQ_BATCH], b[4][MQ_BATCH], part[MQ_BATCH];
    float turned[4][MQ_BATCH];
    float *out[MQ_BATCH];
    uint32_t count;
} mq_batch;

// A matrix as the skinning wants it: columns, with room for four numbers each.
typedef float mq_columns[4][4];

struct maq_motion {
    mq_arena *arena;
    const maq_scene *scene;
    maq_pose pose;
    mq_state now, other;
    bool settled;            // what follows from the state is there
    maq_transform *rests;    // by node
    mq_mat34 *worlds;        // by node
    float (*rows)[3][4];     // the same for callers
    bool *visible;           // by node
    uint32_t *first_weight;  // by node
    size_t weight_count;     // of all nodes
    mq_clip_work *clips;     // by clip
    const uint32_t **framed; // by mesh and vertex: the material whose frames move its texture
                             // coordinates; NULL: they stay
    mq_batch *batch;
    mq_columns *palette; // by joint, of the skin at work
    float (*blended)[3]; // room for the positions of any mesh with shapes
};

// Fills matrices and visibility from the state, once they are asked for.
void mq_motion_update_world_matrices(maq_motion *motion);

// Sets a state to rest, and to a moment of a clip.
void mq_state_rest(const maq_motion *motion, mq_state *state);
void mq_state_sample(const maq_motion *motion, uint32_t clip, double time, mq_state *state);

// The number of a texture frame that a channel means; what is none is the first.
uint32_t mq_frame_number(float value);

// Finds what the game's animations need, and lays it over a state: `played` is the time of playing.
bool mq_game_prepare(maq_motion *motion);
void mq_game_sample(const maq_motion *motion, uint32_t clip, double played, mq_state *state);

// The streams of a mesh on their way. NULL: not wanted. Each may be the buffer that it goes to.
typedef struct mq_streams {
    const float (*positions)[3];
    const float (*normals)[3];
    const float (*tangents)[4];
} mq_streams;

typedef struct mq_skinning {
    const mq_columns *palette;
    bool shears;              // some matrix is more than a rotation with one scale for all axes
    uint32_t influence_count; // 0: all is moved by the first matrix
    const uint32_t *joints;
    const float *weights;
} mq_skinning;

// What moves the mesh of a node in the pose, in the space of the model or of the node. The palette
// is the motion's own.
mq_skinning mq_skin_begin(const maq_motion *motion, uint32_t node, bool in_node_space);

// Moves vertices `first` up to `end` of a mesh; out[0] is the first of them.
void mq_skin_vertices(const mq_skinning *skinning, const mq_streams *in, uint32_t first,
                      uint32_t end, const maq_deformed_mesh *out);

// Blends the shapes of a node's mesh into buffers (NULL: not wanted). False when there is nothing to
// blend; the buffers are as they were then.
bool mq_blend_shapes(const maq_motion *motion, uint32_t node, const maq_deformed_mesh *out);

// For scenes that are made from scenes: room for all streams that a mesh has (false when there is no
// memory); the mesh of a node in the pose, with 0 in place of numbers that have become none; a mesh
// with other streams; what does not move (materials, boxes, events).
bool mq_deformed_alloc(mq_arena *arena, const maq_scene_mesh *mesh, maq_deformed_mesh *out);
void mq_deformed_fill(maq_motion *motion, uint32_t node, uint32_t flags,
                      const maq_deformed_mesh *out);
bool mq_deformed_store(mq_arena *arena, const maq_deformed_mesh *moved, maq_scene_mesh *mesh);
struct mq_scene_builder;
void mq_share_static_parts(const maq_scene *scene, struct mq_scene_builder *builder);

// The length of what is played, where it begins and how often; see maq_motion_options.
typedef struct mq_play_range {
    double begin, length;
    double rounds; // HUGE_VAL: for ever
    bool wraps;    // also before its beginning
} mq_play_range;
mq_play_range mq_motion_play_range(const maq_motion *motion, uint32_t clip,
                                   const maq_motion_options *options);
double mq_play_range_time(const mq_play_range *stretch, double seconds);

// Options in full; zeros for NULL.
maq_motion_options mq_motion_options_of(const maq_motion_options *given);

#endif
