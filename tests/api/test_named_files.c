// SPDX-License-Identifier: MIT
//
// Files that models name: buffers, material libraries, targets of events. They are found in the set of the
// model and nowhere else, and what a hostile model names costs neither time nor memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "maquette/obj.h"
#include "support/disk.h"
#include "support/documents.h"
#include "support/file_sets.h"
#include "support/hostile.h"

// -------------------------------------------------------------------------------------------- models

static const float triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};

static const char *gltf(const char *uri) {
    static char text[1024];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"%s\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,"
             "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":["
             "{\"attributes\":{\"POSITION\":0}}]}]}",
             uri);
    return text;
}

static const char *obj(const char *library) {
    static char text[512];
    snprintf(text, sizeof text, "mtllib %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n",
             library);
    return text;
}

static const char mtl[] = "newmtl red\nKd 1 0 0\n";

static maq_document *open_on_disk(const char *name, const char *text) {
    put_file(name, text);
    maq_document *document;
    assert_int_equal(maq_open_file(on_disk(name), NULL, &document), MAQ_OK);
    return document;
}

// ------------------------------------------------------------------------------------------- in sets

static void models_in_a_set_find_their_files(void **state) {
    (void)state;
    const char *model = gltf("..\\\\Data\\\\a.bin");
    maq_files *files = new_files();
    maq_memory_file items[] = {{"models/a.gltf", model, strlen(model)},
                               {"models/b.obj", "", 0},
                               {"data/a.bin", triangle, sizeof triangle},
                               {"lib/b.mtl", mtl, strlen(mtl)}};
    const char *text = obj("..\\lib\\b.mtl ../lib/./b.mtl");
    items[1].bytes = text;
    items[1].length = strlen(text);
    assert_int_equal(maq_files_add_memory(files, "set", items, 4), MAQ_OK);
    maq_document *document;
    assert_int_equal(maq_open_in_files(files, "models/a.gltf", NULL, &document), MAQ_OK);
    assert_non_null(finding_of(document, "FIL-0102"));
    assert_int_equal(maq_document_findings(document)->errors, 0);
    maq_tree *tree;
    assert_int_equal(maq_info(document, NULL, &tree), MAQ_OK);
    double count = 0;
    maq_value_number(maq_value_find(maq_tree_root(tree), "vertex_count"), &count);
    assert_true(count == 3);
    maq_tree_free(tree);
    maq_close(document);
    // Each library is read once, however often and in whatever way it is named.
    assert_int_equal(maq_open_in_files(files, "models/b.obj", NULL, &document), MAQ_OK);
    expect_rules(maq_document_findings(document), "");
    const maq_obj *content = maq_document_obj(document);
    assert_int_equal(content->library_count, 2);
    assert_int_equal(content->material_count, 1);
    assert_true(content->materials_known);
    maq_close(document);
    // Nothing is searched for when files are not wanted.
    maq_open_options options = {.size = sizeof options, .no_files = true};
    assert_int_equal(maq_open_in_files(files, "models/a.gltf", &options, &document), MAQ_OK);
    assert_int_equal(maq_document_findings(document)->errors, 1);
    maq_close(document);
    maq_files_free(files);
}

static maq_status open_in_set(const maq_memory *memory, void *context) {
    maq_open_options options = {.size = sizeof options, .memory = memory};
    maq_document *document;
    maq_status status = maq_open_file(context, &options, &document);
    maq_close(document);
    return status;
}

static void failing_memory_is_a_status(void **state) {
    (void)state;
    char path[512];
    put_bytes("memory/a.bin", triangle, sizeof triangle);
    put_file("memory/a.gltf", gltf("A.bin"));
    snprintf(path, sizeof path, "%s", on_disk("memory/a.gltf"));
    assert_true(fail_each_request(open_in_set, path) > 10);
    put_file("memory/a.mtl", mtl);
    put_file("memory/a.obj", obj("A.mtl"));
    snprintf(path, sizeof path, "%s", on_disk("memory/a.obj"));
    assert_true(fail_each_request(open_in_set, path) > 10);
}

