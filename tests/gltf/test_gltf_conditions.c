// SPDX-License-Identifier: MIT
//
// Conditions of the reader that other tests do not reach: budgets, extras that contradict the file, and
// attributes of the wrong width.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/scene.h"
#include "support/documents.h"
#include "support/hostile.h"

#define ASSET "\"asset\":{\"version\":\"2.0\"}"
// 36 bytes: a triangle. Images of one pixel and different colours are not decoded by reading.
#define BYTES                                                                                      \
    "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"                                      \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],"
#define VIEW "{\"buffer\":0,\"byteLength\":36}"
#define VEC3 "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"

static maq_scene *scene_of(const char *text) {
    maq_document *document = open_text(text, "gltf");
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    maq_close(document);
    return scene;
}

static uint64_t count_findings(const char *text, const char *rule) {
    maq_document *document = open_text(text, "gltf");
    uint64_t count = count_rule(document, rule);
    maq_close(document);
    return count;
}

static void every_allocation_of_a_full_model_fails(void **state) {
    (void)state;
    char *const paths[] = {"tests/data/full/gltf.gltf", "tests/data/full/glb.glb",
                           "examples/models/crane.glb"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_true(fail_each_request(open_file, paths[i]) > 20);
}

// Accessors without bytes are zeros: their number alone makes them large.
static void numbers_of_animations_have_a_budget(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET "," BYTES "\"bufferViews\":[" VIEW "],\"accessors\":[" VEC3
        ",{\"componentType\":5126,\"count\":60000000,\"type\":\"SCALAR\",\"min\":[0],\"max\":[0]}],"
        "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":1,\"output\":0}],\"channels\":"
        "[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]}";
    assert_int_equal(count_findings(text, "GLT-0012"), 1);
}

// The limit of 256 MiB and 64 for each byte of the file is named, and so is what it is for.
static void accessors_without_bytes_have_a_budget(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET
        ",\"accessors\":[{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}";
    char message[256];
    snprintf(message, sizeof message,
             "the data that the file refers to, counted for each use, would need more than %zu "
             "bytes, the limit for an input of length %zu; the rest is left out",
             ((size_t)256 << 20) + 64 * (sizeof text - 1), sizeof text - 1);
    maq_document *document = open_text(text, "gltf");
    assert_says(document, "GLT-0012", message);
    maq_close(document);
}

static void expect_not_json(const char *text, const char *message) {
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "gltf"};
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_BAD_DATA);
    assert_says(document, "GLT-0001", message);
    maq_close(document);
}

static void files_of_another_kind_are_not_called_json(void **state) {
    (void)state;
    static const char neither[] =
        "the file is neither a GLB file, which begins with glTF, nor JSON";
    expect_not_json("<html>", neither);
    expect_not_json(" \n<html>", neither);
    expect_not_json("{<html>", "the JSON is not valid here: a key in quotes is expected");
    expect_not_json("[]", "the JSON is not valid here: an object is expected");
    expect_not_json(" ", "the JSON is not valid here: the text ends early");
}

static void inverse_binds_have_a_budget(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET "," BYTES "\"bufferViews\":[" VIEW "],\"accessors\":[" VEC3
        ",{\"componentType\":5126,\"count\":20000000,\"type\":\"MAT4\"}],"
        "\"nodes\":[{}],\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":1}]}";
    counted_memory counted;
    count_memory(&counted);
    maq_document *document;
    maq_open_options options = {
        .size = sizeof options, .format = "gltf", .memory = &counted.memory};
    maq_open_memory(text, strlen(text), &options, &document);
    maq_close(document);
    assert_true(counted.most < (size_t)64 << 20);
}

#define TEXCOORD_MODEL(type)                                                                       \
    "{" ASSET "," BYTES "\"bufferViews\":[" VIEW "],\"accessors\":[" VEC3                          \
    ",{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"" type "\"}],"               \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1}}]}],"          \
    "\"nodes\":[{\"mesh\":0}]}"

static void attributes_of_another_width_are_left_out(void **state) {
    (void)state;
    assert_int_equal(count_findings(TEXCOORD_MODEL("VEC2"), "GLT-0307"), 0);
    assert_int_equal(count_findings(TEXCOORD_MODEL("VEC3"), "GLT-0307"), 1);
    maq_scene *scene = scene_of(TEXCOORD_MODEL("VEC3"));
    assert_int_equal(scene->meshes[0].uv_set_count, 0);
    maq_scene_free(scene);
}

