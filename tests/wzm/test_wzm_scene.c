// SPDX-License-Identifier: MIT
//
// WZM to scenes, and scenes to WZM.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/scene.h"
#include "maquette/wzm.h"
#include "support/round_trip.h"
#include "support/scene_trip.h"

#define CLOSE(a, b) assert_true(fabs((double)(a) - (double)(b)) < 1e-4)

static maq_document *opened(const char *path) {
    maq_document *document = NULL;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    return document;
}

static void unedited_files_come_back_from_glb(void **state) {
    (void)state;
    size_t lossless, count = assert_glb_trips("tests/data/wzm", ".wzm", &lossless);
    printf("%zu files came back the same, %zu of them without a loss\n", count, lossless);
    assert_true(count >= 30);
    assert_true(lossless >= 25);
}

static void axes_and_frames_are_as_the_format_has_them(void **state) {
    (void)state;
    maq_document *document = opened("tests/data/wzm/rules/valid-1.wzm");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->meshes[0].uv_set_count, 2);
    assert_int_equal(scene->clip_count, 1);
    // A connector has x, depth, up.
    assert_int_equal(scene->nodes[1].kind, MAQ_NODE_ATTACHMENT);
    const float position[3] = {1, 3, -2};
    assert_memory_equal(scene->nodes[1].rest.translation, position, sizeof position);
    // The second frame goes up by 2.5 and turns by -90 degrees about y.
    const maq_scene_clip *clip = &scene->clips[0];
    assert_int_equal(clip->channel_count, 3);
    CLOSE(clip->duration, 1);
    CLOSE(clip->channels[0].values[3 + 1], 2.5);
    const float *turn = clip->channels[1].values + 4;
    // In mirrored axes the turn has the other sense.
    CLOSE(turn[1], sqrt(0.5));
    CLOSE(turn[3], sqrt(0.5));
    assert_int_equal(clip->channels[2].path, MAQ_CHANNEL_TEXTURE_FRAME);
    assert_true(clip->channels[2].values[1] == 1);
    maq_scene_free(scene);
    maq_close(document);
}

// The front of a triangle of version 3 is where its normal points to, before and after.
static void normals_and_sides_agree(void **state) {
    (void)state;
    maq_document *document = opened("tests/data/wzm/rules/valid-3.wzm");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    assert_true(mesh->normals[0][2] == -1);
    assert_true(mesh->tangents[0][3] == -1 && mesh->tangents[1][3] == 1);
    const uint32_t corners[3] = {0, 2, 1};
    assert_memory_equal(mesh->triangles[0], corners, sizeof corners);
    const float position[3] = {1, 2, -3};
    assert_memory_equal(scene->nodes[1].rest.translation, position, sizeof position);
    assert_int_equal(scene->materials[0].texture_count, 4);
    maq_scene_free(scene);
    maq_close(document);
}

static void an_edited_model_keeps_its_properties(void **state) {
    (void)state;
    for (int version = 1; version <= 3; version++) {
        char path[64];
        snprintf(path, sizeof path, "tests/data/wzm/rules/valid-%d.wzm", version);
        maq_document *document = opened(path);
        maq_scene *scene;
        assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
        *MQ_WRITABLE(float, &scene->meshes[0].positions[0][1]) = 42;
        maq_document *back = document_of_scene(scene, maq_document_variant(document)->name);
        const maq_wzm *before = maq_document_wzm(document), *after = maq_document_wzm(back);
        assert_string_equal(after->texture, before->texture);
        assert_int_equal(after->material.present, before->material.present);
        assert_memory_equal(after->material.value, before->material.value,
                            sizeof after->material.value);
        assert_int_equal(after->mesh_count, before->mesh_count);
        for (uint32_t i = 0; i < after->mesh_count; i++) {
            const maq_wzm_mesh *a = &before->meshes[i], *b = &after->meshes[i];
            assert_string_equal(b->name, a->name);
            assert_int_equal(b->team_colours, a->team_colours);
            assert_int_equal(b->texture_array_count, a->texture_array_count);
            assert_int_equal(b->frame_count, a->frame_count);
            assert_int_equal(b->connector_count, a->connector_count);
            for (uint32_t k = 0; k < a->connector_count; k++) {
                assert_memory_equal(&b->connectors[k].x, &a->connectors[k].x, 3 * sizeof(float));
                assert_memory_equal(b->connectors[k].values, a->connectors[k].values,
                                    sizeof a->connectors[k].values);
                if (a->connectors[k].type)
                    assert_string_equal(b->connectors[k].type, a->connectors[k].type);
            }
        }
        assert_true(after->meshes[0].vertices[0].y == 42);
        assert_int_equal(maq_document_findings(back)->losses, 0);
        maq_close(back);
        maq_scene_free(scene);
        maq_close(document);
    }
}

