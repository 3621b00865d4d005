// SPDX-License-Identifier: MIT
//
// All real PIE files at hand ($MAQUETTE_CORPUS/pie) become scenes and come back as they were.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/pie.h"
#include "support/corpus.h"
#include "support/documents.h"
#include "support/scenes.h"

typedef struct totals {
    size_t files, different, lossy;
} totals;

// Through glTF, which carries the source.
static void convert_there_and_back(const char *path, void *context) {
    totals *count = context;
    maq_document *document, *glb, *back;
    if (maq_open_file(path, NULL, &document) != MAQ_OK)
        fail_msg("%s cannot be read", path);
    assert_int_equal(maq_convert(document, "glb", NULL, &glb), MAQ_OK);
    assert_int_equal(maq_convert(glb, maq_document_variant(document)->name, NULL, &back), MAQ_OK);
    count->files++;
    if (!say_the_same(document, back)) {
        print_message("%s comes back changed\n", path);
        count->different++;
    }
    size_t losses = maq_document_findings(glb)->count + maq_document_findings(back)->count;
    if (losses > 0) {
        print_message("%s: %zu losses\n", path, losses);
        count->lossy++;
    }
    maq_close(back);
    maq_close(glb);
    maq_close(document);
}

static void all_files_come_back_whole(void **state) {
    (void)state;
    totals count = {0};
    walk_corpus("pie", ".pie", convert_there_and_back, &count);
    print_message("%zu files, %zu different, %zu with losses\n", count.files, count.different,
                  count.lossy);
    assert_int_equal(count.different, 0);
    assert_int_equal(count.lossy, 0);
}

static void assert_same_properties(const maq_pie *a, const maq_pie *b, const char *path) {
    bool same = a->settings.type == b->settings.type && a->event_count == b->event_count &&
                a->level_count == b->level_count && a->comment_count == b->comment_count;
    for (uint32_t i = 0; same && i < a->level_count; i++) {
        const maq_pie_level *p = &a->levels[i], *q = &b->levels[i];
        // A level that faces the camera gets the connector that the game needs.
        bool faces =
            a->settings.type & (MAQ_PIE_TYPE_ROLL_TO_CAMERA | MAQ_PIE_TYPE_PITCH_TO_CAMERA);
        same = q->connector_count == (faces && p->connector_count == 0 ? 1 : p->connector_count) &&
               p->animation.present == q->animation.present &&
               p->animation.time == q->animation.time &&
               p->animation.cycles == q->animation.cycles &&
               p->animation.frame_count == q->animation.frame_count &&
               (p->normal_count > 0) == (q->normal_count > 0);
        for (uint32_t k = 0; same && k < p->connector_count; k++)
            same = p->connectors[k].x == q->connectors[k].x &&
                   p->connectors[k].y == q->connectors[k].y &&
                   p->connectors[k].z == q->connectors[k].z;
        for (uint32_t k = 0; same && k < p->animation.frame_count; k++)
            same = memcmp(p->animation.frames[k].position, q->animation.frames[k].position,
                          sizeof q->animation.frames[k].position) == 0 &&
                   p->animation.frames[k].scale[0] == q->animation.frames[k].scale[0];
    }
    if (!same)
        fail_msg("%s: a property changed", path);
}

// Through the scene, as after an edit: nothing but the extras of objects helps.
static void keep_properties(const char *path, void *context) {
    size_t *files = context;
    maq_document *document;
    maq_scene *scene;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    maq_document *back = document_from_scene(scene, "pie4", NULL);
    assert_same_properties(maq_document_pie(document), maq_document_pie(back), path);
    ++*files;
    maq_close(back);
    maq_scene_free(scene);
    maq_close(document);
}

static void all_files_keep_their_properties(void **state) {
    (void)state;
    size_t files = 0;
    walk_corpus("pie", ".pie", keep_properties, &files);
    print_message("%zu files\n", files);
}

// ---------------------------------------------------------------------------- without any extras

// The scene as another format would give it: without extras of PIE.
static maq_scene without_extras(const maq_scene *scene, void **memory) {
    maq_scene copy = *scene;
    maq_scene_mesh *meshes = calloc(copy.mesh_count + 1U, sizeof *meshes);
    maq_scene_material *materials = calloc(copy.material_count + 1U, sizeof *materials);
    maq_scene_node *nodes = calloc(copy.node_count + 1U, sizeof *nodes);
    memory[0] = meshes;
    memory[1] = materials;
    memory[2] = nodes;
    for (uint32_t i = 0; i < copy.mesh_count; i++) {
        meshes[i] = scene->meshes[i];
        meshes[i].extras = NULL;
    }
    for (uint32_t i = 0; i < copy.material_count; i++) {
        materials[i] = scene->materials[i];
        materials[i].extras = NULL;
    }
    for (uint32_t i = 0; i < copy.node_count; i++) {
        nodes[i] = scene->nodes[i];
        nodes[i].extras = NULL;
    }
    copy.meshes = meshes;
    copy.materials = materials;
    copy.nodes = nodes;
    copy.extras = NULL;
    return copy;
}