static void parts_of_extras_must_fit(void **state) {
    (void)state;
#define PARTS(list)                                                                                \
    "{" ASSET "," BYTES "\"bufferViews\":[" VIEW "],\"accessors\":[" VEC3 "],\"materials\":[{"     \
    "\"name\":\"a\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"              \
    "\"material\":0}],\"extras\":{\"maquette\":{\"parts\":" list "}}}],\"nodes\":[{\"mesh\":0}]}"
    static const struct {
        const char *text;
        uint32_t parts;
    } cases[] = {
        {PARTS("[{\"material\":0,\"triangles\":1}]"), 1},
        {PARTS("[{\"material\":0,\"triangles\":0},{\"material\":0,\"triangles\":1}]"), 2},
        {PARTS("[{\"material\":0,\"triangles\":0},{\"material\":0,\"triangles\":2}]"), 1},
        {PARTS("[{\"triangles\":0},{\"triangles\":1}]"), 1},
        {PARTS("[{\"material\":0,\"triangles\":1},{\"material\":0,\"triangles\":1}]"), 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        maq_scene *scene = scene_of(cases[i].text);
        const maq_scene_mesh *mesh = &scene->meshes[0];
        assert_int_equal(mesh->part_count, cases[i].parts);
        const maq_scene_part *last = &mesh->parts[mesh->part_count - 1];
        assert_int_equal(last->first_triangle, 0);
        assert_int_equal(last->triangle_count, 1);
        maq_scene_free(scene);
    }
}

// An image of exactly the name in the extras comes before one that has another extension.
static void images_of_extras_are_found_by_name(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET "," BYTES "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},"
        "{\"buffer\":0,\"byteLength\":12}],\"images\":["
        "{\"name\":\"a\",\"bufferView\":0,\"mimeType\":\"image/png\"},"
        "{\"name\":\"a.png\",\"bufferView\":1,\"mimeType\":\"image/png\"}],"
        "\"materials\":[{\"extras\":{\"maquette\":{\"textures\":["
        "{\"role\":\"diffuse\",\"file\":\"a.png\",\"image\":\"a.png\"},"
        "{\"role\":\"specular\",\"file\":\"b.png\",\"image\":\"a.jpg\"}]}}},"
        "{\"extras\":{\"maquette\":{\"textures\":["
        "{\"role\":\"diffuse\",\"file\":\"c.png\",\"image\":1}]}}}]}";
    maq_scene *scene = scene_of(text);
    assert_int_equal(scene->material_count, 2);
    assert_int_equal(scene->materials[0].texture_count, 2);
    assert_int_equal(scene->materials[0].textures[0].data_length, 12);
    assert_int_equal(scene->materials[0].textures[1].data_length, 8);
    assert_int_equal(scene->materials[1].textures[0].data_length, 12);
    maq_scene_free(scene);
}

// A texture that an editor has added stays, although the list of the extras does not have it.
static void textures_that_extras_lack_are_kept(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET ",\"images\":[{\"uri\":\"a.png\"},{\"uri\":\"n.png\"}],\"textures\":["
        "{\"source\":0},{\"source\":1}],\"materials\":[{\"pbrMetallicRoughness\":"
        "{\"baseColorTexture\":{\"index\":0}},\"normalTexture\":{\"index\":1},\"extras\":"
        "{\"maquette\":{\"textures\":[{\"role\":\"diffuse\",\"file\":\"a.png\"}]}}}]}";
    maq_scene *scene = scene_of(text);
    assert_int_equal(scene->materials[0].texture_count, 2);
    assert_string_equal(scene->materials[0].textures[0].file, "a.png");
    assert_int_equal(scene->materials[0].textures[1].role, MAQ_TEXTURE_NORMAL);
    assert_string_equal(scene->materials[0].textures[1].file, "n.png");
    maq_scene_free(scene);
}

// Texts that are not UTF-8 are hexadecimal digits in the extras; other characters make no text.
static void bytes_of_extras_are_hexadecimal(void **state) {
    (void)state;
#define EVENT(digits)                                                                              \
    "{" ASSET                                                                                      \
    ",\"scenes\":[{\"extras\":{\"maquette\":{\"events\":[{\"name\":{\"$bytes\":\"" digits          \
    "\"},\"file\":\"b\"}]}}}],\"scene\":0}"
    maq_scene *scene = scene_of(EVENT("61fF"));
    assert_int_equal(scene->event_count, 1);
    assert_string_equal(scene->events[0].name, "a\xff");
    maq_scene_free(scene);
    static const char *const broken[] = {EVENT("6z"), EVENT("z1"), EVENT("61g1")};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        scene = scene_of(broken[i]);
        assert_int_equal(scene->event_count, 1);
        assert_string_equal(scene->events[0].name, "");
        maq_scene_free(scene);
    }
}

