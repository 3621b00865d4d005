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

// The full scene is large: each step tries one offset of many.
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
    // A file may repeat 24 MiB of numbers, and a value tree takes 24 times the bytes of a number.
    assert_true(counted.most <= 64u * length + (64u << 20) + 24 * (24u << 20));
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

// ------------------------------------------------------------------------------- the whole memory

// Opens a text made of a part again and again; all memory together stays within the promise.
static void open_counted(const char *before, const char *part, size_t bytes, const char *after) {
    size_t length;
    char *text = repeat(before, part, bytes / strlen(part), after, &length);
    counted_memory counted;
    maq_document *document;
    count_memory(&counted);
    maq_open_options options = {
        .size = sizeof options, .memory = &counted.memory, .format = "gltf"};
    maq_status status = maq_open_memory(text, length, &options, &document);
    assert_true(status == MAQ_OK || status == MAQ_BAD_DATA);
    if (getenv("MAQUETTE_SHOW"))
        print_message("%-60.60s %5.1f x\n", part, (double)counted.most / (double)length);
    if (counted.most > 64 * length + (64u << 20))
        fail_msg("%zu bytes for %zu of %s%s", counted.most, length, before, part);
    maq_close(document);
    assert_int_equal(counted.held, 0);
    free(text);
}

#define VERSION "{\"asset\":{\"version\":\"2.0\"},"

static void memory_follows_the_bytes(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"", "[", ""},
        {VERSION "\"extras\":", "[", ""},
        {VERSION "\"extras\":[", "0,", "0]}"},
        {VERSION "\"x\":[", "0,", "0]}"},
        {VERSION "\"x\":[", "\"\",", "0]}"},
        {VERSION "\"x\":[", "{},", "0]}"},
        {VERSION "\"extras\":[", "{},", "0]}"},
        {VERSION "\"extras\":{", "\"\":0,", "\"\":0}}"},
        {VERSION "\"extras\":{", "\"\":\"\",", "\"\":0}}"},
        {VERSION "\"nodes\":[", "{},", "{}]}"},
        {VERSION "\"nodes\":[", "0,", "{}]}"},
        {VERSION "\"meshes\":[", "{},", "{}]}"},
        {VERSION "\"meshes\":[", "0,", "{}]}"},
        {VERSION "\"meshes\":[{\"primitives\":[", "{},", "{}]}]}"},
        {VERSION "\"materials\":[", "{},", "{}]}"},
        {VERSION "\"materials\":[", "0,", "{}]}"},
        {VERSION "\"skins\":[", "{},", "{}]}"},
        {VERSION "\"nodes\":[{}],\"skins\":[{\"joints\":[", "0,", "0]}]}"},
        {VERSION "\"animations\":[", "{},", "{}]}"},
        {VERSION "\"animations\":[{\"samplers\":[", "{},", "{}]}]}"},
        {VERSION "\"animations\":[{\"channels\":[", "{},", "{}]}]}"},
        {VERSION "\"accessors\":[", "0,", "{}]}"},
        {VERSION "\"scenes\":[{\"nodes\":[", "0,", "0]}]}"},
        {VERSION "\"nodes\":[{\"children\":[", "0,", "0]}]}"},
        {VERSION "\"extensionsUsed\":[", "0,", "0]}"},
        {VERSION "\"extras\":{\"maquette\":{\"empty_meshes\":[", "0,", "{}]}}}"},
        {VERSION "\"extras\":{\"maquette\":{\"empty_clips\":[", "0,", "{}]}}}"},
        {VERSION "\"extras\":{\"maquette\":{\"boxes\":[", "0,", "{}]}}}"},
        {VERSION "\"extras\":{\"maquette\":{\"events\":[", "0,", "{}]}}}"},
        {VERSION "\"materials\":[{\"extras\":{\"maquette\":{\"textures\":[", "0,", "{}]}}}]}"},
        {VERSION "\"animations\":[{\"extras\":{\"maquette\":{\"markers\":[", "0,", "{}]}}}]}"},
        {VERSION "\"x\":[", "\xff", "0]}"},
    };
    size_t bytes = getenv("MAQUETTE_DEEP") ? 16u << 20 : 1u << 20;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        open_counted(cases[i][0], cases[i][1], bytes, cases[i][2]);
    if (getenv("MAQUETTE_DEEP")) {
        open_counted("", "[", 100u << 20, "");
        open_counted(VERSION "\"x\":[", "{},", 100u << 20, "{}]}");
        open_counted(VERSION "\"nodes\":[", "{},", 100u << 20, "{}]}");
    }
}

// A limit of the caller holds while the JSON is read, and is reported.
static void the_limit_holds_for_the_json(void **state) {
    (void)state;
    size_t length;
    char *text = repeat(VERSION "\"x\":[", "0,", 100000, "0]}", &length);
    maq_memory memory = {.size = sizeof memory, .byte_limit = 4u << 20};
    maq_open_options options = {.size = sizeof options, .memory = &memory};
    maq_document *document;
    assert_int_equal(maq_open_memory(text, length, &options, &document), MAQ_OVER_LIMIT);
    assert_non_null(document);
    assert_string_equal(maq_document_findings(document)->items[0].rule->id, "GLT-0014");
    maq_close(document);
    memory.byte_limit = 16u << 20;
    assert_int_equal(maq_open_memory(text, length, &options, &document), MAQ_OK);
    maq_close(document);
    free(text);
}

static void depth_has_an_end(void **state) {
    (void)state;
    for (size_t depth = 498; depth <= 501; depth++) {
        size_t length, used;
        char *open = repeat(VERSION "\"x\":", "[", depth, "", &used);
        char *text = repeat(open, "]", depth, "}", &length);
        maq_document *document;
        maq_status status = maq_open_memory(text, length, NULL, &document);
        assert_int_equal(status, depth < 500 ? MAQ_OK : MAQ_BAD_DATA);
        if (status != MAQ_OK) {
            const maq_finding *finding = &maq_document_findings(document)->items[0];
            assert_string_equal(finding->rule->id, "GLT-0014");
            assert_int_equal(finding->span.offset, strlen(VERSION "\"x\":") + 499);
        }
        maq_close(document);
        free(open);
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
        cmocka_unit_test(memory_follows_the_bytes),
        cmocka_unit_test(the_limit_holds_for_the_json),
        cmocka_unit_test(depth_has_an_end),
        cmocka_unit_test(rings_of_nodes_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
