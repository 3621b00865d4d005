// SPDX-License-Identifier: MIT
//
// Whatever can be read goes into every format there is, and what is written there can be read again
// without damage. A first byte from 1 on chooses the format that the rest is read as, by its place
// among all names; any other first byte belongs to the model, which is then recognised.
#include "fuzz.h"
#include "maquette/scene.h"

// The variant at a place among those of all formats, or NULL.
static const maq_variant *variant_at(size_t place) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)); i++) {
        if (place < format->variant_count)
            return &format->variants[place];
        place -= format->variant_count;
    }
    return NULL;
}

// Within a family a document keeps its faults; what comes through a scene has none.
static bool through_scene(const maq_document *a, const maq_document *b) {
    return strcmp(maq_document_format(a)->family, maq_document_format(b)->family) != 0;
}

static void bridge_to(const maq_document *document, const maq_variant *variant) {
    maq_document *made = NULL;
    maq_status status = maq_convert(document, variant->name, NULL, &made);
    if (status == MAQ_OK) {
        maq_buffer bytes;
        maq_document *again = fuzz_write_and_read(made, &bytes);
        if (through_scene(document, made) && maq_document_findings(again)->incomplete_reads)
            abort();
        maq_report *report;
        if (maq_check(again, NULL, &report) != MAQ_OK)
            abort();
        maq_report_free(report);
        maq_close(again);
        maq_buffer_free(&bytes);
    } else if (status != MAQ_OVER_LIMIT && status != MAQ_NO_MEMORY) {
        abort();
    }
    maq_close(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const maq_variant *chosen = size > 0 && data[0] > 0 ? variant_at(data[0] - 1U) : NULL;
    maq_open_options options = {.size = sizeof options, .format = chosen ? chosen->name : NULL};
    maq_document *document;
    maq_scene *scene;
    if (maq_open_memory(data + (chosen ? 1 : 0), size - (chosen ? 1 : 0), &options, &document) ==
        MAQ_OK) {
        if (maq_scene_from_document(document, NULL, &scene) == MAQ_OK) {
            fuzz_touch_findings(document, maq_scene_findings(scene));
            maq_scene_free(scene);
        }
        const maq_variant *variant;
        for (size_t i = 0; (variant = variant_at(i)); i++)
            bridge_to(document, variant);
    }
    maq_close(document);
    return 0;
}