// ------------------------------------------------------------------------------------------- hostile

// Names that must not be opened, and what is said of them.
static const struct {
    const char *name, *why;
} traps[] = {
    {"pipe", "not a regular file"},
    {"zero", "a symbolic link that leads out of its folder"},
    {"out", "a symbolic link that leads out of its folder"},
    {"outer/secret", "a symbolic link that leads out of its folder"},
    {"folder", "there is no such file"},
    {"gone", "there is no such file"},
};

static void set_traps(void) {
    put_bytes("secret", triangle, sizeof triangle);
    put_folder("trap/folder");
    put_pipe("trap/pipe");
    put_link("trap/zero", "/dev/zero");
    put_link("trap/out", on_disk("secret"));
    put_link("trap/outer", on_disk(""));
    put_bytes("trap/real", triangle, sizeof triangle);
    put_link("trap/inside", "real");
}

static void buffers_lead_into_no_trap(void **state) {
    (void)state;
    set_traps();
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        double begin = seconds_now();
        char message[256];
        maq_document *document = open_on_disk("trap/m.gltf", gltf(traps[i].name));
        snprintf(message, sizeof message, "buffers[0]: the file \"%s\" cannot be read: %s",
                 traps[i].name, traps[i].why);
        assert_says(document, "GLT-0009", message);
        maq_close(document);
        assert_true(seconds_now() - begin < 5);
    }
    // A link within the tree is followed.
    maq_document *document = open_on_disk("trap/m.gltf", gltf("inside"));
    assert_null(finding_of(document, "GLT-0009"));
    maq_close(document);
}

static void libraries_lead_into_no_trap(void **state) {
    (void)state;
    if (access(on_disk("trap/inside"), R_OK) != 0) {
        print_message("skipped: this system has no pipes and links in folders\n");
        skip();
    }
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        char message[256];
        maq_document *document = open_on_disk("trap/m.obj", obj(traps[i].name));
        snprintf(message, sizeof message, "%s cannot be read: %s", traps[i].name, traps[i].why);
        assert_says(document, "OBJ-0301", message);
        assert_int_equal(maq_document_obj(document)->material_count, 0);
        maq_close(document);
    }
}

static void libraries_outside_are_not_read(void **state) {
    (void)state;
    static const char *const refused[] = {"../secret", "/etc/passwd", "C:\\secret", "..\\secret"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char message[256];
        maq_document *document = open_on_disk("trap/m.obj", obj(refused[i]));
        snprintf(message, sizeof message, "%s is not read: it is not in the folders of the model",
                 refused[i]);
        assert_says(document, "OBJ-0302", message);
        maq_close(document);
    }
}

// Many libraries, each of them different, and one that is named very often.
static void libraries_are_limited(void **state) {
    (void)state;
    enum { COUNT = 100 };
    char text[COUNT * 64 + 64] = "", name[32];
    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "many/%d.mtl", i);
        put_file(name, mtl);
        snprintf(text + strlen(text), 64, "mtllib %d.mtl\nmtllib ./0.mtl\n", i);
    }
    maq_document *document = open_on_disk("many/m.obj", text);
    const maq_obj *content = maq_document_obj(document);
    assert_int_equal(content->library_count, 2 * COUNT);
    assert_int_equal(content->material_count, 64);
    assert_says(document, "OBJ-0302", "64.mtl is not read: the file names more than 64 libraries");
    maq_close(document);
}

