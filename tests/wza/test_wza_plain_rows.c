// SPDX-License-Identifier: MIT
//
// Large lists are read on all cores, with the same documents, findings and files.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/wza.h"
#include "support/plain_rows.h"

static void compare_shapes(const maq_document *x, const maq_document *y) {
    const maq_wza *p = maq_document_wza(x), *q = maq_document_wza(y);
    assert_int_equal(p->shape_count, q->shape_count);
    for (uint32_t i = 0; i < p->shape_count; i++) {
        const maq_wza_shape *a = &p->shapes[i], *b = &q->shapes[i];
        assert_int_equal(a->incomplete, b->incomplete);
        assert_int_equal(a->vertex_count, b->vertex_count);
        assert_int_equal(a->face_count, b->face_count);
        if (a->vertex_count)
            assert_memory_equal(a->vertices, b->vertices, a->vertex_count * sizeof *a->vertices);
        if (a->face_count)
            assert_memory_equal(a->faces, b->faces, a->face_count * sizeof *a->faces);
    }
}

static int print_vertex(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "%u %u.25 -%u 0.%u 0 1 0 1 0 0 0 0 %u", row, row % 991, row % 13,
                    row, row % 2);
}

static int print_face(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "%u %u 1 2 0.%u 0 1 0.5 0.25 1", row, row % 3, row);
}

static const plain_list vertices = {.format = "wza",
                                    .before = "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES ",
                                    .after = "\n",
                                    .tail = "FACES 0\n",
                                    .comment = "#",
                                    .print = print_vertex,
                                    .compare = compare_shapes},
                        faces = {.format = "wza",
                                 .before = "WZA 1\nSHAPES 1\nSHAPE 0\nVERTICES 1\n"
                                           "\t0 0 0 0 0 0 1 1 0 0 0 1 0\nFACES ",
                                 .after = "\n",
                                 .tail = "",
                                 .comment = "#",
                                 .print = print_face,
                                 .compare = compare_shapes};

static void vertices_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&vertices);
}

static void faces_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&faces);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_are_read_alike),
        cmocka_unit_test(faces_are_read_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
