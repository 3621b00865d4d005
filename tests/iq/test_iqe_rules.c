// SPDX-License-Identifier: MIT
//
// Every rule of IQE has an input that breaks it and no other.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/documents.h"
#include "support/iqe_text.h"
#include "support/iqm_model.h"

#define TRIANGLE "vp 0 0 0\nvp 0 1 0\nvp 1 0 0\n"
#define MESH "mesh m\n" TRIANGLE "fm 0 1 2\n"
#define JOINT "joint a\npq 0 0 0 0 0 0 -1\n"
#define BLENDS "vb 0 1\nvb 0 1\nvb 0 1\n"
#define LONG_REMARK                                                                                \
    "# 34567890123456789012345678901234567890123456789012345678901234567890123456789"

static const struct {
    const char *id, *target, *text; // without the first line
} checked[] = {
    {"IQE-0003", "spec", MESH "MESH x\n"},
    {"IQE-0004", "spec", "vp 0,0 0\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\n"},
    {"IQE-0005", "spec", "vp 0 0 0 1 7\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\n"},
    {"IQE-0007", "reference",
     MESH LONG_REMARK LONG_REMARK LONG_REMARK LONG_REMARK LONG_REMARK LONG_REMARK LONG_REMARK "\n"},
    {"IQE-0008", "spec", "mesh \"m\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nfm 0 1 2\n"},
    {"IQE-0009", "spec", "vp 0 0 inf\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\n"},
    {"IQE-0010", "spec", MESH "smoothgroup 99999999999\n"},
    {"IQE-0101", "spec", MESH "vt 0 0\nvt 0 0\n"},
    {"IQE-0102", "spec", MESH "vn 0 0 2\nvn 0 0 1\nvn 0 0 1\n"},
    {"IQE-0103", "spec", MESH "vx 1 0 0 0.5\nvx 1 0 0 1\nvx 1 0 0 -1\n"},
    {"IQE-0104", "spec", MESH "vx 1 0 0 1\nvx 1 0 0 0 1 0\nvx 1 0 0 1\n"},
    {"IQE-0105", "spec", JOINT MESH "vb 0 1\nvb 1 1\nvb 0 1\n"},
    {"IQE-0106", "spec", JOINT MESH "vb 0 1 0 1 0 1 0 1 0 1\nvb 0 1\nvb 0 1\n"},
    {"IQE-0107", "spec", JOINT MESH "vb 0 1\nvb\nvb 0 1\n"},
    {"IQE-0109", "spec", MESH "vp 5 5 5\n"},
    {"IQE-0201", "spec", "vertexarray shape float 3\n" MESH},
    {"IQE-0202", "spec", "vertexarray position quad 3\n" MESH},
    {"IQE-0203", "spec", "vertexarray position float 5\n" MESH},
    {"IQE-0204", "spec", "vertexarray position float 3\nvertexarray position half 3\n" MESH},
    {"IQE-0205", "spec", "vertexarray position ubyte 3\n" MESH "vp 2 0 0\nfa 0 1 3\n"},
    {"IQE-0206", "spec", MESH "v0 1\nv0 1\nv0 1\n"},
    {"IQE-0207", "spec", MESH "vc 1 1 1 0.5\nvc 1 1 1 1\nvc 1 1 1 1\n"},
    {"IQE-0208", "spec", "vertexarray normal float 4\n" MESH},
    {"IQE-0301", "spec", MESH "fa 0 1 7\n"},
    {"IQE-0302", "spec", MESH "fa 0 1 -7\n"},
    {"IQE-0303", "spec", MESH "fa 0 1\n"},
    {"IQE-0304", "spec", MESH "fa 0 1 1\n"},
    {"IQE-0305", "spec", MESH "fs 1 1 1 1\n"},
    {"IQE-0306", "spec", MESH "fs 1 1 2\n"},
    {"IQE-0307", "spec", TRIANGLE},
    {"IQE-0309", "reference", MESH "mesh n\nfa 0 1 2\nmesh m\nfa 0 1 2\n"},
    {"IQE-0310", "reference", MESH "vs 1\nvs 1\nvs 1\n"},
    {"IQE-0311", "reference", "smoothangle 120\n" MESH},
    {"IQE-0312", "spec", MESH "vs 1\nvs\nvs 1\n"},
    {"IQE-0401", "spec", "joint a 4\npq 0 0 0 0 0 0 -1\n" MESH},
    {"IQE-0402", "spec", "joint a 1\njoint b\npq\npq\n" MESH},
    {"IQE-0403", "spec", JOINT JOINT MESH},
    {"IQE-0404", "spec", JOINT "joint b 0\n" MESH},
    {"IQE-0405", "spec", JOINT "pq 0 0 0 0 0 0 -1\n" MESH},
    {"IQE-0406", "spec", "joint a\npq 0 0 0 0 0 0 2\n" MESH},
    {"IQE-0407", "spec", "joint a\npm 0 0 0 1 0 0 0 1 0 0 0 0\n" MESH},
    {"IQE-0501", "spec", "loop\n" MESH},
    {"IQE-0502", "spec", JOINT "animation x\nframe\nframe\npq 0 0 0 0 0 0 -1\n"},
    {"IQE-0503", "spec", JOINT "joint b 0\npq\nanimation x\nframe\npq 0 0 0 0 0 0 -1\n"},
    {"IQE-0504", "spec", JOINT "animation x\nframe\npq\npq\n"},
    {"IQE-0505", "spec", JOINT "animation x\n"},
    {"IQE-0506", "spec", JOINT "animation x\nframerate -1\nframe\npq\n"},
    {"IQE-0507", "spec", JOINT "animation\nframe\npq\n"},
    {"IQE-0508", "spec", "animation x\nframe\npq\n"},
};

