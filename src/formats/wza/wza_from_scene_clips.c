// SPDX-License-Identifier: MIT
//
// Clips of a scene as animations: the bones are sampled at every time that has a key.
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "formats/wza/wza_from_scene.h"
#include "scene/axes.h"
#include "scene/usage.h"

// The most times of a clip times the nodes of the scene.
#define MOST_POSES (1U << 22)

typedef struct anim_work {
    wza_builder *builder;
    const maq_scene_clip *clip;
    maq_wza_property *properties;
    maq_wza_point *points;
    size_t property_count, point_count, point_capacity;
    bool steps; // no channel is interpolated
} anim_work;

static int32_t milliseconds(double seconds) {
    double value = floor(seconds * 1000 + 0.5);
    return value < 0 ? 0 : value > 1e9 ? 1000000000 : (int32_t)value;
}

static bool add_point(anim_work *work, const maq_wza_point *point) {
    maq_wza_point *larger = mq_arena_grow(work->builder->arena, work->points, &work->point_capacity,
                                          work->point_count, sizeof *point);
    if (!larger)
        return false;
    work->points = larger;
    work->points[work->point_count++] = *point;
    return true;
}

static int32_t add_property(anim_work *work, maq_wza_kind kind, int32_t index, bool interpolate) {
    int32_t number = (int32_t)work->property_count;
    work->properties[work->property_count++] = (maq_wza_property){.number = number,
                                                                  .kind = kind,
                                                                  .index = index,
                                                                  .interpolate = interpolate,
                                                                  .offset = MAQ_WZA_NO_OFFSET};
    return number;
}

// ----------------------------------------------------------------------------------- fewer points

// How far a value may be from what the points before and after it give.
#define CLOSE_ENOUGH 2e-5

static bool is_close(const float *have, const float *want, unsigned count, double tolerance) {
    double square = 0;
    for (unsigned i = 0; i < count; i++)
        square += ((double)have[i] - want[i]) * ((double)have[i] - want[i]);
    return sqrt(square) <= tolerance;
}

// Whether a point follows from two others of its property.
static bool follows(const anim_work *work, const maq_wza_point *a, const maq_wza_point *b,
                    const maq_wza_point *point, bool interpolate) {
    double part = interpolate ? ((double)point->time - a->time) / ((double)b->time - a->time) : 0;
    float values[WZA_BONE_VALUES] = {0};
    unsigned count = point->kind == MAQ_WZA_BONE ? 3 : 1;
    for (unsigned i = 0; i < count; i++)
        values[i] = mq_key_between(a->values[i], b->values[i], part);
    if (point->kind == MAQ_WZA_TEXTURE)
        return point->frame == a->frame;
    if (point->kind == MAQ_WZA_SHAPE)
        return is_close(values, point->values, 1, CLOSE_ENOUGH);
    if (!is_close(values, point->values, 3, CLOSE_ENOUGH * work->builder->size))
        return false;
    const float *p = a->values + 3, *q = b->values + 3, *r = point->values + 3;
    mq_quat turn =
        mq_slerp((mq_quat){p[0], p[1], p[2], p[3]}, (mq_quat){q[0], q[1], q[2], q[3]}, part);
    double side = turn.x * r[0] + turn.y * r[1] + turn.z * r[2] + turn.w * r[3] < 0 ? -1 : 1;
    const float rotation[4] = {(float)(side * turn.x), (float)(side * turn.y),
                               (float)(side * turn.z), (float)(side * turn.w)};
    return is_close(rotation, r, 4, CLOSE_ENOUGH);
}

static bool all_follow(const anim_work *work, const maq_wza_point *points, size_t first,
                       size_t last, bool interpolate) {
    for (size_t i = first + 1; i < last; i++) {
        if (!follows(work, &points[first], &points[last], &points[i], interpolate))
            return false;
    }
    return true;
}

