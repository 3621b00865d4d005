// SPDX-License-Identifier: MIT
//
// The animation of a puppet in a scene. A puppet has one timeline, and its motions are ranges of it;
// each motion becomes a clip, with the scripts of its frames as markers.
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "formats/pet/pet_scene.h"
#include "scene/pose.h"

// A limit for all clips together: motions may overlap, and each copies a part of every track.
#define BUDGET_PER_KEY 16
#define MINIMUM_BUDGET 200000
#define CHANNEL_COST 3

// A track in the scene's axes, with rising times.
typedef struct rising_track {
    maq_channel_path path;
    uint32_t node, count;
    float *times;
    float *values;
} rising_track;

typedef struct clip_builder {
    pet_to_scene *to;
    rising_track *tracks;
    uint32_t track_count;
    const char **scripts; // of frames
    uint64_t budget;
    uint64_t left_empty; // motions for which the budget was too small
    bool failed;
} clip_builder;

// ------------------------------------------------------------------------------------------ tracks

static void convert_value(maq_channel_path path, const float from[4], float *value) {
    if (path == MAQ_CHANNEL_ROTATION) {
        // The file has the conjugate, and the game normalises rotations.
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

static uint64_t add_track(clip_builder *c, maq_channel_path path, uint32_t node,
                          const maq_pet_track *track) {
    uint32_t width = mq_channel_width(path);
    rising_track *made = &c->tracks[c->track_count];
    *made = (rising_track){.path = path, .node = node};
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
        convert_value(path, key->value, made->values + (size_t)made->count * width);
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

static bool make_rising_tracks(clip_builder *c) {
    const maq_pet *pet = c->to->pet;
    c->tracks = MQ_NEW_ARRAY(c->to->scratch, rising_track, 3 * (size_t)pet->animation_count);
    bool *seen = MQ_NEW_ARRAY(c->to->scratch, bool, pet->bone_count);
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
        // Before 1.2 an animated bone has no scale.
        maq_pet_track scale = a->scale;
        if (pet->minor < 2 && keys > 0 && scale.count == 0 && is_scaled(&pet->bones[node]))
            scale = (maq_pet_track){&no_scale, 1, MAQ_NO_OFFSET};
        dropped += add_track(c, MAQ_CHANNEL_TRANSLATION, node, &a->position);
        dropped += add_track(c, MAQ_CHANNEL_ROTATION, node, &a->rotation);
        dropped += add_track(c, MAQ_CHANNEL_SCALE, node, &scale);
        c->budget += BUDGET_PER_KEY * keys;
    }
    mq_pet_report_loss(c->to->builder->findings, PET_LOSS_SCENE_KEYS, MAQ_NO_OFFSET, dropped, "key",
                       "keys", "dropped: the time does not rise, or the bone does not exist");
    return !c->failed;
}

// ------------------------------------------------------------------------------------------ ranges

// The index of the first key that is not before a time.
static uint32_t key_at(const rising_track *track, double time) {
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

static void sample(const rising_track *track, double time, float *out) {
    const maq_scene_channel channel = {.path = track->path,
                                       .key_count = track->count,
                                       .times = track->times,
                                       .values = track->values};
    uint32_t at = 0;
    mq_pose_sample(&channel, time, 0, &at, out);
}

// A range of the timeline, in seconds.
typedef struct time_range {
    double start, end;
} time_range;

// Copies the keys in a range; adds one at each end that lies between two keys.
static bool copy_range(clip_builder *c, const rising_track *track, time_range range,
                       maq_scene_channel *out) {
    uint32_t width = mq_channel_width(track->path);
    uint32_t from = key_at(track, range.start), to = key_at(track, range.end);
    if (to < track->count && (double)track->times[to] == range.end)
        to++;
    uint32_t capacity = to > from ? to - from + 2 : 2, used = 0;
    float *times = MQ_NEW_ARRAY(c->to->arena, float, capacity);
    float *values = mq_arena_alloc(c->to->arena, capacity, width * sizeof(float), alignof(float));
    if (!times || !values)
        return false;
    if (from >= track->count || (double)track->times[from] != range.start) {
        sample(track, range.start, values);
        times[used++] = 0;
    }
    for (uint32_t i = from; i < to; i++) {
        float time = (float)((double)track->times[i] - range.start);
        if (used > 0 && time <= times[used - 1])
            continue;
        times[used] = time;
        memcpy(values + (size_t)used * width, track->values + (size_t)i * width,
               width * sizeof *values);
        used++;
    }
    float length = (float)(range.end - range.start);
    bool moves_on = to > 0 && to < track->count;
    if (moves_on && length > times[used - 1]) {
        times[used] = length;
        sample(track, range.end, values + (size_t)used * width);
        used++;
    }
    *out = (maq_scene_channel){.path = track->path,
                               .target = track->node,
                               .key_count = used,
                               .times = times,
                               .values = values};
    uint64_t cost = (uint64_t)used + CHANNEL_COST;
    c->budget = c->budget > cost ? c->budget - cost : 0;
    return true;
}

// The whole track.
static maq_scene_channel whole_track(const rising_track *track) {
    return (maq_scene_channel){.path = track->path,
                               .target = track->node,
                               .key_count = track->count,
                               .times = track->times,
                               .values = track->values};
}

// ------------------------------------------------------------------------------------- the clips

// For each bone whether it is `root` or a descendant of it. NULL: no memory.
static const bool *find_descendants(pet_to_scene *to, uint32_t root) {
    enum { UNKNOWN, INSIDE, OUTSIDE };
    const maq_pet *pet = to->pet;
    bool *inside = MQ_NEW_ARRAY(to->scratch, bool, pet->bone_count);
    uint8_t *state = MQ_NEW_ARRAY(to->scratch, uint8_t, pet->bone_count);
    if (!inside || !state)
        return NULL;
    state[root] = INSIDE;
    for (uint32_t i = 0; i < pet->bone_count; i++) {
        // Up to an ancestor that is known. Until then all count as outside, so that cycles end; then
        // up again when they are inside.
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

MQ_COMPARE_BY(compare_markers, maq_scene_marker, time)

static bool add_markers(clip_builder *c, uint32_t start, uint32_t end, maq_scene_clip *clip) {
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
    c->budget = c->budget > cost ? c->budget - cost : 0;
    return true;
}

static const maq_value *motion_extras(pet_to_scene *to, const maq_pet_motion *motion) {
    mq_node *root, *own = mq_extras_new(to->arena, PET_EXTRAS, &root);
    mq_put_text(own, "next", mq_pet_to_utf8(to->arena, motion->next));
    mq_put_text(own, "method", mq_pet_to_utf8(to->arena, motion->method));
    if (isfinite(motion->time))
        mq_put_float(own, "time", motion->time);
    mq_put_text(own, "bone", mq_pet_to_utf8(to->arena, motion->bone));
    return mq_pet_extras_end(root, own);
}

static bool add_channels(clip_builder *c, const maq_pet_motion *motion, int32_t bone,
                         maq_scene_clip *clip) {
    const maq_pet *pet = c->to->pet;
    const bool *driven = NULL;
    if (bone >= 0 && pet->bones[bone].parent.bone >= 0) {
        driven = find_descendants(c->to, (uint32_t)bone);
        c->budget = c->budget > pet->bone_count ? c->budget - pet->bone_count : 0;
        if (!driven)
            return false;
    }
    maq_scene_channel *channels = MQ_NEW_ARRAY(c->to->arena, maq_scene_channel, c->track_count);
    if (!channels)
        return false;
    time_range range = {(double)motion->start / PET_FRAMES_PER_SECOND,
                        (double)motion->end / PET_FRAMES_PER_SECOND};
    // The times of keys are floats, so the ends must be the same floats.
    range.start = (float)range.start;
    range.end = (float)range.end;
    for (uint32_t i = 0; i < c->track_count; i++) {
        if (driven && !driven[c->tracks[i].node])
            continue;
        if (!copy_range(c, &c->tracks[i], range, &channels[clip->channel_count++]))
            return false;
    }
    clip->channels = channels;
    return true;
}

static bool add_motion(clip_builder *c, const maq_pet_motion *motion, int32_t bone) {
    pet_to_scene *to = c->to;
    bool backwards = motion->end < motion->start;
    double frames = backwards ? 0 : motion->end - motion->start;
    maq_scene_clip clip = {.name = mq_pet_to_utf8(to->arena, motion->name),
                           .duration = (float)(frames / PET_FRAMES_PER_SECOND),
                           .rate = PET_FRAMES_PER_SECOND,
                           .loop_count = !mq_pet_same_text(motion->name, motion->next),
                           .extras = motion_extras(to, motion)};
    // The least that the motion needs.
    uint64_t least =
        (uint64_t)c->track_count * (1 + CHANNEL_COST) + (uint64_t)to->pet->frame_count / 8;
    if (c->budget < least)
        c->left_empty++;
    else if (!backwards && (!add_channels(c, motion, bone, &clip) ||
                            !add_markers(c, motion->start, motion->end, &clip)))
        return false;
    return mq_scene_add_clip(to->builder, &clip) != MAQ_SCENE_NONE;
}

static bool add_motions(clip_builder *c) {
    const maq_pet *pet = c->to->pet;
    for (uint32_t i = 0; i < pet->motion_count; i++) {
        int32_t bone = mq_pet_find_bone(pet, c->to->bone_names, pet->motions[i].bone);
        if (!add_motion(c, &pet->motions[i], bone))
            return false;
    }
    mq_pet_report_loss(c->to->builder->findings, PET_LOSS_SCENE_LIMIT, MAQ_NO_OFFSET, c->left_empty,
                       "motion", "motions", "left empty, because too many motions overlap");
    return true;
}

static bool add_timeline(clip_builder *c) {
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
        const rising_track *track = &c->tracks[i];
        channels[i] = whole_track(track);
        clip.duration = fmaxf(clip.duration, track->times[track->count - 1]);
    }
    if (!add_markers(c, 0, UINT32_MAX, &clip))
        return false;
    if (clip.marker_count > 0)
        clip.duration = fmaxf(clip.duration, clip.markers[clip.marker_count - 1].time);
    return mq_scene_add_clip(c->to->builder, &clip) != MAQ_SCENE_NONE;
}

static bool convert_scripts(clip_builder *c) {
    const maq_pet *pet = c->to->pet;
    c->scripts = MQ_NEW_ARRAY(c->to->scratch, const char *, pet->frame_count);
    for (uint32_t i = 0; c->scripts && i < pet->frame_count; i++) {
        const maq_pet_text *parts = pet->frames[i].script;
        c->scripts[i] = mq_pet_to_utf8(c->to->arena, parts[0]);
        if (parts[1].length > 0 || parts[2].length > 0)
            c->scripts[i] = mq_arena_format(c->to->arena, "%s%s%s", c->scripts[i],
                                            mq_pet_to_utf8(c->to->arena, parts[1]),
                                            mq_pet_to_utf8(c->to->arena, parts[2]));
        if (!c->scripts[i])
            return false;
    }
    return c->scripts != NULL;
}

bool mq_pet_add_clips(pet_to_scene *to) {
    clip_builder c = {.to = to, .budget = MINIMUM_BUDGET};
    if (!make_rising_tracks(&c) || !convert_scripts(&c))
        return false;
    return to->pet->motion_count > 0 ? add_motions(&c) : add_timeline(&c);
}
