// SPDX-License-Identifier: MIT
//
// The public functions that all formats share.
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/findings.h"
#include "base/value.h"
#include "maquette/pie.h"
#include "maquette/scene.h"
#include "support/hostile.h"

static const char triangle[] = "PIE 3\nTYPE 200\nTEXTURE 0 page-1-a.png 0 0\nLEVELS 1\nLEVEL 1\n"
                               "POINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"
                               "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n";

static maq_document *open_text(const char *text, maq_status expected) {
    maq_document *document = NULL;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), expected);
    return document;
}

static void wrong_calls_are_told(void **state) {
    (void)state;
    maq_document *document = (maq_document *)1;
    assert_int_equal(maq_open_memory(NULL, 5, NULL, &document), MAQ_BAD_ARGUMENT);
    assert_null(document);
    assert_int_equal(maq_open_memory("x", 1, NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_open_file(NULL, NULL, &document), MAQ_BAD_ARGUMENT);
    maq_open_options options = {.format = "nonsense"};
    assert_int_equal(maq_open_memory("x", 1, &options, &document), MAQ_BAD_ARGUMENT);
    assert_null(document);
    maq_report *report;
    assert_int_equal(maq_check(NULL, NULL, &report), MAQ_BAD_ARGUMENT);
    document = open_text(triangle, MAQ_OK);
    maq_check_options check = {.target = "nobody"};
    assert_int_equal(maq_check(document, &check, &report), MAQ_BAD_ARGUMENT);
    assert_null(report);
    maq_document *converted;
    assert_int_equal(maq_convert(document, "nonsense", NULL, &converted), MAQ_BAD_ARGUMENT);
    maq_setting unknown = {"compat", "reference"};
    maq_convert_options convert = {.settings = &unknown, .setting_count = 1};
    assert_int_equal(maq_convert(document, "pie4", &convert, &converted), MAQ_BAD_ARGUMENT);
    maq_input inputs[2] = {{.document = document}, {.document = document}};
    assert_int_equal(maq_join(inputs, 2, "pie4", NULL, &converted), MAQ_UNSUPPORTED);
    assert_null(converted);
    maq_close(document);
    maq_close(NULL);
    maq_report_free(NULL);
    maq_tree_free(NULL);
    maq_buffer_free(NULL);
}

static void files_that_cannot_be_read_leave_errno(void **state) {
    (void)state;
    maq_document *document;
    assert_int_equal(maq_open_file("tests/data/no such file.pie", NULL, &document),
                     MAQ_CANNOT_READ);
    assert_int_equal(errno, ENOENT);
    assert_null(document);
}

static void what_is_no_model_gets_a_finding(void **state) {
    (void)state;
    static const char *const texts[] = {"", "hello", "\x89PNG\r\n", "PIEX 3"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        maq_document *document = open_text(texts[i], MAQ_UNKNOWN_FORMAT);
        assert_non_null(document);
        const maq_findings *findings = maq_document_findings(document);
        assert_int_equal(findings->errors, 1);
        assert_string_equal(findings->items[0].rule->id, "MAQ-0001");
        assert_null(maq_document_format(document));
        maq_report *report;
        assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
        assert_int_equal(maq_report_findings(report)->errors, 1);
        maq_report_free(report);
        maq_buffer buffer;
        assert_int_equal(maq_save_memory(document, NULL, &buffer), MAQ_BAD_ARGUMENT);
        maq_tree *tree;
        assert_int_equal(maq_info(document, NULL, &tree), MAQ_BAD_ARGUMENT);
        maq_close(document);
    }
}

static void the_name_helps_recognition(void **state) {
    (void)state;
    maq_open_options options = {.file_name = "art/Thing.PIE"};
    maq_document *document;
    assert_int_equal(maq_open_memory("hello", 5, &options, &document), MAQ_BAD_DATA);
    assert_string_equal(maq_document_findings(document)->items[0].rule->id, "PIE-0001");
    assert_string_equal(maq_document_file_name(document), "art/Thing.PIE");
    maq_close(document);
}

static void options_reach_files(void **state) {
    (void)state;
    maq_open_options options = {.strict = true};
    maq_document *document;
    assert_int_equal(maq_open_file("tests/data/pie/rules/PIE-0026.pie", &options, &document),
                     MAQ_BAD_DATA);
    assert_string_equal(maq_document_file_name(document), "tests/data/pie/rules/PIE-0026.pie");
    assert_null(maq_document_pie(document));
    maq_close(document);
    assert_int_equal(maq_open_file("tests/data/pie/rules/PIE-0026.pie", NULL, &document), MAQ_OK);
    assert_non_null(maq_document_pie(document));
    maq_close(document);
}

static void positions_count_lines_of_all_kinds(void **state) {
    (void)state;
    static const char text[] = "PIE 3\r\nTYPE 200\nLEVELS 1\rLEVEL 1\n\nPOINTS 0\nPOLYGONS 0\n";
    maq_document *document = open_text(text, MAQ_OK);
    static const struct {
        const char *word;
        uint64_t line, column;
    } places[] = {{"PIE", 1, 1},    {"3", 1, 5},       {"TYPE", 2, 1},  {"200", 2, 6},
                  {"LEVELS", 3, 1}, {"LEVEL 1", 4, 1}, {"POINTS", 6, 1}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        size_t offset = (size_t)(strstr(text, places[i].word) - text);
        maq_position position = maq_document_position(document, offset);
        assert_int_equal(position.line, places[i].line);
        assert_int_equal(position.column, places[i].column);
    }
    maq_position end = maq_document_position(document, UINT64_MAX);
    assert_int_equal(end.line, 8);
    maq_close(document);
}

// Beyond the first marks of the line index.
static void positions_hold_in_long_files(void **state) {
    (void)state;
    size_t length = 100000;
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, ' ', length);
    memcpy(text, "PIE 3\nTYPE 200\n", 15);
    uint64_t line = 3;
    size_t line_starts = 15;
    for (size_t i = 15; i < length; i++) {
        if (i % 37 == 0 || i % 4096 == 4095)
            text[i] = i % 3 ? '\n' : '\r';
    }
    maq_document *document;
    assert_int_equal(maq_open_memory(text, length, NULL, &document), MAQ_BAD_DATA);
    for (size_t i = 15; i < length; i++) {
        maq_position position = maq_document_position(document, i);
        assert_int_equal(position.line, line);
        assert_int_equal(position.column, i - line_starts + 1);
        bool ends =
            text[i] == '\n' || (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n'));
        if (ends) {
            line++;
            line_starts = i + 1;
        }
    }
    maq_close(document);
    free(text);
}

static void lists_are_capped_and_counts_are_not(void **state) {
    (void)state;
    char text[4096] = "PIE 3\nTYPE 200\nTEXTURE 0 page-1-a.png 0 0\nLEVELS 1\nLEVEL 1\nPOINTS 50\n";
    for (int i = 0; i < 50; i++)
        strcat(text, "\t0 x 0\n");
    strcat(text, "POLYGONS 0\n");
    maq_open_options options = {.max_findings = 7};
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), &options, &document), MAQ_OK);
    assert_int_equal(maq_document_findings(document)->count, 7);
    assert_int_equal(maq_document_findings(document)->errors, 50);
    // The counts of what was not kept are weighed for the target, too.
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    assert_int_equal(maq_report_findings(report)->errors, 50);
    maq_report_free(report);
    maq_close(document);
}

