// SPDX-License-Identifier: MIT
//
// Triangles: normals, tangents, bounds, volume, welding.
#ifndef MQ_SCENE_GEOMETRY_H
#define MQ_SCENE_GEOMETRY_H

#include "base/arena.h"
#include "base/math.h"
#include "maquette/scene.h"

// The normal of a triangle by the right-hand rule; the zero vector for one without area.
void mq_triangle_normal(const float a[3], const float b[3], const float c[3], float out[3]);

// For vertices that no two triangles share: each gets the normal of its triangle, or the up direction
// when that has no area.
void mq_flat_normals(const float (*positions)[3], const uint32_t (*triangles)[3],
                     uint32_t triangle_count, float (*out)[3]);

// Adds the normal of each triangle, of twice the length of its area, to the sums of its vertices; to
// those of slots[vertex] unless `slots` is NULL.
void mq_add_area_vectors(const float (*positions)[3], const uint32_t (*triangles)[3],
                         uint32_t triangle_count, const uint32_t *slots, mq_vec3 *sums);

// The mean of the normals around each vertex, weighted by area. False when there is no memory.
bool mq_smooth_normals(mq_arena *arena, const float (*positions)[3], uint32_t vertex_count,
                       const uint32_t (*triangles)[3], uint32_t triangle_count, float (*out)[3]);

// Tangents from normals and texture coordinates: of length 1, perpendicular to the normal, never NaN.
// w is -1 where the texture is mirrored.
void mq_tangents(const maq_scene_mesh *mesh, const float (*uvs)[2], float (*out)[4]);

// The least and the largest of each number in rows of 1 to 4; false when there are no rows.
bool mq_bounds(const float *values, uint32_t count, uint32_t width, float *min, float *max);

// Six times the signed volume that closed triangles enclose: above 0 when they point outward.
double mq_signed_volume(const float (*positions)[3], const uint32_t (*triangles)[3],
                        uint32_t triangle_count);

// Moves the influence `at` of a vertex before those of smaller weights; the ones before it are sorted.
static inline void mq_sort_influence(uint32_t *joints, float *weights, uint32_t at) {
    for (; at > 0 && weights[at] > weights[at - 1]; at--) {
        float weight = weights[at];
        uint32_t joint = joints[at];
        weights[at] = weights[at - 1];
        joints[at] = joints[at - 1];
        weights[at - 1] = weight;
        joints[at - 1] = joint;
    }
}

// Gives vertices with equal bytes the same index: `rows` has `count` rows of `row_size` bytes;
// remap[i] is the new index of row i, in the order of first appearance. Returns how many remain, or
// UINT32_MAX when there is no memory.
uint32_t mq_weld(mq_arena *arena, const void *rows, uint32_t count, size_t row_size,
                 uint32_t *remap);

#endif
