// SPDX-License-Identifier: MIT
//
// Where the nodes of a scene are at a moment of a clip.
#ifndef MQ_SCENE_POSE_H
#define MQ_SCENE_POSE_H

#include "base/math.h"
#include "maquette/scene.h"

// The value of a channel at a time, in `out` (4 numbers for rotations, 3 or 1 for others). It stands
// still before the first key and behind the last.
void mq_pose_sample(const maq_scene_channel *channel, double time, double out[4]);

// Between two rotations the short way, at an even pace.
mq_quat mq_pose_between(mq_quat a, mq_quat b, double part);

// The matrices of all nodes, in the axes of the scene. `clip` NULL: at rest. `locals` and `worlds`
// have room for all nodes; the first is for the work's own use.
void mq_pose_worlds(const maq_scene *scene, const maq_scene_clip *clip, double time,
                    maq_transform *locals, mq_mat34 *worlds);

// The matrix that undoes one; that of no movement when there is none.
mq_mat34 mq_mat34_inverse(const mq_mat34 *a);

// The rotation in a matrix, without its scale.
mq_quat mq_mat34_rotation(const mq_mat34 *a);

#endif
