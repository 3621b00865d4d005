// SPDX-License-Identifier: MIT
#include "scene/resample.h"

#include <math.h>
#include <string.h>

#include "scene/pose.h"
#include "scene/scene.h"

// A time this part of a frame away from a frame counts as being at the frame: times are floats.
#define NEAR 1e-3

static bool is_at_frame(float time, double rate) {
    double frame = time * rate;
    return fabs(frame - nearbyint(frame)) <= NEAR;
}

static bool resample_channel(mq_arena *arena, maq_scene_channel *channel, double rate,
                             uint32_t frames, mq_resample_summary *summary) {
    uint32_t width = mq_channel_width(channel->path), kept = 0, at = 0;
    float *times = MQ_NEW_UNINITIALIZED_ARRAY(arena, float, frames);
    float *values = MQ_NEW_UNINITIALIZED_ARRAY(arena, float, (size_t)frames *width);
    if (!times || !values)
        return false;
    for (uint32_t i = 0; i < channel->key_count; i++)
        summary->replaced += !is_at_frame(channel->times[i], rate);
    for (uint32_t i = 0; i < frames; i++) {
        float *value = values + (size_t)kept * width;
        mq_pose_sample(channel, i / rate, NEAR / rate, &at, value);
        if (channel->step && kept > 0 && memcmp(value, value - width, width * sizeof *value) == 0)
            continue;
        times[kept++] = (float)(i / rate);
    }
    channel->key_count = kept;
    channel->times = times;
    channel->values = values;
    return true;
}

bool mq_scene_resample(mq_arena *arena, maq_scene *scene, double rate,
                       mq_resample_summary *summary) {
    double left = MQ_MOST_RESAMPLED;
    *summary = (mq_resample_summary){0};
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        maq_scene_clip *clip = MQ_WRITABLE(maq_scene_clip, &scene->clips[i]);
        maq_scene_channel *channels = MQ_WRITABLE(maq_scene_channel, clip->channels);
        double steps = fmax(ceil(clip->duration * rate - NEAR), 0), numbers = 0;
        for (uint32_t k = 0; k < clip->channel_count; k++)
            numbers += (steps + 1) * (1 + mq_channel_width(channels[k].path));
        if (!(numbers <= left && steps < MQ_MOST_RESAMPLED)) {
            summary->too_long++;
            continue;
        }
        left -= numbers;
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            if (channels[k].key_count > 1 &&
                !resample_channel(arena, &channels[k], rate, (uint32_t)steps + 1, summary))
                return false;
        }
        clip->rate = (float)rate;
        if (!is_at_frame(clip->duration, rate)) {
            clip->duration = (float)(steps / rate);
            summary->extended++;
        }
    }
    return true;
}
