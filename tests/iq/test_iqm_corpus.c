// SPDX-License-Identifier: MIT
//
// All real IQM files at hand ($MAQUETTE_CORPUS/iqm, and what the reference compiler made in
// $MAQUETTE_CORPUS/iqe). Skipped when there are none.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/iqm.h"
#include "support/corpus.h"
#include "support/hostile.h"

static maq_document *open_path(const char *path) {
    maq_document *document;
    if (maq_open_file(path, NULL, &document) != MAQ_OK)
        fail_msg("%s cannot be read", path);
    assert_non_null(maq_document_iqm(document));
    return document;
}

static maq_document *convert(const maq_document *document, const char *to) {
    maq_document *result;
    assert_int_equal(maq_convert(document, to, NULL, &result), MAQ_OK);
    return result;
}

// ------------------------------------------------------------------------------------ the same bytes

static void rewrite(const char *path, void *context) {
    (void)context;
    maq_document *document = open_path(path);
    maq_document *copy = convert(document, "iqm");
    const maq_document *both[2] = {document, copy};
    size_t length;
    const void *source = maq_document_source(document, &length);
    for (int i = 0; i < 2; i++) {
        maq_buffer buffer;
        assert_int_equal(maq_save_memory(both[i], NULL, &buffer), MAQ_OK);
        if (buffer.length != length || memcmp(buffer.data, source, length) != 0)
            fail_msg("%s is not written as it was", path);
        maq_buffer_free(&buffer);
    }
    maq_close(copy);
    maq_close(document);
}

static void real_files_are_written_byte_for_byte(void **state) {
    (void)state;
    walk_corpus("iqm", ".iqm", rewrite, NULL);
}

static void files_of_the_reference_compiler_are_written_byte_for_byte(void **state) {
    (void)state;
    walk_corpus("iqe", ".iqm", rewrite, NULL);
}

// --------------------------------------------------------------------------------------- no error

static void check_clean(const char *path, void *context) {
    uint64_t *warnings = context;
    maq_document *document = open_path(path);
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    if (maq_report_findings(report)->errors > 0)
        fail_msg("%s: %s", path, maq_report_findings(report)->items[0].message);
    const maq_findings *findings = maq_report_findings(report);
    for (size_t i = 0; i < findings->count; i++)
        *warnings += findings->items[i].severity == MAQ_WARNING &&
                     strncmp(findings->items[i].rule->id, "IMG-", 4) != 0;
    maq_report_free(report);
    maq_close(document);
}

// One model has tangents that are not finite; there are no other faults. The images of some models are not
// beside them.
static void real_files_have_no_errors(void **state) {
    (void)state;
    uint64_t warnings = 0;
    walk_corpus("iqm", ".iqm", check_clean, &warnings);
    assert_int_equal(warnings, 1);
}

// ---------------------------------------------------------------------------------- version 1 and back

typedef struct tally {
    uint64_t values, within, listed;
} tally;

// Which poses a loss list names.
static bool is_listed(const maq_document *document, uint32_t pose) {
    const maq_findings *findings = maq_document_findings(document);
    char start[32];
    snprintf(start, sizeof start, "pose %u:", pose);
    for (size_t i = 0; i < findings->count; i++) {
        if (strncmp(findings->items[i].message, start, strlen(start)) == 0)
            return true;
    }
    return false;
}

