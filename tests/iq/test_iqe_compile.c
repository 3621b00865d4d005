// SPDX-License-Identifier: MIT
//
// Compiling IQE: as the reference compiler does, byte for byte, and right where that is wrong. Each
// trap has a test that the reference compiler's answer fails (and where it is cheap to say so, the
// answer of compat=reference is shown to be the other one).
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/corpus.h"
#include "support/hostile.h"
#include "support/iqe_text.h"
#include "support/iqm_model.h"

// ------------------------------------------------------------------------------------- reference

// Sets the adjacency of a file to zeros.
static void hide_adjacency(char *bytes, size_t length) {
    assert_true(length >= 124);
    uint32_t triangles = get_u32(bytes, 56), offset = get_u32(bytes, 64);
    if (offset) {
        assert_true(offset + 12ull * triangles <= length);
        memset(bytes + offset, 0, 12 * (size_t)triangles);
    }
}

static void compare_sample(const char *path, void *context) {
    (void)context;
    char other[4096];
    snprintf(other, sizeof other, "%.*sm", (int)strlen(path) - 1, path);
    size_t length;
    char *expected = read_whole(other, &length);
    maq_document *document;
    assert_int_equal(maq_open_file(path, NULL, &document), MAQ_OK);
    maq_document *model = iqe_convert(document, "iqm", iqe_reference);
    maq_buffer made;
    assert_int_equal(maq_save_memory(model, NULL, &made), MAQ_OK);
    if (made.length != length)
        print_message("%s differs in length\n", path);
    assert_int_equal(made.length, length);
    hide_adjacency(made.data, made.length);
    hide_adjacency(expected, length);
    if (memcmp(made.data, expected, length) != 0)
        print_message("%s differs\n", path);
    assert_memory_equal(made.data, expected, length);
    maq_buffer_free(&made);
    maq_close(model);
    maq_close(document);
    free(expected);
}

static void samples_are_as_the_reference_compiler_writes_them(void **state) {
    (void)state;
    walk_corpus("iqe", ".iqe", compare_sample, NULL);
}

// ---------------------------------------------------------------------------------------- helpers

typedef struct model {
    maq_document *document;
    const maq_iqm *iqm;
} model;

static model compile(const char *text, const char *const *settings) {
    maq_document *document = iqe_compile(text, settings);
    return (model){document, maq_document_iqm(document)};
}

static void values(const model *m, uint32_t type, uint32_t vertex, float out[4]) {
    const maq_iqm_array *array = maq_iqm_find_array(m->iqm, type);
    assert_non_null(array);
    assert_true(maq_iqm_values(m->iqm, array, vertex, out));
}

// The vertex at a position; the test fails unless there is exactly one.
static uint32_t vertex_at(const model *m, float x, float y, float z) {
    uint32_t found = UINT32_MAX;
    for (uint32_t v = 0; v < m->iqm->vertex_count; v++) {
        float p[4];
        values(m, MAQ_IQM_POSITION, v, p);
        if (p[0] == x && p[1] == y && p[2] == z) {
            assert_int_equal(found, UINT32_MAX);
            found = v;
        }
    }
    assert_int_not_equal(found, UINT32_MAX);
    return found;
}

// A text that grows.
typedef struct text {
    char *bytes;
    size_t length, capacity;
} text;