// Drops the points of a property, those from `start` on, that follow from the others: the longest
// stretch that can go is found by doubling, then by halving.
static void thin_points(anim_work *work, size_t start, bool interpolate) {
    maq_wza_point *points = work->points + start;
    size_t count = work->point_count - start, kept = count > 0, first = 0;
    while (first + 1 < count) {
        size_t low = first + 1, high = first + 2;
        while (high < count && all_follow(work, points, first, high, interpolate)) {
            low = high;
            high = first + (high - first) * 2;
        }
        high = high < count ? high : count;
        while (high - low > 1) {
            size_t middle = low + (high - low) / 2;
            if (all_follow(work, points, first, middle, interpolate))
                low = middle;
            else
                high = middle;
        }
        first = low;
        points[kept++] = points[low];
    }
    work->point_count = start + kept;
}

// Weights and texture frames: the keys themselves.
static bool add_numbers(anim_work *work, const maq_scene_channel *channel, maq_wza_kind kind,
                        int32_t index) {
    bool interpolate = !channel->step && kind == MAQ_WZA_SHAPE;
    int32_t number = add_property(work, kind, index, interpolate), before = -1;
    size_t start = work->point_count;
    uint64_t lost = 0;
    for (uint32_t i = 0; i < channel->key_count; i++) {
        maq_wza_point point = {.property = number,
                               .time = milliseconds(channel->times[i]),
                               .kind = kind,
                               .value_count = 1,
                               .offset = MAQ_WZA_NO_OFFSET};
        float value = channel->values[i];
        // Two keys at once are a jump, which takes a millisecond here.
        if (i + 1 < channel->key_count && milliseconds(channel->times[i + 1]) == point.time) {
            uint32_t at = 0;
            point.time--;
            mq_pose_sample(channel, (double)point.time / 1000, 0, &at, &value);
        }
        if (kind == MAQ_WZA_TEXTURE)
            point.frame = value > 0 && value < 1e9f ? (int32_t)value : 0;
        else
            point.values[0] = value;
        if (point.time <= before) {
            lost++;
            continue;
        }
        before = point.time;
        if (!add_point(work, &point))
            return false;
    }
    thin_points(work, start, interpolate);
    mq_wza_report(work->builder, WZA_LOSS_MOTION, lost,
                  "clip \"%.60s\": keys less than a millisecond apart were dropped",
                  work->clip->name);
    return true;
}

// ------------------------------------------------------------------------------------------- bones

MQ_COMPARE_NUMBERS(by_time, int32_t)

static int32_t *collect_times(anim_work *work, uint32_t *count) {
    const maq_scene_clip *clip = work->clip;
    size_t capacity = 0, found = 0;
    work->steps = true;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        if (clip->channels[i].path > MAQ_CHANNEL_SCALE)
            continue;
        capacity += (size_t)clip->channels[i].key_count * 2;
        work->steps = work->steps && clip->channels[i].step;
    }
    int32_t *times = MQ_NEW_ARRAY(work->builder->arena, int32_t, capacity);
    int32_t *spare = MQ_NEW_ARRAY(work->builder->arena, int32_t, capacity);
    *count = 0;
    if (!times || !spare)
        return NULL;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        for (uint32_t k = 0; channel->path <= MAQ_CHANNEL_SCALE && k < channel->key_count; k++) {
            int32_t time = milliseconds(channel->times[k]);
            // A step among interpolated channels, or two keys at once, holds until just before.
            bool jump = channel->step || (k > 0 && milliseconds(channel->times[k - 1]) == time);
            if (jump && !work->steps && time > 0)
                times[found++] = time - 1;
            times[found++] = time;
        }
    }
    times = mq_sort(times, spare, found, sizeof *times, by_time, NULL);
    for (size_t i = 0; i < found; i++) {
        if (*count == 0 || times[i] != times[*count - 1])
            times[(*count)++] = times[i];
    }
    uint32_t most = MOST_POSES / (work->builder->scene->node_count + 1);
    if (*count > most && *count > 2) {
        mq_wza_report(
            work->builder, WZA_LOSS_SIZE, *count - most,
            "clip \"%.60s\" has too many keys for so many nodes; the last ones were dropped",
            clip->name);
        *count = most > 2 ? most : 2;
    }
    return times;
}

typedef struct bone_pose {
    mq_vec3 joint;
    mq_quat turn; // since rest
} bone_pose;

static mq_vec3 vec3_at(const mq_mat34 *m) {
    return (mq_vec3){m->m[0][3], m->m[1][3], m->m[2][3]};
}