static maq_report *check_document(const maq_document *document, const char *target) {
    maq_check_options options = {.size = sizeof options, .target = target};
    maq_report *report;
    assert_int_equal(maq_check(document, &options, &report), MAQ_OK);
    return report;
}

// All findings are of this rule, and there is one at least.
static void assert_only(const maq_findings *findings, const char *id) {
    assert_true(findings->count > 0);
    for (size_t i = 0; i < findings->count; i++)
        assert_string_equal(findings->items[i].rule->id, id);
}

static void each_rule_is_broken_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof checked / sizeof checked[0]; i++) {
        maq_document *document = iqe_open(checked[i].text);
        maq_report *report = check_document(document, checked[i].target);
        if (maq_report_findings(report)->count == 0)
            print_message("%s is not found\n", checked[i].id);
        assert_only(maq_report_findings(report), checked[i].id);
        maq_report_free(report);
        maq_close(document);
    }
}

static void rules_of_the_first_line(void **state) {
    (void)state;
    static const struct {
        const char *id, *text;
        size_t length;
    } files[] = {
        {"IQE-0001", "# Inter-Quake\nvp 0 0 0\n", 23},
        {"IQE-0002", "  # Inter-Quake Export\n", 23},
        {"IQE-0006", "# Inter-Quake Export\n#x\0y\n", 26},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        maq_open_options options = {.size = sizeof options, .format = "iqe"};
        maq_document *document;
        maq_open_memory(files[i].text, files[i].length, &options, &document);
        maq_report *report = check_document(document, NULL);
        assert_only(maq_report_findings(report), files[i].id);
        maq_report_free(report);
        maq_close(document);
    }
}

// 300 joints, of which the last is used.
static char *many_joints(void) {
    char *text = malloc(64 * 1024);
    assert_non_null(text);
    size_t at = 0;
    for (int i = 0; i < 300; i++)
        at += (size_t)snprintf(text + at, 64, "joint j%d %d\npq 0 0 0 0 0 0 -1\n", i, i - 1);
    snprintf(text + at, 256, MESH "vb 299 1\nvb 0 1\nvb 0 1\n");
    return text;
}

