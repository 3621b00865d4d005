// SPDX-License-Identifier: MIT
//
// Zip archives as sources: what is read, and each finding by an archive that causes it and only it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/file_sets.h"
#include "support/zip_bytes.h"

static const char text[] = "one two three one two three one two three one two three one two three";

// A set of one archive in memory, which is called a.zip.
static maq_files *open_zip_with(const zip_bytes *zip, const maq_files_options *options,
                                maq_status status, const char *ids) {
    maq_files *files;
    assert_int_equal(maq_files_new(options, &files), MAQ_OK);
    maq_status result = maq_files_add_archive(files, "a.zip", zip->data, zip->length);
    expect_rules(last_findings(files), ids);
    assert_int_equal(result, status);
    assert_int_equal(maq_files_source_at(files, 0)->kind,
                     status == MAQ_OK ? MAQ_SOURCE_ARCHIVE : MAQ_SOURCE_UNUSABLE);
    return files;
}

static maq_files *open_zip(const zip_bytes *zip, const char *ids) {
    return open_zip_with(zip, NULL, MAQ_OK, ids);
}

// ------------------------------------------------------------------------------------- what is read

static void stored_and_deflated(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "b/stored.txt", "stored");
    zip_add(&zip,
            &(zip_entry){.name = "a.txt", .bytes = text, .length = strlen(text), .deflate = true});
    zip_add(&zip, &(zip_entry){.name = "c/"});
    zip_add(&zip, &(zip_entry){.name = "empty"});
    zip_add(&zip, &(zip_entry){.name = "empty-deflated", .deflate = true});
    zip_add(&zip, &(zip_entry){.name = "follows",
                               .bytes = text,
                               .length = strlen(text),
                               .deflate = true,
                               .has_descriptor = true});
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "");
    expect_text(files, "b/stored.txt", "stored", "a.zip/b/stored.txt", "");
    expect_text(files, "B\\STORED.txt", "stored", "a.zip/b/stored.txt", "FIL-0102");
    expect_text(files, "a.txt", text, "a.zip/a.txt", "");
    expect_text(files, "empty", "", "a.zip/empty", "");
    expect_text(files, "empty-deflated", "", "a.zip/empty-deflated", "");
    expect_text(files, "follows", text, "a.zip/follows", "");
    expect_failure(files, "c", MAQ_CANNOT_READ, "");
    expect_list(files, "", "a.txt b/ c/ empty empty-deflated follows");
    expect_list(files, "c", "");
    expect_list(files, "b", "b/stored.txt");
    expect_walk(files, "", "a.txt b/stored.txt empty empty-deflated follows");
    maq_files_free(files);
    zip_free(&zip);
}

static void large_entries_come_in_blocks(void **state) {
    (void)state;
    enum { LENGTH = 3000000 };
    unsigned char *bytes = malloc(LENGTH);
    assert_non_null(bytes);
    uint32_t random = 1;
    for (size_t i = 0; i < LENGTH; i++) {
        random = random * 1664525 + 1013904223;
        bytes[i] = (unsigned char)(random >> 28); // packs to about a half
    }
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add(&zip, &(zip_entry){.name = "d", .bytes = bytes, .length = LENGTH, .deflate = true});
    zip_finish(&zip, NULL);
    assert_true(zip.length > 1000000);
    maq_files *files = open_zip(&zip, "");
    maq_file *file;
    assert_int_equal(maq_files_read(files, "d", NULL, &file), MAQ_OK);
    assert_int_equal(file->length, LENGTH);
    assert_memory_equal(file->bytes, bytes, LENGTH);
    maq_file_free(file);
    maq_files_free(files);
    zip_free(&zip);
    free(bytes);
}

