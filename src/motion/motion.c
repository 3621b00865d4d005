// SPDX-License-Identifier: MIT
//
// Making a motion, and setting its pose.
#include "motion/motion_priv.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/checked.h"
#include "base/memory.h"
#include "base/sort.h"
#include "scene/pose.h"

// The most shape weights of all nodes together: a few bytes of a file can ask for any number.
#define MAX_WEIGHTS (UINT32_C(1) << 22)

// ------------------------------------------------------------------------------------------ making

// The weights of a node in the rest pose, which glTF may set for a node or for its mesh; NULL: all 0.
static const maq_value *rest_weights_of(const maq_scene *scene, const maq_scene_node *node) {
    if (node->mesh == MAQ_SCENE_NONE || scene->meshes[node->mesh].shape_count == 0)
        return NULL;
    const maq_value *weights = maq_value_find(node->extras, "gltf_weights");
    if (!weights)
        weights = maq_value_find(scene->meshes[node->mesh].extras, "gltf_weights");
    return weights && weights->kind == MAQ_VALUE_ARRAY ? weights : NULL;
}

// Nodes whose weights a clip changes, or that have rest weights, get a weight for each shape of their
// mesh.
static maq_status assign_weights(maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    uint32_t *first = MQ_NEW_ARRAY(motion->arena, uint32_t, (size_t)scene->node_count + 1);
    if (!first)
        return mq_arena_status(motion->arena);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (rest_weights_of(scene, &scene->nodes[i]))
            first[i + 1] = scene->meshes[scene->nodes[i].mesh].shape_count;
    }
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            uint32_t node = clip->channels[k].target;
            if (clip->channels[k].path == MAQ_CHANNEL_SHAPE_WEIGHT)
                first[node + 1] = scene->meshes[scene->nodes[node].mesh].shape_count;
        }
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (first[i + 1] > MAX_WEIGHTS - first[i])
            return MAQ_OVER_LIMIT;
        first[i + 1] += first[i];
    }
    motion->first_weight = first;
    motion->weight_count = first[scene->node_count];
    return MAQ_OK;
}

static void set_rest_weights(maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_value *weights = rest_weights_of(scene, &scene->nodes[i]);
        const maq_value *item = weights ? weights->as.children.first : NULL;
        for (uint32_t k = motion->first_weight[i]; item && k < motion->first_weight[i + 1]; k++) {
            double weight;
            if (maq_value_number(item, &weight) && fabs(weight) <= FLT_MAX)
                motion->rest_weights[k] = (float)weight;
            item = item->next;
        }
    }
}

static void alloc_state(maq_motion *motion, mq_state *state) {
    const maq_scene *scene = motion->scene;
    state->locals = MQ_NEW_ARRAY(motion->arena, maq_transform, scene->node_count);
    state->shown = MQ_NEW_ARRAY(motion->arena, bool, scene->node_count);
    state->weights = MQ_NEW_ARRAY(motion->arena, float, motion->weight_count);
    state->frames = MQ_NEW_ARRAY(motion->arena, uint32_t, scene->material_count);
}

// Of several channels that set the same value the last one counts: marks the others. `setters` holds
// the four values of each node, then one for each material and each weight.
static void mark_overridden(const maq_motion *motion, const maq_scene_clip *clip, uint32_t *setters,
                            uint32_t *cursors) {
    const maq_scene *scene = motion->scene;
    size_t materials = (size_t)scene->node_count * 4, weights = materials + scene->material_count;
    for (int cycle = 0; cycle < 2; cycle++) {
        for (uint32_t i = 0; i < clip->channel_count; i++) {
            const maq_scene_channel *channel = &clip->channels[i];
            size_t slot = channel->path == MAQ_CHANNEL_TEXTURE_FRAME ? materials + channel->target
                          : channel->path == MAQ_CHANNEL_SHAPE_WEIGHT
                              ? weights + motion->first_weight[channel->target] + channel->shape
                              : (size_t)channel->target * 4 + channel->path;
            if (cycle == 0)
                setters[slot] = i;
            else if (setters[slot] != i)
                cursors[i] = MAQ_SCENE_NONE;
        }
    }
}

static int by_time(const void *left, const void *right, const void *context) {
    const maq_scene_marker *markers = context;
    uint32_t a, b;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    float x = markers[a].time, y = markers[b].time;
    return x < y ? -1 : x > y;
}

