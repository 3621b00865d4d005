// SPDX-License-Identifier: MIT
//
// The scenes of WZA models move as the format says: maq_motion against the evaluator of the tests.
// test_wza_motion --write FOLDER COUNT writes random models for other programs to move.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/gltf.h"
#include "maquette/motion.h"
#include "support/round_trip.h"
#include "support/scene_trip.h"
#include "support/wza_evaluate.h"
#include "support/wza_models.h"

#define MODELS 200
#define TIMES 50
#define MOST_VERTICES 128
#define TOLERANCE 1e-5

typedef struct moving {
    maq_document *document;
    const maq_wza *wza;
    maq_scene *scene;
    maq_motion *motion;
    wza_evaluator *evaluator;
    wza_state *expected;
    uint32_t node; // that shows the mesh
    double size;   // of the model
} moving;

// Moves the scene of a document, which is the model or made from it.
static moving move_scene(maq_document *model, const maq_document *document) {
    moving m = {.document = model, .wza = maq_document_wza(model)};
    assert_int_equal(maq_scene_from_document(document, NULL, &m.scene), MAQ_OK);
    assert_int_equal(maq_scene_findings(m.scene)->count, 0);
    assert_int_equal(maq_motion_new(m.scene, NULL, &m.motion), MAQ_OK);
    m.evaluator = wza_evaluator_new(m.wza);
    assert_non_null(m.evaluator);
    m.expected = wza_state_new(m.evaluator);
    while (m.scene->nodes[m.node].mesh == MAQ_SCENE_NONE)
        m.node++;
    const maq_wza_shape *mesh = &m.wza->shapes[0];
    for (int k = 0; k < 3; k++) {
        float least = INFINITY, most = -INFINITY;
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            least = fminf(least, mesh->vertices[i].position[k]);
            most = fmaxf(most, mesh->vertices[i].position[k]);
        }
        m.size += ((double)most - least) * ((double)most - least);
    }
    m.size = sqrt(m.size);
    return m;
}

static moving move_document(maq_document *document) {
    return move_scene(document, document);
}

static void end(moving *m) {
    wza_state_free(m->expected);
    wza_evaluator_free(m->evaluator);
    maq_motion_free(m->motion);
    maq_scene_free(m->scene);
    maq_close(m->document);
}

static double distance(const float *have, const float *want, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += ((double)have[i] - want[i]) * ((double)have[i] - want[i]);
    return sqrt(sum);
}

// How far vertices are from where they should be, as a part of the model; texture coordinates and
// frames are asserted.
static double error_at(moving *m, double milliseconds) {
    static float positions[MOST_VERTICES][3], normals[MOST_VERTICES][3], uvs[MOST_VERTICES][2];
    const maq_scene_mesh *mesh = &m->scene->meshes[0];
    assert_true(mesh->vertex_count <= MOST_VERTICES);
    maq_deformed_mesh out = {.positions = positions, .normals = normals, .uvs = uvs};
    maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
    maq_motion_pose(m->motion, 0, milliseconds / 1000, &once);
    assert_int_equal(maq_motion_mesh(m->motion, m->node, &out, 0), MAQ_OK);
    assert_int_equal(wza_evaluate(m->evaluator, &m->wza->animations[0], milliseconds, m->expected),
                     MAQ_OK);
    double error = 0;
    for (uint32_t face = 0; face < mesh->triangle_count; face++) {
        for (int k = 0; k < 3; k++) {
            uint32_t v = mesh->triangles[face][k ? 3 - k : 0];
            const wza_face_state *from = &m->expected->faces[face];
            const wza_vertex_state *want = &m->expected->vertices[from->vertices[k]];
            const float position[3] = {want->position[0], want->position[1], -want->position[2]};
            error = fmax(error, distance(positions[v], position, 3) / m->size);
            if (!(distance(uvs[v], from->uv[k], 2) <= 1e-5))
                fail_msg("texture coordinates of face %u at %g ms", face, milliseconds);
        }
    }
    assert_int_equal(maq_motion_current_pose(m->motion)->frames[0], m->expected->texture_frame);
    return error;
}

static void random_models_move_as_the_format_says(void **state) {
    (void)state;
    double worst = 0;
    uint64_t keys = 0, points = 0;
    for (uint32_t i = 0; i < MODELS; i++) {
        moving m = move_document(random_wza(i));
        const maq_wza_animation *animation = &m.wza->animations[0];
        for (uint32_t t = 0; t < TIMES; t++) {
            // Half of the times are those of points, where steps jump.
            double time = (i * 7 + t * 41) % WZA_MODEL_LENGTH + t / 50.0;
            if (t % 2 && animation->point_count)
                time = animation->points[t % animation->point_count].time;
            double error = error_at(&m, time);
            worst = fmax(worst, error);
            if (!(error <= TOLERANCE))
                fail_msg("model %u at %g ms is off by %g of its size", i, time, error);
        }
        for (uint32_t k = 0; k < m.scene->clips[0].channel_count; k++)
            keys += m.scene->clips[0].channels[k].key_count;
        points += animation->point_count;
        end(&m);
    }
    printf("worst error %.3g of the model; %llu keys for %llu points\n", worst,
           (unsigned long long)keys, (unsigned long long)points);
}

