// SPDX-License-Identifier: MIT
//
// Sets of files in folders and in memory: overlays, capitals, lists, links, what is not a file.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "support/disk.h"
#include "support/file_sets.h"
#include "support/hostile.h"

static maq_files *files_of(const char *name) {
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_path(files, on_disk(name)), MAQ_OK);
    return files;
}

// -------------------------------------------------------------------------------------------- memory

static void add_memory(maq_files *files, const char *path, const char *name, const char *text) {
    maq_memory_file item = {name, text, strlen(text)};
    assert_int_equal(maq_files_add_memory(files, path, &item, 1), MAQ_OK);
}

static void memory_is_a_source(void **state) {
    (void)state;
    const maq_memory_file items[] = {
        {"b.txt", "B", 1}, {"sub\\a.txt", "A", 1}, {"sub/deep/c.txt", "", 0}, {"z", NULL, 0}};
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_memory(files, "set", items, 4), MAQ_OK);
    expect_rules(last_findings(files), "");
    expect_text(files, "b.txt", "B", "set/b.txt", "");
    expect_text(files, "sub/a.txt", "A", "set/sub/a.txt", "");
    expect_text(files, ".\\sub\\x\\..\\a.txt", "A", "set/sub/a.txt", "");
    expect_text(files, "sub/deep/c.txt", "", "set/sub/deep/c.txt", "");
    expect_text(files, "z", "", "set/z", "");
    expect_list(files, "", "b.txt sub/ z");
    expect_list(files, "sub", "sub/a.txt sub/deep/");
    expect_list(files, "SUB/", "sub/a.txt sub/deep/");
    expect_walk(files, "", "b.txt sub/a.txt sub/deep/c.txt z");
    expect_walk(files, "sub/deep", "sub/deep/c.txt");
    const maq_files_source *source = maq_files_source_at(files, 0);
    assert_int_equal(source->kind, MAQ_SOURCE_MEMORY);
    assert_string_equal(source->path, "set");
    assert_null(maq_files_source_at(files, 1));
    maq_files_free(files);
}

static void what_is_read_is_a_copy(void **state) {
    (void)state;
    char text[] = "before";
    maq_files *files = new_files();
    add_memory(files, NULL, "a", text);
    maq_file *file;
    assert_int_equal(maq_files_read(files, "a", NULL, &file), MAQ_OK);
    text[0] = 'B';
    maq_files_free(files);
    assert_string_equal(file->bytes, "before");
    assert_string_equal(file->path, "a"); // no path of the source: nothing before the name
    maq_file_free(file);
}

static void bad_names_in_memory_are_left_out(void **state) {
    (void)state;
    const maq_memory_file items[] = {
        {"../a", "A", 1}, {"", "B", 1}, {"ok", "C", 1}, {"ok", "D", 1}, {"a\nb", "E", 1}};
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_memory(files, "set", items, 5), MAQ_OK);
    expect_rules(last_findings(files), "FIL-0301 FIL-0301 FIL-0301 FIL-0303");
    expect_walk(files, "", "ok");
    expect_text(files, "ok", "D", "set/ok", "");
    maq_files_free(files);
}

static void later_sources_lie_over_earlier_ones(void **state) {
    (void)state;
    maq_files *files = new_files();
    add_memory(files, "low", "a", "low a");
    add_memory(files, "low2", "b", "low b");
    add_memory(files, "high", "a", "high a");
    expect_text(files, "a", "high a", "high/a", "");
    expect_text(files, "b", "low b", "low2/b", "");
    maq_file_list *list;
    assert_int_equal(maq_files_list(files, "", NULL, &list), MAQ_OK);
    assert_int_equal(list->count, 2);
    assert_int_equal(list->items[0].source, 2);
    assert_int_equal(list->items[1].source, 1);
    maq_file_list_free(list);
    maq_files_free(files);
}