__attribute__((format(printf, 2, 3))) static void add(text *t, const char *format, ...) {
    if (t->capacity - t->length < 512) {
        t->capacity = t->capacity ? t->capacity * 2 : 4096;
        t->bytes = realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    va_list arguments;
    va_start(arguments, format);
    t->length += (size_t)vsnprintf(t->bytes + t->length, 512, format, arguments);
    va_end(arguments);
}

static uint32_t random_state = 7;
static uint32_t random_below(uint32_t limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % limit;
}

static text soup(uint32_t vertices, uint32_t triangles) {
    text t = {0};
    for (uint32_t i = 0; i < vertices; i++)
        add(&t, "vp %u %u %u\nvt %u.5 %u\n", random_below(1000), random_below(1000),
            random_below(1000), random_below(100), random_below(100));
    for (uint32_t i = 0; i < triangles; i++) {
        uint32_t a = random_below(vertices), b = (a + 1 + random_below(vertices - 1)) % vertices;
        uint32_t c = a;
        while (c == a || c == b)
            c = random_below(vertices);
        add(&t, "fa %u %u %u\n", a, b, c);
    }
    return t;
}

static const char cube[] = "vp 0 0 0\nvp 0 0 1\nvp 0 1 0\nvp 0 1 1\nvp 1 0 0\nvp 1 0 1\nvp 1 1 0\n"
                           "vp 1 1 1\nfa 0 1 3 2\nfa 4 6 7 5\nfa 0 4 5 1\nfa 2 3 7 6\n"
                           "fa 0 2 6 4\nfa 1 5 7 3\n";

static uint32_t vertices_of_cube(const char *before, const char *after) {
    char all[1024];
    snprintf(all, sizeof all, "%s%s%s", before, cube, after);
    model m = compile(all, NULL);
    uint32_t count = m.iqm->vertex_count;
    assert_int_equal(m.iqm->triangle_count, 12);
    maq_close(m.document);
    return count;
}

// ------------------------------------------------------------------------------------------ traps

static void no_triangle_is_lost(void **state) {
    (void)state;
    text t = soup(5000, 20000);
    // Equal positions may make a corner or two the same vertex; none may go beyond that.
    model m = compile(t.bytes, NULL);
    const maq_finding *dropped = iqe_find(maq_document_findings(m.document), "IQE-0602");
    assert_int_equal(m.iqm->triangle_count + (dropped ? dropped->count : 0), 20000);
    assert_null(dropped);
    maq_close(m.document);
    m = compile(t.bytes, iqe_reference);
    assert_true(m.iqm->triangle_count < 20000);
    maq_close(m.document);
    free(t.bytes);
}

static void meshes_opened_again_are_merged(void **state) {
    (void)state;
    static const char text_of_it[] = "vp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvp 1 1 0\n"
                                     "mesh a\nfa 0 1 2\nmesh b\nfa 0 1 3\nmesh a\nfa 1 3 2\n";
    model m = compile(text_of_it, NULL);
    assert_int_equal(m.iqm->mesh_count, 2);
    assert_int_equal(m.iqm->triangle_count, 3);
    assert_int_equal(m.iqm->meshes[0].triangle_count, 2);
    assert_string_equal(maq_iqm_text(m.iqm, m.iqm->meshes[0].name), "a");
    maq_close(m.document);
    m = compile(text_of_it, iqe_reference);
    assert_int_equal(m.iqm->triangle_count, 2);
    maq_close(m.document);
}

static void tangents_follow_their_vertex(void **state) {
    (void)state;
    // Vertices are used in another order than they are listed in.
    model m = compile("vp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\n"
                      "vx 1 0 0 1\nvx 0 1 0 -2\nvx -1 0 0 0.25\nfa 2 1 0\n",
                      NULL);
    float t[4];
    values(&m, MAQ_IQM_TANGENT, vertex_at(&m, 1, 0, 0), t);
    assert_true(t[0] == -1 && t[3] == 1);
    values(&m, MAQ_IQM_TANGENT, vertex_at(&m, 0, 1, 0), t);
    assert_true(t[1] == 1 && t[3] == -1); // the sign of W alone
    maq_close(m.document);
    // Vertices that differ in their tangent alone are two.
    m = compile("vp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvp 0 0 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\n"
                "vx 1 0 0 1\nvx 1 0 0 1\nvx 1 0 0 1\nvx 0 1 0 1\nfa 0 1 2\nfa 3 2 1\n",
                NULL);
    assert_int_equal(m.iqm->vertex_count, 4);
    maq_close(m.document);
}

static void smoothing_indices_are_those_of_vertices(void **state) {
    (void)state;
    // The indices of the first three vertices differ, so that comparing corners 0 to 2 would split.
    static const char roof[] = "vp 0 0 0\nvp 0 1 0\nvp 1 0 1\nvp 0 0 0\nvp 0 1 0\nvp -1 0 1\n"
                               "vs %d\nvs %d\nvs 3\nvs 1\nvs 2\nvs 4\nfa 0 2 1\nfa 3 4 5\n";
    char same[512], other[512];
    snprintf(same, sizeof same, roof, 1, 2);
    snprintf(other, sizeof other, roof, 7, 8);
    model m = compile(same, NULL);
    assert_int_equal(m.iqm->vertex_count, 4);
    maq_close(m.document);
    m = compile(other, NULL);
    assert_int_equal(m.iqm->vertex_count, 6);
    maq_close(m.document);
    m = compile(same, iqe_reference);
    assert_int_not_equal(m.iqm->vertex_count, 4);
    maq_close(m.document);
}

static void angles_are_not_folded(void **state) {
    (void)state;
    assert_int_equal(vertices_of_cube("", ""), 8);
    assert_int_equal(vertices_of_cube("smoothangle 180\n", ""), 8);
    assert_int_equal(vertices_of_cube("smoothangle 120\n", ""), 8);
    assert_int_equal(vertices_of_cube("smoothangle 91\n", ""), 8);
    assert_int_equal(vertices_of_cube("smoothangle 89\n", ""), 24);
    assert_int_equal(vertices_of_cube("smoothangle 60\n", ""), 24);
    assert_int_equal(vertices_of_cube("smoothangle 0\n", ""), 24);
    char folded[1024];
    snprintf(folded, sizeof folded, "smoothangle 120\n%s", cube);
    model m = compile(folded, iqe_reference);
    assert_int_equal(m.iqm->vertex_count, 24);
    maq_close(m.document);
}

static void edges_groups_and_texcoords_split(void **state) {
    (void)state;
    char flags[256] = "", all_smooth[256] = "";
    for (int i = 0; i < 6; i++) {
        strcat(flags, "fs 0 0 0 0\n");
        strcat(all_smooth, "fs 1 1 1 1\n");
    }
    assert_int_equal(vertices_of_cube("", flags), 24);
    assert_int_equal(vertices_of_cube("", all_smooth), 8);
    // Two triangles over an edge, of two groups and of one.
    static const char roof[] = "vp 0 0 0\nvp 0 1 0\nvp 1 0 1\nvp -1 0 1\n"
                               "smoothgroup %d\nfa 0 2 1\nsmoothgroup %d\nfa 0 1 3\n";
    char grouped[256];
    snprintf(grouped, sizeof grouped, roof, 1, 2);
    model m = compile(grouped, NULL);
    assert_int_equal(m.iqm->vertex_count, 6);
    maq_close(m.document);
    snprintf(grouped, sizeof grouped, roof, 2, 2);
    m = compile(grouped, NULL);
    assert_int_equal(m.iqm->vertex_count, 4);
    maq_close(m.document);
    // Vertices apart by their texture coordinates: smoothed unless smoothuv asks for equal ones.
    static const char seam[] = "vp 0 0 0\nvp 0 1 0\nvp 1 0 1\nvp 0 0 0\nvp 0 1 0\nvp -1 0 1\n"
                               "vt 0 0\nvt 0 1\nvt 1 0\nvt .5 0\nvt .5 1\nvt 1 1\n"
                               "smoothuv %d\nfa 0 2 1\nfa 3 4 5\n";
    char seamed[512];
    for (int on = 0; on <= 1; on++) {
        snprintf(seamed, sizeof seamed, seam, on);
        m = compile(seamed, NULL);
        uint32_t differ = 0;
        for (uint32_t v = 0; v < m.iqm->vertex_count; v++) {
            float p[4], n[4];
            values(&m, MAQ_IQM_POSITION, v, p);
            values(&m, MAQ_IQM_NORMAL, v, n);
            differ += p[0] == 0 && fabsf(n[0]) > 0.1f;
        }
        assert_int_equal(differ, on ? 4 : 0);
        maq_close(m.document);
    }
}

// A cone of many faces: neighbours are within the angle, all together go round.
static void large_fans_smooth_by_angle(void **state) {
    (void)state;
    enum { COUNT = 400 };
    for (int steep = 0; steep <= 1; steep++) {
        text t = {0};
        add(&t, "smoothangle %d\nvp 0 0 0\n", steep ? 0 : 10);
        for (int i = 0; i < COUNT; i++)
            add(&t, "vp %.6f %.6f -1\n", cos(i * 6.283185307 / COUNT),
                sin(i * 6.283185307 / COUNT));
        for (int i = 0; i < COUNT; i++)
            add(&t, "fa 0 %d %d\n", i + 1, (i + 1) % COUNT + 1);
        model m = compile(t.bytes, NULL);
        assert_int_equal(m.iqm->triangle_count, COUNT);
        assert_int_equal(m.iqm->vertex_count, steep ? 3 * COUNT : COUNT + 1);
        maq_close(m.document);
        free(t.bytes);
    }
}

static void assert_good_tangents(const model *m) {
    for (uint32_t v = 0; v < m->iqm->vertex_count; v++) {
        float t[4], n[4];
        values(m, MAQ_IQM_TANGENT, v, t);
        values(m, MAQ_IQM_NORMAL, v, n);
        double length = sqrt((double)t[0] * t[0] + (double)t[1] * t[1] + (double)t[2] * t[2]);
        double across = (double)t[0] * n[0] + (double)t[1] * n[1] + (double)t[2] * n[2];
        assert_true(fabs(length - 1) < 1e-5);
        assert_true(fabs(across) < 1e-5);
        assert_true(t[3] == 1 || t[3] == -1);
    }
}

static void tangents_are_sound(void **state) {
    (void)state;
    text t = soup(500, 3000);
    model m = compile(t.bytes, NULL);
    assert_good_tangents(&m);
    maq_close(m.document);
    free(t.bytes);
    // No area in texture space, and no area at all.
    static const char flat[] = "vp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvp 2 0 0\nvp 3 0 0\nvp 4 0 0\n"
                               "vt 0 0\nvt 0 0\nvt 0 0\nvt 0 0\nvt 1 0\nvt 1 1\n"
                               "fa 0 1 2\nfa 3 4 5\n";
    m = compile(flat, NULL);
    assert_int_equal(m.iqm->triangle_count, 2);
    assert_good_tangents(&m);
    maq_close(m.document);
    m = compile(flat, iqe_reference);
    float tangent[4];
    values(&m, MAQ_IQM_TANGENT, 0, tangent);
    assert_true(isnan(tangent[0]));
    maq_close(m.document);
}

// The neighbour across an edge by trying all triangles.
static uint32_t brute_neighbour(const model *m, uint32_t triangle, unsigned edge) {
    uint32_t own[3], found = MAQ_IQM_NO_TRIANGLE, count = 0;
    float p[4], q[4], a[4], b[4];
    assert_true(maq_iqm_triangle(m->iqm, triangle, own));
    values(m, MAQ_IQM_POSITION, own[edge], p);
    values(m, MAQ_IQM_POSITION, own[(edge + 1) % 3], q);
    for (uint32_t t = 0; t < m->iqm->triangle_count; t++) {
        uint32_t other[3];
        assert_true(maq_iqm_triangle(m->iqm, t, other));
        for (unsigned k = 0; k < 3; k++) {
            values(m, MAQ_IQM_POSITION, other[k], a);
            values(m, MAQ_IQM_POSITION, other[(k + 1) % 3], b);
            bool same = memcmp(a, p, 12) == 0 && memcmp(b, q, 12) == 0;
            bool turned = memcmp(a, q, 12) == 0 && memcmp(b, p, 12) == 0;
            if (!same && !turned)
                continue;
            count++;
            if (t != triangle)
                found = t;
        }
    }
    return count == 2 ? found : MAQ_IQM_NO_TRIANGLE;
}

static void assert_adjacency(const char *bytes) {
    model m = compile(bytes, NULL);
    uint32_t some = 0;
    for (uint32_t t = 0; t < m.iqm->triangle_count; t++) {
        uint32_t neighbours[3];
        assert_true(maq_iqm_neighbours(m.iqm, t, neighbours));
        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(neighbours[k], brute_neighbour(&m, t, k));
            some += neighbours[k] != MAQ_IQM_NO_TRIANGLE;
        }
    }
    assert_true(some > 0);
    maq_close(m.document);
}