static void what_one_target_passes_over_another_sees(void **state) {
    (void)state;
    char text[sizeof triangle + 16] = "PIE 3 # mine";
    strcat(text, triangle + strlen("PIE 3"));
    maq_document *document = open_text(text, MAQ_OK);
    assert_int_equal(maq_document_findings(document)->count, 0);
    static const struct {
        const char *target;
        uint64_t errors;
    } views[] = {{"game", 0}, {"game-4.3", 1}, {"wmit", 1}, {"spec", 0}};
    for (size_t i = 0; i < 4; i++) {
        maq_check_options options = {.target = views[i].target};
        maq_report *report;
        assert_int_equal(maq_check(document, &options, &report), MAQ_OK);
        assert_int_equal(maq_report_findings(report)->errors, views[i].errors);
        maq_report_free(report);
    }
    maq_close(document);
}

static void strict_conversion_refuses_losses(void **state) {
    (void)state;
    maq_document *document = NULL, *converted = NULL;
    assert_int_equal(maq_open_file("tests/data/pie/hostile/all-pie4.pie", NULL, &document), MAQ_OK);
    maq_convert_options options = {.strict = true};
    assert_int_equal(maq_convert(document, "pie2", &options, &converted), MAQ_LOSS_REFUSED);
    assert_true(maq_document_findings(converted)->losses > 0);
    maq_buffer buffer;
    assert_int_equal(maq_save_memory(converted, NULL, &buffer), MAQ_BAD_ARGUMENT);
    maq_close(converted);
    assert_int_equal(maq_convert(document, "pie4", &options, &converted), MAQ_OK);
    assert_int_equal(maq_document_findings(converted)->losses, 0);
    // A document that a conversion made has no source and can be checked all the same.
    size_t length = 1;
    assert_null(maq_document_source(converted, &length));
    assert_int_equal(length, 0);
    maq_report *report;
    assert_int_equal(maq_check(converted, NULL, &report), MAQ_OK);
    maq_report_free(report);
    maq_close(converted);
    maq_close(document);
}

