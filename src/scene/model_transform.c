// SPDX-License-Identifier: MIT
#include "scene/model_transform.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Scenes are read-only for callers; here they are still being made.
#define WRITABLE(type, pointer) ((type)(uintptr_t)(pointer))

// --------------------------------------------------------------------------------- what is asked

typedef struct direction {
    int axis;
    bool reversed;
} direction;

static bool read_direction(const char *text, direction *out) {
    if ((text[0] != '+' && text[0] != '-') || text[1] < 'x' || text[1] > 'z')
        return false;
    *out = (direction){text[1] - 'x', text[0] == '-'};
    return true;
}

static bool read_axes(const char *text, direction *up, direction *front) {
    if (strcmp(text, "y-up") == 0)
        text = "+y+z";
    else if (strcmp(text, "z-up") == 0)
        text = "+z-y";
    return strlen(text) == 4 && read_direction(text, up) && read_direction(text + 2, front) &&
           up->axis != front->axis;
}

// A direction of the file as the bridge brings it into the scene.
static void in_scene(mq_axes format, direction file, float out[3]) {
    float vector[3] = {0, 0, 0};
    vector[file.axis] = file.reversed ? -1 : 1;
    mq_axes_to_scene(format, vector, out);
}

// Lets axis `to` of the result be a direction that points along one axis.
static void set_axis(mq_model_transform *placement, int to, const float vector[3]) {
    for (int k = 0; k < 3; k++) {
        if (vector[k] != 0) {
            placement->from[to] = k;
            placement->reversed[to] = vector[k] < 0;
        }
    }
}

bool mq_model_transform_parse(double scale, const char *axes, mq_axes format,
                              mq_model_transform *out) {
    *out = (mq_model_transform){.scale = scale == 0 ? 1 : scale, .from = {0, 1, 2}};
    if (!(out->scale > 0) || !isfinite(out->scale))
        return false;
    if (!axes)
        return true;
    direction up, front;
    float y[3], z[3];
    if (!read_axes(axes, &up, &front))
        return false;
    in_scene(format, up, y);
    in_scene(format, front, z);
    // The right hand says where x is.
    const float x[3] = {y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2],
                        y[0] * z[1] - y[1] * z[0]};
    set_axis(out, 0, x);
    set_axis(out, 1, y);
    set_axis(out, 2, z);
    return true;
}

static bool turns(const mq_model_transform *placement) {
    for (int i = 0; i < 3; i++) {
        if (placement->from[i] != i || placement->reversed[i])
            return true;
    }
    return false;
}

bool mq_model_transform_changes(const mq_model_transform *placement) {
    return placement->scale != 1 || turns(placement);
}

// ---------------------------------------------------------------------------------------- vectors

void mq_model_transform_direction(const mq_model_transform *placement, const float from[3],
                                  float to[3]) {
    const float copy[3] = {from[0], from[1], from[2]};
    for (int i = 0; i < 3; i++) {
        float value = copy[placement->from[i]];
        to[i] = placement->reversed[i] ? -value : value;
    }
}

void mq_model_transform_point(const mq_model_transform *placement, const float from[3],
                              float to[3]) {
    mq_model_transform_direction(placement, from, to);
    for (int i = 0; i < 3 && placement->scale != 1; i++) {
        double value = to[i] * placement->scale;
        // Beyond the range of floats the cast is not defined.
        to[i] = fabs(value) <= FLT_MAX ? (float)value : (float)copysign(INFINITY, value);
    }
}

// Factors along the axes have no sign to turn.
static void place_factors(const mq_model_transform *placement, const float from[3], float to[3]) {
    const float copy[3] = {from[0], from[1], from[2]};
    for (int i = 0; i < 3; i++)
        to[i] = copy[placement->from[i]];
}

// The axis of a rotation turns along, its angle stays.
static void place_rotation(const mq_model_transform *placement, const float from[4], float to[4]) {
    float w = from[3];
    mq_model_transform_direction(placement, from, to);
    to[3] = w;
}

static void place_transform(const mq_model_transform *placement, maq_transform *transform) {
    mq_model_transform_point(placement, transform->translation, transform->translation);
    place_rotation(placement, transform->rotation, transform->rotation);
    place_factors(placement, transform->scale, transform->scale);
}

// ----------------------------------------------------------------------------------------- arrays

typedef struct placer {
    mq_arena *arena;
    const mq_model_transform *placement;
} placer;

typedef void place_row(const mq_model_transform *placement, const float from[3], float to[3]);

// A placed copy of rows of `width` numbers, the first three of which are a vector: others may look at
// the same array.
static const void *place_rows(const placer *p, const void *from, size_t count, size_t width,
                              place_row *place) {
    if (!from)
        return NULL;
    float *rows = mq_arena_alloc(p->arena, count, width * sizeof *rows, alignof(float));
    if (!rows)
        return from;
    if (count > 0)
        memcpy(rows, from, count * width * sizeof *rows);
    for (size_t i = 0; i < count; i++)
        place(p->placement, rows + i * width, rows + i * width);
    return rows;
}

