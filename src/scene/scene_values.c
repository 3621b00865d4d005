// SPDX-License-Identifier: MIT
//
// Scenes as value trees.
#include <stdio.h>

#include "scene/geometry.h"
#include "scene/names.h"
#include "scene/scene.h"

static void put_index(mq_node *object, const char *key, uint32_t index) {
    if (index == MAQ_SCENE_NONE)
        mq_put_null(object, key);
    else
        mq_put_integer(object, key, index);
}

// ------------------------------------------------------------------------------------------ info

static bool is_skinned(const maq_scene_mesh *mesh) {
    return mesh->influence_count > 0;
}

static void put_meshes(const maq_scene *scene, mq_node *object) {
    uint64_t vertices = 0, triangles = 0;
    mq_node *meshes = mq_put_array(object, "meshes");
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        mq_node *entry = mq_put_object(meshes, NULL);
        mq_put_text(entry, "name", mesh->name);
        mq_put_text(entry, "role", mq_role_names[mesh->role]);
        mq_put_integer(entry, "vertices", mesh->vertex_count);
        mq_put_integer(entry, "triangles", mesh->triangle_count);
        put_index(entry, "material", mesh->part_count ? mesh->parts[0].material : MAQ_SCENE_NONE);
        mq_put_integer(entry, "uv_sets", mesh->uv_set_count);
        mq_put_integer(entry, "shapes", mesh->shape_count);
        mq_put_bool(entry, "skinned", is_skinned(mesh));
        if (mesh->role == MAQ_MESH_VISUAL) {
            vertices += mesh->vertex_count;
            triangles += mesh->triangle_count;
        }
    }
    mq_put_integer(object, "vertex_count", (int64_t)vertices);
    mq_put_integer(object, "triangle_count", (int64_t)triangles);
}

static void put_texture_files(const maq_scene_material *material, mq_node *object) {
    mq_node *textures = mq_put_object(object, "textures");
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        const char *key = mq_texture_names[texture->role];
        if (texture->tileset)
            key = mq_arena_format(mq_node_arena(object), "%s.%u", key, texture->tileset);
        if (key)
            mq_put_text(textures, key, texture->file);
    }
}

static uint32_t most_keys(const maq_scene_clip *clip) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < clip->channel_count; i++)
        most = clip->channels[i].key_count > most ? clip->channels[i].key_count : most;
    return most;
}

static void put_clips(const maq_scene *scene, mq_node *object) {
    mq_node *clips = mq_put_array(object, "clips");
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        const maq_scene_clip *clip = &scene->clips[i];
        mq_node *entry = mq_put_object(clips, NULL);
        mq_put_text(entry, "name", clip->name);
        mq_put_float(entry, "duration", clip->duration);
        mq_put_integer(entry, "frames", most_keys(clip));
        mq_put_float(entry, "rate", clip->rate);
        mq_put_bool(entry, "loop", clip->loop_count == 0);
    }
}

static void put_nodes_of_kind(const maq_scene *scene, mq_node *object) {
    mq_node *joints = mq_put_array(object, "joints");
    // Joints count among themselves here.
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (node->kind != MAQ_NODE_JOINT)
            continue;
        mq_node *entry = mq_put_object(joints, NULL);
        mq_put_text(entry, "name", node->name);
        if (node->parent == MAQ_SCENE_NONE)
            mq_put_null(entry, "parent");
        else
            mq_put_text(entry, "parent", scene->nodes[node->parent].name);
    }
    put_clips(scene, object);
    mq_node *attachments = mq_put_array(object, "attachments");
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (node->kind != MAQ_NODE_ATTACHMENT)
            continue;
        mq_node *entry = mq_put_object(attachments, NULL);
        mq_put_text(entry, "name", node->name);
        mq_put_floats(entry, "position", node->rest.translation, 3);
    }
}

static void put_bounds(const maq_scene *scene, mq_node *object) {
    float min[3], max[3];
    bool any = false;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        float low[3], high[3];
        if (mesh->role != MAQ_MESH_VISUAL ||
            !mq_bounds(mesh->positions, mesh->vertex_count, low, high))
            continue;
        for (int axis = 0; axis < 3; axis++) {
            min[axis] = any && min[axis] < low[axis] ? min[axis] : low[axis];
            max[axis] = any && max[axis] > high[axis] ? max[axis] : high[axis];
        }
        any = true;
    }
    if (!any) {
        mq_put_null(object, "bounds");
        return;
    }
    mq_node *bounds = mq_put_object(object, "bounds");
    mq_put_floats(bounds, "min", min, 3);
    mq_put_floats(bounds, "max", max, 3);
}

