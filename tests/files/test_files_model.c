// SPDX-License-Identifier: MIT
//
// The tree that a model lies in.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/disk.h"
#include "support/file_sets.h"
#include "support/hostile.h"

static void expect_location(const char *path, const char *root, const char *name) {
    maq_model_location *location;
    assert_int_equal(maq_files_locate_model(path, NULL, &location), MAQ_OK);
    assert_string_equal(location->root, root);
    assert_string_equal(location->name, name);
    maq_model_location_free(location);
}

static void the_root_of_the_game_is_found(void **state) {
    (void)state;
    put_folder("data/base/texpages");
    put_file("data/base/structs/a.pie", "a");
    put_file("data/mp/structs/b.pie", "b");
    put_file("plain/sub/c.obj", "c");
    // The folder above has base/texpages, so models of one part find the images of the other.
    expect_location(on_disk("data/base/structs/a.pie"), on_disk("data"), "base/structs/a.pie");
    expect_location(on_disk("data/mp/structs/b.pie"), on_disk("data"), "mp/structs/b.pie");
    expect_location(on_disk("data/b.pie"), on_disk("data"), "b.pie");
    expect_location(on_disk("data//mp///x.pie"), on_disk("data"), "mp/x.pie");
    expect_location(on_disk("plain/sub/c.obj"), on_disk("plain/sub"), "c.obj");
    expect_location(on_disk("missing/c.obj"), on_disk("missing"), "c.obj");
    expect_location("/no-such-model.obj", "/", "no-such-model.obj");
}

static void the_root_is_spelt_as_the_path_is(void **state) {
    (void)state;
    char *old = getcwd(NULL, 0);
    assert_int_equal(chdir(on_disk("data")), 0);
    expect_location("base/structs/a.pie", ".", "base/structs/a.pie");
    expect_location("./base/structs/a.pie", ".", "base/structs/a.pie");
    assert_int_equal(chdir(on_disk("data/base/structs")), 0);
    char *real = realpath(on_disk("data"), NULL);
    expect_location("a.pie", real, "base/structs/a.pie");
    free(real);
    assert_int_equal(chdir(old), 0);
    free(old);
    // A link of the same name leads to another folder, whose tree counts.
    put_link("elsewhere/mp/structs", on_disk("data/mp/structs"));
    real = realpath(on_disk("data"), NULL);
    expect_location(on_disk("elsewhere/mp/structs/b.pie"), real, "mp/structs/b.pie");
    free(real);
}

static void puppets_lie_in_the_tree_of_their_game(void **state) {
    (void)state;
    put_folder("pangya/z_common");
    put_file("pangya/club/a.mpet", "");
    expect_location(on_disk("pangya/club/a.MPET"), on_disk("pangya"), "club/a.MPET");
    expect_location(on_disk("pangya/club/a.obj"), on_disk("pangya/club"), "a.obj");
}

static void the_own_tree_lies_over_the_data(void **state) {
    (void)state;
    maq_files *data = new_files(), *files;
    maq_memory_file items[] = {{"texpages/p.png", "page", 4}, {"a.pie", "other", 5}};
    assert_int_equal(maq_files_add_memory(data, "data", items, 2), MAQ_OK);
    put_file("mod/a.pie", "own");
    maq_files_options options = {.size = sizeof options, .below = data};
    const char *name;
    assert_int_equal(maq_files_for_model(on_disk("mod/a.pie"), &options, &files, &name), MAQ_OK);
    expect_text(files, name, "own", on_disk("mod/a.pie"), "");
    expect_text(files, "texpages/p.png", "page", "data/texpages/p.png", "");
    maq_files_free(files);
    // A tree that is not there is an empty source.
    assert_int_equal(maq_files_for_model(on_disk("nowhere/x.pie"), &options, &files, &name),
                     MAQ_CANNOT_READ);
    assert_string_equal(name, "x.pie");
    expect_rules(last_findings(files), "FIL-0001");
    expect_text(files, "a.pie", "other", "data/a.pie", "");
    maq_files_free(files);
    maq_files_free(data);
}

static maq_status locate_and_make(const maq_memory *memory, void *context) {
    maq_model_location *location;
    maq_status status = maq_files_locate_model(context, memory, &location);
    maq_model_location_free(location);
    if (status != MAQ_OK)
        return status;
    maq_files_options options = {.size = sizeof options, .memory = memory};
    maq_files *files;
    const char *name;
    status = maq_files_for_model(context, &options, &files, &name);
    maq_files_free(files);
    return status;
}

static void failing_memory_is_a_status(void **state) {
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s", on_disk("data/base/structs/a.pie"));
    assert_true(fail_each_request(locate_and_make, path) > 5);
}

static void wrong_calls_are_reported(void **state) {
    (void)state;
    maq_model_location *location;
    maq_files *files;
    const char *name;
    assert_int_equal(maq_files_locate_model(NULL, NULL, &location), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_locate_model("", NULL, &location), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_locate_model("a", NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_for_model("", NULL, &files, &name), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_for_model("a", NULL, NULL, &name), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_for_model("a", NULL, &files, NULL), MAQ_BAD_ARGUMENT);
    maq_model_location_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_of_the_game_is_found),
        cmocka_unit_test(the_root_is_spelt_as_the_path_is),
        cmocka_unit_test(puppets_lie_in_the_tree_of_their_game),
        cmocka_unit_test(the_own_tree_lies_over_the_data),
        cmocka_unit_test(failing_memory_is_a_status),
        cmocka_unit_test(wrong_calls_are_reported),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