static void prefixes_comments_and_64_bits(void **state) {
    (void)state;
    static char long_comment[65535];
    memset(long_comment, 'c', sizeof long_comment);
    // An end that leads nowhere, in a comment.
    static const char false_end[30] = "PK\5\6\0\0\0\0\1\0\1\0\377\377\0\0\377\377\0\0";
    const zip_end ends[] = {
        {0},
        {.comment = "hello", .comment_length = 5},
        {.comment = long_comment, .comment_length = sizeof long_comment},
        {.comment = false_end, .comment_length = sizeof false_end},
    };
    for (unsigned code = 0; code < 4 * 2 * 2 * 2; code++) {
        zip_end end = ends[code % 4];
        end.is_64 = code & 4;
        bool entry_64 = code & 16;
        zip_bytes zip;
        zip_begin(&zip, code & 8 ? 1000 : 0);
        zip_add_text(&zip, "first", "1");
        zip_add(&zip, &(zip_entry){.name = "second",
                                   .bytes = text,
                                   .length = strlen(text),
                                   .deflate = true,
                                   .is_64 = entry_64});
        zip_add(&zip, &(zip_entry){.name = "third",
                                   .bytes = text,
                                   .length = strlen(text),
                                   .has_descriptor = true,
                                   .is_64 = entry_64});
        zip_finish(&zip, &end);
        maq_files *files = open_zip(&zip, "");
        expect_text(files, "first", "1", "a.zip/first", "");
        expect_text(files, "second", text, "a.zip/second", "");
        expect_text(files, "third", text, "a.zip/third", "");
        maq_files_free(files);
        zip_free(&zip);
    }
}

// Programs that put something before an archive may correct the offsets, or not.
static void offsets_that_count_the_prefix(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 100);
    zip.prefix = 0; // now offsets count from the start of the file
    zip_add_text(&zip, "a", "A");
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "");
    expect_text(files, "a", "A", "a.zip/a", "");
    maq_files_free(files);
    zip_free(&zip);
}

static void names_of_all_kinds(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "\x84\x81.txt", "437"); // code page 437
    zip_add_text(&zip, "\xed\x95\x9c.txt", "UTF-8 without flag");
    zip_add(&zip,
            &(zip_entry){.name = "\xc3\xa9.txt", .bytes = "flag", .length = 4, .flags = 1 << 11});
    zip_add_text(&zip, "Mixed/Case.TXT", "x");
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "");
    expect_text(files, "\xc3\xa4\xc3\xbc.txt", "437", "a.zip/\xc3\xa4\xc3\xbc.txt", "");
    expect_text(files, "\xed\x95\x9c.txt", "UTF-8 without flag", "a.zip/\xed\x95\x9c.txt", "");
    expect_text(files, "\xc3\xa9.txt", "flag", "a.zip/\xc3\xa9.txt", "");
    expect_failure(files, "\xc3\x89.txt", MAQ_CANNOT_READ, ""); // a capital outside of ASCII
    expect_text(files, "mixed/case.txt", "x", "a.zip/Mixed/Case.TXT", "FIL-0102");
    maq_files_free(files);
    zip_free(&zip);
}

// All 128 characters, as Python's codec "cp437" has them.
static void code_page_437(void **state) {
    (void)state;
    static const char expected[] =
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
        "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xc2\xa0";
    char name[129];
    for (unsigned i = 0; i < 128; i++)
        name[i] = (char)(128 + i);
    name[128] = '\0';
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, name, "x");
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "");
    expect_walk(files, "", expected);
    maq_files_free(files);
    zip_free(&zip);
}

static void empty_archives(void **state) {
    (void)state;
    for (int is_64 = 0; is_64 < 2; is_64++) {
        zip_bytes zip;
        zip_begin(&zip, 0);
        zip_finish(&zip, &(zip_end){.is_64 = is_64});
        maq_files *files = open_zip(&zip, "");
        expect_list(files, "", "");
        maq_files_free(files);
        zip_free(&zip);
    }
}

