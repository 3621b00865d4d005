// SPDX-License-Identifier: MIT
//
// Joining keys, frames and motions: the animations follow each other on one timeline.
#include <string.h>

#include "formats/pet/pet_join.h"

#define TRACK_COUNT 4

static const maq_pet_track *track_of(const maq_pet_animation *animation, unsigned track) {
    const maq_pet_track *const tracks[TRACK_COUNT] = {&animation->position, &animation->rotation,
                                                      &animation->scale, &animation->flag};
    return tracks[track];
}

// The frame after the last one of a puppet's keys, motions and frames.
static uint32_t length_of(const maq_pet *pet) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < pet->animation_count; i++) {
        for (unsigned t = 0; t < TRACK_COUNT; t++) {
            const maq_pet_track *track = track_of(&pet->animations[i], t);
            float end = track->count > 0 ? track->keys[track->count - 1].time : 0;
            // A time beyond one day is not plausible.
            if (end > 0 && end < 86400 && end * PET_FRAMES_PER_SECOND > (float)last)
                last = (uint32_t)ceilf(end * PET_FRAMES_PER_SECOND);
        }
    }
    for (uint32_t i = 0; i < pet->motion_count; i++)
        last = pet->motions[i].end > last ? pet->motions[i].end : last;
    for (uint32_t i = 0; i < pet->frame_count; i++)
        last = pet->frames[i].number > last ? pet->frames[i].number : last;
    return last < UINT32_MAX / 2 ? last + 1 : 0;
}

// Sets the frame shift of each part; returns how many parts are animated.
static size_t arrange_parts(pet_join *j) {
    uint32_t at = 0;
    size_t animated = 0;
    for (size_t i = 0; i < j->part_count; i++) {
        join_part *part = &j->parts[i];
        const maq_pet *pet = part->pet;
        part->animated = pet->animation_count > 0 || pet->motion_count > 0 || pet->frame_count > 0;
        if (!part->animated)
            continue;
        animated++;
        part->frame_shift = at;
        at += length_of(pet);
    }
    return animated;
}

// The keys of a bone of the joined puppet in all parts.
typedef struct bone_keys {
    uint32_t counts[TRACK_COUNT];
    uint32_t parts, entry; // entry: 1 + its index in the list
    size_t last_part;
    bool wide;
} bone_keys;

static void count_keys(pet_join *j, bone_keys *bones, uint32_t *entries) {
    for (size_t i = 0; i < j->part_count; i++) {
        const join_part *part = &j->parts[i];
        for (uint32_t k = 0; k < part->pet->animation_count; k++) {
            const maq_pet_animation *animation = &part->pet->animations[k];
            if ((uint32_t)animation->id.bone >= part->pet->bone_count)
                continue;
            bone_keys *bone = &bones[part->bones[animation->id.bone]];
            if (bone->entry == 0) {
                bone->entry = ++*entries;
                bone->wide =
                    animation->id.wide && animation->id.bone == part->bones[animation->id.bone];
            }
            if (bone->parts == 0 || bone->last_part != i)
                bone->parts++;
            bone->last_part = i;
            for (unsigned t = 0; t < TRACK_COUNT; t++)
                bone->counts[t] += track_of(animation, t)->count;
        }
    }
}

static void append_keys(maq_pet_track *to, const maq_pet_track *from, uint32_t frame_shift) {
    maq_pet_key *keys = MQ_WRITABLE(maq_pet_key, to->keys);
    float shift = (float)frame_shift / PET_FRAMES_PER_SECOND;
    for (uint32_t i = 0; i < from->count; i++) {
        maq_pet_key key = from->keys[i];
        if (frame_shift > 0)
            key.time += shift;
        keys[to->count++] = key;
    }
}

static bool join_keys(pet_join *j, size_t animated) {
    bone_keys *bones = MQ_NEW_ARRAY(j->arena, bone_keys, j->joined.bone_count);
    uint32_t entries = 0;
    if (!bones)
        return false;
    count_keys(j, bones, &entries);
    maq_pet_animation *items = MQ_NEW_ARRAY(j->arena, maq_pet_animation, entries);
    if (!items)
        return false;
    uint64_t partly = 0;
    for (uint32_t b = 0; b < j->joined.bone_count; b++) {
        if (bones[b].entry == 0)
            continue;
        partly += bones[b].parts < animated;
        maq_pet_animation *item = &items[bones[b].entry - 1];
        item->id = (maq_pet_id){(int32_t)b, bones[b].wide};
        maq_pet_track *const tracks[TRACK_COUNT] = {&item->position, &item->rotation, &item->scale,
                                                    &item->flag};
        for (unsigned t = 0; t < TRACK_COUNT; t++) {
            tracks[t]->keys = MQ_NEW_ARRAY(j->arena, maq_pet_key, bones[b].counts[t]);
            if (!tracks[t]->keys)
                return false;
        }
    }
    for (size_t i = 0; i < j->part_count; i++) {
        const join_part *part = &j->parts[i];
        for (uint32_t k = 0; k < part->pet->animation_count; k++) {
            const maq_pet_animation *animation = &part->pet->animations[k];
            if ((uint32_t)animation->id.bone >= part->pet->bone_count)
                continue;
            maq_pet_animation *item = &items[bones[part->bones[animation->id.bone]].entry - 1];
            append_keys(&item->position, &animation->position, part->frame_shift);
            append_keys(&item->rotation, &animation->rotation, part->frame_shift);
            append_keys(&item->scale, &animation->scale, part->frame_shift);
            append_keys(&item->flag, &animation->flag, part->frame_shift);
        }
    }
    mq_pet_report_loss(
        j->findings, PET_LOSS_TIMELINES, MAQ_NO_OFFSET, animated > 1 ? partly : 0, "bone", "bones",
        "left without keys in some of the joined animations and keep the pose of another");
    j->joined.animations = items;
    j->joined.animation_count = entries;
    return true;
}

bool mq_pet_join_animations(pet_join *j) {
    size_t animated = arrange_parts(j), frame_capacity = 0, motion_capacity = 0;
    for (size_t i = 0; i < j->part_count; i++) {
        frame_capacity += j->parts[i].pet->frame_count;
        motion_capacity += j->parts[i].pet->motion_count;
    }
    maq_pet_frame *frames = MQ_NEW_ARRAY(j->arena, maq_pet_frame, frame_capacity);
    maq_pet_motion *motions = MQ_NEW_ARRAY(j->arena, maq_pet_motion, motion_capacity);
    if (!frames || !motions || !join_keys(j, animated))
        return false;
    uint32_t frame_count = 0, motion_count = 0;
    for (size_t i = 0; i < j->part_count; i++) {
        const join_part *part = &j->parts[i];
        for (uint32_t k = 0; k < part->pet->frame_count; k++) {
            frames[frame_count] = part->pet->frames[k];
            frames[frame_count++].number += part->frame_shift;
        }
        for (uint32_t k = 0; k < part->pet->motion_count; k++) {
            motions[motion_count] = part->pet->motions[k];
            motions[motion_count].bone = part->motion_bones[k];
            motions[motion_count].start += part->frame_shift;
            motions[motion_count++].end += part->frame_shift;
        }
    }
    j->joined.frames = frames;
    j->joined.frame_count = frame_count;
    j->joined.motions = motions;
    j->joined.motion_count = motion_count;
    return true;
}
