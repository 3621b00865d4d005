// SPDX-License-Identifier: MIT
//
// A document's content once more, in another arena.
#include <string.h>

#include "formats/iq/iqe_priv.h"

static void *copy_array(mq_arena *arena, const void *items, size_t count, size_t size) {
    if (count == 0 || !items)
        return NULL;
    void *copy = mq_arena_alloc(arena, count, size, alignof(max_align_t));
    if (copy)
        memcpy(copy, items, count * size);
    return copy;
}
#define COPY(arena, items, count) copy_array((arena), (items), (count), sizeof *(items))

static const char *copy_text(mq_arena *arena, const char *text) {
    return mq_arena_text(arena, text, strlen(text));
}

static void copy_rows(mq_arena *arena, maq_iqe_rows *rows) {
    rows->values = COPY(arena, rows->values, (size_t)rows->count * rows->width);
    rows->given = COPY(arena, rows->given, rows->count);
}

// The end of the items of a list of lists.
static size_t item_count(const uint32_t *first, uint32_t count) {
    return count ? first[count] : 0;
}

static void copy_masses(mq_arena *arena, maq_iqe *copy) {
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++)
        copy_rows(arena, &copy->lists[list]);
    size_t pairs = item_count(copy->blends.first, copy->blends.count);
    copy->blends.first = COPY(arena, copy->blends.first, (size_t)copy->blends.count + 1);
    copy->blends.joints = COPY(arena, copy->blends.joints, pairs);
    copy->blends.weights = COPY(arena, copy->blends.weights, pairs);
    copy->smooth_indices = COPY(arena, copy->smooth_indices, copy->smooth_index_count);
    size_t corners = item_count(copy->faces.first, copy->faces.count);
    copy->faces.first = COPY(arena, copy->faces.first, (size_t)copy->faces.count + 1);
    copy->faces.corners = COPY(arena, copy->faces.corners, corners);
    size_t flags = item_count(copy->edges.first, copy->edges.count);
    copy->edges.first = COPY(arena, copy->edges.first, (size_t)copy->edges.count + 1);
    copy->edges.smooth = COPY(arena, copy->edges.smooth, flags);
    copy_rows(arena, &copy->poses.rows);
    copy->poses.kinds = COPY(arena, copy->poses.kinds, copy->poses.rows.count);
}

maq_iqe *mq_iqe_copy(mq_arena *arena, const maq_iqe *iqe) {
    maq_iqe *copy = MQ_NEW(arena, maq_iqe);
    if (!copy)
        return NULL;
    *copy = *iqe;
    copy_masses(arena, copy);
    maq_iqe_part *parts = copy_array(arena, iqe->parts, iqe->part_count, sizeof *parts);
    for (uint32_t i = 0; parts && i < iqe->part_count; i++) {
        parts[i].mesh = copy_text(arena, parts[i].mesh);
        parts[i].material = copy_text(arena, parts[i].material);
        parts[i].offset = MAQ_IQE_NO_OFFSET;
    }
    copy->parts = parts;
    maq_iqe_format *formats = copy_array(arena, iqe->formats, iqe->format_count, sizeof *formats);
    for (uint32_t i = 0; formats && i < iqe->format_count; i++) {
        formats[i].type = copy_text(arena, formats[i].type);
        formats[i].component = copy_text(arena, formats[i].component);
        formats[i].name = copy_text(arena, formats[i].name);
        formats[i].offset = MAQ_IQE_NO_OFFSET;
    }
    copy->formats = formats;
    maq_iqe_joint *joints = copy_array(arena, iqe->joints, iqe->joint_count, sizeof *joints);
    for (uint32_t i = 0; joints && i < iqe->joint_count; i++) {
        joints[i].name = copy_text(arena, joints[i].name);
        joints[i].offset = MAQ_IQE_NO_OFFSET;
    }
    copy->joints = joints;
    maq_iqe_animation *animations =
        copy_array(arena, iqe->animations, iqe->animation_count, sizeof *animations);
    for (uint32_t i = 0; animations && i < iqe->animation_count; i++) {
        animations[i].name = copy_text(arena, animations[i].name);
        animations[i].offset = MAQ_IQE_NO_OFFSET;
    }
    copy->animations = animations;
    maq_iqe_frame *frames = copy_array(arena, iqe->frames, iqe->frame_count, sizeof *frames);
    for (uint32_t i = 0; frames && i < iqe->frame_count; i++)
        frames[i].offset = MAQ_IQE_NO_OFFSET;
    copy->frames = frames;
    const char **remarks = copy_array(arena, iqe->remarks, iqe->remark_count, sizeof *remarks);
    for (uint32_t i = 0; remarks && i < iqe->remark_count; i++)
        remarks[i] = copy_text(arena, remarks[i]);
    copy->remarks = remarks;
    copy->comment_offset = MAQ_IQE_NO_OFFSET;
    if (iqe->has_comment)
        copy->comment = mq_arena_text(arena, iqe->comment, (size_t)iqe->comment_length);
    return mq_arena_status(arena) == MAQ_OK ? copy : NULL;
}
