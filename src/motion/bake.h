// SPDX-License-Identifier: MIT
//
// Scenes made from scenes: one pose, and movement baked into shapes (morph targets). The new scene
// shares what it does not change with the old one, which must outlive it, and is as valid.
#ifndef MQ_MOTION_BAKE_H
#define MQ_MOTION_BAKE_H

#include "maquette/motion.h"
#include "scene/scene.h"

// What a single pose does not hold.
typedef struct mq_pose_scene_losses {
    uint32_t clips, skins, shapes, hidden; // the last: meshes of nodes that are not visible
} mq_pose_scene_losses;

// The scene in the pose of the motion: meshes deformed, no skins, shapes or clips. MAQ_OVER_LIMIT
// when many nodes share meshes and the copies would be far larger than the scene.
maq_status mq_motion_pose_scene(maq_motion *motion, mq_arena *arena, maq_scene *out,
                                mq_pose_scene_losses *losses);

typedef struct mq_bake_summary {
    uint32_t nodes, shapes; // how many were baked, and into how many shapes
    uint32_t slowed;        // clips with fewer frames than requested
} mq_bake_summary;

// The scene with all movement of meshes baked into shapes, one for each frame of each clip, and
// weights that blend from one to the next. `rate`: frames per second; 0: that of the clip, or 30.
// The result has no skins. The number of shapes is limited.
maq_status mq_motion_bake(maq_motion *motion, double rate, mq_arena *arena, maq_scene *out,
                          mq_bake_summary *summary);

#endif
