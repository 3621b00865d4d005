// SPDX-License-Identifier: MIT
//
// A puppet has one timeline, and motions are stretches of it. In a scene each motion is a clip of
// its own, with the scripts of its frames as markers.
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "formats/pet/pet_scene.h"
#include "scene/pose.h"

// What all clips together may cost: motions may overlap, and each cuts every track.
#define ROOM_PER_KEY 16
#define ROOM_AT_LEAST 200000
#define CHANNEL_COST 3

// A track in the scene's axes, its times rising.
typedef struct clean_track {
    maq_channel_path path;
    uint32_t node, count;
    float *times;
    float *values;
} clean_track;

typedef struct cutting {
    pet_to_scene *to;
    clean_track *tracks;
    uint32_t track_count;
    const char **scripts; // of frames
    uint64_t room;
    uint64_t left_out; // motions that came too late
    bool failed;
} cutting;

// ------------------------------------------------------------------------------------------ tracks

static void take_value(maq_channel_path path, const float from[4], float *value) {
    if (path == MAQ_CHANNEL_ROTATION) {
        // The file turns the other way, and the game brings rotations to length 1.
        float turn[4] = {-from[0], -from[1], -from[2], from[3]};
        double square = 0;
        for (int i = 0; i < 4; i++)
            square += (double)turn[i] * (double)turn[i];
        if (fabs(square - 1) > 1e-6 && isfinite(square)) {
            mq_quat unit = mq_quat_normalize((mq_quat){turn[0], turn[1], turn[2], turn[3]});
            turn[0] = (float)unit.x;
            turn[1] = (float)unit.y;
            turn[2] = (float)unit.z;
            turn[3] = (float)unit.w;
        }
        mq_axes_rotation_to_scene(MQ_AXES_PANGYA, turn, value);
    } else if (path == MAQ_CHANNEL_SCALE) {
        mq_axes_scale_to_scene(MQ_AXES_PANGYA, from, value);
    } else {
        mq_axes_to_scene(MQ_AXES_PANGYA, from, value);
    }
}

static uint64_t add_track(cutting *c, maq_channel_path path, uint32_t node,
                          const maq_pet_track *track) {
    uint32_t width = mq_channel_width(path);
    clean_track *made = &c->tracks[c->track_count];
    *made = (clean_track){.path = path, .node = node};
    made->times = MQ_NEW_ARRAY(c->to->arena, float, track->count);
    made->values =
        mq_arena_alloc(c->to->arena, track->count, width * sizeof(float), alignof(float));
    if (!made->times || !made->values) {
        c->failed = true;
        return 0;
    }
    for (uint32_t i = 0; i < track->count; i++) {
        const maq_pet_key *key = &track->keys[i];
        if (!isfinite(key->time) || key->time < 0 ||
            (made->count > 0 && key->time <= made->times[made->count - 1]))
            continue;
        made->times[made->count] = key->time;
        take_value(path, key->value, made->values + (size_t)made->count * width);
        made->count++;
    }
    c->track_count += made->count > 0;
    return track->count - made->count;
}

static bool is_scaled(const maq_pet_bone *bone) {
    mq_mat34 local = mq_pet_local(bone);
    maq_transform rest;
    mq_pet_transform_to_scene(&local, &rest);
    for (int i = 0; i < 3; i++) {
        if (fabsf(rest.scale[i] - 1) > 1e-4f)
            return true;
    }
    return false;
}