static void archives_lie_over_each_other(void **state) {
    (void)state;
    zip_bytes low, high;
    zip_begin(&low, 0);
    zip_add_text(&low, "a", "low");
    zip_add_text(&low, "b", "low");
    zip_finish(&low, NULL);
    zip_begin(&high, 0);
    zip_add_text(&high, "a", "high");
    zip_finish(&high, NULL);
    maq_files *files = open_zip(&low, "");
    assert_int_equal(maq_files_add_archive(files, "mod.zip", high.data, high.length), MAQ_OK);
    expect_text(files, "a", "high", "mod.zip/a", "");
    expect_text(files, "b", "low", "a.zip/b", "");
    expect_walk(files, "", "a b");
    maq_files_free(files);
    zip_free(&low);
    zip_free(&high);
}

// -------------------------------------------------------------------------------------- on the disk

static char disk[] = "/tmp/maquette-archive-XXXXXX";

static int set_up(void **state) {
    (void)state;
    return mkdtemp(disk) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "rm -rf %s", disk);
    return system(command);
}

static const char *on_disk(const char *name) {
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", disk, name);
    return path;
}

static void put_file(const char *name, const void *bytes, size_t length) {
    FILE *file = fopen(on_disk(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void put_sample(const char *name) {
    zip_bytes zip;
    zip_make_sample(&zip);
    put_file(name, zip.data, zip.length);
    zip_free(&zip);
}

static void archives_on_the_disk(void **state) {
    (void)state;
    put_sample("base.wz");
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_path(files, on_disk("base.wz")), MAQ_OK);
    expect_rules(last_findings(files), "");
    expect_text(files, "a.txt", "stored", on_disk("base.wz/a.txt"), "");
    expect_walk(files, "", "a.txt empty sub/b.txt sub/\xc3\xbc.txt");
    assert_int_equal(use_all_files(files, NULL), MAQ_OK);
    maq_files_free(files);
}

static void folders_in_archives(void **state) {
    (void)state;
    put_sample("base.wz");
    const char *paths[] = {"base.wz/sub", "base.wz/sub/", "base.wz//x/../SUB"};
    for (size_t i = 0; i < 3; i++) {
        maq_files *files = new_files();
        assert_int_equal(maq_files_add_path(files, on_disk(paths[i])), MAQ_OK);
        expect_walk(files, "", "b.txt \xc3\xbc.txt");
        expect_failure(files, "a.txt", MAQ_CANNOT_READ, "");
        char path[512];
        bool slash = paths[i][strlen(paths[i]) - 1] == '/';
        snprintf(path, sizeof path, "%s%sb.txt", on_disk(paths[i]), slash ? "" : "/");
        maq_file *file;
        assert_int_equal(maq_files_read(files, "b.txt", NULL, &file), MAQ_OK);
        assert_string_equal(file->path, path);
        maq_file_free(file);
        maq_files_free(files);
    }
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_path(files, on_disk("base.wz/none")), MAQ_CANNOT_READ);
    expect_rules(last_findings(files), "FIL-0001");
    assert_int_equal(maq_files_add_path(files, on_disk("base.wz/../x")), MAQ_BAD_DATA);
    expect_rules(last_findings(files), "FIL-0101");
    assert_int_equal(maq_files_add_path(files, on_disk("base.wz/")), MAQ_OK);
    expect_walk(files, "sub", "sub/b.txt sub/\xc3\xbc.txt");
    maq_files_free(files);
}

static void paths_are_split(void **state) {
    (void)state;
    put_sample("base.wz");
    put_file("no-ending", "PK\3\4", 4);
    put_file("empty.ZIP", "", 0);
    put_file("text.txt", "text", 4);
    assert_int_equal(mkdir(on_disk("folder.zip"), 0777), 0);
    put_sample("folder.zip/inner.pk3");
    static const struct {
        const char *path, *archive; // archive NULL: none
    } cases[] = {
        {"base.wz", "base.wz"},
        {"base.wz/", "base.wz"},
        {"base.wz/structs/blhq.pie", "base.wz"},
        {"base.wz//a", "base.wz"},
        {"no-ending/a.txt", "no-ending"},
        {"empty.ZIP/a", "empty.ZIP"},
        {"folder.zip/inner.pk3/x", "folder.zip/inner.pk3"},
        {"base.wz/inner.wz/x", "base.wz"}, // archives in archives stay closed
        {"text.txt", NULL},
        {"text.txt/a", NULL},
        {"folder.zip", NULL},
        {"folder.zip/none", NULL},
        {"none.zip", NULL},
        {"none/a", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = 0;
        bool split = maq_files_split_path(on_disk(cases[i].path), &length);
        if (split != (cases[i].archive != NULL))
            fail_msg("%s: %d", cases[i].path, split);
        if (split)
            assert_int_equal(length, strlen(on_disk(cases[i].archive)));
    }
    size_t length;
    char *long_path = malloc(10001);
    assert_non_null(long_path);
    memset(long_path, 'x', 10000);
    long_path[10000] = '\0';
    assert_false(maq_files_split_path(long_path, &length));
    free(long_path);
    assert_false(maq_files_split_path("", &length));
    assert_false(maq_files_split_path(NULL, &length));
    assert_false(maq_files_split_path(on_disk("base.wz"), NULL));
}

// The archive is cut while it is open: a finding, not a signal.
static void archives_that_shrink(void **state) {
    (void)state;
    put_sample("base.wz");
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_path(files, on_disk("base.wz")), MAQ_OK);
    assert_int_equal(truncate(on_disk("base.wz"), 50), 0);
    expect_failure(files, "sub/b.txt", MAQ_BAD_DATA, "FIL-0306");
    maq_files_free(files);
}

// ------------------------------------------------------------------------------ findings of archives

static void expect_unusable(const zip_bytes *zip, maq_status status, const char *ids) {
    maq_files *files = open_zip_with(zip, NULL, status, ids);
    expect_walk(files, "", "");
    maq_files_free(files);
}

static void not_an_archive(void **state) {
    (void)state;
    char garbage[] = "This is not an archive, however long it is.";
    zip_bytes zip = {.data = (unsigned char *)garbage, .length = sizeof garbage};
    expect_unusable(&zip, MAQ_BAD_DATA, "FIL-0201");
    zip.length = 0;
    expect_unusable(&zip, MAQ_BAD_DATA, "FIL-0201");
    zip.length = 1;
    expect_unusable(&zip, MAQ_BAD_DATA, "FIL-0201");
}

static void truncated_archives(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "a", text);
    zip_finish(&zip, NULL);
    size_t whole = zip.length;
    for (size_t length = 4; length < whole; length++) {
        zip.length = length;
        expect_unusable(&zip, MAQ_BAD_DATA, "FIL-0202");
    }
    zip_free(&zip);
}

