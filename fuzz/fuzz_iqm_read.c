// SPDX-License-Identifier: MIT
//
// Any bytes as IQM: reading, and everything that a caller can ask of what came of it.
#include "fuzz.h"
#include "maquette/iqm.h"

// Enough frames to meet every kind of number; a file may announce four thousand million.
#define FRAMES_SEEN 16

static void touch_arrays(const maq_iqm *iqm) {
    for (uint32_t i = 0; i < iqm->array_count; i++) {
        const maq_iqm_array *array = &iqm->arrays[i];
        fuzz_touch_text(maq_iqm_array_name(iqm, array));
        fuzz_touch_text(maq_iqm_format_name(array->format));
        double raw[MAQ_IQM_MAX_SIZE];
        float value[MAQ_IQM_MAX_SIZE];
        for (uint32_t v = 0; maq_iqm_raw(iqm, array, v, raw); v++) {
            if (!maq_iqm_values(iqm, array, v, value))
                abort();
            fuzz_touch(raw, sizeof raw);
            fuzz_touch(value, sizeof value);
        }
    }
}

static void touch_frames(const maq_iqm *iqm) {
    float(*channels)[MAQ_IQM_CHANNELS] = malloc((iqm->pose_count + 1) * sizeof *channels);
    for (uint32_t i = 0; channels && i < FRAMES_SEEN && maq_iqm_frame(iqm, i, channels); i++)
        fuzz_touch(channels, iqm->pose_count * sizeof *channels);
    if (channels && maq_iqm_frame(iqm, iqm->frame_count, channels))
        abort();
    free(channels);
}

static void touch_iqm(const maq_document *document) {
    const maq_iqm *iqm = maq_document_iqm(document);
    if (iqm->bounds_count > iqm->frame_count)
        abort();
    touch_arrays(iqm);
    touch_frames(iqm);
    uint32_t row[3];
    for (uint32_t i = 0; maq_iqm_triangle(iqm, i, row); i++)
        fuzz_touch(row, sizeof row);
    for (uint32_t i = 0; maq_iqm_neighbours(iqm, i, row); i++)
        fuzz_touch(row, sizeof row);
    for (uint32_t i = 0; i < iqm->mesh_count && i < 1000; i++)
        fuzz_touch_text(maq_iqm_text(iqm, iqm->meshes[i].name));
    for (uint32_t i = 0; i < iqm->anim_count && i < 1000; i++)
        fuzz_touch_text(maq_iqm_text(iqm, iqm->anims[i].name));
    fuzz_touch(iqm->joints, iqm->joint_count * sizeof *iqm->joints);
    fuzz_touch(iqm->bounds, iqm->bounds_count * sizeof *iqm->bounds);
    fuzz_touch(iqm->comment, iqm->comment_size);
    for (uint32_t i = 0; i < iqm->extension_count; i++)
        fuzz_touch(iqm->extensions[i].data, iqm->extensions[i].size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, "iqm", touch_iqm);
    return 0;
}