void mq_scene_info(const maq_scene *scene, mq_node *object) {
    put_meshes(scene, object);
    mq_node *materials = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < scene->material_count; i++) {
        mq_node *entry = mq_put_object(materials, NULL);
        mq_put_text(entry, "name", scene->materials[i].name);
        put_texture_files(&scene->materials[i], entry);
    }
    put_nodes_of_kind(scene, object);
    mq_node *boxes = mq_put_array(object, "boxes");
    for (uint32_t i = 0; i < scene->box_count; i++) {
        mq_node *entry = mq_put_object(boxes, NULL);
        mq_put_text(entry, "name", scene->boxes[i].name);
        mq_put_floats(entry, "min", scene->boxes[i].min, 3);
        mq_put_floats(entry, "max", scene->boxes[i].max, 3);
    }
    mq_node *events = mq_put_array(object, "events");
    for (uint32_t i = 0; i < scene->event_count; i++) {
        mq_node *entry = mq_put_object(events, NULL);
        mq_put_text(entry, "name", scene->events[i].name);
        mq_put_text(entry, "file", scene->events[i].file);
    }
    put_bounds(scene, object);
}

// -------------------------------------------------------------------------------------- describe

static void put_rows(mq_node *object, const char *key, const void *values, size_t rows,
                     size_t width) {
    if (!values)
        return;
    const float *numbers = values;
    mq_node *array = mq_put_array(object, key);
    for (size_t i = 0; i < rows; i++)
        mq_put_floats(array, NULL, numbers + i * width, width);
}

static void put_extras(mq_node *object, const maq_value *extras) {
    if (object && extras)
        mq_put_value(object, "extras", extras);
}

static void put_indices(mq_node *object, const char *key, const uint32_t *values, size_t rows,
                        size_t width) {
    mq_node *array = mq_put_array(object, key);
    for (size_t i = 0; i < rows; i++) {
        mq_node *row = mq_put_array(array, NULL);
        for (size_t k = 0; k < width; k++)
            mq_put_integer(row, NULL, values[i * width + k]);
    }
}

static void describe_mesh(const maq_scene_mesh *mesh, mq_node *object) {
    size_t count = mesh->vertex_count;
    mq_put_text(object, "name", mesh->name);
    mq_put_text(object, "role", mq_role_names[mesh->role]);
    put_rows(object, "positions", mesh->positions, count, 3);
    put_rows(object, "normals", mesh->normals, count, 3);
    put_rows(object, "tangents", mesh->tangents, count, 4);
    mq_node *sets = mesh->uv_set_count ? mq_put_array(object, "uvs") : NULL;
    for (uint32_t i = 0; i < mesh->uv_set_count; i++)
        put_rows(sets, NULL, mesh->uvs[i], count, 2);
    put_rows(object, "colours", mesh->colours, count, 4);
    if (mesh->influence_count) {
        put_indices(object, "joints", mesh->joints, count, mesh->influence_count);
        put_rows(object, "weights", mesh->weights, count, mesh->influence_count);
    }
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        put_rows(object, mesh->attributes[i].name, mesh->attributes[i].values, count,
                 mesh->attributes[i].components);
    if (mesh->triangle_count)
        put_indices(object, "triangles", mesh->triangles[0], mesh->triangle_count, 3);
    mq_node *parts = mq_put_array(object, "parts");
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        mq_node *part = mq_put_object(parts, NULL);
        put_index(part, "material", mesh->parts[i].material);
        mq_put_integer(part, "triangles", mesh->parts[i].triangle_count);
    }
    mq_node *shapes = mq_put_array(object, "shapes");
    for (uint32_t i = 0; i < mesh->shape_count; i++) {
        const maq_scene_shape *shape = &mesh->shapes[i];
        mq_node *entry = mq_put_object(shapes, NULL);
        mq_put_text(entry, "name", shape->name);
        put_indices(entry, "vertices", shape->vertices, shape->count, 1);
        put_rows(entry, "positions", shape->positions, shape->count, 3);
        put_rows(entry, "normals", shape->normals, shape->count, 3);
        put_rows(entry, "tangents", shape->tangents, shape->count, 3);
        put_rows(entry, "uvs", shape->uvs, shape->count, 2);
    }
    put_extras(object, mesh->extras);
}

