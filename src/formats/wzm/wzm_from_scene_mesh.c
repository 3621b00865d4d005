// SPDX-License-Identifier: MIT
//
// A mesh of a scene as a mesh of WZM.
#include <stdio.h>
#include <string.h>

#include "formats/extras_numbers.h"
#include "formats/wzm/wzm_from_scene.h"
#include "scene/axes.h"
#include "scene/geometry.h"
#include "scene/same.h"
#include "scene/rest_pose.h"

#define LONGEST_NAME 20

typedef float vec3[3];
typedef float vec4[4];

// ------------------------------------------------------------------------------------------- names

static bool fits_name(char byte, uint32_t version) {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' ||
           (version == 3 && byte == '.');
}

static const char *make_name(wzm_maker *maker, const maq_scene_mesh *mesh, const maq_value *own) {
    const char *kept = mq_extras_text(maq_value_find(own, "name"));
    if (maker->same_version && kept && strcmp(kept, mesh->name) == 0 && mq_wzm_is_token(kept))
        return mq_arena_text(maker->arena, kept, strlen(kept));
    if (maker->version == 1) {
        char *number = mq_arena_format(maker->arena, "%u", maker->mesh_count);
        if (number && *mesh->name && strcmp(number, mesh->name) != 0)
            mq_wzm_report(maker, WZM_LOSS_NAME, 1, "mesh \"%.60s\" is now called %s", mesh->name,
                          number);
        return number;
    }
    size_t length = strlen(mesh->name);
    if (length == 0)
        return MAQ_WZM_NO_NAME;
    char *name =
        mq_arena_text(maker->arena, mesh->name,
                      maker->version == 2 && length > LONGEST_NAME ? LONGEST_NAME : length);
    for (char *at = name; at && *at; at++) {
        if (!fits_name(*at, maker->version))
            *at = '_';
    }
    if (name && strcmp(name, mesh->name) != 0)
        mq_wzm_report(maker, WZM_LOSS_NAME, 1, "mesh \"%.60s\" is now called %.60s", mesh->name,
                      name);
    return name;
}

// ---------------------------------------------------------------------------------- as it once was

static bool read_vertices(mq_arena *arena, const maq_value *raw, maq_wzm_mesh *mesh) {
    const maq_value *rows = maq_value_find(raw, "vertices");
    const maq_value *spaces = maq_value_find(raw, "tangent_spaces");
    size_t count = mq_extras_count(rows);
    maq_wzm_position *vertices = MQ_NEW_ARRAY(arena, maq_wzm_position, count);
    maq_wzm_tangent_space *made = MQ_NEW_ARRAY(arena, maq_wzm_tangent_space, count);
    if (!vertices || !made || (spaces && mq_extras_count(spaces) != count))
        return false;
    const maq_value *row = count ? rows->as.children.first : NULL;
    const maq_value *space = spaces && count ? spaces->as.children.first : NULL;
    for (size_t i = 0; i < count; i++, row = row->next) {
        float place[3], numbers[WZM_SPACE_NUMBERS];
        if (!mq_extras_floats(row, place, 3))
            return false;
        vertices[i] = (maq_wzm_position){place[0], place[1], place[2], MAQ_WZM_NO_OFFSET};
        if (!space)
            continue;
        if (!mq_extras_floats(space, numbers, WZM_SPACE_NUMBERS))
            return false;
        memcpy(made[i].normal, numbers, sizeof made[i].normal);
        memcpy(made[i].tangent, numbers + 3, sizeof made[i].tangent);
        space = space->next;
    }
    mesh->vertex_count = (uint32_t)count;
    mesh->vertices = vertices;
    mesh->tangent_spaces = spaces ? made : NULL;
    return true;
}

