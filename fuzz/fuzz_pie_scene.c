// SPDX-License-Identifier: MIT
//
// Whatever can be read as PIE becomes a scene, and the scene a model that can be read; through glTF,
// which carries the source, it comes back as a direct conversion makes it.
#include "fuzz_scene.h"

static void come_back(const maq_document *document, const maq_scene *scene,
                      const maq_variant *variant) {
    static const mq_settings none = {NULL, 0};
    maq_document *back = mq_document_new(NULL, document->format, variant, 0);
    if (!back)
        return;
    maq_status status = document->format->from_scene(scene, &none, back);
    mq_document_show_findings(back);
    if (status == MAQ_OK) {
        maq_buffer bytes;
        maq_document *again = fuzz_write_and_read(back, &bytes);
        maq_close(again);
        maq_buffer_free(&bytes);
    }
    maq_close(back);
    maq_document *glb = NULL, *direct = NULL;
    back = NULL;
    if (variant == document->variant && maq_convert(document, "glb", NULL, &glb) == MAQ_OK &&
        maq_convert(glb, variant->name, NULL, &back) == MAQ_OK &&
        maq_convert(document, variant->name, NULL, &direct) == MAQ_OK &&
        !fuzz_say_the_same(direct, back))
        abort();
    maq_close(direct);
    maq_close(back);
    maq_close(glb);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_scene(data, size, "pie", come_back);
    return 0;
}