static void adjacency_is_true(void **state) {
    (void)state;
    char faceted[1024];
    assert_adjacency(cube);
    snprintf(faceted, sizeof faceted, "smoothangle 0\n%s", cube);
    assert_adjacency(faceted);
    text t = soup(60, 150);
    assert_adjacency(t.bytes);
    free(t.bytes);
}

static void first_frames_are_not_shifted(void **state) {
    (void)state;
    static const char shifting[] = "joint a\npq\nanimation A\nframe\npq 1\nframe\n"
                                   "animation B\nframe\npq 2\nframe\npq 3\n";
    static const uint32_t right[2] = {1, 2};
    model m = compile(shifting, NULL);
    assert_int_equal(m.iqm->anim_count, 2);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(m.iqm->anims[i].frame_count, right[i]);
    float channels[1][MAQ_IQM_CHANNELS];
    assert_true(maq_iqm_frame(m.iqm, m.iqm->anims[1].first_frame, channels));
    assert_true(fabsf(channels[0][0] - 2) < 1e-4f);
    maq_close(m.document);
    m = compile(shifting, iqe_reference);
    assert_int_equal(m.iqm->anims[0].frame_count, 2);
    maq_close(m.document);
    m = compile("joint a\npq\nanimation A\nanimation B\nframe\npq 2\nframe\npq 3\n", NULL);
    assert_int_equal(m.iqm->anims[0].frame_count, 0);
    assert_int_equal(m.iqm->anims[1].frame_count, 2);
    maq_close(m.document);
}

