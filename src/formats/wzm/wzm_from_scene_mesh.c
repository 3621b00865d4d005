// SPDX-License-Identifier: MIT
//
// A mesh of a scene as a mesh of WZM.
#include <string.h>

#include "base/plural.h"
#include "formats/extras_numbers.h"
#include "formats/wzm/wzm_from_scene.h"
#include "scene/axes.h"
#include "scene/rest_pose.h"

static const char *build_name(wzm_builder *builder, const maq_scene_mesh *mesh) {
    if (builder->version == 1) {
        char *number = mq_arena_format(builder->arena, "%u", builder->mesh_count);
        if (number && *mesh->name && strcmp(number, mesh->name) != 0)
            mq_wzm_report(builder, WZM_LOSS_NAME, 1, "mesh \"%.60s\" was renamed to %s", mesh->name,
                          number);
        return number;
    }
    size_t length = strlen(mesh->name);
    if (length == 0)
        return MAQ_WZM_NO_NAME;
    if (builder->version == 2 && length > WZM_LONGEST_NAME)
        length = WZM_LONGEST_NAME;
    char *name = mq_arena_text(builder->arena, mesh->name, length);
    for (char *at = name; at && *at; at++) {
        if (!mq_wzm_is_name_byte(*at, builder->version))
            *at = '_';
    }
    if (name && strcmp(name, mesh->name) != 0)
        mq_wzm_report(builder, WZM_LOSS_NAME, 1, "mesh \"%.60s\" was renamed to %.60s", mesh->name,
                      name);
    return name;
}

// The vertices of a mesh whose normals and tangents are complete where the version has them.
static bool build_vertices(wzm_builder *builder, const maq_scene_mesh *from, const mq_mat34 *matrix,
                           maq_wzm_mesh *mesh) {
    uint32_t count = from->vertex_count;
    bool spaces = builder->version == 3;
    maq_wzm_position *vertices =
        MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, maq_wzm_position, count);
    maq_wzm_tangent_space *made =
        spaces ? MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, maq_wzm_tangent_space, count) : NULL;
    if (!vertices || (spaces && !made))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        float position[3];
        mq_put_warzone_vec3(mq_move_position(matrix, mq_vec3_load(from->positions[i])), position);
        vertices[i] = (maq_wzm_position){position[0], position[1], position[2], MAQ_WZM_NO_OFFSET};
        if (!spaces)
            continue;
        mq_put_warzone_vec3(mq_move_normal(matrix, mq_vec3_load(from->normals[i])), made[i].normal);
        mq_put_warzone_vec3(mq_move_tangent(matrix, mq_vec3_load(from->tangents[i])),
                            made[i].tangent);
        made[i].tangent[3] = -from->tangents[i][3];
    }
    mesh->vertex_count = count;
    mesh->vertices = vertices;
    mesh->tangent_spaces = made;
    if (!spaces && from->normals && count)
        mq_wzm_report(builder, WZM_LOSS_NORMALS, count,
                      "mesh \"%.60s\": normals were dropped; only version 3 has them", from->name);
    return true;
}

static bool build_triangles(wzm_builder *builder, const maq_scene_mesh *from, bool mirrored,
                            maq_wzm_mesh *mesh) {
    maq_wzm_triangle *triangles =
        MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, maq_wzm_triangle, from->triangle_count);
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

static bool build_arrays(wzm_builder *builder, const maq_scene_mesh *from, const maq_value *own,
                         maq_wzm_mesh *mesh) {
    int32_t arrays_before = -1;
    mq_extras_integer(maq_value_find(own, "texture_arrays"), &arrays_before);
    bool known = arrays_before >= 0 && (uint32_t)arrays_before == from->uv_set_count &&
                 builder->version != 3;
    uint32_t sets = known ? from->uv_set_count : 1;
    bool repeat = builder->version != 3 && mesh->team_colours == 1 && sets != WZM_PLAYERS;
    uint32_t count = repeat ? WZM_PLAYERS : sets;
    if (!known && from->uv_set_count > 1)
        mq_wzm_report(builder, WZM_LOSS_TEXTURE_ARRAYS, from->uv_set_count - 1,
                      "mesh \"%.60s\": all sets of texture coordinates but the first were dropped",
                      from->name);
    if (repeat)
        mq_wzm_report(builder, WZM_MADE_ARRAYS, WZM_PLAYERS,
                      "mesh \"%.60s\": the texture array was repeated for each of 8 players",
                      from->name);
    maq_wzm_texture_array *arrays = MQ_NEW_ARRAY(builder->arena, maq_wzm_texture_array, count);
    for (uint32_t i = 0; arrays && i < count; i++) {
        maq_wzm_uv *uvs =
            MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, maq_wzm_uv, from->vertex_count);
        uint32_t set = i < sets ? i : 0;
        if (!uvs)
            return false;
        for (uint32_t k = 0; k < from->vertex_count; k++) {
            uvs[k] = (maq_wzm_uv){.offset = MAQ_WZM_NO_OFFSET};
            if (set < from->uv_set_count) {
                uvs[k].u = from->uvs[set][k][0];
                uvs[k].v = from->uvs[set][k][1];
            }
        }
        arrays[i] = (maq_wzm_texture_array){(int32_t)i, from->vertex_count, uvs, MAQ_WZM_NO_OFFSET};
    }
    mesh->texture_array_count = count;
    mesh->texture_arrays = arrays;
    return arrays != NULL;
}

