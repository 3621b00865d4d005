// SPDX-License-Identifier: MIT
//
// The clips of a scene as frames: all joints, at even steps of time.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "formats/iq/iq_from_scene.h"
#include "scene/pose.h"

// A key this near to a frame, in frames, counts as part of it.
#define NEAR 0.01

enum { GROUP_COUNT = 3 }; // translation, rotation, scale: numbered as maq_channel_path

// A channel and how far its keys have been used.
typedef struct track {
    const maq_scene_channel *channel; // NULL: the node rests
    uint32_t at;
} track;

// ------------------------------------------------------------------------------------------ clips

typedef struct clips {
    iq_exporter *exporter;
    maq_iqe_animation *animations;
    maq_iqe_frame *frames;
    double *poses;
    uint32_t pose; // how many there are
    track *tracks; // of the current clip, three a joint
} clips;

static double own_number(const maq_scene_clip *clip, const char *key, double otherwise) {
    maq_value_number(maq_value_find(mq_scene_own_extras(clip->extras, IQM_EXTRAS), key),
                     &otherwise);
    return otherwise;
}

// Frames a second. A clip without a rate may have one in extras.
static double rate_of(const maq_scene_clip *clip) {
    if (clip->rate > 0)
        return clip->rate;
    double own = own_number(clip, "framerate", 0);
    return own > 0 && own < 1e6 ? own : (double)IQM_DEFAULT_RATE;
}

// The rate that is written: 0 when the file had none and the clip still has the default.
static double stated_rate(const maq_scene_clip *clip) {
    double rate = rate_of(clip);
    bool unsaid = own_number(clip, "framerate", 1) <= 0;
    return unsaid && rate == (double)IQM_DEFAULT_RATE ? 0 : rate;
}

static double frames_of(const maq_scene_clip *clip) {
    double rate = rate_of(clip), own = own_number(clip, "frames", -1);
    double steps = clip->duration > 0 ? clip->duration * rate : 0;
    bool still = true;
    for (uint32_t i = 0; i < clip->channel_count; i++)
        still = still && clip->channels[i].key_count == 1;
    // An editor may shorten a clip in which nothing moves.
    if (own >= 0 && own == floor(own) && (still || fabs(steps - (own - 1)) <= 0.5))
        return own == 0 && clip->channel_count ? 1 : own;
    return ceil(steps - NEAR) + 1;
}

// Finds the channels of the joints; returns how many of their keys lie between frames.
static uint64_t find_tracks(const clips *c, const maq_scene_clip *clip) {
    const iq_exporter *exporter = c->exporter;
    double rate = rate_of(clip);
    uint64_t between = 0;
    memset(c->tracks, 0, (size_t)exporter->joint_count * GROUP_COUNT * sizeof *c->tracks);
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        if (channel->path > MAQ_CHANNEL_SCALE)
            continue;
        uint32_t joint = (uint32_t)exporter->joint_of[channel->target];
        c->tracks[joint * GROUP_COUNT + channel->path].channel = channel;
        for (uint32_t k = 0; k < channel->key_count; k++) {
            double at = channel->times[k] * rate;
            between += fabs(at - floor(at + 0.5)) > NEAR;
        }
    }
    return between;
}

static void add_frame(clips *c, double time, double near) {
    const iq_exporter *exporter = c->exporter;
    for (uint32_t j = 0; j < exporter->joint_count; j++) {
        maq_transform pose = exporter->scene->nodes[exporter->nodes[j]].rest;
        float *parts[GROUP_COUNT] = {pose.translation, pose.rotation, pose.scale};
        for (unsigned g = 0; g < GROUP_COUNT; g++) {
            track *t = &c->tracks[j * GROUP_COUNT + g];
            if (t->channel)
                mq_pose_sample(t->channel, time, near, &t->at, parts[g]);
        }
        mq_iq_export_pose(c->poses + (size_t)c->pose++ * 10, &pose);
    }
}

