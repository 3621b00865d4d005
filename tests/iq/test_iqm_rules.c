// SPDX-License-Identifier: MIT
//
// Each rule of IQM has an input that breaks it and nothing else; it is found at its offset.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/iqm_model.h"

// An input: the model with something changed, then its file with something changed.
typedef struct rule_case {
    const char *id, *target;
    void (*spoil)(iqm_model *model);
    void (*damage)(maq_buffer *file); // may shorten it
    uint32_t version;                 // 0: version 2
    bool cannot_open;
} rule_case;

#define SPOIL(name) static void name(iqm_model *m)
#define DAMAGE(name) static void name(maq_buffer *f)

// ------------------------------------------------------------------------------------ 00xx, files

DAMAGE(not_iqm) {
    f->data[3] = 'X';
}
DAMAGE(version_3) {
    put_field(f->data, IQM_F_VERSION, 3);
}
DAMAGE(short_header) {
    f->length = 100;
}
DAMAGE(wrong_size) {
    put_field(f->data, IQM_F_FILESIZE, (uint32_t)f->length + 1);
}
DAMAGE(trailing_bytes) {
    // The data of the first extension goes, and its five bytes and padding with it.
    put_field(f->data, IQM_F_FILESIZE, (uint32_t)f->length - 8);
    uint32_t extension = get_field(f->data, IQM_F_OFS_EXTENSIONS);
    put_u32(f->data, extension + 4, 0);
}
SPOIL(header_flags) {
    m->iqm.flags = 1;
}
DAMAGE(section_in_header) {
    put_field(f->data, IQM_F_OFS_COMMENT, 100);
}
DAMAGE(section_outside) {
    put_field(f->data, IQM_F_OFS_COMMENT, (uint32_t)f->length - 4);
}
DAMAGE(misaligned) {
    // The bounds move by two bytes, into the comment, which gives up as many of its zeros.
    uint32_t bounds = get_field(f->data, IQM_F_OFS_BOUNDS);
    uint32_t comment = get_field(f->data, IQM_F_OFS_COMMENT);
    memmove(f->data + bounds + 2, f->data + bounds, comment - bounds);
    put_field(f->data, IQM_F_OFS_BOUNDS, bounds + 2);
    put_field(f->data, IQM_F_OFS_COMMENT, comment + 2);
    put_field(f->data, IQM_F_NUM_COMMENT, 6);
    memset(f->data + comment + 2, 0, 6);
    memset(f->data + bounds, 0, 2);
}
DAMAGE(overlap) {
    put_field(f->data, IQM_F_NUM_COMMENT, get_field(f->data, IQM_F_NUM_COMMENT) + 4);
}
SPOIL(too_much) {
    m->iqm.comment_size = 0;
    m->iqm.extension_count = 0;
}
DAMAGE(claim_all) {
    put_field(f->data, IQM_F_NUM_COMMENT, (uint32_t)f->length - 128);
    put_field(f->data, IQM_F_OFS_COMMENT, 124);
}
DAMAGE(unused_bytes) {
    put_field(f->data, IQM_F_OFS_ADJACENCY, 0);
}

// ------------------------------------------------------------------------------------ 01xx, names

SPOIL(first_text) {
    m->text[0] = 'x';
}
SPOIL(name_outside) {
    m->anims[1].name = MODEL_TEXT;
}
static char long_text[MODEL_TEXT + 40];
SPOIL(long_name) {
    memcpy(long_text, m->text, MODEL_TEXT);
    memset(long_text + MODEL_TEXT, 'n', 35);
    m->iqm.text = long_text;
    m->iqm.text_size = sizeof long_text;
    m->joints[2].name = MODEL_TEXT;
}
SPOIL(same_joints) {
    m->joints[2].name = m->joints[1].name;
}
SPOIL(same_anims) {
    m->anims[1].name = m->anims[0].name;
}
DAMAGE(text_not_ended) {
    f->data[get_field(f->data, IQM_F_OFS_TEXT) + MODEL_TEXT - 1] = 'x';
}

// ------------------------------------------------------------------------------------ 02xx, arrays

