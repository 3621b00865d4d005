// SPDX-License-Identifier: MIT
//
// Inter-Quake models into scenes and back.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/iq/iq_scene.h"
#include "scene/geometry.h"
#include "support/bridge_stress.h"
#include "support/corpus.h"
#include "support/documents.h"
#include "support/hostile.h"
#include "support/iq_bridge.h"
#include "support/iqe_text.h"

// -------------------------------------------------------------------------------------- comparing

// A corner of a triangle: what a vertex says, and its blend as two sums that any other would change.
typedef struct corner {
    float position[3], uv[2], normal[3], blend[2];
} corner;

typedef struct triangle {
    corner corners[3];
} triangle;

static corner get_corner(const maq_iqm *iqm, uint32_t vertex) {
    corner c = {0};
    float joints[4], weights[4], sum = 0;
    iqm_get(iqm, MAQ_IQM_POSITION, vertex, c.position, 3);
    iqm_get(iqm, MAQ_IQM_TEXCOORD, vertex, c.uv, 2);
    iqm_get(iqm, MAQ_IQM_NORMAL, vertex, c.normal, 3);
    iqm_get(iqm, MAQ_IQM_BLENDINDEXES, vertex, joints, 4);
    iqm_get(iqm, MAQ_IQM_BLENDWEIGHTS, vertex, weights, 4);
    for (int i = 0; i < 4; i++)
        sum += weights[i];
    for (int i = 0; i < 4 && fabsf(sum - 1) < 1e-4f; i++) {
        c.blend[0] += weights[i] * (joints[i] + 1);
        c.blend[1] += weights[i] * (joints[i] + 1) * (joints[i] + 1);
    }
    return c;
}

static int compare_triangles(const void *a, const void *b) {
    const triangle *left = a, *right = b;
    for (int i = 0; i < 3; i++) {
        int order = memcmp(&left->corners[i], &right->corners[i], 5 * sizeof(float));
        if (order)
            return order;
    }
    return 0;
}

// All triangles with an area, in an order that depends on where they are alone.
static triangle *triangles_of(const maq_iqm *iqm, size_t *count) {
    triangle *all = calloc(iqm->triangle_count + 1, sizeof *all);
    assert_non_null(all);
    *count = 0;
    for (uint32_t m = 0; m < iqm->mesh_count; m++) {
        for (uint32_t t = 0; t < iqm->meshes[m].triangle_count; t++) {
            uint32_t at[3];
            assert_true(maq_iqm_triangle(iqm, iqm->meshes[m].first_triangle + t, at));
            corner c[3];
            unsigned first = 0;
            bool flat = false;
            for (unsigned k = 0; k < 3; k++)
                c[k] = get_corner(iqm, at[k]);
            for (unsigned k = 0; k < 3; k++) {
                flat |= memcmp(c[k].position, c[(k + 1) % 3].position, sizeof c[k].position) == 0;
                first = memcmp(&c[k], &c[first], 5 * sizeof(float)) < 0 ? k : first;
            }
            triangle turned = {{c[first], c[(first + 1) % 3], c[(first + 2) % 3]}};
            if (!flat)
                all[(*count)++] = turned;
        }
    }
    qsort(all, *count, sizeof *all, compare_triangles);
    return all;
}

typedef struct figures {
    size_t files, triangles, poses, losses;
    double worst_pose, worst_joint;
} figures;

static float size_of(const maq_iqm *iqm) {
    float size = 1e-6f;
    for (uint32_t v = 0; v < iqm->vertex_count; v++) {
        float p[3];
        iqm_get(iqm, MAQ_IQM_POSITION, v, p, 3);
        for (int k = 0; k < 3; k++)
            size = fmaxf(size, fabsf(p[k]));
    }
    for (uint32_t j = 0; j < iqm->pose_count; j++) {
        for (int k = 0; k < 3; k++)
            size = fmaxf(size, fabsf(iqm->poses[j].channel_offset[k]));
    }
    return size;
}

