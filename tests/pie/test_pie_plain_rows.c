// SPDX-License-Identifier: MIT
//
// Large lists are read on all cores, with the same documents, findings and files.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/plain_rows.h"
#include "maquette/pie.h"
#include "support/documents.h"
#include "support/hostile.h"
#include "support/plain_rows.h"

static void compare_polygons(const maq_pie_polygons *a, const maq_pie_polygons *b) {
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->corner_count, b->corner_count);
    for (uint32_t i = 0; i < a->count; i++) {
        const maq_pie_polygon *x = &a->items[i], *y = &b->items[i];
        assert_int_equal(x->flags, y->flags);
        assert_int_equal(x->corner_count, y->corner_count);
        assert_int_equal(x->first_corner, y->first_corner);
        assert_int_equal(x->offset, y->offset);
        assert_int_equal(x->frames, y->frames);
    }
    if (a->corner_count)
        assert_memory_equal(a->corners, b->corners, a->corner_count * sizeof *a->corners);
}

static void compare_levels(const maq_document *x, const maq_document *y) {
    const maq_pie *p = maq_document_pie(x), *q = maq_document_pie(y);
    assert_int_equal(p->level_count, q->level_count);
    for (uint32_t i = 0; i < p->level_count; i++) {
        const maq_pie_level *a = &p->levels[i], *b = &q->levels[i];
        assert_int_equal(a->point_count, b->point_count);
        assert_int_equal(a->normal_count, b->normal_count);
        if (a->point_count)
            assert_memory_equal(a->points, b->points, a->point_count * sizeof *a->points);
        if (a->normal_count)
            assert_memory_equal(a->normals, b->normals, a->normal_count * sizeof *a->normals);
        compare_polygons(&a->polygons, &b->polygons);
        compare_polygons(&a->shadow_polygons, &b->shadow_polygons);
    }
}

#define HEAD(version) "PIE " #version "\nTYPE 200\nTEXTURE 0 page-1.png 0 0\nLEVELS 1\nLEVEL 1\n"
#define POINTS "POINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"
#define POLYGONS "POLYGONS 1\n\t200 3 0 1 2 0 0 0.5 0 0 0.5\n"

static int print_point(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "%u.25 -%u 0.%u", row % 991, row % 13, row);
}

static int print_normals(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "0 1 0 0.%u 0 1 -1 0 1.%u", row, row % 7);
}

static int print_polygon(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "200 3 %u %u 2 0.%u 0 1 0.5 0.25 1", row, row % 3, row);
}

// Whole numbers, which do not show the unit of texture coordinates.
static int print_whole_polygon(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "200 3 %u 1 2 0 0 1 0 0 1", row);
}

static int print_shadow(char *text, size_t size, unsigned row) {
    return snprintf(text, size, "0 3 %u %u 2", row, row % 3);
}

static const plain_list points = {.format = "pie3",
                                  .before = HEAD(3) "POINTS ",
                                  .after = "\n",
                                  .tail = POLYGONS,
                                  .comment = "#",
                                  .print = print_point,
                                  .compare = compare_levels},
                        normals = {.format = "pie3",
                                   .before = HEAD(3) POINTS "NORMALS ",
                                   .after = "\n",
                                   .tail = POLYGONS,
                                   .comment = "#",
                                   .print = print_normals,
                                   .compare = compare_levels},
                        polygons = {.format = "pie3",
                                    .before = HEAD(3) POINTS "POLYGONS ",
                                    .after = "\n",
                                    .tail = "",
                                    .comment = "#",
                                    .odd = {"200 2 0 1 2 0 0 1 0 1 1", "4200 3 0 1 2 0 0 1 0 1 1"},
                                    .print = print_polygon,
                                    .compare = compare_levels},
                        whole_polygons = {.format = "pie3",
                                          .before = HEAD(3) POINTS "POLYGONS ",
                                          .after = "\n",
                                          .tail = "",
                                          .comment = "#",
                                          .print = print_whole_polygon,
                                          .compare = compare_levels},
                        shadows = {.format = "pie4",
                                   .before = HEAD(4) POINTS POLYGONS
                                   "SHADOWPOINTS 3\n\t0 0 0\n\t1 0 0\n\t0 1 0\n"
                                   "SHADOWPOLYGONS ",
                                   .after = "\n",
                                   .tail = "",
                                   .comment = "#",
                                   .odd = {"0 4 0 1 2", "a00 3 0 1 2"},
                                   .print = print_shadow,
                                   .compare = compare_levels};

static void points_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&points);
}

static void chunks_begin_anywhere(void **state) {
    (void)state;
    read_lists_of_all_widths(&points, 22);
    read_lists_of_all_widths(&polygons, 42);
}

static void normals_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&normals);
}

static void polygons_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&polygons);
}