// The items themselves, which are to be changed, in a copy for the same reason.
static void *own_items(const placer *p, const void *from, size_t count, size_t size) {
    void *items = mq_arena_alloc(p->arena, count, size, alignof(max_align_t));
    if (items && count > 0)
        memcpy(items, from, count * size);
    return items;
}

static void place_mesh(const placer *p, maq_scene_mesh *mesh) {
    size_t count = mesh->vertex_count;
    mesh->positions = place_rows(p, mesh->positions, count, 3, mq_model_transform_point);
    mesh->normals = place_rows(p, mesh->normals, count, 3, mq_model_transform_direction);
    mesh->tangents = place_rows(p, mesh->tangents, count, 4, mq_model_transform_direction);
    maq_scene_shape *shapes = own_items(p, mesh->shapes, mesh->shape_count, sizeof *shapes);
    for (uint32_t i = 0; shapes && i < mesh->shape_count; i++) {
        maq_scene_shape *shape = &shapes[i];
        shape->positions =
            place_rows(p, shape->positions, shape->count, 3, mq_model_transform_point);
        shape->normals =
            place_rows(p, shape->normals, shape->count, 3, mq_model_transform_direction);
        shape->tangents =
            place_rows(p, shape->tangents, shape->count, 3, mq_model_transform_direction);
    }
    mesh->shapes = shapes ? shapes : mesh->shapes;
}

// The bind turns at both ends: its axes are turned, and what they say is turned.
static void place_skin(const placer *p, maq_scene_skin *skin) {
    typedef float matrix[3][4];
    const mq_model_transform *placement = p->placement;
    matrix *binds = MQ_NEW_ARRAY(p->arena, matrix, skin->joint_count);
    for (uint32_t i = 0; binds && i < skin->joint_count; i++) {
        const float(*from)[4] = skin->inverse_bind[i];
        for (int r = 0; r < 3; r++) {
            const float *row = from[placement->from[r]];
            mq_model_transform_direction(placement, row, binds[i][r]);
            for (int c = 0; c < 3 && placement->reversed[r]; c++)
                binds[i][r][c] = -binds[i][r][c];
        }
        const float place[3] = {from[0][3], from[1][3], from[2][3]};
        float placed[3];
        mq_model_transform_point(placement, place, placed);
        for (int r = 0; r < 3; r++)
            binds[i][r][3] = placed[r];
    }
    if (binds)
        skin->inverse_bind = (const float(*)[3][4])binds;
}

static void place_channel(const placer *p, maq_scene_channel *channel) {
    place_row *place = channel->path == MAQ_CHANNEL_TRANSLATION ? mq_model_transform_point
                       : channel->path == MAQ_CHANNEL_ROTATION  ? mq_model_transform_direction
                       : channel->path == MAQ_CHANNEL_SCALE     ? place_factors
                                                                : NULL;
    if (place)
        channel->values = place_rows(p, channel->values, channel->key_count,
                                     mq_channel_width(channel->path), place);
}

static void place_clip(const placer *p, maq_scene_clip *clip) {
    maq_scene_channel *channels =
        own_items(p, clip->channels, clip->channel_count, sizeof *channels);
    for (uint32_t i = 0; channels && i < clip->channel_count; i++)
        place_channel(p, &channels[i]);
    clip->channels = channels ? channels : clip->channels;
}

static void place_box(const mq_model_transform *placement, maq_scene_box *box) {
    float a[3], b[3];
    mq_model_transform_point(placement, box->min, a);
    mq_model_transform_point(placement, box->max, b);
    for (int i = 0; i < 3; i++) {
        box->min[i] = placement->reversed[i] ? b[i] : a[i];
        box->max[i] = placement->reversed[i] ? a[i] : b[i];
    }
}

void mq_model_transform_apply(mq_scene_builder *builder, const mq_model_transform *placement) {
    const maq_scene *scene = &builder->scene;
    placer p = {builder->arena, placement};
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        place_mesh(&p, WRITABLE(maq_scene_mesh *, &scene->meshes[i]));
    for (uint32_t i = 0; i < scene->node_count; i++)
        place_transform(placement, &WRITABLE(maq_scene_node *, &scene->nodes[i])->rest);
    for (uint32_t i = 0; i < scene->skin_count; i++)
        place_skin(&p, WRITABLE(maq_scene_skin *, &scene->skins[i]));
    for (uint32_t i = 0; i < scene->clip_count; i++)
        place_clip(&p, WRITABLE(maq_scene_clip *, &scene->clips[i]));
    for (uint32_t i = 0; i < scene->box_count; i++)
        place_box(placement, WRITABLE(maq_scene_box *, &scene->boxes[i]));
}
