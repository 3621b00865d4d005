// SPDX-License-Identifier: MIT
//
// IQE documents from structs that programs fill.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/iqe_text.h"

// What a text says, and a copy of it by way of the struct.
static void the_same_comes_out(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "vp 0 0 0\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\n",
        "# a remark\nvertexarray custom1 half 2 own\njoint a\npq 1 2 3 0 0 0 -1 1 1 1\njoint b 0\n"
        "pa 0 0 0 1 0 0\nmesh m\nmaterial x\nvp 0 0 0\nvp 0 1 0 2\nvt 1 2\nvs 4\nvb 0 .5 1 .5\n"
        "smoothangle 20\nsmoothgroup 3\nvp 1 0 0\nfm 0 1 2\nfs 1 0 1\nmesh n\nvp 5 5 5\nfa 0 1 3\n"
        "animation w\nframerate 10\nloop\nframe\npq 1\npq 2\nframe\nframe\npm 3\n"
        "animation empty\ncomment\nbytes of it",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        maq_document *text = iqe_open(texts[i]), *made;
        assert_int_equal(maq_document_from_iqe(maq_document_iqe(text), NULL, &made), MAQ_OK);
        maq_buffer a, b;
        assert_int_equal(maq_save_memory(text, NULL, &a), MAQ_OK);
        assert_int_equal(maq_save_memory(made, NULL, &b), MAQ_OK);
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.data, b.data, a.length);
        maq_buffer_free(&a);
        maq_buffer_free(&b);
        maq_close(made);
        maq_close(text);
    }
}

// A model of one triangle with a skeleton and a frame.
typedef struct filled {
    double positions[9], weights[3], poses[20];
    uint8_t given[2], kinds[2], smooth[3];
    uint32_t blend_first[4], face_first[2], edge_first[2], corners[3];
    int32_t blend_joints[3], smooth_indices[3];
    maq_iqe_part part;
    maq_iqe_joint joint;
    maq_iqe_format format;
    maq_iqe_animation animation;
    maq_iqe_frame frame;
    const char *remark;
    maq_iqe iqe;
} filled;

static void fill(filled *f) {
    *f = (filled){.positions = {0, 0, 0, 0, 1, 0, 1, 0, 0},
                  .weights = {1, 1, 1},
                  .poses = {0, 0, 0, 0, 0, 0, -1, 1, 1, 1, 0, 0, 2, 0, 0, 0, -1, 1, 1, 1},
                  .given = {10, 10},
                  .smooth = {1, 1, 1},
                  .blend_first = {0, 1, 2, 3},
                  .face_first = {0, 3},
                  .edge_first = {0, 3},
                  .corners = {0, 1, 2},
                  .part = {.mesh = "m", .material = "x", .smooth_group = -1, .smooth_angle = 180},
                  .joint = {.name = "a", .parent = -1},
                  .format = {.type = "position", .component = "half", .size = 3, .name = ""},
                  .animation = {.name = "w", .frame_count = 1},
                  .frame = {.first_pose = 1},
                  .remark = "# made"};
    f->iqe = (maq_iqe){
        .lists = {[MAQ_IQE_POSITION] = {.values = f->positions, .count = 3, .width = 3}},
        .blends = {3, f->blend_first, f->blend_joints, f->weights},
        .smooth_indices = f->smooth_indices,
        .smooth_index_count = 3,
        .faces = {1, f->face_first, f->corners},
        .edges = {1, f->edge_first, f->smooth},
        .parts = &f->part,
        .part_count = 1,
        .formats = &f->format,
        .format_count = 1,
        .joints = &f->joint,
        .joint_count = 1,
        .poses = {.rows = {f->poses, 2, 10, f->given, false}, .kinds = f->kinds, .base_count = 1},
        .animations = &f->animation,
        .animation_count = 1,
        .frames = &f->frame,
        .frame_count = 1,
        .remarks = &f->remark,
        .remark_count = 1,
        .has_comment = true,
        .comment = "bytes",
        .comment_length = 5,
    };
}

static void a_filled_model_is_compiled(void **state) {
    (void)state;
    filled f;
    fill(&f);
    maq_document *document;
    assert_int_equal(maq_document_from_iqe(&f.iqe, NULL, &document), MAQ_OK);
    memset(&f, 0xff, sizeof f); // it has been copied
    maq_document *model = iqe_convert(document, "iqm", NULL);
    const maq_iqm *iqm = maq_document_iqm(model);
    assert_int_equal(iqm->triangle_count, 1);
    assert_int_equal(iqm->joint_count, 1);
    assert_int_equal(iqm->frame_count, 1);
    assert_int_equal(maq_iqm_find_array(iqm, MAQ_IQM_POSITION)->format, MAQ_IQM_HALF);
    maq_close(model);
    maq_close(document);
}

