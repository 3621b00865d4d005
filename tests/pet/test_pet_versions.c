// SPDX-License-Identifier: MIT
//
// What a file says about its version and layout, and what becomes of it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/scene.h"
#include "support/pet_documents.h"
#include "support/pet_pieces.h"

static char *info_text(const maq_document *document, const char *key) {
    maq_tree *tree = NULL;
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    const maq_value *value = maq_value_find(maq_tree_root(tree), key);
    char *text = NULL;
    if (value && value->kind == MAQ_VALUE_TEXT)
        text = strdup(value->as.text.bytes);
    maq_tree_free(tree);
    return text;
}

static void expect_info(const maq_document *document, const char *key, const char *expected) {
    char *text = info_text(document, key);
    if (expected) {
        assert_non_null(text);
        assert_string_equal(text, expected);
    } else {
        assert_null(text);
    }
    free(text);
}

static void check_has(const maq_document *document, const char *id, size_t count) {
    maq_report *report = NULL;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    assert_int_equal(pet_findings_of(maq_report_findings(report), id), count);
    maq_report_free(report);
}

// The published document takes the existence of SMTL for a flag, and PangLib reads it as one.
static void an_empty_smtl_is_legal(void **state) {
    (void)state;
    for (unsigned client = 0; client < 2; client++) {
        pet_form form = {3, client, false};
        pet_bytes b = {0};
        pet_vers(&b, form);
        pet_text(&b);
        pet_begin(&b, "SMTL");
        pet_end(&b);
        pet_bones(&b, form, true);
        pet_mesh(&b, form, false);
        maq_document *document = pet_open(&b, "x.pet");
        assert_int_equal(pet_raw_sections(document), 0);
        assert_true(maq_document_pet(document)->has[MAQ_PET_SMTL]);
        assert_int_equal(maq_document_findings(document)->count, 0);
        assert_int_equal(maq_document_pet(document)->layout == MAQ_PET_CLIENT, client);
        pet_saves_as(document, b.data, b.length);
        // It is kept in another version and kind, too.
        maq_document *converted = pet_convert(document, "mpet", "pet-version=1.2", NULL);
        const maq_pet *pet = maq_document_pet(converted);
        bool found = false;
        for (uint32_t i = 0; i < pet->section_count; i++)
            found |= pet->sections[i].tag == MAQ_PET_SMTL && pet->sections[i].length == 0;
        assert_true(found);
        maq_close(converted);
        maq_close(document);
        pet_free(&b);
    }
}

static void convert_keeps_the_layout_of_its_input(void **state) {
    (void)state;
    for (unsigned client = 0; client < 2; client++) {
        pet_bytes b = {0};
        pet_file(&b, "pet", (pet_form){2, client, false}, true);
        maq_document *document = pet_open(&b, "x.pet");
        maq_pet_layout layout = client ? MAQ_PET_CLIENT : MAQ_PET_DOCUMENTED;
        maq_document *same = pet_convert(document, "pet", NULL, NULL);
        pet_saves_as(same, b.data, b.length);
        maq_document *older = pet_convert(document, "pet", "pet-version=1.1", NULL);
        assert_int_equal(maq_document_pet(older)->layout, layout);
        maq_document *skeleton = pet_convert(document, "bpet", NULL, NULL);
        assert_int_equal(maq_document_pet(skeleton)->layout, layout);
        // The layout of the game only when asked for.
        maq_document *asked = pet_convert(document, "pet", "layout=client", NULL);
        assert_int_equal(maq_document_pet(asked)->layout, MAQ_PET_CLIENT);
        maq_close(asked);
        maq_close(skeleton);
        maq_close(older);
        maq_close(same);
        maq_close(document);
        pet_free(&b);
    }
}

