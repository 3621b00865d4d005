// SPDX-License-Identifier: MIT
//
// IQM files that are cut off, spoilt, or meant to hurt.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/iqm_model.h"

static void for_both_versions(void (*try_out)(const void *, size_t, const char *)) {
    static iqm_model model;
    for (uint32_t version = 1; version <= 2; version++) {
        iqm_model_make(&model, version);
        maq_buffer file = iqm_model_save(&model);
        try_out(file.data, file.length, "model.iqm");
        maq_buffer_free(&file);
    }
}

static void every_prefix_is_survived(void **state) {
    (void)state;
    for_both_versions(exercise_prefixes);
}

static void every_byte_edit_is_survived(void **state) {
    (void)state;
    for_both_versions(exercise_byte_edits);
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    for_both_versions(exercise_failing_memory);
}

// One of the calls that take a document, with memory of the caller's.
typedef maq_status (*asking)(const maq_document *document, const iqm_model *model,
                             const maq_memory *memory);

static maq_status ask_copy(const maq_document *document, const iqm_model *model,
                           const maq_memory *memory) {
    (void)document;
    maq_document *made;
    maq_status status = maq_document_from_iqm(&model->iqm, memory, &made);
    maq_close(made);
    return status;
}

static maq_status ask_other_version(const maq_document *document, const iqm_model *model,
                                    const maq_memory *memory) {
    maq_convert_options options = {.size = sizeof options, .memory = memory};
    maq_document *made;
    maq_status status =
        maq_convert(document, model->iqm.version == 1 ? "iqm" : "iqm1", &options, &made);
    maq_close(made);
    return status;
}

static maq_status ask_check(const maq_document *document, const iqm_model *model,
                            const maq_memory *memory) {
    (void)model;
    maq_check_options options = {.size = sizeof options, .memory = memory};
    maq_report *report;
    maq_status status = maq_check(document, &options, &report);
    maq_report_free(report);
    return status;
}

static maq_status ask_description(const maq_document *document, const iqm_model *model,
                                  const maq_memory *memory) {
    (void)model;
    maq_tree *tree;
    maq_status status = maq_describe(document, memory, &tree);
    maq_tree_free(status == MAQ_OK ? tree : NULL);
    return status;
}

static void every_call_survives_failing_memory(void **state) {
    (void)state;
    static const asking calls[] = {ask_copy, ask_other_version, ask_check, ask_description};
    static iqm_model model;
    for (uint32_t version = 1; version <= 2; version++) {
        iqm_model_make(&model, version);
        maq_document *document;
        assert_int_equal(maq_document_from_iqm(&model.iqm, NULL, &document), MAQ_OK);
        for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
            maq_status status = MAQ_NO_MEMORY;
            for (uint64_t fail_at = 1; status != MAQ_OK; fail_at++) {
                counted_memory counted;
                count_memory(&counted);
                counted.memory.fail_at = fail_at;
                status = calls[i](document, &model, &counted.memory);
                assert_true(status == MAQ_OK || status == MAQ_NO_MEMORY);
                assert_int_equal(counted.held, 0);
            }
        }
        maq_close(document);
    }
}

// The header of a file of version 2 that has nothing yet.
static void start_file(unsigned char *bytes, uint32_t length) {
    memcpy(bytes, mq_iqm_magic, IQM_MAGIC_SIZE);
    put_field(bytes, IQM_F_VERSION, 2);
    put_field(bytes, IQM_F_FILESIZE, length);
}

// Sections that all lie on top of each other, as many as a small file can announce.
static void sections_that_share_bytes_stay_small(void **state) {
    (void)state;
    enum { LENGTH = 1 << 20 };
    unsigned char *bytes = calloc(1, LENGTH);
    assert_non_null(bytes);
    for (uint32_t i = 0; i < IQM_FIELD_COUNT; i++)
        put_u32(bytes, IQM_MAGIC_SIZE + 4 * i, 128);
    start_file(bytes, LENGTH);
    static const struct {
        iqm_field count;
        uint32_t size;
    } sections[] = {
        {IQM_F_NUM_TEXT, 1},          {IQM_F_NUM_MESHES, IQM_MESH_SIZE},
        {IQM_F_NUM_VERTEXARRAYS, 20}, {IQM_F_NUM_TRIANGLES, 12},
        {IQM_F_NUM_JOINTS, 48},       {IQM_F_NUM_POSES, 88},
        {IQM_F_NUM_ANIMS, 20},        {IQM_F_NUM_FRAMES, 32},
        {IQM_F_NUM_COMMENT, 1},       {IQM_F_NUM_EXTENSIONS, 16},
    };
    // Each in turn as large as can be, with all the others behind it.
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        for (size_t k = 0; k < sizeof sections / sizeof sections[0]; k++)
            put_field(bytes, sections[k].count, k < i ? 1 : (LENGTH - 128) / sections[k].size);
        put_field(bytes, IQM_F_NUM_FRAMECHANNELS, 1);
        put_field(bytes, IQM_F_NUM_VERTEXES, 4000);
        counted_memory counted;
        count_memory(&counted);
        exercise(bytes, LENGTH, "shared.iqm", &counted.memory);
        assert_int_equal(counted.held, 0);
        assert_true(counted.most <= 64u * LENGTH + (16u << 20));
    }
    free(bytes);
}

