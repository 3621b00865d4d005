// SPDX-License-Identifier: MIT
//
// The structs of a WZM document as tables, and everything that a model says.
#include "formats/wzm/wzm_priv.h"

// x, y and z, as u and v below, stand behind each other.
static const mq_field position_table[] = {MQ_FIELD_BARE(FLOATS, maq_wzm_position, x, 3)};
static const mq_fields position_fields = MQ_FIELDS(maq_wzm_position, position_table);

static const mq_field tangent_space_table[] = {
    MQ_FIELD(FLOATS, maq_wzm_tangent_space, normal, 3),
    MQ_FIELD(FLOATS, maq_wzm_tangent_space, tangent, 4),
};
static const mq_fields tangent_space_fields = MQ_FIELDS(maq_wzm_tangent_space, tangent_space_table);

static const mq_field uv_table[] = {MQ_FIELD_BARE(FLOATS, maq_wzm_uv, u, 2)};
static const mq_fields uv_fields = MQ_FIELDS(maq_wzm_uv, uv_table);

static const mq_field texture_array_table[] = {
    MQ_FIELD(INTEGERS, maq_wzm_texture_array, number, 1),
    MQ_FIELD_WITH_COUNT(LIST, maq_wzm_texture_array, uvs, count, &uv_fields),
};
static const mq_fields texture_array_fields = MQ_FIELDS(maq_wzm_texture_array, texture_array_table);

static const mq_field triangle_table[] = {MQ_FIELD_BARE(INTEGERS, maq_wzm_triangle, vertices, 3)};
static const mq_fields triangle_fields = MQ_FIELDS(maq_wzm_triangle, triangle_table);

static const mq_field frame_table[] = {
    MQ_FIELD(FLOATS, maq_wzm_frame, seconds, 1),
    MQ_FIELD(INTEGERS, maq_wzm_frame, texture_array, 1),
    MQ_FIELD(FLOATS, maq_wzm_frame, translation, 3),
    MQ_FIELD(FLOATS, maq_wzm_frame, rotation, 3),
};
static const mq_fields frame_fields = MQ_FIELDS(maq_wzm_frame, frame_table);

static const mq_field connector_table[] = {
    MQ_FIELD_KEYED(FLOATS, maq_wzm_connector, "position", x, 3),
    MQ_FIELD(TEXT, maq_wzm_connector, type, 1),
    MQ_FIELD_KEYED(INTEGERS, maq_wzm_connector, "angle", values[0], 1),
    MQ_FIELD_KEYED(INTEGERS, maq_wzm_connector, "restriction_1", values[1], 1),
    MQ_FIELD_KEYED(INTEGERS, maq_wzm_connector, "restriction_2", values[2], 1),
};
static const mq_fields connector_fields = MQ_FIELDS(maq_wzm_connector, connector_table);

static const mq_field mesh_table[] = {
    MQ_FIELD(TEXT, maq_wzm_mesh, name, 1),
    MQ_FIELD(INTEGERS, maq_wzm_mesh, team_colours, 1),
    {.key = "bounds",
     .kind = MQ_FIELD_OPTIONAL_FLOATS,
     .offset = offsetof(maq_wzm_mesh, bounds),
     .count = 9,
     .count_offset = offsetof(maq_wzm_mesh, has_bounds)},
    MQ_FIELD_WITH_COUNT(LIST, maq_wzm_mesh, vertices, vertex_count, &position_fields),
    MQ_FIELD_WITH_COUNT(OPTIONAL_LIST, maq_wzm_mesh, tangent_spaces, vertex_count,
                        &tangent_space_fields),
    MQ_FIELD_WITH_COUNT(LIST, maq_wzm_mesh, texture_arrays, texture_array_count,
                        &texture_array_fields),
    MQ_FIELD_WITH_COUNT(LIST, maq_wzm_mesh, triangles, triangle_count, &triangle_fields),
    MQ_FIELD_WITH_COUNT(LIST, maq_wzm_mesh, frames, frame_count, &frame_fields),
    MQ_FIELD_WITH_COUNT(LIST, maq_wzm_mesh, connectors, connector_count, &connector_fields),
};
static const mq_fields mesh_fields = MQ_FIELDS(maq_wzm_mesh, mesh_table);

static const mq_field wzm_table[] = {
    MQ_FIELD(TEXT, maq_wzm, texture, 1),
    MQ_FIELD(TEXT, maq_wzm, team_mask, 1),
    MQ_FIELD(TEXT, maq_wzm, normal_map, 1),
    MQ_FIELD(TEXT, maq_wzm, specular_map, 1),
    {.key = "material",
     .kind = MQ_FIELD_OPTIONAL_FLOATS,
     .offset = offsetof(maq_wzm, material.value),
     .count = 13,
     .count_offset = offsetof(maq_wzm, material.present)},
    MQ_FIELD_WITH_COUNT(LIST, maq_wzm, meshes, mesh_count, &mesh_fields),
};
const mq_fields mq_wzm_fields = MQ_FIELDS(maq_wzm, wzm_table);

void mq_wzm_describe(const maq_document *document, mq_node *object) {
    mq_fields_describe(&mq_wzm_fields, document->content, object);
}
