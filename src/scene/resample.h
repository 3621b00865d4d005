// SPDX-License-Identifier: MIT
//
// Clips with a key at each frame of one rate.
#ifndef MQ_SCENE_RESAMPLE_H
#define MQ_SCENE_RESAMPLE_H

#include "base/arena.h"
#include "maquette/scene.h"

// The most numbers that resampling makes of all clips of a scene; a few bytes can ask for any number.
#define MQ_MOST_RESAMPLED (1u << 24)

typedef struct mq_resample_summary {
    uint64_t replaced; // keys that were at no frame of the new rate
    uint32_t extended; // clips that did not last a whole number of frames
    uint32_t too_long; // clips that stay as they were, since they would need too many numbers
} mq_resample_summary;

// Gives the clips of a finished scene `rate` frames a second: channels with more than one key get a
// key at each frame, those that step one at each frame where their value changes. A clip ends at the
// first frame that is not before its end. False when there is no memory.
bool mq_scene_resample(mq_arena *arena, maq_scene *scene, double rate,
                       mq_resample_summary *summary);

#endif