// The bytes of a name in the extras hold as long as the name is the one that was written for them.
static void a_name_that_was_edited_is_kept(void **state) {
    (void)state;
#define NAMED(name)                                                                                \
    "{" ASSET ",\"nodes\":[{\"name\":\"" name                                                      \
    "\",\"extras\":{\"maquette\":{\"name\":{\"$bytes\":\"61ff62\"}}}}]}"
    static const char *const names[][2] = {{NAMED("a\xc3\xbf"
                                                  "b"),
                                            "a\xff"
                                            "b"},
                                           {NAMED("a\xc3\xbf"
                                                  "c"),
                                            "a\xc3\xbf"
                                            "c"},
                                           {NAMED("axb"), "axb"},
                                           {NAMED("a"), "a"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        maq_scene *scene = scene_of(names[i][0]);
        assert_string_equal(scene->nodes[0].name, names[i][1]);
        maq_scene_free(scene);
    }
}

// More custom attributes than a mesh can have are left out with a finding.
static void custom_attributes_have_a_limit(void **state) {
    (void)state;
    char text[8192];
    size_t length = (size_t)snprintf(
        text, sizeof text,
        "{" ASSET "," BYTES "\"bufferViews\":[" VIEW "],\"accessors\":[" VEC3
        "],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0");
    for (unsigned i = 0; i < 200; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, ",\"_A%u\":0", i);
    snprintf(text + length, sizeof text - length, "}}]}]}");
    maq_scene *scene = scene_of(text);
    assert_int_equal(scene->meshes[0].attribute_count, 64);
    assert_string_equal(scene->meshes[0].attributes[63].name, "A63");
    maq_scene_free(scene);
    assert_int_equal(count_findings(text, "GLT-0304"), 1);
}

static void no_sparse_values_need_no_bytes(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET "," BYTES "\"bufferViews\":[" VIEW "],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":0,"
        "\"indices\":{\"componentType\":5125},\"values\":{}}}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]}";
    maq_scene *scene = scene_of(text);
    assert_int_equal(scene->meshes[0].vertex_count, 3);
    maq_scene_free(scene);
}

static void *allocate_garbage(void *context, size_t bytes) {
    (void)context;
    void *block = malloc(bytes);
    return block ? memset(block, 0xcd, bytes) : NULL;
}

static void release_garbage(void *context, void *block, size_t bytes) {
    (void)context;
    (void)bytes;
    free(block);
}

// An accessor without bytes is zeros but for its sparse values, whatever was in the memory before.
static void accessors_without_bytes_are_zeros(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET "," BYTES "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4},"
        "{\"buffer\":0,\"byteOffset\":12,\"byteLength\":12}],"
        "\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
        "\"indices\":{\"bufferView\":0,\"componentType\":5125},\"values\":{\"bufferView\":1}}},"
        "{\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1}}]}],"
        "\"nodes\":[{\"mesh\":0}]}";
    maq_memory memory = {
        .size = sizeof memory, .allocate = allocate_garbage, .release = release_garbage};
    maq_open_options options = {.size = sizeof options, .format = "gltf", .memory = &memory};
    maq_document *document;
    maq_scene *scene;
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    assert_int_equal(maq_scene_from_document(document, &memory, &scene), MAQ_OK);
    const maq_scene_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->vertex_count, 3);
    for (uint32_t i = 0; i < 9; i++)
        assert_float_equal(mesh->positions[i / 3][i % 3], i == 0 ? 1 : 0, 0);
    for (uint32_t i = 0; i < 6; i++)
        assert_float_equal(mesh->uvs[0][i / 2][i % 2], 0, 0);
    maq_scene_free(scene);
    maq_close(document);
}