static char *array_record(maq_buffer *f, uint32_t index) {
    return f->data + get_field(f->data, IQM_F_OFS_VERTEXARRAYS) + 20 * index;
}
DAMAGE(array_format) {
    put_u32(array_record(f, 7), 8, 9);
}
DAMAGE(array_size) {
    put_u32(array_record(f, 7), 12, 5);
}
SPOIL(array_reserved) {
    m->arrays[7].type = 9;
}
SPOIL(array_twice) {
    m->arrays[7] = m->arrays[6];
}
SPOIL(array_order) {
    maq_iqm_array swap = m->arrays[7];
    m->arrays[7] = m->arrays[6];
    m->arrays[6] = swap;
}
SPOIL(array_flags) {
    m->arrays[7].flags = 2;
}
SPOIL(array_unusual) {
    m->arrays[6].size = 3;
}
SPOIL(blend_unusual) {
    m->arrays[5].format = MAQ_IQM_FLOAT;
    for (size_t v = 0; v < MODEL_VERTICES; v++) {
        memset(m->data[5] + 16 * v, 0, 16);
        put_f32(m->data[5], 16 * v, 0.5f);
        put_f32(m->data[5], 16 * v + 4, 0.5f);
    }
}
SPOIL(custom_format) {
    m->arrays[7].format = MAQ_IQM_HALF;
}
SPOIL(drop_array_0) {
    memmove(m->arrays, m->arrays + 1, (MODEL_ARRAYS - 1) * sizeof m->arrays[0]);
    m->iqm.array_count--;
}
SPOIL(no_tangents) {
    memmove(m->arrays + 3, m->arrays + 4, (MODEL_ARRAYS - 4) * sizeof m->arrays[0]);
    m->iqm.array_count--;
}
SPOIL(no_weights) {
    memmove(m->arrays + 5, m->arrays + 6, (MODEL_ARRAYS - 6) * sizeof m->arrays[0]);
    m->iqm.array_count--;
}
SPOIL(no_blends) {
    memmove(m->arrays + 4, m->arrays + 6, (MODEL_ARRAYS - 6) * sizeof m->arrays[0]);
    m->iqm.array_count -= 2;
}
SPOIL(nan_tangent) {
    put_f32(m->data[3], 20, NAN);
}
SPOIL(blend_range) {
    m->data[4][5] = 3;
}
SPOIL(weight_sum) {
    m->data[5][5] = 54;
}

SPOIL(weights_zero) {
    memset(m->data[5] + 4, 0, 4);
}
SPOIL(position_unusual) {
    m->arrays[0].size = 4;
}

// ------------------------------------------------------------------------------------ 03xx, meshes

SPOIL(no_meshes) {
    m->iqm.mesh_count = m->iqm.array_count = m->iqm.vertex_count = m->iqm.triangle_count = 0;
}
SPOIL(mesh_vertices) {
    m->meshes[1].vertex_count = 5;
}
SPOIL(mesh_triangles) {
    m->meshes[1].triangle_count = 3;
}
SPOIL(mesh_empty) {
    m->meshes[0].triangle_count = 4;
    m->meshes[0].vertex_count = 8;
    m->meshes[1].first_triangle = 4;
    m->meshes[1].triangle_count = 0;
}
static unsigned char large_data[MODEL_ARRAYS][70000 * 16];
static void enlarge(iqm_model *m, uint32_t vertices) {
    m->iqm.vertex_count = vertices;
    m->meshes[1].vertex_count = vertices - 4;
    for (uint32_t i = 0; i < MODEL_ARRAYS; i++) {
        size_t stride = mq_iqm_stride(&m->arrays[i]);
        for (uint32_t v = 0; v < vertices; v++)
            memcpy(large_data[i] + v * stride, m->data[i] + v % MODEL_VERTICES * stride, stride);
        m->arrays[i].data = large_data[i];
    }
}
SPOIL(mesh_large) {
    enlarge(m, 1004);
}
SPOIL(mesh_16_bit) {
    enlarge(m, 65541);
}
SPOIL(triangle_index) {
    put_u32(m->triangles, 16, MODEL_VERTICES);
}
SPOIL(triangle_of_another_mesh) {
    put_u32(m->triangles, 16, 4);
}
SPOIL(triangles_unused) {
    m->meshes[0].triangle_count = 1;
}
SPOIL(triangles_shared) {
    m->meshes[0].triangle_count = 3;
    m->meshes[0].vertex_count = 8;
}
SPOIL(triangle_degenerate) {
    put_u32(m->triangles, 0, 1);
}
SPOIL(adjacency_range) {
    put_u32(m->adjacency, 0, MODEL_TRIANGLES);
}
static unsigned char large_comment[17 << 20];
SPOIL(over_16_mib) {
    m->iqm.comment = (char *)large_comment;
    m->iqm.comment_size = sizeof large_comment;
}

