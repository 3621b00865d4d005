// SPDX-License-Identifier: MIT
//
// What playing means: times that run on, rounds, markers that are passed.
#include <math.h>

#include "base/memory.h"
#include "motion/motion_priv.h"

maq_motion_options mq_motion_options_of(const maq_motion_options *given) {
    maq_motion_options options;
    mq_options_copy(&options, sizeof options, given);
    return options;
}

// The length that is meant by a float: a number of frames or of microseconds, if it is one. Else a
// clip of 0.2 s would be late by a frame after some thousand rounds.
static double meant_length(const maq_scene_clip *clip) {
    double length = clip->duration > 0 ? (double)clip->duration : 0;
    const double rates[2] = {clip->rate > 0 ? (double)clip->rate : 1, 1e6};
    for (int i = 0; i < 2; i++) {
        double meant = floor(length * rates[i] + 0.5) / rates[i];
        if ((float)meant == clip->duration)
            return meant;
    }
    return length;
}

mq_play_range mq_motion_play_range(const maq_motion *motion, uint32_t clip,
                                   const maq_motion_options *options) {
    if (clip >= motion->scene->clip_count)
        return (mq_play_range){.rounds = 1};
    const maq_scene_clip *from = &motion->scene->clips[clip];
    double all = meant_length(from);
    double begin = options->begin > 0 ? fmin(options->begin, all) : 0;
    double end = options->end > begin ? fmin(options->end, all) : all;
    mq_play_range stretch = {.begin = begin,
                             .length = end - begin,
                             .rounds = 1,
                             .wraps = options->loop == MAQ_LOOP_WRAP};
    if (stretch.wraps || (options->loop == MAQ_LOOP_AS_CLIP && from->loop_count == 0))
        stretch.rounds = HUGE_VAL;
    else if (options->loop == MAQ_LOOP_AS_CLIP)
        stretch.rounds = from->loop_count;
    return stretch;
}

// How many rounds are over at a time. What no float lies between is over: lengths are floats.
static double rounds_over(const mq_play_range *stretch, double seconds) {
    double rounds = floor(seconds / stretch->length);
    if ((float)seconds >= (float)((rounds + 1) * stretch->length))
        rounds++;
    return rounds;
}

double mq_play_range_time(const mq_play_range *stretch, double seconds) {
    double begin = stretch->begin, length = stretch->length;
    if (!(length > 0) || isnan(seconds) || (seconds <= 0 && !stretch->wraps))
        return begin;
    // Beyond this the rounds cannot be told apart any more.
    if (fabs(seconds) > 1e15 * length)
        return seconds > 0 && isfinite(stretch->rounds) ? begin + length : begin;
    double rounds = rounds_over(stretch, seconds);
    if (rounds >= stretch->rounds)
        return begin + length;
    return begin + fmax(seconds - rounds * length, 0);
}

double maq_motion_time(const maq_motion *motion, uint32_t clip, double seconds,
                       const maq_motion_options *given) {
    maq_motion_options options = mq_motion_options_of(given);
    mq_play_range stretch = mq_motion_play_range(motion, clip, &options);
    return mq_play_range_time(&stretch, seconds);
}

// ----------------------------------------------------------------------------------------- markers

// In how many rounds a marker lies before a time of playing.
static double times_passed(const mq_play_range *stretch, double marker, double seconds) {
    double at = marker - stretch->begin;
    if (isnan(seconds) || at < 0 || at > stretch->length)
        return 0;
    double rounds = stretch->length > 0 ? ceil((seconds - at) / stretch->length) : seconds > at;
    // Beyond this they cannot be told apart any more.
    rounds = fmin(fmax(rounds, -1e15), 1e15);
    if (!stretch->wraps)
        rounds = fmin(fmax(rounds, 0), stretch->rounds);
    return rounds;
}

uint64_t maq_motion_markers(const maq_motion *motion, uint32_t clip, double from, double to,
                            const maq_motion_options *given, uint32_t *markers, size_t room) {
    if (clip >= motion->scene->clip_count || !(to > from))
        return 0;
    maq_motion_options options = mq_motion_options_of(given);
    mq_play_range stretch = mq_motion_play_range(motion, clip, &options);
    const maq_scene_clip *played = &motion->scene->clips[clip];
    const uint32_t *order = motion->clips[clip].markers;
    double first = HUGE_VAL, all = 0;
    for (uint32_t i = 0; i < played->marker_count; i++) {
        double before = times_passed(&stretch, played->markers[i].time, from);
        double after = times_passed(&stretch, played->markers[i].time, to);
        all += after - before;
        if (after > before)
            first = fmin(first, before);
    }
    size_t found = 0;
    for (double round = first; found < room && (double)found < all; round++) {
        for (uint32_t i = 0; i < played->marker_count && found < room; i++) {
            double time = played->markers[order[i]].time;
            if (round >= times_passed(&stretch, time, from) &&
                round < times_passed(&stretch, time, to))
                markers[found++] = order[i];
        }
    }
    return all < 1.8e19 ? (uint64_t)all : UINT64_MAX;
}

// ------------------------------------------------------------------------------------------ travel

maq_status maq_motion_root_motion(maq_motion *motion, uint32_t clip, uint32_t node, double from,
                                  double to, const maq_motion_options *given, float out[3]) {
    if (!motion || !out || clip >= motion->scene->clip_count || node >= motion->scene->node_count)
        return MAQ_BAD_ARGUMENT;
    maq_motion_options options = mq_motion_options_of(given);
    mq_play_range stretch = mq_motion_play_range(motion, clip, &options);
    // Moments of one round, and how often the way of a whole round is added.
    const double moments[4] = {mq_play_range_time(&stretch, from), mq_play_range_time(&stretch, to),
                               stretch.begin, stretch.begin + stretch.length};
    double rounds = 0, places[4][3];
    if (stretch.length > 0 && isfinite(from) && isfinite(to)) {
        double limit = stretch.rounds - 1, lowest = stretch.wraps ? -1e15 : 0;
        rounds = fmax(fmin(rounds_over(&stretch, to), limit), lowest) -
                 fmax(fmin(rounds_over(&stretch, from), limit), lowest);
    }
    options.loop = MAQ_LOOP_CLAMP;
    options.begin = options.end = 0;
    for (int i = 0; i < 4; i++) {
        maq_motion_pose(motion, clip, moments[i], &options);
        mq_motion_update_world_matrices(motion);
        for (int k = 0; k < 3; k++)
            places[i][k] = motion->worlds[node].m[k][3];
    }
    for (int k = 0; k < 3; k++)
        out[k] = (float)(places[1][k] - places[0][k] + rounds * (places[3][k] - places[2][k]));
    return MAQ_OK;
}
