// SPDX-License-Identifier: MIT
//
// The mesh, shapes and bones of a WZA model from a scene: all meshes become one, and a mesh that moves
// as a whole gets a bone.
#include <string.h>

#include "formats/wza/wza_from_scene.h"
#include "scene/axes.h"
#include "scene/rest_pose.h"
#include "scene/usage.h"

// The most influences of a vertex that count.
#define MOST_INFLUENCES 8

typedef struct model_work {
    wza_builder *builder;
    maq_wza_vertex *vertices;
    maq_wza_face *faces;
    uint32_t vertex_count, face_count;
    bool mirrors; // the node of this mesh does
    maq_wza_shape *shapes;
    uint32_t shape_count; // with shape 0
    // Pairs of a bone and a vertex.
    uint32_t *pair_bones;
    uint32_t pair_count;
    int32_t *pair_vertices;
    maq_wza_bone *bones;
} model_work;

// ------------------------------------------------------------------------------------------- bones

static bool new_maps(wza_builder *builder) {
    uint32_t count = builder->scene->node_count;
    builder->bones = MQ_NEW_ARRAY(builder->arena, uint32_t, count);
    builder->bone_nodes = MQ_NEW_ARRAY(builder->arena, uint32_t, count);
    builder->first_shape = MQ_NEW_ARRAY(builder->arena, uint32_t, count);
    if (!builder->bones || !builder->bone_nodes || !builder->first_shape)
        return false;
    memset(builder->bones, 0xff, count * sizeof *builder->bones);
    memset(builder->first_shape, 0xff, count * sizeof *builder->first_shape);
    return true;
}

static bool is_still(const maq_scene_node *node) {
    return maq_value_find(mq_scene_own_extras(node->extras, WZA_EXTRAS), WZA_STILL) != NULL;
}

static bool shows(const maq_scene *scene, uint32_t node) {
    uint32_t mesh = scene->nodes[node].mesh;
    return mesh != MAQ_SCENE_NONE && scene->meshes[mesh].role == MAQ_MESH_VISUAL;
}

static bool choose_bones(wza_builder *builder) {
    const maq_scene *scene = builder->scene;
    const bool *moving = mq_moving_nodes(builder->arena, scene, scene->clips, scene->clip_count);
    bool *wanted = MQ_NEW_ARRAY(builder->arena, bool, scene->node_count);
    if (!moving || !wanted)
        return false;
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            wanted[scene->skins[i].joints[k]] = true;
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        bool whole = shows(scene, i) && node->skin == MAQ_SCENE_NONE && moving[i];
        if ((wanted[i] || node->kind == MAQ_NODE_JOINT || whole) &&
            (moving[i] || !is_still(node))) {
            builder->bones[i] = builder->bone_count;
            builder->bone_nodes[builder->bone_count++] = i;
        }
    }
    return true;
}

static bool has_hinge(const maq_scene_node *node) {
    const maq_value *own = maq_value_find(mq_scene_own_extras(node->extras, WZA_EXTRAS), WZA_HINGE);
    return mq_value_flag(own, !node->ignores_parent_rotation);
}

static bool build_bones(model_work *work) {
    wza_builder *builder = work->builder;
    const maq_scene *scene = builder->scene;
    int32_t *numbers = MQ_NEW_ARRAY(builder->arena, int32_t, builder->bone_count);
    // The nearest node above each that is a bone.
    uint32_t *above = MQ_NEW_ARRAY(builder->arena, uint32_t, scene->node_count);
    maq_wza_bone *bones = MQ_NEW_ARRAY(builder->arena, maq_wza_bone, builder->bone_count);
    if (!numbers || !above || !bones)
        return false;
    for (uint32_t i = 0; i < builder->bone_count; i++)
        numbers[i] =
            mq_wza_number_in_name(scene->nodes[builder->bone_nodes[i]].name, WZA_BONE_NAME);
    if (!mq_wza_assign_numbers(builder->arena, numbers, builder->bone_count, builder->bone_count))
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        above[node] = parent == MAQ_SCENE_NONE                   ? MAQ_SCENE_NONE
                      : builder->bones[parent] != MAQ_SCENE_NONE ? builder->bones[parent]
                                                                 : above[parent];
    }
    for (uint32_t i = 0; i < builder->bone_count; i++) {
        uint32_t node = builder->bone_nodes[i];
        const mq_mat34 *world = &builder->worlds[node];
        bones[i] =
            (maq_wza_bone){.index = numbers[i],
                           .parent = above[node] == MAQ_SCENE_NONE ? -1 : numbers[above[node]],
                           .hinge = has_hinge(&scene->nodes[node]),
                           .offset = MAQ_WZA_NO_OFFSET};
        mq_put_warzone_vec3((mq_vec3){world->m[0][3], world->m[1][3], world->m[2][3]},
                            bones[i].position);
    }
    work->bones = bones;
    builder->wza->bones = bones;
    builder->wza->bone_count = builder->bone_count;
    return true;
}

