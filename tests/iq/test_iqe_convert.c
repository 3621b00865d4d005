// SPDX-License-Identifier: MIT
//
// From IQM to IQE and back: the same triangles, joints and animations. And several inputs in one
// model.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/corpus.h"
#include "support/iqe_text.h"

// -------------------------------------------------------------------------------------- geometry

// What moves a vertex: joints in order, each once, with weights that sum up to 255. What is not
// used is 0.
typedef struct pull {
    float joints[4], weights[4];
    float off; // by how much the weights did not sum up to that
} pull;

// A triangle with everything of its corners that both models have.
typedef struct triangle {
    float corner[3][3 + 2 + 3];
    char material[64];
    pull pulls[3];
} triangle;

static const struct {
    uint32_t type, first, size;
} parts[] = {{MAQ_IQM_POSITION, 0, 3}, {MAQ_IQM_TEXCOORD, 3, 2}, {MAQ_IQM_NORMAL, 5, 3}};

static int compare_triangles(const void *a, const void *b) {
    return memcmp(a, b, sizeof(triangle));
}

// The corners begin with the least, so that the same triangle is the same bytes.
static void turn(triangle *t) {
    unsigned least = 0;
    for (unsigned k = 1; k < 3; k++) {
        if (memcmp(t->corner[k], t->corner[least], sizeof t->corner[k]) < 0)
            least = k;
    }
    triangle turned = *t;
    for (unsigned k = 0; k < 3; k++) {
        memcpy(turned.corner[k], t->corner[(k + least) % 3], sizeof turned.corner[k]);
        turned.pulls[k] = t->pulls[(k + least) % 3];
    }
    *t = turned;
}

static pull pull_of(const maq_iqm *iqm, uint32_t vertex) {
    pull p = {{0}, {0}, 0};
    const maq_iqm_array *indexes = maq_iqm_find_array(iqm, MAQ_IQM_BLENDINDEXES);
    const maq_iqm_array *weights = maq_iqm_find_array(iqm, MAQ_IQM_BLENDWEIGHTS);
    float joint[4], weight[4], sum = 0;
    if (!indexes || !weights)
        return p;
    assert_true(maq_iqm_values(iqm, indexes, vertex, joint));
    assert_true(maq_iqm_values(iqm, weights, vertex, weight));
    unsigned count = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (!(weight[i] > 0))
            continue;
        sum += weight[i];
        unsigned at = 0;
        while (at < count && p.joints[at] < joint[i])
            at++;
        if (at == count || p.joints[at] != joint[i]) {
            for (unsigned k = count++; k > at; k--) {
                p.joints[k] = p.joints[k - 1];
                p.weights[k] = p.weights[k - 1];
            }
            p.joints[at] = joint[i];
            p.weights[at] = 0;
        }
        p.weights[at] += weight[i];
    }
    for (unsigned i = 0; i < count; i++)
        p.weights[i] *= 255 / sum;
    p.off = count ? fabsf(sum * 255 - 255) : 0;
    return p;
}

// Weights that summed up to 255 are the same; others were made to, in whole steps.
static void assert_same_pull(const pull *a, const pull *b) {
    float tolerance = a->off > 0.01f ? 1.01f : 0.001f;
    for (unsigned i = 0; i < 4; i++) {
        assert_true(a->joints[i] == b->joints[i]);
        assert_true(fabsf(a->weights[i] - b->weights[i]) <= tolerance);
    }
}

