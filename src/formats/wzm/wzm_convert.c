// SPDX-License-Identifier: MIT
//
// From one version of WZM to another. Everything starts as a copy; what the new version cannot hold
// is dropped, what it needs besides is made, and both are reported.
#include <math.h>
#include <string.h>

#include "base/math.h"
#include "formats/wzm/wzm_priv.h"

typedef struct converter {
    const maq_wzm *from;
    maq_wzm *to;
    mq_arena *arena;
    mq_findings *findings;
} converter;

static void report(converter *c, wzm_rule rule, uint32_t offset, uint64_t count,
                   const char *message) {
    mq_finding_count(mq_add_finding(c->findings, &mq_wzm_rules[rule],
                                    offset == MAQ_WZM_NO_OFFSET ? MAQ_NO_OFFSET : offset, 0, "%s",
                                    message),
                     count);
}

// --------------------------------------------------------------------------------- made for version 3

static mq_vec3 vec3(const maq_wzm_position *p) {
    return (mq_vec3){p->x, p->y, p->z};
}

static bool corners_inside(const maq_wzm_mesh *mesh, const maq_wzm_triangle *triangle) {
    for (unsigned k = 0; k < 3; k++) {
        if (triangle->vertices[k] < 0 || (uint32_t)triangle->vertices[k] >= mesh->vertex_count)
            return false;
    }
    return true;
}

// The directions of a triangle: its normal, twice as long as its area, and where u grows.
static void directions(const maq_wzm_mesh *mesh, const maq_wzm_uv *uvs,
                       const maq_wzm_triangle *triangle, mq_vec3 *normal, mq_vec3 *tangent,
                       mq_vec3 *bitangent) {
    const int32_t *v = triangle->vertices;
    mq_vec3 a = mq_subtract(vec3(&mesh->vertices[v[1]]), vec3(&mesh->vertices[v[0]]));
    mq_vec3 b = mq_subtract(vec3(&mesh->vertices[v[2]]), vec3(&mesh->vertices[v[0]]));
    double u1 = (double)uvs[v[1]].u - uvs[v[0]].u, v1 = (double)uvs[v[1]].v - uvs[v[0]].v;
    double u2 = (double)uvs[v[2]].u - uvs[v[0]].u, v2 = (double)uvs[v[2]].v - uvs[v[0]].v;
    double area = u1 * v2 - u2 * v1;
    double sign = area < 0 ? -1 : 1;
    *normal = mq_cross(a, b);
    *tangent = mq_scale(mq_subtract(mq_scale(a, v2), mq_scale(b, v1)), sign);
    *bitangent = mq_scale(mq_subtract(mq_scale(b, u1), mq_scale(a, u2)), sign);
}

static void add_to(float out[3], mq_vec3 v) {
    out[0] = (float)(out[0] + v.x);
    out[1] = (float)(out[1] + v.y);
    out[2] = (float)(out[2] + v.z);
}

// Any direction at right angles to a unit vector.
static mq_vec3 across(mq_vec3 n) {
    return mq_normalize(fabs(n.x) < 0.9 ? mq_cross((mq_vec3){1, 0, 0}, n)
                                        : mq_cross((mq_vec3){0, 1, 0}, n));
}