// What a bone does beyond what its parent makes it do.
static void own_values(const anim_work *work, const bone_pose *poses, uint32_t bone,
                       const uint32_t *rows, float values[WZA_BONE_VALUES]) {
    const wza_builder *builder = work->builder;
    const maq_wza_bone *description = &builder->wza->bones[bone];
    mq_vec3 rest = vec3_at(&builder->worlds[builder->bone_nodes[bone]]);
    mq_vec3 carried = rest;
    mq_quat turn = poses[bone].turn;
    bool has_parent = description->parent >= 0 &&
                      (uint32_t)description->parent < builder->bone_count &&
                      rows[description->parent] != MAQ_SCENE_NONE;
    if (has_parent) {
        uint32_t row = rows[description->parent];
        const bone_pose *parent = &poses[row];
        mq_vec3 from = vec3_at(&builder->worlds[builder->bone_nodes[row]]);
        carried = mq_add(parent->joint, mq_quat_rotate(parent->turn, mq_subtract(rest, from)));
        if (description->hinge)
            turn = mq_quat_multiply(turn, mq_quat_conjugate(parent->turn));
    }
    mq_vec3 way = mq_subtract(poses[bone].joint, carried);
    turn = mq_quat_normalize(turn);
    const float scene_turn[4] = {(float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w};
    mq_put_warzone_vec3(way, values);
    mq_axes_rotation_from_scene(MQ_AXES_WARZONE, scene_turn, values + 3);
    for (unsigned k = 0; k < WZA_BONE_VALUES; k++)
        values[k] = fabsf(values[k]) < 1e-7f ? 0 : values[k];
}

static bool moves(const float values[WZA_BONE_VALUES]) {
    for (unsigned k = 0; k < WZA_BONE_VALUES - 1; k++) {
        if (fabsf(values[k]) > 1e-6f)
            return true;
    }
    return false;
}

typedef float bone_values[WZA_BONE_VALUES];

static bool add_bones(anim_work *work) {
    wza_builder *builder = work->builder;
    const maq_scene *scene = builder->scene;
    uint32_t count, bones = builder->bone_count;
    int32_t *times = collect_times(work, &count);
    maq_transform *locals = MQ_NEW_ARRAY(builder->arena, maq_transform, scene->node_count);
    mq_mat34 *worlds = MQ_NEW_ARRAY(builder->arena, mq_mat34, scene->node_count);
    mq_mat34 *from_rest = MQ_NEW_ARRAY(builder->arena, mq_mat34, bones);
    bone_pose *poses = MQ_NEW_ARRAY(builder->arena, bone_pose, bones);
    bone_values *values = MQ_NEW_ARRAY(builder->arena, bone_values, (size_t)bones * count);
    bool *moved = MQ_NEW_ARRAY(builder->arena, bool, bones);
    uint32_t *rows = mq_wza_rows(builder->arena, builder->wza->bones, bones, sizeof(maq_wza_bone));
    if (!times || !locals || !worlds || !from_rest || !poses || !values || !moved || !rows)
        return false;
    for (uint32_t i = 0; i < bones; i++)
        from_rest[i] = mq_mat34_inverse(&builder->worlds[builder->bone_nodes[i]]);
    for (uint32_t t = 0; t < count; t++) {
        mq_pose_at(scene, work->clip, (double)times[t] / 1000, locals, worlds);
        for (uint32_t i = 0; i < bones; i++) {
            uint32_t node = builder->bone_nodes[i];
            mq_mat34 way = mq_mat34_multiply(&worlds[node], &from_rest[i]);
            poses[i] = (bone_pose){vec3_at(&worlds[node]), mq_mat34_rotation(&way)};
        }
        for (uint32_t i = 0; i < bones; i++) {
            float *own = values[(size_t)i * count + t];
            own_values(work, poses, i, rows, own);
            moved[i] = moved[i] || moves(own);
        }
    }
    for (uint32_t i = 0; i < bones; i++) {
        if (!moved[i])
            continue;
        int32_t number =
            add_property(work, MAQ_WZA_BONE, builder->wza->bones[i].index, !work->steps);
        size_t start = work->point_count;
        for (uint32_t t = 0; t < count; t++) {
            maq_wza_point point = {.property = number,
                                   .time = times[t],
                                   .kind = MAQ_WZA_BONE,
                                   .value_count = WZA_BONE_VALUES,
                                   .offset = MAQ_WZA_NO_OFFSET};
            memcpy(point.values, values[(size_t)i * count + t], sizeof point.values);
            if (!add_point(work, &point))
                return false;
        }
        thin_points(work, start, !work->steps);
    }
    return true;
}

// --------------------------------------------------------------------------------------- the whole

static bool build_animation(wza_builder *builder, const maq_scene_clip *clip,
                            maq_wza_animation *animation) {
    anim_work work = {.builder = builder, .clip = clip};
    work.properties = MQ_NEW_ARRAY(builder->arena, maq_wza_property,
                                   (size_t)builder->bone_count + clip->channel_count);
    if (!work.properties || !add_bones(&work))
        return false;
    uint64_t others = 0;
    bool has_texture = false;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        bool ok = true;
        if (channel->path == MAQ_CHANNEL_SHAPE_WEIGHT &&
            builder->first_shape[channel->target] != MAQ_SCENE_NONE) {
            uint32_t row = builder->first_shape[channel->target] + channel->shape;
            ok = add_numbers(&work, channel, MAQ_WZA_SHAPE, builder->wza->shapes[row].number);
        } else if (channel->path == MAQ_CHANNEL_TEXTURE_FRAME && !has_texture &&
                   channel->target == builder->material && builder->wza->texture.animated) {
            has_texture = true;
            ok = add_numbers(&work, channel, MAQ_WZA_TEXTURE, 0);
        } else if (channel->path > MAQ_CHANNEL_ROTATION &&
                   !mq_channel_rests(builder->scene, channel)) {
            others++;
        }
        if (!ok)
            return false;
    }
    mq_wza_report(builder, WZA_LOSS_MOTION, others,
                  "clip \"%.60s\": scale, visibility and frames of a texture that is not "
                  "animated were dropped",
                  clip->name);
    int32_t length = milliseconds(clip->duration);
    for (size_t i = 0; i < work.point_count; i++)
        length = work.points[i].time > length ? work.points[i].time : length;
    *animation = (maq_wza_animation){.length = length,
                                     .property_count = (uint32_t)work.property_count,
                                     .point_count = (uint32_t)work.point_count,
                                     .properties = work.properties,
                                     .points = work.points,
                                     .offset = MAQ_WZA_NO_OFFSET,
                                     .properties_offset = MAQ_WZA_NO_OFFSET,
                                     .points_offset = MAQ_WZA_NO_OFFSET};
    return true;
}

