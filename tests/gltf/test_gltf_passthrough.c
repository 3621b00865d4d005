// SPDX-License-Identifier: MIT
//
// What a glTF file says of materials beyond a scene goes from one glTF file to the next, and is
// named where it cannot go.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json_read.h"
#include "base/value.h"
#include "maquette/gltf.h"
#include "maquette/scene.h"

static const char model[] = "tests/data/gltf/materials.gltf";

static maq_document *open_model(void) {
    maq_document *document;
    assert_int_equal(maq_open_file(model, NULL, &document), MAQ_OK);
    assert_int_equal(maq_document_findings(document)->count, 0);
    return document;
}

// The bytes of a document converted to a variant without any loss.
static maq_buffer bytes_as(const maq_document *document, const char *variant) {
    maq_document *made;
    maq_buffer bytes;
    assert_int_equal(maq_convert(document, variant, NULL, &made), MAQ_OK);
    assert_int_equal(maq_document_findings(made)->count, 0);
    assert_int_equal(maq_save_memory(made, NULL, &bytes), MAQ_OK);
    maq_close(made);
    return bytes;
}

// ------------------------------------------------------------------------------- what JSON says

static const maq_value *parse(mq_arena *arena, maq_buffer bytes) {
    const maq_value *root = mq_json_read(arena, bytes.data, bytes.length).root;
    assert_non_null(root);
    return root;
}

static const maq_value *element(const maq_value *array, const maq_value *index) {
    double number;
    assert_true(maq_value_number(index, &number));
    const maq_value *item = mq_first_element(array);
    for (; item && number > 0; number--)
        item = item->next;
    return item;
}

// The item at a path: keys and numbers parted by '/'.
static const maq_value *at(const maq_value *item, const char *path) {
    while (item && *path) {
        char key[64];
        size_t length = strcspn(path, "/");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        maq_value index = {.kind = MAQ_VALUE_INTEGER, .as.integer = atoi(key)};
        item =
            mq_value_is(item, MAQ_VALUE_ARRAY) ? element(item, &index) : maq_value_find(item, key);
        path += length + (path[length] == '/');
    }
    return item;
}

static void assert_number(const maq_value *root, const char *path, double wanted) {
    double number = -1;
    if (!maq_value_number(at(root, path), &number) || number != wanted)
        fail_msg("%s is %g, not %g", path, number, wanted);
}

static void assert_text(const maq_value *root, const char *path, const char *wanted) {
    const maq_value *item = at(root, path);
    if (!mq_value_is(item, MAQ_VALUE_TEXT) || strcmp(item->as.text.bytes, wanted) != 0)
        fail_msg("%s is not %s", path, wanted);
}

// The texture that an info of material 0 leads to.
static const maq_value *texture_of(const maq_value *root, const char *path) {
    return element(at(root, "textures"), at(at(root, "materials/0"), path));
}

static const maq_value *sampler_of(const maq_value *root, const char *path) {
    return element(at(root, "samplers"), at(texture_of(root, path), "sampler"));
}

static const maq_value *image_of(const maq_value *root, const char *path) {
    return element(at(root, "images"), at(texture_of(root, path), "source"));
}

// ------------------------------------------------------------------------------------------ tests

