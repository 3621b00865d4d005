// SPDX-License-Identifier: MIT
//
// The data of Warzone 2100 as Debian ships them: the archives hold what Python finds in them and what
// lies in the unpacked folders, and they open at once. scripts/warzone-data gets them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <cmocka.h>
#include <zlib.h>

#include "base/parallel.h"
#include "support/file_sets.h"
#include "support/hostile.h"

#define DATA "build/warzone-data/"

static void need_data(void) {
    static const char *const needed[] = {DATA "base.wz", DATA "mp.wz", DATA "base", DATA "mp"};
    struct stat about;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (stat(needed[i], &about) != 0) {
            print_message("skipped: there is no %s (scripts/warzone-data)\n", needed[i]);
            skip();
        }
    }
}

static maq_files *open_path(const char *path) {
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_path(files, path), MAQ_OK);
    expect_rules(last_findings(files), "");
    return files;
}

// ------------------------------------------------------------------------------------------- Python

// Names, sizes and checksums of the content of all files, in the order of names.
static const char script[] = "import sys, zipfile, zlib\n"
                             "archive = zipfile.ZipFile(sys.argv[1])\n"
                             "for name in sorted(archive.namelist(), key=str.encode):\n"
                             "    if not name.endswith('/'):\n"
                             "        data = archive.read(name)\n"
                             "        print(name, len(data), zlib.crc32(data), sep='|')\n";

static void compare_with_python(const char *path) {
    char command[1024], line[1024], expected[1024];
    snprintf(command, sizeof command, "python3 -c \"%s\" %s", script, path);
    FILE *python = popen(command, "r");
    assert_non_null(python);
    maq_files *files = open_path(path);
    maq_file_list *list;
    assert_int_equal(maq_files_walk(files, "", NULL, &list), MAQ_OK);
    for (size_t i = 0; i < list->count; i++) {
        maq_file *file;
        assert_int_equal(maq_files_read(files, list->items[i].name, NULL, &file), MAQ_OK);
        expect_rules(file->findings, "");
        snprintf(expected, sizeof expected, "%s|%llu|%lu\n", file->name,
                 (unsigned long long)file->length,
                 crc32(crc32(0, NULL, 0), file->bytes, (uInt)file->length));
        assert_non_null(fgets(line, sizeof line, python));
        assert_string_equal(line, expected);
        maq_file_free(file);
    }
    assert_null(fgets(line, sizeof line, python));
    assert_int_equal(pclose(python), 0);
    print_message("%s: %zu files as Python reads them\n", path, list->count);
    assert_true(list->count > 500);
    maq_file_list_free(list);
    maq_files_free(files);
}

static void python_reads_the_same(void **state) {
    (void)state;
    need_data();
    compare_with_python(DATA "base.wz");
    compare_with_python(DATA "mp.wz");
}

// ------------------------------------------------------------------------------------------- folders

typedef struct pair {
    maq_files *archives, *folders;
    const maq_file_list *list;
} pair;

static void compare_file(void *context, size_t index) {
    const pair *p = context;
    maq_file *a, *b;
    const char *name = p->list->items[index].name;
    if (maq_files_read(p->archives, name, NULL, &a) != MAQ_OK ||
        maq_files_read(p->folders, name, NULL, &b) != MAQ_OK || a->length != b->length ||
        a->source != b->source || memcmp(a->bytes, b->bytes, (size_t)a->length) != 0)
        abort();
    maq_file_free(a);
    maq_file_free(b);
}

// Both archives over each other, and both folders, read by several threads.
static void folders_hold_the_same(void **state) {
    (void)state;
    need_data();
    pair p = {open_path(DATA "base.wz"), open_path(DATA "base"), NULL};
    assert_int_equal(maq_files_add_path(p.archives, DATA "mp.wz"), MAQ_OK);
    assert_int_equal(maq_files_add_path(p.folders, DATA "mp"), MAQ_OK);
    maq_file_list *in_archives, *in_folders;
    assert_int_equal(maq_files_walk(p.archives, "", NULL, &in_archives), MAQ_OK);
    assert_int_equal(maq_files_walk(p.folders, "", NULL, &in_folders), MAQ_OK);
    assert_int_equal(in_archives->count, in_folders->count);
    for (size_t i = 0; i < in_archives->count; i++) {
        assert_string_equal(in_archives->items[i].name, in_folders->items[i].name);
        assert_int_equal(in_archives->items[i].source, in_folders->items[i].source);
    }
    p.list = in_archives;
    mq_parallel(in_archives->count, 4, compare_file, NULL, &p);
    maq_file_list_free(in_archives);
    maq_file_list_free(in_folders);
    maq_files_free(p.archives);
    maq_files_free(p.folders);
}

// -------------------------------------------------------------------------------------------- speed

// Of this process: other programs do not count.
static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void opening_is_cheap(void **state) {
    (void)state;
    need_data();
    counted_memory counted;
    double best = 1e9;
    for (int round = 0; round < 10; round++) {
        count_memory(&counted);
        maq_files_options options = {.size = sizeof options, .memory = &counted.memory};
        double begun = seconds();
        maq_files *files;
        maq_file *file;
        assert_int_equal(maq_files_new(&options, &files), MAQ_OK);
        assert_int_equal(maq_files_add_path(files, DATA "base.wz"), MAQ_OK);
        assert_int_equal(maq_files_read(files, "structs/blhq.pie", NULL, &file), MAQ_OK);
        maq_file_free(file);
        maq_files_free(files);
        double time = seconds() - begun;
        best = time < best ? time : best;
    }
    print_message("open, find and read one entry: %.2f ms, %.2f MB\n", best * 1e3,
                  (double)counted.most * 1e-6);
    assert_true(best < 0.3); // a tenth of it is the aim, but sanitizers count, too
    assert_true(counted.most < 15000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(python_reads_the_same),
        cmocka_unit_test(folders_hold_the_same),
        cmocka_unit_test(opening_is_cheap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