static bool is_finite(mq_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

// The unit vector of a sum; the other one where there is none.
static mq_vec3 unit_or(mq_vec3 v, mq_vec3 other) {
    mq_vec3 unit = mq_normalize(v);
    return is_finite(unit) && mq_length(unit) > 0 ? unit : other;
}

static void finish_space(maq_wzm_tangent_space *space, const float bitangent[3]) {
    mq_vec3 n = unit_or((mq_vec3){space->normal[0], space->normal[1], space->normal[2]},
                        (mq_vec3){0, 1, 0});
    mq_vec3 t = {space->tangent[0], space->tangent[1], space->tangent[2]};
    t = unit_or(mq_subtract(t, mq_scale(n, mq_dot(n, t))), across(n));
    mq_vec3 b = {bitangent[0], bitangent[1], bitangent[2]};
    double side = mq_dot(mq_cross(n, t), b);
    *space = (maq_wzm_tangent_space){
        .normal = {(float)n.x, (float)n.y, (float)n.z},
        .tangent = {(float)t.x, (float)t.y, (float)t.z, side < 0 ? -1.0f : 1.0f}};
}

// Sums over the triangles at each vertex, weighed by their area.
static const maq_wzm_tangent_space *make_spaces(converter *c, const maq_wzm_mesh *mesh,
                                                const maq_wzm_uv *uvs) {
    maq_wzm_tangent_space *spaces =
        MQ_NEW_ARRAY(c->arena, maq_wzm_tangent_space, mesh->vertex_count);
    mq_arena *scratch = mq_arena_scratch(c->arena);
    float(*bitangents)[3] =
        scratch ? mq_arena_alloc(scratch, mesh->vertex_count, sizeof *bitangents, alignof(float))
                : NULL;
    if (spaces && bitangents) {
        for (uint32_t i = 0; i < mesh->triangle_count; i++) {
            const maq_wzm_triangle *triangle = &mesh->triangles[i];
            if (!corners_inside(mesh, triangle))
                continue;
            mq_vec3 normal, tangent, bitangent;
            directions(mesh, uvs, triangle, &normal, &tangent, &bitangent);
            for (unsigned k = 0; k < 3; k++) {
                int32_t vertex = triangle->vertices[k];
                add_to(spaces[vertex].normal, normal);
                add_to(spaces[vertex].tangent, tangent);
                add_to(bitangents[vertex], bitangent);
            }
        }
        for (uint32_t i = 0; i < mesh->vertex_count; i++)
            finish_space(&spaces[i], bitangents[i]);
    }
    bool made = spaces && bitangents;
    mq_arena_end_scratch(c->arena, scratch);
    return made ? spaces : NULL;
}

void mq_wzm_compute_bounds(maq_wzm_mesh *mesh) {
    mesh->has_bounds = true;
    memset(mesh->bounds, 0, sizeof mesh->bounds);
    float *least = mesh->bounds, *greatest = mesh->bounds + 3, *centre = mesh->bounds + 6;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const float at[3] = {mesh->vertices[i].x, mesh->vertices[i].y, mesh->vertices[i].z};
        for (unsigned k = 0; k < 3; k++) {
            least[k] = i == 0 || at[k] < least[k] ? at[k] : least[k];
            greatest[k] = i == 0 || at[k] > greatest[k] ? at[k] : greatest[k];
        }
    }
    for (unsigned k = 0; k < 3; k++)
        centre[k] = (float)(((double)least[k] + greatest[k]) / 2);
}

static void swap_connector_axes(maq_wzm_connector *connectors, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        float y = connectors[i].y;
        connectors[i].y = connectors[i].z;
        connectors[i].z = y;
    }
}

static maq_wzm_connector *own_connectors(const maq_wzm_mesh *mesh) {
    return MQ_WRITABLE(maq_wzm_connector, mesh->connectors);
}

static bool has_more(const maq_wzm_connector *connector, bool number_fits) {
    if (connector->values[0] || connector->values[1] || connector->values[2])
        return true;
    if (number_fits)
        return !mq_wzm_is_number(connector->type);
    return strcmp(connector->type, "0") != 0;
}

// ------------------------------------------------------------------------------ between the versions