static void same_triangles(const maq_iqm *a, const maq_iqm *b, const char *name, figures *f) {
    size_t a_count, b_count;
    triangle *left = triangles_of(a, &a_count), *right = triangles_of(b, &b_count);
    if (a_count != b_count)
        fail_msg("%s: %zu triangles became %zu", name, a_count, b_count);
    for (size_t i = 0; i < a_count; i++) {
        for (int k = 0; k < 3; k++) {
            const corner *l = &left[i].corners[k], *r = &right[i].corners[k];
            if (memcmp(l, r, 5 * sizeof(float)) != 0)
                fail_msg("%s: triangle %zu moved", name, i);
            for (int n = 0; n < 3; n++) {
                if (!(fabsf(l->normal[n] - r->normal[n]) <= 1e-3f))
                    fail_msg("%s: triangle %zu has another normal", name, i);
            }
            float joints = (float)(a->joint_count + 1);
            if (!(fabsf(l->blend[0] - r->blend[0]) <= 1e-5f * joints &&
                  fabsf(l->blend[1] - r->blend[1]) <= 1e-5f * joints * joints))
                fail_msg("%s: triangle %zu has other weights", name, i);
        }
    }
    f->triangles += a_count;
    free(left);
    free(right);
}

// The same rotation may have all signs changed.
static float turned_by(const float *a, const float *b) {
    float plus = 0, minus = 0;
    for (int k = 0; k < 4; k++) {
        plus = fmaxf(plus, fabsf(a[k] - b[k]));
        minus = fmaxf(minus, fabsf(a[k] + b[k]));
    }
    return fminf(plus, minus);
}

static void same_joints(const maq_iqm *a, const maq_iqm *b, const char *name, figures *f) {
    if (a->joint_count != b->joint_count)
        fail_msg("%s: %u joints became %u", name, a->joint_count, b->joint_count);
    float size = size_of(a);
    for (uint32_t i = 0; i < a->joint_count; i++) {
        const maq_iqm_joint *l = &a->joints[i], *r = &b->joints[i];
        assert_string_equal(maq_iqm_text(a, l->name), maq_iqm_text(b, r->name));
        assert_int_equal(l->parent, r->parent);
        float off = turned_by(l->rotation, r->rotation);
        for (int k = 0; k < 3; k++) {
            off = fmaxf(off, fabsf(l->translation[k] - r->translation[k]) / size);
            off = fmaxf(off, fabsf(l->scale[k] - r->scale[k]));
        }
        f->worst_joint = fmax(f->worst_joint, (double)off);
        if (!(off <= 1e-5f))
            fail_msg("%s: joint %u moved by %g", name, i, (double)off);
    }
}

// Poses of one joint: within a step of the old storage and one of the new.
static float pose_off(const maq_iqm *a, const maq_iqm *b, uint32_t pose, const float *l,
                      const float *r) {
    const float *old = a->poses[pose].channel_scale, *new = b->poses[pose].channel_scale;
    float size = size_of(a), off = 0, steps = 0;
    for (int k = 0; k < 10; k++)
        steps = fmaxf(steps, fmaxf(k < 9 || a->version == 2 ? old[k] : 0, new[k]));
    off = turned_by(l + 3, r + 3) - steps;
    for (int k = 0; k < 3; k++) {
        off = fmaxf(off, (fabsf(l[k] - r[k]) - fmaxf(old[k], new[k])) / size);
        off = fmaxf(off, fabsf(l[7 + k] - r[7 + k]) - steps);
    }
    return off;
}

static void same_motion(const maq_iqm *a, const maq_iqm *b, const char *name, figures *f) {
    assert_int_equal(a->anim_count, b->anim_count);
    if (a->anim_count == 0)
        return;
    assert_int_equal(a->pose_count, b->pose_count);
    for (uint32_t i = 0; i < a->anim_count; i++) {
        const maq_iqm_anim *l = &a->anims[i], *r = &b->anims[i];
        assert_string_equal(maq_iqm_text(a, l->name), maq_iqm_text(b, r->name));
        assert_true(l->framerate == r->framerate);
        assert_int_equal(l->flags, r->flags);
        if (l->frame_count != r->frame_count)
            fail_msg("%s: %u frames became %u", name, l->frame_count, r->frame_count);
        float(*left)[10] = calloc(a->pose_count, sizeof *left);
        float(*right)[10] = calloc(a->pose_count, sizeof *right);
        for (uint32_t k = 0; k < l->frame_count; k++) {
            assert_true(maq_iqm_frame(a, l->first_frame + k, left));
            assert_true(maq_iqm_frame(b, r->first_frame + k, right));
            for (uint32_t p = 0; p < a->pose_count; p++) {
                float off = pose_off(a, b, p, left[p], right[p]);
                f->worst_pose = fmax(f->worst_pose, (double)off);
                f->poses++;
                if (!(off <= 1e-5f))
                    fail_msg("%s: pose %u moved by %g in frame %u", name, p, (double)off, k);
            }
        }
        free(left);
        free(right);
    }
}