// The text of a document with all edits of its findings done.
static char *fixed_text(const char *text, size_t *applied) {
    maq_document *document = open_text(text, MAQ_OK);
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    maq_buffer buffer;
    assert_int_equal(maq_fix(document, maq_report_findings(report), NULL, &buffer, applied),
                     MAQ_OK);
    char *copy = strdup(buffer.data);
    maq_buffer_free(&buffer);
    maq_report_free(report);
    maq_close(document);
    return copy;
}

static void overlapping_fixes_take_turns(void **state) {
    (void)state;
    // One row is both unindented and shares its line: edits meet at the same bytes.
    char *text = strdup("PIE 3\nTYPE 200\nTEXTURE 0 page-1-a.png 0 0\nLEVELS 1\nlevel 1\n"
                        "POINTS 3\n0 0 0 1 0 0\n 0 1 0\nPOLYGONS 1\n#c\n200 3 0 1 2 0 0 1 0 0 1\n");
    size_t applied = 1, rounds = 0;
    while (applied) {
        char *next = fixed_text(text, &applied);
        free(text);
        text = next;
        assert_true(++rounds < 10);
    }
    assert_string_equal(text, "PIE 3\nTYPE 200\nTEXTURE 0 page-1-a.png 0 0\nLEVELS 1\nLEVEL 1\n"
                              "POINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\nPOLYGONS 1 #c\n"
                              "\t200 3 0 1 2 0 0 1 0 0 1\n");
    free(text);
}

static void edits_outside_the_source_are_refused(void **state) {
    (void)state;
    maq_document *document = open_text(triangle, MAQ_OK);
    static const maq_rule rule = {.id = "X"};
    const maq_edit edit = {.span = {sizeof triangle, 1}, .text = "", .text_length = 0};
    const maq_finding finding = {.rule = &rule, .edits = &edit, .edit_count = 1, .count = 1};
    const maq_findings findings = {.items = &finding, .count = 1};
    maq_buffer buffer;
    assert_int_equal(maq_fix(document, &findings, NULL, &buffer, NULL), MAQ_BAD_ARGUMENT);
    assert_null(buffer.data);
    maq_close(document);
}

static const maq_value *first_change(const maq_tree *tree) {
    return maq_tree_root(tree)->as.children.first;
}