static bool to_version_3(converter *c, maq_wzm_mesh *mesh) {
    maq_wzm_connector *connectors = own_connectors(mesh);
    uint64_t changed = 0;
    for (uint32_t i = 0; i < mesh->connector_count; i++) {
        changed += has_more(&connectors[i], false);
        connectors[i].type = NULL;
        memset(connectors[i].values, 0, sizeof connectors[i].values);
    }
    swap_connector_axes(connectors, mesh->connector_count);
    if (changed)
        report(c, WZM_LOSS_CONNECTOR, mesh->connectors_offset, changed,
               "types, angles and restrictions of connectors were dropped; version 3 has none");
    if (mesh->frame_count)
        report(c, WZM_LOSS_FRAMES, mesh->frames_offset, mesh->frame_count,
               "frames were dropped; version 3 has none");
    mesh->frames = NULL;
    mesh->frame_count = 0;
    if (mesh->texture_array_count > 1)
        report(c, WZM_LOSS_TEXTURE_ARRAYS, mesh->texture_arrays_offset,
               mesh->texture_array_count - 1,
               "all texture arrays but the first were dropped; version 3 has one");

    maq_wzm_uv *uvs = MQ_NEW_ARRAY(c->arena, maq_wzm_uv, mesh->vertex_count);
    maq_wzm_texture_array *array = MQ_NEW(c->arena, maq_wzm_texture_array);
    if (!uvs || !array)
        return false;
    uint32_t count = mesh->texture_array_count ? mesh->texture_arrays[0].count : 0;
    for (uint32_t i = 0; i < count && i < mesh->vertex_count; i++)
        uvs[i] = mesh->texture_arrays[0].uvs[i];
    *array = (maq_wzm_texture_array){
        .count = mesh->vertex_count, .uvs = uvs, .offset = MAQ_WZM_NO_OFFSET};
    mesh->texture_arrays = array;
    mesh->texture_array_count = 1;
    mesh->tangent_spaces = make_spaces(c, mesh, uvs);
    if (!mesh->tangent_spaces)
        return false;
    if (mesh->vertex_count)
        report(c, WZM_MADE_NORMALS, mesh->vertices_offset, mesh->vertex_count,
               "normals and tangents were made from the triangles");
    mq_wzm_compute_bounds(mesh);
    return true;
}

// Versions 1 and 2 need a texture array for each player of a mesh with team colours.
static bool repeat_array(converter *c, maq_wzm_mesh *mesh) {
    maq_wzm_texture_array *arrays = MQ_NEW_ARRAY(c->arena, maq_wzm_texture_array, WZM_PLAYERS);
    if (!arrays)
        return false;
    for (int32_t i = 0; i < WZM_PLAYERS; i++) {
        arrays[i] = mesh->texture_arrays[0];
        arrays[i].number = i;
    }
    mesh->texture_arrays = arrays;
    mesh->texture_array_count = WZM_PLAYERS;
    report(c, WZM_MADE_ARRAYS, mesh->team_colours_offset, WZM_PLAYERS,
           "the texture array was repeated for each of 8 players");
    return true;
}

static bool from_version_3(converter *c, maq_wzm_mesh *mesh) {
    maq_wzm_connector *connectors = own_connectors(mesh);
    for (uint32_t i = 0; i < mesh->connector_count; i++)
        connectors[i].type = "0";
    swap_connector_axes(connectors, mesh->connector_count);
    if (mesh->has_bounds)
        report(c, WZM_LOSS_BOUNDS, mesh->bounds_offset, 1,
               "the stored bounds were dropped; only version 3 has them");
    mesh->has_bounds = false;
    memset(mesh->bounds, 0, sizeof mesh->bounds);
    if (mesh->vertex_count)
        report(c, WZM_LOSS_NORMALS, mesh->vertices_offset, mesh->vertex_count,
               "normals and tangents were dropped; only version 3 has them");
    mesh->tangent_spaces = NULL;
    return mesh->team_colours != 1 || mesh->texture_array_count == 0 || repeat_array(c, mesh);
}

