// SPDX-License-Identifier: MIT
//
// What the targets of bridges share: a document becomes a scene, and the scene every variant of the
// document's own format.
#ifndef FUZZ_SCENE_H
#define FUZZ_SCENE_H

#include "formats/format.h"
#include "fuzz.h"
#include "maquette/scene.h"

typedef void fuzz_come_back(const maq_document *document, const maq_scene *scene,
                            const maq_variant *variant);

static inline void fuzz_scene(const uint8_t *data, size_t size, const char *format,
                              fuzz_come_back *come_back) {
    maq_open_options options = {.size = sizeof options, .format = format};
    maq_document *document;
    maq_scene *scene;
    if (maq_open_memory(data, size, &options, &document) == MAQ_OK &&
        maq_scene_from_document(document, NULL, &scene) == MAQ_OK) {
        const maq_format *about = &document->format->description;
        for (uint32_t i = 0; i < about->variant_count; i++)
            come_back(document, scene, &about->variants[i]);
        maq_scene_free(scene);
    }
    maq_close(document);
}

#endif
