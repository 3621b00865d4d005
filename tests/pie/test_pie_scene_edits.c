// SPDX-License-Identifier: MIT
//
// PIE models as scenes and back: what an edit in between changes, wrong extras, and failing requests
// for memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/format.h"
#include "maquette/pie.h"
#include "maquette/scene.h"
#include "support/documents.h"
#include "support/scenes.h"

static const char model[] =
    "PIE 2\nTYPE 1200\nTEXTURE 0 page-7-x.png 256 256\nLEVELS 1\nLEVEL 1\nPOINTS 5\n"
    "\t0 0 0\n\t9 9 9\n\t3 0 0\n\t3 2 0\n\t0 2 0\nPOLYGONS 1\n\t200 4 0 2 3 4 0 0 64 0 64 8 0 8\n"
    "CONNECTORS 1\n\t1 2 3\nANIMOBJECT 100 1 2\n\t0 0 0 0 0 0 0 1 1 1\n\t1 500 0 0 7 0 0 1 1 1\n";

static maq_scene *scene_of(const char *text, maq_document **document) {
    maq_scene *scene;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(*document, NULL, &scene), MAQ_OK);
    return scene;
}

// Without the source that glTF carries, a document comes back with its properties and as triangles.
static void properties_survive_an_edit(void **state) {
    (void)state;
    static const char rich[] =
        "PIE 4 # sign\nTYPE 11213\nINTERPOLATE 0\nTEXTURE 0 page-7-x.png\n"
        "TCMASK 0 mask.png\nTCMASK 1 mask.png\nEVENT 2 fire.pie\nLEVELS 2\nLEVEL 1\n"
        "MATERIALS 1 1 1 1 1 1 1 1 1 10\nSHADERS 3 a.vert b.frag\n"
        "POINTS 3\n\t0 0 0\n\t3 0 0 # corner\n\t3 2 0\nNORMALS 1\n\t0 0 1 0 0 1 0 0 1\n"
        "POLYGONS 1\n\t200 3 0 1 2 0 0 0.25 0 0 0.5\nCONNECTORS 1\n\t1 2 3\n"
        "ANIMOBJECT 100 1 2\n\t0 0 0 0 0 0 0 1 1 1\n\t1 500 0 0 7 0 0 1 1 1\n"
        "LEVEL 2\nTYPE 222\nINTERPOLATE 1\nTEXTURE 0 page-8.png\nPOINTS 0\nPOLYGONS 0\n"
        "CONNECTORS 1\n\t0 0 1\n"
        "ANIMOBJECT 60 3 3\n\t0 0 0 0 0 0 0 1 1 1\n\t1 0 500 0 0 0 0 1 1 1\n"
        "\t2 0 0 500 0 0 0 1 1 1\n";
    maq_document *document;
    maq_scene *scene = scene_of(rich, &document);
    maq_document *back = document_from_scene(scene, "pie4", NULL);
    assert_only_losses(back, NULL, 0);
    assert_true(say_the_same(document, back));
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void a_moved_vertex_moves_its_point(void **state) {
    (void)state;
    maq_document *document;
    maq_scene *scene = scene_of(model, &document);
    // Two triangles share the vertex.
    maq_scene_mesh *mesh = (maq_scene_mesh *)(uintptr_t)&scene->meshes[0];
    float *moved = (float *)(uintptr_t)mesh->positions[mesh->triangles[1][2]];
    moved[1] += 1;
    maq_document *back = document_from_scene(scene, "pie2", NULL);
    const maq_pie_level *level = &maq_document_pie(back)->levels[0];
    // The polygon of four corners comes back as triangles; points keep their order.
    assert_int_equal(level->polygons.count, 2);
    assert_int_equal(level->point_count, 5);
    assert_true(level->points[1].x == 9);
    assert_true(level->points[3].x == 3 && level->points[3].y == 3);
    assert_int_equal(maq_document_findings(back)->count, 0);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void a_new_texture_replaces_the_old_one(void **state) {
    (void)state;
    maq_document *document;
    maq_scene *scene = scene_of(model, &document);
    maq_scene_texture *texture = (maq_scene_texture *)(uintptr_t)&scene->materials[0].textures[0];
    texture->file = "page-8.png";
    maq_document *back = document_from_scene(scene, "pie2", NULL);
    const maq_pie *pie = maq_document_pie(back);
    assert_string_equal(pie->settings.textures[0].file, "page-8.png");
    assert_int_equal(pie->settings.type, 0x1200);
    assert_true(pie->levels[0].polygons.corners[1].u == 64);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

// Blending and facing come from the scene, other bits of TYPE from the extras.
static void a_new_blending_changes_its_bits_alone(void **state) {
    (void)state;
    maq_document *document;
    maq_scene *scene = scene_of(model, &document);
    ((maq_scene_material *)(uintptr_t)&scene->materials[0])->blend = MAQ_BLEND_ADDITIVE;
    maq_document *back = document_from_scene(scene, "pie2", NULL);
    assert_int_equal(maq_document_pie(back)->settings.type, 0x1202);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void levels_without_polygons_keep_their_textures(void **state) {
    (void)state;
    static const char empty[] = "PIE 2\nTYPE 200\nTEXTURE 0 page-1.png 256 256\nLEVELS 1\n"
                                "LEVEL 1\nPOINTS 0\nPOLYGONS 0\n";
    maq_document *document;
    maq_scene *scene = scene_of(empty, &document);
    maq_document *back = document_from_scene(scene, "pie2", NULL);
    assert_only_losses(back, NULL, 0);
    assert_true(say_the_same(document, back));
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

// An editor samples at 24 frames a second: each step comes at the next of its frames. The model turns
// once around, which is not an angle of 180 degrees and back.
static void steps_that_an_editor_has_sampled_stay_in_their_frames(void **state) {
    (void)state;
    enum { FRAMES = 36, SAMPLES = 70 };
    char text[4000];
    int used = snprintf(text, sizeof text,
                        "PIE 3\nTYPE 200\nINTERPOLATE 0\nTEXTURE 0 page-7-x.png 0 0\nLEVELS 1\n"
                        "LEVEL 1\nPOINTS 3\n\t0 0 0\n\t3 0 0\n\t3 2 0\nPOLYGONS 1\n"
                        "\t200 3 0 1 2 0 0 0.25 0 0 0.5\nANIMOBJECT 80 0 %d\n",
                        FRAMES);
    for (int i = 0; i < FRAMES; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "\t%d %d 0 0 0 0 %d 1 1 1\n", i,
                         i * 100, i * 10000);
    maq_document *document;
    maq_scene *scene = scene_of(text, &document);
    static float times[SAMPLES], values[2][SAMPLES * 4];
    maq_scene_clip *clip = (maq_scene_clip *)(uintptr_t)scene->clips;
    assert_int_equal(clip->channel_count, 2);
    for (uint32_t c = 0; c < 2; c++) {
        maq_scene_channel *channel = (maq_scene_channel *)(uintptr_t)&clip->channels[c];
        size_t width = channel->path == MAQ_CHANNEL_ROTATION ? 4 : 3;
        assert_true(channel->step);
        for (size_t i = 0; i < SAMPLES; i++) {
            size_t key = i * 1000 / 24 / 80;
            times[i] = (float)i / 24;
            memcpy(&values[c][i * width], channel->values + key * width, width * sizeof(float));
        }
        channel->times = times;
        channel->values = values[c];
        channel->key_count = SAMPLES;
    }
    clip->duration = times[SAMPLES - 1];
    clip->rate = 24;
    maq_document *back = document_from_scene(scene, "pie3", NULL);
    const maq_pie_animation *animation = &maq_document_pie(back)->levels[0].animation;
    assert_int_equal(animation->time, 80);
    assert_int_equal(animation->frame_count, FRAMES);
    for (int i = 0; i < FRAMES; i++) {
        assert_int_equal(animation->frames[i].position[0], i * 100);
        assert_int_equal(animation->frames[i].rotation[2], i * 10000);
    }
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void a_new_key_changes_its_frame(void **state) {
    (void)state;
    maq_document *document;
    maq_scene *scene = scene_of(model, &document);
    float *values = (float *)(uintptr_t)scene->clips[0].channels[0].values;
    assert_true(values[3] == 0.5f);
    values[3] = 0.75f;
    maq_document *back = document_from_scene(scene, "pie2", NULL);
    const maq_pie_animation *animation = &maq_document_pie(back)->levels[0].animation;
    assert_int_equal(animation->time, 100);
    assert_int_equal(animation->frame_count, 2);
    assert_int_equal(animation->frames[1].position[0], 750);
    assert_int_equal(animation->frames[1].rotation[0], 7);
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

// ------------------------------------------------------------------------------------ wrong extras

// Each value of some extras is replaced by each of a few others in turn.
static void replace_values(const maq_scene *scene, maq_value *value, size_t *tried) {
    static const maq_value wrong[] = {
        {.kind = MAQ_VALUE_NULL},
        {.kind = MAQ_VALUE_INTEGER, .as.integer = -1},
        {.kind = MAQ_VALUE_INTEGER, .as.integer = INT64_MAX},
        {.kind = MAQ_VALUE_INTEGER, .as.integer = 3},
        {.kind = MAQ_VALUE_DOUBLE, .as.float64 = 1e300},
        {.kind = MAQ_VALUE_DOUBLE, .as.float64 = 0.5},
        {.kind = MAQ_VALUE_TEXT, .as.text = {"a b\nc", 5}},
        {.kind = MAQ_VALUE_ARRAY},
        {.kind = MAQ_VALUE_OBJECT},
    };
    maq_value right = *value;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        value->kind = wrong[i].kind;
        value->as = wrong[i].as;
        maq_document *document = document_from_scene(scene, "pie4", NULL), *again;
        maq_buffer buffer;
        assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
        assert_int_equal(maq_open_memory(buffer.data, buffer.length, NULL, &again), MAQ_OK);
        maq_close(again);
        maq_buffer_free(&buffer);
        maq_close(document);
        ++*tried;
    }
    *value = right;
    if (right.kind != MAQ_VALUE_ARRAY && right.kind != MAQ_VALUE_OBJECT)
        return;
    for (const maq_value *child = right.as.children.first; child; child = child->next)
        replace_values(scene, (maq_value *)(uintptr_t)child, tried);
}

static void wrong_extras_are_survived(void **state) {
    (void)state;
    static const char *const files[] = {"tests/data/pie/hostile/all-pie4.pie",
                                        "tests/data/pie/hostile/ngons.pie",
                                        "tests/data/pie/hostile/draft5.pie"};
    size_t tried = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        maq_document *document;
        maq_scene *scene;
        assert_int_equal(maq_open_file(files[i], NULL, &document), MAQ_OK);
        assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
        replace_values(scene, (maq_value *)(uintptr_t)scene->extras, &tried);
        for (uint32_t k = 0; k < scene->mesh_count; k++) {
            if (scene->meshes[k].extras)
                replace_values(scene, (maq_value *)(uintptr_t)scene->meshes[k].extras, &tried);
        }
        for (uint32_t k = 0; k < scene->node_count; k++) {
            if (scene->nodes[k].extras)
                replace_values(scene, (maq_value *)(uintptr_t)scene->nodes[k].extras, &tried);
        }
        for (uint32_t k = 0; k < scene->material_count; k++) {
            if (scene->materials[k].extras)
                replace_values(scene, (maq_value *)(uintptr_t)scene->materials[k].extras, &tried);
        }
        maq_scene_free(scene);
        maq_close(document);
    }
    assert_true(tried > 500);
}

// -------------------------------------------------------------------------------------- no memory

static void every_failing_request_is_survived(void **state) {
    (void)state;
    maq_document *document;
    maq_scene *scene = scene_of(model, &document);
    const maq_format *description;
    const maq_variant *variant = maq_find_variant("pie4", &description);
    const mq_format *row = NULL;
    for (size_t i = 0; (row = mq_format_row(i)) && &row->description != description; i++)
        continue;
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        assert_true(n < 5000);
        maq_memory memory = {.fail_at = n};
        maq_scene *made;
        maq_status status = maq_scene_from_document(document, &memory, &made);
        done = status == MAQ_OK;
        assert_true(done || status == MAQ_NO_MEMORY);
        if (done)
            maq_scene_free(made);
        maq_document *back = mq_document_new(&memory, row, variant, 0);
        if (!back) {
            done = false;
            continue;
        }
        mq_settings none = {NULL, 0};
        status = row->from_scene(scene, &none, back);
        assert_true(status == MAQ_OK || (status == MAQ_NO_MEMORY && !back->content));
        done = done && status == MAQ_OK;
        maq_close(back);
    }
    maq_scene_free(scene);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_survive_an_edit),
        cmocka_unit_test(a_moved_vertex_moves_its_point),
        cmocka_unit_test(a_new_texture_replaces_the_old_one),
        cmocka_unit_test(a_new_blending_changes_its_bits_alone),
        cmocka_unit_test(levels_without_polygons_keep_their_textures),
        cmocka_unit_test(steps_that_an_editor_has_sampled_stay_in_their_frames),
        cmocka_unit_test(a_new_key_changes_its_frame),
        cmocka_unit_test(wrong_extras_are_survived),
        cmocka_unit_test(every_failing_request_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