static bool add_clip(clips *c, const maq_scene_clip *clip) {
    iq_exporter *exporter = c->exporter;
    maq_iqe *iqe = exporter->iqe;
    double rate = rate_of(clip);
    uint32_t frames = (uint32_t)frames_of(clip);
    c->animations[iqe->animation_count++] =
        (maq_iqe_animation){.name = mq_iq_export_text(exporter, clip->name),
                            .first_frame = iqe->frame_count,
                            .frame_count = frames,
                            .loop = clip->loop_count == 0,
                            .has_framerate = stated_rate(clip) > 0,
                            .framerate = stated_rate(clip),
                            .offset = MAQ_IQE_NO_OFFSET};
    uint64_t between = find_tracks(c, clip);
    for (uint32_t f = 0; f < frames; f++) {
        c->frames[iqe->frame_count++] = (maq_iqe_frame){c->pose, MAQ_IQE_NO_OFFSET};
        add_frame(c, f / rate, NEAR / rate);
    }
    IQM_LOSS(exporter->findings, LOSS_KEYS, between,
             "clip \"%.255s\": %" PRIu64 " %s between its frames", clip->name, between,
             MQ_PLURAL(between, "key lies", "keys lie"));
    double lasts = frames > 0 ? (frames - 1) / rate : 0;
    if (fabs(lasts - clip->duration) > 1e-3)
        IQM_LOSS(exporter->findings, LOSS_KEYS, 1,
                 "clip \"%.255s\" lasts %.3f seconds instead of %.3f: its frames have one length",
                 clip->name, lasts, (double)clip->duration);
    return c->animations[iqe->animation_count - 1].name != NULL;
}

bool mq_iq_export_clips(iq_exporter *exporter) {
    const maq_scene *scene = exporter->scene;
    if (scene->clip_count == 0)
        return true;
    if (exporter->joint_count == 0) {
        IQM_LOSS(exporter->findings, LOSS_TRACKS, scene->clip_count,
                 "%" PRIu32 " %s dropped: there are no joints to move", scene->clip_count,
                 MQ_PLURAL(scene->clip_count, "clip was", "clips were"));
        return true;
    }
    double frames = 0, keys = 0;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        frames += frames_of(&scene->clips[i]);
        for (uint32_t k = 0; k < scene->clips[i].channel_count; k++)
            keys += scene->clips[i].channels[k].key_count;
    }
    // Few keys can demand any number of frames.
    if (!(frames <= keys * 16 + 65536) ||
        !(frames * exporter->joint_count <= keys * 16 + 1000000)) {
        exporter->over_limit = true;
        return false;
    }
    uint32_t base = exporter->joint_count, frame_count = (uint32_t)frames;
    size_t rows = (size_t)frame_count * exporter->joint_count + base;
    clips c = {.exporter = exporter,
               .animations = MQ_NEW_ARRAY(exporter->arena, maq_iqe_animation, scene->clip_count),
               .frames = MQ_NEW_ARRAY(exporter->arena, maq_iqe_frame, frame_count),
               .poses =
                   mq_arena_alloc(exporter->arena, rows, 10 * sizeof *c.poses, alignof(double)),
               .pose = base,
               .tracks = mq_arena_alloc(exporter->arena, exporter->joint_count,
                                        GROUP_COUNT * sizeof(track), alignof(track))};
    if (!c.animations || !c.frames || !c.poses || !c.tracks)
        return false;
    memcpy(c.poses, exporter->iqe->poses.rows.values, (size_t)base * 10 * sizeof *c.poses);
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        if (!add_clip(&c, &scene->clips[i]))
            return false;
    }
    exporter->iqe->animations = c.animations;
    exporter->iqe->frames = c.frames;
    exporter->iqe->poses.rows = (maq_iqe_rows){c.poses, c.pose, 10, NULL, false};
    return true;
}
