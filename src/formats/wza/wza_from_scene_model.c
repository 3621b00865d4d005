// SPDX-License-Identifier: MIT
//
// The meshes, shapes and joints of a scene as those of a WZA model: all meshes become one, and a
// mesh that moves as a whole gets a bone.
#include <string.h>

#include "formats/extras_numbers.h"
#include "formats/wza/wza_from_scene.h"
#include "scene/axes.h"
#include "scene/geometry.h"
#include "scene/rest_pose.h"
#include "scene/usage.h"

// Influences that are looked at for a vertex.
#define MOST_INFLUENCES 8

typedef float vec2[2];
typedef float vec3[3];
typedef float vec4[4];

typedef struct model_work {
    wza_maker *maker;
    maq_wza_vertex *vertices;
    maq_wza_face *faces;
    uint32_t vertex_count, face_count;
    bool mirrors; // the node of the mesh at work does
    maq_wza_shape *shapes;
    uint32_t shape_count; // with shape 0
    // Pairs of a bone and a vertex.
    uint32_t *pair_bones;
    uint32_t pair_count;
    int32_t *pair_vertices;
    maq_wza_bone *bones;
} model_work;

static void put_vec3(mq_vec3 v, float out[3]) {
    const float scene[3] = {(float)v.x, (float)v.y, (float)v.z};
    mq_axes_from_scene(MQ_AXES_WARZONE, scene, out);
}

static mq_vec3 unit_or_up(mq_vec3 v) {
    mq_vec3 unit = mq_normalize(v);
    return mq_length(unit) > 0.5 ? unit : (mq_vec3){0, 1, 0};
}

// ------------------------------------------------------------------------------------------- bones

static bool new_maps(wza_maker *maker) {
    uint32_t count = maker->scene->node_count;
    size_t shapes = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (maker->scene->nodes[i].mesh != MAQ_SCENE_NONE)
            shapes += maker->scene->meshes[maker->scene->nodes[i].mesh].shape_count;
    }
    maker->bones = MQ_NEW_ARRAY(maker->arena, uint32_t, count);
    maker->bone_nodes = MQ_NEW_ARRAY(maker->arena, uint32_t, count);
    maker->first_shape = MQ_NEW_ARRAY(maker->arena, uint32_t, count);
    maker->shape_numbers = MQ_NEW_ARRAY(maker->arena, int32_t, shapes);
    if (!maker->bones || !maker->bone_nodes || !maker->first_shape || !maker->shape_numbers)
        return false;
    memset(maker->bones, 0xff, count * sizeof *maker->bones);
    memset(maker->first_shape, 0xff, count * sizeof *maker->first_shape);
    return true;
}

bool mq_wza_restore_order(wza_maker *maker) {
    const maq_scene *scene = maker->scene;
    if (!new_maps(maker))
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_value *own = mq_scene_own_extras(scene->nodes[i].extras, WZA_EXTRAS);
        int32_t index;
        if (maker->bone_count < maker->wza->bone_count &&
            mq_extras_integer(maq_value_find(own, "index"), &index)) {
            maker->bones[i] = maker->bone_count;
            maker->bone_nodes[maker->bone_count++] = i;
        }
        if (scene->nodes[i].mesh != MAQ_SCENE_NONE)
            maker->first_shape[i] = 0;
    }
    const maq_wza_shape *mesh = mq_wza_mesh(maker->wza);
    uint32_t count = scene->mesh_count ? scene->meshes[0].shape_count : 0, at = 0;
    for (uint32_t i = 0; i < maker->wza->shape_count && at < count; i++) {
        if (&maker->wza->shapes[i] != mesh)
            maker->shape_numbers[at++] = maker->wza->shapes[i].number;
    }
    return true;
}

