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

// --------------------------------------------------------------------------------------- and back

static maq_document *back(const maq_scene *scene, const char *variant, const char *version) {
    const maq_format *about = NULL;
    const maq_variant *to = maq_find_variant(variant, &about);
    maq_document *made = mq_document_new(NULL, &mq_pet_format, to, 0);
    assert_non_null(made);
    maq_setting item = {"pet-version", version};
    mq_settings settings = {&item, version != NULL};
    assert_int_equal(mq_pet_format.from_scene(scene, &settings, made), MAQ_OK);
    mq_document_show_findings(made);
    return made;
}

static void no_losses(const maq_document *made) {
    const maq_findings *findings = maq_document_findings(made);
    if (findings->count > 0)
        pet_print_findings(findings);
    assert_int_equal(findings->count, 0);
}

// What was written breaks no rule that counts as an error, and reads as it was made.
static void is_sound(const maq_document *made) {
    pet_bytes bytes = pet_saved(made);
    char name[16] = "x.";
    strcat(name, maq_document_variant(made)->name);
    maq_document *again = pet_open(&bytes, name);
    maq_report *report = NULL;
    assert_int_equal(maq_check(again, NULL, &report), MAQ_OK);
    if (maq_report_findings(report)->errors > 0)
        pet_print_findings(maq_report_findings(report));
    assert_int_equal(maq_report_findings(report)->errors, 0);
    maq_report_free(report);
    maq_close(again);
    pet_free(&bytes);
}

static void visit_round_trip(const char *path, const char *kind, const pet_bytes *bytes) {
    maq_document *document = pet_open(bytes, path);
    maq_scene *scene = scene_of(document);
    maq_document *made = back(scene, kind, NULL);
    no_losses(made);
    pet_saves_as(made, bytes->data, bytes->length);
    maq_close(made);
    maq_scene_free(scene);
    maq_close(document);
}

static void samples_come_back(void **state) {
    (void)state;
    pet_for_each_sample(visit_round_trip);
}

// Without the bytes of the file, everything is made from the scene.
static void visit_anew(const char *path, const char *kind, const pet_bytes *bytes) {
    maq_document *document = pet_open(bytes, path);
    maq_scene *scene = scene_of(document);
    maq_scene bare = *scene;
    bare.extras = NULL;
    print_message("%s\n", path);
    maq_document *made = back(&bare, kind, NULL);
    pet_print_findings(maq_document_findings(made));
    is_sound(made);
    maq_scene *again = scene_of(made);
    assert_int_equal(again->node_count, scene->node_count);
    assert_int_equal(again->material_count, scene->material_count);
    maq_scene_free(again);
    maq_close(made);
    maq_scene_free(scene);
    maq_close(document);
}

static void samples_can_be_made_anew(void **state) {
    (void)state;
    pet_for_each_sample(visit_anew);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_have_scenes),
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(samples_can_be_made_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
