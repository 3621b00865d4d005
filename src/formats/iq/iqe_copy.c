// SPDX-License-Identifier: MIT
//
// Documents that no file was read for: deep copies, and the check of a struct that a caller filled.
#include <stddef.h>
#include <string.h>

#include "base/copying.h"
#include "formats/iq/iqe_priv.h"

// ---------------------------------------------------------------------------------------- copies

// Copies of numbers. An array without any is not NULL: rows of no numbers may point into it.
static const void *copy_numbers(mq_copying *copying, const void *items, size_t count, size_t size) {
    static const double nothing[1] = {0};
    return count ? mq_copy_items(copying, items, count, size, alignof(max_align_t)) : nothing;
}
#define COPY(copying, items, count) copy_numbers((copying), (items), (count), sizeof *(items))

static void copy_rows(mq_copying *copying, maq_iqe_rows *rows) {
    rows->values = COPY(copying, rows->values, (size_t)rows->count * rows->width);
    if (rows->given)
        rows->given = COPY(copying, rows->given, rows->count);
}

// Where each of `count` lists begins, and the last one ends; NULL when there are none.
static const uint32_t *copy_firsts(mq_copying *copying, const uint32_t *first, uint32_t count) {
    return count ? MQ_COPY_ARRAY(copying, uint32_t, first, (size_t)count + 1) : NULL;
}

// The end of the items of a list of lists.
static size_t item_count(const uint32_t *first, uint32_t count) {
    return count ? first[count] : 0;
}

static void copy_rows_of_all_lists(mq_copying *copying, maq_iqe *copy) {
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++)
        copy_rows(copying, &copy->lists[list]);
    size_t pairs = item_count(copy->blends.first, copy->blends.count);
    copy->blends.first = copy_firsts(copying, copy->blends.first, copy->blends.count);
    copy->blends.joints = COPY(copying, copy->blends.joints, pairs);
    copy->blends.weights = COPY(copying, copy->blends.weights, pairs);
    copy->smooth_indices = COPY(copying, copy->smooth_indices, copy->smooth_index_count);
    size_t corners = item_count(copy->faces.first, copy->faces.count);
    copy->faces.first = copy_firsts(copying, copy->faces.first, copy->faces.count);
    copy->faces.corners = COPY(copying, copy->faces.corners, corners);
    size_t flags = item_count(copy->edges.first, copy->edges.count);
    copy->edges.first = copy_firsts(copying, copy->edges.first, copy->edges.count);
    copy->edges.smooth = COPY(copying, copy->edges.smooth, flags);
    copy_rows(copying, &copy->poses.rows);
    if (copy->poses.kinds)
        copy->poses.kinds = COPY(copying, copy->poses.kinds, copy->poses.rows.count);
}

// A kind of record: its size, where its offset in the file is, and where its texts are.
typedef struct record {
    size_t size, offset, text_count, texts[3];
} record;

static const record part_record = {
    sizeof(maq_iqe_part),
    offsetof(maq_iqe_part, offset),
    2,
    {offsetof(maq_iqe_part, mesh), offsetof(maq_iqe_part, material)}};
static const record format_record = {sizeof(maq_iqe_format),
                                     offsetof(maq_iqe_format, offset),
                                     3,
                                     {offsetof(maq_iqe_format, type),
                                      offsetof(maq_iqe_format, component),
                                      offsetof(maq_iqe_format, name)}};
static const record joint_record = {
    sizeof(maq_iqe_joint), offsetof(maq_iqe_joint, offset), 1, {offsetof(maq_iqe_joint, name)}};
static const record animation_record = {sizeof(maq_iqe_animation),
                                        offsetof(maq_iqe_animation, offset),
                                        1,
                                        {offsetof(maq_iqe_animation, name)}};
static const record frame_record = {sizeof(maq_iqe_frame), offsetof(maq_iqe_frame, offset), 0, {0}};