static void differences_are_told_in_the_models_terms(void **state) {
    (void)state;
    maq_document *a = open_text(triangle, MAQ_OK);
    char *text = strdup(triangle);
    memcpy(strstr(text, "\t1 0 0"), "\t1 0 7", 6);
    maq_document *b = open_text(text, MAQ_OK);
    maq_tree *tree;
    assert_int_equal(maq_diff(a, b, NULL, &tree), MAQ_OK);
    assert_int_equal(maq_tree_root(tree)->as.children.count, 1);
    const maq_value *path = maq_value_find(first_change(tree), "path");
    assert_string_equal(path->as.text.bytes, "levels[0].points[1]");
    maq_tree_free(tree);
    assert_int_equal(maq_diff(a, a, NULL, &tree), MAQ_OK);
    assert_int_equal(maq_tree_root(tree)->as.children.count, 0);
    maq_tree_free(tree);
    maq_close(a);
    maq_close(b);
    free(text);
}

static void values_compare_bit_for_bit(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    mq_node *trees[2];
    for (int i = 0; i < 2; i++) {
        trees[i] = mq_value_root(arena, MAQ_VALUE_OBJECT);
        mq_put_float(trees[i], "zero", i ? -0.0f : 0.0f);
    }
    assert_false(maq_value_equal(mq_node_value(trees[0]), mq_node_value(trees[1])));
    mq_node *copy = mq_value_root(arena, MAQ_VALUE_OBJECT);
    mq_node *row = mq_put_array(trees[0], "row");
    mq_put_integer(row, NULL, 1);
    mq_put_text(row, NULL, "x");
    mq_put_text(row, NULL, NULL);
    mq_put_bool(row, NULL, true);
    mq_put_double(row, NULL, 0.5);
    mq_put_value(copy, "all", mq_node_value(trees[0]));
    const maq_value *inner = maq_value_find(mq_node_value(copy), "all");
    assert_true(maq_value_equal(inner, mq_node_value(trees[0])));
    mq_put_null(row, NULL);
    assert_false(maq_value_equal(inner, mq_node_value(trees[0])));
    assert_null(maq_value_find(inner, "nothing"));
    assert_null(maq_value_find(NULL, "nothing"));
    mq_arena_free(arena);
}

static void findings_sort_by_place_and_keep_their_order(void **state) {
    (void)state;
    mq_arena *arena = mq_arena_new(NULL);
    mq_findings findings;
    mq_findings_init(&findings, arena, 1000, 0);
    static const maq_rule rule = {.id = "X", .severity = {MAQ_NOTE}};
    for (unsigned i = 0; i < 500; i++)
        mq_add_finding(&findings, &rule, i % 5 == 4 ? MAQ_NO_OFFSET : (i * 7919) % 50, 1, "%u", i);
    mq_findings_sort(&findings);
    for (size_t i = 1; i < 500; i++) {
        const maq_finding *before = &findings.items[i - 1], *after = &findings.items[i];
        assert_true(before->span.offset <= after->span.offset);
        if (before->span.offset == after->span.offset)
            assert_true(atoi(before->message) < atoi(after->message));
    }
    mq_arena_free(arena);
}

static void every_status_and_severity_has_a_name(void **state) {
    (void)state;
    for (int i = MAQ_OK; i <= MAQ_LOSS_REFUSED; i++)
        assert_string_not_equal(maq_status_text((maq_status)i), "an unknown status");
    assert_string_equal(maq_status_text((maq_status)99), "an unknown status");
    assert_string_equal(maq_severity_name(MAQ_ERROR), "error");
    assert_string_equal(maq_severity_name(MAQ_LOSS), "loss");
    assert_string_equal(maq_version(), "0.1.0");
}