// ------------------------------------------------------------------------- 04xx, joints and poses

SPOIL(joint_parent) {
    m->joints[2].parent = m->poses[2].parent = 0;
    m->joints[2].parent = -2;
    m->iqm.pose_count = m->iqm.anim_count = m->iqm.frame_count = 0;
    m->iqm.channel_count = m->iqm.bounds_count = 0;
}
SPOIL(joint_order) {
    m->joints[0].parent = m->poses[0].parent = 1;
    m->joints[1].parent = m->poses[1].parent = -1;
}
SPOIL(joint_ring) {
    m->joints[1].parent = m->poses[1].parent = 2;
}
SPOIL(joint_nan) {
    m->joints[1].scale[1] = INFINITY;
}
SPOIL(joint_rotation) {
    m->joints[1].rotation[3] = -2;
}
static maq_iqm_joint many_joints[130];
static char many_names[512];
SPOIL(joint_limit) {
    // Names of one or two letters behind an empty one; no animation, which needs poses.
    size_t at = 1;
    memset(many_names, 0, sizeof many_names);
    for (uint32_t i = 0; i < 130; i++) {
        many_joints[i] = m->joints[0];
        many_joints[i].name = (uint32_t)at;
        many_names[at] = (char)('a' + i % 26);
        many_names[at + 1] = (char)('a' + i / 26);
        at += 3;
    }
    m->iqm.text = many_names;
    m->iqm.text_size = sizeof many_names;
    m->iqm.array_count--;
    m->meshes[0].name = m->meshes[0].material = m->meshes[1].name = m->meshes[1].material = 0;
    m->iqm.joints = many_joints;
    m->iqm.joint_count = 130;
    m->iqm.pose_count = m->iqm.anim_count = m->iqm.frame_count = 0;
    m->iqm.channel_count = m->iqm.bounds_count = m->iqm.extension_count = 0;
}
SPOIL(pose_count) {
    m->iqm.pose_count = 2;
}
SPOIL(poses_alone) {
    m->iqm.joint_count = 0;
}
SPOIL(pose_parent) {
    m->poses[2].parent = 3;
}
SPOIL(pose_parent_differs) {
    m->poses[2].parent = 0;
}
SPOIL(pose_mask) {
    m->poses[2].mask = 1u << 10;
}
SPOIL(pose_nan) {
    m->poses[2].channel_offset[0] = NAN;
}
SPOIL(channel_sum) {
    m->poses[2].mask = 1;
}

// ------------------------------------------------------------------------------- 05xx, animations

SPOIL(anim_frames) {
    m->anims[1].frame_count = 2;
}
SPOIL(anim_empty) {
    m->anims[0].frame_count = 4;
    m->anims[1].frame_count = 0;
}
SPOIL(anim_rate) {
    m->anims[1].framerate = -1;
}
SPOIL(anim_no_rate) {
    m->anims[1].framerate = 0;
}
SPOIL(anim_flags) {
    m->anims[1].flags = 4;
}
SPOIL(frames_unused) {
    m->anims[0].frame_count = 2;
}
SPOIL(bounds_short) {
    m->iqm.bounds_count = 2;
}
SPOIL(bounds_bad) {
    m->bounds[1].min[0] = 2;
}

// ------------------------------------------------------------------------------------ 06xx, others

SPOIL(comment_not_ended) {
    m->comment[7] = '!';
}
DAMAGE(extension_list) {
    put_field(f->data, IQM_F_NUM_EXTENSIONS, 3);
}

