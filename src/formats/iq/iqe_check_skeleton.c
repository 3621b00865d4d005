// SPDX-License-Identifier: MIT
//
// The rules of joints, poses and animations.
#include <math.h>
#include <string.h>

#include "formats/iq/iqe_check_priv.h"
#include "formats/iq/iqe_meshes.h"

#define ROTATION_TOLERANCE 1e-4

static void tell_line(iqe_check *check, iqe_rule rule, uint64_t offset, const char *what,
                      const char *name) {
    maq_span at = mq_iqe_line(check->document, offset);
    mq_add_finding(check->findings, &mq_iqe_rules[rule], at.offset, at.length, what, name);
}

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
    iqe_names names = {.arena = scratch};
    for (uint32_t i = 0; marks && i < iqe->joint_count; i++) {
        const maq_iqe_joint *joint = &iqe->joints[i];
        if (joint->parent >= 0 && (uint32_t)joint->parent >= iqe->joint_count)
            tell_line(check, IQE_JOINT_PARENT, joint->offset,
                      "joint \"%s\" has a parent that does not exist", joint->name);
        else if (in_ring(iqe, i, marks))
            tell_line(check, IQE_JOINT_PARENT, joint->offset,
                      "the parents of joint \"%s\" lead back to it", joint->name);
        else if (joint->parent > (int64_t)i)
            tell_line(check, IQE_PARENT_ORDER, joint->offset,
                      "joint \"%s\" is listed before its parent", joint->name);
        uint32_t known = names.count;
        if (joint->name[0] && mq_iqe_name_number(&names, joint->name) < known)
            tell_line(check, IQE_JOINT_NAME, joint->offset,
                      "there is another joint of the name \"%s\"", joint->name);
    }
}

static void check_base_poses(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    if (iqe->joint_count == 0) {
        iqe_rows_amiss poses = {iqe->poses.rows.count, 0};
        mq_iqe_report_rows(check, IQE_POSES_WITHOUT_JOINTS, IQE_ROW_POSE, &poses,
                           "there is no joint for the pose");
        return;
    }
    if (iqe->poses.base_count < iqe->joint_count)
        tell_line(check, IQE_BASE_POSES_FEW, iqe->joints[iqe->poses.base_count].offset,
                  "joint \"%s\" has no base pose", iqe->joints[iqe->poses.base_count].name);
    if (iqe->poses.base_count > iqe->joint_count) {
        iqe_rows_amiss poses = {iqe->poses.base_count - iqe->joint_count, iqe->joint_count};
        mq_iqe_report_rows(check, IQE_BASE_POSES_MANY, IQE_ROW_POSE, &poses,
                           "there is no joint for the pose");
    }
}

static void check_poses(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    iqe_rows_amiss length = {0}, singular = {0};
    for (uint32_t i = 0; i < iqe->poses.rows.count; i++) {
        maq_iqe_pose_kind kind;
        double row[IQE_POSE_MOST];
        mq_iqe_get_pose(iqe, i, &kind, row);
        const double *q = row + 3, *m = row + 3;
        if (kind == MAQ_IQE_PQ && mq_iqe_given(&iqe->poses.rows, i) >= 7) {
            double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            if (fabs(sqrt(square) - 1) > ROTATION_TOLERANCE)
                mq_iqe_faults(&length, i);
        } else if (kind == MAQ_IQE_PQ) {
            double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
            if (sqrt(square) > 1 + ROTATION_TOLERANCE)
                mq_iqe_faults(&length, i);
        } else if (kind == MAQ_IQE_PM) {
            double determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) -
                                 m[1] * (m[3] * m[8] - m[5] * m[6]) +
                                 m[2] * (m[3] * m[7] - m[4] * m[6]);
            if (determinant == 0)
                mq_iqe_faults(&singular, i);
        }
    }
    mq_iqe_report_rows(check, IQE_ROTATION_LENGTH, IQE_ROW_POSE, &length,
                       "the quaternion is not of length 1");
    mq_iqe_report_rows(check, IQE_MATRIX_SINGULAR, IQE_ROW_POSE, &singular,
                       "the matrix flattens the model");
}

// Frames with a number of poses that is not right, told once for all of the same fault.
static void check_frames(iqe_check *check) {
    const maq_iqe *iqe = check->iqe;
    static const iqe_rule rules[] = {IQE_FRAME_EMPTY, IQE_FRAME_SHORT, IQE_FRAME_LONG};
    static const char *const texts[] = {"the frame has no poses%s",
                                        "the frame has fewer poses than there are joints%s",
                                        "the frame has more poses than there are joints%s"};
    bool told[3] = {false};
    for (uint32_t i = 0; iqe->joint_count && i < iqe->frame_count; i++) {
        uint32_t poses = maq_iqe_frame_poses(iqe, i);
        if (poses == iqe->joint_count)
            continue;
        int fault = poses == 0 ? 0 : poses < iqe->joint_count ? 1 : 2;
        if (!told[fault])
            tell_line(check, rules[fault], iqe->frames[i].offset, texts[fault], "");
        told[fault] = true;
    }
}

static void check_animations(iqe_check *check, mq_arena *scratch) {
    const maq_iqe *iqe = check->iqe;
    iqe_names names = {.arena = scratch};
    for (uint32_t i = 0; i < iqe->animation_count; i++) {
        const maq_iqe_animation *animation = &iqe->animations[i];
        if (animation->frame_count == 0)
            tell_line(check, IQE_ANIMATION_EMPTY, animation->offset,
                      "the animation \"%s\" has no frames", animation->name);
        if (animation->framerate < 0)
            tell_line(check, IQE_FRAMERATE, animation->offset,
                      "the frame rate of animation \"%s\" is negative", animation->name);
        uint32_t known = names.count;
        if (!animation->name[0])
            tell_line(check, IQE_ANIMATION_NAME, animation->offset, "the animation has no name%s",
                      "");
        else if (mq_iqe_name_number(&names, animation->name) < known)
            tell_line(check, IQE_ANIMATION_NAME, animation->offset,
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
