// SPDX-License-Identifier: MIT
//
// Everything an IQE document says, as a tree. What is equal here comes out as the same file.
#include <math.h>

#include "formats/iq/iqe_priv.h"

// One NaN for all of them, as the writer has one text for all of them.
static void put_double(mq_node *parent, const char *key, double value) {
    mq_put_double(parent, key, isnan(value) ? (double)NAN : value);
}

static void put_row(mq_node *parent, const maq_iqe_rows *rows, uint32_t row, const char *word) {
    mq_node *array = mq_put_array(parent, NULL);
    if (word)
        mq_put_text(array, NULL, word);
    for (uint32_t i = 0; i < mq_iqe_given_count(rows, row); i++)
        put_double(array, NULL, rows->values[(size_t)row * rows->width + i]);
}

static void put_poses(mq_node *parent, const char *key, const maq_iqe *iqe, uint32_t first,
                      uint32_t count) {
    static const char *const words[] = {"pq", "pm", "pa"};
    mq_node *poses = mq_put_array(parent, key);
    for (uint32_t i = first; i < first + count; i++)
        put_row(poses, &iqe->poses.rows, i, words[iqe->poses.kinds ? iqe->poses.kinds[i] : 0]);
}

static void put_lists(mq_node *object, const maq_iqe *iqe) {
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        const maq_iqe_rows *rows = &iqe->lists[list];
        if (rows->count == 0)
            continue;
        mq_node *array = mq_put_array(object, maq_iqe_list_command(list));
        for (uint32_t i = 0; i < rows->count; i++)
            put_row(array, rows, i, NULL);
    }
    if (iqe->blends.count) {
        mq_node *array = mq_put_array(object, "vb");
        for (uint32_t row = 0; row < iqe->blends.count; row++) {
            mq_node *pairs = mq_put_array(array, NULL);
            for (uint32_t i = iqe->blends.first[row]; i < iqe->blends.first[row + 1]; i++) {
                mq_put_integer(pairs, NULL, iqe->blends.joints[i]);
                put_double(pairs, NULL, iqe->blends.weights[i]);
            }
        }
    }
    if (iqe->smooth_index_count) {
        mq_node *array = mq_put_array(object, "vs");
        for (uint32_t i = 0; i < iqe->smooth_index_count; i++)
            mq_put_integer(array, NULL, iqe->smooth_indices[i]);
    }
}

static void put_parts(mq_node *object, const maq_iqe *iqe) {
    mq_node *parts = mq_put_array(object, "parts");
    for (uint32_t p = 0; p < iqe->part_count; p++) {
        const maq_iqe_part *part = &iqe->parts[p];
        mq_node *one = mq_put_object(parts, NULL);
        mq_put_text(one, "mesh", part->mesh);
        mq_put_text(one, "material", part->material);
        mq_put_integer(one, "first_vertex", part->first_vertex);
        mq_put_integer(one, "mesh_vertex", part->mesh_vertex);
        mq_put_integer(one, "smoothgroup", part->smooth_group);
        mq_put_bool(one, "smoothuv", part->smooth_uv);
        if (part->has_smooth_angle)
            put_double(one, "smoothangle", part->smooth_angle);
        mq_node *faces = mq_put_array(one, "faces");
        uint32_t end = part->first_face + mq_iqe_part_faces(iqe, p);
        for (uint32_t face = part->first_face; face < end; face++) {
            mq_node *corners = mq_put_array(faces, NULL);
            for (uint32_t i = iqe->faces.first[face]; i < iqe->faces.first[face + 1]; i++) {
                uint32_t corner = iqe->faces.corners[i];
                mq_put_integer(corners, NULL, corner == MAQ_IQE_NO_VERTEX ? -1 : (int64_t)corner);
            }
        }
    }
    if (iqe->edges.count) {
        mq_node *array = mq_put_array(object, "fs");
        for (uint32_t row = 0; row < iqe->edges.count; row++) {
            mq_node *flags = mq_put_array(array, NULL);
            for (uint32_t i = iqe->edges.first[row]; i < iqe->edges.first[row + 1]; i++)
                mq_put_integer(flags, NULL, iqe->edges.smooth[i]);
        }
    }
}

static void put_animations(mq_node *object, const maq_iqe *iqe) {
    mq_node *animations = mq_put_array(object, "animations");
    for (uint32_t a = 0; a < iqe->animation_count; a++) {
        const maq_iqe_animation *animation = &iqe->animations[a];
        mq_node *one = mq_put_object(animations, NULL);
        mq_put_text(one, "name", animation->name);
        if (animation->has_framerate)
            put_double(one, "framerate", animation->framerate);
        mq_put_bool(one, "loop", animation->loop);
        mq_node *frames = mq_put_array(one, "frames");
        for (uint32_t f = 0; f < animation->frame_count; f++) {
            uint32_t frame = animation->first_frame + f;
            put_poses(frames, NULL, iqe, iqe->frames[frame].first_pose,
                      maq_iqe_frame_poses(iqe, frame));
        }
    }
}

void mq_iqe_describe(const maq_document *document, mq_node *object) {
    const maq_iqe *iqe = document->content;
    mq_node *remarks = mq_put_array(object, "remarks");
    for (uint32_t i = 0; i < iqe->remark_count; i++)
        mq_put_text(remarks, NULL, iqe->remarks[i]);
    mq_node *formats = mq_put_array(object, "vertexarrays");
    for (uint32_t i = 0; i < iqe->format_count; i++) {
        const maq_iqe_format *format = &iqe->formats[i];
        mq_node *one = mq_put_object(formats, NULL);
        mq_put_text(one, "type", format->type);
        mq_put_text(one, "component", format->component);
        mq_put_integer(one, "size", format->size);
        mq_put_text(one, "name", format->name);
    }
    mq_node *joints = mq_put_array(object, "joints");
    for (uint32_t i = 0; i < iqe->joint_count; i++) {
        mq_node *one = mq_put_object(joints, NULL);
        mq_put_text(one, "name", iqe->joints[i].name);
        mq_put_integer(one, "parent", iqe->joints[i].parent);
    }
    put_poses(object, "base_poses", iqe, 0, iqe->poses.base_count);
    put_lists(object, iqe);
    put_parts(object, iqe);
    put_animations(object, iqe);
    if (iqe->has_comment)
        mq_put_bytes(object, "comment", iqe->comment, (size_t)iqe->comment_length);
    else
        mq_put_null(object, "comment");
}
