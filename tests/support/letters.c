// SPDX-License-Identifier: MIT
#include "support/letters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene/pose.h"

#define NEAR 1e-3

static bool is_near(mq_vec3 a, mq_vec3 b) {
    return mq_length(mq_subtract(a, b)) < NEAR;
}

static mq_vec3 origin_of(const mq_mat34 *matrix) {
    return mq_mat34_point(matrix, (mq_vec3){0, 0, 0});
}

static mq_vec3 turn(const mq_mat34 *matrix, const float v[3]) {
    mq_vec3 moved = mq_mat34_point(matrix, (mq_vec3){v[0], v[1], v[2]});
    return mq_normalize(mq_subtract(moved, origin_of(matrix)));
}

// ---------------------------------------------------------------------------------------- the view

typedef struct posed_scene {
    const maq_scene *scene;
    mq_mat34 *worlds;
} posed_scene;

static posed_scene pose(const maq_scene *scene, const maq_scene_clip *clip, double time) {
    posed_scene posed = {scene, calloc(scene->node_count, sizeof(mq_mat34))};
    maq_transform *locals = calloc(scene->node_count, sizeof *locals);
    assert_true(posed.worlds && locals);
    mq_pose_at(scene, clip, time, locals, posed.worlds);
    free(locals);
    return posed;
}

// From the mesh to the world, for one vertex.
static mq_mat34 matrix_at(const posed_scene *posed, uint32_t number, uint32_t vertex) {
    const maq_scene_node *node = &posed->scene->nodes[number];
    const maq_scene_mesh *mesh = &posed->scene->meshes[node->mesh];
    if (node->skin == MAQ_SCENE_NONE)
        return posed->worlds[number];
    const maq_scene_skin *skin = &posed->scene->skins[node->skin];
    mq_mat34 sum = {{{0}}};
    for (uint32_t i = 0; i < mesh->influence_count; i++) {
        size_t at = (size_t)vertex * mesh->influence_count + i;
        uint32_t joint = mesh->joints[at];
        mq_mat34 bind;
        for (int k = 0; k < 12; k++)
            bind.m[k / 4][k % 4] = skin->inverse_bind[joint][k / 4][k % 4];
        mq_mat34 moved = mq_mat34_multiply(&posed->worlds[skin->joints[joint]], &bind);
        for (int k = 0; k < 12; k++)
            sum.m[k / 4][k % 4] += mesh->weights[at] * moved.m[k / 4][k % 4];
    }
    return sum;
}

static letter_corner corner_at(const posed_scene *posed, uint32_t node, uint32_t vertex) {
    const maq_scene_mesh *mesh = &posed->scene->meshes[posed->scene->nodes[node].mesh];
    const float *p = mesh->positions[vertex];
    mq_mat34 matrix = matrix_at(posed, node, vertex);
    letter_corner corner = {.position = mq_mat34_point(&matrix, (mq_vec3){p[0], p[1], p[2]})};
    if (mesh->normals)
        corner.normal = turn(&matrix, mesh->normals[vertex]);
    if (mesh->tangents) {
        corner.tangent = turn(&matrix, mesh->tangents[vertex]);
        corner.hand = mesh->tangents[vertex][3];
    }
    if (mesh->uv_set_count > 0) {
        corner.u = mesh->uvs[0][vertex][0];
        corner.v = mesh->uvs[0][vertex][1];
    }
    return corner;
}

static void find_tip(const posed_scene *rest, const posed_scene *now, mq_vec3 place,
                     letter_view *out) {
    for (uint32_t i = 0; i < rest->scene->node_count; i++) {
        if (rest->scene->nodes[i].mesh == MAQ_SCENE_NONE &&
            is_near(origin_of(&rest->worlds[i]), place)) {
            out->has_tip = true;
            out->tip = origin_of(&now->worlds[i]);
        }
    }
}

void view_letter(const maq_scene *scene, const maq_scene_clip *clip, double time, mq_vec3 rest_tip,
                 letter_view *out) {
    posed_scene now = pose(scene, clip, time), rest = pose(scene, NULL, 0);
    size_t count = 0;
    *out = (letter_view){.has_normals = true, .has_tangents = true};
    for (uint32_t n = 0; n < scene->node_count; n++) {
        if (scene->nodes[n].mesh == MAQ_SCENE_NONE)
            continue;
        const maq_scene_mesh *mesh = &scene->meshes[scene->nodes[n].mesh];
        out->has_normals = out->has_normals && mesh->normals;
        out->has_tangents = out->has_tangents && mesh->tangents;
        for (uint32_t t = 0; t < mesh->triangle_count; t++, count++) {
            for (int k = 0; k < 3 && count < LETTER_TRIANGLES; k++)
                out->corners[count][k] = corner_at(&now, n, mesh->triangles[t][k]);
        }
    }
    assert_int_equal(count, LETTER_TRIANGLES);
    find_tip(&rest, &now, rest_tip, out);
    free(now.worlds);
    free(rest.worlds);
}