static bool read_arrays(mq_arena *arena, const maq_value *raw, maq_wzm_mesh *mesh) {
    const maq_value *rows = maq_value_find(raw, "texture_arrays");
    size_t count = mq_extras_count(rows);
    maq_wzm_texture_array *arrays = MQ_NEW_ARRAY(arena, maq_wzm_texture_array, count);
    if (!arrays)
        return false;
    const maq_value *row = count ? rows->as.children.first : NULL;
    for (size_t i = 0; i < count; i++, row = row->next) {
        const maq_value *uvs = maq_value_find(row, "uvs");
        size_t uv_count = mq_extras_count(uvs);
        maq_wzm_uv *made = MQ_NEW_ARRAY(arena, maq_wzm_uv, uv_count);
        if (!made || !mq_extras_integer(maq_value_find(row, "number"), &arrays[i].number))
            return false;
        const maq_value *uv = uv_count ? uvs->as.children.first : NULL;
        for (size_t k = 0; k < uv_count; k++, uv = uv->next) {
            float pair[2];
            if (!mq_extras_floats(uv, pair, 2))
                return false;
            made[k] = (maq_wzm_uv){pair[0], pair[1], MAQ_WZM_NO_OFFSET};
        }
        arrays[i].count = (uint32_t)uv_count;
        arrays[i].uvs = made;
        arrays[i].offset = MAQ_WZM_NO_OFFSET;
    }
    mesh->texture_array_count = (uint32_t)count;
    mesh->texture_arrays = arrays;
    return true;
}

static bool read_triangles(mq_arena *arena, const maq_value *raw, maq_wzm_mesh *mesh) {
    const maq_value *rows = maq_value_find(raw, "triangles");
    size_t count = mq_extras_count(rows);
    maq_wzm_triangle *triangles = MQ_NEW_ARRAY(arena, maq_wzm_triangle, count);
    if (!triangles)
        return false;
    const maq_value *row = count ? rows->as.children.first : NULL;
    for (size_t i = 0; i < count; i++, row = row->next) {
        if (!mq_extras_integers(row, triangles[i].vertices, 3))
            return false;
        triangles[i].offset = MAQ_WZM_NO_OFFSET;
    }
    mesh->triangle_count = (uint32_t)count;
    mesh->triangles = triangles;
    return true;
}

bool mq_wzm_scene_of(mq_arena *scratch, uint32_t version, const maq_wzm_mesh *mesh,
                     maq_scene *out) {
    mq_findings findings;
    mq_findings_init(&findings, scratch, 0, 0);
    mq_scene_builder builder;
    mq_scene_begin(&builder, scratch, &findings);
    maq_scene_channel *channels = MQ_NEW_ARRAY(scratch, maq_scene_channel, WZM_MAX_CHANNELS);
    maq_scene_material material = mq_scene_material("");
    wzm_materials materials = {mq_scene_add_material(&builder, &material), MAQ_SCENE_NONE};
    if (mq_wzm_texture_moves(mesh))
        materials.animated = materials.still;
    maq_scene_clip clip = {.channels = channels};
    if (!channels || !mq_wzm_add_mesh(&builder, version, mesh, materials, &clip) ||
        mq_scene_add_clip(&builder, &clip) == MAQ_SCENE_NONE)
        return false;
    return mq_scene_finish(&builder, out) == MAQ_OK;
}

// What the extras have kept, if it still is what the scene shows.
static bool take_raw(wzm_maker *maker, const maq_value *raw, const maq_scene_mesh *from,
                     maq_wzm_mesh *mesh) {
    maq_wzm_mesh kept = *mesh;
    if (!read_vertices(maker->arena, raw, &kept) || !read_arrays(maker->arena, raw, &kept) ||
        !read_triangles(maker->arena, raw, &kept) || (maker->version == 3) != !!kept.tangent_spaces)
        return false;
    // Version 3 has its texture coordinates with its vertices.
    if (maker->version == 3 &&
        (kept.texture_array_count != 1 || kept.texture_arrays[0].count != kept.vertex_count))
        return false;
    mq_arena *scratch = mq_arena_scratch(maker->arena);
    maq_scene shown;
    bool same = scratch && mq_wzm_scene_of(scratch, maker->version, &kept, &shown) &&
                mq_same_geometry(&shown.meshes[0], from);
    mq_arena_end_scratch(maker->arena, scratch);
    if (same)
        *mesh = kept;
    return same;
}

