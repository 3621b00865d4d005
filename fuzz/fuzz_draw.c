// SPDX-License-Identifier: MIT
//
// Fuzz target: draws any model with every overlay, in the rest pose and at times of its clips.
#include "fuzz.h"
#include "fuzz_pool.h"
#include "maquette/picture.h"

static void draw(const maq_scene *scene, maq_picture_options options) {
    maq_image *image;
    if (maq_picture_draw(scene, &options, &image) != MAQ_OK)
        return;
    if (image->width != options.width || image->height != options.height)
        abort();
    fuzz_touch(image->pixels, (size_t)image->width * image->height * 4);
    const maq_findings *findings = maq_image_findings(image);
    for (size_t i = 0; i < findings->count; i++)
        fuzz_touch_text(findings->items[i].message);
    maq_image_free(image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    maq_document *document;
    maq_scene *scene;
    maq_memory memory = fuzz_pool_memory(size);
    maq_open_options open = {.size = sizeof open, .memory = &memory};
    if (maq_open_memory(data, size, &open, &document) == MAQ_OK &&
        maq_scene_from_document(document, &memory, &scene) == MAQ_OK) {
        maq_picture_options options = {
            .size = sizeof options, .width = 16, .height = 16, .threads = 1, .memory = &memory};
        draw(scene, options);
        // The pattern of uv is a large image, so that few inputs show it.
        options.show = size % 8 == 0 ? ~0u : ~(unsigned)MAQ_SHOW_UV;
        options.view = (maq_view)(size % (MAQ_VIEW_ANGLES + 1));
        options.fit = (maq_fit)(size % (MAQ_FIT_BOUNDS + 1));
        options.clip = scene->clip_count > 0 ? &scene->clips[size % scene->clip_count] : NULL;
        options.seconds = (double)size * 0.01;
        draw(scene, options);
        maq_scene_free(scene);
    }
    maq_close(document);
    return 0;
}