// All triangles that do not have two equal corners, sorted.
static triangle *triangles_of(const maq_iqm *iqm, bool with_normals, size_t *count) {
    triangle *all = calloc((size_t)iqm->triangle_count + 1, sizeof *all);
    assert_non_null(all);
    *count = 0;
    for (uint32_t m = 0; m < iqm->mesh_count; m++) {
        const maq_iqm_mesh *mesh = &iqm->meshes[m];
        for (uint32_t i = 0; i < mesh->triangle_count; i++) {
            uint32_t corners[3];
            assert_true(maq_iqm_triangle(iqm, mesh->first_triangle + i, corners));
            triangle *t = &all[*count];
            memset(t, 0, sizeof *t);
            snprintf(t->material, sizeof t->material, "%s", maq_iqm_text(iqm, mesh->material));
            for (unsigned p = 0; p < 3; p++) {
                const maq_iqm_array *array = maq_iqm_find_array(iqm, parts[p].type);
                for (unsigned k = 0; array && (p < 2 || with_normals) && k < 3; k++) {
                    float row[4];
                    assert_true(maq_iqm_values(iqm, array, corners[k], row));
                    for (uint32_t n = 0; n < parts[p].size; n++)
                        t->corner[k][parts[p].first + n] = row[n] + 0.0f;
                }
            }
            bool flat = false;
            for (unsigned k = 0; k < 3; k++)
                t->pulls[k] = pull_of(iqm, corners[k]);
            for (unsigned k = 0; k < 3; k++)
                flat |= memcmp(t->corner[k], t->corner[(k + 1) % 3], sizeof t->corner[k]) == 0;
            turn(t);
            *count += !flat;
        }
    }
    qsort(all, *count, sizeof *all, compare_triangles);
    return all;
}

static void assert_same_triangles(const maq_iqm *a, const maq_iqm *b) {
    bool normals = maq_iqm_find_array(a, MAQ_IQM_NORMAL) != NULL;
    size_t count_a, count_b;
    triangle *of_a = triangles_of(a, normals, &count_a), *of_b = triangles_of(b, normals, &count_b);
    assert_int_equal(count_a, count_b);
    for (size_t i = 0; i < count_a; i++) {
        assert_memory_equal(of_a[i].corner, of_b[i].corner, sizeof of_a[i].corner);
        assert_string_equal(of_a[i].material, of_b[i].material);
        for (unsigned k = 0; k < 3; k++)
            assert_same_pull(&of_a[i].pulls[k], &of_b[i].pulls[k]);
    }
    free(of_a);
    free(of_b);
}

// ------------------------------------------------------------------------- skeleton, animations

static void assert_same_joints(const maq_iqm *a, const maq_iqm *b) {
    assert_int_equal(a->joint_count, b->joint_count);
    for (uint32_t i = 0; i < a->joint_count; i++) {
        assert_string_equal(maq_iqm_text(a, a->joints[i].name), maq_iqm_text(b, b->joints[i].name));
        assert_int_equal(a->joints[i].parent, b->joints[i].parent);
        for (unsigned k = 0; k < 3; k++) {
            assert_true(a->joints[i].translation[k] == b->joints[i].translation[k]);
            assert_true(a->joints[i].scale[k] == b->joints[i].scale[k]);
        }
        float sign = a->joints[i].rotation[3] > 0 ? -1 : 1;
        for (unsigned k = 0; k < 4; k++)
            assert_true(fabsf(a->joints[i].rotation[k] * sign - b->joints[i].rotation[k]) < 2e-4f);
    }
}

static void assert_same_frames(const maq_iqm *a, const maq_iqm *b) {
    assert_int_equal(a->anim_count, b->anim_count);
    assert_int_equal(a->frame_count, b->frame_count);
    if (a->anim_count == 0)
        return;
    assert_int_equal(a->pose_count, b->pose_count);
    float(*of_a)[10] = calloc(a->pose_count, sizeof *of_a);
    float(*of_b)[10] = calloc(b->pose_count, sizeof *of_b);
    assert_true(of_a && of_b);
    for (uint32_t i = 0; i < a->anim_count; i++) {
        assert_string_equal(maq_iqm_text(a, a->anims[i].name), maq_iqm_text(b, b->anims[i].name));
        assert_int_equal(a->anims[i].frame_count, b->anims[i].frame_count);
        assert_int_equal(a->anims[i].flags, b->anims[i].flags);
        assert_true(a->anims[i].framerate == b->anims[i].framerate);
    }
    for (uint32_t f = 0; f < a->frame_count; f++) {
        assert_true(maq_iqm_frame(a, f, of_a));
        assert_true(maq_iqm_frame(b, f, of_b));
        for (uint32_t p = 0; p < a->pose_count; p++) {
            for (unsigned k = 0; k < 10; k++) {
                // One step of the channel, and the last bit of the numbers themselves.
                float step = fmaxf(a->poses[p].channel_scale[k], b->poses[p].channel_scale[k]);
                float tolerance = step * 1.01f + fabsf(of_a[p][k]) * 2.4e-7f + 1e-7f;
                if (!(fabsf(of_a[p][k] - of_b[p][k]) <= tolerance))
                    print_message("frame %u pose %u channel %u: %g and %g, step %g\n", f, p, k,
                                  (double)of_a[p][k], (double)of_b[p][k], (double)step);
                assert_true(fabsf(of_a[p][k] - of_b[p][k]) <= tolerance);
            }
        }
    }
    free(of_a);
    free(of_b);
}

