// SPDX-License-Identifier: MIT
//
// Moments as models of their own, and movement baked into shapes: both must show the vertices where
// the motion has them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/motion.h"
#include "support/hostile.h"

typedef struct opened {
    const maq_document *document;
    maq_scene *scene;
    maq_motion *motion;
} opened;

static opened open_document(const maq_document *document) {
    opened it = {.document = document};
    assert_int_equal(maq_scene_from_document(document, NULL, &it.scene), MAQ_OK);
    assert_int_equal(maq_motion_new(it.scene, NULL, &it.motion), MAQ_OK);
    return it;
}

static void close_opened(opened *it) {
    maq_motion_free(it->motion);
    maq_scene_free(it->scene);
}

static maq_document *document_of(const char *text) {
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    return document;
}

// A level that moves, turns and hides, one that stays, and a texture strip.
static const char pie[] =
    "PIE 3\nTYPE 200\nTEXTURE 0 page-7-x.png 0 0\nLEVELS 2\nLEVEL 1\n"
    "POINTS 3\n0 0 0\n1 0 0\n0 1 0\n"
    "POLYGONS 1\n4200 3 0 1 2 4 400 0.25 1 0 0 0.25 0 0 0.25\n"
    "CONNECTORS 1\n1 2 3\n"
    "ANIMOBJECT 100 0 3\n0 0 0 0 0 0 0 1 1 1\n1 5000 0 0 0 0 90000 1 1 1\n"
    "2 0 0 7000 45000 0 0 -1 -1 -1\n"
    "LEVEL 2\nPOINTS 3\n0 0 9\n1 0 9\n0 1 9\nPOLYGONS 1\n200 3 0 1 2 0 0 1 0 0 1\n";

// Two joints, a mesh that hangs on both.
static const char iqe[] = "# Inter-Quake Export\n"
                          "joint a -1\npq 0 0 0 0 0 0 -1\n"
                          "joint b 0\npq 0 0 2 0 0 0 -1\n"
                          "mesh m\nmaterial x\n"
                          "vp 0 0 0\nvt 0 0\nvn 0 0 1\nvb 0 1\n"
                          "vp 1 0 2\nvt 1 0\nvn 0 0 1\nvb 0 0.5 1 0.5\n"
                          "vp 0 1 3\nvt 0 1\nvn 0 0 1\nvb 1 1\n"
                          "fm 0 1 2\n"
                          "animation turn\nframerate 10\n"
                          "frame\npq 0 0 0 0 0 0 -1\npq 0 0 2 0 0 0 -1\n"
                          "frame\npq 1 0 0 0 0 0 -1\npq 0 0 2 0.7071068 0 0 -0.7071068\n"
                          "frame\npq 1 1 0 0 0 0.7071068 -0.7071068\npq 0 0 2 0 0 0 -1\n";

// All visible vertices of visual meshes, in the order of nodes: at most 64.
static uint32_t gather(const opened *it, float (*out)[3]) {
    uint32_t count = 0;
    const maq_pose *pose = maq_motion_current_pose(it->motion);
    for (uint32_t i = 0; i < it->scene->node_count; i++) {
        uint32_t mesh = it->scene->nodes[i].mesh;
        if (mesh == MAQ_SCENE_NONE || !pose->visible[i])
            continue;
        maq_deformed_mesh moved = {.positions = out + count};
        count += it->scene->meshes[mesh].vertex_count;
        assert_true(count <= 64);
        assert_int_equal(maq_motion_mesh(it->motion, i, &moved, 0), MAQ_OK);
    }
    return count;
}

static int by_place(const void *left, const void *right) {
    const float *a = left, *b = right;
    for (int k = 0; k < 3; k++) {
        if (fabsf(a[k] - b[k]) > 1e-3f)
            return a[k] < b[k] ? -1 : 1;
    }
    return 0;
}

