// SPDX-License-Identifier: MIT
//
// Models in archives.
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/disk.h"
#include "support/file_sets.h"
#include "support/hostile.h"
#include "support/zip_bytes.h"

static const char triangle[] = "PIE 3\nTYPE 200\nTEXTURE 0 page-1-a.png 0 0\nLEVELS 1\nLEVEL 1\n"
                               "POINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"
                               "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n";

static void expect_location(const char *path, const char *root, const char *name) {
    maq_model_location *location;
    assert_int_equal(maq_files_locate_model(path, NULL, &location), MAQ_OK);
    assert_string_equal(location->root, root);
    assert_string_equal(location->name, name);
    maq_model_location_free(location);
}

static void put_archive(const char *name) {
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "structs/a.pie", "from the archive");
    zip_add_text(&zip, "structs/t.pie", triangle);
    zip_finish(&zip, NULL);
    put_bytes(name, zip.data, zip.length);
    zip_free(&zip);
}

static void an_archive_is_a_tree(void **state) {
    (void)state;
    put_archive("base.wz");
    expect_location(on_disk("base.wz/structs//a.pie"), on_disk("base.wz"), "structs/a.pie");
    expect_location(on_disk("base.wz"), on_disk("base.wz"), "");
    maq_model_location *location;
    assert_int_equal(maq_files_locate_model(on_disk("base.wz/a/../../b"), NULL, &location),
                     MAQ_BAD_DATA);
    assert_null(location);
    maq_files *files;
    const char *name;
    assert_int_equal(maq_files_for_model(on_disk("base.wz/structs/a.pie"), NULL, &files, &name),
                     MAQ_OK);
    expect_text(files, name, "from the archive", on_disk("base.wz/structs/a.pie"), "");
    maq_files_free(files);
}

static void models_that_cannot_be_opened_are_reported(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add(&zip,
            &(zip_entry){
                .name = "bad.pie", .bytes = triangle, .length = strlen(triangle), .crc_lie = 1});
    zip_add(&zip, &(zip_entry){.name = "secret.pie", .bytes = "x", .length = 1, .flags = 1});
    zip_add_text(&zip, "note.txt", "hello");
    zip_finish(&zip, NULL);
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_archive(files, "a.wz", zip.data, zip.length), MAQ_OK);
    static const struct {
        const char *name;
        maq_status status;
        const char *id;
    } rows[] = {
        {"bad.pie", MAQ_BAD_DATA, "FIL-0306"},
        {"secret.pie", MAQ_UNSUPPORTED, "FIL-0304"},
        {"../a.pie", MAQ_BAD_DATA, "FIL-0101"},
        {"note.txt", MAQ_UNKNOWN_FORMAT, "MAQ-0001"},
    };
    maq_document *document;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(maq_open_in_files(files, rows[i].name, NULL, &document), rows[i].status);
        assert_non_null(document);
        const maq_findings *findings = maq_document_findings(document);
        assert_int_equal(findings->count, 1);
        assert_string_equal(findings->items[0].rule->id, rows[i].id);
        if (strncmp(rows[i].id, "FIL", 3) == 0)
            assert_true(findings->items[0].span.offset == MAQ_NO_OFFSET);
        maq_close(document);
    }
    errno = 0;
    assert_int_equal(maq_open_in_files(files, "nothing.pie", NULL, &document), MAQ_CANNOT_READ);
    assert_int_equal(errno, ENOENT);
    assert_null(document);
    assert_int_equal(maq_open_in_files(NULL, "a", NULL, &document), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_open_in_files(files, NULL, NULL, &document), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_open_in_files(files, "a", NULL, NULL), MAQ_BAD_ARGUMENT);
    maq_files_free(files);
    zip_free(&zip);
}

// maq_open_file() does the same in one call.
static void a_path_into_an_archive_is_opened(void **state) {
    (void)state;
    maq_document *document;
    assert_int_equal(maq_open_file(on_disk("base.wz/structs/t.pie"), NULL, &document), MAQ_OK);
    assert_string_equal(maq_document_file_name(document), on_disk("base.wz/structs/t.pie"));
    const char *name;
    const maq_files *files = maq_document_files(document, &name);
    assert_non_null(files);
    assert_string_equal(name, "structs/t.pie");
    expect_text(files, "structs/a.pie", "from the archive", on_disk("base.wz/structs/a.pie"), "");
    maq_close(document);
    errno = 0;
    assert_int_equal(maq_open_file(on_disk("base.wz/structs/gone.pie"), NULL, &document),
                     MAQ_CANNOT_READ);
    assert_int_equal(errno, ENOENT);
    assert_null(document);
    put_bytes("broken.wz", "PK\3\4 cut", 8);
    assert_int_equal(maq_open_file(on_disk("broken.wz/a.pie"), NULL, &document), MAQ_BAD_DATA);
    expect_rules(maq_document_findings(document), "FIL-0202");
    maq_close(document);
    // What is not an archive has nothing in it.
    put_file("plain.pie", triangle);
    assert_int_equal(maq_open_file(on_disk("plain.pie/x.pie"), NULL, &document), MAQ_CANNOT_READ);
    assert_int_equal(errno, ENOTDIR);
}

static maq_status open_by_path(const maq_memory *memory, void *context) {
    maq_open_options options = {.size = sizeof options, .memory = memory};
    maq_document *document;
    maq_status status = maq_open_file(context, &options, &document);
    maq_close(document);
    return status;
}

static maq_status open_in_archive(const maq_memory *memory, void *context) {
    maq_files_options options = {.size = sizeof options, .memory = memory};
    maq_files *files;
    const char *name;
    maq_status status = maq_files_for_model(context, &options, &files, &name);
    maq_document *document = NULL;
    maq_open_options open = {.size = sizeof open, .memory = memory};
    if (status == MAQ_OK)
        status = maq_open_in_files(files, name, &open, &document);
    maq_close(document);
    maq_files_free(files);
    return status;
}

static void failing_memory_is_a_status(void **state) {
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s", on_disk("base.wz/structs/t.pie"));
    assert_true(fail_each_request(open_in_archive, path) > 5);
    assert_true(fail_each_request(open_by_path, path) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_archive_is_a_tree),
        cmocka_unit_test(models_that_cannot_be_opened_are_reported),
        cmocka_unit_test(a_path_into_an_archive_is_opened),
        cmocka_unit_test(failing_memory_is_a_status),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