static void describe_material(const maq_scene_material *material, mq_node *object) {
    mq_put_text(object, "name", material->name);
    put_texture_files(material, object);
    mq_put_text(object, "blend", mq_blend_names[material->blend]);
    mq_put_bool(object, "two_sided", material->two_sided);
    mq_put_floats(object, "colour", material->colour, 4);
    mq_put_float(object, "cutoff", material->cutoff);
    if (material->frames.kind != MAQ_FRAMES_NONE) {
        mq_node *frames = mq_put_object(object, "frames");
        mq_put_text(frames, "kind", mq_frames_names[material->frames.kind]);
        mq_put_integer(frames, "count", material->frames.count);
        mq_put_integer(frames, "columns", material->frames.columns);
        mq_put_floats(frames, "step", material->frames.step, 2);
    }
    put_extras(object, material->extras);
}

static void describe_node(const maq_scene_node *node, mq_node *object) {
    mq_put_text(object, "name", node->name);
    put_index(object, "parent", node->parent);
    mq_put_text(object, "kind", mq_kind_names[node->kind]);
    mq_put_floats(object, "translation", node->rest.translation, 3);
    mq_put_floats(object, "rotation", node->rest.rotation, 4);
    mq_put_floats(object, "scale", node->rest.scale, 3);
    mq_put_bool(object, "ignores_parent_rotation", node->ignores_parent_rotation);
    mq_put_text(object, "facing", mq_facing_names[node->facing]);
    put_index(object, "mesh", node->mesh);
    put_index(object, "skin", node->skin);
    put_extras(object, node->extras);
}

static void describe_clip(const maq_scene_clip *clip, mq_node *object) {
    mq_put_text(object, "name", clip->name);
    mq_put_float(object, "duration", clip->duration);
    mq_put_float(object, "rate", clip->rate);
    mq_put_integer(object, "loop_count", clip->loop_count);
    mq_node *channels = mq_put_array(object, "channels");
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        mq_node *entry = mq_put_object(channels, NULL);
        mq_put_text(entry, "path", mq_path_names[channel->path]);
        mq_put_integer(entry, "target", channel->target);
        if (channel->path == MAQ_CHANNEL_SHAPE_WEIGHT)
            mq_put_integer(entry, "shape", channel->shape);
        mq_put_bool(entry, "step", channel->step);
        put_rows(entry, "times", channel->times, channel->key_count, 1);
        put_rows(entry, "values", channel->values, channel->key_count,
                 mq_channel_width(channel->path));
    }
    mq_node *markers = mq_put_array(object, "markers");
    for (uint32_t i = 0; i < clip->marker_count; i++) {
        mq_node *entry = mq_put_object(markers, NULL);
        mq_put_float(entry, "time", clip->markers[i].time);
        mq_put_text(entry, "text", clip->markers[i].text);
    }
    put_extras(object, clip->extras);
}

void mq_scene_describe(const maq_scene *scene, mq_node *object) {
    mq_node *list = mq_put_array(object, "meshes");
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        describe_mesh(&scene->meshes[i], mq_put_object(list, NULL));
    list = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < scene->material_count; i++)
        describe_material(&scene->materials[i], mq_put_object(list, NULL));
    list = mq_put_array(object, "nodes");
    for (uint32_t i = 0; i < scene->node_count; i++)
        describe_node(&scene->nodes[i], mq_put_object(list, NULL));
    list = mq_put_array(object, "skins");
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        mq_node *skin = mq_put_object(list, NULL);
        put_indices(skin, "joints", scene->skins[i].joints, scene->skins[i].joint_count, 1);
        put_rows(skin, "inverse_bind", scene->skins[i].inverse_bind, scene->skins[i].joint_count,
                 12);
    }
    list = mq_put_array(object, "clips");
    for (uint32_t i = 0; i < scene->clip_count; i++)
        describe_clip(&scene->clips[i], mq_put_object(list, NULL));
    list = mq_put_array(object, "boxes");
    for (uint32_t i = 0; i < scene->box_count; i++) {
        const maq_scene_box *box = &scene->boxes[i];
        mq_node *entry = mq_put_object(list, NULL);
        mq_put_text(entry, "name", box->name);
        put_index(entry, "node", box->node);
        mq_put_floats(entry, "min", box->min, 3);
        mq_put_floats(entry, "max", box->max, 3);
        put_extras(entry, box->extras);
    }
    list = mq_put_array(object, "events");
    for (uint32_t i = 0; i < scene->event_count; i++) {
        mq_node *entry = mq_put_object(list, NULL);
        mq_put_text(entry, "name", scene->events[i].name);
        mq_put_text(entry, "file", scene->events[i].file);
    }
    put_extras(object, scene->extras);
}
