// SPDX-License-Identifier: MIT
//
// Any bytes as IQE: reading, and everything that a caller can ask of what came of it.
#include "fuzz.h"
#include "maquette/iqe.h"

static void touch_rows(const maq_iqe_rows *rows) {
    fuzz_touch(rows->values, (size_t)rows->count * rows->width * sizeof *rows->values);
    if (rows->given)
        fuzz_touch(rows->given, rows->count);
}

// A list of lists: each begins where the one before ends.
static size_t touch_firsts(const uint32_t *first, uint32_t count) {
    if (count == 0)
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        if (first[i] > first[i + 1])
            abort();
    }
    return first[count];
}

static void touch_animations(const maq_iqe *iqe) {
    uint32_t frames = 0;
    for (uint32_t i = 0; i < iqe->animation_count; i++) {
        fuzz_touch_text(iqe->animations[i].name);
        if (iqe->animations[i].first_frame != frames)
            abort();
        frames += iqe->animations[i].frame_count;
    }
    uint64_t poses = iqe->poses.base_count;
    for (uint32_t i = 0; i < iqe->frame_count; i++)
        poses += maq_iqe_frame_poses(iqe, i);
    if (frames != iqe->frame_count || poses != iqe->poses.rows.count)
        abort();
}

static void touch_iqe(const maq_document *document) {
    const maq_iqe *iqe = maq_document_iqe(document);
    for (unsigned list = 0; list < MAQ_IQE_LIST_COUNT; list++) {
        touch_rows(&iqe->lists[list]);
        fuzz_touch_text(maq_iqe_list_command(list));
    }
    size_t pairs = touch_firsts(iqe->blends.first, iqe->blends.count);
    fuzz_touch(iqe->blends.joints, pairs * sizeof *iqe->blends.joints);
    fuzz_touch(iqe->blends.weights, pairs * sizeof *iqe->blends.weights);
    fuzz_touch(iqe->smooth_indices, iqe->smooth_index_count * sizeof *iqe->smooth_indices);
    size_t corners = touch_firsts(iqe->faces.first, iqe->faces.count);
    fuzz_touch(iqe->faces.corners, corners * sizeof *iqe->faces.corners);
    fuzz_touch(iqe->edges.smooth, touch_firsts(iqe->edges.first, iqe->edges.count));
    if (iqe->part_count == 0)
        abort();
    for (uint32_t i = 0; i < iqe->part_count; i++) {
        fuzz_touch_text(iqe->parts[i].mesh);
        fuzz_touch_text(iqe->parts[i].material);
    }
    for (uint32_t i = 0; i < iqe->format_count; i++) {
        fuzz_touch_text(iqe->formats[i].type);
        fuzz_touch_text(iqe->formats[i].component);
        fuzz_touch_text(iqe->formats[i].name);
    }
    for (uint32_t i = 0; i < iqe->joint_count; i++)
        fuzz_touch_text(iqe->joints[i].name);
    touch_rows(&iqe->poses.rows);
    if (iqe->poses.kinds)
        fuzz_touch(iqe->poses.kinds, iqe->poses.rows.count);
    touch_animations(iqe);
    for (uint32_t i = 0; i < iqe->remark_count; i++)
        fuzz_touch_text(iqe->remarks[i]);
    if (iqe->has_comment)
        fuzz_touch(iqe->comment, (size_t)iqe->comment_length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, "iqe", touch_iqe);
    return 0;
}