static const rule_case cases[] = {
    {"IQM-0001", "spec", .damage = not_iqm, .cannot_open = true},
    {"IQM-0002", "spec", .damage = version_3, .cannot_open = true},
    {"IQM-0003", "spec", .version = 1},
    {"IQM-0004", "spec", .damage = short_header, .cannot_open = true},
    {"IQM-0005", "spec", .damage = wrong_size},
    {"IQM-0006", "spec", .damage = trailing_bytes},
    {"IQM-0007", "spec", .spoil = header_flags},
    {"IQM-0008", "ioq3", .spoil = over_16_mib},
    {"IQM-0009", "spec", .damage = section_in_header},
    {"IQM-0010", "spec", .damage = section_outside},
    {"IQM-0011", "spec", .damage = misaligned},
    {"IQM-0012", "spec", .damage = overlap},
    {"IQM-0013", "spec", .spoil = too_much, .damage = claim_all},
    {"IQM-0014", "spec", .damage = unused_bytes},
    {"IQM-0101", "spec", .damage = text_not_ended},
    {"IQM-0102", "spec", .spoil = first_text},
    {"IQM-0103", "spec", .spoil = name_outside},
    {"IQM-0104", "raylib", .spoil = long_name},
    {"IQM-0105", "spec", .spoil = same_joints},
    {"IQM-0106", "spec", .spoil = same_anims},
    {"IQM-0201", "spec", .damage = array_format},
    {"IQM-0202", "spec", .damage = array_size},
    {"IQM-0203", "spec", .spoil = array_reserved},
    {"IQM-0204", "spec", .spoil = array_twice},
    {"IQM-0205", "spec", .spoil = array_order},
    {"IQM-0206", "spec", .spoil = array_flags},
    {"IQM-0207", "spec", .spoil = array_unusual},
    {"IQM-0208", "raylib", .spoil = blend_unusual},
    {"IQM-0209", "ioq3", .spoil = custom_format},
    {"IQM-0210", "spec", .spoil = drop_array_0},
    {"IQM-0211", "ioq3", .spoil = no_tangents},
    {"IQM-0212", "spec", .spoil = no_weights},
    {"IQM-0213", "spec", .spoil = no_blends},
    {"IQM-0214", "spec", .spoil = nan_tangent},
    {"IQM-0215", "spec", .spoil = blend_range},
    {"IQM-0216", "spec", .spoil = weight_sum},
    {"IQM-0217", "spec", .spoil = weights_zero},
    {"IQM-0218", "assimp", .spoil = position_unusual},
    {"IQM-0301", "spec", .spoil = mesh_vertices},
    {"IQM-0302", "spec", .spoil = mesh_triangles},
    {"IQM-0303", "spec", .spoil = mesh_empty},
    {"IQM-0304", "ioq3", .spoil = mesh_large},
    {"IQM-0305", "raylib", .spoil = mesh_16_bit},
    {"IQM-0306", "spec", .spoil = triangle_index},
    {"IQM-0307", "spec", .spoil = triangle_of_another_mesh},
    {"IQM-0308", "spec", .spoil = triangles_unused},
    {"IQM-0309", "spec", .spoil = triangles_shared},
    {"IQM-0310", "spec", .spoil = triangle_degenerate},
    {"IQM-0311", "spec", .spoil = adjacency_range},
    {"IQM-0312", "assimp", .spoil = no_meshes},
    {"IQM-0401", "spec", .spoil = joint_parent},
    {"IQM-0402", "spec", .spoil = joint_order},
    {"IQM-0403", "spec", .spoil = joint_ring},
    {"IQM-0404", "spec", .spoil = joint_nan},
    {"IQM-0405", "spec", .spoil = joint_rotation},
    {"IQM-0406", "ioq3", .spoil = joint_limit},
    {"IQM-0407", "spec", .spoil = pose_count},
    {"IQM-0408", "ioq3", .spoil = poses_alone},
    {"IQM-0409", "spec", .spoil = pose_parent},
    {"IQM-0410", "spec", .spoil = pose_parent_differs},
    {"IQM-0411", "spec", .spoil = pose_mask},
    {"IQM-0412", "spec", .spoil = pose_nan},
    {"IQM-0413", "spec", .spoil = channel_sum},
    {"IQM-0501", "spec", .spoil = anim_frames},
    {"IQM-0502", "spec", .spoil = anim_empty},
    {"IQM-0503", "spec", .spoil = anim_rate},
    {"IQM-0504", "spec", .spoil = anim_no_rate},
    {"IQM-0505", "spec", .spoil = anim_flags},
    {"IQM-0506", "spec", .spoil = frames_unused},
    {"IQM-0507", "spec", .spoil = bounds_short},
    {"IQM-0508", "spec", .spoil = bounds_bad},
    {"IQM-0601", "spec", .spoil = comment_not_ended},
    {"IQM-0602", "spec", .damage = extension_list},
};
#define CASE_COUNT (sizeof cases / sizeof cases[0])