// Nodes that a clip moves or turns, alone or with their parents.
static bool *find_moving(const wza_maker *maker) {
    const maq_scene *scene = maker->scene;
    bool *moving = MQ_NEW_ARRAY(maker->arena, bool, scene->node_count);
    for (uint32_t i = 0; moving && i < scene->clip_count; i++) {
        for (uint32_t k = 0; k < scene->clips[i].channel_count; k++) {
            const maq_scene_channel *channel = &scene->clips[i].channels[k];
            if (channel->path <= MAQ_CHANNEL_ROTATION)
                moving[channel->target] = true;
        }
    }
    for (uint32_t i = 0; moving && i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        if (parent != MAQ_SCENE_NONE && moving[parent])
            moving[node] = true;
    }
    return moving;
}

static bool is_still(const maq_scene_node *node) {
    return maq_value_find(mq_scene_own_extras(node->extras, WZA_EXTRAS), WZA_STILL) != NULL;
}

static bool shows(const maq_scene *scene, uint32_t node) {
    uint32_t mesh = scene->nodes[node].mesh;
    return mesh != MAQ_SCENE_NONE && scene->meshes[mesh].role == MAQ_MESH_VISUAL;
}

static bool choose_bones(wza_maker *maker) {
    const maq_scene *scene = maker->scene;
    bool *moving = find_moving(maker);
    bool *wanted = MQ_NEW_ARRAY(maker->arena, bool, scene->node_count);
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
            maker->bones[i] = maker->bone_count;
            maker->bone_nodes[maker->bone_count++] = i;
        }
    }
    return true;
}

static bool make_bones(model_work *work) {
    wza_maker *maker = work->maker;
    const maq_scene *scene = maker->scene;
    // The nearest node above each that is a bone.
    uint32_t *above = MQ_NEW_ARRAY(maker->arena, uint32_t, scene->node_count);
    maq_wza_bone *bones = MQ_NEW_ARRAY(maker->arena, maq_wza_bone, maker->bone_count);
    if (!above || !bones)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t node = scene->node_order[i], parent = scene->nodes[node].parent;
        above[node] = parent == MAQ_SCENE_NONE                 ? MAQ_SCENE_NONE
                      : maker->bones[parent] != MAQ_SCENE_NONE ? maker->bones[parent]
                                                               : above[parent];
    }
    for (uint32_t i = 0; i < maker->bone_count; i++) {
        uint32_t node = maker->bone_nodes[i];
        const mq_mat34 *world = &maker->worlds[node];
        bones[i] =
            (maq_wza_bone){.index = (int32_t)i,
                           .parent = above[node] == MAQ_SCENE_NONE ? -1 : (int32_t)above[node],
                           .hinge = !scene->nodes[node].ignores_parent_rotation,
                           .offset = MAQ_WZA_NO_OFFSET};
        put_vec3((mq_vec3){world->m[0][3], world->m[1][3], world->m[2][3]}, bones[i].position);
    }
    work->bones = bones;
    maker->wza->bones = bones;
    maker->wza->bone_count = maker->bone_count;
    return true;
}

// Gives each bone its list from the pairs.
static bool share_vertices(model_work *work) {
    uint32_t count = work->maker->bone_count;
    int32_t **lists = MQ_NEW_ARRAY(work->maker->arena, int32_t *, count);
    for (uint32_t i = 0; i < work->pair_count; i++)
        work->bones[work->pair_bones[i]].vertex_count++;
    for (uint32_t i = 0; lists && i < count; i++) {
        lists[i] = MQ_NEW_ARRAY(work->maker->arena, int32_t, work->bones[i].vertex_count);
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

// How many of the first weights, taken as equal shares, come nearest to all of them.
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
        uint32_t nodes[MOST_INFLUENCES], count = 0;
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
            pair(work, work->maker->bones[nodes[i]], work->vertex_count + v);
    }
    if (changed)
        mq_wza_report(work->maker, WZA_LOSS_WEIGHTS, changed,
                      "mesh \"%.60s\": weights become equal shares", mesh->name);
}

// ---------------------------------------------------------------------------------------- vertices

