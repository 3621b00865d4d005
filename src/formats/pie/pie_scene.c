// SPDX-License-Identifier: MIT
#include "formats/pie/pie_scene.h"

#include <math.h>
#include <string.h>

#include "base/slerp.h"
#include "scene/geometry.h"

void mq_pie_uv_to_scene(uint32_t version, const float from[2], float to[2]) {
    float size = mq_pie_page_size(version);
    to[0] = from[0] / size;
    to[1] = version == 5 ? 1 - from[1] : from[1] / size;
}

static void point_up(float out[3]) {
    out[0] = out[2] = 0;
    out[1] = 1;
}

void mq_pie_normal_to_scene(const float from[3], float to[3]) {
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += (double)from[i] * from[i];
    if (!isfinite(square) || square < 1e-20) {
        point_up(to);
        return;
    }
    float unit[3] = {from[0], from[1], from[2]};
    // A normal close enough keeps its bits: see mq_scene_finish().
    if (square <= 0.9996 || square >= 1.0004) {
        double length = sqrt(square);
        for (int i = 0; i < 3; i++)
            unit[i] = (float)(from[i] / length);
    }
    mq_axes_to_scene(MQ_AXES_WARZONE, unit, to);
}

void mq_pie_flat_normal(const float a[3], const float b[3], const float c[3], float out[3]) {
    mq_triangle_normal(a, b, c, out);
    if ((out[0] == 0 && out[1] == 0 && out[2] == 0) || !isfinite(out[0] + out[1] + out[2]))
        point_up(out);
}

const maq_texture_role mq_pie_roles[PIE_MAP_COUNT] = {MAQ_TEXTURE_DIFFUSE, MAQ_TEXTURE_TEAM_MASK,
                                                      MAQ_TEXTURE_NORMAL, MAQ_TEXTURE_SPECULAR};

uint32_t mq_pie_material_textures(mq_arena *arena, const pie_resolved_material *material,
                                  maq_scene_texture out[PIE_MAX_TEXTURES]) {
    uint32_t count = 0;
    for (int tileset = 0; tileset < PIE_TILESET_COUNT; tileset++) {
        for (int map = 0; map < PIE_MAP_COUNT; map++) {
            char derived[PIE_NAME_MAX];
            const char *file = mq_pie_material_file(material, (maq_pie_map)map, tileset, derived);
            if (!file)
                continue;
            file = mq_arena_text(arena, file, strlen(file));
            if (!file)
                return UINT32_MAX;
            out[count++] = (maq_scene_texture){
                .role = mq_pie_roles[map], .tileset = (uint32_t)tileset, .file = file};
        }
    }
    return count;
}

maq_blend mq_pie_blend(uint32_t type) {
    return type & MAQ_PIE_TYPE_PREMULTIPLIED ? MAQ_BLEND_PREMULTIPLIED
           : type & MAQ_PIE_TYPE_ADDITIVE    ? MAQ_BLEND_ADDITIVE
                                             : MAQ_BLEND_OPAQUE;
}

maq_facing mq_pie_facing(uint32_t type) {
    return type & MAQ_PIE_TYPE_PITCH_TO_CAMERA  ? MAQ_FACING_PITCH_AND_ROLL
           : type & MAQ_PIE_TYPE_ROLL_TO_CAMERA ? MAQ_FACING_ROLL
                                                : MAQ_FACING_NONE;
}

bool mq_pie_steps(const maq_pie *pie, const maq_pie_level *level) {
    const maq_pie_settings *settings =
        level->settings.has_interpolate ? &level->settings : &pie->settings;
    return settings->has_interpolate && settings->interpolate <= 0;
}

bool mq_pie_frames_usable(int32_t frames, double rate) {
    return frames > 1 && frames <= UINT16_MAX && rate > 0 && isfinite(rate);
}

maq_scene_frames mq_pie_strip(int32_t frames, double rate, float width, float height) {
    if (!mq_pie_frames_usable(frames, rate))
        return (maq_scene_frames){.kind = MAQ_FRAMES_NONE};
    // The game divides by the width; what it draws for one near 0 is undefined.
    float across = width > 0.0001f ? fminf(width, 1) : 1;
    return (maq_scene_frames){.kind = MAQ_FRAMES_STRIP,
                              .count = (uint32_t)frames,
                              .columns = (uint32_t)(1 / across),
                              .step = {width, height}};
}

double mq_pie_cycle(uint32_t version, double rate) {
    return version == 5 ? rate * 1000 : rate;
}

// -------------------------------------------------------------------------------------- animation

