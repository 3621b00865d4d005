// SPDX-License-Identifier: MIT
//
// A scene on its way to an IQE document in memory, which the compiler then makes an IQM of.
#ifndef MQ_IQ_FROM_SCENE_H
#define MQ_IQ_FROM_SCENE_H

#include "formats/iq/iqm_scene.h"

typedef struct iq_way_out {
    const maq_scene *scene;
    const maq_value *own; // what the scene keeps of an IQM; NULL: nothing
    mq_findings *findings;
    mq_arena *arena;
    maq_iqe *iqe;
    bool over_limit; // the scene asks for far more than it holds

    // The joints: for each node its joint or -1, for each joint its node.
    int32_t *joint_of;
    uint32_t *nodes;
    uint32_t joint_count;
    int32_t *holder; // for each node the joint that moves what it shows, or -1
    // In the scene's axes: where each node rests, and where each joint stands as the base pose has it.
    mq_mat34 *world, *base;
} iq_way_out;

// Each step returns false when there is no memory, or over_limit is set.
bool mq_iq_scene_joints(iq_way_out *way);
bool mq_iq_scene_meshes(iq_way_out *way);
bool mq_iq_scene_clips(iq_way_out *way);

// What the scene has and IQM does not.
void mq_iq_scene_losses(const iq_way_out *way);

// A pose as IQE has it: ten numbers, in the axes of the format.
void mq_iq_scene_put_pose(double *out, const maq_transform *pose);

// The text that stands for a material.
const char *mq_iq_scene_material_text(const maq_scene *scene, uint32_t index);

// Whether a node shows a mesh that is to be seen.
bool mq_iq_scene_shows(const maq_scene *scene, const maq_scene_node *node);

#endif