// All buffers of a file are the file itself, under many names.
static void a_file_that_names_itself_is_read_once(void **state) {
    (void)state;
    enum { BUFFERS = 500, FILLING = 1 << 20 };
    size_t capacity = FILLING + BUFFERS * 100 + 200, used = 0;
    char *text = malloc(capacity);
    assert_non_null(text);
    used += (size_t)snprintf(text, capacity, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[");
    for (int i = 0; i < BUFFERS; i++)
        used += (size_t)snprintf(text + used, capacity - used,
                                 "%s{\"byteLength\":36,\"uri\":\"%s%.*sself.gltf\"}", i ? "," : "",
                                 i % 2 ? "SELF/../" : "", i % 3 * 2, "././");
    used += (size_t)snprintf(text + used, capacity - used, "]");
    memset(text + used, ' ', FILLING);
    used += FILLING;
    used += (size_t)snprintf(text + used, capacity - used, "}");
    put_bytes("self/self.gltf", text, used);
    free(text);
    counted_memory counted;
    count_memory(&counted);
    maq_open_options options = {.size = sizeof options, .memory = &counted.memory};
    maq_document *document;
    assert_int_equal(maq_open_file(on_disk("self/self.gltf"), &options, &document), MAQ_OK);
    assert_int_equal(maq_document_findings(document)->errors, 0);
    // The file is there twice: as the model and as its buffer. The rest is small.
    assert_true(counted.most < (size_t)4 * FILLING);
    maq_close(document);
    assert_int_equal(counted.held, 0);
}

// -------------------------------------------------------------------------------------------- events

#define PIE(event)                                                                                 \
    "PIE 3\nTYPE 200\nTEXTURE 0 page-1-a.png 0 0\n" event                                          \
    "LEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"                                     \
    "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n"

static uint64_t missing_targets(const maq_files *files, const char *name) {
    maq_document *document;
    maq_report *report;
    assert_int_equal(maq_open_in_files(files, name, NULL, &document), MAQ_OK);
    const maq_document *documents[] = {document};
    assert_int_equal(maq_check_set(documents, 1, true, NULL, &report), MAQ_OK);
    uint64_t errors = maq_report_findings(report)->count;
    maq_report_free(report);
    maq_close(document);
    return errors;
}

static void targets_of_events_are_found_in_the_set(void **state) {
    (void)state;
    static const char own[] = PIE("EVENT 1 Fire.PIE\n"), other[] = PIE("EVENT 1 gone.pie\n"),
                      deep[] = PIE("EVENT 1 sub/part.pie\n"), target[] = PIE("");
    maq_files *data = new_files(), *mod;
    maq_memory_file below[] = {{"effects/fire.pie", target, strlen(target)},
                               {"effects/GONE.pie", target, strlen(target)},
                               {"gone.pie", target, strlen(target)},
                               {"base/structs/part.pie", target, strlen(target)}};
    assert_int_equal(maq_files_add_memory(data, "data", below, 4), MAQ_OK);
    maq_files_options options = {.size = sizeof options, .below = data};
    assert_int_equal(maq_files_new(&options, &mod), MAQ_OK);
    maq_memory_file items[] = {{"structs/a.pie", own, strlen(own)},
                               {"structs/b.pie", other, strlen(other)},
                               {"base/features/c.pie", deep, strlen(deep)},
                               {"d.pie", deep, strlen(deep)}};
    assert_int_equal(maq_files_add_memory(mod, "mod", items, 4), MAQ_OK);
    assert_int_equal(missing_targets(mod, "structs/a.pie"), 0);
    // The game searches in certain folders, for the name in lower case.
    assert_int_equal(missing_targets(mod, "structs/b.pie"), 1);
    assert_int_equal(missing_targets(mod, "base/features/c.pie"), 0);
    assert_int_equal(missing_targets(mod, "d.pie"), 1);
    maq_files_free(mod);
    maq_files_free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_in_a_set_find_their_files),
        cmocka_unit_test(failing_memory_is_a_status),
        cmocka_unit_test(buffers_lead_into_no_trap),
        cmocka_unit_test(libraries_lead_into_no_trap),
        cmocka_unit_test(libraries_outside_are_not_read),
        cmocka_unit_test(libraries_are_limited),
        cmocka_unit_test(a_file_that_names_itself_is_read_once),
        cmocka_unit_test(targets_of_events_are_found_in_the_set),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
