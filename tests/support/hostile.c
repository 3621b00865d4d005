// SPDX-License-Identifier: MIT
#include "support/hostile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

// Far above what any small input takes, even with sanitizers on a busy machine.
#define TOO_LONG_SECONDS 10

static bool is_memory_status(maq_status status) {
    return status == MAQ_NO_MEMORY || status == MAQ_OVER_LIMIT;
}

static void check_all_targets(const maq_document *document, const maq_memory *memory) {
    const maq_format *format = maq_document_format(document);
    for (uint32_t i = 0; i < (format ? format->target_count : 1); i++) {
        maq_check_options options = {.target = format ? format->targets[i] : NULL,
                                     .memory = memory};
        maq_report *report = NULL;
        maq_status status = maq_check(document, &options, &report);
        if (status != MAQ_OK) {
            assert_true(is_memory_status(status));
            assert_null(report);
            continue;
        }
        const maq_findings *findings = maq_report_findings(report);
        size_t length;
        maq_document_source(document, &length);
        for (size_t k = 0; k < findings->count; k++) {
            const maq_finding *finding = &findings->items[k];
            assert_non_null(finding->message);
            assert_true(finding->count >= 1);
            if (finding->span.offset == MAQ_NO_OFFSET)
                continue;
            assert_true(finding->span.offset <= length);
            assert_true(finding->span.length <= length - finding->span.offset);
        }
        maq_buffer fixed;
        size_t applied;
        status = maq_fix(document, findings, memory, &fixed, &applied);
        assert_true(status == MAQ_OK || is_memory_status(status));
        maq_buffer_free(&fixed);
        maq_report_free(report);
    }
    const maq_document *set[1] = {document};
    maq_report *reports[1];
    maq_check_options options = {.memory = memory};
    if (maq_check_set(set, 1, true, &options, reports) == MAQ_OK)
        maq_report_free(reports[0]);
}

static void save(const maq_document *document, const maq_memory *memory) {
    maq_buffer buffer;
    maq_status status = maq_save_memory(document, memory, &buffer);
    assert_true(status == MAQ_OK || is_memory_status(status));
    if (status == MAQ_OK)
        assert_non_null(buffer.data);
    maq_buffer_free(&buffer);
}

static void inspect(const maq_document *document, const maq_memory *memory) {
    maq_tree *tree;
    if (maq_info(document, memory, &tree) == MAQ_OK)
        maq_tree_free(tree);
    if (maq_describe(document, memory, &tree) == MAQ_OK)
        maq_tree_free(tree);
    if (maq_diff(document, document, memory, &tree) == MAQ_OK) {
        assert_int_equal(maq_tree_root(tree)->as.children.count, 0);
        maq_tree_free(tree);
    }
}

// To all variants of the document's family.
static void convert_to_all(const maq_document *document, const maq_memory *memory) {
    const char *family = maq_document_format(document)->family;
    const maq_format *format;
    for (size_t f = 0; (format = maq_format_at(f)); f++) {
        for (uint32_t i = 0; i < format->variant_count && strcmp(format->family, family) == 0;
             i++) {
            maq_convert_options options = {.memory = memory};
            maq_document *converted = NULL;
            maq_status status =
                maq_convert(document, format->variants[i].name, &options, &converted);
            if (status == MAQ_OK)
                save(converted, memory);
            else
                assert_true(is_memory_status(status) || status == MAQ_UNSUPPORTED);
            maq_close(converted);
        }
    }
}

