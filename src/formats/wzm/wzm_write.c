// SPDX-License-Identifier: MIT
//
// Writes WZM: LF, a datum per line, rows behind a tab, the shortest numbers that mean the same.
#include "formats/row_text.h"
#include "formats/wzm/wzm_priv.h"

static void write_keyword(mq_row_text *rows, wzm_keyword keyword) {
    mq_row_string(rows, mq_wzm_keywords[keyword]);
}

static void write_count(mq_row_text *rows, wzm_keyword keyword, int64_t count) {
    write_keyword(rows, keyword);
    mq_row_char(rows, ' ');
    mq_row_integer(rows, count);
    mq_row_char(rows, '\n');
}

static void write_name(mq_row_text *rows, wzm_keyword keyword, const char *name) {
    if (!name)
        return;
    write_keyword(rows, keyword);
    mq_row_char(rows, ' ');
    mq_row_name(rows, name);
    mq_row_char(rows, '\n');
}

static void write_values(mq_row_text *rows, wzm_keyword keyword, const float *values,
                         unsigned count) {
    write_keyword(rows, keyword);
    mq_row_floats(rows, values, count);
    mq_row_char(rows, '\n');
}

// The number that VERTICES must announce so that every list is read whole.
static uint32_t longest_list(const maq_wzm_mesh *mesh) {
    uint32_t longest = mesh->vertex_count;
    for (uint32_t i = 0; i < mesh->texture_array_count; i++) {
        if (mesh->texture_arrays[i].count > longest)
            longest = mesh->texture_arrays[i].count;
    }
    return longest;
}

static void print_position(mq_row_text *rows, const maq_wzm_position *position) {
    mq_row_char(rows, '\t');
    mq_row_float(rows, position->x);
    mq_row_floats(rows, (const float[]){position->y, position->z}, 2);
}

static void print_vertex(const void *context, mq_row_text *rows, size_t row) {
    const maq_wzm_mesh *mesh = context;
    print_position(rows, &mesh->vertices[row]);
    mq_row_char(rows, '\n');
}

static void print_vertex_3(const void *context, mq_row_text *rows, size_t row) {
    const maq_wzm_mesh *mesh = context;
    const maq_wzm_uv *uv = &mesh->texture_arrays[0].uvs[row];
    print_position(rows, &mesh->vertices[row]);
    mq_row_floats(rows, (const float[]){uv->u, uv->v}, 2);
    mq_row_floats(rows, mesh->tangent_spaces[row].normal, 3);
    mq_row_floats(rows, mesh->tangent_spaces[row].tangent, 4);
    mq_row_char(rows, '\n');
}

static void write_vertices(mq_row_text *rows, const maq_wzm_mesh *mesh, uint32_t version) {
    write_keyword(rows, WZM_KEY_VERTEXARRAY);
    mq_row_char(rows, '\n');
    mq_row_list(rows, 0, mesh->vertex_count, version == 3 ? print_vertex_3 : print_vertex, mesh);
}

static void print_uv(const void *context, mq_row_text *rows, size_t row) {
    const maq_wzm_uv *uv = (const maq_wzm_uv *)context + row;
    mq_row_char(rows, '\t');
    mq_row_float(rows, uv->u);
    mq_row_floats(rows, &uv->v, 1);
    mq_row_char(rows, '\n');
}

static void write_texture_arrays(mq_row_text *rows, const maq_wzm_mesh *mesh) {
    write_count(rows, WZM_KEY_TEXTUREARRAYS, mesh->texture_array_count);
    for (uint32_t i = 0; i < mesh->texture_array_count; i++) {
        const maq_wzm_texture_array *array = &mesh->texture_arrays[i];
        write_count(rows, WZM_KEY_TEXTUREARRAY, array->number);
        mq_row_list(rows, 0, array->count, print_uv, array->uvs);
    }
}

static void print_triangle(const void *context, mq_row_text *rows, size_t row) {
    const maq_wzm_triangle *triangle = (const maq_wzm_triangle *)context + row;
    for (unsigned k = 0; k < 3; k++) {
        mq_row_char(rows, k == 0 ? '\t' : ' ');
        mq_row_integer(rows, triangle->vertices[k]);
    }
    mq_row_char(rows, '\n');
}

