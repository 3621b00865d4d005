// SPDX-License-Identifier: MIT
//
// The frame rate of a clip, which glTF does not have: editors sample animations at a rate of their own.
#include <math.h>

#include "formats/gltf/gltf_priv.h"

// How far a key may be from a frame, in frames: times are floats.
#define TOLERANCE 0.01

static bool is_frame(double time, double rate) {
    double frame = time * rate;
    return fabs(frame - floor(frame + 0.5)) < TOLERANCE;
}

bool mq_gltf_matches_rate(const maq_scene_channel *channels, size_t count, double rate) {
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < channels[i].key_count; k++) {
            if (!is_frame((double)channels[i].times[k], rate))
                return false;
        }
    }
    return rate > 0;
}

uint32_t mq_gltf_key_count(const maq_scene_channel *channels, size_t count) {
    uint32_t keys = 0;
    for (size_t i = 0; i < count; i++)
        keys += channels[i].key_count;
    return keys;
}

float mq_gltf_recognise_rate(const maq_scene_channel *channels, size_t count) {
    static const double usual[] = {24, 25, 30, 60, 12, 15, 20, 10, 50, 48, 100, 120};
    const double fastest = 240;
    double gap = INFINITY;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 1; k < channels[i].key_count; k++) {
            double step = (double)channels[i].times[k] - (double)channels[i].times[k - 1];
            gap = step < gap ? step : gap;
        }
    }
    if (!(gap >= 1 / fastest && gap < INFINITY))
        return 0;
    // Whole rates first: the gap between two floats is not exact.
    double rate = floor(1 / gap + 0.5);
    if (rate >= 1 && mq_gltf_matches_rate(channels, count, rate))
        return (float)rate;
    if (mq_gltf_matches_rate(channels, count, 1 / gap))
        return (float)(1 / gap);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (mq_gltf_matches_rate(channels, count, usual[i]))
            return (float)usual[i];
    }
    return 0;
}