static void joints_above_255(void **state) {
    (void)state;
    char *text = many_joints();
    maq_document *document = iqe_open(text);
    maq_report *report = check_document(document, "reference");
    assert_only(maq_report_findings(report), "IQE-0108");
    maq_report_free(report);
    maq_document *model = iqe_convert(document, "iqm", NULL);
    assert_only(maq_document_findings(model), "IQE-0606");
    maq_close(model);
    maq_close(document);
    free(text);
}

static void vertices_that_are_not_a_multiple_of_three(void **state) {
    (void)state;
    maq_document *document = iqe_open(TRIANGLE "vp 1 1 1\n");
    maq_report *report = check_document(document, "spec");
    const maq_findings *findings = maq_report_findings(report);
    // That there are no faces is reported with it: one cannot be without the other.
    assert_int_equal(findings->count, 2);
    assert_non_null(iqe_find(findings, "IQE-0307"));
    assert_non_null(iqe_find(findings, "IQE-0308"));
    maq_report_free(report);
    maq_close(document);
}

// ------------------------------------------------------------------------------------ conversion

static const struct {
    const char *id, *text;
    const char *settings[3];
} compiled[] = {
    {"IQE-0601", MESH "fa 0 1 7\n", {NULL}},
    {"IQE-0602", MESH "fa 0 1 1\n", {NULL}},
    {"IQE-0603", MESH "vt 0 0\n", {NULL}},
    {"IQE-0604", JOINT MESH "vb 0 1 0 1 0 1 0 1 0 1\nvb 0 1\nvb 0 1\n", {NULL}},
    {"IQE-0605", "vertexarray texcoord ubyte 2\n" MESH "vt 3 0\nvt 0 0\nvt 0 1\n", {NULL}},
    {"IQE-0206", MESH "v0 1\nv0 1\nv0 1\n", {NULL}},
    {"IQE-0207", MESH "vc 1 1 1 0.5\nvc 1 1 1 1\nvc 1 1 1 1\n", {NULL}},
    {"IQE-0617", MESH "vc 1 1 1\nvc 1 1 1\nvc 1 1 1\n", {NULL}},
    {"IQE-0611", JOINT "animation x\nframe\npq\n", {NULL}},
    {"IQE-0612", "joint a\npq 0 0 0 0 0 0 2\n" MESH, {NULL}},
    {"IQE-0609", MESH "animation x\nframe\npq\n", {NULL}},
};

static void each_rule_of_compiling_is_broken_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof compiled / sizeof compiled[0]; i++) {
        maq_document *model = iqe_compile(compiled[i].text, compiled[i].settings);
        if (maq_document_findings(model)->count == 0)
            print_message("%s is not found\n", compiled[i].id);
        assert_only(maq_document_findings(model), compiled[i].id);
        maq_close(model);
    }
}

// Two inputs, the second perhaps with a setting.
static const struct {
    const char *id, *first, *second;
    maq_setting setting;
} joined[] = {
    {"IQE-0607", JOINT MESH BLENDS, JOINT "animation x\nframe\npq\n", {0}},
    {"IQE-0608", JOINT MESH BLENDS, "joint other\npq\nanimation x\nframe\npq\n", {0}},
    {"IQE-0609", JOINT MESH BLENDS, "joint b\njoint c\npq\npq\nanimation x\nframe\npq\npq\n", {0}},
    {"IQE-0610", JOINT MESH BLENDS, "", {"fps", "3"}},
    {"IQE-0613", MESH, "mesh n\n" TRIANGLE "fm 0 1 2\n", {0}},
    {"IQE-0908", MESH "comment\na", "comment\nb", {0}},
};

static maq_document *join_two(const char *first, const char *second, const maq_setting *setting) {
    maq_document *a = iqe_open(first), *b = iqe_open(second), *out;
    maq_input inputs[2] = {{.document = a}, {.document = b}};
    if (setting && setting->name) {
        inputs[1].setting_count = 1;
        inputs[1].settings = setting;
    }
    assert_int_equal(maq_join(inputs, 2, "iqm", NULL, &out), MAQ_OK);
    maq_close(a);
    maq_close(b);
    return out;
}

