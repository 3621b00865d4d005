// SPDX-License-Identifier: MIT
//
// The first clip of a scene as frames of meshes.
#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "base/sort.h"
#include "formats/wzm/wzm_from_scene.h"
#include "scene/axes.h"

// The most times of a clip times the nodes of the scene.
#define MOST_POSES (1U << 22)
// A step holds until so many seconds before the next key.
#define JUMP 0.001f

MQ_COMPARE_NUMBERS(by_time, float)

// The times of all keys, each once, from 0 on. NULL: no memory.
static float *collect_times(wzm_builder *builder, uint32_t *count) {
    const maq_scene_clip *clip = builder->clip;
    size_t capacity = 1;
    for (uint32_t i = 0; i < clip->channel_count; i++)
        capacity += (size_t)clip->channels[i].key_count * 2;
    float *times = MQ_NEW_ARRAY(builder->arena, float, capacity);
    if (!times)
        return NULL;
    size_t found = 1;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        bool used =
            channel->path <= MAQ_CHANNEL_SCALE || channel->path == MAQ_CHANNEL_TEXTURE_FRAME;
        for (uint32_t k = 0; used && k < channel->key_count; k++) {
            if (channel->step && channel->path <= MAQ_CHANNEL_SCALE && channel->times[k] > JUMP)
                times[found++] = channel->times[k] - JUMP;
            times[found++] = channel->times[k];
        }
    }
    times = mq_sort_in(builder->arena, times, found, sizeof *times, by_time, NULL);
    if (!times)
        return NULL;
    uint32_t kept = 0;
    for (size_t i = 0; i < found && kept < UINT32_MAX; i++) {
        if (kept == 0 || times[i] > times[kept - 1])
            times[kept++] = times[i];
    }
    size_t most = builder->scene->node_count ? MOST_POSES / builder->scene->node_count : 0;
    if (kept > most && kept > 2) {
        mq_wzm_report(
            builder, WZM_LOSS_MOTION, kept - most,
            "clip \"%.60s\" has too many keys for so many nodes; the last ones were dropped",
            clip->name);
        kept = most > 2 ? (uint32_t)most : 2;
    }
    *count = kept;
    return times;
}

static float nearest_turn(float degrees, float before) {
    if (degrees - before > 180 && degrees - 360 >= -360)
        return degrees - 360;
    if (degrees - before < -180 && degrees + 360 <= 360)
        return degrees + 360;
    return degrees;
}