static void other_major_versions_are_named_as_they_are(void **state) {
    (void)state;
    static const struct {
        uint8_t minor, major;
        const char *name;
    } versions[] = {{0, 2, "2.0"}, {1, 3, "3.1"}, {7, 1, "1.7"}};
    for (unsigned i = 0; i < 3; i++) {
        pet_bytes b = {0};
        piece_vers(&b, versions[i].minor, versions[i].major, 0xfffe, 4);
        pet_bones(&b, (pet_form){versions[i].minor > 3 ? 3 : versions[i].minor, true, false}, true);
        maq_document *document = pet_open(&b, "x.bpet");
        expect_info(document, "pet_version", versions[i].name);
        check_has(document, "PET-0012", versions[i].major != 1);
        maq_document *same = pet_convert(document, "bpet", NULL, NULL);
        pet_saves_as(same, b.data, b.length);
        // A version that is asked for is written as such, with the major version 1.
        maq_document *asked = pet_convert(document, "bpet", "pet-version=1.2", NULL);
        const maq_pet *pet = maq_document_pet(asked);
        assert_int_equal(pet->version[0], 2);
        assert_int_equal(pet->version[1], 1);
        maq_close(asked);
        maq_close(same);
        maq_close(document);
        pet_free(&b);
    }
}

// A file that says 1.0 and has sections of 1.3: it is read as 1.3, and stays as it is.
static void a_conversion_keeps_a_wrong_vers(void **state) {
    (void)state;
    pet_form form = {3, true, false};
    pet_bytes b = {0};
    piece_vers(&b, 0, 1, 0xfffe, 4);
    pet_text(&b);
    pet_bones(&b, form, true);
    pet_anim(&b, form);
    pet_mesh(&b, form, false);
    maq_document *document = pet_open(&b, "x.pet");
    assert_int_equal(maq_document_pet(document)->minor, 3);
    assert_int_equal(pet_findings_of(maq_document_findings(document), "PET-0016"), 1);
    expect_info(document, "pet_version", "1.0");
    expect_info(document, "read_as", "1.3");
    maq_document *same = pet_convert(document, "pet", NULL, NULL);
    assert_int_equal(maq_document_findings(same)->count, 0);
    pet_saves_as(same, b.data, b.length);
    // In another kind the version is that of the sections.
    maq_document *other = pet_convert(document, "mpet", NULL, NULL);
    assert_int_equal(maq_document_pet(other)->version[0], 3);
    maq_close(other);
    maq_close(same);
    maq_close(document);
    pet_free(&b);
}

// 1.0 and 1.1 differ in the space of normals alone. A file that says 1.3 has normals in model space.
static void vers_1_3_on_1_1_content_is_read_as_1_1(void **state) {
    (void)state;
    pet_form form = {1, true, false};
    pet_bytes b = {0};
    piece_vers(&b, 3, 1, 0xfffe, 4);
    pet_text(&b);
    pet_bones(&b, form, true);
    pet_mesh(&b, form, false);
    maq_document *document = pet_open(&b, "x.pet");
    assert_int_equal(maq_document_pet(document)->minor, 1);
    assert_int_equal(pet_findings_of(maq_document_findings(document), "PET-0016"), 1);
    maq_document *same = pet_convert(document, "pet", NULL, NULL);
    pet_saves_as(same, b.data, b.length);
    // In another kind there is a VERS, and it says 1.1.
    maq_document *mesh = pet_convert(document, "mpet", NULL, NULL);
    assert_true(maq_document_pet(mesh)->has_version);
    assert_int_equal(maq_document_pet(mesh)->version[0], 1);
    // The normals are those of the file: no conversion of spaces takes place.
    maq_pet_mesh before, after;
    assert_int_equal(maq_pet_mesh_open(document, NULL, &before), MAQ_OK);
    assert_int_equal(maq_pet_mesh_open(mesh, NULL, &after), MAQ_OK);
    assert_memory_equal(before.triangles[0].corners[0].normal, after.triangles[0].corners[0].normal,
                        sizeof after.triangles[0].corners[0].normal);
    maq_pet_mesh_free(&before);
    maq_pet_mesh_free(&after);
    maq_close(mesh);
    maq_close(same);
    maq_close(document);
    pet_free(&b);
}

