// SPDX-License-Identifier: MIT
//
// From a scene to an IQE document in memory, which the compiler then makes an IQM of.
#ifndef MQ_IQ_FROM_SCENE_H
#define MQ_IQ_FROM_SCENE_H

#include <string.h>

#include "formats/iq/iq_compile.h"
#include "formats/iq/iq_scene.h"

typedef struct iq_exporter {
    const maq_scene *scene;
    const maq_value *own; // what the scene keeps of an IQM; NULL: nothing
    mq_findings *findings;
    mq_arena *arena;
    mq_arena *result_arena;
    maq_iqe *iqe; // the numbers of its vertex lists are in `lists`
    iq_scene_lists lists;
    bool over_limit; // the scene demands far more than it holds

    // The joints: for each node its joint or -1, for each joint its node.
    int32_t *joint_of;
    uint32_t *nodes;
    uint32_t joint_count;
    int32_t *holder; // for each node the joint that moves its mesh, or -1
    // World matrices in the scene's axes: of each node at rest, of each joint in the base pose.
    mq_mat34 *world, *base;
    // What moves the vertices of each skin from its bind pose to the base pose.
    mq_mat34 *skin_matrices;
} iq_exporter;

// Each step returns false when there is no memory, or over_limit is set. The IQE has copies of all that it
// needs of the scene, which can be freed behind the last step.
bool mq_iq_export_joints(iq_exporter *exporter);
bool mq_iq_export_meshes(iq_exporter *exporter);
bool mq_iq_export_clips(iq_exporter *exporter);

// Where the faces begin among the corners. This needs no scene, so the scene need not be there beside it.
bool mq_iq_export_face_starts(iq_exporter *exporter);

// Reports what the scene has and IQM does not.
void mq_iq_report_export_losses(const iq_exporter *exporter);

// A pose as IQE has it: ten numbers, in the axes of the format.
void mq_iq_export_pose(double *out, const maq_transform *pose);

// A copy of a text of the scene. NULL when there is no memory.
static inline const char *mq_iq_export_text(const iq_exporter *exporter, const char *text) {
    return mq_arena_text(exporter->arena, text, strlen(text));
}

// The text that stands for a material.
const char *mq_iq_material_text(const maq_scene *scene, uint32_t index);

// Whether a node shows a mesh that is to be seen.
bool mq_iq_shows_mesh(const maq_scene *scene, const maq_scene_node *node);

#endif