static void every_value_is_kept(void **state) {
    (void)state;
    maq_document *document = open_model();
    maq_buffer bytes = bytes_as(document, "gltf");
    mq_arena *arena = mq_arena_new(NULL);
    const maq_value *root = parse(arena, bytes);
    const char pbr[] = "materials/0/pbrMetallicRoughness/";
    char path[128];
    static const struct {
        const char *path;
        double value;
    } numbers[] = {{"metallicFactor", 0.75},
                   {"roughnessFactor", 0.25},
                   {"baseColorFactor/1", 0.5},
                   {"baseColorTexture/texCoord", 1},
                   {"baseColorTexture/extensions/KHR_texture_transform/offset/0", 0.5},
                   {"baseColorTexture/extensions/KHR_texture_transform/scale/1", 2}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        snprintf(path, sizeof path, "%s%s", pbr, numbers[i].path);
        assert_number(root, path, numbers[i].value);
    }
    assert_number(root, "materials/0/normalTexture/scale", 0.5);
    assert_number(root, "materials/0/occlusionTexture/strength", 0.5);
    assert_number(root, "materials/0/occlusionTexture/texCoord", 1);
    assert_number(root, "materials/0/emissiveFactor/0", 0.5);
    assert_number(root, "materials/0/emissiveFactor/1", 1);
    assert_number(root, "materials/0/alphaCutoff", 0.25);
    assert_number(root, "materials/0/extensions/KHR_materials_clearcoat/clearcoatFactor", 0.5);
    assert_text(root, "materials/0/extras/artist", "unknown");
    assert_true(
        mq_value_is(at(root, "materials/1/extensions/KHR_materials_unlit"), MAQ_VALUE_OBJECT));
    // What says nothing of metal is all metal, and stays so.
    assert_null(at(root, "materials/2/pbrMetallicRoughness/metallicFactor"));
    assert_number(root, "materials/3/pbrMetallicRoughness/metallicFactor", 0);
    assert_text(root, "extensionsUsed/0", "KHR_texture_transform");
    assert_int_equal(at(root, "extensionsUsed")->as.children.count, 3);
    assert_text(root, "extensionsRequired/0", "KHR_texture_transform");
    assert_int_equal(at(root, "extensionsRequired")->as.children.count, 1);
    mq_arena_free(arena);
    maq_buffer_free(&bytes);
    maq_close(document);
}

static void textures_keep_their_images_and_samplers(void **state) {
    (void)state;
    maq_document *document = open_model();
    maq_buffer bytes = bytes_as(document, "gltf");
    mq_arena *arena = mq_arena_new(NULL);
    const maq_value *root = parse(arena, bytes);
    const char colour[] = "pbrMetallicRoughness/baseColorTexture/index";
    const char metal[] = "pbrMetallicRoughness/metallicRoughnessTexture/index";
    const char coat[] = "extensions/KHR_materials_clearcoat/clearcoatTexture/index";
    assert_text(image_of(root, colour), "name", "colour.png");
    assert_text(texture_of(root, colour), "name", "colour");
    assert_number(sampler_of(root, colour), "magFilter", 9728);
    assert_number(sampler_of(root, colour), "wrapT", 33648);
    assert_text(image_of(root, metal), "uri", "surface%20of%20it.png");
    assert_number(sampler_of(root, metal), "wrapS", 33071);
    assert_null(at(sampler_of(root, metal), "wrapT"));
    assert_ptr_equal(texture_of(root, metal), texture_of(root, "occlusionTexture/index"));
    // One image, with a sampler here and without one there.
    assert_ptr_equal(image_of(root, coat), image_of(root, colour));
    assert_null(at(texture_of(root, coat), "sampler"));
    assert_ptr_equal(texture_of(root, coat), texture_of(root, "emissiveTexture/index"));
    assert_int_equal(at(root, "images")->as.children.count, 2);
    mq_arena_free(arena);
    maq_buffer_free(&bytes);
    maq_close(document);
}

static void glb_and_back_is_equal(void **state) {
    (void)state;
    maq_document *document = open_model(), *binary;
    maq_buffer straight = bytes_as(document, "gltf"), glb = bytes_as(document, "glb");
    assert_int_equal(maq_open_memory(glb.data, glb.length, NULL, &binary), MAQ_OK);
    assert_int_equal(maq_document_findings(binary)->count, 0);
    maq_buffer around = bytes_as(binary, "gltf");
    assert_int_equal(straight.length, around.length);
    assert_memory_equal(straight.data, around.data, straight.length);
    maq_buffer_free(&straight);
    maq_buffer_free(&glb);
    maq_buffer_free(&around);
    maq_close(binary);
    maq_close(document);
}

static const maq_finding *find(const maq_findings *findings, const char *id, size_t number) {
    for (size_t i = 0; i < findings->count; i++) {
        if (strcmp(findings->items[i].rule->id, id) == 0 && number-- == 0)
            return &findings->items[i];
    }
    return NULL;
}