// ---------------------------------------------------------------------------------------- reading

// What the picture shows: 8 wide, 16 high, upper left corner first.
static const char *const picture[16] = {
    "        ", "        ", "####### ", "####### ", "##      ", "##      ", "#####   ", "#####   ",
    "##      ", "##      ", "##      ", "##      ", "        ", "        ", "        ", "        "};

// Whether a point lies in the letter.
static bool is_inside(mq_vec3 p) {
    bool stem = p.x > 0 && p.x < 2 && p.y > 0 && p.y < 10;
    bool upper = p.x > 0 && p.x < 7 && p.y > 8 && p.y < 10;
    bool middle = p.x > 0 && p.x < 5 && p.y > 4 && p.y < 6;
    return (stem || upper || middle) && p.z > -1 && p.z < 2;
}

static mq_vec3 face_normal(const letter_corner c[3]) {
    return mq_normalize(mq_cross(mq_subtract(c[1].position, c[0].position),
                                 mq_subtract(c[2].position, c[0].position)));
}

static mq_vec3 middle_of(const letter_corner c[3]) {
    return mq_scale(mq_add(c[0].position, mq_add(c[1].position, c[2].position)), 1.0 / 3);
}

// How far right the front reaches at a height: where its triangles are cut by it.
static double reach(const letter_view *view, double height) {
    double most = -1e9;
    for (int i = 0; i < LETTER_TRIANGLES; i++) {
        const letter_corner *c = view->corners[i];
        if (face_normal(c).z < 0.9)
            continue;
        for (int k = 0; k < 3; k++) {
            mq_vec3 a = c[k].position, b = c[(k + 1) % 3].position;
            if ((a.y < height) != (b.y < height))
                most = fmax(most, a.x + (b.x - a.x) * (height - a.y) / (b.y - a.y));
        }
    }
    return most;
}

static void assert_number(double value, double wanted, const char *what, const char *which) {
    if (!(fabs(value - wanted) < NEAR))
        fail_msg("%s: %s is %g, not %g", what, which, value, wanted);
}

// The front looks at the viewer with its picture.
static void assert_picture(const letter_corner c[3], bool has_tangents, const char *what) {
    double u = (c[0].u + c[1].u + c[2].u) / 3, v = (c[0].v + c[1].v + c[2].v) / 3;
    int column = (int)floor(u * 8), line = (int)floor(v * 16);
    if (column < 0 || column > 7 || line < 0 || line > 15 || picture[line][column] != '#')
        fail_msg("%s: there is no ink at u %g, v %g", what, u, v);
    double area = (c[1].u - c[0].u) * (c[2].v - c[0].v) - (c[2].u - c[0].u) * (c[1].v - c[0].v);
    if (!(area < 0)) // against the clock in x and y, and v runs down
        fail_msg("%s: the picture is mirrored", what);
    for (int k = 0; k < 3; k++) {
        assert_number(c[k].u, c[k].position.x / 8, what, "u");
        assert_number(c[k].v, (12 - c[k].position.y) / 16, what, "v");
        if (has_tangents) {
            assert_number(c[k].tangent.x, 1, what, "the tangent along u");
            assert_number(c[k].hand, 1, what, "the hand of the tangent");
        }
    }
}

