// SPDX-License-Identifier: MIT
//
// Movement baked into shapes (morph targets), for formats that have no joints.
#include "motion/bake.h"

#include <math.h>
#include <string.h>

#include "base/checked.h"
#include "motion/motion_priv.h"

#define DEFAULT_RATE 30.0

// Limits on the shapes of one node (each has a weight at each frame) and on the vertices of all
// shapes: a few bytes can ask for any number of frames.
#define MAX_SHAPES 1024.0
#define MAX_ROWS (double)(1 << 23)

typedef struct baked_clip {
    uint32_t frames;
    double rate;
} baked_clip;

// The shapes of one node: frame after frame, clip after clip.
typedef struct baked_node {
    uint32_t node, new_node; // in the old scene and in the new one
    maq_deformed_mesh rest, posed;
    maq_scene_shape *shapes;
    const bool **visible; // by clip and frame; NULL: always
} baked_node;

typedef struct baking {
    maq_motion *motion;
    mq_scene_builder *builder;
    mq_arena *arena;
    baked_clip *clips;
    uint32_t shape_count; // of each node
    baked_node *nodes;
    uint32_t node_count;
    bool *is_baked; // by node of the old scene
} baking;

// -------------------------------------------------------------------------------------- what to bake

static bool moves_nodes(maq_channel_path path) {
    return path <= MAQ_CHANNEL_SCALE;
}

// Meshes with a skin, and those whose node or any parent of it moves.
static bool find_nodes(baking *b) {
    const maq_scene *scene = b->motion->scene;
    bool *moved = MQ_NEW_ARRAY(b->arena, bool, scene->node_count);
    b->is_baked = MQ_NEW_ARRAY(b->arena, bool, scene->node_count);
    b->nodes = MQ_NEW_ARRAY(b->arena, baked_node, scene->node_count);
    if (!moved || !b->is_baked || !b->nodes)
        return false;
    for (uint32_t c = 0; c < scene->clip_count; c++) {
        for (uint32_t i = 0; i < scene->clips[c].channel_count; i++) {
            const maq_scene_channel *channel = &scene->clips[c].channels[i];
            if (moves_nodes(channel->path))
                moved[channel->target] = true;
        }
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        moved[node] = moved[node] || (parent != MAQ_SCENE_NONE && moved[parent]);
        b->is_baked[node] = scene->nodes[node].mesh != MAQ_SCENE_NONE &&
                            (moved[node] || scene->nodes[node].skin != MAQ_SCENE_NONE);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (b->is_baked[i])
            b->nodes[b->node_count++].node = i;
    }
    return true;
}

// Chooses the frames of all clips, at a lower rate where they would be too many. False when there
// are too many clips for any rate.
static bool count_frames(baking *b, double wanted, mq_bake_summary *summary) {
    const maq_scene *scene = b->motion->scene;
    double vertices = 1, frames = 0;
    for (uint32_t i = 0; i < b->node_count; i++)
        vertices += scene->meshes[scene->nodes[b->nodes[i].node].mesh].vertex_count;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        double rate = wanted > 0 ? wanted : clip->rate > 0 ? (double)clip->rate : DEFAULT_RATE;
        b->clips[i].rate = rate;
        frames += clip->duration * rate;
    }
    // Each clip has two frames at least, and each frame of a node costs something.
    vertices += 64.0 * b->node_count;
    double most =
        fmin(fmin(MAX_SHAPES, MAX_ROWS / vertices), sqrt(MAX_ROWS / fmax(b->node_count, 1))) -
        2.0 * scene->clip_count;
    double slower = frames > most ? fmax(most, 0) / frames : 1;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        double rate = b->clips[i].rate * slower;
        double steps = ceil(scene->clips[i].duration * rate - 1e-3);
        b->clips[i].frames = steps > 0 ? (uint32_t)fmin(steps, MAX_SHAPES) + 1 : 1;
        summary->slowed += slower < 1 && scene->clips[i].duration > 0;
        b->shape_count += b->clips[i].frames;
    }
    return b->shape_count <= MAX_SHAPES * 2 && b->shape_count * vertices <= MAX_ROWS * 2;
}

