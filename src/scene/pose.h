// SPDX-License-Identifier: MIT
//
// The one sampling of clips, and where the nodes of a scene are at a moment. The bridges use it
// channel by channel, the motion room many at a time.
#ifndef MQ_SCENE_POSE_H
#define MQ_SCENE_POSE_H

#include "base/slerp.h"
#include "maquette/scene.h"

// A place between the keys of a channel: how far it is from one key to the next, 0 at the key.
typedef struct mq_key_position {
    uint32_t key;
    double part;
} mq_key_position;

// The last key that is not after a time, or the first of all. `hint`: where to look first.
static inline uint32_t mq_key_seek(const float *times, uint32_t count, float time, uint32_t hint) {
    // Time mostly stays between two keys, or goes on to the next.
    uint32_t low = 0, high = count;
    if (hint < count && times[hint] <= time) {
        low = hint;
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

// Where a time lies in a channel. A key up to `reached` is reached, one up to `left` not yet left.
static inline mq_key_position mq_key_find(const maq_scene_channel *channel, double time,
                                          float reached, float left, uint32_t hint) {
    const float *times = channel->times;
    mq_key_position place = {mq_key_seek(times, channel->key_count, reached, hint), 0};
    double start = times[place.key];
    if (!channel->step && place.key + 1 < channel->key_count && left > times[place.key])
        place.part = (time - start) / (times[place.key + 1] - start);
    return place;
}

// The straight way between two values.
static inline float mq_key_between(float a, float b, double part) {
    return (float)(a + ((double)b - a) * part);
}

// The part of a transform that a channel moves: translation, rotation or scale.
static inline float *mq_pose_member(maq_transform *transform, maq_channel_path path) {
    return path == MAQ_CHANNEL_TRANSLATION ? transform->translation
           : path == MAQ_CHANNEL_ROTATION  ? transform->rotation
                                           : transform->scale;
}

// The value of a channel at a time: 3, 4 or 1 numbers. It stands still before the first key and
// behind the last; at a key it has the key's bits. A key no further away than `near` is reached, and
// so is one that no float lies between: 0.1 as a double is before 0.1 as a float. *at is where the
// search begins and ends; start with 0.
void mq_pose_sample(const maq_scene_channel *channel, double time, double near, uint32_t *at,
                    float *out);

// The matrices of all nodes, in the axes of the scene, from their transforms.
void mq_pose_world_matrices(const maq_scene *scene, const maq_transform *locals, mq_mat34 *worlds);

// The same at a moment of a clip, or at rest (NULL). `locals` and `worlds` have room for all nodes.
void mq_pose_at(const maq_scene *scene, const maq_scene_clip *clip, double time,
                maq_transform *locals, mq_mat34 *worlds);

// The matrix that undoes one; that of no movement when there is none.
mq_mat34 mq_mat34_inverse(const mq_mat34 *a);

// The rotation in a matrix, without its scale.
mq_quat mq_mat34_rotation(const mq_mat34 *a);

#endif
