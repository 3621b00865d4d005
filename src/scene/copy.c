// SPDX-License-Identifier: MIT
#include "scene/copy.h"

#include <string.h>

#include "base/checked.h"
#include "base/value.h"
#include "scene/scene.h"

// An array without elements stays NULL or not, as it was: that may have a meaning.
static void *copy_array(mq_arena *arena, const void *from, size_t rows, size_t width, size_t size) {
    size_t count;
    if (!from)
        return NULL;
    if (!mq_multiply_size(rows, width, &count))
        return NULL;
    void *copy = mq_arena_alloc(arena, count, size, alignof(max_align_t));
    if (copy && count)
        memcpy(copy, from, count * size);
    return copy;
}

#define COPY(field, rows, width) copy_array(arena, field, (rows), (width), sizeof(float))
#define COPY_ITEMS(items, count) copy_array(arena, items, (count), 1, sizeof *(items))

static const char *copy_text(mq_arena *arena, const char *text) {
    return text ? mq_arena_text(arena, text, strlen(text)) : NULL;
}

// Keys of value trees are not copied by mq_put_value(): those of a scene may go away with it.
static void copy_children(mq_arena *arena, mq_node *to, const maq_value *from);

static void copy_child(mq_arena *arena, mq_node *to, const maq_value *child) {
    const char *key = copy_text(arena, child->key);
    if (child->kind == MAQ_VALUE_ARRAY)
        copy_children(arena, mq_put_array(to, key), child);
    else if (child->kind == MAQ_VALUE_OBJECT)
        copy_children(arena, mq_put_object(to, key), child);
    else
        mq_put_value(to, key, child);
}

static void copy_children(mq_arena *arena, mq_node *to, const maq_value *from) {
    for (const maq_value *child = from->as.children.first; to && child; child = child->next)
        copy_child(arena, to, child);
}

static const maq_value *copy_value(mq_arena *arena, const maq_value *value) {
    mq_node *holder = value ? mq_value_root(arena, MAQ_VALUE_ARRAY) : NULL;
    if (!holder)
        return NULL;
    copy_child(arena, holder, value);
    maq_value *copy = (maq_value *)(uintptr_t)mq_node_value(holder)->as.children.first;
    if (copy)
        copy->key = NULL;
    return copy;
}

// ---------------------------------------------------------------------------------------- meshes

static void copy_shape(mq_arena *arena, maq_scene_shape *shape) {
    shape->name = copy_text(arena, shape->name);
    shape->vertices = COPY_ITEMS(shape->vertices, shape->count);
    shape->positions = COPY(shape->positions, shape->count, 3);
    shape->normals = COPY(shape->normals, shape->count, 3);
    shape->tangents = COPY(shape->tangents, shape->count, 3);
    shape->uvs = COPY(shape->uvs, shape->count, 2);
}

static bool copy_mesh(mq_arena *arena, maq_scene_mesh *mesh) {
    size_t count = mesh->vertex_count;
    mesh->name = copy_text(arena, mesh->name);
    mesh->positions = COPY(mesh->positions, count, 3);
    mesh->normals = COPY(mesh->normals, count, 3);
    mesh->tangents = COPY(mesh->tangents, count, 4);
    const float(**uvs)[2] =
        mq_arena_alloc(arena, mesh->uv_set_count, sizeof *uvs, alignof(const float(*)[2]));
    for (uint32_t i = 0; uvs && i < mesh->uv_set_count; i++)
        uvs[i] = COPY(mesh->uvs[i], count, 2);
    mesh->uvs = (const float(*const *)[2])uvs;
    mesh->colours = COPY(mesh->colours, count, 4);
    mesh->joints = mesh->influence_count ? COPY(mesh->joints, count, mesh->influence_count) : NULL;
    mesh->weights =
        mesh->influence_count ? COPY(mesh->weights, count, mesh->influence_count) : NULL;
    maq_scene_attribute *attributes = COPY_ITEMS(mesh->attributes, mesh->attribute_count);
    for (uint32_t i = 0; attributes && i < mesh->attribute_count; i++) {
        attributes[i].name = copy_text(arena, attributes[i].name);
        attributes[i].values = COPY(attributes[i].values, count, attributes[i].components);
    }
    mesh->attributes = attributes;
    mesh->triangles = COPY_ITEMS(mesh->triangles, mesh->triangle_count);
    mesh->parts = COPY_ITEMS(mesh->parts, mesh->part_count);
    maq_scene_shape *shapes = COPY_ITEMS(mesh->shapes, mesh->shape_count);
    for (uint32_t i = 0; shapes && i < mesh->shape_count; i++)
        copy_shape(arena, &shapes[i]);
    mesh->shapes = shapes;
    mesh->extras = copy_value(arena, mesh->extras);
    return mq_arena_status(arena) == MAQ_OK;
}

