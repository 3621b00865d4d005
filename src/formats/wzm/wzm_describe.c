// SPDX-License-Identifier: MIT
//
// Everything that a WZM model says.
#include "formats/wzm/wzm_priv.h"

static void put_vertices(const maq_wzm_mesh *mesh, uint32_t version, mq_node *object) {
    mq_node *array = mq_put_array(object, "vertices");
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const maq_wzm_position *p = &mesh->vertices[i];
        float row[12] = {p->x, p->y, p->z};
        if (version == 3) {
            const maq_wzm_tangent_space *space = &mesh->tangent_spaces[i];
            row[3] = mesh->texture_arrays[0].uvs[i].u;
            row[4] = mesh->texture_arrays[0].uvs[i].v;
            for (unsigned k = 0; k < 3; k++)
                row[5 + k] = space->normal[k];
            for (unsigned k = 0; k < 4; k++)
                row[8 + k] = space->tangent[k];
        }
        mq_put_floats(array, NULL, row, version == 3 ? 12 : 3);
    }
}

static void put_texture_arrays(const maq_wzm_mesh *mesh, mq_node *object) {
    mq_node *arrays = mq_put_array(object, "texture_arrays");
    for (uint32_t i = 0; i < mesh->texture_array_count; i++) {
        const maq_wzm_texture_array *from = &mesh->texture_arrays[i];
        mq_node *array = mq_put_object(arrays, NULL);
        mq_put_integer(array, "number", from->number);
        mq_node *uvs = mq_put_array(array, "uvs");
        for (uint32_t k = 0; k < from->count; k++)
            mq_put_floats(uvs, NULL, (const float[]){from->uvs[k].u, from->uvs[k].v}, 2);
    }
}

static void put_triangles(const maq_wzm_mesh *mesh, mq_node *object) {
    mq_node *array = mq_put_array(object, "triangles");
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        mq_node *row = mq_put_array(array, NULL);
        for (unsigned k = 0; k < 3; k++)
            mq_put_integer(row, NULL, mesh->triangles[i].vertices[k]);
    }
}

static void put_frames(const maq_wzm_mesh *mesh, mq_node *object) {
    mq_node *array = mq_put_array(object, "frames");
    for (uint32_t i = 0; i < mesh->frame_count; i++) {
        const maq_wzm_frame *from = &mesh->frames[i];
        mq_node *frame = mq_put_object(array, NULL);
        mq_put_float(frame, "seconds", from->seconds);
        mq_put_integer(frame, "texture_array", from->texture_array);
        mq_put_floats(frame, "translation", from->translation, 3);
        mq_put_floats(frame, "rotation", from->rotation, 3);
    }
}

static void put_connectors(const maq_wzm_mesh *mesh, uint32_t version, mq_node *object) {
    mq_node *array = mq_put_array(object, "connectors");
    for (uint32_t i = 0; i < mesh->connector_count; i++) {
        const maq_wzm_connector *from = &mesh->connectors[i];
        mq_node *connector = mq_put_object(array, NULL);
        mq_put_floats(connector, "position", (const float[]){from->x, from->y, from->z}, 3);
        if (version != 3)
            mq_put_text(connector, "type", from->type);
        if (version == 2) {
            mq_put_integer(connector, "angle", from->values[0]);
            mq_put_integer(connector, "restriction_1", from->values[1]);
            mq_put_integer(connector, "restriction_2", from->values[2]);
        }
    }
}

void mq_wzm_describe(const maq_document *document, mq_node *object) {
    const maq_wzm *wzm = document->content;
    mq_put_text(object, "texture", wzm->texture);
    if (wzm->version == 3) {
        mq_put_text(object, "team_mask", wzm->team_mask);
        mq_put_text(object, "normal_map", wzm->normal_map);
        mq_put_text(object, "specular_map", wzm->specular_map);
        if (wzm->material.present)
            mq_put_floats(object, "material", wzm->material.value, 13);
    }
    mq_node *meshes = mq_put_array(object, "meshes");
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        const maq_wzm_mesh *from = &wzm->meshes[i];
        mq_node *mesh = mq_put_object(meshes, NULL);
        mq_put_text(mesh, "name", from->name);
        mq_put_integer(mesh, "team_colours", from->team_colours);
        if (from->has_bounds)
            mq_put_floats(mesh, "bounds", from->bounds, 9);
        put_vertices(from, wzm->version, mesh);
        if (wzm->version != 3)
            put_texture_arrays(from, mesh);
        put_triangles(from, mesh);
        if (wzm->version != 3)
            put_frames(from, mesh);
        put_connectors(from, wzm->version, mesh);
    }
}
