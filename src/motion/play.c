// SPDX-License-Identifier: MIT
//
// Playback: times beyond the clip, cycles, markers, root motion.
#include <math.h>

#include "base/memory.h"
#include "motion/motion_priv.h"

maq_motion_options mq_motion_options_of(const maq_motion_options *given) {
    maq_motion_options options;
    mq_options_copy(&options, sizeof options, given);
    return options;
}

// The exact length that a float stands for, if it is a whole number of frames or of microseconds:
// with the float itself, a clip of 0.2 s would be late by a frame after some thousand cycles.
static double intended_length(const maq_scene_clip *clip) {
    double length = clip->duration > 0 ? (double)clip->duration : 0;
    const double rates[2] = {clip->rate > 0 ? (double)clip->rate : 1, 1e6};
    for (int i = 0; i < 2; i++) {
        double intended = floor(length * rates[i] + 0.5) / rates[i];
        if ((float)intended == clip->duration)
            return intended;
    }
    return length;
}

mq_play_range mq_motion_play_range(const maq_motion *motion, uint32_t clip,
                                   const maq_motion_options *options) {
    if (clip >= motion->scene->clip_count)
        return (mq_play_range){.cycles = 1};
    const maq_scene_clip *from = &motion->scene->clips[clip];
    double all = intended_length(from);
    double begin = options->begin > 0 ? fmin(options->begin, all) : 0;
    double end = options->end > begin ? fmin(options->end, all) : all;
    mq_play_range range = {.begin = begin,
                           .length = end - begin,
                           .cycles = 1,
                           .wraps = options->loop == MAQ_LOOP_WRAP};
    if (range.wraps || (options->loop == MAQ_LOOP_AS_CLIP && from->loop_count == 0))
        range.cycles = HUGE_VAL;
    else if (options->loop == MAQ_LOOP_AS_CLIP)
        range.cycles = from->loop_count;
    return range;
}

// How many cycles have ended at a time. Lengths are floats, so an end that no float separates from
// the time has been reached.
static double full_cycles(const mq_play_range *range, double seconds) {
    double cycles = floor(seconds / range->length);
    if ((float)seconds >= (float)((cycles + 1) * range->length))
        cycles++;
    return cycles;
}

double mq_play_range_time(const mq_play_range *range, double seconds) {
    double begin = range->begin, length = range->length;
    if (!(length > 0) || isnan(seconds) || (seconds <= 0 && !range->wraps))
        return begin;
    // Beyond this a double cannot distinguish cycles.
    if (fabs(seconds) > 1e15 * length)
        return seconds > 0 && isfinite(range->cycles) ? begin + length : begin;
    double cycles = full_cycles(range, seconds);
    if (cycles >= range->cycles)
        return begin + length;
    return begin + fmax(seconds - cycles * length, 0);
}

double maq_motion_time(const maq_motion *motion, uint32_t clip, double seconds,
                       const maq_motion_options *given) {
    maq_motion_options options = mq_motion_options_of(given);
    mq_play_range range = mq_motion_play_range(motion, clip, &options);
    return mq_play_range_time(&range, seconds);
}

// ----------------------------------------------------------------------------------------- markers

// How often a marker has been passed at a playback time.
static double times_passed(const mq_play_range *range, double marker, double seconds) {
    double at = marker - range->begin;
    if (isnan(seconds) || at < 0 || at > range->length)
        return 0;
    double cycles = range->length > 0 ? ceil((seconds - at) / range->length) : seconds > at;
    // Beyond this a double cannot distinguish them.
    cycles = fmin(fmax(cycles, -1e15), 1e15);
    if (!range->wraps)
        cycles = fmin(fmax(cycles, 0), range->cycles);
    return cycles;
}

uint64_t maq_motion_markers(const maq_motion *motion, uint32_t clip, double from, double to,
                            const maq_motion_options *given, uint32_t *markers, size_t capacity) {
    if (clip >= motion->scene->clip_count || !(to > from))
        return 0;
    maq_motion_options options = mq_motion_options_of(given);
    mq_play_range range = mq_motion_play_range(motion, clip, &options);
    const maq_scene_clip *played = &motion->scene->clips[clip];
    const uint32_t *order = motion->clips[clip].markers;
    double first = HUGE_VAL, all = 0;
    for (uint32_t i = 0; i < played->marker_count; i++) {
        double before = times_passed(&range, played->markers[i].time, from);
        double after = times_passed(&range, played->markers[i].time, to);
        all += after - before;
        if (after > before)
            first = fmin(first, before);
    }
    size_t found = 0;
    double cycle = first; // too large for an integer after a long time
    while (found < capacity && (double)found < all) {
        for (uint32_t i = 0; i < played->marker_count && found < capacity; i++) {
            double time = played->markers[order[i]].time;
            if (cycle >= times_passed(&range, time, from) && cycle < times_passed(&range, time, to))
                markers[found++] = order[i];
        }
        cycle++;
    }
    return all < 1.8e19 ? (uint64_t)all : UINT64_MAX;
}

// ------------------------------------------------------------------------------------- root motion

maq_status maq_motion_root_motion(maq_motion *motion, uint32_t clip, uint32_t node, double from,
                                  double to, const maq_motion_options *given, float out[3]) {
    if (!motion || !out || clip >= motion->scene->clip_count || node >= motion->scene->node_count)
        return MAQ_BAD_ARGUMENT;
    maq_motion_options options = mq_motion_options_of(given);
    mq_play_range range = mq_motion_play_range(motion, clip, &options);
    // Times within one cycle, and how often the movement of a whole cycle is added.
    const double times[4] = {mq_play_range_time(&range, from), mq_play_range_time(&range, to),
                             range.begin, range.begin + range.length};
    double cycles = 0, positions[4][3];
    if (range.length > 0 && isfinite(from) && isfinite(to)) {
        double limit = range.cycles - 1, lowest = range.wraps ? -1e15 : 0;
        cycles = fmax(fmin(full_cycles(&range, to), limit), lowest) -
                 fmax(fmin(full_cycles(&range, from), limit), lowest);
    }
    options.loop = MAQ_LOOP_CLAMP;
    options.begin = options.end = 0;
    for (int i = 0; i < 4; i++) {
        maq_motion_pose(motion, clip, times[i], &options);
        for (int k = 0; k < 3; k++)
            positions[i][k] = motion->worlds[node].m[k][3];
    }
    for (int k = 0; k < 3; k++)
        out[k] = (float)(positions[1][k] - positions[0][k] +
                         cycles * (positions[3][k] - positions[2][k]));
    return MAQ_OK;
}
