// SPDX-License-Identifier: MIT
//
// Reading and replacing files, walking folders, patterns.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/folder_walk.h"

// ------------------------------------------------------------------------------------ the workshop

static char folder[] = "/tmp/maquette-test-XXXXXX";

static const char *in_folder(const char *name) {
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const void *bytes, size_t length) {
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void expect_content(const char *name, const char *content) {
    char bytes[4096];
    FILE *file = fopen(in_folder(name), "rb");
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[length] = '\0';
    assert_string_equal(bytes, content);
}

// A temporary file that was left behind is one entry too many.
static void expect_entries(const char *name, size_t expected) {
    DIR *stream = opendir(in_folder(name));
    assert_non_null(stream);
    size_t count = 0;
    while (readdir(stream))
        count++;
    closedir(stream);
    assert_int_equal(count - 2, expected);
}

static int make_folder(void **state) {
    (void)state;
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "chmod -R u+rwx %s && rm -rf %s", folder, folder);
    return system(command);
}

static maq_status read_limited(const char *path, uint64_t limit, char **copy, size_t *length) {
    maq_memory memory = {.size = sizeof memory, .byte_limit = limit};
    mq_arena *arena = mq_arena_new(&memory);
    const char *data = NULL;
    *copy = NULL;
    *length = 0;
    errno = 0;
    maq_status status = mq_file_read(arena, path, &data, length);
    int reason = errno;
    if (status == MAQ_OK) {
        assert_int_equal(data[*length], '\0');
        *copy = malloc(*length + 1);
        memcpy(*copy, data, *length + 1);
    }
    mq_arena_free(arena);
    errno = reason;
    return status;
}

// ----------------------------------------------------------------------------------------- reading

static void expect_read(const char *path, const char *bytes, size_t length) {
    char *data;
    size_t got;
    assert_int_equal(read_limited(path, 0, &data, &got), MAQ_OK);
    assert_int_equal(got, length);
    assert_memory_equal(data, bytes, length + 1);
    free(data);
}

static void reads_files(void **state) {
    (void)state;
    put("a", "one\0two\n", 8);
    expect_read(in_folder("a"), "one\0two\n", 8);
    put("empty", "", 0);
    expect_read(in_folder("empty"), "", 0);
}

static void refuses_what_is_no_file(void **state) {
    (void)state;
    char *data;
    size_t length;
    assert_int_equal(read_limited(in_folder("missing"), 0, &data, &length), MAQ_CANNOT_READ);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(read_limited(folder, 0, &data, &length), MAQ_CANNOT_READ);
    assert_int_equal(errno, EISDIR);
}

// Sizes around those of the blocks, through a pipe, where the size is unknown.
static void reads_pipes(void **state) {
    (void)state;
    const size_t sizes[] = {0, 1, 65535, 65536, 65537, 3 * 65536, 7 * 65536, 1000000, 1 << 23};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size = sizes[i];
        char *bytes = malloc(size + 1);
        for (size_t k = 0; k < size; k++)
            bytes[k] = (char)(k * 31 + k / 251);
        bytes[size] = '\0';
        assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            int file = open(in_folder("pipe"), O_WRONLY);
            // In odd pieces, as pipes come.
            for (size_t at = 0; at < size;) {
                size_t piece = size - at < 4099 ? size - at : 4099;
                ssize_t n = write(file, bytes + at, piece);
                if (n < 0)
                    _exit(1);
                at += (size_t)n;
            }
            free(bytes);
            _exit(0);
        }
        expect_read(in_folder("pipe"), bytes, size);
        int result;
        waitpid(child, &result, 0);
        assert_int_equal(result, 0);
        unlink(in_folder("pipe"));
        free(bytes);
    }
}

// A pipe that nobody writes to is empty: it would be waited for without end.
static void does_not_wait_for_idle_pipes(void **state) {
    (void)state;
    assert_int_equal(mkfifo(in_folder("idle"), 0600), 0);
    alarm(30);
    expect_read(in_folder("idle"), "", 0);
    alarm(0);
    unlink(in_folder("idle"));
}