// The file has x, depth, up, in thousandths, and turns the other way round.
static void frame_rotation(const maq_pie_frame *frame, float out[4]) {
    // A subtraction: the lowest integer has no negative, and the negative of 0 would be -0.
    mq_quat x = mq_quat_about(0, (0.0 - frame->rotation[0]) / 1000.0);
    mq_quat y = mq_quat_about(1, (0.0 - frame->rotation[2]) / 1000.0);
    mq_quat z = mq_quat_about(2, (0.0 - frame->rotation[1]) / 1000.0);
    mq_quat all = mq_quat_normalize(mq_quat_multiply(mq_quat_multiply(x, y), z));
    const float q[4] = {(float)all.x, (float)all.y, (float)all.z, (float)all.w};
    mq_axes_rotation_to_scene(MQ_AXES_WARZONE, q, out);
}

static void frame_translation(const maq_pie_frame *frame, float out[3]) {
    const float position[3] = {(float)(frame->position[0] / 1000.0),
                               (float)(frame->position[2] / 1000.0),
                               (float)(frame->position[1] / 1000.0)};
    mq_axes_to_scene(MQ_AXES_WARZONE, position, out);
}

// The scale of legacy key frames, which hides the level.
static bool is_hidden(const maq_pie_frame *frame) {
    return frame->scale[0] == -1;
}

static void frame_scale(const maq_pie_frame *frame, float out[3]) {
    if (is_hidden(frame))
        memcpy(out, mq_identity.scale, sizeof mq_identity.scale);
    else
        mq_axes_scale_to_scene(MQ_AXES_WARZONE, frame->scale, out);
}

static void frame_value(const maq_pie_frame *frame, maq_channel_path path, float *out) {
    switch (path) {
    case MAQ_CHANNEL_TRANSLATION:
        frame_translation(frame, out);
        break;
    case MAQ_CHANNEL_ROTATION:
        frame_rotation(frame, out);
        break;
    case MAQ_CHANNEL_SCALE:
        frame_scale(frame, out);
        break;
    default:
        out[0] = is_hidden(frame) ? 0 : 1;
    }
}

// Fills in the keys: one per frame, and one at the end that goes back to the first frame (or, in
// steps, stays), so that the last frame has its time.
static bool fill_keys(mq_arena *arena, const maq_pie_animation *animation, bool step,
                      maq_scene_channel *channel) {
    uint32_t width = mq_channel_width(channel->path), count = animation->frame_count;
    float *values = MQ_NEW_ARRAY(arena, float, ((size_t)count + 1) * width);
    if (!values)
        return false;
    for (uint32_t i = 0; i < count; i++)
        frame_value(&animation->frames[i], channel->path, values + (size_t)i * width);
    memcpy(values + (size_t)count * width, step ? values + (size_t)(count - 1) * width : values,
           width * sizeof *values);
    channel->step = step;
    channel->key_count = count + 1;
    channel->values = values;
    return true;
}

uint32_t mq_pie_animation_channels(mq_arena *arena, const maq_pie_animation *animation, bool step,
                                   uint32_t node, maq_scene_channel out[PIE_MAX_CHANNELS]) {
    uint32_t count = animation->frame_count;
    if (!animation->present || count == 0 || animation->time <= 0)
        return 0;
    bool scales = false, hides = false;
    for (uint32_t i = 0; i < count; i++) {
        float scale[3];
        frame_scale(&animation->frames[i], scale);
        scales = scales || memcmp(scale, mq_identity.scale, sizeof scale) != 0;
        hides = hides || is_hidden(&animation->frames[i]);
    }
    float *times = MQ_NEW_ARRAY(arena, float, (size_t)count + 1);
    if (!times)
        return UINT32_MAX;
    for (uint32_t i = 0; i <= count; i++)
        times[i] = (float)((double)animation->time * i / 1000);
    static const maq_channel_path paths[PIE_MAX_CHANNELS] = {
        MAQ_CHANNEL_TRANSLATION, MAQ_CHANNEL_ROTATION, MAQ_CHANNEL_SCALE, MAQ_CHANNEL_VISIBLE};
    const bool wanted[PIE_MAX_CHANNELS] = {true, true, scales, hides};
    uint32_t made = 0;
    for (int i = 0; i < PIE_MAX_CHANNELS; i++) {
        if (!wanted[i])
            continue;
        // The game blends neither scales nor the hiding.
        bool steps = step || paths[i] >= MAQ_CHANNEL_SCALE;
        out[made] = (maq_scene_channel){.path = paths[i], .target = node, .times = times};
        if (!fill_keys(arena, animation, steps, &out[made]))
            return UINT32_MAX;
        made++;
    }
    return made;
}
