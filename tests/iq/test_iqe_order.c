// SPDX-License-Identifier: MIT
//
// The order of triangles: a vertex cache misses no more than with that of the reference compiler.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/iq/iq_compile.h"
#include "support/corpus.h"
#include "support/iqe_text.h"
#include "support/random.h"
#include "support/vertex_cache.h"

// How much more than the reference compiler's a figure may be.
#define ALLOWANCE 1.01

enum { LEAST_TRIANGLES = 1000 };

// ---------------------------------------------------------------------------------------- corpora

// What an IQM of some other compiler needs, and what we do once its triangles are ordered anew.
static void compare_order(const char *path, const maq_iqm *theirs, const maq_document *source,
                          size_t *compared) {
    if (theirs->triangle_count < LEAST_TRIANGLES)
        return;
    maq_document *document = iqe_convert(source, "iqm", NULL);
    double own = vertex_fetches(maq_document_iqm(document)), other = vertex_fetches(theirs);
    if (own > other * ALLOWANCE)
        print_message("%s: %.4f instead of %.4f\n", path, own, other);
    assert_true(own <= other * ALLOWANCE);
    ++*compared;
    maq_close(document);
}

static void compare_sample(const char *path, void *context) {
    char other[4096];
    snprintf(other, sizeof other, "%.*sm", (int)strlen(path) - 1, path);
    maq_document *text, *model;
    assert_int_equal(maq_open_file(path, NULL, &text), MAQ_OK);
    assert_int_equal(maq_open_file(other, NULL, &model), MAQ_OK);
    compare_order(path, maq_document_iqm(model), text, context);
    maq_close(model);
    maq_close(text);
}

static void samples_are_ordered_as_well(void **state) {
    (void)state;
    size_t compared = 0;
    walk_corpus("iqe", ".iqe", compare_sample, &compared);
    print_message("%zu samples of %d triangles and more\n", compared, LEAST_TRIANGLES);
}

// Models of games, most of them from the reference compiler or exporters with the same algorithm.
static void compare_model(const char *path, void *context) {
    maq_document *model;
    assert_int_equal(maq_open_file(path, NULL, &model), MAQ_OK);
    maq_document *text = iqe_convert(model, "iqe", NULL);
    compare_order(path, maq_document_iqm(model), text, context);
    maq_close(text);
    maq_close(model);
}

static void real_models_are_ordered_as_well(void **state) {
    (void)state;
    size_t compared = 0;
    walk_corpus("iqm", ".iqm", compare_model, &compared);
    print_message("%zu models of %d triangles and more\n", compared, LEAST_TRIANGLES);
    assert_true(compared > 0);
}

// ------------------------------------------------------------------------------------ made meshes

typedef enum shape { GRID, SPHERE, SOUP, SHAPE_COUNT } shape;

typedef struct text {
    char *bytes;
    size_t length;
} text;

__attribute__((format(printf, 2, 3))) static void add(text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    t->length += (size_t)vsprintf(t->bytes + t->length, format, arguments);
    va_end(arguments);
}

// Rows of quads, each of two triangles; the last column of a sphere is its first.
static void add_quads(text *t, int rows, int columns, bool round) {
    int width = round ? columns : columns + 1;
    for (int i = 0; i <= rows; i++) {
        for (int k = 0; k < width; k++)
            add(t, "vp %d %d %d\n", i, k, round ? (i * 7 + k * 3) % 100 : 0);
    }
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
            int a = i * width + k, b = i * width + (k + 1) % width;
            add(t, "fa %d %d %d\nfa %d %d %d\n", a, a + width, b, b, a + width, b + width);
        }
    }
}

// Triangles between vertices that are chosen by chance.
static void add_soup(text *t, int triangles) {
    uint32_t random = 7;
    int vertices = triangles / 2;
    for (int i = 0; i < vertices; i++)
        add(t, "vp %d %d %d\n", i % 100, i / 100 % 100, i / 10000);
    for (int i = 0; i < triangles; i++) {
        int corner[3];
        for (int k = 0; k < 3; k++) {
            random = random * 1664525u + 1013904223u;
            corner[k] = (int)((random >> 8) % (uint32_t)vertices);
        }
        add(t, "fa %d %d %d\n", corner[0], corner[1], corner[2]);
    }
}

// A mesh of about so many triangles, without the first line of a file.
static char *make_mesh(shape kind, int triangles) {
    text t = {malloc((size_t)triangles * 64 + 65536), 0};
    assert_non_null(t.bytes);
    int side = (int)sqrt(triangles / 2.0);
    if (kind == SOUP)
        add_soup(&t, triangles);
    else
        add_quads(&t, side, side, kind == SPHERE);
    return t.bytes;
}

static int compare_triangles(const void *a, const void *b) {
    return memcmp(a, b, 3 * sizeof(uint32_t));
}

