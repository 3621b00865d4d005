// SPDX-License-Identifier: MIT
//
// Sampling all channels of a clip, the rotations in batches.
#include <string.h>

#include "motion/motion_priv.h"
#include "scene/pose.h"

void mq_state_rest(const maq_motion *motion, mq_state *state) {
    const maq_scene *scene = motion->scene;
    if (scene->node_count > 0) {
        memcpy(state->locals, motion->rest_locals, scene->node_count * sizeof *state->locals);
        memset(state->shown, true, scene->node_count * sizeof *state->shown);
    }
    if (motion->weight_count > 0)
        memcpy(state->weights, motion->rest_weights, motion->weight_count * sizeof *state->weights);
    if (scene->material_count > 0)
        memset(state->frames, 0, scene->material_count * sizeof *state->frames);
}

// All of the batch, used or not: compilers vectorise loops of a known length.
static void slerp_batch(mq_slerp_batch *work) {
    for (uint32_t i = 0; i < MQ_BATCH; i++) {
        mq_quat q = mq_slerp((mq_quat){work->a[0][i], work->a[1][i], work->a[2][i], work->a[3][i]},
                             (mq_quat){work->b[0][i], work->b[1][i], work->b[2][i], work->b[3][i]},
                             work->part[i]);
        work->results[0][i] = (float)q.x;
        work->results[1][i] = (float)q.y;
        work->results[2][i] = (float)q.z;
        work->results[3][i] = (float)q.w;
    }
}

static void flush_batch(mq_slerp_batch *work) {
    slerp_batch(work);
    for (uint32_t i = 0; i < work->count; i++) {
        for (int k = 0; k < 4; k++)
            work->out[i][k] = work->results[k][i];
    }
    work->count = 0;
}

static void queue_rotation(mq_slerp_batch *work, const float *a, double part, float *out) {
    uint32_t at = work->count++;
    for (int k = 0; k < 4; k++) {
        work->a[k][at] = a[k];
        work->b[k][at] = a[4 + k];
    }
    work->part[at] = part;
    work->out[at] = out;
    if (work->count == MQ_BATCH)
        flush_batch(work);
}

uint32_t mq_frame_number(float value) {
    return value >= 1 && value < 4294967040.0f ? (uint32_t)value : 0;
}

static void set_number(const maq_motion *motion, const maq_scene_channel *channel,
                       mq_key_position position, mq_state *state) {
    const float *a = channel->values + position.key;
    float value = position.part == 0 ? a[0] : mq_key_between(a[0], a[1], position.part);
    if (channel->path == MAQ_CHANNEL_VISIBLE)
        state->shown[channel->target] = value >= 0.5f;
    else if (channel->path == MAQ_CHANNEL_SHAPE_WEIGHT)
        state->weights[motion->first_weight[channel->target] + channel->shape] = value;
    else
        state->frames[channel->target] = mq_frame_number(value);
}

static void set_vector(const float *a, double part, float *out) {
    if (part == 0) {
        memcpy(out, a, 3 * sizeof *out);
        return;
    }
    for (int k = 0; k < 3; k++)
        out[k] = mq_key_between(a[k], a[3 + k], part);
}

void mq_state_sample(const maq_motion *motion, uint32_t clip, double time, mq_state *state) {
    const maq_scene_clip *from = &motion->scene->clips[clip];
    uint32_t *cursors = motion->clips[clip].cursors;
    mq_slerp_batch *rotations = motion->batch;
    const maq_scene_channel *last = NULL;
    mq_key_position position = {0};
    float reached = (float)time;
    for (uint32_t i = 0; i < from->channel_count; i++) {
        const maq_scene_channel *channel = &from->channels[i];
        if (cursors[i] == MAQ_SCENE_NONE)
            continue;
        // Channels that share their times share the position as well.
        if (!last || channel->times != last->times || channel->step != last->step ||
            channel->key_count != last->key_count) {
            position = mq_key_find(channel, time, reached, reached, cursors[i]);
            cursors[i] = position.key;
            last = channel;
        }
        if (channel->path == MAQ_CHANNEL_ROTATION) {
            const float *a = channel->values + (size_t)position.key * 4;
            float *out = state->locals[channel->target].rotation;
            if (position.part == 0)
                memcpy(out, a, 4 * sizeof *out);
            else
                queue_rotation(rotations, a, position.part, out);
        } else if (channel->path <= MAQ_CHANNEL_SCALE) {
            set_vector(channel->values + (size_t)position.key * 3, position.part,
                       mq_pose_member(&state->locals[channel->target], channel->path));
        } else {
            set_number(motion, channel, position, state);
        }
    }
    if (rotations->count > 0)
        flush_batch(rotations);
}
