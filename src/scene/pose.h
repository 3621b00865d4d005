// SPDX-License-Identifier: MIT
//
// Sampling clips, and the matrices of nodes. Formats sample channel by channel, the motion module
// many channels at a time.
#ifndef MQ_SCENE_POSE_H
#define MQ_SCENE_POSE_H

#include "base/slerp.h"
#include "maquette/scene.h"

// A position between the keys of a channel: `part` is 0 at the key and would be 1 at the next one.
typedef struct mq_key_position {
    uint32_t key;
    double part;
} mq_key_position;

// The last key that is not after a time, or the first of all. `hint` is tried first.
static inline uint32_t mq_key_seek(const float *times, uint32_t count, float time, uint32_t hint) {
    // Usually the time is still between the same two keys, or between the next two.
    uint32_t low = 0, high = count;
    if (hint < count && times[hint] <= time) {
        if (hint + 1 == count || time < times[hint + 1])
            return hint;
        low = hint + 1;
        if (hint + 2 == count || time < times[hint + 2])
            return low;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// The position of a time in a channel. Keys up to `reached` count as reached; the interpolation
// begins when `left` is above the time of the key.
static inline mq_key_position mq_key_find(const maq_scene_channel *channel, double time,
                                          float reached, float left, uint32_t hint) {
    const float *times = channel->times;
    mq_key_position position = {mq_key_seek(times, channel->key_count, reached, hint), 0};
    double start = times[position.key];
    if (!channel->step && position.key + 1 < channel->key_count && left > times[position.key])
        position.part = (time - start) / (times[position.key + 1] - start);
    return position;
}

// Linear interpolation.
static inline float mq_key_between(float a, float b, double part) {
    return (float)(a + ((double)b - a) * part);
}

// The part of a transform that a channel animates: translation, rotation or scale.
static inline float *mq_pose_member(maq_transform *transform, maq_channel_path path) {
    return path == MAQ_CHANNEL_TRANSLATION ? transform->translation
           : path == MAQ_CHANNEL_ROTATION  ? transform->rotation
                                           : transform->scale;
}

// The value of a channel at a time: 3, 4 or 1 numbers. It is constant before the first key and after
// the last; at a key it has exactly the bits of the key. A key within `near` counts as reached, and
// so does one that no float separates from the time: 0.1 as a double is before 0.1 as a float. *at is
// where the search begins and ends; start with 0.
void mq_pose_sample(const maq_scene_channel *channel, double time, double near, uint32_t *at,
                    float *out);

// The world matrices of all nodes from their local transforms.
void mq_pose_world_matrices(const maq_scene *scene, const maq_transform *locals, mq_mat34 *worlds);

// The transforms and world matrices of all nodes at a time of a clip, or in the rest pose (NULL).
void mq_pose_at(const maq_scene *scene, const maq_scene_clip *clip, double time,
                maq_transform *locals, mq_mat34 *worlds);

// The inverse of a matrix; the identity when it has none.
mq_mat34 mq_mat34_inverse(const mq_mat34 *a);

// The rotation of a matrix, without its scale.
mq_quat mq_mat34_rotation(const mq_mat34 *a);

#endif
