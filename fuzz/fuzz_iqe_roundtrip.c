// SPDX-License-Identifier: MIT
//
// Whatever can be read as IQE can be written, and says the same when it is read again; it compiles,
// and what it compiles to is a model in which everything is where it should be.
#include "fuzz.h"
#include "maquette/iqe.h"
#include "maquette/iqm.h"

static void look_at_model(const maq_document *before, const maq_document *after) {
    (void)before;
    const maq_iqm *iqm = maq_document_iqm(after);
    for (uint32_t t = 0; t < iqm->triangle_count; t++) {
        uint32_t corners[3], neighbours[3];
        if (!maq_iqm_triangle(iqm, t, corners) || !maq_iqm_neighbours(iqm, t, neighbours))
            abort();
        for (int k = 0; k < 3; k++) {
            if (corners[k] >= iqm->vertex_count ||
                (neighbours[k] >= iqm->triangle_count && neighbours[k] != MAQ_IQM_NO_TRIANGLE))
                abort();
        }
    }
    for (uint32_t i = 0; i < iqm->joint_count; i++) {
        if (iqm->joints[i].parent >= (int32_t)i)
            abort();
    }
    // And the way back, whose text is as good as any.
    maq_document *back;
    maq_buffer bytes;
    if (maq_convert(after, "iqe", NULL, &back) != MAQ_OK)
        abort();
    maq_document *again = fuzz_write_and_read(back, &bytes);
    maq_close(again);
    maq_buffer_free(&bytes);
    maq_close(back);
}

// As the reference compiler does it, there is no more to ask than that it ends.
static void compile_as_reference(const maq_document *document) {
    static const maq_setting setting = {"compat", "reference"};
    maq_convert_options options = {
        .size = sizeof options, .setting_count = 1, .settings = &setting};
    maq_document *out;
    maq_buffer bytes;
    if (maq_convert(document, "iqm", &options, &out) != MAQ_OK)
        return;
    if (maq_save_memory(out, NULL, &bytes) != MAQ_OK)
        abort();
    maq_buffer_free(&bytes);
    maq_close(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "iqe"};
    maq_document *document = NULL;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK) {
        fuzz_keep(document);
        maq_document *out;
        // Frames that leave nearly all joints out can ask for too much.
        if (maq_convert(document, "iqm", NULL, &out) == MAQ_OK) {
            maq_close(out);
            fuzz_change(document, "iqm", look_at_model);
        }
        compile_as_reference(document);
    }
    maq_close(document);
    return 0;
}