static double frame_time(const baking *b, uint32_t clip, uint32_t frame) {
    uint32_t steps = b->clips[clip].frames - 1;
    double length = b->motion->scene->clips[clip].duration;
    if (steps == 0)
        return 0;
    return frame == steps ? length : fmin(frame * length / steps, length);
}

// ------------------------------------------------------------------------------------------- shapes

static bool differs(const maq_deformed_mesh *a, const maq_deformed_mesh *b, uint32_t v) {
    return memcmp(a->positions[v], b->positions[v], sizeof a->positions[v]) != 0 ||
           (a->normals && memcmp(a->normals[v], b->normals[v], sizeof a->normals[v]) != 0) ||
           (a->tangents && memcmp(a->tangents[v], b->tangents[v], sizeof a->tangents[v]) != 0) ||
           (a->uvs && memcmp(a->uvs[v], b->uvs[v], sizeof a->uvs[v]) != 0);
}

static float difference(float to, float from) {
    float value = to - from;
    return isfinite(value) ? value : 0;
}

static void *differences(mq_arena *arena, const maq_scene_shape *shape, const float *to,
                         const float *from, size_t stride, size_t width) {
    if (!to)
        return NULL;
    float *rows = mq_arena_alloc(arena, shape->count, width * sizeof *rows, alignof(float));
    for (uint32_t i = 0; rows && i < shape->count; i++) {
        size_t at = shape->vertices[i] * stride;
        for (size_t k = 0; k < width; k++)
            rows[i * width + k] = difference(to[at + k], from[at + k]);
    }
    return rows;
}

#define ROWS(from, stream) ((from).stream ? (from).stream[0] : NULL)

// The shape that changes the rest pose into the current one.
static bool make_shape(baking *b, baked_node *baked, maq_scene_shape *shape) {
    const maq_scene *scene = b->motion->scene;
    uint32_t all = scene->meshes[scene->nodes[baked->node].mesh].vertex_count, count = 0;
    for (uint32_t v = 0; v < all; v++)
        count += differs(&baked->rest, &baked->posed, v);
    uint32_t *vertices = MQ_NEW_ARRAY(b->builder->arena, uint32_t, count);
    if (!vertices)
        return false;
    shape->vertices = vertices;
    for (uint32_t v = 0; v < all; v++) {
        if (differs(&baked->rest, &baked->posed, v))
            vertices[shape->count++] = v;
    }
    mq_arena *arena = b->builder->arena;
    const maq_deformed_mesh *to = &baked->posed, *from = &baked->rest;
    shape->positions =
        differences(arena, shape, ROWS(*to, positions), ROWS(*from, positions), 3, 3);
    shape->normals = differences(arena, shape, ROWS(*to, normals), ROWS(*from, normals), 3, 3);
    shape->tangents = differences(arena, shape, ROWS(*to, tangents), ROWS(*from, tangents), 4, 3);
    shape->uvs = differences(arena, shape, ROWS(*to, uvs), ROWS(*from, uvs), 2, 2);
    return mq_arena_status(arena) == MAQ_OK;
}

static bool make_rest(baking *b, baked_node *baked) {
    const maq_scene *scene = b->motion->scene;
    const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[baked->node].mesh];
    baked->shapes = MQ_NEW_ARRAY(b->builder->arena, maq_scene_shape, b->shape_count);
    baked->visible = MQ_NEW_ARRAY(b->arena, const bool *, scene->clip_count);
    return baked->shapes && baked->visible &&
           mq_deformed_alloc(b->builder->arena, mesh, &baked->rest) &&
           mq_deformed_alloc(b->arena, mesh, &baked->posed);
}

static bool record_visibility(baking *b, baked_node *baked, uint32_t clip, uint32_t frame) {
    bool *visible = MQ_WRITABLE(bool, baked->visible[clip]);
    if (!visible && b->motion->visible[baked->node])
        return true;
    if (!visible) {
        visible = MQ_NEW_ARRAY(b->arena, bool, b->clips[clip].frames);
        if (!visible)
            return false;
        memset(visible, true, b->clips[clip].frames);
        baked->visible[clip] = visible;
    }
    visible[frame] = b->motion->visible[baked->node];
    return true;
}

