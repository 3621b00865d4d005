// SPDX-License-Identifier: MIT
#include "scene/geometry.h"

#include <math.h>
#include <string.h>

#include "base/digest.h"
#include "base/math.h"

// Twice the area along the normal. In double precision, float coordinates cannot overflow.
static mq_vec3 area_vector(const float a[3], const float b[3], const float c[3]) {
    return mq_cross(mq_subtract(mq_vec3_load(b), mq_vec3_load(a)),
                    mq_subtract(mq_vec3_load(c), mq_vec3_load(a)));
}

void mq_triangle_normal(const float a[3], const float b[3], const float c[3], float out[3]) {
    mq_vec3_store(mq_normalize(area_vector(a, b, c)), out);
}

void mq_flat_normals(const float (*positions)[3], const uint32_t (*triangles)[3],
                     uint32_t triangle_count, float (*out)[3]) {
    for (uint32_t i = 0; i < triangle_count; i++) {
        const uint32_t *t = triangles[i];
        float normal[3];
        mq_triangle_normal(positions[t[0]], positions[t[1]], positions[t[2]], normal);
        if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0)
            normal[1] = 1;
        for (int k = 0; k < 3; k++)
            memcpy(out[t[k]], normal, sizeof normal);
    }
}

void mq_add_area_vectors(const float (*positions)[3], const uint32_t (*triangles)[3],
                         uint32_t triangle_count, const uint32_t *slots, mq_vec3 *sums) {
    for (uint32_t i = 0; i < triangle_count; i++) {
        const uint32_t *t = triangles[i];
        mq_vec3 area = area_vector(positions[t[0]], positions[t[1]], positions[t[2]]);
        for (int k = 0; k < 3; k++) {
            mq_vec3 *sum = &sums[slots ? slots[t[k]] : t[k]];
            *sum = mq_add(*sum, area);
        }
    }
}

bool mq_smooth_normals(mq_arena *arena, const float (*positions)[3], uint32_t vertex_count,
                       const uint32_t (*triangles)[3], uint32_t triangle_count, float (*out)[3]) {
    mq_vec3 *sums = MQ_NEW_ARRAY(arena, mq_vec3, vertex_count);
    if (!sums)
        return false;
    mq_add_area_vectors(positions, triangles, triangle_count, NULL, sums);
    for (uint32_t i = 0; i < vertex_count; i++)
        mq_vec3_store(mq_normalize(sums[i]), out[i]);
    return true;
}

// Any direction perpendicular to a normal.
static mq_vec3 some_tangent(mq_vec3 normal) {
    mq_vec3 axis = fabs(normal.x) < 0.9 ? (mq_vec3){1, 0, 0} : (mq_vec3){0, 1, 0};
    mq_vec3 tangent = mq_subtract(axis, mq_scale(normal, mq_dot(axis, normal)));
    double length = mq_length(tangent);
    return length > 0 ? mq_scale(tangent, 1 / length) : (mq_vec3){1, 0, 0};
}

