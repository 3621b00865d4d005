// SPDX-License-Identifier: MIT
//
// IQE text that is cut off, spoilt, or meant to hurt; what can be read is compiled, too.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/iqe_text.h"

// A bit of everything.
static const char model[] =
    IQE_HEADER "# remark\nvertexarray position half 3\nvertexarray custom0 byte 2 \"w x\"\n"
               "joint root\npq 0 0 0 0 0 0 -1\njoint \"arm 1\" 0\npm 0 0 1 1 0 0 0 1 0 0 0 1\n"
               "mesh a\nmaterial m\nsmoothangle 40\nsmoothgroup 2\nsmoothuv 1\n"
               "vp 0 0 0\n\tvt 0 0\n\tvb 0 .5 1 .5\n\tvc 1 0 0 1\n\tv0 1 2\n\tvs 0\n"
               "vp 0 1 0\n\tvt 0 1\n\tvb 1 1\n\tvc 1 0 0 1\n\tv0 1 2\n\tvs 1\n"
               "vp 1 1 0\n\tvt 1 1\n\tvb 0 1\n\tvc 1 0 0 1\n\tv0 1 2\n\tvs 2\n"
               "vp 1 0 0\n\tvt 1 0\n\tvb 0 1\n\tvc 1 0 0 1\n\tv0 1 2\n\tvs 3\n"
               "fm 0 1 2 3\nfs 1 0 1 0\nmesh b\nfa -1 -2 -3\nfs 1 1 1\n"
               "animation walk\nframerate 24\nloop\nframe\npq 0 0 0 0 0 0 -1\npa 0 0 1 .5 0 0\n"
               "frame\npq 1 0 0\npq 0 0 2\ncomment\nbytes\n";

static void every_prefix_is_survived(void **state) {
    (void)state;
    exercise_prefixes(model, sizeof model - 1, "model.iqe");
}

static void every_byte_edit_is_survived(void **state) {
    (void)state;
    exercise_byte_edits(model, sizeof model - 1, "model.iqe");
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    exercise_failing_memory(model, sizeof model - 1, "model.iqe");
}

// Compiles with the n-th request for memory failing, for all n up to where none does.
static void compiling_survives_failing_requests(void **state) {
    (void)state;
    maq_document *document;
    assert_int_equal(maq_open_memory(model, sizeof model - 1, NULL, &document), MAQ_OK);
    static const maq_setting reference = {"compat", "reference"};
    for (int compat = 0; compat <= 1; compat++) {
        bool done = false;
        for (uint64_t n = 1; !done; n++) {
            counted_memory counted;
            count_memory(&counted);
            counted.memory.fail_at = n;
            maq_convert_options options = {.size = sizeof options,
                                           .memory = &counted.memory,
                                           .setting_count = (uint32_t)compat,
                                           .settings = &reference};
            maq_document *out;
            maq_status status = maq_convert(document, "iqm", &options, &out);
            done = status == MAQ_OK;
            if (done)
                maq_close(out);
            else
                assert_int_equal(status, MAQ_NO_MEMORY);
            assert_int_equal(counted.blocks, 0);
            assert_true(n < 10000);
        }
    }
    maq_close(document);
}

// CPU time, which other work on the machine does not change.
// Repeats a text up to about a MiB, opens and compiles it within time and memory.
static void assert_bearable(const char *head, const char *repeated, const char *tail) {
    size_t length = 1 << 20, at = 0;
    char *text = malloc(length + 4096);
    assert_non_null(text);
    at += (size_t)snprintf(text, 2048, IQE_HEADER "%s", head);
    size_t step = strlen(repeated);
    for (; at + step < length; at += step)
        memcpy(text + at, repeated, step);
    at += (size_t)snprintf(text + at, 2048, "%s", tail);
    double begin = seconds_of_work();
    counted_memory counted;
    count_memory(&counted);
    maq_open_options options = {.size = sizeof options, .memory = &counted.memory};
    maq_document *document, *out = NULL;
    assert_int_equal(maq_open_memory(text, at, &options, &document), MAQ_OK);
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    maq_report_free(report);
    static const maq_setting reference = {"compat", "reference"};
    for (uint32_t compat = 0; compat <= 1; compat++) {
        maq_convert_options convert = {.size = sizeof convert,
                                       .memory = &counted.memory,
                                       .setting_count = compat,
                                       .settings = &reference};
        maq_status status = maq_convert(document, "iqm", &convert, &out);
        assert_true(status == MAQ_OK || status == MAQ_OVER_LIMIT);
        maq_close(out);
    }
    maq_close(document);
    double limit = 64.0 * (double)at + 16 * 1048576.0;
    if ((double)counted.most > limit)
        print_message("%s: %zu bytes\n", repeated, counted.most);
    assert_true((double)counted.most <= limit);
    if (seconds_of_work() - begin > 8)
        print_message("%s: %.1f s\n", repeated, seconds_of_work() - begin);
    assert_true(seconds_of_work() - begin < 8 || !times_have_limits()); // sanitizers included
    free(text);
}