#define TRIANGLE "vp 0 0 0\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\n"

static void joints_without_a_pose_do_not_move(void **state) {
    (void)state;
    model m = compile("joint a\njoint b 0\npq 1 2 3 0 0 0 -1\n" TRIANGLE, NULL);
    const maq_iqm_joint *joint = &m.iqm->joints[1];
    assert_true(joint->rotation[3] == -1 && joint->scale[0] == 1 && joint->translation[0] == 0);
    maq_close(m.document);
    m = compile("joint a\npq 0 0 0 0 0 0 2\n" TRIANGLE, NULL);
    assert_true(m.iqm->joints[0].rotation[3] == -1);
    maq_close(m.document);
    m = compile("joint a\npq 0 0 0 0 0 0 2\n" TRIANGLE, iqe_reference);
    assert_true(m.iqm->joints[0].rotation[3] == -2);
    maq_close(m.document);
}

static void parents_come_first(void **state) {
    (void)state;
    model m = compile("joint child 1\njoint root\npq 0 0 1\npq 0 0 2\n" TRIANGLE
                      "vb 0 1\nvb 0 1\nvb 1 1\nanimation x\nframe\npq 0 0 1\npq 0 0 2\n",
                      NULL);
    assert_string_equal(maq_iqm_text(m.iqm, m.iqm->joints[0].name), "root");
    assert_int_equal(m.iqm->joints[0].parent, -1);
    assert_int_equal(m.iqm->joints[1].parent, 0);
    float joint[4];
    values(&m, MAQ_IQM_BLENDINDEXES, vertex_at(&m, 1, 0, 0), joint);
    assert_true(joint[0] == 0);
    values(&m, MAQ_IQM_BLENDINDEXES, vertex_at(&m, 0, 0, 0), joint);
    assert_true(joint[0] == 1);
    // The frame is the base pose: it reaches what the mesh does.
    assert_int_equal(m.iqm->bounds_count, 1);
    assert_true(fabsf(m.iqm->bounds[0].max[0] - 1) < 1e-6f);
    assert_true(fabsf(m.iqm->bounds[0].max[1] - 1) < 1e-6f);
    assert_true(fabsf(m.iqm->bounds[0].max[2]) < 1e-6f);
    maq_close(m.document);
}