// Gives each bone its list from the pairs.
static bool share_vertices(model_work *work) {
    uint32_t count = work->builder->bone_count;
    int32_t **lists = MQ_NEW_ARRAY(work->builder->arena, int32_t *, count);
    for (uint32_t i = 0; i < work->pair_count; i++)
        work->bones[work->pair_bones[i]].vertex_count++;
    for (uint32_t i = 0; lists && i < count; i++) {
        lists[i] = MQ_NEW_ARRAY(work->builder->arena, int32_t, work->bones[i].vertex_count);
        if (!lists[i])
            return false;
        work->bones[i].vertices = lists[i];
        work->bones[i].vertex_count = 0;
    }
    for (uint32_t i = 0; lists && i < work->pair_count; i++) {
        uint32_t bone = work->pair_bones[i];
        lists[bone][work->bones[bone].vertex_count++] = work->pair_vertices[i];
    }
    return lists != NULL;
}

// ----------------------------------------------------------------------------------------- weights

// How many of the first weights, replaced by equal shares, come nearest to all of them.
static uint32_t best_share(const float *weights, uint32_t count, double *error) {
    uint32_t best = 1;
    *error = 1e30;
    for (uint32_t k = 1; k <= count; k++) {
        double sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            double wrong = weights[i] - (i < k ? 1.0 / k : 0);
            sum += wrong * wrong;
        }
        if (sum < *error) {
            *error = sum;
            best = k;
        }
    }
    return best;
}

static void pair(model_work *work, uint32_t bone, uint32_t vertex) {
    if (bone == MAQ_SCENE_NONE)
        return;
    work->pair_bones[work->pair_count] = bone;
    work->pair_vertices[work->pair_count++] = (int32_t)vertex;
}

static void pair_skinned(model_work *work, const maq_scene_mesh *mesh, const maq_scene_skin *skin) {
    uint64_t changed = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *all = mesh->weights + (size_t)v * mesh->influence_count;
        const uint32_t *joints = mesh->joints + (size_t)v * mesh->influence_count;
        float weights[MOST_INFLUENCES];
        uint32_t nodes[MOST_INFLUENCES] = {0}, count = 0;
        for (uint32_t i = 0; i < mesh->influence_count && i < MOST_INFLUENCES && all[i] > 0; i++) {
            uint32_t node = skin->joints[joints[i]], at = 0;
            while (at < count && nodes[at] != node)
                at++;
            if (at == count) {
                nodes[count] = node;
                weights[count++] = 0;
            }
            weights[at] += all[i];
        }
        double error = 0;
        uint32_t share = count ? best_share(weights, count, &error) : 0;
        changed += error > 1e-6;
        for (uint32_t i = 0; i < share; i++)
            pair(work, work->builder->bones[nodes[i]], work->vertex_count + v);
    }
    mq_wza_report(work->builder, WZA_LOSS_WEIGHTS, changed,
                  "mesh \"%.60s\": weights became equal shares", mesh->name);
}

// ---------------------------------------------------------------------------------------- vertices

static bool complete_mesh(wza_builder *builder, mq_arena *arena, maq_scene_mesh *mesh) {
    if (!(mesh->normals && mesh->tangents) && mesh->vertex_count)
        mq_wza_report(builder, WZA_MADE_VECTORS, mesh->vertex_count,
                      "mesh \"%.60s\": normals or tangents were made from the triangles",
                      mesh->name);
    return mq_complete_vectors(arena, mesh);
}