static void split_archives(void **state) {
    (void)state;
    for (int is_64 = 0; is_64 < 2; is_64++) {
        zip_bytes zip;
        zip_begin(&zip, 0);
        zip_add_text(&zip, "a", "A");
        zip_finish(&zip, &(zip_end){.disk = 1, .is_64 = is_64});
        expect_unusable(&zip, MAQ_UNSUPPORTED, "FIL-0204");
        zip_free(&zip);
    }
}

static void directories_in_the_wrong_place(void **state) {
    (void)state;
    const zip_end ends[] = {{.size_lie = 1},
                            {.size_lie = 100000},
                            {.size_lie = -90},
                            {.offset_lie = 1000},
                            {.count_lie = 10},
                            {.is_64 = true, .size_lie = -90},
                            {.is_64 = true, .count_lie = INT64_MIN},
                            {.is_64 = true, .size_lie = INT64_MIN},
                            {.is_64 = true, .offset_lie = INT64_MIN}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        zip_bytes zip;
        zip_begin(&zip, 0);
        zip_add_text(&zip, "a", "A");
        zip_add_text(&zip, "b", "B");
        zip_finish(&zip, &ends[i]);
        expect_unusable(&zip, MAQ_BAD_DATA, "FIL-0203");
        zip_free(&zip);
    }
}