static maq_document *glb_of(const maq_document *document) {
    maq_document *glb, *read;
    assert_int_equal(maq_convert(document, "glb", NULL, &glb), MAQ_OK);
    assert_int_equal(maq_document_findings(glb)->losses, 0);
    maq_buffer bytes = written(glb);
    assert_int_equal(maq_open_memory(bytes.data, bytes.length, NULL, &read), MAQ_OK);
    maq_buffer_free(&bytes);
    maq_close(glb);
    return read;
}

// The animation of a GLB file is in glTF's own channels, with nothing that other viewers would not
// know, and moves the model as WZA does.
static void random_models_move_the_same_in_glb(void **state) {
    (void)state;
    for (uint32_t i = 0; i < MODELS; i += 4) {
        maq_document *document = random_wza(i), *glb = glb_of(document);
        moving m = move_scene(document, glb);
        for (uint32_t t = 0; t < TIMES; t++) {
            double error = error_at(&m, (i * 7 + t * 41) % WZA_MODEL_LENGTH + t / 50.0);
            if (!(error <= TOLERANCE))
                fail_msg("the GLB of model %u is off by %g of its size", i, error);
        }
        for (uint32_t k = 0; k < m.scene->node_count; k++)
            assert_false(m.scene->nodes[k].ignores_parent_rotation);
        maq_close(glb);
        end(&m);
    }
}

// Indices, properties, points: all of it, while nobody edits the GLB file.
static void random_models_come_back_from_glb_unchanged(void **state) {
    (void)state;
    for (uint32_t i = 0; i < MODELS; i++) {
        maq_document *document = random_wza(i), *glb = glb_of(document), *back;
        assert_int_equal(maq_convert(glb, "wza", NULL, &back), MAQ_OK);
        assert_same(document, back);
        maq_close(back);
        maq_close(glb);
        maq_close(document);
    }
}

// Bone 0 turns by 90 degrees in a second, and bone 1, which hangs on it by a hinge, turns, too.
static void a_turning_bone_below_a_turning_bone_is_exact_between_points(void **state) {
    (void)state;
    for (int hinge = 0; hinge < 2; hinge++) {
        for (int interpolate = 0; interpolate < 2; interpolate++) {
            char text[1024];
            snprintf(text, sizeof text,
                     "WZA 1\nTEXTURE t\nANIMATED 1\nSHAPES 1\nSHAPE 0\nVERTICES 3\n"
                     "0 1 0 0 0 0 1 1 0 0 0 1 0\n1 2 0 0 0 0 1 1 0 0 0 1 0\n"
                     "2 1 1 0 0 0 1 1 0 0 0 1 0\nFACES 1\n0 0 1 2 0 0 1 0 0 1\nBONES 2\n"
                     "BONE 0 -1 0 0 0 0 1\n0\nBONE 1 0 %d 1 0 0 2\n1 2\nANIMATIONS 1\n"
                     "ANIMATION 0 1000\nPROPERTIES 2\n0 bone 0 %d\n1 bone 1 1\nPOINTS 5\n"
                     "0 0 0 0 0 0 0 0 1\n0 400 0 0 0 0 0 0.5 0.8660254\n"
                     "0 1000 0 0 0 0 0 0.70710677 0.70710677\n"
                     "1 0 0 0 0 0 0 0 1\n1 1000 0 0 2 0.70710677 0 0 0.70710677\n",
                     hinge, interpolate);
            moving m = move_document(document_of("wza", text));
            for (int t = 0; t <= 1000; t += 25)
                assert_true(error_at(&m, t) <= TOLERANCE);
            // A bone that does not ignore its parent's rotation in the scene is right everywhere.
            for (uint32_t i = 0; i < m.scene->node_count; i++)
                assert_false(m.scene->nodes[i].ignores_parent_rotation);
            end(&m);
        }
    }
}

static bool is_near_a_step(const maq_wza_animation *animation, double time) {
    for (uint32_t i = 0; i < animation->point_count; i++) {
        if (fabs(animation->points[i].time - time) < 2)
            return true;
    }
    return false;
}