// ------------------------------------------------------------------------------------- the others

static void copy_material(mq_arena *arena, maq_scene_material *material) {
    material->name = copy_text(arena, material->name);
    maq_scene_texture *textures = COPY_ITEMS(material->textures, material->texture_count);
    for (uint32_t i = 0; textures && i < material->texture_count; i++) {
        textures[i].file = copy_text(arena, textures[i].file);
        textures[i].data = COPY_ITEMS(textures[i].data, textures[i].data_length);
    }
    material->textures = textures;
    material->extras = copy_value(arena, material->extras);
}

static void copy_clip(mq_arena *arena, maq_scene_clip *clip) {
    clip->name = copy_text(arena, clip->name);
    maq_scene_channel *channels = COPY_ITEMS(clip->channels, clip->channel_count);
    for (uint32_t i = 0; channels && i < clip->channel_count; i++) {
        maq_scene_channel *channel = &channels[i];
        uint32_t width = mq_channel_width(channel->path);
        channel->times = COPY(channel->times, channel->key_count, 1);
        channel->values = COPY(channel->values, channel->key_count, width);
    }
    clip->channels = channels;
    maq_scene_marker *markers = COPY_ITEMS(clip->markers, clip->marker_count);
    for (uint32_t i = 0; markers && i < clip->marker_count; i++)
        markers[i].text = copy_text(arena, markers[i].text);
    clip->markers = markers;
    clip->extras = copy_value(arena, clip->extras);
}

bool mq_scene_copy(mq_arena *arena, const maq_scene *scene, maq_scene *out) {
    *out = *scene;
    out->owner = NULL;
    maq_scene_mesh *meshes = COPY_ITEMS(scene->meshes, scene->mesh_count);
    for (uint32_t i = 0; meshes && i < scene->mesh_count; i++) {
        if (!copy_mesh(arena, &meshes[i]))
            return false;
    }
    out->meshes = meshes;
    maq_scene_material *materials = COPY_ITEMS(scene->materials, scene->material_count);
    for (uint32_t i = 0; materials && i < scene->material_count; i++)
        copy_material(arena, &materials[i]);
    out->materials = materials;
    maq_scene_node *nodes = COPY_ITEMS(scene->nodes, scene->node_count);
    for (uint32_t i = 0; nodes && i < scene->node_count; i++) {
        nodes[i].name = copy_text(arena, nodes[i].name);
        nodes[i].extras = copy_value(arena, nodes[i].extras);
    }
    out->nodes = nodes;
    out->node_order = COPY_ITEMS(scene->node_order, scene->node_count);
    maq_scene_skin *skins = COPY_ITEMS(scene->skins, scene->skin_count);
    for (uint32_t i = 0; skins && i < scene->skin_count; i++) {
        skins[i].joints = COPY_ITEMS(skins[i].joints, skins[i].joint_count);
        skins[i].inverse_bind = COPY_ITEMS(skins[i].inverse_bind, skins[i].joint_count);
    }
    out->skins = skins;
    maq_scene_clip *clips = COPY_ITEMS(scene->clips, scene->clip_count);
    for (uint32_t i = 0; clips && i < scene->clip_count; i++)
        copy_clip(arena, &clips[i]);
    out->clips = clips;
    maq_scene_box *boxes = COPY_ITEMS(scene->boxes, scene->box_count);
    for (uint32_t i = 0; boxes && i < scene->box_count; i++) {
        boxes[i].name = copy_text(arena, boxes[i].name);
        boxes[i].extras = copy_value(arena, boxes[i].extras);
    }
    out->boxes = boxes;
    maq_scene_event *events = COPY_ITEMS(scene->events, scene->event_count);
    for (uint32_t i = 0; events && i < scene->event_count; i++) {
        events[i].name = copy_text(arena, events[i].name);
        events[i].file = copy_text(arena, events[i].file);
    }
    out->events = events;
    out->extras = copy_value(arena, scene->extras);
    out->source_format = copy_text(arena, scene->source_format);
    out->source.variant = copy_text(arena, scene->source.variant);
    out->source.data = COPY_ITEMS(scene->source.data, scene->source.length);
    return mq_arena_status(arena) == MAQ_OK;
}