static void each_rule_of_joining_is_broken_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof joined / sizeof joined[0]; i++) {
        maq_document *out = join_two(joined[i].first, joined[i].second, &joined[i].setting);
        assert_only(maq_document_findings(out), joined[i].id);
        maq_close(out);
    }
    // These two come with the one that says that something was matched or added at all.
    maq_document *out =
        join_two(JOINT MESH BLENDS, JOINT "joint z 0\npq\nanimation x\nframe\npq\npq\n", NULL);
    assert_non_null(iqe_find(maq_document_findings(out), "IQE-0614"));
    assert_non_null(iqe_find(maq_document_findings(out), "IQE-0607"));
    assert_int_equal(maq_document_findings(out)->count, 2);
    maq_close(out);
    out = join_two(JOINT MESH BLENDS, "joint z\npq\nmesh n\n" TRIANGLE "fm 0 1 2\n" BLENDS, NULL);
    assert_non_null(iqe_find(maq_document_findings(out), "IQE-0615"));
    assert_non_null(iqe_find(maq_document_findings(out), "IQE-0613"));
    assert_int_equal(maq_document_findings(out)->count, 2);
    maq_close(out);
}

// ------------------------------------------------------------------------------------- from IQM

// Compiles a model, changes it, and converts it back.
static void assert_loss(const char *id, const char *text, void (*change)(maq_iqm *iqm)) {
    maq_document *model = iqe_compile(text, NULL), *changed;
    maq_iqm iqm = *maq_document_iqm(model);
    change(&iqm);
    assert_int_equal(maq_document_from_iqm(&iqm, NULL, &changed), MAQ_OK);
    maq_document *back = iqe_convert(changed, "iqe", NULL);
    if (!iqe_find(maq_document_findings(back), id))
        print_message("%s is not found\n", id);
    assert_only(maq_document_findings(back), id);
    maq_close(back);
    maq_close(changed);
    maq_close(model);
}

static maq_iqm_extension extension;
static void add_extension(maq_iqm *iqm) {
    extension = (maq_iqm_extension){.name = 0, .size = 0};
    iqm->extensions = &extension;
    iqm->extension_count = 1;
}

static maq_iqm_array arrays[8];
static void make_reserved(maq_iqm *iqm) {
    memcpy(arrays, iqm->arrays, iqm->array_count * sizeof *arrays);
    arrays[iqm->array_count - 1].type = 9;
    iqm->arrays = arrays;
}

static void name_with_both(maq_iqm *iqm) {
    static char text[64];
    memcpy(text, iqm->text, iqm->text_size);
    char *name = strstr(text + 1, "mmm");
    name[0] = '"';
    name[1] = ' ';
    iqm->text = text;
}

static maq_iqm_mesh mesh;
static void shorten_mesh(maq_iqm *iqm) {
    mesh = iqm->meshes[0];
    mesh.triangle_count = 0;
    iqm->meshes = &mesh;
}

static void drop_animations(maq_iqm *iqm) {
    iqm->anim_count = 0;
}

static void set_flags(maq_iqm *iqm) {
    iqm->flags = 1;
}

static maq_iqm_pose pose;
static void move_parent(maq_iqm *iqm) {
    pose = iqm->poses[0];
    pose.parent = 0;
    iqm->poses = &pose;
}

static void each_loss_of_the_conversion_from_iqm_is_reported(void **state) {
    (void)state;
    static const char animated[] = JOINT MESH BLENDS "animation x\nframe\npq\nframe\npq 1\n";
    assert_loss("IQE-0901", MESH, add_extension);
    assert_loss("IQE-0902", MESH, make_reserved);
    assert_loss("IQE-0903", "mesh mmm\n" TRIANGLE "fm 0 1 2\n", name_with_both);
    assert_loss("IQE-0904", MESH, shorten_mesh);
    assert_loss("IQE-0905", animated, drop_animations);
    assert_loss("IQE-0906", MESH, set_flags);
    assert_loss("IQE-0907", animated, move_parent);
}

