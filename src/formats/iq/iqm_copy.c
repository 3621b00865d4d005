// SPDX-License-Identifier: MIT
//
// Copies of IQM documents, for conversions and for documents that callers make.
#include <string.h>

#include "base/checked.h"
#include "formats/iq/iqm_priv.h"

// A copy of `count` elements; `*good` becomes false when there is no memory for it.
static void *copy_array(mq_arena *arena, const void *from, size_t count, size_t size, bool *good) {
    if (count == 0)
        return NULL;
    void *copy = mq_arena_alloc(arena, count, size, alignof(max_align_t));
    if (copy)
        memcpy(copy, from, count * size);
    else
        *good = false;
    return copy;
}

#define COPY(field, count, element) copy_array(arena, iqm->field, (count), (element), &good)

static void forget_places(maq_iqm *iqm, maq_iqm_mesh *meshes, maq_iqm_array *arrays,
                          maq_iqm_joint *joints, maq_iqm_pose *poses, maq_iqm_anim *anims,
                          maq_iqm_bounds *bounds, maq_iqm_extension *extensions) {
    for (uint32_t i = 0; i < iqm->mesh_count; i++)
        meshes[i].offset = MAQ_IQM_NO_OFFSET;
    for (uint32_t i = 0; i < iqm->array_count; i++)
        arrays[i].offset = arrays[i].data_offset = MAQ_IQM_NO_OFFSET;
    for (uint32_t i = 0; i < iqm->joint_count; i++)
        joints[i].offset = MAQ_IQM_NO_OFFSET;
    for (uint32_t i = 0; i < iqm->pose_count; i++)
        poses[i].offset = MAQ_IQM_NO_OFFSET;
    for (uint32_t i = 0; i < iqm->anim_count; i++)
        anims[i].offset = MAQ_IQM_NO_OFFSET;
    for (uint32_t i = 0; i < iqm->bounds_count; i++)
        bounds[i].offset = MAQ_IQM_NO_OFFSET;
    for (uint32_t i = 0; i < iqm->extension_count; i++)
        extensions[i].offset = extensions[i].data_offset = MAQ_IQM_NO_OFFSET;
    iqm->text_offset = iqm->triangles_offset = iqm->adjacency_offset = MAQ_IQM_NO_OFFSET;
    iqm->frames_offset = iqm->bounds_offset = iqm->comment_offset = MAQ_IQM_NO_OFFSET;
}

maq_iqm *mq_iqm_copy(mq_arena *arena, const maq_iqm *iqm) {
    maq_iqm *copy = MQ_NEW(arena, maq_iqm);
    if (!copy)
        return NULL;
    bool good = true;
    *copy = *iqm;
    size_t numbers = 0;
    // What is there in memory has a size that fits; from a caller it may be a lie.
    if (iqm->frames && !mq_multiply_size(iqm->frame_count, iqm->channel_count, &numbers))
        return NULL;
    maq_iqm_mesh *meshes = COPY(meshes, iqm->mesh_count, sizeof *meshes);
    maq_iqm_array *arrays = COPY(arrays, iqm->array_count, sizeof *arrays);
    maq_iqm_joint *joints = COPY(joints, iqm->joint_count, sizeof *joints);
    maq_iqm_pose *poses = COPY(poses, iqm->pose_count, sizeof *poses);
    maq_iqm_anim *anims = COPY(anims, iqm->anim_count, sizeof *anims);
    maq_iqm_bounds *bounds = COPY(bounds, iqm->bounds_count, sizeof *bounds);
    maq_iqm_extension *extensions = COPY(extensions, iqm->extension_count, sizeof *extensions);
    copy->triangles = COPY(triangles, iqm->triangle_count, IQM_TRIANGLE_SIZE);
    copy->adjacency = COPY(adjacency, iqm->adjacency ? iqm->triangle_count : 0, IQM_TRIANGLE_SIZE);
    copy->frames = COPY(frames, numbers, 2);
    copy->comment = COPY(comment, iqm->comment_size, 1);
    copy->text = mq_arena_text(arena, iqm->text, iqm->text_size);
    if (!good || !copy->text)
        return NULL;
    static const unsigned char nothing[1] = {0};
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        arrays[i].data = COPY(arrays[i].data, iqm->vertex_count, mq_iqm_stride(&arrays[i]));
        if (!arrays[i].data)
            arrays[i].data = nothing;
    }
    for (uint32_t i = 0; i < iqm->extension_count; i++) {
        extensions[i].data = COPY(extensions[i].data, extensions[i].size, 1);
        if (!extensions[i].data)
            extensions[i].data = nothing;
    }
    forget_places(copy, meshes, arrays, joints, poses, anims, bounds, extensions);
    copy->meshes = meshes;
    copy->arrays = arrays;
    copy->joints = joints;
    copy->poses = poses;
    copy->anims = anims;
    copy->bounds = bounds;
    copy->extensions = extensions;
    return good ? copy : NULL;
}

// Whether a caller's struct is what the header asks for, as far as can be told.
static bool is_sound(const maq_iqm *iqm) {
    bool good = iqm->version == 1 || iqm->version == 2;
    good = good && (iqm->text || iqm->text_size == 0) && (iqm->meshes || iqm->mesh_count == 0) &&
           (iqm->arrays || iqm->array_count == 0) && (iqm->joints || iqm->joint_count == 0) &&
           (iqm->poses || iqm->pose_count == 0) && (iqm->anims || iqm->anim_count == 0) &&
           (iqm->bounds || iqm->bounds_count == 0) && (iqm->comment || iqm->comment_size == 0) &&
           (iqm->triangles || iqm->triangle_count == 0) &&
           (iqm->extensions || iqm->extension_count == 0) &&
           (iqm->frames || iqm->frame_count == 0 || iqm->channel_count == 0) &&
           iqm->bounds_count <= iqm->frame_count;
    good = good && (iqm->text_size == 0 || iqm->text[iqm->text_size - 1] == 0);
    for (uint32_t i = 0; good && i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        good = mq_iqm_stride(array) > 0 && (array->data || iqm->vertex_count == 0);
    }
    for (uint32_t i = 0; good && i < iqm->extension_count; i++)
        good = iqm->extensions[i].data || iqm->extensions[i].size == 0;
    return good;
}

maq_status maq_document_from_iqm(const maq_iqm *iqm, const maq_memory *memory, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!iqm || !is_sound(iqm))
        return MAQ_BAD_ARGUMENT;
    maq_document *document =
        mq_document_new(memory, &mq_iqm_format, mq_iqm_variant(iqm->version), 0);
    if (!document)
        return MAQ_NO_MEMORY;
    document->content = mq_iqm_copy(document->arena, iqm);
    if (!document->content) {
        maq_status status = mq_arena_status(document->arena);
        maq_close(document);
        return status == MAQ_OK ? MAQ_BAD_ARGUMENT : status;
    }
    *out = document;
    return MAQ_OK;
}