static bool bake_frames(baking *b) {
    const maq_scene *scene = b->motion->scene;
    static const maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
    maq_motion_pose(b->motion, MAQ_SCENE_NONE, 0, NULL);
    for (uint32_t i = 0; i < b->node_count; i++) {
        if (!make_rest(b, &b->nodes[i]))
            return false;
        mq_deformed_fill(b->motion, b->nodes[i].node, 0, &b->nodes[i].rest);
    }
    for (uint32_t clip = 0, shape = 0; clip < scene->clip_count; clip++) {
        for (uint32_t frame = 0; frame < b->clips[clip].frames; frame++, shape++) {
            const char *name =
                mq_arena_format(b->builder->arena, "%s %u", scene->clips[clip].name, frame);
            maq_motion_pose(b->motion, clip, frame_time(b, clip, frame), &once);
            for (uint32_t i = 0; i < b->node_count; i++) {
                baked_node *baked = &b->nodes[i];
                baked->shapes[shape].name = name;
                mq_deformed_fill(b->motion, baked->node, 0, &baked->posed);
                if (!name || !record_visibility(b, baked, clip, frame) ||
                    !make_shape(b, baked, &baked->shapes[shape]))
                    return false;
            }
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------------- clips

static void add_channel(maq_scene_clip *clip, maq_scene_channel channel) {
    MQ_WRITABLE(maq_scene_channel, clip->channels)[clip->channel_count++] = channel;
}

// A weight that is 1 at its frame and 0 at all others. All weights have the same times, as glTF
// requires.
static bool add_weight(baking *b, const float *times, uint32_t frames, uint32_t frame,
                       uint32_t node, uint32_t shape, maq_scene_clip *clip) {
    float *values = MQ_NEW_ARRAY(b->builder->arena, float, frames);
    if (!values)
        return false;
    values[frame] = 1;
    add_channel(clip, (maq_scene_channel){.path = MAQ_CHANNEL_SHAPE_WEIGHT,
                                          .target = node,
                                          .shape = shape,
                                          .key_count = frames,
                                          .times = times,
                                          .values = values});
    return true;
}

static bool add_visibility(baking *b, const float *times, uint32_t number, const baked_node *baked,
                           maq_scene_clip *clip) {
    uint32_t count = b->clips[number].frames;
    float *values = MQ_NEW_ARRAY(b->builder->arena, float, count);
    if (!values)
        return false;
    for (uint32_t i = 0; i < count; i++)
        values[i] = baked->visible[number][i];
    add_channel(clip, (maq_scene_channel){.path = MAQ_CHANNEL_VISIBLE,
                                          .target = baked->new_node,
                                          .step = true,
                                          .key_count = count,
                                          .times = times,
                                          .values = values});
    return true;
}

static const float *frame_times(const baking *b, uint32_t clip) {
    float *times = MQ_NEW_ARRAY(b->builder->arena, float, b->clips[clip].frames);
    for (uint32_t i = 0; times && i < b->clips[clip].frames; i++)
        times[i] = (float)frame_time(b, clip, i);
    return times;
}

static bool add_clip(baking *b, uint32_t number, uint32_t first_shape) {
    maq_scene_clip clip = b->motion->scene->clips[number];
    const maq_scene_channel *channels = clip.channels;
    uint32_t count = clip.channel_count, frames = b->clips[number].frames;
    size_t per_node, capacity;
    if (!mq_multiply_size((size_t)frames + 1, b->node_count, &per_node) ||
        !mq_add_size(per_node, count, &capacity))
        return false;
    clip.channels = MQ_NEW_ARRAY(b->builder->arena, maq_scene_channel, capacity);
    clip.channel_count = 0;
    clip.extras = NULL;
    const float *times = frame_times(b, number);
    if (!clip.channels || !times)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (channels[i].path != MAQ_CHANNEL_SHAPE_WEIGHT || !b->is_baked[channels[i].target])
            add_channel(&clip, channels[i]);
    }
    for (uint32_t i = 0; i < b->node_count; i++) {
        const baked_node *baked = &b->nodes[i];
        for (uint32_t frame = 0; frame < frames; frame++) {
            if (!add_weight(b, times, frames, frame, baked->new_node, first_shape + frame, &clip))
                return false;
        }
        if (baked->visible[number] && !add_visibility(b, times, number, baked, &clip))
            return false;
    }
    return mq_scene_add_clip(b->builder, &clip) != MAQ_SCENE_NONE;
}

// --------------------------------------------------------------------------------------- the whole

static bool add_baked(baking *b, baked_node *baked) {
    const maq_scene *scene = b->motion->scene;
    maq_scene_mesh mesh = scene->meshes[scene->nodes[baked->node].mesh];
    if (!mq_deformed_store(b->builder->arena, &baked->rest, &mesh))
        return false;
    mesh.shapes = baked->shapes;
    mesh.shape_count = b->shape_count;
    maq_scene_node node = scene->nodes[baked->node];
    node.parent = node.skin = MAQ_SCENE_NONE;
    node.rest = mq_identity;
    node.ignores_parent_rotation = false;
    node.extras = NULL;
    node.mesh = mq_scene_add_mesh(b->builder, &mesh);
    baked->new_node = mq_scene_add_node(b->builder, &node);
    return baked->new_node != MAQ_SCENE_NONE;
}

// All old nodes stay, but a mesh that is baked moves to a new node.
static bool add_nodes(baking *b) {
    const maq_scene *scene = b->motion->scene;
    uint32_t *shared = MQ_NEW_ARRAY(b->arena, uint32_t, scene->mesh_count); // 1 + its number
    for (uint32_t i = 0; shared && i < scene->node_count; i++) {
        maq_scene_node node = scene->nodes[i];
        if (node.kind == MAQ_NODE_JOINT)
            node.kind = MAQ_NODE_GROUP;
        if (b->is_baked[i]) {
            node.mesh = node.skin = MAQ_SCENE_NONE;
            node.extras = NULL;
        } else if (node.mesh != MAQ_SCENE_NONE) {
            if (shared[node.mesh] == 0)
                shared[node.mesh] = 1 + mq_scene_add_mesh(b->builder, &scene->meshes[node.mesh]);
            node.mesh = shared[node.mesh] - 1;
        }
        mq_scene_add_node(b->builder, &node);
    }
    for (uint32_t i = 0; shared && i < b->node_count; i++) {
        if (!add_baked(b, &b->nodes[i]))
            return false;
    }
    return shared != NULL;
}

static bool bake(baking *b, double rate, mq_bake_summary *summary) {
    const maq_scene *scene = b->motion->scene;
    b->clips = MQ_NEW_ARRAY(b->arena, baked_clip, scene->clip_count);
    if (!b->clips || !find_nodes(b))
        return false;
    if (b->node_count > 0 && !count_frames(b, rate, summary))
        return false;
    mq_share_static_parts(scene, b->builder);
    if (!bake_frames(b) || !add_nodes(b))
        return false;
    for (uint32_t i = 0, shape = 0; i < scene->clip_count; shape += b->clips[i++].frames) {
        if (!add_clip(b, i, shape))
            return false;
    }
    summary->nodes = b->node_count;
    summary->shapes = b->node_count > 0 ? b->shape_count : 0;
    return true;
}

// The new nodes have no parents, so they can come last.
static bool order_nodes(const baking *b, maq_scene *out) {
    const maq_scene *scene = b->motion->scene;
    uint32_t *order = MQ_NEW_ARRAY(b->builder->arena, uint32_t, out->node_count);
    for (uint32_t i = 0; order && i < out->node_count; i++)
        order[i] = i < scene->node_count ? scene->node_order[i] : i;
    out->node_order = order;
    return order != NULL;
}

maq_status mq_motion_bake(maq_motion *motion, double rate, mq_arena *arena, maq_scene *out,
                          mq_bake_summary *summary) {
    *summary = (mq_bake_summary){0};
    mq_arena *scratch = mq_arena_scratch(arena);
    mq_scene_builder builder;
    mq_scene_begin(&builder, arena, NULL);
    baking b = {.motion = motion, .builder = &builder, .arena = scratch};
    bool good = scratch && bake(&b, rate, summary);
    *out = builder.scene;
    good = good && order_nodes(&b, out);
    mq_arena_end_scratch(arena, scratch);
    maq_status status = mq_arena_status(arena);
    return good || status != MAQ_OK ? status : MAQ_OVER_LIMIT;
}
