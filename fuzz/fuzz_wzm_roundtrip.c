// SPDX-License-Identifier: MIT
//
// Whatever can be read as WZM can be written, and says the same when it is read again; so can what
// is converted to every other version.
#include "fuzz.h"
#include "maquette/wzm.h"

static void compare(const maq_document *before, const maq_document *after) {
    const maq_wzm *a = maq_document_wzm(before), *b = maq_document_wzm(after);
    if (a->mesh_count != b->mesh_count)
        abort();
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        if (a->meshes[i].vertex_count != b->meshes[i].vertex_count ||
            a->meshes[i].triangle_count != b->meshes[i].triangle_count ||
            a->meshes[i].connector_count != b->meshes[i].connector_count)
            abort();
    }
    fuzz_keep(after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_open_options options = {.size = sizeof options, .format = "wzm"};
    maq_document *document;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK) {
        maq_buffer bytes;
        maq_document *again = fuzz_drop_comments(document, &bytes);
        fuzz_keep(again);
        fuzz_change(again, "wzm1", compare);
        fuzz_change(again, "wzm2", compare);
        fuzz_change(again, "wzm3", compare);
        maq_close(again);
        maq_buffer_free(&bytes);
    }
    maq_close(document);
    return 0;
}