void mq_tangents(const maq_scene_mesh *mesh, const float (*uvs)[2], float (*out)[4]) {
    // First w counts the triangles that are mirrored and those that are not.
    memset(out, 0, mesh->vertex_count * sizeof *out);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles[i];
        mq_vec3 origin = mq_vec3_load(mesh->positions[t[0]]);
        mq_vec3 e1 = mq_subtract(mq_vec3_load(mesh->positions[t[1]]), origin);
        mq_vec3 e2 = mq_subtract(mq_vec3_load(mesh->positions[t[2]]), origin);
        double u1 = (double)uvs[t[1]][0] - uvs[t[0]][0], v1 = (double)uvs[t[1]][1] - uvs[t[0]][1];
        double u2 = (double)uvs[t[2]][0] - uvs[t[0]][0], v2 = (double)uvs[t[2]][1] - uvs[t[0]][1];
        double area = u1 * v2 - u2 * v1;
        if (area == 0)
            continue;
        mq_vec3 tangent = mq_subtract(mq_scale(e1, v2), mq_scale(e2, v1));
        tangent = mq_normalize(area > 0 ? tangent : mq_scale(tangent, -1));
        for (int k = 0; k < 3; k++) {
            mq_vec3_store(mq_add(mq_vec3_load(out[t[k]]), tangent), out[t[k]]);
            // v runs down, so a texture that is not mirrored has a negative area here.
            out[t[k]][3] += area > 0 ? -1.0f : 1.0f;
        }
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        mq_vec3 normal = mesh->normals ? mq_vec3_load(mesh->normals[i]) : (mq_vec3){0, 0, 1};
        mq_vec3 tangent = mq_vec3_load(out[i]);
        tangent = mq_subtract(tangent, mq_scale(normal, mq_dot(normal, tangent)));
        double length = mq_length(tangent);
        tangent = length > 1e-6 ? mq_scale(tangent, 1 / length) : some_tangent(normal);
        mq_vec3_store(tangent, out[i]);
        out[i][3] = out[i][3] < 0 ? -1.0f : 1.0f;
    }
}

// Several rows at once, in lanes: a comparison that waits for the one before takes three times as long.
bool mq_bounds(const float *values, uint32_t count, uint32_t width, float *min, float *max) {
    enum { LANES = 12 }; // a multiple of each width
    float least[LANES], largest[LANES];
    size_t total = (size_t)count * width, i = 0;
    if (count == 0)
        return false;
    for (uint32_t k = 0; k < LANES; k++)
        least[k] = largest[k] = values[k % width];
    for (; total - i >= LANES; i += LANES) {
        for (uint32_t k = 0; k < LANES; k++) {
            float value = values[i + k];
            least[k] = value < least[k] ? value : least[k];
            largest[k] = value > largest[k] ? value : largest[k];
        }
    }
    for (; i < total; i++) {
        size_t k = i % LANES;
        least[k] = values[i] < least[k] ? values[i] : least[k];
        largest[k] = values[i] > largest[k] ? values[i] : largest[k];
    }
    for (uint32_t k = width; k < LANES; k++) {
        uint32_t to = k % width;
        least[to] = least[k] < least[to] ? least[k] : least[to];
        largest[to] = largest[k] > largest[to] ? largest[k] : largest[to];
    }
    for (uint32_t k = 0; k < width; k++) {
        min[k] = least[k] + 0.0f; // without the sign of a zero, which depends on the order
        max[k] = largest[k] + 0.0f;
    }
    return true;
}

double mq_signed_volume(const float (*positions)[3], const uint32_t (*triangles)[3],
                        uint32_t triangle_count) {
    double volume = 0;
    for (uint32_t i = 0; i < triangle_count; i++) {
        const uint32_t *t = triangles[i];
        volume += mq_dot(mq_vec3_load(positions[t[0]]),
                         mq_cross(mq_vec3_load(positions[t[1]]), mq_vec3_load(positions[t[2]])));
    }
    return volume;
}

uint32_t mq_weld(mq_arena *arena, const void *rows, uint32_t count, size_t row_size,
                 uint32_t *remap) {
    size_t slots = 16;
    while (slots < (size_t)count * 2)
        slots *= 2;
    uint32_t *table = MQ_NEW_ARRAY(arena, uint32_t, slots); // 1 + the first row of its kind
    if (!table)
        return UINT32_MAX;
    const unsigned char *bytes = rows;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *row = bytes + (size_t)i * row_size;
        size_t slot = (size_t)mq_digest_bytes(0, row, row_size) & (slots - 1);
        while (table[slot] != 0 &&
               memcmp(bytes + (size_t)(table[slot] - 1) * row_size, row, row_size) != 0)
            slot = (slot + 1) & (slots - 1);
        if (table[slot] == 0) {
            table[slot] = i + 1;
            remap[i] = kept++;
        } else {
            remap[i] = remap[table[slot] - 1];
        }
    }
    return kept;
}
