// SPDX-License-Identifier: MIT
//
// What the conversions between WZA and scenes share. Bones, shapes and animations have numbers in a
// file; in a scene their names hold them: "bone 3". What else a scene has no member for is in extras
// under the key "wza":
//   scene     version
//   material  the texture settings
//   node      of a bone: hinge; of the joint that holds vertices which no bone moves: still
#ifndef MQ_WZA_SCENE_H
#define MQ_WZA_SCENE_H

#include "formats/wza/wza_priv.h"

#define WZA_EXTRAS "wza"
#define WZA_HINGE "hinge"
#define WZA_STILL "still"

// What the mesh is called, and the node that shows it: the format has no names.
#define WZA_MODEL "model"

// What clips move (wza_to_scene_clips.c).
typedef struct wza_targets {
    uint32_t mesh_node, material; // MAQ_SCENE_NONE: there is none
    uint32_t first_bone;          // nodes of bones follow each other
    const uint32_t *bone_rows;    // by index; MAQ_SCENE_NONE: there is none
    const uint32_t *shapes;       // of the scene's mesh, by number
} wza_targets;
// What sampling needs to know of a model, and what is left to spend on it.
typedef struct wza_sampling {
    const uint32_t *order; // rows of bones, parents before children
    const double *levers;  // of each bone: how far it moves vertices when it turns by 1 radian
    double tolerance;      // how far a vertex may be off because of one channel
    uint64_t keys_left, samples_left;
} wza_sampling;
bool mq_wza_measure(mq_arena *arena, const maq_wza *wza, const maq_wza_shape *mesh,
                    const uint32_t *vertex_rows, const wza_targets *targets, wza_sampling *out);

bool mq_wza_add_clip(mq_scene_builder *builder, const maq_wza *wza, const wza_targets *targets,
                     wza_sampling *sampling, const maq_wza_animation *animation);

// The row of each index in a list of `count` items that begin with their index: the first row if
// there are several, MAQ_SCENE_NONE if there is none. NULL when there is no memory.
uint32_t *mq_wza_rows(mq_arena *arena, const void *items, uint32_t count, size_t size);

// The row of one index, which may be any number.
uint32_t mq_wza_row(const uint32_t *rows, uint32_t count, int32_t index);

// The file of an image ("diff", "nor" or "tc"); of an animated texture, that of frame 0.
const char *mq_wza_image_file(mq_arena *arena, const maq_wza_texture *texture, const char *word);

#define WZA_BONE_NAME "bone "
#define WZA_SHAPE_NAME "shape "
#define WZA_ANIMATION_NAME "animation "

// The number behind a prefix ("bone 3"), or -1 when the name is not made so.
int32_t mq_wza_number_in_name(const char *name, const char *prefix);

#endif