// Large files are read by several threads, in shares; this one ends within a share.
static void reads_large_files_whole(void **state) {
    (void)state;
    size_t size = (9 << 20) + 12345;
    char *bytes = calloc(1, size + 1);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(i * 2654435761u >> 24);
    put("whole", bytes, size);
    expect_read(in_folder("whole"), bytes, size);
    free(bytes);
}

static void keeps_the_limit(void **state) {
    (void)state;
    char *data;
    size_t length;
    char *bytes = calloc(1, 200000);
    put("large", bytes, 200000);
    free(bytes);
    assert_int_equal(read_limited(in_folder("large"), 100000, &data, &length), MAQ_OVER_LIMIT);
    assert_int_equal(read_limited(in_folder("large"), 300000, &data, &length), MAQ_OK);
    free(data);
    // This one never ends.
    assert_int_equal(read_limited("/dev/zero", 10000000, &data, &length), MAQ_OVER_LIMIT);
}

// ----------------------------------------------------------------------------------------- writing

static mode_t mode_of(const char *name) {
    struct stat description;
    assert_int_equal(stat(in_folder(name), &description), 0);
    return description.st_mode & 07777;
}

static void makes_new_files(void **state) {
    (void)state;
    assert_int_equal(mq_file_write(in_folder("new"), "text", 4), MAQ_OK);
    expect_content("new", "text");
    assert_int_equal(mq_file_write(in_folder("none"), NULL, 0), MAQ_OK);
    expect_content("none", "");
    expect_entries("", 2);
}

static void replaces_files(void **state) {
    (void)state;
    put("old", "before", 6);
    assert_int_equal(mq_file_write(in_folder("old"), "after", 5), MAQ_OK);
    expect_content("old", "after");
    expect_entries("", 1);
}

static void modes_of_files(void **state) {
    (void)state;
    mode_t mask = umask(027);
    maq_status status = mq_file_write(in_folder("new"), "text", 4);
    umask(mask);
    assert_int_equal(status, MAQ_OK);
    assert_int_equal(mode_of("new"), 0640);
    // A file that is replaced keeps its mode.
    put("old", "before", 6);
    chmod(in_folder("old"), 0604);
    struct stat before, after;
    stat(in_folder("old"), &before);
    assert_int_equal(mq_file_write(in_folder("old"), "after", 5), MAQ_OK);
    stat(in_folder("old"), &after);
    assert_int_equal(mode_of("old"), 0604);
    // Another file has the old name: whoever reads the old one sees it whole.
    assert_int_not_equal(before.st_ino, after.st_ino);
}

static void writes_through_links(void **state) {
    (void)state;
    mkdir(in_folder("real"), 0777);
    put("real/file", "before", 6);
    assert_int_equal(symlink("real/file", in_folder("link")), 0);
    assert_int_equal(mq_file_write(in_folder("link"), "after", 5), MAQ_OK);
    expect_content("real/file", "after");
    struct stat description;
    lstat(in_folder("link"), &description);
    assert_true(S_ISLNK(description.st_mode));
    assert_int_equal(symlink("real/other", in_folder("dangling")), 0);
    assert_int_equal(mq_file_write(in_folder("dangling"), "new", 3), MAQ_OK);
    expect_content("real/other", "new");
    expect_entries("real", 2);
    assert_int_equal(symlink("nowhere/other", in_folder("lost")), 0);
    assert_int_equal(mq_file_write(in_folder("lost"), "new", 3), MAQ_CANNOT_WRITE);
    assert_int_equal(errno, ENOENT);
}

static void refuses_what_cannot_be_replaced(void **state) {
    (void)state;
    assert_int_equal(mq_file_write(folder, "x", 1), MAQ_CANNOT_WRITE);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(mq_file_write(in_folder("no/such"), "x", 1), MAQ_CANNOT_WRITE);
    assert_int_equal(errno, ENOENT);
    put("file", "x", 1);
    assert_int_equal(mq_file_write(in_folder("file/below"), "x", 1), MAQ_CANNOT_WRITE);
    assert_int_equal(errno, ENOTDIR);
    expect_entries("", 1);
}