// -------------------------------------------------------------------------------------- the corpus

static void go_and_come_back(const char *path, void *context) {
    (void)context;
    maq_document *model, *text, *again;
    maq_buffer bytes;
    assert_int_equal(maq_open_file(path, NULL, &model), MAQ_OK);
    maq_document *made = iqe_convert(model, "iqe", NULL);
    assert_int_equal(maq_document_findings(made)->losses, 0);
    assert_int_equal(maq_save_memory(made, NULL, &bytes), MAQ_OK);
    assert_int_equal(maq_open_memory(bytes.data, bytes.length, NULL, &text), MAQ_OK);
    again = iqe_convert(text, "iqm", NULL);
    assert_same_triangles(maq_document_iqm(model), maq_document_iqm(again));
    assert_same_joints(maq_document_iqm(model), maq_document_iqm(again));
    assert_same_frames(maq_document_iqm(model), maq_document_iqm(again));
    maq_close(again);
    maq_close(text);
    maq_buffer_free(&bytes);
    maq_close(made);
    maq_close(model);
}

static void real_models_come_back(void **state) {
    (void)state;
    walk_corpus("iqm", ".iqm", go_and_come_back, NULL);
}

// Every kind of component comes back as the same bytes, by way of the text.
static void components_come_back(void **state) {
    (void)state;
    static const char *const components[] = {"byte", "ubyte", "short", "ushort", "int",
                                             "uint", "half",  "float", "double"};
    for (size_t i = 0; i < 9; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "vertexarray custom3 %s 4 \"own name\"\nvertexarray color %s 4\n"
                 "vp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nfa 0 1 2\n"
                 "v3 -1 1 0 0.5\nv3 -0.3333333 0.1 -0.1 0.002\nv3 0.999 -0.999 0.00001 -0.00001\n"
                 "vc 1 0 0.5 0.25\nvc 0 0 0 0\nvc 0.1 0.2 0.3 0.4\n",
                 components[i], components[i]);
        maq_document *model = iqe_compile(text, NULL);
        maq_document *back = iqe_convert(model, "iqe", NULL);
        assert_int_equal(maq_document_findings(back)->count, 0);
        maq_buffer a, b, file;
        maq_document *read;
        assert_int_equal(maq_save_memory(back, NULL, &file), MAQ_OK);
        assert_int_equal(maq_open_memory(file.data, file.length, NULL, &read), MAQ_OK);
        maq_document *again = iqe_convert(read, "iqm", NULL);
        assert_int_equal(maq_save_memory(model, NULL, &a), MAQ_OK);
        assert_int_equal(maq_save_memory(again, NULL, &b), MAQ_OK);
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.data, b.data, a.length);
        maq_buffer_free(&a);
        maq_buffer_free(&b);
        maq_buffer_free(&file);
        maq_close(again);
        maq_close(read);
        maq_close(back);
        maq_close(model);
    }
}

// ----------------------------------------------------------------------------------------- joining

#define MESH "mesh m\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvb 0 1\nvb 1 1\nvb 1 1\nfm 0 1 2\n"
#define SKELETON "joint a\npq 0 0 0 0 0 0 -1\njoint b 0\npq 0 0 5 0 0 0 -1\n"
#define CLIP "animation clip\nframe\npq 1 0 0 0 0 0 -1\npq 2 0 0 0 0 0 -1\n"
#define FRAME2 "frame\npq 3 0 0 0 0 0 -1\npq 4 0 0 0 0 0 -1\n"
#define FRAME3 "frame\npq 5 0 0 0 0 0 -1\npq 6 0 0 0 0 0 -1\n"