// --------------------------------------------------------------------------------- texture names

#define LONG_NAME "a_texture_with_a_name_of_39_bytes.jpeg"

static void documented_texture(pet_bytes *b, const char *name) {
    char field[44] = {0};
    memcpy(field, name, strlen(name));
    pet_raw(b, field, sizeof field);
}

static const char *first_texture(const maq_document *document, maq_scene **scene) {
    assert_int_equal(maq_scene_from_document(document, NULL, scene), MAQ_OK);
    return (*scene)->materials[0].textures[0].file;
}

static void documented_texture_names_have_44_bytes(void **state) {
    (void)state;
    pet_form form = {2, false, false};
    pet_bytes b = {0};
    pet_vers(&b, form);
    pet_begin(&b, "TEXT");
    pet_u32(&b, 2);
    documented_texture(&b, LONG_NAME);
    documented_texture(&b, "face.jpg");
    pet_end(&b);
    pet_bones(&b, form, true);
    pet_mesh(&b, form, false);
    maq_document *document = pet_open(&b, "x.pet");
    assert_int_equal(maq_document_pet(document)->layout, MAQ_PET_DOCUMENTED);
    check_has(document, "PET-0024", 0);
    check_has(document, "PET-0103", 1); // .jpeg, read to its end
    maq_scene *scene = NULL;
    assert_string_equal(first_texture(document, &scene), LONG_NAME);
    assert_true(scene->materials[0].colour[3] == 1);
    maq_scene_free(scene);
    // The layout of the game has 31 bytes for a name.
    maq_document *client = pet_convert(document, "pet", "layout=client", NULL);
    assert_int_equal(pet_findings_of(maq_document_findings(client), "PET-0941"), 1);
    const maq_pet *pet = maq_document_pet(client);
    assert_memory_equal(pet->textures[0].name, LONG_NAME, 31);
    assert_int_equal(pet->textures[0].name[31], '\0');
    assert_int_equal(pet->textures[0].group, 0);
    assert_int_equal(pet->textures[0].diffuse, 0xffffffff);
    assert_string_equal(pet->textures[1].name, "face.jpg");
    maq_close(client);
    // In its own layout it stays as it is.
    maq_document *same = pet_convert(document, "pet", "pet-version=1.3", NULL);
    assert_int_equal(maq_document_findings(same)->count, 0);
    assert_string_equal(first_texture(same, &scene), LONG_NAME);
    maq_scene_free(scene);
    maq_close(same);
    maq_close(document);
    pet_free(&b);
}

static void info_has_version_layout_and_faces(void **state) {
    (void)state;
    pet_bytes b = {0};
    pet_file(&b, "pet", (pet_form){3, true, false}, true);
    maq_document *document = pet_open(&b, "x.pet");
    expect_info(document, "pet_version", "1.3");
    expect_info(document, "read_as", NULL);
    expect_info(document, "layout", "client");
    maq_tree *tree = NULL;
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    const maq_value *faces = maq_value_find(maq_tree_root(tree), "faces");
    assert_int_equal(faces->as.children.count, maq_document_pet(document)->face_count);
    assert_true(faces->as.children.count > 0);
    const maq_value *texture = maq_value_find(faces->as.children.first, "texture");
    assert_string_equal(texture->as.text.bytes, maq_document_pet(document)->faces[0].texture);
    maq_tree_free(tree);
    maq_close(document);
    pet_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_smtl_is_legal),
        cmocka_unit_test(convert_keeps_the_layout_of_its_input),
        cmocka_unit_test(other_major_versions_are_named_as_they_are),
        cmocka_unit_test(a_conversion_keeps_a_wrong_vers),
        cmocka_unit_test(vers_1_3_on_1_1_content_is_read_as_1_1),
        cmocka_unit_test(documented_texture_names_have_44_bytes),
        cmocka_unit_test(info_has_version_layout_and_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