// A limit on the size of files fails the write halfway, as a full disk does.
static void leaves_the_old_file_when_writing_fails(void **state) {
    (void)state;
    put("old", "before", 6);
    // In a separate process, because not every user can raise the limit again.
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 1000, .rlim_max = 1000});
        static const char bytes[5000];
        maq_status status = mq_file_write(in_folder("old"), bytes, sizeof bytes);
        _exit(status == MAQ_CANNOT_WRITE && errno == EFBIG ? 0 : 1);
    }
    int result;
    waitpid(child, &result, 0);
    assert_int_equal(result, 0);
    expect_content("old", "before");
    expect_entries("", 1);
}

static void writes_devices_directly(void **state) {
    (void)state;
    struct stat description;
    if (stat("/dev/null", &description) != 0 || !S_ISCHR(description.st_mode)) {
        print_message("skipped: this system has no devices in folders\n");
        skip();
    }
    assert_int_equal(mq_file_write("/dev/null", "text", 4), MAQ_OK);
    stat("/dev/null", &description);
    assert_true(S_ISCHR(description.st_mode));
    assert_int_equal(mq_file_write("/dev/full", "text", 4), MAQ_CANNOT_WRITE);
    assert_int_equal(errno, ENOSPC);
}

// ----------------------------------------------------------------------------------------- folders

static bool is_pie(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".pie") == 0;
}

static void expect_paths(const mq_path_list *list, const char *const *expected) {
    size_t count = 0;
    while (expected[count])
        count++;
    assert_int_equal(list->count, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(list->items[i] + strlen(folder), expected[i]);
}

// Lists a folder in parts of this size.
static bool walk(mq_arena *arena, const char *path, size_t part, mq_path_list *list,
                 mq_path_list *skipped) {
    mq_folder_walk *walk = mq_folder_walk_new(mq_arena_memory(arena), path, is_pie, strcmp);
    bool good = walk != NULL;
    while (good && !mq_folder_walk_is_done(walk)) {
        size_t before = list->count;
        good = mq_folder_walk_next(walk, arena, part, list, skipped);
        assert_true(list->count - before <= part);
    }
    mq_folder_walk_free(walk);
    return good;
}

static void walks_folders_in_order(void **state) {
    (void)state;
    mkdir(in_folder("b"), 0777);
    mkdir(in_folder("b/deep"), 0777);
    mkdir(in_folder("a.pie"), 0777); // a folder with the name of a model
    put("z.pie", "", 0);
    put("B.pie", "", 0); // capitals come first
    put("b/m.pie", "", 0);
    put("b/m.txt", "", 0);
    put("b/deep/x.pie", "", 0);
    put("a.pie/y.pie", "", 0);
    put("b-1.pie", "", 0); // '-' and '.' come before '/', '0' behind it
    put("b.pie", "", 0);
    put("b0.pie", "", 0);
    mq_arena *arena = mq_arena_new(NULL);
    mq_path_list list = {0}, skipped = {0};
    const char *const expected[] = {"/B.pie",  "/a.pie/y.pie",  "/b-1.pie",
                                    "/b.pie",  "/b/deep/x.pie", "/b/m.pie",
                                    "/b0.pie", "/z.pie",        NULL};
    const size_t parts[] = {1, 3, 8, SIZE_MAX};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        list.count = 0;
        assert_true(walk(arena, folder, parts[i], &list, &skipped));
        expect_paths(&list, expected);
        assert_int_equal(skipped.count, 0);
    }
    assert_true(walk(arena, in_folder("missing"), 5, &list, &skipped));
    assert_int_equal(skipped.count, 1);
    assert_non_null(strstr(skipped.items[0], "/missing: "));
    assert_int_equal(list.count, 8);
    mq_arena_free(arena);
}

