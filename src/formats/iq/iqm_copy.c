// SPDX-License-Identifier: MIT
//
// Copies of IQM documents, for conversions and for documents that callers make.
#include <stddef.h>
#include <string.h>

#include "base/checked.h"
#include "base/copying.h"
#include "formats/iq/iqm_priv.h"

// Records without their offset in a file, which is a u32 at `offset` in each.
static void *copy_records(mq_copying *copying, const void *items, uint32_t count, size_t size,
                          size_t offset) {
    char *copies = mq_copy_items(copying, items, count, size, alignof(max_align_t));
    for (uint32_t i = 0; copies && i < count; i++)
        *(uint32_t *)(void *)(copies + i * size + offset) = MAQ_IQM_NO_OFFSET;
    return copies;
}
#define COPY_RECORDS(type, items, count)                                                           \
    copy_records(&copying, (items), (count), sizeof(type), offsetof(type, offset))
#define COPY_ROWS(items, count, size) mq_copy_items(&copying, (items), (count), (size), 1)

// Data is never NULL, even where there is none.
static const unsigned char *copy_data(mq_copying *copying, const unsigned char *data, size_t count,
                                      size_t size) {
    static const unsigned char nothing[1] = {0};
    return count && size ? mq_copy_items(copying, data, count, size, 1) : nothing;
}

maq_iqm *mq_iqm_copy(mq_arena *arena, const maq_iqm *iqm) {
    maq_iqm *copy = MQ_NEW(arena, maq_iqm);
    // What is there in memory has a size that fits; from a caller it may be a lie.
    size_t numbers = 0;
    if (!copy || (iqm->frames && !mq_multiply_size(iqm->frame_count, iqm->channel_count, &numbers)))
        return NULL;
    mq_copying copying = {arena, true};
    *copy = *iqm;
    maq_iqm_array *arrays = COPY_RECORDS(maq_iqm_array, iqm->arrays, iqm->array_count);
    maq_iqm_extension *extensions =
        COPY_RECORDS(maq_iqm_extension, iqm->extensions, iqm->extension_count);
    copy->meshes = COPY_RECORDS(maq_iqm_mesh, iqm->meshes, iqm->mesh_count);
    copy->joints = COPY_RECORDS(maq_iqm_joint, iqm->joints, iqm->joint_count);
    copy->poses = COPY_RECORDS(maq_iqm_pose, iqm->poses, iqm->pose_count);
    copy->anims = COPY_RECORDS(maq_iqm_anim, iqm->anims, iqm->anim_count);
    copy->bounds = COPY_RECORDS(maq_iqm_bounds, iqm->bounds, iqm->bounds_count);
    copy->triangles = COPY_ROWS(iqm->triangles, iqm->triangle_count, IQM_TRIANGLE_SIZE);
    if (iqm->adjacency)
        copy->adjacency = COPY_ROWS(iqm->adjacency, iqm->triangle_count, IQM_TRIANGLE_SIZE);
    copy->frames = COPY_ROWS(iqm->frames, numbers, 2);
    copy->comment = COPY_ROWS(iqm->comment, iqm->comment_size, 1);
    copy->text = mq_arena_text(arena, iqm->text, iqm->text_size);
    for (uint32_t i = 0; arrays && i < iqm->array_count; i++) {
        arrays[i].data =
            copy_data(&copying, arrays[i].data, iqm->vertex_count, mq_iqm_stride(&arrays[i]));
        arrays[i].data_offset = MAQ_IQM_NO_OFFSET;
    }
    for (uint32_t i = 0; extensions && i < iqm->extension_count; i++) {
        extensions[i].data = copy_data(&copying, extensions[i].data, extensions[i].size, 1);
        extensions[i].data_offset = MAQ_IQM_NO_OFFSET;
    }
    copy->arrays = arrays;
    copy->extensions = extensions;
    copy->text_offset = copy->triangles_offset = copy->adjacency_offset = MAQ_IQM_NO_OFFSET;
    copy->frames_offset = copy->bounds_offset = copy->comment_offset = MAQ_IQM_NO_OFFSET;
    return copying.ok && copy->text ? copy : NULL;
}

// Whether a caller's struct meets the contract of the header, as far as this can be checked.
static bool is_valid(const maq_iqm *iqm) {
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
    if (!iqm || !is_valid(iqm))
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