static bool clean_tracks(cutting *c) {
    const maq_pet *pet = c->to->pet;
    c->tracks = MQ_NEW_ARRAY(c->to->arena, clean_track, 3 * (size_t)pet->animation_count);
    bool *seen = MQ_NEW_ARRAY(c->to->arena, bool, pet->bone_count);
    if (!c->tracks || !seen)
        return false;
    static const maq_pet_key no_scale = {.value = {1, 1, 1}};
    uint64_t dropped = 0;
    for (uint32_t i = 0; i < pet->animation_count && !c->failed; i++) {
        const maq_pet_animation *a = &pet->animations[i];
        uint64_t keys = (uint64_t)a->position.count + a->rotation.count + a->scale.count;
        if (a->id.bone < 0 || (uint32_t)a->id.bone >= pet->bone_count || seen[a->id.bone]) {
            dropped += keys;
            continue;
        }
        uint32_t node = (uint32_t)a->id.bone;
        seen[node] = true;
        // Before 1.2 a bone that moves has no scale.
        maq_pet_track scale = a->scale;
        if (pet->minor < 2 && keys > 0 && scale.count == 0 && is_scaled(&pet->bones[node]))
            scale = (maq_pet_track){&no_scale, 1, MAQ_NO_OFFSET};
        dropped += add_track(c, MAQ_CHANNEL_TRANSLATION, node, &a->position);
        dropped += add_track(c, MAQ_CHANNEL_ROTATION, node, &a->rotation);
        dropped += add_track(c, MAQ_CHANNEL_SCALE, node, &scale);
        c->room += ROOM_PER_KEY * keys;
    }
    mq_pet_scene_add_loss(c->to->builder->findings, PET_LOSS_SCENE_KEYS, dropped,
                          "keys whose times do not rise, or of bones that are none, are left out");
    return !c->failed;
}

// ----------------------------------------------------------------------------------------- cutting

// The first key that is not before a time.
static uint32_t key_at(const clean_track *track, double time) {
    uint32_t low = 0, high = track->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)track->times[middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void sample(const clean_track *track, double time, float *out) {
    const maq_scene_channel channel = {.path = track->path,
                                       .key_count = track->count,
                                       .times = track->times,
                                       .values = track->values};
    uint32_t at = 0;
    mq_pose_sample(&channel, time, 0, &at, out);
}

// A stretch of the timeline, in seconds.
typedef struct stretch {
    double start, end;
} stretch;

// The keys between both ends, and one at each of them unless nothing happens.
static bool cut(cutting *c, const clean_track *track, stretch s, maq_scene_channel *out) {
    uint32_t width = mq_channel_width(track->path);
    uint32_t from = key_at(track, s.start), to = key_at(track, s.end);
    if (to < track->count && (double)track->times[to] == s.end)
        to++;
    uint32_t room = to > from ? to - from + 2 : 2, used = 0;
    float *times = MQ_NEW_ARRAY(c->to->arena, float, room);
    float *values = mq_arena_alloc(c->to->arena, room, width * sizeof(float), alignof(float));
    if (!times || !values)
        return false;
    if (from >= track->count || (double)track->times[from] != s.start) {
        sample(track, s.start, values);
        times[used++] = 0;
    }
    for (uint32_t i = from; i < to; i++) {
        float time = (float)((double)track->times[i] - s.start);
        if (used > 0 && time <= times[used - 1])
            continue;
        times[used] = time;
        memcpy(values + (size_t)used * width, track->values + (size_t)i * width,
               width * sizeof *values);
        used++;
    }
    float length = (float)(s.end - s.start);
    bool moves_on = to > 0 && to < track->count;
    if (moves_on && length > times[used - 1]) {
        times[used] = length;
        sample(track, s.end, values + (size_t)used * width);
        used++;
    }
    *out = (maq_scene_channel){.path = track->path,
                               .target = track->node,
                               .key_count = used,
                               .times = times,
                               .values = values};
    uint64_t cost = (uint64_t)used + CHANNEL_COST;
    c->room = c->room > cost ? c->room - cost : 0;
    return true;
}

// The whole timeline as it is.
static maq_scene_channel whole(const clean_track *track) {
    return (maq_scene_channel){.path = track->path,
                               .target = track->node,
                               .key_count = track->count,
                               .times = track->times,
                               .values = track->values};
}

// ------------------------------------------------------------------------------------- the clips

// Which bones hang on a bone. NULL: no memory.
static const bool *below(pet_to_scene *to, uint32_t root) {
    enum { UNKNOWN, INSIDE, OUTSIDE };
    const maq_pet *pet = to->pet;
    bool *inside = MQ_NEW_ARRAY(to->arena, bool, pet->bone_count);
    uint8_t *state = MQ_NEW_ARRAY(to->arena, uint8_t, pet->bone_count);
    if (!inside || !state)
        return NULL;
    state[root] = INSIDE;
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        // Up until it is known; the way itself counts as outside, so that rings end. Then again.
        uint32_t at = i;
        uint8_t answer = OUTSIDE;
        for (;;) {
            if (state[at] != UNKNOWN) {
                answer = state[at];
                break;
            }
            state[at] = OUTSIDE;
            int32_t parent = pet->bones[at].parent.bone;
            if (parent < 0 || (uint32_t)parent >= pet->bone_count)
                break;
            at = (uint32_t)parent;
        }
        for (uint32_t back = i; answer == INSIDE && state[back] == OUTSIDE;
             back = (uint32_t)pet->bones[back].parent.bone)
            state[back] = INSIDE;
    }
    for (uint32_t i = 0; i < pet->bone_count; i++)
        inside[i] = state[i] == INSIDE;
    return inside;
}

