// SPDX-License-Identifier: MIT
//
// Scenes as value trees.
#include <math.h>

#include "base/info.h"
#include "base/math.h"
#include "scene/fields.h"
#include "scene/geometry.h"
#include "scene/names.h"
#include "scene/pose.h"
#include "scene/rest_pose.h"
#include "scene/scene.h"
#include "scene/usage.h"

// ------------------------------------------------------------------------------------------ info

static int64_t index_of(uint32_t index) {
    return index == MAQ_SCENE_NONE ? MQ_INFO_NONE : (int64_t)index;
}

static void add_mesh(mq_info *info, const maq_scene_mesh *mesh) {
    uint32_t material = mesh->part_count ? mesh->parts[0].material : MAQ_SCENE_NONE;
    mq_info_add_mesh(info, &(mq_info_mesh_summary){.name = mq_info_string(mesh->name),
                                                   .role = mq_role_names[mesh->role],
                                                   .vertices = mesh->vertex_count,
                                                   .triangles = mesh->triangle_count,
                                                   .material = index_of(material),
                                                   .uv_sets = mesh->uv_set_count,
                                                   .shapes = mesh->shape_count,
                                                   .skinned = mesh->influence_count > 0});
}

static void add_point(mq_info *info, const mq_mat34 *world, const float at[3]) {
    mq_vec3 point = mq_mat34_point(world, (mq_vec3){at[0], at[1], at[2]});
    mq_info_add_point(info, (const float[3]){(float)point.x, (float)point.y, (float)point.z});
}

// The vertices of a mesh in the world. Of a mesh that is shown very often (`exact` is false) only the
// corners of its bounds count.
static void add_points(mq_info *info, const mq_mat34 *world, const maq_scene_mesh *mesh,
                       bool exact) {
    float low[3], high[3];
    for (uint32_t i = 0; exact && i < mesh->vertex_count; i++)
        add_point(info, world, mesh->positions[i]);
    if (exact || !mq_bounds((const float *)mesh->positions, mesh->vertex_count, 3, low, high))
        return;
    for (unsigned i = 0; i < 8; i++)
        add_point(info, world,
                  (const float[3]){i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1],
                                   i & 4 ? high[2] : low[2]});
}

// Counts the visual meshes and extends the bounds as nodes show them in the rest pose; when none is
// shown, as they are.
static void add_instances(mq_info *info, const maq_scene *scene) {
    static const mq_mat34 identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    mq_arena *arena = mq_node_arena(info->object);
    maq_transform *locals = MQ_NEW_ARRAY(arena, maq_transform, scene->node_count);
    mq_mat34 *worlds = MQ_NEW_ARRAY(arena, mq_mat34, scene->node_count);
    mq_copy_budget budget = mq_copy_budget_of(scene);
    uint64_t vertices = 0, triangles = 0;
    bool any = false;
    if (!locals || !worlds)
        return;
    mq_pose_at(scene, NULL, 0, locals, worlds);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        if (node->mesh == MAQ_SCENE_NONE || scene->meshes[node->mesh].role != MAQ_MESH_VISUAL)
            continue;
        maq_scene_mesh mesh = scene->meshes[node->mesh];
        bool exact = mq_copy_budget_spend(&budget, &mesh), skinned = node->skin != MAQ_SCENE_NONE;
        any = true;
        vertices += mesh.vertex_count;
        triangles += mesh.triangle_count;
        mesh.shape_count = 0;
        if (exact && skinned && !mq_bake_rest_pose(arena, &scene->skins[node->skin], worlds, &mesh))
            return;
        add_points(info, skinned ? &identity : &worlds[i], &mesh, exact);
    }
    for (uint32_t i = 0; i < scene->mesh_count && !any; i++) {
        if (scene->meshes[i].role == MAQ_MESH_VISUAL)
            add_points(info, &identity, &scene->meshes[i], true);
    }
    if (any) {
        info->vertex_count = vertices;
        info->triangle_count = triangles;
    }
}

