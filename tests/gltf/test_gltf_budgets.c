// SPDX-License-Identifier: MIT
//
// A small glTF file that names the same bytes again and again becomes a large scene. Its memory stays within
// the limits of SECURITY.md, and a finding reports what is left out.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/scene.h"
#include "support/disk.h"
#include "support/documents.h"
#include "support/hostile.h"

#define ASSET "\"asset\":{\"version\":\"2.0\"}"

// A text with a repeated part, to be freed.
static char *repeat(const char *before, const char *part, size_t count, const char *after) {
    size_t length = strlen(part);
    char *text = malloc(strlen(before) + count * length + strlen(after) + 1), *at = text;
    assert_non_null(text);
    at = strcpy(at, before) + strlen(before);
    for (size_t i = 0; i < count; i++)
        at = (char *)memcpy(at, part, length) + length;
    strcpy(at, after);
    return text;
}

// Opens a text within the documented memory. What exceeds the budget of the reader is one finding.
static maq_document *open_within_limits(const char *text, bool exceeds) {
    counted_memory counted;
    count_memory(&counted);
    size_t length = strlen(text);
    maq_open_options options = {
        .size = sizeof options, .format = "gltf", .memory = &counted.memory};
    maq_document *document;
    assert_int_equal(maq_open_memory(text, length, &options, &document), MAQ_OK);
    assert_int_equal(count_rule(document, "GLT-0012"), exceeds ? 1 : 0);
    maq_close(document);
    assert_true(counted.most < ((size_t)64 << 20) + 64 * length);
    assert_int_equal(counted.held, 0);
    return open_text(text, "gltf");
}

// A mesh of 999 vertices with targets that all name its positions.
static maq_document *open_with_targets(size_t targets, bool exceeds) {
    // The digits are the floats 1, 0.5 and 0.25.
    char *buffer =
        repeat("{" ASSET ",\"buffers\":[{\"byteLength\":11988,\"uri\":\"data:;base64,",
               "AACAPwAAAD8AAIA+", 999,
               "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":11988}],"
               "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":999,"
               "\"type\":\"VEC3\"}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":"
               "[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}");
    char *text = repeat(buffer, ",{\"POSITION\":0}", targets - 1, "]}]}]}");
    maq_document *document = open_within_limits(text, exceeds);
    free(text);
    free(buffer);
    return document;
}

static uint32_t count_shapes(maq_document *document) {
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    uint32_t count = scene->meshes[0].shape_count;
    if (count > 0)
        assert_int_equal(scene->meshes[0].shapes[count - 1].count, 999);
    maq_scene_free(scene);
    maq_close(document);
    return count;
}

static void morph_targets_have_a_budget(void **state) {
    (void)state;
    assert_int_equal(count_shapes(open_with_targets(40, false)), 40);
    assert_int_equal(count_shapes(open_with_targets(1500, true)), 0);
}

// Meshes without triangles are elements of the extras, of two bytes each.
static uint32_t count_empty_meshes(size_t meshes, bool exceeds) {
    char *text = repeat("{" ASSET ",\"scene\":0,\"scenes\":[{\"extras\":{\"maquette\":{"
                        "\"empty_meshes\":[{}",
                        ",{}", meshes - 1, "]}}}]}");
    maq_document *document = open_within_limits(text, exceeds);
    maq_scene *scene;
    assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
    uint32_t count = scene->mesh_count;
    maq_scene_free(scene);
    maq_close(document);
    free(text);
    return count;
}

static void empty_meshes_have_a_budget(void **state) {
    (void)state;
    assert_int_equal(count_empty_meshes(1000, false), 1000);
    uint32_t left = count_empty_meshes(100000, true);
    assert_in_range(left, 1000, 99999);
}

// A model with 1.2 MB of vertices in a file beside it, and an animation with this number of keys.
static maq_document *open_beside(const char *buffers, unsigned keys) {
    char text[1024];
    snprintf(
        text, sizeof text,
        "{" ASSET ",\"buffers\":[%s],\"bufferViews\":[{\"buffer\":0,\"byteLength\":1200000}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":99999,\"type\":"
        "\"VEC3\"},{\"componentType\":5126,\"count\":%u,\"type\":\"SCALAR\"}],"
        "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,"
        "\"NORMAL\":0,\"COLOR_0\":0,\"_A\":0,\"_B\":0}}]}],"
        "\"animations\":[{\"samplers\":[{\"input\":1,\"output\":0}],\"channels\":[{\"sampler\":0,"
        "\"target\":{\"node\":0,\"path\":\"translation\"}}]}]}",
        buffers, keys);
    put_file("model.gltf", text);
    maq_document *document;
    assert_int_equal(maq_open_file(on_disk("model.gltf"), NULL, &document), MAQ_OK);
    return document;
}

// A file justifies memory in proportion to its size, once however many buffers name it.
static void files_raise_the_budget_once(void **state) {
    (void)state;
#define BUFFER(name) "{\"byteLength\":1200000,\"uri\":\"" name "\"}"
    static const char *const buffers[] = {
        BUFFER("a.bin"), BUFFER("a.bin") "," BUFFER("a.bin") "," BUFFER("./a.bin")};
    char *bytes = calloc(1200000, 1);
    assert_non_null(bytes);
    put_bytes("a.bin", bytes, 1200000);
    free(bytes);
    for (size_t i = 0; i < 2; i++) {
        maq_document *document = open_beside(buffers[i], 2);
        assert_int_equal(count_rule(document, "GLT-0012"), 0);
        maq_close(document);
        document = open_beside(buffers[i], 60000000);
        size_t length;
        maq_document_source(document, &length);
        char expected[64];
        snprintf(expected, sizeof expected, "an input of length %zu;", length + 1200000);
        const maq_finding *finding = finding_of(document, "GLT-0012");
        assert_non_null(finding);
        if (!strstr(finding->message, expected))
            fail_msg("\"%s\" is not in \"%s\"", expected, finding->message);
        maq_close(document);
    }
}

// Splines become pieces, of which there are more than keys.
static maq_status open_spline(const maq_memory *memory, void *text) {
    maq_open_options options = {.size = sizeof options, .format = "gltf", .memory = memory};
    maq_document *document;
    maq_status status = maq_open_memory(text, strlen(text), &options, &document);
    maq_close(document);
    return status;
}

static void every_allocation_of_a_spline_fails(void **state) {
    (void)state;
    char text[] =
        "{" ASSET ",\"buffers\":[{\"byteLength\":84,\"uri\":\"data:;base64,"
        "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}],\"bufferViews\":[{\"buffer\":0,"
        "\"byteLength\":84}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,"
        "\"type\":\"SCALAR\"},{\"bufferView\":0,\"byteOffset\":8,\"componentType\":5126,"
        "\"count\":6,\"type\":\"VEC3\"}],\"nodes\":[{}],\"animations\":[{\"samplers\":[{"
        "\"input\":0,\"output\":1,\"interpolation\":\"CUBICSPLINE\"}],\"channels\":[{\"sampler\":"
        "0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]}";
    maq_document *document = open_text(text, "gltf");
    assert_int_equal(count_rule(document, "GLT-0501"), 1);
    maq_close(document);
    assert_true(fail_each_request(open_spline, text) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(morph_targets_have_a_budget),
        cmocka_unit_test(empty_meshes_have_a_budget),
        cmocka_unit_test(files_raise_the_budget_once),
        cmocka_unit_test(every_allocation_of_a_spline_fails),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
