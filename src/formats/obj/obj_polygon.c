// SPDX-License-Identifier: MIT
#include "formats/obj/obj_polygon.h"

#include "base/math.h"

static mq_vec3 vector(const float v[3]) {
    return (mq_vec3){v[0], v[1], v[2]};
}

// Twice the signed area of a triangle along a normal: below 0 when it faces away.
static double area(mq_vec3 normal, mq_vec3 a, mq_vec3 b, mq_vec3 c) {
    return mq_dot(normal, mq_cross(mq_subtract(b, a), mq_subtract(c, a)));
}

// The normal of a polygon by Newell's method, which also works with concave corners.
static mq_vec3 normal_of(const float (*points)[3], uint32_t count) {
    mq_vec3 sum = {0, 0, 0}, origin = vector(points[0]);
    for (uint32_t i = 1; i + 1 < count; i++)
        sum = mq_add(sum, mq_cross(mq_subtract(vector(points[i]), origin),
                                   mq_subtract(vector(points[i + 1]), origin)));
    return sum;
}

static void fan(uint32_t count, uint32_t first, uint32_t (*triangles)[3]) {
    for (uint32_t i = 0; i + 2 < count; i++) {
        triangles[i][0] = first;
        triangles[i][1] = (first + i + 1) % count;
        triangles[i][2] = (first + i + 2) % count;
    }
}

static bool fan_covers(const float (*points)[3], uint32_t count, mq_vec3 normal, uint32_t first) {
    mq_vec3 apex = vector(points[first]);
    for (uint32_t i = 1; i + 1 < count; i++) {
        if (area(normal, apex, vector(points[(first + i) % count]),
                 vector(points[(first + i + 1) % count])) < 0)
            return false;
    }
    return true;
}

// Whether no other corner lies in the triangle of three of `left`.
static bool is_ear(const float (*points)[3], mq_vec3 normal, const uint32_t *left, uint32_t count,
                   uint32_t at) {
    mq_vec3 a = vector(points[left[(at + count - 1) % count]]), b = vector(points[left[at]]),
            c = vector(points[left[(at + 1) % count]]);
    if (area(normal, a, b, c) <= 0)
        return false;
    for (uint32_t i = 2; i + 1 < count; i++) {
        mq_vec3 p = vector(points[left[(at + i) % count]]);
        if (area(normal, a, b, p) >= 0 && area(normal, b, c, p) >= 0 && area(normal, c, a, p) >= 0)
            return false;
    }
    return true;
}

static void cut_ears(const float (*points)[3], uint32_t count, mq_vec3 normal,
                     uint32_t (*triangles)[3]) {
    uint32_t left[OBJ_MOST_CORNERS];
    for (uint32_t i = 0; i < count; i++)
        left[i] = i;
    for (uint32_t done = 0; count > 3; done++, count--) {
        uint32_t at = 0;
        while (at < count && !is_ear(points, normal, left, count, at))
            at++;
        // A polygon that crosses itself may have no ear: any corner is cut off.
        at = at < count ? at : 1;
        triangles[done][0] = left[(at + count - 1) % count];
        triangles[done][1] = left[at];
        triangles[done][2] = left[(at + 1) % count];
        for (uint32_t i = at; i + 1 < count; i++)
            left[i] = left[i + 1];
        if (count == 4) {
            for (uint32_t i = 0; i < 3; i++)
                triangles[done + 1][i] = left[i];
        }
    }
}

void mq_obj_cut(const float (*points)[3], uint32_t count, uint32_t (*triangles)[3]) {
    if (count == 3 || count > OBJ_MOST_CORNERS) {
        fan(count, 0, triangles);
        return;
    }
    mq_vec3 normal = normal_of(points, count);
    for (uint32_t first = 0; first < count; first++) {
        if (fan_covers(points, count, normal, first)) {
            fan(count, first, triangles);
            return;
        }
    }
    // Without a finite normal no comparison holds; the result is then arbitrary but valid.
    cut_ears(points, count, normal, triangles);
}

// --------------------------------------------------------------------------------------- joining

static bool is_fan(const uint32_t (*triangles)[3], uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        if (triangles[i][0] != triangles[0][0] || triangles[i][1] != triangles[i - 1][2])
            return false;
    }
    return true;
}

static bool has_edge(const uint32_t (*triangles)[3], uint32_t count, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            if (triangles[i][k] == from && triangles[i][(k + 1) % 3] == to)
                return true;
        }
    }
    return false;
}

// The corner after `from` on the boundary: the end of its edge that no other triangle shares. False
// unless there is exactly one.
static bool next_on_boundary(const uint32_t (*triangles)[3], uint32_t count, uint32_t from,
                             uint32_t *to) {
    unsigned found = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            uint32_t end = triangles[i][(k + 1) % 3];
            if (triangles[i][k] == from && !has_edge(triangles, count, end, from)) {
                *to = end;
                found++;
            }
        }
    }
    return found == 1;
}

bool mq_obj_join(const uint32_t (*triangles)[3], uint32_t triangle_count, uint32_t *corners) {
    corners[0] = triangles[0][0];
    if (is_fan(triangles, triangle_count)) {
        corners[1] = triangles[0][1];
        for (uint32_t i = 0; i < triangle_count; i++)
            corners[i + 2] = triangles[i][2];
        return true;
    }
    uint32_t count = triangle_count + 2, at = corners[0];
    if (count > OBJ_MOST_CORNERS)
        return false;
    for (uint32_t i = 1; i < count; i++) {
        if (!next_on_boundary(triangles, triangle_count, at, &at) || at == corners[0])
            return false;
        corners[i] = at;
    }
    return next_on_boundary(triangles, triangle_count, at, &at) && at == corners[0];
}
