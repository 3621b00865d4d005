// SPDX-License-Identifier: MIT
//
// glTF files that are cut off, spoilt, or meant to hurt.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/full_scene.h"
#include "support/hostile.h"

static void with_small_file(void (*try_out)(const void *, size_t, const char *)) {
    size_t length;
    char *bytes = read_whole("tests/data/gltf/triangle.gltf", &length);
    try_out(bytes, length, NULL);
    free(bytes);
}

static void every_prefix_is_survived(void **state) {
    (void)state;
    with_small_file(exercise_prefixes);
}

static void every_byte_edit_is_survived(void **state) {
    (void)state;
    with_small_file(exercise_byte_edits);
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    with_small_file(exercise_failing_memory);
}

// The full scene is large: each step here tries one place after the other, some way apart.
static void the_full_scene_is_spoilt(void **state) {
    (void)state;
    maq_document *document = full_document("glb");
    maq_buffer file;
    assert_int_equal(maq_save_memory(document, NULL, &file), MAQ_OK);
    size_t step = getenv("MAQUETTE_DEEP") ? 1 : 13;
    for (size_t i = 0; i < file.length; i += step) {
        char kept = file.data[i];
        const char edits[] = {0, (char)0xff, (char)(kept + 1), (char)(kept - 1), '9'};
        for (size_t k = 0; k < sizeof edits; k++) {
            file.data[i] = edits[k];
            exercise(file.data, file.length, NULL, NULL);
        }
        file.data[i] = kept;
    }
    for (size_t i = 0; i < file.length; i += 5 * step)
        exercise(file.data, i, NULL, NULL);
    maq_buffer_free(&file);
    maq_close(document);
}

// A text repeated many times between two others.
static char *repeat(const char *before, const char *part, size_t times, const char *after,
                    size_t *length) {
    *length = strlen(before) + times * strlen(part) + strlen(after);
    char *text = malloc(*length + 1), *at = text;
    assert_non_null(text);
    at += sprintf(at, "%s", before);
    for (size_t i = 0; i < times; i++)
        at += sprintf(at, "%s", part);
    sprintf(at, "%s", after);
    return text;
}

static void try_bounded(const char *text, size_t length) {
    counted_memory counted;
    count_memory(&counted);
    exercise(text, length, NULL, &counted.memory);
    assert_int_equal(counted.held, 0);
    assert_true(counted.most <= 64u * length + (16u << 20));
}

static void small_files_stay_small(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        // Accessors without bytes.
        {"{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":400000,"
         "\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}",
         ",{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}", "]}"},
        {"{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":300000,"
         "\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,"
         "\"NORMAL\":0},\"targets\":[{\"POSITION\":0}",
         ",{\"POSITION\":0}", "]}]}]}"},
        // Names, nodes, references that lead nowhere, deep nesting.
        {"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}", ",{\"children\":[0,1,2]}", "]}"},
        {"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":7}", ",{\"mesh\":7}", "]}"},
        {"{\"asset\":{\"version\":\"2.0\"},\"extras\":", "[", ""},
        {"{\"asset\":{\"version\":\"2.0\"},\"extras\":[", "0,", "0]}"},
        {"{\"asset\":{\"version\":\"2.0\"},\"extras\":{", "\"a\":1,", "\"b\":2}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length;
        char *text = repeat(cases[i][0], cases[i][1], 2000, cases[i][2], &length);
        try_bounded(text, length);
        free(text);
    }
}

static void rings_of_nodes_end(void **state) {
    (void)state;
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],"
                               "\"nodes\":[{\"children\":[1]},{\"children\":[2]},"
                               "{\"children\":[0,2]}]}";
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    assert_true(maq_document_findings(document)->errors > 0);
    maq_close(document);
    assert_int_equal(exercise(text, strlen(text), NULL, NULL), MAQ_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_survived),
        cmocka_unit_test(every_byte_edit_is_survived),
        cmocka_unit_test(every_failing_request_is_survived),
        cmocka_unit_test(the_full_scene_is_spoilt),
        cmocka_unit_test(small_files_stay_small),
        cmocka_unit_test(rings_of_nodes_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
