// SPDX-License-Identifier: MIT
//
// The clips of a scene one after the other on the timeline of a puppet, each a motion with one frame
// between it and the next; markers become scripts of frames.
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "formats/pet/pet_from_scene.h"
#include "scene/usage.h"

#define PATHS 3
// A limit for the keys that hold bones at rest in clips that do not move them.
#define BUDGET_PER_KEY 16
#define MINIMUM_BUDGET 200000

typedef struct clip_range {
    uint32_t start, end; // frames
} clip_range;

// A channel and its track: bone * PATHS + path.
typedef struct bone_channel {
    uint32_t slot, clip, node;
    const maq_scene_channel *channel;
} bone_channel;

typedef struct timeline {
    pet_from_scene *from;
    clip_range *clips;
    uint32_t clip_count;
    bone_channel *channels;
    size_t channel_count;
    uint64_t key_count, budget;
    uint64_t doubled;  // channels for which the clip has another one
    uint64_t still;    // bones that keep the pose of another clip
    maq_pet_key *keys; // of the current track
    size_t used, key_capacity;
    bool failed;
} timeline;

// -------------------------------------------------------------------------------------- the clips

static bool arrange_clips(timeline *l) {
    const maq_scene *scene = l->from->scene;
    l->clips = MQ_NEW_ARRAY(l->from->arena, clip_range, scene->clip_count);
    if (!l->clips)
        return false;
    uint64_t next = 0, rounded = 0, loops = 0;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        double frames = (double)clip->duration * PET_FRAMES_PER_SECOND;
        double whole = ceil(frames - 1e-3);
        whole = whole > 0 ? whole : 0;
        if (!(whole < 1e9) || next + (uint64_t)whole > UINT32_MAX - 1)
            break;
        rounded += fabs(frames - whole) > 1e-3;
        loops += clip->loop_count > 1;
        l->clips[i] = (clip_range){(uint32_t)next, (uint32_t)(next + (uint64_t)whole)};
        next += (uint64_t)whole + 1;
        l->clip_count++;
    }
    PET_SCENE_LOSS(l->from, SCENE_SIZE, scene->clip_count - l->clip_count, "clip", "clips",
                   "dropped: the timeline would be too long");
    PET_SCENE_LOSS(l->from, TIMING, rounded, "clip", "clips", "extended to a whole frame");
    PET_SCENE_LOSS(l->from, LOOPS, loops, "clip that repeats a number of times",
                   "clips that repeat a number of times", "changed to play once");
    return true;
}

static int compare_channels(const void *a, const void *b, const void *context) {
    (void)context;
    const bone_channel *one = a, *other = b;
    if (one->slot != other->slot)
        return one->slot < other->slot ? -1 : 1;
    return one->clip < other->clip ? -1 : one->clip > other->clip;
}

static bool collect_channels(timeline *l) {
    const maq_scene *scene = l->from->scene;
    size_t total = 0;
    for (uint32_t i = 0; i < l->clip_count; i++)
        total += scene->clips[i].channel_count;
    bone_channel *list = MQ_NEW_ARRAY(l->from->arena, bone_channel, total);
    if (!list)
        return false;
    uint64_t lost = 0;
    for (uint32_t i = 0; i < l->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            const maq_scene_channel *channel = &clip->channels[k];
            // Versions before 1.2 have no scale keys.
            if (channel->path == MAQ_CHANNEL_SCALE && mq_channel_rests(scene, channel))
                continue;
            uint32_t bone = channel->path <= MAQ_CHANNEL_SCALE
                                ? l->from->bone_of_node[channel->target]
                                : MAQ_SCENE_NONE;
            if (bone == MAQ_SCENE_NONE) {
                lost++;
                continue;
            }
            l->key_count += channel->key_count;
            list[l->channel_count++] =
                (bone_channel){bone * PATHS + (uint32_t)channel->path, i, channel->target, channel};
        }
    }
    PET_SCENE_LOSS(l->from, CHANNEL, lost, "channel", "channels",
                   "dropped: only the translation, rotation and scale of bones can be animated");
    l->channels =
        mq_sort_in(l->from->arena, list, l->channel_count, sizeof *list, compare_channels, NULL);
    l->budget = MINIMUM_BUDGET + BUDGET_PER_KEY * l->key_count;
    return l->channels != NULL;
}

// ------------------------------------------------------------------------------------------ keys

