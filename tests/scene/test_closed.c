// SPDX-License-Identifier: MIT
//
// Which parts of a mesh are closed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/closed.h"

// A tetrahedron that points outward, and a lone triangle far away. Each triangle has its own
// vertices: only positions connect them.
static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

typedef struct sample {
    float positions[15][3];
    uint32_t triangles[5][3];
    maq_scene_mesh mesh;
} sample;

static void make_sample(sample *s, bool reversed) {
    for (uint32_t i = 0; i < 5; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            const float *from = corners[i < 4 ? faces[i][reversed ? 2 - k : k] : (int)k];
            for (int axis = 0; axis < 3; axis++)
                s->positions[i * 3 + k][axis] = from[axis] + (i < 4 ? 0 : 10);
            s->triangles[i][k] = i * 3 + k;
        }
    }
    s->mesh = (maq_scene_mesh){.vertex_count = 15,
                               .triangle_count = 5,
                               .positions = (const float(*)[3])s->positions,
                               .triangles = (const uint32_t(*)[3])s->triangles};
}

static void expect(const sample *s, bool tetrahedron) {
    mq_arena *arena = mq_arena_new(NULL);
    const bool *closed = mq_closed_triangles(arena, &s->mesh);
    assert_non_null(closed);
    for (int i = 0; i < 4; i++)
        assert_int_equal(closed[i], tetrahedron);
    assert_false(closed[4]);
    mq_arena_free(arena);
}

static void a_closed_part_is_found_beside_an_open_one(void **state) {
    (void)state;
    sample s;
    make_sample(&s, false);
    expect(&s, true);
}

static void a_part_that_points_inward_does_not_count(void **state) {
    (void)state;
    sample s;
    make_sample(&s, true);
    expect(&s, false);
}

static void a_hole_opens_a_part(void **state) {
    (void)state;
    sample s;
    make_sample(&s, false);
    s.positions[0][0] = 0.25f; // a corner of one face leaves the others
    expect(&s, false);
}

static void a_face_turned_around_opens_a_part(void **state) {
    (void)state;
    sample s;
    make_sample(&s, false);
    s.triangles[3][0] = 11;
    s.triangles[3][2] = 9;
    expect(&s, false);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    sample s;
    make_sample(&s, false);
    for (uint64_t n = 2;; n++) {
        mq_arena *arena = mq_arena_new(&(maq_memory){.fail_at = n});
        assert_non_null(arena);
        bool done = mq_closed_triangles(arena, &s.mesh) != NULL;
        assert_int_equal(mq_arena_status(arena), done ? MAQ_OK : MAQ_NO_MEMORY);
        mq_arena_free(arena);
        if (done)
            break;
        assert_true(n < 50);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_closed_part_is_found_beside_an_open_one),
        cmocka_unit_test(a_part_that_points_inward_does_not_count),
        cmocka_unit_test(a_hole_opens_a_part),
        cmocka_unit_test(a_face_turned_around_opens_a_part),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