// How a node has moved since it was at rest, as a frame.
static void fill_frame(const mq_mat34 *now, const mq_mat34 *rest, const maq_wzm_frame *before,
                       maq_wzm_frame *frame) {
    mq_mat34 back = mq_mat34_inverse(rest), moved = mq_mat34_multiply(now, &back);
    mq_quat turn = mq_mat34_rotation(&moved);
    const float translation[3] = {(float)moved.m[0][3], (float)moved.m[1][3], (float)moved.m[2][3]};
    const float scene_turn[4] = {(float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w};
    float q[4];
    mq_axes_from_scene(MQ_AXES_PIE_CONNECTOR, translation, frame->translation);
    mq_axes_rotation_from_scene(MQ_AXES_WARZONE, scene_turn, q);
    // About x, then y, then z, each in the axes that the one before has turned.
    mq_mat34 m =
        mq_mat34_from((mq_vec3){0, 0, 0}, mq_quat_normalize((mq_quat){q[0], q[1], q[2], q[3]}),
                      (mq_vec3){1, 1, 1});
    double sine = fmin(fmax(m.m[0][2], -1), 1), x, y, z = 0;
    y = mq_angle_of(sine, sqrt(1 - sine * sine));
    if (fabs(sine) < 0.9999999) {
        x = mq_angle_of(-m.m[1][2], m.m[2][2]);
        z = mq_angle_of(-m.m[0][1], m.m[0][0]);
    } else {
        x = mq_angle_of(m.m[2][1], m.m[1][1]);
    }
    frame->rotation[0] = (float)x;
    frame->rotation[1] = (float)z;
    frame->rotation[2] = (float)y;
    for (unsigned k = 0; k < 3; k++) {
        frame->rotation[k] += 0.0f; // no -0
        frame->translation[k] += 0.0f;
        if (before)
            frame->rotation[k] = nearest_turn(frame->rotation[k], before->rotation[k]);
    }
}

static int32_t texture_array_at(const wzm_builder *builder, uint32_t number, double time) {
    const maq_scene *scene = builder->scene;
    uint32_t material =
        mq_wzm_material_of(&scene->meshes[scene->nodes[builder->nodes[number]].mesh]);
    uint32_t arrays = builder->meshes[number].texture_array_count;
    if (material == MAQ_SCENE_NONE || builder->material_channels[material] == MAQ_SCENE_NONE ||
        arrays < 2)
        return 0;
    float frame;
    uint32_t at = 0;
    mq_pose_sample(&builder->clip->channels[builder->material_channels[material]], time, 0, &at,
                   &frame);
    return frame >= 0 && (double)frame < arrays ? (int32_t)frame : 0;
}

static bool frames_are_close(const maq_wzm_frame *a, const maq_wzm_frame *b) {
    for (unsigned k = 0; k < 3; k++) {
        if (fabsf(a->translation[k] - b->translation[k]) > 1e-4f ||
            fabsf(a->rotation[k] - b->rotation[k]) > 1e-3f)
            return false;
    }
    return true;
}

// Gives frames their times. One cycle ends with the first frame again.
static void finish_frames(const maq_scene_clip *clip, const float *times, uint32_t count,
                          maq_wzm_frame *frames, maq_wzm_mesh *mesh) {
    for (uint32_t i = 0; i + 1 < count; i++)
        frames[i].seconds = times[i + 1] - times[i];
    float rest = clip->duration - times[count - 1];
    frames[count - 1].seconds = clip->loop_count == 1 ? 0 : rest > JUMP ? rest : JUMP;
    if (count > 1 && clip->loop_count != 1 && !(rest > JUMP) &&
        frames_are_close(&frames[0], &frames[count - 1]))
        count--;
    mesh->frames = frames;
    mesh->frame_count = count;
}

static bool build_all(wzm_builder *builder) {
    const maq_scene *scene = builder->scene;
    uint32_t count;
    const bool *moving = mq_moving_nodes(builder->arena, scene, builder->clip, 1);
    float *times = collect_times(builder, &count);
    maq_transform *locals = MQ_NEW_ARRAY(builder->arena, maq_transform, scene->node_count);
    mq_mat34 *worlds = MQ_NEW_ARRAY(builder->arena, mq_mat34, scene->node_count);
    maq_wzm_frame **frames = MQ_NEW_ARRAY(builder->arena, maq_wzm_frame *, builder->mesh_count);
    if (!moving || !times || !locals || !worlds || !frames)
        return false;
    bool any = false;
    for (uint32_t i = 0; i < builder->mesh_count; i++) {
        uint32_t node = builder->nodes[i];
        uint32_t material = mq_wzm_material_of(&scene->meshes[scene->nodes[node].mesh]);
        bool animated = material != MAQ_SCENE_NONE && builder->meshes[i].texture_array_count > 1 &&
                        builder->material_channels[material] != MAQ_SCENE_NONE;
        if (scene->nodes[node].skin != MAQ_SCENE_NONE || (!moving[node] && !animated))
            continue;
        any = true;
        frames[i] = MQ_NEW_ARRAY(builder->arena, maq_wzm_frame, count);
        if (!frames[i])
            return false;
    }
    for (uint32_t t = 0; any && t < count; t++) {
        mq_pose_at(scene, builder->clip, times[t], locals, worlds);
        for (uint32_t i = 0; i < builder->mesh_count; i++) {
            if (!frames[i])
                continue;
            maq_wzm_frame *frame = &frames[i][t];
            frame->offset = MAQ_WZM_NO_OFFSET;
            frame->texture_array = texture_array_at(builder, i, times[t]);
            fill_frame(&worlds[builder->nodes[i]], &builder->worlds[builder->nodes[i]],
                       t ? &frames[i][t - 1] : NULL, frame);
        }
    }
    for (uint32_t i = 0; i < builder->mesh_count; i++) {
        if (frames[i])
            finish_frames(builder->clip, times, count, frames[i], &builder->meshes[i]);
    }
    return true;
}

bool mq_wzm_build_frames(wzm_builder *builder) {
    const maq_scene_clip *clip = builder->clip;
    if (!clip)
        return true;
    if (builder->version == 3) {
        mq_wzm_report(builder, WZM_LOSS_FRAMES, clip->channel_count,
                      "clip \"%.60s\" was dropped: version 3 has no frames", clip->name);
        return true;
    }
    if (!build_all(builder))
        return false;
    for (uint32_t i = 0; i < builder->mesh_count; i++) {
        if (builder->meshes[i].frame_count > 0)
            return true;
    }
    mq_wzm_report(builder, WZM_LOSS_MOTION, clip->channel_count,
                  "clip \"%.60s\" was dropped: it moves no mesh as a whole", clip->name);
    return true;
}