// A model that is built from a scene moves as the scene does, with few more points than the file had.
static void models_built_from_scenes_move_as_before(void **state) {
    (void)state;
    uint64_t before = 0, after = 0;
    double worst = 0;
    for (uint32_t i = 0; i < MODELS; i++) {
        maq_document *document = random_wza(i);
        maq_scene *scene;
        assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
        maq_document *back = document_of_scene(scene, "wza");
        moving m = move_document(document);
        const maq_wza *wza = maq_document_wza(back);
        wza_evaluator *evaluator = wza_evaluator_new(wza);
        assert_non_null(evaluator);
        wza_state *made = wza_state_new(evaluator);
        const maq_wza_animation *animation = &m.wza->animations[0];
        assert_int_equal(wza->animations[0].index, animation->index);
        before += animation->point_count;
        after += wza->animations[0].point_count;
        for (double time = 0.5; time < WZA_MODEL_LENGTH; time += 33) {
            if (is_near_a_step(animation, time))
                continue;
            wza_evaluate(m.evaluator, animation, time, m.expected);
            assert_int_equal(wza_evaluate(evaluator, &wza->animations[0], time, made), MAQ_OK);
            for (uint32_t face = 0; face < made->face_count; face++) {
                for (int k = 0; k < 3; k++) {
                    const wza_vertex_state *want =
                        &m.expected->vertices[m.expected->faces[face].vertices[k]];
                    const wza_vertex_state *have = &made->vertices[made->faces[face].vertices[k]];
                    worst = fmax(worst, distance(have->position, want->position, 3) / m.size);
                }
            }
            assert_int_equal(made->texture_frame, m.expected->texture_frame);
        }
        wza_state_free(made);
        wza_evaluator_free(evaluator);
        maq_close(back);
        maq_scene_free(scene);
        end(&m);
    }
    printf("%llu points became %llu; worst error %.3g of the model\n", (unsigned long long)before,
           (unsigned long long)after, worst);
    assert_true(worst <= 1e-4);
    assert_true(after < before * 2);
}

// glTF has one sampler for all weights of a mesh: they need the same times, all stepped or none.
static void shapes_of_a_clip_share_their_keys(void **state) {
    (void)state;
    unsigned tried = 0;
    for (uint32_t i = 0; i < MODELS; i++) {
        moving m = move_document(random_wza(i));
        const maq_scene_channel *first = NULL;
        for (uint32_t k = 0; k < m.scene->clips[0].channel_count; k++) {
            const maq_scene_channel *channel = &m.scene->clips[0].channels[k];
            if (channel->path != MAQ_CHANNEL_SHAPE_WEIGHT)
                continue;
            if (first) {
                assert_int_equal(channel->key_count, first->key_count);
                assert_int_equal(channel->step, first->step);
                assert_memory_equal(channel->times, first->times,
                                    first->key_count * sizeof *first->times);
                tried++;
            }
            first = channel;
        }
        end(&m);
    }
    assert_true(tried > 50);
}

// What `maquette pose` writes shows the image of the frame, not frame 0.
static void poses_show_texture_frames(void **state) {
    (void)state;
    maq_document *document = document_of(
        "wza", "WZA 1\nTEXTURE fire\nANIMATED 1\nTCMASK 1\nSHAPES 1\nSHAPE 0\nVERTICES 3\n"
               "0 0 0 0 0 1 0 1 0 0 0 0 1\n1 1 0 0 0 1 0 1 0 0 0 0 1\n2 0 1 0 0 1 0 1 0 0 0 0 1\n"
               "FACES 1\n0 0 1 2 0 0 1 0 0 1\nANIMATIONS 1\nANIMATION 0 100\nPROPERTIES 1\n"
               "0 texture 0 0\nPOINTS 3\n0 0 0\n0 50 7\n0 80 1234\n");
    static const struct {
        double time;
        const char *diffuse, *mask;
    } rows[] = {{0, "fire/diff_000.png", "fire/tc_000.png"},
                {0.05, "fire/diff_007.png", "fire/tc_007.png"},
                {0.1, "fire/diff_1234.png", "fire/tc_1234.png"}};
    moving m = move_document(document);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        maq_document *pose;
        maq_motion_options once = {.size = sizeof once, .loop = MAQ_LOOP_CLAMP};
        maq_motion_pose(m.motion, 0, rows[i].time, &once);
        assert_int_equal(maq_motion_document(m.motion, "glb", NULL, &pose), MAQ_OK);
        const maq_scene_material *material = &maq_document_gltf(pose)->materials[0];
        assert_int_equal(material->frames.kind, MAQ_FRAMES_NONE);
        assert_string_equal(material->textures[0].file, rows[i].diffuse);
        assert_string_equal(material->textures[1].file, rows[i].mask);
        maq_close(pose);
    }
    end(&m);
}

static int write_models(const char *folder, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        char path[1024];
        maq_document *document = random_wza(i);
        snprintf(path, sizeof path, "%s/%u.wza", folder, i);
        maq_status status = maq_save_file(document, NULL, path);
        maq_close(document);
        if (status != MAQ_OK)
            return 1;
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count == 4 && strcmp(arguments[1], "--write") == 0)
        return write_models(arguments[2], (uint32_t)atoi(arguments[3]));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_models_move_as_the_format_says),
        cmocka_unit_test(random_models_move_the_same_in_glb),
        cmocka_unit_test(random_models_come_back_from_glb_unchanged),
        cmocka_unit_test(a_turning_bone_below_a_turning_bone_is_exact_between_points),
        cmocka_unit_test(models_built_from_scenes_move_as_before),
        cmocka_unit_test(shapes_of_a_clip_share_their_keys),
        cmocka_unit_test(poses_show_texture_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