static void same_arrays(const maq_iqm *a, const maq_iqm *b, const char *name) {
    for (uint32_t i = 0; i < a->array_count && b->vertex_count; i++) {
        const maq_iqm_array *l = &a->arrays[i];
        for (uint32_t k = 0; k <= b->array_count; k++) {
            if (k == b->array_count)
                fail_msg("%s: array \"%s\" is lost", name, maq_iqm_array_name(a, l));
            const maq_iqm_array *r = &b->arrays[k];
            if (strcmp(maq_iqm_array_name(a, l), maq_iqm_array_name(b, r)) != 0)
                continue;
            assert_int_equal(l->format, r->format);
            assert_int_equal(l->size, r->size);
            break;
        }
    }
}

static void same_model(const maq_iqm *a, const maq_iqm *b, const char *name, figures *f) {
    same_triangles(a, b, name, f);
    same_joints(a, b, name, f);
    same_motion(a, b, name, f);
    same_arrays(a, b, name);
    assert_int_equal(a->bounds_count, b->bounds_count);
    if (b->triangle_count)
        assert_int_equal(a->adjacency != NULL, b->adjacency != NULL);
}

// ------------------------------------------------------------------------------------- round trips

static maq_document *there_and_back(const maq_document *document) {
    maq_scene *scene = iq_scene_of(document);
    maq_document *back = iq_from_scene(scene, "iqm");
    maq_scene_free(scene);
    return back;
}

// What a scene and its extras hold comes back, also without the file that the scene is made from.
static void properties_come_back_from_a_scene(void **state) {
    (void)state;
    for (uint32_t version = 1; version <= 2; version++) {
        iqm_model model;
        figures f = {0};
        iqm_model_make(&model, version);
        model.anims[1].framerate = 0;
        maq_document *document = iqm_document(&model);
        maq_document *back = there_and_back(document);
        iq_no_losses(maq_document_findings(back), "model");
        const maq_iqm *a = maq_document_iqm(document), *b = maq_document_iqm(back);
        same_model(a, b, "model", &f);
        assert_int_equal(f.triangles, MODEL_TRIANGLES);
        assert_int_equal(b->mesh_count, 2);
        for (uint32_t i = 0; i < 2; i++) {
            assert_string_equal(maq_iqm_text(a, a->meshes[i].name),
                                maq_iqm_text(b, b->meshes[i].name));
            assert_string_equal(maq_iqm_text(b, b->meshes[i].material), "stone");
            assert_int_equal(a->extensions[i].size, b->extensions[i].size);
            assert_string_equal(maq_iqm_text(a, a->extensions[i].name),
                                maq_iqm_text(b, b->extensions[i].name));
        }
        assert_memory_equal(a->extensions[0].data, b->extensions[0].data, 5);
        assert_int_equal(a->comment_size, b->comment_size);
        assert_memory_equal(a->comment, b->comment, a->comment_size);
        maq_close(back);
        maq_close(document);
    }
}

static maq_document *through_glb(const maq_document *document, const char *to) {
    maq_document *glb, *read, *back;
    maq_buffer buffer;
    assert_int_equal(maq_convert(document, "glb", NULL, &glb), MAQ_OK);
    assert_int_equal(maq_save_memory(glb, NULL, &buffer), MAQ_OK);
    assert_int_equal(maq_open_memory(buffer.data, buffer.length, NULL, &read), MAQ_OK);
    assert_int_equal(maq_convert(read, to, NULL, &back), MAQ_OK);
    maq_close(read);
    maq_buffer_free(&buffer);
    maq_close(glb);
    return back;
}

// Flags, layout and all else that a scene does not hold come back when nobody edits the GLB.
static void an_unedited_model_comes_back_whole(void **state) {
    (void)state;
    if (!maq_find_variant("glb", NULL))
        skip();
    for (uint32_t version = 1; version <= 2; version++) {
        iqm_model model;
        iqm_model_make(&model, version);
        model.iqm.flags = 5;
        model.anims[0].flags = 9;
        model.arrays[7].flags = 3;
        maq_document *document = iqm_document(&model);
        maq_document *back = through_glb(document, version == 1 ? "iqm1" : "iqm");
        iq_no_losses(maq_document_findings(back), "model");
        assert_true(say_the_same(document, back));
        maq_close(back);
        maq_close(document);
    }
}

