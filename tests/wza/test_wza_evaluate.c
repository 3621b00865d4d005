// SPDX-License-Identifier: MIT
//
// The evaluation of tests/support/wza_evaluate.c, with which other tests compare scenes and motion,
// against values worked out by hand: blending, hinges, interpolation, texture frames, and the order
// in which they come.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/wza_evaluate.h"
#include "support/documents.h"

#define S 0.70710678f // sine and cosine of 45 degrees
#define TOLERANCE 2e-6

typedef struct stage {
    maq_document *document;
    const maq_wza *wza;
    wza_evaluator *evaluator;
    wza_state *state;
} stage;

static stage set_up(const char *text) {
    stage s = {.document = open_text(text, "wza")};
    s.wza = maq_document_wza(s.document);
    assert_int_equal(maq_document_findings(s.document)->errors, 0);
    s.evaluator = wza_evaluator_new(s.wza);
    assert_non_null(s.evaluator);
    s.state = wza_state_new(s.evaluator);
    return s;
}

static void take_down(stage *s) {
    wza_state_free(s->state);
    wza_evaluator_free(s->evaluator);
    maq_close(s->document);
}

static void assert_near(const float *values, size_t count, const double *expected,
                        const char *what) {
    for (size_t i = 0; i < count; i++) {
        if (!(fabs(values[i] - expected[i]) <= TOLERANCE))
            fail_msg("%s: value %zu is %.9g, not %.9g", what, i, (double)values[i], expected[i]);
    }
}
#define NEAR(values, ...)                                                                          \
    assert_near((values), sizeof((double[]){__VA_ARGS__}) / sizeof(double),                        \
                (double[]){__VA_ARGS__}, #values " at line " AT_LINE(__LINE__))
#define AT_LINE(line) AT_LINE_TEXT(line)
#define AT_LINE_TEXT(line) #line

// ------------------------------------------------------------------------------------------- shapes

// Vertex 0 is in shapes 1, 2 and 3; vertex 1 has a normal that is not of length 1 and is in none;
// vertex 2 has one as well and is in shape 4 as it is.
static const char shapes[] = "WZA 1\n"
                             "SHAPES 5\n"
                             "SHAPE 0\n"
                             "VERTICES 3\n"
                             "0 0 0 0 0 1 0 1 0 0 0 0 1\n"
                             "1 1 0 0 0 3 0 1 0 0 0 0 1\n"
                             "2 0 0 1 0 2 0 1 0 0 0 0 1\n"
                             "FACES 1\n"
                             "0 0 1 2 0 0 1 0 0 1\n"
                             "SHAPE 1\n"
                             "VERTICES 1\n"
                             "0 2 4 -6 1 0 0 0 1 0 0 0 1\n"
                             "FACES 0\n"
                             "SHAPE 2\n"
                             "VERTICES 1\n"
                             "0 10 0 0 0 0 1 1 0 0 0 -1 0\n"
                             "FACES 1\n"
                             "0 0 1 2 0.5 1 1 0 0 0\n"
                             "SHAPE 3\n"
                             "VERTICES 1\n"
                             "0 0 0 8 0 -1 0 -1 0 0 0 0 1\n"
                             "FACES 0\n"
                             "SHAPE 4\n"
                             "VERTICES 1\n"
                             "2 0 0 1 0 2 0 1 0 0 0 0 1\n"
                             "FACES 0\n";

static void blend(stage *s, float w1, float w2, float w3) {
    s->state->weights[1] = w1;
    s->state->weights[2] = w2;
    s->state->weights[3] = w3;
    wza_blend(s->evaluator, s->state);
}

static void no_weight_is_shape_0(void **state) {
    (void)state;
    stage s = set_up(shapes);
    const wza_vertex_state *v = s.state->vertices;
    blend(&s, 0, 0, 0);
    NEAR(v[0].position, 0, 0, 0);
    NEAR(v[0].normal, 0, 1, 0);
    NEAR(v[1].normal, 0, 3, 0);
    NEAR(s.state->faces[0].uv[2], 0, 1);
    assert_int_equal(s.state->faces[0].vertices[2], 2);
    take_down(&s);
}

static void a_weight_of_1_is_the_shape(void **state) {
    (void)state;
    stage s = set_up(shapes);
    blend(&s, 1, 0, 0);
    NEAR(s.state->vertices[0].position, 2, 4, -6);
    NEAR(s.state->vertices[0].normal, 1, 0, 0);
    NEAR(s.state->vertices[0].tangent, 0, 1, 0);
    NEAR(s.state->vertices[0].bitangent, 0, 0, 1);
    take_down(&s);
}

static void half_a_weight_is_half_way_and_vectors_are_of_length_1(void **state) {
    (void)state;
    stage s = set_up(shapes);
    blend(&s, 0.5f, 0, 0);
    NEAR(s.state->vertices[0].position, 1, 2, -3);
    NEAR(s.state->vertices[0].normal, S, S, 0);
    NEAR(s.state->vertices[0].tangent, S, S, 0);
    take_down(&s);
}

static void weights_above_1_go_beyond_the_shape(void **state) {
    (void)state;
    stage s = set_up(shapes);
    blend(&s, 2, 0, 0);
    NEAR(s.state->vertices[0].position, 4, 8, -12);
    NEAR(s.state->vertices[0].normal, 0.894427191, -0.447213595, 0); // (2, -1, 0)
    take_down(&s);
}

static void negative_weights_go_the_other_way(void **state) {
    (void)state;
    stage s = set_up(shapes);
    blend(&s, -1, 0, 0);
    NEAR(s.state->vertices[0].position, -2, -4, 6);
    NEAR(s.state->vertices[0].normal, -0.447213595, 0.894427191, 0); // (-1, 2, 0)
    take_down(&s);
}

static void two_shapes_add_up(void **state) {
    (void)state;
    stage s = set_up(shapes);
    blend(&s, 0.5f, 0.25f, 0);
    NEAR(s.state->vertices[0].position, 3.5, 2, -3);
    // (0, 1, 0) + 0.5 (1, -1, 0) + 0.25 (0, -1, 1) = (0.5, 0.25, 0.25)
    NEAR(s.state->vertices[0].normal, 0.816496581, 0.408248290, 0.408248290);
    // (0, 0, 1) + 0.25 (0, -1, -1) = (0, -0.25, 0.75)
    NEAR(s.state->vertices[0].bitangent, 0, -0.316227766, 0.948683298);
    take_down(&s);
}

static void two_shapes_can_cancel_each_other(void **state) {
    (void)state;
    stage s = set_up(shapes);
    // Normals: (0, 1, 0) + 0.25 (0, -1, 1) + 0.5 (0, -2, 0) = (0, -0.25, 0.25).
    blend(&s, 0, 0.25f, 0.5f);
    NEAR(s.state->vertices[0].position, 2.5, 0, 4);
    NEAR(s.state->vertices[0].normal, 0, -S, S);
    take_down(&s);
}

static void vectors_without_length_stay_as_in_shape_0(void **state) {
    (void)state;
    stage s = set_up(shapes);
    blend(&s, 0, 0, 0.5f);
    NEAR(s.state->vertices[0].position, 0, 0, 4);
    NEAR(s.state->vertices[0].normal, 0, 1, 0);
    NEAR(s.state->vertices[0].tangent, 1, 0, 0);
    NEAR(s.state->vertices[0].bitangent, 0, 0, 1);
    take_down(&s);
}

static void texture_coordinates_blend_and_are_not_cut(void **state) {
    (void)state;
    stage s = set_up(shapes);
    blend(&s, 0, 0.25f, 0);
    NEAR(s.state->faces[0].uv[0], 0.125, 0.25);
    NEAR(s.state->faces[0].uv[1], 1, 0);
    NEAR(s.state->faces[0].uv[2], 0, 0.75);
    blend(&s, 0, 3, 0);
    NEAR(s.state->faces[0].uv[0], 1.5, 3);
    NEAR(s.state->faces[0].uv[2], 0, -2);
    take_down(&s);
}

static void rows_that_are_not_listed_contribute_nothing(void **state) {
    (void)state;
    stage s = set_up(shapes);
    blend(&s, 5, -3, 2);
    NEAR(s.state->vertices[1].position, 1, 0, 0);
    // Not touched, so not even brought to length 1; shape 1 lists no face.
    NEAR(s.state->vertices[1].normal, 0, 3, 0);
    blend(&s, 5, 0, 2);
    NEAR(s.state->faces[0].uv[0], 0, 0);
    take_down(&s);
}

static void a_touched_vector_is_brought_to_length_1(void **state) {
    (void)state;
    stage s = set_up(shapes);
    s.state->weights[4] = 0.5f;
    wza_blend(s.evaluator, s.state);
    NEAR(s.state->vertices[2].normal, 0, 1, 0);
    take_down(&s);
}

static void the_weight_of_shape_0_has_no_effect(void **state) {
    (void)state;
    stage s = set_up(shapes);
    s.state->weights[0] = 7;
    blend(&s, 1, 0, 0);
    NEAR(s.state->vertices[0].position, 2, 4, -6);
    NEAR(s.state->vertices[1].position, 1, 0, 0);
    take_down(&s);
}

// -------------------------------------------------------------------------------------------- bones

// Joints on the x axis at 0, 1 and 2, each the parent of the next, listed in the wrong order; a vertex
// one further out than the joint of each. Bone 1 has the hinge that is asked for. Vertex 3 is of no
// bone, vertex 4 of bones 0 and 1.
static stage chain(int hinge) {
    char text[1024];
    snprintf(text, sizeof text,
             "WZA 1\n"
             "SHAPES 1\n"
             "SHAPE 0\n"
             "VERTICES 5\n"
             "0 1 0 0 1 0 0 0 1 0 0 0 1\n"
             "1 2 0 0 1 0 0 0 1 0 0 0 1\n"
             "2 3 0 0 1 0 0 0 1 0 0 0 1\n"
             "3 9 9 9 1 0 0 0 1 0 0 0 1\n"
             "4 1 0 0 1 0 0 0 1 0 0 0 1\n"
             "FACES 1\n"
             "0 0 1 2 0 0 1 0 0 1\n"
             "BONES 3\n"
             "BONE 2 1 1 2 0 0 1\n2\n"
             "BONE 1 0 %d 1 0 0 2\n1 4\n"
             "BONE 0 -1 0 0 0 0 2\n0 4\n",
             hinge);
    return set_up(text);
}

static void turn(stage *s, unsigned bone, float x, float y, float z, float w) {
    float *rotation = s->state->poses[bone].rotation;
    rotation[0] = x;
    rotation[1] = y;
    rotation[2] = z;
    rotation[3] = w;
}

static void shift(stage *s, unsigned bone, float x, float y, float z) {
    float *translation = s->state->poses[bone].translation;
    translation[0] = x;
    translation[1] = y;
    translation[2] = z;
}

static void move(stage *s) {
    wza_blend(s->evaluator, s->state);
    wza_pose_bones(s->evaluator, s->state);
    wza_skin(s->evaluator, s->state);
}

static void at_rest_nothing_moves(void **state) {
    (void)state;
    stage s = chain(1);
    move(&s);
    NEAR(s.state->vertices[0].position, 1, 0, 0);
    NEAR(s.state->vertices[2].position, 3, 0, 0);
    NEAR(s.state->vertices[2].normal, 1, 0, 0);
    take_down(&s);
}

static void a_root_turns_about_its_joint(void **state) {
    (void)state;
    stage s = chain(1);
    turn(&s, 0, 0, 0, S, S);
    move(&s);
    NEAR(s.state->vertices[0].position, 0, 1, 0);
    NEAR(s.state->vertices[0].normal, 0, 1, 0);
    NEAR(s.state->vertices[0].tangent, -1, 0, 0);
    take_down(&s);
}

static void a_hinge_inherits_the_rotation(void **state) {
    (void)state;
    stage s = chain(1);
    turn(&s, 0, 0, 0, S, S);
    move(&s);
    NEAR(s.state->vertices[1].position, 0, 2, 0);
    NEAR(s.state->vertices[1].normal, 0, 1, 0);
    NEAR(s.state->vertices[2].position, 0, 3, 0);
    take_down(&s);
}

static void without_a_hinge_only_the_joint_follows(void **state) {
    (void)state;
    stage s = chain(0);
    turn(&s, 0, 0, 0, S, S);
    move(&s);
    // The joint went to (0, 1, 0); the bone still points along x.
    NEAR(s.state->vertices[1].position, 1, 1, 0);
    NEAR(s.state->vertices[1].normal, 1, 0, 0);
    // And so does its child, which has a hinge: it inherits that it does not turn.
    NEAR(s.state->vertices[2].position, 2, 1, 0);
    take_down(&s);
}

static void without_a_hinge_the_own_rotation_is_all(void **state) {
    (void)state;
    stage s = chain(0);
    turn(&s, 0, 0, 0, S, S);
    turn(&s, 1, 0, 0, -S, S);
    move(&s);
    NEAR(s.state->vertices[1].position, 0, 0, 0);
    NEAR(s.state->vertices[1].normal, 0, -1, 0);
    take_down(&s);
}

static void with_a_hinge_rotations_add_up(void **state) {
    (void)state;
    stage s = chain(1);
    turn(&s, 0, 0, 0, S, S);
    turn(&s, 1, 0, 0, S, S);
    move(&s);
    NEAR(s.state->vertices[1].position, -1, 1, 0);
    NEAR(s.state->vertices[2].position, -2, 1, 0);
    take_down(&s);
}

static void the_own_rotation_comes_after_the_parents(void **state) {
    (void)state;
    stage s = chain(1);
    // About y by 90 degrees x goes to -z; then about x by 90 degrees -z goes to y.
    turn(&s, 0, 0, S, 0, S);
    turn(&s, 1, S, 0, 0, S);
    move(&s);
    NEAR(s.state->vertices[1].position, 0, 1, -1);
    NEAR(s.state->vertices[1].normal, 0, 1, 0);
    take_down(&s);
}

static void a_translation_carries_the_children(void **state) {
    (void)state;
    stage s = chain(0);
    shift(&s, 0, 0, 3, 0);
    move(&s);
    NEAR(s.state->vertices[0].position, 1, 3, 0);
    NEAR(s.state->vertices[1].position, 2, 3, 0);
    NEAR(s.state->vertices[2].position, 3, 3, 0);
    take_down(&s);
}

static void a_translation_is_along_the_axes_of_the_model(void **state) {
    (void)state;
    for (int hinge = 0; hinge < 2; hinge++) {
        stage s = chain(hinge);
        turn(&s, 0, 0, 0, S, S);
        shift(&s, 1, 5, 0, 0);
        move(&s);
        // The joint: (0, 1, 0) by the parent, then 5 along x.
        if (hinge)
            NEAR(s.state->vertices[1].position, 5, 2, 0);
        else
            NEAR(s.state->vertices[1].position, 6, 1, 0);
        take_down(&s);
    }
}

static void a_vertex_of_no_bone_stays(void **state) {
    (void)state;
    stage s = chain(1);
    turn(&s, 0, 0, 0, S, S);
    shift(&s, 0, 4, 4, 4);
    move(&s);
    NEAR(s.state->vertices[3].position, 9, 9, 9);
    NEAR(s.state->vertices[3].normal, 1, 0, 0);
    take_down(&s);
}

static void a_vertex_of_two_bones_gets_half_of_each(void **state) {
    (void)state;
    stage s = chain(0);
    shift(&s, 1, 0, 4, 0);
    move(&s);
    NEAR(s.state->vertices[4].position, 1, 2, 0);
    // Bone 0 turns it to (0, 1, 0). Bone 1, whose joint is there at rest, takes it to its joint: the
    // same position. Normals go to y and stay on x: half way between.
    shift(&s, 1, 0, 0, 0);
    turn(&s, 0, 0, 0, S, S);
    move(&s);
    NEAR(s.state->vertices[4].position, 0, 1, 0);
    NEAR(s.state->vertices[4].normal, S, S, 0);
    take_down(&s);
}

static void directions_that_cancel_stay(void **state) {
    (void)state;
    stage s = chain(0);
    turn(&s, 0, 0, 0, 1, 0);
    move(&s);
    // Half a turn and none: the mean of (-1, 0, 0) and (1, 0, 0) has no length.
    NEAR(s.state->vertices[4].normal, 1, 0, 0);
    NEAR(s.state->vertices[4].bitangent, 0, 0, 1);
    take_down(&s);
}

static void quaternions_are_brought_to_length_1(void **state) {
    (void)state;
    stage s = chain(1);
    turn(&s, 0, 0, 0, 3, 3);
    move(&s);
    NEAR(s.state->vertices[0].position, 0, 1, 0);
    turn(&s, 0, 0, 0, 0, 0);
    move(&s);
    NEAR(s.state->vertices[0].position, 1, 0, 0);
    take_down(&s);
}

// ------------------------------------------------------------------------------------ interpolation

static const char timed[] = "WZA 1\n"
                            "ANIMATIONS 1\n"
                            "ANIMATION 0 2000\n"
                            "PROPERTIES 6\n"
                            "10 shape 1 1\n"
                            "11 shape 2 0\n"
                            "12 bone 0 1\n"
                            "13 bone 1 0\n"
                            "14 texture 0 1\n"
                            "15 bone 2 1\n"
                            "POINTS 13\n"
                            "10 100 2\n"
                            "11 100 2\n"
                            "12 0 0 0 0 0 0 0 1\n"
                            "10 300 -2\n"
                            "11 300 -2\n"
                            "14 0 3\n"
                            "12 900 9 -18 0 0 0 0.70710677 0.70710677\n"
                            "13 0 1 2 3 0 0 0 1\n"
                            "13 500 3 2 1 1 0 0 0\n"
                            "14 500 9\n"
                            "15 0 0 0 0 0 0 0 1\n"
                            "15 400 0 0 0 0 0 -0.8660254 -0.5\n"
                            "10 500 0\n";

static wza_sampled sample(const maq_wza *wza, int32_t number, double time) {
    const maq_wza_animation *animation = &wza->animations[0];
    for (uint32_t i = 0; i < animation->property_count; i++) {
        wza_sampled value = {0};
        if (animation->properties[i].number == number) {
            assert_true(wza_sample(animation, &animation->properties[i], time, &value));
            return value;
        }
    }
    fail_msg("no property %d", number);
    return (wza_sampled){0};
}
#define SAMPLED(number, time, ...) NEAR(sample(wza, (number), (time)).values, __VA_ARGS__)

static void values_stand_still_before_and_after(void **state) {
    (void)state;
    maq_document *document = open_text(timed, "wza");
    const maq_wza *wza = maq_document_wza(document);
    SAMPLED(10, -50, 2);
    SAMPLED(10, 0, 2);
    SAMPLED(10, 99, 2);
    SAMPLED(10, 501, 0);
    SAMPLED(10, 1e9, 0);
    SAMPLED(12, 5000, 9, -18, 0, 0, 0, S, S);
    maq_close(document);
}

static void weights_go_in_a_straight_line(void **state) {
    (void)state;
    maq_document *document = open_text(timed, "wza");
    const maq_wza *wza = maq_document_wza(document);
    SAMPLED(10, 100, 2);
    SAMPLED(10, 150, 1);
    SAMPLED(10, 200, 0);
    SAMPLED(10, 250.5, -1.01);
    SAMPLED(10, 300, -2);
    SAMPLED(10, 400, -1);
    maq_close(document);
}

static void without_interpolation_values_jump(void **state) {
    (void)state;
    maq_document *document = open_text(timed, "wza");
    const maq_wza *wza = maq_document_wza(document);
    SAMPLED(11, 299.9, 2);
    SAMPLED(11, 300, -2);
    SAMPLED(13, 499, 1, 2, 3, 0, 0, 0, 1);
    SAMPLED(13, 500, 3, 2, 1, 1, 0, 0, 0);
    maq_close(document);
}

static void bones_go_straight_and_turn_evenly(void **state) {
    (void)state;
    maq_document *document = open_text(timed, "wza");
    const maq_wza *wza = maq_document_wza(document);
    // 90 degrees about z in 900 ms: the quaternion has half the angle.
    SAMPLED(12, 450, 4.5, -9, 0, 0, 0, 0.382683432, 0.923879533);
    SAMPLED(12, 300, 3, -6, 0, 0, 0, 0.258819045, 0.965925826);
    SAMPLED(12, 100, 1, -2, 0, 0, 0, 0.087155743, 0.996194698);
    maq_close(document);
}

static void rotations_take_the_shortest_way(void **state) {
    (void)state;
    maq_document *document = open_text(timed, "wza");
    const maq_wza *wza = maq_document_wza(document);
    // (0, 0, -0.866, -0.5) is 120 degrees about z, seen from the other side: 30 after a quarter.
    SAMPLED(15, 100, 0, 0, 0, 0, 0, 0.258819045, 0.965925826);
    SAMPLED(15, 200, 0, 0, 0, 0, 0, 0.5, 0.866025404);
    maq_close(document);
}

static void texture_frames_always_hold(void **state) {
    (void)state;
    maq_document *document = open_text(timed, "wza");
    const maq_wza *wza = maq_document_wza(document);
    assert_int_equal(sample(wza, 14, 0).frame, 3);
    assert_int_equal(sample(wza, 14, 499).frame, 3);
    assert_int_equal(sample(wza, 14, 500).frame, 9);
    assert_int_equal(sample(wza, 14, 9999).frame, 9);
    maq_close(document);
}

static void a_property_without_points_has_no_value(void **state) {
    (void)state;
    maq_document *document = open_text("WZA 1\nANIMATIONS 1\nANIMATION 0 10\nPROPERTIES 1\n"
                                       "0 shape 1 1\nPOINTS 0\n",
                                       "wza");
    const maq_wza_animation *animation = maq_document_wza(document)->animations;
    wza_sampled value;
    assert_false(wza_sample(animation, animation->properties, 0, &value));
    maq_close(document);
}

// ---------------------------------------------------------------------------------------- the whole

static const char whole[] = "WZA 1\n"
                            "TEXTURE t\nANIMATED 1\n"
                            "SHAPES 2\n"
                            "SHAPE 0\n"
                            "VERTICES 3\n"
                            "0 1 0 0 1 0 0 0 1 0 0 0 1\n"
                            "1 2 0 0 1 0 0 0 1 0 0 0 1\n"
                            "2 3 0 0 1 0 0 0 1 0 0 0 1\n"
                            "FACES 1\n0 0 1 2 0 0 1 0 0 1\n"
                            "SHAPE 1\n"
                            "VERTICES 1\n0 3 0 0 1 0 0 0 1 0 0 0 1\n"
                            "FACES 0\n"
                            "BONES 1\nBONE 0 -1 0 0 0 0 1\n0\n"
                            "ANIMATIONS 2\n"
                            "ANIMATION 0 1000\n"
                            "PROPERTIES 3\n0 bone 0 1\n1 shape 1 1\n2 texture 0 0\n"
                            "POINTS 5\n"
                            "0 0 0 0 0 0 0 0 1\n"
                            "0 1000 0 0 7 0 0 0.70710677 0.70710677\n"
                            "1 0 0\n1 500 1\n"
                            "2 600 4\n"
                            "ANIMATION 1 10\n"
                            "PROPERTIES 1\n0 bone 1 0\n"
                            "POINTS 1\n0 0 0 0 0 0 0 0 1\n";

static void shapes_are_blended_before_bones_move_them(void **state) {
    (void)state;
    stage s = set_up(whole);
    assert_int_equal(wza_evaluate(s.evaluator, &s.wza->animations[0], 1000, s.state), MAQ_OK);
    // The shape takes the vertex to (3, 0, 0), the bone turns that to (0, 3, 0) and lifts it by 7
    // along z. The other order would have given (2, 1, 7).
    NEAR(s.state->vertices[0].position, 0, 3, 7);
    assert_int_equal(s.state->texture_frame, 4);
    assert_int_equal(wza_evaluate(s.evaluator, &s.wza->animations[0], 250, s.state), MAQ_OK);
    // Half the shape: (2, 0, 0), turned by 22.5 degrees, lifted by 1.75. The frame's first point is
    // still to come: it holds already.
    NEAR(s.state->vertices[0].position, 2 * 0.923879533, 2 * 0.382683432, 1.75);
    NEAR(s.state->vertices[1].position, 2, 0, 0);
    assert_int_equal(s.state->texture_frame, 4);
    // And back to rest.
    assert_int_equal(wza_evaluate(s.evaluator, NULL, 250, s.state), MAQ_OK);
    NEAR(s.state->vertices[0].position, 1, 0, 0);
    assert_int_equal(s.state->texture_frame, 0);
    take_down(&s);
}

static void animations_that_do_not_fit_are_refused(void **state) {
    (void)state;
    stage s = set_up(whole);
    assert_int_equal(wza_evaluate(s.evaluator, &s.wza->animations[0], 1000, s.state), MAQ_OK);
    assert_int_equal(wza_evaluate(s.evaluator, &s.wza->animations[1], 0, s.state), MAQ_BAD_DATA);
    NEAR(s.state->vertices[0].position, 0, 3, 7);
    take_down(&s);
}

static void an_animation_of_another_file_moves_the_model(void **state) {
    (void)state;
    stage s = set_up(whole);
    maq_document *walk = open_text("WZA 1\nANIMATIONS 1\nANIMATION 5 100\nPROPERTIES 1\n"
                                   "3 bone 0 1\nPOINTS 2\n3 0 0 0 0 0 0 0 1\n"
                                   "3 100 0 8 0 0 0 0 1\n",
                                   "wza");
    const maq_wza_animation *animation = maq_document_wza(walk)->animations;
    assert_int_equal(wza_evaluate(s.evaluator, animation, 25, s.state), MAQ_OK);
    NEAR(s.state->vertices[0].position, 1, 2, 0);
    maq_close(walk);
    take_down(&s);
}

static void what_cannot_be_evaluated_is_refused(void **state) {
    (void)state;
    static const char *const ids[] = {"WZA-0202", "WZA-0203", "WZA-0204", "WZA-0206", "WZA-0207",
                                      "WZA-0208", "WZA-0209", "WZA-0210", "WZA-0211", "WZA-0212",
                                      "WZA-0301", "WZA-0302", "WZA-0303", "WZA-0304", "WZA-0305"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/data/wza/rules/%s.wza", ids[i]);
        maq_document *document = NULL;
        assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
        if (wza_evaluator_new(maq_document_wza(document)))
            fail_msg("%s was not refused", ids[i]);
        maq_close(document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_weight_is_shape_0),
        cmocka_unit_test(a_weight_of_1_is_the_shape),
        cmocka_unit_test(half_a_weight_is_half_way_and_vectors_are_of_length_1),
        cmocka_unit_test(weights_above_1_go_beyond_the_shape),
        cmocka_unit_test(negative_weights_go_the_other_way),
        cmocka_unit_test(two_shapes_add_up),
        cmocka_unit_test(two_shapes_can_cancel_each_other),
        cmocka_unit_test(vectors_without_length_stay_as_in_shape_0),
        cmocka_unit_test(texture_coordinates_blend_and_are_not_cut),
        cmocka_unit_test(rows_that_are_not_listed_contribute_nothing),
        cmocka_unit_test(a_touched_vector_is_brought_to_length_1),
        cmocka_unit_test(the_weight_of_shape_0_has_no_effect),
        cmocka_unit_test(at_rest_nothing_moves),
        cmocka_unit_test(a_root_turns_about_its_joint),
        cmocka_unit_test(a_hinge_inherits_the_rotation),
        cmocka_unit_test(without_a_hinge_only_the_joint_follows),
        cmocka_unit_test(without_a_hinge_the_own_rotation_is_all),
        cmocka_unit_test(with_a_hinge_rotations_add_up),
        cmocka_unit_test(the_own_rotation_comes_after_the_parents),
        cmocka_unit_test(a_translation_carries_the_children),
        cmocka_unit_test(a_translation_is_along_the_axes_of_the_model),
        cmocka_unit_test(a_vertex_of_no_bone_stays),
        cmocka_unit_test(a_vertex_of_two_bones_gets_half_of_each),
        cmocka_unit_test(directions_that_cancel_stay),
        cmocka_unit_test(quaternions_are_brought_to_length_1),
        cmocka_unit_test(values_stand_still_before_and_after),
        cmocka_unit_test(weights_go_in_a_straight_line),
        cmocka_unit_test(without_interpolation_values_jump),
        cmocka_unit_test(bones_go_straight_and_turn_evenly),
        cmocka_unit_test(rotations_take_the_shortest_way),
        cmocka_unit_test(texture_frames_always_hold),
        cmocka_unit_test(a_property_without_points_has_no_value),
        cmocka_unit_test(shapes_are_blended_before_bones_move_them),
        cmocka_unit_test(animations_that_do_not_fit_are_refused),
        cmocka_unit_test(an_animation_of_another_file_moves_the_model),
        cmocka_unit_test(what_cannot_be_evaluated_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
