// SPDX-License-Identifier: MIT
//
// What conversions of Inter-Quake models report, bound and repair, case by case.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "formats/iq/iq_scene.h"
#include "support/iq_bridge.h"
#include "support/iqe_text.h"

#define JOINT "joint a\npq 0 0 0 0 0 0 -1\n"
#define TRIANGLE "vp 0 0 0\nvp 0 1 0\nvp 1 0 0\n"
#define MESH "mesh m\n" TRIANGLE "fm 0 1 2\n"
#define BLENDS "vb 0 1\nvb 0 1\nvb 0 1\n"
#define POSE "pq 0 0 0 0 0 0 -1\n"
#define CLIP "animation x\nframerate 10\n"
#define FRAMES CLIP "frame\n" POSE "frame\n" POSE "frame\n" POSE

// ------------------------------------------------------------------------------------- convert

// Converts one input with settings of its own.
static maq_document *convert_with(const char *text, const maq_setting *settings, uint32_t count) {
    maq_document *document = iqe_open(text), *out;
    maq_input input = {.document = document, .setting_count = count, .settings = settings};
    assert_int_equal(maq_join(&input, 1, "iqm", NULL, &out), MAQ_OK);
    maq_close(document);
    return out;
}

static void convert_reports_what_it_drops_or_fills_in(void **state) {
    (void)state;
    static const struct {
        const char *id;
        uint64_t count;
        maq_severity severity;
        const char *text;
        maq_setting settings[2];
    } cases[] = {
        {"IQE-0202", 1, MAQ_WARNING, "vertexarray normal blob 3\n" MESH, {{0}}},
        {"IQE-0203", 1, MAQ_WARNING, "vertexarray normal float 9\n" MESH, {{0}}},
        {"IQE-0504", 2, MAQ_WARNING, JOINT MESH BLENDS CLIP "frame\n" POSE POSE POSE, {{0}}},
        {"IQE-0405", 1, MAQ_WARNING, JOINT POSE MESH BLENDS, {{0}}},
        {"IQE-0503",
         1,
         MAQ_WARNING,
         JOINT "joint b 0\n" POSE MESH BLENDS CLIP "frame\n" POSE,
         {{0}}},
        {"IQE-0404", 1, MAQ_WARNING, JOINT "joint b 0\n" MESH BLENDS, {{0}}},
        {"IQE-0502", 1, MAQ_WARNING, JOINT MESH BLENDS CLIP "frame\nframe\n" POSE, {{0}}},
        {"IQE-0109", 1, MAQ_NOTE, MESH "vp 5 5 5\n", {{0}}},
        {"IQE-0308", 2, MAQ_WARNING, TRIANGLE "vp 5 5 5\nvp 6 5 5\n", {{0}}},
        {"IQE-0107", 1, MAQ_WARNING, JOINT MESH "vb 0 1\nvb 0 0\nvb 0 1\n", {{0}}},
        {"IQE-0616", 1, MAQ_WARNING, JOINT MESH BLENDS FRAMES, {{"start", "99"}}},
        {"IQE-0616", 1, MAQ_WARNING, JOINT MESH BLENDS FRAMES, {{"start", "4"}, {"end", "2"}}},
        {"IQE-0610", 1, MAQ_NOTE, JOINT MESH BLENDS FRAMES, {{"fps", "0"}}},
        {"IQE-0507", 1, MAQ_NOTE, JOINT MESH BLENDS FRAMES FRAMES, {{0}}},
        {"IQE-0610",
         1,
         MAQ_NOTE,
         JOINT MESH BLENDS FRAMES "animation y\nframe\n" POSE,
         {{"name", "z"}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t count = !cases[i].settings[0].name ? 0 : cases[i].settings[1].name ? 2 : 1;
        maq_document *out = convert_with(cases[i].text, cases[i].settings, count);
        const maq_findings *findings = maq_document_findings(out);
        for (size_t k = 0; findings->count != 1 && k < findings->count; k++)
            print_error("%s: %s\n", findings->items[k].rule->id, findings->items[k].message);
        if (findings->count != 1)
            fail_msg("%s (case %zu): %zu findings", cases[i].id, i, findings->count);
        assert_string_equal(findings->items[0].rule->id, cases[i].id);
        assert_int_equal(findings->items[0].count, cases[i].count);
        assert_int_equal(findings->items[0].severity, cases[i].severity);
        maq_close(out);
    }
}

// ------------------------------------------------------------------------------------- colours

static uint32_t colour_size(const maq_document *document) {
    const maq_iqm_array *colours = maq_iqm_find_array(maq_document_iqm(document), MAQ_IQM_COLOR);
    assert_non_null(colours);
    assert_int_equal(colours->format, MAQ_IQM_UBYTE);
    return colours->size;
}

static void colours_of_iqe_have_three_components_with_a_note(void **state) {
    (void)state;
    maq_document *out = iqe_compile(MESH "vc 1 0 0\nvc 1 0 0\nvc 1 0 0\n", NULL);
    assert_int_equal(colour_size(out), 3);
    assert_non_null(iqe_find(maq_document_findings(out), "IQE-0617"));
    maq_close(out);
    out = iqe_compile("vertexarray color ubyte 4\n" MESH "vc 1 0 0\nvc 1 0 0\nvc 1 0 0\n", NULL);
    assert_int_equal(colour_size(out), 4);
    assert_int_equal(maq_document_findings(out)->count, 0);
    maq_close(out);
}

static void colours_of_other_formats_have_four_components(void **state) {
    (void)state;
    static const char obj[] = "v 0 0 0 1 0 0\nv 0 1 0 1 0 0\nv 1 0 0 1 0 0\nf 1 2 3\n";
    maq_open_options options = {.size = sizeof options, .format = "obj"};
    maq_document *document, *out;
    assert_int_equal(maq_open_memory(obj, sizeof obj - 1, &options, &document), MAQ_OK);
    assert_int_equal(maq_convert(document, "iqm", NULL, &out), MAQ_OK);
    assert_int_equal(colour_size(out), 4);
    maq_close(out);
    maq_close(document);
}

// ----------------------------------------------------------------------------------- smoothing

// Two faces at a right angle, and one without area that has both texture coordinates and both
// states of smoothuv in common with them.
static void a_triangle_without_area_joins_no_smoothing_sets(void **state) {
    (void)state;
    static const char text[] =
        "mesh m\nsmoothangle 30\n"
        "vp 0 0 0\nvt 0 0\nvp 0 1 0\nvt 0 0\nvp 1 0 0\nvt 0 0\nvp 0 0 1\nvt 0 0\n"
        "vp 0 2 0\nvt 0 0\n"
        "smoothuv 1\nfm 0 3 1\nsmoothuv 0\nfm 0 1 2\nfm 0 1 4\n";
    maq_document *out = iqe_compile(text, NULL);
    const maq_iqm *iqm = maq_document_iqm(out);
    uint32_t upright = 0, level = 0, between = 0;
    for (uint32_t v = 0; v < iqm->vertex_count; v++) {
        float n[3];
        iqm_get(iqm, MAQ_IQM_NORMAL, v, n, 3);
        float most = fmaxf(fabsf(n[0]), fmaxf(fabsf(n[1]), fabsf(n[2])));
        upright += fabsf(n[2]) > 0.999f;
        level += fabsf(n[2]) < 0.001f && most > 0.999f;
        between += most > 0.001f && most < 0.999f;
    }
    assert_true(upright >= 3 && level >= 3);
    assert_int_equal(between, 0);
    maq_close(out);
}

// Thousands of triangles of one point each: the reference compiler compares all pairs.
static void reference_smoothing_of_equal_points_takes_linear_time(void **state) {
    (void)state;
    enum { COUNT = 60000 };
    char *text = malloc(COUNT * 16 + 100);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "mesh m\nvp 1 2 3\nvp 1 2 3\nvp 1 2 3\nvp 4 5 6\n");
    for (int i = 0; i < COUNT; i++)
        at += (size_t)sprintf(text + at, "fm 0 1 %d\n", 2 + i % 2);
    clock_t before = clock();
    maq_document *out = iqe_compile(text, iqe_reference);
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    assert_null(iqe_find(maq_document_findings(out), "IQE-0909"));
    assert_true(seconds < 5);
    maq_close(out);
    free(text);
}

// Thousands of triangles at one vertex: the reference compiler compares all of them for each. `grid`
// triangles share their other corners, too, so that hardly two have the same score.
static maq_document *compile_crowded(unsigned count, unsigned grid) {
    enum { LINE = 24 };
    char *text = malloc((size_t)(count + 2 * grid + 3) * LINE);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "vp 0\nvp 1\nvp 0 1\n");
    for (unsigned i = 3; i < 2 * grid + 1; i++)
        at += (size_t)sprintf(text + at, "vp %u %u\n", i, i * i % 1009);
    for (unsigned i = 0; i < count; i++)
        at += (size_t)sprintf(text + at, "fa 0 %u %u\n", 1 + i % grid, 1 + grid + i / grid % grid);
    clock_t before = clock();
    maq_document *out = iqe_compile(text, iqe_reference);
    // Less than a second; the thread sanitizer on a slow machine takes more than ten.
    assert_true((double)(clock() - before) / CLOCKS_PER_SEC < 30);
    assert_int_equal(maq_document_iqm(out)->triangle_count, count);
    free(text);
    return out;
}