static void try_file(const char *path, void *context) {
    figures *f = context;
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    maq_scene *scene = iq_scene_of(document);
    maq_document *back = iq_from_scene(scene, "iqm");
    same_model(maq_document_iqm(document), maq_document_iqm(back), path, f);
    const maq_findings *lists[] = {maq_scene_findings(scene), maq_document_findings(back)};
    for (int l = 0; l < 2; l++) {
        for (size_t i = 0; i < lists[l]->count; i++) {
            if (lists[l]->items[i].severity == MAQ_LOSS)
                print_message("%s: %s: %s\n", path, lists[l]->items[i].rule->id,
                              lists[l]->items[i].message);
            f->losses += lists[l]->items[i].severity == MAQ_LOSS;
        }
    }
    f->files++;
    maq_scene_free(scene);
    maq_close(back);
    maq_close(document);
}

static void real_models_come_back(void **state) {
    (void)state;
    figures f = {0};
    walk_corpus("iqm", ".iqm", try_file, &f);
    print_message("%zu files, %zu triangles, %zu poses (worst %g beyond a step), joints off by %g, "
                  "%zu losses\n",
                  f.files, f.triangles, f.poses, f.worst_pose, f.worst_joint, f.losses);
}

static void try_glb(const char *path, void *context) {
    figures *f = context;
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    maq_document *back = through_glb(document, "iqm");
    iq_no_losses(maq_document_findings(back), path);
    same_model(maq_document_iqm(document), maq_document_iqm(back), path, f);
    if (maq_document_iqm(document)->version == 2 && !say_the_same(document, back))
        fail_msg("%s is not as it was", path);
    f->files++;
    maq_close(back);
    maq_close(document);
}

static void real_models_come_back_through_glb(void **state) {
    (void)state;
    if (!maq_find_variant("glb", NULL)) {
        print_message("there is no GLB in this build\n");
        skip();
    }
    figures f = {0};
    walk_corpus("iqm", ".iqm", try_glb, &f);
    print_message("%zu files, %zu poses (worst %g beyond a step), joints off by %g\n", f.files,
                  f.poses, f.worst_pose, f.worst_joint);
}

// An IQE gives the same scene as the IQM that it compiles to, and comes back from it.
static const char small_iqe[] = "joint \"root\" -1\npq 0 0 1 0 0 0 1\n"
                                "joint \"arm\" 0\npq 1 0 0 0 0 0.6 0.8\n"
                                "mesh \"wedge\"\nmaterial \"wall;stone.png\"\n"
                                "vp 0 0 0\nvt 0 0\nvb 0 1\n"
                                "vp 1 0 0\nvt 1 0\nvb 0 0.5 1 0.5\n"
                                "vp 0 2 0\nvt 0 1\nvb 1 1\n"
                                "vp 0 0 3\nvt 1 1\nvb 1 1\n"
                                "fm 0 1 2\nfm 0 2 3\nfm 0 3 1\nfm 1 3 2\n"
                                "animation \"turn\"\nframerate 10\nloop\n"
                                "frame\npq 0 0 1 0 0 0 1\npq 1 0 0 0 0 0.6 0.8\n"
                                "frame\npq 0 0 2 0 0 0 1\npq 1 0 0 0 0 0 1\n";

static void an_iqe_is_bridged_by_compiling(void **state) {
    (void)state;
    figures f = {0};
    maq_document *iqe = iqe_open(small_iqe);
    maq_document *iqm = iqe_convert(iqe, "iqm", NULL);
    maq_scene *scene = iq_scene_of(iqe);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->clip_count, 1);
    assert_string_equal(scene->nodes[1].name, "arm");
    assert_string_equal(scene->materials[0].name, "wall;stone.png");
    assert_string_equal(scene->materials[0].textures[0].file, "stone.png");
    maq_document *back = iq_from_scene(scene, "iqe");
    iq_no_losses(maq_document_findings(back), "iqe");
    assert_non_null(maq_document_iqe(back));
    maq_document *again = iqe_convert(back, "iqm", NULL);
    same_model(maq_document_iqm(iqm), maq_document_iqm(again), "iqe", &f);
    assert_string_equal(
        maq_iqm_text(maq_document_iqm(again), maq_document_iqm(again)->meshes[0].material),
        "wall;stone.png");
    maq_close(again);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(iqm);
    maq_close(iqe);
}

// ------------------------------------------------------------------------------------- orientation