// Twenty thousand animations with one long name.
static void names_that_are_one_long_text_take_no_time(void **state) {
    (void)state;
    enum { TEXT = 200000, ANIMS = 20000, LENGTH = 128 + TEXT + ANIMS * 20 };
    unsigned char *bytes = calloc(1, LENGTH);
    assert_non_null(bytes);
    start_file(bytes, LENGTH);
    put_field(bytes, IQM_F_NUM_TEXT, TEXT);
    put_field(bytes, IQM_F_OFS_TEXT, 128);
    put_field(bytes, IQM_F_NUM_ANIMS, ANIMS);
    put_field(bytes, IQM_F_OFS_ANIMS, 128 + TEXT);
    memset(bytes + 128, 'a', TEXT - 1);
    for (uint32_t i = 0; i < ANIMS; i++)
        put_u32(bytes, 128 + TEXT + i * 20, i & 7);
    counted_memory counted;
    count_memory(&counted);
    exercise(bytes, LENGTH, "names.iqm", &counted.memory);
    assert_true(counted.most <= 64u * LENGTH + (16u << 20));
    free(bytes);
}

// Frames that move nothing cost no bytes, so a file can have any number of them.
static void frames_without_numbers_cost_nothing(void **state) {
    (void)state;
    enum { POSES = 1000, LENGTH = 124 + POSES * 88 };
    unsigned char *bytes = calloc(1, LENGTH);
    assert_non_null(bytes);
    start_file(bytes, LENGTH);
    put_field(bytes, IQM_F_NUM_POSES, POSES);
    put_field(bytes, IQM_F_OFS_POSES, 124);
    put_field(bytes, IQM_F_NUM_FRAMES, 0xffffffff);
    // Masks that claim what the frames do not have.
    for (uint32_t i = 0; i < POSES; i++)
        put_u32(bytes, 124 + i * 88 + 4, 0x3ff);
    assert_int_equal(exercise(bytes, LENGTH, "frames.iqm", NULL), MAQ_OK);
    free(bytes);
}

// An extension that is its own successor.
static void a_ring_of_extensions_ends(void **state) {
    (void)state;
    unsigned char bytes[140] = {0};
    start_file(bytes, sizeof bytes);
    put_field(bytes, IQM_F_NUM_EXTENSIONS, 0xffffffff);
    put_field(bytes, IQM_F_OFS_EXTENSIONS, 124);
    put_u32(bytes, 124 + 12, 124);
    assert_int_equal(exercise(bytes, sizeof bytes, "ring.iqm", NULL), MAQ_OK);
}

static unsigned count_rule(const unsigned char *bytes, size_t length, const char *id) {
    maq_document *document;
    maq_open_options options = {.size = sizeof options, .format = "iqm"};
    maq_open_memory(bytes, length, &options, &document);
    const maq_findings *findings = maq_document_findings(document);
    unsigned count = 0;
    for (size_t i = 0; i < findings->count; i++)
        count += strcmp(findings->items[i].rule->id, id) == 0;
    maq_close(document);
    return count;
}

static void a_list_of_extensions_has_its_length(void **state) {
    (void)state;
    unsigned char bytes[156] = {0};
    start_file(bytes, sizeof bytes);
    put_field(bytes, IQM_F_NUM_EXTENSIONS, 1);
    put_field(bytes, IQM_F_OFS_EXTENSIONS, 124);
    assert_int_equal(count_rule(bytes, sizeof bytes, "IQM-0602"), 0);
    put_u32(bytes, 124 + 12, 140); // a second one, which is not announced
    assert_int_equal(count_rule(bytes, sizeof bytes, "IQM-0602"), 1);
    put_field(bytes, IQM_F_NUM_EXTENSIONS, 2);
    assert_int_equal(count_rule(bytes, sizeof bytes, "IQM-0602"), 0);
    put_field(bytes, IQM_F_NUM_EXTENSIONS, 3);
    assert_int_equal(count_rule(bytes, sizeof bytes, "IQM-0602"), 1);
}

// The beginning of a header is a damaged file; anything else is another file.
static void a_cut_magic_is_a_short_header(void **state) {
    (void)state;
    static const unsigned char cut[] = "INTERQ", other[] = "INTERN";
    assert_int_equal(count_rule(cut, 6, "IQM-0004"), 1);
    assert_int_equal(count_rule(other, 6, "IQM-0004"), 0);
}

// Vertices and sizes whose product wraps in 32 bits.
static void products_do_not_wrap(void **state) {
    (void)state;
    unsigned char bytes[164] = {0};
    start_file(bytes, sizeof bytes);
    put_field(bytes, IQM_F_NUM_VERTEXARRAYS, 1);
    put_field(bytes, IQM_F_OFS_VERTEXARRAYS, 124);
    put_field(bytes, IQM_F_NUM_VERTEXES, 0x40000001);
    put_u32(bytes, 124 + 8, MAQ_IQM_FLOAT);
    put_u32(bytes, 124 + 12, 4);
    put_u32(bytes, 124 + 16, 144);
    maq_document *document;
    assert_int_equal(maq_open_memory(bytes, sizeof bytes, NULL, &document), MAQ_OK);
    assert_int_equal(maq_document_iqm(document)->array_count, 0);
    assert_string_equal(maq_document_findings(document)->items[0].rule->id, "IQM-0010");
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_survived),
        cmocka_unit_test(every_byte_edit_is_survived),
        cmocka_unit_test(every_failing_request_is_survived),
        cmocka_unit_test(every_call_survives_failing_memory),
        cmocka_unit_test(sections_that_share_bytes_stay_small),
        cmocka_unit_test(names_that_are_one_long_text_take_no_time),
        cmocka_unit_test(frames_without_numbers_cost_nothing),
        cmocka_unit_test(a_ring_of_extensions_ends),
        cmocka_unit_test(a_list_of_extensions_has_its_length),
        cmocka_unit_test(a_cut_magic_is_a_short_header),
        cmocka_unit_test(products_do_not_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