static void reference_order_of_crowded_vertices_is_bounded(void **state) {
    (void)state;
    maq_document *equal = compile_crowded(60000, 1), *different = compile_crowded(40000, 200);
    assert_null(iqe_find(maq_document_findings(equal), "IQE-0619"));
    assert_non_null(iqe_find(maq_document_findings(different), "IQE-0619"));
    maq_close(equal);
    maq_close(different);
}

// -------------------------------------------------------------------------------------- frames

// Frames without channels have no bytes in the file: a kilobyte can announce any number.
static void frames_without_channels_are_bounded(void **state) {
    (void)state;
    iqm_model model;
    iqm_model_make(&model, 2);
    for (uint32_t i = 0; i < MODEL_JOINTS; i++)
        model.poses[i].mask = 0;
    model.iqm.channel_count = 0;
    model.iqm.frames = NULL;
    model.iqm.bounds_count = 0;
    model.iqm.frame_count = model.anims[0].frame_count = 16000000;
    model.iqm.anim_count = 1;
    maq_document *document = iqm_document(&model), *out;
    maq_memory memory = {.size = sizeof memory, .byte_limit = 64u << 20};
    maq_convert_options options = {.size = sizeof options, .memory = &memory};
    assert_int_equal(maq_convert(document, "iqe", &options, &out), MAQ_OK);
    const maq_finding *finding = iqe_find(maq_document_findings(out), "IQE-0905");
    assert_non_null(finding);
    assert_int_equal(finding->severity, MAQ_LOSS);
    const maq_iqe *iqe = maq_document_iqe(out);
    assert_int_equal(iqe->frame_count + finding->count, 16000000);
    assert_true(iqe->frame_count > 100000);
    maq_close(out);
    maq_close(document);
}

