// SPDX-License-Identifier: MIT
//
// Clips laid one after the other on the one timeline of a puppet, each a motion with a frame
// between it and the next; markers as scripts of frames.
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "formats/pet/pet_from_scene.h"

#define PATHS 3
// What the keys that hold bones still in clips that do not move them may cost.
#define ROOM_PER_KEY 16
#define ROOM_AT_LEAST 200000

typedef struct laid_clip {
    uint32_t start, end; // frames
} laid_clip;

// A channel and what it moves: bone * PATHS + path.
typedef struct laid_channel {
    uint32_t slot, clip, node;
    const maq_scene_channel *channel;
} laid_channel;

typedef struct laying {
    pet_from_scene *from;
    laid_clip *clips;
    uint32_t clip_count;
    laid_channel *channels;
    size_t channel_count;
    uint64_t key_count, room;
    uint64_t doubled;  // channels of what another channel of the clip moves
    uint64_t still;    // bones that are left where another clip left them
    maq_pet_key *keys; // of the track at work
    size_t used, key_room;
    bool failed;
} laying;

// -------------------------------------------------------------------------------------- the clips

static bool lay_clips(laying *l) {
    const maq_scene *scene = l->from->scene;
    l->clips = MQ_NEW_ARRAY(l->from->arena, laid_clip, scene->clip_count);
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
        l->clips[i] = (laid_clip){(uint32_t)next, (uint32_t)(next + (uint64_t)whole)};
        next += (uint64_t)whole + 1;
        l->clip_count++;
    }
    mq_findings *findings = l->from->findings;
    mq_pet_scene_add_loss(findings, PET_LOSS_SCENE_SIZE, scene->clip_count - l->clip_count,
                          "clips are lost: the timeline would be too long");
    mq_pet_scene_add_loss(findings, PET_LOSS_TIMING, rounded, "clips end at the next whole frame");
    mq_pet_scene_add_loss(findings, PET_LOSS_LOOPS, loops,
                          "clips that repeat a number of times play once");
    return true;
}

static int compare_channels(const void *a, const void *b, const void *context) {
    (void)context;
    const laid_channel *one = a, *other = b;
    if (one->slot != other->slot)
        return one->slot < other->slot ? -1 : 1;
    return one->clip < other->clip ? -1 : one->clip > other->clip;
}

static bool collect_channels(laying *l) {
    const maq_scene *scene = l->from->scene;
    size_t total = 0;
    for (uint32_t i = 0; i < l->clip_count; i++)
        total += scene->clips[i].channel_count;
    laid_channel *list = MQ_NEW_ARRAY(l->from->arena, laid_channel, total);
    laid_channel *spare = MQ_NEW_ARRAY(l->from->arena, laid_channel, total);
    if (!list || !spare)
        return false;
    uint64_t lost = 0;
    for (uint32_t i = 0; i < l->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            const maq_scene_channel *channel = &clip->channels[k];
            uint32_t bone = channel->path <= MAQ_CHANNEL_SCALE
                                ? l->from->bone_of_node[channel->target]
                                : MAQ_SCENE_NONE;
            if (bone == MAQ_SCENE_NONE) {
                lost++;
                continue;
            }
            l->key_count += channel->key_count;
            list[l->channel_count++] =
                (laid_channel){bone * PATHS + (uint32_t)channel->path, i, channel->target, channel};
        }
    }
    mq_pet_scene_add_loss(l->from->findings, PET_LOSS_CHANNEL, lost,
                          "movements of what is no bone, shapes, visibility and textures are lost");
    l->channels = mq_sort(list, spare, l->channel_count, sizeof *list, compare_channels, NULL);
    l->room = ROOM_AT_LEAST + ROOM_PER_KEY * l->key_count;
    return true;
}

// ------------------------------------------------------------------------------------------ keys