static void put_vertex(const mq_mat34 *matrix, mq_vec3 position, mq_vec3 normal, mq_vec3 tangent,
                       double side, maq_wza_vertex *out) {
    normal = mq_move_normal(matrix, normal);
    tangent = mq_move_tangent(matrix, tangent);
    mq_vec3 bitangent = mq_scale(mq_normalize(mq_cross(normal, tangent)), side);
    out->offset = MAQ_WZA_NO_OFFSET;
    mq_put_warzone_vec3(mq_move_position(matrix, position), out->position);
    mq_put_warzone_vec3(normal, out->normal);
    mq_put_warzone_vec3(tangent, out->tangent);
    mq_put_warzone_vec3(bitangent, out->bitangent);
}

static void put_vertices(model_work *work, const maq_scene_mesh *mesh, const mq_mat34 *matrix) {
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        maq_wza_vertex *vertex = &work->vertices[work->vertex_count + i];
        vertex->index = (int32_t)(work->vertex_count + i);
        put_vertex(matrix, mq_vec3_load(mesh->positions[i]), mq_vec3_load(mesh->normals[i]),
                   mq_vec3_load(mesh->tangents[i]), mesh->tangents[i][3], vertex);
    }
}

static void put_face(const model_work *work, const maq_scene_mesh *mesh, uint32_t triangle,
                     maq_wza_face *face) {
    bool swap = mq_axes_swap_corners(MQ_AXES_WARZONE) != work->mirrors;
    *face = (maq_wza_face){.index = (int32_t)(work->face_count + triangle),
                           .offset = MAQ_WZA_NO_OFFSET};
    for (unsigned k = 0; k < 3; k++) {
        uint32_t vertex = mesh->triangles[triangle][swap && k ? 3 - k : k];
        face->vertices[k] = (int32_t)(work->vertex_count + vertex);
        if (mesh->uv_set_count)
            memcpy(face->uv[k], mesh->uvs[0][vertex], sizeof face->uv[k]);
    }
}

// The faces of which a shape moves the texture coordinates.
static bool put_shape_faces(model_work *work, const maq_scene_mesh *mesh,
                            const maq_scene_shape *from, maq_wza_shape *shape) {
    uint32_t *rows = MQ_NEW_ARRAY(work->builder->arena, uint32_t, mesh->vertex_count);
    maq_wza_face *faces = MQ_NEW_ARRAY(work->builder->arena, maq_wza_face, mesh->triangle_count);
    if (!rows || !faces)
        return false;
    for (uint32_t i = 0; i < from->count; i++)
        rows[from->vertices[i]] = i + 1;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        maq_wza_face face;
        put_face(work, mesh, i, &face);
        bool moves = false;
        for (unsigned k = 0; k < 3; k++) {
            uint32_t row = rows[(uint32_t)face.vertices[k] - work->vertex_count];
            if (row == 0)
                continue;
            const float *by = from->uvs[row - 1];
            moves = moves || by[0] != 0 || by[1] != 0;
            face.uv[k][0] += by[0];
            face.uv[k][1] += by[1];
        }
        if (moves)
            faces[shape->face_count++] = face;
    }
    shape->faces = faces;
    return true;
}

static bool put_shape(model_work *work, const maq_scene_mesh *mesh, const maq_scene_shape *from,
                      const mq_mat34 *matrix) {
    maq_wza_shape *shape = &work->shapes[work->shape_count];
    *shape = (maq_wza_shape){.number = mq_wza_number_in_name(from->name, WZA_SHAPE_NAME),
                             .offset = MAQ_WZA_NO_OFFSET,
                             .vertices_offset = MAQ_WZA_NO_OFFSET,
                             .faces_offset = MAQ_WZA_NO_OFFSET};
    work->shape_count++;
    if (from->uvs && mesh->uv_set_count && !put_shape_faces(work, mesh, from, shape))
        return false;
    if (!from->positions && !from->normals && !from->tangents)
        return true;
    maq_wza_vertex *vertices = MQ_NEW_ARRAY(work->builder->arena, maq_wza_vertex, from->count);
    if (!vertices)
        return false;
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t v = from->vertices[i];
        mq_vec3 position = mq_vec3_load(mesh->positions[v]),
                normal = mq_vec3_load(mesh->normals[v]);
        mq_vec3 tangent = mq_vec3_load(mesh->tangents[v]);
        if (from->positions)
            position = mq_add(position, mq_vec3_load(from->positions[i]));
        if (from->normals)
            normal = mq_add(normal, mq_vec3_load(from->normals[i]));
        if (from->tangents)
            tangent = mq_add(tangent, mq_vec3_load(from->tangents[i]));
        vertices[i].index = (int32_t)(work->vertex_count + v);
        put_vertex(matrix, position, normal, tangent, mesh->tangents[v][3], &vertices[i]);
    }
    shape->vertices = vertices;
    shape->vertex_count = from->count;
    return true;
}

