// SPDX-License-Identifier: MIT
//
// Meshes in a pose: shapes, then joints, then texture frames; and their bounding boxes.
#include <math.h>
#include <string.h>

#include "base/math.h"
#include "base/parallel.h"
#include "motion/deform.h"
#include "motion/motion_priv.h"

// ------------------------------------------------------------------------------------------ shapes

static const float *weights_of(const maq_motion *motion, uint32_t node) {
    bool some = motion->first_weight[node] < motion->first_weight[node + 1];
    return some ? motion->now.weights + motion->first_weight[node] : NULL;
}

static void add_rows(float *out, size_t stride, const maq_scene_shape *shape, const float *deltas,
                     size_t width, float weight) {
    if (!out || !deltas)
        return;
    for (uint32_t i = 0; i < shape->count; i++) {
        float *row = out + shape->vertices[i] * stride;
        for (size_t k = 0; k < width; k++)
            row[k] += weight * deltas[i * width + k];
    }
}

#define FLAT(rows) ((rows) ? (rows)[0] : NULL)

// Blends the shapes of a node's mesh into buffers (NULL: not wanted). False when there is nothing to
// blend; the buffers are as they were then.
static bool blend_shapes(const maq_motion *motion, uint32_t node, const maq_deformed_mesh *out) {
    const maq_scene_mesh *mesh = &motion->scene->meshes[motion->scene->nodes[node].mesh];
    const float *weights = weights_of(motion, node);
    size_t count = mesh->vertex_count;
    bool some = false;
    for (uint32_t i = 0; weights && i < mesh->shape_count; i++)
        some = some || weights[i] != 0;
    if (!some)
        return false;
    if (out->positions)
        memcpy(out->positions, mesh->positions, count * sizeof *out->positions);
    if (out->normals)
        memcpy(out->normals, mesh->normals, count * sizeof *out->normals);
    if (out->tangents)
        memcpy(out->tangents, mesh->tangents, count * sizeof *out->tangents);
    for (uint32_t i = 0; i < mesh->shape_count; i++) {
        const maq_scene_shape *shape = &mesh->shapes[i];
        if (weights[i] == 0)
            continue;
        add_rows(FLAT(out->positions), 3, shape, FLAT(shape->positions), 3, weights[i]);
        add_rows(FLAT(out->normals), 3, shape, FLAT(shape->normals), 3, weights[i]);
        add_rows(FLAT(out->tangents), 4, shape, FLAT(shape->tangents), 3, weights[i]);
    }
    // Vectors are normalised once all shapes are added; those that no shape changes keep their bits.
    for (uint32_t i = 0; i < mesh->shape_count; i++) {
        const maq_scene_shape *shape = &mesh->shapes[i];
        for (uint32_t k = 0; k < shape->count && weights[i] != 0; k++) {
            uint32_t v = shape->vertices[k];
            if (out->normals && shape->normals)
                mq_normalize_or(out->normals[v], mesh->normals[v]);
            if (out->tangents && shape->tangents)
                mq_normalize_or(out->tangents[v], mesh->tangents[v]);
        }
    }
    return true;
}

// ----------------------------------------------------------------------------- texture coordinates

static void animate_uv(const maq_motion *motion, const maq_scene_mesh *mesh, uint32_t vertex,
                       uint32_t material, float uv[2]) {
    const maq_scene_frames *frames = &motion->scene->materials[material].frames;
    uint32_t frame = motion->now.frames[material];
    if (frames->kind == MAQ_FRAMES_UV_SETS) {
        uint32_t set = frame < mesh->uv_set_count ? frame : 0;
        memcpy(uv, mesh->uvs[set][vertex], 2 * sizeof *uv);
    } else {
        uint32_t row = frame / frames->columns, column = frame % frames->columns;
        uv[0] += (float)column * frames->step[0];
        uv[1] += (float)row * frames->step[1];
    }
}

static void animate_uvs(const maq_motion *motion, uint32_t node, float (*out)[2]) {
    uint32_t number = motion->scene->nodes[node].mesh;
    const maq_scene_mesh *mesh = &motion->scene->meshes[number];
    const uint32_t *uv_materials = motion->uv_materials[number];
    const float *weights = weights_of(motion, node);
    if (mesh->vertex_count > 0)
        memcpy(out, mesh->uvs[0], mesh->vertex_count * sizeof *out);
    for (uint32_t v = 0; uv_materials && v < mesh->vertex_count; v++) {
        if (uv_materials[v] != MAQ_SCENE_NONE)
            animate_uv(motion, mesh, v, uv_materials[v], out[v]);
    }
    for (uint32_t i = 0; weights && i < mesh->shape_count; i++) {
        if (weights[i] != 0)
            add_rows(FLAT(out), 2, &mesh->shapes[i], FLAT(mesh->shapes[i].uvs), 2, weights[i]);
    }
}

// --------------------------------------------------------------------------------------- the whole

// Vertices that a thread skins at a time.
enum { SHARE = 1 << 15 };

typedef struct skinned_mesh {
    mq_skinning skinning;
    mq_streams in;
    maq_deformed_mesh out;
    uint32_t vertex_count;
} skinned_mesh;