static void directories_with_faults(void **state) {
    (void)state;
    // The count is wrong, but all entries are there.
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "a", "A");
    zip_add_text(&zip, "b", "B");
    zip_finish(&zip, &(zip_end){.count_lie = -1});
    maq_files *files = open_zip(&zip, "FIL-0203");
    expect_walk(files, "", "a b");
    maq_files_free(files);
    zip_free(&zip);

    // A byte of the second entry is wrong: the first one is used.
    zip_begin(&zip, 0);
    zip_add_text(&zip, "a", "A");
    zip_add_text(&zip, "b", "B");
    zip_finish(&zip, NULL);
    zip.data[zip.length - 22 - 47] = 'x';
    files = open_zip(&zip, "FIL-0203");
    expect_text(files, "a", "A", "a.zip/a", "");
    expect_walk(files, "", "a");
    maq_files_free(files);
    zip_free(&zip);

    // The comment of the last entry is said to be longer than the directory.
    zip_begin(&zip, 0);
    zip_add_text(&zip, "a", "A");
    zip_finish(&zip, NULL);
    zip.data[zip.length - 22 - 47 + 32] = 5;
    files = open_zip(&zip, "FIL-0203");
    expect_text(files, "a", "A", "a.zip/a", "");
    maq_files_free(files);
    zip_free(&zip);
}

// Programs without 64-bit fields wrote the lowest 16 bits of the count.
static void counts_of_16_bits(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    for (int i = 0; i < 65536 + 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        zip_add_text(&zip, name, name);
    }
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "");
    expect_text(files, "65537", "65537", "a.zip/65537", "");
    maq_files_free(files);
    zip_free(&zip);
}

static void limits_of_archives(void **state) {
    (void)state;
    static char zeros[100];
    zip_bytes zip;
    zip_begin(&zip, 0);
    for (int i = 0; i < 10; i++) {
        char name[2] = {(char)('a' + i), '\0'};
        zip_add(&zip, &(zip_entry){.name = name, .bytes = zeros, .length = 100, .deflate = true});
    }
    zip_finish(&zip, NULL);
    maq_files_options options = {
        .size = sizeof options, .max_entries = 10, .max_total_bytes = 1000};
    maq_files_free(open_zip_with(&zip, &options, MAQ_OK, ""));
    options.max_entries = 9;
    maq_files_free(open_zip_with(&zip, &options, MAQ_OVER_LIMIT, "FIL-0205"));
    options.max_entries = 10;
    options.max_total_bytes = 999;
    maq_files_free(open_zip_with(&zip, &options, MAQ_OVER_LIMIT, "FIL-0206"));
    zip_free(&zip);

    // A count that says less than there is does not get around the limit.
    zip_begin(&zip, 0);
    for (int i = 0; i < 11; i++)
        zip_add_text(&zip, (char[]){(char)('a' + i), '\0'}, "x");
    zip_finish(&zip, &(zip_end){.count_lie = -5});
    options.max_total_bytes = 0;
    maq_files_free(open_zip_with(&zip, &options, MAQ_OVER_LIMIT, "FIL-0205"));
    zip_free(&zip);
}

// ------------------------------------------------------------------------------- findings of entries

static void unsafe_names_are_left_out(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "../up", "x");
    zip_add_text(&zip, "a/../../up", "x");
    zip_add_text(&zip, "..\\up", "x");
    zip_add_text(&zip, "/etc/passwd", "x");
    zip_add_text(&zip, "\\\\server\\share", "x");
    zip_add_text(&zip, "C:\\x", "x");
    zip_add_text(&zip, "a\033[2Jb", "x");
    zip_add(&zip, &(zip_entry){.name = "nul\0.png", .name_length = 8, .bytes = "x", .length = 1});
    zip_add_text(&zip, ".", "x");
    zip_add_text(&zip, "./", "");
    zip_add_text(&zip, "ok", "fine");
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "FIL-0301 FIL-0301 FIL-0301 FIL-0301 FIL-0301 FIL-0301 "
                                      "FIL-0301 FIL-0301 FIL-0301");
    const maq_finding *finding = &maq_files_source_at(files, 0)->findings->items[6];
    assert_string_equal(finding->message, "'a\\x1b[2Jb' has a control character; it is left out");
    assert_int_not_equal(finding->span.offset, MAQ_NO_OFFSET);
    expect_walk(files, "", "ok");
    maq_files_free(files);
    zip_free(&zip);
}

