// SPDX-License-Identifier: MIT
//
// Whatever can be read goes into any other format, and what is written there can be read again
// without damage. A first byte from 1 on chooses the format that the rest is read as, by its number
// among all names; any other first byte belongs to the model, which is then recognised. The length
// chooses the format to write: all of them for each input would be twenty times slower, and an input
// that is found is changed and tried with other lengths anyway.
#include "fuzz.h"
#include "fuzz_pool.h"
#include "maquette/scene.h"

// The variant with a number among those of all formats, or NULL.
static const maq_variant *variant_at(size_t number) {
    const maq_format *format;
    for (size_t i = 0; (format = maq_format_at(i)); i++) {
        if (number < format->variant_count)
            return &format->variants[number];
        number -= format->variant_count;
    }
    return NULL;
}

// Within a family a document keeps its faults; what comes through a scene has none.
static bool through_scene(const maq_document *a, const maq_document *b) {
    return strcmp(maq_document_format(a)->family, maq_document_format(b)->family) != 0;
}

static size_t count_variants(void) {
    size_t count = 0;
    while (variant_at(count))
        count++;
    return count;
}

static void bridge_to(const maq_document *document, const maq_variant *variant,
                      const maq_memory *memory) {
    maq_document *made = NULL;
    maq_convert_options options = {.size = sizeof options, .memory = memory};
    maq_status status = maq_convert(document, variant->name, &options, &made);
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
    static size_t variant_count;
    if (variant_count == 0)
        variant_count = count_variants();
    const maq_variant *chosen = size > 0 && data[0] > 0 ? variant_at(data[0] - 1U) : NULL;
    maq_memory memory = fuzz_pool_memory(size);
    maq_open_options options = {
        .size = sizeof options, .format = chosen ? chosen->name : NULL, .memory = &memory};
    maq_document *document;
    maq_scene *scene;
    if (maq_open_memory(data + (chosen ? 1 : 0), size - (chosen ? 1 : 0), &options, &document) ==
        MAQ_OK) {
        // A conversion makes the scene, too; its own findings need not be looked at each time.
        if (size % 8 == 0 && maq_scene_from_document(document, &memory, &scene) == MAQ_OK) {
            fuzz_touch_findings(document, maq_scene_findings(scene));
            maq_scene_free(scene);
        }
        bridge_to(document, variant_at(size % variant_count), &memory);
    }
    maq_close(document);
    return 0;
}