static void report_streams(wza_builder *builder, const maq_scene_mesh *mesh) {
    uint64_t lost = (mesh->uv_set_count > 1 ? mesh->uv_set_count - 1 : 0) +
                    (mesh->colours ? 1 : 0) + mesh->attribute_count;
    mq_wza_report(builder, WZA_LOSS_STREAMS, lost,
                  "mesh \"%.60s\": further texture coordinates, colours and other values "
                  "were dropped",
                  mesh->name);
}

static bool put_mesh(model_work *work, mq_arena *scratch, uint32_t node) {
    wza_builder *builder = work->builder;
    const maq_scene *scene = builder->scene;
    maq_scene_mesh mesh = scene->meshes[scene->nodes[node].mesh];
    uint32_t skin = scene->nodes[node].skin;
    mq_mat34 matrix = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    if (skin == MAQ_SCENE_NONE)
        matrix = builder->worlds[node];
    work->mirrors = mq_mat34_mirrors(&matrix);
    report_streams(builder, &mesh);
    // Bones of WZA rest where they are bound.
    if (!complete_mesh(builder, scratch, &mesh) ||
        (skin != MAQ_SCENE_NONE &&
         !mq_bake_rest_pose(scratch, &scene->skins[skin], builder->worlds, &mesh)))
        return false;
    put_vertices(work, &mesh, &matrix);
    for (uint32_t i = 0; i < mesh.triangle_count; i++)
        put_face(work, &mesh, i, &work->faces[work->face_count + i]);
    if (skin != MAQ_SCENE_NONE)
        pair_skinned(work, &mesh, &scene->skins[skin]);
    for (uint32_t i = 0; skin == MAQ_SCENE_NONE && i < mesh.vertex_count; i++)
        pair(work, builder->bones[node], work->vertex_count + i);
    builder->first_shape[node] = work->shape_count;
    for (uint32_t i = 0; i < mesh.shape_count; i++) {
        if (!put_shape(work, &mesh, &mesh.shapes[i], &matrix))
            return false;
    }
    work->vertex_count += mesh.vertex_count;
    work->face_count += mesh.triangle_count;
    return true;
}

static bool add_mesh(model_work *work, uint32_t node) {
    mq_arena *arena = work->builder->arena, *scratch = mq_arena_scratch(arena);
    bool added = scratch && put_mesh(work, scratch, node);
    mq_arena_end_scratch(arena, scratch);
    return added && mq_arena_status(arena) == MAQ_OK;
}

// Reports what becoming one mesh without names costs.
static bool report_meshes(wza_builder *builder) {
    const maq_scene *scene = builder->scene;
    const bool *shown = mq_shown_meshes(builder->arena, scene);
    uint64_t meshes = 0, mesh_names = 0;
    for (uint32_t i = 0; shown && i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        uint64_t names = 0;
        for (uint32_t k = 0; k < mesh->shape_count; k++)
            names += *mesh->shapes[k].name != '\0' &&
                     mq_wza_number_in_name(mesh->shapes[k].name, WZA_SHAPE_NAME) < 0;
        if (!shown[i])
            mq_wza_report(builder, WZA_LOSS_NODES, 1,
                          "mesh \"%.60s\" was dropped: no node shows it", mesh->name);
        else if (names)
            mq_wza_report(builder, WZA_LOSS_SHAPES, names,
                          "mesh \"%.60s\": names of shapes were dropped", mesh->name);
        bool visible = shown[i] && mesh->role == MAQ_MESH_VISUAL;
        meshes += visible;
        mesh_names += visible && *mesh->name && strcmp(mesh->name, WZA_MODEL) != 0;
    }
    if (meshes > 1)
        mq_wza_report(builder, WZA_LOSS_ONE_MESH, meshes,
                      "%llu meshes became one, which has no name", (unsigned long long)meshes);
    else if (mesh_names)
        mq_wza_report(builder, WZA_LOSS_ONE_MESH, 1, "the name of the mesh was dropped");
    return shown != NULL;
}