static void drop_maps(converter *c) {
    maq_wzm *wzm = c->to;
    const char **maps[] = {&wzm->team_mask, &wzm->normal_map, &wzm->specular_map};
    const uint32_t offsets[] = {wzm->team_mask_offset, wzm->normal_map_offset,
                                wzm->specular_map_offset};
    for (unsigned i = 0; i < 3; i++) {
        if (*maps[i])
            report(c, WZM_LOSS_MAPS, offsets[i], 1,
                   "a team mask, normal map or specular map was dropped; only version 3 has them");
        *maps[i] = NULL;
    }
    if (wzm->material.present)
        report(c, WZM_LOSS_MATERIAL, wzm->material.offset, 1,
               "the material was dropped; only version 3 has one");
    wzm->material.present = false;
}

// A mesh of version 1 has its number for a name, and connectors with a number for a type.
static bool number_mesh(converter *c, maq_wzm_mesh *mesh, uint32_t number) {
    const char *name = mq_arena_format(c->arena, "%u", number);
    if (!name)
        return false;
    if (strcmp(mesh->name, name) != 0 && strcmp(mesh->name, MAQ_WZM_NO_NAME) != 0)
        report(c, WZM_LOSS_NAME, mesh->offset, 1,
               "the name of a mesh was dropped; version 1 has numbers");
    mesh->name = name;
    maq_wzm_connector *connectors = own_connectors(mesh);
    uint64_t changed = 0;
    for (uint32_t i = 0; i < mesh->connector_count; i++) {
        bool more = has_more(&connectors[i], true);
        changed += more;
        memset(connectors[i].values, 0, sizeof connectors[i].values);
        if (!mq_wzm_is_number(connectors[i].type))
            connectors[i].type = "0";
    }
    if (changed)
        report(
            c, WZM_LOSS_CONNECTOR, mesh->connectors_offset, changed,
            "types, angles and restrictions of connectors were dropped; version 1 has a number for a "
            "type");
    return true;
}

// Names of version 3 may have . and \, and any length; those of version 2 may not.
static bool plain_name(converter *c, maq_wzm_mesh *mesh) {
    size_t length = strlen(mesh->name);
    size_t kept = length > WZM_LONGEST_NAME ? WZM_LONGEST_NAME : length;
    char *name = mq_arena_text(c->arena, mesh->name, kept);
    if (!name)
        return false;
    for (size_t i = 0; i < kept; i++) {
        if (!mq_wzm_is_name_byte(name[i], 2))
            name[i] = '_';
    }
    if (strcmp(mesh->name, name) != 0)
        report(c, WZM_LOSS_NAME, mesh->offset, 1,
               "a name was changed: those of version 2 have up to 20 letters, digits, _ and -");
    mesh->name = name;
    return true;
}

static bool convert_mesh(converter *c, uint32_t number) {
    maq_wzm_mesh *mesh = MQ_WRITABLE(maq_wzm_mesh, &c->to->meshes[number]);
    uint32_t from = c->from->version, to = c->to->version;
    if (to == 3 && from != 3 && !to_version_3(c, mesh))
        return false;
    if (from == 3 && to != 3 && !from_version_3(c, mesh))
        return false;
    if (from == 3 && to == 2 && !plain_name(c, mesh))
        return false;
    return to != 1 || from == 1 || number_mesh(c, mesh, number);
}

maq_status mq_wzm_convert(const maq_document *document, const mq_settings *settings,
                          maq_document *out) {
    (void)settings;
    converter c = {.from = document->content,
                   .to = mq_record_copy(out->arena, &mq_wzm_record, document->content, 1),
                   .arena = out->arena,
                   .findings = &out->findings};
    if (!c.to)
        return mq_arena_status(out->arena);
    c.to->version = out->variant->version;
    if (c.to->comment_count)
        report(&c, WZM_LOSS_COMMENTS, MAQ_WZM_NO_OFFSET, c.to->comment_count,
               "comments were dropped");
    c.to->comment_count = 0;
    if (c.from->version == 3 && c.to->version != 3)
        drop_maps(&c);
    for (uint32_t i = 0; i < c.to->mesh_count; i++) {
        if (!convert_mesh(&c, i))
            return mq_arena_status(out->arena);
    }
    out->content = c.to;
    return MAQ_OK;
}