// ------------------------------------------------------------------------------------------ tests

// Losses are no matter of files, the limit is one of memory options, and IQM-07 is about images: see
// test_check_images.c.
static bool needs_case(const char *id) {
    return strncmp(id, "IQM-09", 6) != 0 && strncmp(id, "IQM-07", 6) != 0 &&
           strcmp(id, "IQM-0015") != 0;
}

static void every_rule_has_a_case(void **state) {
    (void)state;
    size_t wanted = 0;
    for (size_t i = 0; i < IQM_RULE_COUNT; i++) {
        const maq_rule *rule = &mq_iqm_rules[i];
        assert_non_null(rule->id);
        assert_true(rule->title && *rule->title && rule->explain && *rule->explain);
        if (!needs_case(rule->id))
            continue;
        wanted++;
        bool found = false;
        for (size_t k = 0; k < CASE_COUNT; k++)
            found = found || strcmp(cases[k].id, rule->id) == 0;
        if (!found)
            fail_msg("%s has no case", rule->id);
    }
    assert_int_equal(wanted, CASE_COUNT);
}

static maq_report *check_bytes(const void *bytes, size_t length, const char *target,
                               maq_document **document, maq_status expected) {
    maq_check_options options = {.size = sizeof options, .target = target};
    maq_open_options open = {.size = sizeof open, .format = "iqm"};
    maq_report *report;
    assert_int_equal(maq_open_memory(bytes, length, &open, document), expected);
    assert_int_equal(maq_check(*document, &options, &report), MAQ_OK);
    return report;
}

static bool breaks_its_rule_alone(const rule_case *c) {
    static iqm_model model;
    iqm_model_make(&model, c->version ? c->version : 2);
    if (c->spoil)
        c->spoil(&model);
    maq_buffer file = iqm_model_save(&model);
    size_t length = file.length;
    if (c->damage)
        c->damage(&file);
    maq_document *document;
    maq_report *report = check_bytes(file.data, file.length, c->target, &document,
                                     c->cannot_open ? MAQ_BAD_DATA : MAQ_OK);
    // Strictly read, a file that cannot be held whole is refused.
    maq_open_options strict = {.size = sizeof strict, .format = "iqm", .strict = true};
    maq_document *refused;
    maq_status status = maq_open_memory(file.data, file.length, &strict, &refused);
    maq_close(refused);
    file.length = length;
    maq_buffer_free(&file);
    const maq_findings *findings = maq_report_findings(report);
    assert_int_equal(status, findings->incomplete_reads ? MAQ_BAD_DATA : MAQ_OK);
    bool good = findings->count == 1 && strcmp(findings->items[0].rule->id, c->id) == 0;
    if (!good) {
        print_error("%s for %s should be the one rule broken; found:\n", c->id, c->target);
        for (size_t i = 0; i < findings->count; i++)
            print_error("  @%llx %s: %s\n", (unsigned long long)findings->items[i].span.offset,
                        findings->items[i].rule->id, findings->items[i].message);
    }
    maq_report_free(report);
    maq_close(document);
    return good;
}

static void each_case_breaks_its_rule_alone(void **state) {
    (void)state;
    size_t bad = 0;
    for (size_t i = 0; i < CASE_COUNT; i++)
        bad += !breaks_its_rule_alone(&cases[i]);
    assert_int_equal(bad, 0);
}

static void a_valid_model_breaks_no_rule(void **state) {
    (void)state;
    static iqm_model model;
    static const char *const targets[] = {"spec", "ioq3", "raylib", "assimp"};
    iqm_model_make(&model, 2);
    maq_buffer file = iqm_model_save(&model);
    for (size_t i = 0; i < 4; i++) {
        maq_document *document;
        maq_report *report = check_bytes(file.data, file.length, targets[i], &document, MAQ_OK);
        for (size_t k = 0; k < maq_report_findings(report)->count; k++)
            print_error("%s: %s\n", targets[i], maq_report_findings(report)->items[k].message);
        assert_int_equal(maq_report_findings(report)->count, 0);
        maq_report_free(report);
        maq_close(document);
    }
    maq_buffer_free(&file);
}