static void sets_lie_over_a_shared_one(void **state) {
    (void)state;
    maq_files *below = new_files(), *one, *two;
    add_memory(below, "data", "a", "data a");
    add_memory(below, "data2", "b", "data b");
    maq_files_options options = {.size = sizeof options, .below = below};
    assert_int_equal(maq_files_new(&options, &one), MAQ_OK);
    assert_int_equal(maq_files_new(&options, &two), MAQ_OK);
    add_memory(one, "one", "a", "one a");
    expect_text(one, "a", "one a", "one/a", "");
    expect_text(one, "b", "data b", "data2/b", "");
    expect_text(two, "a", "data a", "data/a", "");
    expect_walk(one, "", "a b");
    assert_string_equal(maq_files_source_at(one, 0)->path, "data");
    assert_string_equal(maq_files_source_at(one, 2)->path, "one");
    assert_null(maq_files_source_at(one, 3));
    maq_files_free(one);
    maq_files_free(two);
    maq_files_free(below);
}

// Exactly the same name counts most, even in a lower source: it is what a game finds.
static void exact_names_come_first(void **state) {
    (void)state;
    maq_files *files = new_files();
    add_memory(files, "low", "tex/Page.png", "exact");
    add_memory(files, "high", "TEX/page.PNG", "other");
    expect_text(files, "tex/Page.png", "exact", "low/tex/Page.png", "");
    expect_text(files, "TEX/page.PNG", "other", "high/TEX/page.PNG", "");
    expect_text(files, "tex/page.png", "other", "high/TEX/page.PNG", "FIL-0102");
    expect_list(files, "", "TEX/ tex/");
    expect_list(files, "tex", "TEX/page.PNG tex/Page.png");
    maq_files_free(files);
}

static void a_folder_does_not_hide_a_file(void **state) {
    (void)state;
    maq_files *files = new_files();
    add_memory(files, "low", "a", "file");
    add_memory(files, "high", "a/b", "in a folder");
    expect_text(files, "a", "file", "low/a", "");
    expect_text(files, "a/b", "in a folder", "high/a/b", "");
    expect_list(files, "", "a a/");
    maq_files_free(files);
}

static void missing_files_have_no_path(void **state) {
    (void)state;
    maq_files *files = new_files();
    maq_file *file;
    add_memory(files, "set", "a/b", "x");
    static const char *const names[] = {"c", "a", "a/b/c", "", "a/bb", "a/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        errno = 0;
        assert_int_equal(maq_files_find(files, names[i], NULL, &file), MAQ_CANNOT_READ);
        assert_int_equal(errno, ENOENT);
        assert_null(file->path);
        assert_null(file->name);
        expect_rules(file->findings, "");
        maq_file_free(file);
    }
    maq_file_list *list;
    assert_int_equal(maq_files_list(files, "c", NULL, &list), MAQ_CANNOT_READ);
    assert_int_equal(list->count, 0);
    maq_file_list_free(list);
    assert_int_equal(maq_files_walk(files, "a/b", NULL, &list), MAQ_CANNOT_READ);
    maq_file_list_free(list);
    maq_files_free(files);
}

static void names_that_lead_out_are_refused(void **state) {
    (void)state;
    maq_files *files = files_of("");
    static const char *const names[] = {"../x", "/etc/passwd", "C:\\x", "a\tb", "a/../../x"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        expect_failure(files, names[i], MAQ_BAD_DATA, "FIL-0101");
        maq_file_list *list;
        assert_int_equal(maq_files_list(files, names[i], NULL, &list), MAQ_BAD_DATA);
        expect_rules(list->findings, "FIL-0101");
        maq_file_list_free(list);
    }
    maq_files_free(files);
}