// The reference compiler counts what no triangle uses, too.
static void bounds_are_those_of_the_triangles(void **state) {
    (void)state;
    static const char stray[] =
        "joint a\npq 0 0 0 0 0 0 -1\n" TRIANGLE "vp 100 0 0\nvb 0 1\nvb 0 1\nvb 0 1\nvb 0 1\n"
        "animation x\nframe\npq 0 0 0 0 0 0 -1\n";
    for (int reference = 0; reference <= 1; reference++) {
        model m = compile(stray, reference ? iqe_reference : NULL);
        assert_int_equal(m.iqm->bounds_count, 1);
        assert_true(m.iqm->bounds[0].max[0] == (reference ? 100 : 1));
        maq_close(m.document);
    }
}

static void joints_above_255_are_kept(void **state) {
    (void)state;
    text t = {0};
    for (int i = 0; i < 301; i++)
        add(&t, "joint j%d %d\npq\n", i, i - 1);
    add(&t, TRIANGLE "vb 300 1\nvb 0 1\nvb 299 1\n");
    model m = compile(t.bytes, NULL);
    const maq_iqm_array *array = maq_iqm_find_array(m.iqm, MAQ_IQM_BLENDINDEXES);
    assert_int_equal(array->format, MAQ_IQM_USHORT);
    float joint[4];
    values(&m, MAQ_IQM_BLENDINDEXES, vertex_at(&m, 0, 0, 0), joint);
    assert_true(joint[0] == 300);
    maq_close(m.document);
    m = compile(t.bytes, iqe_reference);
    values(&m, MAQ_IQM_BLENDINDEXES, vertex_at(&m, 0, 0, 0), joint);
    assert_true(joint[0] == 44);
    maq_close(m.document);
    free(t.bytes);
}