static void write_triangles(mq_row_text *rows, const maq_wzm_mesh *mesh) {
    write_keyword(rows, WZM_KEY_INDEXARRAY);
    mq_row_char(rows, '\n');
    mq_row_list(rows, 0, mesh->triangle_count, print_triangle, mesh->triangles);
}

static void write_frames(mq_row_text *rows, const maq_wzm_mesh *mesh) {
    write_count(rows, WZM_KEY_FRAMES, mesh->frame_count);
    for (uint32_t i = 0; i < mesh->frame_count; i++) {
        const maq_wzm_frame *frame = &mesh->frames[i];
        mq_row_char(rows, '\t');
        mq_row_float(rows, frame->seconds);
        mq_row_char(rows, ' ');
        mq_row_integer(rows, frame->texture_array);
        mq_row_floats(rows, frame->translation, 3);
        mq_row_floats(rows, frame->rotation, 3);
        mq_row_char(rows, '\n');
    }
}

static void write_connectors(mq_row_text *rows, const maq_wzm_mesh *mesh, uint32_t version) {
    write_count(rows, WZM_KEY_CONNECTORS, mesh->connector_count);
    for (uint32_t i = 0; i < mesh->connector_count; i++) {
        const maq_wzm_connector *connector = &mesh->connectors[i];
        mq_row_char(rows, '\t');
        if (version == 2) {
            mq_row_name(rows, connector->type);
            mq_row_char(rows, ' ');
        }
        mq_row_float(rows, connector->x);
        mq_row_floats(rows, (const float[]){connector->y, connector->z}, 2);
        if (version == 1) {
            mq_row_char(rows, ' ');
            mq_row_name(rows, connector->type);
        }
        for (unsigned k = 0; version == 2 && k < 3; k++) {
            mq_row_char(rows, ' ');
            mq_row_integer(rows, connector->values[k]);
        }
        mq_row_char(rows, '\n');
    }
}

static void print_mesh(const void *context, mq_row_text *rows, size_t row) {
    const maq_wzm *wzm = context;
    const maq_wzm_mesh *mesh = &wzm->meshes[row];
    uint32_t version = wzm->version;
    write_name(rows, WZM_KEY_MESH, mesh->name);
    write_count(rows, WZM_KEY_TEAMCOLOURS, mesh->team_colours);
    if (mesh->has_bounds)
        write_values(rows, WZM_KEY_MINMAX_TSCEN, mesh->bounds, 9);
    write_count(rows, WZM_KEY_VERTICES, longest_list(mesh));
    write_count(rows, version == 3 ? WZM_KEY_INDICES : WZM_KEY_FACES, mesh->triangle_count);
    write_vertices(rows, mesh, version);
    if (version != 3)
        write_texture_arrays(rows, mesh);
    write_triangles(rows, mesh);
    if (version != 3)
        write_frames(rows, mesh);
    write_connectors(rows, mesh, version);
}

void mq_wzm_write(const maq_document *document, mq_text *out) {
    const maq_wzm *wzm = document->content;
    size_t numbers = 0;
    for (uint32_t i = 0; i < wzm->mesh_count; i++) {
        const maq_wzm_mesh *mesh = &wzm->meshes[i];
        numbers += (size_t)mesh->vertex_count * (mesh->tangent_spaces ? 12 : 3) +
                   (size_t)mesh->texture_array_count * mesh->vertex_count * 2 +
                   (size_t)mesh->triangle_count * 3;
    }
    mq_text_reserve_numbers(out, numbers);
    mq_row_text rows;
    mq_row_text_init(&rows, out);
    mq_text_format(out, "WZM %u\n", wzm->version);
    write_name(&rows, WZM_KEY_TEXTURE, wzm->texture);
    write_name(&rows, WZM_KEY_TCMASK, wzm->team_mask);
    write_name(&rows, WZM_KEY_NORMALMAP, wzm->normal_map);
    write_name(&rows, WZM_KEY_SPECULARMAP, wzm->specular_map);
    if (wzm->material.present)
        write_values(&rows, WZM_KEY_MATERIAL, wzm->material.value, 13);
    write_count(&rows, WZM_KEY_MESHES, wzm->mesh_count);
    mq_row_list(&rows, 0, wzm->mesh_count, print_mesh, wzm);
    mq_row_flush(&rows);
}