static void wrong_arguments(void **state) {
    (void)state;
    maq_files *files = new_files();
    maq_file *file;
    maq_file_list *list;
    const maq_memory_file bad = {NULL, "x", 1}, worse = {"a", NULL, 1};
    assert_int_equal(maq_files_new(NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_add_path(files, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_add_path(NULL, "x"), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_add_archive(files, "x", NULL, 1), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_add_archive(files, NULL, "", 0), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_add_memory(files, "x", NULL, 1), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_add_memory(files, "x", &bad, 1), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_add_memory(files, "x", &worse, 1), MAQ_BAD_ARGUMENT);
    assert_null(maq_files_source_at(files, 0));
    assert_int_equal(maq_files_find(files, NULL, NULL, &file), MAQ_BAD_ARGUMENT);
    assert_null(file);
    assert_int_equal(maq_files_find(NULL, "a", NULL, &file), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_read(files, "a", NULL, NULL), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_list(files, NULL, NULL, &list), MAQ_BAD_ARGUMENT);
    assert_null(list);
    assert_int_equal(maq_files_walk(NULL, "", NULL, &list), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_files_list(files, "", NULL, NULL), MAQ_BAD_ARGUMENT);
    expect_list(files, "", ""); // no source at all
    maq_file_free(NULL);
    maq_file_list_free(NULL);
    maq_files_free(NULL);
    maq_files_free(files);
}

static void limits_of_files(void **state) {
    (void)state;
    maq_files *files;
    maq_files_options options = {.size = sizeof options, .max_file_bytes = 3};
    assert_int_equal(maq_files_new(&options, &files), MAQ_OK);
    add_memory(files, "set", "a", "abc");
    add_memory(files, "set", "b", "abcd");
    expect_text(files, "a", "abc", "set/a", "");
    expect_failure(files, "b", MAQ_OVER_LIMIT, "FIL-0006");
    maq_files_free(files);

    // The limit of the caller's memory, which is a finding, too, when the file is what is too large.
    files = new_files();
    static char large[100000];
    memset(large, 'x', sizeof large - 1);
    add_memory(files, "set", "a", large);
    maq_memory memory = {.size = sizeof memory, .byte_limit = 50000};
    maq_file *file;
    assert_int_equal(maq_files_read(files, "a", &memory, &file), MAQ_OVER_LIMIT);
    expect_rules(file->findings, "FIL-0006");
    maq_file_free(file);
    memory.byte_limit = 200000;
    assert_int_equal(maq_files_read(files, "a", &memory, &file), MAQ_OK);
    maq_file_free(file);
    maq_files_free(files);
}

// ------------------------------------------------------------------------------------------- folders

static void folders_are_a_source(void **state) {
    (void)state;
    put_folder("game");
    put_folder("game/texpages");
    put_folder("game/empty");
    put_file("game/a.txt", "A");
    put_file("game/texpages/Page-1.png", "page");
    maq_files *files = files_of("game");
    assert_int_equal(maq_files_source_at(files, 0)->kind, MAQ_SOURCE_FOLDER);
    expect_text(files, "a.txt", "A", on_disk("game/a.txt"), "");
    expect_text(files, "texpages/Page-1.png", "page", on_disk("game/texpages/Page-1.png"), "");
    expect_text(files, "TexPages/page-1.PNG", "page", on_disk("game/texpages/Page-1.png"),
                "FIL-0102");
    expect_text(files, "texpages\\x\\..\\Page-1.png", "page", on_disk("game/texpages/Page-1.png"),
                "");
    expect_failure(files, "texpages", MAQ_CANNOT_READ, "");
    expect_failure(files, "a.txt/x", MAQ_CANNOT_READ, "");
    expect_failure(files, "no/such/file", MAQ_CANNOT_READ, "");
    expect_list(files, "", "a.txt empty/ texpages/");
    expect_list(files, "empty", "");
    expect_list(files, "TEXPAGES", "texpages/Page-1.png");
    expect_walk(files, "", "a.txt texpages/Page-1.png");
    maq_files_free(files);
}

static void names_with_backslashes_cannot_be_asked_for(void **state) {
    (void)state;
    put_folder("backslash");
    put_file("backslash/a", "A");
    int file = open(on_disk("backslash/b\\c"), O_CREAT | O_WRONLY, 0666);
    if (file < 0) {
        print_message("skipped: this system has no names with backslashes\n");
        skip();
    }
    close(file);
    maq_files *files = files_of("backslash");
    expect_failure(files, "b\\c", MAQ_CANNOT_READ, "");
    expect_walk(files, "", "a");
    maq_files_free(files);
}

static void folders_with_a_slash_behind(void **state) {
    (void)state;
    maq_files *files = files_of("game/");
    expect_text(files, "a.txt", "A", on_disk("game/a.txt"), "");
    maq_files_free(files);
}

static void folders_that_differ_in_capitals(void **state) {
    (void)state;
    put_folder("capitals");
    put_folder("capitals/Sub");
    if (mkdir(on_disk("capitals/sUb"), 0777) != 0) {
        print_message("skipped: this file system ignores case\n");
        skip();
    }
    put_file("capitals/Sub/one", "1");
    put_file("capitals/sUb/two", "2");
    put_file("capitals/sUb/Three", "3");
    maq_files *files = files_of("capitals");
    // None is spelt like this, so both folders are searched.
    expect_text(files, "sub/one", "1", on_disk("capitals/Sub/one"), "FIL-0102");
    expect_text(files, "sub/two", "2", on_disk("capitals/sUb/two"), "FIL-0102");
    expect_text(files, "Sub/three", "3", on_disk("capitals/sUb/Three"), "FIL-0102");
    expect_text(files, "sUb/two", "2", on_disk("capitals/sUb/two"), "");
    expect_list(files, "SUB", "Sub/one sUb/Three sUb/two");
    expect_walk(files, "sub", "Sub/one sUb/Three sUb/two");
    maq_files_free(files);
}

static void sources_that_are_not_there(void **state) {
    (void)state;
    put_file("plain.txt", "text");
    const char *paths[] = {on_disk("nothing"), on_disk("plain.txt/x"), ""};
    for (size_t i = 0; i < 3; i++) {
        maq_files *files = new_files();
        assert_int_equal(maq_files_add_path(files, paths[i]), MAQ_CANNOT_READ);
        expect_rules(last_findings(files), "FIL-0001");
        assert_int_equal(maq_files_source_at(files, 0)->kind, MAQ_SOURCE_UNUSABLE);
        expect_list(files, "", "");
        expect_failure(files, "a", MAQ_CANNOT_READ, "");
        maq_files_free(files);
    }
}

static void an_archive_or_a_finding(void **state) {
    (void)state;
    static const char empty[22] = "PK\5\6";
    maq_files *files = new_files();
    maq_status status = maq_files_add_archive(files, "a.zip", empty, sizeof empty);
    if (status != MAQ_OK) { // built without archives
        assert_int_equal(status, MAQ_UNSUPPORTED);
        expect_rules(last_findings(files), "FIL-0204");
    }
    expect_list(files, "", "");
    maq_files_free(files);
}

static void what_is_not_a_file_is_not_opened(void **state) {
    (void)state;
    put_folder("special");
    assert_int_equal(mkfifo(on_disk("special/pipe.png"), 0666), 0);
    put_link("special/device", "/dev/zero");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", on_disk("special/socket"));
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(server, (struct sockaddr *)&address, sizeof address), 0);

    maq_files *files = files_of("special");
    expect_failure(files, "pipe.png", MAQ_UNSUPPORTED, "FIL-0003"); // rather than waiting for ever
    expect_failure(files, "PIPE.png", MAQ_UNSUPPORTED, "FIL-0102 FIL-0003");
    expect_failure(files, "socket", MAQ_UNSUPPORTED, "FIL-0003");
    expect_failure(files, "device", MAQ_UNSUPPORTED, "FIL-0004"); // outside is worse
    expect_list(files, "", "");
    maq_files_free(files);

    maq_files_options options = {.size = sizeof options, .follow_links = true};
    assert_int_equal(maq_files_new(&options, &files), MAQ_OK);
    assert_int_equal(maq_files_add_path(files, on_disk("special")), MAQ_OK);
    expect_failure(files, "device", MAQ_UNSUPPORTED, "FIL-0003");
    assert_int_equal(maq_files_add_path(files, on_disk("special/pipe.png")), MAQ_UNSUPPORTED);
    expect_rules(last_findings(files), "FIL-0003");
    maq_files_free(files);
    close(server);
}

// A file may become a pipe after its folder was listed.
static void what_stops_being_a_file_is_not_waited_for(void **state) {
    (void)state;
    put_folder("changing");
    put_file("changing/a", "text");
    put_file("changing/b", "text");
    put_file("changing/c", "text");
    maq_files *files = files_of("changing");
    assert_int_equal(unlink(on_disk("changing/a")), 0);
    assert_int_equal(mkfifo(on_disk("changing/a"), 0666), 0);
    expect_failure(files, "a", MAQ_UNSUPPORTED, "FIL-0003");
    assert_int_equal(unlink(on_disk("changing/b")), 0);
    expect_failure(files, "b", MAQ_CANNOT_READ, "FIL-0002");
    // A link in place of the file is not followed.
    assert_int_equal(unlink(on_disk("changing/c")), 0);
    put_link("changing/c", "/etc/passwd");
    expect_failure(files, "c", MAQ_CANNOT_READ, "FIL-0002");
    maq_files_free(files);
}

static void links_that_stay_inside_are_followed(void **state) {
    (void)state;
    put_folder("outside");
    put_file("outside/secret", "secret");
    put_folder("links");
    put_folder("links/real");
    put_file("links/real/a", "A");
    put_link("links/file", "real/a");
    put_link("links/folder", "real");
    put_link("links/real/up", "..");
    put_link("links/nothing", "no/such/file");
    put_link("links/ring", "ring");
    put_link("links/out", "../outside/secret");
    put_link("links/out-folder", "../outside");
    put_link("links/absolute", "/etc/passwd");
    put_link("links/chain", "out-folder/secret");

    maq_files *files = files_of("links");
    expect_text(files, "file", "A", on_disk("links/file"), "");
    expect_text(files, "folder/a", "A", on_disk("links/folder/a"), "");
    expect_text(files, "real/up/real/up/real/a", "A", on_disk("links/real/up/real/up/real/a"), "");
    expect_failure(files, "nothing", MAQ_CANNOT_READ, "");
    expect_failure(files, "ring", MAQ_CANNOT_READ, "");
    expect_failure(files, "out", MAQ_UNSUPPORTED, "FIL-0004");
    expect_failure(files, "out-folder/secret", MAQ_UNSUPPORTED, "FIL-0004");
    expect_failure(files, "OUT-folder/secret", MAQ_UNSUPPORTED, "FIL-0004");
    expect_failure(files, "absolute", MAQ_UNSUPPORTED, "FIL-0004");
    expect_failure(files, "chain", MAQ_UNSUPPORTED, "FIL-0004");
    expect_list(files, "", "file folder/ real/");
    expect_walk(files, "", "file real/a"); // no round for ever through "up"
    maq_files_free(files);

    maq_files_options options = {.size = sizeof options, .follow_links = true};
    assert_int_equal(maq_files_new(&options, &files), MAQ_OK);
    assert_int_equal(maq_files_add_path(files, on_disk("links")), MAQ_OK);
    expect_text(files, "out", "secret", on_disk("links/out"), "");
    expect_text(files, "out-folder/secret", "secret", on_disk("links/out-folder/secret"), "");
    maq_files_free(files);

    // The folder itself may be reached by a link, and one whose name only begins alike is outside.
    put_link("way", "links");
    put_folder("links-too");
    put_file("links-too/x", "X");
    put_link("links/neighbour", "../links-too/x");
    files = files_of("way");
    expect_text(files, "file", "A", on_disk("way/file"), "");
    expect_failure(files, "neighbour", MAQ_UNSUPPORTED, "FIL-0004");
    maq_files_free(files);
}

static void expect_locked(void) {
    maq_files *files = files_of("locked");
    expect_failure(files, "in/a", MAQ_CANNOT_READ, "FIL-0005");
    expect_failure(files, "b", MAQ_CANNOT_READ, "FIL-0002");
    maq_file_list *list;
    assert_int_equal(maq_files_walk(files, "", NULL, &list), MAQ_OK);
    expect_rules(list->findings, "FIL-0005");
    maq_file_list_free(list);
    maq_files_free(files);
    files = new_files();
    assert_int_equal(maq_files_add_path(files, on_disk("locked/in")), MAQ_CANNOT_READ);
    expect_rules(last_findings(files), "FIL-0001");
    maq_files_free(files);
}

static void folders_that_cannot_be_listed(void **state) {
    (void)state;
    put_folder("locked");
    put_folder("locked/in");
    put_file("locked/in/a", "A");
    put_file("locked/b", "B");
    assert_int_equal(chmod(on_disk("locked/in"), 0), 0);
    assert_int_equal(chmod(on_disk("locked/b"), 0), 0);
    // Root may read everything, and becomes somebody else for a while.
    bool is_root = geteuid() == 0;
    if (is_root) {
        assert_int_equal(chmod(on_disk(""), 0755), 0);
        if (seteuid(65534) != 0) {
            print_message("skipped: root, and nobody else to be\n");
            skip();
        }
    }
    expect_locked();
    if (is_root)
        assert_int_equal(seteuid(0), 0);
}

static void deep_folders(void **state) {
    (void)state;
    char path[512] = "deep";
    put_folder(path);
    for (int i = 0; i < 100; i++) {
        strcat(path, "/d");
        put_folder(path);
    }
    strcat(path, "/f");
    put_file(path, "far down");
    maq_files *files = files_of("deep");
    expect_text(files, path + strlen("deep/"), "far down", on_disk(path), "");
    expect_walk(files, "", path + strlen("deep/"));
    // A name far deeper than any folder costs no more than the folders that are there.
    char *name = malloc(2000001);
    assert_non_null(name);
    for (size_t i = 0; i < 2000000; i++)
        name[i] = i % 2 ? '/' : 'd';
    name[2000000] = '\0';
    expect_failure(files, name, MAQ_CANNOT_READ, "");
    free(name);
    maq_files_free(files);
}

// -------------------------------------------------------------------------------------------- memory

static maq_status use_everything(const maq_memory *memory) {
    maq_files_options options = {.size = sizeof options, .memory = memory};
    maq_files *files;
    maq_status status = maq_files_new(&options, &files);
    if (status != MAQ_OK) {
        assert_null(files);
        return status;
    }
    const maq_memory_file items[] = {{"a", "A", 1}, {"../b", "B", 1}, {"c/d", "D", 1}};
    maq_status first = maq_files_add_path(files, on_disk("links"));
    maq_status second = maq_files_add_path(files, on_disk("nothing"));
    maq_status third = maq_files_add_memory(files, "set", items, 3);
    status = use_all_files(files, memory);
    if (first == MAQ_NO_MEMORY || second == MAQ_NO_MEMORY || third == MAQ_NO_MEMORY)
        status = MAQ_NO_MEMORY;
    maq_files_free(files);
    return status;
}

static void every_failing_request(void **state) {
    (void)state;
    for (uint64_t n = 1;; n++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = n;
        maq_status status = use_everything(&counted.memory);
        assert_int_equal(counted.held, 0);
        assert_int_equal(counted.blocks, 0);
        if (status != MAQ_NO_MEMORY) {
            assert_int_equal(status, MAQ_OK);
            assert_true(n > 10);
            return;
        }
    }
}

static void every_limit(void **state) {
    (void)state;
    for (uint64_t limit = 128; limit < 1 << 18; limit = limit * 5 / 4) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.byte_limit = limit;
        maq_status status = use_everything(&counted.memory);
        assert_true(status == MAQ_OK || status == MAQ_OVER_LIMIT || status == MAQ_NO_MEMORY);
        assert_int_equal(counted.held, 0);
    }
}

