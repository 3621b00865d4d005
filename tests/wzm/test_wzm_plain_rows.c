// SPDX-License-Identifier: MIT
//
// Large lists are read on all cores, with the same documents, findings and files.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "maquette/wzm.h"
#include "support/plain_rows.h"

static void compare_lists(const void *a, const void *b, uint32_t count, size_t size) {
    if (count)
        assert_memory_equal(a, b, count * size);
}

static void compare_meshes(const maq_document *x, const maq_document *y) {
    const maq_wzm *p = maq_document_wzm(x), *q = maq_document_wzm(y);
    assert_int_equal(p->mesh_count, q->mesh_count);
    for (uint32_t i = 0; i < p->mesh_count; i++) {
        const maq_wzm_mesh *a = &p->meshes[i], *b = &q->meshes[i];
        assert_int_equal(a->vertex_count, b->vertex_count);
        assert_int_equal(a->triangle_count, b->triangle_count);
        assert_int_equal(a->texture_array_count, b->texture_array_count);
        compare_lists(a->vertices, b->vertices, a->vertex_count, sizeof *a->vertices);
        compare_lists(a->triangles, b->triangles, a->triangle_count, sizeof *a->triangles);
        if (a->tangent_spaces)
            compare_lists(a->tangent_spaces, b->tangent_spaces, a->vertex_count,
                          sizeof *a->tangent_spaces);
        for (uint32_t k = 0; k < a->texture_array_count; k++) {
            const maq_wzm_texture_array *s = &a->texture_arrays[k], *t = &b->texture_arrays[k];
            assert_int_equal(s->count, t->count);
            compare_lists(s->uvs, t->uvs, s->count, sizeof *s->uvs);
        }
    }
}

static int print_position(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "%u.25 -%u 0.%u", row % 991, row % 13, row);
}

static int print_vertex(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "%u.25 -%u 0.%u 0 1 0.5 0.5 0 1 0 %u 1", row % 991, row % 13, row,
                    row % 2);
}

static int print_uv(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "0.%u -1.5", row);
}

static int print_triangle(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "%u %u 0", row, row % 7);
}

#define MESH(version) "WZM " #version "\nTEXTURE page-1.png\nMESHES 1\nMESH 0\nTEAMCOLOURS 0\n"

static const plain_list positions = {.format = "wzm1",
                                     .before = MESH(1) "VERTICES ",
                                     .after = "\nFACES 1\nVERTEXARRAY\n",
                                     .tail = "INDEXARRAY\n\t0 1 2\nFRAMES 0\nCONNECTORS 0\n",
                                     .comment = "//",
                                     .print = print_position,
                                     .compare = compare_meshes},
                        vertices = {.format = "wzm3",
                                    .before =
                                        MESH(3) "MINMAX_TSCEN 0 0 0 1 1 1 0.5 0.5 0.5\nVERTICES ",
                                    .after = "\nINDICES 1\nVERTEXARRAY\n",
                                    .tail = "INDEXARRAY\n\t0 1 2\nCONNECTORS 0\n",
                                    .comment = "//",
                                    .print = print_vertex,
                                    .compare = compare_meshes},
                        uvs = {.format = "wzm2",
                               .before = MESH(2) "VERTICES ",
                               .after = "\nFACES 1\nTEXTUREARRAYS 1\nTEXTUREARRAY 0\n",
                               .tail = "INDEXARRAY\n\t0 1 2\nFRAMES 0\nCONNECTORS 0\n",
                               .comment = "//",
                               .print = print_uv,
                               .compare = compare_meshes},
                        triangles = {.format = "wzm2",
                                     .before = MESH(2) "VERTICES 1\nFACES ",
                                     .after = "\nVERTEXARRAY\n\t0 0 0\nINDEXARRAY\n",
                                     .tail = "FRAMES 0\nCONNECTORS 0\n",
                                     .comment = "//",
                                     .print = print_triangle,
                                     .compare = compare_meshes};

static void positions_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&positions);
}

static void vertices_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&vertices);
}

static void texture_coordinates_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&uvs);
}

static void triangles_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&triangles);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_read_alike),
        cmocka_unit_test(vertices_are_read_alike),
        cmocka_unit_test(texture_coordinates_are_read_alike),
        cmocka_unit_test(triangles_are_read_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
