// SPDX-License-Identifier: MIT
//
// Every number that a file is made of, set to 0, 1, 0x7fffffff and 0xffffffff, and every offset
// moved to the end, past it and onto the header: each makes a finding, or is listed here as one
// that a file may well have. Four other loaders crash on such files.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hostile.h"
#include "support/iqm_model.h"

// Values that are fine for a field: bits in the order of `values`.
enum { FINE_0 = 1, FINE_1 = 2, FINE_7F = 4, FINE_FF = 8, FINE_ALL = 15 };
static const uint32_t values[] = {0, 1, 0x7fffffff, 0xffffffff};

typedef struct field_case {
    const char *name;
    iqm_field section; // the header's field that says where the record is; IQM_FIELD_COUNT: header
    uint32_t record;   // the record
    uint32_t at;       // in the record, or in the header, in bytes
    bool offset;       // it says where something is
    unsigned fine;
} field_case;

#define HEADER(field, is_offset, fine_values)                                                      \
    { #field, IQM_FIELD_COUNT, 0, IQM_MAGIC_SIZE + 4 * IQM_F_##field, is_offset, fine_values }

// The offset of a section may not be 0, except where there is no count beside it; then the bytes
// that belong to nothing are found.
static const field_case header_fields[] = {
    HEADER(VERSION, false, 0),           HEADER(FILESIZE, true, 0),
    HEADER(FLAGS, false, FINE_0),        HEADER(NUM_TEXT, false, 0),
    HEADER(OFS_TEXT, true, 0),           HEADER(NUM_MESHES, false, 0),
    HEADER(OFS_MESHES, true, 0),         HEADER(NUM_VERTEXARRAYS, false, 0),
    HEADER(NUM_VERTEXES, false, 0),      HEADER(OFS_VERTEXARRAYS, true, 0),
    HEADER(NUM_TRIANGLES, false, 0),     HEADER(OFS_TRIANGLES, true, 0),
    HEADER(OFS_ADJACENCY, true, 0),      HEADER(NUM_JOINTS, false, 0),
    HEADER(OFS_JOINTS, true, 0),         HEADER(NUM_POSES, false, 0),
    HEADER(OFS_POSES, true, 0),          HEADER(NUM_ANIMS, false, 0),
    HEADER(OFS_ANIMS, true, 0),          HEADER(NUM_FRAMES, false, 0),
    HEADER(NUM_FRAMECHANNELS, false, 0), HEADER(OFS_FRAMES, true, 0),
    HEADER(OFS_BOUNDS, true, 0),         HEADER(NUM_COMMENT, false, 0),
    HEADER(OFS_COMMENT, true, 0),        HEADER(NUM_EXTENSIONS, false, 0),
    HEADER(OFS_EXTENSIONS, true, 0),
};

// Floats: 0 and 1 are bits of tiny numbers, the others of what is no number.
#define FINE_FLOAT (FINE_0 | FINE_1)
// Names: 0 is the empty one, 1 the first.
#define FINE_NAME (FINE_0 | FINE_1)

static const field_case record_fields[] = {
    {"mesh name", IQM_F_OFS_MESHES, 1, 0, false, FINE_NAME},
    {"mesh material", IQM_F_OFS_MESHES, 1, 4, false, FINE_NAME},
    {"mesh first_vertex", IQM_F_OFS_MESHES, 1, 8, false, 0},
    {"mesh num_vertexes", IQM_F_OFS_MESHES, 1, 12, false, 0},
    {"mesh first_triangle", IQM_F_OFS_MESHES, 1, 16, false, 0},
    {"mesh num_triangles", IQM_F_OFS_MESHES, 1, 20, false, 0},
    {"array type", IQM_F_OFS_VERTEXARRAYS, 3, 0, false, 0},
    {"array flags", IQM_F_OFS_VERTEXARRAYS, 3, 4, false, FINE_0},
    {"array format", IQM_F_OFS_VERTEXARRAYS, 3, 8, false, 0},
    {"array size", IQM_F_OFS_VERTEXARRAYS, 3, 12, false, 0},
    {"array offset", IQM_F_OFS_VERTEXARRAYS, 3, 16, true, 0},
    {"triangle vertex", IQM_F_OFS_TRIANGLES, 3, 0, false, 0},
    {"adjacency", IQM_F_OFS_ADJACENCY, 3, 0, false, FINE_0 | FINE_1 | FINE_FF},
    {"joint name", IQM_F_OFS_JOINTS, 2, 0, false, FINE_NAME},
    {"joint parent", IQM_F_OFS_JOINTS, 2, 4, false, FINE_1},
    {"joint translation", IQM_F_OFS_JOINTS, 2, 8, false, FINE_FLOAT},
    {"joint rotation w", IQM_F_OFS_JOINTS, 2, 32, false, 0},
    {"joint scale", IQM_F_OFS_JOINTS, 2, 36, false, FINE_FLOAT},
    {"pose parent", IQM_F_OFS_POSES, 2, 0, false, FINE_1},
    {"pose mask", IQM_F_OFS_POSES, 1, 4, false, 0},
    {"pose offset", IQM_F_OFS_POSES, 1, 8, false, FINE_FLOAT},
    {"pose scale", IQM_F_OFS_POSES, 1, 48, false, FINE_FLOAT},
    {"anim name", IQM_F_OFS_ANIMS, 1, 0, false, FINE_NAME},
    {"anim first_frame", IQM_F_OFS_ANIMS, 1, 4, false, 0},
    {"anim num_frames", IQM_F_OFS_ANIMS, 1, 8, false, FINE_1},
    {"anim framerate", IQM_F_OFS_ANIMS, 1, 12, false, FINE_1},
    {"anim flags", IQM_F_OFS_ANIMS, 1, 16, false, FINE_0 | FINE_1},
    {"bounds min", IQM_F_OFS_BOUNDS, 1, 0, false, FINE_FLOAT},
    {"bounds max", IQM_F_OFS_BOUNDS, 1, 12, false, FINE_FLOAT},
    {"bounds radius", IQM_F_OFS_BOUNDS, 1, 28, false, FINE_FLOAT},
    {"extension name", IQM_F_OFS_EXTENSIONS, 0, 0, false, FINE_NAME},
    {"extension num_data", IQM_F_OFS_EXTENSIONS, 0, 4, false, 0},
    {"extension ofs_data", IQM_F_OFS_EXTENSIONS, 0, 8, true, 0},
    {"extension ofs_extensions", IQM_F_OFS_EXTENSIONS, 0, 12, true, 0},
};

static uint32_t record_size(iqm_field section) {
    switch (section) {
    case IQM_F_OFS_MESHES:
        return IQM_MESH_SIZE;
    case IQM_F_OFS_VERTEXARRAYS:
    case IQM_F_OFS_ANIMS:
        return IQM_ARRAY_SIZE;
    case IQM_F_OFS_JOINTS:
        return IQM_JOINT_SIZE;
    case IQM_F_OFS_POSES:
        return IQM_POSE_SIZE;
    case IQM_F_OFS_BOUNDS:
        return IQM_BOUNDS_SIZE;
    case IQM_F_OFS_EXTENSIONS:
        return IQM_EXTENSION_SIZE;
    default:
        return IQM_TRIANGLE_SIZE;
    }
}

// How many findings there are for the default target.
static uint64_t findings_of(const void *bytes, size_t length) {
    maq_open_options options = {.size = sizeof options, .format = "iqm"};
    maq_document *document;
    maq_report *report;
    maq_status status = maq_open_memory(bytes, length, &options, &document);
    assert_true(status == MAQ_OK || status == MAQ_BAD_DATA);
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    const maq_findings *list = maq_report_findings(report);
    uint64_t count = list->errors + list->warnings + list->notes;
    maq_report_free(report);
    maq_close(document);
    return count;
}

// Sets one number in a copy of the file, and everything is asked of what comes of it.
static size_t try_value(const maq_buffer *file, const field_case *field, uint32_t value,
                        bool fine) {
    size_t at = field->at;
    if (field->section != IQM_FIELD_COUNT)
        at += get_field(file->data, field->section) + field->record * record_size(field->section);
    if (get_u32(file->data, at) == value)
        return 0;
    char *copy = malloc(file->length);
    assert_non_null(copy);
    memcpy(copy, file->data, file->length);
    put_u32(copy, at, value);
    uint64_t findings = findings_of(copy, file->length);
    exercise(copy, file->length, "fields.iqm", NULL);
    free(copy);
    if ((findings == 0) != fine)
        print_error("%s = 0x%x: %llu findings, %s\n", field->name, (unsigned)value,
                    (unsigned long long)findings, fine ? "none expected" : "some expected");
    return (findings == 0) != fine;
}

static size_t try_field(const maq_buffer *file, const field_case *field) {
    size_t wrong = 0;
    for (unsigned i = 0; i < 4; i++)
        wrong += try_value(file, field, values[i], field->fine >> i & 1);
    if (!field->offset)
        return wrong;
    uint32_t length = (uint32_t)file->length;
    const uint32_t offsets[] = {4, 60, 123, length - 1, length, length + 1, length * 2, 0xfffffff0};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++)
        wrong += try_value(file, field, offsets[i], false);
    return wrong;
}

