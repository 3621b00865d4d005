// SPDX-License-Identifier: MIT
#include "scene/fields.h"

#include "scene/names.h"
#include "scene/scene.h"

#define FIELD(type, member, kind) MQ_RECORD_FIELD(kind, type, member, 1)
#define FLOATS(type, key, member, count) MQ_RECORD_KEYED_FIELD(FLOATS, type, key, member, count)
#define STRUCTS(type, member, counter, items)                                                      \
    MQ_RECORD_COUNTED_FIELD(LIST, type, member, counter, &(items))
#define CHOICE(type, member, names_)                                                               \
    {                                                                                              \
        .key = #member, .kind = MQ_RECORD_NAME, .offset = offsetof(type, member), .count = 1,      \
        .names = (names_)                                                                          \
    }
#define RESIZED_ROWS(type, member, kind_, counter, width, resize_)                                 \
    {                                                                                              \
        .key = #member, .kind = MQ_RECORD_##kind_, .offset = offsetof(type, member),               \
        .count = (width), .count_offset = offsetof(type, counter), .resize = (resize_)             \
    }
#define ROWS(type, member, kind, counter, width)                                                   \
    RESIZED_ROWS(type, member, kind, counter, width, NULL)

static void resize_attribute(mq_record_array *rows, const void *item, const void *parent) {
    rows->count = ((const maq_scene_mesh *)parent)->vertex_count;
    rows->width = ((const maq_scene_attribute *)item)->components;
}

static void resize_uv_set(mq_record_array *rows, const void *item, const void *parent) {
    (void)item;
    rows->count = ((const maq_scene_mesh *)parent)->vertex_count;
}

static void resize_influences(mq_record_array *rows, const void *item, const void *parent) {
    (void)parent;
    rows->width = ((const maq_scene_mesh *)item)->influence_count;
    if (rows->width == 0)
        rows->items = NULL;
}

static void resize_data(mq_record_array *rows, const void *item, const void *parent) {
    (void)parent;
    rows->count = ((const maq_scene_texture *)item)->data_length;
}

// Only one kind of channel refers to a shape.
static void resize_shape(mq_record_array *rows, const void *item, const void *parent) {
    (void)parent;
    if (((const maq_scene_channel *)item)->path != MAQ_CHANNEL_SHAPE_WEIGHT)
        rows->items = NULL;
}

static void resize_values(mq_record_array *rows, const void *item, const void *parent) {
    (void)parent;
    rows->width = mq_channel_width(((const maq_scene_channel *)item)->path);
}

static const mq_record_field attribute_fields[] = {
    FIELD(maq_scene_attribute, name, TEXT),
    RESIZED_ROWS(maq_scene_attribute, values, FLOAT_ROWS, components, 0, resize_attribute),
};
static const mq_record attribute = MQ_RECORD(maq_scene_attribute, attribute_fields);

static const mq_record_field uv_set_fields[] = {
    {.kind = MQ_RECORD_FLOAT_ROWS, .count = 2, .resize = resize_uv_set},
};
static const mq_record uv_set = MQ_RECORD(const float (*)[2], uv_set_fields);

static const mq_record_field part_fields[] = {
    FIELD(maq_scene_part, material, INDEX),
    FIELD(maq_scene_part, first_triangle, UNSIGNED),
    FIELD(maq_scene_part, triangle_count, UNSIGNED),
};
static const mq_record part = MQ_RECORD(maq_scene_part, part_fields);

static const mq_record_field shape_fields[] = {
    FIELD(maq_scene_shape, name, TEXT),
    ROWS(maq_scene_shape, vertices, INTEGER_ROWS, count, 1),
    ROWS(maq_scene_shape, positions, FLOAT_ROWS, count, 3),
    ROWS(maq_scene_shape, normals, FLOAT_ROWS, count, 3),
    ROWS(maq_scene_shape, tangents, FLOAT_ROWS, count, 3),
    ROWS(maq_scene_shape, uvs, FLOAT_ROWS, count, 2),
};
static const mq_record shape = MQ_RECORD(maq_scene_shape, shape_fields);

static const mq_record_field mesh_fields[] = {
    FIELD(maq_scene_mesh, name, TEXT),
    CHOICE(maq_scene_mesh, role, mq_role_names),
    ROWS(maq_scene_mesh, positions, FLOAT_ROWS, vertex_count, 3),
    ROWS(maq_scene_mesh, normals, FLOAT_ROWS, vertex_count, 3),
    ROWS(maq_scene_mesh, tangents, FLOAT_ROWS, vertex_count, 4),
    STRUCTS(maq_scene_mesh, uvs, uv_set_count, uv_set),
    ROWS(maq_scene_mesh, colours, FLOAT_ROWS, vertex_count, 4),
    RESIZED_ROWS(maq_scene_mesh, joints, INTEGER_ROWS, vertex_count, 0, resize_influences),
    RESIZED_ROWS(maq_scene_mesh, weights, FLOAT_ROWS, vertex_count, 0, resize_influences),
    STRUCTS(maq_scene_mesh, attributes, attribute_count, attribute),
    ROWS(maq_scene_mesh, triangles, INTEGER_ROWS, triangle_count, 3),
    STRUCTS(maq_scene_mesh, parts, part_count, part),
    STRUCTS(maq_scene_mesh, shapes, shape_count, shape),
    FIELD(maq_scene_mesh, extras, VALUE),
};
static const mq_record mesh = MQ_RECORD(maq_scene_mesh, mesh_fields);