static void names_not_in_plain_form(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "plain", "x");
    zip_add_text(&zip, "sub\\b.txt", "B");
    zip_add_text(&zip, "sub\\", "");
    zip_add_text(&zip, "./c", "C");
    zip_add_text(&zip, "x/../d", "D");
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "FIL-0302");
    assert_int_equal(maq_files_source_at(files, 0)->findings->items[0].count, 4);
    expect_text(files, "sub/b.txt", "B", "a.zip/sub/b.txt", "");
    expect_text(files, "d", "D", "a.zip/d", "");
    expect_list(files, "", "c d plain sub/");
    maq_files_free(files);
    zip_free(&zip);
}

static void the_last_of_equal_names_counts(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "a", "first");
    zip_add_text(&zip, "A", "other capitals");
    zip_add_text(&zip, "a", "second");
    zip_add_text(&zip, "b/", "");
    zip_add_text(&zip, "b/", "");
    zip_add_text(&zip, "a", "third");
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "FIL-0303 FIL-0303");
    expect_text(files, "a", "third", "a.zip/a", "");
    expect_text(files, "A", "other capitals", "a.zip/A", "");
    expect_list(files, "", "A a b/");
    maq_files_free(files);
    zip_free(&zip);
}

// One entry, which reads as this status with these findings.
static void expect_entry(zip_entry entry, const maq_files_options *options, maq_status status,
                         const char *ids) {
    zip_bytes zip;
    zip_begin(&zip, 0);
    entry.name = "a";
    if (!entry.bytes) {
        entry.bytes = text;
        entry.length = strlen(text);
    }
    zip_add(&zip, &entry);
    zip_finish(&zip, NULL);
    maq_files *files = open_zip_with(&zip, options, MAQ_OK, "");
    if (status == MAQ_OK) {
        maq_file *file;
        assert_int_equal(maq_files_read(files, "a", NULL, &file), MAQ_OK);
        assert_string_equal(file->bytes, text);
        expect_rules(file->findings, ids);
        maq_file_free(file);
    } else {
        expect_failure(files, "a", status, ids);
    }
    maq_files_free(files);
    zip_free(&zip);
}

static void encrypted_entries(void **state) {
    (void)state;
    expect_entry((zip_entry){.flags = 1}, NULL, MAQ_UNSUPPORTED, "FIL-0304");
    expect_entry((zip_entry){.flags = 1, .method = 99}, NULL, MAQ_UNSUPPORTED, "FIL-0304");
}

static void entries_packed_in_other_ways(void **state) {
    (void)state;
    static const uint16_t methods[] = {1, 6, 9, 12, 14, 93, 95, 98, 0xffff};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        expect_entry((zip_entry){.method = methods[i]}, NULL, MAQ_UNSUPPORTED, "FIL-0305");
}