// ------------------------------------------------------------------------------------- weights

static void vertices_without_weights_stay_at_rest(void **state) {
    (void)state;
    static const char text[] = JOINT MESH "vb 0 1\nvb 0 0\nvb 0 1\n" CLIP
                                          "frame\npq 0 0 0 0 0 0 -1\nframe\npq 9 0 0 0 0 0 -1\n";
    maq_document *compiled = iqe_compile(text, NULL);
    const maq_iqm *iqm = maq_document_iqm(compiled);
    // The bounds hold the vertex where it rests, at y 1 and x 0.
    assert_true(iqm->bounds_count == 2 && iqm->bounds[1].min[0] == 0 && iqm->bounds[1].max[1] == 1);
    maq_report *report;
    assert_int_equal(maq_check(compiled, NULL, &report), MAQ_OK);
    const maq_finding *finding = iqe_find(maq_report_findings(report), "IQM-0217");
    assert_true(finding && finding->severity == MAQ_WARNING);
    maq_report_free(report);
    // In a scene a joint that no clip moves holds it; the way to IQM knows it again.
    maq_scene *scene = iq_scene_of(compiled);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    uint32_t held = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t node = scene->skins[0].joints[mesh->joints[(size_t)v * 4]];
        if (!mq_iq_is_unweighted_joint(&scene->nodes[node]))
            continue;
        held++;
        assert_true(mesh->positions[v][2] == -1);
        for (uint32_t c = 0; c < scene->clips[0].channel_count; c++)
            assert_int_not_equal(scene->clips[0].channels[c].target, node);
    }
    assert_int_equal(held, 1);
    maq_document *back = iq_from_scene(scene, "iqm");
    iq_no_losses(maq_document_findings(back), "weights");
    assert_int_equal(maq_document_iqm(back)->joint_count, 1);
    uint32_t without = 0;
    for (uint32_t v = 0; v < 3; v++) {
        float weights[4];
        iqm_get(maq_document_iqm(back), MAQ_IQM_BLENDWEIGHTS, v, weights, 4);
        without += weights[0] + weights[1] + weights[2] + weights[3] == 0;
    }
    assert_int_equal(without, 1);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(compiled);
}

