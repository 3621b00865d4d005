// SPDX-License-Identifier: MIT
//
// Real IQM models in motion: poses at the times of frames are the frames of the file, and the boxes
// that the file has for its frames hold the skinned vertices.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/iqm.h"
#include "maquette/motion.h"
#include "scene/axes.h"
#include "support/corpus.h"

typedef struct sums {
    size_t files, frames, poses, boxes;
    double worst; // how far a vertex lies outside of its box, in parts of the model
} sums;

// A frame of the file as the scene has it.
static maq_transform frame_of(const float row[MAQ_IQM_CHANNELS]) {
    maq_transform t;
    mq_axes_to_scene(MQ_AXES_INTER_QUAKE, row, t.translation);
    mq_axes_rotation_to_scene(MQ_AXES_INTER_QUAKE, row + 3, t.rotation);
    mq_axes_scale_to_scene(MQ_AXES_INTER_QUAKE, row + 7, t.scale);
    return t;
}

static bool is_unit(const float q[4]) {
    double square = 0;
    for (int k = 0; k < 4; k++)
        square += (double)q[k] * q[k];
    return fabs(square - 1) < 4e-4;
}

// Returns whether all its rotations are of length 1: bounds of the others were computed from other rotations.
static bool assert_frame(const char *path, const maq_iqm *iqm, const maq_pose *pose, uint32_t frame,
                         sums *sum) {
    bool unit = true;
    float(*rows)[MAQ_IQM_CHANNELS] = malloc((iqm->pose_count + 1) * sizeof *rows);
    assert_non_null(rows);
    assert_true(maq_iqm_frame(iqm, frame, rows));
    for (uint32_t i = 0; i < iqm->pose_count; i++) {
        maq_transform want = frame_of(rows[i]);
        // Scenes bring rotations to length 1 that are far from it.
        if (!is_unit(want.rotation)) {
            memcpy(want.rotation, pose->locals[i].rotation, sizeof want.rotation);
            unit = false;
        }
        if (memcmp(&want, &pose->locals[i], sizeof want) != 0)
            fail_msg("%s: frame %u, pose %u is not that of the file", path, frame, i);
        sum->poses++;
    }
    free(rows);
    return unit;
}

static void assert_in_box(const char *path, const maq_iqm *iqm, maq_motion *motion, uint32_t frame,
                          sums *sum) {
    const maq_iqm_bounds *box = &iqm->bounds[frame];
    float a[3], b[3];
    maq_bounds have;
    mq_axes_to_scene(MQ_AXES_INTER_QUAKE, box->min, a);
    mq_axes_to_scene(MQ_AXES_INTER_QUAKE, box->max, b);
    if (!maq_motion_bounds(motion, &have))
        return;
    for (int k = 0; k < 3; k++) {
        double low = fminf(a[k], b[k]), high = fmaxf(a[k], b[k]), size = fmax(high - low, 1e-3);
        double outside = fmax(low - have.min[k], have.max[k] - high) / size;
        sum->worst = fmax(sum->worst, outside);
        // Files store frames with 16 bits, and the box is of the frames before that.
        if (outside > 1e-4)
            fail_msg("%s: frame %u is outside of its box by %g of its size", path, frame, outside);
    }
    sum->boxes++;
}

static void play_all(const char *path, const maq_document *document, sums *sum) {
    const maq_iqm *iqm = maq_document_iqm(document);
    maq_scene *scene;
    maq_motion *motion;
    if (!iqm || iqm->anim_count == 0 || iqm->pose_count == 0)
        return;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    assert_int_equal(maq_motion_new(scene, NULL, &motion), MAQ_OK);
    for (uint32_t c = 0; c < scene->clip_count; c++) {
        const maq_iqm_anim *anim = &iqm->anims[c];
        for (uint32_t f = 0; f < anim->frame_count; f++) {
            maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
            maq_motion_pose(motion, c, f / (double)scene->clips[c].rate, &once);
            uint32_t frame = anim->first_frame + f;
            if (assert_frame(path, iqm, maq_motion_current_pose(motion), frame, sum) &&
                frame < iqm->bounds_count)
                assert_in_box(path, iqm, motion, frame, sum);
            sum->frames++;
        }
    }
    sum->files++;
    maq_motion_free(motion);
    maq_scene_free(scene);
}

static void play_file(const char *path, void *context) {
    maq_document *document = NULL;
    if (maq_open_file(path, NULL, &document) == MAQ_OK)
        play_all(path, document, context);
    maq_close(document);
}

static void frames_of_real_models_are_sampled_exactly(void **state) {
    (void)state;
    sums sum = {0};
    walk_corpus("iqm", ".iqm", play_file, &sum);
    walk_corpus("iqe", ".iqm", play_file, &sum);
    printf("%zu files, %zu frames, %zu poses, %zu boxes; outside by %g at most\n", sum.files,
           sum.frames, sum.poses, sum.boxes, sum.worst);
    assert_true(sum.files >= 70 && sum.poses > 100000 && sum.boxes > 100);
}

// Models and their motions in files of their own, joined; the boxes are then Maquette's.
static void joined_models_stay_in_their_boxes(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"cube2/frankie/Frankie.iqm", "cube2/frankie/Frankie_Run.iqm"},
        {"cube2/hudguns/rifle/rifle.iqm", "cube2/hudguns/rifle/rifle_shoot.md5anim.iqm"},
        {"cube2/hudguns/gl/gl.iqm", "cube2/hudguns/gl/gl_shoot.md5anim.iqm"},
    };
    const char *corpus = getenv("MAQUETTE_CORPUS");
    sums sum = {0};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        maq_input inputs[2] = {{0}};
        maq_document *parts[2] = {NULL}, *joined = NULL;
        for (int k = 0; k < 2; k++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/iqm/%s", corpus ? corpus : "", pairs[i][k]);
            if (maq_open_file(path, NULL, &parts[k]) == MAQ_CANNOT_READ)
                skip();
            inputs[k].document = parts[k];
        }
        assert_int_equal(maq_join(inputs, 2, "iqm", NULL, &joined), MAQ_OK);
        play_all(pairs[i][1], joined, &sum);
        maq_close(joined);
        maq_close(parts[0]);
        maq_close(parts[1]);
    }
    printf("%zu boxes; outside by %g at most\n", sum.boxes, sum.worst);
    assert_true(sum.boxes >= 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_of_real_models_are_sampled_exactly),
        cmocka_unit_test(joined_models_stay_in_their_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
