// SPDX-License-Identifier: MIT
//
// The rules on joints and poses.
#include <inttypes.h>
#include <math.h>

#include "base/plural.h"
#include "base/math.h"
#include "formats/iq/iqm_check_priv.h"

#define IOQ3_MAX_JOINTS 128
// How far the length of a rotation may be from 1.
#define ROTATION_TOLERANCE 1e-3

static bool is_parent(int32_t parent, uint32_t count) {
    return parent == -1 || (parent >= 0 && (uint32_t)parent < count);
}

static bool is_unit(const float rotation[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (double)rotation[i] * (double)rotation[i];
    return fabs(sqrt(sum) - 1) <= ROTATION_TOLERANCE;
}

static void check_joint(iqm_checker *c, uint32_t index, mq_fault *rotations) {
    const maq_iqm_joint *joint = &c->iqm->joints[index];
    mq_iqm_check_name(c, "joint", index, joint->name, iqm_offset(c, joint->offset, 0));
    if (!is_parent(joint->parent, c->iqm->joint_count))
        IQM_REPORT(c, JOINT_PARENT, joint->offset, 4,
                   "joint %" PRIu32 " (\"%.255s\") has the parent %" PRId32 ", there %s %" PRIu32
                   " %s",
                   index, maq_iqm_text(c->iqm, joint->name), joint->parent,
                   MQ_PLURAL(c->iqm->joint_count, "is", "are"), c->iqm->joint_count,
                   MQ_PLURAL(c->iqm->joint_count, "joint", "joints"));
    if (!mq_all_finite(joint->translation, 3) || !mq_all_finite(joint->rotation, 4) ||
        !mq_all_finite(joint->scale, 3))
        IQM_REPORT(c, JOINT_NOT_FINITE, joint->offset, 8,
                   "joint %" PRIu32 " (\"%.255s\") has numbers that are not finite", index,
                   maq_iqm_text(c->iqm, joint->name));
    else if (!is_unit(joint->rotation))
        mq_fault_add_item(rotations, 0, index);
}

// Follows each joint to the root once: a walk that meets its start again is a ring.
static void check_rings(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    // 0: not seen, else the number of the walk that saw it, from 1 on
    uint32_t *seen = MQ_NEW_ARRAY(c->findings->arena, uint32_t, iqm->joint_count);
    if (!seen)
        return;
    for (uint32_t i = 0; i < iqm->joint_count; i++) {
        uint32_t at = i;
        bool root = false;
        while (!root && seen[at] == 0) {
            int32_t parent = iqm->joints[at].parent;
            seen[at] = i + 1;
            root = parent < 0 || (uint32_t)parent >= iqm->joint_count;
            if (!root)
                at = (uint32_t)parent;
        }
        const maq_iqm_joint *joint = &iqm->joints[i];
        if (!root && seen[at] == i + 1)
            IQM_REPORT(c, JOINT_RING, iqm->joints[at].offset, 4,
                       "joint %" PRIu32 " (\"%.255s\") is its own ancestor", at,
                       maq_iqm_text(iqm, iqm->joints[at].name));
        else if (joint->parent > (int32_t)i && (uint32_t)joint->parent < iqm->joint_count)
            IQM_REPORT(c, JOINT_ORDER, joint->offset, 4,
                       "joint %" PRIu32 " (\"%.255s\") comes before its parent %" PRId32, i,
                       maq_iqm_text(iqm, joint->name), joint->parent);
    }
}

static unsigned bit_count(uint32_t bits) {
    unsigned count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static void check_pose(iqm_checker *c, uint32_t index) {
    const maq_iqm *iqm = c->iqm;
    const maq_iqm_pose *pose = &iqm->poses[index];
    if (!is_parent(pose->parent, iqm->pose_count))
        IQM_REPORT(c, POSE_PARENT, pose->offset, 0,
                   "pose %" PRIu32 " has the parent %" PRId32 ", there %s %" PRIu32 " %s", index,
                   pose->parent, MQ_PLURAL(iqm->pose_count, "is", "are"), iqm->pose_count,
                   MQ_PLURAL(iqm->pose_count, "pose", "poses"));
    else if (iqm->joint_count == iqm->pose_count && iqm->joints[index].parent != pose->parent)
        IQM_REPORT(c, POSE_PARENT_DIFFERS, pose->offset, 0,
                   "pose %" PRIu32 " has the parent %" PRId32 ", its joint %" PRId32, index,
                   pose->parent, iqm->joints[index].parent);
    if (pose->mask & ~mq_iqm_mask(iqm->version))
        IQM_REPORT(c, POSE_MASK, pose->offset, 4,
                   "the mask of pose %" PRIu32 " is 0x%" PRIx32 "; version %" PRIu32
                   " has only bits 0 to %u",
                   index, pose->mask, iqm->version, mq_iqm_channels(iqm->version) - 1);
    unsigned channels = mq_iqm_channels(iqm->version);
    if (!mq_all_finite(pose->channel_offset, channels) ||
        !mq_all_finite(pose->channel_scale, channels))
        IQM_REPORT(c, POSE_NOT_FINITE, pose->offset, 8,
                   "pose %" PRIu32 " has numbers that are not finite", index);
}

static void check_pose_counts(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    uint64_t offset = iqm->pose_count ? iqm_offset(c, iqm->poses[0].offset, 0) : MAQ_NO_OFFSET;
    if (iqm->pose_count > 0 && iqm->joint_count == 0)
        IQM_FIND(c->findings, POSES_ALONE, offset, 0, "there %s %" PRIu32 " %s and no joints",
                 MQ_PLURAL(iqm->pose_count, "is", "are"), iqm->pose_count,
                 MQ_PLURAL(iqm->pose_count, "pose", "poses"));
    else if (iqm->pose_count > 0 && iqm->pose_count != iqm->joint_count)
        IQM_FIND(c->findings, POSE_COUNT, offset, 0, "there %s %" PRIu32 " %s and %" PRIu32 " %s",
                 MQ_PLURAL(iqm->pose_count, "is", "are"), iqm->pose_count,
                 MQ_PLURAL(iqm->pose_count, "pose", "poses"), iqm->joint_count,
                 MQ_PLURAL(iqm->joint_count, "joint", "joints"));
    uint64_t bits = 0;
    for (uint32_t i = 0; i < iqm->pose_count; i++)
        bits += bit_count(iqm->poses[i].mask & mq_iqm_mask(iqm->version));
    if (bits != iqm->channel_count)
        IQM_FIND(c->findings, CHANNEL_SUM, offset, 0,
                 "the masks have %" PRIu64 " %s, the frames %" PRIu32, bits,
                 MQ_PLURAL(bits, "channel", "channels"), iqm->channel_count);
}

void mq_iqm_check_skeleton(iqm_checker *c) {
    const maq_iqm *iqm = c->iqm;
    mq_fault rotations = {0};
    for (uint32_t i = 0; i < iqm->joint_count; i++)
        check_joint(c, i, &rotations);
    check_rings(c);
    IQM_REPORT_FAULT(c, JOINT_ROTATION, rotations, iqm->joints[rotations.index].offset, 20,
                     "the rotation of joint %" PRIu64 " is not a unit quaternion", rotations.index);
    if (iqm->joint_count > IOQ3_MAX_JOINTS)
        IQM_REPORT(c, JOINT_LIMIT, iqm->joints[0].offset, 0, "there %s %" PRIu32 " %s",
                   MQ_PLURAL(iqm->joint_count, "is", "are"), iqm->joint_count,
                   MQ_PLURAL(iqm->joint_count, "joint", "joints"));
    for (uint32_t i = 0; i < iqm->pose_count; i++)
        check_pose(c, i);
    check_pose_counts(c);
}