// ------------------------------------------------------------------------------------------- threads

enum { READS = 4000 };

// What the threads read: names, of which the first `there` exist and hold the text.
typedef struct shared_reads {
    maq_files *files;
    const char *text;
    const char *names[8];
    size_t count, there;
} shared_reads;

static void read_one(void *context, size_t index) {
    const shared_reads *reads = context;
    size_t which = index % reads->count;
    bool expected = which < reads->there;
    maq_file *file;
    maq_status status = maq_files_read(reads->files, reads->names[which], NULL, &file);
    if ((status == MAQ_OK) != expected || (expected && strcmp(file->bytes, reads->text) != 0))
        abort();
    maq_file_free(file);
    maq_file_list *list;
    if (index % 64 != 0)
        return;
    if (maq_files_walk(reads->files, "", NULL, &list) != MAQ_OK || list->count == 0)
        abort();
    maq_file_list_free(list);
}

static void read_by_threads(const char *folder, shared_reads reads) {
    for (int round = 0; round < 5; round++) {
        // A new set each time: listing for the first time is where threads meet.
        reads.files = files_of(folder);
        mq_parallel(READS, 8, read_one, NULL, &reads);
        maq_files_free(reads.files);
    }
}

static void threads_share_a_set(void **state) {
    (void)state;
    read_by_threads("game",
                    (shared_reads){.text = "page",
                                   .names = {"texpages/Page-1.png", "TEXPAGES/page-1.png",
                                             "texpages//page-1.png", "missing", "empty/none/x"},
                                   .count = 5,
                                   .there = 3});
}

