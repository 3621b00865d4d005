// SPDX-License-Identifier: MIT
//
// Models in sets of files, and the set that a document knows.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "support/disk.h"
#include "support/documents.h"
#include "support/file_sets.h"
#include "support/hostile.h"

static const char triangle[] = "PIE 3\nTYPE 200\nTEXTURE 0 page-1-a.png 0 0\nLEVELS 1\nLEVEL 1\n"
                               "POINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"
                               "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n";

static maq_files *memory_set(const char *path) {
    maq_files *files = new_files();
    maq_memory_file items[] = {{"structs/a.pie", triangle, strlen(triangle)},
                               {"structs/empty.pie", "", 0},
                               {"structs/note.txt", "hello", 5}};
    assert_int_equal(maq_files_add_memory(files, path, items, 3), MAQ_OK);
    return files;
}

static void expect_files(const maq_document *document, const maq_files *files, const char *name) {
    const char *own;
    assert_ptr_equal(maq_document_files(document, &own), files);
    if (name)
        assert_string_equal(own, name);
    else
        assert_null(own);
}

static void a_model_is_opened_in_a_set(void **state) {
    (void)state;
    maq_files *files = memory_set("mem");
    maq_document *document, *same;
    assert_int_equal(maq_open_in_files(files, "structs/a.pie", NULL, &document), MAQ_OK);
    assert_string_equal(maq_document_file_name(document), "mem/structs/a.pie");
    assert_string_equal(maq_document_format(document)->name, "pie");
    expect_files(document, files, "structs/a.pie");
    assert_int_equal(maq_open_memory(triangle, strlen(triangle), NULL, &same), MAQ_OK);
    assert_true(say_the_same(document, same));
    assert_int_equal(maq_document_findings(document)->count, 0);
    maq_close(same);
    maq_close(document);
    // The name is the one of the set, and the difference is a finding.
    assert_int_equal(maq_open_in_files(files, "STRUCTS\\a.pie", NULL, &document), MAQ_OK);
    expect_files(document, files, "structs/a.pie");
    assert_non_null(finding_of(document, "FIL-0102"));
    maq_close(document);
    maq_files_free(files);
}

static void options_give_the_set(void **state) {
    (void)state;
    maq_files *files = memory_set("mem");
    put_file("own/structs/a.pie", triangle);
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .files = files, .name = "structs/x.pie"};
    assert_int_equal(maq_open_file(on_disk("own/structs/a.pie"), &options, &document), MAQ_OK);
    expect_files(document, files, "structs/x.pie");
    maq_close(document);
    options.name = NULL;
    assert_int_equal(maq_open_file(on_disk("own/structs/a.pie"), &options, &document), MAQ_OK);
    expect_files(document, files, "a.pie");
    maq_close(document);
    assert_int_equal(maq_open_memory(triangle, strlen(triangle), &options, &document), MAQ_OK);
    expect_files(document, files, "");
    maq_close(document);
    options.no_files = true;
    assert_int_equal(maq_open_file(on_disk("own/structs/a.pie"), &options, &document), MAQ_OK);
    expect_files(document, NULL, NULL);
    maq_close(document);
    assert_int_equal(maq_open_in_files(files, "structs/a.pie", &options, &document), MAQ_OK);
    assert_null(maq_document_files(document, NULL));
    maq_close(document);
    maq_files_free(files);
    assert_int_equal(maq_open_memory(triangle, strlen(triangle), NULL, &document), MAQ_OK);
    expect_files(document, NULL, NULL);
    maq_document *made;
    assert_int_equal(maq_convert(document, "pie4", NULL, &made), MAQ_OK);
    expect_files(made, NULL, NULL);
    maq_close(made);
    maq_close(document);
}

enum { THREADS = 64 };

typedef struct questions {
    const maq_document *document;
    const maq_files *answers[THREADS];
} questions;

static void ask(void *context, size_t index) {
    questions *q = context;
    q->answers[index] = maq_document_files(q->document, NULL);
}

static void a_model_on_the_disk_knows_its_tree(void **state) {
    (void)state;
    put_file("game/structs/a.pie", triangle);
    put_file("game/texpages/page-1-a.png", "not read");
    maq_document *document;
    assert_int_equal(maq_open_file(on_disk("game/structs/a.pie"), NULL, &document), MAQ_OK);
    questions q = {.document = document};
    mq_parallel(THREADS, 8, ask, NULL, &q);
    for (size_t i = 0; i < THREADS; i++)
        assert_ptr_equal(q.answers[i], q.answers[0]);
    assert_non_null(q.answers[0]);
    expect_files(document, q.answers[0], "structs/a.pie");
    expect_text(q.answers[0], "texpages/page-1-a.png", "not read",
                on_disk("game/texpages/page-1-a.png"), "");
    maq_close(document);
}

static maq_status open_and_ask(const maq_memory *memory, void *context) {
    maq_open_options options = {.size = sizeof options, .memory = memory};
    maq_document *document;
    maq_status status = context ? maq_open_in_files(context, "STRUCTS/a.pie", &options, &document)
                                : maq_open_file(on_disk("game/structs/a.pie"), &options, &document);
    if (status == MAQ_OK && !maq_document_files(document, NULL))
        status = MAQ_NO_MEMORY;
    maq_close(document);
    return status;
}

static void failing_memory_is_a_status(void **state) {
    (void)state;
    maq_files *files = memory_set("mem");
    assert_true(fail_each_request(open_and_ask, files) > 2);
    assert_true(fail_each_request(open_and_ask, NULL) > 2);
    maq_files_free(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_is_opened_in_a_set),
        cmocka_unit_test(options_give_the_set),
        cmocka_unit_test(a_model_on_the_disk_knows_its_tree),
        cmocka_unit_test(failing_memory_is_a_status),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