// ------------------------------------------------------------------------------------- made anew

static mq_vec3 vec3_of(const float v[3]) {
    return (mq_vec3){v[0], v[1], v[2]};
}

static void put_vec3(mq_vec3 v, float out[3]) {
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

// A direction on its way: only the turning part counts. Normals go by the inverse.
static void carry(const mq_mat34 *matrix, bool normal, const float from[3], float out[3]) {
    mq_mat34 inverse = mq_mat34_inverse(matrix);
    double v[3] = {from[0], from[1], from[2]}, sum[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            sum[i] += (normal ? inverse.m[k][i] : matrix->m[i][k]) * v[k];
    }
    mq_vec3 unit = mq_normalize((mq_vec3){sum[0], sum[1], sum[2]});
    put_vec3(mq_length(unit) > 0 ? unit : (mq_vec3){0, 1, 0}, out);
}

// Normals and tangents of the scene, made from the triangles where there are none.
static bool find_spaces(wzm_maker *maker, const maq_scene_mesh *from, const float (**normals)[3],
                        const float (**tangents)[4]) {
    *normals = from->normals;
    *tangents = from->tangents;
    if (*normals && *tangents)
        return true;
    maq_scene_mesh complete = *from;
    vec3 *made_normals = MQ_NEW_ARRAY(maker->arena, vec3, from->vertex_count);
    vec4 *made_tangents = MQ_NEW_ARRAY(maker->arena, vec4, from->vertex_count);
    float(*no_uvs)[2] =
        mq_arena_alloc(maker->arena, from->vertex_count, sizeof *no_uvs, alignof(float));
    if (!made_normals || !made_tangents || !no_uvs)
        return false;
    if (!*normals) {
        if (!mq_smooth_normals(maker->arena, from->positions, from->vertex_count, from->triangles,
                               from->triangle_count, made_normals))
            return false;
        for (uint32_t i = 0; i < from->vertex_count; i++) {
            if (mq_length(vec3_of(made_normals[i])) < 0.5)
                put_vec3((mq_vec3){0, 1, 0}, made_normals[i]);
        }
        *normals = complete.normals = (const float(*)[3])made_normals;
    }
    mq_tangents(&complete, from->uv_set_count ? from->uvs[0] : (const float(*)[2])no_uvs,
                made_tangents);
    *tangents = (const float(*)[4])made_tangents;
    if (from->vertex_count)
        mq_wzm_report(maker, WZM_MADE_NORMALS, from->vertex_count,
                      "mesh \"%.60s\": normals or tangents are made from the triangles",
                      from->name);
    return true;
}

static bool make_vertices(wzm_maker *maker, const maq_scene_mesh *from, const mq_mat34 *matrix,
                          maq_wzm_mesh *mesh) {
    uint32_t count = from->vertex_count;
    bool spaces = maker->version == 3;
    maq_wzm_position *vertices = MQ_NEW_ARRAY(maker->arena, maq_wzm_position, count);
    maq_wzm_tangent_space *made =
        spaces ? MQ_NEW_ARRAY(maker->arena, maq_wzm_tangent_space, count) : NULL;
    const float(*normals)[3] = NULL, (*tangents)[4] = NULL;
    if (!vertices || (spaces && (!made || !find_spaces(maker, from, &normals, &tangents))))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        float place[3];
        memcpy(place, from->positions[i], sizeof place);
        if (matrix)
            put_vec3(mq_mat34_point(matrix, vec3_of(place)), place);
        mq_axes_from_scene(MQ_AXES_WARZONE, place, place);
        vertices[i] = (maq_wzm_position){place[0], place[1], place[2], MAQ_WZM_NO_OFFSET};
        if (!spaces)
            continue;
        float normal[3], tangent[3];
        memcpy(normal, normals[i], sizeof normal);
        memcpy(tangent, tangents[i], sizeof tangent);
        if (matrix) {
            carry(matrix, true, normal, normal);
            carry(matrix, false, tangent, tangent);
        }
        mq_axes_from_scene(MQ_AXES_WARZONE, normal, made[i].normal);
        mq_axes_from_scene(MQ_AXES_WARZONE, tangent, made[i].tangent);
        made[i].tangent[3] = -tangents[i][3];
    }
    mesh->vertex_count = count;
    mesh->vertices = vertices;
    mesh->tangent_spaces = made;
    if (!spaces && from->normals && count)
        mq_wzm_report(maker, WZM_LOSS_NORMALS, count, "mesh \"%.60s\": only version 3 has normals",
                      from->name);
    return true;
}

