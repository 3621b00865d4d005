// SPDX-License-Identifier: MIT
//
// Any bytes as WZA: reading, and everything that a caller can ask of what came of it.
#include "fuzz.h"
#include "maquette/wza.h"

static void touch_wza(const maq_wza *wza) {
    fuzz_touch_text(wza->texture.name);
    for (uint32_t i = 0; i < wza->shape_count; i++) {
        fuzz_touch(wza->shapes[i].vertices,
                   wza->shapes[i].vertex_count * sizeof *wza->shapes[i].vertices);
        fuzz_touch(wza->shapes[i].faces, wza->shapes[i].face_count * sizeof *wza->shapes[i].faces);
    }
    for (uint32_t i = 0; i < wza->bone_count; i++)
        fuzz_touch(wza->bones[i].vertices,
                   wza->bones[i].vertex_count * sizeof *wza->bones[i].vertices);
    for (uint32_t i = 0; i < wza->animation_count; i++) {
        const maq_wza_animation *animation = &wza->animations[i];
        fuzz_touch(animation->properties,
                   animation->property_count * sizeof *animation->properties);
        fuzz_touch(animation->points, animation->point_count * sizeof *animation->points);
    }
}

static void touch_all(const maq_document *document) {
    const maq_wza *wza = maq_document_wza(document);
    if (!wza)
        abort();
    touch_wza(wza);
    // What a file can say, a caller can say, too.
    maq_document *copy;
    if (maq_document_from_wza(wza, NULL, &copy) != MAQ_OK || !fuzz_say_the_same(document, copy))
        abort();
    maq_close(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, "wza", touch_all);
    return 0;
}