static int compare_markers(const void *a, const void *b, const void *context) {
    (void)context;
    const maq_scene_marker *one = a, *other = b;
    return one->time < other->time ? -1 : one->time > other->time;
}

static bool add_markers(cutting *c, uint32_t start, uint32_t end, maq_scene_clip *clip) {
    const maq_pet *pet = c->to->pet;
    uint32_t count = 0;
    for (uint32_t i = 0; i < pet->frame_count; i++)
        count += pet->frames[i].number >= start && pet->frames[i].number <= end && *c->scripts[i];
    maq_scene_marker *markers = MQ_NEW_ARRAY(c->to->arena, maq_scene_marker, count);
    maq_scene_marker *spare = MQ_NEW_ARRAY(c->to->arena, maq_scene_marker, count);
    if (!markers || !spare)
        return false;
    uint32_t used = 0;
    for (uint32_t i = 0; i < pet->frame_count; i++) {
        uint32_t number = pet->frames[i].number;
        if (number < start || number > end || !*c->scripts[i])
            continue;
        markers[used++] = (maq_scene_marker){
            (float)((double)(number - start) / PET_FRAMES_PER_SECOND), c->scripts[i]};
    }
    clip->markers = mq_sort(markers, spare, used, sizeof *markers, compare_markers, NULL);
    clip->marker_count = used;
    uint64_t cost = (uint64_t)count + pet->frame_count / 8;
    c->room = c->room > cost ? c->room - cost : 0;
    return true;
}

static const maq_value *motion_extras(pet_to_scene *to, const maq_pet_motion *motion) {
    mq_node *root = mq_value_root(to->arena, MAQ_VALUE_OBJECT);
    mq_node *own = mq_put_object(root, PET_EXTRAS);
    mq_put_text(own, "next", mq_pet_scene_text(to, motion->next));
    mq_put_text(own, "method", mq_pet_scene_text(to, motion->method));
    if (isfinite(motion->time))
        mq_put_float(own, "time", motion->time);
    mq_put_text(own, "bone", mq_pet_scene_text(to, motion->bone));
    return mq_node_value(root);
}

static bool add_channels(cutting *c, const maq_pet_motion *motion, int32_t bone,
                         maq_scene_clip *clip) {
    const maq_pet *pet = c->to->pet;
    const bool *driven = NULL;
    if (bone >= 0 && pet->bones[bone].parent.bone >= 0) {
        driven = below(c->to, (uint32_t)bone);
        c->room = c->room > pet->bone_count ? c->room - pet->bone_count : 0;
        if (!driven)
            return false;
    }
    maq_scene_channel *channels = MQ_NEW_ARRAY(c->to->arena, maq_scene_channel, c->track_count);
    if (!channels)
        return false;
    stretch s = {(double)motion->start / PET_FRAMES_PER_SECOND,
                 (double)motion->end / PET_FRAMES_PER_SECOND};
    // Keys are floats: those of a frame lie at the float next to its time.
    s.start = (float)s.start;
    s.end = (float)s.end;
    for (uint32_t i = 0; i < c->track_count; i++) {
        if (driven && !driven[c->tracks[i].node])
            continue;
        if (!cut(c, &c->tracks[i], s, &channels[clip->channel_count++]))
            return false;
    }
    clip->channels = channels;
    return true;
}

