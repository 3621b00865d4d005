// SPDX-License-Identifier: MIT
//
// The structs of a WZA document as tables, and everything that a file says.
#include "formats/wza/wza_priv.h"

static const mq_record_field texture_table[] = {
    MQ_RECORD_FIELD(TEXT, maq_wza_texture, name, 1),
    MQ_RECORD_FIELD(BOOL, maq_wza_texture, animated, 1),
    MQ_RECORD_FIELD(INTEGERS, maq_wza_texture, normal_map, 1),
    MQ_RECORD_FIELD(BOOL, maq_wza_texture, specular_map, 1),
    MQ_RECORD_FIELD(BOOL, maq_wza_texture, team_mask, 1),
};
static const mq_record texture_record = MQ_RECORD(maq_wza_texture, texture_table);

static const mq_record_field vertex_table[] = {
    MQ_RECORD_FIELD(INTEGERS, maq_wza_vertex, index, 1),
    MQ_RECORD_FIELD(FLOATS, maq_wza_vertex, position, 3),
    MQ_RECORD_FIELD(FLOATS, maq_wza_vertex, normal, 3),
    MQ_RECORD_FIELD(FLOATS, maq_wza_vertex, tangent, 3),
    MQ_RECORD_FIELD(FLOATS, maq_wza_vertex, bitangent, 3),
};
static const mq_record vertex_record = MQ_RECORD(maq_wza_vertex, vertex_table);

static const mq_record_field face_table[] = {
    MQ_RECORD_FIELD(INTEGERS, maq_wza_face, index, 1),
    MQ_RECORD_FIELD(INTEGERS, maq_wza_face, vertices, 3),
    MQ_RECORD_FIELD(FLOATS, maq_wza_face, uv, 6),
};
static const mq_record face_record = MQ_RECORD(maq_wza_face, face_table);

static const mq_record_field shape_table[] = {
    MQ_RECORD_FIELD(INTEGERS, maq_wza_shape, number, 1),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wza_shape, vertices, vertex_count, &vertex_record),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wza_shape, faces, face_count, &face_record),
};
static const mq_record shape_record = MQ_RECORD(maq_wza_shape, shape_table);

static const mq_record_field index_table[] = {{.kind = MQ_RECORD_INTEGERS, .count = 1}};
static const mq_record index_record = MQ_RECORD(int32_t, index_table);

static const mq_record_field bone_table[] = {
    MQ_RECORD_FIELD(INTEGERS, maq_wza_bone, index, 1),
    MQ_RECORD_FIELD(INTEGERS, maq_wza_bone, parent, 1),
    MQ_RECORD_FIELD(BOOL, maq_wza_bone, hinge, 1),
    MQ_RECORD_FIELD(FLOATS, maq_wza_bone, position, 3),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wza_bone, vertices, vertex_count, &index_record),
};
static const mq_record bone_record = MQ_RECORD(maq_wza_bone, bone_table);

static const mq_record_field property_table[] = {
    MQ_RECORD_FIELD(INTEGERS, maq_wza_property, number, 1),
    {.key = "kind",
     .kind = MQ_RECORD_NAME,
     .offset = offsetof(maq_wza_property, kind),
     .names = mq_wza_kinds},
    MQ_RECORD_FIELD(INTEGERS, maq_wza_property, index, 1),
    MQ_RECORD_FIELD(BOOL, maq_wza_property, interpolate, 1),
};
static const mq_record property_record = MQ_RECORD(maq_wza_property, property_table);

static const mq_record_field point_table[] = {
    MQ_RECORD_FIELD(INTEGERS, maq_wza_point, property, 1),
    MQ_RECORD_FIELD(INTEGERS, maq_wza_point, time, 1),
    MQ_RECORD_COUNTED_FIELD(COUNTED_FLOATS, maq_wza_point, values, value_count, NULL),
    MQ_RECORD_FIELD(INTEGERS, maq_wza_point, frame, 1),
};
static const mq_record point_record = MQ_RECORD(maq_wza_point, point_table);

static const mq_record_field animation_table[] = {
    MQ_RECORD_FIELD(INTEGERS, maq_wza_animation, index, 1),
    MQ_RECORD_FIELD(INTEGERS, maq_wza_animation, length, 1),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wza_animation, properties, property_count, &property_record),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wza_animation, points, point_count, &point_record),
};
const mq_record mq_wza_animation_record = MQ_RECORD(maq_wza_animation, animation_table);

static const mq_record_field wza_table[] = {
    {.key = "texture",
     .kind = MQ_RECORD_STRUCT,
     .offset = offsetof(maq_wza, texture),
     .items = &texture_record},
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wza, shapes, shape_count, &shape_record),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wza, bones, bone_count, &bone_record),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wza, animations, animation_count, &mq_wza_animation_record),
};
const mq_record mq_wza_record = MQ_RECORD(maq_wza, wza_table);

void mq_wza_describe(const maq_document *document, mq_node *object) {
    mq_record_describe(&mq_wza_record, document->content, object);
}
