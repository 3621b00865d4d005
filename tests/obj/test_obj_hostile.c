// SPDX-License-Identifier: MIT
//
// OBJ files that are cut off, damaged or hostile.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "maquette/obj.h"
#include "maquette/scene.h"
#include "support/guarded.h"
#include "support/hostile.h"
#include "support/hostile_text.h"

static const char *const fixtures[] = {"tests/data/obj/house.obj", "tests/data/obj/forms.obj",
                                       "tests/data/obj/rules/OBJ-0305.obj", NULL};

static void every_prefix_is_survived(void **state) {
    (void)state;
    for_each_file(fixtures, exercise_prefixes);
}

static void every_byte_edit_is_survived(void **state) {
    (void)state;
    for_each_file(fixtures, exercise_byte_edits);
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    for_each_file(fixtures, exercise_failing_memory);
}

// The libraries and the conversion to a scene, with every allocation failing in turn.
static void failing_memory_in_the_conversion_to_a_scene(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at < 3000; fail_at++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = fail_at;
        maq_open_options options = {.size = sizeof options, .memory = &counted.memory};
        maq_document *document = NULL;
        maq_scene *scene = NULL;
        maq_status status = maq_open_file("tests/data/obj/house.obj", &options, &document);
        if (status == MAQ_OK)
            status = maq_scene_from_document(document, &counted.memory, &scene);
        assert_true(status == MAQ_OK || status == MAQ_NO_MEMORY);
        maq_scene_free(scene);
        maq_close(document);
        assert_int_equal(counted.held, 0);
        if (status == MAQ_OK)
            return;
    }
    fail_msg("it never got through");
}

// Long enough that the text and each list have a block of memory for themselves.
enum { LONG_FILE_LINES = 20000 };

static maq_document *open_guarded(const char *text) {
    maq_memory memory = guarded_memory();
    maq_open_options options = {.size = sizeof options, .format = "obj", .memory = &memory};
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    return document;
}

// Lines are looked at many bytes at once, but not beyond the end of the file. The comment shifts it by
// single bytes.
static void nothing_behind_the_text_is_read(void **state) {
    (void)state;
    static const char *const ends[] = {"f 1 2 3",  "f 1/1 2/2 3/3", "f 1//1 2//2 3//3\n",
                                       "v 1 2 33", "v 1 2 3\n",     "vn 0 0 1",
                                       "vt 1 22"};
    char *text = malloc(LONG_FILE_LINES * 10 + 64), *at = text;
    assert_non_null(text);
    for (unsigned i = 0; i < LONG_FILE_LINES; i++)
        at += sprintf(at, "v 1 2 3\n");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        for (int shift = 0; shift < 16; shift++) {
            sprintf(at, "#%.*s\n%s", shift, "0123456789abcdef", ends[i]);
            maq_document *document = open_guarded(text);
            const maq_obj *obj = maq_document_obj(document);
            assert_int_equal(obj->position_count,
                             LONG_FILE_LINES + (ends[i][1] == ' ' && *ends[i] == 'v'));
            assert_int_equal(obj->element_count, *ends[i] == 'f');
            assert_int_equal(obj->normal_count, ends[i][1] == 'n');
            assert_int_equal(obj->texcoord_count, ends[i][1] == 't');
            maq_close(document);
        }
    }
    free(text);
}

// Lines that begin with a blank are not counted in advance: the lists are full before the last lines.
static void nothing_behind_a_list_is_written(void **state) {
    (void)state;
    static const char *const lines[] = {"f 1 2 3\n", "v 1 2 3\n", "vn 0 0 1\n", "vt 1 2\n"};
    char *text = malloc(LONG_FILE_LINES * 10 + 64);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        // Each number of lines puts the end of the list at another distance from the end of its block.
        for (unsigned more = 0; more < 4; more++) {
            char *at = text + sprintf(text, "v 1 2 3\n %s", lines[i]);
            for (unsigned k = 0; k < LONG_FILE_LINES + more; k++)
                at += sprintf(at, "%s", lines[i]);
            sprintf(at, "# %80s\n", "end");
            maq_document *document = open_guarded(text);
            const maq_obj *obj = maq_document_obj(document);
            uint32_t count = LONG_FILE_LINES + more + 1;
            assert_int_equal(i == 0   ? obj->element_count
                             : i == 1 ? obj->position_count - 1
                             : i == 2 ? obj->normal_count
                                      : obj->texcoord_count,
                             count);
            maq_close(document);
        }
    }
    free(text);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Patterns that make parsers quadratic, 1 MiB each.
static void a_mebibyte_of_any_statement_is_read_in_time(void **state) {
    (void)state;
    static const char *const patterns[] = {
        "#\n",          "o\n",
        "g\n",          "v\n",
        "f\n",          "f 1\n",
        "\\\n",         "\\ ",
        "s 1\ns 2\n",   "o\nf 1 1 1\n",
        "1 ",           "usemtl\n",
        "f 1 1 1\n",    "f 1 2 3 1 2 3\n",
        "v 0 0 0 0\n",  "v 0 0 0 0 0 0\n",
        "l 1\n",        "vt\n",
        "x\n",          "mtllib a.mtl b.mtl\n",
        " 1/1/1",       "\r",
        "f -1 -2 -3\n", "usemtl a\nf 1 2 3\nusemtl b\n",
    };
    static const char *const heads[] = {"v 0 0 0\nv 1 0 0\nv 0 1 0\n",
                                        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3"};
    const size_t size = 1 << 20;
    char *text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
            size_t at = strlen(heads[k]), step = strlen(patterns[i]);
            memcpy(text, heads[k], at);
            for (; at + step <= size; at += step)
                memcpy(text + at, patterns[i], step);
            counted_memory counted;
            count_memory(&counted);
            maq_open_options options = {.size = sizeof options, .memory = &counted.memory};
            maq_document *document;
            maq_scene *scene;
            maq_report *report;
            double begun = seconds();
            assert_int_equal(maq_open_memory(text, at, &options, &document), MAQ_OK);
            if (counted.most > 64 * size + (16 << 20))
                fail_msg("pattern %zu, head %zu took %zu bytes", i, k, counted.most);
            assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
            assert_int_equal(maq_scene_from_document(document, NULL, &scene), MAQ_OK);
            double took = seconds() - begun;
            // Sanitizers and busy machines get their share.
            if (took > 10)
                fail_msg("pattern %zu, head %zu took %d s", i, k, (int)took);
            maq_report_free(report);
            maq_scene_free(scene);
            maq_close(document);
            assert_int_equal(counted.held, 0);
        }
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_survived),
        cmocka_unit_test(every_byte_edit_is_survived),
        cmocka_unit_test(every_failing_request_is_survived),
        cmocka_unit_test(failing_memory_in_the_conversion_to_a_scene),
        cmocka_unit_test(nothing_behind_the_text_is_read),
        cmocka_unit_test(nothing_behind_a_list_is_written),
        cmocka_unit_test(a_mebibyte_of_any_statement_is_read_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
