// SPDX-License-Identifier: MIT
//
// One pose as a separate scene.
#include "motion/bake.h"

#include <math.h>
#include <string.h>

#include "motion/motion_priv.h"

// The most vertices that are made when many nodes share a mesh.
#define MAX_VERTICES(all) ((all)*16 + (UINT64_C(1) << 22))

static bool is_moved(const maq_motion *motion, uint32_t node) {
    const maq_scene_node *shown = &motion->scene->nodes[node];
    return shown->skin != MAQ_SCENE_NONE || motion->uv_materials[shown->mesh] ||
           motion->scene->meshes[shown->mesh].shape_count > 0;
}

// Vertices that would be made, against those that there are.
static bool too_large(const maq_motion *motion) {
    const maq_scene *scene = motion->scene;
    uint64_t there = 0, made = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        there += scene->meshes[i].vertex_count;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].mesh != MAQ_SCENE_NONE && is_moved(motion, i))
            made += scene->meshes[scene->nodes[i].mesh].vertex_count;
    }
    return made > MAX_VERTICES(there);
}

bool mq_deformed_alloc(mq_arena *arena, const maq_scene_mesh *mesh, maq_deformed_mesh *out) {
    size_t count = mesh->vertex_count;
    *out = (maq_deformed_mesh){0};
    out->positions = mq_arena_alloc(arena, count, sizeof *out->positions, alignof(float));
    if (mesh->normals)
        out->normals = mq_arena_alloc(arena, count, sizeof *out->normals, alignof(float));
    if (mesh->tangents)
        out->tangents = mq_arena_alloc(arena, count, sizeof *out->tangents, alignof(float));
    if (mesh->uv_set_count)
        out->uvs = mq_arena_alloc(arena, count, sizeof *out->uvs, alignof(float));
    return mq_arena_status(arena) == MAQ_OK;
}

static void replace_non_finite(float *numbers, size_t count) {
    for (size_t i = 0; numbers && i < count; i++)
        numbers[i] = isfinite(numbers[i]) ? numbers[i] : 0;
}

void mq_deformed_fill(maq_motion *motion, uint32_t node, uint32_t flags,
                      const maq_deformed_mesh *out) {
    size_t count = motion->scene->meshes[motion->scene->nodes[node].mesh].vertex_count;
    maq_motion_mesh(motion, node, out, flags);
    replace_non_finite(out->positions ? out->positions[0] : NULL, count * 3);
    replace_non_finite(out->uvs ? out->uvs[0] : NULL, count * 2);
}

bool mq_deformed_store(mq_arena *arena, const maq_deformed_mesh *moved, maq_scene_mesh *mesh) {
    typedef const float(*uv_set)[2];
    uv_set *sets = MQ_NEW_ARRAY(arena, uv_set, mesh->uv_set_count);
    if (!sets)
        return false;
    for (uint32_t i = 0; i < mesh->uv_set_count; i++)
        sets[i] = i == 0 ? (uv_set)moved->uvs : mesh->uvs[i];
    mesh->uvs = sets;
    mesh->positions = (const float(*)[3])moved->positions;
    mesh->normals = (const float(*)[3])moved->normals;
    mesh->tangents = (const float(*)[4])moved->tangents;
    mesh->influence_count = mesh->shape_count = 0;
    mesh->extras = NULL;
    return true;
}

void mq_share_static_parts(const maq_scene *scene, mq_scene_builder *builder) {
    builder->scene.extras = scene->extras;
    for (uint32_t i = 0; i < scene->material_count; i++)
        mq_scene_add_material(builder, &scene->materials[i]);
    for (uint32_t i = 0; i < scene->box_count; i++)
        mq_scene_add_box(builder, &scene->boxes[i]);
    for (uint32_t i = 0; i < scene->event_count; i++)
        mq_scene_add_event(builder, &scene->events[i]);
}

