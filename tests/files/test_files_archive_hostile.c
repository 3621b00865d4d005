// SPDX-License-Identifier: MIT
//
// Archives that were cut, changed or made to harm, a machine without memory, and many threads.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "support/file_sets.h"
#include "support/hostile.h"
#include "support/zip_bytes.h"

// Of this process: other programs may keep the machine busy.
static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// ------------------------------------------------------------------------------------ any bytes at all

static maq_status use_archive(const void *bytes, size_t length, const char *name,
                              const maq_memory *memory) {
    maq_files_options options = {.size = sizeof options, .memory = memory};
    maq_files *files;
    maq_status status = maq_files_new(&options, &files);
    if (status != MAQ_OK)
        return status;
    maq_status opened = maq_files_add_archive(files, name, bytes, length);
    if (maq_files_source_at(files, 0)) {
        const maq_findings *findings = last_findings(files);
        assert_true(opened == MAQ_OK || findings->errors > 0);
        for (size_t i = 0; i < findings->count; i++)
            assert_true(findings->items[i].span.offset == MAQ_NO_OFFSET ||
                        findings->items[i].span.offset <= length ||
                        findings->items[i].rule->id[4] == '0' + 3);
    }
    status = use_all_files(files, memory);
    maq_files_free(files);
    return opened == MAQ_NO_MEMORY ? opened : status;
}

static void every_prefix(void **state) {
    (void)state;
    zip_bytes zip;
    zip_make_sample(&zip);
    use_prefixes(use_archive, zip.data, zip.length, "a.zip");
    zip_free(&zip);
}

static void every_byte_edit(void **state) {
    (void)state;
    zip_bytes zip;
    zip_make_sample(&zip);
    use_byte_edits(use_archive, zip.data, zip.length, "a.zip");
    zip_free(&zip);
}

static void every_failing_request(void **state) {
    (void)state;
    zip_bytes zip;
    zip_make_sample(&zip);
    for (uint64_t n = 1;; n++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = n;
        maq_status status = use_archive(zip.data, zip.length, "a.zip", &counted.memory);
        assert_int_equal(counted.held, 0);
        assert_int_equal(counted.blocks, 0);
        if (status != MAQ_NO_MEMORY) {
            assert_int_equal(status, MAQ_OK);
            assert_true(n > 10);
            break;
        }
    }
    zip_free(&zip);
}

static void every_limit(void **state) {
    (void)state;
    zip_bytes zip;
    zip_make_sample(&zip);
    for (uint64_t limit = 128; limit < (uint64_t)4 << 20; limit = limit * 5 / 4) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.byte_limit = limit;
        maq_status status = use_archive(zip.data, zip.length, "a.zip", &counted.memory);
        assert_true(status == MAQ_OK || status == MAQ_OVER_LIMIT || status == MAQ_NO_MEMORY);
        assert_int_equal(counted.held, 0);
    }
    zip_free(&zip);
}

// ----------------------------------------------------------------------------------- made to harm

// Opens with counted memory, and expects these findings and at most so many bytes at any time.
static void expect_refused(const zip_bytes *zip, const char *ids, size_t most) {
    counted_memory counted;
    count_memory(&counted);
    maq_files_options options = {.size = sizeof options, .memory = &counted.memory};
    maq_files *files;
    assert_int_equal(maq_files_new(&options, &files), MAQ_OK);
    assert_int_equal(maq_files_add_archive(files, "bomb.zip", zip->data, zip->length),
                     MAQ_OVER_LIMIT);
    expect_rules(last_findings(files), ids);
    maq_files_free(files);
    assert_true(counted.most <= most);
    assert_int_equal(counted.held, 0);
}

static void a_bomb_of_one_entry(void **state) {
    (void)state;
    enum { LENGTH = 64 << 20 };
    char *zeros = calloc(1, LENGTH);
    assert_non_null(zeros);
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add(&zip, &(zip_entry){.name = "z", .bytes = zeros, .length = LENGTH, .deflate = true});
    zip_finish(&zip, NULL);
    assert_true(zip.length < 100000);
    expect_refused(&zip, "FIL-0206", 2 << 20);
    // The message says what the limit is in proportion to.
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_archive(files, "bomb.zip", zip.data, zip.length),
                     MAQ_OVER_LIMIT);
    assert_non_null(strstr(last_findings(files)->items[0].message,
                           "the limit is 16 MiB and 64 for each packed byte;"));
    maq_files_free(files);
    zip_free(&zip);
    free(zeros);
}

// Ten thousand entries that share their data, each harmless by itself.
static void a_bomb_of_shared_data(void **state) {
    (void)state;
    enum { LENGTH = 8 << 20 };
    char *zeros = calloc(1, LENGTH);
    assert_non_null(zeros);
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add(&zip, &(zip_entry){.name = "0000", .bytes = zeros, .length = LENGTH, .deflate = true});
    for (int i = 1; i < 10000; i++) {
        char name[12];
        snprintf(name, sizeof name, "%04d", i);
        zip_add_again(&zip, name);
    }
    zip_finish(&zip, NULL);
    assert_true(zip.length < 1000000);
    expect_refused(&zip, "FIL-0206", 4 << 20);
    zip_free(&zip);
    free(zeros);
}