static void broken_entries(void **state) {
    (void)state;
    expect_entry((zip_entry){.crc_lie = 1}, NULL, MAQ_BAD_DATA, "FIL-0306");
    expect_entry((zip_entry){.crc_lie = 1, .deflate = true}, NULL, MAQ_BAD_DATA, "FIL-0306");
    // Text is not deflated data.
    expect_entry((zip_entry){.method = 8}, NULL, MAQ_BAD_DATA, "FIL-0306");
    // Headers that are elsewhere.
    expect_entry((zip_entry){.offset_lie = 1}, NULL, MAQ_BAD_DATA, "FIL-0306");
    expect_entry((zip_entry){.offset_lie = 1000000}, NULL, MAQ_BAD_DATA, "FIL-0306");
    expect_entry((zip_entry){.offset_lie = INT64_MAX, .is_64 = true}, NULL, MAQ_BAD_DATA,
                 "FIL-0306");
    expect_entry((zip_entry){.offset_lie = -1, .is_64 = true}, NULL, MAQ_BAD_DATA, "FIL-0306");
    // Data that go beyond the archive, or end early.
    expect_entry((zip_entry){.deflate = true, .packed_lie = 1}, NULL, MAQ_BAD_DATA, "FIL-0306");
    expect_entry((zip_entry){.size_lie = 1, .packed_lie = 1}, NULL, MAQ_BAD_DATA, "FIL-0306");
    expect_entry((zip_entry){.deflate = true, .packed_lie = -1, .has_descriptor = true}, NULL,
                 MAQ_BAD_DATA, "FIL-0306");
}

static void sizes_that_are_wrong(void **state) {
    (void)state;
    // The header is wrong along with the directory, or a second finding would say that they differ.
    for (int lie = -3; lie <= 3; lie++) {
        maq_status status = lie == 0 ? MAQ_OK : MAQ_BAD_DATA;
        const char *ids = lie == 0 ? "" : "FIL-0307";
        expect_entry((zip_entry){.size_lie = lie, .local_size_lie = lie}, NULL, status, ids);
        expect_entry((zip_entry){.size_lie = lie, .local_size_lie = lie, .deflate = true}, NULL,
                     status, ids);
    }
    // More than deflated data can ever become: nothing is read, and nothing allocated.
    expect_entry((zip_entry){.size_lie = 1000000, .deflate = true}, NULL, MAQ_BAD_DATA, "FIL-0307");
    expect_entry((zip_entry){.size_lie = 1000000}, NULL, MAQ_BAD_DATA, "FIL-0307");
}

static void entries_that_unpack_to_too_much(void **state) {
    (void)state;
    enum { LENGTH = 20 << 20 };
    char *zeros = calloc(1, LENGTH);
    assert_non_null(zeros);
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add(&zip, &(zip_entry){.name = "z", .bytes = zeros, .length = LENGTH, .deflate = true});
    // Enough bytes for the archive as a whole to be allowed.
    char *filler = malloc(200000);
    assert_non_null(filler);
    memset(filler, 'f', 200000);
    zip_add(&zip, &(zip_entry){.name = "f", .bytes = filler, .length = 200000});
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "");
    expect_failure(files, "z", MAQ_OVER_LIMIT, "FIL-0308");
    maq_files_free(files);
    maq_files_options options = {.size = sizeof options, .max_ratio = 1000};
    files = open_zip_with(&zip, &options, MAQ_OK, "");
    maq_file *file;
    assert_int_equal(maq_files_read(files, "z", NULL, &file), MAQ_OK);
    assert_int_equal(file->length, LENGTH);
    assert_memory_equal(file->bytes, zeros, LENGTH);
    maq_file_free(file);
    maq_files_free(files);
    options = (maq_files_options){.size = sizeof options, .max_file_bytes = 199999};
    files = open_zip_with(&zip, &options, MAQ_OK, "");
    expect_failure(files, "f", MAQ_OVER_LIMIT, "FIL-0006");
    maq_files_free(files);
    zip_free(&zip);
    free(zeros);
    free(filler);
}

static void descriptions_that_disagree(void **state) {
    (void)state;
    expect_entry((zip_entry){.local_size_lie = 1}, NULL, MAQ_OK, "FIL-0309");
    expect_entry((zip_entry){.local_method = 8}, NULL, MAQ_OK, "FIL-0309");
    expect_entry((zip_entry){.deflate = true, .unused = 5}, NULL, MAQ_OK, "FIL-0309");
    expect_entry((zip_entry){.deflate = true, .unused = 200000}, NULL, MAQ_OK, "FIL-0309");
}

