// SPDX-License-Identifier: MIT
//
// The scenes of WZA models move as the format says: maq_motion against the evaluator of the tests.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

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

static moving move_document(maq_document *document) {
    moving m = {.document = document, .wza = maq_document_wza(document)};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_models_move_as_the_format_says),
        cmocka_unit_test(a_turning_bone_below_a_turning_bone_is_exact_between_points),
        cmocka_unit_test(models_built_from_scenes_move_as_before),
        cmocka_unit_test(shapes_of_a_clip_share_their_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