// ------------------------------------------------------------------------ the reference compiler

// A face of many corners on one line: the reference compiler cuts the line, and what is left of it
// does not begin with a command.
static void the_reference_compiler_cuts_long_lines(void **state) {
    (void)state;
    char text[4000], face[1200] = "fm";
    size_t at = (size_t)sprintf(text, "mesh m\n");
    for (int i = 0; i < 60; i++)
        at += (size_t)sprintf(text + at, "vp %d %d 0\n", i, i * i);
    // Corners 0 to 59, ten bytes each: the 51st is the last that fits.
    for (int i = 0; i < 60; i++)
        sprintf(face + strlen(face), "%*s%d", i == 0 ? 8 : 9 - (i > 9), "", i);
    sprintf(text + at, "%s\n", face);
    maq_document *plain = iqe_compile(text, NULL), *reference = iqe_compile(text, iqe_reference);
    assert_int_equal(maq_document_iqm(plain)->triangle_count, 58);
    assert_int_equal(maq_document_iqm(reference)->triangle_count, 49);
    const maq_finding *finding = iqe_find(maq_document_findings(reference), "IQE-0618");
    assert_true(finding && finding->severity == MAQ_WARNING && finding->count == 1);
    assert_null(iqe_find(maq_document_findings(plain), "IQE-0618"));
    maq_close(reference);
    maq_close(plain);
}

// An animation before the mesh: its frames have no bounds, its names come first.
static void the_reference_compiler_accepts_an_animation_first(void **state) {
    (void)state;
    maq_document *clip =
        iqe_open(JOINT "animation walk\nframe\n" POSE "frame\npq 1 0 0 0 0 0 -1\n");
    maq_document *mesh = iqe_open(JOINT MESH BLENDS "animation rest\nframe\n" POSE);
    maq_input inputs[2] = {{.document = clip}, {.document = mesh}};
    maq_setting compat = {"compat", "reference"};
    maq_convert_options options = {.size = sizeof options, .setting_count = 1, .settings = &compat};
    maq_document *out;
    assert_int_equal(maq_join(inputs, 2, "iqm", &options, &out), MAQ_OK);
    const maq_iqm *iqm = maq_document_iqm(out);
    assert_int_equal(iqm->mesh_count, 1);
    assert_int_equal(iqm->joint_count, 1);
    assert_int_equal(iqm->pose_count, 1);
    assert_int_equal(iqm->anim_count, 2);
    assert_int_equal(iqm->frame_count, 3);
    assert_int_equal(iqm->bounds_count, 1);
    assert_string_equal(iqm->text + 1, "walk");
    maq_close(out);
    // Two meshes are still refused.
    inputs[0].document = mesh;
    assert_int_equal(maq_join(inputs, 2, "iqm", &options, &out), MAQ_UNSUPPORTED);
    maq_close(mesh);
    maq_close(clip);
}