static void floods_are_bearable(void **state) {
    (void)state;
    static const struct {
        const char *head, *repeated, *tail;
    } floods[] = {
        {"", "vp\n", ""},
        {"", "x\n", ""},
        {"", "#\n", ""},
        {"", "joint\n", ""},
        {"", "joint a 0\n", "animation x\nframe\npq\n"},
        {"joint a\n", "frame\n", ""},
        {"joint a\nanimation x\n", "frame\npq\n", ""},
        {"", "animation\n", ""},
        {"", "mesh a\nfa 0\nmesh b\nfa 0\n", ""},
        {"vp 0\nvp 1\nvp 0 1\n", "fa 0 1 2\n", ""},
        {"vp 0\nvp 1\nvp 0 1\nsmoothangle 5\n", "fa 0 1 2\n", ""},
        {"vp 0\nvp 1\nvp 0 1\nfs 0 0 0\n", "fa 0 1 2\n", ""},
        {"", "vp nan\n", "fa 0 1 2\n"},
        {"", "vp nan 1 2\nvp 0\nvp 1\nfa -1 -2 -3\n", ""},
        {"", "vb 0 1 0 1 0 1 0 1 0 1\n", ""},
        {"vp\n", "fa 0 0 0 0 0 0 0 0\n", ""},
        {"", "vertexarray a b 3\n", ""},
    };
    for (size_t i = 0; i < sizeof floods / sizeof floods[0]; i++)
        assert_bearable(floods[i].head, floods[i].repeated, floods[i].tail);
}

// Thousands of triangles round one point, in directions of all kinds and with limits of all kinds.
static void points_of_many_triangles_are_bearable(void **state) {
    (void)state;
    char *text = malloc(4 << 20);
    assert_non_null(text);
    int triangles = getenv("MAQUETTE_DEEP") ? 20000 : 5000;
    for (int kind = 0; kind < 4; kind++) {
        size_t at = 0;
        uint32_t random = 5;
        at += (size_t)snprintf(text + at, 64, "vp 0 0 0\nsmoothangle 20\n");
        for (int i = 0; i < triangles; i++) {
            int v[2][3];
            for (int k = 0; k < 6; k++) {
                random = random * 1664525u + 1013904223u;
                v[k / 3][k % 3] = (int)(random >> 16) % 1000 - 500;
            }
            at += (size_t)snprintf(text + at, 160, "vp %d %d %d\nvp %d %d %d\n", v[0][0], v[0][1],
                                   kind == 1 ? 7 : v[0][2], v[1][0], v[1][1],
                                   kind == 1 ? 7 : v[1][2]);
            if (kind == 2)
                at += (size_t)snprintf(text + at, 32, "smoothangle %d\n", i % 50);
            if (kind == 3) // one limit for each
                at += (size_t)snprintf(text + at, 32, "smoothangle %d.%03d\n", i / 1000, i % 1000);
            at += (size_t)snprintf(text + at, 32, "fa 0 -1 -2\n");
        }
        double begin = seconds_of_work();
        maq_document *out = iqe_compile(text, NULL);
        maq_close(out);
        // Far above what it takes, even unoptimised on a busy machine.
        assert_true(seconds_of_work() - begin < 20);
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_survived),
        cmocka_unit_test(every_byte_edit_is_survived),
        cmocka_unit_test(every_failing_request_is_survived),
        cmocka_unit_test(compiling_survives_failing_requests),
        cmocka_unit_test(floods_are_bearable),
        cmocka_unit_test(points_of_many_triangles_are_bearable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