static void lists_pipes_and_links_to_files(void **state) {
    (void)state;
    mkdir(in_folder("b"), 0777);
    put("z.pie", "", 0);
    symlink(".", in_folder("b/loop"));
    symlink("../z.pie", in_folder("b/link.pie"));
    symlink("nowhere", in_folder("b/lost.pie"));
    mkfifo(in_folder("b/pipe.pie"), 0600);
    mq_arena *arena = mq_arena_new(NULL);
    mq_path_list list = {0}, skipped = {0};
    assert_true(walk(arena, folder, SIZE_MAX, &list, &skipped));
    const char *const expected[] = {"/b/link.pie", "/b/lost.pie", "/b/pipe.pie", "/z.pie", NULL};
    expect_paths(&list, expected);
    assert_int_equal(skipped.count, 0);
    mq_arena_free(arena);
}

static void walking_notices_lack_of_memory(void **state) {
    (void)state;
    put("a.pie", "", 0);
    for (uint64_t n = 1; n < 100; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        mq_arena *arena = mq_arena_new(&memory);
        mq_path_list list = {0};
        bool good = arena && walk(arena, folder, SIZE_MAX, &list, NULL);
        if (good)
            assert_int_equal(list.count, 1);
        mq_arena_free(arena);
        if (good)
            return;
    }
    fail();
}

static void matches_patterns(void **state) {
    (void)state;
    put("b.pie", "", 0);
    put("D.pie", "", 0);
    put("a.pie", "", 0);
    put("c.txt", "", 0);
    mq_arena *arena = mq_arena_new(NULL);
    mq_path_list list = {0};
    assert_true(mq_folder_glob(arena, in_folder("*.pie"), &list));
    expect_paths(&list, (const char *const[]){"/D.pie", "/a.pie", "/b.pie", NULL});
    list = (mq_path_list){0};
    assert_true(mq_folder_glob(arena, in_folder("[ac].???"), &list));
    expect_paths(&list, (const char *const[]){"/a.pie", "/c.txt", NULL});
    list = (mq_path_list){0};
    assert_true(mq_folder_glob(arena, in_folder("*.obj"), &list));
    assert_int_equal(list.count, 0);
    mkdir(in_folder("sub"), 0777);
    mkdir(in_folder("sun"), 0777);
    put("sub/x.pie", "", 0);
    put("sun/x.pie", "", 0);
    put("sun/.pie", "", 0);
    list = (mq_path_list){0};
    assert_true(mq_folder_glob(arena, in_folder("su?/*.pie"), &list));
    expect_paths(&list, (const char *const[]){"/sub/x.pie", "/sun/x.pie", NULL});
    list = (mq_path_list){0};
    assert_true(mq_folder_glob(arena, in_folder("*/x.pie"), &list));
    expect_paths(&list, (const char *const[]){"/sub/x.pie", "/sun/x.pie", NULL});
    list = (mq_path_list){0};
    assert_true(mq_folder_glob(arena, in_folder("s*/"), &list));
    expect_paths(&list, (const char *const[]){"/sub/", "/sun/", NULL});
    list = (mq_path_list){0};
    assert_true(mq_folder_glob(arena, in_folder("[a-c].pie/*"), &list));
    assert_int_equal(list.count, 0);
    mq_arena_free(arena);
}

static void recognises_folders(void **state) {
    (void)state;
    put("file", "", 0);
    assert_true(mq_is_folder(folder));
    assert_false(mq_is_folder(in_folder("file")));
    assert_false(mq_is_folder(in_folder("missing")));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(reads_files),
        IN_FOLDER(refuses_what_is_no_file),
        IN_FOLDER(reads_pipes),
        IN_FOLDER(does_not_wait_for_idle_pipes),
        IN_FOLDER(reads_large_files_whole),
        IN_FOLDER(keeps_the_limit),
        IN_FOLDER(makes_new_files),
        IN_FOLDER(replaces_files),
        IN_FOLDER(modes_of_files),
        IN_FOLDER(writes_through_links),
        IN_FOLDER(refuses_what_cannot_be_replaced),
        IN_FOLDER(leaves_the_old_file_when_writing_fails),
        IN_FOLDER(writes_devices_directly),
        IN_FOLDER(walks_folders_in_order),
        IN_FOLDER(lists_pipes_and_links_to_files),
        IN_FOLDER(walking_notices_lack_of_memory),
        IN_FOLDER(matches_patterns),
        IN_FOLDER(recognises_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