static void add_key(timeline *l, maq_channel_path path, double time, const float *value) {
    maq_pet_key key = {.time = (float)time};
    if (l->used > 0 && key.time <= l->keys[l->used - 1].time)
        return;
    if (path == MAQ_CHANNEL_ROTATION) {
        mq_axes_rotation_from_scene(MQ_AXES_PANGYA, value, key.value);
        // The file has the conjugate.
        for (int i = 0; i < 3; i++)
            key.value[i] = -key.value[i];
    } else if (path == MAQ_CHANNEL_SCALE) {
        mq_axes_scale_from_scene(MQ_AXES_PANGYA, value, key.value);
    } else {
        mq_axes_from_scene(MQ_AXES_PANGYA, value, key.value);
    }
    maq_pet_key *keys =
        mq_arena_grow(l->from->arena, l->keys, &l->key_capacity, l->used, sizeof *keys);
    if (!keys) {
        l->failed = true;
        return;
    }
    l->keys = keys;
    l->keys[l->used++] = key;
}

static const float *rest_value(const maq_scene_node *node, maq_channel_path path) {
    return path == MAQ_CHANNEL_ROTATION ? node->rest.rotation
           : path == MAQ_CHANNEL_SCALE  ? node->rest.scale
                                        : node->rest.translation;
}

// The keys of a channel in its clip. When there are several clips, both ends get keys.
static void add_channel_keys(timeline *l, const bone_channel *item) {
    const maq_scene_channel *channel = item->channel;
    uint32_t width = mq_channel_width(channel->path), last = channel->key_count - 1;
    double start = (double)l->clips[item->clip].start / PET_FRAMES_PER_SECOND;
    double end = (double)l->clips[item->clip].end / PET_FRAMES_PER_SECOND;
    bool alone = l->clip_count == 1;
    if (!alone && channel->times[0] > 0)
        add_key(l, channel->path, start, channel->values);
    for (uint32_t i = 0; i <= last; i++) {
        double time = start + (double)channel->times[i];
        const float *value = channel->values + (size_t)i * width;
        // A step becomes two keys next to each other.
        if (channel->step && i > 0)
            add_key(l, channel->path, (double)nextafterf((float)time, 0), value - width);
        add_key(l, channel->path, time, value);
    }
    if (!alone)
        add_key(l, channel->path, end, channel->values + (size_t)last * width);
}

// Holds a bone at rest in a clip that does not move it.
static void add_rest_keys(timeline *l, uint32_t clip, const bone_channel *other) {
    if (l->budget < 2) {
        l->still++;
        return;
    }
    l->budget -= 2;
    maq_channel_path path = other->channel->path;
    const float *value = rest_value(&l->from->scene->nodes[other->node], path);
    add_key(l, path, (double)l->clips[clip].start / PET_FRAMES_PER_SECOND, value);
    add_key(l, path, (double)l->clips[clip].end / PET_FRAMES_PER_SECOND, value);
}

// Makes one track of all channels of a slot; returns how many there are.
static size_t make_track(timeline *l, size_t first, maq_pet_track *track) {
    uint32_t slot = l->channels[first].slot, clip = 0;
    size_t at = first;
    l->keys = NULL;
    l->used = l->key_capacity = 0;
    for (; at < l->channel_count && l->channels[at].slot == slot; at++) {
        if (at > first && l->channels[at].clip == l->channels[at - 1].clip) {
            l->doubled++;
            continue;
        }
        for (; clip < l->channels[at].clip; clip++)
            add_rest_keys(l, clip, &l->channels[first]);
        add_channel_keys(l, &l->channels[at]);
        clip++;
    }
    for (; clip < l->clip_count && l->budget >= 2; clip++)
        add_rest_keys(l, clip, &l->channels[first]);
    l->still += clip < l->clip_count;
    *track = (maq_pet_track){l->keys, (uint32_t)l->used, MAQ_NO_OFFSET};
    return at - first;
}