// The same points, in whatever order.
static void assert_same_points(float (*a)[3], uint32_t a_count, float (*b)[3], uint32_t b_count) {
    assert_int_equal(a_count, b_count);
    qsort(a, a_count, sizeof *a, by_place);
    qsort(b, b_count, sizeof *b, by_place);
    for (uint32_t i = 0; i < a_count; i++) {
        for (int k = 0; k < 3; k++) {
            if (fabsf(a[i][k] - b[i][k]) > 2e-4f)
                fail_msg("point %u: %g is not %g", i, (double)a[i][k], (double)b[i][k]);
        }
    }
}

static void assert_posed(const char *text, const char *to, double seconds) {
    maq_document *document = document_of(text), *still, *read;
    opened it = open_document(document);
    maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
    maq_motion_pose(it.motion, 0, seconds, &once);
    float here[64][3], there[64][3];
    uint32_t count = gather(&it, here);
    assert_int_equal(maq_motion_document(it.motion, to, NULL, &still), MAQ_OK);
    // The document stands on its own.
    close_opened(&it);
    maq_close(document);
    maq_buffer buffer;
    assert_int_equal(maq_save_memory(still, NULL, &buffer), MAQ_OK);
    maq_open_options options = {.size = sizeof options, .format = to};
    assert_int_equal(maq_open_memory(buffer.data, buffer.length, &options, &read), MAQ_OK);
    maq_buffer_free(&buffer);
    opened again = open_document(read);
    assert_int_equal(again.scene->clip_count, 0);
    // Attachments are joints to IQM, and then there is a skin.
    if (text == iqe)
        assert_int_equal(again.scene->skin_count, 0);
    assert_same_points(here, count, there, gather(&again, there));
    close_opened(&again);
    maq_close(read);
    maq_close(still);
}

static void poses_are_models_of_every_format(void **state) {
    (void)state;
    static const char *const formats[] = {"obj", "glb", "pie3", "iqm", "wzm1"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (!maq_find_variant(formats[i], NULL))
            continue;
        assert_posed(iqe, formats[i], 0.05);
        assert_posed(iqe, formats[i], 0.2);
        assert_posed(pie, formats[i], 0.15);
    }
    // The moving level is hidden at this time.
    assert_posed(pie, "obj", 0.25);
}

static void what_a_pose_leaves_out_is_reported(void **state) {
    (void)state;
    maq_document *document = document_of(pie), *still;
    opened it = open_document(document);
    maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
    maq_motion_pose(it.motion, 0, 0.25, &once);
    assert_int_equal(maq_motion_document(it.motion, "pie3", NULL, &still), MAQ_OK);
    const maq_findings *findings = maq_document_findings(still);
    // Two clips, and the hidden mesh.
    uint64_t reported = 0;
    for (size_t i = 0; i < findings->count; i++)
        reported +=
            strcmp(findings->items[i].rule->id, "MAQ-0901") == 0 ? findings->items[i].count : 0;
    assert_int_equal(reported, 3);
    maq_close(still);
    assert_int_equal(maq_motion_document(it.motion, "nothing", NULL, &still), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_motion_document(NULL, "obj", NULL, &still), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_motion_document(it.motion, "obj", NULL, NULL), MAQ_BAD_ARGUMENT);
    maq_setting setting = {"no such setting", "x"};
    maq_convert_options options = {
        .size = sizeof options, .setting_count = 1, .settings = &setting};
    assert_int_equal(maq_motion_document(it.motion, "obj", &options, &still), MAQ_BAD_ARGUMENT);
    close_opened(&it);
    maq_close(document);
}

