// SPDX-License-Identifier: MIT
//
// What is in an IQE model, in the terms that all formats share.
#include <math.h>
#include <string.h>

#include "formats/iq/iqe_meshes.h"

static void put_meshes(const maq_iqe *iqe, const iqe_meshes *meshes, mq_node *object) {
    uint64_t triangles = 0;
    mq_node *array = mq_put_array(object, "meshes");
    for (uint32_t i = 0; i < meshes->count; i++) {
        const iqe_mesh *mesh = &meshes->items[i];
        mq_node *one = mq_put_object(array, NULL);
        mq_put_bytes(one, "name", mesh->name, mq_iqe_name_length(mesh->name));
        mq_put_text(one, "role", "visual");
        mq_put_integer(one, "vertices", mesh->vertex_count);
        mq_put_integer(one, "triangles", mesh->triangle_count);
        mq_put_bytes(one, "material", mesh->material, mq_iqe_name_length(mesh->material));
        mq_put_integer(one, "uv_sets", iqe->lists[MAQ_IQE_TEXCOORD].count ? 1 : 0);
        mq_put_integer(one, "shapes", 0);
        mq_put_bool(one, "skinned", iqe->blends.count && iqe->joint_count);
        triangles += mesh->triangle_count;
    }
    mq_put_integer(object, "vertex_count", iqe->lists[MAQ_IQE_POSITION].count);
    mq_put_integer(object, "triangle_count", (int64_t)triangles);
}

static void put_materials(const iqe_meshes *meshes, mq_node *object) {
    mq_node *materials = mq_put_array(object, "materials");
    for (uint32_t i = 0; i < meshes->count; i++) {
        const iqe_mesh *mesh = &meshes->items[i];
        if (!mesh->first_of_material)
            continue;
        mq_node *one = mq_put_object(materials, NULL);
        mq_put_bytes(one, "name", mesh->material, mq_iqe_name_length(mesh->material));
        mq_put_object(one, "textures");
    }
}

static void put_clips(const maq_iqe *iqe, mq_node *object) {
    mq_node *clips = mq_put_array(object, "clips");
    for (uint32_t a = 0; a < iqe->animation_count; a++) {
        const maq_iqe_animation *animation = &iqe->animations[a];
        uint32_t frames = 0;
        for (uint32_t f = 0; f < animation->frame_count; f++)
            frames += maq_iqe_frame_poses(iqe, animation->first_frame + f) > 0;
        double rate =
            animation->framerate > 0 && isfinite(animation->framerate) ? animation->framerate : 0;
        mq_node *clip = mq_put_object(clips, NULL);
        mq_put_bytes(clip, "name", animation->name, mq_iqe_name_length(animation->name));
        mq_put_double(clip, "duration", rate > 0 ? frames / rate : 0);
        mq_put_integer(clip, "frames", frames);
        mq_put_double(clip, "rate", rate);
        mq_put_bool(clip, "loop", animation->loop);
    }
}

static void put_bounds(const maq_iqe *iqe, mq_node *object) {
    float lowest[3] = {INFINITY, INFINITY, INFINITY};
    float highest[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < iqe->lists[MAQ_IQE_POSITION].count; i++) {
        double at[4];
        mq_iqe_get(iqe, MAQ_IQE_POSITION, i, at);
        for (unsigned axis = 0; axis < 3; axis++) {
            float value = (float)at[axis];
            if (value < lowest[axis])
                lowest[axis] = value;
            if (value > highest[axis])
                highest[axis] = value;
        }
    }
    if (!(lowest[0] <= highest[0]) || !(lowest[1] <= highest[1]) || !(lowest[2] <= highest[2])) {
        mq_put_null(object, "bounds");
        return;
    }
    mq_node *bounds = mq_put_object(object, "bounds");
    mq_put_floats(bounds, "min", lowest, 3);
    mq_put_floats(bounds, "max", highest, 3);
}

void mq_iqe_info(const maq_document *document, mq_node *object) {
    const maq_iqe *iqe = document->content;
    mq_arena *scratch = mq_arena_new(NULL);
    iqe_meshes meshes = {0};
    if (scratch)
        mq_iqe_find_meshes(iqe, scratch, &meshes);
    put_meshes(iqe, &meshes, object);
    put_materials(&meshes, object);
    mq_arena_free(scratch);
    mq_node *joints = mq_put_array(object, "joints");
    for (uint32_t i = 0; i < iqe->joint_count; i++) {
        mq_node *joint = mq_put_object(joints, NULL);
        mq_put_bytes(joint, "name", iqe->joints[i].name, mq_iqe_name_length(iqe->joints[i].name));
        mq_put_integer(joint, "parent", iqe->joints[i].parent < 0 ? -1 : iqe->joints[i].parent);
    }
    put_clips(iqe, object);
    mq_put_array(object, "attachments");
    mq_put_array(object, "boxes");
    mq_put_array(object, "events");
    put_bounds(iqe, object);
}