static void add_key(laying *l, maq_channel_path path, double time, const float *value) {
    maq_pet_key key = {.time = (float)time};
    if (l->used > 0 && key.time <= l->keys[l->used - 1].time)
        return;
    if (path == MAQ_CHANNEL_ROTATION) {
        mq_axes_rotation_from_scene(MQ_AXES_PANGYA, value, key.value);
        // The file turns the other way.
        for (int i = 0; i < 3; i++)
            key.value[i] = -key.value[i];
    } else if (path == MAQ_CHANNEL_SCALE) {
        mq_axes_scale_from_scene(MQ_AXES_PANGYA, value, key.value);
    } else {
        mq_axes_from_scene(MQ_AXES_PANGYA, value, key.value);
    }
    maq_pet_key *keys = mq_arena_grow(l->from->arena, l->keys, &l->key_room, l->used, sizeof *keys);
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

// The keys of a channel in its clip. Where there are more clips, both ends are held.
static void lay_channel(laying *l, const laid_channel *laid) {
    const maq_scene_channel *channel = laid->channel;
    uint32_t width = mq_channel_width(channel->path), last = channel->key_count - 1;
    double start = (double)l->clips[laid->clip].start / PET_FRAMES_PER_SECOND;
    double end = (double)l->clips[laid->clip].end / PET_FRAMES_PER_SECOND;
    bool alone = l->clip_count == 1;
    if (!alone && channel->times[0] > 0)
        add_key(l, channel->path, start, channel->values);
    for (uint32_t i = 0; i <= last; i++) {
        double time = start + (double)channel->times[i];
        const float *value = channel->values + (size_t)i * width;
        // A step is a very steep line.
        if (channel->step && i > 0)
            add_key(l, channel->path, (double)nextafterf((float)time, 0), value - width);
        add_key(l, channel->path, time, value);
    }
    if (!alone)
        add_key(l, channel->path, end, channel->values + (size_t)last * width);
}

// A clip that does not move what others move: it rests.
static void lay_rest(laying *l, uint32_t clip, const laid_channel *other) {
    if (l->room < 2) {
        l->still++;
        return;
    }
    l->room -= 2;
    maq_channel_path path = other->channel->path;
    const float *value = rest_value(&l->from->scene->nodes[other->node], path);
    add_key(l, path, (double)l->clips[clip].start / PET_FRAMES_PER_SECOND, value);
    add_key(l, path, (double)l->clips[clip].end / PET_FRAMES_PER_SECOND, value);
}

// All channels of one slot as one track; returns how many there are.
static size_t lay_slot(laying *l, size_t first, maq_pet_track *track) {
    uint32_t slot = l->channels[first].slot, clip = 0;
    size_t at = first;
    l->keys = NULL;
    l->used = l->key_room = 0;
    for (; at < l->channel_count && l->channels[at].slot == slot; at++) {
        if (at > first && l->channels[at].clip == l->channels[at - 1].clip) {
            l->doubled++;
            continue;
        }
        for (; clip < l->channels[at].clip; clip++)
            lay_rest(l, clip, &l->channels[first]);
        lay_channel(l, &l->channels[at]);
        clip++;
    }
    for (; clip < l->clip_count && l->room >= 2; clip++)
        lay_rest(l, clip, &l->channels[first]);
    l->still += clip < l->clip_count;
    *track = (maq_pet_track){l->keys, (uint32_t)l->used, MAQ_NO_OFFSET};
    return at - first;
}

static bool take_keys(laying *l) {
    size_t room = l->channel_count;
    maq_pet_animation *animations = MQ_NEW_ARRAY(l->from->arena, maq_pet_animation, room);
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
        i += lay_slot(l, i,
                      path == MAQ_CHANNEL_ROTATION ? &animation->rotation
                      : path == MAQ_CHANNEL_SCALE  ? &animation->scale
                                                   : &animation->position);
    }
    mq_pet_scene_add_loss(l->from->findings, PET_LOSS_TIMELINES, l->still,
                          "bones stay where another clip left them: there are too many clips");
    mq_pet_scene_add_loss(l->from->findings, PET_LOSS_CHANNEL, l->doubled,
                          "second movements of the same bone in a clip are lost");
    l->from->pet.animations = animations;
    l->from->pet.animation_count = count;
    return !l->failed;
}

// ----------------------------------------------------------------------------- motions and frames

static maq_pet_text text_of(pet_from_scene *from, const maq_value *own, const char *key,
                            const char *otherwise) {
    const char *text = mq_pet_extra_text(own, key);
    return mq_pet_file_text(from, text ? text : otherwise);
}

static bool take_motions(laying *l) {
    pet_from_scene *from = l->from;
    const maq_scene *scene = from->scene;
    // The timeline of a puppet without motions.
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
                                   .next = text_of(from, own, "next", ""),
                                   .method = text_of(from, own, "method", ""),
                                   .time = fabs(time) < 1e9 ? (float)time : 0,
                                   .bone = text_of(from, own, "bone", ""),
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

static int compare_frames(const void *a, const void *b, const void *context) {
    (void)context;
    const maq_pet_frame *one = a, *other = b;
    return one->number < other->number ? -1 : one->number > other->number;
}

static bool take_frames(laying *l) {
    pet_from_scene *from = l->from;
    size_t room = 0;
    for (uint32_t i = 0; i < l->clip_count; i++)
        room += from->scene->clips[i].marker_count;
    maq_pet_frame *frames = MQ_NEW_ARRAY(from->arena, maq_pet_frame, room);
    maq_pet_frame *spare = MQ_NEW_ARRAY(from->arena, maq_pet_frame, room);
    if (!frames || !spare)
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
    mq_pet_scene_add_loss(from->findings, PET_LOSS_TIMING, rounded, "markers move to whole frames");
    from->pet.frames = mq_sort(frames, spare, count, sizeof *frames, compare_frames, NULL);
    from->pet.frame_count = count;
    return true;
}

bool mq_pet_take_clips(pet_from_scene *from) {
    laying l = {.from = from};
    return lay_clips(&l) && collect_channels(&l) && take_keys(&l) && take_motions(&l) &&
           take_frames(&l);
}
