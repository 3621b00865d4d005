// SPDX-License-Identifier: MIT
//
// Real models: each has a picture, not empty, not cropped, not black.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/corpus.h"
#include "support/pictures.h"

enum { SIDE = 64 };

typedef struct tally {
    size_t seen, drawn, empty;
} tally;

static void draw_one(const char *path, void *context) {
    tally *t = context;
    // Every fifth one is enough for the quick tests.
    if (t->seen++ % 5 != 0 && !getenv("MAQUETTE_DEEP"))
        return;
    maq_document *document;
    maq_scene *scene;
    if (maq_open_file(path, NULL, &document) != MAQ_OK) {
        maq_close(document);
        return;
    }
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    maq_picture_options options = {.size = sizeof options, .width = SIDE, .threads = 1};
    maq_image *image;
    assert_int_equal(maq_picture_draw(scene, &options, &image), MAQ_OK);
    unsigned covered = 0, brightest = 0;
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            const uint8_t *pixel = pixel_at(image, x, y);
            bool rim = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
            if (rim && pixel[3] != 0 && maq_image_findings(image)->count == 0)
                fail_msg("%s is cropped", path);
            covered += pixel[3] > 0;
            brightest = pixel[3] > 0 && pixel[0] > brightest ? pixel[0] : brightest;
        }
    }
    t->drawn++;
    t->empty += covered == 0;
    if (covered > 0 && brightest < 40)
        fail_msg("%s is black", path);
    maq_image_free(image);
    maq_scene_free(scene);
    maq_close(document);
}

static void every_model_has_a_picture(void **state) {
    (void)state;
    static const struct {
        const char *folder, *ending;
    } kinds[] = {{"pie", ".pie"}, {"iqm", ".iqm"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        tally t = {0};
        walk_corpus(kinds[i].folder, kinds[i].ending, draw_one, &t);
        printf("%s: %zu drawn, %zu of them show nothing from here\n", kinds[i].folder, t.drawn,
               t.empty);
        assert_true(t.drawn > 0);
        // A single face can be seen from its front only.
        assert_true(t.empty * 50 <= t.drawn);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_model_has_a_picture)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