// Vertices that have very many triangles come up again and again while these are ordered.
static void every_triangle_is_drawn_once(void **state) {
    (void)state;
    enum { VERTICES = 200, TRIANGLES = 20000 };
    static uint32_t triangles[TRIANGLES][3], ordered[TRIANGLES][3];
    uint32_t random = 3, count = TRIANGLES;
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        random = random * 1664525u + 1013904223u;
        uint32_t first = (random >> 8) % VERTICES;
        for (uint32_t k = 0; k < 3; k++)
            triangles[i][k] = (first + k * (1 + i % 50)) % VERTICES;
    }
    mq_arena *arena = mq_arena_new(NULL);
    uint64_t unsearched = 0;
    assert_true(mq_iq_order(triangles[0], &count, VERTICES, ordered[0], arena, &unsearched));
    mq_arena_free(arena);
    assert_int_equal(count, TRIANGLES);
    qsort(triangles, TRIANGLES, sizeof *triangles, compare_triangles);
    qsort(ordered, TRIANGLES, sizeof *ordered, compare_triangles);
    assert_memory_equal(triangles, ordered, sizeof ordered);
}

typedef uint32_t triangle[3];

// Rows of quads; in any order when `shuffled`.
static void make_grid(triangle *out, uint32_t side, bool shuffled) {
    uint32_t count = 0, width = side + 1;
    for (uint32_t i = 0; i < side * side; i++) {
        uint32_t a = i / side * width + i % side;
        memcpy(out[count++], (triangle){a, a + width, a + 1}, sizeof *out);
        memcpy(out[count++], (triangle){a + 1, a + width, a + width + 1}, sizeof *out);
    }
    for (uint32_t i = count; shuffled && i-- > 1;) {
        uint32_t other = (uint32_t)random_below((int)i + 1);
        triangle kept;
        memcpy(kept, out[i], sizeof kept);
        memcpy(out[i], out[other], sizeof kept);
        memcpy(out[other], kept, sizeof kept);
    }
}

// Large meshes are ordered in parts, but not where these share many vertices: each would be fetched several
// times. A grid has one vertex for two triangles, and a good order fetches few of them twice.
static void large_meshes_are_ordered_as_well(void **state) {
    (void)state;
    enum { SIDE = 320, VERTICES = (SIDE + 1) * (SIDE + 1), TRIANGLES = SIDE * SIDE * 2 };
    triangle *triangles = calloc(TRIANGLES, sizeof *triangles);
    triangle *ordered = calloc(TRIANGLES, sizeof *ordered);
    assert_non_null(triangles);
    assert_non_null(ordered);
    for (int shuffled = 0; shuffled <= 1; shuffled++) {
        make_grid(triangles, SIDE, shuffled);
        mq_arena *arena = mq_arena_new(NULL);
        uint64_t unsearched = 0;
        uint32_t count = TRIANGLES;
        assert_true(mq_iq_order(triangles[0], &count, VERTICES, ordered[0], arena, &unsearched));
        mq_arena_free(arena);
        assert_int_equal(count, TRIANGLES);
        double fetches = fetches_of_triangles((const triangle *)ordered, TRIANGLES, VERTICES);
        print_message("%s: %.4f\n", shuffled ? "shuffled" : "in rows", fetches);
        assert_true(fetches < 0.6);
        qsort(triangles, TRIANGLES, sizeof *triangles, compare_triangles);
        qsort(ordered, TRIANGLES, sizeof *ordered, compare_triangles);
        assert_memory_equal(triangles, ordered, TRIANGLES * sizeof *ordered);
    }
    free(ordered);
    free(triangles);
}

static void made_meshes_are_ordered_as_well(void **state) {
    (void)state;
    // What the reference compiler (version of 2024-06-23) needs on the same meshes, of 1,000,
    // 10,000, 100,000 and 1,000,000 triangles; measured once, with its own output. Of soups it loses
    // three triangles of four, and a figure is for each that is left; it did not end on the largest,
    // for which the figure of the one before stands.
    static const double reference[SHAPE_COUNT][4] = {
        [GRID] = {0.8616, 0.9520, 0.9845, 0.9951},
        [SPHERE] = {0.7428, 0.7579, 0.7488, 0.7496},
        [SOUP] = {1.7414, 2.0013, 2.0284, 2.0284},
    };
    int sizes = getenv("MAQUETTE_DEEP") ? 4 : 3, triangles = 1000;
    for (int size = 0; size < sizes; size++, triangles *= 10) {
        for (int kind = 0; kind < SHAPE_COUNT; kind++) {
            char *mesh = make_mesh((shape)kind, triangles);
            maq_document *model = iqe_compile(mesh, NULL);
            double own = vertex_fetches(maq_document_iqm(model));
            if (own > reference[kind][size] * ALLOWANCE)
                print_message("shape %d, %d triangles: %.4f\n", kind, triangles, own);
            assert_true(own > 0.5 && own <= reference[kind][size] * ALLOWANCE);
            maq_close(model);
            free(mesh);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_ordered_as_well),
        cmocka_unit_test(real_models_are_ordered_as_well),
        cmocka_unit_test(every_triangle_is_drawn_once),
        cmocka_unit_test(large_meshes_are_ordered_as_well),
        cmocka_unit_test(made_meshes_are_ordered_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