void assert_readable(const letter_view *view, double scale, const char *what) {
    letter_view usual = *view;
    static const mq_vec3 rows[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    move_letter(&usual, rows, 1 / scale);
    double volume = 0, front = 0;
    bool corner_seen = false;
    for (int i = 0; i < LETTER_TRIANGLES; i++) {
        const letter_corner *c = usual.corners[i];
        mq_vec3 normal = face_normal(c), middle = middle_of(c);
        volume += mq_dot(c[0].position, mq_cross(c[1].position, c[2].position)) / 6;
        if (is_inside(mq_add(middle, mq_scale(normal, 0.01))) ||
            !is_inside(mq_subtract(middle, mq_scale(normal, 0.01))))
            fail_msg("%s: triangle %d does not look outward", what, i);
        for (int k = 0; k < 3 && view->has_normals; k++)
            assert_number(mq_dot(c[k].normal, normal), 1, what, "a normal along that of its face");
        if (normal.z < 0.9)
            continue;
        front += mq_length(mq_cross(mq_subtract(c[1].position, c[0].position),
                                    mq_subtract(c[2].position, c[0].position))) /
                 2;
        assert_picture(c, view->has_tangents, what);
        for (int k = 0; k < 3; k++) {
            assert_number(c[k].position.z, 2, what, "the front");
            if (is_near(c[k].position, (mq_vec3){7, 10, 2})) {
                corner_seen = true;
                assert_number(c[k].u, 0.875, what, "u of the upper right corner");
                assert_number(c[k].v, 0.125, what, "v of the upper right corner");
            }
        }
    }
    assert_number(volume, 108, what, "the volume");
    assert_number(front, 36, what, "the area of the front");
    assert_true(corner_seen);
    assert_number(reach(&usual, 9), 7, what, "the reach of the upper arm");
    assert_number(reach(&usual, 7), 2, what, "the reach of the stem between the arms");
    assert_number(reach(&usual, 5), 5, what, "the reach of the middle arm");
    assert_number(reach(&usual, 1), 2, what, "the reach of the stem");
}

void assert_turned(const letter_view *rest, const letter_view *turned, bool with_tip,
                   const char *what) {
    letter_view wanted = *rest;
    // (x, y, z) goes to (z, y, -x): the end of an arm, at +x, to -z.
    static const mq_vec3 rows[3] = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}};
    move_letter(&wanted, rows, 1);
    assert_same_triangles(&wanted, turned, what);
    if (with_tip && !is_near(turned->tip, wanted.tip))
        fail_msg("%s: the tip is at %g %g %g when turned", what, turned->tip.x, turned->tip.y,
                 turned->tip.z);
}

// --------------------------------------------------------------------------------------- comparing

// In thousandths, so that order does not hang on the last bits; the least corner first.
typedef struct flat_triangle {
    long long numbers[3][5];
} flat_triangle;

static int compare_corners(const long long *a, const long long *b) {
    for (int i = 0; i < 5; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

static int compare_triangles(const void *left, const void *right) {
    const flat_triangle *a = left, *b = right;
    for (int k = 0; k < 3; k++) {
        int order = compare_corners(a->numbers[k], b->numbers[k]);
        if (order != 0)
            return order;
    }
    return 0;
}

static flat_triangle flatten(const letter_corner c[3]) {
    long long numbers[3][5];
    int first = 0;
    for (int k = 0; k < 3; k++) {
        const double values[5] = {c[k].position.x, c[k].position.y, c[k].position.z, c[k].u,
                                  c[k].v};
        for (int i = 0; i < 5; i++)
            numbers[k][i] = llround(values[i] * 1000);
        if (compare_corners(numbers[k], numbers[first]) < 0)
            first = k;
    }
    flat_triangle flat;
    for (int k = 0; k < 3; k++)
        memcpy(flat.numbers[k], numbers[(first + k) % 3], sizeof numbers[k]);
    return flat;
}

void assert_same_triangles(const letter_view *a, const letter_view *b, const char *what) {
    flat_triangle left[LETTER_TRIANGLES], right[LETTER_TRIANGLES];
    for (int i = 0; i < LETTER_TRIANGLES; i++) {
        left[i] = flatten(a->corners[i]);
        right[i] = flatten(b->corners[i]);
    }
    qsort(left, LETTER_TRIANGLES, sizeof *left, compare_triangles);
    qsort(right, LETTER_TRIANGLES, sizeof *right, compare_triangles);
    for (int i = 0; i < LETTER_TRIANGLES; i++) {
        if (compare_triangles(&left[i], &right[i]) != 0) {
            const long long *x = left[i].numbers[0], *y = right[i].numbers[0];
            fail_msg("%s: triangle %d in order is at %lld %lld %lld, not %lld %lld %lld", what, i,
                     y[0], y[1], y[2], x[0], x[1], x[2]);
        }
    }
}

static mq_vec3 by_rows(const mq_vec3 rows[3], mq_vec3 v) {
    return (mq_vec3){mq_dot(rows[0], v), mq_dot(rows[1], v), mq_dot(rows[2], v)};
}

void move_letter(letter_view *view, const mq_vec3 rows[3], double scale) {
    for (int i = 0; i < LETTER_TRIANGLES * 3; i++) {
        letter_corner *corner = &view->corners[i / 3][i % 3];
        corner->position = mq_scale(by_rows(rows, corner->position), scale);
        corner->normal = by_rows(rows, corner->normal);
        corner->tangent = by_rows(rows, corner->tangent);
    }
    view->tip = mq_scale(by_rows(rows, view->tip), scale);
}