static void threads_follow_links(void **state) {
    (void)state;
    if (access(on_disk("links/file"), R_OK) != 0) {
        print_message("skipped: this system has no symbolic links\n");
        skip();
    }
    read_by_threads("links", (shared_reads){.text = "A",
                                            .names = {"file", "folder/a", "real/a", "FOLDER/A",
                                                      "real/up/file", "missing", "real/none/x"},
                                            .count = 7,
                                            .there = 5});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_a_source),
        cmocka_unit_test(what_is_read_is_a_copy),
        cmocka_unit_test(bad_names_in_memory_are_left_out),
        cmocka_unit_test(later_sources_lie_over_earlier_ones),
        cmocka_unit_test(sets_lie_over_a_shared_one),
        cmocka_unit_test(exact_names_come_first),
        cmocka_unit_test(a_folder_does_not_hide_a_file),
        cmocka_unit_test(missing_files_have_no_path),
        cmocka_unit_test(names_that_lead_out_are_refused),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(limits_of_files),
        cmocka_unit_test(folders_are_a_source),
        cmocka_unit_test(names_with_backslashes_cannot_be_asked_for),
        cmocka_unit_test(folders_with_a_slash_behind),
        cmocka_unit_test(folders_that_differ_in_capitals),
        cmocka_unit_test(sources_that_are_not_there),
        cmocka_unit_test(an_archive_or_a_finding),
        cmocka_unit_test(what_is_not_a_file_is_not_opened),
        cmocka_unit_test(what_stops_being_a_file_is_not_waited_for),
        cmocka_unit_test(links_that_stay_inside_are_followed),
        cmocka_unit_test(folders_that_cannot_be_listed),
        cmocka_unit_test(deep_folders),
        cmocka_unit_test(every_failing_request),
        cmocka_unit_test(every_limit),
        cmocka_unit_test(threads_share_a_set),
        cmocka_unit_test(threads_follow_links),
    };
    return cmocka_run_group_tests(tests, disk_begin, disk_end);
}
