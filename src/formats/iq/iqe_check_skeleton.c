// SPDX-License-Identifier: MIT
//
// The rules of joints, poses and animations.
#include <math.h>
#include <string.h>

#include "formats/iq/iqe_check_priv.h"
#include "formats/iq/iqe_meshes.h"

#define ROTATION_TOLERANCE 1e-4

// Whether the parents of a joint lead in a ring: marks hold the joint whose walk saw each one.
static bool in_ring(const maq_iqe *iqe, uint32_t joint, uint32_t *marks) {
    int64_t at = joint;
    while (at >= 0 && (uint64_t)at < iqe->joint_count && marks[at] == 0) {
        marks[at] = joint + 1;
        at = iqe->joints[at].parent;
    }
    return at >= 0 && (uint64_t)at < iqe->joint_count && marks[at] == joint + 1;
}

static void check_joints(iqe_check *check, mq_arena *scratch) {
    const maq_iqe *iqe = check->iqe;
    uint32_t *marks = MQ_NEW_ARRAY(scratch, uint32_t, iqe->joint_count);
    iq_name_table names = {.arena = scratch};
    for (uint32_t i = 0; marks && i < iqe->joint_count; i++) {
        const maq_iqe_joint *joint = &iqe->joints[i];
        if (joint->parent >= 0 && (uint32_t)joint->parent >= iqe->joint_count)
            IQE_REPORT_LINE(check, IQE_JOINT_PARENT, joint->offset,
                            "joint \"%s\" has a parent that does not exist", joint->name);
        else if (in_ring(iqe, i, marks))
            IQE_REPORT_LINE(check, IQE_JOINT_PARENT, joint->offset,
                            "the parents of joint \"%s\" lead back to it", joint->name);
        else if (joint->parent > (int64_t)i)
            IQE_REPORT_LINE(check, IQE_PARENT_ORDER, joint->offset,
                            "joint \"%s\" is listed before its parent", joint->name);
        uint32_t known = names.count;
        if (joint->name[0] && mq_iq_name_number(&names, joint->name) < known)
            IQE_REPORT_LINE(check, IQE_JOINT_NAME, joint->offset,
                            "there is another joint of the name \"%s\"", joint->name);
    }
}

static void check_base_poses(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    if (iqe->joint_count == 0) {
        mq_fault poses = {.count = iqe->poses.rows.count, .index = 0};
        mq_iqe_report_rows(check, IQE_POSES_WITHOUT_JOINTS, IQE_ROW_POSE, &poses,
                           "there is no joint for the pose");
        return;
    }
    if (iqe->poses.base_count < iqe->joint_count)
        IQE_REPORT_LINE(check, IQE_BASE_POSES_FEW, iqe->joints[iqe->poses.base_count].offset,
                        "joint \"%s\" has no base pose", iqe->joints[iqe->poses.base_count].name);
    if (iqe->poses.base_count > iqe->joint_count) {
        mq_fault poses = {.count = iqe->poses.base_count - iqe->joint_count,
                          .index = iqe->joint_count};
        mq_iqe_report_rows(check, IQE_BASE_POSES_MANY, IQE_ROW_POSE, &poses,
                           "there is no joint for the pose");
    }
}

static void check_poses(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    mq_fault length = {0}, singular = {0};
    for (uint32_t i = 0; i < iqe->poses.rows.count; i++) {
        maq_iqe_pose_kind kind;
        double row[IQE_POSE_MAX];
        mq_iqe_get_pose(iqe, i, &kind, row);
        const double *q = row + 3, *m = row + 3;
        if (kind == MAQ_IQE_PQ && mq_iqe_given_count(&iqe->poses.rows, i) >= 7) {
            double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            if (fabs(sqrt(square) - 1) > ROTATION_TOLERANCE)
                mq_fault_add_item(&length, 0, i);
        } else if (kind == MAQ_IQE_PQ) {
            double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
            if (sqrt(square) > 1 + ROTATION_TOLERANCE)
                mq_fault_add_item(&length, 0, i);
        } else if (kind == MAQ_IQE_PM) {
            double determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) -
                                 m[1] * (m[3] * m[8] - m[5] * m[6]) +
                                 m[2] * (m[3] * m[7] - m[4] * m[6]);
            if (determinant == 0)
                mq_fault_add_item(&singular, 0, i);
        }
    }
    mq_iqe_report_rows(check, IQE_ROTATION_LENGTH, IQE_ROW_POSE, &length,
                       "the quaternion is not of length 1");
    mq_iqe_report_rows(check, IQE_MATRIX_SINGULAR, IQE_ROW_POSE, &singular,
                       "the matrix flattens the model");
}

// Frames with a wrong number of poses: one finding for each kind of fault.
static void check_frames(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    static const iqe_rule rules[] = {IQE_FRAME_EMPTY, IQE_FRAME_SHORT, IQE_FRAME_LONG};
    static const char *const texts[] = {"the frame has no poses",
                                        "the frame has fewer poses than there are joints",
                                        "the frame has more poses than there are joints"};
    bool reported[3] = {false};
    for (uint32_t i = 0; iqe->joint_count && i < iqe->frame_count; i++) {
        uint32_t poses = maq_iqe_frame_poses(iqe, i);
        if (poses == iqe->joint_count)
            continue;
        int fault = poses == 0 ? 0 : poses < iqe->joint_count ? 1 : 2;
        if (!reported[fault])
            IQE_REPORT_LINE(check, rules[fault], iqe->frames[i].offset, "%s", texts[fault]);
        reported[fault] = true;
    }
}

static void check_animations(iqe_check *check, mq_arena *scratch) {
    const maq_iqe *iqe = check->iqe;
    iq_name_table names = {.arena = scratch};
    for (uint32_t i = 0; i < iqe->animation_count; i++) {
        const maq_iqe_animation *animation = &iqe->animations[i];
        if (animation->frame_count == 0)
            IQE_REPORT_LINE(check, IQE_ANIMATION_EMPTY, animation->offset,
                            "the animation \"%s\" has no frames", animation->name);
        if (animation->framerate < 0)
            IQE_REPORT_LINE(check, IQE_FRAMERATE, animation->offset,
                            "the frame rate of animation \"%s\" is negative", animation->name);
        uint32_t known = names.count;
        if (!animation->name[0])
            IQE_REPORT_LINE(check, IQE_ANIMATION_NAME, animation->offset,
                            "the animation has no name");
        else if (mq_iq_name_number(&names, animation->name) < known)
            IQE_REPORT_LINE(check, IQE_ANIMATION_NAME, animation->offset,
                            "there is another animation of the name \"%s\"", animation->name);
    }
}

void mq_iqe_check_skeleton(iqe_check *check, mq_arena *scratch) {
    check_joints(check, scratch);
    check_base_poses(check);
    check_poses(check);
    check_frames(check);
    check_animations(check, scratch);
}