// ------------------------------------------------------------------------------------- assimp

static bool is_error_for_assimp(const iqm_model *model) {
    maq_document *document = iqm_document(model);
    maq_check_options options = {.size = sizeof options, .target = "assimp"};
    maq_report *report;
    assert_int_equal(maq_check(document, &options, &report), MAQ_OK);
    bool errors = maq_report_findings(report)->errors > 0;
    maq_report_free(report);
    maq_close(document);
    return errors;
}

static void models_that_assimp_loads_without_vertices_are_errors(void **state) {
    (void)state;
    iqm_model model;
    iqm_model_make(&model, 2);
    assert_false(is_error_for_assimp(&model));
    model.arrays[0].size = 4; // positions that it does not read
    assert_true(is_error_for_assimp(&model));
    iqm_model_make(&model, 2);
    model.iqm.mesh_count = 0;
    assert_true(is_error_for_assimp(&model));
}

// ----------------------------------------------------------------------------------- no numbers

// Rows without numbers, faces without corners: nothing may point into what is not there.
static void rows_without_numbers_are_written(void **state) {
    (void)state;
    uint32_t firsts[3] = {0};
    maq_iqe_part part = {.mesh = "", .material = "", .smooth_group = -1};
    maq_iqe iqe = {.parts = &part, .part_count = 1};
    iqe.lists[MAQ_IQE_POSITION].count = 2;
    iqe.faces = (maq_iqe_faces){2, firsts, NULL};
    iqe.blends = (maq_iqe_blends){2, firsts, NULL, NULL};
    maq_document *document;
    maq_buffer buffer;
    assert_int_equal(maq_document_from_iqe(&iqe, NULL, &document), MAQ_OK);
    assert_non_null(maq_document_iqe(document)->faces.corners);
    assert_non_null(maq_document_iqe(document)->lists[MAQ_IQE_POSITION].values);
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    static const char expected[] = "# Inter-Quake Export\nvp\nvb\nvp\nvb\nfa\nfa\n";
    assert_int_equal(buffer.length, sizeof expected - 1);
    assert_memory_equal(buffer.data, expected, buffer.length);
    maq_buffer_free(&buffer);
    maq_close(document);
    maq_open_options options = {.size = sizeof options, .format = "iqe"};
    assert_int_equal(maq_open_memory("", 0, &options, &document), MAQ_BAD_DATA);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convert_reports_what_it_drops_or_fills_in),
        cmocka_unit_test(colours_of_iqe_have_three_components_with_a_note),
        cmocka_unit_test(colours_of_other_formats_have_four_components),
        cmocka_unit_test(a_triangle_without_area_joins_no_smoothing_sets),
        cmocka_unit_test(reference_smoothing_of_equal_points_takes_linear_time),
        cmocka_unit_test(reference_order_of_crowded_vertices_is_bounded),
        cmocka_unit_test(frames_without_channels_are_bounded),
        cmocka_unit_test(vertices_without_weights_stay_at_rest),
        cmocka_unit_test(the_reference_compiler_cuts_long_lines),
        cmocka_unit_test(the_reference_compiler_accepts_an_animation_first),
        cmocka_unit_test(models_that_assimp_loads_without_vertices_are_errors),
        cmocka_unit_test(rows_without_numbers_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