static bool prepare_clips(maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    mq_arena *scratch = mq_arena_scratch(motion->arena);
    size_t things = (size_t)scene->node_count * 4 + scene->material_count + motion->weight_count;
    uint32_t *setters = scratch ? MQ_NEW_ARRAY(scratch, uint32_t, things) : NULL;
    motion->clips = MQ_NEW_ARRAY(motion->arena, mq_clip_work, scene->clip_count);
    bool good = setters && motion->clips;
    for (uint32_t i = 0; good && i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        mq_clip_work *work = &motion->clips[i];
        work->cursors = MQ_NEW_ARRAY(motion->arena, uint32_t, clip->channel_count);
        work->markers = MQ_NEW_ARRAY(motion->arena, uint32_t, clip->marker_count);
        uint32_t *spare = MQ_NEW_ARRAY(motion->arena, uint32_t, clip->marker_count);
        good = work->cursors && work->markers && spare;
        if (!good)
            break;
        mark_overridden(motion, clip, setters, work->cursors);
        for (uint32_t k = 0; k < clip->marker_count; k++)
            work->markers[k] = k;
        work->markers = mq_sort(work->markers, spare, clip->marker_count, sizeof *spare, by_time,
                                clip->markers);
    }
    mq_arena_end_scratch(motion->arena, scratch);
    return good;
}

static bool animates_uvs(const maq_scene *scene, uint32_t material) {
    if (material == MAQ_SCENE_NONE)
        return false;
    maq_frames_kind kind = scene->materials[material].frames.kind;
    return kind == MAQ_FRAMES_STRIP || kind == MAQ_FRAMES_UV_SETS;
}

// A vertex that is shared by parts with different materials follows the first of them.
static bool find_uv_materials(maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    motion->uv_materials = MQ_NEW_ARRAY(motion->arena, const uint32_t *, scene->mesh_count);
    for (uint32_t i = 0; motion->uv_materials && i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        uint32_t *uv_materials = NULL;
        for (uint32_t p = 0; p < mesh->part_count && mesh->uv_set_count; p++) {
            const maq_scene_part *part = &mesh->parts[p];
            if (!animates_uvs(scene, part->material))
                continue;
            if (!uv_materials) {
                uv_materials = MQ_NEW_ARRAY(motion->arena, uint32_t, mesh->vertex_count);
                if (!uv_materials)
                    return false;
                memset(uv_materials, 0xff, mesh->vertex_count * sizeof *uv_materials);
            }
            for (uint32_t t = 0; t < part->triangle_count; t++) {
                const uint32_t *corners = mesh->triangles[part->first_triangle + t];
                for (int k = 0; k < 3; k++) {
                    if (uv_materials[corners[k]] == MAQ_SCENE_NONE)
                        uv_materials[corners[k]] = part->material;
                }
            }
        }
        motion->uv_materials[i] = uv_materials;
    }
    return motion->uv_materials != NULL;
}

static void alloc_buffers(maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    mq_arena *arena = motion->arena;
    size_t joints = 1, vertices = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        motion->rest_locals[i] = node->rest;
        if (node->skin != MAQ_SCENE_NONE && scene->skins[node->skin].joint_count > joints)
            joints = scene->skins[node->skin].joint_count;
        if (motion->first_weight[i] < motion->first_weight[i + 1] &&
            scene->meshes[node->mesh].vertex_count > vertices)
            vertices = scene->meshes[node->mesh].vertex_count;
    }
    motion->palette = mq_arena_alloc(arena, joints, sizeof *motion->palette, alignof(max_align_t));
    motion->blended = mq_arena_alloc(arena, vertices, sizeof *motion->blended, alignof(float));
}

static maq_status prepare(maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    mq_arena *arena = motion->arena;
    maq_status status = assign_weights(motion);
    if (status != MAQ_OK)
        return status;
    alloc_state(motion, &motion->now);
    alloc_state(motion, &motion->other);
    motion->rest_locals = MQ_NEW_ARRAY(arena, maq_transform, scene->node_count);
    motion->rest_weights = MQ_NEW_ARRAY(arena, float, motion->weight_count);
    motion->worlds = MQ_NEW_ARRAY(arena, mq_mat34, scene->node_count);
    motion->rows = mq_arena_alloc(arena, scene->node_count, sizeof *motion->rows, alignof(float));
    motion->visible = MQ_NEW_ARRAY(arena, bool, scene->node_count);
    motion->batch = MQ_NEW(arena, mq_slerp_batch);
    if (mq_arena_status(arena) != MAQ_OK)
        return mq_arena_status(arena);
    alloc_buffers(motion);
    set_rest_weights(motion);
    if (prepare_clips(motion) && find_uv_materials(motion))
        mq_game_prepare(motion);
    motion->pose = (maq_pose){.locals = motion->now.locals,
                              .worlds = (const float(*)[3][4])motion->rows,
                              .visible = motion->visible,
                              .weights = motion->now.weights,
                              .first_weight = motion->first_weight,
                              .frames = motion->now.frames};
    return mq_arena_status(arena);
}

