// SPDX-License-Identifier: MIT
//
// The structs of a WZM document as tables, and everything that a model says.
#include "formats/wzm/wzm_priv.h"

// x, y and z, as u and v below, stand behind each other.
static const mq_record_field position_table[] = {
    MQ_RECORD_BARE_FIELD(FLOATS, maq_wzm_position, x, 3)};
static const mq_record position_record = MQ_RECORD(maq_wzm_position, position_table);

static const mq_record_field tangent_space_table[] = {
    MQ_RECORD_FIELD(FLOATS, maq_wzm_tangent_space, normal, 3),
    MQ_RECORD_FIELD(FLOATS, maq_wzm_tangent_space, tangent, 4),
};
static const mq_record tangent_space_record = MQ_RECORD(maq_wzm_tangent_space, tangent_space_table);

static const mq_record_field uv_table[] = {MQ_RECORD_BARE_FIELD(FLOATS, maq_wzm_uv, u, 2)};
static const mq_record uv_record = MQ_RECORD(maq_wzm_uv, uv_table);

static const mq_record_field texture_array_table[] = {
    MQ_RECORD_FIELD(INTEGERS, maq_wzm_texture_array, number, 1),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wzm_texture_array, uvs, count, &uv_record),
};
static const mq_record texture_array_record = MQ_RECORD(maq_wzm_texture_array, texture_array_table);

static const mq_record_field triangle_table[] = {
    MQ_RECORD_BARE_FIELD(INTEGERS, maq_wzm_triangle, vertices, 3)};
static const mq_record triangle_record = MQ_RECORD(maq_wzm_triangle, triangle_table);

static const mq_record_field frame_table[] = {
    MQ_RECORD_FIELD(FLOATS, maq_wzm_frame, seconds, 1),
    MQ_RECORD_FIELD(INTEGERS, maq_wzm_frame, texture_array, 1),
    MQ_RECORD_FIELD(FLOATS, maq_wzm_frame, translation, 3),
    MQ_RECORD_FIELD(FLOATS, maq_wzm_frame, rotation, 3),
};
static const mq_record frame_record = MQ_RECORD(maq_wzm_frame, frame_table);

static const mq_record_field connector_table[] = {
    MQ_RECORD_KEYED_FIELD(FLOATS, maq_wzm_connector, "position", x, 3),
    MQ_RECORD_FIELD(TEXT, maq_wzm_connector, type, 1),
    MQ_RECORD_KEYED_FIELD(INTEGERS, maq_wzm_connector, "angle", values[0], 1),
    MQ_RECORD_KEYED_FIELD(INTEGERS, maq_wzm_connector, "restriction_1", values[1], 1),
    MQ_RECORD_KEYED_FIELD(INTEGERS, maq_wzm_connector, "restriction_2", values[2], 1),
};
static const mq_record connector_record = MQ_RECORD(maq_wzm_connector, connector_table);

static const mq_record_field mesh_table[] = {
    MQ_RECORD_FIELD(TEXT, maq_wzm_mesh, name, 1),
    MQ_RECORD_FIELD(INTEGERS, maq_wzm_mesh, team_colours, 1),
    {.key = "bounds",
     .kind = MQ_RECORD_OPTIONAL_FLOATS,
     .offset = offsetof(maq_wzm_mesh, bounds),
     .count = 9,
     .count_offset = offsetof(maq_wzm_mesh, has_bounds)},
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wzm_mesh, vertices, vertex_count, &position_record),
    MQ_RECORD_COUNTED_FIELD(OPTIONAL_LIST, maq_wzm_mesh, tangent_spaces, vertex_count,
                            &tangent_space_record),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wzm_mesh, texture_arrays, texture_array_count,
                            &texture_array_record),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wzm_mesh, triangles, triangle_count, &triangle_record),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wzm_mesh, frames, frame_count, &frame_record),
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wzm_mesh, connectors, connector_count, &connector_record),
};
static const mq_record mesh_record = MQ_RECORD(maq_wzm_mesh, mesh_table);

static const mq_record_field wzm_table[] = {
    MQ_RECORD_FIELD(TEXT, maq_wzm, texture, 1),
    MQ_RECORD_FIELD(TEXT, maq_wzm, team_mask, 1),
    MQ_RECORD_FIELD(TEXT, maq_wzm, normal_map, 1),
    MQ_RECORD_FIELD(TEXT, maq_wzm, specular_map, 1),
    {.key = "material",
     .kind = MQ_RECORD_OPTIONAL_FLOATS,
     .offset = offsetof(maq_wzm, material.value),
     .count = 13,
     .count_offset = offsetof(maq_wzm, material.present)},
    MQ_RECORD_COUNTED_FIELD(LIST, maq_wzm, meshes, mesh_count, &mesh_record),
};
const mq_record mq_wzm_record = MQ_RECORD(maq_wzm, wzm_table);

void mq_wzm_describe(const maq_document *document, mq_node *object) {
    mq_record_describe(&mq_wzm_record, document->content, object);
}