// Normals and tangents, made from the triangles where there are none.
static bool complete_mesh(wza_maker *maker, maq_scene_mesh *mesh) {
    if (mesh->normals && mesh->tangents)
        return true;
    vec3 *normals = MQ_NEW_ARRAY(maker->arena, vec3, mesh->vertex_count);
    vec4 *tangents = MQ_NEW_ARRAY(maker->arena, vec4, mesh->vertex_count);
    vec2 *uvs = MQ_NEW_ARRAY(maker->arena, vec2, mesh->vertex_count);
    if (!normals || !tangents || !uvs)
        return false;
    if (!mesh->normals) {
        if (!mq_smooth_normals(maker->arena, mesh->positions, mesh->vertex_count, mesh->triangles,
                               mesh->triangle_count, normals))
            return false;
        mesh->normals = (const float(*)[3])normals;
    }
    mq_tangents(mesh, mesh->uv_set_count ? mesh->uvs[0] : (const float(*)[2])uvs, tangents);
    mesh->tangents = (const float(*)[4])tangents;
    if (mesh->vertex_count)
        mq_wza_report(maker, WZA_MADE_VECTORS, mesh->vertex_count,
                      "mesh \"%.60s\": normals or tangents are made from the triangles",
                      mesh->name);
    return true;
}

static mq_vec3 direction(const mq_mat34 *m, mq_vec3 v) {
    return (mq_vec3){m->m[0][0] * v.x + m->m[0][1] * v.y + m->m[0][2] * v.z,
                     m->m[1][0] * v.x + m->m[1][1] * v.y + m->m[1][2] * v.z,
                     m->m[2][0] * v.x + m->m[2][1] * v.y + m->m[2][2] * v.z};
}

static void put_frame(mq_vec3 normal, mq_vec3 tangent, double side, maq_wza_vertex *out) {
    normal = unit_or_up(normal);
    tangent = unit_or_up(tangent);
    mq_vec3 bitangent = mq_scale(unit_or_up(mq_cross(normal, tangent)), side);
    put_vec3(normal, out->normal);
    put_vec3(tangent, out->tangent);
    put_vec3(bitangent, out->bitangent);
}

static void put_vertices(model_work *work, const maq_scene_mesh *mesh, const mq_mat34 *matrix) {
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        maq_wza_vertex *vertex = &work->vertices[work->vertex_count + i];
        *vertex = (maq_wza_vertex){.index = (int32_t)(work->vertex_count + i),
                                   .offset = MAQ_WZA_NO_OFFSET};
        put_vec3(mq_mat34_point(matrix, mq_wza_vec3(mesh->positions[i])), vertex->position);
        put_frame(mq_mat34_normal(matrix, mq_wza_vec3(mesh->normals[i])),
                  direction(matrix, mq_wza_vec3(mesh->tangents[i])), mesh->tangents[i][3], vertex);
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
    uint32_t *places = MQ_NEW_ARRAY(work->maker->arena, uint32_t, mesh->vertex_count);
    maq_wza_face *faces = MQ_NEW_ARRAY(work->maker->arena, maq_wza_face, mesh->triangle_count);
    if (!places || !faces)
        return false;
    for (uint32_t i = 0; i < from->count; i++)
        places[from->vertices[i]] = i + 1;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        maq_wza_face face;
        put_face(work, mesh, i, &face);
        bool moves = false;
        for (unsigned k = 0; k < 3; k++) {
            uint32_t place = places[(uint32_t)face.vertices[k] - work->vertex_count];
            if (place == 0)
                continue;
            const float *by = from->uvs[place - 1];
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
    *shape = (maq_wza_shape){.number = (int32_t)work->shape_count,
                             .offset = MAQ_WZA_NO_OFFSET,
                             .vertices_offset = MAQ_WZA_NO_OFFSET,
                             .faces_offset = MAQ_WZA_NO_OFFSET};
    work->shape_count++;
    if (from->uvs && mesh->uv_set_count && !put_shape_faces(work, mesh, from, shape))
        return false;
    if (!from->positions && !from->normals && !from->tangents)
        return true;
    maq_wza_vertex *vertices = MQ_NEW_ARRAY(work->maker->arena, maq_wza_vertex, from->count);
    if (!vertices)
        return false;
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t v = from->vertices[i];
        mq_vec3 place = mq_wza_vec3(mesh->positions[v]), normal = mq_wza_vec3(mesh->normals[v]);
        mq_vec3 tangent = mq_wza_vec3(mesh->tangents[v]);
        if (from->positions)
            place = mq_add(place, mq_wza_vec3(from->positions[i]));
        if (from->normals)
            normal = mq_add(normal, mq_wza_vec3(from->normals[i]));
        if (from->tangents)
            tangent = mq_add(tangent, mq_wza_vec3(from->tangents[i]));
        vertices[i] = (maq_wza_vertex){.index = (int32_t)(work->vertex_count + v),
                                       .offset = MAQ_WZA_NO_OFFSET};
        put_vec3(mq_mat34_point(matrix, place), vertices[i].position);
        put_frame(mq_mat34_normal(matrix, normal), direction(matrix, tangent), mesh->tangents[v][3],
                  &vertices[i]);
    }
    shape->vertices = vertices;
    shape->vertex_count = from->count;
    return true;
}

