// SPDX-License-Identifier: MIT
//
// Animations of PIE as Warzone plays them. The extras of nodes hold the frames of the file; a level
// is played from them only while they agree with the channels of the clip.
#include <math.h>
#include <string.h>

#include "base/slerp.h"
#include "motion/motion_priv.h"
#include "scene/axes.h"
#include "scene/pose.h"
#include "scene/scene.h"

enum { FRAME_NUMBERS = 10 }; // number, position, rotation, scale

// --------------------------------------------------------------------------------------- preparing

static bool read_row(const maq_value *row, double numbers[FRAME_NUMBERS]) {
    if (!row || row->kind != MAQ_VALUE_ARRAY || row->as.children.count != FRAME_NUMBERS)
        return false;
    const maq_value *item = row->as.children.first;
    for (int i = 0; i < FRAME_NUMBERS; i++, item = item->next) {
        if (!maq_value_number(item, &numbers[i]) || !(fabs(numbers[i]) <= INT32_MAX))
            return false;
    }
    return true;
}

// The game negates the thousandths of degrees and truncates them to 16 bits when it loads a file.
static uint16_t loaded_angle(double thousandths) {
    double angle = trunc(-thousandths * 65536 / 360000);
    return (uint16_t)(angle - floor(angle / 65536) * 65536);
}

// The order of the file is x, depth, up.
static const unsigned file_order[3] = {0, 2, 1};

static void make_frame(const double numbers[FRAME_NUMBERS], mq_game_frame *frame) {
    float position[3], scale[3];
    for (unsigned k = 0; k < 3; k++) {
        position[k] = (float)(numbers[1 + file_order[k]] / 1000);
        frame->angles[k] = loaded_angle(numbers[4 + file_order[k]]);
        scale[k] = (float)numbers[7 + k];
    }
    frame->hidden = scale[0] == -1;
    mq_axes_to_scene(MQ_AXES_WARZONE, position, frame->translation);
    mq_axes_scale_to_scene(MQ_AXES_WARZONE, scale, frame->scale);
}

static void store_rotation(const double degrees[3], float out[4]) {
    mq_quat q = mq_quat_multiply(
        mq_quat_multiply(mq_quat_about(0, degrees[0]), mq_quat_about(1, degrees[1])),
        mq_quat_about(2, degrees[2]));
    const float raw[4] = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
    mq_axes_rotation_to_scene(MQ_AXES_WARZONE, raw, out);
}

// Whether a key of a rotation channel is this frame; the truncation of angles makes no difference.
static bool same_rotation(const float *key, const double numbers[FRAME_NUMBERS]) {
    double degrees[3], dot = 0;
    float q[4];
    for (unsigned k = 0; k < 3; k++)
        degrees[k] = -numbers[4 + file_order[k]] / 1000;
    store_rotation(degrees, q);
    for (int k = 0; k < 4; k++)
        dot += (double)q[k] * key[k];
    return fabs(dot) > 0.99999;
}

// Whether the channels of a level have one key for each frame, as the PIE reader makes them.
static bool matches_channels(const maq_scene_channel *moves, const maq_scene_channel *turns,
                             double milliseconds) {
    if (!turns || turns->key_count != moves->key_count || turns->step != moves->step)
        return false;
    for (uint32_t i = 0; i < moves->key_count; i++) {
        float time = (float)(milliseconds * i / 1000);
        if (moves->times[i] != time || turns->times[i] != time)
            return false;
    }
    return true;
}

// False when there is no memory. A level that does not agree with the clip gets no frames.
static bool read_level(mq_arena *arena, const maq_value *animation, const maq_scene_channel *moves,
                       const maq_scene_channel *turns, mq_game_level *level) {
    const maq_value *rows = maq_value_find(animation, "frames");
    double milliseconds;
    if (!rows || rows->kind != MAQ_VALUE_ARRAY || rows->as.children.count + 1 != moves->key_count ||
        !maq_value_number(maq_value_find(animation, "time"), &milliseconds) ||
        !(milliseconds >= 1 && milliseconds <= INT32_MAX) || milliseconds != floor(milliseconds) ||
        !matches_channels(moves, turns, milliseconds))
        return true;
    uint32_t count = moves->key_count - 1;
    mq_game_frame *frames = MQ_NEW_ARRAY(arena, mq_game_frame, count);
    if (!frames)
        return false;
    const maq_value *row = rows->as.children.first;
    for (uint32_t i = 0; i < count; i++, row = row->next) {
        double numbers[FRAME_NUMBERS];
        if (!read_row(row, numbers))
            return true;
        make_frame(numbers, &frames[i]);
        const float *moved = moves->values + (size_t)i * 3;
        if (memcmp(moved, frames[i].translation, 3 * sizeof *moved) != 0 ||
            !same_rotation(turns->values + (size_t)i * 4, numbers))
            return true;
    }
    *level = (mq_game_level){.node = moves->target,
                             .frame_count = count,
                             .milliseconds = (int64_t)milliseconds,
                             .interpolates = !moves->step,
                             .frames = frames};
    return true;
}

// The rotation channels of a clip, by node.
typedef const maq_scene_channel *rotation_channel;