static void *copy_records(mq_copying *copying, const record *r, const void *items, uint32_t count) {
    char *copies = mq_copy_items(copying, items, count, r->size, alignof(max_align_t));
    for (uint32_t i = 0; copies && i < count; i++) {
        char *item = copies + i * r->size;
        for (size_t t = 0; t < r->text_count; t++) {
            const char **text = (const char **)(void *)(item + r->texts[t]);
            *text = mq_copy_text(copying, *text);
        }
        *(uint64_t *)(void *)(item + r->offset) = MAQ_IQE_NO_OFFSET;
    }
    return copies;
}

maq_iqe *mq_iqe_copy(mq_arena *arena, const maq_iqe *iqe) {
    maq_iqe *copy = MQ_NEW(arena, maq_iqe);
    if (!copy)
        return NULL;
    mq_copying copying = {arena, true};
    *copy = *iqe;
    copy_rows_of_all_lists(&copying, copy);
    copy->parts = copy_records(&copying, &part_record, iqe->parts, iqe->part_count);
    copy->formats = copy_records(&copying, &format_record, iqe->formats, iqe->format_count);
    copy->joints = copy_records(&copying, &joint_record, iqe->joints, iqe->joint_count);
    copy->animations =
        copy_records(&copying, &animation_record, iqe->animations, iqe->animation_count);
    copy->frames = copy_records(&copying, &frame_record, iqe->frames, iqe->frame_count);
    const char **remarks = MQ_COPY_ARRAY(&copying, const char *, iqe->remarks, iqe->remark_count);
    for (uint32_t i = 0; remarks && i < iqe->remark_count; i++)
        remarks[i] = mq_copy_text(&copying, remarks[i]);
    copy->remarks = remarks;
    copy->comment_offset = MAQ_IQE_NO_OFFSET;
    if (iqe->has_comment)
        copy->comment = mq_arena_text(arena, iqe->comment, (size_t)iqe->comment_length);
    return copying.ok && mq_arena_status(arena) == MAQ_OK ? copy : NULL;
}

// ------------------------------------------------------------------------------ callers' structs

// Rows whose numbers are there, and no more than `most` of them in each.
static bool valid_rows(const maq_iqe_rows *rows, unsigned most) {
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
static bool valid_firsts(const uint32_t *first, uint32_t count, const void *items) {
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

static bool valid_vertices(const maq_iqe *iqe) {
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        if (!valid_rows(&iqe->lists[list], mq_iqe_max_numbers[list]))
            return false;
    }
    const maq_iqe_blends *blends = &iqe->blends;
    return valid_firsts(blends->first, blends->count, blends->joints) &&
           valid_firsts(blends->first, blends->count, blends->weights) &&
           valid_firsts(iqe->faces.first, iqe->faces.count, iqe->faces.corners) &&
           valid_firsts(iqe->edges.first, iqe->edges.count, iqe->edges.smooth) &&
           (iqe->smooth_indices || iqe->smooth_index_count == 0);
}

static bool valid_parts(const maq_iqe *iqe) {
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

static bool valid_poses(const maq_iqe *iqe) {
    const maq_iqe_poses *poses = &iqe->poses;
    if (!valid_rows(&poses->rows, IQE_POSE_MAX) || poses->base_count > poses->rows.count)
        return false;
    for (uint32_t i = 0; i < poses->rows.count; i++) {
        unsigned kind = poses->kinds ? poses->kinds[i] : MAQ_IQE_PQ;
        if (kind > MAQ_IQE_PA ||
            mq_iqe_given_count(&poses->rows, i) > mq_iqe_pose_max_numbers[kind])
            return false;
    }
    return true;
}

static bool valid_animations(const maq_iqe *iqe) {
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

static bool valid_texts(const maq_iqe *iqe) {
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
    if (!iqe || !valid_vertices(iqe) || !valid_parts(iqe) || !valid_poses(iqe) ||
        !valid_animations(iqe) || !valid_texts(iqe))
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
