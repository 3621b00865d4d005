// SPDX-License-Identifier: MIT
//
// Whatever can be read as IQM can be written, and says the same when it is read again; the other
// version can be made of it and be read, too.
#include "fuzz.h"
#include "maquette/iqm.h"

// Everything but rotations stays.
static void compare(const maq_document *before, const maq_document *after) {
    const maq_iqm *a = maq_document_iqm(before), *b = maq_document_iqm(after);
    if (a->version == b->version || a->mesh_count != b->mesh_count ||
        a->frame_count != b->frame_count || a->pose_count != b->pose_count ||
        a->triangle_count != b->triangle_count || a->text_size != b->text_size)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "iqm"};
    maq_document *document;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK) {
        fuzz_keep(document);
        fuzz_change(document, maq_document_iqm(document)->version == 1 ? "iqm" : "iqm1", compare);
    }
    maq_close(document);
    return 0;
}