// The wedge has clockwise faces, its edges 1, 2 and 3 long, and lies at z up.
static void solids_stay_right_side_out(void **state) {
    (void)state;
    maq_document *iqe = iqe_open(small_iqe);
    maq_scene *scene = iq_scene_of(iqe);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    double there = mq_signed_volume(mesh->positions, mesh->triangles, mesh->triangle_count);
    assert_true(fabs(there - 6) < 1e-5);
    // What was up is up, and what was at y is at -z.
    float min[3], max[3];
    assert_true(mq_bounds(mesh->positions[0], mesh->vertex_count, 3, min, max));
    assert_true(max[0] == 1 && max[1] == 3 && min[2] == -2 && max[2] == 0);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *at = mesh->triangles[t];
        float face[3];
        mq_triangle_normal(mesh->positions[at[0]], mesh->positions[at[1]], mesh->positions[at[2]],
                           face);
        float along = 0;
        for (int k = 0; k < 3; k++) {
            const float *n = mesh->normals[at[k]];
            along += face[0] * n[0] + face[1] * n[1] + face[2] * n[2];
        }
        assert_true(along > 0.1f);
    }
    maq_document *back = iq_from_scene(scene, "iqm");
    assert_true(fabs(iqm_volume(maq_document_iqm(back)) + 6) < 1e-5);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(iqe);
}

// ------------------------------------------------------------------------------------------ losses

static void scene_reports(const iqm_model *model, const char *id) {
    maq_document *document = iqm_document(model);
    maq_scene *scene = iq_scene_of(document);
    if (!iqe_find(maq_scene_findings(scene), id))
        fail_msg("%s is not reported", id);
    maq_scene_free(scene);
    maq_close(document);
}

static void what_a_scene_cannot_hold_is_reported(void **state) {
    (void)state;
    iqm_model model;
    iqm_model_make(&model, 2);
    model.meshes[1].triangle_count = 1;
    scene_reports(&model, "IQM-0911");
    iqm_model_make(&model, 2);
    model.arrays[6].type = 9;
    scene_reports(&model, "IQM-0912");
    iqm_model_make(&model, 2);
    model.poses[2].parent = 0;
    scene_reports(&model, "IQM-0913");
    iqm_model_make(&model, 2);
    model.anims[1].frame_count = 0;
    scene_reports(&model, "IQM-0914");
    iqm_model_make(&model, 2);
    char text[400];
    memset(text, 'x', sizeof text);
    memcpy(text, model.text, MODEL_TEXT);
    text[399] = 0;
    model.iqm.text = text;
    model.iqm.text_size = sizeof text;
    model.meshes[0].name = MODEL_TEXT + 1;
    scene_reports(&model, "IQM-0915");
}

// Tangents that only a compiler makes are not part of the scene, but how they are stored is.
static void made_tangents_are_no_part_of_a_scene(void **state) {
    (void)state;
    maq_document *document = open_text("# Inter-Quake Export\n"
                                       "vertexarray tangent short 4\nmesh m\n"
                                       "vp 0 0 0\nvt 0 0\nvn 0 0 1\nvp 1 0 0\nvt 1 0\nvn 0 0 1\n"
                                       "vp 0 1 0\nvt 0 1\nvn 0 0 1\nfm 0 1 2\n",
                                       "iqe");
    maq_scene *scene = iq_scene_of(document);
    assert_null(scene->meshes[0].tangents);
    const maq_value *arrays = maq_value_find(maq_value_find(scene->extras, "iqm"), "arrays");
    assert_non_null(arrays);
    bool listed = false;
    for (const maq_value *item = arrays->as.children.first; item; item = item->next) {
        const maq_value *type = maq_value_find(item, "type"),
                        *format = maq_value_find(item, "format");
        listed |= type && format && strcmp(type->as.text.bytes, "tangent") == 0 &&
                  strcmp(format->as.text.bytes, "short") == 0;
    }
    assert_true(listed);
    maq_scene_free(scene);
    maq_close(document);
}

// -------------------------------------------------------------------------------------- robustness

static void every_byte_edit_is_survived(void **state) {
    (void)state;
    iqm_model model;
    iqm_model_make(&model, 2);
    maq_buffer file = iqm_model_save(&model);
    use_byte_edits(bridge_there_and_back, file.data, file.length, "model.iqm");
    maq_buffer_free(&file);
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    iqm_model model;
    iqm_model_make(&model, 2);
    maq_buffer file = iqm_model_save(&model);
    bridge_failing_memory(file.data, file.length, "model.iqm");
    maq_buffer_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_come_back_from_a_scene),
        cmocka_unit_test(an_unedited_model_comes_back_whole),
        cmocka_unit_test(real_models_come_back),
        cmocka_unit_test(real_models_come_back_through_glb),
        cmocka_unit_test(an_iqe_is_bridged_by_compiling),
        cmocka_unit_test(solids_stay_right_side_out),
        cmocka_unit_test(what_a_scene_cannot_hold_is_reported),
        cmocka_unit_test(made_tangents_are_no_part_of_a_scene),
        cmocka_unit_test(every_byte_edit_is_survived),
        cmocka_unit_test(every_failing_request_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
