// SPDX-License-Identifier: MIT
//
// Scenes made from scenes: a moment that stands still, and movement turned into shapes. The new
// scene shares what it does not change with the old one, which must outlive it, and is as sound.
#ifndef MQ_MOTION_BAKE_H
#define MQ_MOTION_BAKE_H

#include "maquette/motion.h"
#include "scene/scene.h"

// What a moment does not hold.
typedef struct mq_pose_scene_losses {
    uint32_t clips, skins, shapes, hidden; // the last: meshes that are not seen
} mq_pose_scene_losses;

// The scene in the pose of the motion: meshes deformed, no skins, shapes or clips. MAQ_OVER_LIMIT
// when nodes show far more vertices than there are.
maq_status mq_motion_pose_scene(maq_motion *motion, mq_arena *arena, maq_scene *out,
                                mq_pose_scene_losses *losses);

typedef struct mq_bake_summary {
    uint32_t nodes, shapes; // how many were baked, and into how many shapes
    uint32_t slowed;        // clips with fewer frames than were asked for
} mq_bake_summary;

// The scene with all movement of meshes as shapes, one for each frame of each clip, and weights
// that fade from one to the next. `rate`: frames a second; 0: the clip's own, or 30. There are no
// skins then. The number of shapes is bounded.
maq_status mq_motion_bake(maq_motion *motion, double rate, mq_arena *arena, maq_scene *out,
                          mq_bake_summary *facts);

#endif
