// SPDX-License-Identifier: MIT
//
// What is wrong with the content of a WZM model.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/wzm/wzm_priv.h"

#define TOOL_ARRAYS 16
#define LARGEST_INDEX 65535

typedef struct checker {
    mq_directive_check check;
    const maq_wzm *wzm;
} checker;

// A finding about a token: `index` tokens after the one at `offset`.
#define FIND_TOKEN(c, rule, offset, index, ...)                                                    \
    MQ_CHECK_FIND(&(c)->check, rule, mq_check_token(&(c)->check, (offset), (index)), __VA_ARGS__)

// ------------------------------------------------------------------------------------------- names

bool mq_wzm_is_name_byte(char byte, uint32_t version) {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' ||
           (version == 3 && (byte == '.' || byte == '\\'));
}

static void check_name(checker *c, const maq_wzm_mesh *mesh, uint32_t number) {
    if (c->wzm->version == 1) {
        char proper[16];
        snprintf(proper, sizeof proper, "%u", number);
        if (strcmp(mesh->name, proper) != 0)
            FIND_TOKEN(c, WZM_MESH_NUMBER, mesh->offset, 1, "mesh %u is called %.40s", number,
                       mesh->name);
        return;
    }
    size_t length = strlen(mesh->name);
    if (c->wzm->version == 2 && length > WZM_LONGEST_NAME)
        FIND_TOKEN(c, WZM_NAME_LONG, mesh->offset, 1, "the name has %zu %s; up to %d are allowed",
                   length, MQ_PLURAL(length, "character", "characters"), WZM_LONGEST_NAME);
    for (size_t i = 0; i < length; i++) {
        if (!mq_wzm_is_name_byte(mesh->name[i], c->wzm->version)) {
            FIND_TOKEN(c, WZM_NAME_CHARACTERS, mesh->offset, 1,
                       "character %zu of the name is not allowed", i + 1);
            break;
        }
    }
}

// ------------------------------------------------------------------------------------------ arrays

static void check_uvs(checker *c, const maq_wzm_texture_array *array) {
    mq_fault above = {0}, below = {0};
    for (uint32_t i = 0; i < array->count; i++) {
        const maq_wzm_uv *uv = &array->uvs[i];
        if (uv->u > 1 || uv->v > 1)
            mq_fault_add(&above, uv->offset, 0);
        if (uv->u < 0 || uv->v < 0)
            mq_fault_add(&below, uv->offset, 0);
    }
    mq_check_report_faults(&c->check, &above, WZM_UV_ABOVE_ONE,
                           "a texture coordinate is above 1; it is kept");
    mq_check_report_faults(&c->check, &below, WZM_UV_NEGATIVE,
                           "a texture coordinate is below 0; it is kept");
}

static void check_arrays(checker *c, const maq_wzm_mesh *mesh) {
    bool early = c->wzm->version != 3;
    for (uint32_t i = 0; i < mesh->texture_array_count; i++) {
        const maq_wzm_texture_array *array = &mesh->texture_arrays[i];
        if (early && array->number != (int64_t)i) {
            maq_span span = mq_check_token(&c->check, array->offset, 1);
            maq_finding *finding =
                MQ_CHECK_FIND(&c->check, WZM_ARRAY_NUMBER, span, "this is texture array %u, not %d",
                              i, array->number);
            mq_check_edit(&c->check, finding, span,
                          mq_arena_format(c->check.findings->arena, "%u", i));
        }
        check_uvs(c, array);
    }
    if (!early)
        return;
    if (mesh->team_colours == 1 && mesh->texture_array_count != WZM_PLAYERS)
        FIND_TOKEN(c, WZM_TEAM_ARRAYS, mesh->texture_arrays_offset, 0,
                   "the mesh has team colours and %u texture %s instead of %d",
                   mesh->texture_array_count,
                   MQ_PLURAL(mesh->texture_array_count, "array", "arrays"), WZM_PLAYERS);
    if (mesh->texture_array_count > TOOL_ARRAYS)
        FIND_TOKEN(c, WZM_ARRAY_LIMIT, mesh->texture_arrays_offset, 0,
                   "there %s %u texture %s; qwzm reads up to %d",
                   MQ_PLURAL(mesh->texture_array_count, "is", "are"), mesh->texture_array_count,
                   MQ_PLURAL(mesh->texture_array_count, "array", "arrays"), TOOL_ARRAYS);
}

static void check_normals(checker *c, const maq_wzm_mesh *mesh) {
    if (!mesh->tangent_spaces)
        return;
    mq_fault length = {0}, side = {0};
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const maq_wzm_tangent_space *space = &mesh->tangent_spaces[i];
        if (!mq_is_near_unit(space->normal, 3) || !mq_is_near_unit(space->tangent, 3))
            mq_fault_add(&length, mesh->vertices[i].offset, 0);
        if (fabsf(space->tangent[3]) != 1.0f)
            mq_fault_add(&side, mesh->vertices[i].offset, 0);
    }
    mq_check_report_faults(&c->check, &length, WZM_NORMAL_LENGTH,
                           "a normal or tangent is not of length 1");
    mq_check_report_faults(&c->check, &side, WZM_TANGENT_SIDE,
                           "the last value of a vertex must be 1 or -1");
}

