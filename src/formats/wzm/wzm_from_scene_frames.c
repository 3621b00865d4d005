// SPDX-License-Identifier: MIT
//
// The first clip of a scene as frames of meshes.
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "formats/extras_numbers.h"
#include "formats/wzm/wzm_from_scene.h"
#include "scene/axes.h"
#include "scene/same.h"

// How many placements of nodes a clip is looked at for.
#define MOST_PLACEMENTS (1U << 22)
// What jumps holds until so many seconds before.
#define JUMP 0.001f
#define DEGREES (180 / 3.14159265358979323846)

// ---------------------------------------------------------------------------------- as it once was

static bool read_frames(mq_arena *arena, const maq_value *rows, maq_wzm_mesh *mesh) {
    size_t count = mq_extras_count(rows);
    maq_wzm_frame *frames = MQ_NEW_ARRAY(arena, maq_wzm_frame, count);
    if (!frames || count == 0)
        return false;
    const maq_value *row = rows->as.children.first;
    for (size_t i = 0; i < count; i++, row = row->next) {
        maq_wzm_frame *frame = &frames[i];
        if (mq_extras_count(row) != 4)
            return false;
        const maq_value *array = row->as.children.first, *time = array->next;
        if (!mq_extras_integer(array, &frame->texture_array) ||
            !mq_extras_floats(time, &frame->seconds, 1) ||
            !mq_extras_floats(time->next, frame->translation, 3) ||
            !mq_extras_floats(time->next->next, frame->rotation, 3))
            return false;
        frame->offset = MAQ_WZM_NO_OFFSET;
    }
    mesh->frame_count = (uint32_t)count;
    mesh->frames = frames;
    return true;
}

// Whether the channels of a clip are those of a mesh in the scene.
static bool same_motion(const wzm_maker *maker, uint32_t node, const maq_scene_clip *clip) {
    const maq_scene *scene = maker->scene;
    uint32_t material = mq_wzm_material_of(&scene->meshes[scene->nodes[node].mesh]);
    uint32_t heads[2] = {MAQ_SCENE_NONE, MAQ_SCENE_NONE};
    if (maker->clip) {
        heads[0] = maker->node_channels[node];
        heads[1] = material == MAQ_SCENE_NONE ? MAQ_SCENE_NONE : maker->material_channels[material];
    }
    uint32_t found = 0;
    for (unsigned i = 0; i < 2; i++) {
        for (uint32_t at = heads[i]; at != MAQ_SCENE_NONE; at = maker->next_channel[at]) {
            bool same = false;
            for (uint32_t k = 0; k < clip->channel_count && !same; k++)
                same = mq_same_keys(&maker->clip->channels[at], &clip->channels[k]);
            if (!same)
                return false;
            found++;
        }
    }
    return found == clip->channel_count;
}

// What the extras have kept, if it still is what the scene shows.
static bool take_kept(wzm_maker *maker, uint32_t number) {
    uint32_t node = maker->nodes[number];
    const maq_value *own = mq_scene_own_extras(maker->scene->nodes[node].extras, WZM_EXTRAS);
    maq_wzm_mesh kept = maker->meshes[number];
    if (!read_frames(maker->arena, maq_value_find(own, "frames"), &kept))
        return false;
    for (uint32_t i = 0; i < kept.frame_count && !maker->same_version; i++) {
        const maq_wzm_frame *frame = &kept.frames[i];
        if (frame->texture_array < 0 || (uint32_t)frame->texture_array >= kept.texture_array_count)
            return false;
    }
    mq_arena *scratch = mq_arena_scratch(maker->arena);
    maq_scene shown;
    bool same = scratch && mq_wzm_scene_of(scratch, maker->version, &kept, &shown) &&
                same_motion(maker, node, &shown.clips[0]);
    mq_arena_end_scratch(maker->arena, scratch);
    if (same)
        maker->meshes[number] = kept;
    return same;
}

// --------------------------------------------------------------------------------------- made anew

static int by_time(const void *left, const void *right, const void *context) {
    (void)context;
    float a, b;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    return a < b ? -1 : a > b;
}