static bool make_triangles(wzm_maker *maker, const maq_scene_mesh *from, bool mirrored,
                           maq_wzm_mesh *mesh) {
    maq_wzm_triangle *triangles =
        MQ_NEW_ARRAY(maker->arena, maq_wzm_triangle, from->triangle_count);
    bool swap = mq_axes_swap_corners(MQ_AXES_WARZONE) != mirrored;
    for (uint32_t i = 0; triangles && i < from->triangle_count; i++) {
        const uint32_t *t = from->triangles[i];
        triangles[i] = (maq_wzm_triangle){
            {(int32_t)t[0], (int32_t)t[swap ? 2 : 1], (int32_t)t[swap ? 1 : 2]}, MAQ_WZM_NO_OFFSET};
    }
    mesh->triangle_count = from->triangle_count;
    mesh->triangles = triangles;
    return triangles != NULL;
}

static bool make_arrays(wzm_maker *maker, const maq_scene_mesh *from, const maq_value *own,
                        maq_wzm_mesh *mesh) {
    int32_t told = -1;
    mq_extras_integer(maq_value_find(own, "texture_arrays"), &told);
    bool known = told >= 0 && (uint32_t)told == from->uv_set_count && maker->version != 3;
    uint32_t sets = known ? from->uv_set_count : 1;
    bool repeat = maker->version != 3 && mesh->team_colours == 1 && sets != WZM_PLAYERS &&
                  !maker->same_version;
    uint32_t count = repeat ? WZM_PLAYERS : sets;
    if (!known && from->uv_set_count > 1)
        mq_wzm_report(maker, WZM_LOSS_TEXTURE_ARRAYS, from->uv_set_count - 1,
                      "mesh \"%.60s\": one set of texture coordinates is kept", from->name);
    if (repeat)
        mq_wzm_report(maker, WZM_MADE_ARRAYS, WZM_PLAYERS,
                      "mesh \"%.60s\": the texture array is repeated for each of 8 players",
                      from->name);
    maq_wzm_texture_array *arrays = MQ_NEW_ARRAY(maker->arena, maq_wzm_texture_array, count);
    for (uint32_t i = 0; arrays && i < count; i++) {
        maq_wzm_uv *uvs = MQ_NEW_ARRAY(maker->arena, maq_wzm_uv, from->vertex_count);
        uint32_t set = i < sets ? i : 0;
        if (!uvs)
            return false;
        for (uint32_t k = 0; k < from->vertex_count; k++) {
            if (set < from->uv_set_count)
                uvs[k] = (maq_wzm_uv){from->uvs[set][k][0], from->uvs[set][k][1], 0};
            uvs[k].offset = MAQ_WZM_NO_OFFSET;
        }
        arrays[i] = (maq_wzm_texture_array){(int32_t)i, from->vertex_count, uvs, MAQ_WZM_NO_OFFSET};
    }
    mesh->texture_array_count = count;
    mesh->texture_arrays = arrays;
    return arrays != NULL;
}

static void make_bounds(const maq_value *own, maq_wzm_mesh *mesh) {
    float kept[9], told_of[6];
    mq_wzm_make_bounds(mesh);
    const maq_value *bounds = maq_value_find(own, "bounds");
    if (mq_extras_floats(bounds, kept, 9) &&
        mq_extras_floats(maq_value_find(own, "bounds_of"), told_of, 6) &&
        memcmp(told_of, mesh->bounds, sizeof told_of) == 0)
        memcpy(mesh->bounds, kept, sizeof kept);
    // A file that had none gets none.
    else if (own && !bounds)
        mesh->has_bounds = false, memset(mesh->bounds, 0, sizeof mesh->bounds);
}

