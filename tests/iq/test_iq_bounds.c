// SPDX-License-Identifier: MIT
//
// The bounds of frames are those of all vertices in order, whatever is skipped: compared with a loop over
// all of them, to the bit.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "formats/iq/iq_compile.h"
#include "support/random.h"

enum { JOINTS = 6, VERTICES = 400 };

static double random_number(void) {
    return (double)random_below(20001) / 100 - 100;
}

typedef struct vertices {
    double positions[VERTICES][3];
    iq_blend blends[VERTICES];
    mq_mat34 matrices[JOINTS];
} vertices;

static maq_iqm_bounds bounds_of_all(const vertices *all, bool unweighted_rests) {
    double least[3] = {0}, largest[3] = {0}, xy_square = 0, square = 0;
    for (int v = 0; v < VERTICES; v++) {
        const iq_blend *blend = &all->blends[v];
        mq_mat34 sum = {{{0}}};
        for (int i = 0; i < 4; i++) {
            if (!(blend->weights[i] > 0) || (uint32_t)blend->joints[i] >= JOINTS)
                continue;
            for (int k = 0; k < 12; k++)
                sum.m[k / 4][k % 4] += all->matrices[blend->joints[i]].m[k / 4][k % 4] *
                                       (double)(float)blend->weights[i];
        }
        const double *at = all->positions[v];
        mq_vec3 p = {at[0], at[1], at[2]};
        if (blend->count || !unweighted_rests)
            p = mq_mat34_point(&sum, p);
        const double point[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; k++) {
            least[k] = v && least[k] < point[k] ? least[k] : point[k];
            largest[k] = v && largest[k] > point[k] ? largest[k] : point[k];
        }
        double xy = p.x * p.x + p.y * p.y, whole = xy + p.z * p.z;
        xy_square = xy_square > xy ? xy_square : xy;
        square = square > whole ? square : whole;
    }
    maq_iqm_bounds out = {.offset = MAQ_IQM_NO_OFFSET};
    for (int k = 0; k < 3; k++) {
        out.min[k] = (float)least[k];
        out.max[k] = (float)largest[k];
    }
    out.xy_radius = (float)(xy_square > 0 ? sqrt(xy_square) : xy_square);
    out.radius = (float)(square > 0 ? sqrt(square) : square);
    return out;
}

static iq_blend random_blend(void) {
    iq_blend blend = {.count = (uint32_t)random_below(5)};
    for (uint32_t i = 0; i < blend.count; i++) {
        blend.joints[i] = random_below(JOINTS + 1) - (random_below(50) == 0);
        blend.weights[i] = (1 + random_below(100)) / 100.0;
    }
    return blend;
}

// Blends change after `run` vertices at most; positions are multiples of `grid`, so that many are the same.
static void make_vertices(vertices *all, int run, double grid) {
    int left = 0;
    for (int v = 0; v < VERTICES; v++, left--) {
        if (left == 0) {
            left = 1 + random_below(run);
            all->blends[v] = random_blend();
        } else {
            all->blends[v] = all->blends[v - 1];
        }
        for (int k = 0; k < 3; k++)
            all->positions[v][k] = floor(random_number() / grid) * grid;
    }
    for (int j = 0; j < JOINTS; j++) {
        for (int k = 0; k < 12; k++) {
            double one = k / 4 == k % 4;
            all->matrices[j].m[k / 4][k % 4] = random_below(2) ? one : random_number() / 50;
        }
    }
}

static void assert_same(float made, float expected) {
    assert_int_equal(isnan(made), isnan(expected));
    if (!isnan(made))
        assert_memory_equal(&made, &expected, sizeof made);
}

static iq_skin make_skin(const vertices *all, bool unweighted_rests, mq_arena *arena) {
    iq_skin skin = {.unweighted_rests = unweighted_rests};
    for (int v = 0; v < VERTICES; v++)
        mq_iq_skin_add(&skin, all->positions[v], &all->blends[v]);
    assert_true(mq_iq_skin_alloc(&skin, arena));
    for (int v = 0; v < VERTICES; v++)
        mq_iq_skin_add(&skin, all->positions[v], &all->blends[v]);
    mq_iq_skin_end(&skin);
    assert_int_equal(skin.count, VERTICES);
    return skin;
}

static void compare(const vertices *all) {
    for (int rests = 0; rests < 2; rests++) {
        mq_arena *arena = mq_arena_new(NULL);
        iq_skin skin = make_skin(all, rests, arena);
        maq_iqm_bounds made = mq_iq_bounds(&skin, all->matrices, JOINTS);
        maq_iqm_bounds expected = bounds_of_all(all, rests);
        for (int k = 0; k < 3; k++) {
            assert_same(made.min[k], expected.min[k]);
            assert_same(made.max[k], expected.max[k]);
        }
        assert_same(made.xy_radius, expected.xy_radius);
        assert_same(made.radius, expected.radius);
        mq_arena_free(arena);
    }
}