static bool add_motion(cutting *c, const maq_pet_motion *motion, int32_t bone) {
    pet_to_scene *to = c->to;
    bool backwards = motion->end < motion->start;
    double frames = backwards ? 0 : motion->end - motion->start;
    maq_scene_clip clip = {.name = mq_pet_scene_text(to, motion->name),
                           .duration = (float)(frames / PET_FRAMES_PER_SECOND),
                           .rate = PET_FRAMES_PER_SECOND,
                           .loop_count = !mq_pet_same_text(motion->name, motion->next),
                           .extras = motion_extras(to, motion)};
    // Each track costs at least this much.
    uint64_t least =
        (uint64_t)c->track_count * (1 + CHANNEL_COST) + (uint64_t)to->pet->frame_count / 8;
    if (c->room < least)
        c->left_out++;
    else if (!backwards && (!add_channels(c, motion, bone, &clip) ||
                            !add_markers(c, motion->start, motion->end, &clip)))
        return false;
    return mq_scene_add_clip(to->builder, &clip) != MAQ_SCENE_NONE;
}

static bool add_motions(cutting *c) {
    const maq_pet *pet = c->to->pet;
    maq_pet_text *names = MQ_NEW_ARRAY(c->to->arena, maq_pet_text, pet->motion_count);
    if (!names)
        return false;
    for (uint32_t i = 0; i < pet->motion_count; i++)
        names[i] = pet->motions[i].bone;
    int32_t *bones = mq_pet_bones_of_names(pet, c->to->arena, names, pet->motion_count);
    for (uint32_t i = 0; bones && i < pet->motion_count; i++) {
        if (!add_motion(c, &pet->motions[i], bones[i]))
            return false;
    }
    mq_pet_scene_add_loss(c->to->builder->findings, PET_LOSS_SCENE_ROOM, c->left_out,
                          "motions are left empty: too many of them overlap");
    return bones != NULL;
}

static bool add_timeline(cutting *c) {
    if (c->track_count == 0 && c->to->pet->frame_count == 0)
        return true;
    maq_scene_channel *channels = MQ_NEW_ARRAY(c->to->arena, maq_scene_channel, c->track_count);
    if (!channels)
        return false;
    maq_scene_clip clip = {.name = PET_TIMELINE_NAME,
                           .rate = PET_FRAMES_PER_SECOND,
                           .loop_count = 1,
                           .channel_count = c->track_count,
                           .channels = channels};
    for (uint32_t i = 0; i < c->track_count; i++) {
        const clean_track *track = &c->tracks[i];
        channels[i] = whole(track);
        clip.duration = fmaxf(clip.duration, track->times[track->count - 1]);
    }
    if (!add_markers(c, 0, UINT32_MAX, &clip))
        return false;
    if (clip.marker_count > 0)
        clip.duration = fmaxf(clip.duration, clip.markers[clip.marker_count - 1].time);
    return mq_scene_add_clip(c->to->builder, &clip) != MAQ_SCENE_NONE;
}

static bool convert_scripts(cutting *c) {
    const maq_pet *pet = c->to->pet;
    c->scripts = MQ_NEW_ARRAY(c->to->arena, const char *, pet->frame_count);
    for (uint32_t i = 0; c->scripts && i < pet->frame_count; i++) {
        const maq_pet_text *parts = pet->frames[i].script;
        c->scripts[i] = mq_pet_scene_text(c->to, parts[0]);
        if (parts[1].length > 0 || parts[2].length > 0)
            c->scripts[i] = mq_arena_format(c->to->arena, "%s%s%s", c->scripts[i],
                                            mq_pet_scene_text(c->to, parts[1]),
                                            mq_pet_scene_text(c->to, parts[2]));
        if (!c->scripts[i])
            return false;
    }
    return c->scripts != NULL;
}

bool mq_pet_scene_clips(pet_to_scene *to) {
    cutting c = {.to = to, .room = ROOM_AT_LEAST};
    if (!clean_tracks(&c) || !convert_scripts(&c))
        return false;
    return to->pet->motion_count > 0 ? add_motions(&c) : add_timeline(&c);
}