static void other_formats_report_a_loss(void **state) {
    (void)state;
    maq_document *document = open_model();
    static const char *const variants[] = {"obj", "pie4", "iqm", "pet", "wza", "wzm3"};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        maq_document *made;
        assert_int_equal(maq_convert(document, variants[i], NULL, &made), MAQ_OK);
        const maq_findings *findings = maq_document_findings(made);
        const maq_finding *all = find(findings, "GLT-0902", 0);
        assert_non_null(all);
        static const char *const names[] = {
            "\"everything\"",         "metallicFactor",           "roughnessFactor",
            "emissiveFactor",         "metallicRoughnessTexture", "occlusionTexture",
            "normalTexture.scale",    "baseColorTexture.sampler", "baseColorTexture.texCoord",
            "KHR_materials_clearcoat"};
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            if (!strstr(all->message, names[k]))
                fail_msg("%s is not in: %s", names[k], all->message);
        }
        assert_string_equal(find(findings, "GLT-0902", 1)->message,
                            "material \"flat\": the following were dropped: KHR_materials_unlit");
        assert_string_equal(
            find(findings, "GLT-0902", 2)->message,
            "material \"metal by default\": the following were dropped: metallicFactor");
        assert_null(find(findings, "GLT-0902", 3));
        maq_close(made);
    }
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    // Pictures and motions use the passthrough data of a scene.
    assert_non_null(maq_value_find(scene->extras, "gltf_file"));
    assert_non_null(maq_value_find(scene->materials[1].extras, "gltf_material"));
    assert_non_null(maq_value_find(scene->materials[0].extras, "gltf"));
    maq_scene_free(scene);
    maq_close(document);
}

// Anyone can write extras, so passthrough data is never read from there.
static void forged_passthrough_data_is_ignored(void **state) {
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{\"pbrMetallicRoughness\":{"
        "\"metallicFactor\":0},\"extras\":{\"maquette\":{\"extras\":{\"gltf_material\":"
        "{\"emissiveTexture\":{\"texture\":{\"image\":7}}},\"pie\":{\"a\":1}}}}}],"
        "\"scenes\":[{\"extras\":{\"maquette\":{\"extras\":{\"gltf_file\":{\"images\":5}}}}}]}";
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    assert_int_equal(maq_document_findings(document)->count, 2);
    assert_string_equal(maq_document_findings(document)->items[0].rule->id, "GLT-0701");
    const maq_scene *scene = maq_document_gltf(document);
    assert_null(maq_value_find(scene->materials[0].extras, "gltf_material"));
    assert_non_null(maq_value_find(scene->materials[0].extras, "pie"));
    maq_close(document);
}

static void images_of_materials_are_dropped_on_request(void **state) {
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{\"emissiveTexture\":{\"index\":0}}],"
        "\"textures\":[{\"source\":0}],\"images\":[{\"name\":\"glow.png\",\"uri\":"
        "\"data:image/png;base64,iVBORw0KGgo=\"}]}";
    maq_document *document, *made;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    maq_convert_options options = {.size = sizeof options, .images = MAQ_IMAGES_NONE};
    assert_int_equal(maq_convert(document, "gltf", &options, &made), MAQ_OK);
    assert_int_equal(maq_document_findings(made)->losses, 1);
    assert_string_equal(maq_document_findings(made)->items[0].message,
                        "1 embedded image was dropped");
    maq_buffer bytes;
    assert_int_equal(maq_save_memory(made, NULL, &bytes), MAQ_OK);
    mq_arena *arena = mq_arena_new(NULL);
    const maq_value *root = parse(arena, bytes);
    assert_null(maq_value_find(root, "images"));
    mq_arena_free(arena);
    maq_buffer_free(&bytes);
    maq_close(made);
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_kept),
        cmocka_unit_test(textures_keep_their_images_and_samplers),
        cmocka_unit_test(glb_and_back_is_equal),
        cmocka_unit_test(other_formats_report_a_loss),
        cmocka_unit_test(forged_passthrough_data_is_ignored),
        cmocka_unit_test(images_of_materials_are_dropped_on_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