maq_status maq_motion_new(const maq_scene *scene, const maq_memory *memory, maq_motion **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!scene)
        return MAQ_BAD_ARGUMENT;
    mq_arena *arena = mq_arena_new(memory);
    maq_motion *motion = arena ? MQ_NEW(arena, maq_motion) : NULL;
    if (!motion) {
        mq_arena_free(arena);
        return MAQ_NO_MEMORY;
    }
    motion->arena = arena;
    motion->scene = scene;
    maq_status status = prepare(motion);
    if (status == MAQ_OK)
        status = maq_motion_pose(motion, MAQ_SCENE_NONE, 0, NULL);
    if (status == MAQ_OK)
        *out = motion;
    else
        mq_arena_free(arena);
    return status;
}

void maq_motion_free(maq_motion *motion) {
    if (motion)
        mq_arena_free(motion->arena);
}

const maq_pose *maq_motion_current_pose(const maq_motion *motion) {
    return &motion->pose;
}

// ------------------------------------------------------------------------------------------- poses

// Sets a state to a playback time.
static void play(const maq_motion *motion, uint32_t clip, double seconds,
                 const maq_motion_options *options, mq_state *state) {
    mq_state_rest(motion, state);
    if (clip == MAQ_SCENE_NONE)
        return;
    mq_play_range range = mq_motion_play_range(motion, clip, options);
    double time = mq_play_range_time(&range, seconds);
    mq_state_sample(motion, clip, time, state);
    // In the game each level has its own cycle.
    if (options->like_game)
        mq_game_sample(motion, clip, options->loop == MAQ_LOOP_CLAMP ? time : range.begin + seconds,
                       state);
}

// Fills in what follows from the sampled state: world matrices and visibility.
static void update_world_matrices(maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    mq_pose_world_matrices(scene, motion->now.locals, motion->worlds);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        mq_mat34_store(&motion->worlds[node], motion->rows[node]);
        motion->visible[node] =
            motion->now.shown[node] && (parent == MAQ_SCENE_NONE || motion->visible[parent]);
    }
}

static bool clip_exists(const maq_motion *motion, uint32_t clip) {
    return clip == MAQ_SCENE_NONE || clip < motion->scene->clip_count;
}

maq_status maq_motion_pose(maq_motion *motion, uint32_t clip, double seconds,
                           const maq_motion_options *given) {
    if (!motion || !clip_exists(motion, clip))
        return MAQ_BAD_ARGUMENT;
    maq_motion_options options = mq_motion_options_of(given);
    play(motion, clip, seconds, &options, &motion->now);
    update_world_matrices(motion);
    return MAQ_OK;
}

static void fade_floats(float *a, const float *b, size_t count, double part) {
    for (size_t i = 0; i < count; i++)
        a[i] = mq_key_between(a[i], b[i], part);
}

static void fade_node(maq_transform *a, const maq_transform *b, double part) {
    // Equal transforms keep their bits.
    if (memcmp(a, b, sizeof *a) == 0)
        return;
    mq_quat_store(mq_slerp(mq_quat_load(a->rotation), mq_quat_load(b->rotation), part),
                  a->rotation);
    fade_floats(a->translation, b->translation, 3, part);
    fade_floats(a->scale, b->scale, 3, part);
}

maq_status maq_motion_crossfade(maq_motion *motion, uint32_t clip_a, double seconds_a,
                                uint32_t clip_b, double seconds_b, double part,
                                const maq_motion_options *given) {
    if (!motion || !clip_exists(motion, clip_a) || !clip_exists(motion, clip_b))
        return MAQ_BAD_ARGUMENT;
    if (!(part > 0))
        return maq_motion_pose(motion, clip_a, seconds_a, given);
    if (part >= 1)
        return maq_motion_pose(motion, clip_b, seconds_b, given);
    maq_motion_options options = mq_motion_options_of(given);
    const maq_scene *scene = motion->scene;
    mq_state *a = &motion->now, *b = &motion->other;
    play(motion, clip_a, seconds_a, &options, a);
    play(motion, clip_b, seconds_b, &options, b);
    for (uint32_t i = 0; i < scene->node_count; i++)
        fade_node(&a->locals[i], &b->locals[i], part);
    fade_floats(a->weights, b->weights, motion->weight_count, part);
    if (part >= 0.5) {
        memcpy(a->shown, b->shown, scene->node_count * sizeof *a->shown);
        memcpy(a->frames, b->frames, scene->material_count * sizeof *a->frames);
    }
    update_world_matrices(motion);
    return MAQ_OK;
}