// The sizes say little, the data become much: reading stops at what was said.
static void a_bomb_that_lies(void **state) {
    (void)state;
    enum { LENGTH = 64 << 20 };
    char *zeros = calloc(1, LENGTH);
    assert_non_null(zeros);
    zip_bytes zip;
    zip_begin(&zip, 0);
    int64_t lie = 1000 - (int64_t)LENGTH;
    zip_add(&zip, &(zip_entry){.name = "z",
                               .bytes = zeros,
                               .length = LENGTH,
                               .deflate = true,
                               .size_lie = lie,
                               .local_size_lie = lie});
    zip_finish(&zip, NULL);
    counted_memory counted;
    count_memory(&counted);
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_archive(files, "bomb.zip", zip.data, zip.length), MAQ_OK);
    maq_file *file;
    assert_int_equal(maq_files_read(files, "z", &counted.memory, &file), MAQ_BAD_DATA);
    expect_rules(file->findings, "FIL-0307");
    maq_file_free(file);
    maq_files_free(files);
    assert_true(counted.most < 300000);
    zip_free(&zip);
    free(zeros);
}

// Ends of directories wherever one may be: each is tried, and that must not take long.
static void ends_without_end(void **state) {
    (void)state;
    static char bytes[100000];
    for (size_t i = 0; i + 4 <= sizeof bytes; i += 4)
        memcpy(bytes + i, "PK\5\6", 4);
    double begun = seconds();
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_archive(files, "a.zip", bytes, sizeof bytes), MAQ_UNSUPPORTED);
    maq_files_free(files);
    assert_true(seconds() - begun < 5);
}

static void long_names(void **state) {
    (void)state;
    char *name = malloc(65535);
    assert_non_null(name);
    for (size_t i = 0; i < 65535; i++)
        name[i] = i % 2 ? '/' : 'a';
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add(&zip, &(zip_entry){.name = name, .name_length = 65535, .bytes = "x", .length = 1});
    memset(name, 0x81, 65535); // three times as long in UTF-8, at most
    zip_add(&zip, &(zip_entry){.name = name, .name_length = 65535, .bytes = "y", .length = 1});
    zip_finish(&zip, NULL);
    maq_files *files = new_files();
    assert_int_equal(maq_files_add_archive(files, "a.zip", zip.data, zip.length), MAQ_OK);
    maq_file_list *list;
    assert_int_equal(maq_files_walk(files, "a/a/a", NULL, &list), MAQ_OK);
    assert_int_equal(list->count, 1);
    maq_file *file;
    assert_int_equal(maq_files_read(files, list->items[0].name, NULL, &file), MAQ_OK);
    maq_file_free(file);
    maq_file_list_free(list);
    assert_int_equal(maq_files_walk(files, "", NULL, &list), MAQ_OK);
    assert_int_equal(list->count, 2);
    assert_int_equal(strlen(list->items[1].name), 65535 * 2);
    maq_file_list_free(list);
    maq_files_free(files);
    zip_free(&zip);
    free(name);
}

// ------------------------------------------------------------------------------------ very many entries

// Far above what is needed, even with sanitizers.
#define TOO_LONG_SECONDS 60

static size_t many(void) {
    return getenv("MAQUETTE_LAUNCHER") ? 50000 : 1000000; // under valgrind all is slow
}

typedef void (*name_entry)(size_t index, char name[32]);

static void shuffled_names(size_t index, char name[32]) {
    snprintf(name, 32, "d%03u/%08x.png", (unsigned)(index % 1000), (unsigned)(index * 2654435761u));
}

static void equal_names(size_t index, char name[32]) {
    (void)index;
    snprintf(name, 32, "always/the/same.png");
}

// 2^20 ways to write the same twenty letters.
static void capital_names(size_t index, char name[32]) {
    for (size_t i = 0; i < 20; i++)
        name[i] = (char)((index >> i & 1 ? 'A' : 'a') + i);
    name[20] = '\0';
}