static bool number_shapes(model_work *work) {
    int32_t *numbers = MQ_NEW_ARRAY(work->builder->arena, int32_t, work->shape_count);
    for (uint32_t i = 0; numbers && i < work->shape_count; i++)
        numbers[i] = work->shapes[i].number;
    if (!numbers ||
        !mq_wza_assign_numbers(work->builder->arena, numbers, work->shape_count, work->shape_count))
        return false;
    for (uint32_t i = 0; i < work->shape_count; i++)
        work->shapes[i].number = numbers[i];
    return true;
}

bool mq_wza_build_model(wza_builder *builder) {
    const maq_scene *scene = builder->scene;
    model_work work = {.builder = builder, .shape_count = 1};
    size_t vertices = 0, faces = 0, shapes = 1, pairs = 0;
    mq_copy_budget budget = mq_copy_budget_of(scene);
    bool *used = MQ_NEW_ARRAY(builder->arena, bool, scene->node_count);
    bool *reported = MQ_NEW_ARRAY(builder->arena, bool, scene->mesh_count);
    if (!used || !reported || !new_maps(builder) || !choose_bones(builder) || !build_bones(&work))
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].mesh == MAQ_SCENE_NONE)
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[i].mesh];
        if (!shows(scene, i)) {
            if (!reported[scene->nodes[i].mesh])
                mq_wza_report(builder, WZA_LOSS_ROLE, 1, "mesh \"%.60s\" was dropped: it is for %s",
                              mesh->name, mesh->role == MAQ_MESH_SHADOW ? "shadows" : "collisions");
            reported[scene->nodes[i].mesh] = true;
            continue;
        }
        used[i] = mq_copy_budget_spend(&budget, mesh);
        if (!used[i])
            continue;
        vertices += mesh->vertex_count;
        faces += mesh->triangle_count;
        shapes += mesh->shape_count;
        uint32_t most =
            mesh->influence_count > MOST_INFLUENCES ? MOST_INFLUENCES : mesh->influence_count;
        pairs += (size_t)mesh->vertex_count * (most ? most : 1);
    }
    if (!report_meshes(builder))
        return false;
    mq_wza_report(builder, WZA_LOSS_SIZE, budget.denied,
                  "copies of meshes that nodes show very often were dropped");
    if (vertices > INT32_MAX || faces > INT32_MAX || shapes > INT32_MAX || pairs > INT32_MAX) {
        mq_arena_fail(builder->arena, MAQ_OVER_LIMIT);
        return false;
    }
    work.vertices = MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, maq_wza_vertex, vertices);
    work.faces = MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, maq_wza_face, faces);
    work.shapes = MQ_NEW_ARRAY(builder->arena, maq_wza_shape, shapes);
    work.pair_bones = MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, uint32_t, pairs);
    work.pair_vertices = MQ_NEW_UNINITIALIZED_ARRAY(builder->arena, int32_t, pairs);
    if (!work.vertices || !work.faces || !work.shapes || !work.pair_bones || !work.pair_vertices)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (!used[i])
            continue;
        builder->quiet = reported[scene->nodes[i].mesh];
        reported[scene->nodes[i].mesh] = true;
        if (!add_mesh(&work, i))
            return false;
    }
    builder->quiet = false;
    work.shapes[0] = (maq_wza_shape){.vertex_count = work.vertex_count,
                                     .face_count = work.face_count,
                                     .vertices = work.vertices,
                                     .faces = work.faces,
                                     .offset = MAQ_WZA_NO_OFFSET,
                                     .vertices_offset = MAQ_WZA_NO_OFFSET,
                                     .faces_offset = MAQ_WZA_NO_OFFSET};
    for (uint32_t i = 0; i < work.vertex_count; i++)
        builder->size =
            fmax(builder->size, mq_length(mq_subtract(mq_vec3_load(work.vertices[i].position),
                                                      mq_vec3_load(work.vertices[0].position))));
    builder->wza->shapes = work.shapes;
    builder->wza->shape_count = work.shape_count;
    return number_shapes(&work) && share_vertices(&work);
}
