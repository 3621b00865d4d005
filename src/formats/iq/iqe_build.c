// SPDX-License-Identifier: MIT
//
// Documents that no file was read for: whether a caller's struct is what the header asks for, as far
// as can be told.
#include <string.h>

#include "formats/iq/iqe_priv.h"

// Rows whose numbers are there, and no more than `most` of them in each.
static bool sound_rows(const maq_iqe_rows *rows, unsigned most) {
    if (rows->count > INT32_MAX || rows->width > most ||
        (!rows->values && rows->count && rows->width))
        return false;
    for (uint32_t i = 0; rows->given && i < rows->count; i++) {
        if (rows->given[i] > rows->width)
            return false;
    }
    return true;
}

// Where each of `count` lists begins; `items` is what they hold.
static bool sound_firsts(const uint32_t *first, uint32_t count, const void *items) {
    if (count == 0)
        return true;
    if (!first || count > INT32_MAX || first[0] != 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (first[i + 1] < first[i])
            return false;
    }
    return items || first[count] == 0;
}

static bool sound_vertices(const maq_iqe *iqe) {
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        if (!sound_rows(&iqe->lists[list], mq_iqe_most[list]))
            return false;
    }
    const maq_iqe_blends *blends = &iqe->blends;
    return sound_firsts(blends->first, blends->count, blends->joints) &&
           sound_firsts(blends->first, blends->count, blends->weights) &&
           sound_firsts(iqe->faces.first, iqe->faces.count, iqe->faces.corners) &&
           sound_firsts(iqe->edges.first, iqe->edges.count, iqe->edges.smooth) &&
           (iqe->smooth_indices || iqe->smooth_index_count == 0);
}

static bool sound_parts(const maq_iqe *iqe) {
    maq_iqe_part before = {0};
    if (!iqe->parts || iqe->part_count == 0)
        return false;
    for (uint32_t i = 0; i < iqe->part_count; i++) {
        const maq_iqe_part *part = &iqe->parts[i];
        bool first = i == 0;
        if (!part->mesh || !part->material || part->first_vertex < before.first_vertex ||
            part->first_face < before.first_face ||
            part->first_vertex > iqe->lists[MAQ_IQE_POSITION].count ||
            part->first_face > iqe->faces.count ||
            (first && (part->first_vertex != 0 || part->first_face != 0)) ||
            (part->mesh_vertex != part->first_vertex && part->mesh_vertex != before.mesh_vertex))
            return false;
        before = *part;
    }
    return true;
}

static bool sound_poses(const maq_iqe *iqe) {
    const maq_iqe_poses *poses = &iqe->poses;
    if (!sound_rows(&poses->rows, IQE_POSE_MOST) || poses->base_count > poses->rows.count)
        return false;
    for (uint32_t i = 0; i < poses->rows.count; i++) {
        unsigned kind = poses->kinds ? poses->kinds[i] : MAQ_IQE_PQ;
        if (kind > MAQ_IQE_PA || mq_iqe_given(&poses->rows, i) > mq_iqe_pose_most[kind])
            return false;
    }
    return true;
}

static bool sound_animations(const maq_iqe *iqe) {
    uint64_t frames = 0;
    if ((!iqe->animations && iqe->animation_count) || (!iqe->frames && iqe->frame_count))
        return false;
    for (uint32_t i = 0; i < iqe->animation_count; i++) {
        const maq_iqe_animation *animation = &iqe->animations[i];
        if (!animation->name || animation->first_frame != frames)
            return false;
        frames += animation->frame_count;
        if (frames > iqe->frame_count)
            return false;
    }
    // The poses behind those of the skeleton are those of the frames.
    uint32_t pose = iqe->poses.base_count;
    for (uint32_t i = 0; i < iqe->frame_count; i++) {
        uint32_t first = iqe->frames[i].first_pose;
        if (first < pose || first > iqe->poses.rows.count || (i == 0 && first != pose))
            return false;
        pose = first;
    }
    return frames == iqe->frame_count && (iqe->frame_count || pose == iqe->poses.rows.count);
}

static bool sound_texts(const maq_iqe *iqe) {
    if ((!iqe->formats && iqe->format_count) || (!iqe->joints && iqe->joint_count) ||
        (!iqe->remarks && iqe->remark_count))
        return false;
    for (uint32_t i = 0; i < iqe->format_count; i++) {
        const maq_iqe_format *format = &iqe->formats[i];
        if (!format->type || !format->component || !format->name)
            return false;
    }
    for (uint32_t i = 0; i < iqe->joint_count; i++) {
        if (!iqe->joints[i].name)
            return false;
    }
    for (uint32_t i = 0; i < iqe->remark_count; i++) {
        const char *remark = iqe->remarks[i];
        if (!remark || remark[0] != '#' || strchr(remark, '\n'))
            return false;
    }
    return !iqe->has_comment ||
           (iqe->comment_length <= SIZE_MAX - 1 && (iqe->comment || iqe->comment_length == 0));
}

maq_status maq_document_from_iqe(const maq_iqe *iqe, const maq_memory *memory, maq_document **out) {
    if (!out)
        return MAQ_BAD_ARGUMENT;
    *out = NULL;
    if (!iqe || !sound_vertices(iqe) || !sound_parts(iqe) || !sound_poses(iqe) ||
        !sound_animations(iqe) || !sound_texts(iqe))
        return MAQ_BAD_ARGUMENT;
    maq_document *document =
        mq_document_new(memory, &mq_iqe_format, &mq_iqe_format.description.variants[0], 0);
    if (!document)
        return MAQ_NO_MEMORY;
    document->content = mq_iqe_copy(document->arena, iqe);
    if (!document->content) {
        maq_status status = mq_arena_status(document->arena);
        maq_close(document);
        return status;
    }
    *out = document;
    return MAQ_OK;
}