// Adds one mesh that a node shows; `matrix` NULL: its vertices are in the axes of the model.
static bool add_mesh(wzm_builder *builder, mq_arena *scratch, uint32_t node, maq_scene_mesh *from,
                     const mq_mat34 *matrix) {
    const maq_value *own = mq_scene_own_extras(from->extras, WZM_EXTRAS);
    maq_wzm_mesh *meshes = mq_arena_grow(builder->arena, builder->meshes, &builder->mesh_capacity,
                                         builder->mesh_count, sizeof *meshes);
    uint32_t *nodes = mq_arena_grow(builder->arena, builder->nodes, &builder->node_capacity,
                                    builder->mesh_count, sizeof *nodes);
    if (!meshes || !nodes)
        return false;
    builder->meshes = meshes;
    builder->nodes = nodes;
    nodes[builder->mesh_count] = node;
    maq_wzm_mesh *mesh = &meshes[builder->mesh_count];
    *mesh = mq_wzm_new_mesh(build_name(builder, from));
    mq_extras_integer(maq_value_find(own, "team_colours"), &mesh->team_colours);
    mesh->team_colours = mesh->team_colours == 1;
    if (builder->version == 3 && !(from->normals && from->tangents)) {
        mq_wzm_report(builder, WZM_MADE_NORMALS, from->vertex_count,
                      "mesh \"%.60s\": normals or tangents were made from the triangles",
                      from->name);
        if (!mq_complete_vectors(scratch, from))
            return false;
    }
    if (!mesh->name || !build_vertices(builder, from, matrix, mesh) ||
        !build_triangles(builder, from, matrix && mq_mat34_mirrors(matrix), mesh) ||
        !build_arrays(builder, from, own, mesh))
        return false;
    if (builder->version == 3)
        mq_wzm_compute_bounds(mesh);
    builder->mesh_count++;
    return true;
}

// The pieces of a mesh with more vertices than version 3 can number.
static bool add_pieces(wzm_builder *builder, mq_arena *scratch, uint32_t node,
                       const maq_scene_mesh *mesh, const mq_mat34 *matrix) {
    wzm_cutter cutter;
    maq_scene_mesh piece;
    if (!mq_wzm_cutter_init(&cutter, scratch, mesh))
        return false;
    do {
        if (!mq_wzm_cut(&cutter, &piece) || !add_mesh(builder, scratch, node, &piece, matrix))
            return false;
    } while (cutter.next < mesh->triangle_count);
    mq_wzm_report(builder, WZM_SPLIT, cutter.pieces, "mesh \"%.60s\" was split into %u %s",
                  mesh->name, cutter.pieces, MQ_PLURAL(cutter.pieces, "mesh", "meshes"));
    return true;
}

static bool add_meshes(wzm_builder *builder, mq_arena *scratch, uint32_t node) {
    const maq_scene *scene = builder->scene;
    uint32_t skin = scene->nodes[node].skin;
    maq_scene_mesh mesh = scene->meshes[scene->nodes[node].mesh];
    const mq_mat34 *matrix = &builder->worlds[node];
    if (skin != MAQ_SCENE_NONE &&
        !mq_bake_rest_pose(scratch, &scene->skins[skin], builder->worlds, &mesh))
        return false;
    if (skin != MAQ_SCENE_NONE || mq_is_identity(matrix))
        matrix = NULL;
    if (builder->version != 3 || mesh.vertex_count <= WZM_MOST_VERTICES)
        return add_mesh(builder, scratch, node, &mesh, matrix);
    return add_pieces(builder, scratch, node, &mesh, matrix);
}

bool mq_wzm_add_meshes(wzm_builder *builder, uint32_t node) {
    mq_arena *scratch = mq_arena_scratch(builder->arena);
    bool added = scratch && add_meshes(builder, scratch, node);
    mq_arena_end_scratch(builder->arena, scratch);
    return added && mq_arena_status(builder->arena) == MAQ_OK;
}