static void there_and_back(const char *path, void *context) {
    tally *t = context;
    maq_document *two = open_path(path);
    maq_document *one = convert(two, "iqm1"), *back = convert(one, "iqm");
    const maq_iqm *a = maq_document_iqm(two), *b = maq_document_iqm(back);
    assert_int_equal(maq_document_findings(back)->count, 0);
    assert_int_equal(a->frame_count, b->frame_count);
    float(*x)[MAQ_IQM_CHANNELS] = calloc(a->pose_count + 1, sizeof *x);
    float(*y)[MAQ_IQM_CHANNELS] = calloc(a->pose_count + 1, sizeof *y);
    assert_true(x && y);
    bool *listed = calloc(a->pose_count + 1, sizeof *listed);
    assert_non_null(listed);
    for (uint32_t i = 0; i < a->pose_count; i++)
        listed[i] = is_listed(one, i);
    for (uint32_t frame = 0; frame < a->frame_count; frame++) {
        assert_true(maq_iqm_frame(a, frame, x) && maq_iqm_frame(b, frame, y));
        for (uint32_t i = 0; i < a->pose_count; i++) {
            for (int k = 0; k < MAQ_IQM_CHANNELS; k++) {
                float step = a->poses[i].channel_scale[k];
                // w is rounded once more on the way back, to steps of its own.
                float allowed = (step > 1.0f / 65535 ? step : 1.0f / 65535) +
                                (k == 6 ? b->poses[i].channel_scale[k] / 2 : 0);
                bool within = fabsf(x[i][k] - y[i][k]) <= allowed;
                t->values++;
                t->within += within;
                t->listed += !within && listed[i];
                if (!within && !listed[i])
                    fail_msg("%s: frame %u pose %u channel %d: %g becomes %g in silence", path,
                             frame, i, k, (double)x[i][k], (double)y[i][k]);
            }
        }
    }
    free(listed);
    free(x);
    free(y);
    maq_close(two);
    maq_close(one);
    maq_close(back);
}

static void version_1_keeps_poses_or_lists_them(void **state) {
    (void)state;
    tally t = {0};
    walk_corpus("iqm", ".iqm", there_and_back, &t);
    walk_corpus("iqe", ".iqm", there_and_back, &t);
    print_message("%llu values, %llu within a step, %llu more than that and listed\n",
                  (unsigned long long)t.values, (unsigned long long)t.within,
                  (unsigned long long)t.listed);
    assert_int_equal(t.within + t.listed, t.values);
}

// ------------------------------------------------------------------- what went wrong in other loaders

static const maq_iqm_joint *joint_named(const maq_iqm *iqm, const char *name) {
    for (uint32_t i = 0; i < iqm->joint_count; i++) {
        if (strcmp(maq_iqm_text(iqm, iqm->joints[i].name), name) == 0)
            return &iqm->joints[i];
    }
    return NULL;
}

// Parents, names of animations and materials, and what a model takes in memory: all of these were
// wrong in a loader that is much used.
static void look_at_guy(const char *path, void *context) {
    (void)context;
    counted_memory counted;
    count_memory(&counted);
    size_t length;
    char *bytes = read_whole(path, &length);
    maq_open_options options = {.size = sizeof options, .memory = &counted.memory};
    maq_document *document;
    assert_int_equal(maq_open_memory(bytes, length, &options, &document), MAQ_OK);
    free(bytes);
    assert_true(counted.most < 3 * length + 65536);
    const maq_iqm *iqm = maq_document_iqm(document);
    assert_int_equal(iqm->anim_count, 2);
    assert_string_equal(maq_iqm_text(iqm, iqm->anims[0].name), "jump");
    assert_string_equal(maq_iqm_text(iqm, iqm->anims[1].name), "dance");
    for (uint32_t i = 0; i < iqm->pose_count; i++)
        assert_true(iqm->poses[i].parent < (int32_t)i);
    if (iqm->joint_count > 0) {
        assert_int_equal(iqm->joint_count, 14);
        assert_int_equal(joint_named(iqm, "root")->parent, -1);
        const maq_iqm_joint *hand = joint_named(iqm, "arm_L.001");
        assert_string_equal(maq_iqm_text(iqm, iqm->joints[hand->parent].name), "arm_L");
        assert_string_equal(maq_iqm_text(iqm, iqm->meshes[0].material), "Materialcube");
        assert_int_equal(iqm->meshes[0].triangle_count, 120);
    }
    maq_close(document);
    assert_int_equal(counted.held, 0);
}

static void parents_names_and_memory_are_right(void **state) {
    (void)state;
    walk_corpus("iqm/raylib", ".iqm", look_at_guy, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_files_are_written_byte_for_byte),
        cmocka_unit_test(files_of_the_reference_compiler_are_written_byte_for_byte),
        cmocka_unit_test(real_files_have_no_errors),
        cmocka_unit_test(version_1_keeps_poses_or_lists_them),
        cmocka_unit_test(parents_names_and_memory_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
