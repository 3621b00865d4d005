// SPDX-License-Identifier: MIT
//
// Any bytes as WZA: reading, and everything that a caller can ask of what came of it, motion and
// images included.
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

static void play(const maq_wza *wza) {
    maq_wza_player *player;
    if (maq_wza_player_new(wza, NULL, &player) != MAQ_OK)
        return;
    maq_wza_moment *moment;
    if (maq_wza_moment_new(player, NULL, &moment) != MAQ_OK)
        abort();
    maq_wza_evaluate(player, NULL, 0, moment);
    for (uint32_t i = 0; i < wza->animation_count && i < 16; i++) {
        maq_wza_evaluate(player, &wza->animations[i], 0, moment);
        maq_wza_evaluate(player, &wza->animations[i], wza->animations[i].length / 3.0, moment);
    }
    fuzz_touch(moment->vertices, moment->vertex_count * sizeof *moment->vertices);
    fuzz_touch(moment->faces, moment->face_count * sizeof *moment->faces);
    maq_wza_moment_free(moment);
    maq_wza_player_free(player);
}

static bool list(void *context, const char *folder, void (*found)(void *, const char *),
                 void *found_context) {
    (void)context;
    fuzz_touch_text(folder);
    found(found_context, "diff_000.png");
    found(found_context, "diff_012.png");
    found(found_context, "nor_99999999999.png");
    found(found_context, "tc_");
    found(found_context, "tank_diff.png");
    return true;
}

static void look_for_images(const maq_wza *wza) {
    maq_wza_files files = {.list = list};
    maq_wza_images *images;
    if (maq_wza_images_find(wza, &files, NULL, &images) != MAQ_OK)
        abort();
    fuzz_touch_text(maq_wza_image(images, MAQ_WZA_DIFFUSE, 5));
    maq_wza_images_free(images);
}

static void touch_all(const maq_document *document) {
    const maq_wza *wza = maq_document_wza(document);
    if (!wza)
        abort();
    touch_wza(wza);
    play(wza);
    look_for_images(wza);
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