static void every_field_of_the_header_is_checked(void **state) {
    (void)state;
    assert_int_equal(sizeof header_fields / sizeof header_fields[0], IQM_FIELD_COUNT);
    static iqm_model model;
    iqm_model_make(&model, 2);
    maq_buffer file = iqm_model_save(&model);
    size_t wrong = 0;
    for (size_t i = 0; i < IQM_FIELD_COUNT; i++)
        wrong += try_field(&file, &header_fields[i]);
    maq_buffer_free(&file);
    assert_int_equal(wrong, 0);
}

static void every_field_of_records_is_checked(void **state) {
    (void)state;
    static iqm_model model;
    iqm_model_make(&model, 2);
    maq_buffer file = iqm_model_save(&model);
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof record_fields / sizeof record_fields[0]; i++)
        wrong += try_field(&file, &record_fields[i]);
    maq_buffer_free(&file);
    assert_int_equal(wrong, 0);
}

// The same header in version 1, whose records are smaller.
static void version_1_is_checked_alike(void **state) {
    (void)state;
    static iqm_model model;
    iqm_model_make(&model, 1);
    maq_buffer file = iqm_model_save(&model);
    size_t wrong = 0;
    for (size_t i = 0; i < IQM_FIELD_COUNT; i++) {
        // That it is of version 1 is a finding by itself.
        field_case field = header_fields[i];
        field.fine = 0;
        wrong += try_field(&file, &field);
    }
    maq_buffer_free(&file);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_the_header_is_checked),
        cmocka_unit_test(every_field_of_records_is_checked),
        cmocka_unit_test(version_1_is_checked_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