static void use_many(name_entry name_of, size_t expected, const char *folder) {
    zip_bytes zip;
    char name[32];
    size_t count = many();
    zip_begin(&zip, 0);
    for (size_t i = 0; i < count; i++) {
        name_of(i, name);
        zip_add_text(&zip, name, "");
    }
    zip_finish(&zip, &(zip_end){.is_64 = true});

    counted_memory counted;
    count_memory(&counted);
    maq_files_options options = {.size = sizeof options, .memory = &counted.memory};
    double begun = seconds();
    maq_files *files;
    assert_int_equal(maq_files_new(&options, &files), MAQ_OK);
    assert_int_equal(maq_files_add_archive(files, "many.zip", zip.data, zip.length), MAQ_OK);
    double opened = seconds();
    size_t most_to_open = counted.most;
    maq_file_list *list;
    assert_int_equal(maq_files_walk(files, folder, NULL, &list), MAQ_OK);
    assert_int_equal(list->count, expected);
    maq_file_list_free(list);
    for (size_t i = 0; i < 10000; i++) {
        maq_file *file;
        name_of(i * (count / 10000), name);
        assert_int_equal(maq_files_read(files, name, NULL, &file), MAQ_OK);
        assert_string_equal(file->name, name);
        maq_file_free(file);
    }
    const maq_findings *findings = maq_files_source_at(files, 0)->findings;
    assert_true(findings->count <= 1000);
    assert_int_equal(findings->warnings, name_of == equal_names ? count - 1 : 0);
    maq_files_free(files);
    print_message("%zu entries, %zu bytes: open in %.3f s and %.1f MB, all in %.3f s\n", count,
                  zip.length, opened - begun, (double)most_to_open * 1e-6, seconds() - begun);
    assert_true(seconds() - begun < TOO_LONG_SECONDS);
    assert_true(most_to_open < 2 * zip.length + ((size_t)1 << 20));
    zip_free(&zip);
}

static void very_many_entries(void **state) {
    (void)state;
    use_many(shuffled_names, many(), "");
}

static void very_many_equal_names(void **state) {
    (void)state;
    use_many(equal_names, 1, "always");
}

static void very_many_capitals(void **state) {
    (void)state;
    use_many(capital_names, many(), "");
}

// More entries than the limit: nothing of them is read.
static void too_many_entries(void **state) {
    (void)state;
    zip_bytes zip;
    zip_begin(&zip, 0);
    zip_add_text(&zip, "0000000", "");
    for (int i = 1; i < (1 << 20) + 1; i++) {
        char name[12];
        snprintf(name, sizeof name, "%07d", i);
        zip_add_again(&zip, name);
    }
    zip_finish(&zip, &(zip_end){.is_64 = true});
    expect_refused(&zip, "FIL-0205", 1 << 20);
    zip_free(&zip);
}

// -------------------------------------------------------------------------------------------- threads

enum { READS = 3000, SIZE = 200000 };

static unsigned char byte_of(size_t entry, size_t index) {
    return (unsigned char)(index * index >> (8 + entry % 4));
}

static void read_one(void *context, size_t index) {
    size_t entry = index % 16;
    char name[32];
    snprintf(name, sizeof name, index % 3 ? "e%02zu" : "E%02zu", entry);
    maq_file *file;
    if (maq_files_read(context, name, NULL, &file) != MAQ_OK || file->length != SIZE ||
        file->other_capitals != (index % 3 == 0))
        abort();
    const unsigned char *bytes = file->bytes;
    for (size_t i = 0; i < SIZE; i += 1 + i % 7) {
        if (bytes[i] != byte_of(entry, i))
            abort();
    }
    maq_file_free(file);
    maq_file_list *list;
    if (index % 64 == 0) {
        if (maq_files_walk(context, "", NULL, &list) != MAQ_OK || list->count != 16)
            abort();
        maq_file_list_free(list);
    }
}

static void threads_share_an_archive(void **state) {
    (void)state;
    static unsigned char bytes[SIZE];
    zip_bytes zip;
    zip_begin(&zip, 0);
    for (size_t entry = 0; entry < 16; entry++) {
        char name[32];
        snprintf(name, sizeof name, "e%02zu", entry);
        for (size_t i = 0; i < SIZE; i++)
            bytes[i] = byte_of(entry, i);
        zip_add(&zip,
                &(zip_entry){.name = name, .bytes = bytes, .length = SIZE, .deflate = entry % 2});
    }
    zip_finish(&zip, NULL);
    char path[] = "/tmp/maquette-threads-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, zip.data, zip.length), zip.length);
    close(descriptor);

    maq_files *files = new_files();
    assert_int_equal(maq_files_add_path(files, path), MAQ_OK);
    mq_parallel(READS, 8, read_one, NULL, files);
    maq_files_free(files);
    files = new_files();
    assert_int_equal(maq_files_add_archive(files, "a.zip", zip.data, zip.length), MAQ_OK);
    mq_parallel(READS, 8, read_one, NULL, files);
    maq_files_free(files);
    unlink(path);
    zip_free(&zip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix),
        cmocka_unit_test(every_byte_edit),
        cmocka_unit_test(every_failing_request),
        cmocka_unit_test(every_limit),
        cmocka_unit_test(a_bomb_of_one_entry),
        cmocka_unit_test(a_bomb_of_shared_data),
        cmocka_unit_test(a_bomb_that_lies),
        cmocka_unit_test(ends_without_end),
        cmocka_unit_test(long_names),
        cmocka_unit_test(very_many_entries),
        cmocka_unit_test(very_many_equal_names),
        cmocka_unit_test(very_many_capitals),
        cmocka_unit_test(too_many_entries),
        cmocka_unit_test(threads_share_an_archive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
