// SPDX-License-Identifier: MIT
//
// What engines ask of a scene: parts by name, and few enough influences for a shader.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "support/full_scene.h"
#include "support/hostile.h"

static maq_scene *make_scene(const maq_memory *memory) {
    maq_document *document = full_document("glb");
    maq_scene *scene = NULL;
    assert_int_equal(maq_scene_from_document(document, memory, &scene), MAQ_OK);
    maq_close(document);
    return scene;
}

static void parts_are_found_by_name(void **state) {
    (void)state;
    maq_scene *scene = make_scene(NULL);
    uint32_t attachments = 0;
    for (uint32_t i = 0; i < scene->clip_count; i++)
        assert_string_equal(scene->clips[maq_scene_find_clip(scene, scene->clips[i].name)].name,
                            scene->clips[i].name);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        assert_string_equal(scene->meshes[maq_scene_find_mesh(scene, scene->meshes[i].name)].name,
                            scene->meshes[i].name);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const char *name = scene->materials[i].name;
        assert_string_equal(scene->materials[maq_scene_find_material(scene, name)].name, name);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const maq_scene_node *node = &scene->nodes[i];
        uint32_t first = maq_scene_find_node(scene, node->name);
        assert_true(first <= i);
        assert_string_equal(scene->nodes[first].name, node->name);
        uint32_t attachment = maq_scene_find_attachment(scene, node->name);
        if (node->kind != MAQ_NODE_ATTACHMENT)
            continue;
        assert_true(attachment <= i && scene->nodes[attachment].kind == MAQ_NODE_ATTACHMENT);
        attachments++;
    }
    assert_true(scene->clip_count && scene->mesh_count && scene->material_count && attachments);
    assert_int_equal(maq_scene_find_clip(scene, "no such name"), MAQ_SCENE_NONE);
    assert_int_equal(maq_scene_find_mesh(scene, "no such name"), MAQ_SCENE_NONE);
    assert_int_equal(maq_scene_find_material(scene, "no such name"), MAQ_SCENE_NONE);
    assert_int_equal(maq_scene_find_node(scene, "no such name"), MAQ_SCENE_NONE);
    // A node that is not an attachment is not found as one.
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].kind == MAQ_NODE_JOINT)
            assert_int_equal(maq_scene_find_attachment(scene, scene->nodes[i].name),
                             MAQ_SCENE_NONE);
    }
    maq_scene_free(scene);
}

static void influences_are_limited_and_weights_normalised(void **state) {
    (void)state;
    maq_scene *scene = make_scene(NULL), *whole = make_scene(NULL);
    uint32_t most = 0, limited = 0;
    for (uint32_t i = 0; i < whole->mesh_count; i++)
        most = whole->meshes[i].influence_count > most ? whole->meshes[i].influence_count : most;
    assert_true(most > 1);
    assert_int_equal(maq_scene_limit_influences(scene, 0), MAQ_BAD_ARGUMENT);
    for (uint32_t limit = most; limit > 0; limit--) {
        assert_int_equal(maq_scene_limit_influences(scene, limit), MAQ_OK);
        for (uint32_t i = 0; i < scene->mesh_count; i++) {
            const maq_scene_mesh *mesh = &scene->meshes[i], *old = &whole->meshes[i];
            assert_true(mesh->influence_count <= limit);
            for (size_t v = 0; mesh->influence_count && v < mesh->vertex_count; v++) {
                const float *weights = mesh->weights + v * mesh->influence_count;
                double sum = 0;
                for (uint32_t k = 0; k < mesh->influence_count; k++) {
                    assert_int_equal(mesh->joints[v * mesh->influence_count + k],
                                     old->joints[v * old->influence_count + k]);
                    assert_true(k == 0 || weights[k] <= weights[k - 1]);
                    sum += weights[k];
                }
                assert_true(fabs(sum - 1) < 1e-6);
                limited += mesh->influence_count < old->influence_count;
            }
        }
    }
    assert_true(limited > 0);
    maq_scene_free(scene);
    maq_scene_free(whole);
}

static void a_failure_leaves_the_scene_unchanged(void **state) {
    (void)state;
    counted_memory counted;
    count_memory(&counted);
    bool failed = false;
    for (uint64_t fail_at = 1;; fail_at++) {
        counted.memory.fail_at = fail_at;
        maq_document *document = full_document("glb");
        maq_scene *scene = NULL;
        maq_status status = maq_scene_from_document(document, &counted.memory, &scene);
        maq_close(document);
        if (status != MAQ_OK)
            continue;
        const maq_scene_mesh *meshes = scene->meshes;
        status = maq_scene_limit_influences(scene, 1);
        failed = failed || status == MAQ_NO_MEMORY;
        assert_true(status == MAQ_OK ? scene->meshes != meshes : scene->meshes == meshes);
        maq_scene_free(scene);
        assert_int_equal(counted.blocks, 0);
        if (status == MAQ_OK)
            break;
    }
    assert_true(failed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_found_by_name),
        cmocka_unit_test(influences_are_limited_and_weights_normalised),
        cmocka_unit_test(a_failure_leaves_the_scene_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