static void lists_are_stored_as_the_document_says(void **state) {
    (void)state;
    static const char plain[] = TRIANGLE "vc 1 0 0 .5\nvc 1 0 0 .5\nvc 1 0 0 .5\n"
                                         "v0 1\nv0 1\nv0 1\n";
    model m = compile(plain, NULL);
    assert_int_equal(maq_iqm_find_array(m.iqm, MAQ_IQM_COLOR)->size, 3);
    assert_int_equal(m.iqm->array_count, 3); // position, normal, colour
    maq_close(m.document);
    m = compile(plain, iqe_reference);
    assert_int_equal(maq_iqm_find_array(m.iqm, MAQ_IQM_COLOR)->size, 4);
    assert_int_equal(m.iqm->array_count, 4);
    maq_close(m.document);
    // Bad sizes and components are ignored; normals of four have a zero at the end.
    m = compile("vertexarray position half 9\nvertexarray position nothing 3\n"
                "vertexarray normal short 4\n" TRIANGLE,
                NULL);
    assert_int_equal(maq_iqm_find_array(m.iqm, MAQ_IQM_POSITION)->format, MAQ_IQM_FLOAT);
    double raw[4];
    maq_iqm_raw(m.iqm, maq_iqm_find_array(m.iqm, MAQ_IQM_NORMAL), 0, raw);
    assert_true(raw[2] == 32767 && raw[3] == 0);
    maq_close(m.document);
}