static void assert_no_errors(const maq_document *document, const char *path) {
    maq_buffer buffer;
    maq_document *again;
    maq_report *report;
    assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_OK);
    assert_int_equal(maq_open_memory(buffer.data, buffer.length, NULL, &again), MAQ_OK);
    maq_check_options options = {.size = sizeof options, .target = "game"};
    assert_int_equal(maq_check(again, &options, &report), MAQ_OK);
    const maq_findings *findings = maq_report_findings(report);
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].severity == MAQ_ERROR)
            fail_msg("%s has an error: %s", path, findings->items[i].message);
    }
    maq_report_free(report);
    maq_close(again);
    maq_buffer_free(&buffer);
}

static bool near(float a, float b, double tolerance) {
    return fabs((double)a - b) <= tolerance * (1 + fabs((double)a));
}

// Compares corners one by one: vertices may be shared differently.
static void assert_same_mesh(const maq_scene_mesh *a, const maq_scene_mesh *b, const char *path) {
    if (a->triangle_count != b->triangle_count)
        fail_msg("%s: %s has %u triangles, not %u", path, a->name, b->triangle_count,
                 a->triangle_count);
    for (uint32_t i = 0; i < a->triangle_count * 3; i++) {
        uint32_t v = a->triangles[i / 3][i % 3], w = b->triangles[i / 3][i % 3];
        for (int k = 0; k < 3; k++) {
            if (!near(a->positions[v][k], b->positions[w][k], 1e-6) ||
                (a->normals && !near(a->normals[v][k], b->normals[w][k], 2e-3)) ||
                (k < 2 && a->uv_set_count > 0 && !near(a->uvs[0][v][k], b->uvs[0][w][k], 1e-6)))
                fail_msg("%s: %s has another corner %u", path, a->name, i);
        }
    }
}

static void assert_same_channels(const maq_scene_clip *a, const maq_scene_clip *b,
                                 const char *path) {
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const maq_scene_channel *c = &a->channels[i], *d = NULL;
        for (uint32_t k = 0; !d && k < b->channel_count; k++) {
            if (b->channels[k].path == c->path && b->channels[k].target == c->target)
                d = &b->channels[k];
        }
        if (!d || c->key_count != d->key_count || c->step != d->step)
            fail_msg("%s: channel %u is another", path, i);
        uint32_t width = c->path == MAQ_CHANNEL_ROTATION ? 4 : c->path < 3 ? 3 : 1;
        for (uint32_t k = 0; k < c->key_count; k++) {
            float sign = 1;
            if (width == 4) {
                double dot = 0;
                for (uint32_t n = 0; n < 4; n++)
                    dot += (double)c->values[k * 4 + n] * d->values[k * 4 + n];
                sign = dot < 0 ? -1 : 1;
            }
            for (uint32_t n = 0; n < width; n++) {
                if (!near(c->values[k * width + n], sign * d->values[k * width + n], 1e-3))
                    fail_msg("%s: channel %u has another key %u", path, i, k);
            }
        }
    }
}

static void build_without_extras(const char *path, void *context) {
    size_t *clips = context;
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    maq_scene *scene, *second;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    void *memory[3];
    maq_scene bare = without_extras(scene, memory);
    static const char *const variants[] = {"pie2", "pie3", "pie4"};
    for (int i = 0; i < 3; i++) {
        maq_document *made = document_from_scene(&bare, variants[i], NULL);
        assert_no_errors(made, path);
        if (i == 2) {
            assert_int_equal(maq_scene_from_document(made, NULL, &second), MAQ_OK);
            bool two_sided = false;
            for (uint32_t m = 0; m < scene->material_count; m++)
                two_sided = two_sided || scene->materials[m].two_sided;
            if (second->mesh_count != scene->mesh_count)
                fail_msg("%s: %u meshes, not %u", path, second->mesh_count, scene->mesh_count);
            // Levels that face the camera get the connector that the game needs.
            bool faces = scene->nodes[0].facing != MAQ_FACING_NONE;
            if (!faces)
                assert_int_equal(second->node_count, scene->node_count);
            for (uint32_t m = 0; m < scene->mesh_count && !two_sided; m++)
                assert_same_mesh(&scene->meshes[m], &second->meshes[m], path);
            for (uint32_t n = 0; n < scene->node_count && !faces; n++) {
                assert_int_equal(scene->nodes[n].kind, second->nodes[n].kind);
                assert_int_equal(scene->nodes[n].facing, second->nodes[n].facing);
                for (int k = 0; k < 3; k++)
                    assert_true(scene->nodes[n].rest.translation[k] ==
                                second->nodes[n].rest.translation[k]);
            }
            if (scene->clip_count > 0 && strcmp(scene->clips[0].name, "animation") == 0) {
                assert_same_channels(&scene->clips[0], &second->clips[0], path);
                ++*clips;
            }
            maq_scene_free(second);
        }
        maq_close(made);
    }
    for (int i = 0; i < 3; i++)
        free(memory[i]);
    maq_scene_free(scene);
    maq_close(document);
}

static void all_files_can_be_built_from_the_scene_alone(void **state) {
    (void)state;
    size_t clips = 0;
    walk_corpus("pie", ".pie", build_without_extras, &clips);
    print_message("%zu clips\n", clips);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_files_come_back_whole),
        cmocka_unit_test(all_files_keep_their_properties),
        cmocka_unit_test(all_files_can_be_built_from_the_scene_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