static void bounds_are_those_of_all_vertices(void **state) {
    (void)state;
    static vertices all;
    for (int trial = 0; trial < 600; trial++) {
        make_vertices(&all, 1 << trial % 9, trial % 3 == 0 ? 50 : trial % 3 == 1 ? 1 : 0.01);
        compare(&all);
    }
}

// A vertex at 0 may be at -0, and the last of several says which: the sign is part of the file.
static void the_sign_of_zero_is_that_of_the_last_vertex(void **state) {
    (void)state;
    static vertices all;
    for (int trial = 0; trial < 200; trial++) {
        make_vertices(&all, 100, 1);
        for (int v = 0; v < VERTICES; v++) {
            all.positions[v][2] = random_below(2) ? 0.0 : -0.0;
            all.positions[v][1] = fabs(all.positions[v][1]);
        }
        compare(&all);
    }
}

// What a number that is not finite does to the bounds depends on where it is.
static void numbers_that_are_not_finite_count_where_they_are(void **state) {
    (void)state;
    static const double values[] = {1e308, -1e200, HUGE_VAL, -HUGE_VAL, (double)NAN};
    static vertices all;
    for (int trial = 0; trial < 400; trial++) {
        make_vertices(&all, 60, 1);
        double value = values[trial % 5];
        if (trial % 2)
            all.positions[random_below(VERTICES)][random_below(3)] = value;
        else
            all.matrices[random_below(JOINTS)].m[random_below(3)][random_below(4)] = value;
        compare(&all);
    }
}

static void normalise_weights(iq_blend *blend) {
    double sum = 0;
    for (uint32_t i = 0; i < blend->count; i++)
        sum += blend->weights[i];
    for (uint32_t i = 0; i < blend->count; i++)
        blend->weights[i] /= sum;
}

static void boxes_of_joints_enclose_all_vertices(void **state) {
    (void)state;
    static vertices all;
    for (int trial = 0; trial < 600; trial++) {
        mq_arena *arena = mq_arena_new(NULL);
        make_vertices(&all, 1 << trial % 9, trial % 2 ? 1 : 0.01);
        for (int v = 0; v < VERTICES; v++)
            normalise_weights(&all.blends[v]);
        bool rests = trial % 4 < 2;
        iq_skin skin = make_skin(&all, rests, arena);
        assert_true(mq_iq_skin_use_boxes(&skin, JOINTS, arena));
        maq_iqm_bounds made = mq_iq_bounds(&skin, all.matrices, JOINTS);
        maq_iqm_bounds inner = bounds_of_all(&all, rests);
        for (int k = 0; k < 3; k++) {
            assert_true(made.min[k] <= inner.min[k]);
            assert_true(made.max[k] >= inner.max[k]);
        }
        assert_true(made.xy_radius >= inner.xy_radius);
        assert_true(made.radius >= inner.radius);
        mq_arena_free(arena);
    }
}

// Where joints only move their vertices to another place, and each vertex has one, the boxes are the bounds.
static void boxes_of_joints_are_no_larger_than_needed(void **state) {
    (void)state;
    static vertices all;
    mq_arena *arena = mq_arena_new(NULL);
    make_vertices(&all, 1, 1);
    for (int v = 0; v < VERTICES; v++)
        all.blends[v] = (iq_blend){.count = 1, .joints = {v % JOINTS}, .weights = {1}};
    for (int j = 0; j < JOINTS; j++)
        all.matrices[j] = (mq_mat34){{{1, 0, 0, 10 * j}, {0, 1, 0, -j}, {0, 0, 1, 3}}};
    iq_skin skin = make_skin(&all, true, arena);
    assert_true(mq_iq_skin_use_boxes(&skin, JOINTS, arena));
    maq_iqm_bounds made = mq_iq_bounds(&skin, all.matrices, JOINTS);
    maq_iqm_bounds inner = bounds_of_all(&all, true);
    for (int k = 0; k < 3; k++) {
        assert_float_equal(made.min[k], inner.min[k], 1e-3f);
        assert_float_equal(made.max[k], inner.max[k], 1e-3f);
    }
    mq_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(bounds_are_those_of_all_vertices, seed_random),
        cmocka_unit_test_setup(the_sign_of_zero_is_that_of_the_last_vertex, seed_random),
        cmocka_unit_test_setup(numbers_that_are_not_finite_count_where_they_are, seed_random),
        cmocka_unit_test_setup(boxes_of_joints_enclose_all_vertices, seed_random),
        cmocka_unit_test_setup(boxes_of_joints_are_no_larger_than_needed, seed_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