maq_status exercise(const void *bytes, size_t length, const char *name, const maq_memory *memory) {
    maq_open_options options = {.file_name = name, .memory = memory};
    maq_document *document = NULL;
    maq_status status = maq_open_memory(bytes, length, &options, &document);
    if (status == MAQ_OK || status == MAQ_BAD_DATA || status == MAQ_UNKNOWN_FORMAT) {
        assert_non_null(document);
        if (status != MAQ_OK)
            assert_true(maq_document_findings(document)->errors > 0);
        check_all_targets(document, memory);
        if (status == MAQ_OK) {
            save(document, memory);
            inspect(document, memory);
            convert_to_all(document, memory);
        }
    } else {
        assert_true(is_memory_status(status));
    }
    maq_close(document);
    return status;
}

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double seconds_now(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double seconds_of_work(void) {
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

bool times_have_limits(void) {
    return !getenv("MAQUETTE_LAUNCHER");
}

// On a copy of exactly this size, so that a sanitizer sees any step past its end.
static void use_timed(hostile_use use, const char *bytes, size_t length, const char *name) {
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    if (length)
        memcpy(copy, bytes, length);
    double begun = seconds_of_work();
    use(copy, length, name, NULL);
    assert_true(seconds_of_work() - begun < TOO_LONG_SECONDS || !times_have_limits());
    free(copy);
}

void use_prefixes(hostile_use use, const void *bytes, size_t length, const char *name) {
    for (size_t i = 0; i <= length; i++)
        use_timed(use, bytes, i, name);
}

void exercise_prefixes(const void *bytes, size_t length, const char *name) {
    use_prefixes(exercise, bytes, length, name);
}

void use_byte_edits(hostile_use use, const void *bytes, size_t length, const char *name) {
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    for (size_t i = 0; i < length; i++) {
        char kept = copy[i];
        const char edits[] = {0, (char)0xff, (char)(kept + 1), (char)(kept - 1),
                              (char)(kept ^ 0x80)};
        for (size_t k = 0; k < sizeof edits; k++) {
            copy[i] = edits[k];
            use_timed(use, copy, length, name);
        }
        copy[i] = kept;
    }
    free(copy);
}

void exercise_byte_edits(const void *bytes, size_t length, const char *name) {
    use_byte_edits(exercise, bytes, length, name);
}

uint64_t fail_each_request(hostile_call call, void *context) {
    for (uint64_t fail_at = 1; fail_at < 1000000; fail_at++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = fail_at;
        maq_status status = call(&counted.memory, context);
        assert_int_equal(counted.held, 0);
        assert_int_equal(counted.blocks, 0);
        if (status == MAQ_OK)
            return fail_at - 1;
        assert_int_equal(status, MAQ_NO_MEMORY);
    }
    fail_msg("the call never succeeded");
    return 0;
}

void exercise_failing_memory(const void *bytes, size_t length, const char *name) {
    // Until an opening gets through; the later calls fail at the same number, which they also pass.
    for (uint64_t fail_at = 1; fail_at < 100000; fail_at++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = fail_at;
        maq_status status = exercise(bytes, length, name, &counted.memory);
        assert_int_equal(counted.held, 0);
        assert_int_equal(counted.blocks, 0);
        if (status != MAQ_NO_MEMORY) {
            assert_true(fail_at > 1);
            // Opening is through: the longest of the other calls needs more requests than it.
            for (uint64_t further = 1; further < 2000; further += 1 + further / 50) {
                counted.memory.fail_at = fail_at + further;
                exercise(bytes, length, name, &counted.memory);
                assert_int_equal(counted.held, 0);
            }
            return;
        }
    }
    fail_msg("opening never got through");
}

char *read_whole(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    char *bytes = NULL;
    size_t used = 0, capacity = 0;
    for (;;) {
        if (used == capacity) {
            capacity = capacity ? capacity * 2 : 4096;
            bytes = realloc(bytes, capacity);
            assert_non_null(bytes);
        }
        size_t got = fread(bytes + used, 1, capacity - used, file);
        if (got == 0)
            break;
        used += got;
    }
    fclose(file);
    *length = used;
    return bytes;
}

maq_status open_file(const maq_memory *memory, void *path) {
    size_t length;
    char *bytes = read_whole(path, &length);
    maq_open_options options = {.size = sizeof options, .file_name = path, .memory = memory};
    maq_document *document;
    maq_status status = maq_open_memory(bytes, length, &options, &document);
    maq_close(document);
    free(bytes);
    return status;
}

static void *counted_allocate(void *context, size_t bytes) {
    counted_memory *counted = context;
    void *block = malloc(bytes);
    if (block) {
        counted->blocks++;
        counted->held += bytes;
        if (counted->held > counted->most)
            counted->most = counted->held;
    }
    return block;
}

static void counted_release(void *context, void *block, size_t bytes) {
    counted_memory *counted = context;
    counted->blocks--;
    counted->held -= bytes;
    free(block);
}

void count_memory(counted_memory *counted) {
    *counted = (counted_memory){.memory = {.size = sizeof(maq_memory),
                                           .allocate = counted_allocate,
                                           .release = counted_release}};
    counted->memory.context = counted;
}