static void a_tree_becomes_json(void **state) {
    (void)state;
    maq_document *document;
    maq_tree *tree;
    maq_buffer buffer;
    assert_int_equal(maq_open_file("examples/models/radar.pie", NULL, &document), MAQ_OK);
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    assert_int_equal(maq_value_json(maq_tree_root(tree), false, NULL, &buffer), MAQ_OK);
    assert_non_null(strstr(buffer.data, "{\"format\":\"pie"));
    assert_null(memchr(buffer.data, '\n', buffer.length));
    maq_buffer_free(&buffer);
    assert_int_equal(maq_value_json(maq_tree_root(tree), true, NULL, &buffer), MAQ_OK);
    assert_non_null(strstr(buffer.data, "{\n  \"format\": \"pie"));
    maq_buffer_free(&buffer);
    assert_int_equal(maq_value_json(NULL, true, NULL, &buffer), MAQ_BAD_ARGUMENT);
    assert_int_equal(
        maq_value_json(maq_tree_root(tree), true, &(maq_memory){.fail_at = 1}, &buffer),
        MAQ_NO_MEMORY);
    maq_tree_free(tree);
    maq_close(document);
}

static void a_path_becomes_a_scene(void **state) {
    (void)state;
    maq_scene *scene;
    assert_int_equal(maq_scene_open_file("examples/models/faulty.pie", NULL, &scene), MAQ_OK);
    assert_string_equal(scene->source_format, "pie");
    assert_true(scene->mesh_count > 0);
    // The findings of reading outlive the document.
    assert_true(maq_scene_findings(scene)->errors > 0);
    maq_scene_free(scene);
    assert_int_equal(maq_scene_open_file("no/such/file.pie", NULL, &scene), MAQ_CANNOT_READ);
    assert_null(scene);
    assert_int_equal(maq_scene_open_file("README.md", NULL, &scene), MAQ_UNKNOWN_FORMAT);
    maq_status status = MAQ_NO_MEMORY;
    for (uint64_t n = 1; status == MAQ_NO_MEMORY; n++) {
        maq_memory memory = {.fail_at = n};
        maq_open_options options = {.memory = &memory};
        status = maq_scene_open_file("examples/models/faulty.pie", &options, &scene);
        assert_true(n < 10000);
    }
    assert_int_equal(status, MAQ_OK);
    maq_scene_free(scene);
}

static void what_is_not_a_model_is_named(void **state) {
    (void)state;
    static const char zip[] = "PK\003\004 and so on";
    maq_document *document;
    assert_int_equal(maq_open_memory(zip, sizeof zip, NULL, &document), MAQ_UNKNOWN_FORMAT);
    assert_string_equal(maq_document_findings(document)->items[0].message,
                        "not a model file that Maquette recognises (it looks like a zip archive)");
    maq_close(document);
    assert_int_equal(maq_open_memory("hello", 5, NULL, &document), MAQ_UNKNOWN_FORMAT);
    assert_string_equal(maq_document_findings(document)->items[0].message,
                        "not a model file that Maquette recognises");
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_calls_are_told),
        cmocka_unit_test(files_that_cannot_be_read_leave_errno),
        cmocka_unit_test(what_is_no_model_gets_a_finding),
        cmocka_unit_test(the_name_helps_recognition),
        cmocka_unit_test(options_reach_files),
        cmocka_unit_test(positions_count_lines_of_all_kinds),
        cmocka_unit_test(positions_hold_in_long_files),
        cmocka_unit_test(lists_are_capped_and_counts_are_not),
        cmocka_unit_test(what_one_target_passes_over_another_sees),
        cmocka_unit_test(strict_conversion_refuses_losses),
        cmocka_unit_test(overlapping_fixes_take_turns),
        cmocka_unit_test(edits_outside_the_source_are_refused),
        cmocka_unit_test(differences_are_told_in_the_models_terms),
        cmocka_unit_test(values_compare_bit_for_bit),
        cmocka_unit_test(findings_sort_by_place_and_keep_their_order),
        cmocka_unit_test(every_status_and_severity_has_a_name),
        cmocka_unit_test(a_tree_becomes_json),
        cmocka_unit_test(a_path_becomes_a_scene),
        cmocka_unit_test(what_is_not_a_model_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