static void too_many_elements_are_reported(void **state) {
    (void)state;
    static iqm_model model;
    iqm_model_make(&model, 2);
    maq_buffer file = iqm_model_save(&model);
    maq_memory memory = {.size = sizeof memory, .element_limit = 50};
    maq_open_options options = {.size = sizeof options, .memory = &memory};
    maq_document *document;
    assert_int_equal(maq_open_memory(file.data, file.length, &options, &document), MAQ_OVER_LIMIT);
    assert_non_null(document);
    assert_string_equal(maq_document_findings(document)->items[0].rule->id, "IQM-0015");
    maq_close(document);
    maq_buffer_free(&file);
}

// Offsets are those of the very numbers that are wrong.
static void findings_have_places(void **state) {
    (void)state;
    static iqm_model model;
    iqm_model_make(&model, 2);
    put_u32(model.triangles, 16, 99);
    model.joints[2].parent = model.poses[2].parent = 7;
    model.anims[1].name = 1000;
    maq_buffer file = iqm_model_save(&model);
    maq_document *document;
    maq_report *report = check_bytes(file.data, file.length, "spec", &document, MAQ_OK);
    const maq_findings *findings = maq_report_findings(report);
    const struct {
        const char *id;
        uint64_t offset;
    } expected[] = {
        {"IQM-0306", get_field(file.data, IQM_F_OFS_TRIANGLES) + 12},
        {"IQM-0401", get_field(file.data, IQM_F_OFS_JOINTS) + 2 * 48 + 4},
        {"IQM-0409", get_field(file.data, IQM_F_OFS_POSES) + 2 * 88},
        {"IQM-0103", get_field(file.data, IQM_F_OFS_ANIMS) + 20},
    };
    assert_int_equal(findings->count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(findings->items[i].rule->id, expected[i].id);
        assert_int_equal(findings->items[i].span.offset, expected[i].offset);
    }
    maq_report_free(report);
    maq_close(document);
    maq_buffer_free(&file);
}

// The first number that is too large is found in each corner: others were off by one.
static void each_corner_is_checked_to_the_last_vertex(void **state) {
    (void)state;
    static iqm_model model;
    for (size_t corner = 0; corner < MODEL_TRIANGLES * 3; corner++) {
        for (uint32_t beyond = 0; beyond < 2; beyond++) {
            iqm_model_make(&model, 2);
            put_u32(model.triangles, corner * 4, MODEL_VERTICES - 1 + beyond);
            maq_buffer file = iqm_model_save(&model);
            maq_document *document;
            maq_report *report = check_bytes(file.data, file.length, "spec", &document, MAQ_OK);
            assert_int_equal(maq_report_findings(report)->errors, beyond);
            maq_report_free(report);
            maq_close(document);
            maq_buffer_free(&file);
        }
    }
}

// A name without an end does not run into what follows the text.
static void the_last_name_ends_with_the_text(void **state) {
    (void)state;
    static iqm_model model;
    iqm_model_make(&model, 2);
    maq_buffer file = iqm_model_save(&model);
    uint32_t text = get_field(file.data, IQM_F_OFS_TEXT);
    memset(file.data + text + MODEL_TEXT - 4, 'x', 4);
    memset(file.data + text + MODEL_TEXT, 'y', 4); // the name of the first mesh
    maq_document *document;
    assert_int_equal(maq_open_memory(file.data, file.length, NULL, &document), MAQ_OK);
    assert_string_equal(maq_iqm_text(maq_document_iqm(document), MODEL_TEXT - 4), "xxxx");
    maq_close(document);
    maq_buffer_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_a_case),
        cmocka_unit_test(each_case_breaks_its_rule_alone),
        cmocka_unit_test(a_valid_model_breaks_no_rule),
        cmocka_unit_test(too_many_elements_are_reported),
        cmocka_unit_test(findings_have_places),
        cmocka_unit_test(each_corner_is_checked_to_the_last_vertex),
        cmocka_unit_test(the_last_name_ends_with_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
