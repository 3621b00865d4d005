// SPDX-License-Identifier: MIT
#include "scene/model_transform.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/copying.h"

// --------------------------------------------------------------------------------------- options

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

// A direction of the file in the axes of the scene.
static void direction_in_scene(mq_axes format, direction file, float out[3]) {
    float vector[3] = {0, 0, 0};
    vector[file.axis] = file.reversed ? -1 : 1;
    mq_axes_to_scene(format, vector, out);
}

// Makes axis `to` of the result a direction that points along one axis.
static void set_axis(mq_model_transform *transform, int to, const float vector[3]) {
    for (int k = 0; k < 3; k++) {
        if (vector[k] != 0) {
            transform->from[to] = k;
            transform->reversed[to] = vector[k] < 0;
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
    direction_in_scene(format, up, y);
    direction_in_scene(format, front, z);
    // x follows from the right-hand rule.
    const float x[3] = {y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2],
                        y[0] * z[1] - y[1] * z[0]};
    set_axis(out, 0, x);
    set_axis(out, 1, y);
    set_axis(out, 2, z);
    return true;
}

static bool rotates(const mq_model_transform *transform) {
    for (int i = 0; i < 3; i++) {
        if (transform->from[i] != i || transform->reversed[i])
            return true;
    }
    return false;
}

bool mq_model_transform_changes(const mq_model_transform *transform) {
    return transform->scale != 1 || rotates(transform);
}

// ---------------------------------------------------------------------------------------- vectors

void mq_model_transform_direction(const mq_model_transform *transform, const float from[3],
                                  float to[3]) {
    const float copy[3] = {from[0], from[1], from[2]};
    for (int i = 0; i < 3; i++) {
        float value = copy[transform->from[i]];
        to[i] = transform->reversed[i] ? -value : value;
    }
}

void mq_model_transform_point(const mq_model_transform *transform, const float from[3],
                              float to[3]) {
    mq_model_transform_direction(transform, from, to);
    for (int i = 0; i < 3 && transform->scale != 1; i++) {
        double value = to[i] * transform->scale;
        // Beyond the range of floats the cast is not defined.
        to[i] = fabs(value) <= FLT_MAX ? (float)value : (float)copysign(INFINITY, value);
    }
}

// Scale factors have no sign to reverse.
static void transform_scale(const mq_model_transform *transform, const float from[3], float to[3]) {
    const float copy[3] = {from[0], from[1], from[2]};
    for (int i = 0; i < 3; i++)
        to[i] = copy[transform->from[i]];
}

static void transform_local(const mq_model_transform *transform, maq_transform *local) {
    mq_model_transform_point(transform, local->translation, local->translation);
    // The axis of the rotation changes, its angle stays.
    mq_model_transform_direction(transform, local->rotation, local->rotation);
    transform_scale(transform, local->scale, local->scale);
}

// ----------------------------------------------------------------------------------------- arrays

typedef struct transformer {
    mq_arena *arena;
    const mq_model_transform *transform;
} transformer;

typedef void transform_row(const mq_model_transform *transform, const float from[3], float to[3]);

// Transforms the vector at the beginning of each row of `width` numbers, in a copy: other meshes may
// share the array.
static const void *transform_rows(const transformer *p, const void *from, size_t count,
                                  size_t width, transform_row *function) {
    if (!from)
        return NULL;
    float *rows = mq_arena_alloc(p->arena, count, width * sizeof *rows, alignof(float));
    if (!rows)
        return from;
    if (count > 0)
        memcpy(rows, from, count * width * sizeof *rows);
    for (size_t i = 0; i < count; i++)
        function(p->transform, rows + i * width, rows + i * width);
    return rows;
}

static void transform_mesh(const transformer *p, maq_scene_mesh *mesh) {
    size_t count = mesh->vertex_count;
    mesh->positions =
        (const float(*)[3])transform_rows(p, mesh->positions, count, 3, mq_model_transform_point);
    mesh->normals =
        (const float(*)[3])transform_rows(p, mesh->normals, count, 3, mq_model_transform_direction);
    mesh->tangents = (const float(*)[4])transform_rows(p, mesh->tangents, count, 4,
                                                       mq_model_transform_direction);
    mq_copying copying = {.arena = p->arena};
    maq_scene_shape *shapes =
        MQ_COPY_ARRAY(&copying, maq_scene_shape, mesh->shapes, mesh->shape_count);
    for (uint32_t i = 0; shapes && i < mesh->shape_count; i++) {
        maq_scene_shape *shape = &shapes[i];
        shape->positions = (const float(*)[3])transform_rows(p, shape->positions, shape->count, 3,
                                                             mq_model_transform_point);
        shape->normals = (const float(*)[3])transform_rows(p, shape->normals, shape->count, 3,
                                                           mq_model_transform_direction);
        shape->tangents = (const float(*)[3])transform_rows(p, shape->tangents, shape->count, 3,
                                                            mq_model_transform_direction);
    }
    mesh->shapes = shapes ? shapes : mesh->shapes;
}

// Both sides of the bind matrix are rotated: the space it comes from and the space it leads to.
static void transform_skin(const transformer *p, maq_scene_skin *skin) {
    typedef float matrix[3][4];
    const mq_model_transform *transform = p->transform;
    matrix *binds = MQ_NEW_ARRAY(p->arena, matrix, skin->joint_count);
    for (uint32_t i = 0; binds && i < skin->joint_count; i++) {
        const float(*from)[4] = skin->inverse_bind[i];
        for (int r = 0; r < 3; r++) {
            const float *row = from[transform->from[r]];
            mq_model_transform_direction(transform, row, binds[i][r]);
            for (int c = 0; c < 3 && transform->reversed[r]; c++)
                binds[i][r][c] = -binds[i][r][c];
        }
        float translation[3] = {from[0][3], from[1][3], from[2][3]};
        mq_model_transform_point(transform, translation, translation);
        for (int r = 0; r < 3; r++)
            binds[i][r][3] = translation[r];
    }
    if (binds)
        skin->inverse_bind = (const float(*)[3][4])binds;
}

static void transform_channel(const transformer *p, maq_scene_channel *channel) {
    transform_row *function = channel->path == MAQ_CHANNEL_TRANSLATION ? mq_model_transform_point
                              : channel->path == MAQ_CHANNEL_ROTATION ? mq_model_transform_direction
                              : channel->path == MAQ_CHANNEL_SCALE    ? transform_scale
                                                                      : NULL;
    if (function)
        channel->values = transform_rows(p, channel->values, channel->key_count,
                                         mq_channel_width(channel->path), function);
}

static void transform_clip(const transformer *p, maq_scene_clip *clip) {
    mq_copying copying = {.arena = p->arena};
    maq_scene_channel *channels =
        MQ_COPY_ARRAY(&copying, maq_scene_channel, clip->channels, clip->channel_count);
    for (uint32_t i = 0; channels && i < clip->channel_count; i++)
        transform_channel(p, &channels[i]);
    clip->channels = channels ? channels : clip->channels;
}

static void transform_box(const mq_model_transform *transform, maq_scene_box *box) {
    float a[3], b[3];
    mq_model_transform_point(transform, box->min, a);
    mq_model_transform_point(transform, box->max, b);
    for (int i = 0; i < 3; i++) {
        box->min[i] = transform->reversed[i] ? b[i] : a[i];
        box->max[i] = transform->reversed[i] ? a[i] : b[i];
    }
}

void mq_model_transform_apply(mq_scene_builder *builder, const mq_model_transform *transform) {
    const maq_scene *scene = &builder->scene;
    transformer p = {builder->arena, transform};
    if (!mq_model_transform_changes(transform))
        return;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        transform_mesh(&p, MQ_WRITABLE(maq_scene_mesh, &scene->meshes[i]));
    for (uint32_t i = 0; i < scene->node_count; i++)
        transform_local(transform, &MQ_WRITABLE(maq_scene_node, &scene->nodes[i])->rest);
    for (uint32_t i = 0; i < scene->skin_count; i++)
        transform_skin(&p, MQ_WRITABLE(maq_scene_skin, &scene->skins[i]));
    for (uint32_t i = 0; i < scene->clip_count; i++)
        transform_clip(&p, MQ_WRITABLE(maq_scene_clip, &scene->clips[i]));
    for (uint32_t i = 0; i < scene->box_count; i++)
        transform_box(transform, MQ_WRITABLE(maq_scene_box, &scene->boxes[i]));
}