static void assert_baked(const char *text, const char *to, double rate, uint32_t frames) {
    maq_document *document = document_of(text), *baked;
    maq_convert_options options = {.size = sizeof options, .bake = true, .bake_rate = rate};
    assert_int_equal(maq_convert(document, to, &options, &baked), MAQ_OK);
    opened before = open_document(document), after = open_document(baked);
    assert_int_equal(after.scene->skin_count, 0);
    double length = before.scene->clips[0].duration;
    for (uint32_t i = 0; i < frames; i++) {
        float here[64][3], there[64][3];
        maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
        double time = length * i / (frames - 1);
        maq_motion_pose(before.motion, 0, time, &once);
        maq_motion_pose(after.motion, 0, time, &once);
        uint32_t count = gather(&before, here);
        assert_same_points(here, count, there, gather(&after, there));
    }
    close_opened(&before);
    close_opened(&after);
    maq_close(baked);
    maq_close(document);
}

static void baked_shapes_move_as_joints_did(void **state) {
    (void)state;
    if (!maq_find_variant("glb", NULL))
        skip();
    // The clip has its own rate: three frames in 0.2 seconds; four frames in 0.3.
    assert_baked(iqe, "glb", 0, 3);
    assert_baked(pie, "glb", 0, 4);
    // Between the frames, when there are more of them.
    assert_baked(iqe, "glb", 100, 21);
    assert_baked(iqe, "wza", 0, 3);
    // Into the same family, too.
    maq_document *document = document_of(iqe), *glb, *baked;
    assert_int_equal(maq_convert(document, "glb", NULL, &glb), MAQ_OK);
    maq_convert_options options = {.size = sizeof options, .bake = true};
    assert_int_equal(maq_convert(glb, "glb", &options, &baked), MAQ_OK);
    opened it = open_document(baked);
    assert_int_equal(it.scene->skin_count, 0);
    assert_int_equal(it.scene->meshes[0].shape_count, 3);
    close_opened(&it);
    maq_close(baked);
    maq_close(glb);
    maq_close(document);
}

static void too_many_frames_are_baked_slower_and_told(void **state) {
    (void)state;
    if (!maq_find_variant("glb", NULL))
        skip();
    maq_document *document = document_of(iqe), *baked;
    maq_convert_options options = {.size = sizeof options, .bake = true, .bake_rate = 1e5};
    assert_int_equal(maq_convert(document, "glb", &options, &baked), MAQ_OK);
    const maq_findings *findings = maq_document_findings(baked);
    bool reported = false;
    for (size_t i = 0; i < findings->count; i++)
        reported = reported || strcmp(findings->items[i].rule->id, "MAQ-0903") == 0;
    assert_true(reported);
    opened it = open_document(baked);
    assert_in_range(it.scene->meshes[0].shape_count, 500, 1024);
    close_opened(&it);
    maq_close(baked);
    options.strict = true;
    assert_int_equal(maq_convert(document, "glb", &options, &baked), MAQ_LOSS_REFUSED);
    maq_close(baked);
    maq_close(document);
}

typedef struct conversion {
    const maq_document *document;
    maq_motion *motion; // NULL: bakes the document
} conversion;

static maq_status convert_with(const maq_memory *memory, void *context) {
    const conversion *c = context;
    maq_convert_options options = {.memory = memory, .bake = !c->motion};
    maq_document *made = NULL;
    maq_status status = c->motion ? maq_motion_document(c->motion, "obj", &options, &made)
                                  : maq_convert(c->document, "wza", &options, &made);
    assert_true(status == MAQ_OK || !made);
    maq_close(made);
    return status;
}

static void failing_requests_are_reported(void **state) {
    (void)state;
    maq_document *document = document_of(iqe);
    opened it = open_document(document);
    maq_motion_pose(it.motion, 0, 0.1, NULL);
    assert_true(fail_each_request(convert_with, &(conversion){document, it.motion}) > 10);
    assert_true(fail_each_request(convert_with, &(conversion){document, NULL}) > 10);
    close_opened(&it);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_models_of_every_format),
        cmocka_unit_test(what_a_pose_leaves_out_is_reported),
        cmocka_unit_test(baked_shapes_move_as_joints_did),
        cmocka_unit_test(too_many_frames_are_baked_slower_and_told),
        cmocka_unit_test(failing_requests_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