static const mq_record_field texture_fields[] = {
    CHOICE(maq_scene_texture, role, mq_texture_names),
    FIELD(maq_scene_texture, tileset, UNSIGNED),
    FIELD(maq_scene_texture, file, TEXT),
    RESIZED_ROWS(maq_scene_texture, data, BYTES, data_length, 1, resize_data),
};
static const mq_record texture = MQ_RECORD(maq_scene_texture, texture_fields);

static const mq_record_field material_fields[] = {
    FIELD(maq_scene_material, name, TEXT),
    STRUCTS(maq_scene_material, textures, texture_count, texture),
    CHOICE(maq_scene_material, blend, mq_blend_names),
    FIELD(maq_scene_material, two_sided, BOOL),
    FLOATS(maq_scene_material, "colour", colour, 4),
    FLOATS(maq_scene_material, "cutoff", cutoff, 1),
    CHOICE(maq_scene_material, frames.kind, mq_frames_names),
    FIELD(maq_scene_material, frames.count, UNSIGNED),
    FIELD(maq_scene_material, frames.columns, UNSIGNED),
    FLOATS(maq_scene_material, "frames.step", frames.step, 2),
    FIELD(maq_scene_material, tileset, UNSIGNED),
    FIELD(maq_scene_material, extras, VALUE),
};
static const mq_record material = MQ_RECORD(maq_scene_material, material_fields);

static const mq_record_field node_fields[] = {
    FIELD(maq_scene_node, name, TEXT),
    FIELD(maq_scene_node, parent, INDEX),
    CHOICE(maq_scene_node, kind, mq_kind_names),
    FLOATS(maq_scene_node, "translation", rest.translation, 3),
    FLOATS(maq_scene_node, "rotation", rest.rotation, 4),
    FLOATS(maq_scene_node, "scale", rest.scale, 3),
    FIELD(maq_scene_node, ignores_parent_rotation, BOOL),
    CHOICE(maq_scene_node, facing, mq_facing_names),
    FIELD(maq_scene_node, mesh, INDEX),
    FIELD(maq_scene_node, skin, INDEX),
    FIELD(maq_scene_node, extras, VALUE),
};
static const mq_record node = MQ_RECORD(maq_scene_node, node_fields);

static const mq_record_field skin_fields[] = {
    ROWS(maq_scene_skin, joints, INTEGER_ROWS, joint_count, 1),
    ROWS(maq_scene_skin, inverse_bind, FLOAT_ROWS, joint_count, 12),
};
static const mq_record skin = MQ_RECORD(maq_scene_skin, skin_fields);

static const mq_record_field channel_fields[] = {
    CHOICE(maq_scene_channel, path, mq_path_names),
    FIELD(maq_scene_channel, target, UNSIGNED),
    {.key = "shape",
     .kind = MQ_RECORD_UNSIGNED,
     .offset = offsetof(maq_scene_channel, shape),
     .count = 1,
     .resize = resize_shape},
    FIELD(maq_scene_channel, step, BOOL),
    ROWS(maq_scene_channel, times, FLOAT_ROWS, key_count, 1),
    RESIZED_ROWS(maq_scene_channel, values, FLOAT_ROWS, key_count, 0, resize_values),
};
static const mq_record channel = MQ_RECORD(maq_scene_channel, channel_fields);

static const mq_record_field marker_fields[] = {
    FLOATS(maq_scene_marker, "time", time, 1),
    FIELD(maq_scene_marker, text, TEXT),
};
static const mq_record marker = MQ_RECORD(maq_scene_marker, marker_fields);

static const mq_record_field clip_fields[] = {
    FIELD(maq_scene_clip, name, TEXT),
    FLOATS(maq_scene_clip, "duration", duration, 1),
    FLOATS(maq_scene_clip, "rate", rate, 1),
    FIELD(maq_scene_clip, loop_count, UNSIGNED),
    STRUCTS(maq_scene_clip, channels, channel_count, channel),
    STRUCTS(maq_scene_clip, markers, marker_count, marker),
    FIELD(maq_scene_clip, extras, VALUE),
};
static const mq_record clip = MQ_RECORD(maq_scene_clip, clip_fields);

static const mq_record_field box_fields[] = {
    FIELD(maq_scene_box, name, TEXT),     FIELD(maq_scene_box, node, INDEX),
    FLOATS(maq_scene_box, "min", min, 3), FLOATS(maq_scene_box, "max", max, 3),
    FIELD(maq_scene_box, extras, VALUE),
};
static const mq_record box = MQ_RECORD(maq_scene_box, box_fields);

static const mq_record_field event_fields[] = {
    FIELD(maq_scene_event, name, TEXT),
    FIELD(maq_scene_event, file, TEXT),
};
static const mq_record event = MQ_RECORD(maq_scene_event, event_fields);

static const mq_record_field scene_fields[] = {
    STRUCTS(maq_scene, meshes, mesh_count, mesh),
    STRUCTS(maq_scene, materials, material_count, material),
    STRUCTS(maq_scene, nodes, node_count, node),
    STRUCTS(maq_scene, skins, skin_count, skin),
    STRUCTS(maq_scene, clips, clip_count, clip),
    STRUCTS(maq_scene, boxes, box_count, box),
    STRUCTS(maq_scene, events, event_count, event),
    FIELD(maq_scene, extras, VALUE),
};
const mq_record mq_scene_record = MQ_RECORD(maq_scene, scene_fields);
