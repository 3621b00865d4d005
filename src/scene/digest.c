// SPDX-License-Identifier: MIT
#include "scene/digest.h"

#include <string.h>

#include "scene/scene.h"

typedef uint64_t digest;

static void add(digest *d, uint64_t number) {
    // Each step is a bijection of the state, so a single change is never lost.
    *d = (*d ^ number) * 0x9e3779b97f4a7c15u;
    *d ^= *d >> 29;
}

static void add_float(digest *d, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    add(d, bits);
}

static void add_floats(digest *d, const void *values, size_t count) {
    const float *floats = values;
    add(d, floats ? count + 1 : 0);
    for (size_t i = 0; floats && i < count; i++)
        add_float(d, floats[i]);
}

static void add_integers(digest *d, const void *values, size_t count) {
    const uint32_t *integers = values;
    add(d, count);
    for (size_t i = 0; i < count; i++)
        add(d, integers[i]);
}

uint64_t mq_digest_bytes(uint64_t from, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    add(&from, length);
    for (; length >= 8; length -= 8, at += 8)
        add(&from, (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 |
                       (uint64_t)at[3] << 24 | (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 |
                       (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56);
    for (; length > 0; length--, at++)
        add(&from, *at);
    return from;
}

static void add_text(digest *d, const char *text) {
    *d = mq_digest_bytes(*d, text ? text : "", text ? strlen(text) : 0);
}

// A number is the same in every kind that JSON makes of it: all are compared as floats.
static void add_value(digest *d, const maq_value *value) {
    double number;
    if (!value) {
        add(d, 0);
        return;
    }
    if (maq_value_number(value, &number)) {
        add(d, 1);
        add_float(d, (float)number);
        return;
    }
    switch (value->kind) {
    case MAQ_VALUE_TEXT:
        add(d, 2);
        *d = mq_digest_bytes(*d, value->as.text.bytes, value->as.text.length);
        break;
    case MAQ_VALUE_BOOL:
        add(d, value->as.boolean ? 3 : 4);
        break;
    case MAQ_VALUE_ARRAY:
    case MAQ_VALUE_OBJECT:
        add(d, value->kind == MAQ_VALUE_ARRAY ? 5 : 6);
        add(d, value->as.children.count);
        for (const maq_value *child = value->as.children.first; child; child = child->next) {
            add_text(d, child->key);
            add_value(d, child);
        }
        break;
    default:
        add(d, 7);
        break;
    }
}

static void add_shape(digest *d, const maq_scene_shape *shape) {
    add_text(d, shape->name);
    add_integers(d, shape->vertices, shape->count);
    add_floats(d, shape->positions, (size_t)shape->count * 3);
    add_floats(d, shape->normals, (size_t)shape->count * 3);
    add_floats(d, shape->tangents, (size_t)shape->count * 3);
    add_floats(d, shape->uvs, (size_t)shape->count * 2);
}

static void add_mesh(digest *d, const maq_scene_mesh *mesh) {
    size_t count = mesh->vertex_count, influences = count * mesh->influence_count;
    add_text(d, mesh->name);
    add(d, mesh->role);
    add_floats(d, mesh->positions, count * 3);
    add_floats(d, mesh->normals, count * 3);
    add_floats(d, mesh->tangents, count * 4);
    add_floats(d, mesh->colours, count * 4);
    add(d, mesh->uv_set_count);
    for (uint32_t i = 0; i < mesh->uv_set_count; i++)
        add_floats(d, mesh->uvs[i], count * 2);
    add_integers(d, mesh->joints, influences);
    add_floats(d, influences ? mesh->weights : NULL, influences);
    add(d, mesh->attribute_count);
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        const maq_scene_attribute *attribute = &mesh->attributes[i];
        add_text(d, attribute->name);
        add_floats(d, attribute->values, count * attribute->components);
    }
    add_integers(d, mesh->triangles, (size_t)mesh->triangle_count * 3);
    add(d, mesh->part_count);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        add(d, mesh->parts[i].material);
        add(d, mesh->parts[i].first_triangle);
        add(d, mesh->parts[i].triangle_count);
    }
    add(d, mesh->shape_count);
    for (uint32_t i = 0; i < mesh->shape_count; i++)
        add_shape(d, &mesh->shapes[i]);
    add_value(d, mesh->extras);
}

static void add_material(digest *d, const maq_scene_material *material) {
    add_text(d, material->name);
    add(d, material->texture_count);
    for (uint32_t i = 0; i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        add(d, texture->role);
        add(d, texture->tileset);
        add_text(d, texture->file);
        *d = mq_digest_bytes(*d, texture->data, texture->data ? texture->data_length : 0);
    }
    add(d, material->blend);
    add(d, material->two_sided);
    add_floats(d, material->colour, 4);
    add_float(d, material->cutoff);
    add(d, material->frames.kind);
    add(d, material->frames.count);
    add(d, material->frames.columns);
    add_floats(d, material->frames.step, 2);
    add_value(d, material->extras);
}

static void add_node(digest *d, const maq_scene_node *node) {
    add_text(d, node->name);
    add(d, node->parent);
    add(d, node->kind);
    add_floats(d, node->rest.translation, 3);
    add_floats(d, node->rest.rotation, 4);
    add_floats(d, node->rest.scale, 3);
    add(d, node->ignores_parent_rotation);
    add(d, node->facing);
    add(d, node->mesh);
    add(d, node->skin);
    add_value(d, node->extras);
}

static void add_clip(digest *d, const maq_scene_clip *clip) {
    add_text(d, clip->name);
    add_float(d, clip->duration);
    add_float(d, clip->rate);
    add(d, clip->loop_count);
    add(d, clip->channel_count);
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const maq_scene_channel *channel = &clip->channels[i];
        add(d, channel->path);
        add(d, channel->target);
        add(d, channel->path == MAQ_CHANNEL_SHAPE_WEIGHT ? channel->shape : 0);
        add(d, channel->step);
        add_floats(d, channel->times, channel->key_count);
        add_floats(d, channel->values,
                   (size_t)channel->key_count * mq_channel_width(channel->path));
    }
    add(d, clip->marker_count);
    for (uint32_t i = 0; i < clip->marker_count; i++) {
        add_float(d, clip->markers[i].time);
        add_text(d, clip->markers[i].text);
    }
    add_value(d, clip->extras);
}