static void tell_streams(wza_maker *maker, const maq_scene_mesh *mesh) {
    uint64_t lost = (mesh->uv_set_count > 1 ? mesh->uv_set_count - 1 : 0) + (mesh->colours ? 1 : 0);
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        lost += !mq_is_round_trip_attribute(mesh, &mesh->attributes[i]);
    if (lost)
        mq_wza_report(maker, WZA_LOSS_STREAMS, lost,
                      "mesh \"%.60s\": further texture coordinates, colours and other values are "
                      "left out",
                      mesh->name);
}

static bool add_mesh(model_work *work, uint32_t node) {
    wza_maker *maker = work->maker;
    const maq_scene *scene = maker->scene;
    maq_scene_mesh mesh = scene->meshes[scene->nodes[node].mesh];
    uint32_t skin = scene->nodes[node].skin;
    mq_mat34 matrix = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    if (skin == MAQ_SCENE_NONE)
        matrix = maker->worlds[node];
    work->mirrors = mq_mat34_mirrors(&matrix);
    tell_streams(maker, &mesh);
    // Bones of WZA rest where they are bound.
    if (!complete_mesh(maker, &mesh) ||
        (skin != MAQ_SCENE_NONE &&
         !mq_bake_rest_pose(maker->arena, &scene->skins[skin], maker->worlds, &mesh)))
        return false;
    put_vertices(work, &mesh, &matrix);
    for (uint32_t i = 0; i < mesh.triangle_count; i++)
        put_face(work, &mesh, i, &work->faces[work->face_count + i]);
    if (skin != MAQ_SCENE_NONE)
        pair_skinned(work, &mesh, &scene->skins[skin]);
    for (uint32_t i = 0; skin == MAQ_SCENE_NONE && i < mesh.vertex_count; i++)
        pair(work, maker->bones[node], work->vertex_count + i);
    maker->first_shape[node] = work->shape_count;
    for (uint32_t i = 0; i < mesh.shape_count; i++) {
        maker->shape_numbers[work->shape_count] = (int32_t)work->shape_count;
        if (!put_shape(work, &mesh, &mesh.shapes[i], &matrix))
            return false;
    }
    work->vertex_count += mesh.vertex_count;
    work->face_count += mesh.triangle_count;
    return true;
}