static bool find_levels(maq_motion *motion, uint32_t clip, const maq_value *const *animations,
                        rotation_channel *turns) {
    const maq_scene_clip *from = &motion->scene->clips[clip];
    uint32_t most = 0;
    for (uint32_t i = 0; i < from->channel_count; i++) {
        const maq_scene_channel *channel = &from->channels[i];
        if (channel->path == MAQ_CHANNEL_ROTATION)
            turns[channel->target] = channel;
        most += channel->path == MAQ_CHANNEL_TRANSLATION && animations[channel->target];
    }
    mq_game_level *levels = MQ_NEW_ARRAY(motion->arena, mq_game_level, most);
    uint32_t count = 0;
    for (uint32_t i = 0; levels && i < from->channel_count; i++) {
        const maq_scene_channel *channel = &from->channels[i];
        uint32_t node = channel->target;
        if (channel->path != MAQ_CHANNEL_TRANSLATION || !animations[node])
            continue;
        levels[count].frame_count = 0;
        if (!read_level(motion->arena, animations[node], channel, turns[node], &levels[count]))
            return false;
        count += levels[count].frame_count > 0;
    }
    for (uint32_t i = 0; i < from->channel_count; i++) {
        if (from->channels[i].path == MAQ_CHANNEL_ROTATION)
            turns[from->channels[i].target] = NULL;
    }
    motion->clips[clip].levels = levels;
    motion->clips[clip].level_count = count;
    return levels != NULL;
}

bool mq_game_prepare(maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    mq_arena *scratch = mq_arena_scratch(motion->arena);
    const maq_value **animations =
        scratch ? MQ_NEW_ARRAY(scratch, const maq_value *, scene->node_count) : NULL;
    rotation_channel *turns =
        scratch ? MQ_NEW_ARRAY(scratch, rotation_channel, scene->node_count) : NULL;
    bool good = animations && turns;
    for (uint32_t i = 0; good && i < scene->node_count; i++)
        animations[i] =
            maq_value_find(mq_scene_own_extras(scene->nodes[i].extras, "pie"), "animation");
    for (uint32_t i = 0; good && i < scene->clip_count; i++)
        good = find_levels(motion, i, animations, turns);
    mq_arena_end_scratch(motion->arena, scratch);
    return good;
}

// ----------------------------------------------------------------------------------------- playing

// Between frames the game interpolates whole degrees, from -179 to 180.
static double whole_degrees(uint16_t angle) {
    int degrees = angle / 182;
    return degrees > 180 ? degrees - 360 : degrees;
}

static void sample_level(const mq_game_level *level, double elapsed, mq_state *state) {
    double frames = floor(elapsed / (double)level->milliseconds);
    double part = elapsed / (double)level->milliseconds - frames;
    uint32_t number = (uint32_t)(frames - floor(frames / level->frame_count) * level->frame_count);
    const mq_game_frame *a = &level->frames[number < level->frame_count ? number : 0];
    const mq_game_frame *b = number + 1 < level->frame_count ? a + 1 : level->frames;
    maq_transform *out = &state->locals[level->node];
    double degrees[3];
    for (unsigned k = 0; k < 3; k++) {
        out->translation[k] = a->translation[k];
        degrees[k] = a->angles[k] * (360.0 / 65536);
        if (level->interpolates) {
            double from = whole_degrees(a->angles[k]), to = whole_degrees(b->angles[k]);
            degrees[k] = from + (to - from) * part;
            out->translation[k] = mq_key_between(a->translation[k], b->translation[k], part);
        }
    }
    store_rotation(degrees, out->rotation);
    state->shown[level->node] = !a->hidden;
    memcpy(out->scale, a->hidden ? mq_identity.scale : a->scale, sizeof out->scale);
}

// Each texture has its own cycle of whole milliseconds.
static void sample_frames(const maq_motion *motion, uint32_t clip, double elapsed,
                          mq_state *state) {
    const maq_scene_clip *from = &motion->scene->clips[clip];
    for (uint32_t i = 0; i < from->channel_count; i++) {
        const maq_scene_channel *channel = &from->channels[i];
        if (channel->path != MAQ_CHANNEL_TEXTURE_FRAME ||
            motion->scene->materials[channel->target].frames.kind != MAQ_FRAMES_STRIP)
            continue;
        double cycle = floor((double)channel->times[channel->key_count - 1] * 1000 + 0.5);
        if (!(cycle >= 1))
            continue;
        double time = (elapsed - floor(elapsed / cycle) * cycle) / 1000;
        float value =
            channel->values[mq_key_seek(channel->times, channel->key_count, (float)time, 0)];
        state->frames[channel->target] = mq_frame_number(value);
    }
}

void mq_game_sample(const maq_motion *motion, uint32_t clip, double played, mq_state *state) {
    double elapsed = floor(played * 1000 + 0.5);
    if (!(fabs(elapsed) < 1e15))
        elapsed = 0;
    const mq_clip_work *work = &motion->clips[clip];
    for (uint32_t i = 0; i < work->level_count; i++)
        sample_level(&work->levels[i], elapsed, state);
    sample_frames(motion, clip, elapsed, state);
}
