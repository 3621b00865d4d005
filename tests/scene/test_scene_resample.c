// SPDX-License-Identifier: MIT
//
// Clips get a key at each frame of another rate.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/motion.h"
#include "scene/resample.h"
#include "scene/scene.h"
#include "support/documents.h"

static const float times[] = {0, 0.25f, 1};
static const float places[] = {0, 0, 0, 1, 2, 3, 4, 5, 6};
static const float visible[] = {1, 0, 1};

// A clip of a second with a gliding channel, one that steps, and one with a single key.
static maq_scene scene_of(maq_scene_clip *clip, maq_scene_channel channels[3]) {
    channels[0] = (maq_scene_channel){
        .path = MAQ_CHANNEL_TRANSLATION, .key_count = 3, .times = times, .values = places};
    channels[1] = (maq_scene_channel){.path = MAQ_CHANNEL_VISIBLE,
                                      .step = true,
                                      .key_count = 3,
                                      .times = times,
                                      .values = visible};
    channels[2] = (maq_scene_channel){
        .path = MAQ_CHANNEL_SCALE, .key_count = 1, .times = times, .values = places};
    *clip = (maq_scene_clip){
        .name = "walk", .duration = 1, .rate = 4, .channel_count = 3, .channels = channels};
    return (maq_scene){.clip_count = 1, .clips = clip};
}

static void a_multiple_of_the_rate_replaces_nothing(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    maq_scene_clip clip;
    maq_scene_channel channels[3];
    maq_scene scene = scene_of(&clip, channels);
    mq_resample_summary summary;
    assert_true(mq_scene_resample(arena, &scene, 8, &summary));
    assert_int_equal(summary.replaced + summary.extended + summary.too_long, 0);
    assert_true(clip.rate == 8 && clip.duration == 1);
    assert_int_equal(channels[0].key_count, 9);
    for (uint32_t i = 0; i < 9; i++)
        assert_true(channels[0].times[i] == (float)i / 8);
    // The keys of before have their bits; between them the values glide.
    assert_memory_equal(channels[0].values + 6, places + 3, 3 * sizeof(float));
    assert_memory_equal(channels[0].values + 24, places + 6, 3 * sizeof(float));
    assert_true(channels[0].values[3] == 0.5f && channels[0].values[4] == 1);
    assert_int_equal(channels[1].key_count, 3);
    assert_memory_equal(channels[1].times, times, sizeof times);
    assert_memory_equal(channels[1].values, visible, sizeof visible);
    assert_int_equal(channels[2].key_count, 1);
    mq_arena_free(arena);
}

static void keys_between_frames_are_counted(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    maq_scene_clip clip;
    maq_scene_channel channels[3];
    maq_scene scene = scene_of(&clip, channels);
    mq_resample_summary summary;
    clip.duration = 1.1f;
    assert_true(mq_scene_resample(arena, &scene, 3, &summary));
    // 0.25 is between the frames at 0 and 1/3, in two channels.
    assert_int_equal(summary.replaced, 2);
    assert_int_equal(summary.extended, 1);
    assert_true(clip.duration == (float)(4 / 3.0));
    assert_int_equal(channels[0].key_count, 5);
    // What steps changes at the first frame after its key.
    assert_int_equal(channels[1].key_count, 3);
    assert_true(channels[1].times[1] == (float)(1 / 3.0) && channels[1].values[1] == 0);
    mq_arena_free(arena);
}

static void a_clip_beyond_the_limit_stays(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    maq_scene_clip clip;
    maq_scene_channel channels[3];
    maq_scene scene = scene_of(&clip, channels);
    mq_resample_summary summary;
    clip.duration = 1e30f;
    assert_true(mq_scene_resample(arena, &scene, 30, &summary));
    assert_int_equal(summary.too_long, 1);
    assert_ptr_equal(channels[0].times, times);
    assert_true(clip.rate == 4);
    mq_arena_free(arena);
}

static void every_failing_request_is_reported(void **state) {
    (void)state;
    for (uint64_t fail_at = 2;; fail_at++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = fail_at};
        mq_arena *arena = mq_arena_new(&memory);
        maq_scene_clip clip;
        maq_scene_channel channels[3];
        maq_scene scene = scene_of(&clip, channels);
        mq_resample_summary summary;
        assert_non_null(arena);
        bool done = mq_scene_resample(arena, &scene, 10, &summary);
        assert_true(done == (mq_arena_status(arena) == MAQ_OK));
        mq_arena_free(arena);
        if (done) {
            assert_true(fail_at > 4);
            return;
        }
    }
}

static const char iqe[] = "# Inter-Quake Export\n"
                          "joint \"root\" -1\npq 0 0 0\n"
                          "mesh \"m\"\nmaterial \"x\"\n"
                          "vp 0 0 0\nvb 0 1\nvp 1 0 0\nvb 0 1\nvp 0 1 0\nvb 0 1\nfm 0 1 2\n"
                          "animation \"walk\"\nframerate 10\n"
                          "frame\npq 0 0 0\nframe\npq 1 0 0\nframe\npq 3 0 0\n";

// The conversion lists what changes, and refuses rates that are not numbers.
static void a_conversion_resamples_for_any_target(void **state) {
    (void)state;
    static const char *const targets[] = {"glb", "iqe", "iqm", "gltf"};
    maq_document *document, *made;
    assert_int_equal(maq_open_memory(iqe, strlen(iqe), NULL, &document), MAQ_OK);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        maq_convert_options options = {.size = sizeof options, .resample = 20};
        maq_scene *scene;
        assert_int_equal(maq_convert(document, targets[i], &options, &made), MAQ_OK);
        assert_null(finding_of(made, "MAQ-0909"));
        assert_int_equal(maq_scene_from_document(made, NULL, &scene), MAQ_OK);
        assert_int_equal(scene->clip_count, 1);
        assert_true(scene->clips[0].rate == 20);
        assert_int_equal(scene->clips[0].channels[0].key_count, 5);
        maq_scene_free(scene);
        maq_close(made);
        options.resample = 15;
        assert_int_equal(maq_convert(document, targets[i], &options, &made), MAQ_OK);
        assert_non_null(finding_of(made, "MAQ-0909"));
        maq_close(made);
        options.resample = -1;
        assert_int_equal(maq_convert(document, targets[i], &options, &made), MAQ_BAD_ARGUMENT);
    }
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_multiple_of_the_rate_replaces_nothing),
        cmocka_unit_test(keys_between_frames_are_counted),
        cmocka_unit_test(a_clip_beyond_the_limit_stays),
        cmocka_unit_test(every_failing_request_is_reported),
        cmocka_unit_test(a_conversion_resamples_for_any_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