static bool make_animations(timeline *l) {
    maq_pet_animation *animations =
        MQ_NEW_ARRAY(l->from->arena, maq_pet_animation, l->channel_count);
    if (!animations)
        return false;
    uint32_t count = 0;
    for (size_t i = 0; i < l->channel_count && !l->failed;) {
        int32_t bone = (int32_t)(l->channels[i].slot / PATHS);
        if (count == 0 || animations[count - 1].id.bone != bone)
            animations[count++] =
                (maq_pet_animation){.id = {.bone = bone}, .offset = MAQ_NO_OFFSET};
        maq_pet_animation *animation = &animations[count - 1];
        maq_channel_path path = l->channels[i].channel->path;
        i += make_track(l, i,
                        path == MAQ_CHANNEL_ROTATION ? &animation->rotation
                        : path == MAQ_CHANNEL_SCALE  ? &animation->scale
                                                     : &animation->position);
    }
    PET_SCENE_LOSS(l->from, TIMELINES, l->still, "bone", "bones",
                   "left in the pose of another clip, because there are too many clips");
    PET_SCENE_LOSS(l->from, CHANNEL, l->doubled, "second channel of the same bone in a clip",
                   "second channels of the same bone in a clip", "dropped");
    l->from->pet.animations = animations;
    l->from->pet.animation_count = count;
    return !l->failed;
}

// ----------------------------------------------------------------------------- motions and frames

static bool make_motions(timeline *l) {
    pet_from_scene *from = l->from;
    const maq_scene *scene = from->scene;
    // A puppet without motions became one clip of this name.
    if (l->clip_count == 1 && strcmp(scene->clips[0].name, PET_TIMELINE_NAME) == 0)
        return true;
    maq_pet_motion *motions = MQ_NEW_ARRAY(from->arena, maq_pet_motion, l->clip_count);
    if (!motions)
        return false;
    for (uint32_t i = 0; i < l->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        const maq_value *own = mq_scene_own_extras(clip->extras, PET_EXTRAS);
        maq_pet_motion *motion = &motions[i];
        double time = 0;
        maq_value_number(maq_value_find(own, "time"), &time);
        *motion = (maq_pet_motion){.name = mq_pet_file_text(from, clip->name),
                                   .start = l->clips[i].start,
                                   .end = l->clips[i].end,
                                   .next = mq_pet_extra_text(from, own, "next"),
                                   .method = mq_pet_extra_text(from, own, "method"),
                                   .time = fabs(time) < 1e9 ? (float)time : 0,
                                   .bone = mq_pet_extra_text(from, own, "bone"),
                                   .offset = MAQ_NO_OFFSET};
        if (clip->loop_count == 0)
            motion->next = motion->name;
        else if (mq_pet_same_text(motion->next, motion->name))
            motion->next.length = 0;
    }
    from->pet.motions = motions;
    from->pet.motion_count = l->clip_count;
    return true;
}

MQ_COMPARE_BY(compare_frames, maq_pet_frame, number)

static bool make_frames(timeline *l) {
    pet_from_scene *from = l->from;
    size_t capacity = 0;
    for (uint32_t i = 0; i < l->clip_count; i++)
        capacity += from->scene->clips[i].marker_count;
    maq_pet_frame *frames = MQ_NEW_ARRAY(from->arena, maq_pet_frame, capacity);
    if (!frames)
        return false;
    uint32_t count = 0;
    uint64_t rounded = 0;
    for (uint32_t i = 0; i < l->clip_count; i++) {
        const maq_scene_clip *clip = &from->scene->clips[i];
        uint32_t most = l->clips[i].end - l->clips[i].start;
        for (uint32_t k = 0; k < clip->marker_count; k++) {
            double exact = (double)clip->markers[k].time * PET_FRAMES_PER_SECOND;
            double whole = floor(exact + 0.5);
            whole = whole > 0 ? fmin(whole, most) : 0;
            rounded += !(fabs(exact - whole) < 1e-3);
            frames[count++] = (maq_pet_frame){
                .number = l->clips[i].start + (uint32_t)whole,
                .script = {mq_pet_file_text(from, clip->markers[k].text), {"", 0}, {"", 0}},
                .check = 1,
                .has_check = true,
                .offset = MAQ_NO_OFFSET};
        }
    }
    PET_SCENE_LOSS(from, TIMING, rounded, "marker", "markers", "moved to a whole frame");
    from->pet.frames = mq_sort_in(from->arena, frames, count, sizeof *frames, compare_frames, NULL);
    from->pet.frame_count = count;
    return from->pet.frames != NULL;
}

bool mq_pet_make_clips(pet_from_scene *from) {
    timeline l = {.from = from};
    return arrange_clips(&l) && collect_channels(&l) && make_animations(&l) && make_motions(&l) &&
           make_frames(&l);
}