static void losses_of_other_scenes_are_reported(void **state) {
    (void)state;
    static const char *const variants[] = {"wzm1", "wzm2", "wzm3"};
    for (size_t i = 0; i < 3; i++) {
        mq_arena *arena = mq_arena_new(NULL);
        mq_findings findings;
        mq_findings_init(&findings, arena, 100, 0);
        maq_scene scene;
        rich_scene(arena, &findings, &scene);
        maq_document *made = document_of_scene(&scene, variants[i]);
        char ids[2048];
        ids_of(maq_document_findings(made), ids, sizeof ids);
        static const char *const losses[] = {"WZM-0912", "WZM-0913", "WZM-0914", "WZM-0915",
                                             "WZM-0916", "WZM-0917", "WZM-0918", "WZM-0919",
                                             "WZM-0920", "WZM-0904", "WZM-0902"};
        for (size_t k = 0; k < sizeof losses / sizeof losses[0]; k++) {
            if (!strstr(ids, losses[k]))
                fail_msg("%s is not in %s", losses[k], ids);
        }
        assert_no_errors(made, NULL);
        const maq_wzm *wzm = maq_document_wzm(made);
        assert_int_equal(wzm->mesh_count, 2);
        assert_string_equal(wzm->texture, "my_skin.png");
        // The flag stands 10 before the origin: at -10 in the axes of the game.
        assert_true(wzm->meshes[1].vertices[0].z == -10);
        assert_int_equal(wzm->meshes[1].connector_count, 1);
        assert_true(wzm->meshes[1].connectors[0].x == 1);
        if (i < 2) {
            assert_int_equal(wzm->meshes[1].frame_count, 2);
            CLOSE(wzm->meshes[1].frames[1].translation[2], 5);
        } else {
            assert_true(wzm->meshes[1].tangent_spaces[0].normal[2] == -1);
        }
        maq_close(made);
        mq_arena_free(arena);
    }
}

// Frames that are built from the scene say what those of the file said.
static void frames_are_built_from_clips(void **state) {
    (void)state;
    maq_document *document = document_of(
        "wzm", "WZM 2\nTEXTURE a.png\nMESHES 1\nMESH m\nTEAMCOLOURS 0\nVERTICES 1\nFACES 0\n"
               "VERTEXARRAY\n 0 0 0\nTEXTUREARRAYS 1\nTEXTUREARRAY 0\n 0 0\nINDEXARRAY\n"
               "FRAMES 3\n 0.5 0 1 2 3 0 0 0\n 0.5 0 4 5 6 30 -40 50\n 1 0 0 0 0 -80 20 -10\n"
               "CONNECTORS 0\n");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    maq_document *back = document_of_scene(scene, "wzm2");
    const maq_wzm_mesh *before = &maq_document_wzm(document)->meshes[0];
    const maq_wzm_mesh *after = &maq_document_wzm(back)->meshes[0];
    // One more: between frames that turn by more than 90 degrees there is a step.
    assert_int_equal(after->frame_count, 4);
    static const uint32_t rows[3] = {0, 1, 3};
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < 3; k++) {
            CLOSE(before->frames[i].translation[k], after->frames[rows[i]].translation[k]);
            assert_true(fabsf(before->frames[i].rotation[k] - after->frames[rows[i]].rotation[k]) <
                        1e-3f);
        }
    }
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unedited_files_come_back_from_glb),
        cmocka_unit_test(axes_and_frames_are_as_the_format_has_them),
        cmocka_unit_test(normals_and_sides_agree),
        cmocka_unit_test(an_edited_model_keeps_its_properties),
        cmocka_unit_test(losses_of_other_scenes_are_reported),
        cmocka_unit_test(frames_are_built_from_clips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