// The text of a float is short, and reading it gives the same float. All else keeps its digits.
static void numbers_that_were_floats_are_short(void **state) {
    (void)state;
    static const char *const written[2] = {
        "vp 0.013000000268220901 1 7.038530691851209e-26\n",
        "vp 0.013 1 7.038530691851209e-26\n",
    };
    for (int floats = 0; floats < 2; floats++) {
        filled f;
        fill(&f);
        // A third number that would be read as the float beside it.
        const double row[] = {0.013f, 1, 7.038530691851209e-26, 0.1};
        memcpy(f.positions, row, sizeof row);
        // The bits of the float 1.
        f.weights[0] = 0x3f800000 * 0x1p-1074;
        f.iqe.lists[MAQ_IQE_POSITION].floats = floats;
        maq_document *made;
        maq_buffer text;
        assert_int_equal(maq_document_from_iqe(&f.iqe, NULL, &made), MAQ_OK);
        assert_int_equal(maq_save_memory(made, NULL, &text), MAQ_OK);
        assert_non_null(strstr(text.data, written[floats]));
        assert_non_null(strstr(text.data, "vp 0.1 1 0\n"));
        assert_non_null(strstr(text.data, "vb 0 5.263544247e-315\n"));
        maq_document *read;
        assert_int_equal(maq_open_memory(text.data, text.length, NULL, &read), MAQ_OK);
        const double *values = maq_document_iqe(read)->lists[MAQ_IQE_POSITION].values;
        for (int i = 0; i < 4; i++)
            assert_true((float)values[i] == (float)row[i]);
        maq_close(read);
        maq_buffer_free(&text);
        maq_close(made);
    }
}

static void every_failing_request_is_survived(void **state) {
    (void)state;
    filled f;
    fill(&f);
    for (uint64_t n = 1;; n++) {
        maq_memory memory = {.size = sizeof memory, .fail_at = n};
        maq_document *document;
        maq_status status = maq_document_from_iqe(&f.iqe, &memory, &document);
        if (status == MAQ_OK) {
            maq_close(document);
            assert_true(n > 10);
            break;
        }
        assert_int_equal(status, MAQ_NO_MEMORY);
        assert_null(document);
    }
}

// Each of these makes a good struct a bad one.
static void spoil(filled *f, int way) {
    switch (way) {
    case 0:
        f->iqe.lists[MAQ_IQE_POSITION].values = NULL;
        break;
    case 1:
        f->iqe.lists[MAQ_IQE_POSITION].width = 5;
        break;
    case 2:
        f->iqe.blends.first = NULL;
        break;
    case 3:
        f->blend_first[0] = 1;
        break;
    case 4:
        f->blend_first[2] = 0;
        break;
    case 5:
        f->iqe.blends.joints = NULL;
        break;
    case 6:
        f->iqe.blends.weights = NULL;
        break;
    case 7:
        f->iqe.faces.corners = NULL;
        break;
    case 8:
        f->iqe.edges.smooth = NULL;
        break;
    case 9:
        f->iqe.smooth_indices = NULL;
        break;
    case 10:
        f->iqe.part_count = 0;
        break;
    case 11:
        f->iqe.parts = NULL;
        break;
    case 12:
        f->part.mesh = NULL;
        break;
    case 13:
        f->part.material = NULL;
        break;
    case 14:
        f->part.first_vertex = 1;
        break;
    case 15:
        f->part.first_face = 1;
        break;
    case 16:
        f->part.mesh_vertex = 2;
        break;
    case 17:
        f->given[1] = 11;
        break;
    case 18:
        f->kinds[1] = 3;
        break;
    case 19:
        f->kinds[1] = MAQ_IQE_PA;
        break; // which takes nine
    case 20:
        f->iqe.poses.base_count = 3;
        break;
    case 21:
        f->iqe.poses.base_count = 0;
        break;
    case 22:
        f->iqe.animations = NULL;
        break;
    case 23:
        f->iqe.frames = NULL;
        break;
    case 24:
        f->animation.name = NULL;
        break;
    case 25:
        f->animation.first_frame = 1;
        break;
    case 26:
        f->animation.frame_count = 2;
        break;
    case 27:
        f->animation.frame_count = 0;
        break;
    case 28:
        f->frame.first_pose = 3;
        break;
    case 29:
        f->iqe.formats = NULL;
        break;
    case 30:
        f->format.type = NULL;
        break;
    case 31:
        f->format.component = NULL;
        break;
    case 32:
        f->format.name = NULL;
        break;
    case 33:
        f->iqe.joints = NULL;
        break;
    case 34:
        f->joint.name = NULL;
        break;
    case 35:
        f->iqe.remarks = NULL;
        break;
    case 36:
        f->remark = NULL;
        break;
    case 37:
        f->remark = "no remark";
        break;
    case 38:
        f->remark = "# two\nlines";
        break;
    case 39:
        f->iqe.comment = NULL;
        break;
    case 40:
        f->iqe.animation_count = f->iqe.frame_count = 0;
        break;
    default:
        fail();
    }
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    filled f;
    maq_document *document;
    for (int way = 0; way <= 40; way++) {
        fill(&f);
        spoil(&f, way);
        maq_status status = maq_document_from_iqe(&f.iqe, NULL, &document);
        if (status != MAQ_BAD_ARGUMENT)
            print_message("way %d is not refused\n", way);
        assert_int_equal(status, MAQ_BAD_ARGUMENT);
        assert_null(document);
    }
    fill(&f);
    assert_int_equal(maq_document_from_iqe(NULL, NULL, &document), MAQ_BAD_ARGUMENT);
    assert_int_equal(maq_document_from_iqe(&f.iqe, NULL, NULL), MAQ_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_comes_out),
        cmocka_unit_test(a_filled_model_is_compiled),
        cmocka_unit_test(numbers_that_were_floats_are_short),
        cmocka_unit_test(every_failing_request_is_survived),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