static void vertices_without_faces_are_a_triangle_soup(void **state) {
    (void)state;
    static const char is_soup[] = "mesh a\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvp 5 0 0\n"
                                  "mesh b\nvp 0 0 1\nvp 0 1 1\nvp 1 0 1\n";
    model m = compile(is_soup, NULL);
    assert_int_equal(m.iqm->mesh_count, 2);
    assert_int_equal(m.iqm->triangle_count, 2);
    vertex_at(&m, 1, 0, 1);
    maq_close(m.document);
    m = compile(is_soup, iqe_reference);
    assert_int_equal(m.iqm->triangle_count, 0);
    maq_close(m.document);
}

static void bad_indices_and_short_lists_are_left_out(void **state) {
    (void)state;
    model m = compile(TRIANGLE "fa 0 1 99\nfa 0 1 -99\nvt 0 0\n", NULL);
    assert_int_equal(m.iqm->triangle_count, 1);
    assert_null(maq_iqm_find_array(m.iqm, MAQ_IQM_TEXCOORD));
    const maq_finding *faces = iqe_find(maq_document_findings(m.document), "IQE-0601");
    assert_non_null(faces);
    assert_int_equal(faces->count, 2);
    assert_non_null(iqe_find(maq_document_findings(m.document), "IQE-0603"));
    maq_close(m.document);
}

static void places_move_the_model(void **state) {
    (void)state;
    static const char *const settings[] = {"scale",     "2",      "rotate", "0,0,90",
                                           "translate", "10,0,0", NULL};
    model m = compile("joint a\npq 1 0 0 0 0 0 -1\n" TRIANGLE "vb 0 1\nvb 0 1\nvb 0 1\n", settings);
    // (1, 0, 0) -> (2, 0, 0) -> (0, 2, 0) -> (10, 2, 0)
    bool found = false;
    for (uint32_t v = 0; v < 3; v++) {
        float p[4];
        values(&m, MAQ_IQM_POSITION, v, p);
        found |= fabsf(p[0] - 10) < 1e-5f && fabsf(p[1] - 2) < 1e-5f;
    }
    assert_true(found);
    assert_true(fabsf(m.iqm->joints[0].translation[1] - 2) < 1e-5f);
    assert_true(m.iqm->joints[0].rotation[3] <= 0);
    maq_close(m.document);
    maq_document *document = iqe_open(TRIANGLE), *out;
    static const maq_setting bad[] = {
        {"compat", "other"}, {"scale", "x"},     {"scale", "-1"},           {"rotate", "1,2,"},
        {"rotate", ""},      {"translate", "a"}, {"force-joints", "maybe"}, {"unknown", "1"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        maq_convert_options options = {
            .size = sizeof options, .setting_count = 1, .settings = &bad[i]};
        assert_int_equal(maq_convert(document, "iqm", &options, &out), MAQ_BAD_ARGUMENT);
    }
    maq_close(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_as_the_reference_compiler_writes_them),
        cmocka_unit_test(no_triangle_is_lost),
        cmocka_unit_test(meshes_opened_again_are_merged),
        cmocka_unit_test(tangents_follow_their_vertex),
        cmocka_unit_test(smoothing_indices_are_those_of_vertices),
        cmocka_unit_test(angles_are_not_folded),
        cmocka_unit_test(edges_groups_and_texcoords_split),
        cmocka_unit_test(large_fans_smooth_by_angle),
        cmocka_unit_test(tangents_are_sound),
        cmocka_unit_test(adjacency_is_true),
        cmocka_unit_test(first_frames_are_not_shifted),
        cmocka_unit_test(joints_without_a_pose_do_not_move),
        cmocka_unit_test(parents_come_first),
        cmocka_unit_test(bounds_are_those_of_the_triangles),
        cmocka_unit_test(joints_above_255_are_kept),
        cmocka_unit_test(lists_are_stored_as_the_document_says),
        cmocka_unit_test(vertices_without_faces_are_a_triangle_soup),
        cmocka_unit_test(bad_indices_and_short_lists_are_left_out),
        cmocka_unit_test(places_move_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
