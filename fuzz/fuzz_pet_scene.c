// SPDX-License-Identifier: MIT
//
// Whatever can be read as a puppet becomes a scene and comes back: byte for byte as its own kind,
// and as something that can be written as every other.
#include "fuzz_scene.h"

static void come_back(const maq_document *document, const maq_scene *scene,
                      const maq_variant *variant) {
    static const mq_settings none = {NULL, 0};
    maq_document *back = mq_document_new(NULL, document->format, variant, 0);
    if (!back)
        return;
    maq_status status = document->format->from_scene(scene, &none, back);
    mq_document_show_findings(back);
    maq_buffer bytes, own;
    if (status == MAQ_OK && maq_save_memory(back, NULL, &bytes) == MAQ_OK) {
        if (scene->extras && variant == document->variant) {
            if (maq_document_findings(back)->count > 0 ||
                maq_save_memory(document, NULL, &own) != MAQ_OK || own.length != bytes.length ||
                memcmp(own.data, bytes.data, own.length) != 0)
                abort();
            maq_buffer_free(&own);
        }
        maq_buffer_free(&bytes);
    }
    maq_close(back);
}

static void come_back_both_ways(const maq_document *document, const maq_scene *scene,
                                const maq_variant *variant) {
    maq_scene bare = *scene;
    bare.extras = NULL;
    come_back(document, scene, variant);
    come_back(document, &bare, variant);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_scene(data, size, "pet", come_back_both_ways);
    return 0;
}