static void signs_of_the_unit_are_seen(void **state) {
    (void)state;
    read_odd_lists(&whole_polygons);
}

static void shadows_are_read_alike(void **state) {
    (void)state;
    read_odd_lists(&shadows);
}

// A larger polygon comes before, so that corners are not three for each.
static int print_mixed(char *text, size_t size, unsigned row) {
    return row == 7 ? snprintf(text, size, "200 4 0 1 2 0 0.5 0 1 0 0.25 1 0.5 0.%u", row)
                    : print_polygon(text, size, row);
}

static void larger_polygons_are_read_alike(void **state) {
    (void)state;
    plain_list mixed = polygons;
    mixed.print = print_mixed;
    read_odd_lists(&mixed);
}

// Also where the lists of corners are full before the last row.
static void failing_requests_are_survived(void **state) {
    (void)state;
    size_t length;
    plain_list mixed = polygons;
    mixed.print = print_mixed;
    char *bytes = print_plain_list(&mixed, 22000, &length);
    for (uint64_t n = 1;; n++) {
        counted_memory counted;
        count_memory(&counted);
        counted.memory.fail_at = n;
        maq_document *document = NULL;
        maq_status status = maq_open_memory(
            bytes, length, &(maq_open_options){.format = "pie3", .memory = &counted.memory},
            &document);
        assert_true(status == MAQ_OK || status == MAQ_NO_MEMORY);
        maq_close(document);
        assert_int_equal(counted.held, 0);
        if (status == MAQ_OK)
            break;
    }
    free(bytes);
}

// ------------------------------------------------------------------------------ the rows themselves

typedef struct values {
    float *items;
    unsigned refused; // a row
} values;

static bool read_value(const void *context, mq_plain_row *row) {
    const values *all = context;
    row->signs |= row->index == all->refused ? 2 : 1;
    return row->index != all->refused && mq_plain_floats(row, &all->items[row->index], 1);
}

// Reads rows of one number; returns how many are read one by one.
static unsigned read_values(maq_document *document, values *all, unsigned count) {
    mq_directives reader = {.document = document, .free_lines = true};
    mq_directives_start(&reader, "#");
    mq_rows rows;
    assert_true(mq_rows_open(&reader, &rows, "VALUES", 1, 2));
    mq_rows_read_plain(&rows, read_value, all);
    unsigned single = 0;
    while (mq_rows_next(&rows)) {
        assert_ptr_equal(reader.lexer.at, rows.begin);
        assert_int_equal(reader.lexer.line[-1], '\n');
        assert_true(reader.lexer.starts_line);
        assert_ptr_equal(reader.last_end, reader.lexer.line - 1);
        assert_true(mq_rows_floats(&rows, &all->items[rows.kept], 1));
        assert_true(mq_rows_end(&rows));
        single++;
    }
    assert_int_equal(rows.row, count);
    assert_int_equal(rows.kept, count);
    for (unsigned i = 0; i < count; i++)
        assert_true(all->items[i] == (float)(i % 1000));
    assert_true((rows.plain.signs & 2) == 0);
    return single;
}

static void most_rows_are_read_on_all_cores(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    char *bytes = malloc((size_t)COUNT * 8 + 100);
    float *items = malloc(COUNT * sizeof *items);
    assert_non_null(bytes);
    assert_non_null(items);
    size_t length = (size_t)sprintf(bytes, "%u\n", COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        length += (size_t)sprintf(bytes + length, "\t%04u\n", i % 1000);
    // What the reader needs of a document: its text, and an arena.
    maq_document *document = open_text(HEAD(3) POINTS POLYGONS, "pie3");
    const char *source = document->source;
    size_t source_length = document->source_length;
    document->source = bytes;
    document->source_length = length;
    values all = {items, UINT32_MAX};
    assert_in_range(read_values(document, &all, COUNT), 1, 20000);
    static const unsigned refused[] = {4096, 4097, 4098, 5000, 30000, 73333, COUNT - 2, COUNT - 1};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        memset(items, 0, COUNT * sizeof *items);
        all.refused = refused[i];
        assert_in_range(read_values(document, &all, COUNT), 1, 40000);
    }
    document->source = source;
    document->source_length = source_length;
    maq_close(document);
    free(bytes);
    free(items);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_read_alike),
        cmocka_unit_test(chunks_begin_anywhere),
        cmocka_unit_test(normals_are_read_alike),
        cmocka_unit_test(polygons_are_read_alike),
        cmocka_unit_test(signs_of_the_unit_are_seen),
        cmocka_unit_test(shadows_are_read_alike),
        cmocka_unit_test(larger_polygons_are_read_alike),
        cmocka_unit_test(failing_requests_are_survived),
        cmocka_unit_test(most_rows_are_read_on_all_cores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
