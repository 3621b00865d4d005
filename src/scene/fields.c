// SPDX-License-Identifier: MIT
#include "scene/fields.h"

#include <string.h>

#include "scene/names.h"
#include "scene/scene.h"

// Widths that depend on the object.
enum { WIDTH_INFLUENCES = -1, WIDTH_CHANNEL = -2, WIDTH_ATTRIBUTE = -3 };

#define PLAIN(type, field, kind)                                                                   \
    { #field, MQ_FIELD_##kind, offsetof(type, field), 0, 0, NULL, NULL }
#define CHOICE(type, field, names)                                                                 \
    { #field, MQ_FIELD_CHOICE, offsetof(type, field), 0, 0, names, NULL }
#define FLOATS(type, name, field, width)                                                           \
    { name, MQ_FIELD_FLOATS, offsetof(type, field), 0, width, NULL, NULL }
#define ROWS(type, field, kind, count, width)                                                      \
    { #field, MQ_FIELD_##kind, offsetof(type, field), offsetof(type, count), width, NULL, NULL }
#define STRUCTS(type, field, count, items)                                                         \
    { #field, MQ_FIELD_STRUCTS, offsetof(type, field), offsetof(type, count), 0, NULL, &(items) }
#define STRUCT(type, fields)                                                                       \
    { sizeof(type), sizeof(fields) / sizeof(fields)[0], fields }

static const mq_field attribute_fields[] = {
    PLAIN(maq_scene_attribute, name, TEXT),
    {"values", MQ_FIELD_FLOAT_ROWS, offsetof(maq_scene_attribute, values), 0, WIDTH_ATTRIBUTE, NULL,
     NULL},
};
static const mq_struct attribute = STRUCT(maq_scene_attribute, attribute_fields);

static const mq_field part_fields[] = {
    PLAIN(maq_scene_part, material, INDEX),
    PLAIN(maq_scene_part, first_triangle, INTEGER),
    PLAIN(maq_scene_part, triangle_count, INTEGER),
};
static const mq_struct part = STRUCT(maq_scene_part, part_fields);

static const mq_field shape_fields[] = {
    PLAIN(maq_scene_shape, name, TEXT),
    ROWS(maq_scene_shape, vertices, INTEGER_ROWS, count, 1),
    ROWS(maq_scene_shape, positions, FLOAT_ROWS, count, 3),
    ROWS(maq_scene_shape, normals, FLOAT_ROWS, count, 3),
    ROWS(maq_scene_shape, tangents, FLOAT_ROWS, count, 3),
    ROWS(maq_scene_shape, uvs, FLOAT_ROWS, count, 2),
};
static const mq_struct shape = STRUCT(maq_scene_shape, shape_fields);

static const mq_field mesh_fields[] = {
    PLAIN(maq_scene_mesh, name, TEXT),
    CHOICE(maq_scene_mesh, role, mq_role_names),
    ROWS(maq_scene_mesh, positions, FLOAT_ROWS, vertex_count, 3),
    ROWS(maq_scene_mesh, normals, FLOAT_ROWS, vertex_count, 3),
    ROWS(maq_scene_mesh, tangents, FLOAT_ROWS, vertex_count, 4),
    ROWS(maq_scene_mesh, uvs, UV_SETS, vertex_count, 2),
    ROWS(maq_scene_mesh, colours, FLOAT_ROWS, vertex_count, 4),
    ROWS(maq_scene_mesh, joints, INTEGER_ROWS, vertex_count, WIDTH_INFLUENCES),
    ROWS(maq_scene_mesh, weights, FLOAT_ROWS, vertex_count, WIDTH_INFLUENCES),
    STRUCTS(maq_scene_mesh, attributes, attribute_count, attribute),
    ROWS(maq_scene_mesh, triangles, INTEGER_ROWS, triangle_count, 3),
    STRUCTS(maq_scene_mesh, parts, part_count, part),
    STRUCTS(maq_scene_mesh, shapes, shape_count, shape),
    PLAIN(maq_scene_mesh, extras, VALUE),
};
static const mq_struct mesh = STRUCT(maq_scene_mesh, mesh_fields);

static const mq_field texture_fields[] = {
    CHOICE(maq_scene_texture, role, mq_texture_names),
    PLAIN(maq_scene_texture, tileset, INTEGER),
    PLAIN(maq_scene_texture, file, TEXT),
    ROWS(maq_scene_texture, data, BYTES, data_length, 1),
};
static const mq_struct texture = STRUCT(maq_scene_texture, texture_fields);

static const mq_field material_fields[] = {
    PLAIN(maq_scene_material, name, TEXT),
    STRUCTS(maq_scene_material, textures, texture_count, texture),
    CHOICE(maq_scene_material, blend, mq_blend_names),
    PLAIN(maq_scene_material, two_sided, BOOL),
    FLOATS(maq_scene_material, "colour", colour, 4),
    FLOATS(maq_scene_material, "cutoff", cutoff, 1),
    CHOICE(maq_scene_material, frames.kind, mq_frames_names),
    PLAIN(maq_scene_material, frames.count, INTEGER),
    PLAIN(maq_scene_material, frames.columns, INTEGER),
    FLOATS(maq_scene_material, "frames.step", frames.step, 2),
    PLAIN(maq_scene_material, extras, VALUE),
};
static const mq_struct material = STRUCT(maq_scene_material, material_fields);

static const mq_field node_fields[] = {
    PLAIN(maq_scene_node, name, TEXT),
    PLAIN(maq_scene_node, parent, INDEX),
    CHOICE(maq_scene_node, kind, mq_kind_names),
    FLOATS(maq_scene_node, "translation", rest.translation, 3),
    FLOATS(maq_scene_node, "rotation", rest.rotation, 4),
    FLOATS(maq_scene_node, "scale", rest.scale, 3),
    PLAIN(maq_scene_node, ignores_parent_rotation, BOOL),
    CHOICE(maq_scene_node, facing, mq_facing_names),
    PLAIN(maq_scene_node, mesh, INDEX),
    PLAIN(maq_scene_node, skin, INDEX),
    PLAIN(maq_scene_node, extras, VALUE),
};
static const mq_struct node = STRUCT(maq_scene_node, node_fields);

static const mq_field skin_fields[] = {
    ROWS(maq_scene_skin, joints, INTEGER_ROWS, joint_count, 1),
    ROWS(maq_scene_skin, inverse_bind, FLOAT_ROWS, joint_count, 12),
};
static const mq_struct skin = STRUCT(maq_scene_skin, skin_fields);

static const mq_field channel_fields[] = {
    CHOICE(maq_scene_channel, path, mq_path_names),
    PLAIN(maq_scene_channel, target, INTEGER),
    PLAIN(maq_scene_channel, shape, INTEGER),
    PLAIN(maq_scene_channel, step, BOOL),
    ROWS(maq_scene_channel, times, FLOAT_ROWS, key_count, 1),
    ROWS(maq_scene_channel, values, FLOAT_ROWS, key_count, WIDTH_CHANNEL),
};
static const mq_struct channel = STRUCT(maq_scene_channel, channel_fields);

static const mq_field marker_fields[] = {
    FLOATS(maq_scene_marker, "time", time, 1),
    PLAIN(maq_scene_marker, text, TEXT),
};
static const mq_struct marker = STRUCT(maq_scene_marker, marker_fields);

static const mq_field clip_fields[] = {
    PLAIN(maq_scene_clip, name, TEXT),
    FLOATS(maq_scene_clip, "duration", duration, 1),
    FLOATS(maq_scene_clip, "rate", rate, 1),
    PLAIN(maq_scene_clip, loop_count, INTEGER),
    STRUCTS(maq_scene_clip, channels, channel_count, channel),
    STRUCTS(maq_scene_clip, markers, marker_count, marker),
    PLAIN(maq_scene_clip, extras, VALUE),
};
static const mq_struct clip = STRUCT(maq_scene_clip, clip_fields);

static const mq_field box_fields[] = {
    PLAIN(maq_scene_box, name, TEXT),     PLAIN(maq_scene_box, node, INDEX),
    FLOATS(maq_scene_box, "min", min, 3), FLOATS(maq_scene_box, "max", max, 3),
    PLAIN(maq_scene_box, extras, VALUE),
};
static const mq_struct box = STRUCT(maq_scene_box, box_fields);

static const mq_field event_fields[] = {
    PLAIN(maq_scene_event, name, TEXT),
    PLAIN(maq_scene_event, file, TEXT),
};
static const mq_struct event = STRUCT(maq_scene_event, event_fields);

static const mq_field scene_fields[] = {
    STRUCTS(maq_scene, meshes, mesh_count, mesh),
    STRUCTS(maq_scene, materials, material_count, material),
    STRUCTS(maq_scene, nodes, node_count, node),
    STRUCTS(maq_scene, skins, skin_count, skin),
    STRUCTS(maq_scene, clips, clip_count, clip),
    STRUCTS(maq_scene, boxes, box_count, box),
    STRUCTS(maq_scene, events, event_count, event),
    PLAIN(maq_scene, extras, VALUE),
};
const mq_struct mq_scene_struct = STRUCT(maq_scene, scene_fields);

const void *mq_field_pointer(const mq_field *field, const void *object) {
    const void *pointer;
    memcpy(&pointer, (const char *)object + field->offset, sizeof pointer);
    return pointer;
}

bool mq_field_integer(const mq_field *field, const void *object, uint32_t *value) {
    memcpy(value, (const char *)object + field->offset, sizeof *value);
    // Only one kind of channel refers to a shape.
    bool is_shape = field->offset == offsetof(maq_scene_channel, shape) &&
                    field >= channel_fields && field < channel_fields + channel.field_count;
    return !is_shape || ((const maq_scene_channel *)object)->path == MAQ_CHANNEL_SHAPE_WEIGHT;
}

mq_rows mq_field_rows(const mq_field *field, const void *object, const void *parent) {
    mq_rows rows = {mq_field_pointer(field, object), 0, (size_t)field->width};
    uint32_t count;
    memcpy(&count, (const char *)object + field->count, sizeof count);
    rows.count = count;
    if (field->kind == MQ_FIELD_BYTES) {
        rows.count = ((const maq_scene_texture *)object)->data_length;
    } else if (field->kind == MQ_FIELD_UV_SETS) {
        if (((const maq_scene_mesh *)object)->uv_set_count == 0)
            rows.items = NULL;
    } else if (field->width == WIDTH_INFLUENCES) {
        rows.width = ((const maq_scene_mesh *)object)->influence_count;
        if (rows.width == 0)
            rows.items = NULL;
    } else if (field->width == WIDTH_CHANNEL) {
        rows.width = mq_channel_width(((const maq_scene_channel *)object)->path);
    } else if (field->width == WIDTH_ATTRIBUTE) {
        rows.count = ((const maq_scene_mesh *)parent)->vertex_count;
        rows.width = ((const maq_scene_attribute *)object)->components;
    }
    return rows;
}