// Adds one mesh that a node shows; `matrix` NULL: it stays where it is.
static bool add_mesh(wzm_maker *maker, uint32_t node, const maq_scene_mesh *from,
                     const mq_mat34 *matrix) {
    const maq_value *own = mq_scene_own_extras(from->extras, WZM_EXTRAS);
    maq_wzm_mesh *meshes = mq_arena_grow(maker->arena, maker->meshes, &maker->mesh_capacity,
                                         maker->mesh_count, sizeof *meshes);
    uint32_t *nodes = mq_arena_grow(maker->arena, maker->nodes, &maker->node_capacity,
                                    maker->mesh_count, sizeof *nodes);
    if (!meshes || !nodes)
        return false;
    maker->meshes = meshes;
    maker->nodes = nodes;
    nodes[maker->mesh_count] = node;
    maq_wzm_mesh *mesh = &meshes[maker->mesh_count];
    *mesh = (maq_wzm_mesh){.name = make_name(maker, from, own),
                           .offset = MAQ_WZM_NO_OFFSET,
                           .team_colours_offset = MAQ_WZM_NO_OFFSET,
                           .bounds_offset = MAQ_WZM_NO_OFFSET,
                           .vertices_offset = MAQ_WZM_NO_OFFSET,
                           .texture_arrays_offset = MAQ_WZM_NO_OFFSET,
                           .triangles_offset = MAQ_WZM_NO_OFFSET,
                           .frames_offset = MAQ_WZM_NO_OFFSET,
                           .connectors_offset = MAQ_WZM_NO_OFFSET};
    mq_extras_integer(maq_value_find(own, "team_colours"), &mesh->team_colours);
    if (!maker->same_version && mesh->team_colours != 1)
        mesh->team_colours = 0;
    if (!mesh->name)
        return false;
    const maq_value *raw = maker->same_version ? maq_value_find(own, "raw") : NULL;
    if (!raw || matrix || !take_raw(maker, raw, from, mesh)) {
        mq_vec3 rows[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int i = 0; matrix && i < 3; i++)
            rows[i] = (mq_vec3){matrix->m[i][0], matrix->m[i][1], matrix->m[i][2]};
        bool mirrored = mq_dot(rows[0], mq_cross(rows[1], rows[2])) < 0;
        if (!make_vertices(maker, from, matrix, mesh) ||
            !make_triangles(maker, from, mirrored, mesh) || !make_arrays(maker, from, own, mesh))
            return false;
    }
    if (maker->version == 3)
        make_bounds(maker->same_version ? own : NULL, mesh);
    maker->mesh_count++;
    return true;
}

bool mq_wzm_add_meshes(wzm_maker *maker, uint32_t node) {
    const maq_scene *scene = maker->scene;
    uint32_t skin = scene->nodes[node].skin;
    maq_scene_mesh mesh = scene->meshes[scene->nodes[node].mesh], piece;
    const mq_mat34 *matrix = &maker->worlds[node];
    if (skin != MAQ_SCENE_NONE &&
        !mq_bake_rest_pose(maker->arena, &scene->skins[skin], maker->worlds, &mesh))
        return false;
    if (skin != MAQ_SCENE_NONE || mq_wzm_is_identity(matrix))
        matrix = NULL;
    if (maker->version != 3 || mesh.vertex_count <= WZM_MOST_VERTICES)
        return add_mesh(maker, node, &mesh, matrix);
    wzm_cutter cutter;
    if (!mq_wzm_cutter_init(&cutter, maker->arena, &mesh))
        return false;
    do {
        if (!mq_wzm_cut(&cutter, &piece) || !add_mesh(maker, node, &piece, matrix))
            return false;
    } while (cutter.next < mesh.triangle_count);
    mq_wzm_report(maker, WZM_SPLIT, cutter.pieces, "mesh \"%.60s\" becomes %u meshes", mesh.name,
                  cutter.pieces);
    return true;
}