// The times of all keys, each once, from 0 on. NULL: no memory.
static float *gather_times(wzm_maker *maker, uint32_t *count) {
    const maq_scene_clip *clip = maker->clip;
    size_t room = 1;
    for (uint32_t i = 0; i < clip->channel_count; i++)
        room += (size_t)clip->channels[i].key_count * 2;
    float *times = MQ_NEW_ARRAY(maker->arena, float, room);
    float *spare = MQ_NEW_ARRAY(maker->arena, float, room);
    if (!times || !spare)
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
    times = mq_sort(times, spare, found, sizeof *times, by_time, NULL);
    uint32_t kept = 0;
    for (size_t i = 0; i < found && kept < UINT32_MAX; i++) {
        if (kept == 0 || times[i] > times[kept - 1])
            times[kept++] = times[i];
    }
    size_t most = maker->scene->node_count ? MOST_PLACEMENTS / maker->scene->node_count : 0;
    if (kept > most && kept > 2) {
        mq_wzm_report(maker, WZM_LOSS_MOTION, kept - most,
                      "clip \"%.60s\" has too many moments for so many nodes", clip->name);
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
    mq_mat34 back = mq_mat34_inverse(rest), way = mq_mat34_multiply(now, &back);
    mq_quat turn = mq_mat34_rotation(&way);
    const float place[3] = {(float)way.m[0][3], (float)way.m[1][3], (float)way.m[2][3]};
    const float scene_turn[4] = {(float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w};
    float q[4];
    mq_axes_from_scene(MQ_AXES_PIE_CONNECTOR, place, frame->translation);
    mq_axes_rotation_from_scene(MQ_AXES_WARZONE, scene_turn, q);
    // About x, then y, then z, each in the axes that the one before has turned.
    mq_mat34 m =
        mq_mat34_from((mq_vec3){0, 0, 0}, mq_quat_normalize((mq_quat){q[0], q[1], q[2], q[3]}),
                      (mq_vec3){1, 1, 1});
    double sine = fmin(fmax(m.m[0][2], -1), 1), x, y = asin(sine), z = 0;
    if (fabs(sine) < 0.9999999) {
        x = atan2(-m.m[1][2], m.m[2][2]);
        z = atan2(-m.m[0][1], m.m[0][0]);
    } else {
        x = atan2(m.m[2][1], m.m[1][1]);
    }
    frame->rotation[0] = (float)(x * DEGREES);
    frame->rotation[1] = (float)(z * DEGREES);
    frame->rotation[2] = (float)(y * DEGREES);
    for (unsigned k = 0; k < 3; k++) {
        frame->rotation[k] += 0.0f; // no -0
        frame->translation[k] += 0.0f;
        if (before)
            frame->rotation[k] = nearest_turn(frame->rotation[k], before->rotation[k]);
    }
}

static int32_t texture_array_at(const wzm_maker *maker, uint32_t number, double time) {
    const maq_scene *scene = maker->scene;
    uint32_t material = mq_wzm_material_of(&scene->meshes[scene->nodes[maker->nodes[number]].mesh]);
    uint32_t arrays = maker->meshes[number].texture_array_count;
    if (material == MAQ_SCENE_NONE || maker->material_channels[material] == MAQ_SCENE_NONE ||
        arrays < 2)
        return 0;
    float frame;
    uint32_t at = 0;
    mq_pose_sample(&maker->clip->channels[maker->material_channels[material]], time, 0, &at,
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

// Gives frames their times. One round ends with the first frame again.
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

// Nodes that move, alone or with their parents. NULL: no memory.
static bool *find_moving(const wzm_maker *maker) {
    const maq_scene *scene = maker->scene;
    bool *moving = MQ_NEW_ARRAY(maker->arena, bool, scene->node_count);
    for (uint32_t i = 0; moving && i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        moving[node] = parent != MAQ_SCENE_NONE && moving[parent];
        for (uint32_t at = maker->node_channels[node]; at != MAQ_SCENE_NONE;
             at = maker->next_channel[at])
            moving[node] = moving[node] || maker->clip->channels[at].path <= MAQ_CHANNEL_ROTATION;
    }
    return moving;
}

static bool make_anew(wzm_maker *maker, const bool *done) {
    const maq_scene *scene = maker->scene;
    uint32_t count;
    const bool *moving = find_moving(maker);
    float *times = gather_times(maker, &count);
    maq_transform *locals = MQ_NEW_ARRAY(maker->arena, maq_transform, scene->node_count);
    mq_mat34 *worlds = MQ_NEW_ARRAY(maker->arena, mq_mat34, scene->node_count);
    maq_wzm_frame **frames = MQ_NEW_ARRAY(maker->arena, maq_wzm_frame *, maker->mesh_count);
    if (!moving || !times || !locals || !worlds || !frames)
        return false;
    bool any = false;
    for (uint32_t i = 0; i < maker->mesh_count; i++) {
        uint32_t node = maker->nodes[i];
        uint32_t material = mq_wzm_material_of(&scene->meshes[scene->nodes[node].mesh]);
        bool slides = material != MAQ_SCENE_NONE && maker->meshes[i].texture_array_count > 1 &&
                      maker->material_channels[material] != MAQ_SCENE_NONE;
        if (done[i] || scene->nodes[node].skin != MAQ_SCENE_NONE || (!moving[node] && !slides))
            continue;
        any = true;
        frames[i] = MQ_NEW_ARRAY(maker->arena, maq_wzm_frame, count);
        if (!frames[i])
            return false;
    }
    for (uint32_t t = 0; any && t < count; t++) {
        mq_pose_at(scene, maker->clip, times[t], locals, worlds);
        for (uint32_t i = 0; i < maker->mesh_count; i++) {
            if (!frames[i])
                continue;
            maq_wzm_frame *frame = &frames[i][t];
            frame->offset = MAQ_WZM_NO_OFFSET;
            frame->texture_array = texture_array_at(maker, i, times[t]);
            fill_frame(&worlds[maker->nodes[i]], &maker->worlds[maker->nodes[i]],
                       t ? &frames[i][t - 1] : NULL, frame);
        }
    }
    for (uint32_t i = 0; i < maker->mesh_count; i++) {
        if (frames[i])
            finish_frames(maker->clip, times, count, frames[i], &maker->meshes[i]);
    }
    return true;
}

bool mq_wzm_make_frames(wzm_maker *maker) {
    if (maker->version == 3) {
        if (maker->clip)
            mq_wzm_report(maker, WZM_LOSS_FRAMES, maker->clip->channel_count,
                          "clip \"%.60s\": version 3 has no frames", maker->clip->name);
        return true;
    }
    bool *done = MQ_NEW_ARRAY(maker->arena, bool, maker->mesh_count);
    if (!done)
        return false;
    for (uint32_t i = 0; i < maker->mesh_count; i++)
        done[i] = take_kept(maker, i);
    if (!maker->clip)
        return true;
    if (!make_anew(maker, done))
        return false;
    bool any = false;
    for (uint32_t i = 0; i < maker->mesh_count; i++)
        any = any || maker->meshes[i].frame_count > 0;
    if (!any)
        mq_wzm_report(maker, WZM_LOSS_MOTION, maker->clip->channel_count,
                      "clip \"%.60s\" is lost: it moves no mesh as a whole", maker->clip->name);
    return true;
}
