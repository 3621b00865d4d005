// SPDX-License-Identifier: MIT
//
// Every puppet can be converted to a scene and back: through glTF byte for byte, and from the scene
// alone to something that can be written.
#include "fuzz_scene.h"

static void expect_exact_round_trip(const maq_document *document) {
    maq_document *glb = NULL, *back = NULL;
    maq_buffer bytes, own;
    if (maq_convert(document, "glb", NULL, &glb) == MAQ_OK &&
        maq_convert(glb, document->variant->name, NULL, &back) == MAQ_OK &&
        maq_save_memory(back, NULL, &bytes) == MAQ_OK) {
        if (maq_document_findings(back)->count > 0 ||
            maq_save_memory(document, NULL, &own) != MAQ_OK || own.length != bytes.length ||
            memcmp(own.data, bytes.data, own.length) != 0)
            abort();
        maq_buffer_free(&own);
        maq_buffer_free(&bytes);
    }
    maq_close(back);
    maq_close(glb);
}

static void rebuild(const maq_document *document, const maq_scene *scene,
                    const maq_variant *variant) {
    static const mq_settings none = {NULL, 0};
    maq_document *back = mq_document_new(NULL, document->format, variant, 0);
    if (!back)
        return;
    maq_status status = document->format->from_scene(scene, &none, back);
    mq_document_show_findings(back);
    maq_buffer bytes;
    if (status == MAQ_OK && maq_save_memory(back, NULL, &bytes) == MAQ_OK)
        maq_buffer_free(&bytes);
    maq_close(back);
}

static void come_back(const maq_document *document, const maq_scene *scene,
                      const maq_variant *variant) {
    maq_scene bare = *scene;
    bare.extras = NULL;
    if (variant == document->variant)
        expect_exact_round_trip(document);
    rebuild(document, scene, variant);
    rebuild(document, &bare, variant);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_scene(data, size, "pet", come_back);
    return 0;
}