// ----------------------------------------------------------------------------------------- fixes

// What check --fix makes of a whole file.
static void assert_fixed(const char *text, const char *id, const char *expected) {
    maq_document *document;
    assert_int_equal(maq_open_memory(text, strlen(text), NULL, &document), MAQ_OK);
    maq_report *report;
    assert_int_equal(maq_check(document, NULL, &report), MAQ_OK);
    const maq_finding *finding = iqe_find(maq_report_findings(report), id);
    assert_non_null(finding);
    assert_true(finding->rule->fixable && finding->edit_count == 1);
    maq_buffer fixed;
    size_t applied;
    assert_int_equal(maq_fix(document, maq_report_findings(report), NULL, &fixed, &applied),
                     MAQ_OK);
    assert_int_equal(applied, 1);
    assert_int_equal(fixed.length, strlen(expected));
    assert_memory_equal(fixed.data, expected, fixed.length);
    maq_report_free(report);
    maq_close(document);
    // And then it is no longer found.
    assert_int_equal(maq_open_memory(fixed.data, fixed.length, NULL, &document), MAQ_OK);
    assert_null(iqe_find(maq_document_findings(document), id));
    maq_close(document);
    maq_buffer_free(&fixed);
}

static void what_can_be_fixed_is(void **state) {
    (void)state;
    assert_fixed("\xef\xbb\xbf \t# Inter-Quake Export\n" MESH, "IQE-0002", IQE_HEADER MESH);
    assert_fixed(IQE_HEADER "mesh \"m \r\n" TRIANGLE "fa 0 1 2\n", "IQE-0008",
                 IQE_HEADER "mesh \"m\" \r\n" TRIANGLE "fa 0 1 2\n");
    assert_fixed(IQE_HEADER TRIANGLE "fa 0 1 2\nmesh \"", "IQE-0008",
                 IQE_HEADER TRIANGLE "fa 0 1 2\nmesh \"\"");
}

// ------------------------------------------------------------------------------------- smoothing

// Two meshes whose triangles meet in one point, in all directions and each under an angle of its
// own: more than is compared. Each mesh is reported once, with its corners there.
static void smoothing_that_is_cut_short_is_reported(void **state) {
    (void)state;
    enum { COUNT = 1500, CAPACITY = COUNT * 120 };
    char *text = malloc(CAPACITY);
    assert_non_null(text);
    size_t at = (size_t)snprintf(text, CAPACITY, "vp 0 0 0\n");
    uint32_t random = 3;
    for (int i = 0; i < COUNT; i++) {
        if (i % 500 == 0)
            at += (size_t)snprintf(text + at, CAPACITY - at, "mesh %c\n", i < 1000 ? 'a' : 'b');
        int v[6];
        for (int k = 0; k < 6; k++) {
            random = random * 1664525u + 1013904223u;
            v[k] = (int)(random >> 16) % 1000 - 500;
        }
        at += (size_t)snprintf(text + at, CAPACITY - at,
                               "vp %d %d %d\nvp %d %d %d\nsmoothangle %d.%03d\nfa 0 -1 -2\n", v[0],
                               v[1], v[2], v[3], v[4], v[5], 5 + i / 1000, i % 1000);
    }
    assert_true(at < CAPACITY);
    maq_document *out = iqe_compile(text, NULL);
    const maq_findings *findings = maq_document_findings(out);
    assert_int_equal(findings->count, 2);
    assert_int_equal(findings->losses, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const maq_finding *finding = &findings->items[i];
        assert_string_equal(finding->rule->id, "IQE-0909");
        assert_non_null(strstr(finding->message, i == 0 ? "mesh \"a\"" : "mesh \"b\""));
        assert_int_equal(finding->count, i == 0 ? 1000 : 500);
    }
    maq_close(out);
    free(text);
}