// A skin may have joints that the shown scene does not list: they and their parents are kept.
static void joints_outside_of_the_scene_are_kept(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET "," BYTES "\"bufferViews\":[" VIEW "],\"accessors\":[" VEC3 "],"
        "\"scenes\":[{\"nodes\":[0]}],\"scene\":0,\"nodes\":[{\"mesh\":0,\"skin\":0},"
        "{\"name\":\"parent\",\"children\":[2]},{\"name\":\"joint\"},{\"name\":\"other\"}],"
        "\"skins\":[{\"joints\":[2]}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}";
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    assert_says(document, "GLT-0403",
                "scenes[0]: only this one of 1 scene is read; 1 node is left out");
    maq_close(document);
}

// A node that stands for another of the same name does not hide it.
static void helpers_are_not_found_by_name(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET ",\"scenes\":[{\"nodes\":[0,1]}],\"scene\":0,\"nodes\":["
        "{\"name\":\"a\",\"extras\":{\"maquette\":{\"stands_for\":\"a\"}}},{\"name\":\"a\"}]}";
    maq_scene *scene = scene_of(text);
    assert_int_equal(scene->node_count, 1);
    maq_scene_free(scene);
}

static void times_of_another_width_are_left_out(void **state) {
    (void)state;
    static const char text[] =
        "{" ASSET "," BYTES "\"bufferViews\":[" VIEW "],\"accessors\":[" VEC3 "],"
        "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0}],\"channels\":"
        "[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]}";
    assert_int_equal(count_findings(text, "GLT-0202"), 1);
}

// Half a turn around an axis has a trace of -1: the quaternion comes from the largest diagonal element.
static void matrices_of_half_a_turn_are_decomposed(void **state) {
    (void)state;
    static const float axes[][3] = {
        {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6f, 0.8f, 0}, {0, 0.6f, 0.8f}};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        char text[1024];
        size_t length = (size_t)snprintf(text, sizeof text, "{" ASSET ",\"nodes\":[{\"matrix\":[");
        for (unsigned k = 0; k < 16; k++) {
            unsigned row = k % 4, column = k / 4;
            bool corner = row == 3 || column == 3;
            double value = (corner ? 0 : 2.0 * axes[i][row] * axes[i][column]) - (row != column ? 0
                                                                                  : row == 3    ? -1
                                                                                             : 1);
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%.9g", k ? "," : "",
                                       value);
        }
        snprintf(text + length, sizeof text - length, "]}]}");
        maq_scene *scene = scene_of(text);
        const float *rotation = scene->nodes[0].rest.rotation;
        float sign = 0; // a quaternion and its negative are one rotation
        for (unsigned k = 0; k < 3; k++)
            sign += rotation[k] * axes[i][k];
        for (unsigned k = 0; k < 3; k++)
            assert_float_equal(rotation[k] * sign, axes[i][k], 1e-6);
        assert_float_equal(rotation[3], 0, 1e-6);
        maq_scene_free(scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_a_full_model_fails),
        cmocka_unit_test(numbers_of_animations_have_a_budget),
        cmocka_unit_test(inverse_binds_have_a_budget),
        cmocka_unit_test(attributes_of_another_width_are_left_out),
        cmocka_unit_test(parts_of_extras_must_fit),
        cmocka_unit_test(images_of_extras_are_found_by_name),
        cmocka_unit_test(textures_that_extras_lack_are_kept),
        cmocka_unit_test(bytes_of_extras_are_hexadecimal),
        cmocka_unit_test(a_name_that_was_edited_is_kept),
        cmocka_unit_test(custom_attributes_have_a_limit),
        cmocka_unit_test(no_sparse_values_need_no_bytes),
        cmocka_unit_test(accessors_without_bytes_are_zeros),
        cmocka_unit_test(joints_outside_of_the_scene_are_kept),
        cmocka_unit_test(accessors_without_bytes_have_a_budget),
        cmocka_unit_test(files_of_another_kind_are_not_called_json),
        cmocka_unit_test(helpers_are_not_found_by_name),
        cmocka_unit_test(times_of_another_width_are_left_out),
        cmocka_unit_test(matrices_of_half_a_turn_are_decomposed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