static void check_triangles(checker *c, const maq_wzm_mesh *mesh) {
    mq_fault repeated = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const maq_wzm_triangle *triangle = &mesh->triangles[i];
        const int32_t *v = triangle->vertices;
        bool inside = true;
        for (unsigned k = 0; k < 3; k++) {
            if (v[k] < 0 || (uint32_t)v[k] >= mesh->vertex_count) {
                inside = false;
                FIND_TOKEN(c, WZM_INDEX_RANGE, triangle->offset, k,
                           "there is no vertex %d: the mesh has %u", v[k], mesh->vertex_count);
            } else if (c->wzm->version == 3 && v[k] > LARGEST_INDEX) {
                FIND_TOKEN(c, WZM_INDEX_16_BITS, triangle->offset, k,
                           "%d does not fit into 16 bits", v[k]);
            }
        }
        if (inside && (v[0] == v[1] || v[1] == v[2] || v[0] == v[2]))
            mq_fault_add(&repeated, triangle->offset, 0);
    }
    mq_check_report_faults(&c->check, &repeated, WZM_INDEX_REPEATED,
                           "this triangle uses one vertex twice");
}

// --------------------------------------------------------------------------- frames and connectors

static void check_frames(checker *c, const maq_wzm_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->frame_count; i++) {
        const maq_wzm_frame *frame = &mesh->frames[i];
        if (frame->seconds < 0)
            FIND_TOKEN(c, WZM_FRAME_TIME, frame->offset, 0, "the time of frame %u is negative", i);
        // Where the player number chooses the array, the frame's number has no effect.
        if (mesh->team_colours != 1 &&
            (frame->texture_array < 0 ||
             (uint32_t)frame->texture_array >= mesh->texture_array_count))
            FIND_TOKEN(c, WZM_FRAME_ARRAY, frame->offset, 1,
                       "there is no texture array %d: the mesh has %u", frame->texture_array,
                       mesh->texture_array_count);
        for (unsigned k = 0; k < 3; k++) {
            if (fabsf(frame->rotation[k]) > 360)
                FIND_TOKEN(c, WZM_FRAME_ROTATION, frame->offset, 5 + k,
                           "rotations lie within -360 and 360 degrees");
        }
    }
}

static void check_connectors(checker *c, const maq_wzm_mesh *mesh) {
    for (uint32_t i = 0; c->wzm->version == 1 && i < mesh->connector_count; i++) {
        if (!mq_wzm_is_number(mesh->connectors[i].type))
            FIND_TOKEN(c, WZM_CONNECTOR_TYPE, mesh->connectors[i].offset, 3,
                       "the type of a connector is a number in version 1, not \"%.40s\"",
                       mesh->connectors[i].type);
    }
    if (c->wzm->version == 2 && mesh->connector_count > 0)
        FIND_TOKEN(c, WZM_CONNECTORS_REFUSED, mesh->connectors_offset, 0,
                   "qwzm refuses a file of version 2 that has connectors");
    if (c->wzm->version == 3 && mesh->connector_count > 1)
        FIND_TOKEN(c, WZM_CONNECTORS_LAST, mesh->connectors_offset, 0,
                   "WMIT keeps only the last of these %u %s", mesh->connector_count,
                   MQ_PLURAL(mesh->connector_count, "connector", "connectors"));
}

void mq_wzm_check(const maq_document *document, mq_findings *findings) {
    checker c = {{document, mq_wzm_rules, WZM_COMMENT, findings}, document->content};
    if (c.wzm->version == 3)
        FIND_TOKEN(&c, WZM_VERSION_3, 0, 1, "qwzm reads versions 1 and 2 only");
    else
        FIND_TOKEN(&c, WZM_VERSION_1_2, 0, 1, "WMIT reads version 3 only");
    for (uint32_t i = 0; i < c.wzm->mesh_count; i++) {
        const maq_wzm_mesh *mesh = &c.wzm->meshes[i];
        check_name(&c, mesh, i);
        if (mesh->team_colours != 0 && mesh->team_colours != 1)
            FIND_TOKEN(&c, WZM_TEAM_COLOURS, mesh->team_colours_offset, 1,
                       "TEAMCOLOURS is 0 or 1, not %d", mesh->team_colours);
        check_arrays(&c, mesh);
        check_normals(&c, mesh);
        check_triangles(&c, mesh);
        check_frames(&c, mesh);
        check_connectors(&c, mesh);
    }
}