static maq_document *join(maq_document *a, maq_document *b, const maq_setting *settings,
                          uint32_t count) {
    maq_input inputs[2] = {{.document = a},
                           {.document = b, .setting_count = count, .settings = settings}};
    maq_document *out;
    assert_int_equal(maq_join(inputs, 2, "iqm", NULL, &out), MAQ_OK);
    return out;
}

static float channel(const maq_iqm *iqm, uint32_t frame, uint32_t joint) {
    float channels[8][MAQ_IQM_CHANNELS];
    assert_true(iqm->pose_count <= 8 && maq_iqm_frame(iqm, frame, channels));
    return channels[joint][0];
}

static void animations_are_matched_by_name(void **state) {
    (void)state;
    // The clip lists the joints the other way round, and one that is not there.
    maq_document *a = iqe_open(SKELETON MESH);
    maq_document *b = iqe_open("joint b\njoint a\njoint c\npq\npq\npq\nanimation clip\nframe\n"
                               "pq 2\npq 1\npq 9\n");
    maq_document *out = join(a, b, NULL, 0);
    const maq_iqm *iqm = maq_document_iqm(out);
    assert_int_equal(iqm->joint_count, 2);
    assert_int_equal(iqm->anim_count, 1);
    assert_true(channel(iqm, 0, 0) == 1 && channel(iqm, 0, 1) == 2);
    assert_non_null(iqe_find(maq_document_findings(out), "IQE-0607"));
    assert_non_null(iqe_find(maq_document_findings(out), "IQE-0614"));
    assert_int_equal(iqm->bounds_count, 1);
    maq_close(out);
    maq_close(a);
    maq_close(b);
}

static void models_of_animations_are_matched_by_count(void **state) {
    (void)state;
    maq_document *a = iqe_open(SKELETON MESH);
    maq_document *clip = iqe_compile(SKELETON CLIP, NULL);
    assert_int_equal(maq_document_iqm(clip)->joint_count, 0);
    static const maq_setting settings[] = {{"name", "run"}, {"fps", "12"}, {"loop", "yes"}};
    maq_document *out = join(a, clip, settings, 3);
    const maq_iqm *iqm = maq_document_iqm(out);
    assert_non_null(iqe_find(maq_document_findings(out), "IQE-0608"));
    assert_string_equal(maq_iqm_text(iqm, iqm->anims[0].name), "run");
    assert_true(iqm->anims[0].framerate == 12 && iqm->anims[0].flags == MAQ_IQM_LOOP);
    assert_true(channel(iqm, 0, 1) == 2);
    maq_close(out);
    maq_close(clip);
    maq_close(a);
}

static void frames_can_be_chosen(void **state) {
    (void)state;
    static const struct {
        const char *start, *end;
        uint32_t count;
        float first;
    } cases[] = {{"0", "-1", 3, 1}, {"1", "-1", 2, 3}, {"0", "0", 1, 1},
                 {"1", "1", 1, 3},  {"0", "-3", 2, 1}, {"0", "9", 3, 1}};
    maq_document *a = iqe_open(SKELETON MESH), *b = iqe_open(SKELETON CLIP FRAME2 FRAME3);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        maq_setting settings[] = {{"start", cases[i].start}, {"end", cases[i].end}};
        maq_document *out = join(a, b, settings, 2);
        assert_int_equal(maq_document_iqm(out)->frame_count, cases[i].count);
        assert_true(fabsf(channel(maq_document_iqm(out), 0, 0) - cases[i].first) < 1e-4f);
        maq_close(out);
    }
    maq_close(a);
    maq_close(b);
}

