// SPDX-License-Identifier: MIT
//
// Between the versions of IQM. They differ in rotations alone: version 2 stores w, version 1 leaves
// it to the reader (not above 0, of a unit quaternion). The same version is a plain copy.
#include <inttypes.h>
#include <math.h>

#include "base/checked.h"
#include "base/number.h"
#include "base/plural.h"
#include "formats/iq/iq_compile.h"
#include "formats/iq/iqm_priv.h"

// How far the length of a quaternion may be from 1 for it to be stored as it is.
#define UNIT_TOLERANCE 1e-3
// The step of a channel that goes from 0 to 1: how far w may be off without a finding.
#define SMALLEST_STEP (1.0f / 65535)

// What becomes of one pose.
typedef struct pose_move {
    uint32_t first; // the channel of the frames that its first one is
    uint32_t mask;  // without bits for which the frames have no number
    bool requantised;
} pose_move;

typedef struct version_change {
    const maq_iqm *from;
    maq_iqm *to;
    maq_iqm_pose *poses; // of `to`
    pose_move *moves;
    unsigned char *frames; // of `to`
    mq_findings *findings;
} version_change;

// ------------------------------------------------------------------------------------- quaternions

static double length_of(const float q[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (double)q[i] * (double)q[i];
    return sqrt(sum);
}

static bool is_unit(const float q[4]) {
    return fabs(length_of(q) - 1) <= UNIT_TOLERANCE;
}

// The same rotation in the form of version 1: of length 1 and with w not above 0. A quaternion
// without a length stays.
static void canonicalize(float q[4]) {
    double factor = q[3] > 0 ? -1 : 1;
    double length = length_of(q);
    if (!is_unit(q) && length > 0 && isfinite(length))
        factor /= length;
    for (int i = 0; i < 4; i++)
        q[i] = (float)(q[i] * factor);
}

static void convert_joints(version_change *r, maq_iqm_joint *joints) {
    for (uint32_t i = 0; i < r->from->joint_count; i++) {
        const float *from = r->from->joints[i].rotation;
        float *q = joints[i].rotation;
        canonicalize(q);
        float w = mq_iqm_derived_w(q);
        if (!is_unit(from) || !(fabsf(w - q[3]) <= SMALLEST_STEP)) {
            char old[MQ_NUMBER_TEXT_MAX], new[MQ_NUMBER_TEXT_MAX];
            mq_print_float(old, q[3]);
            mq_print_float(new, w);
            IQM_FIND(r->findings, LOSS_JOINT_W, MAQ_NO_OFFSET, 0,
                     "joint %" PRIu32 " (\"%.255s\"): w becomes %s instead of %s%s", i,
                     maq_iqm_text(r->from, joints[i].name), new, old,
                     is_unit(from) ? "" : "; the rotation was not of length 1");
        }
        q[3] = w;
    }
}

// ------------------------------------------------------------------------------------------ frames

// Finds the channels of the frames that each pose has. Bits without a channel are constant.
static uint32_t plan_channels(version_change *r) {
    const maq_iqm *from = r->from;
    uint32_t next = 0;
    for (uint32_t i = 0; i < from->pose_count; i++) {
        pose_move *move = &r->moves[i];
        move->first = next;
        for (unsigned channel = 0; channel < mq_iqm_channels(from->version); channel++) {
            if (from->poses[i].mask >> channel & 1 && next < from->channel_count) {
                move->mask |= 1u << channel;
                next++;
            }
        }
    }
    return next;
}

// The channel of the frames that holds a channel of a pose which its mask has.
static uint32_t frame_channel(const pose_move *move, unsigned channel) {
    uint32_t at = move->first;
    for (unsigned i = 0; i < channel; i++)
        at += move->mask >> i & 1;
    return at;
}

static float value_at(const version_change *r, uint32_t index, unsigned channel, uint32_t frame) {
    const maq_iqm_pose *pose = &r->from->poses[index];
    const pose_move *move = &r->moves[index];
    float value = pose->channel_offset[channel];
    if (move->mask >> channel & 1)
        value += (float)mq_iqm_frame_number(r->from, frame, frame_channel(move, channel)) *
                 pose->channel_scale[channel];
    return value;
}

static void rotation_at(const version_change *r, uint32_t index, uint32_t frame, float q[4]) {
    unsigned stored = r->from->version == 1 ? 3 : 4;
    for (unsigned i = 0; i < stored; i++)
        q[i] = value_at(r, index, IQM_ROTATION + i, frame);
    if (stored == 3)
        q[3] = mq_iqm_derived_w(q);
    else if (r->moves[index].requantised)
        canonicalize(q);
}

// How many frames have to be read to know all rotations of a pose: one when none moves.
static uint32_t frames_to_read(const version_change *r, uint32_t index) {
    uint32_t rotation = (r->from->version == 1 ? 7u : 15u) << IQM_ROTATION;
    return r->moves[index].mask & rotation ? r->from->frame_count : 1;
}

// Ranges of some components of the rotation, over all frames.
static void set_rotation_ranges(version_change *r, uint32_t index, unsigned first, unsigned count) {
    float min[4] = {0}, max[4] = {0};
    for (uint32_t frame = 0; frame < frames_to_read(r, index); frame++) {
        float q[4];
        rotation_at(r, index, frame, q);
        for (unsigned i = 0; i < 4; i++) {
            min[i] = frame == 0 || q[i] < min[i] ? q[i] : min[i];
            max[i] = frame == 0 || q[i] > max[i] ? q[i] : max[i];
        }
    }
    for (unsigned i = first; i < first + count; i++)
        mq_iq_set_channel_range(&r->poses[index], IQM_ROTATION + i, min[i], max[i]);
}

// Version 1 to 2: w becomes a channel.
static void add_w(version_change *r, uint32_t index) {
    const maq_iqm_pose *from = &r->from->poses[index];
    maq_iqm_pose *to = &r->poses[index];
    uint32_t mask = r->moves[index].mask;
    for (unsigned channel = IQM_W; channel < MAQ_IQM_CHANNELS_1; channel++) {
        to->channel_offset[channel + 1] = from->channel_offset[channel];
        to->channel_scale[channel + 1] = from->channel_scale[channel];
    }
    uint32_t before = (1u << IQM_W) - 1;
    to->mask = (mask & before) | (mask & ~before) << 1;
    set_rotation_ranges(r, index, 3, 1);
}

// Reports how the rotations of a pose differ in version 1.
static void report_losses(version_change *r, uint32_t index, bool all_unit) {
    const maq_iqm_pose *to = &r->poses[index];
    const maq_iqm_pose *from = &r->from->poses[index];
    float allowed = from->channel_scale[IQM_W];
    if (!(allowed > SMALLEST_STEP && r->moves[index].mask >> IQM_W & 1))
        allowed = SMALLEST_STEP;
    uint64_t changed = 0;
    float most = 0;
    for (uint32_t frame = 0; frame < frames_to_read(r, index); frame++) {
        float q[4], stored[3];
        rotation_at(r, index, frame, q);
        for (unsigned i = 0; i < 3; i++) {
            unsigned channel = IQM_ROTATION + i;
            stored[i] = q[i];
            if (r->moves[index].requantised)
                stored[i] =
                    to->channel_offset[channel] +
                    (to->mask >> channel & 1 ? (float)mq_iq_quantise_channel(to, channel, q[i]) *
                                                   to->channel_scale[channel]
                                             : 0);
        }
        float off = fabsf(mq_iqm_derived_w(stored) - q[3]);
        if (!(off <= allowed))
            changed++;
        most = off > most ? off : most;
    }
    if (changed == 0 && all_unit)
        return;
    char by[MQ_NUMBER_TEXT_MAX];
    mq_print_float(by, most);
    mq_finding_count(IQM_FIND(r->findings, LOSS_POSE_W, MAQ_NO_OFFSET, 0,
                              "pose %" PRIu32 ": w changes by up to %s in %" PRIu64 " %s%s", index,
                              by, changed, MQ_PLURAL(changed, "frame", "frames"),
                              all_unit ? "" : "; some rotations were not of length 1"),
                     changed);
}

// Version 2 to 1: w goes, and what it says has to be in x, y and z.
static void drop_w(version_change *r, uint32_t index) {
    maq_iqm_pose *to = &r->poses[index];
    pose_move *move = &r->moves[index];
    bool all_unit = true, negative = true;
    for (uint32_t frame = 0; frame < frames_to_read(r, index); frame++) {
        float q[4];
        rotation_at(r, index, frame, q);
        all_unit = all_unit && is_unit(q);
        negative = negative && !(q[3] > 0);
    }
    move->requantised = !all_unit || !negative;
    to->mask = move->mask;
    if (move->requantised) {
        set_rotation_ranges(r, index, 0, 3);
        if (!negative)
            IQM_FIND(r->findings, LOSS_REQUANTISED, MAQ_NO_OFFSET, 0,
                     "pose %" PRIu32 ": rotations with w above 0 were negated", index);
    }
    report_losses(r, index, all_unit);
}

// Closes the gap that w leaves: channels are numbered as in version 1 from here on.
static void close_w(maq_iqm_pose *pose) {
    for (unsigned channel = IQM_W; channel < MAQ_IQM_CHANNELS_1; channel++) {
        pose->channel_offset[channel] = pose->channel_offset[channel + 1];
        pose->channel_scale[channel] = pose->channel_scale[channel + 1];
    }
    pose->channel_offset[MAQ_IQM_CHANNELS_1] = pose->channel_scale[MAQ_IQM_CHANNELS_1] = 0;
    uint32_t before = (1u << IQM_W) - 1;
    pose->mask = (pose->mask & before) | (pose->mask & ~(before << 1 | 1)) >> 1;
}

// The number of one channel of version 2 or 1, as the pose of `to` stores it.
static uint16_t new_number(const version_change *r, uint32_t index, unsigned channel,
                           uint32_t frame) {
    unsigned slot = mq_iqm_channel_slot(r->to->version, channel);
    bool rotation = slot >= IQM_ROTATION && slot <= IQM_W;
    bool computed = slot == IQM_W || (rotation && r->moves[index].requantised);
    if (computed) {
        float q[4];
        rotation_at(r, index, frame, q);
        return mq_iq_quantise_channel(&r->poses[index], channel, q[slot - IQM_ROTATION]);
    }
    unsigned from_channel = r->from->version == 1 && slot > IQM_W ? slot - 1 : slot;
    return mq_iqm_frame_number(r->from, frame, frame_channel(&r->moves[index], from_channel));
}

static unsigned channels_of(const maq_iqm_pose *pose) {
    unsigned count = 0;
    for (unsigned i = 0; i < MAQ_IQM_CHANNELS; i++)
        count += pose->mask >> i & 1;
    return count;
}

static maq_status write_frames(version_change *r, mq_arena *arena) {
    uint64_t channels = 0;
    for (uint32_t i = 0; i < r->to->pose_count; i++)
        channels += channels_of(&r->poses[i]);
    size_t numbers;
    if (channels > UINT32_MAX ||
        !mq_multiply_size((size_t)channels, r->from->frame_count, &numbers))
        return MAQ_OVER_LIMIT;
    r->to->channel_count = (uint32_t)channels;
    r->to->frames = NULL;
    if (numbers == 0)
        return MAQ_OK;
    r->frames = mq_arena_alloc(arena, numbers, 2, 1);
    if (!r->frames)
        return mq_arena_status(arena);
    r->to->frames = r->frames;
    uint32_t next = 0;
    for (uint32_t i = 0; i < r->to->pose_count; i++) {
        for (unsigned channel = 0; channel < mq_iqm_channels(r->to->version); channel++) {
            if (!(r->poses[i].mask >> channel & 1))
                continue;
            unsigned char *at = r->frames + (size_t)next * 2;
            for (uint32_t frame = 0; frame < r->from->frame_count; frame++) {
                uint16_t number = new_number(r, i, channel, frame);
                at[0] = (unsigned char)number;
                at[1] = (unsigned char)(number >> 8);
                at += channels * 2;
            }
            next++;
        }
    }
    return MAQ_OK;
}

static maq_status change_version(version_change *r, mq_arena *arena) {
    const maq_iqm *from = r->from;
    r->moves = MQ_NEW_ARRAY(arena, pose_move, from->pose_count);
    if (!r->moves)
        return mq_arena_status(arena);
    uint32_t named = plan_channels(r);
    if (named != from->channel_count && from->frame_count > 0)
        IQM_FIND(r->findings, LOSS_CHANNELS, MAQ_NO_OFFSET, 0,
                 "of each frame %" PRIu32 " of %" PRIu32 " %s dropped: no pose has them",
                 from->channel_count - named, from->channel_count,
                 MQ_PLURAL(from->channel_count, "channel was", "channels were"));
    for (uint32_t i = 0; i < from->pose_count; i++) {
        if (from->version == 1) {
            add_w(r, i);
        } else {
            drop_w(r, i);
            close_w(&r->poses[i]);
        }
    }
    return write_frames(r, arena);
}

maq_status mq_iqm_change_version(const maq_document *document, const mq_settings *settings,
                                 maq_document *out) {
    (void)settings;
    if (document->format != &mq_iqm_format)
        return MAQ_UNSUPPORTED;
    const maq_iqm *from = document->content;
    maq_iqm *to = mq_iqm_copy(out->arena, from);
    if (!to)
        return mq_arena_status(out->arena);
    out->content = to;
    if (from->version == out->variant->version)
        return MAQ_OK;
    to->version = out->variant->version;
    // The tables of the copy, which nothing else uses yet.
    version_change r = {.from = from,
                        .to = to,
                        .poses = MQ_WRITABLE(maq_iqm_pose, to->poses),
                        .findings = &out->findings};
    if (to->version == 1)
        convert_joints(&r, MQ_WRITABLE(maq_iqm_joint, to->joints));
    return change_version(&r, out->arena);
}