// A file name with another number in place of its last one, in at least as many digits.
static const char *renumbered(mq_arena *arena, const char *file, uint32_t number) {
    size_t end = strlen(file);
    while (end > 0 && (file[end - 1] < '0' || file[end - 1] > '9'))
        end--;
    size_t start = end;
    while (start > 0 && file[start - 1] >= '0' && file[start - 1] <= '9')
        start--;
    if (start == end)
        return file;
    return mq_arena_format(arena, "%.*s%0*u%s", (int)start, file, (int)(end - start), number,
                           file + end);
}

// Materials whose frames are images show the image of the pose.
static void show_frame_images(const maq_motion *motion, const maq_pose *pose,
                              mq_scene_builder *builder) {
    for (uint32_t i = 0; i < builder->scene.material_count; i++) {
        maq_scene_material *material =
            MQ_WRITABLE(maq_scene_material, &builder->scene.materials[i]);
        if (material->frames.kind != MAQ_FRAMES_IMAGES)
            continue;
        maq_scene_texture *textures =
            MQ_NEW_ARRAY(builder->arena, maq_scene_texture, material->texture_count);
        for (uint32_t k = 0; textures && k < material->texture_count; k++) {
            textures[k] = motion->scene->materials[i].textures[k];
            if (textures[k].file)
                textures[k].file = renumbered(builder->arena, textures[k].file, pose->frames[i]);
        }
        material->textures = textures;
        material->texture_count = textures ? material->texture_count : 0;
        material->frames = (maq_scene_frames){.columns = 1};
        material->extras = NULL;
    }
}

// The mesh of a node in the current pose, in the space of the node.
static uint32_t add_mesh(maq_motion *motion, uint32_t node, mq_scene_builder *builder) {
    maq_scene_mesh mesh = motion->scene->meshes[motion->scene->nodes[node].mesh];
    maq_deformed_mesh moved;
    if (!mq_deformed_alloc(builder->arena, &mesh, &moved))
        return MAQ_SCENE_NONE;
    mq_deformed_fill(motion, node, MAQ_IN_NODE_SPACE, &moved);
    return mq_deformed_store(builder->arena, &moved, &mesh) ? mq_scene_add_mesh(builder, &mesh)
                                                            : MAQ_SCENE_NONE;
}

maq_status mq_motion_pose_scene(maq_motion *motion, mq_arena *arena, maq_scene *out,
                                mq_pose_scene_losses *losses) {
    mq_scene_builder made, *builder = &made;
    mq_scene_begin(&made, arena, NULL);
    const maq_scene *scene = motion->scene;
    const maq_pose *pose = maq_motion_current_pose(motion);
    *losses = (mq_pose_scene_losses){.clips = scene->clip_count};
    if (too_large(motion))
        return MAQ_OVER_LIMIT;
    uint32_t *shared = MQ_NEW_ARRAY(arena, uint32_t, scene->mesh_count); // 1 + its number
    mq_share_static_parts(scene, builder);
    show_frame_images(motion, pose, builder);
    for (uint32_t i = 0; shared && i < scene->node_count; i++) {
        maq_scene_node node = scene->nodes[i];
        losses->skins += node.skin != MAQ_SCENE_NONE;
        node.rest = pose->locals[i];
        node.skin = MAQ_SCENE_NONE;
        node.extras = NULL;
        if (node.kind == MAQ_NODE_JOINT)
            node.kind = MAQ_NODE_GROUP;
        uint32_t mesh = node.mesh;
        node.mesh = MAQ_SCENE_NONE;
        if (mesh != MAQ_SCENE_NONE && !pose->visible[i])
            losses->hidden++;
        if (mesh != MAQ_SCENE_NONE && pose->visible[i]) {
            losses->shapes += scene->meshes[mesh].shape_count;
            if (is_moved(motion, i))
                node.mesh = add_mesh(motion, i, builder);
            else if (shared[mesh] == 0)
                shared[mesh] = 1 + (node.mesh = mq_scene_add_mesh(builder, &scene->meshes[mesh]));
            else
                node.mesh = shared[mesh] - 1;
        }
        mq_scene_add_node(builder, &node);
    }
    *out = made.scene;
    out->node_order = scene->node_order;
    return mq_arena_status(arena);
}