// Meshes that no node shows have no place, the others become one, and neither they nor shapes have
// names.
static bool tell_meshes(wza_maker *maker) {
    const maq_scene *scene = maker->scene;
    const bool *shown = mq_shown_meshes(maker->arena, scene);
    uint64_t meshes = 0, mesh_names = 0;
    for (uint32_t i = 0; shown && i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        uint64_t names = 0;
        for (uint32_t k = 0; k < mesh->shape_count; k++)
            names += *mesh->shapes[k].name != '\0';
        if (!shown[i])
            mq_wza_report(maker, WZA_LOSS_NODES, 1,
                          "mesh \"%.60s\" is shown by no node and left out", mesh->name);
        else if (names)
            mq_wza_report(maker, WZA_LOSS_SHAPES, names, "mesh \"%.60s\": shapes have no names",
                          mesh->name);
        bool visible = shown[i] && mesh->role == MAQ_MESH_VISUAL;
        meshes += visible;
        mesh_names += visible && *mesh->name && strcmp(mesh->name, WZA_MODEL) != 0;
    }
    if (meshes > 1 || mesh_names)
        mq_wza_report(maker, WZA_LOSS_ONE_MESH, meshes,
                      "all meshes become one that has no name (%llu)", (unsigned long long)meshes);
    return shown != NULL;
}

bool mq_wza_make_model(wza_maker *maker) {
    const maq_scene *scene = maker->scene;
    model_work work = {.maker = maker, .shape_count = 1};
    size_t vertices = 0, faces = 0, shapes = 1, pairs = 0;
    mq_copy_budget room = mq_copy_budget_of(scene);
    bool *taken = MQ_NEW_ARRAY(maker->arena, bool, scene->node_count);
    bool *told = MQ_NEW_ARRAY(maker->arena, bool, scene->mesh_count);
    if (!taken || !told || !new_maps(maker) || !choose_bones(maker) || !make_bones(&work))
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].mesh == MAQ_SCENE_NONE)
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[i].mesh];
        if (!shows(scene, i)) {
            if (!told[scene->nodes[i].mesh])
                mq_wza_report(maker, WZA_LOSS_ROLE, 1, "mesh \"%.60s\" is for %s", mesh->name,
                              mesh->role == MAQ_MESH_SHADOW ? "shadows" : "collisions");
            told[scene->nodes[i].mesh] = true;
            continue;
        }
        taken[i] = mq_copy_budget_spend(&room, mesh);
        if (!taken[i])
            continue;
        vertices += mesh->vertex_count;
        faces += mesh->triangle_count;
        shapes += mesh->shape_count;
        uint32_t most =
            mesh->influence_count > MOST_INFLUENCES ? MOST_INFLUENCES : mesh->influence_count;
        pairs += (size_t)mesh->vertex_count * (most ? most : 1);
    }
    if (!tell_meshes(maker))
        return false;
    if (room.denied)
        mq_wza_report(maker, WZA_LOSS_SIZE, room.denied,
                      "copies of meshes that are shown very often are left out");
    if (vertices > INT32_MAX || faces > INT32_MAX || shapes > INT32_MAX || pairs > INT32_MAX) {
        mq_arena_fail(maker->arena, MAQ_OVER_LIMIT);
        return false;
    }
    work.vertices = MQ_NEW_ARRAY(maker->arena, maq_wza_vertex, vertices);
    work.faces = MQ_NEW_ARRAY(maker->arena, maq_wza_face, faces);
    work.shapes = MQ_NEW_ARRAY(maker->arena, maq_wza_shape, shapes);
    work.pair_bones = MQ_NEW_ARRAY(maker->arena, uint32_t, pairs);
    work.pair_vertices = MQ_NEW_ARRAY(maker->arena, int32_t, pairs);
    if (!work.vertices || !work.faces || !work.shapes || !work.pair_bones || !work.pair_vertices)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (!taken[i])
            continue;
        maker->quiet = told[scene->nodes[i].mesh];
        told[scene->nodes[i].mesh] = true;
        if (!add_mesh(&work, i))
            return false;
    }
    maker->quiet = false;
    work.shapes[0] = (maq_wza_shape){.vertex_count = work.vertex_count,
                                     .face_count = work.face_count,
                                     .vertices = work.vertices,
                                     .faces = work.faces,
                                     .offset = MAQ_WZA_NO_OFFSET,
                                     .vertices_offset = MAQ_WZA_NO_OFFSET,
                                     .faces_offset = MAQ_WZA_NO_OFFSET};
    maker->wza->shapes = work.shapes;
    maker->wza->shape_count = work.shape_count;
    return share_vertices(&work);
}
