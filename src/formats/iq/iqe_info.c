// SPDX-License-Identifier: MIT
//
// The summary of an IQE model.
#include "base/info.h"
#include "formats/iq/iq_scene.h"
#include "formats/iq/iqe_meshes.h"

static mq_info_text name_text(const char *name) {
    return (mq_info_text){name, mq_iqe_name_length(name)};
}

static void add_meshes(mq_info *info, const maq_iqe *iqe, const iqe_meshes *meshes) {
    for (uint32_t i = 0; i < meshes->count; i++) {
        const iqe_mesh *mesh = &meshes->items[i];
        mq_info_add_mesh(
            info, &(mq_info_mesh_summary){.name = name_text(mesh->name),
                                          .vertices = mesh->vertex_count,
                                          .triangles = mesh->triangle_count,
                                          .uv_sets = iqe->lists[MAQ_IQE_TEXCOORD].count ? 1 : 0,
                                          .material = mesh->material_number,
                                          .skinned = iqe->blends.count && iqe->joint_count});
    }
    info->vertex_count = iqe->lists[MAQ_IQE_POSITION].count;
    mq_info_end_meshes(info);
    uint32_t next = 0;
    for (uint32_t i = 0; i < meshes->count; i++) {
        if (meshes->items[i].material_number != next)
            continue;
        mq_info_text name = name_text(meshes->items[i].material);
        mq_node *textures = mq_info_add_material(info, name);
        if (name.length)
            mq_put_bytes(textures, "diffuse", name.bytes, name.length);
        next++;
    }
}

static void add_clips(mq_info *info, const maq_iqe *iqe) {
    for (uint32_t a = 0; a < iqe->animation_count; a++) {
        const maq_iqe_animation *animation = &iqe->animations[a];
        uint32_t frames = 0;
        for (uint32_t f = 0; f < animation->frame_count; f++)
            frames += maq_iqe_frame_poses(iqe, animation->first_frame + f) > 0;
        double rate = animation->framerate > 0 ? animation->framerate : 0;
        mq_info_add_clip(info, &(mq_info_clip_summary){.name = name_text(animation->name),
                                                       .seconds = mq_iq_seconds(frames, rate),
                                                       .frames = frames,
                                                       .rate = rate,
                                                       .loop = animation->loop});
    }
}

void mq_iqe_info(const maq_document *document, mq_node *object) {
    const maq_iqe *iqe = document->content;
    mq_arena *arena = mq_node_arena(object), *scratch = mq_arena_scratch(arena);
    iqe_meshes meshes = {0};
    if (scratch)
        mq_iqe_find_meshes(iqe, scratch, &meshes);
    mq_info info = mq_info_begin(object);
    add_meshes(&info, iqe, &meshes);
    mq_arena_end_scratch(arena, scratch);
    for (uint32_t i = 0; i < iqe->joint_count; i++)
        mq_info_add_joint(&info, name_text(iqe->joints[i].name), iqe->joints[i].parent);
    add_clips(&info, iqe);
    for (uint32_t i = 0; i < iqe->lists[MAQ_IQE_POSITION].count; i++) {
        double at[3];
        mq_iqe_get_first(&iqe->lists[MAQ_IQE_POSITION], i, at, 3);
        mq_info_add_point(&info, (const float[3]){(float)at[0], (float)at[1], (float)at[2]});
    }
    mq_info_end(&info);
}

void mq_iqe_counts(const maq_document *document, mq_counts *out) {
    const maq_iqe *iqe = document->content;
    mq_arena *scratch = mq_arena_new(mq_arena_memory(document->arena));
    iqe_meshes meshes = {0};
    if (scratch)
        mq_iqe_find_meshes(iqe, scratch, &meshes);
    *out = (mq_counts){meshes.count, iqe->animation_count};
    mq_arena_free(scratch);
}