static void skin_share(void *context, size_t index) {
    const skinned_mesh *mesh = context;
    const maq_deformed_mesh *all = &mesh->out;
    uint32_t first = (uint32_t)index * SHARE, left = mesh->vertex_count - first;
    maq_deformed_mesh out = {.positions = all->positions ? all->positions + first : NULL,
                             .normals = all->normals ? all->normals + first : NULL,
                             .tangents = all->tangents ? all->tangents + first : NULL};
    mq_skin_vertices(&mesh->skinning, &mesh->in, first, first + (left < SHARE ? left : SHARE),
                     &out);
}

maq_status maq_motion_mesh(maq_motion *motion, uint32_t node, const maq_deformed_mesh *buffers,
                           uint32_t flags) {
    return mq_motion_mesh(motion, node, buffers, flags, 1);
}

maq_status mq_motion_mesh(maq_motion *motion, uint32_t node, const maq_deformed_mesh *buffers,
                          uint32_t flags, unsigned threads) {
    if (!motion || !buffers || node >= motion->scene->node_count ||
        motion->scene->nodes[node].mesh == MAQ_SCENE_NONE)
        return MAQ_BAD_ARGUMENT;
    const maq_scene_mesh *mesh = &motion->scene->meshes[motion->scene->nodes[node].mesh];
    maq_deformed_mesh out = {.positions = buffers->positions,
                             .normals = mesh->normals ? buffers->normals : NULL,
                             .tangents = mesh->tangents ? buffers->tangents : NULL,
                             .uvs = mesh->uv_set_count ? buffers->uvs : NULL};
    mq_streams in = {mesh->positions, mesh->normals, mesh->tangents};
    if (blend_shapes(motion, node, &out))
        in = (mq_streams){(const float(*)[3])out.positions, (const float(*)[3])out.normals,
                          (const float(*)[4])out.tangents};
    skinned_mesh skinned = {mq_skin_begin(motion, node, flags & MAQ_IN_NODE_SPACE), in, out,
                            mesh->vertex_count};
    size_t shares = ((size_t)mesh->vertex_count + SHARE - 1) / SHARE;
    mq_parallel(shares, threads, skin_share, NULL, &skinned);
    if (out.uvs)
        animate_uvs(motion, node, out.uvs);
    return MAQ_OK;
}

// ------------------------------------------------------------------------------------------ bounds

static void extend_bounds(maq_bounds *bounds, const float (*points)[3], uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            bounds->min[k] = points[i][k] < bounds->min[k] ? points[i][k] : bounds->min[k];
            bounds->max[k] = points[i][k] > bounds->max[k] ? points[i][k] : bounds->max[k];
        }
    }
}

static void extend_by_node(const maq_motion *motion, uint32_t node, maq_bounds *bounds) {
    enum { BLOCK = 128 };
    float moved[BLOCK][3];
    const maq_scene_mesh *mesh = &motion->scene->meshes[motion->scene->nodes[node].mesh];
    maq_deformed_mesh blended = {.positions = motion->blended}, out = {.positions = moved};
    mq_streams in = {.positions = mesh->positions};
    if (blend_shapes(motion, node, &blended))
        in.positions = (const float(*)[3])motion->blended;
    mq_skinning skinning = mq_skin_begin(motion, node, false);
    for (uint32_t first = 0; first < mesh->vertex_count; first += BLOCK) {
        uint32_t left = mesh->vertex_count - first, count = left < BLOCK ? left : BLOCK;
        mq_skin_vertices(&skinning, &in, first, first + count, &out);
        extend_bounds(bounds, (const float(*)[3])moved, count);
    }
}

bool maq_motion_bounds(maq_motion *motion, maq_bounds *out) {
    const maq_scene *scene = motion->scene;
    maq_bounds bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t mesh = scene->nodes[i].mesh;
        if (mesh != MAQ_SCENE_NONE && motion->visible[i] &&
            scene->meshes[mesh].role == MAQ_MESH_VISUAL)
            extend_by_node(motion, i, &bounds);
    }
    bool some = bounds.min[0] <= bounds.max[0] && bounds.min[1] <= bounds.max[1] &&
                bounds.min[2] <= bounds.max[2];
    *out = some ? bounds : (maq_bounds){{0}, {0}};
    return some;
}

maq_status maq_motion_clip_bounds(maq_motion *motion, uint32_t clip, uint32_t count,
                                  const maq_motion_options *given, maq_bounds *whole,
                                  maq_bounds *frames) {
    if (!motion || clip >= motion->scene->clip_count || count == 0 || !whole)
        return MAQ_BAD_ARGUMENT;
    maq_motion_options options = mq_motion_options_of(given);
    options.loop = MAQ_LOOP_CLAMP;
    mq_play_range range = mq_motion_play_range(motion, clip, &options);
    bool some = false;
    *whole = (maq_bounds){{0}, {0}};
    for (uint32_t i = 0; i < count; i++) {
        double part = count > 1 ? (double)i / (count - 1) : 0;
        maq_motion_pose(motion, clip, range.length * part, &options);
        maq_bounds box;
        bool seen = maq_motion_bounds(motion, &box);
        if (frames)
            frames[i] = box;
        if (!seen)
            continue;
        if (!some)
            *whole = box;
        some = true;
        extend_bounds(whole, (const float(*)[3])box.min, 1);
        extend_bounds(whole, (const float(*)[3])box.max, 1);
    }
    return MAQ_OK;
}