static void meshes_of_all_inputs_are_there(void **state) {
    (void)state;
    maq_document *a = iqe_open(SKELETON MESH);
    maq_document *b = iqe_open("joint b\npq\nmesh n\nvp 9 0 0\nvp 9 1 0\nvp 9 0 1\nvt 0 0\nvt 0 1\n"
                               "vt 1 0\nvb 0 1\nvb 0 1\nvb 0 1\nfm 0 1 2\n");
    static const maq_setting scale = {"scale", "2"};
    maq_document *out = join(a, b, &scale, 1);
    const maq_iqm *iqm = maq_document_iqm(out);
    assert_int_equal(iqm->mesh_count, 2);
    assert_int_equal(iqm->triangle_count, 2);
    assert_int_equal(iqm->meshes[1].first_vertex, 3);
    float row[4];
    assert_true(maq_iqm_values(iqm, maq_iqm_find_array(iqm, MAQ_IQM_POSITION), 3, row));
    assert_true(row[0] == 18);
    assert_true(maq_iqm_values(iqm, maq_iqm_find_array(iqm, MAQ_IQM_BLENDINDEXES), 3, row));
    assert_true(row[0] == 1); // joint b of the skeleton
    uint32_t corners[3];
    assert_true(maq_iqm_triangle(iqm, 1, corners));
    assert_true(corners[0] >= 3 && corners[1] >= 3 && corners[2] >= 3);
    maq_close(out);
    maq_close(a);
    maq_close(b);
}

// The reference compiler keeps the normals of the first input and gives them to the second, by the
// numbers of vertices: all would point up.
static void normals_stay_with_their_input(void **state) {
    (void)state;
    static const char with[] = "mesh up\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\n"
                               "vn 0 0 1\nvn 0 0 1\nvn 0 0 1\nfm 0 1 2\n";
    static const char without[] = "mesh side\nvp 5 0 0\nvp 5 0 1\nvp 5 1 0\nfm 0 1 2\n";
    for (int turned = 0; turned <= 1; turned++) {
        maq_document *a = iqe_open(turned ? without : with);
        maq_document *b = iqe_open(turned ? with : without);
        maq_document *out = join(a, b, NULL, 0);
        const maq_iqm *iqm = maq_document_iqm(out);
        assert_int_equal(iqm->vertex_count, 6);
        const maq_iqm_array *normals = maq_iqm_find_array(iqm, MAQ_IQM_NORMAL);
        const maq_iqm_array *positions = maq_iqm_find_array(iqm, MAQ_IQM_POSITION);
        for (uint32_t v = 0; v < 6; v++) {
            float n[4], p[4];
            assert_true(maq_iqm_values(iqm, normals, v, n));
            assert_true(maq_iqm_values(iqm, positions, v, p));
            bool side = p[0] == 5;
            assert_true(fabsf(n[0]) == (side ? 1.0f : 0.0f) && n[1] == 0 && n[2] == (side ? 0 : 1));
        }
        maq_close(out);
        maq_close(a);
        maq_close(b);
    }
}

static void joints_can_be_forced(void **state) {
    (void)state;
    static const char *const settings[] = {"force-joints", "yes", NULL};
    maq_document *out = iqe_compile(SKELETON CLIP, settings);
    assert_int_equal(maq_document_iqm(out)->joint_count, 2);
    assert_int_equal(maq_document_findings(out)->count, 0);
    maq_close(out);
}

static void version_1_can_be_made(void **state) {
    (void)state;
    maq_document *text = iqe_open(SKELETON MESH CLIP);
    maq_document *out = iqe_convert(text, "iqm1", NULL);
    assert_int_equal(maq_document_iqm(out)->version, 1);
    assert_int_equal(maq_document_iqm(out)->triangle_count, 1);
    maq_close(out);
    maq_close(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_models_come_back),
        cmocka_unit_test(components_come_back),
        cmocka_unit_test(animations_are_matched_by_name),
        cmocka_unit_test(models_of_animations_are_matched_by_count),
        cmocka_unit_test(frames_can_be_chosen),
        cmocka_unit_test(meshes_of_all_inputs_are_there),
        cmocka_unit_test(normals_stay_with_their_input),
        cmocka_unit_test(joints_can_be_forced),
        cmocka_unit_test(version_1_can_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
