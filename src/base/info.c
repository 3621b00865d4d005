// SPDX-License-Identifier: MIT
#include "base/info.h"

#include <math.h>
#include <string.h>

static void put_text(mq_node *object, const char *key, mq_info_text text) {
    if (text.bytes)
        mq_put_bytes(object, key, text.bytes, text.length);
    else
        mq_put_null(object, key);
}

static void put_index(mq_node *object, const char *key, int64_t index) {
    if (index >= 0)
        mq_put_integer(object, key, index);
    else
        mq_put_null(object, key);
}

mq_info_text mq_info_string(const char *text) {
    return (mq_info_text){text, text ? strlen(text) : 0};
}

mq_info_text mq_info_stem(const char *file) {
    const char *dot = strrchr(file, '.');
    return (mq_info_text){file, dot && dot != file ? (size_t)(dot - file) : strlen(file)};
}

mq_info mq_info_begin(mq_node *object) {
    return (mq_info){.object = object,
                     .meshes = mq_put_array(object, "meshes"),
                     .min = {INFINITY, INFINITY, INFINITY},
                     .max = {-INFINITY, -INFINITY, -INFINITY}};
}

void mq_info_add_mesh(mq_info *info, const mq_info_mesh_summary *mesh) {
    mq_node *object = mq_put_object(info->meshes, NULL);
    put_text(object, "name", mesh->name);
    mq_put_text(object, "role", mesh->role ? mesh->role : "visual");
    mq_put_integer(object, "vertices", (int64_t)mesh->vertices);
    mq_put_integer(object, "triangles", (int64_t)mesh->triangles);
    put_index(object, "material", mesh->material);
    mq_put_integer(object, "uv_sets", (int64_t)mesh->uv_sets);
    mq_put_integer(object, "shapes", (int64_t)mesh->shapes);
    mq_put_bool(object, "skinned", mesh->skinned);
    if (!mesh->role || strcmp(mesh->role, "visual") == 0) {
        info->vertex_count += mesh->vertices;
        info->triangle_count += mesh->triangles;
    }
}

void mq_info_end_meshes(mq_info *info) {
    mq_put_integer(info->object, "vertex_count", (int64_t)info->vertex_count);
    mq_put_integer(info->object, "triangle_count", (int64_t)info->triangle_count);
    info->materials = mq_put_array(info->object, "materials");
    info->joints = mq_put_array(info->object, "joints");
    info->clips = mq_put_array(info->object, "clips");
    info->attachments = mq_put_array(info->object, "attachments");
    info->boxes = mq_put_array(info->object, "boxes");
    info->events = mq_put_array(info->object, "events");
}

mq_node *mq_info_add_material(mq_info *info, mq_info_text name) {
    mq_node *object = mq_put_object(info->materials, NULL);
    info->material = object;
    put_text(object, "name", name);
    return mq_put_object(object, "textures");
}

void mq_info_add_joint(mq_info *info, mq_info_text name, int64_t parent) {
    mq_node *object = mq_put_object(info->joints, NULL);
    put_text(object, "name", name);
    put_index(object, "parent", parent);
}

mq_node *mq_info_add_clip(mq_info *info, const mq_info_clip_summary *clip) {
    mq_node *object = mq_put_object(info->clips, NULL);
    put_text(object, "name", clip->name);
    mq_put_double(object, "duration", isfinite(clip->seconds) ? clip->seconds : 0);
    mq_put_integer(object, "frames", clip->frames);
    mq_put_double(object, "rate", isfinite(clip->rate) ? clip->rate : 0);
    mq_put_bool(object, "loop", clip->loop);
    return object;
}

void mq_info_add_attachment(mq_info *info, mq_info_text name, const float position[3]) {
    mq_node *object = mq_put_object(info->attachments, NULL);
    put_text(object, "name", name);
    mq_put_floats(object, "position", position, 3);
}

mq_node *mq_info_add_box(mq_info *info, mq_info_text name, const float min[3], const float max[3]) {
    mq_node *object = mq_put_object(info->boxes, NULL);
    put_text(object, "name", name);
    mq_put_floats(object, "min", min, 3);
    mq_put_floats(object, "max", max, 3);
    return object;
}

void mq_info_add_event(mq_info *info, const char *name, const char *file) {
    mq_node *object = mq_put_object(info->events, NULL);
    mq_put_text(object, "name", name);
    mq_put_text(object, "file", file);
}

void mq_info_add_point(mq_info *info, const float point[3]) {
    for (unsigned axis = 0; axis < 3; axis++) {
        if (!isfinite(point[axis]))
            continue;
        if (point[axis] < info->min[axis])
            info->min[axis] = point[axis];
        if (point[axis] > info->max[axis])
            info->max[axis] = point[axis];
    }
}

void mq_info_end(mq_info *info) {
    for (unsigned axis = 0; axis < 3; axis++) {
        if (info->min[axis] > info->max[axis]) {
            mq_put_null(info->object, "bounds");
            return;
        }
    }
    mq_node *bounds = mq_put_object(info->object, "bounds");
    mq_put_floats(bounds, "min", info->min, 3);
    mq_put_floats(bounds, "max", info->max, 3);
}
