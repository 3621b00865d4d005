// SPDX-License-Identifier: MIT
//
// Puppets as scenes and back.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "formats/format.h"
#include "formats/pet/pet_priv.h"
#include "maquette/scene.h"
#include "scene/geometry.h"
#include "support/pet_documents.h"

// ------------------------------------------------------------------------------------ into a scene

static maq_scene *scene_of(const maq_document *document) {
    maq_scene *scene = NULL;
    assert_int_equal(maq_scene_make(document, NULL, &scene), MAQ_OK);
    if (maq_scene_findings(scene)->count > 0)
        pet_print_findings(maq_scene_findings(scene));
    assert_int_equal(maq_scene_findings(scene)->count, 0);
    return scene;
}

// All in all, triangles run counter-clockwise around the normals of their corners.
static void faces_agree(const maq_scene_mesh *mesh) {
    float sum = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles[i];
        float face[3];
        mq_triangle_normal(mesh->positions[t[0]], mesh->positions[t[1]], mesh->positions[t[2]],
                           face);
        for (int k = 0; k < 3; k++)
            sum += face[k] * mesh->normals[t[0]][k];
    }
    assert_true(sum > 0);
}

static void visit_scene(const char *path, const char *kind, const pet_bytes *bytes) {
    (void)kind;
    maq_document *document = pet_open(bytes, path);
    const maq_pet *pet = maq_document_pet(document);
    maq_scene *scene = scene_of(document);
    assert_int_equal(scene->node_count, pet->bone_count + pet->has[MAQ_PET_MESH]);
    assert_int_equal(scene->mesh_count, pet->has[MAQ_PET_MESH]);
    assert_int_equal(scene->box_count, pet->box_count);
    if (pet->motion_count > 0)
        assert_int_equal(scene->clip_count, pet->motion_count);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        assert_int_equal(scene->meshes[i].triangle_count, pet->mesh.triangle_count);
        faces_agree(&scene->meshes[i]);
    }
    maq_scene_free(scene);
    maq_close(document);
}

static void samples_have_scenes(void **state) {
    (void)state;
    pet_for_each_sample(visit_scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_have_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
