// SPDX-License-Identifier: MIT
//
// Pictures of one clip that share what the model reaches in it are those that are drawn alone.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "maquette/maquette.h"
#include "maquette/scene.h"
#include "picture/draw.h"

enum { PICTURES = 8, WIDTH = 160, HEIGHT = 120 };

// How the options of one picture differ from those of the one before.
typedef struct step {
    maq_fit fit;
    float yaw, pitch;
    double seconds;
    double begin; // the time of the first
} step;

static void compare(const maq_scene *scene, step by) {
    mq_clip_reach reach = {0};
    assert_true(scene->clip_count > 0);
    for (int i = 0; i < PICTURES; i++) {
        maq_image *shared, *alone;
        maq_picture_options options = {.size = sizeof options,
                                       .width = WIDTH,
                                       .height = HEIGHT,
                                       .view = MAQ_VIEW_ANGLES,
                                       .fit = by.fit,
                                       .yaw = by.yaw * (float)i,
                                       .pitch = by.pitch * (float)i,
                                       .clip = &scene->clips[0],
                                       .seconds = by.begin + by.seconds * i};
        assert_int_equal(mq_picture_draw(scene, &options, &reach, &shared), MAQ_OK);
        assert_int_equal(maq_picture_draw(scene, &options, &alone), MAQ_OK);
        assert_memory_equal(shared->pixels, alone->pixels, (size_t)WIDTH * HEIGHT * 4);
        maq_image_free(shared);
        maq_image_free(alone);
    }
}

static void compare_models(step by) {
    static const char *const paths[] = {"examples/models/crane.iqm", "examples/models/radar.pie"};
    for (int i = 0; i < 2; i++) {
        maq_scene *scene;
        assert_int_equal(maq_scene_open_file(paths[i], NULL, &scene), MAQ_OK);
        compare(scene, by);
        maq_scene_free(scene);
    }
}

// A triangle that jumps far away and back again within a fifth of a second, at second 5 of 10: none of the
// times at which a clip is measured is in it.
static maq_scene *make_jump(void) {
    mq_text text;
    maq_document *document;
    maq_scene *scene;
    mq_text_init(&text, NULL);
    mq_text_string(&text,
                   "# Inter-Quake Export\njoint j -1\npq 0 0 0\nmesh m\nvp 0 0 0\nvb 0 1\n"
                   "vp 1 0 0\nvb 0 1\nvp 0 0 1\nvb 0 1\nfm 0 1 2\nanimation a\nframerate 10\n");
    for (int i = 0; i <= 100; i++)
        mq_text_format(&text, "frame\npq %d 0 0\n", i == 50 ? 9 : 0);
    maq_buffer bytes;
    assert_int_equal(mq_text_release_to(&text, &bytes), MAQ_OK);
    assert_int_equal(maq_open_memory(bytes.data, bytes.length, NULL, &document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    maq_close(document);
    maq_buffer_free(&bytes);
    return scene;
}

static void a_jump_between_the_times_that_are_measured(void **state) {
    (void)state;
    maq_scene *scene = make_jump();
    compare(scene, (step){.fit = MAQ_FIT_CLIP, .seconds = 1.25});
    compare(scene, (step){.fit = MAQ_FIT_CLIP, .seconds = 0.5, .begin = 5});
    compare(scene, (step){.fit = MAQ_FIT_TURN, .yaw = 31, .seconds = 0.5, .begin = 5});
    maq_scene_free(scene);
}

static void times_of_a_clip(void **state) {
    (void)state;
    compare_models((step){.fit = MAQ_FIT_CLIP, .seconds = 0.21});
}

static void a_turn(void **state) {
    (void)state;
    compare_models((step){.fit = MAQ_FIT_TURN, .yaw = 61});
}

static void a_turn_while_the_clip_plays(void **state) {
    (void)state;
    compare_models((step){.fit = MAQ_FIT_TURN, .yaw = 61, .seconds = 0.137});
}

static void other_angles(void **state) {
    (void)state;
    compare_models((step){.fit = MAQ_FIT_CLIP, .yaw = 40});
    compare_models((step){.fit = MAQ_FIT_CLIP, .pitch = 15});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_a_clip),
        cmocka_unit_test(a_turn),
        cmocka_unit_test(a_turn_while_the_clip_plays),
        cmocka_unit_test(other_angles),
        cmocka_unit_test(a_jump_between_the_times_that_are_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