uint64_t mq_scene_digest(const maq_scene *scene) {
    digest d = 0;
    add(&d, scene->mesh_count);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        add_mesh(&d, &scene->meshes[i]);
    add(&d, scene->material_count);
    for (uint32_t i = 0; i < scene->material_count; i++)
        add_material(&d, &scene->materials[i]);
    add(&d, scene->node_count);
    for (uint32_t i = 0; i < scene->node_count; i++)
        add_node(&d, &scene->nodes[i]);
    add(&d, scene->skin_count);
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        add_integers(&d, scene->skins[i].joints, scene->skins[i].joint_count);
        add_floats(&d, scene->skins[i].inverse_bind, (size_t)scene->skins[i].joint_count * 12);
    }
    add(&d, scene->clip_count);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        add_clip(&d, &scene->clips[i]);
    add(&d, scene->box_count);
    for (uint32_t i = 0; i < scene->box_count; i++) {
        add_text(&d, scene->boxes[i].name);
        add(&d, scene->boxes[i].node);
        add_floats(&d, scene->boxes[i].min, 3);
        add_floats(&d, scene->boxes[i].max, 3);
        add_value(&d, scene->boxes[i].extras);
    }
    add(&d, scene->event_count);
    for (uint32_t i = 0; i < scene->event_count; i++) {
        add_text(&d, scene->events[i].name);
        add_text(&d, scene->events[i].file);
    }
    add_value(&d, scene->extras);
    return d;
}