static void add_material(mq_info *info, const maq_scene_material *material) {
    mq_node *textures = mq_info_add_material(info, mq_info_string(material->name));
    for (uint32_t i = 0; textures && i < material->texture_count; i++) {
        const maq_scene_texture *texture = &material->textures[i];
        const char *key = mq_texture_names[texture->role];
        if (texture->tileset)
            key = mq_arena_format(mq_node_arena(textures), "%s.%u", key, texture->tileset);
        if (key)
            mq_put_text(textures, key, texture->file);
    }
}

// Joints are numbered among themselves; the parent of one is the next joint above it.
static void add_joints(mq_info *info, const maq_scene *scene) {
    mq_arena *arena = mq_node_arena(info->object);
    // By node, the number of the joint that it is, or else of the next one above it.
    uint32_t *numbers = MQ_NEW_ARRAY(arena, uint32_t, scene->node_count), count = 0;
    for (uint32_t i = 0; numbers && i < scene->node_count; i++)
        numbers[i] = scene->nodes[i].kind == MAQ_NODE_JOINT ? count++ : MAQ_SCENE_NONE;
    for (uint32_t k = 0; numbers && k < scene->node_count; k++) {
        const maq_scene_node *node = &scene->nodes[scene->node_order[k]];
        if (node->kind != MAQ_NODE_JOINT && node->parent != MAQ_SCENE_NONE)
            numbers[scene->node_order[k]] = numbers[node->parent];
    }
    for (uint32_t i = 0; numbers && i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        uint32_t parent = node->parent;
        if (node->kind == MAQ_NODE_JOINT)
            mq_info_add_joint(info, mq_info_string(node->name),
                              index_of(parent == MAQ_SCENE_NONE ? parent : numbers[parent]));
        else if (node->kind == MAQ_NODE_ATTACHMENT)
            mq_info_add_attachment(info, mq_info_string(node->name), node->rest.translation);
    }
}

static void add_clip(mq_info *info, const maq_scene_clip *clip) {
    // Frames, rate and length agree; without a rate the keys are counted.
    double counted = rint((double)clip->duration * clip->rate) + 1;
    uint32_t frames = clip->rate > 0 && counted <= UINT32_MAX ? (uint32_t)counted : 0;
    for (uint32_t i = 0; frames == 0 && i < clip->channel_count; i++) {
        if (clip->channels[i].key_count > frames)
            frames = clip->channels[i].key_count;
    }
    mq_info_add_clip(info, &(mq_info_clip_summary){.name = mq_info_string(clip->name),
                                                   .seconds = clip->duration,
                                                   .frames = frames,
                                                   .rate = clip->rate,
                                                   .loop = clip->loop_count == 0});
}

void mq_scene_info(const maq_scene *scene, mq_node *object) {
    if (!object)
        return;
    mq_info info = mq_info_begin(object);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        add_mesh(&info, &scene->meshes[i]);
    add_instances(&info, scene);
    mq_info_end_meshes(&info);
    for (uint32_t i = 0; i < scene->material_count; i++)
        add_material(&info, &scene->materials[i]);
    add_joints(&info, scene);
    for (uint32_t i = 0; i < scene->clip_count; i++)
        add_clip(&info, &scene->clips[i]);
    for (uint32_t i = 0; i < scene->box_count; i++) {
        const maq_scene_box *box = &scene->boxes[i];
        mq_info_add_box(&info, mq_info_string(box->name), box->min, box->max);
    }
    for (uint32_t i = 0; i < scene->event_count; i++)
        mq_info_add_event(&info, scene->events[i].name, scene->events[i].file);
    mq_info_end(&info);
}

void mq_scene_describe(const maq_scene *scene, mq_node *object) {
    mq_record_describe(&mq_scene_record, scene, object);
}