static void report_clip(wza_builder *builder, const maq_scene_clip *clip) {
    mq_wza_report(builder, WZA_LOSS_MOTION, clip->marker_count,
                  "clip \"%.60s\": markers were dropped", clip->name);
    if (clip->loop_count)
        mq_wza_report(builder, WZA_LOSS_MOTION, 1,
                      "clip \"%.60s\": how often it is played was dropped", clip->name);
    if (mq_wza_number_in_name(clip->name, WZA_ANIMATION_NAME) < 0)
        mq_wza_report(builder, WZA_LOSS_MOTION, 1, "clip \"%.60s\": its name was dropped",
                      clip->name);
}

bool mq_wza_build_animations(wza_builder *builder) {
    const maq_scene *scene = builder->scene;
    maq_wza_animation *animations =
        MQ_NEW_ARRAY(builder->arena, maq_wza_animation, scene->clip_count);
    int32_t *numbers = MQ_NEW_ARRAY(builder->arena, int32_t, scene->clip_count);
    if (!animations || !numbers)
        return false;
    for (uint32_t i = 0; i < scene->clip_count; i++)
        numbers[i] = mq_wza_number_in_name(scene->clips[i].name, WZA_ANIMATION_NAME);
    if (!mq_wza_assign_numbers(builder->arena, numbers, scene->clip_count, INT32_MAX))
        return false;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        report_clip(builder, &scene->clips[i]);
        if (!build_animation(builder, &scene->clips[i], &animations[i]))
            return false;
        animations[i].index = numbers[i];
    }
    builder->wza->animations = animations;
    builder->wza->animation_count = scene->clip_count;
    return true;
}