// Vertices along x from 0 on, and frames that move them by 1 further each.
static maq_document *compile_moving_vertices(int vertices, int frames) {
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_string(&text, "joint j -1\npq 0 0 0\nmesh m\n");
    for (int i = 0; i < vertices; i++)
        mq_text_format(&text, "vp %d %d 0\nvb 0 1\n", i, i % 2);
    for (int i = 2; i < vertices; i++)
        mq_text_format(&text, "fm %d %d %d\n", i - 2, i - 1, i);
    mq_text_string(&text, "animation a\n");
    for (int i = 0; i < frames; i++)
        mq_text_format(&text, "frame\npq %d 0 0\n", i);
    maq_buffer bytes;
    assert_int_equal(mq_text_release_to(&text, &bytes), MAQ_OK);
    maq_document *out = iqe_compile(bytes.data, NULL);
    maq_buffer_free(&bytes);
    return out;
}

static void bounds_of_many_frames_are_those_of_boxes(void **state) {
    (void)state;
    maq_document *some = compile_moving_vertices(2000, 2000);
    maq_document *many = compile_moving_vertices(2000, 5000);
    assert_int_equal(count_rule(some, "IQE-0620"), 0);
    assert_int_equal(count_rule(many, "IQE-0620"), 1);
    assert_int_equal(finding_of(many, "IQE-0620")->count, 5000);
    const maq_iqm_bounds *exact = maq_document_iqm(some)->bounds;
    const maq_iqm_bounds *boxes = maq_document_iqm(many)->bounds;
    for (int i = 0; i < 2000; i += 400) {
        assert_float_equal(exact[i].max[0], (float)(1999 + i), 0);
        assert_float_equal(boxes[i].max[0], (float)(1999 + i), 0.01f);
        assert_float_equal(boxes[i].min[0], (float)i, 0.01f);
    }
    maq_close(some);
    maq_close(many);
}

// ------------------------------------------------------------------------------------- all rules

static bool is_tested(const char *id) {
    static const char *const others[] = {
        "IQE-0001", "IQE-0002", "IQE-0006", "IQE-0108", "IQE-0308", "IQE-0606", "IQE-0616",
        "IQE-0618", "IQE-0619", "IQE-0620", "IQE-0614", "IQE-0615", "IQE-0901", "IQE-0902",
        "IQE-0903", "IQE-0904", "IQE-0905", "IQE-0906", "IQE-0907", "IQE-0909"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(others[i], id) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof checked / sizeof checked[0]; i++) {
        if (strcmp(checked[i].id, id) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof compiled / sizeof compiled[0]; i++) {
        if (strcmp(compiled[i].id, id) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof joined / sizeof joined[0]; i++) {
        if (strcmp(joined[i].id, id) == 0)
            return true;
    }
    return false;
}

static void no_rule_is_without_a_test(void **state) {
    (void)state;
    const maq_format *format;
    assert_non_null(maq_find_variant("iqe", &format));
    for (uint32_t i = 0; i < format->rule_count; i++) {
        if (!is_tested(format->rules[i].id))
            print_message("%s has no test\n", format->rules[i].id);
        assert_true(is_tested(format->rules[i].id));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_is_broken_alone),
        cmocka_unit_test(rules_of_the_first_line),
        cmocka_unit_test(joints_above_255),
        cmocka_unit_test(vertices_that_are_not_a_multiple_of_three),
        cmocka_unit_test(each_rule_of_compiling_is_broken_alone),
        cmocka_unit_test(each_rule_of_joining_is_broken_alone),
        cmocka_unit_test(each_loss_of_the_conversion_from_iqm_is_reported),
        cmocka_unit_test(what_can_be_fixed_is),
        cmocka_unit_test(smoothing_that_is_cut_short_is_reported),
        cmocka_unit_test(bounds_of_many_frames_are_those_of_boxes),
        cmocka_unit_test(no_rule_is_without_a_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