static void links_in_archives(void **state) {
    (void)state;
    expect_entry((zip_entry){.unix_mode = 0120777, .bytes = "/etc/passwd", .length = 11}, NULL,
                 MAQ_UNSUPPORTED, "FIL-0003");
    expect_entry((zip_entry){.unix_mode = 0010644}, NULL, MAQ_UNSUPPORTED, "FIL-0003");
    expect_entry((zip_entry){.unix_mode = 0100644}, NULL, MAQ_OK, "");
    expect_entry((zip_entry){.unix_mode = 0644}, NULL, MAQ_OK, "");
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add(&zip, &(zip_entry){.name = "folder", .unix_mode = 0040755});
    zip_add(&zip, &(zip_entry){.name = "link", .unix_mode = 0120777, .bytes = "x", .length = 1});
    zip_finish(&zip, NULL);
    maq_files *files = open_zip(&zip, "");
    expect_list(files, "", "folder/");
    expect_walk(files, "", "");
    maq_files_free(files);
    zip_free(&zip);
}

static void archives_in_archives_stay_closed(void **state) {
    (void)state;
    zip_bytes inner, outer;
    zip_begin(&inner, 0);
    zip_add_text(&inner, "secret", "x");
    zip_finish(&inner, NULL);
    zip_begin(&outer, 0);
    zip_add(&outer, &(zip_entry){.name = "in.zip", .bytes = inner.data, .length = inner.length});
    zip_finish(&outer, NULL);
    maq_files *files = open_zip(&outer, "");
    expect_walk(files, "", "in.zip");
    expect_failure(files, "in.zip/secret", MAQ_CANNOT_READ, "");
    maq_files_free(files);
    zip_free(&inner);
    zip_free(&outer);
}

static void every_rule_has_its_words(void **state) {
    (void)state;
    size_t count;
    const maq_rule *rules = maq_files_rules(&count);
    assert_int_equal(count, 23);
    assert_ptr_equal(maq_files_rules(NULL), rules);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(strncmp(rules[i].id, "FIL-", 4), 0);
        assert_true(strlen(rules[i].title) > 0 && strlen(rules[i].explain) > 0);
        assert_true(i == 0 || strcmp(rules[i - 1].id, rules[i].id) < 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_and_deflated),
        cmocka_unit_test(large_entries_come_in_blocks),
        cmocka_unit_test(prefixes_comments_and_64_bits),
        cmocka_unit_test(offsets_that_count_the_prefix),
        cmocka_unit_test(names_of_all_kinds),
        cmocka_unit_test(code_page_437),
        cmocka_unit_test(empty_archives),
        cmocka_unit_test(archives_lie_over_each_other),
        cmocka_unit_test(archives_on_the_disk),
        cmocka_unit_test(folders_in_archives),
        cmocka_unit_test(paths_are_split),
        cmocka_unit_test(archives_that_shrink),
        cmocka_unit_test(not_an_archive),
        cmocka_unit_test(truncated_archives),
        cmocka_unit_test(split_archives),
        cmocka_unit_test(directories_in_the_wrong_place),
        cmocka_unit_test(directories_with_faults),
        cmocka_unit_test(counts_of_16_bits),
        cmocka_unit_test(limits_of_archives),
        cmocka_unit_test(unsafe_names_are_left_out),
        cmocka_unit_test(names_not_in_plain_form),
        cmocka_unit_test(the_last_of_equal_names_counts),
        cmocka_unit_test(encrypted_entries),
        cmocka_unit_test(entries_packed_in_other_ways),
        cmocka_unit_test(broken_entries),
        cmocka_unit_test(sizes_that_are_wrong),
        cmocka_unit_test(entries_that_unpack_to_too_much),
        cmocka_unit_test(descriptions_that_disagree),
        cmocka_unit_test(links_in_archives),
        cmocka_unit_test(archives_in_archives_stay_closed),
        cmocka_unit_test(every_rule_has_its_words),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
