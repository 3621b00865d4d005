// SPDX-License-Identifier: MIT
//
// Writing IQM again, going from one version to the other and back, and the numbers in between.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/iqm_model.h"

static iqm_model model;

static maq_document *from_model(void) {
    maq_document *document;
    assert_int_equal(maq_document_from_iqm(&model.iqm, NULL, &document), MAQ_OK);
    return document;
}

static maq_document *open_buffer(const maq_buffer *buffer) {
    maq_document *document;
    assert_int_equal(maq_open_memory(buffer->data, buffer->length, NULL, &document), MAQ_OK);
    return document;
}

static maq_document *convert(const maq_document *document, const char *to) {
    maq_document *result;
    assert_int_equal(maq_convert(document, to, NULL, &result), MAQ_OK);
    return result;
}

static void assert_same(const maq_document *a, const maq_document *b) {
    maq_tree *x, *y;
    assert_int_equal(maq_describe(a, NULL, &x), MAQ_OK);
    assert_int_equal(maq_describe(b, NULL, &y), MAQ_OK);
    assert_true(maq_value_equal(maq_tree_root(x), maq_tree_root(y)));
    maq_tree_free(x);
    maq_tree_free(y);
}

static bool has_loss(const maq_document *document, const char *id) {
    const maq_findings *findings = maq_document_findings(document);
    for (size_t i = 0; i < findings->count; i++) {
        assert_int_equal(findings->items[i].severity, MAQ_LOSS);
        if (strcmp(findings->items[i].rule->id, id) == 0)
            return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------ writing

static void writing_keeps_every_value(void **state) {
    (void)state;
    for (uint32_t version = 1; version <= 2; version++) {
        iqm_model_make(&model, version);
        maq_document *made = from_model();
        maq_buffer first, second;
        assert_int_equal(maq_save_memory(made, NULL, &first), MAQ_OK);
        maq_document *again = open_buffer(&first);
        assert_int_equal(maq_document_iqm(again)->version, version);
        assert_string_equal(maq_document_variant(again)->name, version == 1 ? "iqm1" : "iqm");
        assert_same(made, again);
        assert_int_equal(maq_save_memory(again, NULL, &second), MAQ_OK);
        assert_int_equal(first.length, second.length);
        assert_memory_equal(first.data, second.data, first.length);
        maq_buffer_free(&first);
        maq_buffer_free(&second);
        maq_close(again);
        maq_close(made);
    }
}

// The files that the fuzz targets begin with are those of the model.
static void sample_files_are_those_of_the_model(void **state) {
    (void)state;
    static const char *const paths[] = {"tests/data/iqm/valid-1.iqm", "tests/data/iqm/valid-2.iqm"};
    for (uint32_t version = 1; version <= 2; version++) {
        iqm_model_make(&model, version);
        maq_buffer file = iqm_model_save(&model);
        size_t length;
        char *sample = read_whole(paths[version - 1], &length);
        assert_int_equal(length, file.length);
        assert_memory_equal(sample, file.data, length);
        free(sample);
        maq_buffer_free(&file);
    }
}

// Sections of a file in any order and at odd offsets are written in the usual order, unchanged.
static void other_layouts_say_the_same(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    maq_buffer file = iqm_model_save(&model);
    uint32_t joints = get_field(file.data, IQM_F_OFS_JOINTS);
    uint32_t size = MODEL_JOINTS * IQM_JOINT_SIZE;
    size_t length = file.length + 1 + size;
    char *odd = calloc(1, length);
    assert_non_null(odd);
    memcpy(odd, file.data, file.length);
    memcpy(odd + file.length + 1, file.data + joints, size);
    put_field(odd, IQM_F_OFS_JOINTS, (uint32_t)file.length + 1);
    put_field(odd, IQM_F_FILESIZE, (uint32_t)length);
    maq_document *a = open_buffer(&file), *b;
    assert_int_equal(maq_open_memory(odd, length, NULL, &b), MAQ_OK);
    assert_same(a, b);
    maq_buffer again;
    assert_int_equal(maq_save_memory(b, NULL, &again), MAQ_OK);
    assert_int_equal(again.length, file.length);
    assert_memory_equal(again.data, file.data, file.length);
    maq_buffer_free(&again);
    free(odd);
    maq_buffer_free(&file);
    maq_close(a);
    maq_close(b);
}

static void refuse_model(void) {
    maq_document *document;
    assert_int_equal(maq_document_from_iqm(&model.iqm, NULL, &document), MAQ_BAD_ARGUMENT);
    assert_null(document);
    iqm_model_make(&model, 2);
}

static void faulty_structs_are_refused(void **state) {
    (void)state;
    // What has a count must be there.
    static const size_t pointers[] = {
        offsetof(maq_iqm, text),   offsetof(maq_iqm, meshes),    offsetof(maq_iqm, arrays),
        offsetof(maq_iqm, joints), offsetof(maq_iqm, poses),     offsetof(maq_iqm, anims),
        offsetof(maq_iqm, bounds), offsetof(maq_iqm, comment),   offsetof(maq_iqm, extensions),
        offsetof(maq_iqm, frames), offsetof(maq_iqm, triangles),
    };
    iqm_model_make(&model, 2);
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        void *nothing = NULL;
        memcpy((char *)&model.iqm + pointers[i], &nothing, sizeof nothing);
        refuse_model();
    }
    model.iqm.version = 3;
    refuse_model();
    model.arrays[1].format = 9;
    refuse_model();
    model.arrays[1].size = 5;
    refuse_model();
    model.arrays[1].data = NULL;
    refuse_model();
    model.extensions[0].data = NULL;
    refuse_model();
    model.iqm.bounds_count = MODEL_FRAMES + 1;
    refuse_model();
    model.text[MODEL_TEXT - 1] = 'x';
    refuse_model();
    maq_document *document;
    assert_int_equal(maq_document_from_iqm(NULL, NULL, &document), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_document_from_iqm(&model.iqm, NULL, NULL), MAQ_BAD_ARGUMENT);
}

// ---------------------------------------------------------------------------------------- versions

static void same_frames(const maq_iqm *a, const maq_iqm *b, const maq_iqm *steps) {
    assert_int_equal(a->frame_count, b->frame_count);
    assert_int_equal(a->pose_count, b->pose_count);
    float(*x)[MAQ_IQM_CHANNELS] = calloc(a->pose_count, sizeof *x);
    float(*y)[MAQ_IQM_CHANNELS] = calloc(a->pose_count, sizeof *y);
    assert_true(x && y);
    for (uint32_t frame = 0; frame < a->frame_count; frame++) {
        assert_true(maq_iqm_frame(a, frame, x));
        assert_true(maq_iqm_frame(b, frame, y));
        for (uint32_t i = 0; i < a->pose_count; i++) {
            for (int k = 0; k < MAQ_IQM_CHANNELS; k++) {
                float step = steps->poses[i].channel_scale[k];
                if (!(step > 1.0f / 65535))
                    step = 1.0f / 65535;
                if (!(fabsf(x[i][k] - y[i][k]) <= step))
                    fail_msg("frame %u pose %u channel %d: %g becomes %g", frame, i, k,
                             (double)x[i][k], (double)y[i][k]);
            }
        }
    }
    free(x);
    free(y);
}

static void version_2_to_1_and_back(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    maq_document *two = from_model();
    maq_document *one = convert(two, "iqm1");
    assert_int_equal(maq_document_findings(one)->losses, 0);
    maq_document *back = convert(one, "iqm");
    assert_int_equal(maq_document_findings(back)->losses, 0);
    const maq_iqm *a = maq_document_iqm(two), *b = maq_document_iqm(one);
    const maq_iqm *c = maq_document_iqm(back);
    assert_int_equal(b->version, 1);
    assert_int_equal(b->channel_count, 2);
    assert_int_equal(c->channel_count, 3);
    assert_int_equal(c->poses[1].mask, a->poses[1].mask);
    same_frames(a, b, a);
    same_frames(a, c, a);
    for (uint32_t i = 0; i < MODEL_JOINTS; i++)
        assert_memory_equal(a->joints[i].rotation, c->joints[i].rotation, sizeof(float[4]));
    maq_close(two);
    maq_close(one);
    maq_close(back);
}

// Nothing is lost from version 1 to 2, so the way back gives the same file.
static void version_1_to_2_and_back_is_exact(void **state) {
    (void)state;
    iqm_model_make(&model, 1);
    model.poses[0].mask = 1u << 8; // a scale: behind the rotation
    model.poses[0].channel_scale[8] = 0.5f / 65535;
    // One more channel: the pose before the others comes first in each frame.
    for (uint32_t i = 0; i < MODEL_FRAMES * 3 * 2; i++)
        model.frames[i] = (unsigned char)(i * 37);
    model.iqm.channel_count = 3;
    maq_document *one = from_model();
    maq_document *two = convert(one, "iqm");
    maq_document *back = convert(two, "iqm1");
    assert_int_equal(maq_document_findings(two)->count, 0);
    assert_int_equal(maq_document_findings(back)->count, 0);
    assert_int_equal(maq_document_iqm(two)->poses[0].mask, 1u << 9);
    assert_same(one, back);
    maq_close(one);
    maq_close(two);
    maq_close(back);
}

static void rotations_that_version_1_cannot_hold_are_listed(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    model.joints[2].rotation[3] = 0; // all zeros, as for a joint without a base pose
    model.poses[2].channel_offset[IQM_W] = -2;
    maq_document *two = from_model();
    maq_document *one = convert(two, "iqm1");
    assert_int_equal(maq_document_findings(one)->losses, 2);
    assert_true(has_loss(one, "IQM-0901"));
    assert_true(has_loss(one, "IQM-0902"));
    maq_convert_options strict = {.size = sizeof strict, .strict = true};
    maq_document *refused;
    assert_int_equal(maq_convert(two, "iqm1", &strict, &refused), MAQ_LOSS_REFUSED);
    maq_close(refused);
    maq_close(one);
    maq_close(two);
}

// With w above 0 the other quaternion of the same rotation is stored.
static void rotations_are_negated_where_needed(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    model.joints[1].rotation[2] = 0.6f;
    model.joints[1].rotation[3] = 0.8f;
    maq_iqm_pose *arm = &model.poses[1];
    arm->channel_offset[IQM_W] = 1;
    arm->channel_scale[IQM_W] = -arm->channel_scale[IQM_W];
    maq_document *two = from_model();
    maq_document *one = convert(two, "iqm1");
    assert_true(has_loss(one, "IQM-0903"));
    assert_false(has_loss(one, "IQM-0902"));
    const maq_iqm_joint *joint = &maq_document_iqm(one)->joints[1];
    assert_true(joint->rotation[2] == -0.6f && fabsf(joint->rotation[3] + 0.8f) < 1e-6f);
    float a[MODEL_JOINTS][MAQ_IQM_CHANNELS], b[MODEL_JOINTS][MAQ_IQM_CHANNELS];
    for (uint32_t frame = 0; frame < MODEL_FRAMES; frame++) {
        assert_true(maq_iqm_frame(maq_document_iqm(two), frame, a));
        assert_true(maq_iqm_frame(maq_document_iqm(one), frame, b));
        for (unsigned k = IQM_ROTATION; k <= IQM_W; k++)
            assert_true(fabsf(a[1][k] + b[1][k]) <= 1.0f / 65535);
        assert_true(fabsf(a[1][0] - b[1][0]) == 0);
    }
    maq_close(two);
    maq_close(one);
}

static void surplus_channels_are_listed(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    model.poses[1].mask &= ~1u;
    maq_document *two = from_model();
    maq_document *one = convert(two, "iqm1");
    assert_true(has_loss(one, "IQM-0904"));
    maq_close(one);
    maq_close(two);
}

// ----------------------------------------------------------------------------------------- numbers

static void numbers_of_all_formats_are_read(void **state) {
    (void)state;
    static const struct {
        uint32_t format;
        unsigned char bytes[8];
        double raw;
        float value;
    } rows[] = {
        {MAQ_IQM_BYTE, {127}, 127, 1},
        {MAQ_IQM_BYTE, {0x80}, -128, -1},
        {MAQ_IQM_UBYTE, {255}, 255, 1},
        {MAQ_IQM_SHORT, {0xff, 0x7f}, 32767, 1},
        {MAQ_IQM_SHORT, {0x00, 0x80}, -32768, -1},
        {MAQ_IQM_USHORT, {0xff, 0xff}, 65535, 1},
        {MAQ_IQM_INT, {0, 0, 0, 0x80}, -2147483648.0, -1},
        {MAQ_IQM_INT, {0xff, 0xff, 0xff, 0x7f}, 2147483647.0, 1},
        {MAQ_IQM_UINT, {0xff, 0xff, 0xff, 0xff}, 4294967295.0, 1},
        {MAQ_IQM_HALF, {0x00, 0x3c}, 1, 1},
        {MAQ_IQM_HALF, {0x00, 0xc0}, -2, -2},
        {MAQ_IQM_HALF, {0xff, 0x7b}, 65504, 65504},
        {MAQ_IQM_HALF, {0x01, 0x00}, 0x1p-24, 0x1p-24f},
        {MAQ_IQM_HALF, {0x00, 0x7c}, (double)INFINITY, INFINITY},
        {MAQ_IQM_FLOAT, {0, 0, 0xc0, 0x3f}, 1.5, 1.5f},
        {MAQ_IQM_DOUBLE, {0, 0, 0, 0, 0, 0, 0xf8, 0x3f}, 1.5, 1.5f},
        {MAQ_IQM_DOUBLE, {0, 0, 0, 0, 0, 0, 0xf0, 0x7e}, 0x1p1008, INFINITY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        // At an odd address, which nothing may mind.
        unsigned char odd[9] = {0};
        memcpy(odd + 1, rows[i].bytes, 8);
        maq_iqm_array array = {
            .type = MAQ_IQM_COLOR, .format = rows[i].format, .size = 1, .data = odd + 1};
        maq_iqm iqm = {.version = 2, .vertex_count = 1, .arrays = &array, .array_count = 1};
        double raw[MAQ_IQM_MAX_SIZE];
        float value[MAQ_IQM_MAX_SIZE];
        assert_true(maq_iqm_raw(&iqm, &array, 0, raw));
        assert_true(raw[0] == rows[i].raw && raw[1] == 0 && raw[3] == 0);
        assert_true(maq_iqm_values(&iqm, &array, 0, value));
        assert_true(value[0] == rows[i].value && value[1] == 0);
        assert_false(maq_iqm_raw(&iqm, &array, 1, raw));
        array.type = MAQ_IQM_BLENDINDEXES;
        assert_true(maq_iqm_values(&iqm, &array, 0, value));
        assert_true(value[0] == (float)rows[i].raw || isinf(value[0]));
    }
}

static void questions_are_safe(void **state) {
    (void)state;
    iqm_model_make(&model, 2);
    const maq_iqm *iqm = &model.iqm;
    uint32_t out[3];
    float channels[MODEL_JOINTS][MAQ_IQM_CHANNELS];
    assert_string_equal(maq_iqm_text(iqm, 1), "floor");
    assert_string_equal(maq_iqm_text(iqm, MODEL_TEXT), "");
    assert_string_equal(maq_iqm_text(iqm, UINT32_MAX), "");
    assert_string_equal(maq_iqm_array_name(iqm, &model.arrays[0]), "position");
    assert_string_equal(maq_iqm_array_name(iqm, &model.arrays[7]), "heat");
    assert_string_equal(maq_iqm_array_name(iqm, &(maq_iqm_array){.type = 9}), "reserved");
    assert_string_equal(maq_iqm_format_name(MAQ_IQM_HALF), "half");
    assert_string_equal(maq_iqm_format_name(9), "unknown");
    assert_int_equal(maq_iqm_format_size(9), 0);
    assert_non_null(maq_iqm_find_array(iqm, MAQ_IQM_COLOR));
    assert_null(maq_iqm_find_array(iqm, 9));
    assert_true(maq_iqm_triangle(iqm, 3, out) && out[2] == 7);
    assert_false(maq_iqm_triangle(iqm, 4, out));
    assert_true(maq_iqm_neighbours(iqm, 3, out) && out[1] == MAQ_IQM_NO_TRIANGLE);
    model.iqm.adjacency = NULL;
    assert_false(maq_iqm_neighbours(iqm, 3, out));
    assert_true(maq_iqm_frame(iqm, 3, channels));
    assert_false(maq_iqm_frame(iqm, 4, channels));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_keeps_every_value),
        cmocka_unit_test(sample_files_are_those_of_the_model),
        cmocka_unit_test(other_layouts_say_the_same),
        cmocka_unit_test(faulty_structs_are_refused),
        cmocka_unit_test(version_2_to_1_and_back),
        cmocka_unit_test(version_1_to_2_and_back_is_exact),
        cmocka_unit_test(rotations_that_version_1_cannot_hold_are_listed),
        cmocka_unit_test(rotations_are_negated_where_needed),
        cmocka_unit_test(surplus_channels_are_listed),
        cmocka_unit_test(numbers_of_all_formats_are_read),
        cmocka_unit_test(questions_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
